//! What a C target is built with: the options, and the project's own
//! compilation database.

use std::path::{Path, PathBuf};
use std::time::Duration;

use everypath_c::carving::Compilation;
use everypath_c::stubs::Stubs;
use everypath_c::{Limits, LoadRequest, toolchain};
use everypath_generate::{Failure, FailureKind, Settings, absolute};
use everypath_trace::Language;
use serde::Deserialize;

use crate::shell::words;
use crate::{includes, project};

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

/// What a source is compiled with beside the options, by the compilers that may be found.
pub fn fingerprint(source: &Path, settings: &Settings) -> Option<String> {
    // What was carved is of runs that nobody can look up.
    if settings.c.contexts.is_some() {
        return None;
    }
    let (directory, flags) = flags(source, settings, None).ok()?;
    let here = directory.display().to_string();
    let flags: Vec<String> = flags.iter().map(|flag| flag.replace(&here, ".")).collect();
    Some(format!("{flags:?} {:?}", toolchain::installed()))
}

/// The directory that a source is compiled in, and the flags of its project.
fn flags(
    source: &Path,
    settings: &Settings,
    carved: Option<&Compilation>,
) -> Result<(PathBuf, Vec<String>), Failure> {
    let mut directory = std::env::current_dir().unwrap_or_default();
    let flags = if let Some(path) = &settings.c.compile_commands {
        let none = format!("it has no entry for {}", source.display());
        database_flags(path, source, &directory)?.ok_or_else(|| unread(path, &none))?
    } else if let Some(compilation) = carved {
        directory = compilation.directory.clone();
        compilation.flags.clone()
    } else {
        let database = project::database(source, &directory);
        // What is found without being asked for may know other sources only.
        let own = database.and_then(|path| database_flags(&path, source, &directory).ok()?);
        own.unwrap_or_else(|| {
            let mut flags = project::configured(&directory);
            flags.extend(includes::flags(source, &directory));
            flags
        })
    };
    Ok((directory, flags))
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
    let (directory, mut flags) = flags(source, settings, carved)?;
    flags.extend(settings.c.cflags.iter().cloned());
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
        stubs: Stubs::None,
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

/// The flags that a compilation database has for a source, seen from a directory; `None` if
/// it does not know the source.
fn database_flags(
    path: &Path,
    source: &Path,
    directory: &Path,
) -> Result<Option<Vec<String>>, Failure> {
    let path = if path.is_dir() {
        path.join("compile_commands.json")
    } else {
        path.to_owned()
    };
    let text = std::fs::read_to_string(&path).map_err(|error| unread(&path, &error.to_string()))?;
    let entries: Vec<Entry> =
        serde_json::from_str(&text).map_err(|error| unread(&path, &error.to_string()))?;
    let wanted = absolute(source);
    let entry = entries
        .into_iter()
        .find(|entry| absolute(&entry.directory.join(&entry.file)) == wanted);
    Ok(entry.map(|entry| {
        let flags = match entry.arguments.is_empty() {
            true => words(&entry.command),
            false => entry.arguments,
        };
        project::moved(&flags, &entry.directory, directory)
    }))
}

fn unread(path: &Path, why: &str) -> Failure {
    Failure::new(FailureKind::Files, format!("{}: {why}", path.display()))
}
