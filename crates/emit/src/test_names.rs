//! Names of tests that say the case: as short as tells a test from the others.

use std::collections::{BTreeMap, BTreeSet};

use crate::conditions::{Condition, words};

/// What the name of a test may say.
pub(crate) struct Told<'a> {
    /// The unit.
    pub(crate) unit: &'a str,
    /// The unit and what became of it.
    pub(crate) stem: String,
    /// Whether that says the case, if no other test has the same.
    pub(crate) is_enough: bool,
    /// What sets it apart from the other tests of its unit, the most telling first.
    pub(crate) conditions: &'a [Condition],
    /// Its input in words: what each part is about, and its words. The part about
    /// `receiver` reads as it is.
    pub(crate) parts: Vec<(String, String)>,
    /// Values in full, for tests that nothing else tells apart.
    pub(crate) spelled: Vec<String>,
}

/// One name for each test: its stem and as many of its parts as are needed to tell it from
/// the others, written by `finish`, and not longer than `longest`.
pub(crate) fn distinct(
    tests: &[Told],
    longest: usize,
    finish: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let parts = most_telling_first(tests);
    let ways: Vec<Vec<String>> = tests
        .iter()
        .zip(&parts)
        .map(|(test, parts)| ways(test, parts, longest, finish))
        .collect();
    // A test whose name another one has, too, takes its next one, until none is left.
    let mut levels = vec![0; tests.len()];
    loop {
        let name = |test: usize| ways[test][levels[test]].as_str();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for test in 0..tests.len() {
            *counts.entry(name(test)).or_default() += 1;
        }
        let next: Vec<usize> = (0..tests.len())
            .map(|test| match counts[name(test)] {
                1 => levels[test],
                _ => (levels[test] + 1).min(ways[test].len() - 1),
            })
            .collect();
        if next == levels {
            let names = (0..tests.len()).map(|test| name(test).to_owned());
            return numbered(names.collect(), longest);
        }
        levels = next;
    }
}

/// The names that a test may have, the best first: with more and more parts as long as they
/// fit, then with a single part of the others. There is always one.
fn ways(
    test: &Told,
    parts: &[Part],
    longest: usize,
    finish: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let compose = |parts: &[&Part]| {
        let mut name = test.stem.clone();
        for (number, part) in parts.iter().enumerate() {
            let joined = match (number, part) {
                (_, Part::Phrase(words)) => words.clone(),
                (0, Part::Condition(words) | Part::Clause(words)) => format!("when_{words}"),
                (_, Part::Condition(words) | Part::Clause(words)) => format!("and_{words}"),
            };
            name.push('_');
            name.push_str(&joined);
        }
        finish(&name)
    };
    let fits = |name: &String| name.chars().count() <= longest;
    let mut found: Vec<String> = Vec::new();
    if test.is_enough {
        found.push(compose(&[]));
        found.retain(fits);
    }
    // What sets it apart comes first, then that with what it is given.
    let (conditions, inputs): (Vec<&Part>, Vec<&Part>) =
        parts.iter().partition(|part| part.sets_apart());
    let mut add_all = |first: &[&Part], others: &[&Part]| {
        let mut taken = first.to_vec();
        for part in others {
            taken.push(part);
            match compose(&taken) {
                name if fits(&name) => found.push(name),
                _ => {
                    taken.pop();
                }
            }
        }
    };
    add_all(&[], &conditions);
    if let Some(first) = conditions.first() {
        add_all(&[first], &inputs);
    }
    add_all(&[], &inputs);
    found.extend(parts.iter().map(|part| compose(&[part])).filter(fits));
    let spelled = test.spelled.iter().cloned().map(Part::Clause);
    found.extend(spelled.map(|part| compose(&[&part])).filter(fits));
    if found.is_empty() {
        found.push(cut(&compose(&[]), longest));
    }
    found
}

/// A part of a name.
enum Part {
    /// What sets the test apart, as a clause.
    Condition(String),
    /// `x_is_3`, which wants a word before it.
    Clause(String),
    /// `after_push`, which reads as it is.
    Phrase(String),
}

impl Part {
    fn words(&self) -> &str {
        let (Part::Condition(words) | Part::Clause(words) | Part::Phrase(words)) = self;
        words
    }

    fn sets_apart(&self) -> bool {
        matches!(self, Part::Condition(_))
    }
}

/// A name that is not too long, without half a word at its end.
fn cut(name: &str, longest: usize) -> String {
    if name.chars().count() <= longest {
        return name.to_owned();
    }
    let kept: String = name.chars().take(longest + 1).collect();
    let is_end = |c: char| c == '_' || c.is_uppercase();
    match kept.rfind(is_end) {
        Some(end) if end > 0 => kept[..end].trim_end_matches('_').to_owned(),
        _ => kept.chars().take(longest).collect(),
    }
}

