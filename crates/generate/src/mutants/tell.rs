//! Tests with values that tell.

use std::time::Duration;

use everypath_suite::{Candidate, Suite, tell};
use everypath_term::{Terms, Value, VarId, evaluate};
use everypath_trace::Trace;

use super::Prey;
use crate::shrink::{choose, showing_the_same};

/// Gives tests values that tell, where there are no mutants which could decide.
pub(crate) fn tell_all(suite: &mut Suite, prey: &mut Prey) {
    for test in &mut suite.tests {
        if let Some(told) = telling(prey, test, &mut |_| {}) {
            *test = told;
        }
    }
}

/// A test with values that tell more, if it covers and shows the same and ends alike. What
/// its runs cost is charged.
pub(super) fn telling(
    prey: &mut Prey,
    test: &Candidate,
    charge: &mut dyn FnMut(Duration),
) -> Option<Candidate> {
    if !choose(prey.units, prey.facts, &test.unit) {
        return None;
    }
    let mut terms = Terms::new();
    let mut told = None;
    tell(&test.input, &mut |input| {
        let trace = prey.units.run(&mut terms, input, &prey.limits);
        charge(trace.cost);
        let same = is_proper(&terms, &trace)
            .then(|| showing_the_same(&mut terms, &trace, test, &test.goals))
            .flatten();
        let is_same = same.is_some();
        told = same.or(told.take());
        is_same
    })?;
    told
}

/// Whether the values of a run are such as its slots may have: a solver respects what front
/// ends assume, and whoever makes values up has to.
pub(super) fn is_proper(terms: &Terms, trace: &Trace) -> bool {
    let value = |variable: VarId| {
        let name = terms.variable_of(variable).name.as_str();
        trace.input.values.get(name).cloned()
    };
    let mut assumed = trace.assumptions.iter().chain(&trace.bounds);
    assumed.all(|&term| evaluate(terms, term, &value) == Value::Bool(true))
}
