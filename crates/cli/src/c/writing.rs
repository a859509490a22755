//! From kept inputs to files: they are made small, observed on the unchanged
//! source, written as tests, and run before they are kept.

use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use everypath_c::{LoadRequest, Part, toolchain};
use everypath_emit::c::{self, Case, Ending};
use everypath_emit::{File, may_write};
use everypath_report::{Measured, ModuleReport, TestKind, TestReport};
use everypath_suite::{Candidate, Suite};
use everypath_term::{Terms, Value};
use everypath_trace::{Executor, Outcome, RunLimits};
use rustix::process::{Pid, Signal, kill_process_group};

use super::exploring::{CARVED_DECISIONS, Facts};
use super::measuring;
use super::recipes::recipe;
use super::stages::Staged;
use crate::arguments::CFramework;
use crate::exit::{Failure, FailureKind};
use crate::files::{absolute, relative, save, shown};
use crate::settings::Settings;
use crate::shrinking::shrink_inputs;
use crate::target::Target;
use crate::verdicts::{KeptTests, dropped};

/// How much longer than one run a test may take.
const TEST_PATIENCE: u32 = 5;
/// What sanitizers make of the tests that show bugs.
const SANITIZERS: [&str; 3] = [
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// What writing a suite needs.
pub struct Writing<'a> {
    /// The program.
    pub facts: &'a Facts,
    /// The settings.
    pub settings: &'a Settings,
    /// How it was loaded.
    pub request: &'a LoadRequest,
    /// What the user pointed at.
    pub target: &'a Target,
}

