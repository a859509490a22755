//! What was observed of one case: the recipe, and the observer's answer as its
//! JSON brings it.

use everypath_recipe::{Expression, Recipe, Type};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::weakened::{Left, Weakened, Why};

/// One observed case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The number of the kept input.
    pub id: u64,
    /// The unit's name.
    pub unit: String,
    /// What was done.
    pub recipe: Recipe,
    /// How the call ended.
    pub outcome: Outcome,
    /// What the call's source has to know of the method under test.
    #[serde(default)]
    pub call: MethodFacts,
    /// The same of the methods that prepare the input, by class, name and
    /// descriptor, and of fields, by class and name.
    #[serde(default)]
    pub methods: IndexMap<String, MethodFacts>,
    /// Classes that the test may have to name.
    #[serde(default)]
    pub classes: IndexMap<String, ClassFacts>,
    /// Receiver and arguments before the call.
    pub before: Option<State>,
    /// Receiver and arguments after the call.
    pub state: Option<State>,
    /// What the call printed, as UTF-16 units.
    pub output: Option<Vec<u16>>,
    /// What the call changed in the directory of the test.
    #[serde(default)]
    pub files: Option<Vec<ChangedFile>>,
    /// The calls of stand-ins that return nothing, in order, with their arguments.
    #[serde(default)]
    pub calls: Option<Vec<String>>,
    /// What was seen and is not asserted.
    #[serde(default)]
    pub weakened: Vec<Weakened>,
}

/// A file that a call changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    /// Its path in the directory of the test.
    pub path: String,
    /// What became of it.
    pub now: Became,
    /// What is in it, each byte a character.
    #[serde(default)]
    pub text: Option<String>,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Became {
    /// It is not there any more.
    Gone,
    /// It is a directory.
    Directory,
    /// It is a file.
    File,
}

/// What can be seen of receiver and arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The receiver.
    pub receiver: Option<Value>,
    /// The arguments.
    pub arguments: Vec<Value>,
}

/// What a call in a test has to know of a method, or an access of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MethodFacts {
    /// Whether a test in the subject's package can name it.
    pub visible: bool,
    /// Whether it is for callers outside of its package.
    pub open: bool,
    /// Whether the arguments' types choose between methods.
    pub overloaded: bool,
    /// Whether it declares checked exceptions.
    pub checked: bool,
    /// Whether its last parameter takes any number of arguments.
    pub varargs: bool,
    /// Its generic parameters, as far as recipes can say them.
    pub parameters: Vec<Type>,
    /// The erased result or the field's type, as a descriptor.
    pub result: String,
}

/// What a test has to know of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClassFacts {
    /// Its name in source: `java.util.Map.Entry`.
    pub source: String,
    /// Its package.
    pub package: String,
    /// Whether a test in the subject's package can name it.
    pub visible: bool,
    /// Whether its objects belong to one of the class around it.
    pub inner: bool,
    /// The erased bound of each type parameter.
    pub bounds: Vec<String>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// It returned; `None` if it is void.
    Returned {
        /// What.
        value: Option<Value>,
    },
    /// It threw.
    Threw {
        /// The exception's class, or the nearest one that a test can name.
        class: String,
        /// The exception's own class.
        exact: String,
        /// Its message as UTF-16 units, if the subject made it.
        message: Option<Vec<u16>>,
    },
    /// The invariant does not hold afterwards.
    Violated {
        /// What does not hold.
        clause: String,
    },
    /// It did not end in time.
    TimedOut,
    /// It took the JVM down.
    Crashed,
}

/// A value as far as a test can look at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "v", rename_all = "snake_case")]
pub enum Value {
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
    /// A char.
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
    /// A float by its bits.
    Float {
        /// The bits; every NaN is the same one.
        bits: u32,
    },
    /// A double by its bits.
    Double {
        /// The bits; every NaN is the same one.
        bits: u64,
    },
    /// A primitive in its box.
    Boxed {
        /// The primitive.
        of: Box<Value>,
    },
    /// A string.
    String {
        /// Its UTF-16 units.
        units: Vec<u16>,
    },
    /// A string too long to be written.
    LongString {
        /// Its length.
        length: u32,
    },
    /// A constant of an enum.
    Enum {
        /// The enum.
        class: String,
        /// The constant.
        constant: String,
    },
    /// A class.
    Class {
        /// Which, as a descriptor.
        descriptor: String,
    },
    /// A `BigInteger` or `BigDecimal`.
    Number {
        /// Which of the two.
        class: String,
        /// Its digits.
        text: String,
    },
    /// An object of the input.
    Same {
        /// Which.
        #[serde(rename = "as")]
        with: Known,
    },
    /// An array.
    Array {
        /// The type of its elements, as a descriptor.
        element: String,
        /// Its elements.
        items: Vec<Value>,
    },
    /// An array too long to be written.
    LongArray {
        /// Its length.
        length: u32,
        /// The type of its elements, as a descriptor.
        element: String,
    },
    /// A list of the JDK.
    List {
        /// Its elements.
        items: Vec<Value>,
    },
    /// A set of the JDK.
    Set {
        /// Its elements.
        items: Vec<Value>,
    },
    /// A map of the JDK.
    Map {
        /// Its keys and values.
        entries: Vec<(Value, Value)>,
    },
    /// A list, set or map too large to be written.
    LongCollection {
        /// Its size.
        length: u32,
    },
    /// An `Optional`.
    Optional {
        /// What it holds.
        of: Option<Box<Value>>,
    },
    /// An object, by what can be read of it.
    Object {
        /// The most exact class that a test can name.
        class: String,
        /// What was read, in order.
        reads: Vec<Read>,
    },
    /// Something that says nothing.
    Opaque {
        /// Its class.
        class: String,
    },
}

