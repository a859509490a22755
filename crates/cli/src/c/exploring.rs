//! Exploring the units of one source file.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use everypath_c::{Part, Program, Unit};
use everypath_emit::c::Source;
use everypath_explore::{Aim, Segment, Verdict};
use everypath_report::ModuleReport;
use everypath_trace::{GoalId, Input, Outcome, Trace};
use indexmap::IndexSet;

use super::bounded;
use super::carved::{Carved, without_proof};
use super::failures::set_aside;
use super::findings::{covered, has_finished, is_out_of_time, too_long};
use super::stages::{Stage, Staged, share};
use everypath_generate::explored::Explored;
use everypath_generate::search::Search;
use everypath_generate::settings::{Engine, Mode};

/// What is the same for all stages of a program.
pub struct Facts {
    /// The source file.
    pub source: std::path::PathBuf,
    /// The units, in the order of the source.
    pub units: Vec<Unit>,
    /// The invariant, if there is one.
    pub invariant: Option<String>,
    /// The members that may be null, by name.
    pub nullable: IndexSet<String>,
    /// C that defines the variables which nobody defines.
    pub definitions: String,
    /// What test files have to know of the source.
    pub contents: Source,
}

impl Facts {
    /// The facts of a program.
    pub fn new(program: &Program) -> Facts {
        Facts {
            source: program.source.clone(),
            units: program.units.clone(),
            invariant: program.invariant.clone(),
            nullable: program.nullable_members(),
            definitions: program.definitions(),
            contents: Source {
                functions: program.units.iter().map(|unit| unit.name.clone()).collect(),
                allocators: program.allocators.iter().cloned().collect(),
            },
        }
    }
}

/// How many more tries without news there may be where there is time.
const MORE_PATIENCE: usize = 10;
/// The most time for failures that no goal asks for.
const FAILURE_TIME: Duration = Duration::from_secs(2);
/// One part of so many of a unit's time is for them.
const FAILURE_PART: u32 = 4;

/// How many times its share of the time a unit may take at first: most need less.
const SHARES: u32 = 3;
/// How many times as long buffers may be where their length hides branches.
const LONGER: u64 = 4;
/// What each gets at least.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// Decisions that a run from a carved context may make.
pub const CARVED_DECISIONS: usize = 20_000;

/// How long a unit is explored.
#[derive(Clone, Copy)]
struct Pace {
    /// The most time for it.
    time: Duration,
    /// Tries without news before it is left.
    patience: usize,
    /// Time for failures that no goal asks for.
    failures: Duration,
}

