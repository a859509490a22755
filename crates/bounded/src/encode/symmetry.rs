//! Symmetry: of each set of isomorphic structures one is left.

use std::collections::BTreeMap;

use everypath_lowered::ClassId;
use everypath_term::{TermId, Value as TermValue};

use super::input::{Cell, Opening};
use super::value::{ObjectId, Target};

/// A reference of the input: its owner, if an object holds it, and its targets.
type OwnedCell = (Option<ObjectId>, Vec<(Target, TermId)>);

impl Opening<'_> {
    /// Objects of a pool are numbered in the order in which they are met
    /// first, from what comes before; those not met are empty.
    pub(super) fn break_symmetry(&mut self, order: &[Vec<ClassId>]) {
        // The cells of references in order, each with its owner.
        let mut cells: Vec<OwnedCell> = Vec::new();
        let of = |cell: &Cell| match cell {
            Cell::Reference(targets) => Some(targets.clone()),
            Cell::Scalar { .. } | Cell::Fixed(_) => None,
        };
        cells.extend(
            self.input
                .inputs
                .iter()
                .filter_map(of)
                .map(|cell| (None, cell)),
        );
        let owners: Vec<ObjectId> = order
            .iter()
            .flatten()
            .flat_map(|class| self.input.pools[class].clone())
            .collect();
        for &owner in &owners {
            let object = &self.input.objects[owner.0 as usize];
            cells.extend(
                object
                    .cells
                    .iter()
                    .filter_map(of)
                    .map(|cell| (Some(owner), cell)),
            );
        }
        for group in order {
            let ordered = group.len() == 1;
            for class in group {
                self.order_pool(*class, ordered, &cells);
            }
        }
    }

    fn order_pool(&mut self, class: ClassId, ordered: bool, cells: &[OwnedCell]) {
        let pool = self.input.pools[&class].clone();
        let position: BTreeMap<ObjectId, usize> = pool
            .iter()
            .enumerate()
            .map(|(at, object)| (*object, at))
            .collect();
        let none = self.terms.bool(false);
        let mut seen = vec![none; pool.len()];
        let mut used = vec![none; pool.len()];
        for (owner, targets) in cells {
            let before = seen.clone();
            for (target, variable) in targets {
                let Target::Object(object) = target else {
                    continue;
                };
                let Some(&at) = position.get(object) else {
                    continue;
                };
                seen[at] = self.terms.or(seen[at], *variable);
                let owner_at = owner.and_then(|owner| position.get(&owner));
                if !ordered || owner_at.is_none_or(|owner_at| *owner_at < at) {
                    used[at] = self.terms.or(used[at], *variable);
                }
                if ordered && at > 0 {
                    let after = self.terms.not(*variable);
                    let after = self.terms.or(after, before[at - 1]);
                    self.input.constraints.push(after);
                }
            }
        }
        for (at, &object) in pool.iter().enumerate() {
            let unseen = self.terms.not(seen[at]);
            let met = self.terms.or(unseen, used[at]);
            self.input.constraints.push(met);
            if at > 0 {
                let unused = self.terms.not(used[at]);
                let after = self.terms.or(unused, used[at - 1]);
                self.input.constraints.push(after);
            }
            for cell in self.input.objects[object.0 as usize].cells.clone() {
                let empty = self.empty(&cell);
                let empty = self.terms.or(used[at], empty);
                self.input.constraints.push(empty);
            }
        }
        self.input.used.insert(class, used);
    }

    /// Whether a cell holds what those of unused objects do.
    fn empty(&mut self, cell: &Cell) -> TermId {
        match cell {
            Cell::Scalar { variable, .. } => {
                let sort = self.terms.variable_of(*variable).sort;
                let term = self.terms.read(*variable);
                let zero = self.terms.constant(TermValue::zero(sort));
                self.terms.eq(term, zero)
            }
            Cell::Fixed(_) => self.terms.bool(true),
            Cell::Reference(targets) => match targets.first() {
                Some((Target::Null, variable)) => *variable,
                _ => self.terms.bool(true),
            },
        }
    }
}

/// The strongly connected components of a graph, those that refer first.
pub(super) fn components(edges: &BTreeMap<ClassId, Vec<ClassId>>) -> Vec<Vec<ClassId>> {
    let reaches = |from: ClassId, to: ClassId| {
        let mut seen = Vec::new();
        let mut pending = edges[&from].clone();
        while let Some(class) = pending.pop() {
            if class == to {
                return true;
            }
            if !seen.contains(&class) {
                seen.push(class);
                pending.extend(&edges[&class]);
            }
        }
        false
    };
    let mut groups: Vec<Vec<ClassId>> = Vec::new();
    for &class in edges.keys() {
        let group = groups
            .iter_mut()
            .find(|group| reaches(class, group[0]) && reaches(group[0], class));
        match group {
            Some(group) => group.push(class),
            None => groups.push(vec![class]),
        }
    }
    // Those that nothing left refers to come first.
    let mut ordered = Vec::new();
    while !groups.is_empty() {
        let first = groups
            .iter()
            .position(|group| {
                groups
                    .iter()
                    .all(|other| other == group || !reaches(other[0], group[0]))
            })
            .unwrap_or(0);
        ordered.push(groups.remove(first));
    }
    ordered
}
