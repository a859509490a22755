//! Entries: how a unit's input is made and the unit called, as a procedure.

use everypath_c_runtime::layout::{TypeRecord, flags, kinds};
use everypath_lowered::{
    Block, BlockId, Callee, Constant, Edge, Instruction, Kind, Open, Procedure, ProcedureId,
    Register, Terminator, Unit as LoweredUnitOf,
};
use everypath_term::{Op, Sort, Value};

use super::layout::{BESIDE, Cell, MOST_CELLS, class, offset_sort};
use super::{Function, Lowering};
use crate::ir::text::{Class, class_of};
use crate::program::{Unit, driver_name};

/// What the runtime allocates at most for an object of bytes.
const LARGEST: u64 = 16;

/// What inputs leave out whose pointers lead somewhere.
const OWN_OBJECTS: &str = "pointers that lead to the beginning of objects of their own";
/// What inputs leave out of units that remember earlier calls.
const FIRST_CALL: &str = "first calls";

/// How an input is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slots {
    /// A number: its slot.
    Scalar(String),
    /// A pointer: its slot, and those of the cells of the object that it leads
    /// to, where they have one.
    Pointer(String, Vec<Option<String>>),
}

/// A unit, lowered, with the executor's names of its inputs.
#[derive(Clone, Debug)]
pub struct LoweredUnit {
    /// The unit.
    pub unit: LoweredUnitOf,
    /// The names of its inputs.
    pub slots: Vec<Slots>,
}

/// A scalar of the input in memory.
struct Leaf {
    cell: Cell,
    /// Bytes that it takes.
    size: u64,
    open: Open,
    slot: Option<String>,
}

/// An entry while it is made.
#[derive(Default)]
struct Entry {
    instructions: Vec<Instruction>,
    registers: u32,
    inputs: Vec<Open>,
    slots: Vec<Slots>,
    leaves_out: Vec<String>,
}

/// Where what a run throws goes: it ends.
const ENDS: BlockId = BlockId(1);
/// Where a run goes that ends before the unit is entered.
const REJECTS: BlockId = BlockId(2);

impl Entry {
    fn register(&mut self) -> Register {
        self.registers += 1;
        Register(self.registers - 1)
    }

    fn input(&mut self, open: Open, slots: Slots) -> Register {
        let to = self.register();
        let index = self.inputs.len();
        self.inputs.push(open);
        self.slots.push(slots);
        self.instructions.push(Instruction::Input { to, index });
        to
    }

    fn constant(&mut self, value: Constant) -> Register {
        let to = self.register();
        self.instructions.push(Instruction::Set { to, value });
        to
    }

    fn leave_out(&mut self, words: String) {
        if !self.leaves_out.contains(&words) {
            self.leaves_out.push(words);
        }
    }

    fn call(
        &mut self,
        callee: ProcedureId,
        arguments: Vec<Register>,
        handler: BlockId,
    ) -> Register {
        let (to, thrown) = (self.register(), self.register());
        self.instructions.push(Instruction::Call {
            callee: Callee::Exact(callee),
            arguments,
            to: vec![to],
            thrown,
            handler,
        });
        to
    }
}

impl Lowering {
    /// Lowers a unit by its number, or says why it cannot be.
    pub fn unit(&mut self, index: usize) -> Result<LoweredUnit, String> {
        let unit = self.units.get(index).cloned().ok_or("is not there")?;
        if unit.reads_more || unit.variadic {
            return Err("takes arguments that it does not name".to_owned());
        }
        if unit.making.is_some() {
            return Err("is called on structures that other functions make".to_owned());
        }
        let name = driver_name(&unit.name);
        let function = self.functions.get(name).cloned();
        let function = function.ok_or_else(|| format!("lacks {}", unit.name))?;
        if function.parameters.len() != unit.parameters.len() {
            return Err("takes or returns a structure by value".to_owned());
        }
        let mut entry = Entry::default();
        self.variables(&mut entry, &unit)?;
        let arguments = self.arguments(&mut entry, &unit, &function)?;
        self.require(&mut entry, &unit, &arguments)?;
        entry.instructions.push(Instruction::Enter);
        let procedure = self.procedure_of(name).ok_or("is not there")?;
        let arguments = arguments.into_iter().flatten().collect();
        entry.call(procedure, arguments, ENDS);
        if unit.remembers {
            entry.leave_out(FIRST_CALL.to_owned());
        }
        Ok(self.finish_entry(entry, &unit))
    }

