//! Exploring the units of one source file.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use everypath_c::{CExecutor, Part, Program, Unit};
use everypath_explore::{Aim, Part as TreePart, Verdict};
use everypath_report::ModuleReport;
use everypath_trace::{GoalId, Input, Outcome};

use crate::explored::Explored;
use crate::search::Search;

/// What exploring a file needs.
pub struct Exploring<'a> {
    /// The program.
    pub program: &'a Program,
    /// The units, by index.
    pub units: Vec<usize>,
    /// Whether the user named them.
    pub explicit: bool,
    /// How units are searched.
    pub search: Search<'a>,
}

impl Exploring<'_> {
    /// Whether a goal counts: if the user named a function, its own.
    pub fn is_wanted(&self, goal: GoalId) -> bool {
        let function = &self.search.goals[goal].function;
        let named = self
            .units
            .iter()
            .any(|unit| self.program.units[*unit].name == *function);
        named || (!self.explicit && self.program.invariant.as_deref() != Some(function))
    }

    /// Explores the public units, then those static ones whose goals nothing
    /// has covered.
    pub fn all(&self, executor: &mut CExecutor, report: &mut ModuleReport) -> Vec<Explored> {
        let mut explored: Vec<Explored> = Vec::new();
        let (public, private): (Vec<usize>, Vec<usize>) = self
            .units
            .iter()
            .partition(|unit| self.explicit || !self.program.units[**unit].is_static);
        for index in public.into_iter().chain(private) {
            let unit = &self.program.units[index];
            if unit.is_static && !self.explicit && !self.is_open(&explored, unit) {
                continue;
            }
            if self.search.cancelled.load(Ordering::Relaxed) {
                break;
            }
            explored.push(self.unit(executor, index, report));
        }
        explored
    }

    fn is_open(&self, explored: &[Explored], unit: &Unit) -> bool {
        let covered: BTreeSet<GoalId> = explored
            .iter()
            .flat_map(|unit| &unit.verdicts)
            .filter(|(_, verdict)| matches!(verdict, Verdict::Covered { .. }))
            .map(|(goal, _)| *goal)
            .collect();
        let mut own = self
            .all_goals()
            .filter(|goal| self.search.goals[*goal].function == unit.name)
            .peekable();
        // A function without branches still wants a test.
        own.peek().is_none() || own.any(|goal| !covered.contains(&goal))
    }

    fn all_goals(&self) -> impl Iterator<Item = GoalId> {
        (0..self.search.goals.0.len() as u32).map(GoalId)
    }

    fn unit(&self, executor: &mut CExecutor, index: usize, report: &mut ModuleReport) -> Explored {
        let unit = &self.program.units[index];
        let wanted: Vec<GoalId> = self
            .all_goals()
            .filter(|goal| {
                unit.reaches.contains(&self.search.goals[*goal].function) && self.is_wanted(*goal)
            })
            .collect();
        let mut task = self.search.task(wanted);
        if unit.invariant.is_some() {
            let (seeds, complete) = self.structures(executor, index, report);
            task.seeds = seeds;
            task.tree.part = TreePart::Unit;
            task.tree.rest_is_explored = complete;
            task.budget.aim = Aim::Paths;
        }
        if self.search.settings.all_paths {
            task.budget.aim = Aim::Paths;
        }
        executor.choose(index, Part::Call);
        let found = self.search.run(executor, &unit.name, &task);
        Explored::new(&unit.name, &found, &|_| true)
    }

    /// The valid structures: inputs that the invariant accepts.
    fn structures(
        &self,
        executor: &mut CExecutor,
        index: usize,
        report: &mut ModuleReport,
    ) -> (Vec<Input>, bool) {
        let invariant = self.program.invariant.clone().unwrap_or_default();
        let mut task = self.search.task(Vec::new());
        task.budget.aim = Aim::Paths;
        executor.choose(index, Part::Invariant);
        let found = self.search.run(executor, &invariant, &task);
        let inputs: Vec<Input> = found
            .tree
            .runs()
            .iter()
            .filter(|run| run.trace.outcome == Outcome::Returned)
            .map(|run| run.trace.input.clone())
            .collect();
        report
            .structures
            .insert(self.program.units[index].name.clone(), inputs.len());
        if inputs.is_empty() {
            report.warnings.push(format!(
                "no structure within the scope meets the invariant {invariant}"
            ));
        }
        (
            inputs,
            found.incomplete().is_none() || found.tree.is_exhausted(),
        )
    }
}
