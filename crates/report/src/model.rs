//! The report as data; its JSON form is what `--json` prints.

use everypath_explore::{CauseKind, Certificate, Statistics, Verdict};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use everypath_trace::{Language, Premise};

use crate::exceptions::{ExceptionReport, SuspicionReport};
use crate::measured::Measured;
use crate::mutants::MutantsReport;
use crate::predictions::PredictionReport;
use crate::test_report::{TestKind, TestReport};

/// Everything one command did.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// The version of the schema: see `schema/report-1.json`.
    #[serde(default)]
    pub schema: u32,
    /// The version of Everypath.
    pub version: String,
    /// The targets as the user wrote them.
    pub targets: Vec<String>,
    /// The options that differ from the defaults, and the scope.
    pub options: IndexMap<String, String>,
    /// Wall-clock time.
    pub seconds: f64,
    /// How many goals of all modules are proved unreachable.
    #[serde(default)]
    pub proofs: ProofsReport,
    /// One entry per module.
    pub modules: Vec<ModuleReport>,
}

/// The version of the schema of today's reports.
pub const SCHEMA_VERSION: u32 = 1;

/// What was done for one module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ModuleReport {
    /// The module's name.
    pub module: String,
    /// Its language.
    #[serde(default)]
    pub language: Language,
    /// Its source file.
    pub file: String,
    /// The source, for the HTML page only.
    #[serde(skip)]
    pub source: String,
    /// The suite's file, if one was written.
    pub test_file: Option<String>,
    /// The file of the tests that show bugs, if there are any.
    pub bugs_file: Option<String>,
    /// The file of the tests that fail on inputs which perhaps no caller makes, if there are
    /// any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub possible_file: Option<String>,
    /// Files beside them, such as rules for a build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<String>,
    /// Where what is said here comes from.
    #[serde(default)]
    pub origin: Origin,
    /// Whether the clock or the user ended it: another run may find more.
    #[serde(default)]
    pub was_stopped: bool,
    /// What a person has to do so that the project runs the suite, if there is something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_step: Option<String>,
    /// What became of the files that were there, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<ChangesReport>,
    /// How the files would change that are there, where nothing was to be written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<DifferenceReport>,
    /// Valid structures within the scope, by class with an invariant.
    pub structures: IndexMap<String, usize>,
    /// The units explored.
    pub units: Vec<UnitReport>,
    /// The goals that the criterion asks for.
    pub goals: Vec<GoalReport>,
    /// The exceptions that tests show: those that the language throws by itself, and those
    /// that are caught. They are no goals of a criterion, and count apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<ExceptionReport>,
    /// Exceptions that look like mistakes, and the tests that show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspicions: Vec<SuspicionReport>,
    /// How many of the goals are proved unreachable.
    #[serde(default)]
    pub proofs: ProofsReport,
    /// The tests, those kept and those that were not.
    pub tests: Vec<TestReport>,
    /// Where symbolic information was lost.
    pub losses: Vec<LossReport>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// What was taken for granted where the source does not say it, like types of parameters.
    #[serde(default)]
    pub guesses: Vec<String>,
    /// What became of the module's mutants, where they are made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutants: Option<MutantsReport>,
    /// What other tools measured of the suite.
    pub measured: Measured,
    /// Where the time went, in seconds, by phase.
    pub phases: IndexMap<String, f64>,
}

/// Where the report of a module comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It was explored.
    #[default]
    Explored,
    /// Nothing that it rests on has changed since it was, and its files are as they were.
    Unchanged,
    /// Nothing that it rests on has changed, and its files were written as they had been.
    Restored,
}

/// What became of the tests of files that were there, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangesReport {
    /// What a person wrote or changed, and is as it was.
    pub kept: Vec<String>,
    /// Tests that are written in another way now.
    pub updated: Vec<String>,
    /// Tests that were not there.
    pub added: Vec<String>,
    /// Tests that are there no more.
    pub removed: Vec<String>,
}

/// How a file would change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferenceReport {
    /// The file.
    pub file: String,
    /// The difference, as a unified diff.
    pub diff: String,
}

