//! Exploring the units of one class. All of them are explored in rounds: each
//! gets a few turns, and what one has covered the others stop looking for.
//! Turns are counted by what is done, not by the clock, so that the order of
//! things is the same on every machine.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Barrier, Mutex};
use std::time::Duration;

use everypath_explore::Aim;
use everypath_jvm::{JvmExecutor, Loaded, Seeds};
use everypath_solve::Limits;
use everypath_trace::{GoalId, GoalKind, Input, Trace};

use super::drawing::Drawing;
use everypath_generate::explored::Explored;
use everypath_generate::search::{Search, Turns};

/// The turns of a unit in its first round. They double while it covers
/// something new, and halve while it does not.
const FIRST_TURNS: usize = 32;
/// The turns of a unit that goes on covering something.
const MOST_TURNS: usize = 128;
/// The turns of a unit that has not for long.
const LEAST_TURNS: usize = 8;
/// Rounds without anything new after which a unit keeps no other one waiting.
const PATIENCE: u32 = 4;
/// Instructions after which a round goes on to the next unit.
const MOST_INSTRUCTIONS: u64 = 4_000_000;
/// The solver's effort after which it does, too. What a unit uses beyond it, by
/// one hard query, it waits for in the rounds to come.
const MOST_EFFORT: u64 = 400_000;

/// Rounds in which a unit asks the solver easy questions only: a hard one of the
/// first unit would keep the last one waiting for its first run.
const EASY_ROUNDS: u32 = 2;
/// Limits of easy questions.
const EASY: Limits = Limits {
    conflicts: 2_000,
    gates: 300_000,
    bits: 64,
    time: Some(Duration::from_millis(500)),
};

/// What exploring a class needs.
pub struct Exploring<'a> {
    /// The class.
    pub loaded: &'a Loaded,
    /// The search.
    pub search: Search<'a>,
    /// The functions whose goals do not count: those of the units that the
    /// target does not ask for. What no unit is of its own, as private methods,
    /// counts wherever it is called from.
    pub left_out: BTreeSet<String>,
}

/// One unit's part of the work.
struct Work {
    unit: usize,
    turns: Turns,
    count: usize,
    /// Rounds that it took part in.
    rounds: u32,
    /// Rounds in a row in which it covered nothing new.
    stalled: u32,
    /// The effort that it has used before its time.
    debt: u64,
    /// The inputs that the strings of its code make.
    seeds: Seeds,
    waiting: VecDeque<Input>,
    /// The runs that have been looked at for them.
    looked_at: usize,
    /// Inputs that are drawn.
    drawing: Drawing,
    /// The goals that its runs touched and none passed yet, with the run.
    touched: BTreeMap<GoalId, usize>,
}

/// What all units did in one round.
#[derive(Clone, Debug, Default)]
struct Round {
    /// The goals that units have covered.
    covered: BTreeSet<GoalId>,
    /// The goals that units have touched.
    touched: BTreeSet<GoalId>,
    /// The units that have something left to do, and in how many rounds they
    /// have covered nothing.
    going: BTreeMap<usize, u32>,
    /// Whether the time is used up.
    is_last: bool,
}

pub type Results = BTreeMap<usize, Result<Explored, String>>;

/// What the workers share.
struct Shared<'a> {
    rounds: Mutex<Vec<Round>>,
    results: Mutex<Results>,
    barrier: Barrier,
    workers: usize,
    units: &'a [usize],
}

