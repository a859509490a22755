//! Strings as models see them.

use everypath_term::TermId;

use super::super::super::heap::Body;
use super::super::super::value::{NULL, Ref, Value};
use super::super::super::{Machine, Run};
use crate::code::Kind;

/// A string in Latin-1: its characters' bytes, those it would have if it were
/// longer, and its length.
pub(super) struct Text {
    /// Terms of the bytes, sign-extended as the JDK reads them.
    pub bytes: Vec<TermId>,
    /// The bytes that it has in this run.
    pub concrete: Vec<u8>,
    /// The length.
    pub length: Value,
    /// Whether anything of it depends on the input.
    pub is_symbolic: bool,
}

/// A string as a text; `None` if it is not stored in Latin-1.
pub(super) fn text(machine: &mut Machine, string: Ref) -> Run<Option<Text>> {
    let Ok(coder) = machine.get_named(string, "coder") else {
        return Ok(None);
    };
    let array = machine.get_named(string, "value")?.as_ref();
    let Body::Bytes(concrete) = &machine.heap.get(array).body else {
        return Ok(None);
    };
    if coder.as_int() != 0 {
        return Ok(None);
    }
    let concrete = concrete.clone();
    let length = machine.array_length(array);
    let mut is_symbolic = length.is_symbolic();
    let mut bytes = Vec::with_capacity(concrete.len());
    for index in 0..concrete.len() {
        let value = machine
            .heap
            .get(array)
            .get(index, Kind::Byte)
            .unwrap_or_default();
        is_symbolic |= value.is_symbolic();
        bytes.push(machine.term_of(value, Kind::Int));
    }
    if let Some(spare) = machine.spare.get(&array) {
        bytes.extend(spare.iter().copied());
    }
    Ok(Some(Text {
        bytes,
        concrete,
        length,
        is_symbolic,
    }))
}

/// Whether an object is a string.
pub(super) fn is_string(machine: &Machine, object: Ref) -> bool {
    object != NULL && &*machine.class(machine.heap.class_of(object)).name == "java/lang/String"
}
