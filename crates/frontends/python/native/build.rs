//! Builds the extension as a shared library, with a cargo and a target directory
//! of its own: cargo has no stable way to depend on another crate's library file.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What the extension is made from, seen from this crate.
const SOURCES: [&str; 5] = [
    "../extension",
    "../wire",
    "../../../term",
    "../../../trace",
    "../../../../Cargo.lock",
];

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

fn main() {
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
    }
    let out = PathBuf::from(variable("OUT_DIR"));
    let target = variable("TARGET");
    // A profile that inherits from one of these two is called by its name.
    let (profile, directory) = match variable("PROFILE").as_str() {
        "release" => ("release", "release"),
        _ => ("dev", "debug"),
    };
    let status = Command::new(variable("CARGO"))
        .args(["rustc", "--quiet", "--lib", "--crate-type", "cdylib"])
        .args(["--manifest-path", "../extension/Cargo.toml"])
        .args(["--profile", profile, "--target", &target])
        .arg("--target-dir")
        .arg(out.join("target"))
        .args(["--", "-C", "strip=symbols"])
        // The stable ABI needs no Python to build against.
        .env("PYO3_NO_PYTHON", "1")
        // Set by `cargo clippy`, which is not to lint what only is built here.
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("the extension does not compile: {status}"),
        Err(error) => panic!("cargo cannot be run: {error}"),
    }
    let built = out.join("target").join(&target).join(directory);
    copy(&built.join(name(&target)), &out.join("everypath_native.so"));
}

fn name(target: &str) -> &'static str {
    if target.contains("apple") {
        "libeverypath_python_extension.dylib"
    } else {
        "libeverypath_python_extension.so"
    }
}

fn copy(from: &Path, to: &Path) {
    if let Err(error) = std::fs::copy(from, to) {
        panic!("{} cannot be copied: {error}", from.display());
    }
}
