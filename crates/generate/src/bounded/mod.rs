//! The bounded engine on the units of a program: its solutions are replayed by the front
//! end, and what the runs really do is what counts.

mod known;
mod replayed;
mod verdicts;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use everypath_bounded::{Task, cover};
use everypath_explore::{StopReason, Verdict};
use everypath_solve::Allowance;
use everypath_term::Terms;
use everypath_trace::{GoalId, Trace};

use crate::certify;
use crate::explored::Explored;
use crate::program::{Crew, Leg, Plan, Units};
use crate::schedule::Found;
use crate::search::Search;
use crate::work::internal_error;
use known::KnownBounds;
use replayed::Replayed;
use verdicts::{covered_to_the_end, explored, scope, sweep, unsupported};

/// Terms of one encoding; about 50 bytes each, and more as a formula.
const MOST_TERMS: usize = 3_000_000;
/// Gates of one formula; about 200 bytes each in the SAT solver.
const MOST_GATES: usize = 4_000_000;
/// How many times what a unit may cost its formula may: it is the last to be asked, and
/// has all of the unit's goals to prove.
const PATIENCE: u32 = 4;
/// How many times its part of what is left a unit may cost: most need less.
const SHARES: u32 = 2;
/// The part of that which may go into tight bounds: they are worth it where they are found
/// soon.
const BOUNDS: u32 = 16;
/// The least that is spent on promises.
const LEAST: Duration = Duration::from_millis(500);

/// A unit, and the goals that it is asked for.
type Asked = (usize, Vec<GoalId>);

/// What all units share.
struct Covering<'a> {
    search: &'a Search<'a>,
    plan: &'a dyn Plan,
    known: KnownBounds,
}

/// Asks for what is open of units within the scope, public ones first, and adds what is
/// found to what is known of them.
pub(crate) fn units(search: &Search, plan: &dyn Plan, crew: &mut dyn Crew, found: &mut Vec<Found>) {
    let covering = Covering {
        search,
        plan,
        known: KnownBounds::default(),
    };
    let facts = plan.facts();
    for is_private in [false, true] {
        let covered = covered(found);
        let asked: Vec<Asked> = (0..facts.units.len())
            .filter(|&unit| is_private == (facts.units[unit].is_private && !facts.is_named))
            .map(|unit| (unit, covering.wanted(unit, found, &covered, is_private)))
            .filter(|(_, wanted)| !wanted.is_empty())
            .collect();
        for (unit, more) in covering.all(crew, &asked) {
            add(found, unit, more);
        }
    }
    found.sort_by_key(|one| one.unit);
}

fn add(found: &mut Vec<Found>, unit: usize, more: Result<Explored, String>) {
    let known = found.iter_mut().find(|one| one.unit == unit);
    match (known.map(|one| &mut one.legs), more) {
        (Some(Ok(legs)), Ok(more)) => match legs.iter_mut().find(|(leg, _)| leg.proves) {
            Some((_, known)) => known.absorb(more),
            None => legs.push((Leg::default(), more)),
        },
        // What the first engine found stands without the second; why that failed is told.
        (Some(Ok(legs)), Err(error)) => {
            if let Some((_, known)) = legs.first_mut() {
                known
                    .warnings
                    .push(format!("{}: {error}", known.report.name));
            }
        }
        (Some(Err(_)), _) => {}
        (None, more) => found.push(Found {
            unit,
            legs: more.map(|more| vec![(Leg::default(), more)]),
        }),
    }
}

/// What any unit has covered.
fn covered(found: &[Found]) -> BTreeSet<GoalId> {
    let legs = found.iter().flat_map(|one| one.legs.iter().flatten());
    legs.flat_map(|(_, explored)| &explored.verdicts)
        .filter(|(_, verdict)| matches!(verdict, Verdict::Covered { .. }))
        .map(|(goal, _)| *goal)
        .collect()
}

