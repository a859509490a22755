//! The user's Python: which one, and what it has.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_generate::{Failure, FailureKind};

/// The oldest Python whose stable ABI the extension uses.
pub const OLDEST: (u32, u32) = (3, 9);

/// The Python to use: the one given, the active environment's, else python3.
///
/// One that is a name or a script is answered by its own path: a script looks for the
/// right Python again each time (pyenv), at a tenth of a second, and by variables that
/// subjects do not get.
pub fn find(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let candidates: Vec<PathBuf> = match given {
        Some(path) => vec![path.to_owned()],
        None => std::env::var_os("VIRTUAL_ENV")
            .map(|environment| Path::new(&environment).join("bin/python"))
            .into_iter()
            .chain([PathBuf::from("python3"), PathBuf::from("python")])
            .collect(),
    };
    for candidate in &candidates {
        if let Some((version, executable)) = probe(candidate) {
            if version < OLDEST {
                return Err(Failure::new(
                    FailureKind::Environment,
                    format!(
                        "{} is Python {}.{}; Everypath needs {}.{} or newer: give another with --python",
                        candidate.display(),
                        version.0,
                        version.1,
                        OLDEST.0,
                        OLDEST.1
                    ),
                ));
            }
            return Ok(match given {
                Some(given) if is_exact(given) => given.to_owned(),
                _ => executable,
            });
        }
    }
    let tried: Vec<String> = candidates.iter().map(|c| c.display().to_string()).collect();
    Err(Failure::new(
        FailureKind::Environment,
        format!(
            "no Python found (tried {}); install one (Debian: apt-get install python3) or give it with --python",
            tried.join(", ")
        ),
    ))
}

/// What tells the Python that would be used from others, without starting it where that can
/// be: its program, and the environment around it.
pub fn identity(given: Option<&Path>) -> Option<Vec<PathBuf>> {
    let environment = std::env::var_os("VIRTUAL_ENV");
    let environment = environment.map(|environment| Path::new(&environment).join("bin/python"));
    let named = given.map(Path::to_owned).or(environment);
    let found = match named.filter(|path| path.components().count() > 1) {
        Some(path) => path,
        None => on_path(given.unwrap_or(Path::new("python3")))?,
    };
    let found = match is_exact(&found) {
        true => found,
        false => find(given).ok()?,
    };
    let configuration = found.parent()?.join("../pyvenv.cfg");
    let program = found.canonicalize().ok()?;
    let environment = configuration.is_file().then_some(configuration);
    Some(std::iter::once(program).chain(environment).collect())
}

/// The first program of a name.
fn on_path(name: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|place| place.join(name));
    places.find(|place| place.is_file())
}

/// Whether a path is that of the program itself: no name that is looked for, and no script.
fn is_exact(program: &Path) -> bool {
    let mut start = [0; 2];
    let read = std::fs::File::open(program).and_then(|mut file| file.read_exact(&mut start));
    program.components().count() > 1 && read.is_ok() && start != *b"#!"
}

/// The version of a Python, or `None` if it does not run.
pub fn version(python: &Path) -> Option<(u32, u32)> {
    probe(python).map(|(version, _)| version)
}

/// What a Python says of its version and of where it is.
fn probe(python: &Path) -> Option<((u32, u32), PathBuf)> {
    let output = Command::new(python)
        .args([
            "-S",
            "-c",
            "import sys; print(*sys.version_info[:2], sys.executable)",
        ])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut words = text.trim_end().splitn(3, ' ');
    let version = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    // An embedded Python does not know where it is.
    let executable = words.next().filter(|path| !path.is_empty());
    Some((version, executable.map_or(python.to_owned(), PathBuf::from)))
}

/// The version of an installed package, or `None`.
pub fn package(python: &Path, name: &str) -> Option<String> {
    let script = format!("import importlib.metadata as m; print(m.version({name:?}))");
    let output = Command::new(python).args(["-c", &script]).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
