//! Unbounded integer operations on values.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::bits::{bit_vec, signed};
use crate::op::Op;
use crate::value::Value;

/// Shifts to the left by more than this give 0, so that an evaluation under
/// arbitrary values cannot exhaust memory.
const SHIFT_LIMIT: u64 = 65_536;

fn int(value: &Value) -> &BigInt {
    value.as_int().expect("an integer operand")
}

pub(super) fn arithmetic(op: Op, operands: &[&Value]) -> Value {
    let a = int(operands[0]);
    if op == Op::IntNeg {
        return Value::Int(-a);
    }
    let b = int(operands[1]);
    Value::Int(match op {
        Op::IntLt => return Value::Bool(a < b),
        Op::IntLe => return Value::Bool(a <= b),
        Op::IntAdd => a + b,
        Op::IntSub => a - b,
        Op::IntMul => a * b,
        Op::IntFloorDiv if b.is_zero() => BigInt::ZERO,
        Op::IntFloorDiv => a.div_floor(b),
        Op::IntFloorMod if b.is_zero() => a.clone(),
        Op::IntFloorMod => a.mod_floor(b),
        Op::IntAnd => a & b,
        Op::IntOr => a | b,
        Op::IntXor => a ^ b,
        Op::IntShl => match b.to_u64() {
            Some(amount) if amount <= SHIFT_LIMIT => a << amount,
            _ => BigInt::ZERO,
        },
        Op::IntShr if b.is_negative() => BigInt::ZERO,
        // Past the last bit only the sign is left.
        Op::IntShr => a >> b.to_u64().unwrap_or(u64::MAX).min(a.bits() + 1),
        _ => unreachable!("{op:?} is not on integers"),
    })
}

pub(super) fn convert(op: Op, a: &Value) -> Value {
    match op {
        Op::IntFromSigned => {
            let (width, bits) = bit_vec(a);
            Value::int(signed(width, bits))
        }
        Op::IntFromUnsigned => Value::int(bit_vec(a).1),
        Op::IntToBv(width) => {
            let modulus = BigInt::from(1u8) << width;
            let bits = int(a).mod_floor(&modulus).to_u64().expect("below 2^64");
            Value::bit_vec(width, bits)
        }
        _ => unreachable!("{op:?} does not convert integers"),
    }
}
