//! Which failures become tests.

use std::collections::BTreeSet;

use everypath_c::Unit;
use everypath_generate::{Explored, Settings};
use everypath_suite::Candidate;
use everypath_trace::{Fault, Outcome, Slot, Step};
use indexmap::IndexSet;

use crate::recipe::failing;
use crate::stage::{STAGE, Stage};

/// How a run ends that follows a pointer to nowhere: by a signal that no access of
/// the program's own code announced.
const WILD: Fault = Fault::Signal(11);

/// Takes out failures that say little: a null pointer for a parameter or member that
/// nothing compares with null, and what only stubs can bring about. A warning says each.
pub(crate) fn set_aside(
    found: &mut Explored,
    nullable: &IndexSet<String>,
    unit: &Unit,
    stage: Stage,
    settings: &Settings,
) {
    // In a context a pointer is first what it was.
    let null_option = u32::from(stage.context.is_some());
    // Where every run does that, the caller has to have put something there.
    let in_front = found
        .candidates
        .iter()
        .filter(|candidate| fault(candidate) != Some(&Fault::NullPointer))
        .all(|candidate| fault(candidate) == Some(&Fault::InFront));
    if in_front {
        let before = found.candidates.len();
        found
            .candidates
            .retain(|candidate| fault(candidate) != Some(&Fault::InFront));
        if found.candidates.len() < before {
            found.warnings.push(format!(
                "{} assumes that something stands in front of what its pointers lead to",
                unit.name
            ));
        }
    }
    let mut assumed: BTreeSet<String> = BTreeSet::new();
    let mut by_stubs = 0;
    let mut unchecked = false;
    found.candidates.retain(|candidate| {
        let Outcome::Crashed { fault, at } = &candidate.outcome else {
            return true;
        };
        if stage.has_stubs() {
            by_stubs += 1;
            return false;
        }
        let by_pointer = *fault == Fault::NullPointer || (*fault == WILD && at.is_none());
        if settings.c.null_parameters || !by_pointer {
            return true;
        }
        if failing(&candidate.input).is_some() {
            unchecked = true;
            return false;
        }
        let choices = &candidate.input.choices;
        let parameters = unit.parameters.iter().enumerate();
        let mut null: Vec<String> = parameters
            .filter(|(index, parameter)| {
                choices.get(parameter.name.as_str()) == Some(&null_option)
                    && !unit.checks_null.contains(index)
            })
            .map(|(_, parameter)| parameter.name.clone())
            .collect();
        // What was read last is what was followed.
        let last = choices.iter().rfind(|(slot, _)| slot.as_str() != STAGE);
        if let Some((slot, option)) = last
            && let Some(member) = member(slot)
            && *option == null_option
            && !nullable.contains(member)
        {
            null.push(slot.to_string());
        }
        let is_told = !null.is_empty();
        assumed.extend(null);
        !is_told
    });
    let mut say = |words: String| found.warnings.push(words);
    if !assumed.is_empty() {
        let names: Vec<String> = assumed.into_iter().collect();
        say(format!(
            "{} assumes non-null: {}",
            unit.name,
            names.join(", ")
        ));
    }
    if unchecked {
        say(format!("{} assumes that allocations succeed", unit.name));
    }
    if by_stubs > 0 {
        say(format!(
            "{}: runs crash where stubs return what the real functions may never return",
            unit.name
        ));
    }
}

/// Leaves of the failures on structures that are made member by member one, the smallest,
/// where functions of the file make such structures; how many others there were, in words.
pub(crate) fn one_by_members(candidates: &mut Vec<Candidate>) -> Option<String> {
    let is_one =
        |candidate: &Candidate| candidate.outcome.is_failure() && candidate.needs_members();
    let all = || candidates.iter().filter(|one| is_one(one));
    let kept = all().min_by_key(|one| one.size)?.outcome.without_sizes();
    let outcomes: IndexSet<Outcome> = all().map(|one| one.outcome.without_sizes()).collect();
    candidates.retain(|one| !is_one(one) || one.outcome.without_sizes() == kept);
    let count = match outcomes.len() - 1 {
        0 => return None,
        1 => "1 more failure is".to_owned(),
        many => format!("{many} more failures are"),
    };
    Some(format!(
        "{count} on structures made member by member, although functions of the file make such; \
         --all-paths keeps them"
    ))
}

/// What brought the run of a candidate down, if something did.
fn fault(candidate: &Candidate) -> Option<&Fault> {
    match &candidate.outcome {
        Outcome::Crashed { fault, .. } => Some(fault),
        _ => None,
    }
}

/// The name of the member that a slot is, if it is one: `next` of `list->head.next`,
/// `names` of `table->names[3]`.
fn member(slot: &Slot) -> Option<&str> {
    let names = slot.steps().filter_map(|step| match step {
        Step::Field(name) | Step::Pointee(name) => Some(name),
        _ => None,
    });
    names.last()
}

#[cfg(test)]
mod tests {
    use everypath_trace::{Input, Trace};

    use super::*;

    #[test]
    fn one_failure_by_members_is_enough() {
        let candidate = |slot: &str, fault: Fault| {
            let mut input = Input::open();
            input.choices.insert(slot.into(), 0);
            let outcome = Outcome::Crashed { fault, at: None };
            Candidate::from_trace("f", &Trace::ended(input, outcome))
        };
        let mut all = vec![
            candidate("p->a", Fault::Overflow),
            candidate("p->b", Fault::InFront),
            candidate("n", Fault::DivisionByZero),
        ];
        let told = one_by_members(&mut all).unwrap_or_default();
        let left: Vec<&Fault> = all.iter().filter_map(fault).collect();
        assert_eq!(left, [&Fault::Overflow, &Fault::DivisionByZero]);
        assert!(
            told.starts_with("1 more failure is on structures"),
            "{told}"
        );
        assert_eq!(one_by_members(&mut all), None);
    }

    #[test]
    fn members_of_slots() {
        assert_eq!(member(&"list".into()), None);
        assert_eq!(member(&"list->head.next".into()), Some("next"));
        assert_eq!(member(&"table->names[3]".into()), Some("names"));
    }
}
