//! The loop: run, insert, pick, solve, run.

use std::time::Duration;

use everypath_solve::{Answer, Limits, Proof, Query, Solver};
use everypath_term::{TermId, Terms};
use everypath_trace::{Bound, Executor, GoalId, Input, RunLimits};

use crate::budget::{Aim, Budget, Meter, StopReason, Surroundings};
use crate::flip::{Flip, Hint, Need};
use crate::statistics::Statistics;
use crate::status::{GaveUp, Status};
use crate::strategy::{News, Strategy};
use crate::tree::{PathTree, SideId, TreeOptions};

/// What to explore, and within which limits.
#[derive(Clone, Debug)]
pub struct Task {
    /// The inputs to start from; none means the open input.
    pub seeds: Vec<Input>,
    /// The goals to cover.
    pub wanted: Vec<GoalId>,
    /// How the tree is kept, and which part of the runs is explored.
    pub tree: TreeOptions,
    /// What all of it may use.
    pub budget: Budget,
    /// What one run may use.
    pub run_limits: RunLimits,
    /// What one query may use.
    pub query_limits: Limits,
}

impl Task {
    /// All paths from the open input, without goals and limits.
    pub fn all_paths() -> Task {
        Task {
            seeds: Vec::new(),
            wanted: Vec::new(),
            tree: TreeOptions::default(),
            budget: Budget {
                aim: Aim::Paths,
                ..Budget::default()
            },
            run_limits: RunLimits {
                decisions: 1_000,
                time: Duration::from_secs(5),
            },
            query_limits: Limits::default(),
        }
    }

    /// These goals from the open input, without limits.
    pub fn goals(wanted: Vec<GoalId>) -> Task {
        let mut task = Task::all_paths();
        task.wanted = wanted;
        task.budget.aim = Aim::Goals;
        task
    }
}

/// A finished exploration.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// All runs.
    pub tree: PathTree,
    /// Why it stopped.
    pub stop: StopReason,
    /// What it did.
    pub statistics: Statistics,
}

/// Something that an observer may want to know.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A run was inserted.
    Run(&'a News),
    /// A flip was closed without a run.
    Closed(Flip, Status),
}

/// What an observer wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    Continue,
    /// Stop: what was looked for has been found.
    Stop,
}

/// Follows an exploration and may stop it.
pub type Observer<'a> = dyn FnMut(&PathTree, &Statistics, Event) -> Next + 'a;

/// Explores one unit.
pub fn explore(
    terms: &mut Terms,
    executor: &mut dyn Executor,
    solver: &mut dyn Solver,
    strategy: &mut dyn Strategy,
    task: &Task,
    surroundings: Surroundings,
    observer: &mut Observer,
) -> Exploration {
    let mut exploring = Exploring {
        terms,
        executor,
        solver,
        strategy,
        task,
        observer,
        meter: Meter::start(&task.budget, surroundings),
        tree: PathTree::new(task.tree.clone(), &task.wanted),
        statistics: Statistics::default(),
        hint: Hint::default(),
    };
    let stop = exploring.all();
    exploring.statistics.time = exploring.meter.now();
    Exploration {
        tree: exploring.tree,
        stop,
        statistics: exploring.statistics,
    }
}

struct Exploring<'a, 'b> {
    terms: &'a mut Terms,
    executor: &'a mut dyn Executor,
    solver: &'a mut dyn Solver,
    strategy: &'a mut dyn Strategy,
    task: &'a Task,
    observer: &'a mut Observer<'b>,
    meter: Meter<'a>,
    tree: PathTree,
    statistics: Statistics,
    hint: Hint,
}

