//! From kept inputs to files: they are made small, observed on the unchanged
//! source, written as tests, and run before they are kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use everypath_c::{LoadRequest, Part, confinement, toolchain};
use everypath_emit::c::{self, Ending};
use everypath_emit::{Comments, Emitted, may_write};
use everypath_report::{Measured, ModuleReport, TestKind, TestReport};
use everypath_suite::{Candidate, Suite};
use everypath_trace::{Goals, RunLimits};

use super::exploring::{CARVED_DECISIONS, Facts};
use super::running::Building;
use super::stages::Staged;
use super::texts::make_readable;
use crate::target::Target;
use everypath_generate::Progress;
use everypath_generate::files::{absolute, relative, save, shown};
use everypath_generate::settings::CFramework;
use everypath_generate::settings::Settings;
use everypath_generate::shrink::shrink_inputs;
use everypath_generate::verdicts::{KeptTests, dropped};
use everypath_generate::{Failure, FailureKind};

/// How much longer than one run a test may take.
const TEST_PATIENCE: u32 = 5;
/// How much more of the processor's time: what runs here is not instrumented.
const PROCESSOR_PATIENCE: u64 = 2;

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
    /// The live line.
    pub progress: &'a dyn Progress,
}

impl Writing<'_> {
    pub(super) fn limits(&self) -> RunLimits {
        RunLimits {
            decisions: self.settings.max_depth.max(match self.settings.c.contexts {
                Some(_) => CARVED_DECISIONS,
                None => 0,
            }),
            time: self.settings.timeout,
        }
    }

    pub(super) fn choose(&self, executor: &mut Staged, unit: &str) {
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
        let limits = self.limits();
        for candidate in suite.tests.iter_mut().chain(&mut suite.failures) {
            self.choose(executor, &candidate.unit);
            make_readable(executor, candidate, &limits);
        }
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
        let confinement = confinement(
            &compiler,
            &self.request.flags,
            self.settings.memory,
            PROCESSOR_PATIENCE * self.settings.timeout.as_secs().max(1),
            directory.path(),
        )
        .map_err(|message| Failure::new(FailureKind::Environment, message))?;
        let building = Building {
            confinement: &confinement,
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
        if self.settings.test_comments {
            options.comments = comments(&candidates, self.goals, self.settings);
        }
        let mut emitted = c::emit(&cases, &options);
        let clock = Instant::now();
        if self.settings.run_tests {
            save(
                &tests_path,
                emitted.tests.as_ref().map(|file| file.text.as_str()),
            )?;
            save(
                &bugs_path,
                emitted.bugs.as_ref().map(|file| file.text.as_str()),
            )?;
            let failed = self.tried(&building, &emitted, [&tests_path, &bugs_path])?;
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
            for test in &file.tests {
                let case = cases.iter().find(|case| case.id == test.id);
                report.tests.push(TestReport {
                    name: test.name.clone(),
                    unit: candidates[test.id as usize].unit.clone(),
                    kind,
                    note: case.map_or_else(String::new, |case| sentence(&case.ending)),
                    source: file.source_of(test.id),
                    before: serde_json::Value::Null,
                    after: serde_json::Value::Null,
                });
                if kind == TestKind::Kept {
                    kept.insert(test.id as usize, test.name.clone());
                }
            }
        }
        Ok(kept)
    }

    /// Runs what was written, both files at the same time; what cannot be kept,
    /// and why.
    fn tried(
        &self,
        building: &Building,
        emitted: &Emitted,
        [tests, bugs]: [&Path; 2],
    ) -> Result<BTreeMap<u64, &'static str>, Failure> {
        let (failing, harmless) = std::thread::scope(|scope| {
            let bugs = emitted.bugs.as_ref().map(|file| (bugs, file));
            let harmless =
                scope.spawn(move || bugs.map(|(path, file)| building.harmless(path, file)));
            let failing = emitted.tests.as_ref();
            let failing = failing.map(|file| building.failing(tests, file));
            (failing, harmless.join())
        });
        let harmless = harmless.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let failing = failing.transpose()?.into_iter().flatten();
        let failing = failing.map(|id| (id, "it failed when it was run"));
        let harmless = harmless.into_iter().flatten().map(|id| {
            (
                id,
                "the bug does not show when the test runs with sanitizers",
            )
        });
        Ok(failing.chain(harmless).collect())
    }

    /// What stands beside the tests: rules for builds, and inputs in another
    /// format.
    fn save_beside(
        &self,
        tests: &Path,
        emitted: &Emitted,
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
        let (make, cmake) = c::build_files(&name, options);
        for (ending, text) in [("mk", make), ("cmake", cmake)] {
            let path = tests.with_extension(ending);
            if self.settings.force || may_write(&path).is_ok() {
                save(&path, Some(&text))?;
            }
        }
        if self.settings.c.format.is_some() {
            let inputs: Vec<(&str, &Candidate)> = file
                .tests
                .iter()
                .map(|test| (test.name.as_str(), candidates[test.id as usize]))
                .collect();
            self.exchange(tests, &inputs)?;
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
    pub(super) fn include(&self, path: &str) -> String {
        let definitions = match self.facts.definitions.as_str() {
            "" => String::new(),
            lines => format!("\n/* Variables of other files. */\n{lines}"),
        };
        format!("#define main program_main\n#include \"{path}\"\n#undef main\n{definitions}")
    }

    /// What tests are linked with, seen from where the flags are meant for.
    fn linked(&self) -> Vec<String> {
        let from = absolute(&self.request.directory);
        let sources = self.request.others.iter().map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match relative(path.parent().unwrap_or(Path::new("/")), &from).as_str() {
                "." => name.into_owned(),
                directory => format!("{directory}/{name}"),
            }
        });
        sources.chain(self.request.link.iter().cloned()).collect()
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
            directory: match relative(&directory, &absolute(&self.request.directory)) {
                path if path == "." => String::new(),
                path => format!("{path}/"),
            },
            linked: self.linked(),
            flags,
            framework: c::Framework::Plain,
            missing: Vec::new(),
            source: self.facts.contents.clone(),
            comments: Comments::new(),
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

fn sentence(ending: &Ending) -> String {
    match ending {
        Ending::Returns => "returns".to_owned(),
        Ending::Exits(status) => format!("exits with {status}"),
        Ending::Fails(how) => how.clone(),
    }
}
