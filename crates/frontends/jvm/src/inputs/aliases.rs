//! Aliases: an object that is there already, once more. A test names it, so
//! what may be asked for again is a local from the beginning.

use everypath_recipe::Expression;

use super::objects::variable_name;
use super::types::class as class_type;
use super::{Builder, Made, recipe_type};
use crate::machine::{ClassId, NULL};
use crate::signature::Type;

/// Objects that one slot may be besides new ones.
const MOST_ALIASES: usize = 3;

impl Builder<'_> {
    /// Objects of these types are wanted more than once: those that the
    /// parameters of a unit take. A type that takes anything takes its receiver.
    pub(crate) fn want_again(&mut self, types: &[Type]) {
        for of in types {
            let Type::Class(name, _) = of else {
                continue;
            };
            if super::types::is_open(name) {
                self.takes_anything = true;
            } else if let Ok(class) = self.machine.load(&name.replace('.', "/"))
                && !self.machine.class(class).is_platform
            {
                self.wanted.push(class);
            }
        }
    }

    /// An object that later slots may be too, if any wants its like.
    pub(super) fn remember(&mut self, made: Made) -> Made {
        if self.is_inside || made.value.as_ref() == NULL {
            return made;
        }
        let class = self.machine.heap().class_of(made.value.as_ref());
        let mut wanted = self.wanted.iter();
        if !wanted.any(|wanted| self.machine.is_subtype(class, *wanted)) {
            return made;
        }
        self.name(made, class)
    }

    /// The receiver, which a parameter may be too.
    pub(super) fn remember_receiver(&mut self, made: Made) -> Made {
        let class = self.machine.heap().class_of(made.value.as_ref());
        let is_known = self
            .objects
            .iter()
            .any(|known| known.value.as_ref() == made.value.as_ref());
        match self.takes_anything && !is_known {
            true => self.name(made, class),
            false => made,
        }
    }

    fn name(&mut self, made: Made, class: ClassId) -> Made {
        let expression = match made.expression {
            local @ Expression::Local { .. } => local,
            other => {
                let name = self.machine.class(class).dotted();
                let of = recipe_type(&class_type(&name));
                let local = self.define(of, &variable_name(&name), other);
                if let Expression::Local { id } = local {
                    self.spare.insert(id);
                }
                local
            }
        };
        let made = Made {
            value: made.value,
            expression,
        };
        self.objects.push(made.clone());
        made
    }

    /// The objects that a slot of a type may be besides new ones; a slot of
    /// any type may be the receiver.
    pub(super) fn aliases(&self, of: Option<ClassId>) -> Vec<Made> {
        if self.is_inside {
            return Vec::new();
        }
        let fits = |made: &&Made| {
            let class = self.machine.heap().class_of(made.value.as_ref());
            of.is_none_or(|of| self.machine.is_subtype(class, of))
        };
        self.objects
            .iter()
            .filter(fits)
            .take(MOST_ALIASES)
            .cloned()
            .collect()
    }
}
