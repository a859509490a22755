//! Tight bounds: which targets each cell of the input may have in any valid
//! structure. Found once for an invariant and a scope, kept by whoever asks.

use std::collections::{BTreeMap, BTreeSet};

use everypath_lowered::{Source, Unit};
use everypath_solve::{Found, Model, Patience, incremental};
use everypath_term::{Node, TermId, Terms, Value};

use crate::encode::{Cell, Encoded, Limits, Target, encode};
use crate::scope::Scope;

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

/// Conflicts spent on one target of one cell.
const CONFLICTS: u64 = 100;

/// The tight bounds of a unit's input: a target is left out if what makes the
/// input accepts no structure with it. `None` if a limit was reached before
/// anything was known.
pub fn tighten(
    source: &mut dyn Source,
    unit: &Unit,
    scope: &Scope,
    most_terms: usize,
    most_gates: usize,
    expired: &dyn Fn() -> bool,
) -> Option<Bounds> {
    let mut terms = Terms::new();
    let mut formula = incremental(most_gates);
    let limits = Limits {
        terms: most_terms,
        expired,
        only_input: true,
    };
    let encoded = encode(
        &mut terms,
        source,
        formula.as_mut(),
        unit,
        scope,
        None,
        &limits,
    );
    if !encoded.is_entered || expired() {
        return None;
    }
    let patience = Patience {
        conflicts: CONFLICTS,
        expired,
    };
    let cells = cells(&encoded);
    let mut possible: BTreeSet<TermId> = BTreeSet::new();
    let mut refuted: BTreeSet<TermId> = BTreeSet::new();
    for (_, targets) in &cells {
        for (_, variable) in targets {
            if possible.contains(variable) {
                continue;
            }
            match formula.check(&terms, &[*variable], &patience) {
                Found::Sat(model) => note(&terms, &cells, &model, &mut possible),
                Found::Unknown(_) => {
                    possible.insert(*variable);
                }
                Found::Unsat(_) => {
                    // What is refuted helps to refute the rest.
                    let not = terms.not(*variable);
                    let _ = formula.assert(&terms, not);
                    refuted.insert(*variable);
                }
            }
        }
    }
    let mut bounds = Bounds::default();
    for (cell, targets) in &cells {
        let kept = targets
            .iter()
            .filter(|(_, variable)| !refuted.contains(variable));
        for (target, _) in kept {
            bounds.allow(cell, target);
        }
    }
    Some(bounds)
}

/// A cell of references: its name, and its targets with their variables.
type NamedCell = (String, Vec<(String, TermId)>);

fn cells(encoded: &Encoded) -> Vec<NamedCell> {
    let input = &encoded.input;
    let name = |target: &Target| match target {
        Target::Null => "null".to_owned(),
        Target::Object(object) => input.objects[object.0 as usize].name.clone(),
        Target::Unknown(reason) => format!("unknown{reason}"),
    };
    let named = |targets: &Vec<(Target, TermId)>| {
        let named = targets
            .iter()
            .map(|(target, variable)| (name(target), *variable));
        named.collect::<Vec<(String, TermId)>>()
    };
    let mut cells = Vec::new();
    for object in &input.objects {
        for (cell, place) in object.cells.iter().zip(&object.places) {
            if let Cell::Reference(targets) = cell
                && targets.len() > 1
            {
                cells.push((place.clone(), named(targets)));
            }
        }
    }
    cells
}

/// Notes the targets that a model has.
fn note(terms: &Terms, cells: &[NamedCell], model: &Model, possible: &mut BTreeSet<TermId>) {
    for (_, targets) in cells {
        for (_, variable) in targets {
            if let Node::Variable(of) = terms.node(*variable)
                && model.get(of) == Some(&Value::Bool(true))
            {
                possible.insert(*variable);
            }
        }
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
