//! `everypath preconditions`: what callers of C functions see to. Nothing of the subject runs.

use std::io::Write;
use std::process::ExitCode;

use everypath_generate::{Failure, FailureKind};
use everypath_jvm_program::Jdks;

use crate::arguments::{Options, Preconditions};
use crate::configuration::Configuration;
use crate::settings::settings;
use crate::target::{self, Target};

/// Prints the preconditions of a file or function.
pub(crate) fn preconditions(command: &Preconditions) -> Result<ExitCode, Failure> {
    let here = std::env::current_dir().map_err(|error| {
        let message = format!("the current directory cannot be read: {error}");
        Failure::new(FailureKind::Files, message)
    })?;
    let configuration = Configuration::load(None, &here)?;
    let given = Options {
        cflags: command.cflags.clone(),
        compile_commands: command.compile_commands.clone(),
        contexts: command.contexts.clone(),
        clang: command.clang.clone(),
        ..Options::default()
    };
    let options = given.over(configuration.options_for(&command.target));
    let settings = settings(&options)?;
    let (targets, _) = target::resolve(&command.target, &settings, &mut Jdks::default())?;
    let [Target::C(target)] = targets.as_slice() else {
        let message = format!("{}: name a C file, or a function of it", command.target);
        return Err(Failure::new(FailureKind::Target, message));
    };
    let text = everypath_c_program::preconditions(target, &settings)?;
    // A reader that went away is no failure of ours.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::SUCCESS)
}
