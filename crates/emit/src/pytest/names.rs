//! Names: of variables, and of tests, which say the case.

use std::collections::BTreeSet;

use super::environment::{MONKEYPATCH, fixtures};
use super::observed::{Case, Kind, Outcome, Part, Value};
use super::words::{answer_words, fields_of, receiver_words, spelled, word};
use crate::conditions::Conditions;
use crate::test_names::{Told, distinct};
use crate::words::{snake, squeeze, text_word};

/// The longest name of a test: `def name():` fits a line.
const LONGEST: usize = 80;

/// Words that cannot be names.
#[rustfmt::skip]
pub(super) const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class",
    "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global",
    "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return",
    "try", "while", "with", "yield",
];

/// Whether a word can be written where Python wants a name.
pub(super) fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    let starts = letters
        .next()
        .is_some_and(|letter| letter == '_' || letter.is_alphabetic());
    let goes_on = letters.all(|letter| letter == '_' || letter.is_alphanumeric());
    starts && goes_on && !KEYWORDS.contains(&word)
}

/// Whether a word cannot be a variable, or should not be.
fn is_taken(word: &str) -> bool {
    KEYWORDS.contains(&word) || TAKEN.contains(&word)
}

/// Words that should not be variables.
#[rustfmt::skip]
const TAKEN: &[&str] = &[
    "list", "dict", "set", "frozenset", "tuple", "len", "iter",
    "next", "str", "int", "float", "bool", "bytes", "bytearray", "object", "type", "isinstance",
    "abs", "range", "reversed", "round", "sorted", "pytest", "math", "datetime", "itertools",
    "asyncio", "result", "caught", "uuid", "self", MONKEYPATCH,
];

/// The names of one test.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    used: BTreeSet<String>,
}

impl Scope {
    /// A scope in which some names are taken by imports.
    pub(super) fn new(reserved: &BTreeSet<String>) -> Scope {
        Scope {
            used: reserved.clone(),
        }
    }

    /// A name like the wish that nothing else has.
    pub(super) fn fresh(&mut self, wish: &str) -> String {
        let wish = wish.trim_start_matches('_');
        let wish = if wish.is_empty() || !wish.starts_with(|c: char| c.is_alphabetic()) {
            "value"
        } else {
            wish
        };
        let mut name = wish.to_owned();
        if is_taken(wish) || (self.used.contains(wish) && !wish.ends_with('_')) {
            let number = (2..).find(|n| !self.used.contains(&format!("{wish}{n}")));
            name = format!("{wish}{}", number.expect("numbers do not run out"));
            if is_taken(wish) && !self.used.contains(&format!("{wish}_")) {
                name = format!("{wish}_");
            }
        }
        self.used.insert(name.clone());
        name
    }
}

/// The names of all tests of a file, in the order of the cases.
pub(super) fn test_names(cases: &[&Case], conditions: &Conditions) -> Vec<String> {
    // A unit that never returns anything is known by what it does.
    let functions: BTreeSet<&str> = cases
        .iter()
        .filter(
            |case| matches!(&case.outcome, Outcome::Returned { value } if *value != Value::None),
        )
        .map(|case| case.unit.as_str())
        .collect();
    let tests: Vec<Told> = cases
        .iter()
        .map(|case| Told {
            unit: case.unit.as_str(),
            stem: stem(case, functions.contains(case.unit.as_str())),
            is_enough: false,
            conditions: conditions.get(&case.id).map_or(&[], Vec::as_slice),
            parts: parts(case),
            spelled: spelled_parts(case),
        })
        .collect();
    let fixtures = cases.iter().map(|case| fixtures(case).len());
    let longest = LONGEST - fixtures.max().unwrap_or(0);
    distinct(&tests, longest, &squeeze)
}

/// The unit and what became of it.
fn stem(case: &Case, function: bool) -> String {
    let mut name = String::from("test");
    let Some(call) = &case.call else {
        return name;
    };
    if let Some(class) = &call.class {
        name.push('_');
        name.push_str(&snake(class.rsplit('.').next().unwrap_or(class)));
    }
    if call.kind != Kind::Constructor {
        name.push('_');
        // Of a part of what a name stands for, the name says enough.
        let first = call.attribute.split('.').next();
        name.push_str(&snake(first.unwrap_or(&call.attribute)));
    }
    match outcome_words(case, function) {
        words if words.is_empty() && call.kind == Kind::Constructor => name.push_str("_is_made"),
        words => {
            name.push('_');
            name.push_str(&words);
        }
    }
    name
}

fn outcome_words(case: &Case, function: bool) -> String {
    match &case.outcome {
        Outcome::Returned { value } => {
            let made = case
                .call
                .as_ref()
                .is_some_and(|call| call.kind == Kind::Constructor);
            if made || (!function && *value == Value::None) {
                return String::new();
            }
            if case.unstable.contains(&Part::Result) {
                let of = case.steady_type(value).unwrap_or("something");
                return format!("returns_{of}");
            }
            word(value, case).map_or_else(String::new, |word| format!("returns_{word}"))
        }
        Outcome::Raised { qualname, .. } => {
            format!(
                "raises_{}",
                snake(qualname.rsplit('.').next().unwrap_or("error"))
            )
        }
        Outcome::Violated { invariant, .. } => match invariant {
            Some(_) => "keeps_its_invariant".to_owned(),
            None => "keeps_its_contract".to_owned(),
        },
        Outcome::TimedOut => "ends".to_owned(),
        Outcome::Crashed { .. } => "does_not_crash".to_owned(),
        Outcome::Rejected { .. } | Outcome::Unsupported { .. } => String::new(),
    }
}

/// Sequences of the input, element by element.
fn spelled_parts(case: &Case) -> Vec<String> {
    let passed = case.arguments.iter().filter(|argument| !argument.default);
    passed
        .filter_map(|argument| {
            let spelled = spelled(&argument.value, case)?;
            Some(format!("{}_is_{spelled}", snake(&argument.name)))
        })
        .collect()
}

/// The parts of an input, each with what it is about.
fn parts(case: &Case) -> Vec<(String, String)> {
    let mut parts = vec![];
    for argument in case.arguments.iter().filter(|argument| !argument.default) {
        let answers = answer_words(&argument.name, &argument.value, case);
        if !answers.is_empty() {
            parts.extend(answers);
        } else if let Some(word) = word(&argument.value, case) {
            let name = snake(&argument.name);
            parts.push((argument.name.clone(), format!("{name}_is_{word}")));
        }
    }
    for (name, variable) in &case.environment {
        let word = variable
            .value
            .as_deref()
            .map_or("missing".to_owned(), text_word);
        parts.push((name.clone(), format!("{}_is_{word}", snake(name))));
    }
    if let Some(Value::Ref { id }) = &case.receiver {
        let fields = fields_of(*id, case).iter();
        let answers = fields.flat_map(|(name, value)| answer_words(name, value, case));
        let answers: Vec<_> = answers.collect();
        match receiver_words(*id, case) {
            _ if !answers.is_empty() => parts.extend(answers),
            Some(words) => parts.push(("receiver".to_owned(), words)),
            None => {}
        }
    }
    parts
}
