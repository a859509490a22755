//! The loop: run, insert, pick, solve, run.

use std::collections::VecDeque;
use std::time::Duration;

use everypath_solve::{Answer, Limits, Proof, Query, Refutation, Solver};
use everypath_term::{TermId, Terms};
use everypath_trace::{Bound, Executor, GoalId, Input, RunLimits};

use crate::budget::{Aim, Budget, Meter, StopReason, Supervision};
use crate::flip::{Flip, Hint, Need};
use crate::release::Releases;
use crate::statistics::Statistics;
use crate::status::{GaveUp, Status};
use crate::strategy::{Contribution, Strategy};
use crate::tree::{PathTree, SideId, TreeOptions};

/// What a decision costs in the tree: a place, a condition to flip, a score.
const DECISION: Duration = Duration::from_micros(5);

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
    /// How many runs may be under way. A flip is picked without knowing what
    /// those before it bring, so more than one is for those who want all paths.
    pub window: usize,
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
            window: 1,
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

/// An exploration, finished or not.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// All runs.
    pub tree: PathTree,
    /// Why it stopped, if it did.
    pub stop: StopReason,
    /// What it did.
    pub statistics: Statistics,
    /// What the solver proved of the sides that are infeasible.
    pub refutations: Vec<Refutation>,
    hint: Hint,
    releases: Releases,
    /// Seeds that have been run.
    seeded: usize,
    /// Flips in a row that brought no new goal.
    idle: usize,
    /// What the solver's answers have cost so far.
    paid: Duration,
    /// The runs that are under way, first first.
    announced: VecDeque<Announced>,
}

/// A run that is under way.
#[derive(Clone, Debug)]
struct Announced {
    input: Input,
    /// What it is for; `None` for a seed.
    from: Option<(Flip, SideId)>,
}

impl Exploration {
    /// Nothing is explored yet.
    pub fn new(task: &Task) -> Exploration {
        Exploration {
            tree: PathTree::new(task.tree.clone(), &task.wanted),
            stop: StopReason::Cost,
            statistics: Statistics::default(),
            refutations: Vec::new(),
            hint: Hint::default(),
            releases: Releases::default(),
            seeded: 0,
            idle: 0,
            paid: Duration::ZERO,
            announced: VecDeque::new(),
        }
    }

    /// A run covers a goal although its trace does not say so.
    pub fn credit(&mut self, run: usize, goal: GoalId) {
        let Some(of) = self.tree.runs.get_mut(run) else {
            return;
        };
        if let Err(place) = of.trace.covered.binary_search(&goal) {
            of.trace.covered.insert(place, goal);
        }
        let outcome = of.trace.outcome.clone();
        self.tree
            .coverage
            .note(run, &[goal], &outcome, &mut Vec::new());
    }

    /// Goals are looked for, too, from now on.
    pub fn want(&mut self, goals: &[GoalId]) {
        for &goal in goals {
            self.tree.coverage.want(goal);
        }
        self.idle = 0;
    }

    /// Goals that something else covers are not looked for any more.
    pub fn forgo(&mut self, goals: &[GoalId]) {
        for &goal in goals {
            self.tree.coverage.forgo(goal);
        }
    }
}

/// What explores one unit: the same at each turn of an exploration.
pub struct Tools<'a> {
    /// The pool of the unit's terms.
    pub terms: &'a mut Terms,
    /// What runs the unit.
    pub executor: &'a mut dyn Executor,
    /// What answers queries.
    pub solver: &'a mut dyn Solver,
    /// What picks flips.
    pub strategy: &'a mut dyn Strategy,
}

/// Something that a watcher may want to know.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A run was inserted.
    Run(&'a Contribution),
    /// A flip was closed without a run.
    Closed(Flip, Status),
}

/// What a watcher wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    Continue,
    /// Stop: what was looked for has been found.
    Stop,
}

/// Follows an exploration and may stop it.
pub type Watcher<'a> = dyn FnMut(&PathTree, &Statistics, Event) -> Next + 'a;

/// Explores one unit.
pub fn explore(
    terms: &mut Terms,
    executor: &mut dyn Executor,
    solver: &mut dyn Solver,
    strategy: &mut dyn Strategy,
    task: &Task,
    supervision: Supervision,
    watcher: &mut Watcher,
) -> Exploration {
    let mut exploration = Exploration::new(task);
    let tools = Tools {
        terms,
        executor,
        solver,
        strategy,
    };
    resume(
        &mut exploration,
        tools,
        task,
        usize::MAX,
        supervision,
        watcher,
    );
    exploration
}

