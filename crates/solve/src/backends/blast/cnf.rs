//! Clauses of the gates that a query needs, given to the SAT solver once.

use super::gates::{Circuit, Gate, Lit};
use super::sat::{SatLit, SatSolver};

const ABSENT: u32 = u32::MAX;

/// Which gates the SAT solver knows, and under which variables.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    variables: Vec<u32>,
    /// What the SAT solver should guess for the inputs.
    preferred: Vec<(usize, bool)>,
    stack: Vec<usize>,
    count: usize,
}

impl Clauses {
    /// The gates the SAT solver knows.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The SAT variable of a gate, if it has one.
    pub(super) fn variable(&self, gate: usize) -> Option<u32> {
        let variable = self.variables.get(gate).copied();
        variable.filter(|&variable| variable != ABSENT)
    }

    /// Sets what the SAT solver should guess for an input that it does not
    /// know yet.
    pub(super) fn prefer(&mut self, input: Lit, value: bool) {
        if input.as_constant().is_none() && self.variable(input.gate()).is_none() {
            let value = value ^ input.is_negated();
            self.preferred.push((input.gate(), value));
        }
    }

    /// Makes the preferred values known to the SAT solver.
    pub(super) fn settle(&mut self, sat: &mut dyn SatSolver) {
        for (gate, value) in std::mem::take(&mut self.preferred) {
            if self.variable(gate).is_none() {
                self.put(gate, sat.new_var(Some(value)));
            }
        }
    }

    fn put(&mut self, gate: usize, variable: u32) {
        if self.variables.len() <= gate {
            self.variables.resize(gate + 1, ABSENT);
        }
        self.variables[gate] = variable;
        self.count += 1;
    }

    /// The SAT literal of a literal that is not constant; clauses of its gates
    /// are added where they are missing.
    pub(super) fn literal(
        &mut self,
        circuit: &Circuit,
        sat: &mut dyn SatSolver,
        lit: Lit,
    ) -> SatLit {
        self.stack.push(lit.gate());
        while let Some(&gate) = self.stack.last() {
            if self.variable(gate).is_some() {
                self.stack.pop();
                continue;
            }
            let waiting = self.stack.len();
            for operand in circuit.gate(gate).operands() {
                if self.variable(operand.gate()).is_none() {
                    self.stack.push(operand.gate());
                }
            }
            if self.stack.len() == waiting {
                let variable = sat.new_var(match circuit.gate(gate) {
                    Gate::Input => Some(false),
                    _ => None,
                });
                self.put(gate, variable);
                self.define(sat, variable, circuit.gate(gate));
                self.stack.pop();
            }
        }
        self.known(lit)
    }

    fn known(&self, lit: Lit) -> SatLit {
        SatLit::new(self.variables[lit.gate()], lit.is_negated())
    }

    fn define(&self, sat: &mut dyn SatSolver, variable: u32, gate: Gate) {
        let out = SatLit::new(variable, false);
        match gate {
            Gate::False => sat.add_clause(&[!out]),
            Gate::Input => {}
            Gate::And(a, b) => {
                let (a, b) = (self.known(a), self.known(b));
                sat.add_clause(&[!out, a]);
                sat.add_clause(&[!out, b]);
                sat.add_clause(&[out, !a, !b]);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.known(a), self.known(b));
                sat.add_clause(&[!out, a, b]);
                sat.add_clause(&[!out, !a, !b]);
                sat.add_clause(&[out, !a, b]);
                sat.add_clause(&[out, a, !b]);
            }
            Gate::Mux(select, then, otherwise) => {
                let (select, then, otherwise) =
                    (self.known(select), self.known(then), self.known(otherwise));
                sat.add_clause(&[!select, !then, out]);
                sat.add_clause(&[!select, then, !out]);
                sat.add_clause(&[select, !otherwise, out]);
                sat.add_clause(&[select, otherwise, !out]);
                // Redundant, but they let equal sides propagate.
                sat.add_clause(&[!then, !otherwise, out]);
                sat.add_clause(&[then, otherwise, !out]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (self.known(a), self.known(b), self.known(c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    sat.add_clause(&[!x, !y, out]);
                    sat.add_clause(&[x, y, !out]);
                }
            }
            Gate::Parity(a, b, c) => {
                let (a, b, c) = (self.known(a), self.known(b), self.known(c));
                for (a, b, c, out) in [
                    (a, b, c, out),
                    (!a, !b, c, out),
                    (!a, b, !c, out),
                    (a, !b, !c, out),
                ] {
                    sat.add_clause(&[a, b, c, !out]);
                    sat.add_clause(&[!a, !b, !c, out]);
                }
            }
        }
    }
}
