//! The user's compilers: which ones, and running them.

use std::io::{Read, Seek};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use everypath_confine::{Confinement, wait_at_most};
use indexmap::IndexSet;

/// The versions of LLVM whose IR is understood.
pub const VERSIONS: std::ops::RangeInclusive<u32> = 14..=19;

/// A clang that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clang {
    /// The executable.
    pub path: PathBuf,
    /// Its major version.
    pub version: u32,
}

/// Finds a clang: the given one, `$CLANG`, or the newest that is understood.
pub fn find_clang(given: Option<&Path>) -> Result<Clang, String> {
    let named = given
        .map(Path::to_owned)
        .or_else(|| std::env::var_os("CLANG").map(PathBuf::from));
    if let Some(path) = named {
        return match version(&path) {
            Some(version) if VERSIONS.contains(&version) => Ok(Clang { path, version }),
            Some(version) => Err(format!(
                "{} is clang {version}; clang {} to {} can be used",
                path.display(),
                VERSIONS.start(),
                VERSIONS.end()
            )),
            None => Err(format!("{} is no clang that can be run", path.display())),
        };
    }
    let numbered = VERSIONS.rev().map(|version| format!("clang-{version}"));
    for name in std::iter::once("clang".to_owned()).chain(numbered) {
        let path = PathBuf::from(&name);
        if let Some(version) = version(&path)
            && VERSIONS.contains(&version)
        {
            return Ok(Clang { path, version });
        }
    }
    Err("clang 14 to 19 is missing; on Debian: apt-get install clang".to_owned())
}

fn version(path: &Path) -> Option<u32> {
    let output = Command::new(path).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let (_, rest) = text.split_once("clang version ")?;
    rest.split('.').next()?.parse().ok()
}

/// The programs that may be the compilers that are found, without starting one.
pub fn installed() -> Vec<PathBuf> {
    let variables = ["CLANG", "CC"].map(|name| std::env::var_os(name).map(PathBuf::from));
    let numbered = VERSIONS.map(|version| format!("clang-{version}"));
    let names = variables.into_iter().flatten();
    let usual = ["clang", "cc", "gcc"].map(PathBuf::from);
    let names = names.chain(usual).chain(numbered.map(PathBuf::from));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let find = |name: PathBuf| {
        let mut places = std::env::split_paths(&path).map(|place| place.join(&name));
        places.find_map(|place| place.canonicalize().ok())
    };
    names.filter_map(find).collect()
}

/// The compiler for tests: `$CC`, else gcc, else clang.
pub fn find_compiler(clang: Option<&Clang>) -> Result<PathBuf, String> {
    let given = std::env::var_os("CC").map(PathBuf::from);
    let names = given
        .into_iter()
        .chain(["cc", "gcc"].map(PathBuf::from))
        .chain(clang.map(|clang| clang.path.clone()));
    for name in names {
        if Command::new(&name)
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success())
        {
            return Ok(name);
        }
    }
    Err("no C compiler was found; on Debian: apt-get install gcc".to_owned())
}

/// Runs a compiler on code of the subject, which it may be as slow and as large as it likes:
/// it reads no secrets, writes temporary files only, and ends in time. Its words if it fails.
pub fn compile(command: &mut Command, patience: Duration) -> Result<String, String> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("{shown} cannot be run: {error}");
    let confinement = Confinement::new().writing(std::env::temp_dir());
    let confinement = confinement.changing_attributes(true);
    confinement.apply(command).map_err(failed)?;
    let mut words = tempfile::tempfile().map_err(failed)?;
    let mut child = command
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(words.try_clone().map_err(failed)?)
        .process_group(0)
        .spawn()
        .map_err(failed)?;
    let Some(status) = wait_at_most(&mut child, patience).map_err(failed)? else {
        return Err(format!(
            "error: compiling takes longer than {} s",
            patience.as_secs()
        ));
    };
    let mut bytes = Vec::new();
    words
        .rewind()
        .and_then(|()| words.read_to_end(&mut bytes))
        .map_err(failed)?;
    let words = String::from_utf8_lossy(&bytes).into_owned();
    match status.success() {
        true => Ok(words),
        // A compiler that is killed has no words left.
        false if words.trim().is_empty() => Err(format!("error: {shown} ended with {status}")),
        false => Err(words),
    }
}

