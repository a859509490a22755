//! Which modules of a command are done. A command that was cut off leaves its journal
//! behind, and the same command on the same sources goes on from there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use everypath_generate::Settings;
use everypath_report::ModuleReport;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::target::{SKIPPED, Target};

/// Where journals are kept, below the directory that the program runs in.
const DIRECTORY: &str = ".everypath/unfinished";

/// How many files there may be below the current directory.
const MOST_FILES: usize = 20_000;
/// How the names of files end that a suite may depend on.
const SOURCES: [&str; 6] = ["py", "java", "class", "jar", "c", "h"];

/// The journal of one command. Nothing depends on it: where it cannot be kept, the next
/// command begins anew.
pub(crate) struct Journal {
    directory: Option<PathBuf>,
}

/// A module that is done.
#[derive(Serialize, Deserialize)]
struct Entry {
    report: ModuleReport,
    /// What its files were like.
    digests: BTreeMap<String, String>,
}

impl Journal {
    /// The journal of a command for some modules; one alone needs none.
    pub(crate) fn of(modules: &[(Target, Arc<Settings>)]) -> Journal {
        let mut digest = Sha256::new();
        digest.update(env!("CARGO_PKG_VERSION"));
        for (target, settings) in modules {
            digest.update(format!("{} {settings:?}", target.text()));
            let Some(contents) = target.contents() else {
                return Journal::none();
            };
            digest.update(contents);
        }
        // What the modules use counts, too.
        let Some(around) = (modules.len() > 1).then(sources_here).flatten() else {
            return Journal::none();
        };
        digest.update(around);
        let key = format!("{:x}", digest.finalize());
        Journal {
            directory: Some(Path::new(DIRECTORY).join(&key[..16])),
        }
    }

    /// A journal that nothing is written into.
    pub(crate) fn none() -> Journal {
        Journal { directory: None }
    }

    fn file(&self, place: usize) -> Option<PathBuf> {
        let directory = self.directory.as_ref()?;
        Some(directory.join(format!("{place}.json")))
    }

    /// What became of a module, if it is done and its files are still as they were.
    pub(crate) fn done(&self, place: usize) -> Option<ModuleReport> {
        let text = fs::read(self.file(place)?).ok()?;
        let entry: Entry = serde_json::from_slice(&text).ok()?;
        (digests(&entry.report) == entry.digests).then_some(entry.report)
    }

    /// A module is done.
    pub(crate) fn note(&self, place: usize, report: &ModuleReport) {
        let Some(file) = self.file(place) else { return };
        let entry = Entry {
            report: report.clone(),
            digests: digests(report),
        };
        let text = serde_json::to_string(&entry).expect("reports are plain data");
        let _ = everypath_generate::save(&file, Some(&text));
    }

    /// The command has come to its end.
    pub(crate) fn close(self) {
        if let Some(directory) = self.directory {
            let _ = fs::remove_dir_all(directory);
            // Only if no other command has one.
            let _ = fs::remove_dir(DIRECTORY);
        }
    }
}

/// Names, sizes and times of all sources below the current directory but tests, which the
/// command writes itself; `None` where there are too many to look at.
fn sources_here() -> Option<String> {
    let mut found = String::new();
    let mut waiting = vec![PathBuf::from(".")];
    let mut count = 0;
    while let Some(directory) = waiting.pop() {
        let entries = fs::read_dir(&directory).ok()?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        count += paths.len();
        if count > MOST_FILES {
            return None;
        }
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let stem = name.split('.').next().unwrap_or_default();
            let known = fs::symlink_metadata(&path).ok()?;
            let is_test = stem.starts_with("test_") || stem.ends_with("Test");
            let is_source = path
                .extension()
                .is_some_and(|end| SOURCES.iter().any(|source| end == *source));
            let is_skipped = name.starts_with('.') || SKIPPED.contains(&&*name);
            if known.is_dir() && !is_skipped {
                waiting.push(path);
            } else if known.is_file() && is_source && !is_test {
                let time = known.modified().ok();
                found += &format!("{} {} {time:?}\n", path.display(), known.len());
            }
        }
    }
    Some(found)
}

fn digests(report: &ModuleReport) -> BTreeMap<String, String> {
    let files = report.test_file.iter().chain(&report.bugs_file);
    let digest = |file: &String| {
        let text = fs::read(file).unwrap_or_default();
        (file.clone(), format!("{:x}", Sha256::digest(text)))
    };
    files.map(digest).collect()
}
