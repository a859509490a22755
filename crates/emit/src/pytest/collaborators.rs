//! Functions of the input: which of them tests ask what they were called with, and how.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{parts, references};
use super::keywords::by_name;
use super::observed::{Called, Case, Id, Node, Value, With};
use super::oracle::{MOST, Oracle};
use super::paths::walk;
use super::values::is_plain;
use crate::layout::Code;
use crate::words::snake;

/// The module of mocks and of what they are asked with.
const MOCKS: &str = "unittest.mock";
/// The class of an object that has just the members that it needs.
const STAND_IN: (&str, &str) = ("types", "SimpleNamespace");

/// The cases, with the functions marked whose calls their tests speak of: those that the
/// unit called, and those that it called in another case and not in this one.
pub(super) fn watched(cases: &[Case]) -> Vec<Case> {
    let mut called: BTreeSet<(&str, String)> = BTreeSet::new();
    for case in cases {
        let functions = functions(case).into_iter();
        let functions =
            functions.filter(|(id, _)| calls(*id, case).is_some_and(|one| one.times > 0));
        called.extend(functions.map(|(_, path)| (case.unit.as_str(), path)));
    }
    let mark = |case: &Case| {
        let mut marked = case.clone();
        for (id, path) in functions(case) {
            if called.contains(&(case.unit.as_str(), path)) {
                let recipes = marked.recipes.values_mut().map(|recipe| &mut recipe.nodes);
                let graphs = [&mut marked.before, &mut marked.after];
                for graph in graphs.into_iter().chain(recipes) {
                    watch(graph.get_mut(&id));
                }
            }
        }
        marked
    };
    cases.iter().map(mark).collect()
}

/// The functions of a case, each with what leads to it from receiver and arguments.
fn functions(case: &Case) -> Vec<(Id, String)> {
    let receiver = case.receiver.iter().map(|value| (value, "self"));
    let arguments = case.arguments.iter();
    let arguments = arguments.map(|argument| (&argument.value, argument.name.as_str()));
    let mut roots: BTreeMap<Id, String> = BTreeMap::new();
    for (value, name) in receiver.chain(arguments) {
        if let Value::Ref { id } = value {
            roots.entry(*id).or_insert_with(|| name.to_owned());
        }
    }
    let mut found = walk(&roots, &case.after);
    found.retain(|(id, _)| calls(*id, case).is_some());
    found
}

fn watch(node: Option<&mut Node>) {
    if let Some(Node::Answer { called, .. } | Node::Answers { called, .. }) = node {
        called.watched = true;
    }
}

/// What a function was called with; `None` of another object.
fn calls(id: Id, case: &Case) -> Option<&Called> {
    match case.after.get(&id) {
        Some(Node::Answer { called, .. } | Node::Answers { called, .. }) => Some(called),
        _ => None,
    }
}

pub(super) fn is_stand_in(node: &Node) -> bool {
    matches!(node, Node::Instance { module, qualname, .. }
        if (module.as_str(), qualname.as_str()) == STAND_IN)
}

fn holds(node: &Node, id: Id) -> bool {
    parts(node).contains(&&Value::Ref { id })
}

/// Whether a test speaks of an object because of calls: a function that nothing but a
/// variable leads to, or an object that has such functions.
pub(super) fn is_watched(id: Id, case: &Case) -> bool {
    let watches = |id: Id| calls(id, case).is_some_and(|called| called.watched);
    match case.before.get(&id) {
        Some(Node::Answer { .. } | Node::Answers { .. }) => {
            let mut others = case.before.values().filter(|node| is_stand_in(node));
            watches(id) && !others.any(|node| holds(node, id))
        }
        Some(node) if is_stand_in(node) => {
            let mut below = vec![];
            parts(node)
                .iter()
                .for_each(|part| references(part, &mut below));
            below.into_iter().any(watches)
        }
        _ => false,
    }
}

/// The objects that functions of the input answer with.
pub(super) fn answered(case: &Case) -> BTreeSet<Id> {
    let mut found = vec![];
    for node in case.before.values() {
        if matches!(node, Node::Answer { .. } | Node::Answers { .. }) {
            parts(node)
                .iter()
                .for_each(|part| references(part, &mut found));
        }
    }
    found.into_iter().collect()
}

