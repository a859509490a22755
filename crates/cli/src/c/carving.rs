//! `everypath carve`: a command runs with a compiler and programs that record;
//! what was recorded is checked, kept, and told.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

use everypath_c::carving::{
    Aside, Context, RECORDS_VARIABLE, SESSION_VARIABLE, Session, Store, plainly, read_records,
};
use everypath_c::toolchain;
use indexmap::{IndexMap, IndexSet};

use super::replaying::check;
use super::requests::words;
use crate::arguments::Carve;
use everypath_generate::{Failure, FailureKind};

/// The names under which builds call a C compiler.
const COMPILERS: [&str; 5] = ["cc", "gcc", "clang", "c99", "x86_64-linux-gnu-gcc"];

/// If this process was started as a compiler, does what one does.
pub fn act_as_compiler() -> Option<ExitCode> {
    let mut arguments: Vec<String> = std::env::args_os()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let own = Path::new(arguments.first()?).file_name()?.to_str()?;
    if !COMPILERS.contains(&own) {
        if arguments.get(1).is_none_or(|word| word != "cc") {
            return None;
        }
        arguments.remove(0);
    }
    // Within a session the compiler is known: looking for one would find us.
    if let Some(directory) = std::env::var_os(SESSION_VARIABLE) {
        let session = Session::open(Path::new(&directory));
        return Some(ExitCode::from(session.compile(&arguments[1..]) as u8));
    }
    let clang = match toolchain::find_clang(None) {
        Ok(clang) => clang,
        Err(message) => {
            eprintln!("everypath: {message}");
            return Some(ExitCode::from(FailureKind::Environment as u8));
        }
    };
    Some(ExitCode::from(plainly(&clang.path, &arguments[1..]) as u8))
}

/// What became of one function.
struct Carved {
    function: String,
    calls: usize,
    kept: usize,
    added: usize,
    aside: Vec<Aside>,
    bytes: u64,
    exits: usize,
}