    /// Variables of the file are inputs, too.
    fn variables(&mut self, entry: &mut Entry, unit: &Unit) -> Result<(), String> {
        for &index in &unit.globals {
            let variable = self.variables[index].clone();
            let slot = match unit.parameters.iter().any(|one| one.name == variable.name) {
                true => format!("global {}", variable.name),
                false => variable.name.clone(),
            };
            let Constant::Object(object) = self.variable(&variable.name) else {
                continue;
            };
            let mut leaves = Vec::new();
            self.leaves(variable.ty.0, 0, &slot, ".", &mut leaves);
            let size: u64 = leaves.iter().map(|leaf| leaf.size).sum();
            let whole = self.parts(variable.ty.0);
            if leaves.len() > MOST_CELLS || size < whole {
                let name = &variable.name;
                return Err(format!("uses {name}, parts of which are not followed"));
            }
            let object = entry.constant(Constant::Object(object));
            for leaf in leaves {
                let (Some(slot), Kind::Scalar(_)) = (leaf.slot, leaf.cell.kind) else {
                    // A pointer of a variable is what it was before, or not.
                    self.open_pointer(entry, object, leaf.cell);
                    continue;
                };
                let value = entry.input(leaf.open, Slots::Scalar(slot));
                let at = Value::bit_vec(64, leaf.cell.offset);
                let offset = entry.constant(Constant::Scalar(at));
                entry.instructions.push(Instruction::StoreAt {
                    object,
                    offset,
                    value,
                    kind: leaf.cell.kind,
                    outside: REJECTS,
                });
            }
        }
        Ok(())
    }

    fn open_pointer(&mut self, entry: &mut Entry, object: Register, cell: Cell) {
        if cell.kind != Kind::Reference {
            return;
        }
        let why = "follows a pointer that a variable holds";
        let value = entry.constant(Constant::Unknown(why.into()));
        let at = Value::bit_vec(64, cell.offset);
        let offset = entry.constant(Constant::Scalar(at));
        entry.instructions.push(Instruction::StoreAt {
            object,
            offset,
            value,
            kind: Kind::Reference,
            outside: REJECTS,
        });
    }

    /// The registers of each argument.
    fn arguments(
        &mut self,
        entry: &mut Entry,
        unit: &Unit,
        function: &Function,
    ) -> Result<Vec<Vec<Register>>, String> {
        let mut arguments = Vec::new();
        for (parameter, (ty, _)) in unit.parameters.iter().zip(&function.parameters) {
            let record = self.tables.types[parameter.ty.0 as usize];
            let slot = parameter.name.clone();
            if matches!(record.kind, kinds::STRUCT | kinds::UNION | kinds::ARRAY) {
                return Err("takes a structure by value".to_owned());
            }
            arguments.push(match class_of(ty) {
                Class::Pointer => {
                    let (open, slots) = self.object(entry, &record, &slot);
                    let object = entry.input(open, Slots::Pointer(slot, slots));
                    let start = entry.constant(Constant::Scalar(Value::bit_vec(64, 0)));
                    vec![object, start]
                }
                of => {
                    let open = scalar(&record).ok_or_else(|| format!("takes a {ty}"))?;
                    // What the function takes may be a boolean of one bit.
                    let value = entry.input(open, Slots::Scalar(slot));
                    vec![match of {
                        Class::Int(1) => truth(entry, value),
                        _ => value,
                    }]
                }
            });
        }
        Ok(arguments)
    }

