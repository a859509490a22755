//! Remembers answers. Conditions that contain an unsatisfiable set are
//! unsatisfiable; a model of a superset is a model; a model of a subset may
//! be one and is tried.

use std::cmp::Ordering;
use std::collections::VecDeque;

use everypath_term::{Evaluator, TermId, Terms};

use crate::query::{Answer, Model, Proof, Query, Solver, Statistics};
use crate::support::Support;

/// How many answers of each kind are remembered.
const CAPACITY: usize = 512;

/// How many models of subsets are tried on one query.
const TRIES: usize = 4;

/// Remembers answers of the solver below.
pub(crate) struct Cache {
    below: Box<dyn Solver>,
    support: Support,
    evaluator: Evaluator,
    unsatisfiable: VecDeque<Set>,
    satisfiable: VecDeque<(Set, Model)>,
    hits: [u64; 3],
}

/// A set of conditions, with a signature that makes most subset tests cheap.
pub(crate) struct Set {
    signature: u64,
    conditions: Vec<TermId>,
}

impl Set {
    /// A set of these conditions.
    pub(crate) fn new(conditions: impl Iterator<Item = TermId>) -> Set {
        let mut conditions: Vec<TermId> = conditions.collect();
        conditions.sort_unstable();
        conditions.dedup();
        let bit = |term: &TermId| 1u64 << (term.0.wrapping_mul(0x9e37_79b9) >> 26);
        Set {
            signature: conditions.iter().map(bit).fold(0, |all, bit| all | bit),
            conditions,
        }
    }

    /// The conditions, ascending.
    pub(crate) fn conditions(&self) -> &[TermId] {
        &self.conditions
    }

    /// Smaller sets first.
    pub(crate) fn order(&self, other: &Set) -> Ordering {
        let key = |set: &Set| set.conditions.len();
        let by_size = key(self).cmp(&key(other));
        by_size.then_with(|| self.conditions.cmp(&other.conditions))
    }

    /// Whether the other set has all of these conditions.
    pub(crate) fn is_subset(&self, other: &Set) -> bool {
        if self.signature & !other.signature != 0 || self.conditions.len() > other.conditions.len()
        {
            return false;
        }
        let mut rest = other.conditions.iter();
        self.conditions
            .iter()
            .all(|condition| rest.by_ref().any(|other| other == condition))
    }
}

impl Cache {
    /// Remembers answers of `below`.
    pub(crate) fn new(below: Box<dyn Solver>) -> Cache {
        Cache {
            below,
            support: Support::default(),
            evaluator: Evaluator::new(),
            unsatisfiable: VecDeque::new(),
            satisfiable: VecDeque::new(),
            hits: [0; 3],
        }
    }

    fn known(&mut self, terms: &Terms, query: &Query, set: &Set) -> Option<Answer> {
        if let Some(core) = self.unsatisfiable.iter().find(|core| core.is_subset(set)) {
            self.hits[0] += 1;
            let core = core.conditions.clone();
            return Some(Answer::Unsat(Proof { core }));
        }
        let mut tries = 0;
        for (known, model) in self.satisfiable.iter().rev() {
            if set.is_subset(known) {
                self.hits[1] += 1;
                let variables = self.support.all(terms, query.conditions());
                let values = variables.into_iter().filter_map(|variable| {
                    model.get(variable).map(|value| (variable, value.clone()))
                });
                return Some(Answer::Sat(values.collect()));
            }
            if tries < TRIES && known.is_subset(set) {
                tries += 1;
                self.evaluator.reset();
                let value = |variable| {
                    let value = model.get(variable).or_else(|| query.hint.get(variable));
                    value.cloned()
                };
                let evaluator = &mut self.evaluator;
                let mut conditions = set.conditions.iter();
                if conditions.all(|&condition| evaluator.holds(terms, condition, &value)) {
                    self.hits[2] += 1;
                    let variables = self.support.all(terms, query.conditions());
                    let values = variables
                        .into_iter()
                        .filter_map(|variable| value(variable).map(|value| (variable, value)));
                    return Some(Answer::Sat(values.collect()));
                }
            }
        }
        None
    }
}

impl Solver for Cache {
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer {
        let set = Set::new(query.conditions());
        if let Some(answer) = self.known(terms, query, &set) {
            return answer;
        }
        let answer = self.below.check(terms, query);
        match &answer {
            Answer::Sat(model) => {
                if self.satisfiable.len() == CAPACITY {
                    self.satisfiable.pop_front();
                }
                self.satisfiable.push_back((set, model.clone()));
            }
            Answer::Unsat(proof) => {
                if self.unsatisfiable.len() == CAPACITY {
                    self.unsatisfiable.pop_front();
                }
                let core = Set::new(proof.core.iter().copied());
                self.unsatisfiable.push_back(core);
            }
            Answer::Unknown(_) => {}
        }
        answer
    }

    fn report(&self, statistics: &mut Statistics) {
        let names = [
            "cache: unsat subset",
            "cache: sat superset",
            "cache: sat subset",
        ];
        statistics.counters.extend(names.into_iter().zip(self.hits));
        statistics.evaluated(&self.evaluator);
        self.below.report(statistics);
    }
}
