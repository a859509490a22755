//! Recipes' expressions as source.

use everypath_recipe::{Expression, Method, Type, parse_descriptor};

use super::Unwritable;
use super::helpers::Helper;
use super::literal;
use super::scene::{Generics, Scene};
use crate::layout::Code;

impl Scene<'_> {
    /// An expression; `target` is the type that its place has, if known.
    pub(super) fn expression(
        &mut self,
        expression: &Expression,
        target: Option<&Type>,
    ) -> Result<Code, Unwritable> {
        if let Some(literal) = literal::of_expression(expression) {
            return Ok(Code::text(literal));
        }
        Ok(match expression {
            Expression::Null => Code::text("null"),
            Expression::String { units } => Code::text(literal::string(units)),
            Expression::Boxed { value } => self.boxed(value, target)?,
            Expression::Enum { class, constant }
            | Expression::StaticField {
                class,
                field: constant,
            } => {
                if !self.sees_field(class, constant) {
                    return self.read(class, constant, Code::text("null"), expression);
                }
                Code::text(format!("{}.{constant}", self.class_name(class)?))
            }
            Expression::Class { of } => Code::text(self.class_literal(of)?),
            Expression::Local { id } => match self.locals.get(id) {
                Some(local) => Code::text(&local.name),
                None => return Err("it uses a local before it is defined".to_owned()),
            },
            Expression::Array { element, items } => self.array(element, items, true)?,
            Expression::NewArray { element, length } => {
                let (base, dimensions) = innermost(element);
                let base = self.type_name(base, Generics::Wildcards)?;
                Code::text(format!("new {base}[{length}]{}", "[]".repeat(dimensions)))
            }
            Expression::New {
                constructor,
                outer,
                arguments,
            } => self.construction(constructor, outer.as_deref(), arguments)?,
            Expression::CallStatic { method, arguments } => {
                let facts = self.facts_of(method);
                self.call(method, &facts, None, &references(arguments), false)?
            }
            Expression::Call {
                receiver,
                method,
                arguments,
            } => {
                let facts = self.facts_of(method);
                let receiver = self.receiver(receiver)?;
                self.call(
                    method,
                    &facts,
                    Some(receiver),
                    &references(arguments),
                    false,
                )?
            }
            Expression::Field { of, class, field } => {
                let receiver = self.receiver(of)?;
                if !self.sees_field(class, field) {
                    return self.read(class, field, receiver, expression);
                }
                receiver.and(format!(".{field}"))
            }
            Expression::Lambda {
                interface,
                method,
                answer,
            } => self.lambda(interface, method, answer.as_deref())?,
            Expression::Temporary => self.temporary(),
            Expression::StandIn { interface, answers } => self.stand_in(interface, answers)?,
            Expression::Collection { class, items } => self.collection(class, items)?,
            Expression::Map { class, entries } => self.map(class, entries, target)?,
            Expression::Cast { to, value } => {
                let value = self.expression(value, None)?;
                self.cast(to, value)?
            }
            Expression::Allocate { class } => {
                return Err(format!("no constructor makes its {class}"));
            }
            _ => return Err("it has a value that cannot be written".to_owned()),
        })
    }

    /// An expression that something is called on.
    pub(super) fn receiver(&mut self, expression: &Expression) -> Result<Code, Unwritable> {
        let code = self.expression(expression, None)?;
        Ok(match expression {
            Expression::Cast { .. } | Expression::Lambda { .. } | Expression::Boxed { .. } => {
                Code::text("(").then(code).and(")")
            }
            _ => code,
        })
    }

    fn boxed(&mut self, value: &Expression, target: Option<&Type>) -> Result<Code, Unwritable> {
        let literal = self.expression(value, None)?;
        // A place for any object takes the box that the literal's type has.
        match (primitive_of(value), target) {
            (Some(of), Some(Type::Class { name, .. }))
                if Some(name.as_str()) != of.boxed() && is_box(name) =>
            {
                self.cast(&Type::class(of.boxed().unwrap_or_default()), literal)
            }
            _ => Ok(literal),
        }
    }

    /// A cast; a value with a sign would read as a subtraction.
    pub(super) fn cast(&mut self, to: &Type, value: Code) -> Result<Code, Unwritable> {
        let generics = match to {
            _ if self.raw => Generics::Erased,
            // What is not known need not be made up here.
            Type::Class { arguments, .. } if arguments.is_empty() => Generics::Wildcards,
            _ => Generics::Arguments,
        };
        let written = self.type_name(to, generics)?;
        let flat = value.flat();
        let signed = flat.starts_with('-') && !to.is_primitive();
        let open = flat.contains("->");
        Ok(match signed || open {
            true => Code::text(format!("({written}) (")).then(value).and(")"),
            false => Code::text(format!("({written}) ")).then(value),
        })
    }

    /// An array; inside another one its type need not be repeated.
    fn array(
        &mut self,
        element: &Type,
        items: &[Expression],
        typed: bool,
    ) -> Result<Code, Unwritable> {
        let (base, dimensions) = innermost(element);
        let name = self.type_name(base, Generics::Wildcards)?;
        let brackets = "[]".repeat(dimensions);
        if items.is_empty() && typed {
            return Ok(Code::text(format!("new {name}[0]{brackets}")));
        }
        let items: Vec<Code> = items
            .iter()
            .map(|item| match item {
                Expression::Array {
                    element: inner,
                    items,
                } if is_array_of(element, inner) => self.array(inner, items, false),
                Expression::Byte { value } if *element == Type::Byte => {
                    Ok(Code::text(value.to_string()))
                }
                Expression::Short { value } if *element == Type::Short => {
                    Ok(Code::text(value.to_string()))
                }
                item => self.expression(item, Some(element)),
            })
            .collect::<Result<_, _>>()?;
        let group = Code::group("{", items, "}");
        Ok(match typed {
            true => Code::text(format!("new {name}[]{brackets} ")).then(group),
            false => group,
        })
    }

    fn read(
        &mut self,
        class: &str,
        field: &str,
        of: Code,
        expression: &Expression,
    ) -> Result<Code, Unwritable> {
        self.helpers.insert(Helper::Read);
        self.checked = true;
        let owner = Code::text(self.class_literal(&Type::class(class))?);
        let read = Code::call("read", vec![owner, Code::text(format!("\"{field}\"")), of]);
        match self.type_of(expression) {
            Some(of) => self.cast(&of, read),
            None => Ok(read),
        }
    }

    fn lambda(
        &mut self,
        interface: &Type,
        method: &Method,
        answer: Option<&Expression>,
    ) -> Result<Code, Unwritable> {
        let descriptor = parse_descriptor(&method.descriptor)
            .ok_or_else(|| format!("{} is no descriptor", method.descriptor))?;
        let names: Vec<String> = descriptor
            .parameters
            .iter()
            .zip(["a", "b", "c", "d", "e", "f", "g", "h"])
            .map(|(_, name)| self.fresh(name))
            .collect();
        if names.len() != descriptor.parameters.len() {
            return Err("it needs a lambda with too many parameters".to_owned());
        }
        // The lambda may stand where its interface is not known.
        self.type_name(interface, Generics::Erased)?;
        let head = match names.as_slice() {
            [one] => format!("{one} -> "),
            names => format!("({}) -> ", names.join(", ")),
        };
        Ok(match answer {
            Some(answer) => Code::lead(head).then(self.expression(answer, None)?),
            None => Code::text(format!("{head}{{}}")),
        })
    }

    /// The static type of an expression as it is written, if it is plain.
    pub(super) fn type_of(&self, expression: &Expression) -> Option<Type> {
        if let Some(of) = primitive_of(expression) {
            return Some(of);
        }
        Some(match expression {
            Expression::String { .. } => Type::class("java.lang.String"),
            Expression::Boxed { value } => Type::class(primitive_of(value)?.boxed()?),
            Expression::Enum { class, .. } => Type::class(class),
            Expression::Local { id } => match &self.locals.get(id)?.of {
                Type::Class { name, .. } => Type::class(name),
                other => other.clone(),
            },
            Expression::Array { element, .. } | Expression::NewArray { element, .. } => {
                element.clone().array()
            }
            Expression::New { constructor, .. } => Type::class(&constructor.class),
            Expression::CallStatic { method, .. } | Expression::Call { method, .. } => {
                parse_descriptor(&method.descriptor)?.result
            }
            Expression::Cast { to, .. } => to.clone(),
            Expression::Collection { class, .. } => Type::class(class),
            Expression::Subclass { constructor, .. } => Type::class(&constructor.class),
            _ => return None,
        })
    }
}

