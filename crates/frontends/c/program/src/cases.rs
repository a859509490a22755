//! The cases of a file: inputs observed on the unchanged source, and their tests under
//! the harness.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use everypath_c::toolchain;
use everypath_emit::c::{self, Case, Ending};
use everypath_emit::{Annotations, Emitted, FileKind};
use everypath_generate::settings::CFramework;
use everypath_generate::{
    CaseNotes, Checked, Failure, Kept, Naming, Outputs, Settings, Target, absolute, relative,
};
use everypath_report::Measured;
use everypath_suite::Candidate;

use crate::harness::Harness;
use crate::preconditions::Preconditions;
use crate::project;
use crate::source::SourceFile;
use crate::testcomp;

/// What was observed.
pub(crate) struct Cases<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) target: &'a Target,
    pub(crate) source: SourceFile,
    pub(crate) harness: Arc<Harness>,
    /// What was observed of each case.
    pub(crate) cases: Vec<Case>,
    /// Replaced functions that nobody defines.
    pub(crate) missing: Vec<String>,
    /// What callers of its units see to.
    pub(crate) preconditions: Preconditions,
    /// What the suite is called.
    pub(crate) naming: Naming,
}

impl Cases<'_> {
    /// Where tests go under some names.
    pub(crate) fn outputs(&self, naming: &Naming) -> Outputs {
        let out = self.settings.out.clone();
        let out = out.unwrap_or_else(|| PathBuf::from("tests"));
        if out.extension().is_some_and(|extension| extension == "c") {
            let own = out.file_stem().unwrap_or_default().to_string_lossy();
            return Outputs {
                bugs: out.with_file_name(format!("{own}_bugs.c")),
                possible: out.with_file_name(format!("{own}_possible.c")),
                tests: out,
            };
        }
        let stem = self.stem(naming);
        Outputs {
            tests: out.join(format!("{stem}.c")),
            bugs: out.join(format!("{stem}_bugs.c")),
            possible: out.join(format!("{stem}_possible.c")),
        }
    }

    fn stem(&self, naming: &Naming) -> String {
        let qualifiers = naming.qualifiers.iter().map(|word| format!("{word}_"));
        let qualifiers: String = qualifiers.collect();
        let beside = match naming.is_beside {
            true => "_everypath",
            false => "",
        };
        format!("test_{qualifiers}{}{beside}", self.source.stem())
    }

    /// The file of the tests.
    fn tests(&self) -> PathBuf {
        self.outputs(&self.naming).tests
    }

    fn directory(&self) -> PathBuf {
        let tests = self.tests();
        tests.parent().unwrap_or(Path::new("")).to_owned()
    }

    /// Writes the tests for a directory. They are tried with the plain harness, whose
    /// words are known; those that stay are for the framework that was asked for.
    pub(crate) fn write(&self, directory: &Path, annotations: &Annotations) -> Emitted {
        let mut options = self.options(directory);
        options.annotations = annotations.clone();
        if directory == self.directory() {
            options.framework = framework(self.settings.c.framework);
        }
        c::emit(&self.cases, &options)
    }

    /// Runs what was written: those that pass and those that fail at the same time.
    pub(crate) fn check(
        &self,
        written: &Emitted,
        outputs: &Outputs,
        home: &Path,
    ) -> Result<Checked, Failure> {
        let harness = &self.harness;
        let (failing, harmless) = std::thread::scope(|scope| {
            let harmless = scope.spawn(move || {
                let kinds = [FileKind::Bugs, FileKind::Possible].into_iter();
                let files =
                    kinds.filter_map(|kind| Some((outputs.path(kind), written.file(kind)?)));
                let harmless = files.flat_map(|(path, file)| harness.harmless(path, home, file));
                harmless.collect::<BTreeSet<u64>>()
            });
            let failing = written.tests.as_ref();
            let failing = failing.map(|file| harness.failing(&outputs.tests, home, file));
            (failing, harmless.join())
        });
        let harmless = harmless.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let (mut failed, theirs) = failing.transpose()?.unwrap_or_default();
        let why = "the bug does not show when the test runs with sanitizers";
        failed.extend(harmless.into_iter().map(|id| (id, why.to_owned())));
        Ok(Checked {
            failed,
            revised: false,
            theirs,
        })
    }

    /// Forgets cases.
    pub(crate) fn discard(&mut self, cases: &BTreeSet<u64>) {
        self.cases.retain(|case| !cases.contains(&case.id));
    }

    /// What the report says of a case.
    pub(crate) fn notes(&self, id: u64) -> CaseNotes {
        let case = self.cases.iter().find(|case| case.id == id);
        CaseNotes {
            note: case.map_or_else(String::new, |case| sentence(&case.ending)),
            weakened: case.map_or_else(Vec::new, |case| case.weakened.clone()),
            likelihood: case.and_then(|case| case.likelihood.clone()),
            ..CaseNotes::default()
        }
    }

    /// Makes sure that all files may be written.
    pub(crate) fn claim(&self) -> Result<(), Failure> {
        match self.settings.c.format {
            Some(_) => testcomp::claim(&self.tests()),
            None => Ok(()),
        }
    }

    /// Takes away the inputs in another format that an earlier run wrote.
    pub(crate) fn clear_beside(&self) {
        if self.settings.c.format.is_some() {
            testcomp::clear(&self.tests());
        }
    }

    /// What stands beside the tests: rules for builds, and inputs in another format.
    pub(crate) fn beside(&self, written: &Emitted, kept: &[Kept]) -> Vec<(PathBuf, String)> {
        let Some(file) = &written.tests else {
            return Vec::new();
        };
        let tests = self.tests();
        let mut options = self.options(&self.directory());
        options.framework = framework(self.settings.c.framework);
        let mut files = project::rules(&self.harness.request.directory, &tests, &options);
        if self.settings.c.format.is_some() {
            let candidates: BTreeMap<u64, &Candidate> =
                kept.iter().map(|one| (one.id, one.candidate)).collect();
            let inputs: Vec<(&str, &Candidate)> = file
                .tests
                .iter()
                .filter_map(|test| Some((test.name.as_str(), *candidates.get(&test.id)?)))
                .collect();
            let function = self.target.part.as_deref();
            files.extend(testcomp::files(
                &tests,
                &self.source.path,
                function,
                &inputs,
            ));
        }
        files
    }

    /// What is left to be done so that the project runs the tests.
    pub(crate) fn next_step(&self) -> Option<String> {
        project::next_step(&self.harness.request.directory, &self.directory())
    }

    /// What gcov says of the tests that were saved, under the plain harness.
    pub(crate) fn measure(&self, tests: &Path) -> Measured {
        if !self.settings.coverage {
            return Measured::default();
        }
        let function = self.target.part.as_deref();
        let measured = self
            .plain(tests)
            .and_then(|tests| self.harness.coverage(&tests, &self.source.path, function));
        Measured {
            coverage: measured.as_ref().ok().copied(),
            mutation: None,
            note: measured.err(),
        }
    }

    /// A file of the same tests for the plain harness.
    fn plain(&self, tests: &Path) -> Result<PathBuf, String> {
        if self.settings.c.framework == CFramework::Plain {
            return Ok(tests.to_owned());
        }
        let directory = self.harness.directory();
        let written = c::emit(&self.cases, &self.options(directory));
        let text = written.tests.map_or_else(String::new, |file| file.text);
        let copy = directory.join(tests.file_name().unwrap_or_default());
        std::fs::write(&copy, text).map_err(|error| format!("{}: {error}", copy.display()))?;
        Ok(copy)
    }

    /// How tests are written for a directory.
    fn options(&self, directory: &Path) -> c::Options {
        let directory = absolute(directory);
        let request = &self.harness.request;
        c::Options {
            stem: self.stem(&self.naming),
            command: format!("everypath generate {}", self.target.text),
            include: self.source.included_from(&directory),
            directory: match relative(&directory, &absolute(&request.directory)) {
                path if path == "." => String::new(),
                path => format!("{path}/"),
            },
            linked: self.linked(),
            flags: toolchain::useful_flags(&request.flags),
            framework: c::Framework::Plain,
            missing: self.missing.clone(),
            source: self.source.contents.clone(),
            annotations: Annotations::default(),
        }
    }

    /// What tests are linked with, seen from where the flags are meant for.
    fn linked(&self) -> Vec<String> {
        let request = &self.harness.request;
        let from = absolute(&request.directory);
        let sources = request.others.iter().map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match relative(path.parent().unwrap_or(Path::new("/")), &from).as_str() {
                "." => name.into_owned(),
                directory => format!("{directory}/{name}"),
            }
        });
        sources.chain(request.link.iter().cloned()).collect()
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
