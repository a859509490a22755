//! Drops the conditions that share no variable with the goal, directly or
//! through others. The hint must satisfy what is dropped: where it does not,
//! nothing is dropped that depends on the same variables.

use std::sync::Arc;

use everypath_term::{Evaluator, TermId, Terms};

use crate::query::{Answer, Model, Query, Solver, Statistics};
use crate::support::Support;

/// Slices queries.
pub(crate) struct Slice {
    below: Box<dyn Solver>,
    support: Support,
    /// Values of conditions under `hint`, kept while the hint stays.
    evaluator: Evaluator,
    hint: Arc<Model>,
    /// Whether a variable is relevant, by its number.
    relevant: Vec<bool>,
}

impl Slice {
    /// Slices for `below`.
    pub(crate) fn new(below: Box<dyn Solver>) -> Slice {
        Slice {
            below,
            support: Support::default(),
            evaluator: Evaluator::new(),
            hint: Arc::default(),
            relevant: Vec::new(),
        }
    }

    /// Marks what the relevant variables are connected with; `kept` says which
    /// conditions are in the slice.
    fn connect(&mut self, terms: &Terms, conditions: &[TermId], kept: &mut [bool]) {
        let mut changed = true;
        while changed {
            changed = false;
            for (position, &condition) in conditions.iter().enumerate() {
                if kept[position] {
                    continue;
                }
                let variables = &self.support.facts(terms, condition).variables;
                let relevant = &mut self.relevant;
                if variables
                    .iter()
                    .any(|variable| relevant[variable.0 as usize])
                {
                    kept[position] = true;
                    for variable in variables.iter() {
                        let mark = &mut relevant[variable.0 as usize];
                        changed |= !*mark;
                        *mark = true;
                    }
                }
            }
        }
    }

    /// Keeps one condition and makes its variables relevant.
    fn keep(&mut self, terms: &Terms, condition: TermId) {
        let variables = &self.support.facts(terms, condition).variables;
        for variable in variables.iter() {
            self.relevant[variable.0 as usize] = true;
        }
    }
}

impl Solver for Slice {
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer {
        if !Arc::ptr_eq(&self.hint, &query.hint) {
            self.evaluator.reset();
            self.hint = query.hint.clone();
        }
        self.relevant.clear();
        self.relevant.resize(terms.variables().len(), false);
        let conditions: Vec<TermId> = query.conditions().collect();
        let mut kept = vec![false; conditions.len()];
        self.keep(terms, query.goal);
        *kept.last_mut().expect("the goal") = true;
        self.connect(terms, &conditions, &mut kept);
        let hint = self.hint.clone();
        let mut broken = false;
        for (position, &condition) in conditions.iter().enumerate() {
            let value = |variable| hint.get(variable).cloned();
            if !kept[position] && !self.evaluator.holds(terms, condition, &value) {
                kept[position] = true;
                broken = true;
                self.keep(terms, condition);
            }
        }
        if broken {
            self.connect(terms, &conditions, &mut kept);
        }
        if kept.iter().all(|&kept| kept) {
            return self.below.check(terms, query);
        }
        let chosen = |part: &[TermId], from: usize| -> Vec<TermId> {
            let positions = part.iter().enumerate();
            let kept = positions.filter(|(position, _)| kept[from + position]);
            kept.map(|(_, &condition)| condition).collect()
        };
        let sliced = Query {
            assumptions: chosen(&query.assumptions, 0),
            prefix: chosen(&query.prefix, query.assumptions.len()),
            goal: query.goal,
            hint: query.hint.clone(),
            limits: query.limits,
        };
        self.below.check(terms, &sliced)
    }

    fn report(&self, statistics: &mut Statistics) {
        statistics.evaluated(&self.evaluator);
        self.below.report(statistics);
    }
}
