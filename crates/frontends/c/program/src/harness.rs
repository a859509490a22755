//! Compiling and running what was written: the observer, the tests, and the
//! tests that show bugs.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use everypath_c::{LoadRequest, confinement, effect, toolchain};
use everypath_confine::{Confinement, World, wait_at_most};
use everypath_emit::File;
use everypath_emit::c::{self, Case, Observation};
use everypath_generate::{Failure, FailureKind, Settings, absolute};
use tempfile::TempDir;

use crate::builds::Build;
use crate::gcov;

/// How much longer than one run a test may take.
const TEST_PATIENCE: u32 = 5;
/// How much more of the processor's time: what runs here is not instrumented.
const PROCESSOR_PATIENCE: u64 = 2;

/// What programs may need to find their libraries.
const LIBRARIES: [&str; 1] = ["LD_LIBRARY_PATH"];

/// Tests that fail: cases, and those of a person with why.
pub(crate) type Failed = (BTreeMap<u64, String>, BTreeMap<String, String>);

/// How often tests are run again, and the time after which that is enough: what depends on
/// addresses fails in few of the runs.
const MOST_REPEATED: usize = 12;
const REPEATING: Duration = Duration::from_secs(1);

/// How much longer than one test all of them may take while they are measured.
const MEASURING: u32 = 20;

/// Why a test is dropped of which nothing else is known.
const FAILED: &str = "it failed when it was run";

/// What surrounds a program that is run.
#[derive(Clone, Copy)]
enum Surroundings {
    /// All of a world.
    Invented(World),
    /// The first world, but for the time: that of the machine. For a build of tests.
    Now(Build),
}

/// Compiles and runs what was written.
pub(crate) struct Harness {
    pub(crate) request: LoadRequest,
    compiler: PathBuf,
    directory: TempDir,
    patience: Duration,
    /// What confines the subject, for the linker.
    confinement: [String; 2],
}

impl Harness {
    /// Finds the compiler of the tests, and builds what confines the subject.
    pub(crate) fn new(request: LoadRequest, settings: &Settings) -> Result<Harness, Failure> {
        let mut directory = tempfile::tempdir().map_err(|error| {
            let message = format!("no temporary directory: {error}");
            Failure::new(FailureKind::Files, message)
        })?;
        if std::env::var_os("EVERYPATH_KEEP").is_some() {
            directory.disable_cleanup(true);
            // Whoever asked for it wants to look at it while the command goes on.
            #[allow(clippy::print_stderr)]
            {
                eprintln!("everypath: keeping {}", directory.path().display());
            }
        }
        let environment = |message: String| Failure::new(FailureKind::Environment, message);
        let compiler = toolchain::find_compiler(Some(&request.clang)).map_err(environment)?;
        let confinement = confinement(
            &compiler,
            &request.flags,
            settings.memory,
            PROCESSOR_PATIENCE * settings.timeout.as_secs().max(1),
            directory.path(),
        )
        .map_err(environment)?;
        Ok(Harness {
            request,
            compiler,
            directory,
            patience: settings.timeout * TEST_PATIENCE,
            confinement,
        })
    }

    /// Where it works.
    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// Compiles a text.
    pub(crate) fn compile(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let source = self.save(name, text)?;
        self.compile_confined(Build::Plain, &source, name, &[])
    }

    /// Compiles a file so that the subject is confined.
    fn compile_confined(
        &self,
        build: Build,
        source: &Path,
        name: &str,
        more: &[&str],
    ) -> Result<PathBuf, Failure> {
        let confinement = self.confinement.iter().map(String::as_str);
        let more: Vec<&str> = more.iter().copied().chain(confinement).collect();
        self.compile_file(build, source, name, &more)
    }