/// Runs a command and keeps the contexts of functions.
pub fn carve(command: &Carve) -> Result<ExitCode, Failure> {
    let clang = toolchain::find_clang(command.clang.as_deref())
        .map_err(|message| Failure::new(FailureKind::Environment, message))?;
    let files = |message: String| Failure::new(FailureKind::Files, message);
    let directory = tempfile::Builder::new()
        .prefix("everypath-carve-")
        .tempdir()
        .map_err(|error| files(format!("no temporary directory: {error}")))?;
    let session = Session::begin(directory.path(), &clang, &command.functions).map_err(files)?;
    let own = std::env::current_exe().map_err(|error| files(error.to_string()))?;
    for name in COMPILERS {
        std::os::unix::fs::symlink(&own, session.bin().join(name))
            .map_err(|error| files(format!("{}: {error}", session.bin().display())))?;
    }
    let program = build(command, &session, directory.path())?;
    let clock = Instant::now();
    let ended = run(command, &session, directory.path(), program.as_deref())?;
    let seconds = clock.elapsed().as_secs_f64();
    let mut warnings = session.problems();
    if let Some(words) = ended {
        warnings.push(words);
    }
    let (contexts, broken) = collect(&session.records());
    if broken > 0 {
        warnings.push(format!(
            "{broken} records were cut off and are left out: a program was killed while it wrote them"
        ));
    }
    let store = Store::new(command.contexts.as_deref().unwrap_or(Path::new("contexts")));
    store
        .add_compilations(&session.compilations())
        .map_err(files)?;
    let mut carved = Vec::new();
    for function in &command.functions {
        let found: Vec<&Context> = contexts
            .iter()
            .filter(|context| context.function == *function)
            .collect();
        carved.push(keep(
            function,
            &found,
            &store,
            command,
            &clang,
            &mut warnings,
        )?);
    }
    let overhead = Overhead::read(&session.records(), seconds);
    tell(command, &carved, &warnings, &overhead);
    let compiled = !session.compilations().is_empty();
    if carved.iter().all(|one| one.calls == 0) {
        let names = command.functions.join(", ");
        return Err(match compiled {
            true => Failure::new(
                FailureKind::NoTests,
                format!("no call of {names} was seen while the command ran"),
            ),
            false => Failure::new(
                FailureKind::Target,
                "the command compiled nothing with the carving compiler; let it build with $CC, give sources with --source, or clean the build first",
            ),
        });
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the program of the given sources; its path.
fn build(command: &Carve, session: &Session, directory: &Path) -> Result<Option<PathBuf>, Failure> {
    let Some(first) = command.source.first() else {
        return Ok(None);
    };
    let name = first.file_stem().unwrap_or_default();
    let program = session.bin().join(name);
    let mut arguments: Vec<String> = words(command.cflags.as_deref().unwrap_or_default());
    for source in &command.source {
        if !source.is_file() {
            let message = format!("{}: there is no such file", source.display());
            return Err(Failure::new(FailureKind::Target, message));
        }
        arguments.push(source.display().to_string());
    }
    arguments.extend(["-lm".to_owned(), "-o".to_owned()]);
    arguments.push(program.display().to_string());
    let _ = directory;
    match session.compile(&arguments) {
        0 => Ok(Some(program)),
        _ => Err(Failure::new(
            FailureKind::Target,
            format!(
                "{} cannot be built: {}",
                first.display(),
                session.problems().join("; ")
            ),
        )),
    }
}

/// Runs the command; in words, how it ended if not well.
fn run(
    command: &Carve,
    session: &Session,
    directory: &Path,
    program: Option<&Path>,
) -> Result<Option<String>, Failure> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut paths = vec![session.bin()];
    paths.extend(std::env::split_paths(&path));
    let path = std::env::join_paths(paths)
        .map_err(|error| Failure::new(FailureKind::Files, error.to_string()))?;
    let mut list: Vec<String> = command.command.clone();
    if let (Some(program), Some(word)) = (program, list.first_mut())
        && Path::new(word.as_str()).file_name() == program.file_name()
    {
        *word = program.display().to_string();
    }
    let mut child = Command::new(&list[0]);
    child
        .args(&list[1..])
        .env("PATH", path)
        .env("CC", session.bin().join("cc"))
        .env(SESSION_VARIABLE, directory)
        .env(RECORDS_VARIABLE, session.records())
        .env(
            "EVERYPATH_CONTEXT_BYTES",
            (command.max_context_size.unwrap_or(8) << 20).to_string(),
        )
        .process_group(0);
    if let Some(program) = program {
        child.env("EVERYPATH_PROGRAM", program);
    }
    if command.json {
        child.stdout(std::io::stderr());
    }
    let child = child.spawn().map_err(|error| {
        Failure::new(
            FailureKind::Usage,
            format!("{} cannot be run: {error}", list[0]),
        )
    })?;
    let limit = Duration::try_from_secs_f64(command.time.unwrap_or(3600.0))
        .map_err(|_| Failure::new(FailureKind::Usage, "--time: give a number of seconds"))?;
    Ok(wait(child, limit))
}

/// Waits for the command, and ends its processes if it takes too long.
fn wait(mut child: Child, limit: Duration) -> Option<String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return None,
            Ok(Some(status)) => {
                return Some(format!(
                    "the command failed ({status}); what it did until then is kept"
                ));
            }
            Ok(None) if start.elapsed() < limit => std::thread::sleep(Duration::from_millis(5)),
            _ => {
                let group = format!("-{}", child.id());
                // The group is the command's own; a failure means that it is gone.
                let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
                let _ = child.wait();
                return Some(format!(
                    "the command was stopped after {} seconds; what it did until then is kept",
                    limit.as_secs_f64()
                ));
            }
        }
    }
}

/// The records of all processes, each once.
fn collect(records: &Path) -> (Vec<Context>, usize) {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(records)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "records"))
        .collect();
    paths.sort();
    let mut all = IndexMap::new();
    let mut broken = 0;
    for path in paths {
        let (found, wrong) = read_records(&std::fs::read(&path).unwrap_or_default());
        broken += wrong;
        all.extend(found.into_iter().map(|context| (context.hash, context)));
    }
    // The order in which processes ran is not the same each time.
    all.sort_keys();
    (all.into_values().collect(), broken)
}