impl Covering<'_> {
    /// The goals of a unit that are open: where it has been explored, those that it has
    /// not settled and that no other unit covers.
    fn wanted(
        &self,
        index: usize,
        found: &[Found],
        covered: &BTreeSet<GoalId>,
        is_private: bool,
    ) -> Vec<GoalId> {
        let facts = self.plan.facts();
        let unit = &facts.units[index];
        let known = found.iter().find(|one| one.unit == index);
        let known = known.map(|one| match &one.legs {
            Ok(legs) => {
                let proving = legs.iter().find(|(leg, _)| leg.proves);
                proving.map_or_else(Vec::new, |(_, explored)| explored.open())
            }
            Err(_) => Vec::new(),
        });
        let is_open = |goal: &GoalId| match &known {
            Some(open) => open.contains(goal) && !covered.contains(goal),
            None => !is_private || (facts.wanted.contains(goal) && !covered.contains(goal)),
        };
        let goals = unit.goals.iter().chain(&unit.promises);
        let mut wanted: Vec<GoalId> = goals.copied().filter(is_open).collect();
        wanted.sort();
        wanted.dedup();
        wanted
    }

    /// Shares units among workers; what each finds does not depend on the others.
    fn all(&self, crew: &mut dyn Crew, asked: &[Asked]) -> Vec<(usize, Result<Explored, String>)> {
        let most = self.search.settings.unit_time.saturating_mul(PATIENCE);
        let left = self.search.left();
        let share = left / asked.len().max(1) as u32 * SHARES;
        let most = most.min(share).min(left);
        let stopped = || self.search.is_stopped();
        let next = AtomicUsize::new(0);
        let results = Mutex::new(Vec::new());
        let work = |units: &mut dyn Units| {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some((unit, wanted)) = asked.get(place) else {
                    return;
                };
                let allowance = Allowance::new(most, &stopped);
                let done = catch_unwind(AssertUnwindSafe(|| {
                    self.unit(units, *unit, wanted, &allowance)
                }));
                let found = done.unwrap_or_else(|panic| Err(internal_error(&*panic)));
                if let Ok(mut results) = results.lock() {
                    results.push((*unit, allowance.spent(), found));
                }
            }
        };
        match asked.len() {
            0 => {}
            1 => work(crew.together()),
            most => crew.apart(most, &work),
        }
        let mut results = results.into_inner().unwrap_or_default();
        results.sort_by_key(|(unit, _, _)| *unit);
        self.search
            .charge(results.iter().map(|(_, cost, _)| *cost).sum());
        let found = |(unit, _, found)| (unit, found);
        results.into_iter().map(found).collect()
    }

    /// Covers goals of a unit. For what it promises half of what the rest cost is spent:
    /// that it is kept need not be proved.
    fn unit(
        &self,
        units: &mut dyn Units,
        index: usize,
        wanted: &[GoalId],
        allowance: &Allowance,
    ) -> Result<Explored, String> {
        let promises = &self.plan.facts().units[index].promises;
        let (promised, goals): (Vec<GoalId>, Vec<GoalId>) =
            wanted.iter().partition(|goal| promises.contains(goal));
        if !self.plan.policy().promises_apart || promised.is_empty() {
            return self.part(units, index, (wanted, false), allowance);
        }
        let mut done = self.part(units, index, (&goals, false), allowance)?;
        let rest = allowance.part(allowance.spent() / 2 + LEAST);
        let broken = self.part(units, index, (&promised, true), &rest)?;
        done.verdicts.extend(broken.verdicts.iter().cloned());
        done.absorb(broken);
        Ok(done)
    }

    fn part(
        &self,
        units: &mut dyn Units,
        index: usize,
        (wanted, promises): (&[GoalId], bool),
        allowance: &Allowance,
    ) -> Result<Explored, String> {
        let started = Instant::now();
        let (search, settings) = (self.search, self.search.settings);
        let unit = &self.plan.facts().units[index];
        let mut lowered = match units.lower(index, promises) {
            Ok(lowered) => lowered,
            Err(construct) => return Ok(unsupported(&unit.name, wanted, construct)),
        };
        let code = lowered.unit().clone();
        let (scope, too_large) = scope(settings);
        // Whoever asks first finds them for all: they are at nobody's expense.
        let stopped = || search.is_stopped();
        let most = settings.unit_time.saturating_mul(PATIENCE) / BOUNDS;
        let bounds = Allowance::new(most, &stopped);
        let bounds = self.known.of(&mut *lowered, &scope, &bounds);
        let task = Task {
            unit: &code,
            wanted,
            scope,
            sweep: sweep(settings),
            bounds: bounds.as_ref(),
            most_terms: MOST_TERMS,
            most_gates: MOST_GATES,
            allowance,
        };
        let limits = settings.run_limits();
        let mut traces: Vec<Trace> = Vec::new();
        let mut open: BTreeSet<GoalId> = wanted.iter().copied().collect();
        let mut terms = Terms::new();
        let mut source = Replayed(&mut *lowered);
        let found = cover(
            &mut source,
            &task,
            &mut |source: &mut Replayed, solution| {
                let Some(trace) = source.0.replay(&mut terms, solution, &limits) else {
                    return Vec::new();
                };
                allowance.charge(trace.cost);
                let covered = covered_to_the_end(&trace);
                traces.push(trace);
                open.retain(|goal| !covered.contains(goal));
                let count = wanted.len() - open.len();
                let progress = search.host.progress;
                progress.path(&unit.name, count, wanted.len());
                covered
            },
        );
        let mut premises = lowered.source().premises();
        drop(lowered);
        let counts = |goal: GoalId| self.plan.facts().counted.contains(&goal);
        let time = started.elapsed();
        let stop = match (search.is_cancelled(), search.is_late()) {
            (true, _) => StopReason::Cancelled,
            (false, true) => StopReason::Time,
            (false, false) => StopReason::Cost,
        };
        let mut done = explored(&unit.name, &found, &traces, &code, (time, stop), &counts);
        done.warnings = too_large;
        premises.extend(traces.iter().flat_map(|trace| trace.premises.clone()));
        premises.extend(unit.premises.iter().cloned());
        done.suppose(&premises);
        if let (true, Some(claim)) = (done.has_absolute_proof(), &found.claim) {
            let most = settings.unit_time.saturating_mul(PATIENCE);
            let certificates = Allowance::new(most, &stopped);
            done.certify(&certify::claimed(claim, &certificates));
            allowance.charge(certificates.spent());
        }
        if let (true, Some(invariant)) = (found.changed_input, &unit.invariant) {
            let changes = format!("{invariant}() changes the object it looks at");
            done.warnings.push(changes);
        }
        let legs = self.plan.legs(index);
        if let Some(leg) = legs.iter().find(|leg| leg.proves) {
            self.plan.settle(index, leg, &mut done);
        }
        Ok(done)
    }
}
