//! What the files of a suite are called: as the language has it, and otherwise where that
//! name is taken. It is decided before any work begins.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard};

use everypath_emit::{FileKind, is_ours};
use everypath_merge::{Signature, Syntax};
use everypath_report::ModuleReport;
use everypath_trace::Language;

use crate::failure::{Failure, FailureKind};
use crate::files::{absolute, relative, shown};
use crate::host::Host;
use crate::program::{Facts, Outputs, Program};

/// Which of the names that a suite may have it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming {
    /// Words that tell modules of one name apart, such as the directory.
    pub qualifiers: Vec<String>,
    /// Whether it stands beside a file of that name that a person wrote.
    pub is_beside: bool,
}

/// How many directories a name may have in it.
const MOST_QUALIFIERS: usize = 4;
/// How many modules of one name are told apart by a number where directories do not.
const MOST_NUMBERS: usize = 1000;

/// The files that the suites of this command take: no two modules share one, also while
/// nothing is written.
#[derive(Debug, Default)]
pub struct Claims {
    owners: Mutex<BTreeMap<PathBuf, String>>,
    saving: Mutex<()>,
    /// The modules that have chosen, or never will.
    passed: Mutex<BTreeSet<usize>>,
    bell: Condvar,
}

impl Claims {
    /// Lets one module at a time save its files, until the result is dropped.
    pub(crate) fn turn(&self) -> MutexGuard<'_, ()> {
        self.saving
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits until all modules before one have chosen their names: which they get does not
    /// depend on who is loaded first.
    fn wait(&self, place: usize) {
        let passed = self.passed.lock();
        let mut passed = passed.unwrap_or_else(|poisoned| poisoned.into_inner());
        while (0..place).any(|before| !passed.contains(&before)) {
            let woken = self.bell.wait(passed);
            passed = woken.unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// A module has chosen its names, or never will.
    pub fn pass(&self, place: usize) {
        let passed = self.passed.lock();
        let mut passed = passed.unwrap_or_else(|poisoned| poisoned.into_inner());
        passed.insert(place);
        self.bell.notify_all();
    }

    /// Takes the files of a suite that was written before; whether that can be.
    pub fn claim(&self, report: &ModuleReport) -> bool {
        let subject = match report.language {
            Language::Java => report.module.clone(),
            Language::Python | Language::C => {
                absolute(Path::new(&report.file)).display().to_string()
            }
        };
        let files = || report.files().map(Path::new);
        if files().any(|path| self.are_of_another(path, &subject)) {
            return false;
        }
        files().for_each(|path| self.take(path, &subject));
        true
    }

    /// Whether another module has a file.
    fn are_of_another(&self, path: &Path, subject: &str) -> bool {
        let claims = self
            .owners
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let owner = claims.get(&absolute(path));
        owner.is_some_and(|owner| owner != subject)
    }

    fn take(&self, path: &Path, subject: &str) {
        let mut claims = self
            .owners
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        claims.insert(absolute(path), subject.to_owned());
    }
}

/// What is where a file would go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Nothing.
    Free,
    /// A suite of the same module, with what it says of itself.
    Ours(Signature),
    /// A suite of a version that did not say which tests are as it wrote them.
    Unsigned,
    /// A suite of another module.
    OfAnother,
    /// What a person wrote.
    Persons,
}

/// What a suite is for, and in which syntax.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The source; the class, in Java.
    source: PathBuf,
    is_class: bool,
    /// The syntax of its tests.
    pub(crate) syntax: Syntax,
}

impl Subject {
    /// That of a program.
    pub(crate) fn of(facts: &Facts) -> Subject {
        let is_class = facts.language == Language::Java;
        Subject {
            source: match is_class {
                true => PathBuf::from(&facts.module),
                false => absolute(Path::new(&facts.file)),
            },
            is_class,
            syntax: match facts.language {
                Language::Python => Syntax::Python,
                Language::Java => Syntax::Java,
                Language::C => Syntax::C,
            },
        }
    }

    /// What a file says that it is for: a class, or the way from there to the source.
    pub(crate) fn seen_from(&self, file: &Path) -> String {
        if self.is_class {
            return self.source.display().to_string();
        }
        let directory = directory_of(file);
        let own = self.source.parent().unwrap_or(Path::new("/"));
        let name = self.source.file_name().unwrap_or_default();
        format!("{}/{}", relative(own, &directory), name.to_string_lossy())
    }

    /// Whether it is this that a file says that it is for. A source that has gone may have
    /// become this one.
    fn is_that_of(&self, file: &Path, signature: &Signature) -> bool {
        let said = &signature.subject;
        if *said == self.seen_from(file) || said.is_empty() {
            return true;
        }
        let place = directory_of(file).join(said);
        !self.is_class && !place.exists() && place.file_name() == self.source.file_name()
    }

