//! Flips: a prefix of a run with its last decision changed, and how to get
//! from one to the input of the next run.

use std::sync::Arc;

use everypath_solve::{Limits, Model, Query};
use everypath_term::{Node, TermId, Terms, VarId};
use everypath_trace::{Input, Slot};
use rustc_hash::FxHashSet;

use crate::tree::{Kind, PathTree, SideId};

/// A decision of a run to change: the next thing to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Flip {
    /// The run, by its index in the tree.
    pub trace: usize,
    /// The decision, by its index in the run's trace as the tree has it.
    pub index: usize,
    /// The option to take instead; for a condition 1 is true and 0 false.
    pub option: u32,
}

/// What a flip needs to become an input.
pub(crate) enum Need {
    /// Nothing more: another option of a choice.
    Nothing(Input),
    /// An answer from the solver.
    Answer(Query),
}

/// A run's values, as a query wants them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hint {
    run: Option<u32>,
    values: Arc<Model>,
}

impl PathTree {
    /// What the flip to a side needs. `hints` keeps the last run's values:
    /// flips of one run come in succession.
    pub(crate) fn need(
        &self,
        terms: &mut Terms,
        side: SideId,
        limits: Limits,
        hints: &mut Hint,
    ) -> Need {
        let node = self.node(self.side(side).node);
        match node.kind {
            Kind::Condition(term) => {
                let goal = terms.decided(term, side.0 - node.sides.0 == 1);
                let parent = &self.runs[node.run as usize].trace;
                if hints.run != Some(node.run) {
                    hints.run = Some(node.run);
                    hints.values = Arc::new(assignment(terms, &parent.input));
                }
                Need::Answer(Query {
                    assumptions: [&parent.assumptions[..], &parent.bounds[..]].concat(),
                    prefix: self.prefix(terms, node.parent),
                    goal,
                    hint: hints.values.clone(),
                    limits,
                })
            }
            Kind::Choice { slot, .. } => {
                let mut input = self.input_up_to(side);
                if self.options.forgets_values {
                    let prefix = self.prefix(terms, node.parent);
                    let spoken_of = variables(terms, &prefix);
                    input.values.retain(|slot, _| {
                        let variable = terms.find_variable(slot.as_str());
                        variable.is_some_and(|variable| spoken_of.contains(&variable))
                    });
                }
                let slot = self.slots[slot as usize].clone();
                input.choices.insert(slot, side.0 - node.sides.0);
                Need::Nothing(input)
            }
            Kind::Leaf => unreachable!("a leaf has no sides"),
        }
    }

    /// The input of a flip that the solver has answered: the parent's, with
    /// the model laid over it. The model names only the variables that the
    /// flip depends on; the parent's values keep the rest of the prefix true.
    pub(crate) fn solved(&self, terms: &Terms, side: SideId, model: &Model) -> Input {
        let mut input = self.input_up_to(side);
        for (variable, value) in model.iter() {
            let name = terms.variable_of(variable).name.as_str();
            input.values.insert(Slot::from(name), value.clone());
        }
        input
    }

    /// The conditions on the way to a side, as they were decided, first first.
    pub(crate) fn prefix(&self, terms: &mut Terms, side: SideId) -> Vec<TermId> {
        let mut prefix: Vec<TermId> = self
            .above(side)
            .filter_map(|side| self.condition(terms, side))
            .collect();
        prefix.reverse();
        prefix
    }

    /// What holds on a side of a condition.
    pub(crate) fn condition(&self, terms: &mut Terms, side: SideId) -> Option<TermId> {
        let node = self.node(self.side(side).node);
        match node.kind {
            Kind::Condition(term) => Some(terms.decided(term, side.0 - node.sides.0 == 1)),
            _ => None,
        }
    }

    /// The input of a side's run, without the choices that the run made at
    /// this decision and after it: other ones may be open then.
    fn input_up_to(&self, side: SideId) -> Input {
        let node = self.node(self.side(side).node);
        let run = &self.runs[node.run as usize];
        let mut input = run.trace.input.clone();
        let leaf = self.node(run.leaf);
        for after in self.above(leaf.parent) {
            if self.depth(after) < node.depth as usize {
                break;
            }
            if let Some(slot) = self.slot(after) {
                // Keeps the order, which is part of the input's text.
                input.choices.shift_remove(slot);
            }
        }
        input
    }
}

/// The variables of some terms.
pub(crate) fn variables(terms: &Terms, of: &[TermId]) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut pending = of.to_vec();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            Node::Variable(variable) => {
                found.insert(variable);
            }
            Node::Apply(..) => pending.extend(terms.operands(term)),
            Node::Constant(_) => {}
        }
    }
    found
}

/// An input's values as the solver wants them: by variable.
pub(crate) fn assignment(terms: &Terms, input: &Input) -> Model {
    input
        .values
        .iter()
        .filter_map(|(slot, value)| Some((terms.find_variable(slot.as_str())?, value.clone())))
        .collect()
}
