//! Objects that something stands in for: whether there can be one, and making it.

use everypath_trace::Premise;

use super::objects::variable_name;
use super::stand_ins::{DEEPEST, Standing};
use super::subclasses::Subclass;
use super::thrown::declared_exceptions;
use super::values::nothing;
use super::{Bindings, Builder, Made, recipe_type};
use crate::classfile::access;
use crate::machine::{ClassId, Extent, MethodId, Run, Shape, Value};
use crate::signature::Type;

impl Builder<'_> {
    /// Whether something can stand in for an object of a class.
    pub(super) fn can_stand_in(&mut self, class: ClassId) -> bool {
        if self.stand_ins.is_none() || self.level >= DEEPEST {
            return false;
        }
        let of = self.machine.class(class);
        let Some(file) = of.file.clone() else {
            return false;
        };
        // The library looks behind its own paths.
        if of.shape != Shape::Instance || &*file.name == "java/nio/file/Path" {
            return false;
        }
        if !of.is_interface() {
            return !self.base_constructors(class).is_empty();
        }
        let is_annotation = file.access & access::ANNOTATION != 0;
        !is_annotation
            && file.permitted.is_empty()
            && self.is_visible(&file, file.declared_access())
    }

    /// Whether the answer of a function may be more than one value that is always the same:
    /// another one the next time, or an exception.
    pub(super) fn may_vary(&mut self, method: MethodId) -> bool {
        let found = self.machine.method(method);
        found.result.is_some() || !declared_exceptions(self.machine, method).is_empty()
    }

    /// An object that stands in for one of another type.
    pub(super) fn stand_in(
        &mut self,
        class: ClassId,
        declared: &Type,
        bindings: &Bindings,
        slot: &str,
    ) -> Run<Made> {
        let Some(stand_ins) = self.stand_ins else {
            return Ok(nothing());
        };
        let is_interface = self.machine.class(class).is_interface();
        let constructor = match is_interface {
            true => None,
            false => Some(self.base_constructor(class, slot)?),
        };
        let extent = self.extent(class);
        let subclass = match (constructor, extent) {
            (Some(_), _) => Some(Subclass::default()),
            (None, Extent::Missing) => Some(self.implementation(class, slot)?),
            (None, Extent::All) => None,
        };
        let standing = self.machine.standing_class(class, extent)?;
        let reference = self.machine.allocate(standing)?;
        let name = format!("`{slot}`");
        self.machine.suppose(Premise::Answers { name });
        let expression = stand_ins.add(Standing {
            reference,
            slot: slot.to_owned(),
            of: recipe_type(declared),
            subclass,
            name: variable_name(&self.machine.class(class).dotted()),
            bindings: bindings.clone(),
            level: self.level,
            answered: Vec::new(),
        });
        if let Some(constructor) = constructor {
            let made = self.construct_base((class, constructor), reference, bindings, slot)?;
            stand_ins.constructed(&expression, made);
        }
        let made = Made {
            value: Value::reference(reference),
            expression,
        };
        // What the class does itself may depend on what it was told before.
        match extent {
            Extent::Missing if !is_interface => self.calls(made, slot, bindings),
            _ => Ok(made),
        }
    }
}