pub(super) fn references(arguments: &[Expression]) -> Vec<&Expression> {
    arguments.iter().collect()
}

pub(super) fn class_of(of: &Type) -> Option<&str> {
    match of {
        Type::Class { name, .. } => Some(name),
        _ => None,
    }
}

/// Whether a class holds a primitive, and only one kind.
fn is_box(class: &str) -> bool {
    const BOXES: [&str; 8] = [
        "Boolean",
        "Byte",
        "Short",
        "Character",
        "Integer",
        "Long",
        "Float",
        "Double",
    ];
    class
        .strip_prefix("java.lang.")
        .is_some_and(|name| BOXES.contains(&name))
}

/// The type of a literal.
pub(super) fn primitive_of(expression: &Expression) -> Option<Type> {
    Some(match expression {
        Expression::Boolean { .. } => Type::Boolean,
        Expression::Byte { .. } => Type::Byte,
        Expression::Short { .. } => Type::Short,
        Expression::Char { .. } => Type::Char,
        Expression::Int { .. } => Type::Int,
        Expression::Long { .. } => Type::Long,
        Expression::Float { .. } => Type::Float,
        Expression::Double { .. } => Type::Double,
        _ => return None,
    })
}

/// What an array holds in the end, and how many more dimensions it has.
fn innermost(element: &Type) -> (&Type, usize) {
    match element {
        Type::Array { element } => {
            let (base, dimensions) = innermost(element);
            (base, dimensions + 1)
        }
        other => (other, 0),
    }
}

fn is_array_of(outer: &Type, inner: &Type) -> bool {
    matches!(outer, Type::Array { element } if **element == *inner)
}
