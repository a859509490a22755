//! The compiler as a project's build calls it while it is carved: C sources
//! become objects that record, programs are linked with the recorder, and
//! everything else goes to the compiler as it is.

#![allow(
    clippy::print_stderr,
    reason = "it stands for a compiler, which speaks there"
)]

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_c_runtime::layout::hash;
use indexmap::IndexSet;

use super::store::{Compilation, read_compilations, write_compilation};
use crate::build::MEANING;
use crate::instrument::recording::{Recording, record};
use crate::models::RECORDER;
use crate::toolchain::{Clang, run, useful_flags};

/// The environment variable that holds the session's directory.
pub const SESSION_VARIABLE: &str = "EVERYPATH_CARVE";
/// The environment variable that holds the directory for records.
pub const RECORDS_VARIABLE: &str = "EVERYPATH_RECORDS";

/// What one carving shares with the compilers it starts, in a directory.
#[derive(Clone, Debug)]
pub struct Session {
    directory: PathBuf,
}

impl Session {
    /// Prepares a session: compiles the recorder.
    pub fn begin(directory: &Path, clang: &Clang, targets: &[String]) -> Result<Session, String> {
        let session = Session {
            directory: directory.to_owned(),
        };
        let write = |name: &str, text: &str| {
            let path = directory.join(name);
            std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
        };
        for name in ["records", "bin", "work"] {
            std::fs::create_dir_all(directory.join(name))
                .map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        write("targets", &targets.join("\n"))?;
        // By its full path: later, names lead to the carving compiler.
        let full = on_path(&clang.path).ok_or("clang cannot be found any more")?;
        write("clang", &full.display().to_string())?;
        write("recorder.c", RECORDER)?;
        run(Command::new(&clang.path)
            .args(["-O2", "-w", "-fPIC", "-c"])
            .arg(directory.join("recorder.c"))
            .arg("-o")
            .arg(session.recorder()))
        .map_err(|words| format!("the recorder does not compile: {words}"))?;
        Ok(session)
    }

    /// A session that is under way.
    pub fn open(directory: &Path) -> Session {
        Session {
            directory: directory.to_owned(),
        }
    }

    /// Where records go.
    pub fn records(&self) -> PathBuf {
        self.directory.join("records")
    }

    /// Where the compiler's names are.
    pub fn bin(&self) -> PathBuf {
        self.directory.join("bin")
    }

    fn recorder(&self) -> PathBuf {
        self.directory.join("recorder.o")
    }

    fn clang(&self) -> PathBuf {
        let text = std::fs::read_to_string(self.directory.join("clang")).unwrap_or_default();
        PathBuf::from(text)
    }

    fn targets(&self) -> IndexSet<String> {
        let text = std::fs::read_to_string(self.directory.join("targets")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// The sources that were compiled, and how.
    pub fn compilations(&self) -> Vec<Compilation> {
        let text = std::fs::read_to_string(self.directory.join("compilations"));
        read_compilations(&text.unwrap_or_default())
    }

    /// What could not be recorded, in words.
    pub fn problems(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.directory.join("problems")).unwrap_or_default();
        let unique: IndexSet<&str> = text.lines().collect();
        unique.into_iter().map(str::to_owned).collect()
    }

    fn append(&self, name: &str, line: &str) {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.directory.join(name));
        if let Ok(mut file) = file {
            // The build goes on without it.
            let _ = file.write_all(line.as_bytes());
        }
    }

    /// Does what a compiler is asked to do; its exit code.
    pub fn compile(&self, arguments: &[String]) -> i32 {
        let Some(asked) = Asked::read(arguments) else {
            return plainly(&self.clang(), arguments);
        };
        let mut replaced = arguments.to_vec();
        for source in &asked.sources {
            let object = match (&asked.output, asked.compile_only) {
                (Some(output), true) => PathBuf::from(output),
                (None, true) => Path::new(source)
                    .with_extension("o")
                    .file_name()
                    .map(PathBuf::from)
                    .unwrap_or_default(),
                _ => self
                    .directory
                    .join("work")
                    .join(format!("{:016x}.o", tag(source))),
            };
            if let Err(problem) = self.object(source, &object, &asked) {
                self.append("problems", &format!("{source}: {problem}\n"));
                let mut plain = asked.flags.clone();
                plain.extend(["-c".to_owned(), source.clone(), "-o".to_owned()]);
                plain.push(object.display().to_string());
                let code = plainly(&self.clang(), &plain);
                if code != 0 {
                    return code;
                }
            }
            for word in replaced.iter_mut().filter(|word| *word == source) {
                *word = object.display().to_string();
            }
        }
        if asked.compile_only {
            return 0;
        }
        replaced.push(self.recorder().display().to_string());
        replaced.push("-ldl".to_owned());
        plainly(&self.clang(), &replaced)
    }

    /// Compiles one source so that it records.
    fn object(&self, source: &str, object: &Path, asked: &Asked) -> Result<(), String> {
        let clang = self.clang();
        let absolute =
            std::fs::canonicalize(source).map_err(|error| format!("cannot be read: {error}"))?;
        let name = tag(&format!("{} {}", absolute.display(), object.display()));
        let ir = self.directory.join("work").join(format!("{name:016x}.ll"));
        let mut command = Command::new(&clang);
        command.args(&asked.flags).args(MEANING);
        let has = |start: &str| asked.flags.iter().any(|flag| flag.starts_with(start));
        if has("-M") && !has("-MT") {
            command.arg("-MT").arg(object);
        }
        if (has("-MD") || has("-MMD")) && !has("-MF") {
            command.arg("-MF").arg(object.with_extension("d"));
        }
        run(command.arg(source).arg("-o").arg(&ir)).map_err(|words| first_error(&words))?;
        let bytes = std::fs::read(&ir).map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&bytes);
        let recording = Recording {
            tag: &format!("{name:016x}"),
            file: &absolute.display().to_string(),
            targets: &self.targets(),
        };
        let made = record(&text, &recording).ok_or("clang's output is not understood")?;
        std::fs::write(&ir, made).map_err(|error| error.to_string())?;
        let position = asked.flags.iter().filter(|flag| {
            matches!(
                flag.as_str(),
                "-fPIC" | "-fpic" | "-fPIE" | "-fpie" | "-pthread"
            )
        });
        let mut command = Command::new(&clang);
        command
            .args(["-c", "-O1", "-w"])
            .args(position)
            .args(["-x", "ir"]);
        run(command.arg(&ir).arg("-o").arg(object)).map_err(|words| first_error(&words))?;
        let _ = std::fs::remove_file(&ir);
        self.append(
            "compilations",
            &write_compilation(&Compilation {
                source: absolute,
                directory: std::env::current_dir().unwrap_or_default(),
                flags: useful_flags(&asked.flags),
            }),
        );
        Ok(())
    }
}

