//! The directory: an entry for each result, in a file of its own that appears whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use everypath_generate::{Ground, save};
use everypath_report::ModuleReport;
use serde::{Deserialize, Serialize};

use crate::files::{Files, digest_of_all};
use crate::footing::Footing;

/// The form of entries: those of another form are not read.
const FORM: &str = "1";
/// How large a cache becomes, in bytes, before its oldest entries go.
pub const SIZE: u64 = 1 << 30;
/// The share of its size that is left then.
const LEFT: u64 = 4;
/// How old an entry may be that is used before it counts as new again.
const FRESH: Duration = Duration::from_secs(24 * 60 * 60);
/// Says to people and tools what the directory is.
const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
    # What Everypath found, so that it need not look again. It may be deleted.\n";

/// A cache in a directory.
#[derive(Debug)]
pub struct Cache {
    directory: PathBuf,
    files: Files,
    /// What is common to all that one executable makes here.
    build: String,
}

/// What is asked for: a module, by all that decides its result but its ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(String);

/// What is known of a module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Known {
    /// It has a suite, or a report that says why not.
    Suite {
        /// The report.
        report: Box<ModuleReport>,
        /// The files of the suite.
        files: Vec<Written>,
    },
    /// There is nothing to test in it, in words.
    Nothing(String),
}

/// A result, and what has changed since of what it rests on.
#[derive(Clone, Debug)]
pub struct Remembered {
    /// The report.
    pub report: ModuleReport,
    /// Files, as the user would name them.
    pub changed: Vec<String>,
}

/// A file as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Where.
    pub path: String,
    /// Its text; `None` if only its being there counts, because others write it, too.
    pub text: Option<String>,
}

impl Cache {
    /// The cache in a directory, which is made when something is kept; `None` if the
    /// executable cannot be told from others.
    pub fn open(directory: &Path) -> Option<Cache> {
        let files = Files::default();
        let build = files.digest(&std::env::current_exe().ok()?)?;
        Some(Cache {
            directory: directory.to_owned(),
            files,
            build,
        })
    }

    /// The digests of files in this command.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// What is asked for, by what decides the result.
    pub fn key<'a>(&'a self, parts: impl IntoIterator<Item = &'a str>) -> Key {
        let own = [FORM, &self.build];
        Key(digest_of_all(own.into_iter().chain(parts)))
    }

    /// What is known of a module, if its ground is as it was.
    pub fn find(&self, key: &Key) -> Option<Known> {
        let mut entries: Vec<PathBuf> = fs::read_dir(self.place(key))
            .ok()?
            .flatten()
            .map(|entry| entry.path())
            .collect();
        entries.sort();
        entries.iter().find_map(|path| {
            let text = fs::read_to_string(path).ok()?;
            let (footing, known) = text.split_once('\n')?;
            let footing: Footing = serde_json::from_str(footing).ok()?;
            if !footing.holds(&self.files) {
                return None;
            }
            let known = serde_json::from_str(known).ok()?;
            touch(path);
            Some(known)
        })
    }

    /// Keeps what is known of a module, unless its ground has changed since it was loaded.
    /// Where it cannot be kept, the next command looks again.
    pub fn keep(&self, key: &Key, ground: &Ground, since: SystemTime, known: &Known) {
        let Some(footing) = Footing::of(ground, &self.files, since) else {
            return;
        };
        let place = self.place(key);
        let file = place.join(format!("{}.json", footing.digest()));
        let (Ok(footing), Ok(known)) = (
            serde_json::to_string(&footing),
            serde_json::to_string(known),
        ) else {
            return;
        };
        self.mark();
        let _ = save(&file, Some(&format!("{footing}\n{known}\n")));
    }

    /// The newest result of a module that is wanted, whether or not it still holds.
    pub fn newest(&self, is_wanted: &dyn Fn(&ModuleReport) -> bool) -> Option<Remembered> {
        let mut entries = self.entries();
        entries.sort();
        entries.iter().rev().find_map(|(_, _, path)| {
            let text = fs::read_to_string(path).ok()?;
            let (footing, known) = text.split_once('\n')?;
            let Known::Suite { report, .. } = serde_json::from_str(known).ok()? else {
                return None;
            };
            let footing: Footing = serde_json::from_str(footing).ok()?;
            is_wanted(&report).then(|| Remembered {
                report: *report,
                changed: footing.changed(&self.files),
            })
        })
    }

    /// All entries, with their times and sizes.
    fn entries(&self) -> Vec<(SystemTime, u64, PathBuf)> {
        let mut entries: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        let directories = |place: &Path| fs::read_dir(place).into_iter().flatten().flatten();
        for outer in directories(&self.directory) {
            for inner in directories(&outer.path()) {
                for entry in directories(&inner.path()) {
                    if let Ok(known) = entry.metadata()
                        && let Ok(time) = known.modified()
                    {
                        entries.push((time, known.len(), entry.path()));
                    }
                }
            }
        }
        entries
    }

    /// Lets the oldest entries go if there are too many bytes.
    pub fn collect(&self, most: u64) {
        let mut entries = self.entries();
        let mut size: u64 = entries.iter().map(|(_, size, _)| size).sum();
        if size <= most {
            return;
        }
        entries.sort();
        for (_, bytes, path) in entries {
            if size <= most - most / LEFT {
                break;
            }
            let _ = fs::remove_file(&path);
            size -= bytes;
        }
    }

    fn place(&self, Key(key): &Key) -> PathBuf {
        self.directory.join(&key[..2]).join(key)
    }

    /// Says in the directory what it is: to people, backups and version control.
    fn mark(&self) {
        let tag = self.directory.join("CACHEDIR.TAG");
        if !tag.exists() {
            let _ = save(&tag, Some(TAG));
            let _ = save(&self.directory.join(".gitignore"), Some("*\n"));
        }
    }
}

