//! Exploring small C programs with the real compiler.

#![allow(clippy::print_stderr, reason = "tests say what they found")]

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use everypath_c::{CExecutor, Limits, LoadRequest, Program, toolchain};
use everypath_explore::{Aim, Exploration, Next, Supervision, Task, explore, strategies};
use everypath_term::{Terms, Value, evaluate};
use everypath_trace::{Decision, Executor, GoalId, Input, RunLimits, Trace};

/// Loads a C text.
#[allow(dead_code)]
pub(crate) fn load(text: &str) -> Program {
    let directory = tempfile::tempdir().unwrap();
    let source = directory.path().join("subject.c");
    std::fs::write(&source, text).unwrap();
    load_file(&source, None)
}

/// Loads a file.
pub(crate) fn load_file(source: &Path, invariant: Option<&str>) -> Program {
    Program::load(&request(source, invariant)).unwrap()
}

/// How a file is loaded.
pub(crate) fn request(source: &Path, invariant: Option<&str>) -> LoadRequest {
    LoadRequest {
        focus: None,
        source: source.to_owned(),
        flags: Vec::new(),
        directory: PathBuf::from("."),
        others: Vec::new(),
        link: Vec::new(),
        clang: toolchain::find_clang(None).unwrap(),
        failing_allocations: true,
        stubs: everypath_c::stubs::Stubs::None,
        patience: std::time::Duration::from_secs(120),
        goals: Vec::new(),
        invariant: invariant.map(str::to_owned),
    }
}

/// Checks every condition of every run: under the input, it has the side taken.
struct Checked(CExecutor);

impl Executor for Checked {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let trace = self.0.run(terms, input, limits);
        for decision in &trace.decisions {
            if let Decision::Condition { term, taken, .. } = decision {
                let value = evaluate(terms, *term, &|variable| {
                    trace.input.value_of(terms, variable).cloned()
                });
                assert_eq!(
                    value,
                    Value::Bool(*taken),
                    "{} under {:?}",
                    everypath_term::print(terms, *term),
                    trace.input
                );
            }
        }
        trace
    }
}

/// Explores a unit until its goals are covered or refuted.
pub(crate) fn explore_unit(program: &Program, unit: &str) -> Exploration {
    let index = program
        .units
        .iter()
        .position(|known| known.name == unit)
        .unwrap();
    let mut executor = CExecutor::new(program, &Limits::default()).unwrap();
    executor.choose(index, everypath_c::Part::Call);
    let goals = program.goals();
    let reached = &program.units[index].reaches;
    let wanted: Vec<GoalId> = (0..goals.0.len() as u32)
        .map(GoalId)
        .filter(|goal| reached.contains(&goals[*goal].function))
        .collect();
    let mut task = Task::goals(wanted);
    task.budget.aim = Aim::Goals;
    task.budget.cost = Some(Duration::from_secs(10));
    task.run_limits = RunLimits {
        decisions: 1000,
        time: Duration::from_secs(1),
    };
    let mut terms = Terms::new();
    let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
    let mut strategy = strategies::Combined::for_goals(&goals);
    let start = Instant::now();
    let found = explore(
        &mut terms,
        &mut Checked(executor),
        &mut *solver,
        &mut strategy,
        &task,
        Supervision {
            clock: &|| start.elapsed(),
            end: None,
            cancelled: &AtomicBool::new(false),
        },
        &mut |_, _, _| Next::Continue,
    );
    if std::env::var_os("SHOW").is_some() {
        for run in found.tree.runs() {
            eprintln!("{:?} {:?}", run.trace.input, run.trace.outcome);
        }
        for (goal, verdict) in found.verdicts() {
            let goal = &goals[goal];
            eprintln!(
                "{}: {} {}",
                goal.location.line,
                goal.description,
                verdict.reason()
            );
        }
        eprintln!("{:?}", found.statistics);
    }
    found
}

/// The goals that are neither covered nor refuted.
pub(crate) fn missed(program: &Program, found: &Exploration) -> Vec<String> {
    let goals = program.goals();
    found
        .verdicts()
        .into_iter()
        .filter(|(_, verdict)| matches!(verdict, everypath_explore::Verdict::Missed { .. }))
        .map(|(goal, verdict)| {
            let goal = &goals[goal];
            format!(
                "{}: {} {}",
                goal.location.line,
                goal.description,
                verdict.reason()
            )
        })
        .collect()
}
