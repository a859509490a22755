//! Imports: what a file names, and how briefly it can be named.

use std::collections::{BTreeMap, BTreeSet};

/// The names of classes in one file.
#[derive(Clone, Debug, Default)]
pub(super) struct Imports {
    package: String,
    /// The package of each simple name that the file uses.
    names: BTreeMap<String, String>,
    imported: BTreeSet<String>,
    fixed: BTreeSet<String>,
}

impl Imports {
    /// The imports of a file in a package; the names of its own classes are taken.
    pub(super) fn new(package: &str, own: &[&str]) -> Imports {
        let names = own
            .iter()
            .map(|name| ((*name).to_owned(), package.to_owned()))
            .collect();
        Imports {
            package: package.to_owned(),
            names,
            ..Imports::default()
        }
    }

    /// How to name a class, by its name in source (`java.util.Map.Entry`) and
    /// its package.
    pub(super) fn name(&mut self, source: &str, package: &str) -> String {
        let local = source
            .strip_prefix(package)
            .map_or(source, |rest| rest.trim_start_matches('.'));
        let outer = local.split('.').next().unwrap_or(local);
        let of = self
            .names
            .entry(outer.to_owned())
            .or_insert_with(|| package.to_owned());
        if of != package {
            return source.to_owned();
        }
        if package != self.package && package != "java.lang" && !package.is_empty() {
            self.imported.insert(format!("{package}.{outer}"));
        }
        local.to_owned()
    }

    /// A static import, and the name it makes.
    pub(super) fn fixed(&mut self, class: &str, method: &str) -> String {
        self.fixed.insert(format!("{class}.{method}"));
        method.to_owned()
    }

    /// The lines: static imports first, each group in order.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .fixed
            .iter()
            .map(|name| format!("import static {name};"))
            .collect();
        if !lines.is_empty() && !self.imported.is_empty() {
            lines.push(String::new());
        }
        lines.extend(self.imported.iter().map(|name| format!("import {name};")));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_clash_are_written_out() {
        let mut imports = Imports::new("shop", &["ListTest", "List"]);
        assert_eq!(imports.name("shop.List", "shop"), "List");
        assert_eq!(
            imports.name("java.util.List", "java.util"),
            "java.util.List"
        );
        assert_eq!(
            imports.name("java.util.Map.Entry", "java.util"),
            "Map.Entry"
        );
        assert_eq!(imports.name("java.lang.String", "java.lang"), "String");
        assert_eq!(imports.lines(), ["import java.util.Map;"]);
    }

    #[test]
    fn classes_without_a_package_need_none() {
        let mut imports = Imports::new("", &["FooTest"]);
        assert_eq!(imports.name("Foo", ""), "Foo");
        assert!(imports.lines().is_empty());
    }
}
