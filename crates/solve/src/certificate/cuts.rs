//! Checks derivations over the integers: each row says that a linear form is at most a
//! number, and follows from a condition, from the meaning of a quotient, or as a sum of
//! multiples of rows before it, rounded down to whole numbers. Forms are read from the terms
//! anew, with numbers of any size.

use std::collections::BTreeMap;

use everypath_term::{Node, Op, Sort, TermId, Terms};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

/// How a row is derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A comparison says so; an equality says it in both directions.
    Condition {
        /// The comparison.
        condition: TermId,
        /// Whether the right side of an equality is at most the left one.
        is_reversed: bool,
    },
    /// The remainder of a division by a positive number is natural and less than it.
    Quotient {
        /// What is divided.
        dividend: TermId,
        /// The number.
        divisor: i128,
        /// Whether the row says that it is less than the number.
        is_upper: bool,
    },
    /// A sum of multiples of earlier rows, by their places and natural factors.
    Sum([(usize, i128); 2]),
}

/// Sums nested deeper than this are one column.
pub(crate) const DEPTH: usize = 200;

/// An unknown of a row: a term that is no sum, or a quotient.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    Term(TermId),
    Quotient(TermId, BigInt),
}

/// The sum of coefficients times columns, and of a number, is at most zero.
#[derive(Clone, Debug, Default)]
struct Row {
    coefficients: BTreeMap<Column, BigInt>,
    constant: BigInt,
}

impl Row {
    fn put(&mut self, column: Column, scale: &BigInt) {
        let slot = self.coefficients.entry(column).or_default();
        *slot += scale;
    }

    /// Adds a multiple of another row.
    fn add(&mut self, other: &Row, times: &BigInt) {
        for (column, coefficient) in &other.coefficients {
            self.put(column.clone(), &(coefficient * times));
        }
        self.constant += &other.constant * times;
    }

    /// Divides by what all coefficients have in common: what is left is a whole number, so
    /// the rest of the constant is rounded.
    fn tighten(&mut self) {
        self.coefficients
            .retain(|_, coefficient| !coefficient.is_zero());
        let coefficients = self.coefficients.values();
        let common = coefficients.fold(BigInt::zero(), |gcd, each| gcd.gcd(each));
        if !common.is_zero() {
            for coefficient in self.coefficients.values_mut() {
                *coefficient /= &common;
            }
            self.constant = Integer::div_ceil(&self.constant, &common);
        }
    }
}

/// Whether the steps derive a contradiction from these conditions and nothing else.
pub(crate) fn refute(terms: &Terms, conditions: &[TermId], steps: &[Step]) -> bool {
    let mut rows: Vec<Row> = Vec::with_capacity(steps.len());
    for step in steps {
        let Some(mut row) = derive(terms, conditions, &rows, step) else {
            return false;
        };
        row.tighten();
        rows.push(row);
    }
    let is_contradiction = |row: &Row| row.coefficients.is_empty() && row.constant.is_positive();
    rows.iter().any(is_contradiction)
}

fn derive(terms: &Terms, conditions: &[TermId], rows: &[Row], step: &Step) -> Option<Row> {
    let mut row = Row::default();
    match step {
        Step::Condition {
            condition,
            is_reversed,
        } => {
            let Node::Apply(op, [a, b, _]) = terms.node(*condition) else {
                return None;
            };
            let is_equality = op == Op::Eq && terms.sort(a) == Sort::INT;
            let is_order = matches!(op, Op::IntLe | Op::IntLt) && !is_reversed;
            if !conditions.contains(condition) || !(is_equality || is_order) {
                return None;
            }
            let sign = BigInt::from(if *is_reversed { -1 } else { 1 });
            linear(terms, &mut row, a, &sign, 0);
            linear(terms, &mut row, b, &-sign, 0);
            row.constant += u8::from(op == Op::IntLt);
        }
        Step::Quotient {
            dividend,
            divisor,
            is_upper,
        } => {
            let divisor = BigInt::from(*divisor);
            if !divisor.is_positive() {
                return None;
            }
            let sign = BigInt::from(if *is_upper { 1 } else { -1 });
            linear(terms, &mut row, *dividend, &sign, 0);
            let quotient = Column::Quotient(*dividend, divisor.clone());
            row.put(quotient, &(-&sign * &divisor));
            if *is_upper {
                row.constant += 1 - divisor;
            }
        }
        Step::Sum(parts) => {
            for (place, times) in parts {
                let times = BigInt::from(*times);
                if times.is_negative() {
                    return None;
                }
                row.add(rows.get(*place)?, &times);
            }
        }
    }
    Some(row)
}

