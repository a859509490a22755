//! One formula that grows: conditions are asserted for good, questions are
//! asked under assumptions, and what is learnt is kept from one to the next.

use std::sync::Arc;

use everypath_term::{Interval, TermId, Terms, VarId};

use super::gates::Lit;
use super::sat::SatLit;
use super::session::{Effort, Session};
use crate::allowance::{Allowance, GATE, price};
use crate::certificate::Refutation;
use crate::query::{Limit, Model, Why};

/// What one question may cost.
pub struct Patience<'a> {
    /// Conflicts of the SAT solver.
    pub conflicts: u64,
    /// Everything.
    pub allowance: &'a Allowance<'a>,
}

/// What a question under assumptions found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Values for all variables that the formula has.
    Sat(Model),
    /// There are none: assumptions that cannot hold together with what is
    /// asserted; empty if what is asserted has no solution at all.
    Unsat(Vec<TermId>),
    /// Neither was found.
    Unknown(Why),
}

/// A growing formula over terms without unbounded integers.
pub trait Incremental {
    /// Makes a condition hold from now on.
    fn assert(&mut self, terms: &Terms, condition: TermId) -> Result<(), Why>;

    /// Looks for values under assumptions.
    fn check(&mut self, terms: &Terms, assumptions: &[TermId], patience: &Patience) -> Found;

    /// How large the formula is, in gates.
    fn size(&self) -> usize;

    /// What holds, in the order in which it was asserted.
    fn asserted(&self) -> &[TermId];

    /// What was found not to hold so far: assumptions, with all that was asserted then.
    fn refutations(&self) -> Vec<Refutation>;
}

/// The built-in one: circuits over a SAT solver. Terms that would need more
/// than `most_gates` gates are refused.
pub fn incremental(most_gates: usize) -> Box<dyn Incremental> {
    let mut session = Session::new(WIDTH, Arc::default());
    session.encoder.most_gates = most_gates;
    Box::new(Growing {
        session,
        asserted: Vec::new(),
        refuted: Vec::new(),
        contradicted: false,
        charged: 0,
    })
}

/// The width of unbounded integers, of which there are none here.
const WIDTH: u32 = 32;

struct Growing {
    session: Session,
    asserted: Vec<TermId>,
    /// Assumptions that cannot hold, and how much was asserted when they were made.
    refuted: Vec<(usize, Vec<TermId>)>,
    /// Whether a condition that is false was asserted.
    contradicted: bool,
    /// Gates that have been paid for.
    charged: usize,
}

impl Growing {
    /// The literal of a condition.
    fn literal(&mut self, terms: &Terms, condition: TermId) -> Result<Lit, Why> {
        let encoder = &mut self.session.encoder;
        encoder.condition(terms, condition, &|_| Interval::ALL)
    }

    fn sat_literal(&mut self, literal: Lit) -> SatLit {
        let session = &mut self.session;
        let circuit = &session.encoder.circuit;
        session
            .clauses
            .literal(circuit, session.sat.as_mut(), literal)
    }
}

impl Incremental for Growing {
    fn assert(&mut self, terms: &Terms, condition: TermId) -> Result<(), Why> {
        self.asserted.push(condition);
        match self.literal(terms, condition)? {
            Lit::TRUE => {}
            Lit::FALSE => self.contradicted = true,
            literal => {
                let literal = self.sat_literal(literal);
                self.session.sat.add_clause(&[literal]);
            }
        }
        Ok(())
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId], patience: &Patience) -> Found {
        let found = self.find(terms, assumptions, patience);
        if let Found::Unsat(core) = &found {
            self.refuted.push((self.asserted.len(), core.clone()));
        }
        found
    }

    fn size(&self) -> usize {
        self.session.encoder.circuit.len()
    }

    fn asserted(&self) -> &[TermId] {
        &self.asserted
    }

    fn refutations(&self) -> Vec<Refutation> {
        let all = self.refuted.iter().map(|(asserted, core)| {
            let asserted = &self.asserted[..*asserted];
            Refutation::new(asserted.iter().chain(core).copied())
        });
        all.collect()
    }
}

impl Growing {
    fn find(&mut self, terms: &Terms, assumptions: &[TermId], patience: &Patience) -> Found {
        if self.contradicted {
            return Found::Unsat(Vec::new());
        }
        let mut literals = Vec::with_capacity(assumptions.len());
        for &assumption in assumptions {
            match self.literal(terms, assumption) {
                Err(why) => return Found::Unknown(why),
                Ok(Lit::TRUE) => {}
                Ok(Lit::FALSE) => return Found::Unsat(vec![assumption]),
                Ok(literal) => literals.push((self.sat_literal(literal), assumption)),
            }
        }
        let assumed: Vec<SatLit> = literals.iter().map(|(literal, _)| *literal).collect();
        let mut effort = Effort {
            conflicts: patience.conflicts,
            allowance: patience.allowance,
        };
        let new = self.size() - self.charged;
        patience.allowance.charge(price(new as u64, GATE));
        self.charged += new;
        if patience.allowance.is_used_up() {
            return Found::Unknown(Why::Limit(Limit::Cost));
        }
        match self.session.search(&assumed, &mut effort) {
            Err(limit) => Found::Unknown(Why::Limit(limit)),
            Ok(true) => {
                let count = terms.variables().len() as u32;
                let known = |variable: &VarId| self.session.encoder.variable(*variable).is_some();
                let variables: Vec<VarId> = (0..count).map(VarId).filter(known).collect();
                Found::Sat(self.session.model(terms, &variables))
            }
            Ok(false) => {
                let core = self.session.sat.core();
                let of = |literal: &SatLit| literals.iter().find(|(known, _)| known == literal);
                Found::Unsat(core.iter().filter_map(of).map(|(_, term)| *term).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use everypath_term::{Value, parse};

    #[test]
    fn assertions_stay_and_assumptions_go() {
        let mut terms = Terms::new();
        let mut condition = |text: &str| parse(&mut terms, text).expect("it parses");
        let small = condition("(bvult x:bv8 10:bv8)");
        let five = condition("(= x:bv8 5:bv8)");
        let large = condition("(bvult 20:bv8 x:bv8)");
        let mut formula = incremental(1_000);
        let allowance = Allowance::new(Duration::MAX, &|| false);
        let patience = Patience {
            conflicts: 1_000,
            allowance: &allowance,
        };
        formula.assert(&terms, small).expect("it is small");
        assert_eq!(
            formula.check(&terms, &[large], &patience),
            Found::Unsat(vec![large])
        );
        let Found::Sat(model) = formula.check(&terms, &[five], &patience) else {
            panic!("5 is below 10");
        };
        let x = terms.find_variable("x").expect("a variable");
        assert_eq!(model.get(x), Some(&Value::bit_vec(8, 5)));
        formula.assert(&terms, large).expect("it is small");
        assert_eq!(
            formula.check(&terms, &[], &patience),
            Found::Unsat(Vec::new())
        );
        let both = Refutation::new([small, large]);
        assert_eq!(formula.refutations(), [both.clone(), both]);
    }
}
