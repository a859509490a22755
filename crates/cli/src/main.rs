//! prototype
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use everypath_explore::{Aim, Surroundings, Task, explore, strategies};
use everypath_python::*;
use everypath_trace::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let library = Library::unpack().unwrap();
    let launch = Launch { python: "python3".into(), library: library.path().to_owned(), native: native_extension().unwrap(), options: serde_json::json!({"memory": 4u64<<30}) };
    let request = LoadRequest { path: Some(args[1].clone()), name: None, scope: serde_json::json!({"max_nodes": args.get(4).map_or(3, |s| s.parse().unwrap())}), strategy: "exhaustive".into(), invariant: None, lines: false };
    let t = Instant::now();
    let (mut executor, loaded) = PythonExecutor::load(launch, request).unwrap();
    println!("loaded {} in {:?}; warnings {:?}", loaded.module, t.elapsed(), loaded.warnings);
    let goals = Goals(loaded.goals.iter().map(|g| Goal { kind: match g.kind.as_str() {"branch"=>GoalKind::Branch,"line"=>GoalKind::Line,_=>GoalKind::Condition}, location: Location{file:g.file.clone(),line:g.line,column:g.column}, description: g.description.clone(), function: g.function.clone()}).collect());
    for unit in &loaded.units {
        if args.len() > 2 && args[2] != "all" && unit.name != args[2] { continue; }
        let all = args.get(3).is_some_and(|a| a == "paths");
        let invariant_only = args.get(3).is_some_and(|a| a == "invariant");
        if let Err(e) = executor.choose(&unit.name, if invariant_only {"invariant"} else {"call"}, "exhaustive") { println!("{e}"); continue; }
        let wanted: Vec<GoalId> = unit.goals.iter().map(|&g| GoalId(g)).filter(|g| goals[*g].kind == GoalKind::Branch).collect();
        let mut task = Task::goals(wanted.clone());
        if all || invariant_only { task.budget.aim = Aim::Paths; }
        task.budget.time = Some(Duration::from_secs(20));
        task.budget.idle_flips = Some(2000);
        task.run_limits = RunLimits { decisions: 500, time: Duration::from_secs(1) };
        let start = Instant::now();
        let clock = || start.elapsed();
        let mut terms = everypath_term::Terms::new();
        let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
        let mut strategy = strategies::by_name(args.get(5).map_or("combined", |s| s), &goals, 0).unwrap();
        let found = explore(&mut terms, &mut executor, &mut *solver, &mut *strategy, &task, Surroundings{clock:&clock, cancelled:&AtomicBool::new(false)}, &mut |_,_,_| everypath_explore::Next::Continue);
        println!("== {} paths {} in {:?}: {}", unit.name, found.tree.paths(), start.elapsed(), found.stop.sentence());
        println!("{:?}", found.statistics);
        let mut outcomes = std::collections::BTreeMap::new();
        for run in found.tree.runs() { *outcomes.entry(format!("{:?}", run.trace.outcome)).or_insert(0) += 1; }
        for (o, n) in outcomes.iter().take(12) { println!("   {n} x {o}"); }
        for (g, v) in found.verdicts() { let s = v.sentence(); if !matches!(v, everypath_explore::Verdict::Covered{..}) { println!("   miss {}:{} {} -- {}", goals[g].location.line, goals[g].function, goals[g].description, s); } }
        let mut st = everypath_solve::Statistics::default(); solver.report(&mut st); if std::env::var("SOLVER").is_ok() { println!("{st:#?}"); }
        if std::env::var("RUNS").is_ok() { for run in found.tree.runs() { println!("   {:?} -> {:?}", run.trace.input.values.iter().map(|(k,v)| format!("{k}={v:?}")).collect::<Vec<_>>(), run.trace.outcome); } }
    }
}
