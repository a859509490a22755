//! Recipes' expressions as source.

use everypath_recipe::{Expression, Method, Type, parse_descriptor};

use super::Unwritable;
use super::helpers::Helper;
use super::layout::Code;
use super::literal;
use super::observed::MethodFacts;
use super::scene::{Generics, Scene};

impl Scene<'_> {
    /// An expression; `target` is the type that its place has, if known.
    pub fn expression(
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
    fn receiver(&mut self, expression: &Expression) -> Result<Code, Unwritable> {
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
    pub fn cast(&mut self, to: &Type, value: Code) -> Result<Code, Unwritable> {
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

    fn construction(
        &mut self,
        constructor: &Method,
        outer: Option<&Expression>,
        arguments: &[Expression],
    ) -> Result<Code, Unwritable> {
        let facts = self.facts_of(constructor);
        let outer = outer.map(|outer| self.receiver(outer)).transpose()?;
        self.call(constructor, &facts, outer, &references(arguments), false)
    }

    /// A call of a method or constructor. For the inner class's constructor
    /// the receiver is the outer instance.
    pub fn call(
        &mut self,
        method: &Method,
        facts: &MethodFacts,
        receiver: Option<Code>,
        arguments: &[&Expression],
        guarded: bool,
    ) -> Result<Code, Unwritable> {
        if !facts.visible {
            self.throwable |= !guarded;
            return self.reflected(method, receiver, arguments);
        }
        self.checked |= facts.checked && !guarded;
        let skipped = usize::from(method.is_constructor() && receiver.is_some());
        let codes = self.arguments(method, facts, arguments, skipped)?;
        if method.is_constructor() {
            let generic = !self.class_facts(&method.class).bounds.is_empty();
            let diamond = if generic && !self.raw { "<>" } else { "" };
            return Ok(match receiver {
                Some(outer) => {
                    let name = super::scene::simple_name(&method.class).to_owned();
                    outer.then(Code::call(format!(".new {name}{diamond}"), codes))
                }
                None => {
                    let name = self.class_name(&method.class)?;
                    Code::call(format!("new {name}{diamond}"), codes)
                }
            });
        }
        Ok(match receiver {
            Some(receiver) => receiver.then(Code::call(format!(".{}", method.name), codes)),
            None => {
                let class = self.class_name(&method.class)?;
                Code::call(format!("{class}.{}", method.name), codes)
            }
        })
    }

    fn arguments(
        &mut self,
        method: &Method,
        facts: &MethodFacts,
        arguments: &[&Expression],
        skipped: usize,
    ) -> Result<Vec<Code>, Unwritable> {
        let descriptor = parse_descriptor(&method.descriptor)
            .ok_or_else(|| format!("{} is no descriptor", method.descriptor))?;
        let erased: Vec<Type> = descriptor.parameters.into_iter().skip(skipped).collect();
        if erased.len() != arguments.len() {
            return Err("its recipe has not one argument for each parameter".to_owned());
        }
        let generic = facts.parameters.len() == erased.len();
        let mut codes = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let declared = match generic {
                true => facts.parameters[index].clone(),
                false => erased[index].clone(),
            };
            let last = index + 1 == arguments.len();
            if last
                && (facts.varargs || method.varargs)
                && !facts.overloaded
                && let Expression::Array { element, items } = argument
                && !matches!(
                    items.as_slice(),
                    [Expression::Null] | [Expression::Array { .. }]
                )
            {
                for item in items {
                    codes.push(self.expression(item, Some(element))?);
                }
                continue;
            }
            if facts.overloaded
                && !self.raw
                && let Some(code) = self.typed_collection(argument, &declared)?
            {
                codes.push(code);
                continue;
            }
            let code = self.expression(argument, Some(&declared))?;
            let exact = self.type_of(argument);
            let choose = facts.overloaded && exact.as_ref() != Some(&erased[index]);
            let null = matches!(argument, Expression::Null);
            let boxed = matches!(argument, Expression::Boxed { .. });
            let cast = null && (facts.overloaded || facts.varargs && last)
                || (choose || facts.overloaded && boxed) && !null && !erased[index].is_primitive();
            codes.push(match (cast, argument) {
                (true, Expression::Boxed { value })
                    if primitive_of(value).and_then(|of| of.boxed())
                        == class_of(&erased[index]) =>
                {
                    let class = self.class_name(class_of(&erased[index]).unwrap_or_default())?;
                    Code::call(format!("{class}.valueOf"), vec![code])
                }
                (true, _) => self.cast(&declared, code)?,
                (false, _) => code,
            });
        }
        Ok(codes)
    }

    /// A collection or map in a local of a parameter's type, if that has
    /// arguments: a cast would be read after they have been made up.
    fn typed_collection(
        &mut self,
        argument: &Expression,
        declared: &Type,
    ) -> Result<Option<Code>, Unwritable> {
        let Type::Class { arguments, .. } = declared else {
            return Ok(None);
        };
        match argument {
            _ if arguments.is_empty() => Ok(None),
            // It is a local anyway.
            Expression::Map { entries, .. } if !entries.is_empty() => {
                self.expression(argument, Some(declared)).map(Some)
            }
            Expression::Map { .. } => {
                let name = self.define(declared, "map", argument)?;
                Ok(Some(Code::text(name)))
            }
            Expression::Collection { class, .. } => {
                let wish = if class.ends_with("Set") {
                    "set"
                } else {
                    "list"
                };
                let name = self.define(declared, wish, argument)?;
                Ok(Some(Code::text(name)))
            }
            _ => Ok(None),
        }
    }

    /// A call that only reflection can make.
    fn reflected(
        &mut self,
        method: &Method,
        receiver: Option<Code>,
        arguments: &[&Expression],
    ) -> Result<Code, Unwritable> {
        let descriptor = parse_descriptor(&method.descriptor)
            .ok_or_else(|| format!("{} is no descriptor", method.descriptor))?;
        let types: Vec<Code> = descriptor
            .parameters
            .iter()
            .map(|of| self.class_literal(of).map(Code::text))
            .collect::<Result<_, _>>()?;
        let types = match types.is_empty() {
            true => Code::text("new Class<?>[0]"),
            false => Code::text("new Class<?>[] ").then(Code::group("{", types, "}")),
        };
        let owner = Code::text(self.class_literal(&Type::class(&method.class))?);
        let mut given = Vec::new();
        for (argument, of) in arguments.iter().zip(&descriptor.parameters) {
            let code = self.expression(argument, Some(of))?;
            let array = matches!(of, Type::Array { .. }) || matches!(argument, Expression::Null);
            // A lone array or null would be taken for all the arguments.
            given.push(match array && arguments.len() == 1 {
                true => Code::text("(Object) ").then(code),
                false => code,
            });
        }
        if method.is_constructor() {
            self.helpers.insert(Helper::Construct);
            let mut all = vec![owner, types];
            all.extend(receiver);
            all.extend(given);
            return Ok(Code::call("construct", all));
        }
        self.helpers.insert(Helper::Call);
        let name = Code::text(format!("\"{}\"", method.name));
        let mut all = vec![owner, name, types, receiver.unwrap_or(Code::text("null"))];
        all.extend(given);
        Ok(Code::call("call", all))
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
            Some(answer) => Code::text(head).then(self.expression(answer, None)?),
            None => Code::text(format!("{head}{{}}")),
        })
    }

    fn collection(&mut self, class: &str, items: &[Expression]) -> Result<Code, Unwritable> {
        let name = self.class_name(class)?;
        let diamond = if self.raw { "" } else { "<>" };
        let items = self.items(items)?;
        Ok(Code::call(
            format!("new {name}{diamond}"),
            items.into_iter().collect(),
        ))
    }

    /// Elements as a list; nothing if there are none.
    fn items(&mut self, items: &[Expression]) -> Result<Option<Code>, Unwritable> {
        if items.is_empty() {
            return Ok(None);
        }
        let codes: Vec<Code> = items
            .iter()
            .map(|item| self.expression(item, None))
            .collect::<Result<_, _>>()?;
        Ok(Some(match items {
            [Expression::Null] | [Expression::Array { .. }] => {
                let collections = self.jdk("java.util.Collections");
                Code::call(format!("{collections}.singletonList"), codes)
            }
            _ => {
                let arrays = self.jdk("java.util.Arrays");
                Code::call(format!("{arrays}.asList"), codes)
            }
        }))
    }

    /// A map: empty where it stands, else a local that is filled before.
    fn map(
        &mut self,
        class: &str,
        entries: &[(Expression, Expression)],
        target: Option<&Type>,
    ) -> Result<Code, Unwritable> {
        let name = self.class_name(class)?;
        let diamond = if self.raw { "" } else { "<>" };
        let made = Code::text(format!("new {name}{diamond}()"));
        if entries.is_empty() {
            return Ok(made);
        }
        let of = match target {
            Some(Type::Class { name, arguments }) if arguments.len() == 2 => {
                Type::generic(name, arguments.clone())
            }
            _ => {
                let common = |of: Vec<Option<Type>>| match of.split_first() {
                    Some((Some(first), rest))
                        if rest.iter().all(|other| other.as_ref() == Some(first)) =>
                    {
                        first.clone()
                    }
                    _ => Type::class("java.lang.Object"),
                };
                let keys = common(entries.iter().map(|(key, _)| self.type_of(key)).collect());
                let values = common(
                    entries
                        .iter()
                        .map(|(_, value)| self.type_of(value))
                        .collect(),
                );
                Type::generic("java.util.Map", vec![keys, values])
            }
        };
        let written = self.type_name(&of, Generics::Arguments)?;
        let local = self.fresh("map");
        self.lines.push(
            Code::text(format!("{written} {local} = "))
                .then(made)
                .and(";"),
        );
        for (key, value) in entries {
            let pair = vec![self.expression(key, None)?, self.expression(value, None)?];
            self.lines
                .push(Code::call(format!("{local}.put"), pair).and(";"));
        }
        Ok(Code::text(local))
    }

    /// The static type of an expression as it is written, if it is plain.
    pub fn type_of(&self, expression: &Expression) -> Option<Type> {
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
            _ => return None,
        })
    }
}

fn references(arguments: &[Expression]) -> Vec<&Expression> {
    arguments.iter().collect()
}

fn class_of(of: &Type) -> Option<&str> {
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
pub fn primitive_of(expression: &Expression) -> Option<Type> {
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
