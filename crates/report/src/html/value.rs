//! Value graphs as the observer describes them, made ready to draw: objects
//! with rows, and which object each row refers to.

use indexmap::IndexMap;
use serde_json::Value;

use super::text::shorten;
use everypath_trace::Language;

use crate::language::Spelling;

/// Past this many objects a picture shows nothing any more.
const MOST_OBJECTS: usize = 40;
/// Rows of one object; the rest is counted.
const MOST_ROWS: usize = 12;
/// Letters of one value.
const LONGEST_VALUE: usize = 36;

/// What is before or after a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Picture {
    /// How values are spelled.
    pub language: Language,
    /// Receiver and arguments that are plain values: name and text.
    pub plain: Vec<(String, String)>,
    /// Receiver and arguments that are drawn: name and object.
    pub roots: Vec<(String, usize)>,
    /// The objects that are drawn, nearest first.
    pub objects: Vec<Object>,
    /// How many objects are left out.
    pub left_out: usize,
}

/// One object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Object {
    /// Its number, the same before and after.
    pub id: String,
    /// Its class.
    pub title: String,
    /// Its fields or elements.
    pub rows: Vec<Row>,
}

/// A field or an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The field's name, the index or the key.
    pub label: String,
    /// The value; a reference is a dot.
    pub text: String,
    /// The objects that it refers to.
    pub targets: Vec<usize>,
}

/// The mark that stands for a reference.
pub(super) const REFERENCE: &str = "•";
/// The mark that stands for what refers to nothing.
pub(super) const NONE: &str = "∅";

/// Reads one side of a test's input.
pub(super) fn picture(graph: &Value, language: Language) -> Picture {
    let mut picture = Picture {
        language,
        ..Picture::default()
    };
    let Some(nodes) = graph.get("nodes").and_then(Value::as_object) else {
        return picture;
    };
    let mut roots: Vec<(String, &Value)> = Vec::new();
    if let Some(receiver) = graph.get("receiver").filter(|value| !value.is_null()) {
        let name = match string(graph, "receiver_name") {
            name if name.is_empty() => "self".to_owned(),
            name => name,
        };
        roots.push((name, receiver));
    }
    for argument in array(graph, "arguments") {
        roots.push((string(argument, "name"), &argument["value"]));
    }
    let mut reader = Reader::new(nodes, &roots, language);
    for (name, value) in roots {
        let mut targets = Vec::new();
        let text = reader.text(value, &mut targets);
        match (targets.as_slice(), text.as_str()) {
            ([target], REFERENCE) => picture.roots.push((name, *target)),
            ([], NONE) => picture.plain.push((name, language.null().to_owned())),
            ([], _) => picture.plain.push((name, text)),
            (targets, _) => {
                for target in targets {
                    picture.roots.push((name.clone(), *target));
                }
            }
        }
    }
    // Objects are met in order of their distance; reading one may meet more.
    let mut next = 0;
    while next < reader.met.len() {
        let id = reader.met.get_index(next).map(|(id, ())| id.clone());
        next += 1;
        let Some(id) = id else { break };
        let object = reader.object(&id);
        picture.objects.push(object);
    }
    picture.left_out = reader.left_out;
    picture
}

struct Reader<'a> {
    language: Language,
    nodes: &'a serde_json::Map<String, Value>,
    /// How often each node is referred to.
    counts: IndexMap<String, usize>,
    /// The objects that are drawn.
    met: IndexMap<String, ()>,
    left_out: usize,
}

impl<'a> Reader<'a> {
    fn new(
        nodes: &'a serde_json::Map<String, Value>,
        roots: &[(String, &Value)],
        language: Language,
    ) -> Self {
        let mut counts = IndexMap::new();
        for (_, value) in roots {
            count_references(value, &mut counts);
        }
        for node in nodes.values() {
            for part in ["fields", "items", "value"] {
                count_references(&node[part], &mut counts);
            }
        }
        Reader {
            language,
            nodes,
            counts,
            met: IndexMap::new(),
            left_out: 0,
        }
    }

