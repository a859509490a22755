//! Calls of methods and constructors, by name where a test sees them and by
//! reflection where it does not.

use everypath_recipe::{Expression, Method, Type, parse_descriptor};

use super::Unwritable;
use super::expression::{class_of, primitive_of, references};
use super::helpers::Helper;
use super::observed::MethodFacts;
use super::scene::Scene;
use crate::layout::Code;

impl Scene<'_> {
    pub(super) fn construction(
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
    pub(super) fn call(
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
        let is_inner = method.is_constructor() && self.class_facts(&method.class).inner;
        let (receiver, arguments) = match (receiver, arguments) {
            // As a unit, a constructor has the outer object for an argument.
            (None, [outer, rest @ ..]) if is_inner => (Some(self.receiver(outer)?), rest),
            given => given,
        };
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

    /// The arguments of a constructor that an anonymous subclass calls.
    pub(super) fn subclass_arguments(
        &mut self,
        constructor: &Method,
        facts: &MethodFacts,
        arguments: &[Expression],
    ) -> Result<Vec<Code>, Unwritable> {
        self.arguments(constructor, facts, &references(arguments), 0)
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
}
