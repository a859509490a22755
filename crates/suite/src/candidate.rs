//! Candidates: finished runs that may become test cases.

use std::hash::{Hash, Hasher};

use everypath_term::Value;
use everypath_trace::{Decision, GoalId, Input, MutantId, Outcome, Step, Trace};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHasher};

use crate::size::{is_inner, is_shape, place, size};

/// More often than this is just often.
const MANY: u32 = 3;

/// A run that may become a test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The function or method that ran, qualified.
    pub unit: String,
    /// What it ran on.
    pub input: Input,
    /// The goals it covered, ascending, each once.
    pub goals: Vec<GoalId>,
    /// What else it showed, as opaque numbers, ascending, each once: how it
    /// ended, the sides it took, the options it chose.
    pub features: Vec<u64>,
    /// The mutants that a test of it is there for, ascending, each once.
    pub kills: Vec<MutantId>,
    /// How it ended.
    pub outcome: Outcome,
    /// How large its input is; smaller is easier to read.
    pub size: u64,
}

impl Candidate {
    /// The candidate of a unit's run.
    pub fn from_trace(unit: &str, trace: &Trace) -> Candidate {
        let input = without_spare_places(&trace.input);
        Candidate {
            unit: unit.to_owned(),
            size: size(&input),
            input,
            goals: trace.covered.clone(),
            features: features(unit, trace),
            kills: Vec::new(),
            outcome: trace.outcome.clone(),
        }
    }
}

impl Candidate {
    /// Whether it needs more than arguments: what structures hold, their owners may never
    /// let them hold.
    pub fn needs_members(&self) -> bool {
        let mut slots = self.input.values.keys().chain(self.input.choices.keys());
        slots.any(|slot| slot.steps().any(|step| matches!(step, Step::Pointee(_))))
    }
}

/// The input without the characters behind the ends of its texts.
fn without_spare_places(input: &Input) -> Input {
    let mut trimmed = input.clone();
    trimmed.values.retain(|slot, _| match place(slot) {
        Some((base, index)) => {
            let length = input.values.get(Step::Length.of(base).as_str());
            length
                .and_then(Value::as_int)
                .is_none_or(|length| BigInt::from(index) < *length)
        }
        None => true,
    });
    trimmed
}

/// How a run ended, without what depends on its values.
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum Ending<'a> {
    Returned,
    Threw(&'a str),
    Exited,
    Other(&'a Outcome),
}

/// The end of a run, as far as two runs can share it.
pub(crate) fn ending(outcome: &Outcome) -> Ending<'_> {
    match outcome {
        Outcome::Returned => Ending::Returned,
        Outcome::Threw { kind, .. } => Ending::Threw(kind),
        Outcome::Exited { .. } => Ending::Exited,
        other => Ending::Other(other),
    }
}

/// What a run of the unit showed beyond its goals: its kind of end, branches
/// taken once, twice and more often, branches taken one after the other, lengths
/// of containers, shapes of structures and what became of them. Term ids are no
/// part of it: they say when a condition was first met, not what it is.
fn features(unit: &str, trace: &Trace) -> Vec<u64> {
    let mut features = vec![feature(unit, &ending(&trace.outcome))];
    let mut counts: FxHashMap<GoalId, u32> = FxHashMap::default();
    let mut last = None;
    for (index, decision) in trace.decisions.iter().enumerate() {
        match decision {
            // Which side was taken the goal of the other one says; whether the
            // condition holds there depends on how it is written.
            Decision::Condition {
                other_side: Some(goal),
                ..
            } if index >= trace.entry => {
                let count = counts.entry(*goal).or_default();
                *count = (*count + 1).min(MANY);
                features.push(feature(unit, &(*goal, *count)));
                features.push(feature(unit, &(last, *goal)));
                last = Some(*goal);
            }
            Decision::Choice { slot, taken, .. } if is_shape(slot) => {
                // `node3.next` and `node4.next` are the same kind of field.
                let most = if is_inner(slot) { 1 } else { MANY };
                features.push(feature(unit, &(slot.kind(), (*taken).min(most))));
            }
            Decision::Condition { .. } | Decision::Choice { .. } => {}
        }
    }
    let effects = trace.effects.iter();
    features.extend(effects.map(|effect| feature(unit, effect)));
    features.sort_unstable();
    features.dedup();
    features
}

fn feature(unit: &str, what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    unit.hash(&mut hasher);
    what.hash(&mut hasher);
    hasher.finish()
}
