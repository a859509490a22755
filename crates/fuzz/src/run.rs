//! Runs a target on many inputs, the same ones in every run.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use everypath_testlab::{Random, mutate};

use crate::targets::Target;

/// An input of this size that takes longer is a fault, too.
const LONGEST: Duration = Duration::from_secs(10);

/// An input on which a target fails.
#[derive(Debug)]
pub struct Found {
    /// The number of the case.
    pub case: u64,
    /// What is wrong.
    pub why: &'static str,
    /// Where the input was written.
    pub file: PathBuf,
}

/// Runs a target on its corpus, then on `cases` changes of it. Each input is written into a
/// directory first, where it stays if the target fails on it, even by taking the process
/// with it.
pub fn fuzz(target: &Target, cases: u64, seed: u64, into: &Path) -> io::Result<Result<u64, Found>> {
    std::fs::create_dir_all(into)?;
    let file = into.join(format!("{}-{}", target.name, std::process::id()));
    let current = File::create(&file)?;
    let corpus = corpus(target.name);
    let mut random = Random::new(seed | 1);
    let seeds = corpus.len() as u64;
    for case in 0..seeds + cases {
        let bytes = match corpus.get(case as usize) {
            Some(bytes) => bytes.clone(),
            None => {
                let one = &corpus[random.below(corpus.len())];
                let other = &corpus[random.below(corpus.len())];
                mutate(one, other, &mut random)
            }
        };
        current.set_len(bytes.len() as u64)?;
        current.write_all_at(&bytes, 0)?;
        let clock = Instant::now();
        let ended = catch_unwind(AssertUnwindSafe(|| (target.run)(&bytes)));
        let why = match ended {
            Err(_) => "it panics",
            Ok(()) if clock.elapsed() > LONGEST => "it takes too long",
            Ok(()) => continue,
        };
        return Ok(Err(Found { case, why, file }));
    }
    std::fs::remove_file(&file)?;
    Ok(Ok(seeds + cases))
}

/// The inputs of the tree for a target, by name; never none.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let entries = std::fs::read_dir(directory.join(name))
        .into_iter()
        .flatten();
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut found: Vec<Vec<u8>> = paths
        .iter()
        .filter_map(|path| std::fs::read(path).ok())
        .collect();
    if found.is_empty() {
        found.push(Vec::new());
    }
    found
}
