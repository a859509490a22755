//! Inputs: what an open place may hold, and what a solution put there.

use everypath_term::{Sort, Value};
use serde::{Deserialize, Serialize};

use crate::source::{ClassId, Constant, StaticId};

/// What an open place of the input may hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Open {
    /// A number: a variable of this sort, extended to `width` bits if it is
    /// narrower; booleans become 0 or 1.
    Scalar {
        /// The variable's sort.
        sort: Sort,
        /// The sort of the value that the program sees.
        seen: Sort,
        /// Whether narrow numbers are extended with their sign.
        signed: bool,
    },
    /// One of the objects of a class that the input shares, or null.
    Pool {
        /// The class; objects of its subtypes count too.
        class: ClassId,
        /// Whether it may be null.
        nullable: bool,
    },
    /// An object of its own, of exactly this class, or null.
    Own {
        /// The class; an array's elements are open too.
        class: ClassId,
        /// Whether it may be null.
        nullable: bool,
    },
    /// The first object of a class in the input: what a node belongs to.
    Outer {
        /// The class.
        class: ClassId,
    },
    /// One of some objects that are there from the beginning, or null.
    OneOf {
        /// The objects.
        objects: Vec<StaticId>,
        /// Whether it may be null.
        nullable: bool,
    },
    /// Always the same.
    Fixed(Constant),
    /// Something that cannot be followed: reading it is not supported.
    Unknown(String),
}

/// What a solution put into an open place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum InputValue {
    /// A number, in the sort of the place's variable.
    Scalar(Value),
    /// Null.
    Null,
    /// An object of the solution, by its number.
    Object(usize),
    /// An object that was there from the beginning.
    Static(StaticId),
    /// It was never read.
    Unread,
}

/// An object of a solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputObject {
    /// Its class.
    pub class: ClassId,
    /// Its fields, or an array's elements.
    pub contents: Vec<InputValue>,
}

/// An input that was solved for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Solution {
    /// The unit's inputs, in their order.
    pub inputs: Vec<InputValue>,
    /// The objects that they lead to.
    pub objects: Vec<InputObject>,
}