    /// A container that nothing shares and that holds only plain values is
    /// written where it stands.
    fn inline(&self, id: &str) -> Option<String> {
        let node = self.nodes.get(id)?;
        let items = node.get("items")?.as_array()?;
        if self.counts.get(id).copied().unwrap_or(0) > 1 || items.iter().any(has_reference) {
            return None;
        }
        let parts: Vec<String> = items
            .iter()
            .map(|item| plain(item, self.language))
            .collect();
        let list = parts.join(", ");
        Some(match string(node, "kind").as_str() {
            "list" => format!("[{list}]"),
            "set" if parts.is_empty() => "set()".to_owned(),
            "set" => format!("{{{list}}}"),
            "dict" => format!("{{{list}}}"),
            "bytearray" => format!("bytearray({list})"),
            kind if parts.is_empty() => format!("{kind}()"),
            kind => format!("{kind}({list})"),
        })
    }

    fn text(&mut self, value: &Value, targets: &mut Vec<usize>) -> String {
        let children = |reader: &mut Self, key: &str, targets: &mut Vec<usize>| -> String {
            let parts: Vec<String> = array(value, key)
                .iter()
                .map(|item| reader.text(item, targets))
                .collect();
            parts.join(", ")
        };
        match string(value, "t").as_str() {
            "ref" => {
                let id = string(value, "id");
                match self.inline(&id) {
                    Some(text) => text,
                    None => self.refer(&id, targets),
                }
            }
            "none" => NONE.to_owned(),
            "tuple" => format!("({})", children(self, "items", targets)),
            "frozenset" => format!("frozenset({{{}}})", children(self, "items", targets)),
            "named_tuple" => {
                let name = string(value, "qualname");
                format!("{name}({})", children(self, "items", targets))
            }
            "made" => {
                let name = string(value, "qualname");
                format!("{name}({})", children(self, "arguments", targets))
            }
            "method" => {
                let of = self.text(&value["of"], targets);
                format!("{of}.{}", string(value, "name"))
            }
            "lambda" => format!("lambda: {}", self.text(&value["of"], targets)),
            _ => plain(value, self.language),
        }
    }

    fn refer(&mut self, id: &str, targets: &mut Vec<usize>) -> String {
        if !self.nodes.contains_key(id) {
            return "?".to_owned();
        }
        let known = self.met.get_index_of(id);
        if known.is_none() && self.met.len() >= MOST_OBJECTS {
            self.left_out += 1;
            return "…".to_owned();
        }
        let (index, _) = self.met.insert_full(id.to_owned(), ());
        targets.push(index);
        REFERENCE.to_owned()
    }

    fn object(&mut self, id: &str) -> Object {
        let nodes = self.nodes;
        let node = &nodes[id];
        let mut parts: Vec<(String, &Value)> = Vec::new();
        for field in array(node, "fields") {
            parts.push((field[0].as_str().unwrap_or_default().to_owned(), &field[1]));
        }
        for (index, item) in array(node, "items").iter().enumerate() {
            match item.as_array() {
                Some(pair) if pair.len() == 2 => {
                    parts.push((self.text(&pair[0], &mut Vec::new()), &pair[1]));
                }
                _ => parts.push((index.to_string(), item)),
            }
        }
        if let Some(value) = node.get("value") {
            parts.push(("value".to_owned(), value));
        }
        let hidden = parts.len().saturating_sub(MOST_ROWS);
        let mut rows: Vec<Row> = parts
            .into_iter()
            .take(MOST_ROWS)
            .map(|(label, value)| {
                let mut targets = Vec::new();
                let text = self.text(value, &mut targets);
                Row {
                    label: shorten(&label, LONGEST_VALUE),
                    text: shorten(&text, LONGEST_VALUE),
                    targets,
                }
            })
            .collect();
        if hidden > 0 {
            rows.push(Row {
                label: format!("… {hidden} more"),
                text: String::new(),
                targets: vec![],
            });
        }
        let title = match string(node, "qualname") {
            name if name.is_empty() => string(node, "kind"),
            name => name,
        };
        Object {
            id: id.to_owned(),
            title,
            rows,
        }
    }
}

