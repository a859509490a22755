//! Texts of inputs that a reader can read.

use everypath_c::types::{Type, TypeId, Types};
use everypath_generate::showing_the_same;
use everypath_suite::Candidate;
use everypath_term::{Terms, Value};
use everypath_trace::{Executor, Input, Outcome, RunLimits, Slot, Step};

use super::values::value_bits;
use crate::staged::Staged;

/// Characters of one input that are tried one by one.
const MOST_CHARACTERS: usize = 16;

/// Writes an `a` for each character of a candidate that cannot be seen, where the
/// run shows the same with it. The executor has chosen the candidate's unit.
pub(crate) fn make_readable(executor: &mut Staged, candidate: &mut Candidate, limits: &RunLimits) {
    if candidate.outcome == Outcome::TimedOut {
        return;
    }
    let mut terms = Terms::new();
    executor.run(&mut terms, &candidate.input, limits);
    let unseen = unseen(executor, &candidate.input);
    let mut accept = |slots: &[Slot]| {
        let mut input = candidate.input.clone();
        for slot in slots {
            input
                .values
                .insert(slot.clone(), Value::bit_vec(8, u64::from(b'a')));
        }
        let trace = executor.run(&mut terms, &input, limits);
        let found = showing_the_same(&mut terms, &trace, candidate, &candidate.goals);
        let same = found.is_some();
        if let Some(found) = found {
            *candidate = found;
        }
        same
    };
    if unseen.is_empty() || accept(&unseen) {
        return;
    }
    for slot in unseen.iter().take(MOST_CHARACTERS) {
        accept(std::slice::from_ref(slot));
    }
}

/// The characters in texts of the last run's input that cannot be seen.
fn unseen(executor: &Staged, input: &Input) -> Vec<Slot> {
    let types = &executor.last_program().types;
    let texts = executor.graph().objects.iter();
    let texts: Vec<&str> = texts
        .filter(|object| leads_to_text(types, object.pointer))
        .map(|object| object.slot.as_str())
        .collect();
    let is_unseen = |slot: &Slot, value: &Value| {
        let bits = value_bits(value);
        matches!(slot.split_last(), Some((text, Step::Index(_))) if texts.contains(&text))
            && !matches!(bits as u8, 0 | b'\t' | b'\n' | b' '..=b'~')
    };
    let values = input.values.iter();
    values
        .filter(|(slot, value)| is_unseen(slot, value))
        .map(|(slot, _)| slot.clone())
        .collect()
}

/// Whether a pointer leads to characters; bytes without or with a sign are numbers.
pub(super) fn leads_to_text(types: &Types, pointer: TypeId) -> bool {
    let Type::Pointer(of) = types.shape(pointer) else {
        return false;
    };
    matches!(types.shape(*of), Type::Int { name, .. } if name == "char")
}
