//! The command line tool: files, flags, configuration, progress, exit codes.

mod arguments;
mod c;
mod configuration;
mod doctor;
mod java;
mod measure;
mod progress;
mod python;
mod settings;
mod target;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Parser;
use everypath_generate::{Failure, FailureKind, Host, Progress as _};
use everypath_report::{ModuleReport, Report, TestKind, html, summary};

use arguments::{Arguments, Command, Generate, Options};
use configuration::Configuration;
use progress::Progress;

/// The exit code after Ctrl-C: what was found is kept and written.
const INTERRUPTED: u8 = 130;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Some(code) = c::act_as_compiler() {
        return code;
    }
    let result = match Arguments::parse().command {
        Command::Carve(command) => c::carve(&command),
        Command::Generate(command) => generate(&command),
        Command::Doctor(command) => {
            let findings = doctor::examine(command.python.as_deref(), command.jdk.as_deref());
            let _ = std::io::stdout().write_all(doctor::print(&findings).as_bytes());
            Ok(match doctor::is_healthy(&findings) {
                true => ExitCode::SUCCESS,
                false => ExitCode::from(FailureKind::Environment as u8),
            })
        }
    };
    result.unwrap_or_else(|failure| {
        eprintln!("everypath: {failure}");
        ExitCode::from(failure.kind as u8)
    })
}

fn generate(command: &Generate) -> Result<ExitCode, Failure> {
    let here = std::env::current_dir().map_err(|error| {
        Failure::new(
            FailureKind::Files,
            format!("the current directory cannot be read: {error}"),
        )
    })?;
    let configuration = if command.no_config {
        Configuration::default()
    } else {
        Configuration::load(command.config.as_deref(), &here)?
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
    let quiet = command.json || command.options.quiet.unwrap_or(false);
    let progress = Progress::new(quiet);
    let context = Host {
        cancelled: &cancelled,
        progress: &progress,
    };
    let clock = Instant::now();
    let mut report = Report {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        targets: texts.clone(),
        ..Report::default()
    };
    let mut failures: Vec<Failure> = Vec::new();
    for text in &texts {
        let options = command
            .options
            .clone()
            .over(configuration.options_for(text));
        let mut settings = settings::settings(&options)?;
        settings.pictures = command.json || options.html.is_some();
        report.options.extend(settings.shown());
        let mut take = |result: Result<ModuleReport, Failure>| match result {
            Ok(mut module) => {
                let found = |kind: &str| module.goals.iter().any(|goal| goal.kind == kind);
                module.warnings.extend(settings.criteria.missing(&found));
                report.modules.push(module);
            }
            Err(failure) => {
                progress.clear();
                failures.push(failure);
            }
        };
        if java::is_java(text, &settings) {
            for target in java::resolve(text, &settings, &java::jdk(&settings)?)? {
                if cancelled.load(Ordering::Relaxed) {
                    break;
                }
                take(java::generate(&target, &settings, &context));
            }
            continue;
        }
        for target in target::resolve(text)? {
            if cancelled.load(Ordering::Relaxed) {
                break;
            }
            take(match target.language() {
                target::Language::Python => python::generate(&target, &settings, &context),
                target::Language::C => c::generate(&target, &settings, &context),
            });
        }
    }
    progress.clear();
    report.seconds = clock.elapsed().as_secs_f64();
    let general = command.options.clone().over(configuration.general.clone());
    publish(&report, command, &general)?;
    let bugs = report
        .modules
        .iter()
        .any(|module| module.count(TestKind::Bug) > 0);
    if cancelled.load(Ordering::Relaxed) {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    // With several modules, one that cannot be loaded does not spoil the rest.
    for failure in &failures[..failures.len().saturating_sub(1)] {
        eprintln!("everypath: {failure}");
    }
    if let Some(failure) = failures.pop() {
        return Err(failure);
    }
    let tests = |kind| report.modules.iter().map(move |module| module.count(kind));
    if tests(TestKind::Kept)
        .chain(tests(TestKind::Bug))
        .sum::<usize>()
        == 0
    {
        return Err(Failure::new(
            FailureKind::NoTests,
            "no test could be made; the report says why",
        ));
    }
    if bugs && general.fail_on_bugs.unwrap_or(false) {
        return Err(Failure::new(
            FailureKind::Bugs,
            "bugs were found; see the tests that show them",
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the report, and writes it where the user asked for it.
fn publish(report: &Report, command: &Generate, options: &Options) -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    let text = if command.json {
        serde_json::to_string(report).expect("reports are plain data") + "\n"
    } else if options.quiet.unwrap_or(false) {
        String::new()
    } else {
        summary(report)
    };
    // A reader that went away is no failure of ours.
    let _ = output.write_all(text.as_bytes());
    let Some(path) = &options.html else {
        return Ok(());
    };
    std::fs::write(path, html(report)).map_err(|error| {
        let message = format!("{} cannot be written: {error}", path.display());
        Failure::new(FailureKind::Files, message)
    })
}