/// Runs a compiler in the user's own build; its words if it fails.
pub fn run(command: &mut Command) -> Result<String, String> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let output = command
        .env("LC_ALL", "C")
        .output()
        .map_err(|error| format!("{shown} cannot be run: {error}"))?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.success() {
        true => Ok(words),
        false => Err(words),
    }
}

/// Flags of a project's build that are meant for this source too: not those
/// that say what to write, how to optimise, or what to warn about.
pub fn useful_flags(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        match flag.as_str() {
            "-o" | "-MF" | "-MT" | "-MQ" | "-x" => {
                flags.next();
            }
            "-I" | "-D" | "-U" | "-include" | "-isystem" | "-iquote" | "-idirafter"
            | "-imacros" => {
                kept.push(flag.clone());
                kept.extend(flags.next().cloned());
            }
            other => {
                let useful = [
                    "-I", "-D", "-U", "-std", "-include", "-isystem", "-iquote", "-f", "-m",
                    "-pthread", "-ansi", "-W",
                ];
                let unwanted = [
                    "-flto",
                    "-fprofile",
                    "-ftest-coverage",
                    "-fsanitize",
                    "-fcoverage",
                    "-fstack",
                    "-Werror",
                    "-W",
                    "-fplugin",
                    "-fdump",
                    "-save-temps",
                    "-fanalyzer",
                    "-fcf-protection",
                    "-mfpmath",
                    "-fno-plt",
                    "-ffile-prefix-map",
                    "-fdebug",
                    "-fmacro",
                    "-ftree",
                    "-fdiagnostics",
                    "-fmax",
                    "-fgcse",
                    "-fipa",
                    "-D_FORTIFY_SOURCE",
                ];
                if useful.iter().any(|start| other.starts_with(start))
                    && !unwanted.iter().any(|start| other.starts_with(start))
                {
                    kept.push(flag.clone());
                }
            }
        }
    }
    kept
}

/// The symbols that a linker misses.
pub fn undefined(words: &str) -> IndexSet<String> {
    let mut found = IndexSet::new();
    for line in words.lines() {
        let name = line
            .split_once("undefined reference to `")
            .map(|(_, rest)| rest.trim_end_matches('\''))
            .or_else(|| {
                line.split_once("undefined symbol: ")
                    .map(|(_, rest)| rest.trim())
            });
        if let Some(name) = name {
            found.insert(name.split('\'').next().unwrap_or(name).to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_symbols_are_read_from_the_linkers_words() {
        let words = "/usr/bin/ld: a.o: in function `f':\na.c:(.text+0x5): undefined reference to `g'\nld.lld: error: undefined symbol: h\n";
        let found: Vec<String> = undefined(words).into_iter().collect();
        assert_eq!(found, ["g", "h"]);
    }

    #[test]
    fn flags_that_change_meaning_are_kept() {
        let flags = [
            "-c", "-O2", "-g", "-Wall", "-Werror", "-DX=1", "-I", "inc", "-o", "x.o", "-std=c99",
            "-fwrapv", "x.c",
        ];
        let flags: Vec<String> = flags.map(str::to_owned).to_vec();
        assert_eq!(
            useful_flags(&flags),
            ["-DX=1", "-I", "inc", "-std=c99", "-fwrapv"]
        );
    }

    #[test]
    fn a_missing_clang_is_said_so() {
        let error = find_clang(Some(Path::new("/nowhere/clang"))).unwrap_err();
        assert!(error.contains("/nowhere/clang"), "{error}");
    }
}
