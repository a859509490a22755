//! What the answers of the bounded engine mean, and the scope that it works in.

use std::time::Duration;

use everypath_bounded::{Covered, Scope, Sweep, Verdict as Found};
use everypath_explore::{Cause, GaveUp, Reach, StopReason, Verdict};
use everypath_lowered::Unit as LoweredUnit;
use everypath_report::UnitReport;
use everypath_suite::Candidate;
use everypath_trace::{GoalId, Language, Scope as Limits, Trace};

use crate::explored::{Explored, result_kind};
use crate::settings::{Settings, SweepOption};

/// How the scope grows.
pub(super) fn sweep(settings: &Settings) -> Sweep {
    match settings.sweep {
        SweepOption::Complete => Sweep::Complete,
        SweepOption::Maximum => Sweep::Maximum,
        SweepOption::Half => Sweep::Half,
    }
}

/// What a run covers, if it comes to an end that a test can show.
pub(super) fn covered_to_the_end(trace: &Trace) -> Vec<GoalId> {
    match trace.outcome.is_finished() || trace.outcome.is_failure() {
        true => trace.covered.clone(),
        false => Vec::new(),
    }
}

/// What the runs and the verdicts say, after some time; `stop` is what ended what was not
/// ended by its size.
pub(super) fn explored(
    name: &str,
    found: &Covered,
    traces: &[Trace],
    unit: &LoweredUnit,
    (time, stop): (Duration, StopReason),
    counts: &dyn Fn(GoalId) -> bool,
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
            candidate.goals.retain(|goal| counts(*goal));
            candidates.push(candidate);
        }
    }
    let verdicts = found.verdicts.iter();
    Explored {
        report,
        blocked: None,
        candidates,
        verdicts: verdicts
            .map(|(goal, verdict)| (*goal, verdict_of(verdict, unit, stop)))
            .collect(),
        losses: Vec::new(),
        warnings: Vec::new(),
    }
}

fn verdict_of(found: &Found, unit: &LoweredUnit, stop: StopReason) -> Verdict {
    let words = |scope: &Scope| {
        let parts = std::iter::once(scope.words()).chain(unit.leaves_out.iter().cloned());
        parts.collect::<Vec<String>>().join(", ")
    };
    let missed = |cause| Verdict::Missed {
        reach: Reach::NotReached,
        cause,
    };
    match found {
        Found::Covered => Verdict::Covered { run: 0 },
        Found::Unreachable => Verdict::Unreachable {
            premises: Vec::new(),
            certificate: None,
        },
        Found::UnreachableWithin(_) if !unit.only.is_empty() => missed(Cause::OnlyWith {
            with: unit.only.join(", "),
        }),
        Found::UnreachableWithin(scope) => Verdict::UnreachableWithin {
            scope: words(scope),
            premises: Vec::new(),
        },
        Found::NoInput(scope) => missed(Cause::NoInput {
            scope: words(scope),
        }),
        Found::Unsupported(construct) => missed(Cause::Unsupported {
            construct: construct.clone(),
        }),
        Found::Limit => missed(Cause::Stopped(stop)),
        Found::Size => missed(Cause::Stopped(StopReason::Size)),
        Found::Diverged => missed(Cause::GaveUp(GaveUp::Diverged)),
    }
}

/// A unit that cannot be encoded.
pub(super) fn unsupported(name: &str, wanted: &[GoalId], construct: String) -> Explored {
    let cause = Cause::Unsupported {
        construct: construct.clone(),
    };
    let missed = |goal: &GoalId| {
        let verdict = Verdict::Missed {
            reach: Reach::NotReached,
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
        warnings: Vec::new(),
        blocked: None,
    }
}

/// The scope of the settings, and what of it is too large.
pub(super) fn scope(settings: &Settings) -> (Scope, Vec<String>) {
    let mut too_large = Vec::new();
    let mut bound = |option: &str, given: u64, most: u64| {
        if given > most {
            too_large.push(format!(
                "--{option} {given}: the bounded engine looks at {most} at most"
            ));
        }
        given.min(most) as u32
    };
    // A formula has every element: as many as other languages have by default, unless
    // somebody asks for more.
    let default = Limits::of(Language::Python);
    let given = settings.bounds;
    let length = given.length.unwrap_or(default.length);
    let scope = Scope {
        objects: bound(
            "max-nodes",
            given.objects.unwrap_or(default.objects).into(),
            40,
        ),
        unrollings: bound("max-unrollings", settings.unrollings.into(), 1_000),
        recursion: bound("max-recursion", settings.recursion.into(), 100),
        array_length: bound("max-length", length.into(), 200),
    };
    (scope, too_large)
}
