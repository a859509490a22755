//! Searching the paths of one unit, whatever its language.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use everypath_explore::classifier::Record;
use everypath_explore::{
    Aim, Budget, Event, Exploration, Next, Strategy, Supervision, Task, Tools, TreeOptions, resume,
    strategies,
};
use everypath_solve::Solver;
use everypath_term::Terms;
use everypath_trace::{Executor, GoalId, Goals};

use crate::host::Host;
use crate::program::Units;
use crate::settings::{Order, Settings};

/// Flips in search of failures of one unit.
const FAILURE_FLIPS: usize = 500;
/// Flips in a row that show no exception before nobody looks for more of one unit.
const EXCEPTION_FLIPS: usize = 32;
/// The most flips in search of a run that comes to an end.
const END_FLIPS: usize = 64;

/// What every search of one module shares.
pub struct Search<'a> {
    /// The settings.
    pub settings: &'a Settings,
    /// The module's goals.
    pub goals: &'a Goals,
    /// Who called.
    pub host: Host<'a>,
    /// When the module's exploration began.
    pub started: Instant,
    /// What exploring the module has cost so far, in nanoseconds of nominal time. It is
    /// taken down only where no other unit is under way, so that nothing depends on who
    /// was first.
    spent: AtomicU64,
}

impl<'a> Search<'a> {
    /// A search that begins now.
    pub fn new(settings: &'a Settings, goals: &'a Goals, host: Host<'a>) -> Search<'a> {
        Search {
            settings,
            goals,
            host,
            started: Instant::now(),
            spent: AtomicU64::new(0),
        }
    }

    /// What is left to spend on the module, in nominal time.
    pub fn left(&self) -> Duration {
        let spent = Duration::from_nanos(self.spent.load(Ordering::Relaxed));
        self.settings.work.saturating_sub(spent)
    }

    /// Takes down what something cost.
    pub(crate) fn charge(&self, cost: Duration) {
        let cost = u64::try_from(cost.as_nanos()).unwrap_or(u64::MAX);
        let add = |spent: u64| Some(spent.saturating_add(cost));
        let _ = self
            .spent
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }

    /// Whether the clock has struck.
    pub fn is_late(&self) -> bool {
        let time = self.settings.time;
        time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// Whether nothing more may be done: cancelled, or the clock has struck.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_cancelled() || self.is_late()
    }

    /// Whether the user cancelled it.
    pub fn is_cancelled(&self) -> bool {
        self.host.is_cancelled()
    }

    /// The task of covering goals with the settings' budget.
    pub fn task(&self, wanted: Vec<GoalId>) -> Task {
        Task {
            seeds: Vec::new(),
            wanted,
            tree: TreeOptions::default(),
            budget: Budget {
                aim: Aim::Goals,
                cost: Some(self.settings.unit_time.min(self.left())),
                paths: self.settings.paths,
                idle_flips: Some(self.settings.patience),
            },
            run_limits: self.settings.run_limits(),
            query_limits: everypath_solve::Limits::default(),
            window: 1,
        }
    }

    /// Explores a unit.
    pub fn run(&self, executor: &mut dyn Executor, unit: &str, task: &Task) -> Exploration {
        let mut turns = self.begin(unit, task.clone());
        self.turn(&mut turns, executor, usize::MAX);
        turns.end()
    }

    /// Begins to explore a unit in turns.
    pub fn begin(&self, unit: &str, task: Task) -> Turns {
        let record = Arc::default();
        Turns {
            unit: unit.to_owned(),
            exploration: Exploration::new(&task),
            terms: Terms::new(),
            solver: everypath_solve::default_chain(&everypath_solve::Options {
                external: self.settings.solver.clone(),
                ..everypath_solve::Options::default()
            }),
            strategy: self.strategy(&record),
            record,
            task,
            is_over: false,
            touched: BTreeMap::new(),
            looked_at: 0,
        }
    }

    /// Goes on with a unit for a number of seeds and flips.
    pub fn turn(&self, turns: &mut Turns, executor: &mut dyn Executor, count: usize) {
        let clock = || self.started.elapsed();
        let (unit, wanted) = (&turns.unit, turns.task.wanted.len());
        turns.is_over = resume(
            &mut turns.exploration,
            Tools {
                terms: &mut turns.terms,
                executor,
                solver: &mut *turns.solver,
                strategy: &mut *turns.strategy,
            },
            &turns.task,
            count,
            Supervision {
                clock: &clock,
                end: self.settings.time,
                cancelled: self.host.cancelled,
            },
            &mut |tree, _, event| {
                if matches!(event, Event::Run(_)) {
                    let covered = wanted - tree.coverage().missing();
                    self.host.progress.path(unit, covered, wanted);
                }
                Next::Continue
            },
        );
    }

    /// Goes on with a unit whose goals have been looked for, in search of runs that
    /// fail. Why the search for goals ended stays as it is.
    pub fn look_for_failures(
        &self,
        turns: &mut Turns,
        executor: &mut dyn Executor,
        cost: Duration,
    ) {
        let stop = turns.exploration.stop;
        turns.strategy = Box::new(strategies::Failures::new(&turns.exploration.tree));
        turns.task.budget = Budget {
            aim: Aim::Paths,
            cost: Some(turns.exploration.statistics.cost + cost),
            ..Budget::default()
        };
        self.turn(turns, executor, FAILURE_FLIPS);
        turns.exploration.stop = stop;
    }

    /// Goes on with a unit whose goals have been looked for, in search of runs that throw.
    /// Why the search for goals ended stays as it is.
    pub fn look_for_exceptions(
        &self,
        turns: &mut Turns,
        executor: &mut dyn Executor,
        exceptions: &[GoalId],
        cost: Duration,
    ) {
        let stop = turns.exploration.stop;
        // What was missed before is not looked for again.
        let coverage = turns.exploration.tree.coverage();
        let missing = coverage.wanted().filter(|&goal| coverage.is_missing(goal));
        let missing: Vec<GoalId> = missing.collect();
        turns.exploration.forgo(&missing);
        turns.exploration.want(exceptions);
        turns.task.wanted.extend(exceptions);
        turns.strategy = Box::new(strategies::Exceptions::new(&turns.exploration.tree));
        turns.task.budget = Budget {
            aim: Aim::Goals,
            cost: Some(turns.exploration.statistics.cost + cost),
            idle_flips: Some(EXCEPTION_FLIPS),
            ..Budget::default()
        };
        self.turn(turns, executor, usize::MAX);
        turns.exploration.stop = stop;
    }

    /// Goes on with a unit of which no run came to an end that a test can show, until one
    /// does: it may have no goals that ask for it.
    pub fn look_for_an_end(&self, turns: &mut Turns, executor: &mut dyn Executor) {
        let (stop, aim) = (turns.exploration.stop, turns.task.budget.aim);
        turns.task.budget.aim = Aim::Paths;
        for _ in 0..END_FLIPS {
            let mut runs = turns.exploration.tree.runs().iter();
            if runs.any(|run| run.trace.outcome.is_finished()) {
                break;
            }
            self.turn(turns, executor, 1);
        }
        turns.task.budget.aim = aim;
        turns.exploration.stop = stop;
    }

    fn strategy(&self, record: &Arc<Mutex<Record>>) -> Box<dyn Strategy> {
        let seed = self.settings.seed;
        match self.settings.search {
            Order::Combined => Box::new(strategies::Combined::for_goals(self.goals)),
            Order::Coverage => Box::new(strategies::CoverageGuided::new(self.goals)),
            Order::Novelty => Box::new(strategies::Novelty::new()),
            Order::Generational => Box::new(strategies::Generational::new()),
            Order::Shortest => Box::new(strategies::ShortestFirst::new()),
            Order::Depth => Box::new(strategies::DepthFirst::new()),
            Order::Breadth => Box::new(strategies::BreadthFirst::new()),
            Order::Random => Box::new(strategies::Random::new(seed)),
            Order::Classified => {
                let options = self.settings.classifier.clone();
                Box::new(strategies::Classified::new(options, seed, record.clone()))
            }
        }
    }
}

/// A unit that is explored in turns.
pub struct Turns {
    unit: String,
    /// What is wanted, within which limits.
    pub task: Task,
    /// What is known so far.
    pub exploration: Exploration,
    /// Whether there is nothing left to do, or to do it with.
    pub is_over: bool,
    /// The goals that its runs touched and none has passed yet, with the run.
    pub touched: BTreeMap<GoalId, usize>,
    looked_at: usize,
    /// The pool of its terms.
    pub(crate) terms: Terms,
    solver: Box<dyn Solver>,
    strategy: Box<dyn Strategy>,
    record: Arc<Mutex<Record>>,
}

impl Turns {
    /// Takes down what something cost that was done for it.
    pub(crate) fn charge(&mut self, cost: Duration) {
        self.exploration.statistics.cost += cost;
    }

    /// Takes down which goals the last run touched; one that came to an end is better.
    pub fn note_touched(&mut self, units: &dyn Units) {
        let runs = self.exploration.tree.runs();
        if let Some(run) = runs.get(self.looked_at) {
            let ends = run.trace.outcome.is_finished();
            for &goal in units.touched() {
                let known = self.touched.get(&goal);
                let ended = known.map(|&run| runs[run].trace.outcome.is_finished());
                if ended.is_none_or(|ended| ends && !ended) {
                    self.touched.insert(goal, self.looked_at);
                }
            }
        }
        self.looked_at = runs.len();
    }

    /// What its solver has done so far, the same on every machine.
    pub fn effort(&self) -> u64 {
        let mut statistics = everypath_solve::Statistics::default();
        self.solver.report(&mut statistics);
        statistics.effort()
    }

    /// What was found.
    pub fn end(self) -> Exploration {
        let mut found = self.exploration;
        let predicted = *self.record.lock().expect("nobody panics while it notes");
        found.statistics.predictions = (predicted != Record::default()).then_some(predicted);
        found
    }
}