    /// The branches of the source, or of one function of it, that a test file takes, in
    /// percent.
    pub(crate) fn coverage(
        &self,
        tests: &Path,
        source: &Path,
        function: Option<&str>,
    ) -> Result<f64, String> {
        if !gcov::is_gcc(&self.compiler) {
            return Err("gcov needs tests that gcc compiles; set CC to it".to_owned());
        }
        let program = self
            .compile_file(Build::Plain, tests, "counted", &gcov::FLAGS)
            .map_err(|failure| failure.message)?;
        // What did something that is refused is no test by now.
        self.run(Build::Plain, &program, &[], self.patience * MEASURING);
        gcov::branches(self.directory(), tests, source, function)
    }

    /// The symbols that nobody defines for a source.
    pub(crate) fn missing(&self, name: &str, text: &str) -> Result<Vec<String>, Failure> {
        let source = self.save(name, text)?;
        // A program that an earlier text became tells nothing of this one.
        let _ = std::fs::remove_file(self.directory().join(name));
        let confinement: Vec<&str> = self.confinement.iter().map(String::as_str).collect();
        let mut command = self.command(Build::Plain, &source, &confinement);
        let words = self.compiled(command.arg("-o").arg(self.directory().join(name)));
        Ok(match words {
            Ok(_) => Vec::new(),
            Err(words) => toolchain::undefined(&words).into_iter().collect(),
        })
    }

    /// The lines of a text that the compiler does not take.
    pub(crate) fn wrong_lines(&self, name: &str, text: &str) -> Result<Vec<usize>, Failure> {
        let source = self.save(name, text)?;
        let mut command = self.command(Build::Plain, &source, &["-fsyntax-only"]);
        let Err(words) = self.compiled(&mut command) else {
            return Ok(Vec::new());
        };
        let start = format!("{}:", absolute(&source).display());
        let numbers = words.lines().filter_map(|line| {
            let rest = line.strip_prefix(&start)?;
            let is_error = rest.contains(" error: ");
            rest.split(':').next()?.parse().ok().filter(|_| is_error)
        });
        Ok(numbers.collect())
    }

    /// A program that was built.
    pub(crate) fn built(&self, name: &str) -> Option<PathBuf> {
        Some(self.directory().join(name)).filter(|program| program.is_file())
    }

    fn save(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let source = self.directory().join(format!("{name}.c"));
        std::fs::write(&source, text).map_err(|error| {
            Failure::new(FailureKind::Files, format!("{}: {error}", source.display()))
        })?;
        Ok(source)
    }

