//! This executable as a compiler: builds call it instead of their own, and what it
//! compiles records.

use std::path::Path;
use std::process::ExitCode;

use everypath_c::carving::{SESSION_VARIABLE, Session, plainly};
use everypath_c::toolchain;
use everypath_generate::FailureKind;

/// The names under which builds call a C compiler.
pub(super) const COMPILERS: [&str; 5] = ["cc", "gcc", "clang", "c99", "x86_64-linux-gnu-gcc"];

/// If this process was started as a compiler, does what one does.
pub fn act_as_compiler() -> Option<ExitCode> {
    let mut arguments: Vec<String> = std::env::args_os()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let own = Path::new(arguments.first()?).file_name()?.to_str()?;
    if !COMPILERS.contains(&own) {
        if arguments.get(1).is_none_or(|word| word != "cc") {
            return None;
        }
        arguments.remove(0);
    }
    // Within a session the compiler is known: looking for one would find us.
    if let Some(directory) = std::env::var_os(SESSION_VARIABLE) {
        let session = Session::open(Path::new(&directory));
        return Some(ExitCode::from(session.compile(&arguments[1..]) as u8));
    }
    let clang = match toolchain::find_clang(None) {
        Ok(clang) => clang,
        Err(message) => {
            // A compiler says what is wrong where compilers do.
            #[allow(clippy::print_stderr)]
            {
                eprintln!("everypath: {message}");
            }
            return Some(ExitCode::from(FailureKind::Environment as u8));
        }
    };
    Some(ExitCode::from(plainly(&clang.path, &arguments[1..]) as u8))
}
