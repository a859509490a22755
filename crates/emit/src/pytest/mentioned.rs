//! The names that imports may take, whichever test needs them.

use std::collections::BTreeSet;

use super::observed::{Called, Case, Graph, Kind, Node, Outcome, Recipe, Value};

/// The first names of all classes and functions that the cases speak of: a
/// nested one is imported with what it is in.
pub(super) fn names(cases: &[Case]) -> BTreeSet<String> {
    let mut mentioned = Mentioned::default();
    for case in cases {
        mentioned.case(case);
    }
    mentioned.names
}

#[derive(Default)]
struct Mentioned {
    names: BTreeSet<String>,
}

impl Mentioned {
    fn name(&mut self, qualified: &str) {
        let first = qualified.split('.').next().unwrap_or(qualified);
        if !self.names.contains(first) {
            self.names.insert(first.to_owned());
        }
    }

    fn case(&mut self, case: &Case) {
        if let Some(call) = &case.call {
            call.class.iter().for_each(|class| self.name(class));
            if call.kind == Kind::Function {
                self.name(&call.attribute);
            }
        }
        self.values(&case.receiver);
        self.values(case.arguments.iter().map(|argument| &argument.value));
        self.graph(&case.before);
        case.recipes.values().for_each(|recipe| self.recipe(recipe));
        self.graph(&case.after);
        match &case.outcome {
            Outcome::Returned { value } => self.value(value),
            Outcome::Raised { qualname, .. } => self.name(qualname),
            Outcome::Violated { .. }
            | Outcome::TimedOut
            | Outcome::Crashed { .. }
            | Outcome::Rejected { .. }
            | Outcome::Unsupported { .. } => {}
        }
    }

    fn recipe(&mut self, recipe: &Recipe) {
        self.name(&recipe.qualname);
        self.values(&recipe.arguments);
        self.values(recipe.keywords.iter().map(|(_, value)| value));
        self.values(recipe.calls.iter().flat_map(|step| &step.arguments));
        self.values(recipe.fields.iter().map(|field| &field.value));
        self.graph(&recipe.nodes);
    }

    fn graph(&mut self, graph: &Graph) {
        graph.values().for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::List { items }
            | Node::Set { items }
            | Node::Bytearray { items }
            | Node::Deque { items, .. }
            | Node::Iterator { items } => self.values(items),
            Node::Dict { items } | Node::OrderedDict { items } | Node::Counter { items } => {
                self.pairs(items);
            }
            Node::Defaultdict { items, factory } => {
                self.pairs(items);
                self.value(factory);
            }
            Node::Answer { value, called, .. } => {
                self.value(value);
                self.called(called);
            }
            Node::Answers {
                answers, called, ..
            } => {
                answers.iter().for_each(|answer| self.value(answer.value()));
                self.called(called);
            }
            Node::Instance {
                qualname,
                fields,
                rebuild,
                ..
            } => {
                self.name(qualname);
                self.values(fields.iter().map(|(_, value)| value));
                if let Some(rebuild) = rebuild {
                    self.values(&rebuild.arguments);
                    self.values(rebuild.keywords.iter().map(|(_, value)| value));
                }
            }
        }
    }

    fn called(&mut self, called: &Called) {
        for one in &called.with {
            self.values(&one.arguments);
            self.values(one.keywords.iter().map(|(_, value)| value));
        }
    }

    fn pairs(&mut self, pairs: &[(Value, Value)]) {
        for (key, value) in pairs {
            self.value(key);
            self.value(value);
        }
    }

    fn values<'a>(&mut self, values: impl IntoIterator<Item = &'a Value>) {
        values.into_iter().for_each(|value| self.value(value));
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Tuple { items } | Value::Frozenset { items } => self.values(items),
            Value::NamedTuple {
                qualname, items, ..
            } => {
                self.name(qualname);
                self.values(items);
            }
            Value::Made {
                qualname,
                arguments,
                ..
            } => {
                self.name(qualname);
                self.values(arguments);
            }
            Value::Member { qualname, .. }
            | Value::Class { qualname, .. }
            | Value::Function { qualname, .. }
            | Value::Opaque { qualname, .. } => self.name(qualname),
            Value::Method { of, .. } | Value::Lambda { of } => self.value(of),
            Value::None
            | Value::Bool { .. }
            | Value::Int { .. }
            | Value::Float { .. }
            | Value::Str { .. }
            | Value::Bytes { .. }
            | Value::Expression { .. }
            | Value::NotImplemented
            | Value::Ref { .. } => {}
        }
    }
}