    /// The object that a pointer of the input may lead to.
    fn object(
        &mut self,
        entry: &mut Entry,
        record: &TypeRecord,
        slot: &str,
    ) -> (Open, Vec<Option<String>>) {
        let unknown = |what: &str| (Open::Unknown(what.to_owned()), Vec::new());
        if record.kind != kinds::POINTER || record.flags & flags::STREAM != 0 {
            return unknown("follows a pointer to a stream");
        }
        let element = self.tables.types[record.element as usize];
        let is_text = record.flags & flags::TEXT != 0;
        if matches!(element.kind, kinds::FUNCTION | kinds::OPAQUE)
            || record.flags & flags::NULL_ONLY != 0
        {
            return unknown("follows a pointer to what has no parts");
        }
        let length = u64::from(self.limits.scope.length.max(1));
        let count = match is_text {
            true => u64::from(self.limits.scope.text) + 1,
            false if record.element == 1 => LARGEST * length,
            false => length,
        };
        let size = element.size.max(1);
        let is_record = matches!(element.kind, kinds::STRUCT | kinds::UNION);
        let mut leaves = Vec::new();
        for index in 0..count {
            if leaves.len() > MOST_CELLS {
                return unknown("follows a pointer to an object with many parts");
            }
            let (name, separator) = match index == 0 && is_record {
                true => (slot.to_owned(), "->"),
                false => (format!("{slot}[{index}]"), "."),
            };
            self.leaves(record.element, index * size, &name, separator, &mut leaves);
        }
        if is_text && let Some(last) = leaves.last_mut() {
            // A text ends at the scope's bound at the latest.
            last.open = Open::Fixed(Constant::Scalar(Value::bit_vec(8, 0)));
            last.slot = None;
            entry.leave_out(format!("texts of {} characters", self.limits.scope.text));
        }
        entry.leave_out(OWN_OBJECTS.to_owned());
        let cells: Vec<Cell> = leaves.iter().map(|leaf| leaf.cell).collect();
        let slots = leaves.iter().map(|leaf| leaf.slot.clone()).collect();
        let open = leaves.into_iter().map(|leaf| leaf.open).collect();
        let class = class(slot, &cells, open, size * count, true);
        let class = self.add_class(class);
        let nullable = true;
        (Open::Own { class, nullable }, slots)
    }

    /// The scalars of a type in memory, with the names that the runtime gives
    /// them. What has no name of its own has no cell.
    fn leaves(&self, ty: u32, base: u64, name: &str, separator: &str, found: &mut Vec<Leaf>) {
        let record = self.tables.types[ty as usize];
        match record.kind {
            kinds::ARRAY => {
                let size = self.tables.types[record.element as usize].size.max(1);
                for index in 0..u64::from(record.count).min(MOST_CELLS as u64 + 1) {
                    let name = format!("{name}[{index}]");
                    self.leaves(record.element, base + index * size, &name, ".", found);
                }
            }
            kinds::STRUCT => {
                let first = record.fields as usize;
                let fields = &self.tables.fields[first..first + record.fields_count as usize];
                for field in fields {
                    let at = field.name as usize;
                    let text = &self.tables.strings[at..at + field.name_size as usize];
                    let text = String::from_utf8_lossy(text);
                    let (name, separator) = match text.is_empty() {
                        true => (name.to_owned(), separator),
                        false => (format!("{name}{separator}{text}"), "."),
                    };
                    let offset = base + field.offset;
                    self.leaves(field.type_index, offset, &name, separator, found);
                }
            }
            kinds::POINTER => {
                let why = "follows a pointer that the input holds in memory";
                found.push(Leaf {
                    cell: Cell {
                        offset: base,
                        kind: Kind::Reference,
                    },
                    size: 8,
                    open: Open::Unknown(why.to_owned()),
                    slot: None,
                });
                found.push(Leaf {
                    cell: Cell {
                        offset: base + BESIDE,
                        kind: Kind::Scalar(offset_sort()),
                    },
                    size: 0,
                    open: Open::Fixed(Constant::Scalar(Value::zero(offset_sort()))),
                    slot: None,
                });
            }
            _ => {
                if let Some(open @ Open::Scalar { seen, .. }) = scalar(&record) {
                    let kind = Kind::Scalar(seen);
                    found.push(Leaf {
                        cell: Cell { offset: base, kind },
                        size: record.size,
                        open,
                        slot: Some(name.to_owned()),
                    });
                }
            }
        }
    }