/// Goes on with an exploration for a number of seeds and flips; whether it is
/// over. Its budget is that of all its turns.
pub fn resume<'a>(
    exploration: &'a mut Exploration,
    tools: Tools<'a>,
    task: &'a Task,
    turns: usize,
    supervision: Supervision<'a>,
    watcher: &'a mut Watcher,
) -> bool {
    let meter = Meter::resume(
        &task.budget,
        supervision,
        &exploration.statistics,
        exploration.idle,
    );
    let mut exploring = Exploring {
        tools,
        task,
        open: Input::open(),
        watcher,
        meter,
        exploration,
    };
    let stop = exploring.all(turns);
    exploring.exploration.statistics.time = exploring.meter.now();
    exploring.exploration.statistics.cost = exploring.meter.spent();
    exploring.exploration.idle = exploring.meter.idle();
    if let Some(stop) = stop {
        exploring.exploration.stop = stop;
    }
    stop.is_some()
}

/// What became of the next seed or flip.
enum Prepared {
    /// Its run is announced.
    Run,
    /// There is no run; what the watcher wants.
    Closed(Next),
    /// There is none now.
    Nothing,
}

/// A side to which no input leads.
struct Closed {
    status: Status,
    /// An input that leads to its goal, if what was pinned on the way may be something else.
    released: Option<Box<Input>>,
}

struct Exploring<'a, 'b> {
    tools: Tools<'a>,
    task: &'a Task,
    /// The only seed if the task has none.
    open: Input,
    watcher: &'a mut Watcher<'b>,
    meter: Meter<'a>,
    exploration: &'a mut Exploration,
}

impl Exploring<'_, '_> {
    /// The reason why it is over; `None` if it has had its turns.
    fn all(&mut self, turns: usize) -> Option<StopReason> {
        for _ in 0..turns {
            let exploration = &*self.exploration;
            let is_due =
                exploration.seeded < self.seeds().len() || !exploration.announced.is_empty();
            if let Some(reason) = self.meter.stop(&exploration.tree, is_due) {
                return Some(reason);
            }
            let prepared = match exploration.announced.len() < self.window() {
                true => self.prepare(),
                false => Prepared::Nothing,
            };
            let is_full = self.exploration.announced.len() >= self.window();
            let next = match prepared {
                Prepared::Closed(next) => next,
                Prepared::Run if !is_full => Next::Continue,
                _ => match self.exploration.announced.pop_front() {
                    Some(announced) => self.run(&announced.input, announced.from),
                    None => return Some(StopReason::Strategy),
                },
            };
            if next == Next::Stop {
                return Some(StopReason::Watcher);
            }
        }
        None
    }

    fn seeds(&self) -> &[Input] {
        match self.task.seeds.as_slice() {
            [] => std::slice::from_ref(&self.open),
            seeds => seeds,
        }
    }

    /// How many runs may be under way now.
    fn window(&self) -> usize {
        let tree = &self.exploration.tree;
        // One completion makes the others of its path needless.
        if tree.has_completions() {
            return 1;
        }
        let paths = self.task.budget.paths.unwrap_or(usize::MAX);
        let left = paths.saturating_sub(tree.paths());
        self.task.window.min(left).max(1)
    }

    /// Announces the next run: a seed's, or that of a flip.
    fn prepare(&mut self) -> Prepared {
        if let Some(seed) = self.seeds().get(self.exploration.seeded) {
            let input = seed.clone();
            self.exploration.seeded += 1;
            return self.announce(input, None);
        }
        let tree = &mut self.exploration.tree;
        let completion = tree.completion();
        let Some(flip) = completion.or_else(|| self.tools.strategy.pick(tree)) else {
            return Prepared::Nothing;
        };
        let side = tree.side_of(flip);
        let is_under_way = |announced: &Announced| announced.from.is_some_and(|of| of.1 == side);
        if !tree.is_open(side) || self.exploration.announced.iter().any(is_under_way) {
            // A strategy's slip: it costs a pick, and the idle count ends it.
            self.meter.tried(false);
            return Prepared::Closed(Next::Continue);
        }
        self.exploration.statistics.flips += 1;
        match self.input(side) {
            Ok(input) => self.announce(input, Some((flip, side))),
            Err(Closed { status, released }) => {
                self.exploration.tree.close(side, status);
                let next = (self.watcher)(
                    &self.exploration.tree,
                    &self.exploration.statistics,
                    Event::Closed(flip, status),
                );
                match released {
                    Some(input) if next == Next::Continue => self.announce(*input, None),
                    _ => {
                        self.meter.tried(false);
                        Prepared::Closed(next)
                    }
                }
            }
        }
    }

