//! The bounded engine on one unit: its solutions are replayed by the
//! executor, and what the runs really do is what counts.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use everypath_bounded::{Task, cover};
use everypath_explore::Verdict;
use everypath_jvm::{JvmExecutor, Lowering};
use everypath_term::Terms;
use everypath_trace::{GoalId, RunLimits, Trace};

use super::bounds::KnownBounds;
use super::exploring::{Exploring, Results};
use everypath_generate::bounded::{
    MOST_GATES, MOST_TERMS, PATIENCE, STACK, covered_to_the_end, explored, scope, sweep,
    unsupported,
};
use everypath_generate::explored::Explored;

/// The part of a unit's time that may go into tight bounds: they are worth it
/// where they are found soon, and are kept for the next time.
const BOUNDS: u32 = 20;

/// Covers what is open of units within the scope, and adds what is found to
/// what is known of them.
pub fn units(exploring: &Exploring, units: &[usize], mut results: Results) -> Results {
    let mut work = Vec::new();
    for &unit in units {
        let wanted = wanted(exploring, &results, unit);
        if !wanted.is_empty() {
            work.push((unit, wanted));
        }
    }
    for (unit, found) in workers(exploring, &work) {
        match (results.get_mut(&unit), found) {
            (Some(Ok(known)), Ok(found)) => known.absorb(found),
            (Some(Ok(_)), Err(_)) => {}
            (_, found) => {
                results.insert(unit, found);
            }
        }
    }
    results
}

/// The goals of a unit that are open: where it has been explored, those that it
/// has not settled and that no other unit covers.
fn wanted(exploring: &Exploring, results: &Results, unit: usize) -> Vec<GoalId> {
    let covered = |goal: GoalId| {
        let all = results.values().flatten();
        all.flat_map(|found| &found.verdicts)
            .any(|(known, verdict)| *known == goal && matches!(verdict, Verdict::Covered { .. }))
    };
    let known = match results.get(&unit) {
        Some(Ok(known)) => Some(known.open()),
        _ => None,
    };
    let is_open = |goal: &GoalId| match &known {
        Some(known) => known.contains(goal) && !covered(*goal),
        None => true,
    };
    let unit = &exploring.loaded.units[unit];
    let goals = unit.goals.iter().copied();
    goals
        .filter(|goal| exploring.is_wanted(*goal))
        .chain(unit.promises.iter().map(|(_, goal)| *goal))
        .filter(is_open)
        .collect()
}

/// Shares units among workers; what each finds does not depend on the others.
fn workers(exploring: &Exploring, work: &[(usize, Vec<GoalId>)]) -> Results {
    let count = exploring.search.settings.jobs.min(work.len()).max(1);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Results::new());
    let known = KnownBounds::default();
    let run = || {
        let mut executor = JvmExecutor::new(exploring.loaded);
        let mut lowering = Lowering::new(exploring.loaded);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((unit, wanted)) = work.get(index) else {
                return;
            };
            let waiting = work.len().saturating_sub(index).max(1) as u32;
            let share = exploring.search.left() / waiting * count as u32;
            let found = match (&mut executor, &mut lowering) {
                (Ok(executor), Ok(lowering)) => {
                    unit_within(exploring, executor, lowering, *unit, wanted, &known, share)
                }
                (Err(error), _) | (_, Err(error)) => Err(error.clone()),
            };
            let mut results = results.lock().expect("no worker panics with the results");
            results.insert(*unit, found);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..count {
            let thread = std::thread::Builder::new().stack_size(STACK);
            if thread.spawn_scoped(scope, run).is_err() {
                // Without another thread the work is done by those there are.
                break;
            }
        }
    });
    results.into_inner().expect("all workers have ended")
}

/// Covers the goals of a unit within the scope.
fn unit_within(
    exploring: &Exploring,
    executor: &mut JvmExecutor,
    lowering: &mut Lowering,
    index: usize,
    wanted: &[GoalId],
    known: &KnownBounds,
    share: Duration,
) -> Result<Explored, String> {
    let started = Instant::now();
    let settings = exploring.search.settings;
    let name = exploring.loaded.units[index].name();
    executor.choose(index)?;
    let lowered = match lowering.unit(index) {
        Ok(lowered) => lowered,
        Err(construct) => return Ok(unsupported(&name, wanted, construct)),
    };
    let allowed = share
        .min(exploring.search.left())
        .min(settings.unit_time.saturating_mul(PATIENCE));
    let cancelled = exploring.search.host.cancelled;
    let expired = || started.elapsed() > allowed || cancelled.load(Ordering::Relaxed);
    let (scope, too_large) = scope(settings);
    let bounds = known.of(exploring, lowering, &lowered, index, &scope, &|| {
        started.elapsed() > allowed / BOUNDS || cancelled.load(Ordering::Relaxed)
    });
    let task = Task {
        unit: &lowered.unit,
        wanted,
        scope,
        sweep: sweep(settings),
        bounds: bounds.as_ref(),
        most_terms: MOST_TERMS,
        most_gates: MOST_GATES,
        expired: &expired,
    };
    let limits = RunLimits {
        decisions: settings.max_depth,
        time: settings.timeout,
    };
    let mut traces: Vec<Trace> = Vec::new();
    let mut terms = Terms::new();
    let found = cover(lowering, &task, &mut |lowering: &mut Lowering, solution| {
        let (input, guide) = lowering.input(&lowered, solution);
        let trace = executor.run_guided(&mut terms, &input, guide, &limits);
        let covered = covered_to_the_end(&trace);
        traces.push(trace);
        let count = covered.iter().filter(|goal| wanted.contains(goal)).count();
        let left = exploring.search.left();
        exploring
            .search
            .host
            .progress
            .path(&name, count, wanted.len(), left);
        covered
    });
    let leaves_out = &lowered.unit.leaves_out;
    let counts = |goal| exploring.counts(goal);
    let mut done = explored(
        &name,
        &found,
        &traces,
        leaves_out,
        started.elapsed(),
        &counts,
    );
    done.warnings = too_large;
    if let (true, Some(invariant)) = (
        found.changed_input,
        &exploring.loaded.units[index].invariant,
    ) {
        done.warnings
            .push(format!("{invariant}() changes the object it looks at"));
    }
    Ok(done)
}
