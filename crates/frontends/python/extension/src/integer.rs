//! Concrete integers: machine words with a fall-back to unbounded ones, since
//! nearly every integer of a run fits a word.

use everypath_term::Op;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use pyo3::prelude::*;

use crate::Object;

/// A Python integer's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Integer {
    /// Fits a machine word.
    Small(i64),
    /// Does not.
    Big(BigInt),
}

impl From<i64> for Integer {
    fn from(value: i64) -> Integer {
        Integer::Small(value)
    }
}

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Integer {
        value.to_i64().map_or(Integer::Big(value), Integer::Small)
    }
}

impl Integer {
    /// The value, unbounded.
    pub fn big(&self) -> BigInt {
        match self {
            Integer::Small(value) => BigInt::from(*value),
            Integer::Big(value) => value.clone(),
        }
    }

    /// The value as a machine word, if it fits.
    pub fn small(&self) -> Option<i64> {
        match self {
            Integer::Small(value) => Some(*value),
            Integer::Big(_) => None,
        }
    }

    /// The nearest machine word.
    pub fn saturated(&self) -> i64 {
        match self {
            Integer::Small(value) => *value,
            Integer::Big(value) if value.is_negative() => i64::MIN,
            Integer::Big(_) => i64::MAX,
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Integer::Small(0))
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Integer::Small(value) => *value < 0,
            Integer::Big(value) => value.is_negative(),
        }
    }

    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        match self {
            Integer::Small(value) => *value as f64,
            Integer::Big(value) => value.to_f64().unwrap_or(f64::INFINITY),
        }
    }

    /// Whether the value lies within a distance of zero.
    pub fn within(&self, distance: u64) -> bool {
        self.small()
            .is_some_and(|value| value.unsigned_abs() <= distance)
    }

    /// The Python object.
    pub fn to_python(&self, py: Python<'_>) -> Object {
        match self {
            Integer::Small(value) => value
                .into_pyobject(py)
                .expect("integers convert")
                .into_any()
                .unbind(),
            Integer::Big(value) => value
                .into_pyobject(py)
                .expect("integers convert")
                .into_any()
                .unbind(),
        }
    }

    /// Compares as mathematics does.
    pub fn compare(&self, other: &Integer) -> std::cmp::Ordering {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => a.cmp(b),
            _ => self.big().cmp(&other.big()),
        }
    }
}

/// The value of a binary integer operation; the divisor is not zero and the
/// shift amount is small and not negative, which the callers have checked.
pub(crate) fn binary(op: Op, a: &Integer, b: &Integer) -> Integer {
    if let (Integer::Small(x), Integer::Small(y)) = (a, b) {
        let (x, y) = (*x, *y);
        let small = match op {
            Op::IntAdd => x.checked_add(y),
            Op::IntSub => x.checked_sub(y),
            Op::IntMul => x.checked_mul(y),
            Op::IntFloorDiv if y != 0 && x != i64::MIN => {
                Some(num_integer::Integer::div_floor(&x, &y))
            }
            Op::IntFloorMod if y != 0 && x != i64::MIN => {
                Some(num_integer::Integer::mod_floor(&x, &y))
            }
            Op::IntAnd => Some(x & y),
            Op::IntOr => Some(x | y),
            Op::IntXor => Some(x ^ y),
            _ => None,
        };
        if let Some(value) = small {
            return Integer::Small(value);
        }
    }
    let (x, y) = (a.big(), b.big());
    Integer::from(match op {
        Op::IntAdd => x + y,
        Op::IntSub => x - y,
        Op::IntMul => x * y,
        Op::IntFloorDiv if !y.is_zero() => num_integer::Integer::div_floor(&x, &y),
        Op::IntFloorMod if !y.is_zero() => num_integer::Integer::mod_floor(&x, &y),
        Op::IntFloorDiv => BigInt::zero(),
        Op::IntFloorMod => x,
        Op::IntAnd => x & y,
        Op::IntOr => x | y,
        Op::IntXor => x ^ y,
        _ => unreachable!("{op:?} is not a binary integer operation"),
    })
}
