//! Objects of the input that constructors and factories make, as a test makes
//! them: a choice among them, and their arguments as inputs of their own.

use everypath_lowered::{
    Block, BlockId, Callee, ClassId, Constant, Edge, Instruction, Open, Procedure, ProcedureId,
    Register, Terminator,
};
use everypath_term::{Sort, Value as TermValue};
use everypath_trace::Step;

use super::Lowering;
use super::entry::Entry;
use crate::inputs::{Builder, Hierarchy};
use crate::machine::{ClassId as MachineClass, Shape};
use crate::signature::{MethodType, Primitive, Type};

/// Objects inside objects that are made by calls.
const DEEPEST: usize = 2;
/// What an input leaves out if it holds objects that were made by calls.
const AS_MADE: &str = "objects as constructors and factories make them, each its own";

/// The value that was made.
const MADE: Register = Register(0);
/// What was thrown.
const THROWN: Register = Register(1);

/// A procedure while it is made.
struct Making {
    registers: u32,
    blocks: Vec<Block>,
}

impl Making {
    fn register(&mut self) -> Register {
        self.registers += 1;
        Register(self.registers - 1)
    }

    fn add(&mut self, instructions: Vec<Instruction>, end: Terminator) -> BlockId {
        self.blocks.push(Block { instructions, end });
        BlockId(self.blocks.len() as u32 - 1)
    }
}

impl Lowering {
    /// Whether objects of a class are made by calls: a class of the user's
    /// that is made in no way of its own.
    pub(super) fn made_class(&mut self, declared: &Type) -> Option<MachineClass> {
        let Type::Class(name, _) = declared else {
            return None;
        };
        let class = self.load_class(&name.replace('.', "/")).ok()?;
        let found = self.machine.class(class);
        let plain = found.shape == Shape::Instance && !found.is_enum() && !found.is_platform;
        (plain && self.machine.functional_method(class).is_none()).then_some(class)
    }

    /// A procedure that makes an object of a class, or why there is none.
    pub(super) fn making(
        &mut self,
        entry: &mut Entry,
        class: MachineClass,
        slot: &str,
        nullable: bool,
        depth: usize,
    ) -> Result<ProcedureId, String> {
        let name = self.machine.class(class).dotted();
        let hierarchy = Hierarchy::new(&self.loaded);
        let owner = entry.owner.clone();
        let mut builder = Builder::new(&mut self.machine, self.loaded.scope, &hierarchy, &owner);
        let ways = builder.calls_that_make(class);
        entry.only.insert(AS_MADE);
        let mut making = Making {
            registers: 2,
            blocks: Vec::new(),
        };
        making.add(Vec::new(), Terminator::Return(Vec::new()));
        let no = making.register();
        let refused = making.add(
            vec![
                Instruction::Set {
                    to: no,
                    value: Constant::Scalar(TermValue::Bool(false)),
                },
                Instruction::Assume { condition: no },
            ],
            Terminator::Return(vec![no]),
        );
        let mut cases = Vec::new();
        for (option, way) in ways.iter().enumerate() {
            let Some((of, index)) = way else {
                continue;
            };
            if self.machine.initialise(*of).is_err() {
                continue;
            }
            let maker = self.machine.class(*of).dotted();
            let place = Step::Method(*index as u32).of(&Step::Maker(&maker).of(slot));
            let block = self.way(entry, &mut making, (*of, *index), &place, refused, depth)?;
            cases.push((vec![option as u64], Edge::to(block)));
        }
        if cases.is_empty() {
            return Err(format!("needs an object of {name}, which no call makes"));
        }
        if nullable {
            let null = Instruction::Set {
                to: MADE,
                value: Constant::Null,
            };
            let block = making.add(vec![null], Terminator::Return(vec![MADE]));
            cases.push((vec![ways.len() as u64], Edge::to(block)));
        }
        let value = making.register();
        let sort = Sort::bit_vec(32);
        let choice = Open::Scalar {
            sort,
            seen: sort,
            signed: false,
        };
        let index = entry.open(choice, slot);
        entry.choices.insert(index);
        making.blocks[0] = Block {
            instructions: vec![Instruction::Input { to: value, index }],
            end: Terminator::Switch {
                value,
                cases,
                default: Edge::to(refused),
            },
        };
        Ok(self.add_procedure(Procedure {
            name: format!("making a {name}"),
            registers: making.registers,
            blocks: making.blocks,
        }))
    }

    /// The block that makes an object in one way.
    fn way(
        &mut self,
        entry: &mut Entry,
        making: &mut Making,
        (class, index): (MachineClass, usize),
        place: &str,
        refused: BlockId,
        depth: usize,
    ) -> Result<BlockId, String> {
        let method = self.machine.class(class).methods[index];
        let found = self.machine.method(method).clone();
        let hierarchy = Hierarchy::new(&self.loaded);
        let owner = entry.owner.clone();
        let mut builder = Builder::new(&mut self.machine, self.loaded.scope, &hierarchy, &owner);
        let declared = builder.declared_parameters((class, index));
        let erased = MethodType::parse(&found.descriptor).map(|of| of.parameters);
        let (Some(declared), Some(erased)) = (declared, erased) else {
            return Err("has a signature that cannot be read".to_owned());
        };
        let mut instructions = Vec::new();
        let mut arguments = Vec::new();
        let is_constructor = &*found.name == "<init>";
        if is_constructor {
            instructions.push(Instruction::New {
                to: MADE,
                class: ClassId(class.0),
            });
            arguments.push(MADE);
        }
        for ((of, name), erased) in declared.iter().zip(&erased) {
            let of = match of.erased() {
                Type::Variable(_) => erased.clone(),
                of => of,
            };
            let to = making.register();
            let slot = Step::Field(name).of(place);
            arguments.push(to);
            match self.made_class(&of) {
                Some(inner) if depth < DEEPEST => {
                    let inner = self.making(entry, inner, &slot, true, depth + 1)?;
                    instructions.push(Instruction::Call {
                        callee: Callee::Exact(inner),
                        arguments: Vec::new(),
                        to: vec![to],
                        thrown: THROWN,
                        handler: refused,
                    });
                }
                _ => {
                    let open = self.open_value(&of, true);
                    let index = entry.open(open, &slot);
                    instructions.push(Instruction::Input { to, index });
                }
            }
            if matches!(erased, Type::Primitive(Primitive::Long | Primitive::Double)) {
                arguments.push(making.register());
            }
        }
        instructions.push(Instruction::Call {
            callee: Callee::Exact(ProcedureId(method.0)),
            arguments,
            to: (!is_constructor).then_some(MADE).into_iter().collect(),
            thrown: THROWN,
            handler: refused,
        });
        if !is_constructor {
            instructions.push(Instruction::CheckNotNull {
                reference: MADE,
                otherwise: refused,
            });
        }
        Ok(making.add(instructions, Terminator::Return(vec![MADE])))
    }
}
