//! Programs as the encoder sees them: lowered piece by piece, when asked for.

use std::rc::Rc;

use everypath_term::{Sort, Value};
use everypath_trace::Premise;
use serde::{Deserialize, Serialize};

use crate::code::Procedure;
use crate::input::Open;

/// A class of objects or arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClassId(pub u32);

/// A procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ProcedureId(pub u32);

/// What a call by the receiver's class names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SelectorId(pub u32);

/// An object that is there before the unit runs and is no input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StaticId(pub u64);

/// What a field or an element holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// A boolean, bit-vector or float.
    Scalar(Sort),
    /// A reference.
    Reference,
}

/// A field of a class, its own or inherited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// What it may hold in an object of the input.
    pub open: Open,
}

/// What objects of a class contain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Contents {
    /// Fields.
    Fields(Vec<Field>),
    /// Elements, with what they may hold in an array of the input.
    Elements(Kind, Open),
}

/// Where the fields of objects are in memory, if code names them by bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// The byte at which each field begins, as many as there are fields.
    pub offsets: Vec<u64>,
    /// Bytes of an object.
    pub size: u64,
    /// Whether an object may be larger than this.
    pub grows: bool,
}

/// A class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Class {
    /// Its name, for messages.
    pub name: String,
    /// What its objects contain.
    pub contents: Contents,
    /// Whether two objects of it may be the same where they are two here:
    /// the language shares them as it likes, as boxed numbers.
    pub may_be_shared: bool,
    /// Where its fields are, if that is known.
    pub layout: Option<Layout>,
}

/// A value that the code names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Constant {
    /// A number.
    Scalar(Value),
    /// Null.
    Null,
    /// An object that is no input.
    Object(StaticId),
    /// Something that can be passed on, but not looked at: why.
    Unknown(Rc<str>),
}

/// A unit, ready to be encoded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Makes the input, enters the unit and runs it.
    pub entry: ProcedureId,
    /// The open places that the entry reads.
    pub inputs: Vec<Open>,
    /// What inputs are beside those that no entry makes: words that narrow a
    /// proof down. If there are any, nothing is proved for all inputs.
    pub leaves_out: Vec<String>,
    /// The only inputs of a kind that the entry makes, where others differ by more than
    /// size: words that follow "with". If there are any, nothing is proved at all.
    pub only: Vec<String>,
}

/// A program that is lowered on demand.
pub trait Source {
    /// A class.
    fn class(&mut self, class: ClassId) -> Rc<Class>;
    /// Whether a class is another or a subtype of it.
    fn is_subtype(&mut self, class: ClassId, of: ClassId) -> bool;
    /// Whether an array of a class may hold an object of another.
    fn may_hold(&mut self, array: ClassId, element: ClassId) -> bool;
    /// A procedure.
    fn procedure(&mut self, procedure: ProcedureId) -> Rc<Procedure>;
    /// Whether a procedure stands for an operation of the language: following
    /// it is little more than following an instruction.
    fn is_operation(&mut self, _procedure: ProcedureId) -> bool {
        false
    }
    /// What the code lowered so far takes for granted: values that are no input, and that
    /// somebody may change.
    fn premises(&self) -> Vec<Premise> {
        Vec::new()
    }
    /// The procedure that a call selects on a receiver, or why there is none.
    fn select(&mut self, receiver: ClassId, selector: SelectorId) -> Result<ProcedureId, String>;
    /// The class of an object that is there from the beginning.
    fn object_class(&mut self, object: StaticId) -> ClassId;
    /// The contents of an object that is there from the beginning.
    fn object_contents(&mut self, object: StaticId) -> Vec<Constant>;
}
