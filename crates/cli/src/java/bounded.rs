//! The bounded engine on one unit: its solutions are replayed by the
//! executor, and what the runs really do is what counts.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use everypath_bounded::{Covered, Scope, Sweep, Task, Verdict as Found, cover};
use everypath_explore::{Cause, GaveUp, Sight, StopReason, Verdict};
use everypath_jvm::{JvmExecutor, Lowering};
use everypath_report::UnitReport;
use everypath_suite::Candidate;
use everypath_term::Terms;
use everypath_trace::{GoalId, RunLimits, Trace};

use super::exploring::Exploring;
use crate::arguments::SweepOption;
use crate::explored::{Explored, result_kind};
use crate::settings::Settings;

/// Terms of one encoding; about 50 bytes each, and more as a formula.
const MOST_TERMS: usize = 6_000_000;
/// Gates of one formula; about 200 bytes each in the SAT solver.
const MOST_GATES: usize = 8_000_000;

/// Covers the goals of a unit within the scope.
pub fn unit(
    exploring: &Exploring,
    executor: &mut JvmExecutor,
    lowering: &mut Option<Lowering>,
    index: usize,
    wanted: &[GoalId],
    share: Duration,
) -> Result<Explored, String> {
    let started = Instant::now();
    let settings = exploring.search.settings;
    let name = exploring.loaded.units[index].name();
    let lowering = match lowering {
        Some(known) => known,
        None => lowering.insert(Lowering::new(exploring.loaded)?),
    };
    let lowered = match lowering.unit(index) {
        Ok(lowered) => lowered,
        Err(construct) => return Ok(unsupported(&name, wanted, construct)),
    };
    let allowed = share.min(exploring.search.left()).min(settings.unit_time);
    let cancelled = exploring.search.cancelled;
    let expired = || started.elapsed() > allowed || cancelled.load(Ordering::Relaxed);
    let task = Task {
        unit: &lowered.unit,
        wanted,
        scope: scope(settings),
        sweep: match settings.sweep {
            SweepOption::Complete => Sweep::Complete,
            SweepOption::Maximum => Sweep::Maximum,
            SweepOption::Half => Sweep::Half,
        },
        bounds: None,
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
        let ends = trace.outcome.is_finished() || trace.outcome.is_failure();
        let covered = match ends {
            true => trace.covered.clone(),
            false => Vec::new(),
        };
        traces.push(trace);
        let count = covered.iter().filter(|goal| wanted.contains(goal)).count();
        let left = exploring.search.left();
        exploring
            .search
            .progress
            .path(&name, count, wanted.len(), left);
        covered
    });
    Ok(explored(
        exploring,
        &name,
        &found,
        &traces,
        started.elapsed(),
    ))
}

/// What the runs and the verdicts say.
fn explored(
    exploring: &Exploring,
    name: &str,
    found: &Covered,
    traces: &[Trace],
    time: Duration,
) -> Explored {
    let mut report = UnitReport {
        name: name.to_owned(),
        paths: traces.len(),
        stop: format!(
            "what the formula of {} terms and {} gates has was covered",
            found.terms, found.gates
        ),
        runs: traces.len(),
        sat: found.solutions,
        divergences: found.divergences,
        seconds: time.as_secs_f64(),
        ..UnitReport::default()
    };
    let mut candidates = Vec::new();
    for trace in traces {
        let kind = result_kind(&trace.outcome);
        *report.outcomes.entry(kind.to_owned()).or_default() += 1;
        if trace.outcome.is_finished() || trace.outcome.is_failure() {
            let mut candidate = Candidate::from_trace(name, trace);
            candidate.goals.retain(|goal| exploring.counts(*goal));
            candidates.push(candidate);
        }
    }
    let verdicts = found.verdicts.iter();
    Explored {
        report,
        blocked: None,
        candidates,
        verdicts: verdicts
            .map(|(goal, verdict)| (*goal, verdict_of(verdict)))
            .collect(),
        losses: Vec::new(),
    }
}

fn verdict_of(found: &Found) -> Verdict {
    let missed = |cause| Verdict::Missed {
        sight: Sight::NotReached,
        cause,
    };
    match found {
        Found::Covered => Verdict::Covered { run: 0 },
        Found::Unreachable => Verdict::Unreachable,
        Found::UnreachableWithin(scope) => Verdict::UnreachableWithin {
            scope: scope.words(),
        },
        Found::NoInput(scope) => missed(Cause::NoInput {
            scope: scope.words(),
        }),
        Found::Unsupported(construct) => missed(Cause::Unsupported {
            construct: format!("a run that {construct}"),
        }),
        Found::Limit => missed(Cause::Stopped(StopReason::Time)),
        Found::Diverged => missed(Cause::GaveUp(GaveUp::Diverged)),
    }
}

/// A unit that cannot be encoded.
fn unsupported(name: &str, wanted: &[GoalId], construct: String) -> Explored {
    let cause = Cause::Unsupported {
        construct: format!("a unit that {construct}"),
    };
    let missed = |goal: &GoalId| {
        let verdict = Verdict::Missed {
            sight: Sight::NotReached,
            cause: cause.clone(),
        };
        (*goal, verdict)
    };
    Explored {
        report: UnitReport {
            name: name.to_owned(),
            stop: format!("it {construct}"),
            ..UnitReport::default()
        },
        candidates: Vec::new(),
        verdicts: wanted.iter().map(missed).collect(),
        losses: Vec::new(),
        blocked: None,
    }
}

fn scope(settings: &Settings) -> Scope {
    let bound = |name: &str| settings.scope[name].as_u64().unwrap_or(5) as u32;
    Scope {
        objects: bound("max_nodes"),
        unrollings: bound("max_unrollings"),
        recursion: bound("max_recursion"),
        array_length: bound("max_length"),
    }
}
