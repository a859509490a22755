//! Exploring the units of one module.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use everypath_explore::{Aim, Exploration, Part, Task};
use everypath_python::{Launch, LoadRequest, Loaded, LoadedUnit, Phase, UnitKind};
use everypath_report::UnitReport;
use everypath_trace::{Goal, GoalId, GoalKind, Goals, Input, Location, Outcome};
use indexmap::IndexMap;

use crate::arguments::Strategy;
use crate::explored::{Explored, unit_report};
use crate::progress::Progress;
use crate::search::Search;
use crate::settings::Settings;

use super::team::{Joining, Team, until_long};

/// How many runs of a unit are under way where all of its paths are asked for.
const WINDOW: usize = 8;
/// How many times its part of the time a unit may take of which all paths are
/// asked for.
const SHARES: u32 = 4;

/// The valid structures of a class, found by exploring its invariant alone.
#[derive(Clone, Debug)]
pub struct Structures {
    inputs: Vec<Input>,
    complete: bool,
    /// Why the invariant refused what it did, most frequent first.
    refusals: Vec<String>,
}

impl Structures {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.inputs.len()
    }

    /// Why there are none, in words.
    pub fn why_none(&self) -> String {
        match self.refusals.first() {
            Some(refusal) => format!("every one is refused ({refusal})"),
            None => "none was tried".to_owned(),
        }
    }
}

/// What exploring a module needs.
pub struct Exploring<'a> {
    /// The module.
    pub loaded: &'a Loaded,
    /// Its goals.
    pub goals: Goals,
    /// The units whose goals count, if the target is only a part of the
    /// module; private functions count wherever they are called from.
    pub part: Option<Vec<&'a str>>,
    /// The settings.
    pub settings: &'a Settings,
    /// How to start more workers.
    pub launch: &'a Launch,
    /// What they load.
    pub request: &'a LoadRequest,
    /// Set by Ctrl-C.
    pub cancelled: &'a AtomicBool,
    /// The live line.
    pub progress: &'a Progress,
    /// When the module's exploration began.
    pub started: Instant,
}

/// The goals as the engine knows them.
pub fn goals_of(loaded: &Loaded) -> Goals {
    Goals(
        loaded
            .goals
            .iter()
            .map(|goal| Goal {
                kind: goal.kind.into(),
                location: Location {
                    file: goal.file.clone(),
                    line: goal.line,
                    column: goal.column,
                },
                description: goal.description.clone(),
                function: goal.function.clone(),
            })
            .collect(),
    )
}

