//! What a case is: C that makes its input, the call, and the places whose
//! values say what the call did.

use serde::Deserialize;

use super::checks::uses_result;
use crate::likelihood::Likelihood;
use crate::weakened::{Left, Weakened};

/// What a place holds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// `_Bool`.
    Boolean,
    /// A character type.
    Character,
    /// An enumeration, with its constants.
    Enumeration(Vec<(String, i64)>),
    /// `float`.
    Float,
    /// A `long double`.
    LongDouble,
    /// `double`.
    Double,
    /// A pointer; whether what it points to is a text.
    Pointer {
        /// A pointer to characters, read up to their end.
        text: bool,
        /// Whether they are no plain `char`: C wants a cast to read them.
        cast: bool,
        /// The type of what it points to.
        of: String,
    },
    /// Characters in memory, this many.
    Bytes(u64),
}

/// A place that is looked at after the call.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Place {
    /// How C writes it.
    pub expression: String,
    /// What it holds.
    pub kind: Kind,
    /// Whether it exists before the call; then it is only of interest if the
    /// call changes it.
    #[serde(default)]
    pub before: bool,
    /// A condition without which it cannot be looked at.
    pub guard: Option<String>,
}

/// An object of the input, so that pointers to it can be named.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Object {
    /// A pointer to it, as C writes it.
    pub pointer: String,
    /// Its bytes, as C writes them.
    pub size: String,
    /// The bytes of one element.
    pub element: u64,
    /// The type of one element.
    pub of: String,
}

/// Where a function is defined that another one stands in for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Defined {
    /// In another file, or in a library.
    Elsewhere,
    /// In the source, where other files see it.
    Public,
    /// In the source, for it alone.
    Static,
}

/// How what a function is called with is passed on to another.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passed {
    /// Parameters by their names.
    Named(Vec<String>),
    /// Any arguments.
    Variadic,
}

/// A function that another one stands in for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Replaced {
    /// The function, as C names it.
    pub function: String,
    /// Its symbol.
    pub symbol: String,
    /// Where it is defined.
    pub defined: Defined,
    /// Its declaration: what stands before its name, and behind.
    pub declaration: (String, String),
    /// How its arguments are passed on.
    pub passed: Passed,
    /// Whether it returns anything.
    pub gives: bool,
    /// What stands in for it.
    pub stand_in: String,
}

impl Replaced {
    /// Its declaration under another name.
    pub(super) fn declared(&self, name: &str) -> String {
        format!("{}{name}{}", self.declaration.0, self.declaration.1)
    }
}

/// How to make an input and call the unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Recipe {
    /// Statements that make the input.
    pub setup: Vec<String>,
    /// What stands before the test: objects that stubs share, and the stubs.
    pub statics: Vec<String>,
    /// The functions that are replaced for the call.
    pub replaced: Vec<Replaced>,
    /// The allocation that fails, counted from 1.
    pub failing_allocation: Option<u32>,
    /// The unit, as a test calls it.
    pub function: String,
    /// What it is called with.
    pub arguments: Vec<String>,
    /// What has to hold behind the call.
    pub invariant: Option<Invariant>,
    /// The declaration of the result: `int result`; none for `void`.
    pub result: Option<String>,
    /// What to look at.
    pub places: Vec<Place>,
    /// The objects of the input.
    pub objects: Vec<Object>,
    /// What the input is about, in words: a name and its value's words.
    pub words: Vec<(String, String)>,
}

impl Recipe {
    /// What a place belongs to.
    pub fn part(&self, place: usize) -> Left {
        match uses_result(&self.places[place].expression) {
            true => Left::Result,
            false => Left::State,
        }
    }

    /// The call, as an expression.
    pub fn call(&self) -> String {
        format!("{}({})", self.function, self.arguments.join(", "))
    }
}

/// A function that says whether an object is as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Invariant {
    /// The function.
    pub function: String,
    /// Which argument of the call it looks at.
    pub parameter: usize,
}

/// How the call ends.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It returns.
    Returns,
    /// It ends the program with a status.
    Exits(i32),
    /// It is wrong: what a sanitizer or the system says.
    Fails(String),
}

/// What was seen of a place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    /// A number, as C prints it; floats in hexadecimal.
    Number(String),
    /// A null pointer.
    Null,
    /// A pointer into an object of the input: which, and how far.
    Into(usize, u64),
    /// Another pointer.
    Other,
    /// A text.
    Text(Vec<u8>),
}

/// A case, observed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Case {
    /// Its number.
    pub id: u64,
    /// The unit.
    pub unit: String,
    /// How it is made.
    pub recipe: Recipe,
    /// How it ends.
    pub ending: Ending,
    /// What a reader should know of how its input is made.
    #[serde(default)]
    pub remark: Option<String>,
    /// Whether callers can make its input, where it fails.
    #[serde(default)]
    pub likelihood: Option<Likelihood>,
    /// What was seen, by place.
    #[serde(default)]
    pub seen: Vec<(usize, Seen)>,
    /// What it wrote to the standard output.
    #[serde(default)]
    pub output: Vec<u8>,
    /// What was seen and is not asserted.
    #[serde(default)]
    pub weakened: Vec<Weakened>,
}

impl Case {
    /// Whether callers can make its input, as far as anybody knows.
    pub fn is_likely(&self) -> bool {
        self.likelihood.as_ref().is_none_or(Likelihood::is_likely)
    }
}
