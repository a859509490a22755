//! Expressions: what a recipe can evaluate.

use serde::{Deserialize, Serialize};

use crate::Method;
use crate::types::Type;

/// A local of a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LocalId(pub u32);

/// An expression of Java, without anything that needs more than one statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Expression {
    /// `null`.
    Null,
    /// A boolean.
    Boolean {
        /// The value.
        value: bool,
    },
    /// A byte.
    Byte {
        /// The value.
        value: i8,
    },
    /// A short.
    Short {
        /// The value.
        value: i16,
    },
    /// A char, which may be half of a pair.
    Char {
        /// The UTF-16 unit.
        value: u16,
    },
    /// An int.
    Int {
        /// The value.
        value: i32,
    },
    /// A long.
    Long {
        /// The value.
        value: i64,
    },
    /// A float.
    Float {
        /// Its bits, so that zeros and NaN are exact.
        bits: u32,
    },
    /// A double.
    Double {
        /// Its bits.
        bits: u64,
    },
    /// A string, which need not be well-formed UTF-16.
    String {
        /// Its UTF-16 units.
        units: Vec<u16>,
    },
    /// A primitive in its box: `Integer.valueOf(3)`.
    Boxed {
        /// The primitive.
        value: Box<Expression>,
    },
    /// A constant of an enum.
    Enum {
        /// The enum's binary name.
        class: String,
        /// The constant.
        constant: String,
    },
    /// A class literal: `int[].class`.
    Class {
        /// The class.
        of: Type,
    },
    /// A local that was defined before.
    Local {
        /// Which.
        id: LocalId,
    },
    /// An array with these elements: `new int[] {1, 2}`.
    Array {
        /// The type of the elements.
        element: Type,
        /// The elements.
        items: Vec<Expression>,
    },
    /// An array of zeros or nulls: `new int[1000]`.
    NewArray {
        /// The type of the elements.
        element: Type,
        /// How many.
        length: i32,
    },
    /// A call of a constructor.
    New {
        /// The constructor.
        constructor: Method,
        /// The instance that an inner class needs, if it is one; it is the
        /// first parameter of the descriptor and not among `arguments`.
        outer: Option<Box<Expression>>,
        /// The arguments.
        arguments: Vec<Expression>,
    },
    /// A call of a static method.
    CallStatic {
        /// The method.
        method: Method,
        /// The arguments.
        arguments: Vec<Expression>,
    },
    /// A call of an instance method.
    Call {
        /// The receiver.
        receiver: Box<Expression>,
        /// The method, by the class that declares it where it is visible.
        method: Method,
        /// The arguments.
        arguments: Vec<Expression>,
    },
    /// A static field.
    StaticField {
        /// The class that declares it.
        class: String,
        /// The field.
        field: String,
    },
    /// A field of an object.
    Field {
        /// The object.
        of: Box<Expression>,
        /// The class that declares it.
        class: String,
        /// The field.
        field: String,
    },
    /// A lambda that ignores its parameters and answers one value, or throws
    /// nothing and does nothing: `key -> 3`.
    Lambda {
        /// The functional interface, with type arguments if they are known.
        interface: Type,
        /// Its one abstract method.
        method: Method,
        /// The answer; `None` if the method returns nothing.
        answer: Option<Box<Expression>>,
    },
    /// An object that stands in for one of an interface and answers calls with given values.
    StandIn {
        /// The interface, with type arguments if they are known.
        interface: Type,
        /// What its methods answer; those that are not named answer nothing.
        answers: Vec<Answers>,
    },
    /// An object of an anonymous subclass of a class, whose methods answer calls with given
    /// values: `new Shape("round") { … }`.
    Subclass {
        /// The constructor of the class.
        constructor: Method,
        /// Its arguments.
        arguments: Vec<Expression>,
        /// The methods of the subclass.
        overrides: Vec<Override>,
    },
    /// A mutable collection with these elements, added in order:
    /// `new ArrayList<>(Arrays.asList(1, 2))`.
    Collection {
        /// Its class, which has a constructor without parameters: `java.util.ArrayList`.
        class: String,
        /// The elements.
        items: Vec<Expression>,
    },
    /// A mutable map with these entries, put in order.
    Map {
        /// Its class, which has a constructor without parameters: `java.util.HashMap`.
        class: String,
        /// Keys and values.
        entries: Vec<(Expression, Expression)>,
    },
    /// The path of a directory that the test makes and throws away.
    Temporary,
    /// A cast.
    Cast {
        /// The wanted type.
        to: Type,
        /// The value.
        value: Box<Expression>,
    },
    /// A new object of a class whose constructors cannot be called from a
    /// test, made by reflection without running one: the last resort.
    Allocate {
        /// The class.
        class: String,
    },
}

/// What the methods of one name answer, call after call; the last answer stands for all that
/// follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    /// The name of the methods.
    pub method: String,
    /// The answers, at least one.
    pub each: Vec<Answer>,
}

/// What a call of an object that stands in for another comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// It returns a value; null where it returns nothing.
    Returns {
        /// The value.
        value: Expression,
    },
    /// It throws an exception.
    Throws {
        /// The exception.
        value: Expression,
    },
    /// It does what the class does that it is of a subclass of.
    Inherits,
}

impl Answer {
    /// The expression that it returns or throws.
    pub fn value(&self) -> Option<&Expression> {
        match self {
            Answer::Returns { value } | Answer::Throws { value } => Some(value),
            Answer::Inherits => None,
        }
    }

    fn value_mut(&mut self) -> Option<&mut Expression> {
        match self {
            Answer::Returns { value } | Answer::Throws { value } => Some(value),
            Answer::Inherits => None,
        }
    }
}

/// A method of an anonymous subclass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    /// The method, as the class above declares it.
    pub method: Method,
    /// Who may call it.
    pub visibility: Visibility,
    /// The checked exceptions that its answers throw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub throws: Vec<String>,
    /// What it answers, call after call; the last answer stands for all that follow. One
    /// without any answers nothing.
    pub each: Vec<Answer>,
}

/// Who may call a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody.
    Public,
    /// Subclasses and the package.
    Protected,
    /// The package.
    Package,
}

impl Override {
    /// The expressions of the answers, to change them.
    pub(crate) fn expressions(&mut self) -> impl Iterator<Item = &mut Expression> {
        self.each.iter_mut().filter_map(Answer::value_mut)
    }
}

impl Answers {
    /// The expressions of the answers, to change them.
    pub(crate) fn expressions(&mut self) -> impl Iterator<Item = &mut Expression> {
        self.each.iter_mut().filter_map(Answer::value_mut)
    }
}

impl Expression {
    /// A string.
    pub fn text(text: &str) -> Expression {
        Expression::String {
            units: text.encode_utf16().collect(),
        }
    }

    /// An int.
    pub fn int(value: i32) -> Expression {
        Expression::Int { value }
    }

    /// A local.
    pub fn local(id: u32) -> Expression {
        Expression::Local { id: LocalId(id) }
    }
}