/// The last resort: a number after what is still the same.
fn numbered(names: Vec<String>, longest: usize) -> Vec<String> {
    let mut used = BTreeSet::new();
    names
        .into_iter()
        .map(|name| {
            let mut name = cut(&name, longest);
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

/// The parts of each test's name: what sets it apart, then its input, those first that
/// differ most between the tests of its unit.
fn most_telling_first(tests: &[Told]) -> Vec<Vec<Part>> {
    let mut variety: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for test in tests {
        for (what, words) in &test.parts {
            variety.entry((test.unit, what)).or_default().insert(words);
        }
    }
    tests
        .iter()
        .map(|test| {
            let mut parts: Vec<Part> = Vec::new();
            let mut add = |part: Part| {
                // What another part says is not said again.
                if !parts.iter().any(|one| one.words() == part.words()) {
                    parts.push(part);
                }
            };
            let value = |name: &str| {
                let mut parts = test.parts.iter();
                let part = parts.find(|(what, _)| what == name);
                part.map(|(_, words)| words.clone())
            };
            let conditions = words(test.conditions, &value).into_iter();
            conditions.map(Part::Condition).for_each(&mut add);
            let mut inputs: Vec<&(String, String)> = test.parts.iter().collect();
            let variety = |what: &str| variety[&(test.unit, what)].len();
            inputs.sort_by_key(|(what, _)| std::cmp::Reverse(variety(what)));
            for (what, words) in inputs {
                add(match what.as_str() {
                    "receiver" => Part::Phrase(words.clone()),
                    _ => Part::Clause(words.clone()),
                });
            }
            parts
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tests: &[(&str, &[&str])], longest: usize, expected: &[&str]) {
        let tests: Vec<Told> = tests
            .iter()
            .map(|(stem, parts)| Told {
                unit: "f",
                stem: (*stem).to_owned(),
                is_enough: false,
                conditions: &[],
                parts: parts
                    .iter()
                    .map(|part| (part[..1].to_owned(), (*part).to_owned()))
                    .collect(),
                spelled: Vec::new(),
            })
            .collect();
        assert_eq!(distinct(&tests, longest, &str::to_owned), expected);
    }

    #[test]
    fn as_many_parts_as_tell() {
        check(
            &[("f", &["a_is_1", "b_is_1"]), ("f", &["a_is_1", "b_is_2"])],
            40,
            &["f_when_b_is_1", "f_when_b_is_2"],
        );
        check(
            &[
                ("f", &["a_is_1", "b_is_1"]),
                ("f", &["a_is_1", "b_is_2"]),
                ("f", &["a_is_2", "b_is_2"]),
            ],
            40,
            &[
                "f_when_a_is_1_and_b_is_1",
                "f_when_a_is_1_and_b_is_2",
                "f_when_a_is_2",
            ],
        );
    }

    #[test]
    fn what_does_not_fit_is_left_out_and_nothing_is_cut_in_a_word() {
        check(
            &[
                ("f", &["a_is_a_very_long_one", "b_is_1"]),
                ("f", &["b_is_2"]),
            ],
            16,
            &["f_when_b_is_1", "f_when_b_is_2"],
        );
        check(&[("f_returns_something", &[])], 12, &["f_returns"]);
    }

    #[test]
    fn conditions_come_first() {
        let conditions = [Condition {
            text: "a > 10".to_owned(),
            holds: true,
        }];
        let test = Told {
            unit: "f",
            stem: "f".to_owned(),
            is_enough: false,
            conditions: &conditions,
            parts: vec![("a".to_owned(), "a_is_11".to_owned())],
            spelled: Vec::new(),
        };
        let names = distinct(&[test], 40, &str::to_owned);
        assert_eq!(names, ["f_when_a_is_above_10"]);
    }

    #[test]
    fn values_are_spelled_where_nothing_else_tells() {
        let test = |spelled: &str| Told {
            unit: "f",
            stem: "f".to_owned(),
            is_enough: false,
            conditions: &[],
            parts: vec![("a".to_owned(), "a_is_list_of_two".to_owned())],
            spelled: vec![spelled.to_owned()],
        };
        let tests = [test("a_is_1_2"), test("a_is_2_1")];
        let names = distinct(&tests, 40, &str::to_owned);
        assert_eq!(names, ["f_when_a_is_1_2", "f_when_a_is_2_1"]);
    }
}
