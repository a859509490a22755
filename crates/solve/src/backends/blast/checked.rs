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

#[cfg(test)]
mod tests {
    use super::*;

    /// Five pigeons in four holes: variable `4 p + h` says that pigeon `p` is in hole `h`.
    fn pigeons() -> Vec<Vec<SatLit>> {
        const HOLES: u32 = 4;
        let within = |pigeon: u32, hole: u32, negated| SatLit::new(HOLES * pigeon + hole, negated);
        let mut clauses: Vec<Vec<SatLit>> = (0..=HOLES)
            .map(|pigeon| (0..HOLES).map(|hole| within(pigeon, hole, false)).collect())
            .collect();
        for hole in 0..HOLES {
            for one in 0..=HOLES {
                let others = one + 1..=HOLES;
                clauses.extend(
                    others.map(|other| vec![within(one, hole, true), within(other, hole, true)]),
                );
            }
        }
        clauses
    }

    /// Whether a checker that is given other axioms and lemmas than the solver had accepts all
    /// of them and the refutation.
    fn accepts(axioms: &[Vec<SatLit>], lemmas: &[Vec<SatLit>]) -> bool {
        let mut checker = Checker::default();
        for axiom in axioms {
            checker.axiom(&literals(axiom));
        }
        let mut lemmas = lemmas.iter();
        lemmas.all(|lemma| checker.lemma(&literals(lemma))) && checker.refutes(&[])
    }

    #[test]
    fn what_the_solver_refutes_is_certified() {
        let mut solver = CheckedSat::new();
        for clause in pigeons() {
            solver.add_clause(&clause);
        }
        assert_eq!(solver.solve(&[], 10_000), SatResult::Unsat);
        assert!(solver.is_certified() && solver.lemmas() > 0);
    }

    #[test]
    fn a_proof_holds_for_its_clauses_only() {
        let clauses = pigeons();
        let mut solver = Batsat::with_proofs();
        for clause in &clauses {
            solver.add_clause(clause);
        }
        assert_eq!(solver.solve(&[], 10_000), SatResult::Unsat);
        let lemmas = solver.take_learnt();
        assert!(accepts(&clauses, &lemmas));
        assert!(!accepts(&clauses, &[]), "it needs its lemmas");
        for place in 0..clauses.len() {
            let mut fewer = clauses.clone();
            let left_out = fewer.remove(place);
            assert!(!accepts(&fewer, &lemmas), "without {left_out:?}");
            let mut other = clauses.clone();
            other[place][0] = SatLit::new(99, false);
            assert!(!accepts(&other, &lemmas), "with {:?}", other[place]);
        }
    }

    #[test]
    fn a_solver_that_makes_things_up_is_not_believed() {
        let mut solver = CheckedSat::new();
        let [a, b] = [(); 2].map(|()| SatLit::new(solver.new_var(None), false));
        solver.add_clause(&[a, b]);
        solver.add_clause(&[!a, !b]);
        // A clause that the checker never heard of.
        solver.solver.add_clause(&[!a]);
        assert_eq!(solver.solve(&[a], 100), SatResult::Unsat);
        assert!(!solver.is_certified());
        assert_eq!(solver.solve(&[a, b], 100), SatResult::Unsat);
    }
}
