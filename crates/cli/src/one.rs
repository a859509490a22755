//! One module of a command: it is loaded and its suite is made, in a thread of its own.

use std::time::Instant;

use everypath_c_program::CProgram;
use everypath_generate::{Failure, FailureKind, Ground, Host, Program, STACK, Settings};
use everypath_jvm_program::JavaProgram;
use everypath_python_program::PythonProgram;
use everypath_report::ModuleReport;

use crate::target::Target;

/// What a module rests on, where that is known, and what became of it.
pub(crate) type Made = (Option<Ground>, Result<ModuleReport, Failure>);

/// Generates the suite of one target, in a thread whose stack is as deep as the calls that
/// are followed. A defect of ours costs this target and no other.
pub(crate) fn suite_of(target: &Target, settings: &Settings, host: &Host) -> Made {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let working = thread.spawn_scoped(scope, || load_and_generate(target, settings, host));
        match working {
            Ok(working) => working.join().unwrap_or_else(|_| {
                let message = format!(
                    "internal error while working on {}; please report it with the message above",
                    target.text()
                );
                (None, Err(Failure::new(FailureKind::Target, message)))
            }),
            Err(error) => {
                let message = format!("no thread can be started: {error}");
                (None, Err(Failure::new(FailureKind::Environment, message)))
            }
        }
    })
}

fn load_and_generate(target: &Target, settings: &Settings, host: &Host) -> Made {
    let clock = Instant::now();
    host.progress.phase("loading");
    let mut program = match load(target, settings) {
        Ok(program) => program,
        Err(mut failure) => return (failure.ground.take().map(|it| *it), Err(failure)),
    };
    let seconds = clock.elapsed().as_secs_f64();
    let ground = program.ground();
    let result = everypath_generate::generate(&mut *program, settings, host);
    let result = result.map(|mut module| {
        module.phases.shift_insert(0, "load".to_owned(), seconds);
        let found = |kind: &str| module.goals.iter().any(|goal| goal.kind == kind);
        module.warnings.extend(settings.criteria.missing(&found));
        let unprotected = everypath_confine::missing();
        let unprotected = unprotected.iter().map(ToString::to_string);
        module.warnings.extend(unprotected);
        module
    });
    (ground, result)
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
