//! Exploring the units of one module.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use everypath_explore::{
    Aim, Budget, Event, Exploration, Next, Part, Surroundings, Task, TreeOptions, Verdict, explore,
    strategies,
};
use everypath_python::{Launch, LoadRequest, Loaded, LoadedUnit, PythonExecutor};
use everypath_report::{LossReport, UnitReport};
use everypath_suite::Candidate;
use everypath_term::Terms;
use everypath_trace::{Goal, GoalId, GoalKind, Goals, Input, Location, Outcome, RunLimits};
use indexmap::IndexMap;

use crate::arguments::{Criterion, Strategy};
use crate::progress::Progress;
use crate::settings::Settings;

/// How long the first worker is alone, if there may be several.
const JOIN_AFTER: Duration = Duration::from_millis(300);

/// A unit, explored.
#[derive(Debug)]
pub struct Explored {
    /// What the report says of it.
    pub report: UnitReport,
    /// Its finished runs.
    pub candidates: Vec<Candidate>,
    /// What is known of the goals it may reach.
    pub verdicts: Vec<(GoalId, Verdict)>,
    /// Where symbolic information was lost.
    pub losses: Vec<LossReport>,
    /// Why no run came to an end that a test can show, if none did: then
    /// nothing is known of the unit.
    pub blocked: Option<String>,
}

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
                kind: match goal.kind.as_str() {
                    "branch" => GoalKind::Branch,
                    "line" => GoalKind::Line,
                    _ => GoalKind::Condition,
                },
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
            && self.is_in_part(&goal.function)
            && match self.settings.criterion {
                Criterion::Branch | Criterion::Path => goal.kind == GoalKind::Branch,
                Criterion::Line => goal.kind == GoalKind::Line,
            }
    }

    fn is_in_part(&self, function: &str) -> bool {
        let Some(part) = &self.part else {
            return true;
        };
        let last = function.rsplit('.').next().unwrap_or(function);
        let private = last.starts_with('_') && !last.starts_with("__");
        private
            || part.iter().any(|unit| {
                function
                    .strip_prefix(unit)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
    }

    /// Explores units, as many at a time as the settings say. The result is
    /// in the order of the units and does not depend on how many.
    pub fn units(
        &self,
        first: &mut PythonExecutor,
        units: &[&LoadedUnit],
        structures: &IndexMap<String, Structures>,
    ) -> Vec<Result<Explored, String>> {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(BTreeMap::new());
        let work = &|executor: &mut PythonExecutor| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(unit) = units.get(index) else {
                    return;
                };
                let found = self.unit(executor, unit, structures);
                results
                    .lock()
                    .expect("no worker panics while it holds the results")
                    .insert(index, found);
            }
        };
        std::thread::scope(|scope| {
            let mut alone = Vec::new();
            for _ in 1..self.settings.jobs.min(units.len()) {
                let (sender, receiver) = channel::<()>();
                alone.push(sender);
                scope.spawn(move || {
                    // Most modules are done before another worker is loaded.
                    if receiver.recv_timeout(JOIN_AFTER) == Err(RecvTimeoutError::Disconnected) {
                        return;
                    }
                    if let Ok((mut executor, _)) =
                        PythonExecutor::load(self.launch.clone(), self.request.clone())
                        && self.teach(&mut executor, structures).is_ok()
                    {
                        work(&mut executor);
                    }
                });
            }
            work(first);
            drop(alone);
        });
        results
            .into_inner()
            .expect("all workers have ended")
            .into_values()
            .collect()
    }

    /// Tells a worker all valid structures, if its strategy uses them.
    pub fn teach(
        &self,
        executor: &mut PythonExecutor,
        structures: &IndexMap<String, Structures>,
    ) -> Result<(), String> {
        if self.settings.strategy == Strategy::Guided {
            for (class, structures) in structures {
                executor.teach(class, &structures.inputs)?;
            }
        }
        Ok(())
    }

    /// The valid structures of a unit's class.
    pub fn structures(
        &self,
        executor: &mut PythonExecutor,
        unit: &LoadedUnit,
    ) -> Result<(Structures, UnitReport), String> {
        executor.choose(&unit.name, "invariant", self.settings.strategy.name())?;
        let mut task = self.task(vec![]);
        task.budget.aim = Aim::Paths;
        task.budget.time = Some(self.left());
        let found = self.run(executor, &unit.name, &task);
        let inputs = found
            .tree
            .runs()
            .iter()
            .filter(|run| run.trace.outcome == Outcome::Returned)
            .map(|run| run.trace.input.clone())
            .collect();
        let class = unit.class.clone().unwrap_or_default();
        let mut report = self.report(
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

    fn unit(
        &self,
        executor: &mut PythonExecutor,
        unit: &LoadedUnit,
        structures: &IndexMap<String, Structures>,
    ) -> Result<Explored, String> {
        executor.choose(&unit.name, "call", self.settings.strategy.name())?;
        let mut wanted: Vec<GoalId> = unit
            .goals
            .iter()
            .map(|&goal| GoalId(goal))
            .filter(|&goal| self.is_wanted(goal))
            .collect();
        wanted.extend(unit.entry.map(GoalId));
        // An input that breaks a promise is looked for as long as patience lasts.
        wanted.extend(unit.promises.iter().map(|&goal| GoalId(goal)));
        let mut task = self.task(wanted);
        let seeded = unit.class.as_ref().and_then(|class| structures.get(class));
        let by_structures = matches!(
            self.settings.strategy,
            Strategy::Exhaustive | Strategy::BlackBox
        );
        if let Some(structures) = seeded
            && matches!(unit.kind.as_str(), "method" | "property")
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
        let found = self.run(executor, &unit.name, &task);
        let mut losses: Vec<LossReport> = Vec::new();
        let mut candidates = Vec::new();
        for index in 0..found.tree.runs().len() {
            let run = &found.tree.runs()[index].trace;
            for loss in &run.losses {
                let loss = LossReport {
                    construct: loss.construct.clone(),
                    file: loss.file.clone(),
                    line: loss.line,
                };
                if !losses.contains(&loss) {
                    losses.push(loss);
                }
            }
            if run.outcome.is_finished() || run.outcome.is_failure() {
                let mut candidate = Candidate::from_trace(&unit.name, &found.tree.trace(index));
                candidate.goals.retain(|goal| {
                    self.goals
                        .0
                        .get(goal.0 as usize)
                        .is_some_and(|goal| goal.location.file == self.loaded.file)
                });
                candidates.push(candidate);
            }
        }
        let blocked = match candidates.is_empty() {
            true => Some(most_frequent_end(&found)),
            false => None,
        };
        Ok(Explored {
            report: self.report(&unit.name, &found),
            blocked,
            candidates,
            verdicts: found.verdicts(),
            losses,
        })
    }

    fn left(&self) -> Duration {
        self.settings.time.saturating_sub(self.started.elapsed())
    }

    fn task(&self, wanted: Vec<GoalId>) -> Task {
        Task {
            seeds: Vec::new(),
            wanted,
            tree: TreeOptions::default(),
            budget: Budget {
                aim: Aim::Goals,
                time: Some(self.settings.unit_time.min(self.left())),
                paths: self.settings.paths,
                idle_flips: Some(self.settings.patience),
            },
            run_limits: RunLimits {
                decisions: self.settings.max_depth,
                time: self.settings.timeout,
            },
            query_limits: everypath_solve::Limits::default(),
        }
    }

    fn run(&self, executor: &mut PythonExecutor, unit: &str, task: &Task) -> Exploration {
        let start = Instant::now();
        let clock = || start.elapsed();
        let mut terms = Terms::new();
        let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
        let mut strategy =
            strategies::by_name(&self.settings.search, &self.goals, self.settings.seed)
                .expect("the settings name a known strategy");
        let wanted = task.wanted.len();
        explore(
            &mut terms,
            executor,
            &mut *solver,
            &mut *strategy,
            task,
            Surroundings {
                clock: &clock,
                cancelled: self.cancelled,
            },
            &mut |tree, _, event| {
                if matches!(event, Event::Run(_)) {
                    let covered = wanted - tree.coverage().missing();
                    self.progress.path(unit, covered, wanted, self.left());
                }
                Next::Continue
            },
        )
    }

    fn report(&self, unit: &str, found: &Exploration) -> UnitReport {
        let mut report = UnitReport {
            name: unit.to_owned(),
            paths: found.tree.paths(),
            stop: found.stop.sentence().to_owned(),
            ..UnitReport::default()
        };
        report.count(&found.statistics);
        for run in found.tree.runs() {
            let kind = result_kind(&run.trace.outcome);
            *report.outcomes.entry(kind.to_owned()).or_default() += 1;
        }
        report
    }
}

/// How most runs ended, in words.
fn most_frequent_end(found: &Exploration) -> String {
    let mut ends: IndexMap<String, usize> = IndexMap::new();
    for run in found.tree.runs() {
        let end = match &run.trace.outcome {
            Outcome::Rejected { clause } => format!("its inputs are refused ({clause})"),
            Outcome::Unsupported { construct } => format!("it {construct}"),
            Outcome::Pruned(bound) => format!(
                "its runs are bounded by {}",
                everypath_explore::bound_words(*bound)
            ),
            other => result_kind(other).to_owned(),
        };
        *ends.entry(end).or_default() += 1;
    }
    ends.sort_by(|_, a, _, b| b.cmp(a));
    let end = ends.into_keys().next();
    end.unwrap_or_else(|| "it was not run".to_owned())
}

/// The kind of a result, as test generators for structures name them.
pub fn result_kind(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Returned => "OK",
        Outcome::Violated { .. } => "FAIL",
        Outcome::Threw { .. } => "EXCEPTION",
        Outcome::TimedOut => "TIMEOUT",
        Outcome::Crashed { .. } => "CRASH",
        Outcome::Rejected { .. } | Outcome::Pruned(_) => "PRUNED",
        Outcome::Unsupported { .. } => "UNSUPPORTED",
    }
}
