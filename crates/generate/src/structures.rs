//! The valid structures of a class, found by exploring its invariant alone.

use std::collections::BTreeSet;

use everypath_explore::{Aim, Exploration};
use everypath_report::ModuleReport;
use everypath_trace::{Input, Outcome};
use indexmap::IndexMap;

use crate::explored::unit_report;
use crate::program::{Crew, Part, Plan};
use crate::search::Search;

/// The valid structures of one class.
#[derive(Clone, Debug)]
pub struct Structures {
    /// The inputs that make them.
    pub inputs: Vec<Input>,
    /// Whether there are no others in the scope.
    pub is_complete: bool,
}

/// The structures of classes.
pub(crate) type KnownStructures = IndexMap<String, Structures>;

/// Where there are several invariants, one part of so many of all is for them.
const SHARED: u32 = 2;

/// Explores the invariants of all classes that units need, each once.
pub(crate) fn explore(
    plan: &dyn Plan,
    crew: &mut dyn Crew,
    search: &Search,
    report: &mut ModuleReport,
) -> KnownStructures {
    let mut known = KnownStructures::new();
    let units = plan.facts().units.iter();
    let classes: BTreeSet<&String> = units.filter_map(|unit| unit.structure.as_ref()).collect();
    for (index, unit) in plan.facts().units.iter().enumerate() {
        let Some(class) = &unit.structure else {
            continue;
        };
        if known.contains_key(class) {
            continue;
        }
        let workers = crew.together();
        if let Err(error) = workers.choose(index, 0, Part::Invariant) {
            report.warnings.push(format!("{class}: {error}"));
            continue;
        }
        let mut task = search.task(Vec::new());
        task.budget.aim = Aim::Paths;
        let waiting = (classes.len() - known.len()) as u32;
        task.budget.cost = Some(match classes.len() {
            1 => search.left(),
            _ => search.left() / SHARED / waiting,
        });
        task.window = plan.policy().window;
        let invariant = unit.invariant.clone().unwrap_or_default();
        let found = search.run(workers, &unit.name, &task);
        search.charge(found.statistics.cost);
        let structures = valid(&found);
        let count = structures.inputs.len();
        report.structures.insert(class.clone(), count);
        if count == 0 {
            let why = why_none(&found);
            report.warnings.push(format!(
                "{class}: no structure within the scope meets the invariant `{invariant}`: {why}"
            ));
        }
        let name = match class == &unit.name {
            true => invariant,
            false => format!("{class}.{invariant}"),
        };
        report.units.push(unit_report(&name, &found));
        if let Err(error) = crew.learn(class, &structures) {
            report.warnings.push(error);
        }
        known.insert(class.clone(), structures);
    }
    known
}

fn valid(found: &Exploration) -> Structures {
    let runs = found.tree.runs().iter();
    let accepted = runs.filter(|run| run.trace.outcome == Outcome::Returned);
    Structures {
        inputs: accepted.map(|run| run.trace.input.clone()).collect(),
        is_complete: found.incomplete().is_none() || found.tree.is_exhausted(),
    }
}

/// Why there are none, in words.
fn why_none(found: &Exploration) -> String {
    let mut refusals: IndexMap<&str, usize> = IndexMap::new();
    for run in found.tree.runs() {
        if let Outcome::Rejected { clause } = &run.trace.outcome {
            *refusals.entry(clause).or_default() += 1;
        }
    }
    refusals.sort_by(|_, a, _, b| b.cmp(a));
    match refusals.keys().next() {
        Some(refusal) => format!("every one is refused ({refusal})"),
        None => "none was tried".to_owned(),
    }
}
