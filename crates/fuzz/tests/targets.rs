//! Every target on its corpus and on a fixed number of changes of it.

use everypath_fuzz::{TARGETS, fuzz};

/// Few enough for a debug build; `./x fuzz` takes any number.
const CASES: u64 = 2_000;

#[test]
fn nothing_that_is_read_panics() {
    let directory = std::env::temp_dir().join("everypath-fuzz");
    let found: Vec<String> = TARGETS
        .iter()
        .filter_map(|target| {
            let ran = fuzz(target, CASES, 1, &directory).expect("a directory to write to");
            let found = ran.err()?;
            Some(format!("{}: {found:?}", target.name))
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_target_has_a_corpus() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for target in &TARGETS {
        let count = std::fs::read_dir(corpus.join(target.name)).map_or(0, Iterator::count);
        assert!(count > 0, "{} has no corpus", target.name);
    }
}
