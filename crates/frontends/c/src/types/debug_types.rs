//! Types from debug information.

use super::{Field, Type, TypeId, Types};
use crate::ir::debug::{Debug, Node};

impl Types {
    /// The type of a debug node; `None` is `void`.
    pub fn of(&mut self, debug: Debug, node: Option<u32>) -> TypeId {
        let Some(id) = node else {
            return Types::VOID;
        };
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let Some(node) = debug.node(id) else {
            return Types::VOID;
        };
        // Structures may contain pointers to themselves.
        let place = self.add(Type::Opaque {
            name: "void".to_owned(),
            size: 0,
        });
        self.known.insert(id, place);
        let ty = self.read(debug, node);
        self.types[place.0 as usize] = ty;
        place
    }

    fn read(&mut self, debug: Debug, node: Node) -> Type {
        let size = node.number("size").unwrap_or(0).max(0) as u64 / 8;
        let name = node.string("name").unwrap_or_default();
        match (node.kind(), node.word("tag")) {
            ("DIBasicType", _) => basic(node, name, size),
            ("DIDerivedType", "DW_TAG_pointer_type") => {
                Type::Pointer(self.of(debug, node.reference("baseType")))
            }
            ("DIDerivedType", "DW_TAG_typedef") => {
                Type::Typedef(name, self.of(debug, node.reference("baseType")))
            }
            ("DIDerivedType", tag) => {
                let of = self.of(debug, node.reference("baseType"));
                Type::Qualified(qualifier(tag), of)
            }
            ("DICompositeType", "DW_TAG_array_type") => self.array(debug, node),
            ("DICompositeType", "DW_TAG_enumeration_type") => {
                self.enumeration(debug, node, name, size)
            }
            ("DICompositeType", tag @ ("DW_TAG_structure_type" | "DW_TAG_union_type")) => {
                self.record(debug, node, name, size, tag == "DW_TAG_union_type")
            }
            ("DISubroutineType", _) => {
                let list = node
                    .reference("types")
                    .map(|list| debug.list(list))
                    .unwrap_or_default();
                let result = self.of(debug, list.first().copied().flatten());
                let variadic = list.len() > 1 && list.last() == Some(&None);
                let count = list.len() - usize::from(variadic);
                let parameters = list
                    .iter()
                    .take(count)
                    .skip(1)
                    .map(|node| self.of(debug, *node))
                    .collect();
                Type::Function {
                    result,
                    parameters,
                    variadic,
                }
            }
            _ => Type::Opaque {
                name: "void".to_owned(),
                size,
            },
        }
    }

    fn array(&mut self, debug: Debug, node: Node) -> Type {
        let mut element = self.of(debug, node.reference("baseType"));
        if node.word("flags").contains("DIFlagVector") {
            let size = node.number("size").unwrap_or(0) as u64 / 8;
            return Type::Opaque {
                name: "void".to_owned(),
                size,
            };
        }
        let ranges = node
            .reference("elements")
            .map(|list| debug.list(list))
            .unwrap_or_default();
        let counts: Vec<u64> = ranges
            .into_iter()
            .map(|range| {
                let count = range
                    .and_then(|range| debug.node(range))
                    .and_then(|range| range.number("count"));
                count.unwrap_or(0).max(0) as u64
            })
            .collect();
        for count in counts.iter().skip(1).rev() {
            element = self.add(Type::Array(element, *count));
        }
        Type::Array(element, counts.first().copied().unwrap_or(0))
    }

    fn enumeration(&mut self, debug: Debug, node: Node, tag: String, size: u64) -> Type {
        let list = node
            .reference("elements")
            .map(|list| debug.list(list))
            .unwrap_or_default();
        let constants: Vec<(String, i64)> = list
            .into_iter()
            .filter_map(|id| {
                let node = debug.node(id?)?;
                Some((node.string("name")?, node.number("value")?))
            })
            .collect();
        let base = self.of(debug, node.reference("baseType"));
        let signed = matches!(self.shape(base), Type::Int { signed: true, .. });
        Type::Enum {
            tag,
            size,
            signed,
            constants,
        }
    }

    fn record(&mut self, debug: Debug, node: Node, tag: String, size: u64, union: bool) -> Type {
        if node.word("flags").contains("DIFlagFwdDecl") {
            let word = if union { "union" } else { "struct" };
            return Type::Opaque {
                name: format!("{word} {tag}"),
                size: 0,
            };
        }
        let list = node
            .reference("elements")
            .map(|list| debug.list(list))
            .unwrap_or_default();
        let mut fields = Vec::new();
        for id in list.into_iter().flatten() {
            let Some(member) = debug.node(id) else {
                continue;
            };
            if member.word("tag") != "DW_TAG_member" {
                continue;
            }
            fields.push(Field {
                name: member.string("name").unwrap_or_default(),
                ty: self.of(debug, member.reference("baseType")),
                offset: member.number("offset").unwrap_or(0).max(0) as u64,
                bits: member.number("size").unwrap_or(0).max(0) as u64,
                bit_field: member.word("flags").contains("DIFlagBitField"),
            });
        }
        Type::Record {
            tag,
            size,
            union,
            fields,
        }
    }
}

fn basic(node: Node, name: String, size: u64) -> Type {
    match node.word("encoding") {
        "DW_ATE_float" if size == 4 || size == 8 => Type::Float { name, size },
        // Elsewhere it has other bits.
        "DW_ATE_float" if name == "long double" && cfg!(target_arch = "x86_64") => {
            Type::Float { name, size }
        }
        "DW_ATE_signed"
        | "DW_ATE_unsigned"
        | "DW_ATE_signed_char"
        | "DW_ATE_unsigned_char"
        | "DW_ATE_boolean"
            if size <= 8 =>
        {
            let encoding = node.word("encoding");
            Type::Int {
                signed: matches!(encoding, "DW_ATE_signed" | "DW_ATE_signed_char"),
                character: encoding.ends_with("_char"),
                name,
                size,
            }
        }
        _ => Type::Opaque { name, size },
    }
}

fn qualifier(tag: &str) -> &'static str {
    match tag {
        "DW_TAG_const_type" => "const",
        "DW_TAG_volatile_type" => "volatile",
        "DW_TAG_restrict_type" => "restrict",
        "DW_TAG_atomic_type" => "_Atomic",
        _ => "",
    }
}
