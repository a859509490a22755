//! Entries: how a unit's input is made and the unit called, as a procedure.

use std::collections::BTreeSet;

use everypath_lowered::{
    Block, BlockId, Callee, ClassId, Constant, Contents, Edge, Instruction, Open, Procedure,
    ProcedureId, Register, Source, Terminator, Unit as Lowered,
};
use everypath_term::{Op, Value as TermValue};
use everypath_trace::{GoalId, Premise};

use super::Lowering;
use crate::machine::{ClassId as MachineClass, MethodId};
use crate::program::{Parameter, Unit, UnitKind};
use crate::signature::{MethodType, Primitive, Type};
use crate::specification;

/// A unit, lowered, with the executor's names of its inputs.
#[derive(Clone, Debug)]
pub struct LoweredUnit {
    /// The unit.
    pub unit: Lowered,
    /// The slot of each input.
    pub slots: Vec<String>,
    /// The inputs that are choices among ways to make an object.
    pub choices: BTreeSet<usize>,
}

/// An entry while it is made.
pub(super) struct Entry {
    pub(super) instructions: Vec<Instruction>,
    registers: u32,
    inputs: Vec<Open>,
    slots: Vec<String>,
    /// The inputs that are choices.
    pub choices: BTreeSet<usize>,
    /// What inputs there are that it does not make, in words.
    pub leaves_out: BTreeSet<&'static str>,
    /// The only kinds of objects that are made.
    pub only: BTreeSet<&'static str>,
    /// The class under test, with slashes.
    pub owner: String,
}

/// What an input leaves out if it holds texts.
const LATIN: &str = "texts of characters up to 255";

/// Where an exception of the unit goes.
const THROWS: BlockId = BlockId(1);
/// Where an exception goes that is thrown before the unit is entered.
pub(super) const REJECTS: BlockId = BlockId(2);
/// What was thrown.
const THROWN: Register = Register(0);

impl Entry {
    fn register(&mut self) -> Register {
        self.registers += 1;
        Register(self.registers - 1)
    }

    /// Adds an open place.
    pub(super) fn open(&mut self, open: Open, slot: &str) -> usize {
        self.inputs.push(open);
        self.slots.push(slot.to_owned());
        self.inputs.len() - 1
    }

    fn input(&mut self, open: Open, slot: &str) -> Register {
        let to = self.register();
        let index = self.open(open, slot);
        self.instructions.push(Instruction::Input { to, index });
        to
    }

    pub(super) fn call(
        &mut self,
        callee: Callee,
        arguments: Vec<Register>,
        handler: BlockId,
    ) -> Register {
        let to = self.register();
        self.instructions.push(Instruction::Call {
            callee,
            arguments,
            to: vec![to],
            thrown: THROWN,
            handler,
        });
        to
    }

    /// Whether an int is not zero.
    fn truth(&mut self, value: Register) -> Register {
        let (zero, same, truth) = (self.register(), self.register(), self.register());
        self.instructions.push(Instruction::Set {
            to: zero,
            value: Constant::Scalar(TermValue::bit_vec(32, 0)),
        });
        self.instructions.push(Instruction::Apply {
            to: same,
            op: Op::Eq,
            operands: vec![value, zero],
        });
        self.instructions.push(Instruction::Apply {
            to: truth,
            op: Op::Not,
            operands: vec![same],
        });
        truth
    }
}

