//! What every engine says of programs whose truth is written down (`tests/truth`): nothing
//! that can be reached is called unreachable, nothing that cannot is called covered.
//!
//! A comment `dead: WORDS: why` behind a decision says that the outcome with these words
//! cannot be reached, `beyond: WORDS: why` that it can, by inputs beyond the default scope
//! only. Every other outcome can be reached.

use std::path::Path;

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

/// The falsehoods that an engine says of a program.
fn falsehoods(program: &Path, engine: &str) -> Vec<String> {
    let name = program.file_name().expect("a file").to_string_lossy();
    let mut lab = Lab::empty().expect("a Python with pytest");
    let text = std::fs::read_to_string(program).expect("the program is there");
    lab.write(&name, &text);
    let ended = lab.generate(&[&name, "--engine", engine, "--json"]);
    let module = ended.module();
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
        if is_false {
            found.push(format!(
                "{name}:{line}: {description}: {verdict} ({reason})"
            ));
        }
    }
    assert!(!goals.is_empty(), "{ended:#?}");
    found
}

fn check(language: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/truth");
    let files = std::fs::read_dir(root.join(language)).expect("the corpus is there");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        for engine in ["concolic", "bounded", "auto"] {
            let falsehoods = falsehoods(&file, engine);
            found.extend(falsehoods.into_iter().map(|one| format!("{engine}: {one}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_falsehood_about_python() {
    check("python");
}

#[test]
fn no_falsehood_about_java() {
    check("java");
}

#[test]
fn no_falsehood_about_c() {
    check("c");
}
