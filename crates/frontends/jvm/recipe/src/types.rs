//! Types as Java source writes them.

use serde::{Deserialize, Serialize};

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Type {
    /// `boolean`.
    Boolean,
    /// `byte`.
    Byte,
    /// `short`.
    Short,
    /// `char`.
    Char,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `void`, only as what a method returns.
    Void,
    /// A class or interface.
    Class {
        /// Its binary name: `java.util.Map$Entry`.
        name: String,
        /// Its type arguments; none if they are not known.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        arguments: Vec<Type>,
    },
    /// `?`, only as a type argument.
    Any,
    /// An array.
    Array {
        /// What it holds.
        element: Box<Type>,
    },
}

impl Type {
    /// A class without type arguments.
    pub fn class(name: &str) -> Type {
        Type::Class {
            name: name.to_owned(),
            arguments: Vec::new(),
        }
    }

    /// A class with type arguments.
    pub fn generic(name: &str, arguments: Vec<Type>) -> Type {
        Type::Class {
            name: name.to_owned(),
            arguments,
        }
    }

    /// An array of this.
    pub fn array(self) -> Type {
        Type::Array {
            element: Box::new(self),
        }
    }

    /// Whether values are no references.
    pub fn is_primitive(&self) -> bool {
        !matches!(self, Type::Class { .. } | Type::Any | Type::Array { .. })
    }

    /// The class that holds a primitive as an object.
    pub fn boxed(&self) -> Option<&'static str> {
        Some(match self {
            Type::Boolean => "java.lang.Boolean",
            Type::Byte => "java.lang.Byte",
            Type::Short => "java.lang.Short",
            Type::Char => "java.lang.Character",
            Type::Int => "java.lang.Integer",
            Type::Long => "java.lang.Long",
            Type::Float => "java.lang.Float",
            Type::Double => "java.lang.Double",
            Type::Void | Type::Class { .. } | Type::Any | Type::Array { .. } => return None,
        })
    }

    /// The keyword of a primitive or `void`.
    pub fn keyword(&self) -> Option<&'static str> {
        Some(match self {
            Type::Boolean => "boolean",
            Type::Byte => "byte",
            Type::Short => "short",
            Type::Char => "char",
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
            Type::Void => "void",
            Type::Class { .. } | Type::Any | Type::Array { .. } => return None,
        })
    }
}
