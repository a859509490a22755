//! State: what was there before a call, as far as a test can set it. Static fields are put
//! back after the test; public fields of objects are set when these have been made.

use std::collections::BTreeSet;

use everypath_recipe::{Expression, Method as RecipeMethod, Statement};
use everypath_trace::Step;

use super::objects::{push_values, variable_name};
use super::types::class as class_type;
use super::values::literal;
use super::{Bindings, Builder, DEEPEST, Made, recipe_type};
use crate::classfile::access;
use crate::code::Kind;
use crate::goals::writes_static;
use crate::machine::{ClassId, Field, NULL, Run};
use crate::signature::{MethodType, Type};

/// Static fields that are set for one unit.
const MOST_STATICS: usize = 4;
/// Fields of one object that are set. Of a class with more, callers may set the others.
const MOST_FIELDS: usize = 8;
/// The base of the slots of static fields: no parameter is called that.
const STATIC: &str = "static";

/// How a test sets a static field.
enum Setting {
    /// By its name.
    Field,
    /// By a static method, by its place in the class.
    Setter(usize),
}

impl Builder<'_> {
    /// Sets static fields that code reads, named by class and field, to something else
    /// than what they are, or not.
    pub(crate) fn set_statics(&mut self, read: &[(String, String)]) -> Run<()> {
        let mut number = 0;
        for (class, name) in read {
            let Ok(class) = self.machine.load(class) else {
                continue;
            };
            let Some((field, setting)) = self.settable(class, name) else {
                continue;
            };
            let done = self.machine.initialise(class);
            self.attempt("the initialiser of its class", done)?;
            let before = self.machine.get_static(class, usize::from(field.slot));
            let Some(before) = self.constant(&field, before) else {
                continue;
            };
            let owner = self.machine.class(class).dotted();
            let owner = owner.rsplit(['.', '$']).next().unwrap_or_default();
            let place = Step::Field(&format!("{owner}{number}")).of(STATIC);
            let place = Step::Field(&field.name).of(&place);
            self.set_static(&field, &setting, before, &place)?;
            number += 1;
            if number == MOST_STATICS {
                break;
            }
        }
        Ok(())
    }

    fn set_static(
        &mut self,
        field: &Field,
        setting: &Setting,
        before: Expression,
        place: &str,
    ) -> Run<()> {
        if let Setting::Field = setting {
            self.machine.is_input(field);
        }
        let Some(of) = Type::of_descriptor(&field.descriptor) else {
            return Ok(());
        };
        if self.machine.input_choice(&Step::Way.of(place), 2, false)? == 0 {
            return Ok(());
        }
        self.depth += 1;
        let made = self.make(&of, &Bindings::new(), place);
        self.depth -= 1;
        let made = made?;
        let is_news = made.expression != before;
        let (now, again) = match setting {
            Setting::Field => {
                let slot = usize::from(field.slot);
                self.machine.set_static(field.class, slot, made.value);
                let class = self.machine.class(field.class).dotted();
                let set = |value: Expression| Statement::SetField {
                    of: None,
                    class: class.clone(),
                    field: field.name.to_string(),
                    value,
                };
                (set(made.expression), set(before))
            }
            Setting::Setter(index) => {
                let file = self.file(field.class)?;
                let info = &file.methods[*index];
                let method = self.machine.class(field.class).methods[*index];
                let mut values = Vec::new();
                push_values(&mut values, std::slice::from_ref(&made), &info.descriptor);
                let done = self.machine.call(method, &values);
                self.attempt(&format!("calling {}", info.name), done)?;
                let class = self.machine.class(field.class).dotted();
                let call = |value: Expression| Statement::Evaluate {
                    call: Expression::CallStatic {
                        method: RecipeMethod::new(&class, &info.name, &info.descriptor),
                        arguments: vec![value],
                    },
                };
                (call(made.expression), call(before))
            }
        };
        // A test need not say what is so anyway.
        if is_news {
            self.statements.push(now);
            self.restore.push(again);
        }
        Ok(())
    }

    /// How a test sets a static field of a class, if it can.
    fn settable(&mut self, class: ClassId, name: &str) -> Option<(Field, Setting)> {
        let of = self.machine.class(class);
        let mut fields = of.fields.iter();
        let field = fields.find(|field| field.is_static() && *field.name == *name)?;
        if of.is_platform || field.class != class || field.access & access::FINAL != 0 {
            return None;
        }
        let (field, file) = (field.clone(), of.file.clone()?);
        if !self.is_visible(&file, file.declared_access()) {
            return None;
        }
        if field.access & access::PUBLIC != 0 {
            return Some((field, Setting::Field));
        }
        let setter = file.methods.iter().position(|method| {
            let types = MethodType::parse(&method.descriptor);
            let takes = types.is_some_and(|of| match of.parameters.as_slice() {
                [only] => only.descriptor() == *field.descriptor,
                _ => false,
            });
            takes
                && method.name.starts_with("set")
                && method.access & access::STATIC != 0
                && method.throws.is_empty()
                && self.is_visible(&file, method.access)
                && writes_static(&file, method, name)
        })?;
        Some((field, Setting::Setter(setter)))
    }

    /// What a test writes for the value of a field, if a literal says all of it.
    fn constant(&mut self, field: &Field, value: crate::machine::Value) -> Option<Expression> {
        if value.is_symbolic() {
            return None;
        }
        if field.kind != Kind::Reference {
            return Some(literal(field.kind, value));
        }
        match (value.as_ref(), &*field.descriptor) {
            (NULL, _) => Some(Expression::Null),
            (text, "Ljava/lang/String;") => Some(Expression::String {
                units: self.machine.units_of(text),
            }),
            _ => None,
        }
    }

    /// Sets public fields of an object that was just made to something else than what they
    /// are, or not.
    pub(super) fn set_fields(&mut self, mut made: Made, slot: &str) -> Run<Made> {
        let class = self.machine.heap().class_of(made.value.as_ref());
        let name = self.machine.class(class).dotted();
        for field in self.assigned(class) {
            let place = Step::Field(&field.name).of(slot);
            let Some(of) = Type::of_descriptor(&field.descriptor) else {
                continue;
            };
            if self.machine.input_choice(&Step::Way.of(&place), 2, false)? == 0 {
                continue;
            }
            self.depth += 1;
            let value = self.make(&of, &Bindings::new(), &place);
            self.depth -= 1;
            let value = value?;
            let object = made.value.as_ref();
            let before = self.machine.heap().field(object, usize::from(field.slot));
            let before = self.constant(&field, before);
            let heap = self.machine.heap_mut();
            heap.set_field(object, usize::from(field.slot), value.value);
            // A test need not say what is so anyway.
            if before.is_some_and(|before| before == value.expression) {
                continue;
            }
            let local = recipe_type(&class_type(&name));
            made.expression = self.define(local, &variable_name(&name), made.expression);
            self.statements.push(Statement::SetField {
                of: Some(made.expression.clone()),
                class: self.machine.class(field.class).dotted(),
                field: field.name.to_string(),
                value: value.expression,
            });
        }
        Ok(made)
    }

    /// The fields of a class's objects that callers can assign and that are part of the
    /// input.
    fn assigned(&mut self, class: ClassId) -> Vec<Field> {
        if self.is_inside || self.depth + 1 >= DEEPEST {
            return Vec::new();
        }
        let fixed = access::PRIVATE | access::FINAL | access::STATIC | access::SYNTHETIC;
        let mut names = BTreeSet::new();
        let mut found = Vec::new();
        for here in self.machine.ancestry(class) {
            let of = self.machine.class(here);
            let Some(file) = of.file.clone().filter(|_| !of.is_platform) else {
                break;
            };
            let is_visible = self.is_visible(&file, file.declared_access());
            let own = self.machine.class(here).fields.iter();
            for field in own.filter(|field| field.class == here) {
                let is_open = field.access & access::PUBLIC != 0 && field.access & fixed == 0;
                if names.insert(field.name.clone()) && is_open && is_visible {
                    found.push(field.clone());
                }
            }
        }
        found.truncate(MOST_FIELDS);
        found
    }

    /// Whether all that callers can assign of an object that is made by its constructor is
    /// part of the input.
    pub(super) fn sets_all_fields(&mut self, class: ClassId) -> bool {
        let set: BTreeSet<(ClassId, u16)> = self
            .assigned(class)
            .iter()
            .map(|field| (field.class, field.slot))
            .collect();
        let fixed = access::PRIVATE | access::FINAL | access::STATIC;
        let ancestry = self.machine.ancestry(class);
        let mut fields = ancestry.flat_map(|here| &self.machine.class(here).fields);
        fields.all(|field| field.access & fixed != 0 || set.contains(&(field.class, field.slot)))
    }
}