impl Writing<'_> {
    fn limits(&self) -> RunLimits {
        RunLimits {
            decisions: self.settings.max_depth.max(match self.settings.c.contexts {
                Some(_) => CARVED_DECISIONS,
                None => 0,
            }),
            time: self.settings.timeout,
        }
    }

    fn choose(&self, executor: &mut Staged, unit: &str) {
        if let Some(index) = self.facts.units.iter().position(|known| known.name == unit) {
            executor.choose(index, Part::Call);
        }
    }

    /// Makes the inputs of a suite smaller.
    pub fn shrink(&self, executor: &mut Staged, suite: &mut Suite) {
        shrink_inputs(executor, suite, self.settings, &mut |executor, unit| {
            self.choose(executor, unit);
            true
        });
    }

    /// Writes the suite and says in the report what became of each candidate.
    pub fn write(
        &self,
        executor: &mut Staged,
        suite: &Suite,
        report: &mut ModuleReport,
    ) -> Result<KeptTests, Failure> {
        let candidates: Vec<&Candidate> = suite.tests.iter().chain(&suite.failures).collect();
        let mut directory = tempfile::tempdir().map_err(|error| {
            Failure::new(
                FailureKind::Files,
                format!("no temporary directory: {error}"),
            )
        })?;
        if std::env::var_os("EVERYPATH_KEEP").is_some() {
            directory.disable_cleanup(true);
            eprintln!("everypath: keeping {}", directory.path().display());
        }
        let compiler = toolchain::find_compiler(Some(&self.request.clang))
            .map_err(|message| Failure::new(FailureKind::Environment, message))?;
        let building = Building {
            compiler: &compiler,
            request: self.request,
            directory: directory.path(),
            patience: self.settings.timeout * TEST_PATIENCE,
        };
        let mut cases = self.cases(executor, &candidates, report);
        let clock = Instant::now();
        let mut missing = Vec::new();
        self.observe(&building, &mut cases, &candidates, report, &mut missing)?;
        report
            .phases
            .insert("observe".to_owned(), clock.elapsed().as_secs_f64());
        let (tests_path, bugs_path) = self.paths();
        for path in [&tests_path, &bugs_path] {
            if !self.settings.force {
                may_write(path).map_err(|error| {
                    let message = format!(
                        "{error}; use --force to overwrite it, or --out to write elsewhere"
                    );
                    Failure::new(FailureKind::Files, message)
                })?;
            }
        }
        let mut options = self.options(&tests_path);
        options.missing = missing;
        let mut emitted = c::emit(&cases, &options);
        let clock = Instant::now();
        if self.settings.run_tests {
            let mut failed: BTreeMap<u64, String> = BTreeMap::new();
            save(
                &tests_path,
                emitted.tests.as_ref().map(|file| file.text.as_str()),
            )?;
            save(
                &bugs_path,
                emitted.bugs.as_ref().map(|file| file.text.as_str()),
            )?;
            if let Some(file) = &emitted.tests {
                failed.extend(building.failing(&tests_path, file)?);
            }
            if let Some(file) = &emitted.bugs {
                failed.extend(building.harmless(&bugs_path, file)?);
            }
            if !failed.is_empty() {
                for (id, why) in &failed {
                    report.tests.push(dropped(&candidates, *id, why));
                }
                cases.retain(|case| !failed.contains_key(&case.id));
                emitted = c::emit(&cases, &options);
            }
        }
        report
            .phases
            .insert("run tests".to_owned(), clock.elapsed().as_secs_f64());
        if self.settings.coverage && emitted.tests.is_some() {
            save(
                &tests_path,
                emitted.tests.as_ref().map(|file| file.text.as_str()),
            )?;
            let measured = building.coverage(&tests_path, &self.facts.source, self.target);
            report.measured = Measured {
                coverage: measured.as_ref().ok().copied(),
                mutation: None,
                note: measured.err(),
            };
        }
        // Tests are tried with the plain harness, whose words are known.
        options.framework = framework(self.settings.c.framework);
        if options.framework != c::Framework::Plain {
            emitted = c::emit(&cases, &options);
        }
        self.save_beside(&tests_path, &emitted, &options, &candidates)?;
        save(
            &tests_path,
            emitted.tests.as_ref().map(|file| file.text.as_str()),
        )?;
        save(
            &bugs_path,
            emitted.bugs.as_ref().map(|file| file.text.as_str()),
        )?;
        for skipped in &emitted.skipped {
            report
                .tests
                .push(dropped(&candidates, skipped.id, &skipped.reason));
        }
        report.test_file = emitted.tests.as_ref().map(|_| shown(&tests_path));
        report.bugs_file = emitted.bugs.as_ref().map(|_| shown(&bugs_path));
        let mut kept = KeptTests::new();
        for (file, kind) in [
            (&emitted.tests, TestKind::Kept),
            (&emitted.bugs, TestKind::Bug),
        ] {
            let Some(file) = file else { continue };
            for (id, name) in &file.tests {
                let case = cases.iter().find(|case| case.id == *id);
                report.tests.push(TestReport {
                    name: name.clone(),
                    unit: candidates[*id as usize].unit.clone(),
                    kind,
                    note: case.map_or_else(String::new, |case| sentence(&case.ending)),
                    source: source_of(&file.text, name),
                    before: serde_json::Value::Null,
                    after: serde_json::Value::Null,
                });
                if kind == TestKind::Kept {
                    kept.insert(*id as usize, name.clone());
                }
            }
        }
        Ok(kept)
    }

    /// The cases of the candidates: each runs once more, for the objects of
    /// its input.
    fn cases(
        &self,
        executor: &mut Staged,
        candidates: &[&Candidate],
        report: &mut ModuleReport,
    ) -> Vec<Case> {
        let mut cases = Vec::new();
        for (id, candidate) in candidates.iter().enumerate() {
            let id = id as u64;
            self.choose(executor, &candidate.unit);
            let trace = executor.run(&mut Terms::new(), &candidate.input, &self.limits());
            let Some(unit) = self
                .facts
                .units
                .iter()
                .find(|unit| unit.name == candidate.unit)
            else {
                continue;
            };
            if trace.outcome != candidate.outcome {
                report
                    .tests
                    .push(dropped(candidates, id, "a second run ended in another way"));
                continue;
            }
            let ending = match &trace.outcome {
                Outcome::Returned => Ending::Returns,
                Outcome::Threw { message, .. } => Ending::Exits(message.parse().unwrap_or(0)),
                Outcome::Crashed { how } => Ending::Fails(how.clone()),
                Outcome::Violated { clause } => Ending::Fails(clause.clone()),
                Outcome::TimedOut => Ending::Fails("it does not end in time".to_owned()),
                _ => continue,
            };
            let program = executor.last_program();
            let Some(unit) = program.units.iter().find(|known| known.name == unit.name) else {
                continue;
            };
            match recipe(program, unit, &trace.input, executor.graph(), id) {
                Ok(mut recipe) => {
                    if let (Outcome::Violated { .. }, Some(invariant), Some(parameter)) =
                        (&trace.outcome, &self.facts.invariant, unit.invariant)
                    {
                        let argument = argument(&recipe.call, parameter);
                        recipe.call =
                            format!("{};\n    CHECK({invariant}({argument}))", recipe.call);
                    }
                    cases.push(Case {
                        id,
                        unit: candidate.unit.clone(),
                        recipe,
                        ending,
                        seen: Vec::new(),
                        output: Vec::new(),
                    });
                }
                Err(why) => report.tests.push(dropped(candidates, id, &why)),
            }
        }
        cases
    }

    /// Runs each case twice on the unchanged source and keeps what both runs
    /// say.
    fn observe(
        &self,
        building: &Building,
        cases: &mut Vec<Case>,
        candidates: &[&Candidate],
        report: &mut ModuleReport,
        missing: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let returning: Vec<Case> = cases
            .iter()
            .filter(|case| !matches!(case.ending, Ending::Fails(_)))
            .cloned()
            .collect();
        if cases.is_empty() {
            return Ok(());
        }
        let include = self.include(&self.facts.source.display().to_string());
        let text = |cases: &[Case], missing: &[String]| c::observer(&include, cases, missing);
        *missing = building.missing("observer", &text(&returning, &[]))?;
        // What was built to see what is missing will do if nothing is.
        let mut built = match building.built("observer") {
            Some(program) if missing.is_empty() => Ok(program),
            _ => building.compile("observer", &text(&returning, missing), &[]),
        };
        if let Err(failure) = &built
            && returning
                .iter()
                .any(|case| !case.recipe.replaced.is_empty())
        {
            // Stubs that C does not take do not spoil the other tests.
            let (stubbed, plain): (Vec<Case>, Vec<Case>) = returning
                .into_iter()
                .partition(|case| !case.recipe.replaced.is_empty());
            for case in &stubbed {
                let why = format!("its stubs cannot be built: {failure}");
                report.tests.push(dropped(candidates, case.id, &why));
            }
            cases.retain(|case| stubbed.iter().all(|other| other.id != case.id));
            if plain.is_empty() {
                return Ok(());
            }
            built = building.compile("observer", &text(&plain, missing), &[]);
        }
        let program = built?;
        let mut lost = BTreeMap::new();
        for case in cases
            .iter_mut()
            .filter(|case| !matches!(case.ending, Ending::Fails(_)))
        {
            let first = building.observed(&program, case);
            let second = building.observed(&program, case);
            match (first, second) {
                (Some(first), Some(second)) => {
                    let (end, seen, output) = first;
                    if end != second.0 {
                        lost.insert(
                            case.id,
                            "two runs of the source end in different ways".to_owned(),
                        );
                        continue;
                    }
                    case.seen = seen
                        .into_iter()
                        .filter(|seen| second.1.contains(seen))
                        .collect();
                    if output == second.2 {
                        case.output = output;
                    }
                    case.ending = match end {
                        Some(status) => Ending::Exits(status),
                        None => Ending::Returns,
                    };
                }
                _ => {
                    lost.insert(
                        case.id,
                        "the unchanged source crashes or does not end".to_owned(),
                    );
                }
            }
        }
        for (id, why) in &lost {
            report.tests.push(dropped(candidates, *id, why));
        }
        cases.retain(|case| !lost.contains_key(&case.id));
        Ok(())
    }

    /// What stands beside the tests: rules for builds, and inputs in another
    /// format.
    fn save_beside(
        &self,
        tests: &Path,
        emitted: &everypath_emit::Emitted,
        options: &c::Options,
        candidates: &[&Candidate],
    ) -> Result<(), Failure> {
        let Some(file) = &emitted.tests else {
            return Ok(());
        };
        let name = tests
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let (make, cmake) =
            c::build_files(&name, &options.command, &options.flags, options.framework);
        for (ending, text) in [("mk", make), ("cmake", cmake)] {
            let path = tests.with_extension(ending);
            if self.settings.force || may_write(&path).is_ok() {
                save(&path, Some(&text))?;
            }
        }
        if self.settings.c.format.is_some() {
            for (id, test) in &file.tests {
                let input = &candidates[*id as usize].input;
                let list: Vec<(String, String)> = input
                    .values
                    .iter()
                    .map(|(slot, value)| (slot.to_string(), value_text(value)))
                    .collect();
                save(
                    &tests.with_file_name(format!("{test}.xml")),
                    Some(&c::test_comp(&list)),
                )?;
            }
        }
        Ok(())
    }

    fn paths(&self) -> (PathBuf, PathBuf) {
        let stem = self.stem();
        let out = self
            .settings
            .out
            .clone()
            .unwrap_or_else(|| PathBuf::from("tests"));
        if out.extension().is_some_and(|extension| extension == "c") {
            let own = out
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let bugs = out.with_file_name(format!("{own}_bugs.c"));
            return (out, bugs);
        }
        (
            out.join(format!("test_{stem}.c")),
            out.join(format!("test_{stem}_bugs.c")),
        )
    }

    fn stem(&self) -> String {
        self.facts
            .source
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    }

    /// The lines that include a source whose `main` is not the program's, and
    /// define what no other file defines.
    fn include(&self, path: &str) -> String {
        let definitions = match self.facts.definitions.as_str() {
            "" => String::new(),
            lines => format!("\n/* Variables of other files. */\n{lines}"),
        };
        format!("#define main program_main\n#include \"{path}\"\n#undef main\n{definitions}")
    }

    fn options(&self, tests: &Path) -> c::Options {
        let directory = absolute(tests.parent().unwrap_or(Path::new("")));
        let from = self.facts.source.parent().unwrap_or(Path::new("/"));
        let name = self
            .facts
            .source
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let flags = toolchain::useful_flags(&self.request.flags);
        c::Options {
            stem: self.stem(),
            command: format!("everypath generate {}", self.target.text),
            include: self.include(&format!("{}/{name}", relative(from, &directory))),
            flags: flags.join(" "),
            framework: c::Framework::Plain,
            missing: Vec::new(),
        }
    }
}

