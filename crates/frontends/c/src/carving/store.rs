//! Contexts on disk: for each function a file that is only appended to, the
//! contexts that were set aside with the reasons, and how each source was
//! compiled.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use everypath_c_runtime::layout::contexts as layout;
use indexmap::{IndexMap, IndexSet};

use super::context::{Context, read_records};

/// How a source was compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compilation {
    /// The source, absolute.
    pub source: PathBuf,
    /// Where the compiler ran.
    pub directory: PathBuf,
    /// The flags that change its meaning.
    pub flags: Vec<String>,
}

/// A context that is not used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// Its hash.
    pub hash: u64,
    /// The reason.
    pub reason: String,
}

/// A directory of contexts.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
}

impl Store {
    /// The store in a directory.
    pub fn new(directory: &Path) -> Store {
        Store {
            directory: directory.to_owned(),
        }
    }

    fn path(&self, function: &str, ending: &str) -> PathBuf {
        self.directory.join(format!("{function}.{ending}"))
    }

    /// All contexts of a function, and how many records cannot be read.
    pub fn contexts(&self, function: &str) -> Result<(Vec<Context>, usize), String> {
        let path = self.path(function, "contexts");
        let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let (found, broken) = read_records(&bytes);
        if found.is_empty() && broken > 0 {
            return Err(format!(
                "{} holds no context that can be read; carve again",
                path.display()
            ));
        }
        Ok((found, broken))
    }

    /// Whether a function has contexts here.
    pub fn has(&self, function: &str) -> bool {
        self.path(function, "contexts").is_file()
    }

    /// The contexts of a function that were not set aside.
    pub fn usable(&self, function: &str) -> Result<(Vec<Context>, usize), String> {
        let (mut found, broken) = self.contexts(function)?;
        let aside: IndexSet<u64> = self.aside(function).iter().map(|one| one.hash).collect();
        found.retain(|context| !aside.contains(&context.hash));
        Ok((found, broken))
    }

    /// Adds contexts that are not there yet; how many those were.
    pub fn add(&self, function: &str, contexts: &[Context]) -> Result<usize, String> {
        let path = self.path(function, "contexts");
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        std::fs::create_dir_all(&self.directory).map_err(failed)?;
        let mut known: IndexSet<u64> = match self.has(function) {
            true => {
                let (found, _) = read_records(&std::fs::read(&path).map_err(failed)?);
                found.iter().map(|context| context.hash).collect()
            }
            false => IndexSet::new(),
        };
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(failed)?;
        let mut added = 0;
        for context in contexts.iter().filter(|one| known.insert(one.hash)) {
            let mut record = Vec::with_capacity(context.body.len() + 24);
            for word in [layout::MAGIC, context.body.len() as u64, context.hash] {
                record.extend(word.to_le_bytes());
            }
            record.extend(&context.body);
            file.write_all(&record).map_err(failed)?;
            added += 1;
        }
        Ok(added)
    }

    /// Writes which contexts are set aside.
    pub fn set_aside(&self, function: &str, asides: &[Aside]) -> Result<(), String> {
        let path = self.path(function, "aside");
        let mut all: IndexMap<u64, String> = self
            .aside(function)
            .into_iter()
            .map(|one| (one.hash, one.reason))
            .collect();
        all.extend(asides.iter().map(|one| (one.hash, one.reason.clone())));
        if all.is_empty() {
            return Ok(());
        }
        let text: String = all
            .iter()
            .map(|(hash, reason)| format!("{hash:016x} {reason}\n"))
            .collect();
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The contexts that are set aside.
    pub fn aside(&self, function: &str) -> Vec<Aside> {
        let text = std::fs::read_to_string(self.path(function, "aside")).unwrap_or_default();
        text.lines()
            .filter_map(|line| {
                let (hash, reason) = line.split_once(' ')?;
                Some(Aside {
                    hash: u64::from_str_radix(hash, 16).ok()?,
                    reason: reason.to_owned(),
                })
            })
            .collect()
    }

    /// Adds how sources were compiled; the last compilation of each counts.
    pub fn add_compilations(&self, compilations: &[Compilation]) -> Result<(), String> {
        let path = self.directory.join("compilations");
        std::fs::create_dir_all(&self.directory)
            .map_err(|error| format!("{}: {error}", self.directory.display()))?;
        let mut all: IndexMap<PathBuf, Compilation> = self
            .compilations()
            .into_iter()
            .map(|one| (one.source.clone(), one))
            .collect();
        all.extend(
            compilations
                .iter()
                .map(|one| (one.source.clone(), one.clone())),
        );
        let text: String = all.values().map(write_compilation).collect();
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// How sources were compiled.
    pub fn compilations(&self) -> Vec<Compilation> {
        read_compilations(
            &std::fs::read_to_string(self.directory.join("compilations")).unwrap_or_default(),
        )
    }
}

/// One line: source, directory and flags, with tabs between them.
pub(super) fn write_compilation(compilation: &Compilation) -> String {
    let mut line = format!(
        "{}\t{}",
        compilation.source.display(),
        compilation.directory.display()
    );
    for flag in &compilation.flags {
        line.push('\t');
        line.push_str(flag);
    }
    line.push('\n');
    line
}

/// Reads such lines.
pub(super) fn read_compilations(text: &str) -> Vec<Compilation> {
    text.lines()
        .filter_map(|line| {
            let mut parts = line.split('\t');
            Some(Compilation {
                source: PathBuf::from(parts.next()?),
                directory: PathBuf::from(parts.next()?),
                flags: parts.map(str::to_owned).collect(),
            })
        })
        .collect()
}