/// Keeps the contexts of one function: those with different traces first.
fn keep(
    function: &str,
    found: &[&Context],
    store: &Store,
    command: &Carve,
    clang: &toolchain::Clang,
    warnings: &mut Vec<String>,
) -> Result<Carved, Failure> {
    let files = |message: String| Failure::new(FailureKind::Files, message);
    let mut carved = Carved {
        function: function.to_owned(),
        calls: found.len(),
        kept: 0,
        added: 0,
        aside: Vec::new(),
        bytes: 0,
        exits: 0,
    };
    if found.is_empty() {
        return Ok(carved);
    }
    let most = command.max_contexts.unwrap_or(50);
    let mut traces = IndexSet::new();
    let (mut chosen, rest): (Vec<&Context>, Vec<&Context>) = found
        .iter()
        .partition(|context| traces.insert(context.trace.clone()));
    chosen.sort_by_key(|context| context.bytes);
    chosen.extend(rest);
    chosen.truncate(most);
    let chosen: Vec<Context> = chosen.into_iter().cloned().collect();
    carved.added = store.add(function, &chosen).map_err(files)?;
    carved.aside = check(function, &chosen, store, clang, warnings);
    store.set_aside(function, &carved.aside).map_err(files)?;
    let aside: IndexSet<u64> = carved.aside.iter().map(|one| one.hash).collect();
    let good: Vec<&Context> = chosen
        .iter()
        .filter(|context| !aside.contains(&context.hash))
        .collect();
    carved.kept = good.len();
    carved.bytes = good.iter().map(|context| context.bytes).sum();
    carved.exits = good.iter().map(|context| context.exits.len()).sum();
    Ok(carved)
}

/// What recording cost.
struct Overhead {
    recording: f64,
    running: f64,
    command: f64,
}

impl Overhead {
    fn read(records: &Path, command: f64) -> Overhead {
        let text = std::fs::read_to_string(records.join("times")).unwrap_or_default();
        let (mut recording, mut running) = (0.0, 0.0);
        for line in text.lines() {
            let numbers: Vec<f64> = line
                .split(' ')
                .filter_map(|word| word.parse().ok())
                .collect();
            if let [spent, lived, _] = numbers[..] {
                recording += spent / 1e9;
                running += lived / 1e9;
            }
        }
        Overhead {
            recording,
            running,
            command,
        }
    }
}

fn tell(command: &Carve, carved: &[Carved], warnings: &[String], overhead: &Overhead) {
    if command.json {
        let functions: Vec<serde_json::Value> = carved
            .iter()
            .map(|one| {
                serde_json::json!({
                    "function": one.function,
                    "contexts": one.calls,
                    "kept": one.kept,
                    "new": one.added,
                    "bytes": one.bytes,
                    "callee_exits": one.exits,
                    "set_aside": one.aside.iter().map(|aside| aside.reason.clone()).collect::<Vec<_>>(),
                })
            })
            .collect();
        let report = serde_json::json!({
            "functions": functions,
            "warnings": warnings,
            "command_seconds": overhead.command,
            "program_seconds": overhead.running,
            "recording_seconds": overhead.recording,
        });
        println!("{report}");
        return;
    }
    for one in carved {
        let mean = one.bytes.checked_div(one.kept as u64).unwrap_or(0);
        println!(
            "{}: {} contexts of {} different calls kept, {} bytes and {} callee returns on average; {} set aside",
            one.function,
            one.kept,
            one.calls,
            mean,
            one.exits.checked_div(one.kept).unwrap_or(0),
            one.aside.len(),
        );
        let mut reasons: IndexMap<&str, usize> = IndexMap::new();
        for aside in &one.aside {
            *reasons.entry(&aside.reason).or_default() += 1;
        }
        for (reason, count) in reasons {
            println!("  {count} set aside: {reason}");
        }
    }
    for warning in warnings {
        println!("warning: {warning}");
    }
    println!(
        "the command took {:.2} s; in programs that record, {:.3} s of {:.3} s went into recording",
        overhead.command, overhead.recording, overhead.running
    );
}
