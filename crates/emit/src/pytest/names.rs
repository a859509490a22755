//! Names: of variables, and of tests, which say the case.

use std::collections::{BTreeMap, BTreeSet};

use super::observed::{Case, Kind, Node, Outcome, Value};

/// The longest name of a test: `def name():` fits a line.
const LONGEST: usize = 76;
/// The longest word made of a value.
const LONGEST_WORD: usize = 16;

/// Words that cannot be variables, or should not be.
const TAKEN: &[&str] = &[
    "False",
    "None",
    "True",
    "and",
    "as",
    "assert",
    "async",
    "await",
    "break",
    "class",
    "continue",
    "def",
    "del",
    "elif",
    "else",
    "except",
    "finally",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "is",
    "lambda",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "return",
    "try",
    "while",
    "with",
    "yield",
    "list",
    "dict",
    "set",
    "frozenset",
    "tuple",
    "len",
    "iter",
    "next",
    "str",
    "int",
    "float",
    "bool",
    "bytes",
    "bytearray",
    "object",
    "type",
    "isinstance",
    "abs",
    "range",
    "reversed",
    "round",
    "sorted",
    "pytest",
    "math",
    "datetime",
    "itertools",
    "asyncio",
    "result",
    "caught",
    "uuid",
    "self",
];

/// The names of one test.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    used: BTreeSet<String>,
}

impl Scope {
    /// A scope in which some names are taken by imports.
    pub fn new(reserved: &BTreeSet<String>) -> Scope {
        Scope {
            used: reserved.clone(),
        }
    }

    /// A name like the wish that nothing else has.
    pub fn fresh(&mut self, wish: &str) -> String {
        let wish = wish.trim_start_matches('_');
        let wish = if wish.is_empty() || !wish.starts_with(|c: char| c.is_alphabetic()) {
            "value"
        } else {
            wish
        };
        let mut name = wish.to_owned();
        if TAKEN.contains(&wish) || (self.used.contains(wish) && !wish.ends_with('_')) {
            let number = (2..).find(|n| !self.used.contains(&format!("{wish}{n}")));
            name = format!("{wish}{}", number.expect("numbers do not run out"));
            if TAKEN.contains(&wish) && !self.used.contains(&format!("{wish}_")) {
                name = format!("{wish}_");
            }
        }
        self.used.insert(name.clone());
        name
    }
}

/// `LinkedList` as `linked_list`, `BST` as `bst`.
pub fn snake(name: &str) -> String {
    let characters: Vec<char> = name.trim_start_matches('_').chars().collect();
    let mut result = String::new();
    for (i, &c) in characters.iter().enumerate() {
        let after_lower =
            i > 0 && (characters[i - 1].is_lowercase() || characters[i - 1].is_numeric());
        let before_lower = characters
            .get(i + 1)
            .is_some_and(|next| next.is_lowercase());
        let after_upper = i > 0 && characters[i - 1].is_uppercase();
        if c.is_uppercase()
            && (after_lower || (after_upper && before_lower))
            && !result.ends_with('_')
        {
            result.push('_');
        }
        result.extend(c.to_lowercase());
    }
    result
}

