//! The bounded engine on the units of one module: its solutions are replayed
//! by the worker, and what the runs really do is what counts.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use everypath_bounded::{Bounds, Scope, Task, cover, tighten};
use everypath_explore::Verdict;
use everypath_python::{LoadedUnit, LoweredUnit, Lowering, Phase, Strategy, shared_inputs};
use everypath_term::Terms;
use everypath_trace::{GoalId, RunLimits, Trace};

use super::exploring::Exploring;
use super::rounds::Found;
use super::team::Team;
use crate::bounded::{
    MOST_GATES, MOST_TERMS, PATIENCE, STACK, covered_to_the_end, explored, scope, sweep,
    unsupported,
};
use crate::explored::Explored;

/// The part of a unit's time that may go into tight bounds.
const BOUNDS: u32 = 8;
/// The least time that promises are looked at.
const LEAST: Duration = Duration::from_millis(500);

impl Exploring<'_> {
    /// Covers the goals of units within the scope; private ones come last, for
    /// what the others left.
    pub fn bounded_units<'a>(
        &self,
        team: &mut Team,
        public: &[&'a LoadedUnit],
        private: &[&'a LoadedUnit],
    ) -> Vec<Found<'a>> {
        let mut found: Vec<Found<'a>> = Vec::new();
        let mut known = KnownBounds::default();
        for (wave, is_private) in [(public, false), (private, true)] {
            for (index, unit) in wave.iter().enumerate() {
                let wanted = match is_private {
                    false => self.wanted_of(unit),
                    true => self.left_of(unit, &found),
                };
                if !wanted.is_empty() || !is_private {
                    let waiting = (wave.len() - index) as u32;
                    let work = (*unit, wanted.as_slice(), waiting);
                    found.push((*unit, self.bounded_unit(team, work, &mut known)));
                }
            }
        }
        found
    }

    /// Asks the bounded engine for what another one left open.
    pub fn bounded_rest(&self, team: &mut Team, found: &mut [Found]) {
        let open = |found: &Found| -> Vec<GoalId> {
            let Ok(known) = &found.1 else {
                return Vec::new();
            };
            let wanted = known.open().into_iter();
            wanted.filter(|goal| self.is_wanted(*goal)).collect()
        };
        let mut known = KnownBounds::default();
        for index in 0..found.len() {
            let covered = covered_goals(found);
            let wanted: Vec<GoalId> = open(&found[index])
                .into_iter()
                .filter(|goal| !covered.contains(goal))
                .collect();
            if wanted.is_empty() {
                continue;
            }
            let later = found[index + 1..]
                .iter()
                .filter(|found| !open(found).is_empty());
            let waiting = 1 + later.count() as u32;
            let work = (found[index].0, wanted.as_slice(), waiting);
            let more = self.bounded_unit(team, work, &mut known);
            if let (Ok(known), Ok(more)) = (&mut found[index].1, more) {
                known.absorb(more);
            }
        }
    }

    /// The goals that a unit is encoded for.
    fn wanted_of(&self, unit: &LoadedUnit) -> Vec<GoalId> {
        let own = unit.goals.iter().map(|&goal| GoalId(goal));
        let promises = unit.promises.iter().map(|&goal| GoalId(goal));
        own.filter(|&goal| self.is_wanted(goal))
            .chain(promises)
            .chain(unit.entry.map(GoalId))
            .collect()
    }

    /// The goals of a private unit that no other covers.
    fn left_of(&self, unit: &LoadedUnit, found: &[Found]) -> Vec<GoalId> {
        let covered = covered_goals(found);
        let mut wanted = self.wanted_of(unit);
        wanted.retain(|goal| self.is_wanted(*goal) && !covered.contains(goal));
        wanted
    }

    /// One of some units that wait, in a thread whose stack is as deep as the
    /// calls that are followed.
    fn bounded_unit(
        &self,
        team: &mut Team,
        (unit, wanted, waiting): (&LoadedUnit, &[GoalId], u32),
        known: &mut KnownBounds,
    ) -> Result<Explored, String> {
        let share = self.left() / waiting.max(1);
        let allowed = self.settings.unit_time.saturating_mul(PATIENCE).min(share);
        std::thread::scope(|threads| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let work = || self.bounded_within(team, (unit, wanted), allowed, known);
            match thread.spawn_scoped(threads, work) {
                Ok(working) => working.join().unwrap_or_else(|_| {
                    Err("the bounded engine came upon a defect of its own".to_owned())
                }),
                Err(error) => Err(format!("no thread can be started: {error}")),
            }
        })
    }

    fn bounded_within(
        &self,
        team: &mut Team,
        (unit, wanted): (&LoadedUnit, &[GoalId]),
        allowed: Duration,
        known: &mut KnownBounds,
    ) -> Result<Explored, String> {
        let started = Instant::now();
        let worker = team.first();
        // The script of a solution says what the receiver is, field by field.
        worker.choose(&unit.name, Phase::Call, Strategy::Exhaustive)?;
        let mut lowering = Lowering::new(worker);
        let promises = unit.promises.iter().map(|&goal| GoalId(goal));
        let promises: Vec<GoalId> = promises.filter(|goal| wanted.contains(goal)).collect();
        let goals = wanted.iter().copied();
        let goals: Vec<GoalId> = goals.filter(|goal| !promises.contains(goal)).collect();
        let work = (unit, goals.as_slice(), false);
        let mut done = self.covering(&mut lowering, work, allowed, known);
        if !promises.is_empty() {
            // What it promises is looked at for half as long as the rest took: that
            // it is kept need not be proved.
            let time = allowed.saturating_sub(started.elapsed());
            let time = time.min(started.elapsed() / 2 + LEAST);
            let work = (unit, promises.as_slice(), true);
            let broken = self.covering(&mut lowering, work, time, known);
            done.verdicts.extend(broken.verdicts.iter().cloned());
            done.absorb(broken);
        }
        Ok(done)
    }

    /// Covers goals of a unit, or of what it promises after the call.
    fn covering(
        &self,
        lowering: &mut Lowering,
        (unit, wanted, promises): (&LoadedUnit, &[GoalId], bool),
        allowed: Duration,
        known: &mut KnownBounds,
    ) -> Explored {
        let started = Instant::now();
        let lowered = match lowering.unit(&unit.name, promises) {
            Ok(lowered) => lowered,
            Err(construct) => return unsupported(&unit.name, wanted, construct),
        };
        let search = self.search();
        let expired = || started.elapsed() > allowed || search.is_cancelled();
        let (scope, too_large) = scope(self.settings);
        let late = || started.elapsed() > allowed / BOUNDS || search.is_cancelled();
        let bounds = known.of(lowering, unit, &lowered, &scope, &late);
        let task = Task {
            unit: &lowered,
            wanted,
            scope,
            sweep: sweep(self.settings),
            bounds: bounds.as_ref(),
            most_terms: MOST_TERMS,
            most_gates: MOST_GATES,
            expired: &expired,
        };
        let limits = RunLimits {
            decisions: self.settings.max_depth,
            time: self.settings.timeout,
        };
        let mut traces: Vec<Trace> = Vec::new();
        let mut open: BTreeSet<GoalId> = wanted.iter().copied().collect();
        let mut terms = Terms::new();
        let found = cover(lowering, &task, &mut |lowering: &mut Lowering, solution| {
            let Some(trace) = lowering.run(&mut terms, solution, &limits) else {
                return Vec::new();
            };
            let covered = covered_to_the_end(&trace);
            traces.push(trace);
            open.retain(|goal| !covered.contains(goal));
            let count = wanted.len() - open.len();
            let progress = search.progress;
            progress.path(&unit.name, count, wanted.len(), search.left());
            covered
        });
        let counts = |goal: GoalId| {
            self.goals.0.get(goal.0 as usize).is_some_and(|goal| {
                goal.location.file == self.loaded.file && self.settings.criteria.count(goal.kind)
            })
        };
        let (leaves_out, time) = (&lowered.leaves_out, started.elapsed());
        let mut done = explored(&unit.name, &found, &traces, leaves_out, time, &counts);
        done.warnings = too_large;
        if let (true, Some(invariant)) = (found.changed_input, &unit.invariant) {
            let told = format!("{invariant}() changes the object it looks at");
            done.warnings.push(told);
        }
        done
    }
}

