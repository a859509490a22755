//! Lists the worker's Python files, so that the executable carries every one of them.

use std::path::{Path, PathBuf};

const PACKAGE: &str = "worker/everypath_worker";

fn main() {
    println!("cargo:rerun-if-changed={PACKAGE}");
    let package = std::path::absolute(PACKAGE).expect("the package has a path");
    let mut files = Vec::new();
    collect(&package, &mut files);
    files.sort();
    let rows: String = files
        .iter()
        .map(|file| {
            let name = file.strip_prefix(&package).expect("it is in the package");
            format!("({name:?}, include_str!({file:?})),\n")
        })
        .collect();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::write(out.join("worker_files.rs"), format!("&[{rows}]")).expect("it can be written");
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("the package can be read");
    for entry in entries {
        let path = entry.expect("the package can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "py") {
            files.push(path);
        }
    }
}