/// The text of a value that refers to nothing.
fn plain(value: &Value, language: Language) -> String {
    let plain = |part: &Value| plain(part, language);
    if let Some(pair) = value.as_array() {
        let parts: Vec<String> = pair.iter().map(plain).collect();
        return parts.join(language.between_key_and_value());
    }
    let parts = |key: &str| {
        let parts: Vec<String> = array(value, key).iter().map(plain).collect();
        parts.join(", ")
    };
    match string(value, "t").as_str() {
        "none" => language.null().to_owned(),
        "bool" => language.boolean(value["v"] == Value::Bool(true)).to_owned(),
        "int" | "float" => string(value, "v"),
        "str" => language.text(&string(value, "v")),
        "char" => language.character(&string(value, "v")),
        "bytes" => format!("b'{}'", bytes(&string(value, "v"))),
        "member" => format!("{}.{}", string(value, "qualname"), string(value, "name")),
        "tuple" => format!("({})", parts("items")),
        "frozenset" => format!("frozenset({{{}}})", parts("items")),
        "named_tuple" => format!("{}({})", string(value, "qualname"), parts("items")),
        "made" => format!("{}({})", string(value, "qualname"), parts("arguments")),
        "expression" => string(value, "text"),
        "class" | "function" => string(value, "qualname"),
        "not_implemented" => "NotImplemented".to_owned(),
        "opaque" => format!("<{}>", string(value, "qualname")),
        _ => "?".to_owned(),
    }
}

fn bytes(hex: &str) -> String {
    hex.as_bytes()
        .chunks(2)
        .map(|pair| {
            let pair = std::str::from_utf8(pair).unwrap_or_default();
            match u8::from_str_radix(pair, 16) {
                Ok(byte) if (32..127).contains(&byte) && byte != b'\'' && byte != b'\\' => {
                    char::from(byte).to_string()
                }
                _ => format!("\\x{pair}"),
            }
        })
        .collect()
}

fn has_reference(value: &Value) -> bool {
    let mut counts = IndexMap::new();
    count_references(value, &mut counts);
    !counts.is_empty()
}

fn count_references(value: &Value, counts: &mut IndexMap<String, usize>) {
    match value {
        Value::Array(items) => {
            for item in items {
                count_references(item, counts);
            }
        }
        Value::Object(parts) => {
            if parts.get("t").and_then(Value::as_str) == Some("ref") {
                *counts.entry(string(value, "id")).or_default() += 1;
            }
            for part in parts.values() {
                count_references(part, counts);
            }
        }
        _ => {}
    }
}

fn array<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value
        .get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// A text, or a number as text.
fn string(value: &Value, key: &str) -> String {
    match value.get(key) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_spelled_in_the_language_of_the_module() {
        let argument = |name: &str, value: Value| json!({"name": name, "value": value});
        let graph = json!({
            "arguments": [
                argument("a", json!({"t": "none"})),
                argument("b", json!({"t": "bool", "v": true})),
                argument("c", json!({"t": "char", "v": "x"})),
                argument("d", json!({"t": "str", "v": "y"})),
                argument("e", json!({"t": "ref", "id": "0"})),
            ],
            "nodes": {"0": {"kind": "dict", "items": [[{"t": "int", "v": 1}, {"t": "none"}]]}},
        });
        let check = |language, expected: [&str; 5]| {
            let plain = picture(&graph, language).plain;
            let texts: Vec<&str> = plain.iter().map(|(_, text)| text.as_str()).collect();
            assert_eq!(texts, expected);
        };
        check(
            Language::Python,
            ["None", "True", "'x'", "'y'", "{1: None}"],
        );
        check(Language::Java, ["null", "true", "'x'", "\"y\"", "{1=null}"]);
        check(Language::C, ["NULL", "true", "'x'", "\"y\"", "{1=NULL}"]);
    }
}
