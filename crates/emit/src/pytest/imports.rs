//! The imports of one file, and the names that they take.

use std::collections::{BTreeMap, BTreeSet};

use super::names::is_name;

/// What a file imports.
#[derive(Clone, Debug, Default)]
pub(super) struct Imports {
    modules: BTreeSet<String>,
    names: BTreeMap<String, BTreeSet<String>>,
    /// Which module a name in use belongs to.
    owners: BTreeMap<String, String>,
    /// The modules of the user: they stand after the libraries.
    own: BTreeSet<String>,
}

impl Imports {
    /// No imports yet; `own` names the user's top-level package.
    pub(super) fn new(own: &str) -> Imports {
        let top = own.split('.').next().unwrap_or(own);
        Imports {
            own: BTreeSet::from([top.to_owned()]),
            ..Imports::default()
        }
    }

    /// The text that names something of a module, which is imported.
    pub(super) fn name(&mut self, module: &str, qualname: &str) -> String {
        if module == "builtins" {
            return qualname.to_owned();
        }
        let top = qualname.split('.').next().unwrap_or(qualname);
        let owner = self.owners.get(top);
        // pytest would take an imported `test_x` for a test of this file.
        let collected = top.starts_with("test") || top.starts_with("Test");
        if collected || owner.is_some_and(|owner| owner != module) {
            self.module(module);
            return format!("{}.{qualname}", alias(module));
        }
        self.owners.insert(top.to_owned(), module.to_owned());
        self.names
            .entry(module.to_owned())
            .or_default()
            .insert(top.to_owned());
        qualname.to_owned()
    }

    /// Imports a module under its own name.
    pub(super) fn module(&mut self, module: &str) {
        self.modules.insert(module.to_owned());
    }

    /// Imports what an expression needs: `datetime`, or `decimal.Decimal`.
    pub(super) fn need(&mut self, what: &str) {
        match what.rsplit_once('.') {
            Some((module, name)) => {
                self.name(module, name);
            }
            None => self.module(what),
        }
    }

    /// The imports: the standard library, then others, then the user's.
    pub(super) fn lines(&self) -> Vec<String> {
        joined(self.sections())
    }

    /// The imports that need nothing on the path, and those that may: a
    /// module beside the one under test looks like any library.
    pub(super) fn split(&self) -> (Vec<String>, Vec<String>) {
        let mut everything = self.clone();
        let tops = |name: &String| name.split('.').next().map(str::to_owned);
        let used = self.modules.iter().chain(self.names.keys());
        everything.own.extend(
            used.filter_map(tops)
                .filter(|top| top != "pytest" && !is_standard(top)),
        );
        let [standard, others, own] = everything.sections();
        (joined([standard, others, vec![]]), own)
    }

    fn sections(&self) -> [Vec<String>; 3] {
        let mut sections: [Vec<String>; 3] = Default::default();
        let mut modules = self.modules.clone();
        if self
            .modules
            .iter()
            .chain(self.names.keys())
            .any(|name| !can_be_named(name))
        {
            modules.insert("importlib".to_owned());
        }
        for module in modules.iter().filter(|module| can_be_named(module)) {
            sections[self.section(module)].push(format!("import {module}"));
        }
        for (module, names) in self.names.iter().filter(|(module, _)| can_be_named(module)) {
            let section = &mut sections[self.section(module)];
            section.extend(from_import(module, names.iter().map(String::as_str)));
        }
        sections[2].extend(self.by_path());
        sections
    }

    /// The modules whose files have names that no import can name, and their names.
    fn by_path(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let used: BTreeSet<&String> = self.modules.iter().chain(self.names.keys()).collect();
        for module in used.into_iter().filter(|module| !can_be_named(module)) {
            let alias = alias(module);
            lines.push(format!("{alias} = importlib.import_module({module:?})"));
            let names = self.names.get(module).into_iter().flatten();
            lines.extend(names.map(|name| format!("{name} = {alias}.{name}")));
        }
        lines
    }

    fn section(&self, module: &str) -> usize {
        let top = module.split('.').next().unwrap_or(module);
        if self.own.contains(top) {
            2
        } else if is_standard(top) {
            0
        } else {
            1
        }
    }
}

/// The statement that imports names of a module.
pub fn from_import<'a>(module: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut sorted: Vec<&str> = names.into_iter().collect();
    sorted.sort_by_key(|name| (order_of(name), *name));
    let line = format!("from {module} import {}", sorted.join(", "));
    if line.len() <= crate::layout::PYTHON.width {
        return vec![line];
    }
    let mut lines = vec![format!("from {module} import (")];
    lines.extend(sorted.iter().map(|name| format!("    {name},")));
    lines.push(")".to_owned());
    lines
}

/// Whether a module can be named by an import.
fn can_be_named(module: &str) -> bool {
    module.split('.').all(is_name)
}

/// What a module is called in a file.
fn alias(module: &str) -> String {
    if can_be_named(module) {
        return module.to_owned();
    }
    let letters = module.chars();
    let letters = letters.map(|letter| {
        if letter.is_alphanumeric() {
            letter
        } else {
            '_'
        }
    });
    format!("module_{}", letters.collect::<String>())
}

fn is_standard(top: &str) -> bool {
    STANDARD.contains(&top)
}

fn joined(sections: [Vec<String>; 3]) -> Vec<String> {
    let mut lines = vec![];
    for section in sections.into_iter().filter(|section| !section.is_empty()) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(section);
    }
    lines
}

/// Constants first, then classes, then the rest, as isort and ruff have it.
fn order_of(name: &str) -> u8 {
    let letters = name.trim_start_matches('_');
    if letters.len() > 1 && !letters.chars().any(char::is_lowercase) {
        0
    } else if letters.chars().next().is_some_and(char::is_uppercase) {
        1
    } else {
        2
    }
}

/// The modules of the standard library that values and errors come from.
#[rustfmt::skip]
const STANDARD: &[&str] = &[
    "abc", "argparse", "array", "asyncio", "base64", "binascii", "calendar", "collections",
    "concurrent", "configparser", "copy", "csv", "ctypes", "dataclasses", "datetime", "decimal",
    "email", "enum", "fractions", "functools", "hashlib", "heapq", "html", "http", "importlib", "io",
    "ipaddress", "itertools", "json", "locale", "logging", "math", "multiprocessing", "numbers",
    "operator", "os", "pathlib", "pickle", "queue", "random", "re", "shutil", "signal",
    "socket", "sqlite3", "statistics", "string", "struct", "subprocess", "sys", "tempfile",
    "textwrap", "threading", "time", "tomllib", "traceback", "types", "typing", "unicodedata",
    "unittest", "urllib", "uuid", "warnings", "weakref", "xml", "zipfile", "zlib", "zoneinfo",
];