fn framework(wanted: CFramework) -> c::Framework {
    match wanted {
        CFramework::Plain => c::Framework::Plain,
        CFramework::Cmocka => c::Framework::Cmocka,
        CFramework::Check => c::Framework::Check,
    }
}

/// A value as Test-Comp's format writes it: a decimal number.
fn value_text(value: &Value) -> String {
    match value {
        Value::Bool(value) => u8::from(*value).to_string(),
        Value::BitVec { bits, .. } => bits.to_string(),
        Value::Float32(bits) => f32::from_bits(*bits).to_string(),
        Value::Float64(bits) => f64::from_bits(*bits).to_string(),
        Value::Int(value) => value.to_string(),
        Value::Array(_) => String::new(),
    }
}

/// One argument of a call that was written.
fn argument(call: &str, index: usize) -> String {
    let inner = call
        .split_once('(')
        .and_then(|(_, rest)| rest.strip_suffix(')'))
        .unwrap_or("");
    inner.split(", ").nth(index).unwrap_or("NULL").to_owned()
}

/// What was seen of one run: the exit status if it exits, the places, the output.
type Observation = (Option<i32>, Vec<(usize, c::Seen)>, Vec<u8>);

/// Compiles and runs what was written.
struct Building<'a> {
    compiler: &'a Path,
    request: &'a LoadRequest,
    directory: &'a Path,
    patience: Duration,
}

