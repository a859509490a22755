//! What holds in all recorded contexts of a function: pointers that are never null, ranges of
//! numbers, and numbers of one structure that are never in another order.

use indexmap::IndexMap;

use super::{Basis, Clause, Precondition};
use crate::carving::{Context, Region};
use crate::program::Unit;
use crate::types::{Type, TypeId, Types};

/// Contexts from which ranges and orders are told: fewer say little.
const ENOUGH: usize = 3;

/// What one context holds, by place.
#[derive(Debug, Default)]
struct Held {
    numbers: IndexMap<String, i128>,
    /// Pointers, and whether they are null.
    pointers: IndexMap<String, bool>,
}

/// The preconditions of a unit that all of its contexts speak for.
pub fn of_contexts(unit: &Unit, types: &Types, contexts: &[&Context]) -> Vec<Precondition> {
    let whole = contexts.iter().filter(|context| !context.too_large);
    let all: Vec<Held> = whole.map(|context| held(unit, types, context)).collect();
    let Some((first, others)) = all.split_first() else {
        return Vec::new();
    };
    let mut clauses = Vec::new();
    for place in first.pointers.keys() {
        let is_null = |one: &Held| one.pointers.get(place).copied().unwrap_or(true);
        if !first.pointers[place] && !others.iter().any(is_null) {
            clauses.push(Clause::NotNull {
                place: place.clone(),
            });
        }
    }
    if all.len() >= ENOUGH {
        clauses.extend(ranges(&all, first));
        clauses.extend(orders(&all, first));
    }
    let basis = Basis::Contexts { count: all.len() };
    let clauses = clauses.into_iter();
    clauses
        .map(|clause| Precondition {
            clause,
            basis: basis.clone(),
        })
        .collect()
}

fn ranges(all: &[Held], first: &Held) -> Vec<Clause> {
    let places = first.numbers.keys();
    let ranges = places.filter_map(|place| {
        let values: Option<Vec<i128>> = all
            .iter()
            .map(|one| one.numbers.get(place).copied())
            .collect();
        let values = values?;
        Some(Clause::Between {
            place: place.clone(),
            low: *values.iter().min()?,
            high: *values.iter().max()?,
        })
    });
    ranges.collect()
}

/// Members of one structure that are ordered in all contexts, and differ in one.
fn orders(all: &[Held], first: &Held) -> Vec<Clause> {
    let owner = |place: &str| place.rsplit_once("->").map(|(owner, _)| owner.to_owned());
    let mut found = Vec::new();
    for smaller in first.numbers.keys() {
        for larger in first.numbers.keys() {
            let is_beside = owner(smaller).is_some() && owner(smaller) == owner(larger);
            if smaller == larger || !is_beside {
                continue;
            }
            let pair = |one: &Held| Some((*one.numbers.get(smaller)?, *one.numbers.get(larger)?));
            let is_ordered = |one: &Held| pair(one).is_some_and(|(a, b)| a <= b);
            let differs = |one: &Held| pair(one).is_some_and(|(a, b)| a < b);
            if all.iter().all(is_ordered) && all.iter().any(differs) {
                found.push(Clause::Ordered {
                    smaller: smaller.clone(),
                    larger: larger.clone(),
                });
            }
        }
    }
    found
}

fn held(unit: &Unit, types: &Types, context: &Context) -> Held {
    let mut held = Held::default();
    for (parameter, region) in unit.parameters.iter().zip(&context.regions) {
        let name = &parameter.name;
        held.take(types, parameter.ty, region, 0, name);
        let Type::Pointer(of) = types.shape(parameter.ty) else {
            continue;
        };
        let of = types.made_as(*of);
        let Type::Record { fields, .. } = types.get(of) else {
            continue;
        };
        let Some([_, target, start]) = region.pointers.iter().find(|one| one[0] == 0) else {
            continue;
        };
        let Some(target) = context.regions.get(*target as usize) else {
            continue;
        };
        for field in fields.iter().filter(|field| !field.bit_field) {
            let at = start + field.offset / 8;
            held.take(
                types,
                field.ty,
                target,
                at,
                &format!("{name}->{}", field.name),
            );
        }
    }
    held
}

impl Held {
    /// Takes what a region holds at an offset, if that is a number or a pointer.
    fn take(&mut self, types: &Types, ty: TypeId, region: &Region, at: u64, place: &str) {
        let (size, signed) = match types.shape(ty) {
            Type::Int { size, signed, .. } | Type::Enum { size, signed, .. } => (*size, *signed),
            Type::Pointer(_) => (8, false),
            _ => return,
        };
        let bytes = region.bytes.get(at as usize..(at + size) as usize);
        let Some(bytes) = bytes.filter(|bytes| bytes.len() <= 8) else {
            return;
        };
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(word);
        if let Type::Pointer(_) = types.shape(ty) {
            let leads = region.pointers.iter().any(|one| one[0] == at);
            self.pointers.insert(place.to_owned(), bits == 0 && !leads);
            return;
        }
        let unused = 64 - 8 * size as u32;
        let number = match signed {
            true => i128::from((bits << unused).cast_signed() >> unused),
            false => i128::from(bits),
        };
        self.numbers.insert(place.to_owned(), number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(numbers: &[(&str, i128)], pointers: &[(&str, bool)]) -> Held {
        let word = |text: &str| text.to_owned();
        Held {
            numbers: numbers.iter().map(|(name, n)| (word(name), *n)).collect(),
            pointers: pointers.iter().map(|(name, n)| (word(name), *n)).collect(),
        }
    }

    #[test]
    fn what_holds_in_all_is_told() {
        let all = [
            held(&[("b->used", 1), ("b->size", 8), ("n", 3)], &[]),
            held(&[("b->used", 8), ("b->size", 8), ("n", -2)], &[]),
        ];
        let ranges: Vec<String> = ranges(&all, &all[0])
            .iter()
            .map(Clause::to_string)
            .collect();
        assert_eq!(
            ranges,
            ["1 <= b->used <= 8", "8 <= b->size <= 8", "-2 <= n <= 3"]
        );
        let orders: Vec<String> = orders(&all, &all[0])
            .iter()
            .map(Clause::to_string)
            .collect();
        assert_eq!(orders, ["b->used <= b->size"]);
    }
}
