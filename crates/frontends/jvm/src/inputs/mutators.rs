//! Calls that bring an object into another state.

use std::collections::BTreeSet;

use everypath_recipe::{Expression, Method as RecipeMethod, Statement};
use everypath_trace::Step;

use super::objects::{push_values, variable_name};
use super::types::class as class_type;
use super::{Bindings, Builder, Made, recipe_type};
use crate::classfile::{ClassFile, MethodInfo, access};
use crate::code::Kind;
use crate::goals::writes_own_fields;
use crate::machine::{ClassId, NULL, Ref, Run, Shape};
use crate::signature::MethodType;

/// Methods that may bring an object into another state.
const MOST_CALLS: usize = 16;
/// Objects inside one another that are looked at for fields that may change.
const DEEPEST: usize = 3;
/// Calls of one method that make an object grow: enough for what happens
/// only to structures of some size.
const GROWING: u32 = 8;
/// What methods that make objects grow are called.
const GROW: [&str; 8] = [
    "add", "put", "push", "insert", "append", "enqueue", "offer", "register",
];
/// What methods that change objects are called, besides.
const CHANGE: [&str; 4] = ["set", "remove", "increment", "with"];

impl Builder<'_> {
    /// Calls that bring an object of the user's classes into another state:
    /// a few of any method, or many of one that makes it grow.
    pub(super) fn calls(&mut self, made: Made, slot: &str, bindings: &Bindings) -> Run<Made> {
        let class = self.static_class(&made);
        // An object inside another one: one call at most.
        let most = match self.depth {
            0 => self.scope.calls,
            1 if !self.is_inside => self.scope.calls.min(1),
            _ => 0,
        };
        let mut mutators = match most == 0 || self.machine.class(class).is_platform {
            true => Vec::new(),
            false => self.mutators(class),
        };
        let never_changes = self.never_changes(made.value.as_ref(), DEEPEST);
        if never_changes {
            let mut others = Vec::new();
            for (owner, index) in mutators {
                if self.gives_another(owner, index)? {
                    others.push((owner, index));
                }
            }
            mutators = others;
        }
        if mutators.is_empty() {
            // Other states than the first may be there all the same.
            if !never_changes && !self.is_constant(class) {
                self.machine.input_choice(&Step::Calls.of(slot), 1, true)?;
            }
            return Ok(made);
        }
        let growing = match self.depth {
            0 => self.growing(&mutators)?,
            _ => Vec::new(),
        };
        let options = most + 1 + u32::from(!growing.is_empty());
        let mut count = self
            .machine
            .input_choice(&Step::Calls.of(slot), options, true)?;
        if count == 0 {
            return Ok(made);
        }
        let mut grows = None;
        if count > most {
            let place = Step::Grows.of(slot);
            let taken =
                self.machine
                    .input_choice(&place, growing.len() as u32, false)? as usize;
            grows = Some(0);
            mutators = vec![growing[taken.min(growing.len() - 1)]];
            count = GROWING.max(most);
        }
        let name = self.machine.class(class).dotted();
        let mut made = made;
        for call in 0..count {
            let place = Step::Call(call).of(slot);
            let taken = match grows {
                Some(only) => only,
                None => self
                    .machine
                    .input_choice(&place, mutators.len() as u32, false)?
                    as usize,
            };
            let (owner, index) = mutators[taken.min(mutators.len() - 1)];
            if self.gives_another(owner, index)? {
                let called = self.called(&made, (owner, index), bindings, &place)?;
                if called.value.as_ref() != NULL {
                    made = called;
                }
                continue;
            }
            let of = recipe_type(&class_type(&name));
            made.expression = self.define(of, &variable_name(&name), made.expression);
            let called = self.called(&made, (owner, index), bindings, &place)?;
            self.statements.push(Statement::Evaluate {
                call: called.expression,
            });
        }
        Ok(made)
    }

    /// The class that a test sees of an object: that of what made it.
    fn static_class(&mut self, made: &Made) -> ClassId {
        let own = self.machine.heap().class_of(made.value.as_ref());
        let (Expression::CallStatic { method, .. } | Expression::Call { method, .. }) =
            &made.expression
        else {
            return own;
        };
        let result = method.descriptor.split_once(")L");
        let result = result.and_then(|(_, name)| name.strip_suffix(';'));
        let seen = result.and_then(|name| self.machine.load(name).ok());
        seen.filter(|&seen| seen != own && !self.machine.class(seen).is_platform)
            .unwrap_or(own)
    }

    /// Whether a method leaves its object as it is and gives another: `withName`.
    fn gives_another(&mut self, owner: ClassId, index: usize) -> Run<bool> {
        let file = self.file(owner)?;
        let method = &file.methods[index];
        let own = format!(")L{};", file.name);
        Ok(method.name.starts_with("with") && method.descriptor.ends_with(&own))
    }

    /// A builder that has been told a few things: calls of methods that give
    /// a builder again, in a chain.
    pub(super) fn told(
        &mut self,
        made: Made,
        class: ClassId,
        slot: &str,
        bindings: &Bindings,
    ) -> Run<Made> {
        let again = format!(")L{};", self.machine.class(class).name);
        let methods = self.methods(class, &|_, method| method.descriptor.ends_with(&again));
        if methods.is_empty() {
            return Ok(made);
        }
        let most = self.scope.calls.max(1);
        let place = Step::Told.of(slot);
        let count = self.machine.input_choice(&place, most + 1, true)?;
        let mut made = made;
        for call in 0..count {
            let place = Step::Telling(call).of(slot);
            let taken = self
                .machine
                .input_choice(&place, methods.len() as u32, false)?;
            let (owner, index) = methods[(taken as usize).min(methods.len() - 1)];
            let called = self.called(&made, (owner, index), bindings, &place)?;
            if called.value.as_ref() == NULL {
                break;
            }
            made = called;
        }
        Ok(made)
    }

    /// Calls a method of an object with new arguments; what it gives.
    pub(super) fn called(
        &mut self,
        made: &Made,
        (owner, index): (ClassId, usize),
        bindings: &Bindings,
        place: &str,
    ) -> Run<Made> {
        let file = self.file(owner)?;
        let info = &file.methods[index];
        self.depth += 1;
        let arguments = self.arguments(
            (owner, index),
            bindings,
            &Step::Method(index as u32).of(place),
        );
        self.depth -= 1;
        let arguments = arguments?;
        let mut values = Vec::new();
        push_values(&mut values, &arguments, &info.descriptor);
        let (name, descriptor) = (info.name.to_string(), info.descriptor.to_string());
        let receiver = made.value.as_ref();
        let done = self
            .machine
            .call_virtual(receiver, &name, &descriptor, &values);
        let value = self.attempt(&format!("calling {name}"), done)?;
        Ok(Made {
            value,
            expression: Expression::Call {
                receiver: Box::new(made.expression.clone()),
                method: RecipeMethod {
                    class: self.machine.class(owner).dotted(),
                    name,
                    descriptor,
                    varargs: info.access & access::VARARGS != 0,
                },
                arguments: arguments.into_iter().map(|made| made.expression).collect(),
            },
        })
    }

    /// Those of some methods that make objects grow, by their names.
    fn growing(&mut self, mutators: &[(ClassId, usize)]) -> Run<Vec<(ClassId, usize)>> {
        let mut found = Vec::new();
        for &(owner, index) in mutators {
            let file = self.file(owner)?;
            let method = &file.methods[index];
            let takes_something = !method.descriptor.starts_with("()");
            if takes_something && GROW.iter().any(|prefix| method.name.starts_with(prefix)) {
                found.push((owner, index));
            }
        }
        Ok(found)
    }

    /// The methods of a class that change its objects, by their names and shapes.
    fn mutators(&mut self, class: ClassId) -> Vec<(ClassId, usize)> {
        let key = (self.package.clone(), class);
        if let Some(known) = self.known.memory.borrow().mutators.get(&key) {
            return known.clone();
        }
        let found = self.find_mutators(class);
        let mut memory = self.known.memory.borrow_mut();
        memory.mutators.insert(key, found.clone());
        found
    }

    fn find_mutators(&mut self, class: ClassId) -> Vec<(ClassId, usize)> {
        let name = self.machine.class(class).name.to_string();
        let mut found = self.methods(class, &|_, method| {
            // It leaves the object as it is, and gives something else.
            let result = method.descriptor.split_once(")L");
            let result = result.and_then(|(_, result)| result.strip_suffix(';'));
            if method.name.starts_with("with") && result.is_some_and(|of| *of != *name) {
                return false;
            }
            let mut prefixes = GROW.iter().chain(&CHANGE);
            let named = prefixes.any(|prefix| method.name.starts_with(prefix));
            let is_quiet = method.descriptor.starts_with("()") && method.name.starts_with("print");
            (named || method.descriptor.ends_with(")V")) && !is_quiet
        });
        // Whatever they are called.
        let writers = self.methods(class, &writes_own_fields);
        let new = writers.into_iter().filter(|one| !found.contains(one));
        let new: Vec<(ClassId, usize)> = new.collect();
        found.extend(new);
        found.truncate(MOST_CALLS);
        found
    }

    /// Whether nothing can change an object: its fields are set once, and what
    /// they hold does not change either.
    fn never_changes(&mut self, object: Ref, deepest: usize) -> bool {
        if object == NULL {
            return true;
        }
        let own = self.machine.heap().class_of(object);
        if deepest == 0 || matches!(self.machine.class(own).shape, Shape::Array(..)) {
            return false;
        }
        if self.machine.class(own).is_platform {
            return self.is_constant(own);
        }
        let ancestry = self.machine.ancestry(own);
        let classes = ancestry.map(|here| self.machine.class(here));
        let fields = classes
            .filter(|of| !of.is_platform)
            .flat_map(|of| &of.fields);
        let fields: Vec<_> = fields.filter(|field| !field.is_static()).cloned().collect();
        fields.iter().all(|field| {
            let held = self.machine.heap().field(object, usize::from(field.slot));
            let is_set_once = field.access & access::FINAL != 0;
            let is_reference = field.kind == Kind::Reference;
            is_set_once && (!is_reference || self.never_changes(held.as_ref(), deepest - 1))
        })
    }

    /// Whether nothing can change the objects of a class: its fields are set once,
    /// to what does not change itself.
    fn is_constant(&mut self, class: ClassId) -> bool {
        for here in self.machine.ancestry(class) {
            let of = self.machine.class(here);
            if &*of.name == "java/lang/Object" || &*of.name == "java/lang/Record" {
                break;
            }
            // Their other fields hold what was computed before.
            let is_known = matches!(&*of.name, "java/lang/String" | "java/lang/Enum")
                || of.name.starts_with("java/math/")
                || of.name.starts_with("java/time/");
            if is_known {
                break;
            }
            let Some(file) = of.file.clone() else {
                return false;
            };
            let changes = file.fields.iter().any(|field| {
                let is_plain = !field.descriptor.starts_with(['L', '['])
                    || matches!(
                        &*field.descriptor,
                        "Ljava/lang/String;" | "Ljava/math/BigDecimal;" | "Ljava/math/BigInteger;"
                    );
                field.access & access::STATIC == 0
                    && (field.access & access::FINAL == 0 || !is_plain)
            });
            if changes {
                return false;
            }
        }
        true
    }

    /// Methods of the objects of a user's class that a test can call.
    fn methods(
        &mut self,
        class: ClassId,
        wanted: &dyn Fn(&ClassFile, &MethodInfo) -> bool,
    ) -> Vec<(ClassId, usize)> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let mut next = Some(class);
        while let Some(here) = next {
            if self.machine.class(here).is_platform {
                break;
            }
            let Some(file) = self.machine.class(here).file.clone() else {
                // A subclass of a test's.
                next = self.machine.class(here).superclass;
                continue;
            };
            for (index, method) in file.methods.iter().enumerate() {
                let hidden = access::STATIC | access::SYNTHETIC | access::BRIDGE;
                let parameters = MethodType::parse(&method.descriptor);
                let parameters = parameters.map_or(0, |of| of.parameters.len());
                if wanted(&file, method)
                    && method.access & hidden == 0
                    && parameters <= 3
                    && !method.name.starts_with('<')
                    && self.is_visible(&file, method.access)
                    && self.is_visible(&file, file.declared_access())
                    && seen.insert((method.name.clone(), method.descriptor.clone()))
                {
                    found.push((here, index));
                }
            }
            next = self.machine.class(here).superclass;
        }
        found.truncate(MOST_CALLS);
        found
    }
}
