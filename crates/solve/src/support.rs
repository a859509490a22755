//! What conditions depend on: their variables, computed once per condition.

use std::sync::Arc;

use everypath_term::{Node, TermId, Terms, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of one condition.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// Its variables, ascending.
    pub variables: Arc<[VarId]>,
    /// The bits of its largest integer constant, with the sign.
    pub constant_bits: u32,
}

/// Facts of conditions, kept for the life of a solver.
#[derive(Debug, Default)]
pub(crate) struct Support {
    known: FxHashMap<TermId, Facts>,
}

impl Support {
    /// The facts of a term.
    pub(crate) fn facts(&mut self, terms: &Terms, term: TermId) -> &Facts {
        self.known
            .entry(term)
            .or_insert_with(|| collect(terms, term))
    }

    /// The variables of a term, ascending.
    pub(crate) fn variables(&mut self, terms: &Terms, term: TermId) -> Arc<[VarId]> {
        self.facts(terms, term).variables.clone()
    }

    /// The variables of many terms, ascending.
    pub(crate) fn all(&mut self, terms: &Terms, of: impl Iterator<Item = TermId>) -> Vec<VarId> {
        let mut all = Vec::new();
        for term in of {
            all.extend_from_slice(&self.facts(terms, term).variables);
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn collect(terms: &Terms, term: TermId) -> Facts {
    let mut variables = Vec::new();
    let mut constant_bits = 0;
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        match terms.node(term) {
            Node::Variable(variable) => variables.push(variable),
            Node::Constant(_) => {
                if let Some(Value::Int(number)) = terms.as_constant(term) {
                    constant_bits = constant_bits.max(number.bits() as u32 + 1);
                }
            }
            Node::Apply(op, operands) => {
                for &operand in &operands[..op.arity()] {
                    // Leaves are cheaper to visit twice than to remember.
                    let leaf = !matches!(terms.node(operand), Node::Apply(..));
                    if leaf || seen.insert(operand) {
                        stack.push(operand);
                    }
                }
            }
        }
    }
    variables.sort_unstable();
    variables.dedup();
    Facts {
        variables: variables.into(),
        constant_bits,
    }
}
