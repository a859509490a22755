//! Generating a suite for one Python module.

mod bounded;
mod exploring;
pub mod interpreter;
mod rounds;
mod team;
mod writing;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use everypath_python::{
    Launch, Library, LoadRequest, Loaded, LoadedUnit, PythonExecutor, UnitKind, native_extension,
};
use everypath_report::ModuleReport;
use everypath_suite::{Candidate, Keep, Suite, minimise};
use everypath_trace::GoalId;
use indexmap::IndexMap;

use crate::arguments::{Engine, Strategy};
use crate::exit::{Failure, FailureKind};
use crate::explored::Explored;
use crate::files::shown;
use crate::measure;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::target::{Module, Target};
use crate::verdicts::verdicts;
use exploring::{Exploring, Structures, goals_of};
use rounds::Found;
use team::Team;
use writing::{Helpers, Writing};

/// What every module of one command shares.
pub struct Context<'a> {
    /// Set by Ctrl-C.
    pub cancelled: &'a AtomicBool,
    /// The live line.
    pub progress: &'a Progress,
}

/// Explores one module and writes its suite.
pub fn generate(
    target: &Target,
    settings: &Settings,
    context: &Context,
) -> Result<ModuleReport, Failure> {
    let environment = |message: String| Failure::new(FailureKind::Environment, message);
    let python = interpreter::find(settings.python.as_deref())?;
    let library = Library::unpack().map_err(|error| environment(error.to_string()))?;
    let launch = Launch {
        python,
        library: library.path().to_owned(),
        native: native_extension().map_err(|error| environment(error.to_string()))?,
        options: serde_json::json!({"allow": settings.allow, "memory": settings.memory}),
    };
    let request = load_request(target, settings);
    let clock = Instant::now();
    let (executor, loaded) = PythonExecutor::load(launch.clone(), request.clone())
        .map_err(|message| Failure::new(FailureKind::Target, message))?;
    let mut report = ModuleReport {
        module: loaded.module.clone(),
        file: shown(Path::new(&loaded.file)),
        source: std::fs::read_to_string(&loaded.file).unwrap_or_default(),
        warnings: loaded.warnings.clone(),
        ..ModuleReport::default()
    };
    report
        .phases
        .insert("load".to_owned(), clock.elapsed().as_secs_f64());
    let units = select(&loaded, target, settings)?;
    let exploring = Exploring {
        goals: goals_of(&loaded),
        loaded: &loaded,
        part: (target.part.is_some() || settings.methods.is_some())
            .then(|| units.iter().map(|unit| unit.name.as_str()).collect()),
        settings,
        launch: &launch,
        request: &request,
        cancelled: context.cancelled,
        progress: context.progress,
        started: Instant::now(),
    };
    let writing = Writing {
        loaded: &loaded,
        settings,
        launch: &launch,
        request: &request,
        target,
        goals: &exploring.goals,
    };
    let mut helpers = writing.prepare();
    let mut team = Team::new(executor);
    let explored = explore_all(&exploring, &mut team, &units, &mut report, &mut helpers);
    report.phases.insert(
        "explore".to_owned(),
        exploring.started.elapsed().as_secs_f64(),
    );
    let mut suite = choose_tests(&explored, settings);
    context.progress.phase("making inputs small");
    let clock = Instant::now();
    if !settings.all_paths {
        writing.shrink(team.first(), &mut suite);
    }
    drop(team);
    report
        .phases
        .insert("shrink".to_owned(), clock.elapsed().as_secs_f64());
    context.progress.phase("writing and running the suite");
    let clock = Instant::now();
    let kept = writing.write(&suite, &mut helpers, &mut report)?;
    let inner: f64 = ["observe", "run tests"]
        .iter()
        .filter_map(|phase| report.phases.get(*phase))
        .sum();
    report
        .phases
        .insert("write".to_owned(), clock.elapsed().as_secs_f64() - inner);
    if let Some(tests) = &report.test_file {
        let subject = Path::new(&loaded.file);
        let root = Path::new(&loaded.root);
        report.measured =
            measure::measured(settings, &launch.python, root, subject, Path::new(tests));
    }
    verdicts(
        &exploring.goals,
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

fn load_request(target: &Target, settings: &Settings) -> LoadRequest {
    let (path, name) = match &target.module {
        Module::File(path) => (Some(path.display().to_string()), None),
        Module::Name(name) => (None, Some(name.clone())),
    };
    LoadRequest {
        path,
        name,
        scope: settings.scope.clone(),
        strategy: settings.strategy.into(),
        invariant: settings.invariant.clone(),
        goals: settings
            .criteria
            .kinds()
            .iter()
            .map(|&kind| kind.into())
            .collect(),
        observer_arguments: settings.observer_arguments,
    }
}

/// The units that the target asks for.
fn select<'a>(
    loaded: &'a Loaded,
    target: &Target,
    settings: &Settings,
) -> Result<Vec<&'a LoadedUnit>, Failure> {
    let missing = |what: String| Err(Failure::new(FailureKind::Target, what));
    let named: Vec<&LoadedUnit> = match &target.part {
        None => loaded.units.iter().collect(),
        Some(part) => loaded
            .units
            .iter()
            .filter(|unit| unit.name == *part || unit.class.as_deref() == Some(part))
            .collect(),
    };
    if named.is_empty() {
        let known: Vec<&str> = loaded.units.iter().map(|unit| unit.name.as_str()).collect();
        return match &target.part {
            Some(part) => missing(format!(
                "{} has no function, class or method {part}; it has {}",
                loaded.file,
                if known.is_empty() {
                    "none".to_owned()
                } else {
                    known.join(", ")
                }
            )),
            None => missing(format!(
                "{} defines no functions or classes to test{}",
                loaded.file,
                modules_beside(loaded),
            )),
        };
    }
    let Some(methods) = &settings.methods else {
        return Ok(named);
    };
    for method in methods {
        if !named.iter().any(|unit| unit.attribute == *method) {
            let known: Vec<&str> = named.iter().map(|unit| unit.attribute.as_str()).collect();
            return missing(format!(
                "{} has no method {method}; it has {}",
                target.text,
                known.join(", ")
            ));
        }
    }
    Ok(named
        .into_iter()
        .filter(|unit| methods.contains(&unit.attribute))
        .collect())
}

