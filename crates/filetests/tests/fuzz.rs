//! Random expressions, with proxies and plainly. `SEEDS=first..last` runs
//! other seeds than the usual ones.

use everypath_filetests::{Python, check_fuzz};

#[test]
fn random_expressions_behave_as_in_plain_python() {
    let python = Python::from_environment();
    let seeds = match std::env::var("SEEDS") {
        Ok(text) => {
            let (first, last) = text.split_once("..").expect("SEEDS is first..last");
            first.parse().expect("a number")..last.parse().expect("a number")
        }
        Err(_) => 1..9,
    };
    let complaints: Vec<String> = seeds
        .flat_map(|seed| check_fuzz(&python, seed, 60, 12))
        .collect();
    assert!(
        complaints.is_empty(),
        "{} complaints\n{}",
        complaints.len(),
        complaints.join("\n")
    );
}
