//! What the conditions of a flip look like: the ones that the changed decision
//! depends on (the core), and the rest (the context), each as it is and with
//! its numbers left out.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use everypath_term::{Node, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::bloom::{Bloom, Ratio};

/// A condition and the side it took.
pub(crate) type Clause = (TermId, bool);

/// A clause by its hashes: as it is, and without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hashes {
    specific: u64,
    general: u64,
}

/// What the conditions of one flip look like.
#[derive(Clone, Debug)]
pub struct Signature {
    context: Bloom<64>,
    specific: Bloom<128>,
    general: Bloom<128>,
    core: Arc<[Hashes]>,
    last: u64,
}

/// How similar two flips are: by their cores, and if those are equally
/// similar, by their contexts.
pub(crate) type Similarity = (Ratio, Ratio);

impl Signature {
    /// How similar two flips are, where the first is expected to contain the
    /// core of the second. Flips whose last clauses differ in more than
    /// numbers have nothing to do with each other.
    pub(crate) fn similarity(container: &Signature, contained: &Signature) -> Similarity {
        if container.last != contained.last {
            return (Ratio::ZERO, Ratio::ZERO);
        }
        let core = &contained.core;
        let count = |holds: &dyn Fn(&Hashes) -> bool| {
            let held = core.iter().filter(|clause| holds(clause)).count();
            Ratio::new(held as u32, core.len() as u32)
        };
        let specific = count(&|clause| container.specific.may_hold(clause.specific));
        let general = count(&|clause| container.general.may_hold(clause.general));
        let contexts = container.context.jaccard(&contained.context);
        (specific.mean(general), contexts)
    }

    /// The last clause without its numbers: only flips that share it compare.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }
}

/// Makes signatures; remembers what it found out about terms.
#[derive(Clone, Debug, Default)]
pub struct Signer {
    variables: FxHashMap<TermId, Arc<[VarId]>>,
    general: FxHashMap<TermId, u64>,
}

impl Signer {
    /// The signature of the flip to `last` after `prefix`.
    pub(crate) fn sign(&mut self, terms: &Terms, prefix: &[Clause], last: Clause) -> Signature {
        let in_core = self.core(terms, prefix, last.0);
        let mut context = Bloom::default();
        let mut specific = Bloom::default();
        let mut general = Bloom::default();
        let mut core = Vec::new();
        let clauses = prefix.iter().zip(in_core).chain([(&last, true)]);
        for (clause, in_core) in clauses {
            let hashes = self.hashes(terms, *clause);
            if in_core {
                specific.add(hashes.specific);
                general.add(hashes.general);
                core.push(hashes);
            } else {
                context.add(hashes.specific);
                context.add(hashes.general);
            }
        }
        Signature {
            context,
            specific,
            general,
            core: core.into(),
            last: self.hashes(terms, last).general,
        }
    }

    /// Which clauses share variables with the last one, directly or through
    /// others.
    fn core(&mut self, terms: &Terms, prefix: &[Clause], last: TermId) -> Vec<bool> {
        let mut by_variable: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
        for (index, clause) in prefix.iter().enumerate() {
            for &variable in self.variables_of(terms, clause.0).iter() {
                by_variable.entry(variable).or_default().push(index);
            }
        }
        let mut in_core = vec![false; prefix.len()];
        let mut reached: FxHashSet<VarId> = FxHashSet::default();
        let mut pending: Vec<VarId> = self.variables_of(terms, last).to_vec();
        while let Some(variable) = pending.pop() {
            if !reached.insert(variable) {
                continue;
            }
            for &index in by_variable.get(&variable).into_iter().flatten() {
                if !std::mem::replace(&mut in_core[index], true) {
                    pending.extend(self.variables_of(terms, prefix[index].0).iter());
                }
            }
        }
        in_core
    }

    fn variables_of(&mut self, terms: &Terms, term: TermId) -> Arc<[VarId]> {
        if let Some(known) = self.variables.get(&term) {
            return known.clone();
        }
        let mut found: Vec<VarId> = Vec::new();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut pending = vec![term];
        while let Some(part) = pending.pop() {
            if !seen.insert(part) {
                continue;
            }
            match terms.node(part) {
                Node::Variable(variable) => found.push(variable),
                Node::Apply(..) => pending.extend(terms.operands(part)),
                Node::Constant(_) => {}
            }
        }
        let found: Arc<[VarId]> = found.into();
        self.variables.insert(term, found.clone());
        found
    }

