//! Refutes conditions for a certificate: integers by a derivation that holds at every width,
//! everything else by plain circuits over a SAT solver whose every step is checked. Circuits
//! and lemmas are kept from one refutation to the next.

use std::collections::BTreeMap;
use std::sync::Arc;

use everypath_term::{Interval, Scalar, Sort, TermId, Terms, VarId};

use super::bounds::Bounds;
use super::session::{Asked, Effort, Found, Session};
use super::{LADDER, add_facts, enough, linear};
use crate::allowance::{Allowance, CUT, GATE, price};
use crate::certificate::cuts;
use crate::query::{Limits, Model, Why};
use crate::support::Support;

/// What became of a refutation.
pub(crate) enum Refuted {
    /// It follows from the clauses of the circuits.
    ByClauses {
        /// The clauses that were checked on the way.
        lemmas: u64,
    },
    /// It follows by sums of inequalities.
    ByCuts {
        /// The inequalities that were checked.
        steps: u64,
    },
    /// The checker did not accept it.
    Rejected,
    /// The circuits have a model.
    Model(Model),
    /// Neither was found.
    Unknown(Why),
}

/// Refutes, for as long as it is allowed to.
pub(crate) struct Refuter<'a> {
    allowance: &'a Allowance<'a>,
    sessions: BTreeMap<u32, Session>,
    support: Support,
    hint: Arc<Model>,
}

impl<'a> Refuter<'a> {
    /// Nothing is refuted yet.
    pub(crate) fn new(allowance: &'a Allowance<'a>) -> Refuter<'a> {
        Refuter {
            allowance,
            sessions: BTreeMap::new(),
            support: Support::default(),
            hint: Arc::default(),
        }
    }

    /// Refutes conditions.
    pub(crate) fn refute(&mut self, terms: &Terms, conditions: &[TermId]) -> Refuted {
        let variables = self.support.all(terms, conditions.iter().copied());
        let has_integers = |variable: &VarId| match terms.variable_of(*variable).sort {
            Sort::Scalar(scalar) => scalar == Scalar::Int,
            Sort::Array { index, element } => [index, element].contains(&Scalar::Int),
        };
        if variables.iter().any(has_integers)
            && let Some(steps) = linear::derivation(terms, conditions)
        {
            let count = steps.len() as u64;
            self.allowance.charge(price(count, CUT));
            return match cuts::refute(terms, conditions, &steps) {
                true => Refuted::ByCuts { steps: count },
                false => Refuted::Rejected,
            };
        }
        self.climb(terms, conditions, &variables)
    }

    /// Refutes conditions at a width that is enough.
    fn climb(&mut self, terms: &Terms, conditions: &[TermId], variables: &[VarId]) -> Refuted {
        let limits = Limits::default();
        let constants = conditions
            .iter()
            .map(|&condition| self.support.facts(terms, condition).constant_bits);
        let mut wanted = constants.max().unwrap_or(0).min(limits.bits);
        let stated = Bounds::of(terms, conditions);
        let mut refuted = 0;
        for width in LADDER {
            if width < wanted {
                continue;
            }
            let (found, lemmas) = self.at_width(terms, conditions, width, variables);
            let (mut core, restricted) = match found {
                Found::Sat(model) => return Refuted::Model(model),
                Found::Unknown(why) => return Refuted::Unknown(why),
                Found::Unsat { core, restricted } => (core, restricted),
            };
            let session = &self.sessions[&width];
            if !session.is_certified {
                return Refuted::Rejected;
            }
            refuted = width;
            let restrictions = session.encoder.restrictions_of(terms, core.iter().copied());
            if restricted || !restrictions.is_empty() {
                continue;
            }
            add_facts(&mut self.support, terms, &mut core, &stated);
            match enough(session, &mut self.support, terms, &core) {
                Some(bits) if bits <= width => return Refuted::ByClauses { lemmas },
                Some(bits) => wanted = bits,
                None => {}
            }
        }
        Refuted::Unknown(Why::NoneWithin { bits: refuted })
    }

    /// What the circuits of a width say, and how many clauses were checked for it.
    fn at_width(
        &mut self,
        terms: &Terms,
        conditions: &[TermId],
        width: u32,
        variables: &[VarId],
    ) -> (Found, u64) {
        let limits = Limits::default();
        let hint = &self.hint;
        let session = self
            .sessions
            .entry(width)
            .or_insert_with(|| Session::checked(width, hint.clone()));
        let gates = session.encoder.circuit.len();
        session.encoder.most_gates = gates + limits.gates;
        let mut literals = Vec::new();
        for &condition in conditions {
            match session
                .encoder
                .condition(terms, condition, &|_| Interval::ALL)
            {
                Ok(literal) => literals.push((condition, literal)),
                Err(why) => return (Found::Unknown(why), 0),
            }
        }
        let gates = (session.encoder.circuit.len() - gates) as u64;
        self.allowance.charge(price(gates, GATE));
        let asked = Asked {
            literals,
            restrictions: session
                .encoder
                .restrictions_of(terms, conditions.iter().copied()),
            variables,
            hint,
            polish: false,
        };
        let mut effort = Effort {
            conflicts: u64::MAX,
            allowance: self.allowance,
        };
        let before = session.lemmas;
        let found = session.solve(terms, &asked, &mut effort);
        (found, session.lemmas - before)
    }
}
