//! Names of tests that say the case: as short as tells a test from the others.

use std::collections::{BTreeMap, BTreeSet};

/// One name for each test: its stem and as many of its parts as are needed to
/// tell it from the others, written by `finish`, and not longer than `longest`
/// if that can be.
pub(crate) fn distinct(
    stems: &[String],
    parts: &[Vec<String>],
    longest: usize,
    finish: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let compose = |test: usize, level: usize| {
        let mut name = stems[test].clone();
        for part in parts[test].iter().take(level) {
            name.push('_');
            name.push_str(part);
        }
        finish(&name)
    };
    let mut levels: Vec<usize> = parts.iter().map(|parts| parts.len().min(1)).collect();
    loop {
        let names: Vec<String> = (0..stems.len()).map(|i| compose(i, levels[i])).collect();
        let counts = count(&names);
        let mut changed = false;
        for i in 0..stems.len() {
            let room = levels[i] < parts[i].len() && compose(i, levels[i] + 1).len() <= longest;
            if counts[&names[i]] > 1 && room {
                levels[i] += 1;
                changed = true;
            }
        }
        if !changed {
            return numbered(names, longest);
        }
    }
}

fn count(names: &[String]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name.clone()).or_default() += 1;
    }
    counts
}

/// The last resort: a number after what is still the same.
fn numbered(names: Vec<String>, longest: usize) -> Vec<String> {
    let mut used = BTreeSet::new();
    names
        .into_iter()
        .map(|name| {
            let mut name: String = name.chars().take(longest).collect();
            if !used.insert(name.clone()) {
                let number = (2..)
                    .find(|n| !used.contains(&format!("{name}_{n}")))
                    .expect("numbers do not run out");
                name = format!("{name}_{number}");
                used.insert(name.clone());
            }
            name
        })
        .collect()
}

/// The parts of each test's input in words, those first that differ most
/// between the tests of its unit. A part is what it is about and its words;
/// the part about `receiver` reads as it is.
pub(crate) fn most_telling_first(tests: &[(&str, Vec<(String, String)>)]) -> Vec<Vec<String>> {
    let mut variety: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for (unit, parts) in tests {
        for (what, words) in parts {
            variety.entry((unit, what)).or_default().insert(words);
        }
    }
    tests
        .iter()
        .map(|(unit, parts)| {
            let mut parts: Vec<&(String, String)> = parts.iter().collect();
            parts
                .sort_by_key(|(what, _)| std::cmp::Reverse(variety[&(*unit, what.as_str())].len()));
            parts
                .iter()
                .enumerate()
                .map(|(i, (what, words))| match (i, what.as_str()) {
                    (_, "receiver") => words.clone(),
                    (0, _) => format!("when_{words}"),
                    _ => format!("and_{words}"),
                })
                .collect()
        })
        .collect()
}
