//! What was observed of one case, as the observer's JSON brings it.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::environment::{Patch, Variable};
pub use super::node::{Answered, Called, Node, Rebuild, With};
use crate::weakened::Why;

/// The number of an object; the same object has the same number before and
/// after the call.
pub type Id = u32;

/// Nodes by number. JSON has text keys.
pub type Graph = IndexMap<Id, Node>;

/// One observed case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The number of the kept input.
    pub id: u64,
    /// The unit's qualified name.
    pub unit: String,
    /// How the unit is called; missing if the input could not be built.
    pub call: Option<Call>,
    /// The receiver.
    pub receiver: Option<Value>,
    /// The arguments in the order of the call.
    #[serde(default)]
    pub arguments: Vec<Argument>,
    /// How observers of the receiver are asked, if they have arguments.
    #[serde(default, skip_serializing)]
    pub questions: Vec<String>,
    /// The variables of the environment that the unit asks for.
    #[serde(default)]
    pub environment: IndexMap<String, Variable>,
    /// What the world answers: what the test puts in place of its functions.
    #[serde(default)]
    pub world: Vec<Patch>,
    /// What observers say of the receiver before the call.
    #[serde(default)]
    pub given: Vec<Given>,
    /// The objects of the input before the call.
    #[serde(default)]
    pub before: Graph,
    /// How objects of the input are made.
    #[serde(default)]
    pub recipes: IndexMap<Id, Recipe>,
    /// The objects of input and result after the call.
    #[serde(default)]
    pub after: Graph,
    /// Whether the objects of the input are what they were, so that `after`
    /// was given for the others only.
    #[serde(default, skip_serializing)]
    unchanged: bool,
    /// How the call ended.
    pub outcome: Outcome,
    /// What had to be walked to get the result.
    pub walked: Option<Walked>,
    /// Whether the receiver's invariant was asked after the call, and held.
    pub invariant_holds: Option<bool>,
    /// What differed between two runs in fresh processes.
    #[serde(default)]
    pub unstable: Vec<Part>,
    /// Why it is unstable.
    #[serde(default)]
    pub because: Option<Why>,
    /// The line at which an error came up that looks like a mistake of the code.
    #[serde(default, skip_serializing)]
    pub suspicion: Option<u32>,
}

impl Case {
    /// Reads the observer's description, and fills in what it left out
    /// because it did not change.
    pub fn parse(text: &str) -> serde_json::Result<Case> {
        let mut case: Case = serde_json::from_str(text)?;
        if std::mem::take(&mut case.unchanged) {
            let new = std::mem::replace(&mut case.after, case.before.clone());
            case.after.extend(new);
        }
        Ok(case)
    }

    /// The type that results have in all processes, if it is a plain one.
    pub fn steady_type(&self, value: &Value) -> Option<&'static str> {
        if self.unstable.contains(&Part::Type) {
            return None;
        }
        match value {
            Value::Bool { .. } => Some("bool"),
            Value::Int { .. } => Some("int"),
            Value::Float { .. } => Some("float"),
            Value::Str { .. } => Some("str"),
            Value::Bytes { .. } => Some("bytes"),
            Value::Tuple { .. } => Some("tuple"),
            _ => None,
        }
    }
}

/// What an observer says of the receiver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// How it is asked: `is_empty()`, or `empty` for a property.
    pub observer: String,
    /// Its answer.
    pub answer: bool,
}

/// A part of what a case shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The returned value.
    Result,
    /// What type the result is of.
    Type,
    /// The message of the raised error.
    Message,
    /// The state of receiver and arguments afterwards.
    State,
}

/// What a call gave that is no value yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Walked {
    /// An iterator, walked to a list.
    Iterator,
    /// A coroutine, run to its result.
    Coroutine,
}

