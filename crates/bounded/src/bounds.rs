//! Tight bounds: which targets each cell of the input may have in any valid
//! structure. Found once for an invariant and a scope, kept by whoever asks.

use std::collections::{BTreeMap, BTreeSet};

/// The targets of cells by their names; a cell that is not there is free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    cells: BTreeMap<String, BTreeSet<String>>,
}

impl Bounds {
    /// Whether a cell may have a target.
    pub fn allows(&self, cell: &str, target: &str) -> bool {
        self.cells
            .get(cell)
            .is_none_or(|targets| targets.contains(target))
    }

    /// Allows a cell a target.
    pub fn allow(&mut self, cell: &str, target: &str) {
        let targets = self.cells.entry(cell.to_owned()).or_default();
        targets.insert(target.to_owned());
    }

    /// Whether nothing is bounded.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The text form: a line for each cell.
    pub fn print(&self) -> String {
        let line = |(cell, targets): (&String, &BTreeSet<String>)| {
            let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
            format!("{cell} {}\n", targets.join(" "))
        };
        self.cells.iter().map(line).collect()
    }

    /// Reads the text form; `None` if it is none.
    pub fn parse(text: &str) -> Option<Bounds> {
        let mut bounds = Bounds::default();
        for line in text.lines() {
            let mut words = line.split(' ');
            let cell = words.next().filter(|cell| !cell.is_empty())?;
            let targets: BTreeSet<String> = words.map(str::to_owned).collect();
            if targets.is_empty() {
                return None;
            }
            bounds.cells.insert(cell.to_owned(), targets);
        }
        Some(bounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_as_they_were_written() {
        let mut bounds = Bounds::default();
        bounds.allow("Node0.next", "null");
        bounds.allow("Node0.next", "Node1");
        assert!(!bounds.allows("Node0.next", "Node2"));
        assert!(bounds.allows("Node1.next", "Node2"));
        assert_eq!(Bounds::parse(&bounds.print()), Some(bounds));
        assert_eq!(Bounds::parse("Node0.next"), None);
    }
}