impl Building<'_> {
    fn compile(&self, name: &str, text: &str, more: &[&str]) -> Result<PathBuf, Failure> {
        let source = self.save(name, text)?;
        self.compile_file(&source, name, more)
    }

    /// The branches of the source that a test file takes, in percent.
    fn coverage(&self, tests: &Path, source: &Path, target: &Target) -> Result<f64, String> {
        if !measuring::is_gcc(self.compiler) {
            return Err("gcov needs tests that gcc compiles; set CC to it".to_owned());
        }
        let leave = measuring::leave(self.directory).map_err(|error| error.to_string())?;
        let leave = leave.display().to_string();
        let mut flags = measuring::FLAGS.to_vec();
        flags.push(&leave);
        let program = self
            .compile_file(tests, "counted", &flags)
            .map_err(|failure| failure.message)?;
        self.run(&program, &[]);
        measuring::branches(self.directory, source, target.part.as_deref())
    }

    /// The symbols that nobody defines for a source.
    fn missing(&self, name: &str, text: &str) -> Result<Vec<String>, Failure> {
        let source = self.save(name, text)?;
        let mut command = self.command(&source, &[]);
        let words = toolchain::run(command.arg("-o").arg(self.directory.join(name)));
        Ok(match words {
            Ok(_) => Vec::new(),
            Err(words) => toolchain::undefined(&words).into_iter().collect(),
        })
    }

    /// A program that was built.
    fn built(&self, name: &str) -> Option<PathBuf> {
        Some(self.directory.join(name)).filter(|program| program.is_file())
    }

    fn save(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let source = self.directory.join(format!("{name}.c"));
        std::fs::write(&source, text).map_err(|error| {
            Failure::new(FailureKind::Files, format!("{}: {error}", source.display()))
        })?;
        Ok(source)
    }

    fn command(&self, source: &Path, more: &[&str]) -> Command {
        let mut command = Command::new(self.compiler);
        command
            .current_dir(&self.request.directory)
            .arg("-w")
            .args(toolchain::useful_flags(&self.request.flags))
            .args(more)
            .arg(absolute(source))
            .args(&self.request.others)
            .args(&self.request.link)
            .arg("-lm");
        command
    }

    fn compile_file(&self, source: &Path, name: &str, more: &[&str]) -> Result<PathBuf, Failure> {
        let program = self.directory.join(name);
        let mut command = self.command(source, more);
        command.arg("-o").arg(&program);
        // What nobody defines is never called by a test that is kept.
        let again = |command: &mut Command| {
            toolchain::run(command.args([
                "-no-pie",
                "-Wl,-z,lazy",
                "-Wl,--unresolved-symbols=ignore-all",
            ]))
        };
        toolchain::run(&mut command)
            .or_else(|_| again(&mut command))
            .map_err(|words| {
                let first = words
                    .lines()
                    .find(|line| line.contains("error"))
                    .unwrap_or(&words)
                    .to_owned();
                Failure::new(
                    FailureKind::Target,
                    format!("the tests do not compile: {first}"),
                )
            })?;
        Ok(program)
    }

    /// One run of a case on the unchanged source; none if it crashes.
    fn observed(&self, program: &Path, case: &Case) -> Option<Observation> {
        let output = self.directory.join("output");
        let arguments = [case.id.to_string(), output.display().to_string()];
        let (status, words) = self.run(program, &arguments)?;
        let (done, seen) = c::read(&words, &case.recipe);
        let written = std::fs::read(&output).unwrap_or_default();
        match (done, status) {
            (true, 0) => Some((None, seen, written)),
            (false, status) if matches!(case.ending, Ending::Exits(_)) => {
                Some((Some(status), Vec::new(), Vec::new()))
            }
            _ => None,
        }
    }

    /// Runs a program; its exit status and words, none if it is killed.
    fn run(&self, program: &Path, arguments: &[String]) -> Option<(i32, String)> {
        let words = self.directory.join("words");
        let file = std::fs::File::create(&words).ok()?;
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(self.directory)
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .ok()?;
        let start = Instant::now();
        let mut pause = Duration::from_micros(200);
        loop {
            match child.try_wait() {
                Ok(Some(status)) => {
                    let bytes = std::fs::read(&words).unwrap_or_default();
                    return status
                        .code()
                        .map(|code| (code, String::from_utf8_lossy(&bytes).into_owned()));
                }
                Ok(None) if start.elapsed() < self.patience => std::thread::sleep(pause),
                _ => {
                    // With the test that it runs in another process.
                    if let Some(group) = Pid::from_raw(child.id() as i32) {
                        let _ = kill_process_group(group, Signal::KILL);
                    }
                    let _ = child.wait();
                    return None;
                }
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// The tests that do not pass twice, by case.
    fn failing(&self, path: &Path, file: &File) -> Result<BTreeMap<u64, String>, Failure> {
        let program = self.compile_file(path, "tests", &[])?;
        let mut failed = BTreeMap::new();
        for _ in 0..2 {
            let Some((_, words)) = self.run(&program, &[]) else {
                // The harness itself died: one by one.
                for (id, name) in &file.tests {
                    if self
                        .run(&program, std::slice::from_ref(name))
                        .is_none_or(|(status, _)| status != 0)
                    {
                        failed.insert(*id, "it failed when it was run".to_owned());
                    }
                }
                continue;
            };
            for (id, name) in &file.tests {
                if words
                    .lines()
                    .any(|line| line.strip_prefix("FAILED ") == Some(name))
                {
                    failed.insert(*id, "it failed when it was run".to_owned());
                }
            }
        }
        Ok(failed)
    }

    /// The tests meant to show a bug that show none, by case.
    fn harmless(&self, path: &Path, file: &File) -> Result<BTreeMap<u64, String>, Failure> {
        let Ok(program) = self.compile_file(path, "bugs", &SANITIZERS) else {
            // Without sanitizers nothing can be said.
            return Ok(BTreeMap::new());
        };
        let mut shown = BTreeMap::new();
        for (id, name) in &file.tests {
            if self
                .run(&program, std::slice::from_ref(name))
                .is_some_and(|(status, _)| status == 0)
            {
                shown.insert(
                    *id,
                    "the bug does not show when the test runs with sanitizers".to_owned(),
                );
            }
        }
        Ok(shown)
    }
}

fn sentence(ending: &Ending) -> String {
    match ending {
        Ending::Returns => "returns".to_owned(),
        Ending::Exits(status) => format!("exits with {status}"),
        Ending::Fails(how) => how.clone(),
    }
}

/// The text of a test.
fn source_of(text: &str, name: &str) -> String {
    let start = format!("static void {name}(void) {{\n");
    let Some(at) = text.find(&start) else {
        return String::new();
    };
    let end = text[at..]
        .find("\n}\n")
        .map_or(text.len(), |end| at + end + 2);
    text[at..end].to_owned()
}