    /// What is where a file would go.
    pub(crate) fn standing(&self, path: &Path, claims: &Claims) -> Result<Standing, Failure> {
        let failure = |message: String| Err(Failure::new(FailureKind::Files, message));
        if path.is_dir() {
            let message = format!("{} is a directory: name another file", path.display());
            return failure(message);
        }
        if claims.are_of_another(path, &self.source.display().to_string()) {
            return Ok(Standing::OfAnother);
        }
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8(bytes).ok(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Standing::Free);
            }
            Err(error) => {
                return failure(format!("{} cannot be read: {error}", path.display()));
            }
        };
        let Some(text) = text else {
            return Ok(Standing::Persons);
        };
        Ok(match Signature::read(&text, self.syntax) {
            Some(signature) if self.is_that_of(path, &signature) => Standing::Ours(signature),
            Some(_) => Standing::OfAnother,
            None if text.trim().is_empty() => Standing::Free,
            None if is_ours(&text) => Standing::Unsigned,
            None => Standing::Persons,
        })
    }

    /// Words that tell it from modules of the same name: its directories, nearest first,
    /// then numbers.
    fn qualifiers(&self, facts: &Facts) -> impl Iterator<Item = Vec<String>> {
        let within = match facts.language {
            Language::Python => facts.module.matches('.').count(),
            Language::Java | Language::C => 0,
        };
        let mut directories: Vec<String> = match self.is_class {
            true => Vec::new(),
            false => {
                let parents = self.source.ancestors().skip(1 + within);
                let names = parents.filter_map(|parent| parent.file_name());
                let names = names.map(|name| word(&name.to_string_lossy()));
                names.take(MOST_QUALIFIERS).collect()
            }
        };
        directories.reverse();
        let count = directories.len();
        let by_directory = (1..=count).map(move |most| directories[count - most..].to_vec());
        let numbers = (2..MOST_NUMBERS).map(|number| vec![number.to_string()]);
        std::iter::once(Vec::new())
            .chain(by_directory)
            .chain(numbers)
    }
}

/// A name of a directory as part of another name.
fn word(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
    name.chars().map(plain).collect()
}

/// The directory of a file, from the root.
fn directory_of(file: &Path) -> PathBuf {
    let directory = file.parent().unwrap_or(Path::new(""));
    absolute(match directory.as_os_str().is_empty() {
        true => Path::new("."),
        false => directory,
    })
}

/// Chooses the names of a suite, and says if they are not the usual ones.
pub(crate) fn choose(
    program: &mut dyn Program,
    subject: &Subject,
    host: &Host,
    force: bool,
) -> Result<(Outputs, Option<String>), Failure> {
    let claims = host.claims;
    claims.wait(host.place);
    let facts = program.facts().clone();
    let usual = program.outputs(&Naming::default());
    let all = |outputs: &Outputs| -> Result<Vec<Standing>, Failure> {
        let kinds = FileKind::ALL.into_iter();
        let standings = kinds.map(|kind| subject.standing(outputs.path(kind), claims));
        standings.collect()
    };
    let first = all(&usual)?;
    let beside = Naming {
        qualifiers: Vec::new(),
        is_beside: true,
    };
    // Where the user named the file there is no other.
    let is_fixed = program.outputs(&beside) == usual;
    let mut free: Option<Naming> = None;
    let mut own: Option<Naming> = None;
    for qualifiers in subject.qualifiers(&facts) {
        // Numbers are for where nothing else tells them apart.
        let is_number = |word: &String| word.parse::<usize>().is_ok();
        let is_known = own.is_some() || (free.is_some() && qualifiers.iter().any(is_number));
        if is_known || (free.is_none() && !qualifiers.is_empty() && is_fixed) {
            break;
        }
        for is_beside in [false, true] {
            let naming = Naming {
                qualifiers: qualifiers.clone(),
                is_beside,
            };
            let outputs = program.outputs(&naming);
            if naming != Naming::default() && outputs == usual {
                continue;
            }
            let standings = all(&outputs)?;
            let is_taken = standings
                .iter()
                .any(|one| matches!(one, Standing::OfAnother | Standing::Persons));
            let is_own = standings.iter().any(|one| matches!(one, Standing::Ours(_)));
            if is_own && !is_taken {
                own.get_or_insert(naming.clone());
            }
            if !is_taken {
                free.get_or_insert(naming);
            }
            // Beside a suite of another module is no place for this one.
            if standings.contains(&Standing::OfAnother) {
                break;
            }
        }
    }
    let naming = match own.or(free) {
        _ if force => Naming::default(),
        Some(naming) => naming,
        None => {
            let message = format!(
                "{} was not generated by Everypath for this target and is left alone; use \
                 --force to replace it, or --out to write elsewhere",
                shown(&usual.tests)
            );
            return Err(Failure::new(FailureKind::Files, message));
        }
    };
    let outputs = program.outputs(&naming);
    let note = (naming != Naming::default()).then(|| {
        let mut known = FileKind::ALL.into_iter().zip(&first);
        let is_taken = |one: &Standing| matches!(one, Standing::OfAnother | Standing::Persons);
        let taken = known.find(|(_, standing)| is_taken(standing));
        let taken = shown(usual.path(taken.map_or(FileKind::Tests, |(kind, _)| kind)));
        let whose = match first.contains(&Standing::OfAnother) {
            true => "for another module",
            false => "not Everypath's",
        };
        let own = shown(&outputs.tests);
        match first.iter().all(|one| *one == Standing::Free) {
            true => format!("its suite is {own}, where it was before"),
            false => format!("{taken} is {whose} and is left alone: its suite is {own}"),
        }
    });
    program.name(&naming);
    for kind in FileKind::ALL {
        claims.take(outputs.path(kind), &subject.source.display().to_string());
    }
    claims.pass(host.place);
    Ok((outputs, note))
}
