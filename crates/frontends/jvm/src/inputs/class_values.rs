//! Classes as values: `String.class`.

use everypath_recipe::Expression;
use everypath_trace::Step;

use super::types::{argument, class as class_type};
use super::values::kind_of;
use super::{Builder, Made, recipe_type};
use crate::machine::{Run, Value};
use crate::signature::{Argument, Type};

impl Builder<'_> {
    /// A class: that of texts, or one that the code of the class under test names. Where its
    /// declaration says which, it is that one.
    pub(super) fn class_value(&mut self, arguments: &[Argument], slot: &str) -> Run<Made> {
        let text = class_type("java.lang.String");
        let mut options = vec![text];
        match arguments.first() {
            Some(Argument::Exact(of @ Type::Class(name, _))) if name != "java.lang.Object" => {
                let is_said = argument(arguments, 0).is_some();
                if is_said && self.is_nameable(of) {
                    options = vec![Type::Class(name.clone(), vec![])];
                }
            }
            _ => {}
        }
        for of in self.classes.clone() {
            if !options.contains(&of) && self.is_nameable(&of) {
                options.push(of);
            }
        }
        let place = Step::Made.of(slot);
        let taken = self
            .machine
            .input_choice(&place, options.len() as u32, true)?;
        let of = options.swap_remove(taken as usize);
        let class = match &of {
            Type::Primitive(primitive) => self.machine.primitive(kind_of(*primitive)),
            Type::Class(name, _) => self.machine.load(&name.replace('.', "/"))?,
            other => self.machine.load(&other.descriptor())?,
        };
        Ok(Made {
            value: Value::reference(self.machine.mirror(class)?),
            expression: Expression::Class {
                of: recipe_type(&of),
            },
        })
    }

    /// Whether a test can name a type, and it is there.
    fn is_nameable(&mut self, of: &Type) -> bool {
        match of {
            Type::Primitive(_) => true,
            Type::Array(element) => self.is_nameable(element),
            Type::Class(name, _) => {
                let Ok(class) = self.machine.load(&name.replace('.', "/")) else {
                    return false;
                };
                let file = self.machine.class(class).file.clone();
                file.is_some_and(|file| {
                    file.can_be_named() && self.is_visible(&file, file.declared_access())
                })
            }
            Type::Variable(_) => false,
        }
    }
}
