//! Lazy initialisation: references of input objects that are chosen when
//! they are read first.

use super::value::{Ref, Value};
use super::{Machine, Run, Stop};

/// The term of a reference that was not chosen yet.
pub(super) const UNREAD: u32 = u32::MAX;

/// Chooses the fields of input objects.
pub trait LazyFields: std::fmt::Debug {
    /// The value of a field that is read for the first time.
    fn choose(&mut self, machine: &mut Machine, object: Ref, slot: usize) -> Run<Value>;
}

impl Machine {
    /// Says who chooses the fields of input objects that are not chosen yet.
    pub fn set_lazy(&mut self, lazy: Option<Box<dyn LazyFields>>) {
        self.lazy = lazy;
    }

    /// Marks a field as one to be chosen when it is read.
    pub fn leave_open(&mut self, object: Ref, slot: usize) {
        let open = Value {
            bits: 0,
            term: UNREAD,
        };
        self.heap.set_field(object, slot, open);
    }

    /// Whether a field was not chosen yet.
    pub fn is_open(&self, object: Ref, slot: usize) -> bool {
        self.heap.field(object, slot).term == UNREAD
    }

    /// A field, chosen now if it was not yet.
    #[inline]
    pub(super) fn read_field(&mut self, object: Ref, slot: usize) -> Run<Value> {
        let value = self.heap.field(object, slot);
        if value.term == UNREAD {
            return self.choose_field(object, slot);
        }
        Ok(value)
    }

    #[cold]
    fn choose_field(&mut self, object: Ref, slot: usize) -> Run<Value> {
        let Some(mut lazy) = self.lazy.take() else {
            return Err(Stop::unsupported("reads a field that was not chosen"));
        };
        let chosen = lazy.choose(self, object, slot);
        self.lazy = Some(lazy);
        let value = chosen?;
        self.heap.set_field(object, slot, value);
        Ok(value)
    }

    #[cold]
    pub(super) fn read_lazy_element(&mut self, _array: Ref, _index: usize) -> Run<Value> {
        Err(Stop::unsupported("reads an element that was not chosen"))
    }
}
