//! The compiler in one JVM that stays up for as long as the JDK is in use: most of what a
//! compilation of a few classes takes is the compiler's own start. It runs none of the
//! classes, reads what it may read as any compilation, and writes into a directory of its
//! own only, from where class files are moved to where they belong.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use everypath_confine::{Confinement, kill_group};
use serde::Deserialize;
use tempfile::TempDir;

use crate::artifacts::Artifacts;
use crate::build::{OBSERVER, observer, unpack};
use crate::class_data::ClassData;
use crate::command::{Ended, QUICK, quiet};
use crate::home::Jdk;
use crate::javac::joined;

/// The codes of a compiler that is as good as before: what it was given compiles, or not.
const WELL: [i32; 3] = [0, 1, 2];
/// The class that compiles.
const MAIN: &str = "everypath.Compiling";
/// The file with what the JVM itself says.
const ERRORS: &str = "errors";

/// A compiler that is started when it is first needed.
#[derive(Debug, Default)]
pub(crate) struct Compiler {
    running: Mutex<Option<Running>>,
}

/// What the compiler says of a compilation.
#[derive(Deserialize)]
struct Answer {
    code: i32,
    said: String,
}

impl Compiler {
    /// Compiles with javac's arguments, but for where the class files go.
    pub(crate) fn compile(
        &self,
        jdk: &Jdk,
        arguments: &[String],
        out: &Path,
        limit: Duration,
    ) -> Result<Ended, String> {
        let mut place = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        // One that has been up for a while may have been ended in between, as where there
        // was no memory left; that is no fault of what it is to compile.
        if let Some(mut known) = place.take()
            && let Some(ended) = known.compile(arguments, out, limit)?
        {
            *place = known.if_well(&ended);
            return Ok(ended);
        }
        let mut fresh = Running::start(jdk)?;
        let ended = fresh.compile(arguments, out, limit)?;
        let ended = ended.ok_or_else(|| format!("javac is gone: {}", fresh.last_words()))?;
        *place = fresh.if_well(&ended);
        Ok(ended)
    }
}

/// A compiler that is up.
#[derive(Debug)]
struct Running {
    process: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
    /// Where it writes.
    work: TempDir,
}

impl Running {
    fn start(jdk: &Jdk) -> Result<Running, String> {
        let failed = |error: io::Error| format!("javac cannot be run: {error}");
        let artifacts = Artifacts::of_user();
        let jars = [observer(jdk, &artifacts)?];
        let data = ClassData {
            jdk,
            artifacts: &artifacts,
            name: "compiler",
            jars: &jars,
        };
        let options = data.options(rehearse);
        let work = TempDir::with_prefix("everypath-").map_err(failed)?;
        let mut command = quiet(jdk.tool("java"));
        command
            .args(QUICK)
            .args(options)
            // Its messages are read.
            .args(["-Duser.language=en", "-Dfile.encoding=UTF-8"])
            .arg(format!("-Djava.io.tmpdir={}", work.path().display()))
            .arg("-cp")
            .arg(joined(&jars))
            .arg(MAIN)
            // Names of files may have any letters.
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(fs::File::create(work.path().join(ERRORS)).map_err(failed)?)
            .process_group(0);
        let confinement = Confinement::new().writing(work.path());
        confinement.apply(&mut command).map_err(failed)?;
        let mut process = command.spawn().map_err(failed)?;
        let (Some(requests), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            kill_group(&mut process);
            return Err("javac cannot be run: it has no pipes".to_owned());
        };
        let (sender, answers) = channel();
        let listen = move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // It ends when nobody waits for answers any more, or with the process.
            let _ = lines.into_iter().try_for_each(|line| sender.send(line));
        };
        let thread = std::thread::Builder::new().name("compiler".to_owned());
        if let Err(error) = thread.spawn(listen) {
            kill_group(&mut process);
            return Err(failed(error));
        }
        Ok(Running {
            process,
            requests,
            answers,
            work,
        })
    }

    /// How javac ended; `None` if the process is gone.
    fn compile(
        &mut self,
        arguments: &[String],
        out: &Path,
        limit: Duration,
    ) -> Result<Option<Ended>, String> {
        let failed = |error: io::Error| format!("class files cannot be written: {error}");
        let classes = self.work.path().join("classes");
        fs::create_dir_all(&classes).map_err(failed)?;
        let mut all = vec!["-d".to_owned(), classes.display().to_string()];
        all.extend(arguments.iter().cloned());
        let mut ended = Ended {
            code: None,
            timed_out: false,
            output: String::new(),
            errors: String::new(),
        };
        let mut request = serde_json::to_string(&all).expect("texts are plain data");
        request.push('\n');
        if self.requests.write_all(request.as_bytes()).is_err() {
            return Ok(None);
        }
        match self.answers.recv_timeout(limit) {
            Ok(line) => match serde_json::from_str::<Answer>(&line) {
                Ok(answer) => {
                    ended.code = Some(answer.code);
                    ended.errors = answer.said;
                }
                Err(_) => return Ok(None),
            },
            Err(RecvTimeoutError::Timeout) => ended.timed_out = true,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
        move_all(&classes, out).map_err(failed)?;
        Ok(Some(ended))
    }

    /// Itself, if it can be asked again.
    fn if_well(self, ended: &Ended) -> Option<Running> {
        let is_well = ended.code.is_some_and(|code| WELL.contains(&code));
        is_well.then_some(self)
    }

    fn last_words(&self) -> String {
        let said = fs::read_to_string(self.work.path().join(ERRORS)).unwrap_or_default();
        let last = said.lines().rfind(|line| !line.trim().is_empty());
        last.unwrap_or("it said nothing").trim().to_owned()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        kill_group(&mut self.process);
    }
}