/// What exploring a file needs.
pub struct Exploring<'a> {
    /// The program.
    pub facts: &'a Facts,
    /// Its contexts and modes.
    pub carved: &'a Carved,
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
        let goal = &self.search.goals[goal];
        let function = &goal.function;
        if !self.search.settings.criteria.ask_for(goal.kind) {
            return false;
        }
        let named = self
            .units
            .iter()
            .any(|unit| self.facts.units[*unit].name == *function);
        named || (!self.explicit && self.facts.invariant.as_deref() != Some(function))
    }

    /// Explores the public units, then those static ones whose goals nothing
    /// has covered. Where there are many, none gets all of its time at first, so that
    /// hard ones leave some for the others; what they leave, it gets afterwards.
    pub fn all(&self, executor: &mut Staged, report: &mut ModuleReport) -> Vec<Explored> {
        let mut explored: Vec<Explored> = Vec::new();
        let mut cut_short: Vec<usize> = Vec::new();
        let (public, private): (Vec<usize>, Vec<usize>) = self
            .units
            .iter()
            .partition(|unit| self.explicit || !self.facts.units[**unit].is_static);
        let all = public.len() + private.len();
        for (done, index) in public.into_iter().chain(private).enumerate() {
            let unit = &self.facts.units[index];
            if unit.is_static && !self.explicit && !self.is_open(&explored, unit) {
                continue;
            }
            if self.search.is_cancelled() {
                break;
            }
            let pace = self.pace(all - done);
            let found = self.stages(executor, index, pace, &covered(&explored), report);
            if pace.time < self.search.settings.unit_time && found.iter().any(is_out_of_time) {
                cut_short.push(index);
            }
            explored.extend(found);
        }
        for (done, index) in cut_short.iter().enumerate() {
            let covered = covered(&explored);
            let unit = &self.facts.units[*index];
            let is_open = self.own_goals(unit).any(|goal| !covered.contains(&goal));
            if !is_open || self.search.left().is_zero() || self.search.is_cancelled() {
                continue;
            }
            let pace = self.pace(cut_short.len() - done);
            explored.extend(self.stages(executor, *index, pace, &covered, report));
        }
        self.with_longer_buffers(executor, &mut explored, report);
        explored
    }

    /// Explores units once more whose branches are hidden by how long buffers and texts
    /// may be, if nobody has said how long they may.
    fn with_longer_buffers(
        &self,
        executor: &mut Staged,
        explored: &mut Vec<Explored>,
        report: &mut ModuleReport,
    ) {
        let settings = self.search.settings;
        if settings.bounds.length.is_some() || settings.all_paths || self.facts.invariant.is_some()
        {
            return;
        }
        let hidden = too_long(explored);
        let hides = |index: &&usize| {
            let unit = &self.facts.units[**index];
            self.own_goals(unit).any(|goal| hidden.contains(&goal))
        };
        let units: Vec<usize> = self.units.iter().filter(hides).copied().collect();
        if !units.is_empty() {
            executor.lengthen(LONGER);
        }
        for (done, index) in units.iter().enumerate() {
            if self.search.left().is_zero() || self.search.is_cancelled() {
                return;
            }
            let pace = self.pace(units.len() - done);
            let covered = covered(explored);
            explored.extend(self.stages(executor, *index, pace, &covered, report));
        }
    }

    /// How long the next of some units is explored: a run takes little time, so that
    /// there may be more tries where the others have theirs too.
    fn pace(&self, units: usize) -> Pace {
        let settings = self.search.settings;
        let share = self.search.left() / units.max(1) as u32;
        let patience = match share >= settings.unit_time / 2 {
            true if self.carved.contexts.is_empty() => {
                settings.patience.saturating_mul(MORE_PATIENCE)
            }
            _ => settings.patience,
        };
        let time = match settings.all_paths || self.facts.invariant.is_some() {
            true => settings.unit_time,
            false => settings.unit_time.min(LEAST_TIME.max(share * SHARES)),
        };
        Pace {
            time,
            patience,
            failures: FAILURE_TIME.min(share / FAILURE_PART),
        }
    }

    fn is_open(&self, explored: &[Explored], unit: &Unit) -> bool {
        let covered = covered(explored);
        let mut own = self.own_goals(unit).peekable();
        // A function without branches still wants a test.
        own.peek().is_none() || own.any(|goal| !covered.contains(&goal))
    }

    fn own_goals(&self, unit: &Unit) -> impl Iterator<Item = GoalId> {
        self.all_goals()
            .filter(|goal| self.search.goals[*goal].function == unit.name)
    }

    fn all_goals(&self) -> impl Iterator<Item = GoalId> {
        (0..self.search.goals.0.len() as u32).map(GoalId)
    }

    /// Explores a unit in one stage after the other, until nothing is missing. What was
    /// covered before is wanted only if it is the unit's own.
    fn stages(
        &self,
        executor: &mut Staged,
        index: usize,
        pace: Pace,
        covered: &BTreeSet<GoalId>,
        report: &mut ModuleReport,
    ) -> Vec<Explored> {
        let unit = &self.facts.units[index];
        let mut wanted: Vec<GoalId> = self
            .all_goals()
            .filter(|goal| {
                let function = &self.search.goals[*goal].function;
                unit.reaches.contains(function)
                    && self.is_wanted(*goal)
                    && (*function == unit.name || !covered.contains(goal))
            })
            .collect();
        let mut stages = self.carved.stages(&unit.name);
        if self.carved.modes.len() > 1 && !unit.lacks {
            // Stubs without a context stand in for what nobody defines.
            stages.retain(|stage| stage.mode != Mode::Sut);
        }
        let several = stages.len() > 1;
        let pace = Pace {
            failures: pace.failures / stages.len().max(1) as u32,
            ..pace
        };
        let start = Instant::now();
        let budget = pace.time;
        let proof = stages.iter().any(|stage| stage.proves());
        let mut explored = Vec::new();
        for (done, stage) in stages.iter().enumerate() {
            // Callees are no part of a unit whose callees are stubs.
            let here: Vec<GoalId> = wanted
                .iter()
                .filter(|goal| {
                    !stage.has_stubs() || self.search.goals[**goal].function == unit.name
                })
                .copied()
                .collect();
            let left = budget.saturating_sub(start.elapsed());
            // Without a run to its end there would be no test at all.
            let has_test = explored.iter().any(has_finished);
            if done > 0 && ((here.is_empty() && has_test) || left.is_zero()) {
                continue;
            }
            let share = share(left, &stages[done..]);
            if let Err(message) = executor.enter(*stage) {
                report.warnings.push(message);
                continue;
            }
            let carved = stage.context.is_some();
            let mut found = match stage.proves() && !carved {
                true => self.by_engines(executor, index, here, share, pace, report),
                false => self.unit(executor, index, here, share, pace, report),
            };
            for (goal, verdict) in &found.verdicts {
                let settled = match verdict {
                    Verdict::Covered { .. } => true,
                    Verdict::Unreachable => stage.proves(),
                    _ => false,
                };
                if settled {
                    wanted.retain(|wanted| wanted != goal);
                }
            }
            self.settle(&mut found, *stage, proof);
            set_aside(
                &mut found,
                self.facts,
                unit,
                *stage,
                self.search.settings,
                report,
            );
            if several {
                found.report.name = format!("{} ({})", unit.name, stage.words());
            }
            explored.push(found);
        }
        explored
    }

    /// Explores a unit with the engines that the settings name; what the first
    /// covers or proves, the second drops.
    fn by_engines(
        &self,
        executor: &mut Staged,
        index: usize,
        wanted: Vec<GoalId>,
        time: Duration,
        pace: Pace,
        report: &mut ModuleReport,
    ) -> Explored {
        let engine = self.search.settings.engine;
        let mut found = match engine {
            Engine::Bounded => bounded::unit(self, executor, index, &wanted, time),
            _ => self.unit(executor, index, wanted, time, pace, report),
        };
        if engine == Engine::Auto {
            let open = found.open();
            if !open.is_empty() {
                found.absorb(bounded::unit(self, executor, index, &open, time));
            }
        }
        for warning in std::mem::take(&mut found.warnings) {
            if !report.warnings.contains(&warning) {
                report.warnings.push(warning);
            }
        }
        found
    }

    /// Leaves only what a stage can say: proofs are the business of the stage
    /// with real callees and any input.
    fn settle(&self, found: &mut Explored, stage: Stage, proof: bool) {
        if stage.proves() {
            return;
        }
        let verdicts = std::mem::take(&mut found.verdicts);
        found.verdicts = verdicts
            .into_iter()
            .filter(|(_, verdict)| !proof || matches!(verdict, Verdict::Covered { .. }))
            .map(|(goal, verdict)| (goal, without_proof(verdict, stage)))
            .collect();
    }

    fn unit(
        &self,
        executor: &mut Staged,
        index: usize,
        wanted: Vec<GoalId>,
        time: Duration,
        pace: Pace,
        report: &mut ModuleReport,
    ) -> Explored {
        let unit = &self.facts.units[index];
        let mut task = self.search.task(wanted);
        task.budget.time = task.budget.time.map(|most| most.min(time));
        task.budget.idle_flips = Some(pace.patience);
        if executor.is_carved() {
            task.run_limits.decisions = task.run_limits.decisions.max(CARVED_DECISIONS);
        }
        if unit.invariant.is_some() {
            let (seeds, complete) = self.structures(executor, index, report);
            task.seeds = seeds;
            task.tree.segment = Segment::Unit;
            task.tree.rest_is_explored = complete;
            task.budget.aim = Aim::Paths;
        }
        if self.search.settings.all_paths {
            task.budget.aim = Aim::Paths;
        }
        executor.choose(index, Part::Call);
        let mut turns = self.search.begin(&unit.name, task);
        self.search.turn(&mut turns, executor, usize::MAX);
        if turns.task.budget.aim == Aim::Goals {
            self.search.look_for_an_end(&mut turns, executor);
        }
        let runs = turns.exploration.tree.runs().len();
        // What stubs bring about is no failure of the unit.
        if turns.task.budget.aim == Aim::Goals && !executor.has_stubs() {
            let left = time.saturating_sub(turns.exploration.statistics.time);
            let time = pace.failures.min(left);
            self.search.look_for_failures(&mut turns, executor, time);
        }
        let counts = |goal: GoalId| {
            let kind = self.search.goals[goal].kind;
            self.search.settings.criteria.count(kind)
        };
        let found = turns.end();
        let coverage = found.tree.coverage();
        let is_news = |run: usize, trace: &mut Trace| {
            let mut covered = trace.covered.iter();
            run < runs
                || trace.outcome.is_failure()
                || covered.any(|goal| coverage.covered_by(*goal) == Some(run))
        };
        Explored::trimmed(&unit.name, &found, &counts, &is_news)
    }

    /// The valid structures: inputs that the invariant accepts.
    fn structures(
        &self,
        executor: &mut Staged,
        index: usize,
        report: &mut ModuleReport,
    ) -> (Vec<Input>, bool) {
        let invariant = self.facts.invariant.clone().unwrap_or_default();
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
            .insert(self.facts.units[index].name.clone(), inputs.len());
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
