//! Recipes: how a Java test builds its input and makes the call under test,
//! at the level of Java source, as plain data. The executor writes recipes
//! from inputs; the observer carries them out in a real JVM; the emitter
//! prints them as tests. A recipe says what to do, never what comes out.
//!
//! Objects that are used twice, or that lead back to themselves, are locals:
//! a local is defined once and named as often as needed, so aliases and
//! cycles are exact.
//!
//! ```
//! use everypath_recipe::{Argument, Expression, Method, Recipe};
//!
//! let recipe = Recipe::of_static(
//!     Method::new("shop.Prices", "parse", "(Ljava/lang/String;)I"),
//!     vec![Argument::new("text", Expression::text("12"))],
//! );
//! let json = serde_json::to_string(&recipe).unwrap();
//! assert_eq!(serde_json::from_str::<Recipe>(&json).unwrap(), recipe);
//! ```

mod descriptor;
mod expression;
mod inline;
mod promise;
mod types;

use serde::{Deserialize, Serialize};

pub use descriptor::{Descriptor, parse_descriptor};
pub use expression::{Answer, Answers, Expression, LocalId, Override, Visibility};
pub use promise::{
    Assertion, Before, CHECK, Ending, INVARIANT, Part, Promise, REQUIRES, WOVEN, woven_name,
};
pub use types::Type;

/// The name that class files give to constructors.
pub const CONSTRUCTOR: &str = "<init>";

/// A method or constructor, named as class files name it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Method {
    /// The class that a call names, as a binary name: `java.util.Map$Entry`.
    pub class: String,
    /// Its name; [`CONSTRUCTOR`] for a constructor.
    pub name: String,
    /// Its descriptor: `(ILjava/lang/String;)V`.
    pub descriptor: String,
    /// Whether its last parameter is declared with dots.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub varargs: bool,
}

impl Method {
    /// A method of fixed arity.
    pub fn new(class: &str, name: &str, descriptor: &str) -> Method {
        Method {
            class: class.to_owned(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            varargs: false,
        }
    }

    /// A constructor of fixed arity.
    pub fn constructor(class: &str, descriptor: &str) -> Method {
        Method::new(class, CONSTRUCTOR, descriptor)
    }

    /// Whether it is a constructor.
    pub fn is_constructor(&self) -> bool {
        self.name == CONSTRUCTOR
    }
}

/// One step before the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Statement {
    /// Defines a local: `Node first = new Node();`. Locals are numbered from
    /// zero in the order of their definitions.
    Define {
        /// The local.
        local: LocalId,
        /// Its declared type, with type arguments if they are known.
        of: Type,
        /// What it should be called, for readers: `node`, `items`.
        name: String,
        /// Its value.
        value: Expression,
    },
    /// Evaluates a call and forgets the result: `list.add(1);`.
    Evaluate {
        /// The call.
        call: Expression,
    },
    /// Sets a field: `node.next = node;`.
    SetField {
        /// The object; `None` for a static field.
        of: Option<Expression>,
        /// The class that declares the field.
        class: String,
        /// The field.
        field: String,
        /// The new value.
        value: Expression,
    },
    /// Makes a file or a directory in the directory of the test.
    MakeFile {
        /// Its path there.
        path: String,
        /// What is in it; nothing for a directory.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<Vec<u8>>,
    },
    /// Ends the test, which says nothing then, where something is at a path outside its
    /// directory: no test may make or delete that.
    AssumeAbsent {
        /// The path, as the program asks for it.
        path: String,
    },
    /// Sets a system property, or takes it away, until the test ends.
    SetProperty {
        /// Its name.
        name: String,
        /// Its value; null if nobody is to have set it.
        value: Expression,
    },
    /// Sets an element of an array: `grid[0] = row;`.
    SetElement {
        /// The array.
        array: Expression,
        /// Which.
        index: i32,
        /// The new value.
        value: Expression,
    },
}

/// An argument of the call under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    /// The parameter's name, or a good guess.
    pub name: String,
    /// The value.
    pub value: Expression,
}

impl Argument {
    /// An argument for a parameter.
    pub fn new(name: &str, value: Expression) -> Argument {
        Argument {
            name: name.to_owned(),
            value,
        }
    }
}

/// What an observer says of the receiver before the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// The observer, a boolean method without effects.
    pub observer: Method,
    /// The arguments with which it is asked.
    pub arguments: Vec<Argument>,
    /// Whether it declares exceptions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub throws: bool,
    /// What it answers.
    pub answer: bool,
}

/// How to build an input and call the unit with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// What to do before the call, in order.
    pub arrange: Vec<Statement>,
    /// The method or constructor under test.
    pub method: Method,
    /// The receiver; `None` for static methods and constructors.
    pub receiver: Option<Expression>,
    /// The arguments, one for each parameter of the descriptor. The last
    /// argument of a method with varargs is the array.
    pub arguments: Vec<Argument>,
    /// What observers of the receiver answer before the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Given>,
    /// Parameterless boolean or void methods that say whether the receiver is
    /// valid, called on it after the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invariant: Option<Method>,
    /// What to do after the test, so that the next one finds what this one did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restore: Vec<Statement>,
    /// The clause of a specification that the call breaks, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promise: Option<Promise>,
    /// What `System.in` holds, if the unit reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_input: Option<String>,
}

impl Recipe {
    /// A call of a static method or constructor that needs no preparation.
    pub fn of_static(method: Method, arguments: Vec<Argument>) -> Recipe {
        Recipe {
            arrange: Vec::new(),
            method,
            receiver: None,
            arguments,
            given: Vec::new(),
            restore: Vec::new(),
            invariant: None,
            promise: None,
            standard_input: None,
        }
    }

    /// The simple names of the types that something stands in for, each once.
    pub fn stand_ins(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for statement in &self.arrange {
            let Statement::Define { value, .. } = statement else {
                continue;
            };
            let name = match value {
                Expression::StandIn {
                    interface: Type::Class { name, .. },
                    ..
                } => name,
                Expression::Subclass { constructor, .. } => &constructor.class,
                _ => continue,
            };
            let name = name.rsplit(['.', '$']).next().unwrap_or(name);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// A call of an instance method.
    pub fn of_instance(method: Method, receiver: Expression, arguments: Vec<Argument>) -> Recipe {
        Recipe {
            receiver: Some(receiver),
            ..Recipe::of_static(method, arguments)
        }
    }
}
