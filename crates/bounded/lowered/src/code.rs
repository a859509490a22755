//! Procedures: instructions over registers, in blocks.

use everypath_term::Op;
use everypath_trace::GoalId;
use serde::{Deserialize, Serialize};

use crate::source::{ClassId, Constant, Kind, ProcedureId, SelectorId};

/// A register of a procedure. Registers are not typed: a front end that reuses
/// one for values of different kinds must not read what it did not write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Register(pub u32);

/// A block of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BlockId(pub u32);

/// A way from one block to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// Where it goes.
    pub to: BlockId,
    /// What going there covers.
    pub goals: Vec<GoalId>,
}

impl Edge {
    /// An edge that covers nothing.
    pub fn to(block: BlockId) -> Edge {
        Edge {
            to: block,
            goals: Vec::new(),
        }
    }
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Callee {
    /// Exactly this procedure.
    Exact(ProcedureId),
    /// The procedure that the class of the first argument selects.
    Selected(SelectorId),
}

/// One step. Conditions are booleans; what a language checks before a step is
/// an instruction of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Instruction {
    /// `to = value`
    Set {
        /// The register written.
        to: Register,
        /// The constant.
        value: Constant,
    },
    /// `to = from`
    Move {
        /// The register written.
        to: Register,
        /// The register read.
        from: Register,
    },
    /// `to = op(operands)`
    Apply {
        /// The register written.
        to: Register,
        /// The operation of terms.
        op: Op,
        /// Its operands.
        operands: Vec<Register>,
    },
    /// Cuts a bit-vector to its low bits and extends it again.
    Narrow {
        /// The register changed.
        register: Register,
        /// The bits kept.
        width: u8,
        /// Whether the highest of them is a sign.
        signed: bool,
    },
    /// `to = input`, by its number among the unit's inputs.
    Input {
        /// The register written.
        to: Register,
        /// The input.
        index: usize,
    },
    /// Whether a reference is null.
    IsNull {
        /// The register written.
        to: Register,
        /// The reference.
        reference: Register,
    },
    /// Whether two references are the same.
    Same {
        /// The register written.
        to: Register,
        /// One reference.
        left: Register,
        /// The other.
        right: Register,
    },
    /// Whether a reference is to an object of a class; null is to none.
    IsInstance {
        /// The register written.
        to: Register,
        /// The reference.
        reference: Register,
        /// The class.
        class: ClassId,
    },
    /// Whether an array may hold a reference.
    Fits {
        /// The register written.
        to: Register,
        /// The array, not null.
        array: Register,
        /// The reference.
        value: Register,
    },
    /// Reads a field of an object that is not null.
    Load {
        /// The register written.
        to: Register,
        /// The object.
        object: Register,
        /// The field, by its place in its class.
        field: usize,
    },
    /// Writes a field of an object that is not null.
    Store {
        /// The object.
        object: Register,
        /// The field.
        field: usize,
        /// The value.
        value: Register,
    },
    /// Makes an object with zeros and nulls in its fields.
    New {
        /// The register written.
        to: Register,
        /// Its class.
        class: ClassId,
    },
    /// Makes an array; the length is not negative.
    NewArray {
        /// The register written.
        to: Register,
        /// The class of the array.
        class: ClassId,
        /// Its length, a bit-vector.
        length: Register,
    },
    /// The length of an array that is not null.
    Length {
        /// The register written.
        to: Register,
        /// The array.
        array: Register,
    },
    /// Reads an element; the index is in bounds.
    LoadElement {
        /// The register written.
        to: Register,
        /// The array.
        array: Register,
        /// The index.
        index: Register,
    },
    /// Writes an element; the index is in bounds.
    StoreElement {
        /// The array.
        array: Register,
        /// The index.
        index: Register,
        /// The value.
        value: Register,
    },
    /// Reads the place of a laid-out object that begins at a byte. Where an
    /// object may be larger than the scope has it, runs beyond its end leave
    /// the scope.
    LoadAt {
        /// The register written.
        to: Register,
        /// The object, not null.
        object: Register,
        /// The byte, a bit-vector of 64 bits with a sign.
        offset: Register,
        /// What is read.
        kind: Kind,
        /// Where to go if no byte of the object is there.
        outside: BlockId,
    },
    /// Writes the place of a laid-out object that begins at a byte.
    StoreAt {
        /// The object, not null.
        object: Register,
        /// The byte.
        offset: Register,
        /// The value.
        value: Register,
        /// What is written.
        kind: Kind,
        /// Where to go if no byte of the object is there.
        outside: BlockId,
    },
    /// Goes on if a condition holds, to another block if not.
    Check {
        /// The condition.
        condition: Register,
        /// Where to go if it does not hold.
        otherwise: BlockId,
    },
    /// Goes on if a reference is not null, to another block if it is.
    CheckNotNull {
        /// The reference.
        reference: Register,
        /// Where to go if it is null.
        otherwise: BlockId,
    },
    /// Calls; what the callee throws is left in a register.
    Call {
        /// The callee.
        callee: Callee,
        /// The arguments.
        arguments: Vec<Register>,
        /// Where the results go, in their order.
        to: Vec<Register>,
        /// Where what it throws goes.
        thrown: Register,
        /// Where to go if it throws.
        handler: BlockId,
    },
    /// Runs on which the condition does not hold are no runs of the unit.
    Assume {
        /// The condition.
        condition: Register,
    },
    /// The unit proper begins: what came before made its input.
    Enter,
    /// The run fails: others are better tests of what it covers.
    Fail,
    /// From here on goals count, or do not.
    Count {
        /// Whether they do.
        goals: bool,
    },
    /// Covers a goal.
    Cover {
        /// The goal.
        goal: GoalId,
    },
    /// The receiver's observers answered so: each way of answering is a
    /// partition. An answer counts as often as those before it have
    /// combinations, from the first goal on.
    Observe {
        /// The answers, bit-vectors, and how many answers there are: one that
        /// is none of them is in no partition.
        answers: Vec<(Register, u32)>,
        /// The goal of the partition in which all answers are zero.
        first: GoalId,
    },
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Terminator {
    /// Goes on elsewhere.
    Jump(Edge),
    /// Goes one of two ways.
    Branch {
        /// The condition.
        condition: Register,
        /// Where it goes if it holds.
        then: Edge,
        /// Where it goes if not.
        otherwise: Edge,
    },
    /// Goes by a bit-vector's value.
    Switch {
        /// The bit-vector.
        value: Register,
        /// The values that lead to each place, as unsigned numbers.
        cases: Vec<(Vec<u64>, Edge)>,
        /// Where all others lead.
        default: Edge,
    },
    /// Ends the procedure with its results, as many as there are.
    Return(Vec<Register>),
    /// Ends the procedure with an exception.
    Throw(Register),
    /// Cannot be followed any further.
    Unsupported(String),
}

/// A straight piece of code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// What it does.
    pub instructions: Vec<Instruction>,
    /// How it ends.
    pub end: Terminator,
}

