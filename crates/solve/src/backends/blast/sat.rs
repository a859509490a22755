//! The seam to a SAT solver, and the one that is built in.

use std::cell::Cell;

use batsat::{Callbacks, SolverInterface, lbool};

/// A literal of the SAT solver: twice the variable, plus one if negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SatLit(pub u32);

impl SatLit {
    /// The literal of a variable.
    pub(super) fn new(variable: u32, negated: bool) -> SatLit {
        SatLit(variable << 1 | u32::from(negated))
    }
}

impl std::ops::Not for SatLit {
    type Output = SatLit;

    fn not(self) -> SatLit {
        SatLit(self.0 ^ 1)
    }
}

/// What a call of a SAT solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SatResult {
    /// A model.
    Sat,
    /// There is none under these assumptions.
    Unsat,
    /// The budget is used up.
    Exhausted,
}

/// An incremental SAT solver.
pub(super) trait SatSolver: Send {
    /// A new variable; where the solver guesses, it guesses `preferred`.
    fn new_var(&mut self, preferred: Option<bool>) -> u32;
    /// Adds a clause for good.
    fn add_clause(&mut self, clause: &[SatLit]);
    /// Searches under assumptions, for at most that many conflicts.
    fn solve(&mut self, assumptions: &[SatLit], conflicts: u64) -> SatResult;
    /// Propagations of all searches so far.
    fn propagations(&self) -> u64;
    /// The value of a variable in the last model.
    fn value(&self, variable: u32) -> bool;
    /// Assumptions of the last call that cannot hold together.
    fn core(&self) -> Vec<SatLit>;
    /// Whether a checker has accepted that they cannot.
    fn is_certified(&self) -> bool {
        false
    }
    /// Clauses that were learnt and checked so far.
    fn lemmas(&self) -> u64 {
        0
    }
}

/// `batsat`, a pure Rust descendant of MiniSat.
pub(super) struct Batsat {
    solver: batsat::Solver<Budget>,
    clause: Vec<batsat::Lit>,
}

/// Counts conflicts through the learnt clauses and stops at the budget.
#[derive(Default)]
struct Budget {
    left: Cell<u64>,
    /// The learnt clauses, in order, for one who wants to check them.
    learnt: Option<Vec<Vec<SatLit>>>,
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: batsat::ClauseKind) {
        if kind == batsat::ClauseKind::Learnt {
            self.left.set(self.left.get().saturating_sub(1));
        }
        if let Some(learnt) = &mut self.learnt {
            let literal = |lit: &batsat::Lit| SatLit::new(lit.var().idx(), !lit.sign());
            learnt.push(clause.iter().map(literal).collect());
        }
    }

    fn stop(&self) -> bool {
        self.left.get() == 0
    }
}

impl Batsat {
    /// A solver without variables.
    pub(super) fn new() -> Batsat {
        Batsat {
            solver: batsat::Solver::new(Default::default(), Budget::default()),
            clause: Vec::new(),
        }
    }

    /// A solver without variables that keeps the clauses it learns.
    pub(super) fn with_proofs() -> Batsat {
        let mut solver = Batsat::new();
        solver.solver.cb_mut().learnt = Some(Vec::new());
        solver
    }

    /// The clauses learnt since the last time, in order.
    pub(super) fn take_learnt(&mut self) -> Vec<Vec<SatLit>> {
        let learnt = self.solver.cb_mut().learnt.as_mut();
        learnt.map(std::mem::take).unwrap_or_default()
    }

    fn lit(&mut self, lit: SatLit) -> batsat::Lit {
        batsat::Lit::new(self.solver.var_of_int(lit.0 >> 1), lit.0 & 1 == 0)
    }
}

impl SatSolver for Batsat {
    fn new_var(&mut self, preferred: Option<bool>) -> u32 {
        let polarity = match preferred {
            None => lbool::UNDEF,
            Some(true) => lbool::TRUE,
            Some(false) => lbool::FALSE,
        };
        self.solver.new_var(polarity, true).idx()
    }

    fn add_clause(&mut self, clause: &[SatLit]) {
        let mut buffer = std::mem::take(&mut self.clause);
        buffer.clear();
        for &lit in clause {
            buffer.push(self.lit(lit));
        }
        self.solver.add_clause_reuse(&mut buffer);
        self.clause = buffer;
    }

    fn solve(&mut self, assumptions: &[SatLit], conflicts: u64) -> SatResult {
        self.solver.cb_mut().left.set(conflicts.max(1));
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|&lit| self.lit(lit)).collect();
        match self.solver.solve_limited(&assumptions) {
            result if result == lbool::TRUE => SatResult::Sat,
            result if result == lbool::FALSE => SatResult::Unsat,
            _ => SatResult::Exhausted,
        }
    }

    fn propagations(&self) -> u64 {
        self.solver.num_propagations()
    }

    fn value(&self, variable: u32) -> bool {
        let model = self.solver.get_model();
        model.get(variable as usize) == Some(&lbool::TRUE)
    }

    fn core(&self) -> Vec<SatLit> {
        // The solver gives the clause it derived: the negated assumptions.
        let negated = self.solver.unsat_core().iter();
        negated
            .map(|lit| SatLit::new(lit.var().idx(), lit.sign()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_assumptions() {
        let mut solver = Batsat::new();
        let [a, b, c] = [(); 3].map(|()| SatLit::new(solver.new_var(None), false));
        solver.add_clause(&[!a, !b]);
        assert_eq!(solver.solve(&[a, c], 100), SatResult::Sat);
        assert_eq!(solver.solve(&[c, a, b], 100), SatResult::Unsat);
        let core = solver.core();
        assert_eq!(core.len(), 2);
        assert!(core.contains(&a) && core.contains(&b), "{core:?}");
    }

    #[test]
    fn preferences_are_kept() {
        let mut solver = Batsat::new();
        let yes = solver.new_var(Some(true));
        let no = solver.new_var(Some(false));
        solver.add_clause(&[SatLit::new(yes, false), SatLit::new(no, false)]);
        assert_eq!(solver.solve(&[], 100), SatResult::Sat);
        assert!(solver.value(yes) && !solver.value(no));
    }
}