    fn hashes(&mut self, terms: &Terms, clause: Clause) -> Hashes {
        Hashes {
            // Terms are made once: the same term is the same condition.
            specific: hash(&clause),
            general: hash(&(self.general_hash(terms, clause.0), clause.1)),
        }
    }

    /// A hash of a term without its numbers, be they constants or places in
    /// the name of an input's part.
    fn general_hash(&mut self, terms: &Terms, term: TermId) -> u64 {
        // Operands first, without recursion: terms may be deep.
        let mut pending = vec![term];
        while let Some(&part) = pending.last() {
            if self.general.contains_key(&part) {
                pending.pop();
                continue;
            }
            let found = match terms.node(part) {
                Node::Constant(_) => hash(&terms.sort(part)),
                Node::Variable(variable) => {
                    let name = &terms.variable_of(variable).name;
                    let letters: String = name.chars().filter(|c| !c.is_ascii_digit()).collect();
                    hash(&letters)
                }
                Node::Apply(op, ..) => {
                    let operands = terms.operands(part);
                    let missing = operands.iter().filter(|o| !self.general.contains_key(o));
                    let missing: Vec<TermId> = missing.copied().collect();
                    if !missing.is_empty() {
                        pending.extend(missing);
                        continue;
                    }
                    let operands: Vec<u64> = operands.iter().map(|o| self.general[o]).collect();
                    hash(&(op, operands))
                }
            };
            self.general.insert(part, found);
            pending.pop();
        }
        self.general[&term]
    }
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    // The last multiplication leaves the low bits poor.
    let value = hasher.finish();
    (value ^ (value >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use everypath_term::{Op, Sort};

    use super::*;

    fn below(terms: &mut Terms, name: &str, limit: i64) -> Clause {
        let variable = terms.var(name, Sort::INT);
        let limit = terms.int(limit);
        (terms.apply(Op::IntLt, &[variable, limit]), true)
    }

    #[test]
    fn the_core_is_what_the_last_clause_depends_on() {
        let mut terms = Terms::new();
        let (a, b) = (terms.var("a", Sort::INT), terms.var("b", Sort::INT));
        let linked = (terms.apply(Op::IntLt, &[a, b]), true);
        let prefix = [below(&mut terms, "b", 3), linked, below(&mut terms, "c", 4)];
        let last = below(&mut terms, "a", 9);
        let mut signer = Signer::default();
        assert_eq!(signer.core(&terms, &prefix, last.0), [true, true, false]);
        let signature = signer.sign(&terms, &prefix, last);
        assert_eq!(signature.core.len(), 3);
    }

    #[test]
    fn numbers_are_no_part_of_a_general_clause() {
        let mut terms = Terms::new();
        let one = below(&mut terms, "xs[1]", 3);
        let other = below(&mut terms, "xs[2]", 700);
        let different = below(&mut terms, "ys[2]", 700);
        let mut signer = Signer::default();
        let mut general = |clause| signer.hashes(&terms, clause).general;
        assert_eq!(general(one), general(other));
        assert_ne!(general(one), general(different));
        assert_ne!(general(one), general((one.0, false)));
    }

    #[test]
    fn similarity_asks_for_the_same_kind_of_last_clause() {
        let mut terms = Terms::new();
        let prefix = [below(&mut terms, "x", 5)];
        let (last, alike) = (below(&mut terms, "x", 3), below(&mut terms, "x", 2));
        let other = below(&mut terms, "y", 3);
        let mut signer = Signer::default();
        let signature = signer.sign(&terms, &prefix, last);
        let same = Signature::similarity(&signature, &signature);
        assert_eq!(same, (Ratio::ONE, Ratio::ONE));
        let near = signer.sign(&terms, &prefix, alike);
        let near = Signature::similarity(&signature, &near);
        assert!(near.0 > Ratio::ZERO && near.0 < Ratio::ONE);
        let far = signer.sign(&terms, &prefix, other);
        let far = Signature::similarity(&signature, &far);
        assert_eq!(far, (Ratio::ZERO, Ratio::ZERO));
    }
}
