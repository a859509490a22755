//! IEEE operations on values, through the machine's own arithmetic. Every NaN
//! that comes out is the canonical one.

use num_bigint::{BigInt, Sign};

use super::bits::{bit_vec, signed};
use crate::op::{Op, Rounding};
use crate::sort::Scalar;
use crate::value::{Value, mask};

/// The value itself, with any NaN made the canonical quiet one.
pub(crate) fn canonical(value: Value) -> Value {
    match value {
        Value::Float32(bits) if f32::from_bits(bits).is_nan() => Value::Float32(0x7fc0_0000),
        Value::Float64(bits) if f64::from_bits(bits).is_nan() => {
            Value::Float64(0x7ff8_0000_0000_0000)
        }
        other => other,
    }
}

fn single(value: f32) -> Value {
    canonical(Value::Float32(value.to_bits()))
}

fn double(value: f64) -> Value {
    canonical(Value::Float64(value.to_bits()))
}

pub(super) fn arithmetic(op: Op, operands: &[&Value]) -> Value {
    match operands[0] {
        Value::Float32(_) => arithmetic32(op, operands),
        _ => arithmetic64(op, operands),
    }
}

/// One width's arithmetic; both widths read the same, only the type differs.
macro_rules! arithmetic {
    ($name:ident, $float:ty, $variant:ident, $make:ident) => {
        fn $name(op: Op, operands: &[&Value]) -> Value {
            let float = |position: usize| match operands[position] {
                Value::$variant(bits) => <$float>::from_bits(*bits),
                other => panic!("a float operand, not {other:?}"),
            };
            let a = float(0);
            $make(match op {
                Op::FpNeg => -a,
                Op::FpAbs => a.abs(),
                Op::FpSqrt => a.sqrt(),
                Op::FpRound(Rounding::NearestEven) => a.round_ties_even(),
                Op::FpRound(Rounding::Floor) => a.floor(),
                Op::FpRound(Rounding::Ceiling) => a.ceil(),
                Op::FpRound(Rounding::Truncate) => a.trunc(),
                Op::FpAdd => a + float(1),
                Op::FpSub => a - float(1),
                Op::FpMul => a * float(1),
                Op::FpDiv => a / float(1),
                Op::FpRem => a % float(1),
                Op::FpFma => a.mul_add(float(1), float(2)),
                Op::FpLt => return Value::Bool(a < float(1)),
                Op::FpLe => return Value::Bool(a <= float(1)),
                Op::FpEq => return Value::Bool(a == float(1)),
                Op::FpIsNan => return Value::Bool(a.is_nan()),
                Op::FpIsInfinite => return Value::Bool(a.is_infinite()),
                _ => unreachable!("{op:?} is not arithmetic on floats"),
            })
        }
    };
}

arithmetic!(arithmetic32, f32, Float32, single);
arithmetic!(arithmetic64, f64, Float64, double);

/// The number as a binary64; exact for both widths.
fn widened(value: &Value) -> f64 {
    match value {
        Value::Float32(bits) => f64::from(f32::from_bits(*bits)),
        Value::Float64(bits) => f64::from_bits(*bits),
        other => panic!("a float operand, not {other:?}"),
    }
}

pub(super) fn convert(op: Op, a: &Value) -> Value {
    match op {
        Op::FpToFp(target) => match (a, target) {
            (Value::Float64(bits), Scalar::Float32) => single(f64::from_bits(*bits) as f32),
            (Value::Float32(_), Scalar::Float64) => double(widened(a)),
            _ => canonical(a.clone()),
        },
        Op::FpFromSigned(target) => {
            let (width, bits) = bit_vec(a);
            let number = signed(width, bits);
            match target {
                Scalar::Float32 => single(number as f32),
                _ => double(number as f64),
            }
        }
        Op::FpFromUnsigned(target) => match target {
            Scalar::Float32 => single(bit_vec(a).1 as f32),
            _ => double(bit_vec(a).1 as f64),
        },
        Op::FpToSigned(width) => {
            let (low, high) = (signed(width, 1 << (width - 1)), (mask(width) >> 1) as i64);
            Value::bit_vec(width, (widened(a) as i64).clamp(low, high) as u64)
        }
        Op::FpToUnsigned(width) => Value::bit_vec(width, (widened(a) as u64).min(mask(width))),
        Op::FpFromBits => match bit_vec(a) {
            (32, bits) => canonical(Value::Float32(bits as u32)),
            (_, bits) => canonical(Value::Float64(bits)),
        },
        Op::FpToBits => match canonical(a.clone()) {
            Value::Float32(bits) => Value::bit_vec(32, u64::from(bits)),
            Value::Float64(bits) => Value::bit_vec(64, bits),
            other => panic!("a float operand, not {other:?}"),
        },
        Op::FpFromInt => double(nearest(a.as_int().expect("an integer operand"))),
        Op::FpToInt => Value::Int(truncated(widened(a))),
        _ => unreachable!("{op:?} does not convert floats"),
    }
}

/// The binary64 nearest to an integer, ties to even.
fn nearest(number: &BigInt) -> f64 {
    let magnitude = number.magnitude();
    let dropped = magnitude.bits().saturating_sub(64);
    let mut top = (magnitude >> dropped).iter_u64_digits().next().unwrap_or(0);
    // A lost bit below the 64 kept ones only has to break ties.
    if magnitude
        .trailing_zeros()
        .is_some_and(|zeros| zeros < dropped)
    {
        top |= 1;
    }
    let scaled = match dropped {
        0 => top as f64,
        1..=1000 => top as f64 * 2f64.powi(dropped as i32),
        _ => f64::INFINITY,
    };
    if number.sign() == Sign::Minus {
        -scaled
    } else {
        scaled
    }
}

/// The integer part; 0 of NaN and the infinities.
fn truncated(number: f64) -> BigInt {
    if !number.is_finite() {
        return BigInt::ZERO;
    }
    let bits = number.abs().to_bits();
    let exponent = (bits >> 52) as i32 - 1075;
    let fraction = bits & mask(52) | 1 << 52;
    let magnitude = match exponent {
        0.. => BigInt::from(fraction) << exponent,
        -52..0 => BigInt::from(fraction >> -exponent),
        _ => BigInt::ZERO,
    };
    if number < 0.0 { -magnitude } else { magnitude }
}
