//! The types of expressions, as far as the file alone tells.

use crate::declarations::{Class, Declarations};
use crate::syntax::Expression;

/// Variables and their types, if they are known.
pub(crate) type Variables = [(String, Option<String>)];

const NUMBERS: [&str; 7] = ["byte", "short", "char", "int", "long", "float", "double"];

/// Whether values of a type are references.
pub(crate) fn is_reference(of: &str) -> bool {
    !NUMBERS.contains(&of) && of != "boolean" && of != "void"
}

/// The type of an expression.
pub(crate) fn type_of(
    expression: &Expression,
    class: &Class,
    file: &Declarations,
    variables: &Variables,
    result: Option<&str>,
) -> Option<String> {
    let inner = |part: &Expression| type_of(part, class, file, variables, result);
    let text = |of: &str| Some(of.to_owned());
    match expression {
        Expression::Literal(literal) => literal_type(literal).map(str::to_owned),
        Expression::This => Some(class.name.clone()),
        Expression::Result => result.map(str::to_owned),
        Expression::Name(name) => match variables.iter().rev().find(|(known, _)| known == name) {
            Some((_, of)) => of.clone(),
            None => field_type(class, name, file),
        },
        Expression::Field(of, name) => {
            let of = inner(of)?;
            match of.ends_with("[]") {
                true => (name == "length").then(|| "int".to_owned()),
                false => field_type(named(&of, file)?, name, file),
            }
        }
        Expression::Call {
            on,
            name,
            arguments,
        } => {
            let of = match on {
                Some(on) => inner(on),
                None => Some(class.name.clone()),
            };
            let declared = of.as_deref().and_then(|of| named(of, file));
            let found = declared.and_then(|class| {
                let mut methods = class.methods.iter();
                let found = methods.find(|method| {
                    method.name == *name && method.parameters.len() == arguments.len()
                });
                found.and_then(|method| method.result.clone())
            });
            found.or_else(|| {
                let known = match name.as_str() {
                    "size" | "length" | "hashCode" | "indexOf" | "compareTo" | "intValue" => "int",
                    "equals" | "isEmpty" | "contains" | "containsKey" | "has" | "hasNext" => {
                        "boolean"
                    }
                    "toString" | "substring" | "trim" => "String",
                    "clone" => return of,
                    _ => return None,
                };
                text(known)
            })
        }
        Expression::Index(array, _) => {
            let of = inner(array)?.replace("...", "[]");
            of.strip_suffix("[]").map(str::to_owned)
        }
        Expression::Unary("!", _) | Expression::InstanceOf(..) | Expression::Quantified(_) => {
            text("boolean")
        }
        Expression::Unary(_, of) => promoted(&inner(of)?, "int"),
        Expression::Binary(operator, left, right) => match *operator {
            "+" | "-" | "*" | "/" | "%" => {
                let (left, right) = (inner(left)?, inner(right)?);
                match *operator == "+" && (left == "String" || right == "String") {
                    true => text("String"),
                    false => promoted(&left, &right),
                }
            }
            "&" | "|" | "^" => {
                let (left, right) = (inner(left)?, inner(right)?);
                match left == "boolean" {
                    true => Some(left),
                    false => promoted(&left, &right),
                }
            }
            "<<" | ">>" | ">>>" => promoted(&inner(left)?, "int"),
            _ => text("boolean"),
        },
        Expression::Conditional(_, yes, no) => {
            let (yes, no) = (inner(yes)?, inner(no)?);
            match yes == no {
                true => Some(yes),
                false => promoted(&yes, &no),
            }
        }
        Expression::Cast(of, _) | Expression::New(of, _) => Some(of.clone()),
        Expression::Old(of) => inner(of),
        Expression::Reach { .. } | Expression::Unknown(_) => None,
    }
}

fn literal_type(literal: &str) -> Option<&'static str> {
    let hexadecimal = literal.starts_with("0x") || literal.starts_with("0X");
    Some(match literal {
        "true" | "false" => "boolean",
        "null" => return None,
        _ if literal.starts_with('"') => "String",
        _ if literal.starts_with('\'') => "char",
        _ if literal.ends_with(['L', 'l']) => "long",
        _ if !hexadecimal && literal.ends_with(['f', 'F']) => "float",
        _ if !hexadecimal && literal.contains(['.', 'e', 'E', 'd', 'D']) => "double",
        _ => "int",
    })
}

/// The type that arithmetic on two numbers has.
fn promoted(left: &str, right: &str) -> Option<String> {
    let rank = |of: &str| NUMBERS.iter().position(|known| *known == of);
    let rank = rank(left)?.max(rank(right)?).max(3);
    Some(NUMBERS[rank].to_owned())
}

/// A class of the file that a type names.
pub(crate) fn named<'a>(of: &str, file: &'a Declarations) -> Option<&'a Class> {
    let simple = of.split('<').next().unwrap_or(of).trim();
    let simple = simple.rsplit('.').next().unwrap_or(simple);
    file.classes.iter().find(|class| class.name == simple)
}

fn field_type(class: &Class, name: &str, file: &Declarations) -> Option<String> {
    let mut next = Some(class);
    for _ in 0..file.classes.len() {
        let here = next?;
        if let Some(field) = here.fields.iter().find(|field| field.name == name) {
            return Some(field.of.clone());
        }
        let superclass = here.superclass.as_deref();
        next = superclass
            .and_then(|name| named(name, file))
            .or_else(|| here.outer.map(|outer| &file.classes[outer]));
    }
    None
}