impl Lowering {
    /// Lowers a unit by its number, or says why it cannot be.
    pub fn unit(&mut self, index: usize) -> Result<LoweredUnit, String> {
        let Some(unit) = self.loaded.units.get(index).cloned() else {
            return Err(format!("there is no unit {index}"));
        };
        self.met.clear();
        // A second array of the input is never the first, nor are two rows of one.
        let arrays = unit.descriptor.matches('[').count();
        let is_nested = unit.descriptor.contains("[[") || unit.descriptor.contains("[L");
        for class in ["CharSequence", "Number"] {
            if unit.descriptor.contains(&format!("Ljava/lang/{class};")) {
                let class = class.to_owned();
                self.met.insert(Premise::Objects { class });
            }
        }
        if arrays > 1 || is_nested {
            let parts = "arrays".to_owned();
            self.met.insert(Premise::Apart { parts });
        }
        if let Some(maker) = &unit.maker {
            return Err(format!("is called on what {} gives", maker.method));
        }
        let class = self.load_class(&unit.class.replace('.', "/"))?;
        let method = self
            .machine
            .find_own_method(class, &unit.method, &unit.descriptor);
        let Some(method) = method else {
            return Err(format!("lacks {}", unit.name()));
        };
        if self.machine.initialise(class).is_err() {
            return Err(format!("needs the initialiser of {}", unit.class));
        }
        let mut entry = Entry {
            instructions: Vec::new(),
            registers: 1,
            inputs: Vec::new(),
            slots: Vec::new(),
            choices: BTreeSet::new(),
            leaves_out: BTreeSet::new(),
            only: BTreeSet::new(),
            owner: unit.class.replace('.', "/"),
        };
        let mut arguments = Vec::new();
        match unit.kind {
            UnitKind::Static => {}
            UnitKind::Constructor => {
                let to = entry.register();
                entry.instructions.push(Instruction::New {
                    to,
                    class: ClassId(class.0),
                });
                arguments.push(to);
            }
            UnitKind::Instance => {
                let receiver = self.receiver(&mut entry, class, &unit)?;
                arguments.push(receiver);
            }
        }
        let slot = |parameter: &Parameter| parameter.name.clone();
        let takes = (unit.parameters.as_slice(), unit.descriptor.as_str());
        self.arguments(&mut entry, takes, &slot, &mut arguments)?;
        self.require(&mut entry, class, &unit, &arguments);
        if unit.kind == UnitKind::Instance {
            self.observe(&mut entry, class, &unit, arguments[0])?;
        }
        entry.instructions.push(Instruction::Enter);
        let check = specification::check(&mut self.machine, class, &unit);
        let to = match check {
            Some(check) => {
                let first = usize::from(unit.kind == UnitKind::Constructor);
                let callee = Callee::Exact(ProcedureId(check.0));
                entry.call(callee, arguments.split_off(first), THROWS)
            }
            None => self.call_unit(&mut entry, class, method, arguments),
        };
        let promises = match check {
            Some(_) => unit.promises.clone(),
            None => Vec::new(),
        };
        Ok(self.finish(entry, &unit, to, &promises))
    }

    /// Only inputs that the precondition allows are inputs.
    fn require(
        &mut self,
        entry: &mut Entry,
        class: MachineClass,
        unit: &Unit,
        arguments: &[Register],
    ) {
        let Some(requires) = specification::requires(&mut self.machine, class, unit) else {
            return;
        };
        let first = usize::from(unit.kind == UnitKind::Constructor);
        let callee = Callee::Exact(ProcedureId(requires.0));
        entry.instructions.push(Instruction::Count { goals: false });
        let answer = entry.call(callee, arguments[first..].to_vec(), REJECTS);
        entry.instructions.push(Instruction::Count { goals: true });
        let refused = entry.truth(answer);
        let condition = entry.register();
        entry.instructions.push(Instruction::Apply {
            to: condition,
            op: Op::Not,
            operands: vec![refused],
        });
        entry.instructions.push(Instruction::Assume { condition });
    }

    /// A receiver that the invariant accepts.
    fn receiver(
        &mut self,
        entry: &mut Entry,
        class: MachineClass,
        unit: &Unit,
    ) -> Result<Register, String> {
        let Some(invariant) = &unit.invariant else {
            let making = self.making(entry, class, "this", false, 0)?;
            return Ok(entry.call(Callee::Exact(making), Vec::new(), REJECTS));
        };
        if self.machine.class(class).is_abstract() {
            return Err(format!(
                "needs an object of {}, which is abstract",
                unit.class
            ));
        }
        let open = Open::Pool {
            class: ClassId(class.0),
            nullable: false,
        };
        let receiver = entry.input(open, "this");
        self.check_invariant(entry, class, invariant, receiver)?;
        Ok(receiver)
    }

    fn check_invariant(
        &mut self,
        entry: &mut Entry,
        class: MachineClass,
        invariant: &str,
        receiver: Register,
    ) -> Result<(), String> {
        let answers = self.machine.find_method(class, invariant, "()Z");
        let method = match answers {
            Some(method) => Some(method),
            None => self.machine.find_method(class, invariant, "()V"),
        };
        let Some(method) = method else {
            return Err(format!("lacks {invariant}()"));
        };
        let callee = Callee::Exact(ProcedureId(method.0));
        let answer = entry.call(callee, vec![receiver], REJECTS);
        if answers.is_some() {
            let condition = entry.truth(answer);
            entry.instructions.push(Instruction::Assume { condition });
        }
        Ok(())
    }

