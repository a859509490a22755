//! The scalars of typed places: what a test assigns to, and what it looks at.

use std::collections::BTreeSet;

use everypath_c::Graph;
use everypath_c::tables::groups;
use everypath_c::types::{Type, TypeId};
use everypath_trace::{Input, Slot, Step};

use super::Making;

/// Elements of an array that a test may speak of if the input does not.
const FIRST_ELEMENTS: u64 = 64;

/// A scalar of the input.
pub(super) struct Leaf {
    pub slot: String,
    /// As C writes it.
    pub expression: String,
    /// Its type.
    pub ty: TypeId,
    /// For a bit-field: its lowest bit in the slot, and how many it has.
    pub bits: Option<(u64, u64)>,
    /// Whether it is part of a constant member, which C assigns to by a cast only.
    pub(super) constant: bool,
    /// Whether it is what a union makes of something that may be an address, which is
    /// another one in each process.
    pub(super) address: bool,
}

/// The elements of arrays that an input says something of.
pub(super) fn mentioned(input: &Input, graph: &Graph) -> BTreeSet<String> {
    let slots = input.values.keys().chain(input.choices.keys());
    slots
        .map(ToString::to_string)
        .chain(graph.pointers.keys().cloned())
        .chain(graph.long_doubles.keys().cloned())
        .filter(|slot| {
            let slot = Slot::from(slot.as_str());
            slot.steps().any(|step| matches!(step, Step::Index(_)))
        })
        .collect()
}

impl Making<'_> {
    /// The elements of an array that are of interest: the first ones, and what the
    /// input speaks of.
    fn elements(&self, slot: &str, count: u64) -> impl Iterator<Item = u64> + use<> {
        let first = format!("{slot}[");
        let index = |mentioned: &String| mentioned[first.len()..].split(']').next()?.parse().ok();
        let further: BTreeSet<u64> = match count > FIRST_ELEMENTS {
            true => self
                .mentioned
                .range(first.clone()..)
                .take_while(|mentioned| mentioned.starts_with(&first))
                .filter_map(index)
                .filter(|index| (FIRST_ELEMENTS..count).contains(index))
                .collect(),
            false => BTreeSet::new(),
        };
        (0..count.min(FIRST_ELEMENTS)).chain(further)
    }

    /// The scalars of a typed place.
    pub(super) fn leaves(
        &self,
        ty: TypeId,
        slot: String,
        expression: String,
        separator: &str,
        leaves: &mut Vec<Leaf>,
    ) {
        match self.types.shape(ty) {
            Type::Array(of, count) => {
                for i in self.elements(&slot, *count) {
                    self.leaves(
                        *of,
                        format!("{slot}[{i}]"),
                        format!("{expression}[{i}]"),
                        ".",
                        leaves,
                    );
                }
            }
            Type::Record { union, fields, .. } => {
                let groups = groups(fields);
                let from = leaves.len();
                let largest = groups
                    .iter()
                    .enumerate()
                    .max_by_key(|(index, group)| (group.size, std::cmp::Reverse(*index)));
                let largest = largest.map(|(index, _)| index);
                for (index, group) in groups.iter().enumerate() {
                    if *union && Some(index) != largest {
                        continue;
                    }
                    let first = &group.fields[0];
                    if first.bit_field {
                        for field in group.fields.iter().filter(|field| !field.name.is_empty()) {
                            leaves.push(Leaf {
                                slot: format!("{slot}{separator}{}", first.name),
                                expression: format!("{expression}.{}", field.name),
                                ty: field.ty,
                                bits: Some((field.offset - 8 * group.offset, field.bits)),
                                constant: self.types.is_const(field.ty),
                                address: false,
                            });
                        }
                    } else if first.name.is_empty() {
                        self.leaves(
                            first.ty,
                            slot.clone(),
                            expression.clone(),
                            separator,
                            leaves,
                        );
                    } else {
                        let (slot, expression) = (
                            format!("{slot}{separator}{}", first.name),
                            format!("{expression}.{}", first.name),
                        );
                        let before = leaves.len();
                        self.leaves(first.ty, slot, expression, ".", leaves);
                        if self.types.is_const(first.ty) {
                            leaves[before..]
                                .iter_mut()
                                .for_each(|leaf| leaf.constant = true);
                        }
                    }
                }
                if *union && fields.iter().any(|field| self.holds_address(field.ty)) {
                    leaves[from..]
                        .iter_mut()
                        .for_each(|leaf| leaf.address = true);
                }
            }
            _ => leaves.push(Leaf {
                slot,
                expression,
                ty,
                bits: None,
                constant: false,
                address: false,
            }),
        }
    }

    /// Whether a pointer is part of what has a type.
    fn holds_address(&self, ty: TypeId) -> bool {
        match self.types.shape(ty) {
            Type::Pointer(_) => true,
            Type::Array(of, _) => self.holds_address(*of),
            Type::Record { fields, .. } => fields.iter().any(|field| self.holds_address(field.ty)),
            _ => false,
        }
    }
}
