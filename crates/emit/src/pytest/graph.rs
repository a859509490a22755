//! Walks over graphs of objects: what leads where, and what has changed.

use std::collections::BTreeSet;

use super::observed::{Answered, Graph, Id, Node, Value};

/// The graph without instances: what they hold is the business of recipes.
pub(super) fn shallow(graph: &Graph) -> Graph {
    graph
        .iter()
        .filter(|(_, node)| !matches!(node, Node::Instance { .. }))
        .map(|(id, node)| (*id, node.clone()))
        .collect()
}

/// The nodes that the expression of a value mentions, instances not looked into.
pub(super) fn collect(value: &Value, graph: &Graph, found: &mut Vec<Id>) {
    match value {
        Value::Ref { id } => {
            let again = found.contains(id);
            found.push(*id);
            if again {
                return;
            }
            if let Some(node) = graph.get(id)
                && !matches!(node, Node::Instance { .. })
            {
                for part in parts(node) {
                    collect(part, graph, found);
                }
            }
        }
        Value::Tuple { items } | Value::Frozenset { items } | Value::NamedTuple { items, .. } => {
            for item in items {
                collect(item, graph, found);
            }
        }
        Value::Method { of, .. } | Value::Lambda { of } => collect(of, graph, found),
        _ => {}
    }
}

/// The nodes that the expression of a node mentions, itself first.
pub(super) fn parts_below(id: Id, graph: &Graph) -> Vec<Id> {
    let mut found = vec![];
    collect(&Value::Ref { id }, graph, &mut found);
    found
}

/// The values that a node holds.
pub(super) fn parts(node: &Node) -> Vec<&Value> {
    match node {
        Node::List { items }
        | Node::Set { items }
        | Node::Bytearray { items }
        | Node::Iterator { items }
        | Node::Deque { items, .. } => items.iter().collect(),
        Node::Dict { items }
        | Node::OrderedDict { items }
        | Node::Counter { items }
        | Node::Defaultdict { items, .. } => {
            items.iter().flat_map(|(key, value)| [key, value]).collect()
        }
        Node::Answer { value, .. } => vec![value],
        Node::Answers { answers, .. } => answers.iter().map(Answered::value).collect(),
        Node::Instance { fields, .. } => fields.iter().map(|(_, value)| value).collect(),
    }
}

/// Whether an object, or one it leads to, is not what it was.
pub(super) fn differs(
    id: Id,
    after: &Node,
    before: &Graph,
    all: &Graph,
    seen: &mut BTreeSet<Id>,
) -> bool {
    if !seen.insert(id) {
        return false;
    }
    let Some(old) = before.get(&id) else {
        return false;
    };
    if !same_content(old, after) {
        return true;
    }
    let mut below = vec![];
    for part in parts(after) {
        references(part, &mut below);
    }
    below.into_iter().any(|inner| {
        all.get(&inner)
            .is_some_and(|node| differs(inner, node, before, all, seen))
    })
}

/// Whether two descriptions of one object say the same of the object itself.
pub(super) fn same_content(old: &Node, new: &Node) -> bool {
    match (old, new) {
        (Node::Instance { fields: old, .. }, Node::Instance { fields: new, .. }) => old == new,
        // That a function was called is no change of it.
        (Node::Answer { value: old, .. }, Node::Answer { value: new, .. }) => old == new,
        (Node::Answers { answers: old, .. }, Node::Answers { answers: new, .. }) => old == new,
        (old, new) => old == new,
    }
}

/// The nodes that a value mentions directly.
pub(super) fn references(value: &Value, found: &mut Vec<Id>) {
    match value {
        Value::Ref { id } => found.push(*id),
        Value::Tuple { items } | Value::Frozenset { items } | Value::NamedTuple { items, .. } => {
            for item in items {
                references(item, found);
            }
        }
        Value::Method { of, .. } | Value::Lambda { of } => references(of, found),
        _ => {}
    }
}
