//! Cheap intervals of integer terms. Bounds beyond 128 bits read as open.

use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::terms::{Node, TermId, Terms, VarId};
use crate::value::Value;

/// The integers from `low` to `high`, both included; `None` is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The least, if bounded below.
    pub low: Option<i128>,
    /// The greatest, if bounded above.
    pub high: Option<i128>,
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval {
        low: None,
        high: None,
    };

    /// The integers from `low` to `high`.
    pub fn new(low: i128, high: i128) -> Interval {
        Interval {
            low: Some(low),
            high: Some(high),
        }
    }

    /// One integer.
    pub fn point(value: i128) -> Interval {
        Interval::new(value, value)
    }

    /// Both bounds, if there are both.
    pub fn bounds(self) -> Option<(i128, i128)> {
        Some((self.low?, self.high?))
    }

    /// Whether it contains nothing.
    pub fn is_empty(self) -> bool {
        self.bounds().is_some_and(|(low, high)| low > high)
    }

    /// Whether every member of `other` is a member.
    pub fn contains(self, other: Interval) -> bool {
        let below = match (self.low, other.low) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => mine <= theirs,
        };
        let above = match (self.high, other.high) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => mine >= theirs,
        };
        below && above
    }

    /// What is in both.
    pub fn meet(self, other: Interval) -> Interval {
        Interval {
            low: match (self.low, other.low) {
                (Some(a), Some(b)) => Some(a.max(b)),
                (a, b) => a.or(b),
            },
            high: match (self.high, other.high) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }
    }

    /// The smallest interval around both.
    pub fn join(self, other: Interval) -> Interval {
        Interval {
            low: self.low.zip(other.low).map(|(a, b)| a.min(b)),
            high: self.high.zip(other.high).map(|(a, b)| a.max(b)),
        }
    }

    fn neg(self) -> Interval {
        Interval {
            low: self.high.and_then(i128::checked_neg),
            high: self.low.and_then(i128::checked_neg),
        }
    }

    fn add(self, other: Interval) -> Interval {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Interval {
            low: sum(self.low, other.low),
            high: sum(self.high, other.high),
        }
    }

    /// The hull of an operation monotone in each operand, from its corners.
    fn corners(self, other: Interval, op: impl Fn(i128, i128) -> Option<i128>) -> Interval {
        let hull = || {
            let ((a, b), (c, d)) = (self.bounds()?, other.bounds()?);
            let values = [op(a, c)?, op(a, d)?, op(b, c)?, op(b, d)?];
            let low = values.iter().min()?;
            let high = values.iter().max()?;
            Some(Interval::new(*low, *high))
        };
        hull().unwrap_or(Interval::ALL)
    }
}

/// Computes intervals of terms from intervals of variables.
#[derive(Debug, Default)]
pub struct Intervals {
    variables: FxHashMap<VarId, Interval>,
    /// Variables that were read while nothing was known of them.
    open: FxHashSet<VarId>,
    memo: FxHashMap<TermId, Interval>,
}

impl Intervals {
    /// No variable is bounded.
    pub fn new() -> Intervals {
        Intervals::default()
    }

    /// Bounds a variable; narrows what was known.
    pub fn bound(&mut self, variable: VarId, interval: Interval) {
        let unread = !self.variables.contains_key(&variable) && !self.open.contains(&variable);
        let known = self.variables.entry(variable).or_insert(Interval::ALL);
        let narrowed = known.meet(interval);
        if narrowed != *known {
            *known = narrowed;
            if !unread {
                self.memo.clear();
            }
        }
    }

    /// What is known of a variable.
    pub fn of_variable(&self, variable: VarId) -> Interval {
        self.variables.get(&variable).copied().unwrap_or_default()
    }

    /// Whether a condition bounds a variable, and how: `x <= 3`, `x = 3`.
    pub fn read_bound(terms: &Terms, condition: TermId) -> Option<(VarId, Interval)> {
        let Node::Apply(op, [a, b, _]) = terms.node(condition) else {
            return None;
        };
        let number = |term| terms.as_constant(term)?.as_int()?.to_i128();
        let variable = |term| match terms.node(term) {
            Node::Variable(variable) => Some(variable),
            _ => None,
        };
        let strict = i128::from(op == Op::IntLt);
        match (op, variable(a), number(a), variable(b), number(b)) {
            (Op::IntLt | Op::IntLe, Some(x), _, _, Some(high)) => Some((
                x,
                Interval {
                    low: None,
                    high: Some(high.checked_sub(strict)?),
                },
            )),
            (Op::IntLt | Op::IntLe, _, Some(low), Some(x), _) => Some((
                x,
                Interval {
                    low: Some(low.checked_add(strict)?),
                    high: None,
                },
            )),
            (Op::Eq, Some(x), _, _, Some(value)) | (Op::Eq, _, Some(value), Some(x), _) => {
                Some((x, Interval::point(value)))
            }
            _ => None,
        }
    }