/// Adds a multiple of a term to a row.
fn linear(terms: &Terms, row: &mut Row, term: TermId, scale: &BigInt, depth: usize) {
    let number = |term| terms.as_constant(term).and_then(|value| value.as_int());
    if let Some(number) = number(term) {
        row.constant += number * scale;
        return;
    }
    let next = depth + 1;
    match terms.node(term) {
        Node::Apply(op, [a, b, _]) if depth <= DEPTH => match (op, number(a), number(b)) {
            (Op::IntNeg, ..) => linear(terms, row, a, &-scale, next),
            (Op::IntAdd, ..) => {
                linear(terms, row, a, scale, next);
                linear(terms, row, b, scale, next);
            }
            (Op::IntSub, ..) => {
                linear(terms, row, a, scale, next);
                linear(terms, row, b, &-scale, next);
            }
            (Op::IntMul, Some(factor), _) => linear(terms, row, b, &(scale * factor), next),
            (Op::IntMul, _, Some(factor)) => linear(terms, row, a, &(scale * factor), next),
            (Op::IntFloorDiv, _, Some(divisor)) if divisor.is_positive() => {
                row.put(Column::Quotient(a, divisor.clone()), scale);
            }
            (Op::IntFloorMod, _, Some(divisor)) if divisor.is_positive() => {
                // The dividend less the multiple.
                linear(terms, row, a, scale, next);
                row.put(Column::Quotient(a, divisor.clone()), &(-scale * divisor));
            }
            _ => row.put(Column::Term(term), scale),
        },
        _ => row.put(Column::Term(term), scale),
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::parse;

    use super::*;

    fn condition(condition: TermId) -> Step {
        Step::Condition {
            condition,
            is_reversed: false,
        }
    }

    #[test]
    fn sums_of_conditions() {
        let mut terms = Terms::new();
        let mut read = |text: &str| parse(&mut terms, text).expect(text);
        let (below, above) = (read("(< x:int y:int)"), read("(< y:int x:int)"));
        let either = read("(<= x:int y:int)");
        let both = [below, above];
        let sum = Step::Sum([(0, 1), (1, 1)]);
        let steps = [condition(below), condition(above), sum];
        assert!(refute(&terms, &both, &steps));
        assert!(!refute(&terms, &both, &steps[..2]), "no contradiction yet");
        assert!(!refute(&terms, &[below], &steps), "not a condition");
        let other = Step::Sum([(0, 1), (1, 2)]);
        let steps = [condition(below), condition(above), other];
        assert!(!refute(&terms, &both, &steps), "y - x is left");
        let negative = Step::Sum([(0, 1), (0, -1)]);
        let steps = [condition(below), condition(above), negative];
        assert!(!refute(&terms, &both, &steps), "no natural factor");
        let weaker = [
            condition(either),
            condition(above),
            Step::Sum([(0, 1), (1, 1)]),
        ];
        assert!(refute(&terms, &[either, above], &weaker));
        let equal = [condition(either), condition(either)];
        assert!(!refute(&terms, &[either], &equal));
    }

    #[test]
    fn whole_numbers_are_rounded() {
        let mut terms = Terms::new();
        let even = parse(&mut terms, "(= (+ (* 4 x:int) (* 6 y:int)) 1)").expect("a condition");
        let reversed = Step::Condition {
            condition: even,
            is_reversed: true,
        };
        let steps = [condition(even), reversed, Step::Sum([(0, 1), (1, 1)])];
        assert!(refute(&terms, &[even], &steps));
        let less = parse(&mut terms, "(<= (+ (* 4 x:int) (* 6 y:int)) 1)").expect("a condition");
        let steps = steps.map(|step| match step {
            Step::Condition { is_reversed, .. } => Step::Condition {
                condition: less,
                is_reversed,
            },
            other => other,
        });
        assert!(!refute(&terms, &[less], &steps), "only one direction holds");
    }
}
