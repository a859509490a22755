//! One unit's part of the work: its legs, one after the other, each explored in turns.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use everypath_explore::{Aim, Exploration, Segment, StopReason, Verdict};
use everypath_solve::Certification;
use everypath_trace::{GoalId, Trace};

use crate::certify;
use crate::explored::Explored;
use crate::pace::Pace;
use crate::program::{Guide, Leg, Part, Plan, Unit, Units};
use crate::search::{Search, Turns};
use crate::settings::Order;
use crate::structures::KnownStructures;

/// Rounds without anything new after which nobody looks any longer for the extras of a
/// unit whose goals are all covered; one will do if it was a hard one.
const EXTRAS_PATIENCE: u32 = 2;
/// How many times its part a unit may cost of which all paths are asked for.
const SHARES: u32 = 4;
/// The most that is spent on failures that no goal asks for.
const FAILURE_COST: Duration = Duration::from_secs(2);
/// The most that is spent on exceptions that the language throws by itself.
const EXCEPTION_COST: Duration = Duration::from_millis(500);
/// One part of so many of what is left for a unit is for them.
const FAILURE_PART: u32 = 4;

/// What all units of one exploration share.
pub(crate) struct Exploring<'a> {
    pub(crate) search: &'a Search<'a>,
    pub(crate) plan: &'a dyn Plan,
    pub(crate) structures: &'a KnownStructures,
    /// How many units there are to share with.
    pub(crate) units: usize,
}

/// One unit's part of the work.
pub(crate) struct Work {
    pub(crate) unit: usize,
    /// What is being explored; `None` when there is nothing left to do.
    pub(crate) current: Option<Current>,
    /// The last leg, when there is nothing left to do: what its runs touched counts if
    /// nobody passes it, which is known in the end.
    ended: Option<Ended>,
    /// What the legs before it have found.
    pub(crate) found: Vec<(Leg, Explored)>,
    /// Why it cannot be run.
    pub(crate) failed: Option<String>,
    /// The goals that no leg has settled.
    wanted: Vec<GoalId>,
    legs: VecDeque<Leg>,
    has_several: bool,
    spent: Duration,
}

/// A leg that is being explored.
pub(crate) struct Current {
    pub(crate) turns: Turns,
    pub(crate) pace: Pace,
    leg: Leg,
    guide: Box<dyn Guide>,
}

/// A leg that is explored.
struct Ended {
    leg: Leg,
    exploration: Exploration,
    /// What a check of its absolute proofs found, if there are any.
    certification: Option<Certification>,
    touched: BTreeMap<GoalId, usize>,
    /// Of the runs from here on, those count that fail or cover something new.
    runs: usize,
}