    /// The interval of an integer term.
    pub fn of(&mut self, terms: &Terms, term: TermId) -> Interval {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.memo.contains_key(&top) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            if terms.sort(top) == crate::Sort::INT {
                for &operand in terms.operands(top) {
                    let integer = terms.sort(operand) == crate::Sort::INT;
                    if integer && !self.memo.contains_key(&operand) {
                        stack.push(operand);
                    }
                }
            }
            if stack.len() == waiting {
                let interval = self.step(terms, top);
                self.memo.insert(top, interval);
                stack.pop();
            }
        }
        self.memo[&term]
    }

    fn step(&mut self, terms: &Terms, term: TermId) -> Interval {
        let (op, operands) = match terms.node(term) {
            Node::Constant(_) => {
                let number = terms.as_constant(term).and_then(Value::as_int);
                let point = number.and_then(ToPrimitive::to_i128).map(Interval::point);
                return point.unwrap_or(Interval::ALL);
            }
            Node::Variable(variable) => {
                if !self.variables.contains_key(&variable) {
                    self.open.insert(variable);
                }
                return self.of_variable(variable);
            }
            Node::Apply(op, operands) => (op, operands),
        };
        let of = |position: usize| -> Interval {
            let known = self.memo.get(&operands[position]);
            known.copied().unwrap_or(Interval::ALL)
        };
        let width = || terms.sort(operands[0]).width().map_or(0, u32::from);
        match op {
            Op::Ite => of(1).join(of(2)),
            Op::IntNeg => of(0).neg(),
            Op::IntAdd => of(0).add(of(1)),
            Op::IntSub => of(0).add(of(1).neg()),
            Op::IntMul => of(0).corners(of(1), i128::checked_mul),
            Op::IntFloorDiv => match of(1).bounds() {
                Some((low, _)) if low > 0 => {
                    of(0).corners(of(1), |a, b| Some(num_integer::Integer::div_floor(&a, &b)))
                }
                _ => Interval::ALL,
            },
            Op::IntFloorMod => match of(1).bounds() {
                Some((low, high)) if low > 0 => Interval::new(0, high - 1),
                Some((low, high)) if high < 0 => Interval::new(low + 1, 0),
                _ => Interval::ALL,
            },
            Op::IntAnd => bitwise_and(of(0), of(1)),
            Op::IntOr | Op::IntXor => bitwise(of(0), of(1)),
            Op::IntShr => match of(1).bounds() {
                Some((low, _)) if low >= 0 => of(0).corners(of(1), |a, b| Some(a >> b.min(127))),
                _ => Interval::ALL,
            },
            Op::IntShl => match of(1).bounds() {
                Some((low, high)) if low >= 0 && high < 120 => {
                    of(0).corners(of(1), |a, b| a.checked_mul(1 << b))
                }
                _ => Interval::ALL,
            },
            Op::IntFromUnsigned => Interval::new(0, (1 << width()) - 1),
            Op::IntFromSigned => Interval::new(-(1 << (width() - 1)), (1 << (width() - 1)) - 1),
            _ => Interval::ALL,
        }
    }
}

/// And with a number that is not negative is between 0 and it.
fn bitwise_and(a: Interval, b: Interval) -> Interval {
    let natural = |interval: Interval| interval.low.is_some_and(|low| low >= 0);
    match (natural(a), natural(b)) {
        (true, true) => Interval {
            low: Some(0),
            high: a.meet(b).high,
        },
        (true, false) => Interval {
            low: Some(0),
            high: a.high,
        },
        (false, true) => Interval {
            low: Some(0),
            high: b.high,
        },
        (false, false) => bitwise(a, b),
    }
}

/// Any bitwise result fits in the bits of the wider operand.
fn bitwise(a: Interval, b: Interval) -> Interval {
    let Some(((low_a, high_a), (low_b, high_b))) = a.bounds().zip(b.bounds()) else {
        return Interval::ALL;
    };
    let bits = |value: i128| 128 - (if value < 0 { !value } else { value }).leading_zeros();
    let widest = [low_a, high_a, low_b, high_b].map(bits).into_iter().max();
    let widest = widest.unwrap_or(127);
    if widest >= 127 {
        return Interval::ALL;
    }
    let limit = 1i128 << widest;
    let low = if low_a >= 0 && low_b >= 0 { 0 } else { -limit };
    Interval::new(low, limit - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn check(text: &str, low: Option<i128>, high: Option<i128>) {
        let mut terms = Terms::new();
        let mut intervals = Intervals::new();
        for name in ["x", "y"] {
            terms.var(name, crate::Sort::INT);
            let variable = terms.find_variable(name).unwrap();
            intervals.bound(variable, Interval::new(-3, 10));
        }
        terms.var("z", crate::Sort::INT);
        let term = parse(&mut terms, text).unwrap();
        assert_eq!(intervals.of(&terms, term), Interval { low, high }, "{text}");
    }

    #[test]
    fn intervals_of_terms() {
        check("(+ x y)", Some(-6), Some(20));
        check("(- x y)", Some(-13), Some(13));
        check("(* x y)", Some(-30), Some(100));
        check("(+ x z)", None, None);
        check("(mod z 7)", Some(0), Some(6));
        check("(div x 2)", Some(-2), Some(5));
        check("(int.and z 12)", Some(0), Some(12));
        check("(int.xor x y)", Some(-16), Some(15));
        check("(ite (< x y) x 50)", Some(-3), Some(50));
        check("(int.unsigned b:bv8)", Some(0), Some(255));
    }
}
