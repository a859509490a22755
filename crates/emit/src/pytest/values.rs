//! Values as expressions.

use super::imports::Imports;
use super::keywords::by_name;
use super::literal;
use super::observed::{Graph, Id, Node, Value};
use crate::layout::Code;

/// Writes values as expressions. A reference goes through `refer`, which
/// knows the objects that have a name.
pub(super) struct Writer<'a> {
    /// What the file imports.
    pub imports: &'a mut Imports,
    /// The objects.
    pub graph: &'a Graph,
    /// The expression of an object that has a name already.
    pub refer: &'a dyn Fn(Id) -> Option<Code>,
    /// The objects being written, against cycles.
    open: Vec<Id>,
}

impl<'a> Writer<'a> {
    /// A writer over a graph.
    pub(super) fn new(
        imports: &'a mut Imports,
        graph: &'a Graph,
        refer: &'a dyn Fn(Id) -> Option<Code>,
    ) -> Writer<'a> {
        Writer {
            imports,
            graph,
            refer,
            open: vec![],
        }
    }

    /// The expression, or `None` if there is none.
    pub(super) fn value(&mut self, value: &Value) -> Option<Code> {
        Some(match value {
            Value::None => Code::text("None"),
            Value::Bool { v } => Code::text(if *v { "True" } else { "False" }),
            Value::Int { v } => Code::text(v),
            Value::Float { v } => self.float(v),
            Value::Str { v } => Code::text(literal::text(v)),
            Value::Bytes { v } => Code::text(literal::bytes(v)),
            Value::Tuple { items } => Code::tuple(self.values(items)?),
            Value::Frozenset { items } if items.is_empty() => Code::call("frozenset", vec![]),
            Value::Frozenset { items } => {
                let set = Code::group("{", self.values(items)?, "}");
                Code::call("frozenset", vec![set])
            }
            Value::NamedTuple {
                module,
                qualname,
                items,
                ..
            } => self.call(module, qualname, items)?,
            Value::Made {
                module,
                qualname,
                arguments,
            } => self.call(module, qualname, arguments)?,
            Value::Member {
                module,
                qualname,
                name,
            } => {
                let class = self.imports.name(module, qualname);
                Code::text(format!("{class}.{name}"))
            }
            Value::Class { module, qualname } | Value::Function { module, qualname } => {
                Code::text(self.imports.name(module, qualname))
            }
            Value::Method { of, name } => self.value(of)?.then(Code::text(format!(".{name}"))),
            Value::Lambda { of } => Code::text("lambda: ").then(self.value(of)?),
            Value::Expression { text, imports } => {
                for import in imports {
                    self.imports.need(import);
                }
                Code::text(requoted(text))
            }
            Value::NotImplemented => Code::text("NotImplemented"),
            Value::Ref { id } => return self.reference(*id),
            Value::Opaque { .. } => return None,
        })
    }

    /// The expressions of several values.
    pub(super) fn values(&mut self, values: &[Value]) -> Option<Vec<Code>> {
        values.iter().map(|value| self.value(value)).collect()
    }

    fn call(&mut self, module: &str, qualname: &str, arguments: &[Value]) -> Option<Code> {
        let arguments = self.values(arguments)?;
        Some(Code::call(self.imports.name(module, qualname), arguments))
    }

    fn float(&mut self, text: &str) -> Code {
        match text {
            "nan" | "inf" => {
                self.imports.module("math");
                Code::text(format!("math.{text}"))
            }
            "-inf" => {
                self.imports.module("math");
                Code::text("-math.inf")
            }
            text => Code::text(text.replace("e+", "e")),
        }
    }

    fn reference(&mut self, id: Id) -> Option<Code> {
        if let Some(known) = (self.refer)(id) {
            return Some(known);
        }
        if self.open.contains(&id) {
            return None;
        }
        self.open.push(id);
        let graph = self.graph;
        let expr = graph.get(&id).and_then(|node| self.node(node));
        self.open.pop();
        expr
    }

    fn node(&mut self, node: &Node) -> Option<Code> {
        Some(match node {
            Node::List { items } => Code::group("[", self.values(items)?, "]"),
            Node::Set { items } if items.is_empty() => Code::call("set", vec![]),
            Node::Set { items } => Code::group("{", self.values(items)?, "}"),
            Node::Dict { items } => self.dict(items)?,
            Node::Bytearray { items } => Code::call("bytearray", self.values(items)?),
            Node::Deque { items, maximum } => {
                let mut arguments = vec![Code::group("[", self.values(items)?, "]")];
                if let Some(maximum) = maximum {
                    arguments.push(Code::text(format!("maxlen={maximum}")));
                }
                Code::call(self.imports.name("collections", "deque"), arguments)
            }
            Node::OrderedDict { items } => {
                let pairs = items
                    .iter()
                    .map(|(key, value)| {
                        Some(Code::tuple(vec![self.value(key)?, self.value(value)?]))
                    })
                    .collect::<Option<Vec<_>>>()?;
                let list = Code::group("[", pairs, "]");
                Code::call(self.imports.name("collections", "OrderedDict"), vec![list])
            }
            Node::Counter { items } => {
                let dict = self.dict(items)?;
                Code::call(self.imports.name("collections", "Counter"), vec![dict])
            }
            Node::Defaultdict { items, factory } => {
                let mut arguments = vec![self.factory(factory)?];
                if !items.is_empty() {
                    arguments.push(self.dict(items)?);
                }
                Code::call(self.imports.name("collections", "defaultdict"), arguments)
            }
            Node::Iterator { items } => {
                Code::call("iter", vec![Code::group("[", self.values(items)?, "]")])
            }
            Node::Answer {
                value,
                awaited,
                called,
            } if *awaited || called.watched => {
                let mock = if *awaited { "AsyncMock" } else { "Mock" };
                let mock = self.imports.name("unittest.mock", mock);
                let answer = Code::text("return_value=").then(self.value(value)?);
                Code::call(mock, vec![answer])
            }
            Node::Answer { value, .. } => {
                Code::text("lambda *args, **kwargs: ").then(self.value(value)?)
            }
            Node::Answers {
                answers, awaited, ..
            } => {
                let mock = if *awaited { "AsyncMock" } else { "Mock" };
                let mock = self.imports.name("unittest.mock", mock);
                let values = answers.iter().map(|answer| self.value(answer.value()));
                let mut values = values.collect::<Option<Vec<_>>>()?;
                let effect = match values.len() {
                    1 => values.remove(0),
                    _ => Code::group("[", values, "]"),
                };
                Code::call(mock, vec![Code::text("side_effect=").then(effect)])
            }
            Node::Instance {
                module,
                qualname,
                rebuild,
                ..
            } => {
                let rebuild = rebuild.as_ref()?;
                let mut arguments = self.values(&rebuild.arguments)?;
                let mut named = vec![];
                for (name, value) in &rebuild.keywords {
                    named.push((name, self.value(value)?));
                }
                arguments.extend(by_name(named));
                Code::call(self.imports.name(module, qualname), arguments)
            }
        })
    }

    fn dict(&mut self, items: &[(Value, Value)]) -> Option<Code> {
        let pairs = items
            .iter()
            .map(|(key, value)| {
                Some(
                    self.value(key)?
                        .then(Code::text(": "))
                        .then(self.value(value)?),
                )
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Code::group("{", pairs, "}"))
    }

    /// The shortest way to say what a defaultdict starts with.
    fn factory(&mut self, factory: &Value) -> Option<Code> {
        if let Value::Lambda { of } = factory {
            let name = match of.as_ref() {
                Value::Int { v } if v == "0" => Some("int"),
                Value::Float { v } if v == "0.0" => Some("float"),
                Value::Bool { v: false } => Some("bool"),
                Value::Str { v } if v.is_empty() => Some("str"),
                Value::Ref { id } => match self.graph.get(id) {
                    Some(Node::List { items }) if items.is_empty() => Some("list"),
                    Some(Node::Dict { items }) if items.is_empty() => Some("dict"),
                    Some(Node::Set { items }) if items.is_empty() => Some("set"),
                    _ => None,
                },
                _ => None,
            };
            if let Some(name) = name {
                return Some(Code::text(name));
            }
        }
        self.value(factory)
    }
}

