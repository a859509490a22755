//! What earlier commands found: modules whose ground is as it was are not explored again.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use everypath_cache::{Cache, Key, Known, SIZE, Written};
use everypath_generate::{Claims, Failure, FailureKind, Ground, Module, Settings, save};
use everypath_jvm_program::ClassGraphs;
use everypath_python_program::interpreter;
use everypath_report::{ModuleReport, Origin};

use crate::target::Target;

/// Where results are kept if nobody says otherwise, below the current directory.
pub(crate) const DIRECTORY: &str = ".everypath/cache";

/// Variables that decide what programs mean.
const VARIABLES: [&str; 9] = [
    "PYTHONPATH",
    "PYTHONHOME",
    "CLASSPATH",
    "CPATH",
    "C_INCLUDE_PATH",
    "LIBRARY_PATH",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "LD_LIBRARY_PATH",
];

/// Interpreters by how they were named, and what tells them from others.
type Interpreters = Vec<(Option<PathBuf>, Option<String>)>;

/// The memory of a command, which several modules use at a time.
pub(crate) struct Memory {
    cache: Option<Cache>,
    classes: Mutex<ClassGraphs>,
    interpreters: Mutex<Interpreters>,
}

/// What is asked of the memory about one module.
pub(crate) struct Question {
    key: Key,
    /// When nothing of it had been read.
    since: SystemTime,
}

impl Memory {
    /// The memory in a directory; without one nothing is remembered.
    pub(crate) fn new(directory: Option<&Path>) -> Memory {
        Memory {
            cache: directory.and_then(Cache::open),
            classes: Mutex::default(),
            interpreters: Mutex::default(),
        }
    }

    /// What to ask about a module; `None` if nobody can tell when its result changes.
    pub(crate) fn question(&self, target: &Target, settings: &Settings) -> Option<Question> {
        let cache = self.cache.as_ref()?;
        let since = SystemTime::now();
        let fingerprint = match target {
            Target::Python(_) => self.interpreter(cache, settings)?,
            Target::Java(target) => {
                let classes = self.classes.lock();
                let mut classes = classes.unwrap_or_else(|poisoned| poisoned.into_inner());
                format!("{} {}", target.class, classes.fingerprint(target)?)
            }
            Target::C(target) => match &target.module {
                Module::File(file) => everypath_c_program::fingerprint(file, settings)?,
                Module::Name(_) => return None,
            },
        };
        let settings = deciding(settings);
        let variables = VARIABLES.map(|name| format!("{:?}", std::env::var_os(name)));
        let parts = [target.text(), &fingerprint, &settings];
        let variables = variables.iter().map(String::as_str);
        let key = cache.key(parts.into_iter().chain(variables));
        Some(Question { key, since })
    }

    /// What tells the Python of some settings from others.
    fn interpreter(&self, cache: &Cache, settings: &Settings) -> Option<String> {
        let named = &settings.python.interpreter;
        let known = self.interpreters.lock();
        let mut known = known.unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((_, found)) = known.iter().find(|(name, _)| name == named) {
            return found.clone();
        }
        let files = interpreter::identity(named.as_deref());
        let digest = |file: PathBuf| cache.files().digest(&file);
        let digests = files.and_then(|files| files.into_iter().map(digest).collect());
        let found = digests.map(|digests: Vec<String>| digests.join(" "));
        known.push((named.clone(), found.clone()));
        found
    }

    /// What became of a module, if its ground and its files are as they were, or its files
    /// are gone and can be put back.
    pub(crate) fn recall(
        &self,
        question: &Question,
        settings: &Settings,
        claims: &Claims,
    ) -> Option<Result<ModuleReport, Failure>> {
        // Whatever a person changed is to go.
        if settings.force {
            return None;
        }
        let (mut report, files) = match self.cache.as_ref()?.find(&question.key)? {
            Known::Suite { report, files } => (*report, files),
            Known::Nothing(message) => {
                return Some(Err(Failure::new(FailureKind::Nothing, message)));
            }
        };
        let texts: Option<Vec<&str>> = files.iter().map(|file| file.text.as_deref()).collect();
        let is_gone = files.iter().all(Written::is_gone);
        report.origin = match files.iter().all(Written::is_there) {
            true => Origin::Unchanged,
            false if is_gone && texts.is_some() && !settings.check => Origin::Restored,
            false => return None,
        };
        if !claims.claim(&report) {
            return None;
        }
        match report.origin {
            Origin::Restored => {
                for file in &files {
                    save(Path::new(&file.path), file.text.as_deref()).ok()?;
                }
            }
            // It was told when the files were written, and may have been done since.
            _ => report.next_step = None,
        }
        report.source = std::fs::read_to_string(&report.file).unwrap_or_default();
        if let Some(changes) = &mut report.changes {
            changes.updated.clear();
            changes.added.clear();
            changes.removed.clear();
        }
        Some(Ok(report))
    }

    /// Remembers what became of a module, if the clock had no part in it.
    pub(crate) fn note(
        &self,
        question: &Question,
        ground: &Ground,
        result: &Result<ModuleReport, Failure>,
    ) {
        let known = match result {
            Ok(report) => written(report).map(|files| Known::Suite {
                report: Box::new(report.clone()),
                files,
            }),
            Err(failure) if failure.kind == FailureKind::Nothing => {
                Some(Known::Nothing(failure.message.clone()))
            }
            Err(_) => None,
        };
        if let (Some(cache), Some(known)) = (&self.cache, known) {
            cache.keep(&question.key, ground, question.since, &known);
        }
    }

    /// The command has come to its end: what is too old goes.
    pub(crate) fn close(&self) {
        if let Some(cache) = &self.cache {
            cache.collect(SIZE);
        }
    }
}

/// The files of a suite as they are now; `None` if one cannot be read.
fn written(report: &ModuleReport) -> Option<Vec<Written>> {
    let stem = |path: &String| Path::new(path).file_stem().map(|stem| stem.to_owned());
    let own = report.test_file.as_ref().and_then(stem);
    // Those with another name are the directory's: other suites are in them, too.
    let (beside, shared): (Vec<&String>, Vec<&String>) =
        report.beside.iter().partition(|path| stem(path) == own);
    let files = report.files().chain(beside).map(|path| Written::now(path));
    let suite: Option<Vec<Written>> = files.collect();
    let shared = shared.into_iter().map(|path| Written {
        path: path.clone(),
        text: None,
    });
    Some(suite?.into_iter().chain(shared).collect())
}

/// The settings that decide a result, as a text.
fn deciding(settings: &Settings) -> String {
    let mut settings = settings.clone();
    // The result does not depend on them.
    settings.jobs = 1;
    settings.check = false;
    settings.force = false;
    settings.pictures = true;
    format!("{settings:?}")
}
