//! Explores every unit of a class: `explore_class JDK CLASSPATH CLASS [SECONDS]`.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use everypath_explore::{Next, Supervision, Task, explore, strategies};
use everypath_jvm::{ClassPath, JvmExecutor, Options, Program, Scope};
use everypath_term::{Evaluator, Terms, VarId, print};
use everypath_trace::{Decision, Executor, GoalId, GoalKind, Input, Outcome, RunLimits, Trace};

/// Checks every run: conditions hold as they were decided, and a second run
/// on the same input makes the same decisions.
struct Checking<'a>(&'a mut JvmExecutor);

impl Executor for Checking<'_> {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let trace = self.0.run(terms, input, limits);
        if std::env::var_os("CHECK").is_none() {
            return trace;
        }
        if std::env::var("CHECK").is_ok_and(|level| level == "2") {
            println!("    run on {input:?}");
            for decision in &trace.decisions {
                if let Decision::Condition { term, taken, .. } = decision {
                    println!("        {term:?} {taken}: {}", print(terms, *term));
                }
            }
        }
        let values = |variable: VarId| trace.input.value_of(terms, variable).cloned();
        let mut evaluator = Evaluator::new();
        for decision in &trace.decisions {
            if let Decision::Condition { term, taken, .. } = decision
                && evaluator.holds(terms, *term, &values) != *taken
            {
                println!(
                    "    wrong: {} is not {taken} under {:?}",
                    print(terms, *term),
                    trace.input
                );
                break;
            }
        }
        let again = self.0.run(terms, &trace.input, limits);
        let differing = trace
            .decisions
            .iter()
            .zip(&again.decisions)
            .position(|(a, b)| a != b);
        if trace.decisions != again.decisions {
            println!(
                "    differs at {differing:?} of {} {}: {:?} {:?}",
                trace.decisions.len(),
                again.decisions.len(),
                trace.outcome,
                again.outcome
            );
            if let Some(at) = differing {
                for decision in [&trace.decisions[at], &again.decisions[at]] {
                    match decision {
                        Decision::Condition { term, .. } => {
                            println!("        {}", print(terms, *term))
                        }
                        other => println!("        {other:?}"),
                    }
                }
            }
        }
        trace
    }
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [jdk, class_path, class, rest @ ..] = &arguments[..] else {
        return Err("usage: explore_class JDK CLASSPATH CLASS [SECONDS]".to_owned());
    };
    let seconds: f64 = rest
        .first()
        .and_then(|text| text.parse().ok())
        .unwrap_or(5.0);
    let entries: Vec<PathBuf> = class_path.split(':').map(PathBuf::from).collect();
    let class_path = Arc::new(ClassPath::open(jdk.as_ref(), &entries)?);
    let loaded = Program::load(
        class_path,
        std::slice::from_ref(class),
        Scope::default(),
        Options::default(),
    )?;
    let mut executor = JvmExecutor::new(&loaded)?;
    let mut all = std::collections::BTreeSet::new();
    for (index, unit) in loaded.units.iter().enumerate() {
        executor.choose(index)?;
        let wanted: Vec<GoalId> = unit
            .goals
            .iter()
            .copied()
            .filter(|goal| loaded.goals[*goal].kind == GoalKind::Branch)
            .collect();
        let mut task = Task::goals(wanted.clone());
        task.budget.time = Some(Duration::from_secs_f64(seconds));
        task.budget.idle_flips = Some(2_000);
        task.run_limits.decisions = 5_000;
        let start = Instant::now();
        let clock = || start.elapsed();
        let mut terms = Terms::new();
        let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
        let name = std::env::var("SEARCH").unwrap_or("combined".into());
        let mut orders = strategies::ALL.iter();
        let (_, make) = orders
            .find(|(known, _)| *known == name)
            .ok_or("no strategy of that name")?;
        let mut strategy = make(&loaded.goals, 0);
        let found = explore(
            &mut terms,
            &mut Checking(&mut executor),
            &mut *solver,
            &mut *strategy,
            &task,
            Supervision {
                clock: &clock,
                cancelled: &AtomicBool::new(false),
            },
            &mut |tree, _, event| {
                if let everypath_explore::Event::Run(news) = event
                    && news.diverged
                    && std::env::var_os("CHECK").is_some()
                {
                    let trace = &tree.runs()[news.run].trace;
                    println!(
                        "    diverged from {:?}: {:?} {:?}",
                        news.flip, trace.outcome, trace.input
                    );
                    if let Some(flip) = news.flip {
                        println!("        before: {:?}", tree.trace(flip.trace).decisions);
                        println!("        after:  {:?}", tree.trace(news.run).decisions);
                    }
                }
                Next::Continue
            },
        );
        let mut ends = std::collections::BTreeMap::new();
        for run in found.tree.runs() {
            all.extend(run.trace.covered.iter().copied());
            let end = match &run.trace.outcome {
                Outcome::Threw { kind, .. } => kind.clone(),
                Outcome::Unsupported { construct } => format!("unsupported: {construct}"),
                other => format!("{other:?}"),
            };
            *ends.entry(end).or_insert(0) += 1;
        }
        let covered = wanted.iter().filter(|goal| all.contains(goal)).count();
        println!(
            "{}: {} runs, {} sat, {} unsat, {} unknown, {} diverged, {}/{} goals, {:?}, stop {:?}, run {:?} solve {:?}",
            unit.name(),
            found.statistics.runs,
            found.statistics.sat,
            found.statistics.unsat,
            found.statistics.unknown,
            found.statistics.divergences,
            covered,
            wanted.len(),
            start.elapsed(),
            found.stop,
            found.statistics.run_time,
            found.statistics.solve_time
        );
        println!("    {ends:?}");
        if std::env::var_os("VERBOSE").is_some() {
            for run in found.tree.runs().iter().take(12) {
                println!(
                    "    {:?}: {}",
                    run.trace.outcome,
                    everypath_trace::text::print_input(&run.trace.input).replace('\n', "; ")
                );
                match executor.recipe(&run.trace.input) {
                    Ok(recipe) => println!("        {recipe:?}"),
                    Err(error) => println!("        no recipe: {error}"),
                }
            }
            for goal in wanted.iter().filter(|goal| !all.contains(goal)) {
                let goal = &loaded.goals[*goal];
                println!(
                    "    missing: {} line {}: {}",
                    goal.function, goal.location.line, goal.description
                );
            }
        }
    }
    let branches = (0..loaded.goals.0.len() as u32)
        .map(GoalId)
        .filter(|goal| loaded.goals[*goal].kind == GoalKind::Branch);
    let branches: Vec<GoalId> = branches.collect();
    let covered = branches.iter().filter(|goal| all.contains(goal)).count();
    println!(
        "{covered}/{} branches, {} instructions",
        branches.len(),
        executor.executed()
    );
    Ok(())
}
