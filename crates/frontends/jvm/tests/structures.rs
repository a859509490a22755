//! Receivers with an invariant are initialised lazily: valid ones only, every
//! branch reached, a broken invariant found.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use everypath_explore::{Next, Supervision, Task, explore, strategies};
use everypath_jvm::{ClassPath, JvmExecutor, Options, Program};
use everypath_term::Terms;
use everypath_testlab::{compile_java, jdk};
use everypath_trace::{GoalId, GoalKind, Language, Outcome, Scope};

#[test]
fn lazy_receivers_reach_every_branch_and_show_the_bug() {
    let Some(jdk) = jdk() else {
        return;
    };
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/java/structures/SortedList.java");
    let directory = tempfile::tempdir().expect("a directory for the classes");
    compile_java(&jdk, &[source], directory.path());
    let class_path = ClassPath::open(&jdk, &[directory.path().to_owned()]).expect("it opens");
    let scope = Scope {
        objects: 3,
        ..Scope::of(Language::Java)
    };
    let targets = ["SortedList".to_owned()];
    let loaded =
        Program::load(Arc::new(class_path), &targets, scope, Options::default()).expect("it loads");
    let mut executor = JvmExecutor::new(&loaded).expect("it boots");
    let mut covered = BTreeSet::new();
    let mut broken = BTreeSet::new();
    for (index, unit) in loaded.units.iter().enumerate() {
        executor.choose(index).expect("the unit is there");
        let mut task = Task::all_paths();
        task.budget.paths = Some(300);
        let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
        let mut strategy = strategies::BreadthFirst::new();
        let found = explore(
            &mut Terms::new(),
            &mut executor,
            &mut *solver,
            &mut strategy,
            &task,
            Supervision {
                clock: &|| Duration::ZERO,
                end: None,
                cancelled: &AtomicBool::new(false),
            },
            &mut |_, _, _| Next::Continue,
        );
        assert_eq!(found.statistics.divergences, 0, "{}", unit.name());
        for run in found.tree.runs() {
            covered.extend(run.trace.covered.iter().copied());
            let outcome = &run.trace.outcome;
            if matches!(outcome, Outcome::Violated { .. }) {
                broken.insert(unit.method.clone());
            }
            if outcome.is_finished() {
                let recipe = executor
                    .recipe(&run.trace.input)
                    .expect("a finished run has a recipe");
                assert_eq!(recipe.receiver.is_some(), unit.method != "<init>");
            }
        }
    }
    let missed: Vec<_> = (0..loaded.goals.0.len() as u32)
        .map(GoalId)
        .filter(|goal| loaded.goals[*goal].kind == GoalKind::Branch && !covered.contains(goal))
        .map(|goal| &loaded.goals[goal])
        .collect();
    assert!(missed.is_empty(), "{missed:?}");
    assert_eq!(broken, BTreeSet::from(["forgetsToCount".to_owned()]));
}