impl Exploring<'_> {
    /// A unit that wants goals.
    pub(crate) fn begin(&self, unit: usize, wanted: Vec<GoalId>) -> Work {
        let legs = self.plan.legs(unit);
        let mut work = Work {
            unit,
            current: None,
            ended: None,
            found: Vec::new(),
            failed: None,
            wanted,
            has_several: legs.len() > 1,
            legs: legs.into(),
            spent: Duration::ZERO,
        };
        self.next_leg(&mut work);
        work
    }

    fn unit(&self, work: &Work) -> &Unit {
        &self.plan.facts().units[work.unit]
    }

    /// Goes on to the next leg that has something to do, if there is one.
    fn next_leg(&self, work: &mut Work) {
        work.current = None;
        let function = &self.unit(work).function;
        let goals = &self.plan.facts().goals;
        while let Some(leg) = work.legs.pop_front() {
            // Callees are no part of a unit whose callees are stubs.
            let can_reach = |goal: &GoalId| !leg.is_alone || goals[*goal].function == *function;
            let here: Vec<GoalId> = work.wanted.iter().copied().filter(can_reach).collect();
            let left = self.search.settings.unit_time.saturating_sub(work.spent);
            // Without a run to its end there would be no test at all.
            let is_needed = !here.is_empty() || !work.has_finished();
            if !work.found.is_empty() && (!is_needed || left.is_zero()) {
                continue;
            }
            let all = leg.weight + work.legs.iter().map(|leg| leg.weight).sum::<f64>();
            let cost = left.mul_f64(leg.weight / all);
            work.current = Some(self.explore(work.unit, leg, here, cost));
            return;
        }
    }

    fn explore(&self, index: usize, leg: Leg, wanted: Vec<GoalId>, cost: Duration) -> Current {
        let (search, policy) = (self.search, self.plan.policy());
        let facts = self.plan.facts();
        let unit = &facts.units[index];
        let mut task = search.task(wanted);
        task.budget.cost = Some(cost);
        // A private helper that nobody asked for is explored for its goals only.
        if search.settings.all_paths && (!unit.is_private || facts.is_named) {
            task.budget.aim = Aim::Paths;
        }
        let structures = unit.structure.as_ref();
        let structures = structures.and_then(|class| self.structures.get(class));
        if let Some(structures) = structures
            && policy.starts_from_structures
        {
            task.seeds = structures.inputs.clone();
            task.tree.segment = Segment::Unit;
            task.tree.rest_is_explored = structures.is_complete;
            if !unit.is_private {
                task.budget.aim = Aim::Paths;
            }
        }
        self.plan.adjust(search, index, structures, &mut task);
        if task.budget.aim == Aim::Paths {
            // It learns from what became of the flip before.
            let is_classified = search.settings.search == Order::Classified;
            task.window = if is_classified { 1 } else { policy.window };
            task.budget.cost = Some(cost.min(self.share()));
        }
        let mut turns = search.begin(&unit.name, task);
        if !search.settings.all_paths {
            turns.exploration.forgo(&unit.fixed);
        }
        Current {
            turns,
            pace: Pace::new(policy),
            leg,
            guide: self.plan.guide(index),
        }
    }

    /// What one of the units may cost whose paths are all asked for: several times its
    /// part of what is left, because most need less.
    fn share(&self) -> Duration {
        let left = self.search.left();
        left.min(left / self.units.max(1) as u32 * SHARES)
    }

    /// What a unit may spend of what is left on runs that fail or throw.
    fn left_for_failures(&self, current: &Current) -> Duration {
        let used = current.turns.exploration.statistics.cost;
        let left = self.search.settings.unit_time.saturating_sub(used);
        left.min(self.search.left() / self.units.max(1) as u32 / FAILURE_PART)
    }

    /// Gives a unit its turns of a round. A defect of ours costs that unit and no other.
    pub(crate) fn turns(&self, units: &mut dyn Units, work: &mut Work) {
        let done = catch_unwind(AssertUnwindSafe(|| self.turns_of(units, work)));
        if let Err(panic) = done {
            work.failed = Some(internal_error(&*panic));
        }
    }

    fn turns_of(&self, units: &mut dyn Units, work: &mut Work) {
        let Some(current) = &mut work.current else {
            return;
        };
        if current.turns.is_over {
            return self.end_leg(units, work);
        }
        if let Err(error) = units.choose(work.unit, current.leg.number, Part::Call) {
            // Another leg may do.
            match work.legs.is_empty() && work.found.is_empty() {
                true => work.failed = Some(error),
                false => self.next_leg(work),
            }
            return;
        }
        let (search, policy) = (self.search, self.plan.policy());
        let turns = &mut current.turns;
        let spent = turns.exploration.statistics.cost;
        let most = turns.task.budget.cost.unwrap_or(Duration::MAX);
        turns.task.budget.cost = Some(most.min(spent + search.left()));
        if turns.task.budget.aim == Aim::Paths && policy.paths_at_once {
            search.turn(turns, units, usize::MAX);
        } else {
            let is_alone = self.units == 1;
            let guide = &mut *current.guide;
            current.pace.go(search, turns, units, guide, is_alone);
        }
        turns.task.budget.cost = Some(most);
        turns.is_over |= search.left() == Duration::ZERO || search.is_late();
        if turns.is_over {
            self.end_leg(units, work);
        }
    }

    /// Ends a leg, and goes on to the next.
    fn end_leg(&self, units: &mut dyn Units, work: &mut Work) {
        let Some(mut current) = work.current.take() else {
            return;
        };
        // Another unit may have been run since.
        let is_chosen = units.choose(work.unit, current.leg.number, Part::Call);
        let wants_goals = current.turns.task.budget.aim == Aim::Goals && is_chosen.is_ok();
        let looks = self.plan.policy().looks_for_failures && wants_goals;
        if looks {
            self.search.look_for_an_end(&mut current.turns, units);
        }
        // Of the runs in search of failures, most say nothing new.
        let runs = current.turns.exploration.tree.runs().len();
        if looks && current.leg.may_fail {
            let cost = self.left_for_failures(&current).min(FAILURE_COST);
            let turns = &mut current.turns;
            self.search.look_for_failures(turns, units, cost);
        }
        let exceptions = &self.unit(work).exceptions;
        if wants_goals && !exceptions.is_empty() {
            let cost = self.left_for_failures(&current).min(EXCEPTION_COST);
            let turns = &mut current.turns;
            self.search
                .look_for_exceptions(turns, units, exceptions, cost);
        }
        let ended = self.close(work.unit, current, runs);
        if work.legs.is_empty() {
            work.ended = Some(ended);
        } else {
            self.take_down(work, ended);
            self.next_leg(work);
        }
    }

    /// Takes down what a leg has found.
    fn take_down(&self, work: &mut Work, ended: Ended) {
        let Ended {
            leg,
            exploration,
            certification,
            runs,
            ..
        } = ended;
        work.spent += exploration.statistics.cost;
        let facts = self.plan.facts();
        let unit = &facts.units[work.unit];
        let coverage = exploration.tree.coverage();
        let trim = |run: usize, trace: &mut Trace| {
            let mut covered = trace.covered.iter();
            let is_news = run < runs
                || trace.outcome.is_failure()
                || covered.any(|goal| coverage.covered_by(*goal) == Some(run));
            self.plan.trim(work.unit, trace);
            is_news
        };
        let counts = |goal: GoalId| facts.counted.contains(&goal);
        let mut explored = Explored::trimmed(&unit.name, &exploration, &counts, &trim);
        explored.suppose(&unit.premises);
        if let Some(certification) = &certification {
            explored.certify(certification);
        }
        for (goal, verdict) in &explored.verdicts {
            let is_settled = match verdict {
                Verdict::Covered { .. } => true,
                Verdict::Unreachable { .. } => leg.proves && verdict.is_absolute(),
                _ => false,
            };
            if is_settled {
                work.wanted.retain(|wanted| wanted != goal);
            }
        }
        self.plan.settle(work.unit, &leg, &mut explored);
        if work.has_several {
            explored.report.name = format!("{} ({})", unit.name, leg.name);
        }
        work.found.push((leg, explored));
    }

    /// Takes down what is left of a unit. `known` is what anybody has covered.
    pub(crate) fn end(&self, work: &mut Work, known: &BTreeSet<GoalId>) {
        let current = work.current.take().map(|current| {
            let runs = current.turns.exploration.tree.runs().len();
            self.close(work.unit, current, runs)
        });
        if let Some(mut ended) = work.ended.take().or(current) {
            for (goal, run) in std::mem::take(&mut ended.touched) {
                if !known.contains(&goal) {
                    ended.exploration.credit(run, goal);
                }
            }
            self.take_down(work, ended);
        }
    }

    /// Ends what is being explored; its terms are there no longer, so that what is proved
    /// by them is checked now.
    fn close(&self, unit: usize, current: Current, runs: usize) -> Ended {
        let Current { mut turns, leg, .. } = current;
        let unit = &self.plan.facts().units[unit];
        Ended {
            certification: certify::explored(self.search, &mut turns, unit, &leg),
            leg,
            touched: std::mem::take(&mut turns.touched),
            exploration: turns.end(),
            runs,
        }
    }
}

