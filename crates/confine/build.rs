//! Compiles the library that is a process's world, without the standard library and linked
//! with nothing, so that it can be loaded into any program.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=world");
    let variable = |name: &str| std::env::var_os(name).unwrap_or_default();
    let out = PathBuf::from(variable("OUT_DIR"));
    let status = Command::new(variable("RUSTC"))
        .args(["--edition", "2024", "--crate-type", "cdylib"])
        .args(["--crate-name", "everypath_world", "--target"])
        .arg(variable("TARGET"))
        .args(["-C", "opt-level=2", "-C", "panic=abort", "-C", "lto=fat"])
        .args(["-C", "codegen-units=1", "-C", "strip=symbols"])
        .args(["-C", "link-arg=-nostdlib"])
        .arg("-o")
        .arg(out.join("world.so"))
        .arg("world/lib.rs")
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("the world does not compile: {status}"),
        Err(error) => panic!("rustc cannot be run: {error}"),
    }
}
