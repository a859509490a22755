//! Refutes linear integer conditions by eliminating variables (Fourier and
//! Motzkin), with each derived inequality tightened to the integers. Where it
//! succeeds no width has to be tried: it is a proof over all integers. Terms
//! it does not understand are free variables, conditions it does not
//! understand are left out; both only weaken it.

use std::collections::BTreeMap;

use everypath_term::{Node, Op, Sort, TermId, Terms};
use num_integer::Integer;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

/// Inequalities beyond which the attempt is given up.
const MOST_ROWS: usize = 200;

/// Sums nested deeper than this are one free variable.
const DEPTH: usize = 200;

/// The sum of coefficients times columns is at most `most`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Row {
    /// By column, ascending, none zero.
    coefficients: Vec<(TermId, i128)>,
    most: i128,
}

/// Whether the conditions are proved to have no integer solution.
pub(super) fn refutes(terms: &Terms, conditions: &[TermId]) -> bool {
    let mut system = System {
        terms,
        rows: Rows::default(),
        quotients: FxHashMap::default(),
    };
    for &condition in conditions {
        // A condition with numbers too large is left out.
        let _ = system.condition(condition);
    }
    system.rows.refuted || system.rows.eliminate()
}

struct System<'a> {
    terms: &'a Terms,
    rows: Rows,
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

    /// The form is at most `most`.
    fn at_most(self, most: i128) -> Option<Row> {
        let mut coefficients: Vec<(TermId, i128)> = self.coefficients.into_iter().collect();
        coefficients.retain(|&(_, coefficient)| coefficient != 0);
        coefficients.sort_unstable();
        Some(Row {
            coefficients,
            most: most.checked_sub(self.constant)?,
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
        if both_ways {
            self.rows.insert(form.negated().at_most(0)?);
        }
        self.rows
            .insert(form.at_most(-i128::from(op == Op::IntLt))?);
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
            self.rows.insert(rest.negated().at_most(0)?);
            self.rows.insert(rest.at_most(divisor - 1)?);
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
    by_left_side: BTreeMap<Vec<(TermId, i128)>, i128>,
    refuted: bool,
}

impl Rows {
    fn insert(&mut self, mut row: Row) {
        let divisor = row
            .coefficients
            .iter()
            .fold(0, |gcd: i128, (_, coefficient)| gcd.gcd(coefficient));
        if divisor == 0 {
            self.refuted |= row.most < 0;
            return;
        }
        for (_, coefficient) in &mut row.coefficients {
            *coefficient /= divisor;
        }
        let most = Integer::div_floor(&row.most, &divisor);
        let known = self.by_left_side.entry(row.coefficients).or_insert(most);
        *known = most.min(*known);
    }

    /// Eliminates columns until nothing is left or a contradiction appears.
    fn eliminate(mut self) -> bool {
        while let Some(column) = self.cheapest() {
            let (mut above, mut below) = (Vec::new(), Vec::new());
            let mut rest = Rows::default();
            for (coefficients, most) in self.by_left_side {
                let row = Row { coefficients, most };
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
                    if let Some(row) = upper.without(lower, column) {
                        rest.insert(row);
                    }
                }
            }
            if rest.refuted {
                return true;
            }
            self = rest;
        }
        self.refuted
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

    /// The sum of multiples of two rows in which a column cancels; `None` if
    /// numbers get too large.
    fn without(&self, lower: &Row, column: TermId) -> Option<Row> {
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
        form.at_most(most.checked_add(lower.most.checked_mul(up)?)?)
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::parse;

    use super::*;

    fn check(conditions: &[&str], expected: bool) {
        let mut terms = Terms::new();
        let conditions: Vec<TermId> = conditions
            .iter()
            .map(|text| parse(&mut terms, text).unwrap())
            .collect();
        assert_eq!(refutes(&terms, &conditions), expected);
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
