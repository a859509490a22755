//! What the engine relies on, checked for every front end on the same functions in each
//! language (`tests/conformance`): conditions that hold under their input, runs that do the
//! same again, outcomes, and verdicts that are true.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use everypath_explore::{
    Exploration, Next, Supervision, Task, Verdict, explore, strategies::Combined,
};
use everypath_generate::{Part, Program, Settings, Units};
use everypath_term::{Evaluator, TermId, Terms, VarId, print};
use everypath_trace::{Decision, Executor, GoalId, Goals, Input, Outcome, RunLimits, Trace};

use crate::arguments::Options;
use crate::one::load;
use crate::settings::settings;
use crate::target;

/// Runs a unit, checks each trace, and runs its input once more.
struct Checking<'a> {
    inner: &'a mut dyn Units,
    complaints: Vec<String>,
}

impl Checking<'_> {
    /// Evaluating each condition under the input gives the side taken.
    fn check_conditions(&mut self, terms: &Terms, trace: &Trace) {
        let input = |variable: VarId| trace.input.value_of(terms, variable).cloned();
        let mut evaluator = Evaluator::new();
        let mut expect = |term: TermId, side: bool, what: &str| {
            if evaluator.holds(terms, term, &input) != side {
                let condition = print(terms, term);
                let complaint = format!("{what} is not {side}: {condition}: {:?}", trace.input);
                self.complaints.push(complaint);
            }
        };
        for &assumption in &trace.assumptions {
            expect(assumption, true, "an assumption");
        }
        for &bound in &trace.bounds {
            expect(bound, true, "a bound");
        }
        for decision in &trace.decisions {
            if let Decision::Condition { term, taken, .. } = decision {
                expect(*term, *taken, "a condition");
            }
        }
    }
}

impl Executor for Checking<'_> {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let trace = self.inner.run(terms, input, limits);
        self.check_conditions(terms, &trace);
        let again = self.inner.run(terms, &trace.input, limits);
        if again != trace {
            let complaint = format!("another run differs: {trace:?} and then {again:?}");
            self.complaints.push(complaint);
        }
        if matches!(
            trace.outcome,
            Outcome::Unsupported { .. } | Outcome::TimedOut
        ) {
            self.complaints
                .push(format!("it ends by {:?}", trace.outcome));
        }
        trace
    }
}

fn explored(executor: &mut Checking, wanted: Vec<GoalId>, goals: &Goals) -> Exploration {
    let start = Instant::now();
    let clock = || start.elapsed();
    let mut task = Task::goals(wanted);
    task.run_limits.time = Duration::from_secs(5);
    explore(
        &mut Terms::new(),
        executor,
        &mut *everypath_solve::default_chain(&everypath_solve::Options::default()),
        &mut Combined::for_goals(goals),
        &task,
        Supervision {
            clock: &clock,
            end: None,
            cancelled: &AtomicBool::new(false),
        },
        &mut |_, _, _| Next::Continue,
    )
}

/// How many goals of a line are covered, and how many proved unreachable.
type Counts = BTreeMap<u32, (usize, usize)>;

/// What the comments of a source say.
fn expected(source: &str) -> Counts {
    let mut counts = Counts::new();
    for (index, line) in source.lines().enumerate() {
        let Some((_, words)) = line.split_once("expect: ") else {
            continue;
        };
        let number = |what: &str| {
            let mut parts = words.split(", ");
            let part = parts.find_map(|part| part.strip_suffix(what));
            part.map_or(0, |count| count.trim().parse().expect("a number"))
        };
        let line = index as u32 + 1;
        counts.insert(line, (number("covered"), number("unreachable")));
    }
    counts
}

fn check(file: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance");
    let path: PathBuf = root.join(file);
    let settings: Settings = settings(&Options::default()).expect("the defaults");
    let text = path.display().to_string();
    let jdks = &mut Default::default();
    let (targets, _) = target::resolve(&text, &settings, jdks).expect("it is there");
    let mut program: Box<dyn Program> = load(&targets[0], &settings).expect("it is loaded");
    let facts = program.facts().clone();
    let (_, crew) = program.explorers();
    let mut merged: BTreeMap<GoalId, Verdict> = BTreeMap::new();
    for (index, unit) in facts.units.iter().enumerate() {
        let units = crew.together();
        units.choose(index, 0, Part::Call).expect("it can be run");
        let mut checking = Checking {
            inner: units,
            complaints: Vec::new(),
        };
        let found = explored(&mut checking, unit.goals.clone(), &facts.goals);
        assert_eq!(checking.complaints, [""; 0], "{file}: {}", unit.name);
        assert_eq!(found.statistics.divergences, 0, "{file}: {}", unit.name);
        for (goal, verdict) in found.verdicts() {
            let known = merged.entry(goal).or_insert_with(|| verdict.clone());
            *known = known.clone().or(verdict);
        }
    }
    let mut counts = Counts::new();
    for (goal, verdict) in &merged {
        if !facts.wanted.contains(goal) {
            continue;
        }
        let count = counts.entry(facts.goals[*goal].location.line).or_default();
        match verdict {
            Verdict::Covered { .. } => count.0 += 1,
            Verdict::Unreachable { .. } if verdict.is_absolute() => count.1 += 1,
            // An honest miss is no falsehood.
            Verdict::Unreachable { .. }
            | Verdict::UnreachableWithin { .. }
            | Verdict::Missed { .. } => {}
        }
    }
    for (line, expected) in expected(&facts.source) {
        assert_eq!(counts.get(&line), Some(&expected), "{file}:{line}");
    }
}

#[test]
fn python() {
    check("branches.py");
}

#[test]
fn java() {
    check("Branches.java");
}

#[test]
fn c() {
    check("branches.c");
}
