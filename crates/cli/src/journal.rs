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

use crate::target::Target;

/// Where journals are kept, below the directory that the program runs in.
const DIRECTORY: &str = ".everypath/unfinished";

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
            digest.update(target.contents());
        }
        let key = format!("{:x}", digest.finalize());
        Journal {
            directory: (modules.len() > 1).then(|| Path::new(DIRECTORY).join(&key[..16])),
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

    /// The command has come to its end; what others left is too old to go on from.
    pub(crate) fn close(self) {
        if self.directory.is_some() {
            let _ = fs::remove_dir_all(DIRECTORY);
        }
    }
}

fn digests(report: &ModuleReport) -> BTreeMap<String, String> {
    let files = report.test_file.iter().chain(&report.bugs_file);
    let digest = |file: &String| {
        let text = fs::read(file).unwrap_or_default();
        (file.clone(), format!("{:x}", Sha256::digest(text)))
    };
    files.map(digest).collect()
}