    fn command(&self, build: Build, source: &Path, more: &[&str]) -> Command {
        let mut command = Command::new(match build {
            Build::Optimised | Build::Mutated => &self.request.clang.path,
            _ => &self.compiler,
        });
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

    fn compiled(&self, command: &mut Command) -> Result<String, String> {
        toolchain::compile(command, self.request.patience)
    }

    fn compile_file(
        &self,
        build: Build,
        source: &Path,
        name: &str,
        more: &[&str],
    ) -> Result<PathBuf, Failure> {
        let program = self.directory().join(name);
        let mut command = self.command(build, source, more);
        command.arg("-o").arg(&program);
        // What nobody defines is never called by a test that is kept.
        let again = |command: &mut Command| {
            self.compiled(command.args([
                "-no-pie",
                "-Wl,-z,lazy",
                "-Wl,--unresolved-symbols=ignore-all",
            ]))
        };
        self.compiled(&mut command)
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

    /// A run of each case on the unchanged source in each world, of those that ended.
    pub(crate) fn observed(&self, program: &Path, cases: &[Case]) -> Vec<Observation> {
        let seconds = self.patience.as_secs().max(1);
        let arguments: Vec<String> = std::iter::once(seconds)
            .chain(cases.iter().map(|case| case.id))
            .map(|word| word.to_string())
            .collect();
        let most = self.patience * arguments.len() as u32;
        // What depends on addresses is another in another process.
        let run = |world| {
            let surroundings = Surroundings::Invented(world);
            let words = self.run_in(surroundings, program, &arguments, most).1;
            c::observations(&words, cases)
        };
        World::all().flat_map(run).collect()
    }

    /// The IR of a text.
    pub(crate) fn ir(&self, name: &str, text: &str) -> Result<String, Failure> {
        let source = self.save(name, text)?;
        let ir = source.with_extension("ll");
        let mut command = Command::new(&self.request.clang.path);
        command
            .current_dir(&self.request.directory)
            .args(["-w", "-g", "-O0", "-S", "-emit-llvm"])
            .args(["-Xclang", "-disable-llvm-passes"])
            .args(toolchain::useful_flags(&self.request.flags))
            .arg(absolute(&source))
            .arg("-o")
            .arg(&ir);
        let wrong = |message: String| Failure::new(FailureKind::Target, message);
        self.compiled(&mut command).map_err(wrong)?;
        std::fs::read_to_string(&ir).map_err(|error| wrong(error.to_string()))
    }

    /// The program of IR that is any mutant.
    pub(crate) fn mutated(&self, name: &str, ir: &str) -> Result<PathBuf, Failure> {
        let path = self.directory().join(format!("{name}.mutated.ll"));
        std::fs::write(&path, ir).map_err(|error| {
            Failure::new(FailureKind::Files, format!("{}: {error}", path.display()))
        })?;
        self.compile_confined(Build::Mutated, &path, name, Build::Mutated.flags())
    }

    /// The runs of cases as the original, and as the mutants that are wanted, until they cost
    /// `allowance`.
    pub(crate) fn as_mutants(
        &self,
        program: &Path,
        cases: &[Case],
        wanted: String,
        allowance: Duration,
    ) -> Vec<Observation> {
        let seconds = self.patience.as_secs().max(1).to_string();
        let allowance = allowance.as_micros().to_string();
        let mut arguments = vec![seconds, allowance, wanted];
        arguments.extend(cases.iter().map(|case| case.id.to_string()));
        let surroundings = Surroundings::Invented(World::FIRST);
        let most = self.patience * MEASURING;
        let words = self.run_in(surroundings, program, &arguments, most).1;
        c::observations(&words, cases)
    }

    /// Runs a program of a build at the time that it is; its exit status, none if it is
    /// killed, and its words.
    fn run(
        &self,
        build: Build,
        program: &Path,
        arguments: &[String],
        most: Duration,
    ) -> (Option<i32>, String) {
        self.run_in(Surroundings::Now(build), program, arguments, most)
    }

    /// Runs a program in its surroundings.
    fn run_in(
        &self,
        surroundings: Surroundings,
        program: &Path,
        arguments: &[String],
        most: Duration,
    ) -> (Option<i32>, String) {
        let words = program.with_extension("words");
        let spawn = |file| {
            let mut command = Command::new(program);
            match surroundings {
                Surroundings::Invented(world) => {
                    world.enter(&mut command, &LIBRARIES)?;
                    // What an allocator gives holds anything.
                    let fill = if world == World::FIRST { "85" } else { "170" };
                    command.env("MALLOC_PERTURB_", fill);
                }
                Surroundings::Now(build) => {
                    World::FIRST.surround(&mut command, &LIBRARIES);
                    command.env("ASAN_OPTIONS", build.sanitizer_options());
                }
            }
            // Its own filter begins with its main function; constructors run before.
            let mut confinement = Confinement::new().writing(self.directory());
            let mut place = self.directory();
            if matches!(surroundings, Surroundings::Invented(world) if world != World::FIRST) {
                // What depends on files of this machine, or on where it is, shows.
                let own = [self.directory(), &self.request.directory];
                confinement = confinement.reading_only(own.map(Path::to_owned));
                place = Path::new("/");
            }
            confinement.apply(&mut command)?;
            command
                .args(arguments)
                .current_dir(place)
                .stdin(Stdio::null())
                .stdout(file)
                .stderr(Stdio::null())
                .process_group(0)
                .spawn()
        };
        let Ok(mut child) = std::fs::File::create(&words).and_then(spawn) else {
            return (None, String::new());
        };
        // With the test that it runs in another process.
        let ended = wait_at_most(&mut child, most).ok().flatten();
        let status = ended.and_then(|status| status.code());
        let bytes = std::fs::read(&words).unwrap_or_default();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Runs the tests of a file; those that fail, by case, and those that are no cases', by
    /// name, and why.
    fn run_tests(&self, build: Build, program: &Path, file: &File) -> Failed {
        let most = self.patience * (file.tests.len() as u32 + 1);
        let (status, words) = self.run(build, program, &[], most);
        let failed = failures(&words);
        let why = |name: &String| match status {
            Some(_) => failed.get(name.as_str()).cloned(),
            // The harness itself died: one by one.
            None => {
                let one = std::slice::from_ref(name);
                let (status, words) = self.run(build, program, one, self.patience);
                let why = failures(&words).remove(name.as_str());
                (status != Some(0)).then(|| why.unwrap_or_else(|| FAILED.to_owned()))
            }
        };
        let tests = file.tests.iter();
        let tests = tests.filter_map(|test| Some((test.id, why(&test.name)?)));
        let is_case = |name: &str| file.tests.iter().any(|test| test.name == name);
        let others = failed.iter().filter(|(name, _)| !is_case(name));
        let others = others.map(|(name, why)| ((*name).to_owned(), why.clone()));
        (tests.collect(), others.collect())
    }

    /// The tests that do not pass each time and in every build, by case, and those of a person,
    /// by name. `home` is where the file will be, with what it may include.
    pub(crate) fn failing(&self, path: &Path, home: &Path, file: &File) -> Result<Failed, Failure> {
        let program = self.build(Build::Plain, path, home)?;
        let (mut failing, theirs) = self.run_tests(Build::Plain, &program, file);
        let start = Instant::now();
        for _ in 0..MOST_REPEATED {
            failing.extend(self.run_tests(Build::Plain, &program, file).0);
            if start.elapsed() > REPEATING {
                break;
            }
        }
        for build in Build::FURTHER {
            // Where it cannot be built in another way, nothing can be said of that.
            let Ok(program) = self.build(build, path, home) else {
                continue;
            };
            for id in self.run_tests(build, &program, file).0.into_keys() {
                failing
                    .entry(id)
                    .or_insert_with(|| build.reason().to_owned());
            }
        }
        Ok((failing, theirs))
    }

    /// The tests meant to show a bug that show none, by case.
    pub(crate) fn harmless(&self, path: &Path, home: &Path, file: &File) -> BTreeSet<u64> {
        let Ok(program) = self.build(Build::Buggy, path, home) else {
            // Without sanitizers nothing can be said.
            return BTreeSet::new();
        };
        let (shown, _) = self.run_tests(Build::Buggy, &program, file);
        let tests = file.tests.iter().map(|test| test.id);
        tests.filter(|id| !shown.contains_key(id)).collect()
    }

    /// Builds a test file that may include what is in its home.
    fn build(&self, build: Build, path: &Path, home: &Path) -> Result<PathBuf, Failure> {
        let home = absolute(home).display().to_string();
        let flags: Vec<&str> = [build.flags(), &["-iquote", &home]].concat();
        self.compile_confined(build, path, build.name(), &flags)
    }
}

/// The tests that failed, by the words of the program that ran them, and why. What was
/// refused is said before the test.
fn failures(words: &str) -> BTreeMap<&str, String> {
    let mut failed = BTreeMap::new();
    let mut refused = None;
    for line in words.lines() {
        if let Some(call) = line.strip_prefix("REFUSED ") {
            refused = call.parse().ok();
        } else if let Some(name) = line.strip_prefix("FAILED ") {
            let refused = refused.take();
            let why = refused.map(|call| format!("it {}, which is refused", effect(call)));
            failed.insert(name, why.unwrap_or_else(|| FAILED.to_owned()));
        }
    }
    failed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_refused_is_why_a_test_failed() {
        let failed = failures("FAILED a\nREFUSED 62\nFAILED b\nFAILED c\n4 tests, 3 failed\n");
        assert_eq!(failed["a"], FAILED);
        assert_eq!(failed["b"], "it sends a signal, which is refused");
        assert_eq!(failed["c"], FAILED);
    }
}