/// The modules of a package that has nothing itself, as words for a message.
fn modules_beside(loaded: &Loaded) -> String {
    let file = Path::new(&loaded.file);
    let directory = match (file.file_name(), file.parent()) {
        (Some(name), Some(directory)) if name == "__init__.py" => directory,
        _ => return String::new(),
    };
    let mut names: Vec<String> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path != file && path.extension().is_some_and(|kind| kind == "py"))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .map(|name| format!("{}.{name}", loaded.module))
        .collect();
    names.sort();
    match names.is_empty() {
        true => String::new(),
        false => format!("; its modules are {}", names.join(", ")),
    }
}

/// Explores the structures first, then the public units, then those private
/// ones whose goals nothing has covered yet.
fn explore_all(
    exploring: &Exploring,
    team: &mut Team,
    units: &[&LoadedUnit],
    report: &mut ModuleReport,
    helpers: &mut Helpers,
) -> Vec<Explored> {
    let explicit = units.len() == 1;
    let (public, private): (Vec<&LoadedUnit>, Vec<&LoadedUnit>) =
        units.iter().partition(|unit| explicit || !unit.private);
    if exploring.settings.engine == Engine::Bounded {
        let found = exploring.bounded_units(team, &public, &private);
        return told(found, report);
    }
    let mut structures: IndexMap<String, Structures> = IndexMap::new();
    for unit in units {
        let Some(class) = &unit.class else { continue };
        // The white box never looks at a structure but through the unit.
        let needed = exploring.settings.strategy != Strategy::WhiteBox;
        if !needed || !unit.lazy || unit.kind != UnitKind::Method || structures.contains_key(class)
        {
            continue;
        }
        match exploring.structures(team, unit) {
            Ok((found, unit_report)) => {
                report.structures.insert(class.clone(), found.count());
                if found.count() == 0 {
                    report.warnings.push(format!(
                        "{class}: no structure within the scope meets the invariant `{}`: {}",
                        unit.invariant.as_deref().unwrap_or_default(),
                        found.why_none(),
                    ));
                }
                report.units.push(unit_report);
                structures.insert(class.clone(), found);
            }
            Err(error) => report.warnings.push(format!("{class}: {error}")),
        }
    }
    // What took long so far has many paths.
    if exploring.settings.all_paths && exploring.is_long() {
        helpers.expect_many();
    }
    if let Err(error) = exploring.teach(team, &structures) {
        report.warnings.push(error);
    }
    let mut found = exploring.units(team, &public, &private, &structures);
    if exploring.settings.engine == Engine::Auto {
        exploring.bounded_rest(team, &mut found);
    }
    told(found, report)
}

/// What was found of units; the report is told why there is nothing of others.
fn told(found: Vec<Found>, report: &mut ModuleReport) -> Vec<Explored> {
    let mut explored = Vec::new();
    for (unit, found) in found {
        match found {
            Ok(found) => {
                for warning in &found.warnings {
                    if !report.warnings.contains(warning) {
                        report.warnings.push(warning.clone());
                    }
                }
                explored.push(found);
            }
            Err(error) => report.warnings.push(format!("{}: {error}", unit.name)),
        }
    }
    explored
}

/// Those of the public units; private helpers add only what the public units
/// do not cover, and with all paths no more than one test for each goal of it.
fn choose_tests(explored: &[Explored], settings: &Settings) -> Suite {
    let is_private = |unit: &str| {
        let last = unit.rsplit('.').next().unwrap_or(unit);
        last.starts_with('_') && !last.starts_with("__")
    };
    let candidates = explored
        .iter()
        .flat_map(|unit| unit.candidates.iter().cloned());
    let keep = Keep {
        all_paths: settings.all_paths,
        features: settings.all_paths || settings.criteria.keep_what_differs(),
    };
    if explored.len() == 1 {
        return minimise(candidates.collect(), keep);
    }
    let (mut private, public): (Vec<Candidate>, Vec<Candidate>) =
        candidates.partition(|candidate| is_private(&candidate.unit));
    let covered: BTreeSet<GoalId> = public
        .iter()
        .flat_map(|candidate| candidate.goals.iter().copied())
        .collect();
    for candidate in &mut private {
        candidate.goals.retain(|goal| !covered.contains(goal));
    }
    private.retain(|candidate| !candidate.goals.is_empty() || candidate.outcome.is_failure());
    let mut suite = minimise(public, keep);
    let helpers = Keep {
        all_paths: false,
        features: !settings.all_paths && keep.features,
    };
    let helpers = minimise(private, helpers);
    suite.tests.extend(helpers.tests);
    suite.failures.extend(helpers.failures);
    suite
}