    fn announce(&mut self, input: Input, from: Option<(Flip, SideId)>) -> Prepared {
        if self.task.window > 1 {
            let limits = &self.task.run_limits;
            self.tools.executor.announce(&input, limits);
        }
        let announced = Announced { input, from };
        self.exploration.announced.push_back(announced);
        Prepared::Run
    }

    /// The input of a flip, or what is known of its side if there is none.
    fn input(&mut self, side: SideId) -> Result<Input, Closed> {
        let mut limits = self.task.query_limits;
        if let Some(left) = self.meter.left() {
            limits.cost = limits.cost.min(left);
        }
        let exploration = &mut *self.exploration;
        let need = exploration
            .tree
            .need(self.tools.terms, side, limits, &mut exploration.hint);
        let query = match need {
            Need::Nothing(input) => {
                self.exploration.statistics.choices += 1;
                return Ok(input);
            }
            Need::Answer(query) => query,
        };
        match self.ask(&query) {
            Answer::Sat(model) => Ok(self.exploration.tree.solved(self.tools.terms, side, &model)),
            Answer::Unsat(proof) => {
                let released = self.released(side, &query).map(Box::new);
                let bounds = self.exploration.tree.bounds_of(side);
                let status = if rests_on(&proof, &query, bounds) {
                    Status::Bounded(Bound::Length)
                } else {
                    let refutation = Refutation::of(self.tools.terms, &query, &proof);
                    self.exploration.refutations.push(refutation);
                    Status::Infeasible
                };
                Err(Closed { status, released })
            }
            Answer::Unknown(why) => Err(Closed {
                status: Status::GaveUp(GaveUp::Solver(why)),
                released: None,
            }),
        }
    }

    /// An input for a refuted side that may be reached with other values than those that were
    /// pinned.
    fn released(&mut self, side: SideId, pinned: &Query) -> Option<Input> {
        let exploration = &mut *self.exploration;
        let terms = &mut *self.tools.terms;
        let query = exploration
            .releases
            .query(&exploration.tree, terms, side, pinned)?;
        match self.ask(&query) {
            Answer::Sat(model) => {
                Some(self.exploration.tree.solved(self.tools.terms, side, &model))
            }
            _ => None,
        }
    }

    fn ask(&mut self, query: &Query) -> Answer {
        let start = self.meter.now();
        let answer = self.tools.solver.check(self.tools.terms, query);
        let statistics = &mut self.exploration.statistics;
        statistics.solve_time += self.meter.now().saturating_sub(start);
        match &answer {
            Answer::Sat(_) => statistics.sat += 1,
            Answer::Unsat(_) => statistics.unsat += 1,
            Answer::Unknown(_) => statistics.unknown += 1,
        }
        let cost = self.tools.solver.cost();
        self.meter
            .charge(cost.saturating_sub(self.exploration.paid));
        self.exploration.paid = cost;
        answer
    }

    fn run(&mut self, input: &Input, from: Option<(Flip, SideId)>) -> Next {
        let start = self.meter.now();
        // Not cut to the time that is left: a run that the budget ends is no
        // run that hangs.
        let limits = &self.task.run_limits;
        let trace = self.tools.executor.run(self.tools.terms, input, limits);
        self.exploration.statistics.run_time += self.meter.now().saturating_sub(start);
        self.exploration.statistics.runs += 1;
        self.meter.charge(trace.cost);
        self.meter.charge(DECISION * trace.decisions.len() as u32);
        let outcome = trace.outcome.clone();
        let expected = from.map(|(_, side)| side);
        let inserted = self
            .exploration
            .tree
            .insert(self.tools.terms, trace, expected);
        let diverged = expected.is_some() && !inserted.followed;
        if let (Some(side), true) = (expected, diverged) {
            self.exploration.statistics.divergences += 1;
            self.exploration.tree.diverged(side, &outcome);
        }
        self.exploration.statistics.repeated += usize::from(!inserted.is_new);
        self.meter.tried(!inserted.goals.is_empty());
        if !inserted.goals.is_empty() {
            self.exploration.statistics.last_new_goal = self.meter.now();
        }
        let contribution = Contribution {
            run: inserted.run,
            is_new: inserted.is_new,
            created: inserted.created,
            goals: inserted.goals,
            flip: from.map(|(flip, _)| flip),
            diverged,
        };
        self.tools
            .strategy
            .learn(self.tools.terms, &self.exploration.tree, &contribution);
        (self.watcher)(
            &self.exploration.tree,
            &self.exploration.statistics,
            Event::Run(&contribution),
        )
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
