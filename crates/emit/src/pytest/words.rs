//! Words: values and states, short enough for the name of a test.

use super::observed::{Case, Node, Value};
use crate::words::{LONGEST_WORD, number, number_word, slug, snake, text_word};

/// The state of the receiver: how many objects it has, or how it came to be.
pub(super) fn receiver_words(id: u32, case: &Case) -> Option<String> {
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

/// What an object or function of the input answers, each with what it is about; nothing of
/// other values.
pub(super) fn answer_words(name: &str, value: &Value, case: &Case) -> Vec<(String, String)> {
    let Value::Ref { id } = value else {
        return vec![];
    };
    match case.before.get(id) {
        Some(Node::Answer { value, .. }) => {
            let word = word(value, case).map(|word| format!("{}_gives_{word}", snake(name)));
            word.map(|word| (name.to_owned(), word))
                .into_iter()
                .collect()
        }
        Some(Node::Instance {
            module,
            qualname,
            fields,
            ..
        }) if (module.as_str(), qualname.as_str()) == STAND_IN => {
            let members = fields.iter().flat_map(|(member, value)| {
                let answers = answer_words(member, value, case);
                let word = word(value, case).filter(|_| answers.is_empty());
                let word = word.map(|word| format!("{}_is_{word}", snake(member)));
                answers
                    .into_iter()
                    .chain(word.map(|word| (member.clone(), word)))
            });
            members
                .map(|(member, word)| (format!("{name}.{member}"), word))
                .collect()
        }
        _ => vec![],
    }
}

/// The class of an object that has just the members that it needs.
const STAND_IN: (&str, &str) = ("types", "SimpleNamespace");

/// The fields of an object of the input.
pub(super) fn fields_of(id: u32, case: &Case) -> &[(String, Value)] {
    match case.before.get(&id) {
        Some(Node::Instance { fields, .. }) => fields,
        _ => &[],
    }
}

/// A sequence, element by element.
pub(super) fn spelled(value: &Value, case: &Case) -> Option<String> {
    let items = match value {
        Value::Tuple { items } => items,
        Value::Ref { id } => match case.before.get(id)? {
            Node::List { items } => items,
            _ => return None,
        },
        _ => return None,
    };
    let words: Option<Vec<String>> = items.iter().map(|item| word(item, case)).collect();
    words
        .filter(|words| !words.is_empty())
        .map(|words| words.join("_"))
}

/// A value in a word or two.
pub(super) fn word(value: &Value, case: &Case) -> Option<String> {
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
        Node::Answer { .. } | Node::Answers { .. } => return None,
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
