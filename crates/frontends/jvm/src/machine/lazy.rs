//! Lazy initialisation: references of input objects that are chosen when
//! they are read first.

use super::value::{Ref, Value};
use super::{Machine, Run, Stop};

/// The term of a reference that was not chosen yet.
pub const UNREAD: u32 = u32::MAX;

impl Machine {
    /// A field, chosen now if it was not yet.
    #[inline]
    pub(super) fn read_field(&mut self, object: Ref, slot: usize) -> Run<Value> {
        let value = self.heap.field(object, slot);
        if value.term == UNREAD {
            return self.read_lazy_field(object, slot);
        }
        Ok(value)
    }

    #[cold]
    fn read_lazy_field(&mut self, _object: Ref, _slot: usize) -> Run<Value> {
        Err(Stop::unsupported("reads a field that was not chosen"))
    }

    #[cold]
    pub(super) fn read_lazy_element(&mut self, _array: Ref, _index: usize) -> Run<Value> {
        Err(Stop::unsupported("reads an element that was not chosen"))
    }
}
