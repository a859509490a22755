//! Generating a suite for one Java class.

mod bounded;
mod bounds;
mod class_name;
mod drawing;
mod exploring;
mod measuring;
mod patience;
mod projects;
mod promises;
mod recording;
mod specifications;
mod target;
mod writing;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use everypath_explore::{Cause, Reach, Verdict};
use everypath_jdk::Jdk;
use everypath_jvm::{
    ArrayModel, ClassPath, JvmExecutor, Loaded, Options, Program, Scope, Specification, Unit,
};
use everypath_report::{Language, ModuleReport};
use everypath_suite::{Candidate, Keep, Suite, minimise};
use everypath_term::Terms;
use everypath_trace::{Executor, GoalId, Language, Outcome, RunLimits, markers};

use everypath_generate::Host;
use everypath_generate::explored::Explored;
use everypath_generate::files::shown;
use everypath_generate::search::Search;
use everypath_generate::settings::Settings;
use everypath_generate::settings::{Arrays, Engine};
use everypath_generate::shrink::{RUNS_FOR_A_CHOICE, shrink_choices};
use everypath_generate::verdicts::verdicts;
use everypath_generate::{Failure, FailureKind};
use exploring::{Exploring, function_of, is_initialiser};
use specifications::{Specified, specified};
pub use target::{Target, is_java, resolve};
use writing::Writing;

/// The JDK that the settings name, or the one that is found.
pub fn jdk(settings: &Settings) -> Result<Jdk, Failure> {
    Jdk::find(settings.jdk.as_deref())
        .map_err(|message| Failure::new(FailureKind::Environment, message))
}

/// Explores one class and writes its suite.
pub fn generate(
    target: &Target,
    settings: &Settings,
    context: &Host,
) -> Result<ModuleReport, Failure> {
    let jdk = jdk(settings)?;
    let clock = Instant::now();
    let source = source_path(target, &outer_name(target));
    let mut warnings = Vec::new();
    let specified = specified(target, source.as_deref(), settings, &jdk, &mut warnings)?;
    let loaded = load(
        target,
        source.as_deref(),
        specified.as_ref(),
        settings,
        &jdk,
    )?;
    warnings.extend(loaded.warnings.iter().cloned());
    let mut report = ModuleReport {
        language: Language::Java,
        module: target.class.clone(),
        warnings,
        ..ModuleReport::default()
    };
    describe_source(target, &loaded, &mut report);
    phase(&mut report, "load", clock);
    let units = select(&loaded, target, settings)?;
    let clock = Instant::now();
    let exploring = Exploring {
        loaded: &loaded,
        left_out: left_out(&loaded, &units),
        search: Search {
            settings,
            goals: &loaded.goals,
            host: *context,
            started: clock,
        },
    };
    let explored = explore_all(&exploring, &units, &mut report);
    phase(&mut report, "explore", clock);
    let keep = Keep {
        all_paths: settings.all_paths,
        features: settings.criteria.keep_what_differs(),
    };
    let candidates = explored
        .iter()
        .flat_map(|unit| unit.candidates.iter().cloned());
    let mut suite = minimise(candidates.collect(), keep);
    context.progress.phase("making inputs small");
    let clock = Instant::now();
    let mut executor =
        JvmExecutor::new(&loaded).map_err(|message| Failure::new(FailureKind::Target, message))?;
    if !settings.all_paths {
        let by_touch = touched_only(&mut executor, &loaded, &suite, settings);
        executor.pass_all_but(by_touch);
        need_no_more(&mut suite, &loaded);
        shrink_choices(
            &mut executor,
            &mut suite,
            settings,
            RUNS_FOR_A_CHOICE,
            &mut |executor, name| choose(executor, &loaded, name),
        );
        covered_again(&mut executor, &loaded, &mut suite, settings, &|goal| {
            exploring.counts(goal)
        });
    }
    phase(&mut report, "shrink", clock);
    context.progress.phase("writing and running the suite");
    let writing = Writing {
        loaded: &loaded,
        settings,
        jdk: &jdk,
        target,
        specified: specified.as_ref(),
    };
    let kept = writing.write(&mut executor, &suite, &mut report)?;
    if let Some(tests) = &report.test_file {
        report.measured = measuring::measured(settings, &jdk, target, Path::new(tests));
    }
    verdicts(
        &loaded.goals,
        &|goal| exploring.is_wanted(goal),
        &explored,
        &suite,
        &kept,
        &mut report,
    );
    context.progress.clear();
    if kept.is_empty() && context.cancelled.load(Ordering::Relaxed) {
        report
            .warnings
            .push("it was cancelled before a test was found".to_owned());
    }
    Ok(report)
}

