//! Types as the engine's side describes them, and where in one an address is.

use crate::inputs::{InputRegion, Name, regions};
use crate::layout::{BEGINS, FieldRecord, TypeRecord, kinds};
use crate::state::{header, named, state};

/// The record of a type.
pub fn type_of(index: u32) -> TypeRecord {
    // SAFETY: indices come from the engine's own table.
    unsafe {
        *state()
            .base
            .add(header().types as usize)
            .cast::<TypeRecord>()
            .add(index as usize)
    }
}

fn field_of(index: u32) -> FieldRecord {
    // SAFETY: as above.
    unsafe {
        *state()
            .base
            .add(header().fields as usize)
            .cast::<FieldRecord>()
            .add(index as usize)
    }
}

fn string(at: u32, size: u32) -> &'static [u8] {
    // SAFETY: as above.
    unsafe {
        core::slice::from_raw_parts(
            state().base.add(header().strings as usize + at as usize),
            size as usize,
        )
    }
}

/// A scalar of the input: where it is, and what it is called.
pub struct Leaf {
    pub base: u64,
    pub type_index: u32,
    /// The address of the pointer that this one is behind; 0 for none.
    pub behind: u64,
    /// Whether another one is behind this one.
    pub begins: bool,
}

/// The bytes from an address to the end of the member that it is in, an array as a
/// whole; none if the object that begins at `base` has no members.
pub fn room_in_member(base: u64, address: u64) -> Option<u64> {
    let mut objects = regions().iter();
    let object = objects.find(|region| region.object && region.base == base)?;
    let is_made = |kind: u32| matches!(kind, kinds::STRUCT | kinds::UNION | kinds::ARRAY);
    let mut record = type_of(object.element);
    if !is_made(record.kind) {
        return None;
    }
    let mut start = address - (address - base) % record.size.max(1);
    while is_made(record.kind) {
        let part = match record.kind {
            kinds::ARRAY => {
                let element = type_of(record.element);
                if !is_made(element.kind) {
                    break;
                }
                start = address - (address - start) % element.size.max(1);
                record.element
            }
            _ => {
                let field = field_at(&record, address - start)?;
                start += field.offset;
                field.type_index
            }
        };
        record = type_of(part);
    }
    Some((start + record.size).saturating_sub(address))
}

/// The scalar that holds a byte; none for padding.
pub fn leaf_at(region: &InputRegion, address: u64, name: &mut Name) -> Option<Leaf> {
    name.add(named(region.name));
    let element = type_of(region.element);
    let size = element.size.max(1);
    let index = (address - region.base) / size;
    let mut base = region.base + index * size;
    let mut current = region.element;
    let mut separator: &[u8] = b".";
    let (mut behind, mut begins) = (0, false);
    if region.pointed {
        if index == 0 && matches!(element.kind, kinds::STRUCT | kinds::UNION) {
            separator = b"->";
        } else {
            name.add(b"[");
            name.number(index);
            name.add(b"]");
        }
    }
    loop {
        let record = type_of(current);
        match record.kind {
            kinds::ARRAY => {
                let inner = type_of(record.element).size.max(1);
                let index = (address - base) / inner;
                name.add(b"[");
                name.number(index);
                name.add(b"]");
                base += index * inner;
                current = record.element;
                separator = b".";
                (behind, begins) = (0, false);
            }
            kinds::STRUCT | kinds::UNION => {
                let field = field_at(&record, address - base)?;
                if field.name_size > 0 {
                    name.add(separator);
                    name.add(string(field.name, field.name_size));
                    separator = b".";
                }
                begins = field.behind & BEGINS != 0;
                behind = match field.behind & !BEGINS {
                    0 => 0,
                    member => base + field_of(record.fields + member - 1).offset,
                };
                base += field.offset;
                current = field.type_index;
            }
            _ => {
                return Some(Leaf {
                    base,
                    type_index: current,
                    behind,
                    begins,
                });
            }
        }
    }
}

/// The field that holds an offset; of a union's fields, the largest.
fn field_at(record: &TypeRecord, offset: u64) -> Option<FieldRecord> {
    let mut best: Option<FieldRecord> = None;
    for index in 0..record.fields_count {
        let field = field_of(record.fields + index);
        if offset >= field.offset
            && offset < field.offset + field.size
            && best.is_none_or(|best| field.size > best.size)
        {
            best = Some(field);
        }
    }
    best
}
