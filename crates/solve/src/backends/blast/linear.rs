//! Refutes linear integer conditions by eliminating variables (Fourier and
//! Motzkin), with each derived inequality tightened to the integers. Where it
//! succeeds no width has to be tried: it is a proof over all integers. Terms
//! it does not understand are free variables, conditions it does not
//! understand are left out; both only weaken it. What it derives can be checked.

use std::collections::BTreeMap;

use everypath_term::{Node, Op, Sort, TermId, Terms};
use num_integer::Integer;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use crate::certificate::cuts::{DEPTH, Step};

/// Inequalities beyond which the attempt is given up.
const MOST_ROWS: usize = 200;

/// The sum of coefficients times columns is at most `most`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Row {
    /// By column, ascending, none zero.
    coefficients: Vec<(TermId, i128)>,
    most: i128,
    /// The place of the step that derives it.
    step: usize,
}

/// Whether the conditions are proved to have no integer solution.
pub(super) fn refutes(terms: &Terms, conditions: &[TermId]) -> bool {
    derivation(terms, conditions).is_some()
}

/// The steps that derive a contradiction from the conditions, if they are found to have no
/// integer solution.
pub(super) fn derivation(terms: &Terms, conditions: &[TermId]) -> Option<Vec<Step>> {
    let mut system = System {
        terms,
        rows: Rows::default(),
        steps: Vec::new(),
        quotients: FxHashMap::default(),
    };
    for &condition in conditions {
        // A condition with numbers too large is left out.
        let _ = system.condition(condition);
    }
    let System {
        rows, mut steps, ..
    } = system;
    (rows.is_refuted || rows.eliminate(&mut steps)).then_some(steps)
}

struct System<'a> {
    terms: &'a Terms,
    rows: Rows,
    steps: Vec<Step>,
    /// The column of each quotient, by dividend and divisor: the first term
    /// that divides so.
    quotients: FxHashMap<(TermId, i128), TermId>,
}

/// A linear form: coefficients by column and a constant.
#[derive(Clone, Debug, Default)]
struct Form {
    coefficients: FxHashMap<TermId, i128>,
    constant: i128,
}

impl Form {
    fn put(&mut self, column: TermId, scale: i128) -> Option<()> {
        let slot = self.coefficients.entry(column).or_insert(0);
        *slot = slot.checked_add(scale)?;
        Some(())
    }

    fn negated(&self) -> Form {
        Form {
            coefficients: self.coefficients.iter().map(|(&c, &k)| (c, -k)).collect(),
            constant: -self.constant,
        }
    }

    /// The form is at most `most`, which a step derives.
    fn at_most(self, most: i128, step: usize) -> Option<Row> {
        let mut coefficients: Vec<(TermId, i128)> = self.coefficients.into_iter().collect();
        coefficients.retain(|&(_, coefficient)| coefficient != 0);
        coefficients.sort_unstable();
        Some(Row {
            coefficients,
            most: most.checked_sub(self.constant)?,
            step,
        })
    }
}

