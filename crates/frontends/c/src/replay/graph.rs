//! The objects of a run's input, and what its pointers became.

use indexmap::{IndexMap, IndexSet};

use crate::types::TypeId;

/// An object of the input that a run made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The slot of the pointer that led to it first.
    pub slot: String,
    /// The type of that pointer.
    pub pointer: TypeId,
    /// Bytes from its beginning that the run used.
    pub used: u64,
    /// Whether the run freed or resized it: then it has to be on the heap.
    pub owned: bool,
}

/// What a pointer of the input became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Null.
    Null,
    /// An object, by its index.
    Object(usize),
    /// Within an object: which, and how many bytes from its beginning.
    Inside {
        /// The object, by its index.
        object: usize,
        /// The bytes.
        offset: u64,
    },
    /// Within a global: its name, and how many bytes from its beginning.
    Global {
        /// The name.
        name: String,
        /// The bytes.
        offset: u64,
    },
    /// A stream: standard input, output, errors, or (3) another.
    Stream(u32),
    /// A stream of the input, by its index.
    Opened(usize),
    /// What it was before, or a function: the option taken, of how many.
    Known {
        /// The option.
        taken: u32,
        /// How many there were.
        options: u32,
    },
}

/// A stream of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The slot of the pointer that led to it first; `stdin` is standard input.
    pub slot: String,
    /// Where it stands at first.
    pub position: u32,
    /// Whether the run read it or wrote to it.
    pub used: bool,
    /// Whether the run closed it.
    pub closed: bool,
    /// Whether the run wrote to it.
    pub written: bool,
}

/// A `long double` of x86.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongDouble {
    /// The mantissa, with its first bit.
    pub mantissa: u64,
    /// The sign above fifteen bits of exponent.
    pub sign_and_exponent: u16,
}

/// The objects of a run's input and the pointers between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The objects, in the order in which they were made.
    pub objects: Vec<Object>,
    /// The streams, in the order in which they were met.
    pub streams: Vec<Stream>,
    /// What each pointer slot became.
    pub pointers: IndexMap<String, Target>,
    /// The pointers that lead where they led before the run.
    pub unchanged: IndexSet<String>,
    /// Slots that are a `long double` which no `double` has.
    pub long_doubles: IndexMap<String, LongDouble>,
    /// The calls of stubs, in order.
    pub stubs: Vec<String>,
    /// The lines of the unit, where the run was to tell them.
    pub lines: Vec<u32>,
}