/// How a unit is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// What the unit is.
    pub kind: Kind,
    /// Its module.
    pub module: String,
    /// Its class's qualified name.
    pub class: Option<String>,
    /// Its name in the class or module.
    pub attribute: String,
    /// The class's invariant.
    pub invariant: Option<String>,
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A function of the module.
    Function,
    /// A method of an object.
    Method,
    /// A static method.
    Static,
    /// A class method.
    Class,
    /// A constructor.
    Constructor,
    /// A property.
    Property,
}

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    /// The parameter's name.
    pub name: String,
    /// The value.
    pub value: Value,
    /// Whether it is passed by name.
    #[serde(default)]
    pub keyword: bool,
    /// Whether it can be left out, being the default.
    #[serde(default)]
    pub default: bool,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// It returned.
    Returned {
        /// What.
        value: Value,
    },
    /// It raised an error.
    Raised {
        /// The module of the error's class.
        module: String,
        /// The class, or its nearest base that can be imported.
        qualname: String,
        /// The message, unless it would differ elsewhere.
        message: Option<String>,
    },
    /// It broke a promise.
    Violated {
        /// Which, in words.
        clause: String,
        /// The broken postcondition, as an expression.
        expression: Option<String>,
        /// The names of the module that the expression uses.
        #[serde(default)]
        globals: Vec<String>,
        /// The broken invariant.
        invariant: Option<String>,
    },
    /// It did not end in time.
    TimedOut,
    /// It took the process down.
    Crashed {
        /// How.
        how: String,
    },
    /// The input is not one the unit is for.
    Rejected {
        /// What it does not meet.
        clause: String,
    },
    /// It cannot be observed.
    Unsupported {
        /// Why.
        what: String,
    },
}

/// A value: in place, or a reference to a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Value {
    /// `None`.
    None,
    /// A boolean.
    Bool {
        /// The value.
        v: bool,
    },
    /// An integer in decimal.
    Int {
        /// The digits.
        v: String,
    },
    /// A float by its `repr`.
    Float {
        /// The text.
        v: String,
    },
    /// A text.
    Str {
        /// The value.
        v: String,
    },
    /// Bytes in hexadecimal.
    Bytes {
        /// The digits.
        v: String,
    },
    /// A tuple.
    Tuple {
        /// The items.
        items: Vec<Value>,
    },
    /// A frozen set.
    Frozenset {
        /// The items, in a stable order.
        items: Vec<Value>,
    },
    /// A named tuple.
    NamedTuple {
        /// The module of its class.
        module: String,
        /// Its class.
        qualname: String,
        /// The names of its fields.
        fields: Vec<String>,
        /// The items.
        items: Vec<Value>,
    },
    /// A member of an enumeration.
    Member {
        /// The module of its class.
        module: String,
        /// Its class.
        qualname: String,
        /// Its name.
        name: String,
    },
    /// What a class makes of some arguments.
    Made {
        /// The module of the class.
        module: String,
        /// The class.
        qualname: String,
        /// The arguments.
        arguments: Vec<Value>,
    },
    /// A class.
    Class {
        /// Its module.
        module: String,
        /// Its name.
        qualname: String,
    },
    /// A function.
    Function {
        /// Its module.
        module: String,
        /// Its name.
        qualname: String,
    },
    /// A bound method.
    Method {
        /// The object.
        of: Box<Value>,
        /// The method.
        name: String,
    },
    /// A function without parameters that returns a value.
    Lambda {
        /// The value.
        of: Box<Value>,
    },
    /// An expression that gives an equal value.
    Expression {
        /// The text.
        text: String,
        /// What it needs: a module, or a module and a name in it.
        imports: Vec<String>,
    },
    /// `NotImplemented`.
    NotImplemented,
    /// A node.
    Ref {
        /// Its number, as text: a number inside a tagged value would not
        /// survive arbitrary precision.
        #[serde(with = "as_text")]
        id: Id,
    },
    /// Something that no test can spell out.
    Opaque {
        /// The module of its class.
        module: String,
        /// Its class.
        qualname: String,
        /// Whether the class can be imported.
        importable: bool,
        /// Whether it can be called.
        #[serde(default)]
        callable: bool,
    },
}

/// How an object of the input is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The module of its class.
    pub module: String,
    /// Its class.
    pub qualname: String,
    /// Made without its constructor.
    #[serde(default)]
    pub bare: bool,
    /// The constructor's arguments by place.
    pub arguments: Vec<Value>,
    /// The constructor's arguments by name.
    pub keywords: Vec<(String, Value)>,
    /// The calls that follow.
    pub calls: Vec<Step>,
    /// The assignments that follow.
    pub fields: Vec<Assignment>,
    /// The objects that the arguments refer to, as they were then.
    pub nodes: Graph,
}

impl Recipe {
    /// The values that it speaks of.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        let named = self.keywords.iter().map(|(_, value)| value);
        let given = self.arguments.iter().chain(named);
        given
            .chain(self.calls.iter().flat_map(|step| &step.arguments))
            .chain(self.fields.iter().map(|field| &field.value))
    }
}

/// A call on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The method.
    pub method: String,
    /// Its arguments.
    pub arguments: Vec<Value>,
}

/// An assignment on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    /// The field.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// Whether the class forbids it, so that it goes around the class.
    #[serde(default)]
    pub forced: bool,
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::Id;

    pub(crate) fn serialize<S: Serializer>(id: &Id, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&id.to_string())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
