//! The messages between engine and worker. A worker keeps one pool of terms
//! for many runs; each reply carries only the terms that are new since the
//! last, and the engine maps the worker's ids to its own.

use everypath_term::{Node, Op, Sort, TermId, Terms, Value};
use everypath_trace::{Decision, Input, Trace};
use serde::{Deserialize, Serialize};

/// Asks the worker to run the unit once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRequest {
    /// What to run it on.
    pub input: Input,
    /// Decisions before the run is pruned.
    pub decisions: u32,
    /// Wall-clock limit.
    pub milliseconds: u32,
    /// Whether values are to be plain: the run decides nothing.
    pub plain: bool,
}

/// A term as it travels: operands are ids of the sender's pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WireTerm {
    /// A constant.
    Constant(Value),
    /// A variable.
    Variable(String, Sort),
    /// An operation.
    Apply(Op, Vec<TermId>),
}

/// What a run of the unit did, with the terms that are new to the receiver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunReply {
    /// The id of the first of `terms` in the sender's pool; 0 says that the
    /// sender started a new pool.
    pub first: u32,
    /// The new terms, in id order.
    pub terms: Vec<WireTerm>,
    /// The trace, over the sender's ids.
    pub trace: Trace,
}

/// The terms of a pool from id `first` on, ready to travel.
pub fn terms_since(terms: &Terms, first: u32) -> Vec<WireTerm> {
    (first..terms.len() as u32)
        .map(|id| match terms.node(TermId(id)) {
            Node::Constant(_) => WireTerm::Constant(
                terms
                    .as_constant(TermId(id))
                    .expect("the node is a constant")
                    .clone(),
            ),
            Node::Variable(variable) => {
                let variable = terms.variable_of(variable);
                WireTerm::Variable(variable.name.clone(), variable.sort)
            }
            Node::Apply(op, _) => WireTerm::Apply(op, terms.operands(TermId(id)).to_vec()),
        })
        .collect()
}

/// The receiver's side: translates the sender's ids.
#[derive(Debug, Default)]
pub struct Translation {
    ids: Vec<TermId>,
}

impl Translation {
    /// Adds the reply's terms to the pool and returns its trace over it, or
    /// `None` if the reply does not fit what came before.
    pub fn receive(&mut self, terms: &mut Terms, reply: RunReply) -> Option<Trace> {
        if reply.first == 0 {
            self.ids.clear();
        }
        if reply.first as usize != self.ids.len() {
            return None;
        }
        for term in reply.terms {
            let id = match term {
                WireTerm::Constant(value) => terms.constant(value),
                WireTerm::Variable(name, sort) => terms.var(&name, sort),
                WireTerm::Apply(op, operands) => {
                    let operands = operands
                        .iter()
                        .map(|operand| self.ids.get(operand.0 as usize).copied())
                        .collect::<Option<Vec<_>>>()?;
                    terms.apply(op, &operands)
                }
            };
            self.ids.push(id);
        }
        let mut trace = reply.trace;
        for assumption in trace.assumptions.iter_mut().chain(&mut trace.bounds) {
            *assumption = *self.ids.get(assumption.0 as usize)?;
        }
        for decision in &mut trace.decisions {
            if let Decision::Condition { term, .. } = decision {
                *term = *self.ids.get(term.0 as usize)?;
            }
        }
        Some(trace)
    }
}

#[cfg(test)]
mod tests {
    use everypath_trace::{Origin, Outcome};

    use super::*;

    #[test]
    fn replies_carry_only_new_terms() {
        let mut worker = Terms::new();
        let mut engine = Terms::new();
        engine.var("unrelated", Sort::INT);
        let mut translation = Translation::default();
        let mut sent = 0;
        for bound in [3, 3, 7] {
            let x = worker.var("x", Sort::INT);
            let limit = worker.int(bound);
            let term = worker.apply(Op::IntLt, &[x, limit]);
            let reply = RunReply {
                first: sent,
                terms: terms_since(&worker, sent),
                trace: Trace {
                    input: Input::open(),
                    assumptions: vec![],
                    bounds: vec![],
                    decisions: vec![Decision::Condition {
                        term,
                        taken: true,
                        origin: Origin::Branch,
                        other_side: None,
                    }],
                    entry: 0,
                    completion: 0..0,
                    covered: vec![],
                    outcome: Outcome::Returned,
                    losses: vec![],
                    premises: vec![],
                    effects: vec![],
                },
            };
            sent = worker.len() as u32;
            let bytes = postcard::to_stdvec(&reply).unwrap();
            let reply = postcard::from_bytes(&bytes).unwrap();
            let trace = translation.receive(&mut engine, reply).unwrap();
            let x = engine.var("x", Sort::INT);
            let limit = engine.int(bound);
            let expected = engine.apply(Op::IntLt, &[x, limit]);
            assert!(
                matches!(trace.decisions[0], Decision::Condition { term, .. } if term == expected)
            );
        }
    }
}
