//! Generating a suite for one C source file.

mod allocations;
mod bounded;
mod carved;
mod carving;
mod environment;
mod exchanging;
mod exploring;
mod failures;
mod findings;
mod leaves;
mod measuring;
mod objects;
mod observing;
mod pointing;
mod recipes;
mod replaying;
mod requests;
mod running;
mod seeing;
mod stages;
mod streams;
mod stubbing;
mod texts;
mod trying;
mod values;
mod writing;

use std::time::Instant;

use everypath_c::{Program, Together};
use everypath_report::{Language, ModuleReport};

use crate::target::{Module, Target};
use carved::Carved;
pub use carving::{act_as_compiler, carve};
use everypath_generate::Host;
use everypath_generate::bounded::STACK;
use everypath_generate::files::shown;
use everypath_generate::search::Search;
use everypath_generate::settings::Settings;
use everypath_generate::settings::{Engine, Mode};
use everypath_generate::verdicts::verdicts;
use everypath_generate::{Failure, FailureKind};
use exploring::{Exploring, Facts};
pub use requests::words;
use stages::Staged;
use writing::Writing;

/// Explores one source file and writes its suite.
pub fn generate(
    target: &Target,
    settings: &Settings,
    context: &Host,
) -> Result<ModuleReport, Failure> {
    if settings.engine == Engine::Concolic {
        return generate_here(target, settings, context);
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let work = || generate_here(target, settings, context);
        let done = thread.spawn_scoped(scope, work);
        let failure = |what: String| Failure::new(FailureKind::Environment, what);
        match done.map(|thread| thread.join()) {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(failure(format!("there is no thread to work in: {error}"))),
        }
    })
}

fn generate_here(
    target: &Target,
    settings: &Settings,
    context: &Host,
) -> Result<ModuleReport, Failure> {
    let Module::File(source) = &target.module else {
        return Err(Failure::new(FailureKind::Target, "C is tested by file"));
    };
    let mut carved = Carved::read(source, target, settings)?;
    let request = requests::load_request(
        source,
        target.part.as_deref(),
        settings,
        carved.compilation.as_ref(),
    )?;
    let clock = Instant::now();
    context.progress.phase("compiling");
    let limits = requests::limits(settings);
    let mut executor = Staged::load(&request, &carved.modes, &limits, &carved.contexts)
        .map_err(|message| Failure::new(FailureKind::Target, message))?;
    let units = select(executor.program(), target)?;
    let lacking = |unit: &usize| executor.program().units[*unit].lacks;
    if carved.may_stub(settings) && units.iter().any(lacking) {
        carved.modes.push(Mode::Sut);
    }
    let program = executor.program();
    let mut report = ModuleReport {
        language: Language::C,
        module: source
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        file: shown(&program.source),
        source: program.text.clone(),
        warnings: program
            .warnings
            .iter()
            .chain(&carved.warnings)
            .cloned()
            .collect(),
        ..ModuleReport::default()
    };
    report
        .phases
        .insert("load".to_owned(), clock.elapsed().as_secs_f64());
    let goals = program.goals();
    let facts = Facts::new(program);
    let exploring = Exploring {
        facts: &facts,
        carved: &carved,
        units,
        explicit: target.part.is_some(),
        search: Search {
            settings,
            goals: &goals,
            host: *context,
            started: Instant::now(),
        },
    };
    let together = Together::begin();
    let explored = exploring.all(&mut executor, &mut report);
    report.phases.insert(
        "explore".to_owned(),
        exploring.search.started.elapsed().as_secs_f64(),
    );
    drop(together);
    let mut candidates = explored
        .iter()
        .flat_map(|unit| unit.candidates.iter().cloned())
        .collect();
    failures::of_one_unit_each(&mut candidates);
    let writing = Writing {
        facts: &facts,
        settings,
        request: &request,
        target,
        progress: context.progress,
        goals: &goals,
    };
    let (suite, kept) = writing.all(&mut executor, candidates, &mut report)?;
    let is_wanted = |goal| exploring.is_wanted(goal);
    verdicts(&goals, &is_wanted, &explored, &suite, &kept, &mut report);
    context.progress.clear();
    Ok(report)
}

/// The units that the target asks for, by index.
fn select(program: &Program, target: &Target) -> Result<Vec<usize>, Failure> {
    let missing = |what: String| Err(Failure::new(FailureKind::Target, what));
    let file = shown(&program.source);
    let testable = |index: &usize| {
        let unit = &program.units[*index];
        program.invariant.as_deref() != Some(&unit.name)
    };
    let Some(part) = &target.part else {
        let all: Vec<usize> = (0..program.units.len()).filter(testable).collect();
        return match all.is_empty() {
            true => missing(format!("{file} defines no functions to test")),
            false => Ok(all),
        };
    };
    match program.units.iter().position(|unit| unit.name == *part) {
        Some(index) => Ok(vec![index]),
        None => {
            let known: Vec<&str> = program
                .units
                .iter()
                .map(|unit| unit.name.as_str())
                .collect();
            let known = if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(", ")
            };
            match program.included.get(part) {
                Some(other) => missing(format!("{part} is defined in {other}: name that file")),
                None => missing(format!("{file} has no function {part}; it has {known}")),
            }
        }
    }
}