/// What was done for one unit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct UnitReport {
    /// Its qualified name.
    pub name: String,
    /// Different paths.
    pub paths: usize,
    /// How they ended: OK, FAIL, EXCEPTION, TIMEOUT, PRUNED, and how many.
    pub outcomes: IndexMap<String, usize>,
    /// Why the exploration stopped.
    pub stop: String,
    /// Runs of the subject.
    pub runs: usize,
    /// Queries to the solver: satisfiable, proved not, not answered.
    pub sat: usize,
    /// See `sat`.
    pub unsat: usize,
    /// See `sat`.
    pub unknown: usize,
    /// Runs that went another way than predicted.
    pub divergences: usize,
    /// How predictions of infeasible flips turned out, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predictions: Option<PredictionReport>,
    /// Of `seconds`, until the last run that covered a new goal.
    #[serde(default)]
    pub last_new_goal_seconds: f64,
    /// Wall-clock time of the exploration.
    pub seconds: f64,
    /// Of that, running the subject.
    pub run_seconds: f64,
    /// Of that, solving.
    pub solve_seconds: f64,
    /// What runs and solver did, in seconds by count.
    #[serde(default)]
    pub work_seconds: f64,
}

impl UnitReport {
    /// Takes over what an exploration counted.
    pub fn count(&mut self, statistics: &Statistics) {
        self.runs += statistics.runs;
        self.sat += statistics.sat;
        self.unsat += statistics.unsat;
        self.unknown += statistics.unknown;
        self.divergences += statistics.divergences;
        if let Some(record) = &statistics.predictions {
            let predictions = self.predictions.get_or_insert_default();
            predictions.infeasible_right += record.infeasible_right;
            predictions.infeasible_wrong += record.infeasible_wrong;
            predictions.feasible_right += record.feasible_right;
            predictions.feasible_wrong += record.feasible_wrong;
            predictions.unknown_feasible += record.unknown_feasible;
            predictions.unknown_infeasible += record.unknown_infeasible;
        }
        self.last_new_goal_seconds = self.seconds + statistics.last_new_goal.as_secs_f64();
        self.seconds += statistics.time.as_secs_f64();
        self.run_seconds += statistics.run_time.as_secs_f64();
        self.solve_seconds += statistics.solve_time.as_secs_f64();
        self.work_seconds += statistics.cost.as_secs_f64();
    }
}

/// What is known of a goal, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// A kept test covers it.
    Covered,
    /// Proved: no input leads there.
    Unreachable,
    /// Proved on premises that a caller or the platform may break.
    UnreachableIf,
    /// Proved: no input within the scope leads there.
    UnreachableInScope,
    /// A bound of the scope may hide it.
    Bounded,
    /// The solver or the search gave up on it.
    GaveUp,
    /// Time or another budget ended first.
    OutOfBudget,
    /// The subject does something that cannot be explored.
    Unsupported,
    /// Only runs that end in no test reach it.
    NoTest,
}

impl VerdictKind {
    /// Whether the goal is wanted and neither covered nor proved unreachable.
    pub fn is_missed(self) -> bool {
        !matches!(self, VerdictKind::Covered | VerdictKind::Unreachable)
    }

    /// The verdict in words; why it is so is the reason's to say.
    pub fn words(self) -> &'static str {
        match self {
            VerdictKind::Covered => "covered",
            VerdictKind::Unreachable => "proved unreachable",
            VerdictKind::UnreachableIf => "unreachable",
            VerdictKind::UnreachableInScope => "cannot be reached within the scope",
            VerdictKind::Bounded
            | VerdictKind::GaveUp
            | VerdictKind::OutOfBudget
            | VerdictKind::Unsupported
            | VerdictKind::NoTest => "not covered",
        }
    }

    /// The kind of a verdict.
    pub fn of(verdict: &Verdict) -> VerdictKind {
        match verdict {
            Verdict::Covered { .. } => VerdictKind::Covered,
            // A proof that nobody has checked is one if the solver is right.
            Verdict::Unreachable { certificate, .. } => {
                match verdict.is_absolute() && certificate.is_some() {
                    true => VerdictKind::Unreachable,
                    false => VerdictKind::UnreachableIf,
                }
            }
            Verdict::UnreachableWithin { .. } => VerdictKind::UnreachableInScope,
            Verdict::Missed { cause, .. } => match cause.kind() {
                CauseKind::Bounded => VerdictKind::Bounded,
                CauseKind::GaveUp => VerdictKind::GaveUp,
                CauseKind::OutOfBudget => VerdictKind::OutOfBudget,
                CauseKind::Unsupported => VerdictKind::Unsupported,
                CauseKind::Subject => VerdictKind::NoTest,
            },
        }
    }
}

