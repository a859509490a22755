//! The messages between engine and worker. A worker keeps one pool of terms
//! for many runs; each reply carries only the terms that are new since the
//! last, and the engine maps the worker's ids to its own.

use std::time::Duration;

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

/// The most that a run can cost: it is ended long before.
const DEAREST: Duration = Duration::from_secs(3600);

/// The receiver's side: translates the sender's ids.
#[derive(Debug, Default)]
pub struct Translation {
    ids: Vec<TermId>,
}

impl Translation {
    /// Adds the reply's terms to the pool and returns its trace over it, or
    /// `None` if the reply does not fit what came before. The sender runs the subject, so
    /// nothing that it says is trusted.
    pub fn receive(&mut self, terms: &mut Terms, reply: RunReply) -> Option<Trace> {
        if reply.first == 0 {
            self.ids.clear();
        }
        if reply.first as usize != self.ids.len() {
            return None;
        }
        for term in reply.terms {
            let id = self.term(terms, term)?;
            self.ids.push(id);
        }
        let mut trace = reply.trace;
        trace.cost = trace.cost.min(DEAREST);
        for assumption in trace.assumptions.iter_mut().chain(&mut trace.bounds) {
            *assumption = self.condition(terms, *assumption)?;
        }
        for decision in &mut trace.decisions {
            if let Decision::Condition { term, .. } = decision {
                *term = self.condition(terms, *term)?;
            }
        }
        let count = trace.decisions.len();
        let completion = &trace.completion;
        let is_ordered = completion.start <= completion.end && completion.end <= count;
        let is_whole = trace.input.values.values().all(Value::is_whole);
        (trace.entry <= count && is_ordered && is_whole).then_some(trace)
    }

    fn term(&self, terms: &mut Terms, term: WireTerm) -> Option<TermId> {
        match term {
            WireTerm::Constant(value) => value.is_whole().then(|| terms.constant(value)),
            WireTerm::Variable(name, sort) => {
                let known = terms.find_variable(&name);
                let fits = known.is_none_or(|known| terms.variable_of(known).sort == sort);
                (sort.is_whole() && fits).then(|| terms.var(&name, sort))
            }
            WireTerm::Apply(op, operands) => {
                let operands = operands.iter().map(|operand| self.id(*operand));
                let operands = operands.collect::<Option<Vec<_>>>()?;
                let sorts: Vec<Sort> = operands.iter().map(|id| terms.sort(*id)).collect();
                op.result(&sorts)?;
                Some(terms.apply(op, &operands))
            }
        }
    }

    fn id(&self, sent: TermId) -> Option<TermId> {
        self.ids.get(sent.0 as usize).copied()
    }

    fn condition(&self, terms: &Terms, sent: TermId) -> Option<TermId> {
        self.id(sent).filter(|id| terms.sort(*id) == Sort::BOOL)
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
                    decisions: vec![Decision::Condition {
                        term,
                        taken: true,
                        origin: Origin::Branch,
                        other_side: None,
                    }],
                    ..Trace::ended(Input::open(), Outcome::Returned)
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

    #[test]
    fn replies_that_are_no_terms_are_refused() {
        let check = |new: Vec<WireTerm>, condition: u32| {
            let mut trace = Trace::ended(Input::default(), Outcome::Returned);
            trace.assumptions = vec![TermId(condition)];
            let reply = RunReply {
                first: 0,
                terms: new,
                trace,
            };
            Translation::default().receive(&mut Terms::new(), reply)
        };
        let five = || WireTerm::Constant(Value::int(5));
        let truth = || WireTerm::Constant(Value::Bool(true));
        assert!(check(vec![five(), truth()], 1).is_some());
        // No condition, no such term, operands of other sorts and too few, a width and a
        // sort that there are not, and a name with two sorts.
        assert!(check(vec![five(), truth()], 0).is_none());
        assert!(check(vec![truth()], 1).is_none());
        let apply = |operands: &[u32]| {
            let operands = operands.iter().map(|id| TermId(*id)).collect();
            vec![five(), truth(), WireTerm::Apply(Op::IntLe, operands)]
        };
        assert!(check(apply(&[0, 0]), 2).is_some());
        assert!(check(apply(&[0, 1]), 2).is_none());
        assert!(check(apply(&[0]), 2).is_none());
        let wide = WireTerm::Constant(Value::BitVec { width: 99, bits: 0 });
        assert!(check(vec![truth(), wide], 0).is_none());
        let named = |sort| WireTerm::Variable("x".to_owned(), sort);
        assert!(check(vec![truth(), named(Sort::INT), named(Sort::BOOL)], 0).is_none());
    }
}
