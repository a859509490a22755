//! Debug information: nodes such as `!DIFile(filename: "a.c")`, by number.

use indexmap::IndexMap;

use super::text::{number, split};

/// The nodes of a module.
#[derive(Clone, Copy, Debug)]
pub struct Debug<'a> {
    nodes: &'a IndexMap<u32, &'a str>,
}

/// One node: its kind and attributes.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    text: &'a str,
}

/// A place in a source file, as the compiler knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The file, as the compiler was given it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl<'a> Debug<'a> {
    /// The nodes of a module's metadata.
    pub fn new(nodes: &'a IndexMap<u32, &'a str>) -> Debug<'a> {
        Debug { nodes }
    }

    /// The node of a number.
    pub fn node(self, id: u32) -> Option<Node<'a>> {
        self.nodes.get(&id).map(|text| Node { text })
    }

    /// All nodes of a kind, with their numbers.
    pub fn all(self, kind: &'a str) -> impl Iterator<Item = (u32, Node<'a>)> {
        self.nodes
            .iter()
            .filter(move |(_, text)| {
                text.strip_prefix('!')
                    .and_then(|text| text.strip_prefix(kind))
                    .is_some_and(|rest| rest.starts_with('('))
            })
            .map(|(id, text)| (*id, Node { text }))
    }

    /// The members of a list node `!{!1, null, !2}`.
    pub fn list(self, id: u32) -> Vec<Option<u32>> {
        let Some(node) = self.nodes.get(&id) else {
            return Vec::new();
        };
        let Some(inner) = node
            .strip_prefix("!{")
            .and_then(|text| text.strip_suffix('}'))
        else {
            return Vec::new();
        };
        split(inner)
            .into_iter()
            .map(|member| member.strip_prefix('!').and_then(number))
            .collect()
    }

    /// The place of a location.
    pub fn place(self, location: u32) -> Option<Place> {
        let node = self.node(location)?;
        Some(Place {
            file: self.file(node.reference("scope")?)?,
            line: node.number("line").unwrap_or(0) as u32,
            column: node.number("column").unwrap_or(0) as u32,
        })
    }

    /// The file of a scope; none if scopes lie in each other.
    pub fn file(self, mut scope: u32) -> Option<String> {
        for _ in 0..=self.nodes.len() {
            let node = self.node(scope)?;
            if node.kind() == "DIFile" {
                let name = node.string("filename")?;
                let directory = node.string("directory").unwrap_or_default();
                return Some(match name.starts_with('/') || directory.is_empty() {
                    true => name,
                    false => format!("{directory}/{name}"),
                });
            }
            scope = node.reference("file").or_else(|| node.reference("scope"))?;
        }
        None
    }
}

impl<'a> Node<'a> {
    /// Its kind: `DIFile`.
    pub fn kind(self) -> &'a str {
        let text = self.text.strip_prefix('!').unwrap_or(self.text);
        text.split('(').next().unwrap_or(text)
    }

    fn attribute(self, key: &str) -> Option<&'a str> {
        let open = self.text.find('(')?;
        let inner = self.text[open + 1..].strip_suffix(')')?;
        split(inner).into_iter().find_map(|part| {
            let (name, value) = part.split_once(": ")?;
            (name == key).then_some(value)
        })
    }

    /// An attribute that is another node.
    pub fn reference(self, key: &str) -> Option<u32> {
        self.attribute(key)?.strip_prefix('!').and_then(number)
    }

    /// An attribute that is a number.
    pub fn number(self, key: &str) -> Option<i64> {
        self.attribute(key)?.parse().ok()
    }

    /// An attribute that is a text.
    pub fn string(self, key: &str) -> Option<String> {
        let quoted = self.attribute(key)?.strip_prefix('"')?.strip_suffix('"')?;
        Some(unescape(quoted))
    }

    /// An attribute that is a word: a tag, an encoding, flags.
    pub fn word(self, key: &str) -> &'a str {
        self.attribute(key).unwrap_or("")
    }
}

/// `\22` is a quote.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = rest.get(1..3).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if first == b'\\' => {
                bytes.push(byte);
                rest = &rest[3..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_have_attributes() {
        let mut nodes = IndexMap::new();
        nodes.insert(
            1,
            "!DIFile(filename: \"a, (b\\22.c\", directory: \"/d\", checksumkind: CSK_MD5)",
        );
        nodes.insert(
            2,
            "!DISubprogram(name: \"f\", scope: !1, file: !1, line: 3)",
        );
        nodes.insert(3, "!DILocation(line: 7, column: 5, scope: !2)");
        nodes.insert(4, "!{!1, null, !3}");
        let debug = Debug::new(&nodes);
        let place = debug.place(3).unwrap();
        assert_eq!(
            (place.file.as_str(), place.line, place.column),
            ("/d/a, (b\".c", 7, 5)
        );
        assert_eq!(debug.list(4), [Some(1), None, Some(3)]);
        assert_eq!(debug.all("DISubprogram").count(), 1);
    }
}
