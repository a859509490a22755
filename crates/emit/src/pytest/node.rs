//! Objects of a case: what each is, and what it holds.

use serde::{Deserialize, Serialize};

use super::observed::Value;

/// Something with an identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Node {
    /// A list.
    List {
        /// The items.
        items: Vec<Value>,
    },
    /// A set.
    Set {
        /// The items, in a stable order.
        items: Vec<Value>,
    },
    /// A dict.
    Dict {
        /// Keys and values.
        items: Vec<(Value, Value)>,
    },
    /// A bytearray.
    Bytearray {
        /// Its content, as one value.
        items: Vec<Value>,
    },
    /// A deque.
    Deque {
        /// The items.
        items: Vec<Value>,
        /// The greatest length, in decimal.
        maximum: Option<String>,
    },
    /// An ordered dict.
    OrderedDict {
        /// Keys and values.
        items: Vec<(Value, Value)>,
    },
    /// A counter.
    Counter {
        /// Keys and values.
        items: Vec<(Value, Value)>,
    },
    /// A dict with a default.
    Defaultdict {
        /// Keys and values.
        items: Vec<(Value, Value)>,
        /// What makes the default.
        factory: Value,
    },
    /// An iterator over a list.
    Iterator {
        /// What is left of it.
        items: Vec<Value>,
    },
    /// A callable that always returns the same.
    Answer {
        /// What.
        value: Value,
        /// Whether the answer is awaited.
        #[serde(default)]
        awaited: bool,
        /// What it was called with.
        #[serde(default)]
        called: Called,
    },
    /// A callable that answers one thing after the other.
    Answers {
        /// Its answers in order; a single one is given again and again.
        answers: Vec<Answered>,
        /// Whether they are awaited.
        #[serde(default)]
        awaited: bool,
        /// What it was called with.
        #[serde(default)]
        called: Called,
    },
    /// An object.
    Instance {
        /// The module of its class.
        module: String,
        /// Its class.
        qualname: String,
        /// Whether its class defines what equal means.
        #[serde(default)]
        equality: bool,
        /// The fields in order.
        fields: Vec<(String, Value)>,
        /// How an equal object is made.
        rebuild: Option<Rebuild>,
    },
}

/// What a function of the input was called with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    /// How often.
    pub times: u32,
    /// With what, call after call; nothing if there were many.
    pub with: Vec<With>,
    /// Whether the test asks for it.
    #[serde(skip)]
    pub watched: bool,
}

/// What one call was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct With {
    /// By place.
    pub arguments: Vec<Value>,
    /// By name.
    pub keywords: Vec<(String, Value)>,
}

/// What a call of a function of the input gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    /// A value.
    Value(Value),
    /// An exception of a class.
    Raises(Value),
}

impl Answered {
    /// The value, or the class of the exception.
    pub fn value(&self) -> &Value {
        match self {
            Answered::Value(value) | Answered::Raises(value) => value,
        }
    }
}

/// The constructor's arguments that make an equal object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebuild {
    /// By place.
    pub arguments: Vec<Value>,
    /// By name.
    pub keywords: Vec<(String, Value)>,
}
