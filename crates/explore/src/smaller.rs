//! Smaller numbers on the same path. Numbers that a path compares with each
//! other cannot shrink one at a time; the solver moves all of them at once. It
//! proposes an input; whoever asks runs it and decides.

use std::sync::Arc;

use everypath_solve::{Answer, Limits, Model, Query, Solver};
use everypath_term::{Op, Scalar, Sort, TermId, Terms, Value, VarId};
use everypath_trace::{Decision, Input, Slot, Trace};

use crate::flip::{assignment, variables};

/// A number this near to zero is near enough.
const NEAR: u64 = 4;

/// How far from zero a number may be, the nearest first. Between two of them the
/// least distance is found by halving.
const DISTANCES: [u64; 7] = [0, 1, NEAR, 16, 128, 1024, 32_768];

/// Queries for one input, so that one of many numbers costs no more than others.
const MOST_QUERIES: usize = 64;

/// An input that makes every decision of a run as the run did, in which the
/// numbers of these slots are near zero: all of them, or else one after the
/// other, each as near as those before it allow. `None` if nothing was found. All
/// that the solver was asked before must be over the same pool of terms.
pub fn with_small_numbers(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    trace: &Trace,
    slots: &[Slot],
    limits: Limits,
) -> Option<Input> {
    let mut path = SamePath::of(terms, trace, limits);
    let spoken_of = variables(terms, &path.conditions);
    let slots = slots.iter();
    let numbers: Vec<VarId> = slots
        .filter_map(|slot| terms.find_variable(slot.as_str()))
        .filter(|number| spoken_of.contains(number))
        .collect();
    if numbers.is_empty() {
        return None;
    }
    let all = numbers.iter().map(|&number| within(terms, number, NEAR));
    let all: Vec<TermId> = all.collect();
    let all = terms.all(&all);
    if !path.can(terms, solver, all) {
        for &number in &numbers {
            path.pull(terms, solver, number);
        }
    }
    path.input(terms, trace)
}

/// A path, and what else is demanded of values that follow it.
struct SamePath {
    assumptions: Vec<TermId>,
    conditions: Vec<TermId>,
    /// Values under which all of it holds.
    values: Arc<Model>,
    is_changed: bool,
    limits: Limits,
    /// Queries that may still be asked.
    queries: usize,
}

impl SamePath {
    fn of(terms: &mut Terms, trace: &Trace, limits: Limits) -> SamePath {
        let decisions = trace.decisions.iter();
        let conditions = decisions.filter_map(|decision| match decision {
            Decision::Condition { term, taken, .. } => Some(terms.decided(*term, *taken)),
            Decision::Choice { .. } => None,
        });
        SamePath {
            conditions: conditions.collect(),
            assumptions: [&trace.assumptions[..], &trace.bounds[..]].concat(),
            values: Arc::new(assignment(terms, &trace.input)),
            is_changed: false,
            limits,
            queries: MOST_QUERIES,
        }
    }

    /// Pulls a number towards zero, and keeps it there.
    fn pull(&mut self, terms: &mut Terms, solver: &mut dyn Solver, number: VarId) {
        // It is no nearer than this.
        let mut least = 0;
        while let Some(now) = self.distance(number)
            && least < now
            && (least <= 1 || now > NEAR)
            && self.queries > 0
        {
            let mut step = DISTANCES.into_iter();
            let step = step.find(|step| (least..now).contains(step));
            let next = step.unwrap_or(least + (now - least) / 2);
            let nearer = within(terms, number, next);
            if !self.can(terms, solver, nearer) {
                least = next + 1;
            }
        }
        if let Some(now) = self.distance(number) {
            let reached = within(terms, number, now);
            self.conditions.push(reached);
        }
    }

    /// Whether there are values for one more condition; those are the values then.
    fn can(&mut self, terms: &mut Terms, solver: &mut dyn Solver, more: TermId) -> bool {
        let query = Query {
            assumptions: self.assumptions.clone(),
            prefix: self.conditions.clone(),
            goal: more,
            hint: self.values.clone(),
            limits: self.limits,
        };
        self.queries = self.queries.saturating_sub(1);
        match solver.check(terms, &query) {
            Answer::Sat(model) => {
                let values = model.over(&self.values);
                // Solvers keep what they learnt while the hint is the same one.
                if values != *self.values {
                    self.values = Arc::new(values);
                    self.is_changed = true;
                }
                true
            }
            Answer::Unsat(_) => false,
            // The next one would hardly be easier.
            Answer::Unknown(_) => {
                self.queries = 0;
                false
            }
        }
    }

