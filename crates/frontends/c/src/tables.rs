//! Types as the runtime reads them: fixed records and a blob of strings.

use everypath_c_runtime::layout::{BEGINS, FieldRecord, TypeRecord, flags, kinds};

use crate::casts::SeenMember;
use crate::ranges::Ranges;
use crate::types::{Field, Type, TypeId, Types};

/// The tables of a program's types. Record `i` is type `i`; behind them are
/// the unsigned integers of 1 to 8 bytes that hold bit-fields.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// The types.
    pub types: Vec<TypeRecord>,
    /// The fields.
    pub fields: Vec<FieldRecord>,
    /// The names.
    pub strings: Vec<u8>,
    stubbed: bool,
}

/// Bit-fields that share bytes, as one integer.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The members.
    pub fields: Vec<Field>,
    /// The first byte.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
}

/// The members of a structure, with bit-fields that share bytes together.
pub fn groups(fields: &[Field]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut open = false;
    for field in fields {
        let first = field.offset / 8;
        let end = (field.offset + field.bits).div_ceil(8);
        if let Some(last) = groups.last_mut()
            && open
            && field.bit_field
            && first < last.offset + last.size
            && end - last.offset <= 8
        {
            last.size = last.size.max(end - last.offset);
            last.fields.push(field.clone());
            continue;
        }
        open = field.bit_field;
        groups.push(Group {
            fields: vec![field.clone()],
            offset: first,
            size: end - first,
        });
    }
    groups
}

impl Tables {
    /// The tables of all types. Where callees are `stubbed`, nobody looks into
    /// structures of which the source knows only the name: they can be anything.
    pub fn new(types: &Types, ranges: &Ranges, stubbed: bool) -> Tables {
        let mut tables = Tables {
            stubbed,
            ..Tables::default()
        };
        let count = types.len() as u32;
        for index in 0..count {
            let mut record = tables.record(types, types.plain(TypeId(index)));
            if types.is_restricted(TypeId(index)) {
                record.flags |= flags::ALONE;
            }
            tables.types.push(record);
        }
        tables.order(types, ranges);
        for size in 1..=8 {
            tables.types.push(scalar(kinds::UNSIGNED, size));
        }
        tables
    }

    /// The fields as a unit sees them.
    pub fn fields_seen(&self, seen: &[SeenMember]) -> Vec<FieldRecord> {
        let mut fields = self.fields.clone();
        for member in seen {
            let record = &self.types[member.record.0 as usize];
            if member.index < record.fields_count as usize {
                fields[record.fields as usize + member.index].type_index = member.pointer.0;
            }
        }
        fields
    }

    fn record(&mut self, types: &Types, ty: TypeId) -> TypeRecord {
        let size = types.size(ty);
        match types.get(ty) {
            Type::Int { signed: true, .. } | Type::Enum { signed: true, .. } => {
                scalar(kinds::SIGNED, size)
            }
            Type::Int { name, .. } if name == "_Bool" || name == "bool" => TypeRecord {
                flags: flags::BOOL,
                ..scalar(kinds::UNSIGNED, size)
            },
            Type::Int { .. } | Type::Enum { .. } => scalar(kinds::UNSIGNED, size),
            Type::Float { .. } => scalar(kinds::FLOAT, size),
            Type::Pointer(of) => pointer(types, *of, self.stubbed),
            Type::Array(of, count) => TypeRecord {
                element: types.plain(*of).0,
                count: *count as u32,
                ..scalar(kinds::ARRAY, size)
            },
            Type::Record { union, fields, .. } => {
                let first = self.fields.len() as u32;
                let groups = groups(fields);
                for group in &groups {
                    self.field(types, group);
                }
                TypeRecord {
                    fields: first,
                    fields_count: groups.len() as u32,
                    ..scalar(if *union { kinds::UNION } else { kinds::STRUCT }, size)
                }
            }
            Type::Function { .. } => scalar(kinds::FUNCTION, 0),
            _ => scalar(kinds::OPAQUE, size),
        }
    }

    /// Says of members which others they are pointers behind.
    fn order(&mut self, types: &Types, ranges: &Ranges) {
        for (record_name, ty) in types.structures() {
            let record = self.types[ty.0 as usize];
            for member in 0..record.fields_count {
                let begin = ranges.member(&record_name, member as usize);
                if let Some(begin) = begin.filter(|begin| *begin < record.fields_count as usize) {
                    let field = &mut self.fields[(record.fields + member) as usize];
                    field.behind |= begin as u32 + 1;
                    let first = &mut self.fields[record.fields as usize + begin];
                    first.behind |= BEGINS;
                }
            }
        }
    }

    fn field(&mut self, types: &Types, group: &Group) {
        let first = &group.fields[0];
        let name = self.strings.len() as u32;
        self.strings.extend(first.name.bytes());
        let type_index = match first.bit_field {
            true => types.len() as u32 + group.size.clamp(1, 8) as u32 - 1,
            false => types.plain(first.ty).0,
        };
        self.fields.push(FieldRecord {
            offset: group.offset,
            size: group.size,
            type_index,
            name,
            name_size: first.name.len() as u32,
            behind: 0,
        });
    }
}

fn scalar(kind: u32, size: u64) -> TypeRecord {
    TypeRecord {
        kind,
        flags: 0,
        size,
        element: 0,
        count: 0,
        fields: 0,
        fields_count: 0,
    }
}

/// What a pointer may point to: `void` is seen as bytes; of incomplete
/// structures nothing can be made.
fn pointer(types: &Types, of: TypeId, stubbed: bool) -> TypeRecord {
    let plain = types.made_as(of);
    let (element, flags) = match types.get(plain) {
        Type::Opaque { name, .. } if name == "void" => (Types::BYTE, 0),
        Type::Record { tag, .. } if tag == "_IO_FILE" => (plain, flags::STREAM),
        Type::Opaque { name, .. } if name == "struct _IO_FILE" => (plain, flags::STREAM),
        Type::Opaque { .. } | Type::Record { size: 0, .. } if stubbed => (Types::BYTE, 0),
        Type::Opaque { .. } => (plain, flags::NULL_ONLY),

        Type::Record { size: 0, .. } => (plain, flags::NULL_ONLY),
        Type::Int {
            character: true, ..
        } if plain != Types::BYTE => (plain, flags::TEXT),
        _ => (plain, 0),
    };
    TypeRecord {
        element: element.0,
        flags,
        ..scalar(kinds::POINTER, 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, offset: u64, bits: u64, bit_field: bool) -> Field {
        Field {
            name: name.to_owned(),
            ty: Types::BYTE,
            offset,
            bits,
            bit_field,
        }
    }

    #[test]
    fn bit_fields_that_share_bytes_are_one() {
        let fields = [
            field("a", 0, 3, true),
            field("b", 3, 7, true),
            field("c", 32, 32, false),
            field("d", 64, 8, true),
        ];
        let groups = groups(&fields);
        let sizes: Vec<(usize, u64, u64)> = groups
            .iter()
            .map(|group| (group.fields.len(), group.offset, group.size))
            .collect();
        assert_eq!(sizes, [(2, 0, 2), (1, 4, 4), (1, 8, 1)]);
    }
}