/// Lets tests need no more than the suite does: a goal is that of tests that
/// call its method, or else of one test that comes to it on the way. Making
/// the other inputs smaller may lose it.
fn need_no_more(suite: &mut Suite, loaded: &Loaded) {
    let is_own =
        |test: &Candidate, goal: GoalId| function_of(&test.unit) == loaded.goals[goal].function;
    let mut taken: BTreeSet<GoalId> = BTreeSet::new();
    for test in &suite.tests {
        let goals = test.goals.iter().copied();
        taken.extend(goals.filter(|&goal| is_own(test, goal)));
    }
    for test in &mut suite.tests {
        let mut goals = std::mem::take(&mut test.goals);
        goals.retain(|&goal| is_own(test, goal) || taken.insert(goal));
        test.goals = goals;
    }
}

fn choose(executor: &mut JvmExecutor, loaded: &Loaded, name: &str) -> bool {
    let index = loaded.units.iter().position(|unit| unit.name() == name);
    index.is_some_and(|index| executor.choose(index).is_ok())
}

/// The goals of a suite that its tests touch and none of them passes.
fn touched_only(
    executor: &mut JvmExecutor,
    loaded: &Loaded,
    suite: &Suite,
    settings: &Settings,
) -> BTreeSet<GoalId> {
    executor.pass_all_but(BTreeSet::new());
    let mut only = BTreeSet::new();
    for test in &suite.tests {
        if let Some(covered) = covered(executor, loaded, test, settings) {
            let passed = |goal: &&GoalId| covered.binary_search(goal).is_ok();
            only.extend(test.goals.iter().filter(|goal| !passed(goal)));
        }
    }
    only
}

/// What tests cover when their inputs have become smaller.
fn covered_again(
    executor: &mut JvmExecutor,
    loaded: &Loaded,
    suite: &mut Suite,
    settings: &Settings,
    counts: &dyn Fn(GoalId) -> bool,
) {
    for test in &mut suite.tests {
        if let Some(covered) = covered(executor, loaded, test, settings) {
            test.goals = covered.into_iter().filter(|goal| counts(*goal)).collect();
        }
    }
}

/// What a test covers, if it comes to an end.
fn covered(
    executor: &mut JvmExecutor,
    loaded: &Loaded,
    test: &Candidate,
    settings: &Settings,
) -> Option<Vec<GoalId>> {
    let limits = RunLimits {
        decisions: settings.max_depth,
        time: settings.timeout,
    };
    if test.outcome == Outcome::TimedOut || !choose(executor, loaded, &test.unit) {
        return None;
    }
    let trace = executor.run(&mut Terms::new(), &test.input, &limits);
    Some(trace.covered)
}

fn phase(report: &mut ModuleReport, name: &str, clock: Instant) {
    report
        .phases
        .insert(name.to_owned(), clock.elapsed().as_secs_f64());
}

fn load(
    target: &Target,
    source: Option<&Path>,
    specified: Option<&Specified>,
    settings: &Settings,
    jdk: &Jdk,
) -> Result<Loaded, Failure> {
    let wrong = |message: String| Failure::new(FailureKind::Target, message);
    // Classes that check what is said of them stand before the user's own.
    let mut class_path: Vec<PathBuf> = specified.iter().map(|one| one.classes()).collect();
    class_path.extend(target.class_path.iter().cloned());
    let class_path = ClassPath::open(&jdk.home, &class_path).map_err(wrong)?;
    let bounds = settings.scope(Language::Java);
    let scope = Scope {
        string_length: bounds.text,
        array_length: bounds.length,
        collection_size: bounds.length,
        objects: bounds.objects,
        calls: bounds.calls,
    };
    let options = Options {
        arrays: match settings.arrays {
            Arrays::Cases => ArrayModel::Cases,
            Arrays::Theory => ArrayModel::Theory,
            Arrays::Lazy => ArrayModel::Lazy,
        },
        invariant: settings.invariant.clone(),
        goals: settings.criteria.kinds(),
        ask_with_arguments: settings.observer_arguments,
        markers: match source {
            Some(path) => markers(&std::fs::read_to_string(path).unwrap_or_default()),
            None => Vec::new(),
        },
        specification: specified.map_or_else(Specification::default, Specified::specification),
        ..Options::default()
    };
    Program::load(
        Arc::new(class_path),
        std::slice::from_ref(&target.class),
        scope,
        options,
    )
    .map_err(wrong)
}

/// Where the class's source is, and its text.
fn describe_source(target: &Target, loaded: &Loaded, report: &mut ModuleReport) {
    let name = loaded
        .units
        .iter()
        .find_map(|unit| unit.source.clone())
        .unwrap_or_default();
    let name = Path::new(&name).file_name().unwrap_or_default();
    match source_path(target, name.as_ref()) {
        Some(path) => {
            report.file = shown(&path);
            report.source = std::fs::read_to_string(path).unwrap_or_default();
        }
        None => report.file = shown(&package_of(target).join(name)),
    }
}

/// The file's name of the class that contains the target, by custom.
fn outer_name(target: &Target) -> PathBuf {
    let simple = target.class.rsplit('.').next().unwrap_or_default();
    format!("{}.java", simple.split('$').next().unwrap_or(simple)).into()
}

