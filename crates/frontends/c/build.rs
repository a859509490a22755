//! Compiles the runtime as a static library without the standard library, so
//! that the executable can carry it.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    let source = PathBuf::from("runtime/src/lib.rs");
    println!("cargo:rerun-if-changed=runtime/src");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let rustc = std::env::var_os("RUSTC").expect("cargo sets RUSTC");
    let status = Command::new(rustc)
        .args(["--edition", "2024", "--crate-type", "staticlib"])
        .args(["--crate-name", "everypath_c_runtime", "--cfg", "standalone"])
        .args(["-C", "opt-level=2", "-C", "panic=abort", "-C", "lto=fat"])
        .args(["-C", "codegen-units=1", "-C", "relocation-model=pic"])
        .arg("-o")
        .arg(out.join("libeverypath_c_runtime.a"))
        .arg(&source)
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("the runtime does not compile: {status}"),
        Err(error) => panic!("rustc cannot be run: {error}"),
    }
}
