//! Every program of `tests/python/programs`. `ONLY=text` picks those whose
//! name contains the text.

#![allow(clippy::print_stdout, reason = "tests say what they found")]

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use everypath_filetests::{Python, check_golden, check_program, repository};

/// Programs in a syntax that came later than Python 3.9.
const LATER: &[(&str, (u32, u32))] = &[("match", (3, 10))];

fn programs(version: (u32, u32)) -> Vec<PathBuf> {
    let only = std::env::var("ONLY").unwrap_or_default();
    let directory = repository().join("tests/python/programs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("the programs are there")
        .map(|entry| entry.expect("the directory can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .filter(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            name.contains(&only)
                && LATER
                    .iter()
                    .all(|(prefix, since)| !name.starts_with(prefix) || version >= *since)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn programs_behave_as_in_plain_python() {
    let python = Python::from_environment();
    let files = programs(python.version());
    // `sort` compares other pairs since 3.13.
    let with_paths = python.version() < (3, 13);
    let (next, runs) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let facts = check_program(&python, file);
                    runs.fetch_add(facts.runs, Ordering::Relaxed);
                    let mut complaints = facts.complaints;
                    complaints.extend(check_golden(file, &facts.golden, with_paths).err());
                    let mut failures = failures.lock().expect("no thread panics");
                    for complaint in complaints {
                        failures.push(format!("{}: {complaint}", file.display()));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("all threads have ended");
    println!("{} programs, {} runs", files.len(), runs.into_inner());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
