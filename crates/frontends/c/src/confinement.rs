//! What the observer and the tests are linked with when they are tried: the subject
//! may do there what it may do while it is explored.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use everypath_c_runtime::refused::{ITSELF, READ, REFUSED};

use crate::toolchain::compile;

const SOURCE: &str = include_str!("../confinement/confinement.c");

/// How long compiling it may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The functions that it stands in for.
const WRAPPED: &str = "-Wl,--wrap=fork,--wrap=waitpid,--wrap=stat,--wrap=lstat,--wrap=fstat,--wrap=fstatat,--wrap=tmpfile,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=sysconf,--wrap=strerror";

/// Compiles what confines tests, in a directory; what the linker is given. Those
/// of the flags that choose a machine count here too.
pub fn confinement(
    compiler: &Path,
    flags: &[String],
    memory: u64,
    seconds: u64,
    directory: &Path,
) -> Result<[String; 2], String> {
    let mut text = String::from("#define REFUSED ");
    for (number, _) in REFUSED {
        let _ = write!(text, "{number}, ");
    }
    text.push_str("\n#define ITSELF ");
    for (number, argument, value) in ITSELF {
        let _ = write!(text, "{{{number}, {argument}, {value}}}, ");
    }
    let _ = write!(
        text,
        "\n#define UNREADABLE {READ}\n#define MEMORY {memory}u\n#define SECONDS {seconds}\n{SOURCE}"
    );
    let path = directory.join("confinement.c");
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    let object: PathBuf = path.with_extension("o");
    let machine = flags.iter().filter(|flag| flag.starts_with("-m"));
    let mut command = Command::new(compiler);
    command.args(machine).args(["-c", "-w", "-O1"]);
    compile(command.arg(&path).arg("-o").arg(&object), PATIENCE)
        .map_err(|words| format!("what confines tests does not compile: {words}"))?;
    Ok([object.display().to_string(), WRAPPED.to_owned()])
}