impl Exploring<'_, '_> {
    fn all(&mut self) -> StopReason {
        let open = [Input::open()];
        let seeds = match self.task.seeds.as_slice() {
            [] => &open,
            seeds => seeds,
        };
        for seed in seeds {
            if let Some(reason) = self.meter.stop(&self.tree, true) {
                return reason;
            }
            if self.run(seed, None) == Next::Stop {
                return StopReason::Observer;
            }
        }
        loop {
            if let Some(reason) = self.meter.stop(&self.tree, false) {
                return reason;
            }
            let completion = self.tree.completion();
            let Some(flip) = completion.or_else(|| self.strategy.pick(&self.tree)) else {
                return StopReason::Strategy;
            };
            if self.try_flip(flip) == Next::Stop {
                return StopReason::Observer;
            }
        }
    }

    fn try_flip(&mut self, flip: Flip) -> Next {
        let side = self.tree.side_of(flip);
        if !self.tree.is_open(side) {
            // A strategy's slip: it costs a pick, and the idle count ends it.
            self.meter.tried(false);
            return Next::Continue;
        }
        self.statistics.flips += 1;
        match self.input(side) {
            Ok(input) => self.run(&input, Some((flip, side))),
            Err(status) => {
                self.tree.close(side, status);
                self.meter.tried(false);
                (self.observer)(&self.tree, &self.statistics, Event::Closed(flip, status))
            }
        }
    }

    /// The input of a flip, or what is known of its side if there is none.
    fn input(&mut self, side: SideId) -> Result<Input, Status> {
        let mut limits = self.task.query_limits;
        if let Some(left) = self.meter.left() {
            limits.time = Some(limits.time.map_or(left, |time| time.min(left)));
        }
        let need = self.tree.need(self.terms, side, limits, &mut self.hint);
        let query = match need {
            Need::Nothing(input) => {
                self.statistics.choices += 1;
                return Ok(input);
            }
            Need::Answer(query) => query,
        };
        let start = self.meter.now();
        let answer = self.solver.check(self.terms, &query);
        self.statistics.solve_time += self.meter.now().saturating_sub(start);
        match answer {
            Answer::Sat(model) => {
                self.statistics.sat += 1;
                Ok(self.tree.solved(self.terms, side, &model))
            }
            Answer::Unsat(proof) => {
                self.statistics.unsat += 1;
                let bounds = self.tree.bounds_of(side);
                Err(if rests_on(&proof, &query, bounds) {
                    Status::Bounded(Bound::Length)
                } else {
                    Status::Infeasible
                })
            }
            Answer::Unknown(why) => {
                self.statistics.unknown += 1;
                Err(Status::GaveUp(GaveUp::Solver(why)))
            }
        }
    }

    fn run(&mut self, input: &Input, from: Option<(Flip, SideId)>) -> Next {
        let start = self.meter.now();
        // Not cut to the time that is left: a run that the budget ends is no
        // run that hangs.
        let limits = &self.task.run_limits;
        let trace = self.executor.run(self.terms, input, limits);
        self.statistics.run_time += self.meter.now().saturating_sub(start);
        self.statistics.runs += 1;
        let outcome = trace.outcome.clone();
        let expected = from.map(|(_, side)| side);
        let inserted = self.tree.insert(self.terms, trace, expected);
        let diverged = expected.is_some() && !inserted.followed;
        if let (Some(side), true) = (expected, diverged) {
            self.statistics.divergences += 1;
            self.tree.diverged(side, &outcome);
        }
        self.statistics.repeated += usize::from(!inserted.is_new);
        self.meter.tried(!inserted.goals.is_empty());
        let news = News {
            run: inserted.run,
            is_new: inserted.is_new,
            created: inserted.created,
            goals: inserted.goals,
            flip: from.map(|(flip, _)| flip),
            diverged,
        };
        self.strategy.learn(self.terms, &self.tree, &news);
        (self.observer)(&self.tree, &self.statistics, Event::Run(&news))
    }
}

/// Whether a proof uses what only the scope says. A condition of the proof
/// that is none of the query's was made from several, maybe from a bound.
fn rests_on(proof: &Proof, query: &Query, bounds: &[TermId]) -> bool {
    !bounds.is_empty()
        && proof.core.iter().any(|condition| {
            bounds.contains(condition) || !query.conditions().any(|known| known == *condition)
        })
}
