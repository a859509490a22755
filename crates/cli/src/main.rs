//! The command line tool: targets, flags, configuration, progress, exit codes.

#![allow(
    clippy::print_stderr,
    reason = "messages and results are for the terminal"
)]

mod arguments;
mod budget;
mod carve;
mod cluster;
mod configuration;
#[cfg(test)]
mod conformance;
mod doctor;
mod events;
mod explain;
mod generate;
mod manual;
mod memory;
mod merge;
mod one;
mod preconditions;
mod processors;
mod progress;
mod publish;
mod run;
mod settings;
mod shard;
mod target;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use everypath_generate::{Failure, FailureKind};

use arguments::{Arguments, Command};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let other =
        everypath_confine::act_as_reaper().or_else(everypath_c_program::carve::act_as_compiler);
    if let Some(code) = other {
        return code;
    }
    let arguments = Arguments::parse();
    if let Command::Generate(command) = &arguments.command
        && let Some(address) = &command.on
    {
        return cluster::hand_over(address, command).unwrap_or_else(failed);
    }
    if matches!(arguments.command, Command::Carve(_) | Command::Generate(_))
        && let Err(error) = everypath_confine::supervise()
    {
        eprintln!("everypath: no temporary directory can be made: {error}");
        return ExitCode::from(FailureKind::Files as u8);
    }
    let result = match arguments.command {
        Command::Carve(command) => carve::carve(&command),
        Command::Generate(command) => generate::generate(&command),
        Command::Preconditions(command) => preconditions::preconditions(&command),
        Command::Merge(command) => merge::merge(&command),
        Command::Explain { place, cache } => explain::explain(&place, cache.as_deref()),
        Command::Replay { test, cache } => explain::replay(&test, cache.as_deref()),
        Command::Schema => {
            let _ = std::io::stdout().write_all(everypath_report::SCHEMA.as_bytes());
            Ok(ExitCode::SUCCESS)
        }
        Command::Completions { shell } => Ok(manual::completions(shell)),
        Command::Manual => Ok(manual::manual()),
        Command::Doctor(command) => {
            let findings = doctor::examine(command.python.as_deref(), command.jdk.as_deref());
            let _ = std::io::stdout().write_all(doctor::print(&findings).as_bytes());
            Ok(match doctor::is_healthy(&findings) {
                true => ExitCode::SUCCESS,
                false => ExitCode::from(FailureKind::Environment as u8),
            })
        }
    };
    result.unwrap_or_else(failed)
}

/// Says why a command could not do what it was asked.
fn failed(failure: Failure) -> ExitCode {
    eprintln!("everypath: {failure}");
    ExitCode::from(failure.kind as u8)
}