    /// Bytes of a type that its members take, without what is between them.
    fn parts(&self, ty: u32) -> u64 {
        let record = self.tables.types[ty as usize];
        match record.kind {
            kinds::ARRAY => u64::from(record.count).saturating_mul(self.parts(record.element)),
            kinds::STRUCT => {
                let first = record.fields as usize;
                let fields = &self.tables.fields[first..first + record.fields_count as usize];
                fields
                    .iter()
                    .map(|field| self.parts(field.type_index))
                    .sum()
            }
            _ => record.size,
        }
    }

    /// Only inputs that the invariant accepts are inputs.
    fn require(
        &mut self,
        entry: &mut Entry,
        unit: &Unit,
        arguments: &[Vec<Register>],
    ) -> Result<(), String> {
        let (Some(invariant), Some(parameter)) = (self.invariant.clone(), unit.invariant) else {
            return Ok(());
        };
        let procedure = self.procedure_of(&invariant);
        let procedure = procedure.ok_or_else(|| format!("lacks {invariant}"))?;
        let result = self.functions.get(&invariant).map(|one| one.result.clone());
        let Some(Class::Int(width)) = result.map(|result| class_of(&result)) else {
            return Err(format!("lacks an answer of {invariant}"));
        };
        let answer = entry.call(procedure, arguments[parameter].clone(), REJECTS);
        let condition = match width {
            1 => answer,
            width => {
                let zero = Constant::Scalar(Value::bit_vec(width, 0));
                let zero = entry.constant(zero);
                let (same, condition) = (entry.register(), entry.register());
                apply(entry, same, Op::Eq, vec![answer, zero]);
                apply(entry, condition, Op::Not, vec![same]);
                condition
            }
        };
        entry.instructions.push(Instruction::Assume { condition });
        Ok(())
    }

    fn finish_entry(&mut self, mut entry: Entry, unit: &Unit) -> LoweredUnit {
        let reject = entry.register();
        let instructions = std::mem::take(&mut entry.instructions);
        let blocks = vec![
            Block {
                instructions,
                end: Terminator::Jump(Edge::to(ENDS)),
            },
            Block {
                instructions: Vec::new(),
                end: Terminator::Return(Vec::new()),
            },
            Block {
                instructions: vec![
                    Instruction::Set {
                        to: reject,
                        value: Constant::Scalar(Value::Bool(false)),
                    },
                    Instruction::Assume { condition: reject },
                ],
                end: Terminator::Jump(Edge::to(ENDS)),
            },
        ];
        let procedure = self.add_procedure(Procedure {
            name: format!("the entry of {}", unit.name),
            registers: entry.registers,
            blocks,
        });
        LoweredUnit {
            unit: LoweredUnitOf {
                entry: procedure,
                inputs: entry.inputs,
                leaves_out: entry.leaves_out,
                only: Vec::new(),
            },
            slots: entry.slots,
        }
    }
}

fn apply(entry: &mut Entry, to: Register, op: Op, operands: Vec<Register>) {
    entry
        .instructions
        .push(Instruction::Apply { to, op, operands });
}

/// Whether a byte is not zero.
fn truth(entry: &mut Entry, value: Register) -> Register {
    let zero = entry.constant(Constant::Scalar(Value::bit_vec(8, 0)));
    let (same, truth) = (entry.register(), entry.register());
    apply(entry, same, Op::Eq, vec![value, zero]);
    apply(entry, truth, Op::Not, vec![same]);
    truth
}

/// What an open place of a scalar type holds.
fn scalar(record: &TypeRecord) -> Option<Open> {
    let bits = u8::try_from(record.size * 8)
        .ok()
        .filter(|bits| *bits <= 64)?;
    let seen = match (record.kind, bits) {
        (kinds::FLOAT, 32) => Sort::FLOAT32,
        (kinds::FLOAT, 64) => Sort::FLOAT64,
        (kinds::SIGNED | kinds::UNSIGNED, 8..) => Sort::bit_vec(bits),
        _ => return None,
    };
    let sort = match record.flags & flags::BOOL != 0 {
        true => Sort::BOOL,
        false => seen,
    };
    Some(Open::Scalar {
        sort,
        seen,
        signed: record.kind == kinds::SIGNED,
    })
}
