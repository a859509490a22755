//! What exploring a unit found, whatever its language.

use everypath_explore::{Exploration, Verdict};
use everypath_report::{LossReport, UnitReport};
use everypath_suite::Candidate;
use everypath_trace::{GoalId, Outcome, Premise, Trace};
use indexmap::IndexMap;

/// A unit, explored.
#[derive(Debug)]
pub struct Explored {
    /// What the report says of it.
    pub report: UnitReport,
    /// Its finished runs.
    pub candidates: Vec<Candidate>,
    /// What is known of the goals it may reach.
    pub verdicts: Vec<(GoalId, Verdict)>,
    /// Where symbolic information was lost.
    pub losses: Vec<LossReport>,
    /// Why no run came to an end that a test can show, if none did: then
    /// nothing is known of the unit.
    pub blocked: Option<String>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

impl Explored {
    /// What an exploration found. Tests count for the goals that are the
    /// module's own. Part of what a run's trace tells may be no reason for a test,
    /// or all of it.
    pub fn trimmed(
        unit: &str,
        found: &Exploration,
        is_own: &dyn Fn(GoalId) -> bool,
        trim: &dyn Fn(usize, &mut Trace) -> bool,
    ) -> Explored {
        let mut losses: Vec<LossReport> = Vec::new();
        let mut candidates = Vec::new();
        for index in 0..found.tree.runs().len() {
            let run = &found.tree.runs()[index].trace;
            for loss in &run.losses {
                let loss = LossReport {
                    construct: loss.construct.clone(),
                    file: loss.file.clone(),
                    line: loss.line,
                };
                if !losses.contains(&loss) {
                    losses.push(loss);
                }
            }
            if run.outcome.is_finished() || run.outcome.is_failure() {
                let mut trace = found.tree.trace(index);
                if !trim(index, &mut trace) {
                    continue;
                }
                let mut candidate = Candidate::from_trace(unit, &trace);
                candidate.goals.retain(|goal| is_own(*goal));
                candidates.push(candidate);
            }
        }
        let blocked = match candidates.is_empty() {
            true => Some(most_frequent_end(found)),
            false => None,
        };
        Explored {
            report: unit_report(unit, found),
            warnings: Vec::new(),
            blocked,
            candidates,
            verdicts: found.verdicts(),
            losses,
        }
    }
}

impl Explored {
    /// The goals that are neither covered nor proved to be out of reach.
    pub fn open(&self) -> Vec<GoalId> {
        let open = |verdict: &Verdict| matches!(verdict, Verdict::Missed { .. });
        let all = self.verdicts.iter();
        all.filter(|(_, verdict)| open(verdict))
            .map(|(goal, _)| *goal)
            .collect()
    }

    /// Adds what all of its proofs take for granted.
    pub(crate) fn suppose(&mut self, premises: &[Premise]) {
        for (_, verdict) in &mut self.verdicts {
            verdict.suppose(premises);
        }
    }

    /// Adds what another engine found of the same unit.
    pub fn absorb(&mut self, other: Explored) {
        for (goal, verdict) in &mut self.verdicts {
            let known = other.verdicts.iter().find(|(known, _)| known == goal);
            if let Some((_, known)) = known {
                *verdict = verdict.clone().and(known.clone());
            }
        }
        self.candidates.extend(other.candidates);
        self.warnings.extend(other.warnings);
        for loss in other.losses {
            if !self.losses.contains(&loss) {
                self.losses.push(loss);
            }
        }
        if other.blocked.is_none() {
            self.blocked = None;
        }
        self.report.runs += other.report.runs;
        self.report.paths += other.report.paths;
        self.report.sat += other.report.sat;
        self.report.divergences += other.report.divergences;
        self.report.seconds += other.report.seconds;
        for (kind, count) in other.report.outcomes {
            *self.report.outcomes.entry(kind).or_default() += count;
        }
        if !other.report.stop.is_empty() {
            self.report.stop = format!("{}; then {}", self.report.stop, other.report.stop);
        }
    }
}

/// What the report says of an exploration.
pub(crate) fn unit_report(unit: &str, found: &Exploration) -> UnitReport {
    let mut report = UnitReport {
        name: unit.to_owned(),
        paths: found.tree.paths(),
        stop: found.stop.sentence().to_owned(),
        ..UnitReport::default()
    };
    report.count(&found.statistics);
    for run in found.tree.runs() {
        let kind = result_kind(&run.trace.outcome);
        *report.outcomes.entry(kind.to_owned()).or_default() += 1;
    }
    report
}

/// How most runs ended, in words.
fn most_frequent_end(found: &Exploration) -> String {
    let mut ends: IndexMap<String, usize> = IndexMap::new();
    for run in found.tree.runs() {
        let end = match &run.trace.outcome {
            Outcome::Rejected { clause } => format!("its inputs are refused ({clause})"),
            Outcome::Unsupported { construct } => format!("it {construct}"),
            Outcome::Pruned(bound) => format!(
                "its runs are cut off by {}",
                everypath_explore::bound_words(*bound)
            ),
            other => result_kind(other).to_owned(),
        };
        *ends.entry(end).or_default() += 1;
    }
    ends.sort_by(|_, a, _, b| b.cmp(a));
    let end = ends.into_keys().next();
    end.unwrap_or_else(|| "it was not run".to_owned())
}

/// The kind of a result, as test generators for structures name them.
pub(crate) fn result_kind(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Returned => "OK",
        Outcome::Violated { .. } => "FAIL",
        Outcome::Threw { .. } | Outcome::Exited { .. } => "EXCEPTION",
        Outcome::TimedOut => "TIMEOUT",
        Outcome::Crashed { .. } => "CRASH",
        Outcome::Rejected { .. } | Outcome::Pruned(_) => "PRUNED",
        Outcome::Unsupported { .. } => "UNSUPPORTED",
    }
}
