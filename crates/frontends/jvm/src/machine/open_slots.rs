//! What open slots of an input are: the smallest, or drawn from a seed.

use everypath_term::{Scalar, Sort, Value as TermValue};
use everypath_trace::{Slot, Step};

use super::symbolic::Session;

/// Characters that strings are made of when they are drawn: few, so that they
/// are often equal.
const LETTERS: &[u8; 16] = b"aaaaaaaaaaab1-. ";
/// Numbers that are drawn more often than others.
const NUMBERS: [i64; 8] = [0, 1, 2, 3, 5, 10, -1, -2];
/// Fractions that are drawn: as many that are no plain numbers.
const FRACTIONS: [f64; 12] = [
    0.0,
    1.0,
    -1.0,
    2.0,
    0.5,
    -3.25,
    1e300,
    5e-324,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
/// The longest string or array that is drawn.
const LONGEST: usize = 3;

impl Session {
    /// The value of an open slot.
    pub(super) fn fill(&mut self, slot: &Slot, sort: Sort) -> TermValue {
        let zero = TermValue::zero(sort);
        let Some(chance) = &mut self.chance else {
            return zero;
        };
        if matches!(slot.split_last(), Some((_, Step::Length))) {
            return TermValue::bit_vec(32, chance.below(LONGEST + 1) as u64);
        }
        let number = NUMBERS[chance.below(NUMBERS.len())];
        match sort {
            Sort::Scalar(Scalar::Bool) => TermValue::Bool(number % 2 == 0),
            Sort::Scalar(Scalar::BitVec(width)) => TermValue::bit_vec(width, number as u64),
            Sort::Scalar(Scalar::Float32) => {
                TermValue::float32(FRACTIONS[chance.below(FRACTIONS.len())] as f32)
            }
            Sort::Scalar(Scalar::Float64) => {
                TermValue::float64(FRACTIONS[chance.below(FRACTIONS.len())])
            }
            _ => zero,
        }
    }

    /// The character of an open slot: a readable letter.
    pub fn letter(&mut self) -> u8 {
        match &mut self.chance {
            Some(chance) => LETTERS[chance.below(LETTERS.len())],
            None => LETTERS[0],
        }
    }
}
