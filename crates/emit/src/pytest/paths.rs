//! Paths: the expressions that lead to objects of a case, from its variables.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::observed::{Graph, Id, Node, Value};

/// The expression that leads to each object, the shortest first.
pub(super) fn paths(variables: &BTreeMap<Id, String>, graph: &Graph) -> BTreeMap<Id, String> {
    walk(variables, graph).into_iter().collect()
}

/// The objects that the variables lead to, level by level, with a path each.
pub(super) fn walk(variables: &BTreeMap<Id, String>, graph: &Graph) -> Vec<(Id, String)> {
    let mut found: Vec<(Id, String)> = vec![];
    let mut seen: BTreeSet<Id> = BTreeSet::new();
    let mut pending: VecDeque<(Id, String)> = variables
        .iter()
        .map(|(id, name)| (*id, name.clone()))
        .collect();
    seen.extend(variables.keys());
    while let Some((id, path)) = pending.pop_front() {
        let Some(node) = graph.get(&id) else {
            continue;
        };
        let mut steps: Vec<(String, Id)> = vec![];
        match node {
            Node::Instance { fields, .. } => {
                for (name, value) in fields {
                    step(value, format!("{path}.{name}"), &mut steps);
                }
            }
            Node::List { items } | Node::Deque { items, .. } => {
                for (number, value) in items.iter().enumerate() {
                    step(value, format!("{path}[{number}]"), &mut steps);
                }
            }
            Node::Dict { items }
            | Node::OrderedDict { items }
            | Node::Counter { items }
            | Node::Defaultdict { items, .. } => {
                for (key, value) in items {
                    let key = match key {
                        Value::Int { v } => v.clone(),
                        Value::Str { v } => super::literal::text(v),
                        _ => continue,
                    };
                    step(value, format!("{path}[{key}]"), &mut steps);
                }
            }
            _ => {}
        }
        found.push((id, path));
        for (path, id) in steps {
            if seen.insert(id) {
                pending.push_back((id, path));
            }
        }
    }
    found
}

fn step(value: &Value, path: String, steps: &mut Vec<(String, Id)>) {
    match value {
        Value::Ref { id } => steps.push((path, *id)),
        Value::Tuple { items } => {
            for (number, item) in items.iter().enumerate() {
                step(item, format!("{path}[{number}]"), steps);
            }
        }
        _ => {}
    }
}
