//! Circuits on IEEE floats, exact to the last bit. Packed floats are their
//! bits with one NaN; arithmetic unpacks, computes exactly or with a sticky
//! bit, and rounds once.

mod arithmetic;
mod convert;
mod number;
mod remainder;

use everypath_term::{Op, Scalar, Sort};

use super::gates::{Circuit, Lit};
use super::words::{Word, number as constant};
use crate::query::Why;

pub(super) use convert::{from_integer, to_integer};
pub(super) use number::canonical;

/// A float format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// Bits of the exponent.
    pub exponent: usize,
    /// Bits of the significand, with the hidden one.
    pub precision: usize,
}

/// IEEE 754 binary32.
pub(super) const SINGLE: Format = Format {
    exponent: 8,
    precision: 24,
};

/// IEEE 754 binary64.
pub(super) const DOUBLE: Format = Format {
    exponent: 11,
    precision: 53,
};

impl Format {
    /// The format of a scalar sort, if it is a float.
    pub(super) fn of(scalar: Scalar) -> Option<Format> {
        match scalar {
            Scalar::Float32 => Some(SINGLE),
            Scalar::Float64 => Some(DOUBLE),
            _ => None,
        }
    }

    /// The format of a float sort.
    pub(super) fn of_sort(sort: Sort) -> Format {
        let format = sort.scalar().and_then(Format::of);
        format.expect("a float sort")
    }

    /// The exponent's bias, which is also the greatest exponent.
    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Bits for exponents in arithmetic: signed, with room for sums.
    fn exponent_room(self) -> usize {
        self.exponent + 3
    }
}

/// A signed number of `width` bits.
fn signed(value: i64, width: usize) -> Word {
    constant(i128::from(value) as u128, width)
}

/// The circuit of an operation on packed floats.
pub(super) fn apply(
    circuit: &mut Circuit,
    op: Op,
    words: &[Word],
    sorts: &[Sort],
) -> Result<Word, Why> {
    use Op::*;
    let a = words[0].as_slice();
    let b = words.get(1).map_or(a, Vec::as_slice);
    let bit = |lit: Lit| vec![lit];
    Ok(match op {
        FpFromSigned(target) | FpFromUnsigned(target) => {
            let format = Format::of(target).expect("a float sort");
            let is_signed = matches!(op, FpFromSigned(_));
            convert::from_bit_vector(circuit, format, a, is_signed)
        }
        FpFromBits => {
            let format = if a.len() == 32 { SINGLE } else { DOUBLE };
            canonical(circuit, format, a)
        }
        _ => {
            let format = Format::of_sort(sorts[0]);
            match op {
                FpNeg => arithmetic::neg(circuit, format, a),
                FpAbs => arithmetic::abs(a),
                FpAdd => arithmetic::add(circuit, format, a, b, false),
                FpSub => arithmetic::add(circuit, format, a, b, true),
                FpMul => arithmetic::mul(circuit, format, a, b),
                FpDiv => arithmetic::div(circuit, format, a, b),
                FpRem => remainder::rem(circuit, format, a, b),
                FpSqrt => arithmetic::sqrt(circuit, format, a),
                FpFma => arithmetic::fma(circuit, format, a, b, &words[2]),
                FpRound(rounding) => convert::round_integral(circuit, format, a, rounding),
                FpLt => bit(number::less(circuit, format, a, b, false)),
                FpLe => bit(number::less(circuit, format, a, b, true)),
                FpEq => bit(number::equal(circuit, format, a, b)),
                FpIsNan => bit(number::unpack(circuit, format, a).nan),
                FpIsInfinite => bit(number::unpack(circuit, format, a).infinite),
                FpToFp(target) => {
                    let target = Format::of(target).expect("a float sort");
                    convert::between(circuit, format, target, a)
                }
                FpToSigned(width) => convert::to_bit_vector(circuit, format, a, width, true),
                FpToUnsigned(width) => convert::to_bit_vector(circuit, format, a, width, false),
                FpToBits => a.to_vec(),
                _ => unreachable!("{op:?} is not on floats"),
            }
        }
    })
}

#[cfg(test)]
mod tests;