fn package_of(target: &Target) -> PathBuf {
    match target.class.rsplit_once('.') {
        Some((package, _)) => package.replace('.', "/").into(),
        None => PathBuf::new(),
    }
}

fn source_path(target: &Target, name: &Path) -> Option<PathBuf> {
    let package = package_of(target);
    let mut candidates = target
        .sources
        .iter()
        .flat_map(|root| [root.join(&package).join(name), root.join(name)]);
    candidates.find(|path| path.is_file())
}

/// The units that the target asks for.
fn select(loaded: &Loaded, target: &Target, settings: &Settings) -> Result<Vec<usize>, Failure> {
    let missing = |what: String| Err(Failure::new(FailureKind::Target, what));
    let simple = target.class.rsplit(['.', '$']).next().unwrap_or_default();
    let called = |unit: &Unit, name: &str| {
        unit.method == name || (unit.method == "<init>" && name == simple)
    };
    let all: Vec<usize> = (0..loaded.units.len()).collect();
    let known = || {
        let names: Vec<String> = loaded
            .units
            .iter()
            .map(|unit| {
                unit.name()
                    .split_once('#')
                    .map_or(String::new(), |(_, name)| name.to_owned())
            })
            .collect();
        match names.is_empty() {
            true => "none".to_owned(),
            false => names.join(", ").replace("<init>", simple),
        }
    };
    if all.is_empty() {
        return missing(format!("{} has no methods to test", target.class));
    }
    let named: Vec<usize> = match &target.part {
        None => all,
        Some(part) => all
            .into_iter()
            .filter(|&index| {
                let unit = &loaded.units[index];
                let name = unit.name();
                let types = name.split_once('(').map_or("", |(_, types)| types);
                called(unit, &part.method)
                    && part
                        .parameters
                        .as_ref()
                        .is_none_or(|wanted| types == format!("{})", wanted.join(",")))
            })
            .collect(),
    };
    if named.is_empty() {
        return missing(format!(
            "{} has no method {}; it has {}",
            target.class,
            target.text.split_once('#').map_or("", |(_, part)| part),
            known()
        ));
    }
    let Some(methods) = &settings.methods else {
        return Ok(named);
    };
    for method in methods {
        if !named
            .iter()
            .any(|&unit| called(&loaded.units[unit], method))
        {
            return missing(format!(
                "{} has no method {method}; it has {}",
                target.class,
                known()
            ));
        }
    }
    Ok(named
        .into_iter()
        .filter(|&unit| {
            methods
                .iter()
                .any(|method| called(&loaded.units[unit], method))
        })
        .collect())
}

/// The functions of the units that are not asked for, and if there are any the
/// initialisers, which belong to none of them.
fn left_out(loaded: &Loaded, asked: &[usize]) -> BTreeSet<String> {
    let function = |unit: usize| function_of(&loaded.units[unit].name());
    let all: BTreeSet<String> = (0..loaded.units.len()).map(function).collect();
    let asked: BTreeSet<String> = asked.iter().map(|&unit| function(unit)).collect();
    let mut left_out = &all - &asked;
    if !left_out.is_empty() {
        let functions = loaded.goals.0.iter().map(|goal| &goal.function);
        left_out.extend(functions.filter(|name| is_initialiser(name)).cloned());
    }
    left_out
}

/// Explores units by the engine that the settings name.
fn explore_all(exploring: &Exploring, units: &[usize], report: &mut ModuleReport) -> Vec<Explored> {
    let mut explored = Vec::new();
    let found = match exploring.search.settings.engine {
        Engine::Concolic => exploring.units(units),
        Engine::Bounded => bounded::units(exploring, units, BTreeMap::new()),
        Engine::Auto => bounded::units(exploring, units, exploring.units(units)),
    };
    for (index, found) in found {
        match found {
            Ok(mut found) => {
                for warning in std::mem::take(&mut found.warnings) {
                    if !report.warnings.contains(&warning) {
                        report.warnings.push(warning);
                    }
                }
                explored.push(found);
            }
            Err(error) => {
                let name = exploring.loaded.units[index].name();
                report.warnings.push(format!("{name}: {error}"));
            }
        }
    }
    if let Some(first) = explored.first_mut() {
        first.verdicts.extend(not_called(exploring));
    }
    explored
}

/// The goals of a whole class that no unit is known to lead to.
fn not_called(exploring: &Exploring) -> Vec<(GoalId, Verdict)> {
    if !exploring.left_out.is_empty() {
        return Vec::new();
    }
    let units = exploring.loaded.units.iter();
    let called = units.flat_map(|unit| &unit.goals);
    let called: BTreeSet<&GoalId> = called.chain(&exploring.loaded.of_invariants).collect();
    let goals = 0..exploring.loaded.goals.0.len() as u32;
    goals
        .map(GoalId)
        .filter(|goal| !called.contains(goal) && exploring.is_wanted(*goal))
        .map(|goal| {
            let verdict = Verdict::Missed {
                reach: Reach::NotReached,
                cause: Cause::NotCalled,
            };
            (goal, verdict)
        })
        .collect()
}
