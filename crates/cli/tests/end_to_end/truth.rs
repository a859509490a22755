//! What every engine says of programs whose truth is written down (`tests/truth`): nothing
//! that can be reached is called unreachable, nothing that cannot is called covered, and no
//! proof is without a certificate.
//!
//! A comment `dead: WORDS: why` behind a decision says that the outcome with these words
//! cannot be reached, `beyond: WORDS: why` that it can, by inputs beyond the default scope
//! only. Every other outcome can be reached.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::lab::Lab;

/// What can be reached of a decision's outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    Reachable,
    Beyond,
    Dead,
}

/// What a source says of an outcome.
fn truth(source: &[&str], line: usize, description: &str) -> Truth {
    let text = source.get(line - 1).copied().unwrap_or_default();
    let says = |mark: &str| {
        let Some((_, rest)) = text.split_once(mark) else {
            return false;
        };
        let words = rest.rsplit_once(": ").map_or(rest, |(words, _)| words);
        // Java's conditions are said either way round: `!(a < b)` is not `a < b`.
        description.contains(words) && !description.starts_with("!(")
    };
    match (says("dead: "), says("beyond: ")) {
        (true, _) => Truth::Dead,
        (_, true) => Truth::Beyond,
        _ => Truth::Reachable,
    }
}

/// The falsehoods that an engine says of programs, which one command is given.
fn falsehoods(programs: &[PathBuf], engine: &str) -> Vec<String> {
    let mut lab = Lab::empty().expect("a Python with pytest");
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    for program in programs {
        let name = program.file_name().expect("a file").to_string_lossy();
        let text = std::fs::read_to_string(program).expect("the program is there");
        lab.write(&name, &text);
        sources.insert(name.into_owned(), text);
    }
    let mut arguments: Vec<&str> = sources.keys().map(String::as_str).collect();
    arguments.extend(["--engine", engine, "--json"]);
    let ended = lab.generate(&arguments);
    let modules = ended.modules();
    assert_eq!(modules.len(), sources.len(), "{ended:#?}");
    let (proved, certified) = proofs(&modules);
    assert!(proved > 0, "every corpus has what each engine can prove");
    assert_eq!(certified, proved);
    let said = modules.iter().flat_map(|module| {
        let name = module["file"].as_str().expect("a file");
        of_program(name, &sources[name], module)
    });
    said.collect()
}

/// The falsehoods that a report says of one program.
fn of_program(name: &str, text: &str, module: &serde_json::Value) -> Vec<String> {
    let source: Vec<&str> = text.lines().collect();
    let goals = module["goals"].as_array().cloned().unwrap_or_default();
    let mut found = Vec::new();
    for goal in &goals {
        let line = goal["line"].as_u64().unwrap_or_default() as usize;
        let word = |key: &str| goal[key].as_str().unwrap_or_default().to_owned();
        let (description, verdict, reason) = (word("description"), word("verdict"), word("reason"));
        let truth = truth(&source, line, &description);
        let is_false = match (&*verdict, truth) {
            ("covered", Truth::Dead) => true,
            ("unreachable", truth) => truth != Truth::Dead,
            ("unreachable-in-scope", Truth::Reachable) => !reason.starts_with("if "),
            _ => false,
        };
        let is_certified = goal["certificate"]["refutations"].is_u64();
        let is_unchecked = reason.contains("the solver is right");
        if is_false || is_unchecked || is_certified != (verdict == "unreachable") {
            found.push(format!(
                "{name}:{line}: {description}: {verdict} ({reason})"
            ));
        }
    }
    assert!(!goals.is_empty(), "{name}: {module:#}");
    found
}

/// How many goals are proved unreachable, and how many of these proofs are certified.
fn proofs(modules: &[serde_json::Value]) -> (u64, u64) {
    let sum = |key: &str| {
        let counts = modules.iter().map(|module| module["proofs"][key].as_u64());
        counts.map(|count| count.expect("a number")).sum::<u64>()
    };
    (sum("proved"), sum("certified"))
}

fn check(language: &str, engine: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/truth");
    let files = std::fs::read_dir(root.join(language)).expect("the corpus is there");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let found = falsehoods(&files, engine);
    assert!(found.is_empty(), "{found:#?}");
}

/// A test for each engine: they are among the longest, and may run at the same time.
macro_rules! no_falsehood {
    ($($language:ident),+) => {$(
        mod $language {
            #[test]
            fn concolic_says_no_falsehood() {
                super::check(stringify!($language), "concolic");
            }

            #[test]
            fn bounded_says_no_falsehood() {
                super::check(stringify!($language), "bounded");
            }

            #[test]
            fn both_say_no_falsehood() {
                super::check(stringify!($language), "auto");
            }
        }
    )+};
}

no_falsehood!(python, java, c);
