//! Exploring the units of one module in rounds: each gets a few turns, and what
//! one has covered the others stop looking for. Turns are counted by what is
//! done, not by the clock, so that the result is the same for any number of
//! workers.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use everypath_explore::{Aim, StopReason};
use everypath_python::{LoadedUnit, Phase, Processors};
use everypath_trace::GoalId;
use indexmap::IndexMap;

use super::exploring::{Exploring, Structures};
use super::team::{Other, Team, until_long};
use crate::explored::Explored;
use crate::pace::Pace;
use crate::search::Turns;

/// Rounds without anything new after which nobody looks any longer for the extras
/// of a unit whose goals are all covered; one will do if it was a hard one.
const PATIENCE: u32 = 2;

/// One unit's part of the work.
struct Work<'a> {
    unit: &'a LoadedUnit,
    extras: Vec<GoalId>,
    turns: Turns,
    pace: Pace,
    /// Why it cannot be run.
    failed: Option<String>,
}

/// A unit, and what was found or why nothing was.
pub type Found<'a> = (&'a LoadedUnit, Result<Explored, String>);

impl Exploring<'_> {
    /// Explores public units, and from the second round on private ones for
    /// what the others have not covered. The result is in that order.
    pub fn units<'a>(
        &self,
        team: &mut Team,
        public: &[&'a LoadedUnit],
        private: &[&'a LoadedUnit],
        structures: &IndexMap<String, Structures>,
    ) -> Vec<Found<'a>> {
        let mut work = self.begin(public, structures);
        let mut waiting = Some(private);
        loop {
            let going: Vec<Mutex<&mut Work>> = work
                .iter_mut()
                .filter(|work| !work.is_over())
                .map(Mutex::new)
                .collect();
            self.round(team, &going, structures);
            let known: BTreeSet<GoalId> = work.iter().flat_map(Work::covered).collect();
            for work in &mut work {
                self.forgo(work, &known);
                work.give_up_on_extras();
            }
            let no_time = self.left() == Duration::ZERO || self.search().is_cancelled();
            if let Some(private) = waiting.take() {
                let open = private.iter().copied();
                let open: Vec<&LoadedUnit> =
                    open.filter(|unit| self.is_open(unit, &known)).collect();
                work.extend(self.begin(&open, structures));
            }
            if no_time || work.iter().all(Work::is_over) {
                break;
            }
        }
        let found = |work: Work<'a>| match work.failed {
            Some(error) => (work.unit, Err(error)),
            None => (work.unit, Ok(self.explored(work.unit, &work.turns.end()))),
        };
        work.into_iter().map(found).collect()
    }

    fn begin<'a>(
        &self,
        units: &[&'a LoadedUnit],
        structures: &IndexMap<String, Structures>,
    ) -> Vec<Work<'a>> {
        let begin = |unit: &&'a LoadedUnit| Work {
            unit,
            extras: self.extras(unit),
            turns: self
                .search()
                .begin(&unit.name, self.task_of(unit, units.len(), structures)),
            pace: Pace::default(),
            failed: None,
        };
        units.iter().map(begin).collect()
    }

    /// Whether goals of a unit's own are not covered.
    fn is_open(&self, unit: &LoadedUnit, known: &BTreeSet<GoalId>) -> bool {
        let goals = unit.goals.iter().map(|&goal| GoalId(goal));
        goals
            .filter(|&goal| self.goals[goal].function == unit.name && self.is_wanted(goal))
            .any(|goal| !known.contains(&goal))
    }

    /// What others have covered is not looked for, but for what is a unit's own.
    fn forgo(&self, work: &mut Work, known: &BTreeSet<GoalId>) {
        let is_other = |goal: &GoalId| {
            let goal = self.goals.0.get(goal.0 as usize);
            goal.is_some_and(|goal| goal.function != work.unit.name)
        };
        if work.turns.task.budget.aim == Aim::Goals {
            let others: Vec<GoalId> = known.iter().copied().filter(is_other).collect();
            work.turns.exploration.forgo(&others);
        }
    }

    /// Gives each unit its turns.
    fn round(
        &self,
        team: &mut Team,
        going: &[Mutex<&mut Work>],
        structures: &IndexMap<String, Structures>,
    ) {
        if let [only] = going {
            let mut work = only.lock().expect("nobody else has it");
            if work.turns.task.budget.aim == Aim::Paths {
                self.grow(team);
            }
            return self.turns(team, &mut work);
        }
        let next = AtomicUsize::new(0);
        self.apart(team, going.len(), structures, &|team| {
            while let Some(work) = going.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.turns(team, &mut work.lock().expect("nobody else takes it"));
            }
        });
    }

    /// One unit's turns of a round.
    fn turns(&self, team: &mut Team, work: &mut Work) {
        let (turns, search) = (&mut work.turns, self.search());
        let strategy = self.settings.strategy.into();
        if let Err(error) = team.choose(&work.unit.name, Phase::Call, strategy) {
            work.failed = Some(error);
            return;
        }
        let spent = turns.exploration.statistics.time;
        let time = turns.task.budget.time.unwrap_or(Duration::MAX);
        turns.task.budget.time = Some(time.min(spent + self.left()));
        if turns.task.budget.aim == Aim::Paths {
            search.turn(turns, team, usize::MAX);
        } else {
            work.pace.go(&search, turns, team);
        }
        turns.task.budget.time = Some(time);
        turns.is_over |= self.left() == Duration::ZERO;
    }

    /// Lets each worker of a team work alone, and more as they are loaded.
    fn apart(
        &self,
        team: &mut Team,
        most: usize,
        structures: &IndexMap<String, Structures>,
        work: &(dyn Fn(&mut Team) + Sync),
    ) {
        let processors = Processors::find();
        let processors = processors.as_ref();
        let others: Vec<Other> = std::iter::from_fn(|| team.part()).collect();
        let mut others = others.into_iter();
        let back = Mutex::new(Vec::new());
        let back_here = &back;
        std::thread::scope(|scope| {
            let mut alone = Vec::new();
            for number in 1..self.settings.jobs.min(most) {
                let (sender, receiver) = channel::<()>();
                alone.push(sender);
                let other = others.next();
                scope.spawn(move || {
                    // Most modules are done before another worker is loaded.
                    let wait = until_long(self.started);
                    let is_over =
                        receiver.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected);
                    if is_over && other.is_none() {
                        return;
                    }
                    let other = other.unwrap_or_else(|| Other::Joining(self.another()));
                    let give_back = |other| {
                        let mut back = back_here.lock().expect("nobody panics here");
                        back.push((number, other));
                    };
                    let worker = match other.worker(&receiver) {
                        Ok(worker) => worker,
                        Err(other) => return give_back(other),
                    };
                    let mut team = Team::new(worker);
                    if self.teach(&mut team, structures).is_ok() {
                        let together = team.first().share_processor(processors, number);
                        work(&mut team);
                        drop(together);
                        give_back(Other::Ready(Box::new(team.into_first())));
                    }
                });
            }
            // Not before the others are started: they would inherit it.
            let together = team.first().share_processor(processors, 0);
            work(team);
            drop((alone, together));
        });
        let mut back = back.into_inner().expect("all workers have ended");
        back.sort_by_key(|(number, _)| *number);
        for other in back.into_iter().map(|(_, other)| other).chain(others) {
            team.join(other);
        }
    }
}

impl Work<'_> {
    fn is_over(&self) -> bool {
        self.turns.is_over || self.failed.is_some()
    }

    /// Most promises are kept and some operands have one side only: no search
    /// ends with that.
    fn give_up_on_extras(&mut self) {
        let coverage = self.turns.exploration.tree.coverage();
        let mut missing = coverage.wanted().filter(|&goal| coverage.is_missing(goal));
        if self.is_over() || !missing.all(|goal| self.extras.contains(&goal)) {
            return;
        }
        self.pace.slow_down();
        if self.pace.stalled() >= PATIENCE || self.pace.is_hard() {
            self.turns.exploration.stop = StopReason::NoProgress;
            self.turns.is_over = true;
        }
    }

    fn covered(&self) -> impl Iterator<Item = GoalId> + '_ {
        let coverage = self.turns.exploration.tree.coverage();
        let wanted = coverage.wanted();
        wanted.filter(move |goal| coverage.covered_by(*goal).is_some())
    }
}
