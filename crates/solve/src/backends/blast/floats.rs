//! Circuits on IEEE floats.

use everypath_term::{Op, Scalar, Sort};

use super::gates::{Circuit, Lit};
use super::words::Word;
use crate::query::Why;

/// A float format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of the exponent.
    pub exponent: usize,
    /// Bits of the significand, with the hidden one.
    pub precision: usize,
}

/// IEEE 754 binary64.
pub const DOUBLE: Format = Format {
    exponent: 11,
    precision: 53,
};

impl Format {
    /// The format of a float sort.
    pub fn of(scalar: Scalar) -> Option<Format> {
        match scalar {
            Scalar::Float32 => Some(Format {
                exponent: 8,
                precision: 24,
            }),
            Scalar::Float64 => Some(DOUBLE),
            _ => None,
        }
    }
    /// The format of a float sort.
    pub fn of_sort(sort: Sort) -> Format {
        Format::of(sort.scalar().unwrap()).unwrap()
    }
}

pub fn canonical(_c: &mut Circuit, _f: Format, bits: &[Lit]) -> Word {
    bits.to_vec()
}
pub fn to_integer(_c: &mut Circuit, _f: Format, _a: &[Lit], _most: usize) -> (Word, Lit) {
    (vec![Lit::FALSE], Lit::FALSE)
}
pub fn from_integer(_c: &mut Circuit, _f: Format, a: &[Lit]) -> Word {
    a.to_vec()
}
pub fn apply(_c: &mut Circuit, _op: Op, _w: &[Word], _s: &[Sort]) -> Result<Word, Why> {
    Err(Why::Unsupported {
        construct: "floats",
    })
}
