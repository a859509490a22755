//! What a subject may do by the kernel, and the world that it sees: what its user allows.
//! Audit events say the same before, with better words; this holds also for code that gets
//! around them.

use std::io;
use std::process::Command;

use everypath_confine::{Confinement, World};

/// How variables of the environment are named among what is allowed.
const VARIABLE: &str = "env:";

/// What the interpreter needs to start and to find packages. The worker takes them away
/// before the subject could see them.
const NEEDED: [&str; 5] = [
    "PYTHONPATH",
    "PYTHONUSERBASE",
    "PYTHONHOME",
    "PYENV_VERSION",
    "LD_LIBRARY_PATH",
];

/// The confinement of processes for which side effects are allowed, by the names of
/// Python's audit events, `open` or `all`.
pub fn confinement(allow: &[String]) -> Confinement {
    let is_all = allow.iter().any(|event| event == "all");
    let is_network = |event: &String| event.starts_with("socket.");
    let mut events = allow.iter().filter(|event| !event.starts_with(VARIABLE));
    Confinement::new()
        .using_network(is_all || allow.iter().any(is_network))
        .changing_files(is_all || !events.all(is_network))
        .alone(is_all_quiet(allow))
}

/// Whether nothing is allowed that could need another process.
fn is_all_quiet(allow: &[String]) -> bool {
    allow.iter().all(|event| event.starts_with(VARIABLE))
}

/// The variables of the environment that the user lets the subject see.
fn variables(allow: &[String]) -> impl Iterator<Item = &str> {
    allow.iter().filter_map(|name| name.strip_prefix(VARIABLE))
}

/// Lets a Python start in a world.
pub(crate) fn enter(world: World, command: &mut Command, allow: &[String]) -> io::Result<()> {
    world.enter(command, &kept(allow))?;
    find_python(command);
    Ok(())
}

/// Lets a Python start with the variables of the first world, but with the time and the
/// user of this machine.
pub fn surround(command: &mut Command, allow: &[String]) {
    World::FIRST.surround(command, &kept(allow));
    find_python(command);
}

fn kept(allow: &[String]) -> Vec<&str> {
    NEEDED.into_iter().chain(variables(allow)).collect()
}

/// A Python that is named without its place is found by the path, and packages of its user
/// by the home directory. The worker puts the path back before the subject could see it.
fn find_python(command: &mut Command) {
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
    if std::env::var_os("PYTHONUSERBASE").is_none()
        && let Some(home) = std::env::var_os("HOME")
    {
        command.env("PYTHONUSERBASE", std::path::Path::new(&home).join(".local"));
    }
}