impl System<'_> {
    fn number(&self, term: TermId) -> Option<i128> {
        let number = self.terms.as_constant(term)?.as_int()?.to_i128()?;
        (number.unsigned_abs() < 1 << 100).then_some(number)
    }

    fn condition(&mut self, condition: TermId) -> Option<()> {
        let Node::Apply(op, [a, b, _]) = self.terms.node(condition) else {
            return None;
        };
        let both_ways = match op {
            Op::IntLe | Op::IntLt => false,
            Op::Eq if self.terms.sort(a) == Sort::INT => true,
            _ => return None,
        };
        let mut form = Form::default();
        self.add(&mut form, a, 1, 0)?;
        self.add(&mut form, b, -1, 0)?;
        let said = |is_reversed| Step::Condition {
            condition,
            is_reversed,
        };
        if both_ways {
            self.insert(form.negated(), 0, said(true))?;
        }
        self.insert(form, -i128::from(op == Op::IntLt), said(false))
    }

    /// Takes in that a form is at most a number.
    fn insert(&mut self, form: Form, most: i128, step: Step) -> Option<()> {
        let row = form.at_most(most, self.steps.len())?;
        self.steps.push(step);
        self.rows.insert(row);
        Some(())
    }

    fn add(&mut self, form: &mut Form, term: TermId, scale: i128, depth: usize) -> Option<()> {
        if let Some(number) = self.number(term) {
            let constant = scale.checked_mul(number)?;
            form.constant = form.constant.checked_add(constant)?;
            return Some(());
        }
        let Node::Apply(op, [a, b, _]) = self.terms.node(term) else {
            return form.put(term, scale);
        };
        match op {
            _ if depth > DEPTH => form.put(term, scale),
            Op::IntNeg => self.add(form, a, scale.checked_neg()?, depth + 1),
            Op::IntAdd => {
                self.add(form, a, scale, depth + 1)?;
                self.add(form, b, scale, depth + 1)
            }
            Op::IntSub => {
                self.add(form, a, scale, depth + 1)?;
                self.add(form, b, scale.checked_neg()?, depth + 1)
            }
            Op::IntMul => match (self.number(a), self.number(b)) {
                (Some(factor), _) => self.add(form, b, scale.checked_mul(factor)?, depth + 1),
                (_, Some(factor)) => self.add(form, a, scale.checked_mul(factor)?, depth + 1),
                _ => form.put(term, scale),
            },
            Op::IntFloorDiv | Op::IntFloorMod => match self.number(b) {
                Some(divisor) if divisor > 0 => {
                    self.divided(form, term, scale, (a, divisor), depth)
                }
                _ => form.put(term, scale),
            },
            _ => form.put(term, scale),
        }
    }

    /// A quotient, or a remainder, which is the dividend less the multiple.
    fn divided(
        &mut self,
        form: &mut Form,
        term: TermId,
        scale: i128,
        (dividend, divisor): (TermId, i128),
        depth: usize,
    ) -> Option<()> {
        let remainder = matches!(self.terms.node(term), Node::Apply(Op::IntFloorMod, _));
        let known = self.quotients.get(&(dividend, divisor)).copied();
        let quotient = known.unwrap_or(term);
        if known.is_none() {
            self.quotients.insert((dividend, divisor), quotient);
            // 0 <= dividend - divisor * quotient <= divisor - 1
            let mut rest = Form::default();
            self.add(&mut rest, dividend, 1, depth + 1)?;
            rest.put(quotient, divisor.checked_neg()?)?;
            let meant = |is_upper| Step::Quotient {
                dividend,
                divisor,
                is_upper,
            };
            self.insert(rest.negated(), 0, meant(false))?;
            self.insert(rest, divisor - 1, meant(true))?;
        }
        if remainder {
            self.add(form, dividend, scale, depth + 1)?;
            form.put(quotient, scale.checked_mul(divisor)?.checked_neg()?)
        } else {
            form.put(quotient, scale)
        }
    }
}

/// Rows without repetition: of equal left sides only the tightest stays.
#[derive(Debug, Default)]
struct Rows {
    /// The right side, and the step that derives it.
    by_left_side: BTreeMap<Vec<(TermId, i128)>, (i128, usize)>,
    is_refuted: bool,
}

impl Rows {
    fn insert(&mut self, mut row: Row) {
        let divisor = row
            .coefficients
            .iter()
            .fold(0, |gcd: i128, (_, coefficient)| gcd.gcd(coefficient));
        if divisor == 0 {
            self.is_refuted |= row.most < 0;
            return;
        }
        for (_, coefficient) in &mut row.coefficients {
            *coefficient /= divisor;
        }
        let most = Integer::div_floor(&row.most, &divisor);
        let found = (most, row.step);
        let known = self.by_left_side.entry(row.coefficients).or_insert(found);
        if most < known.0 {
            *known = found;
        }
    }

