//! Verdicts on random programs against the truth, which all inputs tell: no outcome that an
//! input reaches is called unreachable, and none is covered that no input reaches.
//! `EVERYPATH_PROGRAMS` says on how many programs of each language.

mod program;

use std::collections::BTreeMap;

use everypath_testlab::Random;

use crate::lab::Lab;
use program::{Language, Program, write};

/// Programs of a language in one file.
const IN_A_FILE: usize = 10;
/// Programs of a language, unless the environment says another number.
const PROGRAMS: usize = 40;

fn falsehoods(seed: u64, language: Language, engine: &str) -> Vec<String> {
    let mut random = Random::new(seed);
    let programs: Vec<Program> = (0..IN_A_FILE)
        .map(|_| Program::random(&mut random))
        .collect();
    let (text, reachable) = write(&programs, language);
    let name = match language {
        Language::Python => "programs.py",
        Language::Java => "Programs.java",
        Language::C => "programs.c",
    };
    let mut lab = Lab::empty().expect("a Python with pytest");
    lab.write(name, &text);
    let module = lab.generate(&[name, "--engine", engine, "--json"]).module();
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for goal in module["goals"].as_array().into_iter().flatten() {
        let line = goal["line"].as_u64().unwrap_or_default() as u32;
        let (covered, unreachable) = counts.entry(line).or_default();
        match goal["verdict"].as_str() {
            Some("covered") => *covered += 1,
            Some("unreachable" | "unreachable-if" | "unreachable-in-scope") => *unreachable += 1,
            _ => {}
        }
    }
    assert!(!counts.is_empty(), "{text}");
    let mut found = Vec::new();
    for (line, truly) in reachable {
        let (covered, unreachable) = counts.get(&line).copied().unwrap_or_default();
        if covered > truly || unreachable > 2 - truly {
            let says = format!("{covered} covered, {unreachable} unreachable, {truly} truly");
            found.push(format!(
                "{engine}, seed {seed}, line {line}: {says}\n{text}"
            ));
        }
    }
    found
}

fn check(language: Language, first: u64) {
    let asked = std::env::var("EVERYPATH_PROGRAMS").ok();
    let programs = asked
        .and_then(|asked| asked.parse().ok())
        .unwrap_or(PROGRAMS);
    for file in 0..programs.div_ceil(IN_A_FILE) as u64 {
        let engine = ["concolic", "auto"][file as usize % 2];
        let found = falsehoods(first + file, language, engine);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn verdicts_on_random_python_are_true() {
    check(Language::Python, 1_000_001);
}

#[test]
fn verdicts_on_random_java_are_true() {
    check(Language::Java, 2_000_001);
}

#[test]
fn verdicts_on_random_c_are_true() {
    check(Language::C, 3_000_001);
}
