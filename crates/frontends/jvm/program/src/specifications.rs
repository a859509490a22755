//! Specifications in the source of a class: a copy with the checks woven in is
//! compiled for exploring alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use everypath_jdk::{Compilation, Diagnostic, Jdk, compile};
use everypath_jml::{Woven, weave};
use everypath_jvm::recipe::{CONSTRUCTOR, Promise};
use everypath_jvm::{Contract, INVARIANTS, Specification};
use tempfile::TempDir;

use crate::target::Target;
use everypath_generate::Settings;
use everypath_generate::{Failure, FailureKind};

/// How often clauses are left out because the compiler does not take them.
const MOST_ROUNDS: usize = 4;

/// The specification of a class, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Specified {
    woven: Woven,
    /// The file's name, as messages show it.
    file: String,
    work: Arc<TempDir>,
}

impl Specified {
    /// Where the classes are that check themselves.
    pub(crate) fn classes(&self) -> PathBuf {
        self.work.path().join("classes")
    }

    /// The clauses and contracts.
    pub(crate) fn specification(&self) -> Specification {
        let contracts = self.woven.contracts.iter().map(|contract| Contract {
            class: contract.class.clone(),
            method: match contract.is_constructor {
                true => CONSTRUCTOR.to_owned(),
                false => contract.method.clone(),
            },
            parameters: contract.parameters,
            promises: contract.promises.clone(),
        });
        Specification {
            clauses: (0..self.woven.clauses.len())
                .map(|index| self.words(index))
                .collect(),
            contracts: contracts.collect(),
        }
    }

    fn words(&self, index: usize) -> String {
        let clause = &self.woven.clauses[index];
        format!("{} ({}:{})", clause.text, self.file, clause.line)
    }

    /// The number of a clause and how a test says it, by the words for it.
    pub(crate) fn promise(&self, words: &str) -> Option<(u32, Promise)> {
        let index = (0..self.woven.clauses.len()).find(|index| self.words(*index) == words)?;
        let clause = &self.woven.clauses[index];
        let promise = Promise {
            clause: clause.text.clone(),
            place: format!("{}:{}", self.file, clause.line),
            assertion: clause.assertion.clone(),
            ends: clause.ends,
        };
        Some((index as u32 + 1, promise))
    }
}

/// Reads the specification of a class from its source, if there is one; what
/// is left out becomes warnings.
pub(crate) fn specified(
    target: &Target,
    source: Option<&Path>,
    settings: &Settings,
    jdk: &Jdk,
    warnings: &mut Vec<String>,
) -> Result<Option<Specified>, Failure> {
    let Some(path) = source else {
        return Ok(None);
    };
    let Ok(text) = std::fs::read_to_string(path) else {
        return Ok(None);
    };
    if !text.contains("//@") && !text.contains("/*@") {
        return Ok(None);
    }
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let mut reading = Reading {
        target,
        jdk,
        file: file.into_owned(),
        text,
        invariants: match &settings.invariant {
            Some(name) => vec![name.as_str()],
            None => INVARIANTS.to_vec(),
        },
    };
    let found = reading.compiled(warnings)?;
    Ok(found)
}

struct Reading<'a> {
    target: &'a Target,
    jdk: &'a Jdk,
    file: String,
    text: String,
    invariants: Vec<&'a str>,
}

impl Reading<'_> {
    /// Weaves and compiles, without the clauses that do not compile.
    fn compiled(&mut self, warnings: &mut Vec<String>) -> Result<Option<Specified>, Failure> {
        let mut refused: BTreeMap<u32, String> = BTreeMap::new();
        for _ in 0..MOST_ROUNDS {
            let woven = weave(&self.text, &self.invariants, &refused);
            if !woven.says_something() {
                self.tell(&woven, warnings);
                return Ok(None);
            }
            let work = tempfile::TempDir::with_prefix("everypath-")
                .map_err(|error| Failure::new(FailureKind::Files, error.to_string()))?;
            let errors = self.compile(&woven, work.path())?;
            if errors.is_empty() {
                self.tell(&woven, warnings);
                return Ok(Some(Specified {
                    woven,
                    file: self.file.clone(),
                    work: Arc::new(work),
                }));
            }
            let before = refused.len();
            for error in &errors {
                if let Some(clause) = woven.clause_at(error.line, error.column) {
                    let why = format!("it does not compile: {}", error.message);
                    refused.entry(clause).or_insert(why);
                }
            }
            if refused.len() == before {
                let error = &errors[0];
                warnings.push(format!(
                    "{}: what it says in JML is left out: the copy that checks it does not \
                     compile (line {}: {})",
                    self.file, error.line, error.message
                ));
                return Ok(None);
            }
        }
        warnings.push(format!(
            "{}: what it says in JML is left out: too much of it does not compile",
            self.file
        ));
        Ok(None)
    }

    fn compile(&self, woven: &Woven, work: &Path) -> Result<Vec<Diagnostic>, Failure> {
        let failed = |error: std::io::Error| Failure::new(FailureKind::Files, error.to_string());
        let directory = work.join("source").join(woven.package.replace('.', "/"));
        let classes = work.join("classes");
        std::fs::create_dir_all(&directory).map_err(failed)?;
        std::fs::create_dir_all(&classes).map_err(failed)?;
        let copy = directory.join(&self.file);
        std::fs::write(&copy, &woven.text).map_err(failed)?;
        let said = compile(
            self.jdk,
            &Compilation {
                sources: vec![copy],
                class_path: self.target.class_path.clone(),
                out: classes,
                options: vec!["-nowarn".to_owned()],
                ..Compilation::default()
            },
        )
        .map_err(|why| Failure::new(FailureKind::Target, why))?;
        Ok(said.into_iter().filter(|one| one.error).collect())
    }

    /// What is left out of the specification.
    fn tell(&self, woven: &Woven, warnings: &mut Vec<String>) {
        for one in &woven.left_out {
            let place = format!("{}:{}", self.file, one.line);
            warnings.push(match one.text.is_empty() {
                true => format!("{place}: left out: {}", one.why),
                false => format!("{place}: `{}` is left out: {}", one.text, one.why),
            });
        }
    }
}
