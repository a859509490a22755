//! The bounded engine on one C unit: its solutions are replayed by the
//! executor, and what the runs really do is what counts.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use everypath_bounded::{Task, cover};
use everypath_c::{Lowering, Part};
use everypath_term::Terms;
use everypath_trace::{Executor, GoalId, RunLimits, Trace};

use super::exploring::Exploring;
use super::requests;
use super::stages::Staged;
use everypath_generate::bounded::{
    MOST_GATES, MOST_TERMS, PATIENCE, covered_to_the_end, explored, scope, sweep, unsupported,
};
use everypath_generate::explored::Explored;

/// Covers goals of a unit within the scope.
pub fn unit(
    exploring: &Exploring,
    executor: &mut Staged,
    index: usize,
    wanted: &[GoalId],
    time: Duration,
) -> Explored {
    let started = Instant::now();
    let settings = exploring.search.settings;
    let name = &exploring.facts.units[index].name;
    let limits = requests::limits(settings);
    let lowered = Lowering::new(executor.program(), &limits)
        .and_then(|mut lowering| lowering.unit(index).map(|lowered| (lowering, lowered)));
    let (mut lowering, lowered) = match lowered {
        Ok(lowered) => lowered,
        Err(construct) => return unsupported(name, wanted, construct),
    };
    let allowed = exploring.search.left().min(time.saturating_mul(PATIENCE));
    let cancelled = exploring.search.host.cancelled;
    let expired = || started.elapsed() > allowed || cancelled.load(Ordering::Relaxed);
    let (scope, too_large) = scope(settings);
    let task = Task {
        unit: &lowered.unit,
        wanted,
        scope,
        sweep: sweep(settings),
        bounds: None,
        most_terms: MOST_TERMS,
        most_gates: MOST_GATES,
        expired: &expired,
    };
    let run_limits = RunLimits {
        decisions: settings.max_depth,
        time: settings.timeout,
    };
    executor.choose(index, Part::Call);
    let mut traces: Vec<Trace> = Vec::new();
    let mut terms = Terms::new();
    let found = cover(&mut lowering, &task, &mut |_: &mut Lowering, solution| {
        let input = lowered.input(solution);
        let trace = executor.run(&mut terms, &input, &run_limits);
        let covered = covered_to_the_end(&trace);
        traces.push(trace);
        let count = covered.iter().filter(|goal| wanted.contains(goal)).count();
        let left = exploring.search.left();
        let progress = exploring.search.host.progress;
        progress.path(name, count, wanted.len(), left);
        covered
    });
    let counts = |goal: GoalId| {
        let kind = exploring.search.goals[goal].kind;
        settings.criteria.count(kind)
    };
    let mut done = explored(
        name,
        &found,
        &traces,
        &lowered.unit.leaves_out,
        started.elapsed(),
        &counts,
    );
    done.warnings = too_large;
    done
}
