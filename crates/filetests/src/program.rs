//! One program: each of its units explored, every run checked.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use everypath_explore::{
    Aim, Exploration, Next, StopReason, Supervision, Task, explore, strategies,
};
use everypath_python::{LoadRequest, Loaded, LoadedUnit, Phase, PythonExecutor, Strategy};
use everypath_term::Terms;
use everypath_trace::{GoalId, RunLimits};
use serde_json::{Value as Json, json};

use crate::checks::{Checking, Record};
use crate::golden::make_room;
use crate::plain;
use crate::python::Python;

/// Paths after which a unit has been explored enough.
const PATHS: usize = 150;

/// What was found in one program.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// One line per unit, for the golden.
    pub golden: Vec<String>,
    /// What no program may show.
    pub complaints: Vec<String>,
    /// How many runs were checked.
    pub runs: usize,
}

/// The bounds: small, so that most programs are explored to the end.
fn scope() -> Json {
    json!({"max_length": 3, "max_text": 6})
}

/// Explores every unit of a program.
pub fn check_program(python: &Python, file: &Path) -> Facts {
    let request = LoadRequest {
        path: Some(file.display().to_string()),
        name: None,
        scope: scope(),
        strategy: Strategy::Exhaustive,
        invariant: None,
        observer_arguments: false,
        rewritten: None,
        goals: Vec::new(),
    };
    let load = || PythonExecutor::load(python.launch(), request.clone());
    let mut facts = Facts::default();
    let (_, loaded) = match load() {
        Ok(loaded) => loaded,
        Err(error) => {
            facts.complaints.push(error);
            return facts;
        }
    };
    make_room(file, loaded.units.len());
    let (mut executor, loaded) = load().expect("it was loaded before");
    let mut runs: Vec<(String, Record)> = Vec::new();
    for unit in &loaded.units {
        if let Err(error) = executor.choose(&unit.name, Phase::Call, Strategy::Exhaustive) {
            facts.complaints.push(error);
            continue;
        }
        let mut checking = Checking::new(&mut executor);
        let found = explore_unit(&mut checking, unit);
        facts.complaints.extend(
            checking
                .complaints
                .iter()
                .map(|text| format!("{}: {text}", unit.name)),
        );
        facts.golden.push(golden_line(&loaded, unit, &found));
        runs.extend(
            checking
                .records
                .into_iter()
                .map(|record| (unit.name.clone(), record)),
        );
    }
    facts.runs = runs.len();
    facts
        .complaints
        .extend(plain::compare(python, file, &scope(), &runs));
    facts
}

fn explore_unit(checking: &mut Checking, unit: &LoadedUnit) -> Exploration {
    let mut task = Task::all_paths();
    task.wanted = unit.goals.iter().map(|&goal| GoalId(goal)).collect();
    task.budget.aim = Aim::Paths;
    task.budget.paths = Some(PATHS);
    task.run_limits = RunLimits {
        decisions: 200,
        time: Duration::from_secs(5),
    };
    let start = Instant::now();
    let clock = || start.elapsed();
    let mut terms = Terms::new();
    let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
    let mut strategy = strategies::BreadthFirst::new();
    explore(
        &mut terms,
        checking,
        &mut *solver,
        &mut strategy,
        &task,
        Supervision {
            clock: &clock,
            end: None,
            cancelled: &AtomicBool::new(false),
        },
        &mut |_, _, _| Next::Continue,
    )
}

fn golden_line(loaded: &Loaded, unit: &LoadedUnit, found: &Exploration) -> String {
    let paths = match found.stop {
        StopReason::Exhausted => found.tree.paths().to_string(),
        _ => "many".to_owned(),
    };
    let mut missing = Vec::new();
    let mut losses: Vec<String> = Vec::new();
    let covered: Vec<GoalId> = found
        .tree
        .runs()
        .iter()
        .flat_map(|run| run.trace.covered.iter().copied())
        .collect();
    for &goal in &unit.goals {
        if !covered.contains(&GoalId(goal)) {
            let goal = &loaded.goals[goal as usize];
            missing.push(format!("{} {}", goal.line, goal.description));
        }
    }
    for run in found.tree.runs() {
        for loss in &run.trace.losses {
            let text = format!("{} {}", loss.line, loss.construct);
            if !losses.contains(&text) {
                losses.push(text);
            }
        }
    }
    losses.sort();
    let list = |items: &[String], none: &str| match items {
        [] => none.to_owned(),
        items => items.join(", "),
    };
    let mut line = format!("{}: paths: {paths}", unit.name);
    match missing.as_slice() {
        [] => line.push_str("; covers: all"),
        missing => line.push_str(&format!("; misses: {}", missing.join(", "))),
    }
    line.push_str(&format!("; losses: {}", list(&losses, "none")));
    if found.statistics.divergences > 0 {
        line.push_str(&format!("; divergences: {}", found.statistics.divergences));
    }
    line
}