impl Exploring<'_> {
    /// Whether the criterion asks for a goal.
    pub fn is_wanted(&self, goal: GoalId) -> bool {
        let goal = &self.loaded.goals[goal];
        self.search.settings.criteria.ask_for(goal.kind)
            && (goal.kind == GoalKind::Partition || !self.left_out.contains(&goal.function))
    }

    /// Explores units, by their indices, as many at a time as the settings
    /// say; the result is in the order of the units.
    pub fn units(&self, units: &[usize]) -> Results {
        let workers = self.search.settings.jobs.min(units.len()).max(1);
        let shared = Shared {
            rounds: Mutex::new(Vec::new()),
            results: Mutex::new(BTreeMap::new()),
            barrier: Barrier::new(workers),
            workers,
            units,
        };
        std::thread::scope(|scope| {
            for worker in 1..workers {
                let shared = &shared;
                scope.spawn(move || self.work(shared, worker));
            }
            self.work(&shared, 0);
        });
        shared.results.into_inner().expect("all workers have ended")
    }

    /// One worker's part: every so many-th unit, in step with the others.
    fn work(&self, shared: &Shared, worker: usize) {
        let mut executor = JvmExecutor::new(self.loaded);
        if let Ok(executor) = &mut executor {
            executor.pass_all_but(BTreeSet::new());
        }
        let mut known: BTreeSet<GoalId> = BTreeSet::new();
        let mut work: Vec<Work> = Vec::new();
        for &unit in shared.units.iter().skip(worker).step_by(shared.workers) {
            match &mut executor {
                Ok(executor) => match self.begin(executor, unit) {
                    Ok(begun) => work.push(begun),
                    Err(error) => shared.failed(unit, error),
                },
                Err(error) => shared.failed(unit, error.clone()),
            }
        }
        let mut going: BTreeMap<usize, u32> = BTreeMap::new();
        for number in 0.. {
            let mut round = Round::default();
            if let Ok(executor) = &mut executor {
                for work in &mut work {
                    let may_go = going.is_empty() || self.is_next(&going, &known, work.unit);
                    self.round(executor, work, may_go, &mut round);
                }
            }
            round.is_last = self.search.left() == Duration::ZERO;
            let round = shared.meet(number, round);
            going = round.going;
            let news: Vec<GoalId> = round.covered.difference(&known).copied().collect();
            known.extend(&news);
            if !self.search.settings.all_paths {
                for work in &mut work {
                    let exploration = &mut work.turns.exploration;
                    exploration.forgo(&news);
                    // What nothing passes is not looked for for long.
                    let coverage = exploration.tree.coverage();
                    let missing = coverage.wanted().filter(|&goal| coverage.is_missing(goal));
                    let missing: Vec<GoalId> = missing.collect();
                    let all_touched = missing.iter().all(|goal| round.touched.contains(goal));
                    if work.stalled >= PATIENCE && all_touched {
                        exploration.forgo(&missing);
                    }
                }
            }
            if round.is_last || going.is_empty() {
                break;
            }
        }
        for mut work in work {
            let name = self.loaded.units[work.unit].name();
            for (&goal, &run) in &work.touched {
                if !known.contains(&goal) {
                    work.turns.exploration.credit(run, goal);
                }
            }
            // How an object is made shows nothing of what a unit does; what a
            // lazy one is does.
            let is_lazy = self.loaded.units[work.unit].invariant.is_some();
            let trim = |_, trace: &mut Trace| {
                if !is_lazy {
                    trace.decisions.drain(..trace.entry);
                    trace.entry = 0;
                }
                true
            };
            let found = work.turns.end();
            let found = Explored::trimmed(&name, &found, &|goal| self.counts(goal), &trim);
            shared.found(work.unit, Ok(found));
        }
    }

    /// Whether tests count for a goal.
    pub fn counts(&self, goal: GoalId) -> bool {
        let kind = self.loaded.goals[goal].kind;
        self.search.settings.criteria.count(kind)
    }

    fn begin(&self, executor: &mut JvmExecutor, index: usize) -> Result<Work, String> {
        let unit = &self.loaded.units[index];
        executor.choose(index)?;
        let wanted = unit.goals.iter().copied();
        let mut wanted: Vec<GoalId> = wanted.filter(|&goal| self.is_wanted(goal)).collect();
        // An input that breaks a promise is looked for as long as patience lasts.
        wanted.extend(unit.promises.iter().map(|(_, goal)| *goal));
        let mut task = self.search.task(wanted);
        task.budget.time = Some(self.search.settings.unit_time);
        task.seeds = vec![Input::open()];
        if self.search.settings.all_paths {
            task.budget.aim = Aim::Paths;
        }
        // No input decides what an initialiser does.
        let initial = unit.goals.iter().copied();
        let initial = initial.filter(|&goal| is_initialiser(&self.loaded.goals[goal].function));
        let forgone: Vec<GoalId> = initial.collect();
        let mut turns = self.search.begin(&unit.name(), task);
        if !self.search.settings.all_paths {
            turns.exploration.forgo(&forgone);
        }
        Ok(Work {
            unit: index,
            turns,
            count: FIRST_TURNS,
            rounds: 0,
            stalled: 0,
            debt: 0,
            seeds: Seeds::default(),
            waiting: VecDeque::new(),
            looked_at: 0,
            drawing: Drawing::new(self.search.settings.seed, index),
            touched: BTreeMap::new(),
        })
    }

    /// One unit's turns of a round.
    fn round(&self, executor: &mut JvmExecutor, work: &mut Work, may_go: bool, round: &mut Round) {
        let turns = &mut work.turns;
        let before = turns.exploration.tree.coverage().missing();
        let waits = work.debt > MOST_EFFORT;
        work.debt = work.debt.saturating_sub(MOST_EFFORT);
        if may_go && !waits && !turns.is_over && executor.choose(work.unit).is_ok() {
            let start = executor.executed();
            let effort = turns.effort();
            let is_easy = work.rounds < EASY_ROUNDS && self.loaded.units.len() > 1;
            turns.task.query_limits = if is_easy { EASY } else { Limits::default() };
            work.rounds += 1;
            for turn in 0..work.count {
                // Every other turn, so that none of both waits for the other.
                if turn % 2 == 1 {
                    turns.task.seeds.extend(work.waiting.pop_front());
                }
                let left = self.search.left();
                let spent = turns.exploration.statistics.time;
                turns.task.budget.time = Some(self.search.settings.unit_time.min(spent + left));
                self.search.turn(turns, executor, 1);
                let unit = &self.loaded.units[work.unit];
                let runs = turns.exploration.tree.runs();
                if let Some(run) = runs.get(work.looked_at) {
                    let ends = run.trace.outcome.is_finished();
                    for &goal in executor.touched() {
                        let known = work.touched.get(&goal);
                        let ended = known.map(|&run| runs[run].trace.outcome.is_finished());
                        if ended.is_none_or(|ended| ends && !ended) {
                            work.touched.insert(goal, work.looked_at);
                        }
                    }
                }
                for run in &turns.exploration.tree.runs()[work.looked_at..] {
                    let more = work.seeds.after(unit, &self.loaded.scope, &run.trace);
                    work.waiting.extend(more);
                }
                work.looked_at = turns.exploration.tree.runs().len();
                if turns.is_over
                    || executor.executed() - start > MOST_INSTRUCTIONS
                    || turns.effort() - effort > MOST_EFFORT
                {
                    break;
                }
            }
            work.debt += turns.effort() - effort;
            if !turns.is_over && !self.search.settings.all_paths {
                let limits = &turns.task.run_limits;
                let tree = &turns.exploration.tree;
                let drawn = work.drawing.some(executor, tree, limits, work.stalled);
                for input in drawn {
                    work.waiting.push_front(input);
                }
            }
        }
        let coverage = turns.exploration.tree.coverage();
        let has_gained = coverage.missing() < before;
        if has_gained {
            work.count = (work.count * 2).min(MOST_TURNS);
            work.stalled = 0;
        } else if may_go {
            work.count = (work.count / 2).max(LEAST_TURNS);
            work.stalled += 1;
        }
        round.touched.extend(work.touched.keys());
        if !turns.is_over {
            round.going.insert(work.unit, work.stalled);
        }
        let covered = coverage.wanted();
        round
            .covered
            .extend(covered.filter(|goal| coverage.covered_by(*goal).is_some()));
    }

    /// Whether it is a unit's turn: whether there is a goal, not covered yet,
    /// to which no other unit that gets on is nearer. Of methods that hand
    /// their work on to each other, one is enough.
    fn is_next(&self, going: &BTreeMap<usize, u32>, known: &BTreeSet<GoalId>, unit: usize) -> bool {
        if self.search.settings.all_paths {
            return true;
        }
        let distance = |unit: usize, goal: GoalId| {
            let unit = &self.loaded.units[unit];
            let place = unit.goals.binary_search(&goal).ok()?;
            Some(unit.distances[place])
        };
        let goals = self.loaded.units[unit].goals.iter();
        let missing = goals.filter(|goal| !known.contains(goal) && self.is_wanted(**goal));
        let mut waits = false;
        for &goal in missing {
            let own = (distance(unit, goal), unit);
            let is_kept_waiting = going.iter().any(|(&other, &stalled)| {
                let nearness = distance(other, goal);
                stalled < PATIENCE && nearness.is_some() && (nearness, other) < own
            });
            if !is_kept_waiting {
                return true;
            }
            waits = true;
        }
        !waits
    }
}

impl Shared<'_> {
    fn found(&self, unit: usize, found: Result<Explored, String>) {
        let mut results = self.results.lock().expect("no worker panics");
        results.insert(unit, found);
    }

    fn failed(&self, unit: usize, error: String) {
        self.found(unit, Err(error));
    }

    /// Waits until all workers have done their part of a round; what they did.
    fn meet(&self, number: usize, part: Round) -> Round {
        {
            let mut rounds = self.rounds.lock().expect("no worker panics");
            if rounds.len() <= number {
                rounds.push(Round::default());
            }
            let round = &mut rounds[number];
            round.covered.extend(part.covered);
            round.touched.extend(part.touched);
            round.going.extend(part.going);
            round.is_last |= part.is_last;
        }
        self.barrier.wait();
        self.rounds.lock().expect("no worker panics")[number].clone()
    }
}

/// The function that holds a unit's own goals, as goals name it.
pub fn function_of(unit: &str) -> String {
    let name = unit.split('(').next().unwrap_or(unit);
    name.replace('#', ".")
}

/// Whether a function that goals name sets the static fields of a class up.
pub fn is_initialiser(function: &str) -> bool {
    function.ends_with(".<clinit>")
}
