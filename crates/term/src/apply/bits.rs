//! Bit-vector operations on values.

use crate::op::Op;
use crate::value::{Value, mask};

/// The width and bits of a bit-vector value.
pub(super) fn bit_vec(value: &Value) -> (u8, u64) {
    match value {
        Value::BitVec { width, bits } => (*width, *bits),
        other => panic!("a bit-vector operand, not {other:?}"),
    }
}

/// The bits read as a signed number.
pub(super) fn signed(width: u8, bits: u64) -> i64 {
    let unused = 64 - u32::from(width);
    ((bits << unused) as i64) >> unused
}

pub(super) fn unary(op: Op, a: &Value) -> Value {
    let (width, bits) = bit_vec(a);
    match op {
        Op::BvNot => Value::bit_vec(width, !bits),
        Op::BvNeg => Value::bit_vec(width, bits.wrapping_neg()),
        Op::BvExtract { high, low } => Value::bit_vec(high - low + 1, bits >> low),
        Op::BvZeroExtend(wider) => Value::bit_vec(wider, bits),
        Op::BvSignExtend(wider) => Value::bit_vec(wider, signed(width, bits) as u64),
        _ => unreachable!("{op:?} is not unary on bit-vectors"),
    }
}

pub(super) fn binary(op: Op, a: &Value, b: &Value) -> Value {
    let (width, x) = bit_vec(a);
    let (other_width, y) = bit_vec(b);
    let (signed_x, signed_y) = (signed(width, x), signed(other_width, y));
    let bits = match op {
        Op::BvUlt => return Value::Bool(x < y),
        Op::BvUle => return Value::Bool(x <= y),
        Op::BvSlt => return Value::Bool(signed_x < signed_y),
        Op::BvSle => return Value::Bool(signed_x <= signed_y),
        Op::BvConcat => return Value::bit_vec(width + other_width, (x << other_width) | y),
        Op::BvAnd => x & y,
        Op::BvOr => x | y,
        Op::BvXor => x ^ y,
        Op::BvAdd => x.wrapping_add(y),
        Op::BvSub => x.wrapping_sub(y),
        Op::BvMul => x.wrapping_mul(y),
        Op::BvUdiv => x.checked_div(y).unwrap_or(mask(width)),
        Op::BvUrem => x.checked_rem(y).unwrap_or(x),
        Op::BvSdiv if y == 0 => {
            if signed_x < 0 {
                1
            } else {
                u64::MAX
            }
        }
        Op::BvSdiv => signed_x.wrapping_div(signed_y) as u64,
        Op::BvSrem if y == 0 => x,
        Op::BvSrem => signed_x.wrapping_rem(signed_y) as u64,
        Op::BvShl if y >= u64::from(width) => 0,
        Op::BvShl => x << y,
        Op::BvLshr if y >= u64::from(width) => 0,
        Op::BvLshr => x >> y,
        Op::BvAshr => (signed_x >> y.min(63)) as u64,
        _ => unreachable!("{op:?} is not binary on bit-vectors"),
    };
    Value::bit_vec(width, bits)
}
