//! The built-in SAT solver under the eyes of a checker: every clause that it is given is an
//! axiom, every clause that it learns a lemma, and a refutation counts if it follows from
//! these by unit propagation.

use super::sat::{Batsat, SatLit, SatResult, SatSolver};
use crate::certificate::checker::{Checker, Literal};

/// A SAT solver whose refutations are checked.
pub(super) struct CheckedSat {
    solver: Batsat,
    checker: Checker,
    /// Whether all lemmas so far were accepted: without one, others may not follow.
    is_sound: bool,
    is_certified: bool,
    lemmas: u64,
}

impl CheckedSat {
    /// A solver without variables.
    pub(super) fn new() -> CheckedSat {
        CheckedSat {
            solver: Batsat::with_proofs(),
            checker: Checker::default(),
            is_sound: true,
            is_certified: false,
            lemmas: 0,
        }
    }
}

fn literals(clause: &[SatLit]) -> Vec<Literal> {
    clause.iter().map(|literal| literal.0).collect()
}

impl SatSolver for CheckedSat {
    fn new_var(&mut self, preferred: Option<bool>) -> u32 {
        self.solver.new_var(preferred)
    }

    fn add_clause(&mut self, clause: &[SatLit]) {
        self.checker.axiom(&literals(clause));
        self.solver.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[SatLit], conflicts: u64) -> SatResult {
        let result = self.solver.solve(assumptions, conflicts);
        for lemma in self.solver.take_learnt() {
            self.lemmas += 1;
            self.is_sound &= self.checker.lemma(&literals(&lemma));
        }
        self.is_certified = result == SatResult::Unsat
            && self.is_sound
            && self.checker.refutes(&literals(&self.core()));
        result
    }

    fn propagations(&self) -> u64 {
        self.solver.propagations() + self.checker.propagations()
    }

    fn value(&self, variable: u32) -> bool {
        self.solver.value(variable)
    }

    fn core(&self) -> Vec<SatLit> {
        self.solver.core()
    }

    fn is_certified(&self) -> bool {
        self.is_certified
    }

    fn lemmas(&self) -> u64 {
        self.lemmas
    }
}