/// An object of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// What it is.
    pub what: Role,
    /// Which of those.
    pub index: usize,
}

/// What an object of the input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The receiver.
    Receiver,
    /// An argument.
    Argument,
    /// A local of the arrangement.
    Local,
}

/// Something that was read of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// How.
    pub read: ReadKind,
    /// The method or field.
    pub name: String,
    /// Its erased type, as a descriptor.
    pub result: String,
    /// What it holds by its declaration, if it is a list, as a descriptor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// Whether reading declares checked exceptions.
    pub checked: bool,
    /// What it gave.
    pub value: Value,
}

/// How something is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadKind {
    /// By a method without parameters.
    Method,
    /// From a field.
    Field,
}

impl Case {
    /// The same case with a test that asserts less: that the call returns
    /// something, not what. `None` if there is no less.
    pub fn weakened(&self) -> Option<Case> {
        let Outcome::Returned { value } = &self.outcome else {
            return None;
        };
        let is_reference = self.call.result.starts_with(['L', '[']);
        let weaker = match value {
            Some(Value::Null | Value::Opaque { .. }) | None => None,
            Some(_) if is_reference => Some(Value::Opaque {
                class: "java.lang.Object".to_owned(),
            }),
            Some(_) => None,
        };
        let lost = [
            (Left::Result, *value != weaker),
            (Left::State, self.before.is_some() || self.state.is_some()),
            (Left::Output, self.output.is_some()),
        ];
        if lost.iter().all(|(_, is_lost)| !is_lost) {
            return None;
        }
        let mut left = self.weakened.clone();
        for (what, _) in lost.into_iter().filter(|(_, is_lost)| *is_lost) {
            Weakened::add(what, Why::Failed, &mut left);
        }
        Some(Case {
            outcome: Outcome::Returned { value: weaker },
            before: None,
            state: None,
            output: None,
            weakened: left,
            ..self.clone()
        })
    }
}

impl Value {
    /// Whether it can be written as one expression that equals it.
    pub fn is_simple(&self) -> bool {
        match self {
            Value::Null
            | Value::Boxed { .. }
            | Value::String { .. }
            | Value::Enum { .. }
            | Value::Class { .. }
            | Value::Number { .. }
            | Value::Same { .. } => true,
            Value::List { items } | Value::Set { items } => items.iter().all(Value::is_simple),
            Value::Optional { of } => of.as_ref().is_none_or(|of| of.is_simple()),
            value => value.primitive().is_some(),
        }
    }

    /// The expression that a primitive is.
    pub fn primitive(&self) -> Option<Expression> {
        Some(match *self {
            Value::Boolean { value } => Expression::Boolean { value },
            Value::Byte { value } => Expression::Byte { value },
            Value::Short { value } => Expression::Short { value },
            Value::Char { value } => Expression::Char { value },
            Value::Int { value } => Expression::Int { value },
            Value::Long { value } => Expression::Long { value },
            Value::Float { bits } => Expression::Float { bits },
            Value::Double { bits } => Expression::Double { bits },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(result: &str, value: serde_json::Value) -> Case {
        serde_json::from_value(serde_json::json!({
            "id": 1,
            "unit": "a.Foo#bar()",
            "recipe": {
                "arrange": [],
                "method": {"class": "a.Foo", "name": "bar", "descriptor": format!("(){result}"), "varargs": false},
                "receiver": null,
                "arguments": [],
                "invariant": null,
            },
            "outcome": {"kind": "returned", "value": value},
            "call": {"result": result},
        }))
        .expect("a case")
    }

    #[test]
    fn a_weaker_test_asserts_that_something_is_returned() {
        let text = serde_json::json!({"v": "string", "units": [97]});
        let weaker = case("Ljava/lang/String;", text)
            .weakened()
            .expect("there is less");
        let Outcome::Returned {
            value: Some(Value::Opaque { .. }),
        } = &weaker.outcome
        else {
            panic!("{:?}", weaker.outcome);
        };
        let weakest = weaker.weakened().expect("that it returns is less");
        assert_eq!(weakest.outcome, Outcome::Returned { value: None });
        let (what, why) = (Left::Result, Why::Failed);
        assert_eq!(weakest.weakened, [Weakened { what, why }]);
        assert_eq!(weakest.weakened(), None);
    }

    #[test]
    fn of_a_number_nothing_is_left() {
        let number = serde_json::json!({"v": "int", "value": 3});
        let weaker = case("I", number).weakened().expect("there is less");
        assert_eq!(weaker.outcome, Outcome::Returned { value: None });
    }
}
