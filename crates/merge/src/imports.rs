//! Imports: what each brings into a file, so that those of two versions can be put together.

use std::collections::BTreeSet;

use everypath_emit::pytest::from_import;

use crate::syntax::{Class, Syntax, classes, is_word};

/// What a statement imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// The module that names are taken from, if they are.
    pub module: Option<String>,
    /// What is imported, as it is written.
    pub names: BTreeSet<String>,
}

impl Import {
    /// Reads a statement.
    pub(crate) fn read(text: &str, syntax: Syntax) -> Import {
        let code = classes(text, syntax).into_iter();
        let code: String = code
            .filter(|(_, class)| *class != Class::Comment)
            .map(|(c, _)| c)
            .collect();
        let one = |name: &str| Import {
            module: None,
            names: BTreeSet::from([name.to_owned()]),
        };
        if syntax != Syntax::Python {
            return one(code.trim());
        }
        let code = code.replace(['(', ')', '\\', '\n'], " ");
        let list = |names: &str| -> BTreeSet<String> {
            let names = names.split(',').map(|name| {
                let words: Vec<&str> = name.split_whitespace().collect();
                words.join(" ")
            });
            names.filter(|name| !name.is_empty()).collect()
        };
        let from = code.trim().strip_prefix("from ");
        match from.and_then(|rest| rest.split_once(" import ")) {
            Some((module, names)) => Import {
                module: Some(module.trim().to_owned()),
                names: list(names),
            },
            None => Import {
                module: None,
                names: list(code.trim().strip_prefix("import ").unwrap_or_default()),
            },
        }
    }

    /// The statement.
    pub(crate) fn text(&self, syntax: Syntax) -> String {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        match (&self.module, syntax) {
            (Some(module), _) => from_import(module, names).join("\n"),
            (None, Syntax::Python) => format!("import {}", names.join(", ")),
            (None, _) => names.join("\n"),
        }
    }
}

/// The word by which a file uses what it imports; `None` if there is no such word.
pub(crate) fn bound(name: &str, is_from: bool, syntax: Syntax) -> Option<&str> {
    match syntax {
        Syntax::Python => match name.rsplit_once(" as ") {
            Some((_, alias)) => Some(alias),
            None if is_from => Some(name),
            None => name.split('.').next(),
        },
        Syntax::Java => {
            let name = name.trim_end_matches(';');
            let start = name.rfind(|c: char| !is_word(c)).map_or(0, |at| at + 1);
            Some(&name[start..])
        }
        Syntax::C => None,
    }
    .filter(|word| !word.is_empty() && *word != "*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_and_written() {
        let check = |text: &str, expected: &str| {
            let import = Import::read(text, Syntax::Python);
            assert_eq!(import.text(Syntax::Python), expected);
        };
        check("from a.b import c, D  # why", "from a.b import D, c");
        check(
            "from a import (\n    b,\n    c as d,\n)",
            "from a import b, c as d",
        );
        check("import a.b as c", "import a.b as c");
        assert_eq!(bound("a.b as c", false, Syntax::Python), Some("c"));
        assert_eq!(bound("a.b", false, Syntax::Python), Some("a"));
        assert_eq!(
            bound("import static a.B.c;", false, Syntax::Java),
            Some("c")
        );
        assert_eq!(bound("import a.*;", false, Syntax::Java), None);
    }
}