/// Lets a compiler do what it is asked to do; its exit code.
pub fn plainly(clang: &Path, arguments: &[String]) -> i32 {
    let status = Command::new(clang).args(arguments).status();
    match status {
        Ok(status) => status.code().unwrap_or(1),
        Err(error) => {
            eprintln!("{}: {error}", clang.display());
            127
        }
    }
}

/// Where a program is.
fn on_path(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return std::fs::canonicalize(program).ok();
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|directory| directory.join(program))
        .find(|path| path.is_file())
}

fn tag(text: &str) -> u64 {
    hash(text.as_bytes())
}

fn first_error(words: &str) -> String {
    let found = words.lines().find(|line| line.contains("error:"));
    found
        .or_else(|| words.lines().next())
        .unwrap_or("no reason given")
        .to_owned()
}

/// What a compiler is asked to do with C sources.
#[derive(Debug, PartialEq, Eq)]
struct Asked {
    sources: Vec<String>,
    output: Option<String>,
    compile_only: bool,
    /// Everything but the sources, the output, and how to optimise.
    flags: Vec<String>,
}

impl Asked {
    /// `None` for what is no business of carving.
    fn read(arguments: &[String]) -> Option<Asked> {
        let mut asked = Asked {
            sources: Vec::new(),
            output: None,
            compile_only: false,
            flags: Vec::new(),
        };
        let mut links = false;
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "-E" | "-S" | "-M" | "-MM" | "-fsyntax-only" | "-r" | "--version" | "-v" | "-V"
                | "-###" => return None,
                "-x" | "-" => return None,
                "-c" => asked.compile_only = true,
                "-o" => asked.output = Some(words.next()?.clone()),
                "-I" | "-D" | "-U" | "-include" | "-isystem" | "-iquote" | "-idirafter"
                | "-imacros" | "-MF" | "-MT" | "-MQ" | "-L" | "-l" | "-Xlinker" | "-Xclang"
                | "-u" | "-T" => {
                    asked.flags.push(word.clone());
                    asked.flags.push(words.next()?.clone());
                }
                other if other.starts_with("-print") || other.starts_with("-dump") => return None,
                other if other.starts_with('-') => {
                    let unwanted = ["-O", "-g", "-flto", "-Werror", "-fsanitize", "-fprofile"];
                    if !unwanted.iter().any(|start| other.starts_with(start)) {
                        asked.flags.push(word.clone());
                    }
                }
                other if other.ends_with(".c") => {
                    // What a configure script tries out is not the program.
                    if Path::new(other)
                        .file_name()
                        .is_some_and(|name| name == "conftest.c")
                    {
                        return None;
                    }
                    asked.sources.push(word.clone());
                }
                _ => links = true,
            }
        }
        if asked.compile_only {
            // Objects and libraries are no part of compiling.
            asked
                .flags
                .retain(|flag| !flag.starts_with("-l") && !flag.starts_with("-L"));
        }
        (!asked.sources.is_empty() || (links && !asked.compile_only)).then_some(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Option<Asked> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        Asked::read(&words)
    }

    #[test]
    fn commands_of_a_build_are_understood() {
        let one = asked("-DX=1 -O2 -g -c a.c -o b/a.o -MD -MF x.d").unwrap();
        assert_eq!(one.flags, ["-DX=1", "-MD", "-MF", "x.d"]);
        assert_eq!(
            (one.sources.len(), one.output.as_deref(), one.compile_only),
            (1, Some("b/a.o"), true)
        );
        assert!(asked("--version").is_none());
        assert!(asked("-E a.c").is_none());
        assert!(asked("-c conftest.c").is_none());
        assert!(!asked("a.o b.o -o p -lm").unwrap().compile_only);
    }
}