impl Exploring<'_> {
    /// Whether the criterion asks for a goal.
    pub fn is_wanted(&self, goal: GoalId) -> bool {
        let goal = &self.goals[goal];
        goal.location.file == self.loaded.file
            && self.is_in_part(goal)
            && self.settings.criteria.ask_for(goal.kind)
    }

    fn is_in_part(&self, goal: &Goal) -> bool {
        let (function, Some(part)) = (goal.function.as_str(), &self.part) else {
            return true;
        };
        if goal.kind == GoalKind::Partition {
            return part.iter().any(|unit| {
                let rest = unit.strip_prefix(function);
                rest.is_some_and(|rest| rest.starts_with('.'))
            });
        }
        let last = function.rsplit('.').next().unwrap_or(function);
        let private = last.starts_with('_') && !last.starts_with("__");
        private
            || part.iter().any(|unit| {
                function
                    .strip_prefix(unit)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
    }

    /// Loads the module in another worker, unless it is done before that is
    /// worth it.
    pub fn another(&self) -> Joining {
        Joining::begin(self.launch, self.request, self.started)
    }

    /// More workers for what one unit takes, if that is long.
    pub fn grow(&self, team: &mut Team) {
        team.grow(self.settings.jobs, &|| self.another());
    }

    /// Whether the module is explored for so long that another worker helps.
    pub fn is_long(&self) -> bool {
        until_long(self.started).is_zero()
    }

    /// Tells workers all valid structures, if their strategy uses them.
    pub fn teach(
        &self,
        team: &mut Team,
        structures: &IndexMap<String, Structures>,
    ) -> Result<(), String> {
        if self.settings.strategy == Strategy::Guided {
            for (class, structures) in structures {
                team.teach(class, &structures.inputs)?;
            }
        }
        Ok(())
    }

    /// The valid structures of a unit's class.
    pub fn structures(
        &self,
        team: &mut Team,
        unit: &LoadedUnit,
    ) -> Result<(Structures, UnitReport), String> {
        self.grow(team);
        team.choose(&unit.name, Phase::Invariant, self.settings.strategy.into())?;
        let mut task = self.task(vec![]);
        task.budget.aim = Aim::Paths;
        task.budget.time = Some(self.left());
        task.window = self.window();
        let found = self.run(team, &unit.name, &task);
        let inputs = found
            .tree
            .runs()
            .iter()
            .filter(|run| run.trace.outcome == Outcome::Returned)
            .map(|run| run.trace.input.clone())
            .collect();
        let class = unit.class.clone().unwrap_or_default();
        let mut report = unit_report(
            &format!("{class}.{}", unit.invariant.clone().unwrap_or_default()),
            &found,
        );
        report.stop = found.stop.sentence().to_owned();
        let complete = found.incomplete().is_none() || found.tree.is_exhausted();
        let mut refusals: IndexMap<String, usize> = IndexMap::new();
        for run in found.tree.runs() {
            if let Outcome::Rejected { clause } = &run.trace.outcome {
                *refusals.entry(clause.clone()).or_default() += 1;
            }
        }
        refusals.sort_by(|_, a, _, b| b.cmp(a));
        let structures = Structures {
            inputs,
            complete,
            refusals: refusals.into_keys().collect(),
        };
        Ok((structures, report))
    }

    /// The time that one of some units may take whose paths are all asked for:
    /// several times its part of what is left, because most need less.
    fn share(&self, units: usize) -> Duration {
        let left = self.left();
        let workers = self.settings.jobs.min(units) as u32;
        left.min(left * workers / units as u32 * SHARES)
    }

    /// What one of some units is explored for, from which inputs.
    pub fn task_of(
        &self,
        unit: &LoadedUnit,
        units: usize,
        structures: &IndexMap<String, Structures>,
    ) -> Task {
        let mut wanted: Vec<GoalId> = unit
            .goals
            .iter()
            .map(|&goal| GoalId(goal))
            .filter(|&goal| self.is_wanted(goal))
            .collect();
        wanted.extend(unit.entry.map(GoalId));
        wanted.extend(self.extras(unit));
        let mut task = self.task(wanted);
        let seeded = unit.class.as_ref().and_then(|class| structures.get(class));
        let by_structures = matches!(
            self.settings.strategy,
            Strategy::Exhaustive | Strategy::BlackBox
        );
        if let Some(structures) = seeded
            && matches!(unit.kind, UnitKind::Method | UnitKind::Property)
            && by_structures
        {
            task.seeds = structures.inputs.clone();
            task.tree.part = Part::Unit;
            task.tree.rest_is_explored = structures.complete;
            // Private methods are explored only for what nothing else covers.
            if !unit.private {
                task.budget.aim = Aim::Paths;
            }
        }
        // Structures that grow on the way are few enough for all paths too.
        task.tree.forgets_values = self.settings.strategy == Strategy::Guided && unit.lazy;
        let grows = unit.lazy && unit.invariant.is_some() && !by_structures && !unit.private;
        // A private helper nobody asked for is explored for its goals only.
        let asked = !unit.private || self.part.as_ref().is_some_and(|part| part.len() == 1);
        if (self.settings.all_paths && asked) || grows {
            task.budget.aim = Aim::Paths;
        }
        task.budget.time = Some(self.settings.unit_time);
        if task.budget.aim == Aim::Paths {
            task.window = self.window();
            task.budget.time = Some(self.settings.unit_time.min(self.share(units)));
        }
        task
    }

    /// What is looked for as long as patience lasts: inputs that break a promise,
    /// the sides of operands, and both answers of what answers with a boolean.
    pub fn extras(&self, unit: &LoadedUnit) -> Vec<GoalId> {
        let own = unit.goals.iter().map(|&goal| GoalId(goal));
        let differ = own.filter(|&goal| {
            self.goals[goal].kind == GoalKind::Condition
                && self.goals[goal].location.file == self.loaded.file
                && self.settings.criteria.keep_what_differs()
        });
        let promises = unit.promises.iter().map(|&goal| GoalId(goal));
        differ.chain(promises).collect()
    }

    /// What the exploration of a unit found.
    pub fn explored(&self, unit: &LoadedUnit, found: &Exploration) -> Explored {
        Explored::new(&unit.name, found, &|goal| {
            self.goals.0.get(goal.0 as usize).is_some_and(|goal| {
                goal.location.file == self.loaded.file && self.settings.criteria.count(goal.kind)
            })
        })
    }

    /// How many runs of a unit may be under way.
    fn window(&self) -> usize {
        match self.settings.search.as_str() {
            // It learns from what became of the flip before.
            "classified" => 1,
            _ => WINDOW,
        }
    }

    /// The time that is left for the module.
    pub fn left(&self) -> Duration {
        self.search().left()
    }

    fn task(&self, wanted: Vec<GoalId>) -> Task {
        self.search().task(wanted)
    }

    fn run(&self, team: &mut Team, unit: &str, task: &Task) -> Exploration {
        self.search().run(team, unit, task)
    }

    /// What its searches share.
    pub fn search(&self) -> Search<'_> {
        Search {
            settings: self.settings,
            goals: &self.goals,
            cancelled: self.cancelled,
            progress: self.progress,
            started: self.started,
        }
    }
}
