//! The flips whose answer is known, and what the nearest of them say of another.

use rustc_hash::FxHashMap;

use super::signature::{Signature, Similarity};

/// What is expected of a flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prediction {
    /// There is an input for it; so many neighbours say so.
    Feasible {
        /// How many.
        votes: usize,
    },
    /// There is none; so many neighbours say so.
    Infeasible {
        /// How many.
        votes: usize,
    },
    /// The neighbours do not agree, or are none.
    Unknown,
}

/// Flips whose answer is known.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    /// By their last clauses: others have nothing in common.
    known: FxHashMap<u64, Vec<(Signature, bool)>>,
    count: usize,
}

impl Neighbours {
    /// Adds a flip and whether an input was found for it.
    pub fn add(&mut self, signature: Signature, feasible: bool) {
        let alike = self.known.entry(signature.last()).or_default();
        alike.push((signature, feasible));
        self.count += 1;
    }

    /// How many flips are known.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// What the `voters` nearest known flips say. Those that have nothing in
    /// common with it are uncertain, and too many of them outweigh the rest.
    pub fn predict(&self, signature: &Signature, voters: usize) -> Prediction {
        let alike = self.known.get(&signature.last());
        let mut near: Vec<(Similarity, bool)> = alike
            .into_iter()
            .flatten()
            .map(|(known, feasible)| {
                // What satisfies more satisfies less; what contradicts less
                // contradicts more.
                let (container, contained) = match feasible {
                    true => (known, signature),
                    false => (signature, known),
                };
                (Signature::similarity(container, contained), *feasible)
            })
            .collect();
        // A stable sort: of equals the one that was known first is nearer.
        near.sort_by_key(|(similarity, _)| std::cmp::Reverse(*similarity));
        near.truncate(voters);
        let feasible = near.iter().filter(|(_, feasible)| *feasible).count();
        let infeasible = near.len() - feasible;
        let uncertain = voters.min(self.count) - near.len();
        if feasible > infeasible + uncertain {
            Prediction::Feasible { votes: feasible }
        } else if infeasible > feasible + uncertain {
            Prediction::Infeasible { votes: infeasible }
        } else {
            Prediction::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::{Op, Sort, TermId, Terms};

    use super::super::Signer;
    use super::*;

    fn below(terms: &mut Terms, name: &str, limit: i64) -> TermId {
        let variable = terms.var(name, Sort::INT);
        let limit = terms.int(limit);
        terms.apply(Op::IntLt, &[variable, limit])
    }

    #[test]
    fn the_nearest_decides() {
        let mut terms = Terms::new();
        let mut signer = Signer::default();
        let first = below(&mut terms, "a", 1);
        let second = below(&mut terms, "a", 2);
        let other = below(&mut terms, "b", 2);
        let mut known = Neighbours::default();
        let mut sign = |prefix: &[_], last| signer.sign(&terms, prefix, last);
        let contradiction = sign(&[(first, true)], (second, false));
        assert_eq!(known.predict(&contradiction, 1), Prediction::Unknown);
        known.add(contradiction, false);
        // The same contradiction with something else before it.
        let longer = sign(&[(other, true), (first, true)], (second, false));
        assert_eq!(
            known.predict(&longer, 1),
            Prediction::Infeasible { votes: 1 }
        );
        let unrelated = sign(&[(first, true)], (other, false));
        assert_eq!(known.predict(&unrelated, 1), Prediction::Unknown);
        let fine = sign(&[(first, false)], (second, false));
        known.add(fine.clone(), true);
        assert_eq!(known.predict(&fine, 1), Prediction::Feasible { votes: 1 });
        // One says this, one that.
        assert_eq!(known.predict(&fine, 2), Prediction::Unknown);
    }
}
