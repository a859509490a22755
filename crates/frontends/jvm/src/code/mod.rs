//! Code that the interpreter runs: decoded once, checked once, resolved on
//! first execution.

mod decode;
mod effect;
mod instr;
mod operators;
mod verify;

use std::cell::Cell;

pub use decode::decode;
pub use effect::{descriptor_slots, descriptor_types, slots};
pub use instr::{
    Arithmetic, Comparison, Conversion, FloatArithmetic, Instr, Invocation, Kind, Switch,
};

/// A range of code with the handler of its exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandlerRange {
    /// The first instruction it covers.
    pub start: u32,
    /// The instruction after the last one.
    pub end: u32,
    /// Where it continues.
    pub target: u32,
    /// The class it catches, an index into the pool; 0 for all.
    pub class: u16,
}

/// An exception that the language throws by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Implicit {
    /// Something is asked of null.
    Null,
    /// An index is outside of its array.
    Index,
    /// A division by zero.
    Division,
    /// An array of a negative length.
    Size,
    /// A cast to a class that an object is not of.
    Cast,
    /// An element that its array cannot hold.
    Store,
}

impl Implicit {
    /// The class of the exception.
    pub fn class(self) -> &'static str {
        match self {
            Implicit::Null => "java/lang/NullPointerException",
            Implicit::Index => "java/lang/ArrayIndexOutOfBoundsException",
            Implicit::Division => "java/lang/ArithmeticException",
            Implicit::Size => "java/lang/NegativeArraySizeException",
            Implicit::Cast => "java/lang/ClassCastException",
            Implicit::Store => "java/lang/ArrayStoreException",
        }
    }
}

/// The goals of one method, by the byte of their instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The goals that are met where an instruction begins, by its place.
    pub places: Vec<(u16, u32)>,
    /// The first goal of a branch: for a jump the goal of falling through,
    /// then that of jumping; for a switch those of its distinct targets.
    pub branches: Vec<(u16, u32)>,
    /// The goals of exceptions that instructions may throw, by their place.
    pub exceptions: Vec<(u16, Implicit, u32)>,
}

impl Marks {
    /// Adds a goal that is met where an instruction begins.
    pub fn place(&mut self, byte: u16, goal: u32) {
        let place = self.places.partition_point(|mark| mark.0 <= byte);
        self.places.insert(place, (byte, goal));
    }
}

/// A method's code, ready to run.
#[derive(Debug, Default)]
pub struct Code {
    /// The instructions; execution replaces them by resolved ones.
    pub instrs: Box<[Cell<Instr>]>,
    /// Slots of the operand stack.
    pub max_stack: u16,
    /// Slots of the locals.
    pub max_locals: u16,
    /// The exception table.
    pub handlers: Vec<HandlerRange>,
    /// The tables of its switches.
    pub switches: Vec<Switch>,
    /// First instruction and line, ascending.
    pub lines: Vec<(u32, u16)>,
    /// For each instruction one more than its first goal, or 0; empty if the
    /// method has none.
    pub goals: Vec<u32>,
    /// The exceptions that instructions may throw, by their place, with their goals.
    pub exceptions: Vec<(u32, Implicit, u32)>,
    /// For each instruction the byte it was decoded from.
    pub bytes: Vec<u16>,
}

impl Code {
    /// Code that no class file has.
    pub fn synthetic(instrs: Vec<Instr>, max_stack: u16, max_locals: u16) -> Code {
        Code {
            instrs: instrs.into_iter().map(Cell::new).collect(),
            max_stack,
            max_locals,
            ..Code::default()
        }
    }

    /// The source line of an instruction, 0 if it is not known.
    pub fn line_of(&self, instr: usize) -> u16 {
        let after = self
            .lines
            .partition_point(|(first, _)| *first as usize <= instr);
        after.checked_sub(1).map_or(0, |index| self.lines[index].1)
    }
}
