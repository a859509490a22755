//! Tight bounds: which targets each cell of the input may have in any valid
//! structure. Found once for an invariant and a scope, kept by whoever asks.

use std::collections::{BTreeMap, BTreeSet};

use everypath_lowered::{Source, Unit};
use everypath_solve::{Allowance, Found, Incremental, Model, Patience, incremental};
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

/// Conflicts spent on one target of one cell, round by round: each round has
/// the bounds of the last, and a smaller formula.
const ROUNDS: [u64; 3] = [100, 500, 2_000];

/// The tight bounds of a unit's input: a target is left out if what makes the
/// input accepts no structure with it. What could not be decided stays in.
/// `None` if a limit was reached before anything was known.
pub fn tighten(
    source: &mut dyn Source,
    unit: &Unit,
    scope: &Scope,
    most_terms: usize,
    most_gates: usize,
    allowance: &Allowance,
) -> Option<Bounds> {
    let mut bounds = None;
    let mut possible = BTreeSet::new();
    for conflicts in ROUNDS {
        let mut terms = Terms::new();
        let mut formula = incremental(most_gates);
        let limits = Limits {
            terms: most_terms,
            allowance,
            only_input: true,
        };
        let encoded = encode(
            &mut terms,
            source,
            formula.as_mut(),
            unit,
            scope,
            bounds.as_ref(),
            &limits,
        );
        if !encoded.is_entered || allowance.is_used_up() {
            break;
        }
        let mut round = Round {
            terms,
            formula,
            cells: cells(&encoded),
            possible,
            refuted: BTreeSet::new(),
            has_open: false,
        };
        let patience = Patience {
            conflicts,
            allowance,
        };
        let found = round.all(&patience);
        let is_done = !round.has_open || round.refuted.is_empty() || allowance.is_used_up();
        possible = round.possible;
        bounds = Some(found);
        if is_done {
            break;
        }
    }
    bounds
}

/// One round of asking for the targets of all cells.
struct Round {
    terms: Terms,
    formula: Box<dyn Incremental>,
    cells: Vec<NamedCell>,
    /// Targets that some structure has, by the names of cell and target.
    possible: BTreeSet<(String, String)>,
    refuted: BTreeSet<TermId>,
    /// Whether a target was neither found nor refuted.
    has_open: bool,
}

/// Conflicts spent on a structure with some target that none had yet.
const TOGETHER: u64 = 20_000;

impl Round {
    fn all(&mut self, patience: &Patience) -> Bounds {
        if !self.together(patience.allowance) {
            self.one_by_one(patience);
        }
        let mut bounds = Bounds::default();
        for (cell, targets) in &self.cells {
            for (target, variable) in targets {
                if !self.refuted.contains(variable) {
                    bounds.allow(cell, target);
                }
            }
        }
        bounds
    }

    /// Asks for structures with any target that none had yet: each shows
    /// several, and that there is no more refutes all the others at once.
    /// Whether that was found out.
    fn together(&mut self, allowance: &Allowance) -> bool {
        let patience = Patience {
            conflicts: TOGETHER,
            allowance,
        };
        loop {
            let open = self.open();
            let some = self.terms.any(&open);
            match self.formula.check(&self.terms, &[some], &patience) {
                Found::Sat(model) => {
                    let before = self.possible.len();
                    self.note(&model);
                    if self.possible.len() == before {
                        return false;
                    }
                }
                Found::Unsat(_) => {
                    self.refuted.extend(open);
                    return true;
                }
                Found::Unknown(_) => return false,
            }
        }
    }

    /// The targets of which nothing is known.
    fn open(&self) -> Vec<TermId> {
        let mut open = Vec::new();
        for (cell, targets) in &self.cells {
            for (target, variable) in targets {
                let known = (cell.clone(), target.clone());
                // The only target of a cell has no variable.
                if self.terms.as_bool(*variable).is_none()
                    && !self.possible.contains(&known)
                    && !self.refuted.contains(variable)
                {
                    open.push(*variable);
                }
            }
        }
        open
    }

    fn one_by_one(&mut self, patience: &Patience) {
        for (cell, targets) in self.cells.clone() {
            for (target, variable) in targets {
                if self.possible.contains(&(cell.clone(), target)) {
                    continue;
                }
                match self.formula.check(&self.terms, &[variable], patience) {
                    Found::Sat(model) => self.note(&model),
                    Found::Unknown(_) => self.has_open = true,
                    Found::Unsat(_) => {
                        // What is refuted helps to refute the rest.
                        let not = self.terms.not(variable);
                        let _ = self.formula.assert(&self.terms, not);
                        self.refuted.insert(variable);
                    }
                }
            }
        }
    }

    /// Notes the targets that a model has.
    fn note(&mut self, model: &Model) {
        for (cell, targets) in &self.cells {
            for (target, variable) in targets {
                if let Node::Variable(of) = self.terms.node(*variable)
                    && model.get(of) == Some(&Value::Bool(true))
                {
                    self.possible.insert((cell.clone(), target.clone()));
                }
            }
        }
    }
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
            if let Cell::Reference(targets) = cell {
                cells.push((place.clone(), named(targets)));
            }
        }
    }
    cells
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