impl Written {
    /// A file as it is now.
    pub fn now(path: &str) -> Option<Written> {
        Some(Written {
            path: path.to_owned(),
            text: Some(fs::read_to_string(path).ok()?),
        })
    }

    /// Whether it is as it was written.
    pub fn is_there(&self) -> bool {
        match &self.text {
            Some(text) => fs::read_to_string(&self.path).is_ok_and(|now| now == *text),
            None => Path::new(&self.path).exists(),
        }
    }

    /// Whether nothing is there.
    pub fn is_gone(&self) -> bool {
        fs::symlink_metadata(&self.path).is_err()
    }
}

/// An entry that is used is not old. Most often it is new enough, and nothing is written.
fn touch(path: &Path) {
    let age = fs::metadata(path).and_then(|known| known.modified());
    let age = age.ok().and_then(|time| time.elapsed().ok());
    if age.is_some_and(|age| age > FRESH)
        && let Ok(file) = fs::File::options().append(true).open(path)
    {
        let _ = file.set_modified(SystemTime::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Lab {
        directory: tempfile::TempDir,
    }

    impl Lab {
        fn new() -> Lab {
            let directory = tempfile::tempdir().unwrap();
            Lab { directory }
        }

        fn path(&self, name: &str) -> PathBuf {
            self.directory.path().join(name)
        }

        /// A file whose time is in the past, as that of a source is.
        fn write(&self, name: &str, text: &str) -> PathBuf {
            let path = self.path(name);
            fs::write(&path, text).unwrap();
            let file = fs::File::options().append(true).open(&path).unwrap();
            let past = SystemTime::now() - Duration::from_secs(60);
            file.set_modified(past).unwrap();
            path
        }

        /// A command of its own: digests are remembered within one.
        fn cache(&self) -> Cache {
            Cache::open(&self.path("cache")).unwrap()
        }

        fn ground(&self) -> Ground {
            let mut ground = Ground::of([self.path("a.py"), self.path("b.py")]);
            ground.absent.insert(self.path("c.py"));
            ground
        }

        fn keep(&self, what: &str) {
            let cache = self.cache();
            let known = Known::Nothing(what.to_owned());
            cache.keep(&cache.key(["m"]), &self.ground(), SystemTime::now(), &known);
        }

        fn found(&self, key: &str) -> Option<String> {
            let cache = self.cache();
            match cache.find(&cache.key([key]))? {
                Known::Nothing(text) => Some(text),
                Known::Suite { .. } => None,
            }
        }
    }

    #[test]
    fn what_is_known_holds_as_long_as_its_ground() {
        let lab = Lab::new();
        lab.write("a.py", "one");
        lab.write("b.py", "two");
        assert_eq!(lab.found("m"), None);
        lab.keep("first");
        assert_eq!(lab.found("m").as_deref(), Some("first"));
        assert_eq!(lab.found("n"), None);
        lab.write("b.py", "three");
        assert_eq!(lab.found("m"), None);
        lab.keep("second");
        // Both states are known, as two branches would be.
        assert_eq!(lab.found("m").as_deref(), Some("second"));
        lab.write("b.py", "two");
        assert_eq!(lab.found("m").as_deref(), Some("first"));
        lab.write("c.py", "what would be found first");
        assert_eq!(lab.found("m"), None);
    }

    #[test]
    fn what_changed_while_it_was_looked_at_is_not_kept() {
        let lab = Lab::new();
        lab.write("a.py", "one");
        lab.write("b.py", "two");
        let cache = lab.cache();
        let since = SystemTime::now() - Duration::from_secs(3600);
        let known = Known::Nothing("old".to_owned());
        cache.keep(&cache.key(["m"]), &lab.ground(), since, &known);
        assert_eq!(lab.found("m"), None);
    }

    #[test]
    fn a_broken_entry_is_none_and_old_ones_go() {
        let lab = Lab::new();
        lab.write("a.py", "one");
        lab.write("b.py", "two");
        lab.keep("first");
        let cache = lab.cache();
        let place = cache.place(&cache.key(["m"]));
        let entry = fs::read_dir(&place).unwrap().next().unwrap().unwrap();
        let text = fs::read_to_string(entry.path()).unwrap();
        cache.collect(text.len() as u64);
        assert!(entry.path().exists());
        fs::write(entry.path(), &text[..text.len() / 2]).unwrap();
        assert_eq!(lab.found("m"), None);
        cache.collect(1);
        assert!(!entry.path().exists());
    }
}