/// Compiles our own sources: they have of everything a little.
fn rehearse(command: &mut Command, work: &Path) -> io::Result<()> {
    let sources = unpack(OBSERVER, &work.join("sources"))?;
    let classes = work.join("classes");
    fs::create_dir_all(&classes)?;
    let mut arguments: Vec<String> = ["-g", "-proc:none", "-Xlint:all", "-d"]
        .map(String::from)
        .into();
    arguments.push(classes.display().to_string());
    arguments.extend(sources.iter().map(|path| path.display().to_string()));
    let mut request = serde_json::to_string(&arguments)?;
    request.push('\n');
    let input = work.join("request");
    fs::write(&input, request)?;
    command.arg(MAIN).stdin(fs::File::open(input)?);
    Ok(())
}

/// Moves what is in a directory into another one, over what has the same names there.
fn move_all(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            move_all(&entry.path(), &target)?;
            fs::remove_dir(entry.path())?;
        } else if fs::rename(entry.path(), &target).is_err() {
            // It is on another disk.
            fs::copy(entry.path(), &target)?;
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use everypath_testlab::Need;

    use super::*;
    use crate::javac::{Compilation, Diagnostic, compile};

    struct Lab {
        directory: TempDir,
        jdk: Jdk,
    }

    impl Lab {
        fn new() -> Option<Lab> {
            let jdk = Need::Java.met(Jdk::find(None).ok())?;
            let directory = tempfile::tempdir().unwrap();
            Some(Lab { directory, jdk })
        }

        fn compile(&self, class: &str, body: &str) -> Vec<Diagnostic> {
            let source = self.directory.path().join(format!("{class}.java"));
            let text = format!("package a;\nclass {class} {{ {body} }}\n");
            fs::write(&source, text).unwrap();
            let compilation = Compilation {
                sources: vec![source],
                class_path: vec![self.out()],
                out: self.out(),
                ..Compilation::default()
            };
            compile(&self.jdk, &compilation).unwrap()
        }

        fn out(&self) -> std::path::PathBuf {
            self.directory.path().join("out")
        }

        fn has(&self, class: &str) -> bool {
            self.out().join(format!("a/{class}.class")).is_file()
        }

        /// The process that compiles.
        fn process(&self) -> Option<u32> {
            let running = self.jdk.compiler.running.lock().unwrap();
            running.as_ref().map(|running| running.process.id())
        }
    }

    #[test]
    fn one_process_compiles_all() {
        let Some(lab) = Lab::new() else { return };
        assert_eq!(lab.compile("A", "int x;"), []);
        let process = lab.process();
        assert!(lab.has("A") && process.is_some());
        let found = lab.compile("B", "int f(A a) { return a.y; }");
        assert!(found[0].error && found[0].line == 2, "{found:?}");
        assert!(found[0].file.ends_with("B.java") && !lab.has("B"));
        assert_eq!(lab.compile("B", "int f(A a) { return a.x; }"), []);
        assert!(lab.has("A") && lab.has("B"));
        assert_eq!(lab.process(), process);
    }

    #[test]
    fn one_that_is_gone_is_replaced() {
        let Some(lab) = Lab::new() else { return };
        assert_eq!(lab.compile("A", ""), []);
        let process = lab.process();
        if let Some(running) = &mut *lab.jdk.compiler.running.lock().unwrap() {
            kill_group(&mut running.process);
        }
        assert_eq!(lab.compile("B", ""), []);
        assert!(lab.has("B") && lab.process() != process);
    }

    #[test]
    fn one_that_takes_too_long_is_ended() {
        let Some(lab) = Lab::new() else { return };
        assert_eq!(lab.compile("A", ""), []);
        let compiler = &lab.jdk.compiler;
        let source = lab.directory.path().join("A.java").display().to_string();
        let ended = compiler.compile(&lab.jdk, &[source], &lab.out(), Duration::ZERO);
        assert!(ended.unwrap().timed_out);
        assert_eq!(lab.process(), None);
        assert_eq!(lab.compile("B", ""), []);
    }
}
