//! Oracles: what a test asserts about the result and the state afterwards.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{parts, references, same_content};
use super::imports::Imports;
use super::observed::{Case, Id, Node, Value};
use super::paths::{paths, walk};
use super::values::{Writer, is_plain};
use crate::layout::Code;

/// The most assertions of one test.
pub(super) const MOST: usize = 12;
/// The most assertions that something stayed as it was.
const MOST_UNCHANGED: usize = 3;

/// Collects the assertions of one test.
pub(super) struct Oracle<'a> {
    pub(super) case: &'a Case,
    pub(super) imports: &'a mut Imports,
    /// Expressions that lead to objects after the call.
    pub(super) paths: BTreeMap<Id, String>,
    /// New objects that assertions have looked at, and where.
    seen: BTreeMap<Id, String>,
    /// The assertions.
    pub lines: Vec<Code>,
}

impl<'a> Oracle<'a> {
    /// No assertions yet.
    pub(super) fn new(
        case: &'a Case,
        imports: &'a mut Imports,
        variables: &BTreeMap<Id, String>,
    ) -> Oracle<'a> {
        Oracle {
            case,
            imports,
            paths: paths(variables, &case.after),
            seen: BTreeMap::new(),
            lines: vec![],
        }
    }

    pub(super) fn assert(&mut self, statement: Code) {
        self.state(Code::lead("assert ").then(statement));
    }

    /// Adds a statement that asserts something by itself.
    pub(super) fn state(&mut self, statement: Code) {
        if self.lines.len() < MOST && !self.lines.contains(&statement) {
            self.lines.push(statement);
        }
    }

    /// Asserts what the call returned.
    pub(super) fn result(&mut self, subject: &str, value: &Value) {
        if let Value::Ref { id } = value
            && self.case.before.contains_key(id)
            && let Some(path) = self.paths.get(id).cloned()
        {
            self.assert(Code::text(subject).compared("is", Code::text(path)));
            return;
        }
        self.value(subject, value, true);
    }

    /// Asserts the fields of an object that a constructor made.
    pub(super) fn made(&mut self, subject: &str, value: &Value) {
        if let Value::Ref { id } = value {
            self.seen.insert(*id, subject.to_owned());
            self.fields(subject, *id);
        }
    }

    fn value(&mut self, subject: &str, value: &Value, typed: bool) {
        if self.lines.len() >= MOST {
            return;
        }
        let identity = matches!(
            value,
            Value::None
                | Value::Bool { .. }
                | Value::NotImplemented
                | Value::Member { .. }
                | Value::Class { .. }
                | Value::Function { .. }
        );
        match value {
            Value::Float { v } if v == "nan" => {
                self.imports.module("math");
                self.assert(Code::call("math.isnan", vec![Code::text(subject)]));
            }
            Value::Float { v } if v == "-0.0" => {
                self.imports.module("math");
                self.assert(Code::text(subject).compared("==", Code::text("0.0")));
                let sign = Code::text(format!("math.copysign(1.0, {subject})"));
                self.assert(sign.compared("==", Code::text("-1.0")));
            }
            Value::Opaque {
                module,
                qualname,
                importable: true,
                ..
            } if typed && qualname != "object" => self.is_instance(subject, module, qualname),
            Value::Opaque { callable: true, .. } => {
                self.assert(Code::call("callable", vec![Code::text(subject)]));
            }
            Value::Ref { id } => self.reference(subject, *id, typed),
            value if is_plain(value, &self.case.after, &mut vec![]) => {
                if let Some(expr) = self.literal(value) {
                    let operator = if identity { "is" } else { "==" };
                    self.assert(Code::text(subject).compared(operator, expr));
                }
            }
            Value::Tuple { items } => self.items(subject, items),
            Value::NamedTuple { fields, items, .. } => {
                for (field, item) in fields.iter().zip(items) {
                    self.value(&format!("{subject}.{field}"), item, typed);
                }
            }
            Value::Frozenset { items } => {
                self.assert(length(subject, items.len()));
            }
            _ => {}
        }
    }

    fn reference(&mut self, subject: &str, id: Id, typed: bool) {
        let known = if self.case.before.contains_key(&id) {
            self.paths.get(&id)
        } else {
            self.seen.get(&id)
        };
        if let Some(path) = known.filter(|path| *path != subject).cloned() {
            self.assert(Code::text(subject).compared("is", Code::text(path)));
            return;
        }
        if self.seen.contains_key(&id) {
            return;
        }
        if self.case.before.contains_key(&id) && self.tells(subject, id) {
            return;
        }
        self.content(subject, id, typed);
    }

    /// Asserts which object of the input this is, by a value that it has kept;
    /// whether there is one. What else became of it is said where its own
    /// changes are.
    fn tells(&mut self, subject: &str, id: Id) -> bool {
        let case = self.case;
        let (Some(Node::Instance { fields: old, .. }), Some(Node::Instance { fields: new, .. })) =
            (case.before.get(&id), case.after.get(&id))
        else {
            return false;
        };
        let kept = new.iter().find(|(name, value)| {
            matches!(value, Value::Int { .. } | Value::Str { .. })
                && old
                    .iter()
                    .any(|field| field.0 == *name && field.1 == *value)
        });
        let Some((name, value)) = kept else {
            return false;
        };
        self.seen.insert(id, subject.to_owned());
        self.value(&format!("{subject}.{name}"), value, false);
        true
    }

    /// Asserts what an object holds.
    fn content(&mut self, subject: &str, id: Id, typed: bool) {
        self.seen.insert(id, subject.to_owned());
        let value = Value::Ref { id };
        if is_plain(&value, &self.case.after, &mut vec![])
            && let Some(expr) = self.literal(&value)
        {
            self.assert(Code::text(subject).compared("==", expr));
            return;
        }
        let case = self.case;
        match case.after.get(&id) {
            Some(Node::List { items } | Node::Deque { items, .. }) => self.items(subject, items),
            Some(Node::Set { items }) => {
                self.assert(length(subject, items.len()));
            }
            Some(
                Node::Dict { items }
                | Node::OrderedDict { items }
                | Node::Counter { items }
                | Node::Defaultdict { items, .. },
            ) => self.entries(subject, items),
            Some(Node::Instance {
                module, qualname, ..
            }) => {
                if typed {
                    self.is_instance(subject, module, qualname);
                }
                self.fields(subject, id);
            }
            _ => {}
        }
    }

    fn items(&mut self, subject: &str, items: &[Value]) {
        self.assert(length(subject, items.len()));
        for (number, item) in items.iter().enumerate() {
            self.value(&format!("{subject}[{number}]"), item, true);
        }
    }

    fn entries(&mut self, subject: &str, items: &[(Value, Value)]) {
        let keys: Option<Vec<Code>> = items
            .iter()
            .map(|(key, _)| {
                is_plain(key, &self.case.after, &mut vec![]).then(|| self.literal(key))?
            })
            .collect();
        let Some(keys) = keys else {
            self.assert(length(subject, items.len()));
            return;
        };
        let texts: Vec<String> = keys.iter().map(Code::flat).collect();
        let list = Code::text(format!("list({subject})"));
        self.assert(list.compared("==", Code::group("[", keys, "]")));
        for (key, (_, item)) in texts.iter().zip(items) {
            self.value(&format!("{subject}[{key}]"), item, true);
        }
    }

    fn fields(&mut self, subject: &str, id: Id) {
        let case = self.case;
        if let Some(Node::Instance { fields, .. }) = case.after.get(&id) {
            for (name, value) in fields {
                self.value(&format!("{subject}.{name}"), value, false);
            }
        }
    }

    fn is_instance(&mut self, subject: &str, module: &str, qualname: &str) {
        let class = self.imports.name(module, qualname);
        let arguments = vec![Code::text(subject), Code::text(class)];
        self.assert(Code::call("isinstance", arguments));
    }

    pub(super) fn literal(&mut self, value: &Value) -> Option<Code> {
        Writer::new(self.imports, &self.case.after, &|_| None).value(value)
    }

    /// Asserts what the call changed of receiver and arguments.
    pub(super) fn changes(&mut self, variables: &BTreeMap<Id, String>) {
        let case = self.case;
        for (id, path) in walk(variables, &case.after) {
            let (Some(old), Some(new)) = (case.before.get(&id), case.after.get(&id)) else {
                continue;
            };
            if same_content(old, new) {
                continue;
            }
            match (old, new) {
                (Node::Instance { fields: old, .. }, Node::Instance { fields: new, .. }) => {
                    for (name, value) in new {
                        let before = old.iter().find(|(other, _)| other == name);
                        if before.is_none_or(|(_, before)| before != value) {
                            self.value(&format!("{path}.{name}"), value, false);
                        }
                    }
                }
                (Node::Iterator { .. } | Node::Answer { .. } | Node::Answers { .. }, _) => {}
                _ => self.content(&path, id, false),
            }
        }
    }

    /// Asserts a little of what the call left as it was.
    pub(super) fn unchanged(&mut self, receiver: Id, variables: &BTreeMap<Id, String>) {
        let case = self.case;
        let only: BTreeMap<Id, String> = variables
            .iter()
            .filter(|(id, _)| **id == receiver)
            .map(|(id, name)| (*id, name.clone()))
            .collect();
        let limit = self.lines.len() + MOST_UNCHANGED;
        for (id, path) in walk(&only, &case.after) {
            let Some(Node::Instance { fields, .. }) = case.after.get(&id) else {
                continue;
            };
            for (name, value) in fields {
                let telling = match value {
                    Value::Ref { .. } => is_plain(value, &case.after, &mut vec![]),
                    Value::Opaque { .. } => false,
                    _ => true,
                };
                if telling && self.lines.len() < limit {
                    self.plain(&format!("{path}.{name}"), value);
                }
            }
        }
    }

    fn plain(&mut self, subject: &str, value: &Value) {
        match value {
            Value::Ref { id } => self.content(subject, *id, false),
            value => self.value(subject, value, false),
        }
    }
}

/// Whether the call changed anything that the receiver or arguments hold.
pub(super) fn changes_state(case: &Case) -> bool {
    let mut roots = vec![];
    for value in case
        .receiver
        .iter()
        .chain(case.arguments.iter().map(|a| &a.value))
    {
        references(value, &mut roots);
    }
    let mut seen = BTreeSet::new();
    while let Some(id) = roots.pop() {
        if !seen.insert(id) {
            continue;
        }
        let (Some(old), Some(new)) = (case.before.get(&id), case.after.get(&id)) else {
            continue;
        };
        if !same_content(old, new) {
            return true;
        }
        for part in parts(new) {
            references(part, &mut roots);
        }
    }
    false
}

fn length(subject: &str, count: usize) -> Code {
    Code::text(format!("len({subject})")).compared("==", Code::text(count.to_string()))
}
