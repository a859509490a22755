//! Faults: what brought a run down. The words for them stand here and nowhere else.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::program::Location;

/// What brought a run down.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Fault {
    /// A null pointer, or one next to it, was read or written.
    NullPointer,
    /// An access outside of an object of so many bytes, or, if it is next to none,
    /// outside of every object.
    OutOfBounds {
        /// The size of the object in bytes.
        object: Option<u64>,
    },
    /// An access in front of an object.
    InFront,
    /// An access to memory that was freed.
    UseAfterFree,
    /// A second `free`, or one of what was never allocated.
    BadFree,
    /// A write to what is constant.
    ConstantWritten,
    /// A division by zero.
    DivisionByZero,
    /// An overflow of signed numbers.
    Overflow,
    /// A shift by a negative amount, or by the width and more.
    BadShift,
    /// An assertion failed.
    Assertion {
        /// Its condition, as its author wrote it.
        condition: String,
    },
    /// The program ended itself as one that is broken.
    Aborted,
    /// Calls too deep for the stack.
    StackExhausted,
    /// A function with a result ended without one.
    NoResult,
    /// A signal.
    Signal(i32),
    /// The process ended, which the unit may not bring about, with this code.
    Exit(i32),
    /// The process that ran the unit gave no answer that can be understood.
    NoAnswer {
        /// What it did instead.
        why: String,
    },
}

impl Fault {
    /// The fault in words, with the place it was at if that is known.
    pub fn words(&self, at: Option<&Location>) -> String {
        match at {
            Some(at) => format!("{self} at {}:{}", at.file, at.line),
            None => self.to_string(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Fault::NullPointer => "a null pointer is dereferenced",
            Fault::OutOfBounds { object: None } => "an access is outside of every object",
            Fault::OutOfBounds { object: Some(size) } => {
                return write!(
                    formatter,
                    "an access is outside of an object of {size} bytes"
                );
            }
            Fault::InFront => "an access is in front of an object",
            Fault::UseAfterFree => "memory is used after it was freed",
            Fault::BadFree => "free is called with a pointer that cannot be freed",
            Fault::ConstantWritten => "a constant is written",
            Fault::DivisionByZero => "division by zero",
            Fault::Overflow => "signed overflow",
            Fault::BadShift => "a shift by a negative amount or by too much",
            Fault::Assertion { condition } => {
                return write!(formatter, "assertion `{condition}` fails");
            }
            Fault::Aborted => "abort is called",
            Fault::StackExhausted => "the stack overflows",
            Fault::NoResult => "control leaves a function without a value",
            Fault::Signal(number) => return write!(formatter, "signal {number}"),
            Fault::Exit(code) => return write!(formatter, "exited with code {code}"),
            Fault::NoAnswer { why } => why,
        };
        formatter.write_str(words)
    }
}