/// The text of a `repr`, with double quotes where that changes nothing.
fn requoted(text: &str) -> String {
    if text.contains('"') || text.contains('\\') {
        text.to_owned()
    } else {
        text.replace('\'', "\"")
    }
}

/// Whether `==` with a literal says everything about a value: it holds no
/// NaN, nothing opaque and no object that is only equal to itself.
pub(super) fn is_plain(value: &Value, graph: &Graph, open: &mut Vec<Id>) -> bool {
    match value {
        Value::Float { v } => v != "nan",
        Value::Tuple { items } | Value::Frozenset { items } | Value::NamedTuple { items, .. } => {
            items.iter().all(|item| is_plain(item, graph, open))
        }
        Value::Opaque { .. } | Value::Lambda { .. } | Value::Method { .. } => false,
        Value::Ref { id } => {
            if open.contains(id) {
                return false;
            }
            open.push(*id);
            let plain = graph
                .get(id)
                .is_some_and(|node| is_plain_node(node, graph, open));
            open.pop();
            plain
        }
        _ => true,
    }
}

fn is_plain_node(node: &Node, graph: &Graph, open: &mut Vec<Id>) -> bool {
    match node {
        Node::List { items }
        | Node::Set { items }
        | Node::Bytearray { items }
        | Node::Deque { items, .. } => items.iter().all(|item| is_plain(item, graph, open)),
        Node::Dict { items }
        | Node::OrderedDict { items }
        | Node::Counter { items }
        | Node::Defaultdict { items, .. } => items
            .iter()
            .all(|(key, value)| is_plain(key, graph, open) && is_plain(value, graph, open)),
        Node::Instance {
            rebuild: Some(rebuild),
            ..
        } => {
            rebuild
                .arguments
                .iter()
                .all(|value| is_plain(value, graph, open))
                && rebuild
                    .keywords
                    .iter()
                    .all(|(_, value)| is_plain(value, graph, open))
        }
        Node::Instance { .. }
        | Node::Iterator { .. }
        | Node::Answer { .. }
        | Node::Answers { .. } => false,
    }
}
