//! `everypath generate`: targets become programs, and programs suites.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use everypath_c_program::CProgram;
use everypath_confine::Warden;
use everypath_generate::{Claims, Failure, FailureKind, Host, Program, STACK, Settings};
use everypath_jvm_program::{JavaProgram, Jdks};
use everypath_python_program::PythonProgram;
use everypath_report::{
    ModuleReport, ProofsReport, Report, TestKind, annotations, cobertura, headline, html,
    junit_xml, lcov, sarif, summary,
};

use crate::arguments::{Generate, Options};
use crate::configuration::Configuration;
use crate::journal::Journal;
use crate::progress::Progress;
use crate::settings::settings;
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
    let progress = Progress::new(quiet);
    let claims = Claims::default();
    let host = Host {
        cancelled: &cancelled,
        progress: &progress,
        claims: &claims,
    };
    let clock = Instant::now();
    let mut report = Report {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        targets: texts.clone(),
        ..Report::default()
    };
    let mut failures: Vec<Failure> = Vec::new();
    let mut jdks = Jdks::default();
    let mut modules = Vec::new();
    for text in &texts {
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
    let journal = match command.check {
        true => Journal::none(),
        false => Journal::of(&modules),
    };
    for (place, (target, settings)) in modules.iter().enumerate() {
        if host.is_cancelled() {
            break;
        }
        progress.begin(place + 1, modules.len());
        if let Some(module) = journal.done(place) {
            let headline = headline(&module);
            progress.end(&format!("{headline}, before the command was cut off"));
            report.modules.push(module);
            continue;
        }
        match one(target, settings, &host) {
            Ok(module) => {
                journal.note(place, &module);
                progress.end(&headline(&module));
                report.modules.push(module);
            }
            Err(failure) => {
                progress.end(&failure.to_string());
                // Among others, one that holds nothing is what everybody expects.
                if failure.kind != FailureKind::Nothing || modules.len() == 1 {
                    failures.push(failure);
                }
            }
        }
    }
    if !host.is_cancelled() {
        journal.close();
    }
    report.seconds = clock.elapsed().as_secs_f64();
    let proofs = report.modules.iter().map(|module| module.proofs);
    report.proofs = proofs.fold(ProofsReport::default(), ProofsReport::and);
    let general = command.options.clone().over(configuration.general);
    publish(&report, command, &general)?;
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

/// Generates the suite of one target, in a thread whose stack is as deep as the calls that
/// are followed. A defect of ours costs this target and no other.
fn one(target: &Target, settings: &Settings, host: &Host) -> Result<ModuleReport, Failure> {
    let _warden = Warden::start(settings.memory);
    let module = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let working = thread.spawn_scoped(scope, || load_and_generate(target, settings, host));
        let working = working.map_err(|error| {
            let message = format!("no thread can be started: {error}");
            Failure::new(FailureKind::Environment, message)
        })?;
        working.join().unwrap_or_else(|_| {
            let message = format!(
                "internal error while working on {}; please report it with the message above",
                target.text()
            );
            Err(Failure::new(FailureKind::Target, message))
        })
    });
    module.map(|mut module| {
        let found = |kind: &str| module.goals.iter().any(|goal| goal.kind == kind);
        module.warnings.extend(settings.criteria.missing(&found));
        let unprotected = everypath_confine::missing();
        let unprotected = unprotected.iter().map(ToString::to_string);
        module.warnings.extend(unprotected);
        module
    })
}

fn load_and_generate(
    target: &Target,
    settings: &Settings,
    host: &Host,
) -> Result<ModuleReport, Failure> {
    let clock = Instant::now();
    host.progress.phase("loading");
    let mut program = load(target, settings)?;
    let seconds = clock.elapsed().as_secs_f64();
    let mut module = everypath_generate::generate(&mut *program, settings, host)?;
    module.phases.shift_insert(0, "load".to_owned(), seconds);
    Ok(module)
}

/// Loads a target as a program of its language.
pub(crate) fn load<'a>(
    target: &'a Target,
    settings: &'a Settings,
) -> Result<Box<dyn Program + 'a>, Failure> {
    Ok(match target {
        Target::Python(target) => Box::new(PythonProgram::load(target, settings)?),
        Target::Java(target) => Box::new(JavaProgram::load(target, settings)?),
        Target::C(target) => Box::new(CProgram::load(target, settings)?),
    })
}

/// How files would change, where nothing was to be written.
fn differences(report: &Report) -> String {
    let all = report.modules.iter().flat_map(|module| &module.differences);
    all.map(|one| one.diff.as_str()).collect()
}

/// What writes a report in some format.
type Format = fn(&Report) -> String;

/// Prints the report, and writes it where the user asked for it.
fn publish(report: &Report, command: &Generate, options: &Options) -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    let text = if command.json {
        serde_json::to_string(report).expect("reports are plain data") + "\n"
    } else if options.resolved().quiet {
        String::new()
    } else {
        differences(report) + &summary(report)
    };
    // A reader that went away is no failure of ours.
    let _ = output.write_all(text.as_bytes());
    let options = options.resolved();
    if options.annotations && !command.json {
        let _ = output.write_all(annotations(report).as_bytes());
    }
    let files: [(&Option<PathBuf>, Format); 5] = [
        (&options.html, html),
        (&options.sarif, sarif),
        (&options.junit_xml, junit_xml),
        (&options.lcov, lcov),
        (&options.cobertura, cobertura),
    ];
    for (path, format) in files {
        if let Some(path) = path {
            everypath_generate::save(path, Some(&format(report)))?;
        }
    }
    Ok(())
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
    if count(TestKind::Kept) + bugs == 0 {
        let message = "no test could be made; the report says why";
        return Err(Failure::new(FailureKind::NoTests, message));
    }
    if bugs > 0 && options.resolved().fail_on_bugs {
        let message = "bugs were found; see the tests that show them";
        return Err(Failure::new(FailureKind::Found, message));
    }
    Ok(ExitCode::SUCCESS)
}
