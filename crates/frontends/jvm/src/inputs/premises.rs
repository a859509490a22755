//! Premises: what is never tried of an input, and so is taken for granted.

use everypath_trace::Premise;

use super::Builder;
use crate::classfile::access;
use crate::machine::ClassId;

impl Builder<'_> {
    /// Another part of a kind is made that is never the same as one before.
    pub(super) fn suppose_apart(&mut self, parts: &str) {
        let count = self.parts.entry(parts.to_owned()).or_default();
        *count += 1;
        if *count > 1 {
            let parts = parts.to_owned();
            self.machine.suppose(Premise::Apart { parts });
        }
    }

    /// A type that callers can implement is given one known class only.
    pub(super) fn suppose_only(&mut self, class: &str) {
        let class = class.to_owned();
        self.machine.suppose(Premise::Objects { class });
    }

    /// An object is made by calls: nobody assigns its fields, unless all that can be
    /// assigned is part of the input, and as an argument it is of no subclass that a
    /// caller may have.
    pub(super) fn suppose_object(&mut self, class: ClassId, slot: &str, sets_fields: bool) {
        let found = self.machine.class(class);
        let name = found.dotted().replace('$', ".");
        let name = name.rsplit('.').next().unwrap_or_default().to_owned();
        if found.is_platform {
            return self.suppose_apart(&format!("objects of {name}"));
        }
        let is_assignable = !sets_fields
            && found
                .supertypes
                .iter()
                .flat_map(|above| &self.machine.class(*above).fields)
                .any(|field| {
                    field.access & (access::PRIVATE | access::FINAL | access::STATIC) == 0
                });
        let is_open = slot != "this" && found.access & access::FINAL == 0;
        if is_assignable || is_open {
            self.machine.suppose(Premise::Objects { class: name });
        }
    }
}
