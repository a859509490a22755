//! What a C target is built with: the options, and the project's own
//! compilation database.

use std::path::{Path, PathBuf};
use std::time::Duration;

use everypath_c::carving::Compilation;
use everypath_c::{Limits, LoadRequest, toolchain};
use everypath_generate::{Failure, FailureKind, Settings, absolute};
use everypath_trace::Language;
use serde::Deserialize;

use crate::shell::words;

/// How long a compiler may take at least.
const SHORTEST_COMPILATION: Duration = Duration::from_secs(5);

/// One entry of `compile_commands.json`.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// How to load a source file, of which one unit may be all that runs.
pub(crate) fn load_request(
    source: &Path,
    part: Option<&str>,
    settings: &Settings,
    carved: Option<&Compilation>,
) -> Result<LoadRequest, Failure> {
    let clang = toolchain::find_clang(settings.c.clang.as_deref())
        .map_err(|message| Failure::new(FailureKind::Environment, message))?;
    let mut directory = std::env::current_dir().unwrap_or_default();
    let mut flags = settings.c.cflags.clone();
    if let Some(path) = &settings.c.compile_commands {
        let entry = database_entry(path, source)?;
        directory = entry.directory.clone();
        let mut own = match entry.arguments.is_empty() {
            true => words(&entry.command),
            false => entry.arguments,
        };
        own.append(&mut flags);
        flags = own;
    } else if let Some(compilation) = carved {
        directory = compilation.directory.clone();
        let mut own = compilation.flags.clone();
        own.append(&mut flags);
        flags = own;
    }
    Ok(LoadRequest {
        source: source.to_owned(),
        flags,
        directory,
        others: settings
            .c
            .sources
            .iter()
            .map(|path| absolute(path))
            .collect(),
        link: settings.c.link.clone(),
        clang,
        failing_allocations: !settings.c.allocations_succeed,
        stubs: false,
        // Some of the time may be needed for other things, but a file has its minimum.
        patience: settings.compile_time(SHORTEST_COMPILATION),
        // What an invariant needs is not looked for.
        focus: part
            .filter(|_| settings.invariant.is_none())
            .map(str::to_owned),
        goals: settings.criteria.kinds(),
        invariant: settings.invariant.clone(),
    })
}

/// The bounds of inputs.
pub(crate) fn limits(settings: &Settings) -> Limits {
    Limits {
        scope: settings.scope(Language::C),
        memory: settings.memory,
    }
}

fn database_entry(path: &Path, source: &Path) -> Result<Entry, Failure> {
    let path = if path.is_dir() {
        path.join("compile_commands.json")
    } else {
        path.to_owned()
    };
    let failed =
        |why: String| Failure::new(FailureKind::Files, format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(&path).map_err(|error| failed(error.to_string()))?;
    let entries: Vec<Entry> =
        serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let wanted = absolute(source);
    entries
        .into_iter()
        .find(|entry| absolute(&entry.directory.join(&entry.file)) == wanted)
        .ok_or_else(|| failed(format!("it has no entry for {}", source.display())))
}
