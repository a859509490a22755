//! `everypath generate`: targets become programs, and programs suites.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use everypath_generate::{Claims, Failure, FailureKind, Host, Settings, Silent};
use everypath_jvm_program::Jdks;
use everypath_report::{ProofsReport, Report, SCHEMA_VERSION, TestKind};

use crate::arguments::{Generate, Options};
use crate::budget::Budget;
use crate::configuration::Configuration;
use crate::events::{Event, Events};
use crate::memory::{DIRECTORY, Memory};
use crate::progress::Progress;
use crate::publish::publish;
use crate::run::Run;
use crate::settings::{seconds, settings};
use crate::target::{self, Target};

/// The exit code after Ctrl-C: what was found is kept and written.
const INTERRUPTED: u8 = 130;

/// Generates suites for all targets.
pub(crate) fn generate(command: &Generate) -> Result<ExitCode, Failure> {
    let here = std::env::current_dir().map_err(|error| {
        let message = format!("the current directory cannot be read: {error}");
        Failure::new(FailureKind::Files, message)
    })?;
    let configuration = match command.no_config {
        true => Configuration::default(),
        false => Configuration::load(command.config.as_deref(), &here)?,
    };
    let texts = match command.targets.as_slice() {
        [] => configuration.targets.keys().cloned().collect(),
        given => given.to_vec(),
    };
    if texts.is_empty() {
        return Err(Failure::new(
            FailureKind::Usage,
            "name a target: a .py, .java, .class, .jar or .c file, a directory, package.module, file.py::Class.method, pkg.Class#method or file.c::function",
        ));
    }
    let cancelled = Arc::new(AtomicBool::new(false));
    let bell = cancelled.clone();
    // A second handler cannot be set; the default one then ends the process.
    let _ = ctrlc::set_handler(move || bell.store(true, Ordering::Relaxed));
    let quiet = command.json || command.options.resolved().quiet;
    let events = command.events.as_deref().map(Events::to).transpose()?;
    let progress = Progress::new(quiet, events);
    let claims = Claims::default();
    let host = Host {
        cancelled: &cancelled,
        progress: &Silent,
        place: 0,
        claims: &claims,
    };
    let clock = Instant::now();
    let mut report = Report {
        schema: SCHEMA_VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        targets: texts.clone(),
        ..Report::default()
    };
    let (mut modules, mut failures) = modules(command, &configuration, &texts, &mut report)?;
    if let Some(shard) = command.shard {
        shard.keep(&mut modules);
    }
    let general = command.options.clone().over(configuration.general);
    let budget = general.resolved().budget;
    let budget = budget.map(|time| seconds("budget", time)).transpose()?;
    let memory = memory(&general);
    let run = Run {
        modules: &modules,
        host,
        progress: &progress,
        memory: &memory,
        budget: budget.map(|time| Budget::new(clock, time)),
        jobs: settings(&general)?.jobs,
    };
    progress.tell(&Event::Begin {
        version: &report.version,
        modules: modules.len(),
    });
    let mut without_turn = 0;
    for ended in run.all().into_iter().flatten() {
        match ended {
            Ok(module) => report.modules.push(module),
            Err(failure) if failure.kind == FailureKind::OutOfBudget => without_turn += 1,
            // Among others, one that holds nothing is what everybody expects.
            Err(failure) if failure.kind == FailureKind::Nothing && modules.len() > 1 => {}
            Err(failure) => failures.push(failure),
        }
    }
    if without_turn > 0 {
        let all = modules.len();
        let message = format!(
            "the budget was over before {without_turn} of {all} modules had their turn; the same \
             command goes on with them"
        );
        failures.push(Failure::new(FailureKind::OutOfBudget, message));
    }
    report.seconds = clock.elapsed().as_secs_f64();
    let proofs = report.modules.iter().map(|module| module.proofs);
    report.proofs = proofs.fold(ProofsReport::default(), ProofsReport::and);
    progress.tell(&Event::end(&report));
    publish(&report, command.json, &general)?;
    if host.is_cancelled() {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    // With several modules, one that cannot be loaded does not spoil the rest.
    let last = failures.pop();
    for failure in &failures {
        eprintln!("everypath: {failure}");
    }
    if let Some(failure) = last {
        return Err(failure);
    }
    if report.modules.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    ending(&report, &general)
}

/// The modules that texts name, each with its settings, and what is wrong with others.
type Modules = (Vec<(Target, Arc<Settings>)>, Vec<Failure>);

fn modules(
    command: &Generate,
    configuration: &Configuration,
    texts: &[String],
    report: &mut Report,
) -> Result<Modules, Failure> {
    let (mut modules, mut failures) = (Vec::new(), Vec::new());
    let mut jdks = Jdks::default();
    for text in texts {
        let options = command.options.clone();
        let options = options.over(configuration.options_for(text));
        let mut settings = settings(&options)?;
        settings.pictures = command.json || options.html.is_some();
        settings.check = command.check;
        report.options.extend(settings.shown());
        let (targets, unresolved) = target::resolve(text, &settings, &mut jdks)?;
        failures.extend(unresolved);
        let settings = Arc::new(settings);
        modules.extend(targets.into_iter().map(|target| (target, settings.clone())));
    }
    Ok((modules, failures))
}

/// What earlier commands found, unless the user wants none of it.
fn memory(options: &Options) -> Memory {
    let options = options.resolved();
    let directory = options.cache.as_deref();
    Memory::new(match options.no_cache {
        true => None,
        false => Some(directory.unwrap_or(Path::new(DIRECTORY))),
    })
}

/// How the command ends, by what was found.
fn ending(report: &Report, options: &Options) -> Result<ExitCode, Failure> {
    let count = |kind| -> usize {
        let modules = report.modules.iter();
        modules.map(|module| module.count(kind)).sum()
    };
    let modules = report.modules.iter();
    if modules
        .into_iter()
        .any(|module| !module.differences.is_empty())
    {
        let message = "suites would change; run it without --check to write them";
        return Err(Failure::new(FailureKind::Found, message));
    }
    let bugs = count(TestKind::Bug);
    if count(TestKind::Kept) + bugs + count(TestKind::Possible) == 0 {
        let message = "no test could be made; the report says why";
        return Err(Failure::new(FailureKind::NoTests, message));
    }
    if bugs > 0 && options.resolved().fail_on_bugs {
        let message = "bugs were found; see the tests that show them";
        return Err(Failure::new(FailureKind::Found, message));
    }
    Ok(ExitCode::SUCCESS)
}