/// The tight bounds of the classes of one module, found once for a class.
#[derive(Default)]
struct KnownBounds(BTreeMap<String, Option<Bounds>>);

impl KnownBounds {
    /// The bounds of a unit's receiver, if no other input may share its objects.
    fn of(
        &mut self,
        lowering: &mut Lowering,
        unit: &LoadedUnit,
        lowered: &LoweredUnit,
        scope: &Scope,
        expired: &dyn Fn() -> bool,
    ) -> Option<Bounds> {
        let class = unit.class.as_ref()?;
        unit.invariant.as_ref()?;
        if !unit.lazy || shared_inputs(lowered) != 1 {
            return None;
        }
        if let Some(known) = self.0.get(class) {
            return known.clone();
        }
        // The receiver alone: what a unit asks of its arguments is its own.
        let receiver = lowering.receiver(&unit.name).ok()?;
        let found = tighten(lowering, &receiver, scope, MOST_TERMS, MOST_GATES, expired);
        self.0.insert(class.clone(), found.clone());
        found
    }
}

/// What any of some units covers.
fn covered_goals(found: &[Found]) -> BTreeSet<GoalId> {
    let known = found.iter().filter_map(|(_, found)| found.as_ref().ok());
    known
        .flat_map(|found| &found.verdicts)
        .filter(|(_, verdict)| matches!(verdict, Verdict::Covered { .. }))
        .map(|(goal, _)| *goal)
        .collect()
}