    /// Values for parameters, each an input of its own.
    pub(super) fn arguments(
        &mut self,
        entry: &mut Entry,
        (parameters, descriptor): (&[Parameter], &str),
        slot: &dyn Fn(&Parameter) -> String,
        arguments: &mut Vec<Register>,
    ) -> Result<(), String> {
        let erased = MethodType::parse(descriptor)
            .map(|of| of.parameters)
            .unwrap_or_default();
        for (parameter, erased) in parameters.iter().zip(erased) {
            let declared = match parameter.declared.erased() {
                Type::Variable(_) => erased.clone(),
                declared => declared,
            };
            arguments.push(match self.made_class(&declared) {
                Some(class) => {
                    let making = self.making(entry, class, &slot(parameter), true, 0)?;
                    entry.call(Callee::Exact(making), Vec::new(), REJECTS)
                }
                None => {
                    let open = self.open_value(&declared, true);
                    entry.input(open, &slot(parameter))
                }
            });
            if matches!(erased, Type::Primitive(Primitive::Long | Primitive::Double)) {
                arguments.push(entry.register());
            }
        }
        Ok(())
    }

    fn call_unit(
        &mut self,
        entry: &mut Entry,
        class: MachineClass,
        method: MethodId,
        arguments: Vec<Register>,
    ) -> Register {
        let found = self.machine.method(method);
        let key = found.key;
        let fixed = found.is_static() || found.is_private() || &*found.name == "<init>";
        let callee = match (fixed, self.machine.select(class, key)) {
            (false, Some(selected)) => selected,
            _ => method,
        };
        entry.call(Callee::Exact(ProcedureId(callee.0)), arguments, THROWS)
    }

    fn finish(
        &mut self,
        entry: Entry,
        unit: &Unit,
        result: Register,
        promises: &[(u32, GoalId)],
    ) -> LoweredUnit {
        let reject = Register(entry.registers);
        let mut blocks = vec![
            Block {
                instructions: entry.instructions,
                end: Terminator::Return(vec![result]),
            },
            Block {
                instructions: Vec::new(),
                end: Terminator::Throw(THROWN),
            },
            Block {
                instructions: vec![
                    Instruction::Set {
                        to: reject,
                        value: Constant::Scalar(TermValue::Bool(false)),
                    },
                    Instruction::Assume { condition: reject },
                ],
                end: Terminator::Jump(Edge::to(THROWS)),
            },
        ];
        if !promises.is_empty() {
            let to = BlockId(blocks.len() as u32);
            let case = |(number, goal): &(u32, GoalId)| {
                let goals = vec![*goal];
                (vec![u64::from(*number)], Edge { to, goals })
            };
            let end = Terminator::Switch {
                value: result,
                cases: promises.iter().map(case).collect(),
                default: Edge::to(to),
            };
            let end = std::mem::replace(&mut blocks[0].end, end);
            let instructions = Vec::new();
            blocks.push(Block { instructions, end });
        }
        let mut leaves_out = entry.leaves_out;
        if self.hold_text(&entry.inputs) {
            leaves_out.insert(LATIN);
        }
        let entry_procedure = self.add_procedure(Procedure {
            name: format!("the entry of {}", unit.name()),
            registers: entry.registers + 1,
            blocks,
        });
        LoweredUnit {
            unit: Lowered {
                entry: entry_procedure,
                inputs: entry.inputs,
                leaves_out: leaves_out.into_iter().map(str::to_owned).collect(),
                only: entry.only.into_iter().map(str::to_owned).collect(),
            },
            slots: entry.slots,
            choices: entry.choices,
        }
    }

    /// Whether open places, or fields of objects there, may be texts.
    fn hold_text(&mut self, open: &[Open]) -> bool {
        let mut pending = open.to_vec();
        let mut seen = BTreeSet::new();
        while let Some(open) = pending.pop() {
            let (Open::Own { class, .. } | Open::Pool { class, .. } | Open::Outer { class }) = open
            else {
                continue;
            };
            if !seen.insert(class) {
                continue;
            }
            let class = self.class(class);
            if class.name == "java.lang.String" {
                return true;
            }
            if let Contents::Fields(fields) = &class.contents {
                pending.extend(fields.iter().map(|field| field.open.clone()));
            }
        }
        false
    }
}
