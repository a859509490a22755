//! Classes as a JVM has them once they are loaded, kept in the cache: a JVM that is given
//! them need not find, read and check them again. They come from a rehearsal, in which a
//! JVM does what it will do later, with nothing of any subject. Whatever is wrong with
//! them, JVMs start without.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use everypath_confine::Confinement;

use crate::artifacts::Artifacts;
use crate::command::{QUICK, quiet, run};
use crate::home::Jdk;
use crate::javac::joined;

/// The first Java whose JVM writes down what it has loaded when it ends.
const FIRST_VERSION: u32 = 13;
/// How long a rehearsal may take.
const LIMIT: Duration = Duration::from_secs(120);
/// How many JVMs start without before there is a rehearsal, which takes as long as a few of
/// them gain: where a cache lives for one command only, it would never pay off.
const FEW: u64 = 4;
/// What the cache holds of one rehearsal: the classes, and the checksum that they have if
/// nobody has damaged them.
const ARCHIVE: &str = "classes.jsa";
const CHECKSUM: &str = "checksum";

/// Classes that are kept for JVMs with one class path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClassData<'a> {
    /// The JDK.
    pub(crate) jdk: &'a Jdk,
    /// Where they are kept.
    pub(crate) artifacts: &'a Artifacts,
    /// What the JVMs do.
    pub(crate) name: &'a str,
    /// How the class path of each of them begins: jars only.
    pub(crate) jars: &'a [PathBuf],
}

impl ClassData<'_> {
    /// The options that give a JVM the classes; none if there are none. The first time,
    /// there is a rehearsal: a command that is ready but for its class and what that is
    /// asked for, and a directory for what it needs.
    pub(crate) fn options(
        &self,
        rehearse: impl FnOnce(&mut Command, &Path) -> io::Result<()>,
    ) -> Vec<String> {
        let archive = self.archive(rehearse);
        archive.map_or_else(Vec::new, |path| given(&path))
    }

    /// The file with the classes.
    pub(crate) fn archive(
        &self,
        rehearse: impl FnOnce(&mut Command, &Path) -> io::Result<()>,
    ) -> Option<PathBuf> {
        if self.jdk.version < FIRST_VERSION {
            return None;
        }
        let key = self.key().ok()?;
        let directory = self.artifacts.directory();
        let target = directory.join(format!("classes-{}-{key:016x}", self.name));
        if let Some(kept) = kept(&target) {
            return kept;
        }
        // One makes them; the others do not wait for it.
        let lock = File::create(directory.join("classes.lock")).ok()?;
        lock.try_lock().ok()?;
        if let Some(kept) = kept(&target) {
            return kept;
        }
        if !has_waited(&target.with_extension("wanted")).ok()? {
            return None;
        }
        self.make(&target, rehearse).ok()?;
        kept(&target).flatten()
    }

    /// Another one for each thing that a JVM compares with what it was when the classes
    /// were written down.
    fn key(&self) -> io::Result<u64> {
        let home = &self.jdk.home;
        let mut hasher = DefaultHasher::new();
        fs::read(home.join("release"))
            .unwrap_or_default()
            .hash(&mut hasher);
        let own = [home.join("lib/modules"), home.join("lib/server/libjvm.so")];
        for file in own.iter().chain(self.jars) {
            let known = fs::metadata(file)?;
            (file, known.len()).hash(&mut hasher);
            let modified = known.modified()?.duration_since(SystemTime::UNIX_EPOCH);
            modified.unwrap_or_default().hash(&mut hasher);
        }
        Ok(hasher.finish())
    }

    fn make(
        &self,
        target: &Path,
        rehearse: impl FnOnce(&mut Command, &Path) -> io::Result<()>,
    ) -> io::Result<()> {
        let builder = &mut tempfile::Builder::new();
        let made = builder
            .prefix("making-")
            .tempdir_in(self.artifacts.directory())?;
        let work = tempfile::TempDir::with_prefix("everypath-")?;
        let archive = made.path().join(ARCHIVE);
        let mut command = quiet(self.jdk.tool("java"));
        command
            .args(QUICK)
            .arg("-Xlog:disable")
            .arg(format!("-XX:ArchiveClassesAtExit={}", archive.display()))
            .arg("-cp")
            .arg(joined(self.jars))
            .current_dir(work.path());
        rehearse(&mut command, work.path())?;
        let confinement = Confinement::new();
        let confinement = confinement.writing(work.path()).writing(made.path());
        confinement.apply(&mut command)?;
        let ended = run(&mut command, LIMIT)?;
        if ended.timed_out {
            return Err(io::ErrorKind::TimedOut.into());
        }
        // A JVM that cannot do it is not asked again: then there is the checksum of nothing.
        let bytes = match ended.succeeded() {
            true => fs::read(&archive).unwrap_or_default(),
            false => Vec::new(),
        };
        if bytes.is_empty() {
            let _ = fs::remove_file(&archive);
        }
        fs::write(made.path().join(CHECKSUM), checksum(&bytes))?;
        // What is there is damaged.
        let _ = fs::remove_dir_all(target);
        fs::rename(made.path(), target)
    }
}

/// Whether enough JVMs have started without; a file is as long as there were some.
fn has_waited(file: &Path) -> io::Result<bool> {
    let mut file = File::options().append(true).create(true).open(file)?;
    file.write_all(b".")?;
    Ok(file.metadata()?.len() > FEW)
}

