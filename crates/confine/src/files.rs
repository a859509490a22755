//! The file system, by Landlock: everything can be read but secrets, and nothing can be
//! changed but below some directories.

use std::io;
use std::os::fd::{FromRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};

/// The newest interface that is asked for; older kernels give what they have.
const NEWEST: ABI = ABI::V6;

/// Where secrets are, below the home directory.
const SECRETS: [&str; 22] = [
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".docker",
    ".netrc",
    ".pgpass",
    ".my.cnf",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".password-store",
    ".mozilla",
    ".thunderbird",
    ".bash_history",
    ".zsh_history",
    ".python_history",
    ".config/gcloud",
    ".config/gh",
    ".config/google-chrome",
    ".local/share/keyrings",
];

/// Files that can always be written: they keep nothing.
const SINKS: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"];

/// Where the system's programs and what they need are.
const SYSTEM: [&str; 8] = [
    "/bin", "/dev", "/lib", "/lib64", "/opt", "/sbin", "/sys", "/usr",
];

/// What the kernel tells of processes.
const PROCESSES: &str = "/proc";

/// The places where the system's programs and what they need are: also the parts of a JDK
/// that a distribution keeps with its configuration.
pub(crate) fn system() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let needed = |name: &str| {
        ["java", "ld.so", "ssl", "localtime"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    let entries = entries.filter(|entry| needed(&entry.file_name().to_string_lossy()));
    let entries = entries.map(|entry| entry.path());
    let mut found: Vec<PathBuf> = SYSTEM.map(PathBuf::from).into_iter().collect();
    around(Path::new(PROCESSES), &[], &mut found);
    found.extend(entries);
    found
}

/// The rules of a process that may write below some directories, and read below some others
/// if they are named; `None` if the kernel has no Landlock.
pub(crate) fn rules(
    named: Option<&[PathBuf]>,
    writable: &[PathBuf],
    uses_network: bool,
) -> io::Result<Option<RulesetCreated>> {
    if !is_there() {
        return Ok(None);
    }
    let created = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|rules| match uses_network {
            true => Ok(rules),
            false => rules.handle_access(AccessNet::from_all(NEWEST)),
        })
        .and_then(|rules| rules.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .map_err(io::Error::other)?;
    let mut rules = created;
    if named.is_none() {
        // What a directory holds may be asked on the way to the secrets, too; what they
        // say may not.
        rules = allow(rules, Path::new("/"), AccessFs::ReadDir.into())?;
    }
    for path in named.map_or_else(readable, <[PathBuf]>::to_vec) {
        rules = allow(rules, &path, AccessFs::from_read(NEWEST))?;
    }
    for path in SINKS {
        rules = allow(rules, Path::new(path), AccessFs::from_file(NEWEST))?;
    }
    for path in writable {
        rules = allow(rules, path, AccessFs::from_all(NEWEST))?;
    }
    Ok(Some(rules))
}

/// Whether the kernel has Landlock.
pub(crate) fn is_there() -> bool {
    version() > 0
}

/// The version of the kernel's Landlock; 0 if it has none.
pub(crate) fn version() -> i64 {
    const VERSION: libc::c_uint = 1;
    // SAFETY: asked for the version, the call takes no structure.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            std::ptr::null::<libc::c_void>(),
            0usize,
            VERSION,
        )
    };
    version.max(0)
}

fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> io::Result<RulesetCreated> {
    // What is not there, or was taken away meanwhile, needs no rule.
    let Ok(place) = PathFd::new(path) else {
        return Ok(rules);
    };
    let access = match path.is_dir() {
        true => access,
        false => access & AccessFs::from_file(NEWEST),
    };
    rules
        .add_rule(PathBeneath::new(place, access))
        .map_err(io::Error::other)
}

/// Enters the rules; for the child between fork and exec. What the kernel tells of the child
/// itself is there to read: the secrets of others would be, too, if all of that were.
pub(crate) fn enter(rules: RulesetCreated) -> io::Result<()> {
    // SAFETY: the path ends with a zero byte.
    let own = unsafe { libc::open(c"/proc/self".as_ptr(), libc::O_PATH | libc::O_CLOEXEC) };
    let rules = match own {
        0.. => {
            // SAFETY: the descriptor was just opened, and nobody else has it.
            let own = unsafe { OwnedFd::from_raw_fd(own) };
            rules.add_rule(PathBeneath::new(own, AccessFs::from_read(NEWEST)))
        }
        _ => Ok(rules),
    };
    match rules.and_then(RulesetCreated::restrict_self) {
        Ok(_) => Ok(()),
        Err(_) => Err(io::Error::from_raw_os_error(libc::EPERM)),
    }
}

/// The places that can be read: rules only ever add, so that everything is named but the
/// way to the secrets. Where somebody works in the directory that holds them, everything
/// is there to read.
fn readable() -> Vec<PathBuf> {
    let mut found = Vec::new();
    around(Path::new("/"), &secrets(), &mut found);
    found
}

/// The places that a subject cannot read.
pub fn secrets() -> Vec<PathBuf> {
    let here = std::env::current_dir().unwrap_or_default();
    let home = std::env::var_os("HOME").map(PathBuf::from);
    home.filter(|home| home.is_absolute() && !home.starts_with(&here))
        .map(|home| SECRETS.iter().map(|name| home.join(name)).collect())
        .unwrap_or_default()
}

/// Adds what is below a directory but for some places and for processes.
fn around(directory: &Path, secrets: &[PathBuf], found: &mut Vec<PathBuf>) {
    let holds = |path: &Path| {
        let mut secrets = secrets.iter();
        Path::new(PROCESSES).starts_with(path) || secrets.any(|secret| secret.starts_with(path))
    };
    if !holds(directory) {
        found.push(directory.to_owned());
        return;
    }
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if !secrets.contains(&path) && !is_process(&path) {
            around(&path, secrets, found);
        }
    }
}

/// Whether a place tells of one process: its environment, its memory, its open files.
fn is_process(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.parent() == Some(Path::new(PROCESSES))
        && (name.bytes().all(|byte| byte.is_ascii_digit())
            || name == "self"
            || name == "thread-self")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_are_not_named() {
        let mut found = Vec::new();
        around(Path::new("/proc"), &[], &mut found);
        assert!(found.contains(&PathBuf::from("/proc/cpuinfo")));
        let own = format!("/proc/{}", std::process::id());
        assert!(!found.contains(&PathBuf::from(own)));
        assert!(!found.contains(&PathBuf::from("/proc")));
    }

    #[test]
    fn everything_is_named_but_the_secrets() {
        let home = tempfile::tempdir().unwrap();
        for name in ["work", ".ssh", ".config/gh", ".config/other"] {
            std::fs::create_dir_all(home.path().join(name)).unwrap();
        }
        let secrets = [".ssh", ".config/gh"].map(|name| home.path().join(name));
        let mut found = Vec::new();
        around(home.path(), &secrets, &mut found);
        found.sort();
        let expected = [".config/other", "work"].map(|name| home.path().join(name));
        assert_eq!(found, expected);
    }
}
