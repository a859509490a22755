//! Which failures become tests.

use std::collections::BTreeSet;

use everypath_c::Unit;
use everypath_report::ModuleReport;
use everypath_suite::Candidate;
use everypath_trace::{Fault, Location, Outcome, Slot, Step};
use indexmap::IndexMap;

use super::allocations::failing;
use super::exploring::Facts;
use super::stages::{STAGE, Stage};
use everypath_generate::explored::Explored;
use everypath_generate::settings::Settings;

/// How a run ends that follows a pointer to nowhere: by a signal that no access of
/// the program's own code announced.
const WILD: Fault = Fault::Signal(11);

/// Leaves of the failures of one kind at one place those of the unit that came to it
/// first: one test of it is enough.
pub fn of_one_unit_each(candidates: &mut Vec<Candidate>) {
    let mut first: IndexMap<(Fault, Location), String> = IndexMap::new();
    candidates.retain(|candidate| match &candidate.outcome {
        // Without a place it may be another one.
        Outcome::Crashed {
            fault,
            at: Some(at),
        } => {
            let unit = first.entry((fault.clone(), at.clone()));
            *unit.or_insert_with(|| candidate.unit.clone()) == candidate.unit
        }
        _ => true,
    });
}

/// Puts failures first that need nothing but arguments: what structures hold, their
/// owners may never let them hold.
pub fn by_arguments_first(failures: &mut [Candidate]) {
    failures.sort_by_key(|candidate| {
        let input = &candidate.input;
        let mut slots = input.values.keys().chain(input.choices.keys());
        slots.any(|slot| slot.steps().any(|step| matches!(step, Step::Pointee(_))))
    });
}

/// Takes out failures that say little: a null pointer for a parameter or member that
/// nothing compares with null, and what only stubs can bring about. The report
/// says each in one line.
pub fn set_aside(
    found: &mut Explored,
    facts: &Facts,
    unit: &Unit,
    stage: Stage,
    settings: &Settings,
    report: &mut ModuleReport,
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
            report.warnings.push(format!(
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
            && !facts.nullable.contains(member)
        {
            null.push(slot.to_string());
        }
        let is_told = !null.is_empty();
        assumed.extend(null);
        !is_told
    });
    let mut say = |words: String| {
        if !report.warnings.contains(&words) {
            report.warnings.push(words);
        }
    };
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
    use super::*;

    #[test]
    fn members_of_slots() {
        assert_eq!(member(&"list".into()), None);
        assert_eq!(member(&"list->head.next".into()), Some("next"));
        assert_eq!(member(&"table->names[3]".into()), Some("names"));
    }
}