impl Work {
    /// Whether there is nothing left to do.
    pub(crate) fn is_over(&self) -> bool {
        self.current.is_none() || self.failed.is_some()
    }

    /// What it has cost so far, in nominal time.
    pub(crate) fn cost(&self) -> Duration {
        let current = self.current.as_ref();
        let current = current.map(|current| &current.turns.exploration);
        let ended = self.ended.as_ref().map(|ended| &ended.exploration);
        let last = current.or(ended);
        self.spent + last.map_or(Duration::ZERO, |last| last.statistics.cost)
    }

    fn has_finished(&self) -> bool {
        let candidates = self.found.iter().flat_map(|(_, found)| &found.candidates);
        candidates.into_iter().any(|one| one.outcome.is_finished())
    }

    /// Most promises are kept and some operands have one outcome only: no search ends with
    /// that.
    pub(crate) fn give_up_on_extras(&mut self, extras: &[GoalId]) {
        let Some(current) = &mut self.current else {
            return;
        };
        let coverage = current.turns.exploration.tree.coverage();
        let mut missing = coverage.wanted().filter(|&goal| coverage.is_missing(goal));
        if extras.is_empty() || !missing.all(|goal| extras.contains(&goal)) {
            return;
        }
        current.pace.slow_down();
        if current.pace.stalled() >= EXTRAS_PATIENCE || current.pace.is_hard() {
            current.turns.exploration.stop = StopReason::NoProgress;
            current.turns.is_over = true;
        }
    }

    /// The goals that its runs have touched and not passed.
    pub(crate) fn touched(&self) -> impl Iterator<Item = GoalId> {
        let current = self.current.iter().flat_map(|one| one.turns.touched.keys());
        let ended = self.ended.iter().flat_map(|one| one.touched.keys());
        current.chain(ended).copied()
    }

    /// The goals that it has covered.
    pub(crate) fn covered(&self) -> Vec<GoalId> {
        let ended = self.found.iter().flat_map(|(_, found)| &found.verdicts);
        let mut covered: Vec<GoalId> = ended
            .filter(|(_, verdict)| matches!(verdict, Verdict::Covered { .. }))
            .map(|(goal, _)| *goal)
            .collect();
        let current = self.current.as_ref();
        let current = current.map(|current| &current.turns.exploration);
        let ended = self.ended.as_ref().map(|ended| &ended.exploration);
        if let Some(exploration) = current.or(ended) {
            let coverage = exploration.tree.coverage();
            let wanted = coverage.wanted();
            covered.extend(wanted.filter(|goal| coverage.covered_by(*goal).is_some()));
        }
        covered
    }
}

/// What the user is told of a defect of ours.
pub(crate) fn internal_error(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    format!("internal error ({words}); please report it with this target and the options")
}