/// The names of all tests of a file, in the order of the cases.
pub fn test_names(cases: &[&Case]) -> Vec<String> {
    let parts: Vec<Vec<String>> = ordered_parts(cases);
    // A unit that never returns anything is known by what it does.
    let functions: BTreeSet<&str> = cases
        .iter()
        .filter(
            |case| matches!(&case.outcome, Outcome::Returned { value } if *value != Value::None),
        )
        .map(|case| case.unit.as_str())
        .collect();
    let stems: Vec<String> = cases
        .iter()
        .map(|case| stem(case, functions.contains(case.unit.as_str())))
        .collect();
    let compose = |case: usize, level: usize| {
        let mut name = stems[case].clone();
        for part in parts[case].iter().take(level) {
            name.push('_');
            name.push_str(part);
        }
        squeeze(&name)
    };
    let mut levels: Vec<usize> = parts.iter().map(|parts| parts.len().min(1)).collect();
    loop {
        let names: Vec<String> = (0..cases.len()).map(|i| compose(i, levels[i])).collect();
        let counts = count(&names);
        let mut changed = false;
        for i in 0..cases.len() {
            let room = levels[i] < parts[i].len() && compose(i, levels[i] + 1).len() <= LONGEST;
            if counts[&names[i]] > 1 && room {
                levels[i] += 1;
                changed = true;
            }
        }
        if !changed {
            return numbered(names);
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
fn numbered(names: Vec<String>) -> Vec<String> {
    let mut used = BTreeSet::new();
    names
        .into_iter()
        .map(|name| {
            let mut name: String = name.chars().take(LONGEST).collect();
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

/// No doubled or trailing underscores.
fn squeeze(name: &str) -> String {
    let mut result = String::new();
    for c in name.chars() {
        if c != '_' || !result.ends_with('_') {
            result.push(c);
        }
    }
    result.trim_end_matches('_').to_owned()
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
        name.push_str(&snake(&call.attribute));
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
            match word(value, case) {
                Some(word) => format!("returns_{word}"),
                None => String::new(),
            }
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

/// What tells a case from others, the most telling first.
fn ordered_parts(cases: &[&Case]) -> Vec<Vec<String>> {
    let all: Vec<Vec<(String, String)>> = cases.iter().map(|case| parts(case)).collect();
    let mut variety: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for (case, parts) in cases.iter().zip(&all) {
        for (what, words) in parts {
            variety.entry((&case.unit, what)).or_default().insert(words);
        }
    }
    cases
        .iter()
        .zip(&all)
        .map(|(case, parts)| {
            let mut parts: Vec<&(String, String)> = parts.iter().collect();
            parts.sort_by_key(|(what, _)| {
                std::cmp::Reverse(variety[&(case.unit.as_str(), what.as_str())].len())
            });
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

/// The parts of an input, each with what it is about.
fn parts(case: &Case) -> Vec<(String, String)> {
    let mut parts = vec![];
    for argument in &case.arguments {
        let Some(word) = word(&argument.value, case) else {
            continue;
        };
        let name = snake(&argument.name);
        parts.push((argument.name.clone(), format!("{name}_is_{word}")));
    }
    if let Some(Value::Ref { id }) = &case.receiver
        && let Some(words) = receiver_words(*id, case)
    {
        parts.push(("receiver".to_owned(), words));
    }
    parts
}

/// The state of the receiver: how many objects it has, or how it came to be.
fn receiver_words(id: u32, case: &Case) -> Option<String> {
    let Some(Node::Instance {
        qualname: own,
        fields,
        ..
    }) = case.before.get(&id)
    else {
        return None;
    };
    let others: Vec<&String> = case
        .before
        .values()
        .filter_map(|node| match node {
            Node::Instance { qualname, .. } if qualname != own => Some(qualname),
            _ => None,
        })
        .collect();
    if let Some(first) = others.first() {
        let word = snake(first.rsplit('.').next().unwrap_or(first));
        let plural = if others.len() == 1 { "" } else { "s" };
        return Some(format!("with_{}_{word}{plural}", number(others.len())));
    }
    if !fields.is_empty() && fields.iter().all(|(_, value)| *value == Value::None) {
        return Some("when_empty".to_owned());
    }
    let recipe = case.recipes.get(&id)?;
    let calls: Vec<String> = recipe
        .calls
        .iter()
        .map(|step| snake(&step.method))
        .collect();
    if let Some(first) = calls.first() {
        let times = match calls.len() {
            2 => "twice".to_owned(),
            n => format!("{}_times", number(n)),
        };
        if calls.len() > 1 && calls.iter().all(|call| call == first) {
            return Some(format!("after_{first}_{times}"));
        }
        return Some(format!("after_{}", calls.join("_and_")));
    }
    let words: Vec<String> = fields
        .iter()
        .filter_map(|(name, value)| Some(format!("{}_{}", snake(name), word(value, case)?)))
        .take(2)
        .collect();
    (!words.is_empty()).then(|| format!("with_{}", words.join("_and_")))
}

fn number(count: usize) -> String {
    const WORDS: [&str; 10] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    WORDS
        .get(count)
        .map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// A value in a word or two.
fn word(value: &Value, case: &Case) -> Option<String> {
    Some(match value {
        Value::None => "none".to_owned(),
        Value::Bool { v } => v.to_string(),
        Value::Int { v } | Value::Float { v } => number_word(v),
        Value::Str { v } => text_word(v),
        Value::Bytes { v } if v.is_empty() => "empty_bytes".to_owned(),
        Value::Bytes { .. } => "bytes".to_owned(),
        Value::Tuple { items } | Value::NamedTuple { items, .. } => {
            items_word(items, case, "tuple")
        }
        Value::Frozenset { items } => items_word(items, case, "set"),
        Value::Member { name, .. } => snake(name),
        Value::Made { qualname, .. }
        | Value::Class { qualname, .. }
        | Value::Function { qualname, .. } => snake(qualname.rsplit('.').next()?),
        Value::NotImplemented => "not_implemented".to_owned(),
        Value::Expression { text, .. } => slug(text)?,
        Value::Ref { id } => {
            let node = case.before.get(id).or_else(|| case.after.get(id))?;
            return node_word(node, case);
        }
        Value::Method { .. } | Value::Lambda { .. } | Value::Opaque { .. } => return None,
    })
}

fn node_word(node: &Node, case: &Case) -> Option<String> {
    Some(match node {
        Node::List { items } => items_word(items, case, "list"),
        Node::Set { items } => items_word(items, case, "set"),
        Node::Deque { items, .. } => items_word(items, case, "deque"),
        Node::Iterator { items } => items_word(items, case, "iterator"),
        Node::Bytearray { .. } => "bytearray".to_owned(),
        Node::Dict { items }
        | Node::OrderedDict { items }
        | Node::Counter { items }
        | Node::Defaultdict { items, .. } => match items.len() {
            0 => "empty_dict".to_owned(),
            1 => "dict_of_one".to_owned(),
            n => format!("dict_of_{}", number(n)),
        },
        Node::Answer { .. } => return None,
        Node::Instance {
            qualname, fields, ..
        } => instance_word(snake(qualname.rsplit('.').next()?), fields, case),
    })
}

/// The class, and the values of its fields if they are few and short.
fn instance_word(class: String, fields: &[(String, Value)], case: &Case) -> String {
    let words: Option<Vec<String>> = fields
        .iter()
        .map(|(_, value)| match value {
            Value::Ref { .. } => None,
            value => word(value, case),
        })
        .collect();
    match words.map(|words| words.join("_")) {
        Some(joined) if !joined.is_empty() && joined.len() <= LONGEST_WORD => {
            format!("{class}_{joined}")
        }
        _ => class,
    }
}

fn items_word(items: &[Value], case: &Case, kind: &str) -> String {
    if items.is_empty() {
        return format!("empty_{kind}");
    }
    let words: Option<Vec<String>> = items
        .iter()
        .map(|item| match item {
            Value::Ref { .. } | Value::Tuple { .. } => None,
            item => word(item, case),
        })
        .collect();
    match words.map(|words| words.join("_")) {
        Some(joined) if joined.len() <= LONGEST_WORD => joined,
        _ => format!("{kind}_of_{}", number(items.len())),
    }
}

fn number_word(text: &str) -> String {
    let word = text
        .replace('-', "minus_")
        .replace('.', "_point_")
        .replace('+', "");
    let word = word.strip_suffix("_point_0").unwrap_or(&word).to_owned();
    if word.len() > LONGEST_WORD + 8 {
        let sign = if text.starts_with('-') {
            "negative"
        } else {
            "large"
        };
        return sign.to_owned();
    }
    word
}

fn text_word(text: &str) -> String {
    if text.is_empty() {
        return "empty".to_owned();
    }
    if let Some(word) = slug(text) {
        return word;
    }
    if text.trim().is_empty() {
        return "blank".to_owned();
    }
    match text {
        "-" => "minus".to_owned(),
        "+" => "plus".to_owned(),
        "." => "dot".to_owned(),
        "," => "comma".to_owned(),
        ":" => "colon".to_owned(),
        "/" => "slash".to_owned(),
        "*" => "star".to_owned(),
        "=" => "equals_sign".to_owned(),
        _ => match text.chars().count() {
            1 => "a_symbol".to_owned(),
            n => format!("{}_characters", number(n)),
        },
    }
}

/// The letters and digits of a text, if there are enough to know it by.
fn slug(text: &str) -> Option<String> {
    let slug: String = text
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '_'
            }
        })
        .collect();
    let slug = squeeze(slug.trim_matches('_'));
    let letters = slug.chars().filter(|c| *c != '_').count();
    let enough = letters * 2 >= text.chars().count().min(LONGEST_WORD);
    (letters > 0 && enough && slug.len() <= LONGEST_WORD).then_some(slug)
}
