//! When does "no solution at this width" prove "no solution"? If conditions
//! that have a solution must have a small one.
//!
//! For the integer solutions of linear inequalities `A x <= b` in `n` unknowns
//! there is one whose components are at most `(n + 1) D`, where `D` bounds the
//! subdeterminants of `[A b]` (von zur Gathen and Sieveking, 1978); `D` is
//! bounded by the product of the largest row norms (Hadamard). For difference
//! constraints the sum of the constants suffices (shortest paths).
//!
//! A boolean combination of atoms is, under any one solution, a conjunction of
//! atoms or their negations: every atom counts as one row. Terms whose
//! variables are all represented completely count as constants.

use std::collections::BTreeMap;

use everypath_term::{Node, Op, Sort, TermId, Terms};
use num_traits::ToPrimitive;
use rustc_hash::FxHashSet;

/// Sums nested deeper than this are not looked into.
const DEPTH: usize = 400;

/// What the analysis asks about terms.
pub(super) trait Represented {
    /// Whether every value of every variable of the term is represented.
    fn is_complete(&mut self, terms: &Terms, term: TermId) -> bool;
    /// The bits of the term's circuit.
    fn bits(&self, term: TermId) -> Option<usize>;
}

/// Bits that suffice for the integer variables of some solution of the
/// conditions, if they have a solution; `None` if no bound is known.
pub(super) fn enough_bits(
    terms: &Terms,
    conditions: &[TermId],
    represented: &mut dyn Represented,
) -> Option<u32> {
    let mut system = System {
        terms,
        represented,
        columns: FxHashSet::default(),
        rows: Vec::new(),
        done: FxHashSet::default(),
        waiting: conditions.to_vec(),
    };
    while let Some(condition) = system.waiting.pop() {
        system.condition(condition)?;
    }
    Some(system.bound())
}

/// A column of the matrix: a variable, or a quotient or choice made for a term.
type Column = TermId;

/// A linear form: coefficients, and a bound on what is constant.
#[derive(Clone, Debug, Default)]
struct Form {
    coefficients: BTreeMap<Column, i128>,
    constant: f64,
}

/// What the bound needs to know of a row.
struct Row {
    /// The binary logarithm of its norm.
    norm: f64,
    /// The bound on its constant.
    constant: f64,
    difference: bool,
}

struct System<'a> {
    terms: &'a Terms,
    represented: &'a mut dyn Represented,
    columns: FxHashSet<Column>,
    rows: Vec<Row>,
    done: FxHashSet<TermId>,
    waiting: Vec<TermId>,
}