/// The options that give a JVM the classes of a file. It would tell on standard output if
/// it cannot use them.
fn given(archive: &Path) -> Vec<String> {
    let archive = format!("-XX:SharedArchiveFile={}", archive.display());
    vec![archive, "-Xshare:auto".into(), "-Xlog:disable".into()]
}

/// What is kept at a place, if it is whole: the file, or that there is none.
fn kept(target: &Path) -> Option<Option<PathBuf>> {
    let expected = fs::read_to_string(target.join(CHECKSUM)).ok()?;
    let archive = target.join(ARCHIVE);
    let bytes = fs::read(&archive).unwrap_or_default();
    (checksum(&bytes) == expected).then(|| (!bytes.is_empty()).then_some(archive))
}

fn checksum(bytes: &[u8]) -> String {
    format!("{:08x} {}", crc32fast::hash(bytes), bytes.len())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use everypath_testlab::Need;

    use super::*;

    /// A cache of its own, and a jar that a JVM can rehearse with; `None` where there is no
    /// JDK, or one that keeps no classes.
    struct Lab {
        directory: tempfile::TempDir,
        jdk: Jdk,
        jars: Vec<PathBuf>,
    }

    impl Lab {
        fn new() -> Option<Lab> {
            let jdk = Need::Java.met(Jdk::find(None).ok())?;
            let directory = tempfile::tempdir().unwrap();
            let artifacts = Artifacts::at(directory.path().to_owned());
            let jars = vec![crate::build::observer(&jdk, &artifacts).unwrap()];
            (jdk.version >= FIRST_VERSION).then_some(Lab {
                directory,
                jdk,
                jars,
            })
        }

        fn archive_in(&self, directory: &Path) -> Option<PathBuf> {
            let artifacts = Artifacts::at(directory.to_owned());
            let data = ClassData {
                jdk: &self.jdk,
                artifacts: &artifacts,
                name: "test",
                jars: &self.jars,
            };
            // Nobody asks it for anything, and it ends.
            data.archive(|command, _| {
                command.arg("everypath.Compiling");
                Ok(())
            })
        }

        fn archive(&self) -> Option<PathBuf> {
            self.archive_in(self.directory.path())
        }

        /// As many JVMs as start before there is a rehearsal.
        fn wait(&self) {
            for _ in 0..FEW {
                assert_eq!(self.archive(), None);
            }
        }

        /// Whether a JVM starts with some options, and says nothing about them.
        fn starts(&self, options: Vec<String>) -> bool {
            let mut command = quiet(self.jdk.tool("java"));
            command.args(QUICK).args(options).arg("-cp");
            command.arg(joined(&self.jars)).arg("everypath.Compiling");
            let ended = run(&mut command, LIMIT).unwrap();
            ended.succeeded() && ended.output.is_empty() && ended.errors.is_empty()
        }
    }

    #[test]
    fn one_of_many_makes_the_classes_and_the_others_go_without() {
        let Some(lab) = Lab::new() else { return };
        lab.wait();
        let found: Vec<Option<PathBuf>> = std::thread::scope(|scope| {
            let asking: Vec<_> = (0..6).map(|_| scope.spawn(|| lab.archive())).collect();
            let asking = asking.into_iter();
            asking.map(|thread| thread.join().unwrap()).collect()
        });
        let made: BTreeSet<PathBuf> = found.into_iter().flatten().collect();
        assert_eq!(made.len(), 1, "{made:?}");
        assert_eq!(lab.archive(), made.first().cloned());
        let names = fs::read_dir(lab.directory.path()).unwrap();
        let names: Vec<String> = names
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| !name.ends_with(".jar"))
            .collect();
        assert_eq!(names.len(), 3, "the classes, marks and the lock: {names:?}");
        assert!(lab.starts(given(&lab.archive().unwrap())));
    }

    #[test]
    fn a_cache_that_cannot_be_written_is_none() {
        let Some(lab) = Lab::new() else { return };
        let file = lab.directory.path().join("file");
        fs::write(&file, "").unwrap();
        assert_eq!(lab.archive_in(&file.join("cache")), None);
    }

    #[test]
    fn damaged_classes_are_not_used_and_made_again() {
        let Some(lab) = Lab::new() else { return };
        lab.wait();
        let archive = lab.archive().unwrap();
        let whole = fs::read(&archive).unwrap();
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 0xff;
        for damaged in [&flipped[..], &whole[..whole.len() / 2], b""] {
            // It is written for nobody to change.
            fs::remove_file(&archive).unwrap();
            fs::write(&archive, damaged).unwrap();
            let lock = File::create(lab.directory.path().join("classes.lock")).unwrap();
            lock.lock().unwrap();
            assert_eq!(lab.archive(), None, "{} bytes", damaged.len());
            lock.unlock().unwrap();
            assert_eq!(lab.archive().as_deref(), Some(&*archive));
            assert!(lab.starts(given(&archive)));
        }
    }

    #[test]
    fn a_jvm_that_keeps_no_classes_is_asked_once() {
        let Some(lab) = Lab::new() else { return };
        let artifacts = Artifacts::at(lab.directory.path().to_owned());
        let mut asked = 0;
        for _ in 0..FEW + 2 {
            let data = ClassData {
                jdk: &lab.jdk,
                artifacts: &artifacts,
                name: "none",
                jars: &lab.jars,
            };
            let archive = data.archive(|command, _| {
                asked += 1;
                command.arg("everypath.Missing");
                Ok(())
            });
            assert_eq!(archive, None);
        }
        assert_eq!(asked, 1);
    }
}