/// A goal and its verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GoalReport {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The function that contains it.
    pub function: String,
    /// The branch outcome, line or other goal in words.
    pub description: String,
    /// `branch` or `line`.
    pub kind: String,
    /// The verdict.
    pub verdict: VerdictKind,
    /// Why the verdict is so, in words.
    pub reason: String,
    /// What was checked of the proof, if it is proved unreachable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateReport>,
    /// The kept tests that cover it.
    pub tests: Vec<String>,
}

/// What was checked of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateReport {
    /// Sets of conditions that were refuted.
    pub refutations: u64,
    /// Clauses that were checked on the way.
    pub lemmas: u64,
    /// Inequalities of integers that were checked on the way.
    pub cuts: u64,
}

impl CertificateReport {
    /// The certificate in words.
    pub fn words(self) -> String {
        let count = |count: u64, noun: &str| match count {
            1 => format!("1 {noun}"),
            _ => format!("{count} {noun}s"),
        };
        let refutations = count(self.refutations, "refutation");
        let steps = count(self.lemmas + self.cuts, "step");
        format!("certified: {refutations}, {steps} checked")
    }
}

impl From<Certificate> for CertificateReport {
    fn from(certificate: Certificate) -> CertificateReport {
        CertificateReport {
            refutations: certificate.refutations,
            lemmas: certificate.lemmas,
            cuts: certificate.cuts,
        }
    }
}

/// How many goals the solver proved unreachable, with nothing else taken for granted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofsReport {
    /// All of them.
    pub proved: usize,
    /// Those whose proof was checked.
    pub certified: usize,
}

impl ProofsReport {
    /// Both together.
    pub fn and(self, other: ProofsReport) -> ProofsReport {
        ProofsReport {
            proved: self.proved + other.proved,
            certified: self.certified + other.certified,
        }
    }

    /// Takes a verdict in.
    pub fn count(&mut self, verdict: &Verdict) {
        let Verdict::Unreachable {
            premises,
            certificate,
        } = verdict
        else {
            return;
        };
        let is_unchecked = |premise: &Premise| matches!(premise, Premise::Unchecked { .. });
        if premises.iter().all(is_unchecked) {
            self.proved += 1;
            let is_certified = premises.is_empty() && certificate.is_some();
            self.certified += usize::from(is_certified);
        }
    }
}

/// A place where symbolic information was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LossReport {
    /// What could not take symbolic values.
    pub construct: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// Covered of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many are covered.
    pub covered: usize,
    /// How many there are.
    pub total: usize,
}

impl ModuleReport {
    /// Goals covered, of those that are not proved unreachable.
    pub fn reached(&self) -> Tally {
        let is_covered = |goal: &&GoalReport| goal.verdict == VerdictKind::Covered;
        Tally {
            covered: self.goals.iter().filter(is_covered).count(),
            total: self.goals.len() - self.proved(),
        }
    }

    /// Whether nothing was done for it, because nothing has changed.
    pub fn is_unchanged(&self) -> bool {
        self.origin == Origin::Unchanged
    }

    /// Goals that are proved unreachable.
    pub fn proved(&self) -> usize {
        let is_proved = |goal: &&GoalReport| goal.verdict == VerdictKind::Unreachable;
        self.goals.iter().filter(is_proved).count()
    }

    /// Those of them whose proof was checked.
    pub fn certified(&self) -> usize {
        let is_certified = |goal: &&GoalReport| goal.certificate.is_some();
        self.goals.iter().filter(is_certified).count()
    }

    /// What the criterion's goals are, one of them.
    pub fn goal_is(&self) -> &'static str {
        let mut kinds = self.goals.iter().map(|goal| goal.kind.as_str());
        match kinds.next() {
            None | Some("branch") if kinds.all(|kind| kind == "branch") => "branch outcome",
            Some("line") if kinds.all(|kind| kind == "line") => "line",
            Some("block") if kinds.all(|kind| kind == "block") => "block",
            Some("partition") if kinds.all(|kind| kind == "partition") => "partition",
            _ => "goal",
        }
    }

    /// What the criterion's goals are, several of them.
    pub fn goals_are(&self) -> &'static str {
        match self.goal_is() {
            "line" => "lines",
            "block" => "blocks",
            "partition" => "partitions",
            "goal" => "goals",
            _ => "branch outcomes",
        }
    }

    /// The files of its tests.
    pub fn files(&self) -> impl Iterator<Item = &String> {
        let files = [&self.test_file, &self.bugs_file, &self.possible_file];
        files.into_iter().flatten()
    }

    /// Tests of a kind.
    pub fn count(&self, kind: TestKind) -> usize {
        self.tests.iter().filter(|test| test.kind == kind).count()
    }
}
