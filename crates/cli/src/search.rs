//! Searching the paths of one unit, whatever its language.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use everypath_explore::classifier::Record;
use everypath_explore::{
    Aim, Budget, Event, Exploration, Next, Strategy, Surroundings, Task, TreeOptions, explore,
    strategies,
};
use everypath_term::Terms;
use everypath_trace::{Executor, GoalId, Goals, RunLimits};

use crate::progress::Progress;
use crate::settings::Settings;

/// What every search of one module shares.
pub struct Search<'a> {
    /// The settings.
    pub settings: &'a Settings,
    /// The module's goals.
    pub goals: &'a Goals,
    /// Set by Ctrl-C.
    pub cancelled: &'a AtomicBool,
    /// The live line.
    pub progress: &'a Progress,
    /// When the module's exploration began.
    pub started: Instant,
}

impl Search<'_> {
    /// The time that is left for the module.
    pub fn left(&self) -> Duration {
        self.settings.time.saturating_sub(self.started.elapsed())
    }

    /// The task of covering goals with the settings' budget.
    pub fn task(&self, wanted: Vec<GoalId>) -> Task {
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

    /// Explores a unit.
    pub fn run(&self, executor: &mut dyn Executor, unit: &str, task: &Task) -> Exploration {
        let start = Instant::now();
        let clock = || start.elapsed();
        let mut terms = Terms::new();
        let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
        let record = Rc::new(Cell::new(Record::default()));
        let mut strategy = self.strategy(&record);
        let wanted = task.wanted.len();
        let mut found = explore(
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
        );
        let predicted = record.get();
        found.statistics.predictions = (predicted != Record::default()).then_some(predicted);
        found
    }

    fn strategy(&self, record: &Rc<Cell<Record>>) -> Box<dyn Strategy> {
        let (name, seed) = (self.settings.search.as_str(), self.settings.seed);
        if name == "classified" {
            let options = self.settings.classifier.clone();
            return Box::new(strategies::Classified::new(options, seed, record.clone()));
        }
        strategies::by_name(name, self.goals, seed).expect("the settings name a known strategy")
    }
}
