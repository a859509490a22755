//! Compiling.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use everypath_confine::Confinement;

use crate::command::{Ended, QUICK, quiet, run};
use crate::home::Jdk;

/// How long a compilation may take.
const LIMIT: Duration = Duration::from_secs(300);

/// What to compile.
#[derive(Clone, Debug, Default)]
pub struct Compilation {
    /// The files.
    pub sources: Vec<PathBuf>,
    /// Where the sources of other classes are looked for.
    pub source_path: Vec<PathBuf>,
    /// Jars and directories of classes.
    pub class_path: Vec<PathBuf>,
    /// Where the class files go.
    pub out: PathBuf,
    /// Options for the compiler as they are.
    pub options: Vec<String>,
    /// How long the compiler may take; a project as long as it takes, within reason.
    pub patience: Option<Duration>,
}

/// Something the compiler said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; 0 if it is not known.
    pub column: usize,
    /// Whether there is no class because of it.
    pub error: bool,
    /// What it said.
    pub message: String,
}

/// Compiles; the diagnostics if there were errors or warnings. An `Err` is a
/// compiler that could not be run, or that failed without pointing anywhere.
pub fn compile(jdk: &Jdk, compilation: &Compilation) -> Result<Vec<Diagnostic>, String> {
    let limit = compilation.patience.unwrap_or(LIMIT);
    let (arguments, out) = (compilation.arguments(), &compilation.out);
    match jdk.compiler.compile(jdk, &arguments, out, limit) {
        Ok(ended) => said(&ended),
        // Where nothing can be kept, there is no compiler that stays up.
        Err(_) => compile_alone(jdk, compilation),
    }
}

/// Compiles in a process of its own.
pub(crate) fn compile_alone(
    jdk: &Jdk,
    compilation: &Compilation,
) -> Result<Vec<Diagnostic>, String> {
    let mut command = quiet(jdk.tool("javac"));
    command.args(QUICK.map(|option| format!("-J{option}")));
    command.arg("-J-Duser.language=en");
    command.arg("-d").arg(&compilation.out);
    command.args(compilation.arguments());
    let failed = |error: std::io::Error| format!("javac cannot be run: {error}");
    std::fs::create_dir_all(&compilation.out).map_err(failed)?;
    let confinement = Confinement::new().writing(&compilation.out);
    confinement.apply(&mut command).map_err(failed)?;
    let ended = run(&mut command, compilation.patience.unwrap_or(LIMIT)).map_err(failed)?;
    said(&ended)
}

impl Compilation {
    /// The arguments of javac, but for where the class files go.
    fn arguments(&self) -> Vec<String> {
        let text = |path: &OsStr| path.to_string_lossy().into_owned();
        let fixed = [
            "-g",
            "-encoding",
            "UTF-8",
            "-proc:none",
            "-Xmaxerrs",
            "10000",
        ];
        let mut arguments: Vec<String> = fixed.map(String::from).into();
        // Without a class path of its own javac would look at the variable CLASSPATH.
        arguments.extend(["-cp".to_owned(), text(&joined(&self.class_path))]);
        if !self.source_path.is_empty() {
            arguments.extend(["-sourcepath".to_owned(), text(&joined(&self.source_path))]);
        }
        arguments.extend(self.options.iter().cloned());
        arguments.extend(self.sources.iter().map(|path| text(path.as_os_str())));
        arguments
    }
}

/// The diagnostics of a compiler that has ended.
fn said(ended: &Ended) -> Result<Vec<Diagnostic>, String> {
    let found = diagnostics(&ended.errors);
    if ended.succeeded() || found.iter().any(|diagnostic| diagnostic.error) {
        return Ok(found);
    }
    Err(format!("javac {}: {}", ended.words(), ended.last_words()))
}

/// A path as Java's tools take it.
pub(crate) fn joined(entries: &[PathBuf]) -> std::ffi::OsString {
    if entries.is_empty() {
        return ".".into();
    }
    // An entry with a separator in it cannot be named; the tools say so.
    std::env::join_paths(entries).unwrap_or_default()
}

/// Reads `File.java:12: error: message`.
fn diagnostics(text: &str) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for line in text.lines() {
        match (diagnostic(line), found.last_mut()) {
            (Some(diagnostic), _) => found.push(diagnostic),
            // A caret below the source line shows where in it.
            (None, Some(last)) if line.trim() == "^" => {
                last.column = line.chars().take_while(|c| *c != '^').count() + 1;
            }
            _ => {}
        }
    }
    found
}

fn diagnostic(line: &str) -> Option<Diagnostic> {
    let at = line.find(".java:")? + ".java".len();
    let (file, rest) = line.split_at(at);
    let (number, rest) = rest[1..].split_once(": ")?;
    let (error, message) = match rest.strip_prefix("error: ") {
        Some(message) => (true, message),
        None => (false, rest.strip_prefix("warning: ")?),
    };
    Some(Diagnostic {
        file: Path::new(file).to_owned(),
        line: number.parse().ok()?,
        column: 0,
        error,
        message: message.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_have_places() {
        let found = diagnostics(
            "a/B.java:3: error: ';' expected\n    int x\n         ^\n\
             a/B.java:9: warning: [rawtypes] found raw type: List\n1 error\n",
        );
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].line, found[0].column, found[0].error),
            (3, 10, true)
        );
        assert_eq!(found[0].message, "';' expected");
        assert_eq!((found[1].line, found[1].error), (9, false));
    }
}