impl System<'_> {
    fn condition(&mut self, condition: TermId) -> Option<()> {
        if !self.done.insert(condition) || self.represented.is_complete(self.terms, condition) {
            return Some(());
        }
        let Node::Apply(op, [a, b, c]) = self.terms.node(condition) else {
            return Some(());
        };
        match op {
            Op::Not => self.waiting.push(a),
            Op::And | Op::Or => self.waiting.extend([a, b]),
            Op::Ite => self.waiting.extend([a, b, c]),
            Op::Eq if self.terms.sort(a) == Sort::BOOL => self.waiting.extend([a, b]),
            Op::IntLt | Op::IntLe => self.comparison(a, b)?,
            Op::Eq if self.terms.sort(a) == Sort::INT => self.comparison(a, b)?,
            _ => return None,
        }
        Some(())
    }

    fn comparison(&mut self, a: TermId, b: TermId) -> Option<()> {
        let mut form = Form::default();
        self.add(&mut form, a, 1, 0)?;
        self.add(&mut form, b, -1, 0)?;
        self.row(form);
        Some(())
    }

    fn row(&mut self, form: Form) {
        // A negated or strict inequality moves its constant by one.
        let constant = form.constant + 1.0;
        let mut square = constant * constant;
        let mut signs = 0i128;
        let mut unit = true;
        let mut count = 0;
        for (&column, &coefficient) in &form.coefficients {
            if coefficient != 0 {
                self.columns.insert(column);
                square += (coefficient as f64) * (coefficient as f64);
                unit &= coefficient.abs() == 1;
                signs += coefficient.signum();
                count += 1;
            }
        }
        self.rows.push(Row {
            norm: square.log2() / 2.0,
            constant,
            difference: unit && (count <= 1 || (count == 2 && signs == 0)),
        });
    }

    fn add(&mut self, form: &mut Form, term: TermId, scale: i128, depth: usize) -> Option<()> {
        if depth > DEPTH {
            return None;
        }
        if self.represented.is_complete(self.terms, term) {
            let bits = self.represented.bits(term)? as f64;
            form.constant += (scale as f64).abs() * bits.exp2();
            return Some(());
        }
        let Node::Apply(op, [a, b, c]) = self.terms.node(term) else {
            return put(form, term, scale);
        };
        let number = |term| self.terms.as_constant(term)?.as_int()?.to_i128();
        match op {
            Op::IntNeg => self.add(form, a, scale.checked_neg()?, depth + 1),
            Op::IntAdd => {
                self.add(form, a, scale, depth + 1)?;
                self.add(form, b, scale, depth + 1)
            }
            Op::IntSub => {
                self.add(form, a, scale, depth + 1)?;
                self.add(form, b, scale.checked_neg()?, depth + 1)
            }
            Op::IntMul => {
                let (factor, other) = match (number(a), number(b)) {
                    (Some(factor), _) => (factor, b),
                    (_, Some(factor)) => (factor, a),
                    _ => return None,
                };
                self.add(form, other, scale.checked_mul(factor)?, depth + 1)
            }
            Op::IntFloorDiv => {
                self.quotient(term, a, number(b)?, depth)?;
                put(form, term, scale)
            }
            Op::IntFloorMod => {
                // a mod c is a - c q; the term stands for the quotient q.
                let divisor = number(b)?;
                self.quotient(term, a, divisor, depth)?;
                self.add(form, a, scale, depth + 1)?;
                put(form, term, scale.checked_mul(divisor)?.checked_neg()?)
            }
            Op::Ite => {
                self.waiting.push(a);
                self.choice(term, b, c, depth)?;
                put(form, term, scale)
            }
            _ => None,
        }
    }

    /// Rows that make `term` the floor of `a / divisor`.
    fn quotient(&mut self, term: TermId, a: TermId, divisor: i128, depth: usize) -> Option<()> {
        if divisor == 0 {
            return None;
        }
        if self.done.insert(term) {
            let mut form = Form::default();
            self.add(&mut form, a, 1, depth + 1)?;
            put(&mut form, term, divisor.checked_neg()?)?;
            form.constant += (divisor as f64).abs();
            self.row(form.clone());
            self.row(form);
        }
        Some(())
    }

    /// A row that makes `term` one of two.
    fn choice(
        &mut self,
        term: TermId,
        then: TermId,
        otherwise: TermId,
        depth: usize,
    ) -> Option<()> {
        if self.done.insert(term) {
            for side in [then, otherwise] {
                let mut form = Form::default();
                self.add(&mut form, side, -1, depth + 1)?;
                put(&mut form, term, 1)?;
                self.row(form);
            }
        }
        Some(())
    }

    fn bound(&self) -> u32 {
        if self.rows.iter().all(|row| row.difference) {
            let sum: f64 = self.rows.iter().map(|row| row.constant).sum();
            return (sum.log2().max(0.0) + 2.01).ceil() as u32;
        }
        let mut norms: Vec<f64> = self.rows.iter().map(|row| row.norm).collect();
        norms.sort_unstable_by(|a, b| b.total_cmp(a));
        let unknowns = self.columns.len();
        let product: f64 = norms.iter().take(unknowns + 1).sum();
        let bound = product + ((unknowns + 1) as f64).log2();
        // The sign, and a margin for the rounding of these logarithms.
        (bound + 2.01).ceil().min(1e6) as u32
    }
}

fn put(form: &mut Form, column: Column, scale: i128) -> Option<()> {
    let slot = form.coefficients.entry(column).or_insert(0);
    *slot = slot.checked_add(scale)?;
    Some(())
}