    /// How far a number is from zero, if that can be said in 64 bits.
    fn distance(&self, number: VarId) -> Option<u64> {
        match self.values.get(number)? {
            Value::Int(number) => u64::try_from(number.magnitude()).ok(),
            Value::BitVec { width, bits } => {
                let unused = 64 - u32::from(*width);
                Some((((bits << unused) as i64) >> unused).unsigned_abs())
            }
            _ => None,
        }
    }

    /// The run's input with the values found, if they are others.
    fn input(&self, terms: &Terms, trace: &Trace) -> Option<Input> {
        let mut input = trace.input.clone();
        for (variable, value) in self.values.iter() {
            let name = terms.variable_of(variable).name.as_str();
            input.values.insert(Slot::from(name), value.clone());
        }
        self.is_changed.then_some(input)
    }
}

/// That a number is at most so far from zero; bit-vectors have a sign. What is
/// no whole number may be anything.
fn within(terms: &mut Terms, number: VarId, distance: u64) -> TermId {
    let (at_most, low, high) = match terms.variable_of(number).sort {
        Sort::INT => {
            let high = i128::from(distance);
            (Op::IntLe, Value::int(-high), Value::int(high))
        }
        Sort::Scalar(Scalar::BitVec(width)) if distance >> (width - 1) == 0 => {
            let bits = |number| Value::bit_vec(width, number);
            (Op::BvSle, bits(distance.wrapping_neg()), bits(distance))
        }
        _ => return terms.bool(true),
    };
    let (low, high) = (terms.constant(low), terms.constant(high));
    let number = terms.read(number);
    let above = terms.apply(at_most, &[low, number]);
    let below = terms.apply(at_most, &[number, high]);
    terms.and(above, below)
}

#[cfg(test)]
mod tests {
    use everypath_solve::{Options, default_chain};
    use everypath_trace::text::{parse_trace, print_input};

    use super::*;

    /// What becomes of a run's numbers `a` and `b`; other slots are no numbers.
    fn check(trace: &str, expected: &str) {
        let small = || {
            let mut terms = Terms::new();
            let trace = format!("{trace}\noutcome: returned\n");
            let trace = parse_trace(&mut terms, &trace).unwrap();
            let slots = ["a", "b"].map(Slot::from);
            let solver = &mut *default_chain(&Options::default());
            with_small_numbers(&mut terms, solver, &trace, &slots, Limits::default())
        };
        let words = |input: Option<Input>| match input {
            Some(input) => print_input(&input).trim_end().replace('\n', ", "),
            None => "nothing".to_owned(),
        };
        assert_eq!(words(small()), expected, "{trace}");
        assert_eq!(words(small()), expected, "again: {trace}");
    }

    #[test]
    fn numbers_move_together() {
        check(
            "value 134217860:bv32: a\nvalue 134217860:bv32: b\n\
             branch true: (= a:bv32 b:bv32)\nbranch true: (bvslt 1:bv32 a:bv32)",
            "value 2:bv32: a, value 2:bv32: b",
        );
        check(
            "value 70000: a\nvalue 70001: b\nbranch false: (<= b:int a:int)\n\
             branch true: (< 2 a:int)",
            "value 3: a, value 4: b",
        );
    }

    #[test]
    fn each_is_as_near_as_those_before_it_allow() {
        check(
            "value 6002: a\nbranch true: (= (div a:int 1000) 6)",
            "value 6000: a",
        );
        check(
            "value 98568: a\nvalue 901432: b\nbranch true: (= (+ a:int b:int) 1000000)\n\
             branch true: (< 5000 a:int)",
            "value 5001: a, value 994999: b",
        );
        check(
            "value 18446744073709551000:bv64: a\nvalue 1000616:bv64: b\n\
             branch true: (= (bvadd a:bv64 b:bv64) 1000000:bv64)",
            "value 0:bv64: a, value 1000000:bv64: b",
        );
    }

    #[test]
    fn other_slots_stay() {
        check(
            "value 500: a\nvalue 700: b\nvalue 900: c\nchosen 2: list\n\
             branch true: (< a:int b:int)\nbranch true: (< b:int c:int)",
            "value 0: a, value 1: b, value 900: c, chosen 2: list",
        );
    }

    #[test]
    fn what_cannot_move_does_not() {
        check(
            "value 500: a\nvalue 700: b\nbranch true: (< c:int 4)",
            "nothing",
        );
        check(
            "value 500: a\nvalue 700: b\nbranch true: (= a:int 500)\n\
             branch true: (= (+ b:int a:int) 1200)",
            "nothing",
        );
    }
}
