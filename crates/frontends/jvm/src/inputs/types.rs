//! Types of inputs: what is known of them, and how recipes write them.

use everypath_recipe::Type as RecipeType;

use super::Bindings;
use crate::signature::{Argument, Primitive, Type};

/// A type as recipes write it.
pub(crate) fn recipe_type(of: &Type) -> RecipeType {
    match of {
        Type::Primitive(primitive) => match primitive {
            Primitive::Boolean => RecipeType::Boolean,
            Primitive::Byte => RecipeType::Byte,
            Primitive::Char => RecipeType::Char,
            Primitive::Short => RecipeType::Short,
            Primitive::Int => RecipeType::Int,
            Primitive::Long => RecipeType::Long,
            Primitive::Float => RecipeType::Float,
            Primitive::Double => RecipeType::Double,
        },
        Type::Class(name, arguments) => RecipeType::Class {
            name: name.clone(),
            arguments: arguments.iter().map(argument_type).collect(),
        },
        Type::Variable(_) => RecipeType::class("java.lang.Object"),
        Type::Array(element) => recipe_type(element).array(),
    }
}

fn argument_type(argument: &Argument) -> RecipeType {
    match argument {
        Argument::Exact(exact) | Argument::Extends(exact) | Argument::Super(exact) => {
            recipe_type(exact)
        }
        Argument::Any => RecipeType::class("java.lang.Object"),
    }
}

/// Object.
pub(super) fn object() -> Type {
    Type::Class("java.lang.Object".to_owned(), vec![])
}

/// A class without arguments.
pub(super) fn class(name: &str) -> Type {
    Type::Class(name.to_owned(), vec![])
}

/// A type with its variables replaced by what they stand for; a variable that
/// stands for nothing is `Integer`, which is comparable and has a hash, and so
/// is an argument that says nothing, unless the code asks objects what they are.
pub(super) fn substitute(of: &Type, bindings: &Bindings, asks: bool, depth: usize) -> Type {
    if depth > 8 {
        return object();
    }
    let inner = |of: &Type| substitute(of, bindings, asks, depth + 1);
    match of {
        Type::Variable(name) => match bindings.get(name) {
            Some(Type::Variable(same)) if same == name => object(),
            Some(bound) => inner(bound),
            None => object(),
        },
        Type::Array(element) => Type::Array(Box::new(inner(element))),
        Type::Class(name, arguments) => {
            let arguments = arguments
                .iter()
                .map(|argument| match argument {
                    Argument::Exact(exact) | Argument::Extends(exact) | Argument::Super(exact) => {
                        Argument::Exact(match asks {
                            true => inner(exact),
                            false => concrete(&inner(exact)),
                        })
                    }
                    Argument::Any if asks => Argument::Exact(object()),
                    Argument::Any => Argument::Exact(class("java.lang.String")),
                })
                .collect();
            Type::Class(name.clone(), arguments)
        }
        Type::Primitive(_) => of.clone(),
    }
}

/// Types that say nothing become one that says something.
pub(super) fn concrete(of: &Type) -> Type {
    match of {
        Type::Class(name, _) if is_open(name) => class("java.lang.Integer"),
        other => other.clone(),
    }
}

/// Whether a type takes strings and numbers alike.
pub(super) fn is_open(name: &str) -> bool {
    matches!(
        name,
        "java.lang.Object" | "java.lang.Comparable" | "java.io.Serializable"
    )
}

/// The primitive of a box.
pub(super) fn unboxed(name: &str) -> Option<Primitive> {
    Some(match name {
        "java.lang.Boolean" => Primitive::Boolean,
        "java.lang.Byte" => Primitive::Byte,
        "java.lang.Character" => Primitive::Char,
        "java.lang.Short" => Primitive::Short,
        "java.lang.Integer" => Primitive::Int,
        "java.lang.Long" => Primitive::Long,
        "java.lang.Float" => Primitive::Float,
        "java.lang.Double" => Primitive::Double,
        _ => return None,
    })
}

/// The type argument of a place, if there is one.
pub(super) fn argument(arguments: &[Argument], index: usize) -> Option<Type> {
    match arguments.get(index)? {
        Argument::Exact(exact) | Argument::Extends(exact) | Argument::Super(exact) => {
            Some(exact.clone())
        }
        Argument::Any => None,
    }
}