    /// Eliminates columns until nothing is left or a contradiction appears.
    fn eliminate(mut self, steps: &mut Vec<Step>) -> bool {
        while let Some(column) = self.cheapest() {
            let (mut above, mut below) = (Vec::new(), Vec::new());
            let mut rest = Rows::default();
            for (coefficients, (most, step)) in self.by_left_side {
                let row = Row {
                    coefficients,
                    most,
                    step,
                };
                match row.coefficient(column).signum() {
                    1 => above.push(row),
                    -1 => below.push(row),
                    _ => rest.insert(row),
                }
            }
            if above.len() * below.len() + rest.by_left_side.len() > MOST_ROWS {
                return false;
            }
            for upper in &above {
                for lower in &below {
                    if let Some((mut row, step)) = upper.without(lower, column) {
                        row.step = steps.len();
                        steps.push(step);
                        rest.insert(row);
                    }
                }
            }
            if rest.is_refuted {
                return true;
            }
            self = rest;
        }
        self.is_refuted
    }

    /// The column to eliminate next: one that loses nothing over the integers,
    /// because all its coefficients are units, and makes the fewest rows.
    fn cheapest(&self) -> Option<TermId> {
        let mut counts: FxHashMap<TermId, (bool, usize, usize)> = FxHashMap::default();
        for coefficients in self.by_left_side.keys() {
            for &(column, coefficient) in coefficients {
                let (lossy, above, below) = counts.entry(column).or_default();
                *lossy |= coefficient.abs() != 1;
                *above += usize::from(coefficient > 0);
                *below += usize::from(coefficient < 0);
            }
        }
        let costs = counts
            .iter()
            .map(|(&column, &(lossy, above, below))| (lossy, above * below, column));
        costs.min().map(|(_, _, column)| column)
    }
}

impl Row {
    fn coefficient(&self, column: TermId) -> i128 {
        let found = self.coefficients.iter().find(|(other, _)| *other == column);
        found.map_or(0, |&(_, coefficient)| coefficient)
    }

    /// The sum of multiples of two rows in which a column cancels, and how it is derived;
    /// `None` if numbers get too large.
    fn without(&self, lower: &Row, column: TermId) -> Option<(Row, Step)> {
        let (up, down) = (self.coefficient(column), -lower.coefficient(column));
        let common = up.gcd(&down);
        let (up, down) = (up / common, down / common);
        let mut form = Form::default();
        for &(other, coefficient) in &self.coefficients {
            form.put(other, coefficient.checked_mul(down)?)?;
        }
        for &(other, coefficient) in &lower.coefficients {
            form.put(other, coefficient.checked_mul(up)?)?;
        }
        let most = self.most.checked_mul(down)?;
        let most = most.checked_add(lower.most.checked_mul(up)?)?;
        let row = form.at_most(most, 0)?;
        Some((row, Step::Sum([(self.step, down), (lower.step, up)])))
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::parse;

    use super::*;
    use crate::certificate::cuts;

    fn check(conditions: &[&str], expected: bool) {
        let mut terms = Terms::new();
        let conditions: Vec<TermId> = conditions
            .iter()
            .map(|text| parse(&mut terms, text).unwrap())
            .collect();
        let steps = derivation(&terms, &conditions);
        assert_eq!(steps.is_some(), expected);
        let Some(steps) = steps else {
            return;
        };
        assert!(cuts::refute(&terms, &conditions, &steps), "{conditions:?}");
        for left_out in 0..conditions.len() {
            let mut fewer = conditions.clone();
            fewer.remove(left_out);
            assert!(!cuts::refute(&terms, &fewer, &steps), "{left_out}");
        }
    }

    #[test]
    fn refutations() {
        check(&["(< x:int y:int)", "(< y x)"], true);
        check(&["(< x:int y:int)", "(< y z:int)", "(< z (+ x 2))"], true);
        check(&["(< x:int y:int)", "(< y z:int)", "(< z (+ x 3))"], false);
        check(&["(= (+ (* 4 x:int) (* 6 y:int)) 1)"], true);
        check(&["(= (mod x:int 4) 3)", "(= (mod x 2) 0)"], true);
        check(&["(= (mod x:int 4) 3)", "(= (mod x 2) 1)"], false);
        check(
            &["(= (div x:int 4) 3)", "(= (mod x 4) 1)", "(< 13 x)"],
            true,
        );
        check(&["(<= (+ x:int y:int) 3)", "(<= 4 (+ y x))"], true);
        check(&["(< (* x:int y:int) 3)", "(< 5 (* y x))"], true);
    }
}