/// A procedure: it starts in its first block, its arguments in its first registers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Procedure {
    /// Its name, for messages.
    pub name: String,
    /// How many registers it has.
    pub registers: u32,
    /// Its blocks.
    pub blocks: Vec<Block>,
}

impl Procedure {
    /// A procedure that cannot be followed, because of a construct.
    pub fn unsupported(name: String, construct: String) -> Procedure {
        Procedure {
            name,
            registers: 0,
            blocks: vec![Block {
                instructions: Vec::new(),
                end: Terminator::Unsupported(construct),
            }],
        }
    }
}

impl Instruction {
    /// The registers it reads.
    pub fn reads(&self) -> Vec<Register> {
        use Instruction::*;
        match self {
            Set { .. } | Input { .. } | New { .. } | Enter | Fail | Count { .. } | Cover { .. } => {
                Vec::new()
            }
            Move { from, .. } => vec![*from],
            Apply { operands, .. } => operands.clone(),
            Narrow { register, .. } => vec![*register],
            IsNull { reference, .. }
            | IsInstance { reference, .. }
            | CheckNotNull { reference, .. } => vec![*reference],
            Same { left, right, .. } => vec![*left, *right],
            Fits { array, value, .. } => vec![*array, *value],
            Load { object, .. } => vec![*object],
            Store { object, value, .. } => vec![*object, *value],
            NewArray { length, .. } => vec![*length],
            Length { array, .. } => vec![*array],
            LoadElement { array, index, .. } => vec![*array, *index],
            StoreElement {
                array,
                index,
                value,
            } => vec![*array, *index, *value],
            LoadAt { object, offset, .. } => vec![*object, *offset],
            StoreAt {
                object,
                offset,
                value,
                ..
            } => vec![*object, *offset, *value],
            Check { condition, .. } | Assume { condition } => vec![*condition],
            Call { arguments, .. } => arguments.clone(),
            Observe { answers, .. } => answers.iter().map(|(answer, _)| *answer).collect(),
        }
    }

    /// The registers it writes on its way to the next instruction.
    pub fn writes(&self) -> Vec<Register> {
        use Instruction::*;
        match self {
            Set { to, .. }
            | Move { to, .. }
            | Apply { to, .. }
            | Input { to, .. }
            | IsNull { to, .. }
            | Same { to, .. }
            | IsInstance { to, .. }
            | Fits { to, .. }
            | Load { to, .. }
            | New { to, .. }
            | NewArray { to, .. }
            | Length { to, .. }
            | LoadAt { to, .. }
            | LoadElement { to, .. } => vec![*to],
            Narrow { register, .. } => vec![*register],
            Call { to, .. } => to.clone(),
            _ => Vec::new(),
        }
    }

    /// The block it may leave to, and the register it writes on that way.
    pub fn leaves(&self) -> Option<(BlockId, Option<Register>)> {
        match self {
            Instruction::Check { otherwise, .. } | Instruction::CheckNotNull { otherwise, .. } => {
                Some((*otherwise, None))
            }
            Instruction::LoadAt { outside, .. } | Instruction::StoreAt { outside, .. } => {
                Some((*outside, None))
            }
            Instruction::Call {
                handler, thrown, ..
            } => Some((*handler, Some(*thrown))),
            _ => None,
        }
    }
}

impl Terminator {
    /// The edges out of the block.
    pub fn edges(&self) -> Vec<&Edge> {
        match self {
            Terminator::Jump(edge) => vec![edge],
            Terminator::Branch {
                then, otherwise, ..
            } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                let cases = cases.iter().map(|(_, edge)| edge);
                cases.chain(std::iter::once(default)).collect()
            }
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unsupported(_) => Vec::new(),
        }
    }

    /// The registers it reads.
    pub fn reads(&self) -> Vec<Register> {
        match self {
            Terminator::Branch { condition, .. } => vec![*condition],
            Terminator::Switch { value, .. } => vec![*value],
            Terminator::Return(results) => results.clone(),
            Terminator::Throw(register) => vec![*register],
            Terminator::Jump(_) | Terminator::Unsupported(_) => Vec::new(),
        }
    }
}

impl Block {
    /// The blocks that may follow, the side exits first.
    pub fn successors(&self) -> Vec<BlockId> {
        let exits = self.instructions.iter().filter_map(Instruction::leaves);
        let mut all: Vec<BlockId> = exits.map(|(block, _)| block).collect();
        all.extend(self.end.edges().iter().map(|edge| edge.to));
        all
    }
}