/// What a function or a stand-in is called by the object that has it, or by the parameter.
pub(super) fn holder_word(id: Id, case: &Case) -> Option<String> {
    let node = case.before.get(&id)?;
    if !is_stand_in(node) && calls(id, case).is_none() {
        return None;
    }
    let value = Value::Ref { id };
    let fields = case.before.values().filter_map(|node| match node {
        Node::Instance { fields, .. } => Some(fields),
        _ => None,
    });
    let mut fields = fields.flatten().filter(|(_, part)| *part == value);
    let mut arguments = case.arguments.iter();
    let argument = arguments.find(|argument| argument.value == value);
    let name = argument.map(|argument| &argument.name);
    let name = name.or_else(|| fields.next().map(|(name, _)| name));
    Some(name.map_or_else(|| "stand_in".to_owned(), |name| snake(name)))
}

impl Oracle<'_> {
    /// Asserts what functions of the input were called with.
    pub(super) fn calls(&mut self, variables: &BTreeMap<Id, String>) {
        let case = self.case;
        for (id, path) in walk(variables, &case.after) {
            let watched = calls(id, case).filter(|called| called.watched);
            if let (Some(called), true) = (watched, self.lines.len() < MOST) {
                self.called(&path, called);
            }
        }
    }

    fn called(&mut self, path: &str, called: &Called) {
        let asked = |question: &str| format!("{path}.{question}");
        let tells = called.with.iter().any(|with| self.tells_something(with));
        match (called.times, called.with.as_slice()) {
            (0, _) => self.state(Code::call(asked("assert_not_called"), vec![])),
            (1, [with]) if tells => {
                let arguments = self.given(with);
                self.state(Code::call(asked("assert_called_once_with"), arguments));
            }
            (1, _) => self.state(Code::call(asked("assert_called_once"), vec![])),
            (_, [_, ..]) if tells => {
                let call = self.imports.name(MOCKS, "call");
                let with = called.with.iter();
                let list: Vec<Code> = with
                    .map(|with| Code::call(&call, self.given(with)))
                    .collect();
                let calls = Code::text(asked("call_args_list"));
                self.assert(calls.compared("==", Code::group("[", list, "]")));
            }
            (times, _) => {
                let count = Code::text(asked("call_count"));
                self.assert(count.compared("==", Code::text(times.to_string())));
            }
        }
    }

    /// Whether something can be said of what a call was given, if only that it was nothing.
    fn tells_something(&self, with: &With) -> bool {
        let mut values = with
            .arguments
            .iter()
            .chain(with.keywords.iter().map(|one| &one.1));
        (with.arguments.is_empty() && with.keywords.is_empty())
            || values.any(|value| self.can_compare(value))
    }

    /// Whether a value can be compared with what a test writes.
    fn can_compare(&self, value: &Value) -> bool {
        let is_known = matches!(value, Value::Ref { id }
            if self.case.before.contains_key(id) && self.paths.contains_key(id));
        let is_number = !matches!(value, Value::Float { v } if v == "nan");
        is_known || (is_number && is_plain(value, &self.case.after, &mut vec![]))
    }

    /// The arguments of a call, as a mock is asked for them.
    fn given(&mut self, with: &With) -> Vec<Code> {
        let mut given: Vec<Code> = with
            .arguments
            .iter()
            .map(|one| self.argument(one))
            .collect();
        let named = with.keywords.iter();
        let named: Vec<_> = named
            .map(|(name, value)| (name, self.argument(value)))
            .collect();
        given.extend(by_name(named));
        given
    }

    fn argument(&mut self, value: &Value) -> Code {
        let path = match value {
            Value::Ref { id } if self.case.before.contains_key(id) => self.paths.get(id).cloned(),
            _ => None,
        };
        if let Some(path) = path {
            return Code::text(path);
        }
        let literal = match self.can_compare(value) {
            true => self.literal(value),
            false => None,
        };
        literal.unwrap_or_else(|| Code::text(self.imports.name(MOCKS, "ANY")))
    }
}
