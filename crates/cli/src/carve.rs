//! `everypath carve`: its options, and what it prints.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use everypath_c_program::{carve::Request, words};
use everypath_generate::{Failure, FailureKind};

use crate::arguments::Carve;

/// Contexts kept of each function.
const MOST_CONTEXTS: usize = 50;
/// Megabytes of one context.
const MOST_MEGABYTES: u64 = 8;
/// Seconds that the command may take.
const MOST_SECONDS: f64 = 3600.0;

/// Runs a command, keeps the contexts of functions, and tells what was kept.
pub(crate) fn carve(command: &Carve) -> Result<ExitCode, Failure> {
    let carved = everypath_c_program::carve::carve(&request(command)?)?;
    let text = match command.json {
        true => format!("{}\n", carved.json()),
        false => carved.text(),
    };
    // A reader that went away is no failure of ours.
    let _ = std::io::stdout().write_all(text.as_bytes());
    carved.failure().map_or(Ok(ExitCode::SUCCESS), Err)
}

fn request(command: &Carve) -> Result<Request, Failure> {
    let time = Duration::try_from_secs_f64(command.time.unwrap_or(MOST_SECONDS))
        .map_err(|_| Failure::new(FailureKind::Usage, "--time: give a number of seconds"))?;
    let contexts = command.contexts.clone();
    Ok(Request {
        functions: command.functions.clone(),
        sources: command.source.clone(),
        flags: words(command.cflags.as_deref().unwrap_or_default()),
        contexts: contexts.unwrap_or_else(|| PathBuf::from("contexts")),
        most_contexts: command.max_contexts.unwrap_or(MOST_CONTEXTS),
        most_bytes: command.max_context_size.unwrap_or(MOST_MEGABYTES) << 20,
        time,
        clang: command.clang.clone(),
        keeps_output_free: command.json,
        command: command.command.clone(),
    })
}
