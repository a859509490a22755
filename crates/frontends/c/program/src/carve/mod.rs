//! `everypath carve`: a command runs with a compiler and programs that record;
//! what was recorded is checked, kept, and told.

mod compiler;
mod replay;
mod report;

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use everypath_c::carving::{
    Context, RECORDS_VARIABLE, SESSION_VARIABLE, Session, Store, read_records,
};
use everypath_c::toolchain;
use everypath_confine::wait_at_most;
use everypath_generate::{Failure, FailureKind};
use indexmap::{IndexMap, IndexSet};

use compiler::COMPILERS;
pub use compiler::act_as_compiler;
use replay::check;
pub use report::Report;
use report::{Function, Overhead};

/// What is to be carved, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// The functions whose calls are kept.
    pub functions: Vec<String>,
    /// Sources of a program that is built before the command runs; without them, what
    /// the command compiles is carved.
    pub sources: Vec<PathBuf>,
    /// Flags that the sources are compiled and linked with.
    pub flags: Vec<String>,
    /// Where contexts are kept.
    pub contexts: PathBuf,
    /// Contexts kept of each function.
    pub most_contexts: usize,
    /// Bytes of one context.
    pub most_bytes: u64,
    /// How long the command may take.
    pub time: Duration,
    /// The clang to use.
    pub clang: Option<PathBuf>,
    /// Whether what the command prints goes to standard error.
    pub keeps_output_free: bool,
    /// The command; it has one word at least.
    pub command: Vec<String>,
}

/// Runs a command and keeps the contexts of functions.
pub fn carve(request: &Request) -> Result<Report, Failure> {
    let clang = toolchain::find_clang(request.clang.as_deref())
        .map_err(|message| Failure::new(FailureKind::Environment, message))?;
    let files = |message: String| Failure::new(FailureKind::Files, message);
    let directory = tempfile::TempDir::with_prefix("everypath-carve-")
        .map_err(|error| files(format!("no temporary directory: {error}")))?;
    let session = Session::begin(directory.path(), &clang, &request.functions).map_err(files)?;
    let own = std::env::current_exe().map_err(|error| files(error.to_string()))?;
    for name in COMPILERS {
        std::os::unix::fs::symlink(&own, session.bin().join(name))
            .map_err(|error| files(format!("{}: {error}", session.bin().display())))?;
    }
    let program = build(request, &session)?;
    let clock = Instant::now();
    let ended = run(request, &session, directory.path(), program.as_deref())?;
    let seconds = clock.elapsed().as_secs_f64();
    let mut warnings = session.problems();
    warnings.extend(ended);
    let (contexts, broken) = collect(&session.records());
    if broken > 0 {
        warnings.push(format!(
            "{broken} records were cut off and are left out: a program was killed while it wrote them"
        ));
    }
    let store = Store::new(&request.contexts);
    let compilations = session.compilations();
    store.add_compilations(&compilations).map_err(files)?;
    let mut functions = Vec::new();
    for function in &request.functions {
        let found = contexts.iter();
        let found: Vec<&Context> = found.filter(|one| one.function == *function).collect();
        functions.push(keep(
            function,
            &found,
            &store,
            request,
            &clang,
            &mut warnings,
        )?);
    }
    Ok(Report {
        functions,
        warnings,
        overhead: Overhead::read(&session.records(), seconds),
        compiled: !compilations.is_empty(),
    })
}

/// Builds the program of the given sources; its path.
fn build(request: &Request, session: &Session) -> Result<Option<PathBuf>, Failure> {
    let Some(first) = request.sources.first() else {
        return Ok(None);
    };
    let name = first.file_stem().unwrap_or_default();
    let program = session.bin().join(name);
    let mut arguments = request.flags.clone();
    for source in &request.sources {
        if !source.is_file() {
            let message = format!("{}: there is no such file", source.display());
            return Err(Failure::new(FailureKind::Target, message));
        }
        arguments.push(source.display().to_string());
    }
    arguments.extend(["-lm".to_owned(), "-o".to_owned()]);
    arguments.push(program.display().to_string());
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
    request: &Request,
    session: &Session,
    directory: &Path,
    program: Option<&Path>,
) -> Result<Option<String>, Failure> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut paths = vec![session.bin()];
    paths.extend(std::env::split_paths(&path));
    let path = std::env::join_paths(paths)
        .map_err(|error| Failure::new(FailureKind::Files, error.to_string()))?;
    let mut list: Vec<String> = request.command.clone();
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
        .env("EVERYPATH_CONTEXT_BYTES", request.most_bytes.to_string())
        .process_group(0);
    if let Some(program) = program {
        child.env("EVERYPATH_PROGRAM", program);
    }
    if request.keeps_output_free {
        child.stdout(std::io::stderr());
    }
    let child = child.spawn().map_err(|error| {
        Failure::new(
            FailureKind::Usage,
            format!("{} cannot be run: {error}", list[0]),
        )
    })?;
    Ok(wait(child, request.time))
}

/// Waits for the command, and ends its processes if it takes too long.
fn wait(mut child: Child, limit: Duration) -> Option<String> {
    match wait_at_most(&mut child, limit) {
        Ok(Some(status)) if status.success() => None,
        Ok(Some(status)) => Some(format!(
            "the command failed ({status}); what it did until then is kept"
        )),
        _ => Some(format!(
            "the command was stopped after {} seconds; what it did until then is kept",
            limit.as_secs_f64()
        )),
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
    request: &Request,
    clang: &toolchain::Clang,
    warnings: &mut Vec<String>,
) -> Result<Function, Failure> {
    let files = |message: String| Failure::new(FailureKind::Files, message);
    let mut carved = Function {
        name: function.to_owned(),
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
    let mut traces = IndexSet::new();
    let (mut chosen, rest): (Vec<&Context>, Vec<&Context>) = found
        .iter()
        .partition(|context| traces.insert(context.trace.clone()));
    chosen.sort_by_key(|context| context.bytes);
    chosen.extend(rest);
    chosen.truncate(request.most_contexts);
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
