//! The meaning of every operation on values. The solver's circuits and the
//! simplifier must agree with this file; nothing else defines an operation.

mod bits;
mod floats;
mod ints;

use std::collections::BTreeMap;

use crate::op::Op;
use crate::value::{ArrayValue, Value};

pub(crate) use floats::canonical;

/// The value of an operation on values of the sorts it takes.
///
/// # Panics
/// If the operation does not take values of these sorts.
pub fn apply(op: Op, operands: &[&Value]) -> Value {
    use Op::*;
    match op {
        Not => Value::Bool(!truth(operands[0])),
        And => Value::Bool(truth(operands[0]) && truth(operands[1])),
        Or => Value::Bool(truth(operands[0]) || truth(operands[1])),
        Ite => operands[if truth(operands[0]) { 1 } else { 2 }].clone(),
        Eq => Value::Bool(identical(operands[0], operands[1])),
        BvNot | BvNeg | BvExtract { .. } | BvZeroExtend(_) | BvSignExtend(_) => {
            bits::unary(op, operands[0])
        }
        BvAnd | BvOr | BvXor | BvAdd | BvSub | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem
        | BvShl | BvLshr | BvAshr | BvUlt | BvUle | BvSlt | BvSle | BvConcat => {
            bits::binary(op, operands[0], operands[1])
        }
        FpNeg | FpAbs | FpAdd | FpSub | FpMul | FpDiv | FpRem | FpSqrt | FpFma | FpRound(_)
        | FpLt | FpLe | FpEq | FpIsNan | FpIsInfinite => floats::arithmetic(op, operands),
        FpToFp(_) | FpFromSigned(_) | FpFromUnsigned(_) | FpToSigned(_) | FpToUnsigned(_)
        | FpFromBits | FpToBits | FpFromInt | FpToInt => floats::convert(op, operands[0]),
        IntNeg | IntAdd | IntSub | IntMul | IntFloorDiv | IntFloorMod | IntLt | IntLe | IntAnd
        | IntOr | IntXor | IntShl | IntShr => ints::arithmetic(op, operands),
        IntFromSigned | IntFromUnsigned | IntToBv(_) => ints::convert(op, operands[0]),
        Select => select(array(operands[0]), operands[1]),
        Store => store(array(operands[0]), operands[1], operands[2]),
        ConstArray(index) => Value::Array(ArrayValue {
            index,
            default: Box::new(canonical(operands[0].clone())),
            entries: BTreeMap::new(),
        }),
    }
}

fn truth(value: &Value) -> bool {
    value.as_bool().expect("a boolean operand")
}

fn identical(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Float32(_), _) | (Value::Float64(_), _) => {
            canonical(a.clone()) == canonical(b.clone())
        }
        _ => a == b,
    }
}

fn array(value: &Value) -> &ArrayValue {
    match value {
        Value::Array(array) => array,
        other => panic!("an array operand, not {other:?}"),
    }
}

fn select(array: &ArrayValue, index: &Value) -> Value {
    array.entries.get(index).unwrap_or(&array.default).clone()
}

fn store(array: &ArrayValue, index: &Value, element: &Value) -> Value {
    let mut result = array.clone();
    let element = canonical(element.clone());
    if element == *result.default {
        result.entries.remove(index);
    } else {
        result.entries.insert(index.clone(), element);
    }
    Value::Array(result)
}

#[cfg(test)]
mod tests {
    use crate::text::parse;
    use crate::{Terms, Value};

    /// A ground term folds to the constant that `expected` names.
    fn check(text: &str, expected: &str) {
        let mut terms = Terms::new();
        let term = parse(&mut terms, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let value = crate::evaluate(&terms, term, &|_| None);
        let wanted = parse(&mut terms, expected).unwrap();
        assert_eq!(Some(&value), terms.as_constant(wanted), "{text}");
    }

    #[test]
    fn bit_vectors() {
        check("(bvadd 250:bv8 10:bv8)", "4:bv8");
        check("(bvudiv 7:bv8 0:bv8)", "255:bv8");
        check("(bvurem 7:bv8 0:bv8)", "7:bv8");
        check("(bvsdiv 249:bv8 2:bv8)", "253:bv8");
        check("(bvsdiv 128:bv8 255:bv8)", "128:bv8");
        check("(bvsdiv 249:bv8 0:bv8)", "1:bv8");
        check("(bvsdiv 7:bv8 0:bv8)", "255:bv8");
        check("(bvsrem 249:bv8 2:bv8)", "255:bv8");
        check("(bvsrem 128:bv8 255:bv8)", "0:bv8");
        check("(bvashr 128:bv8 9:bv8)", "255:bv8");
        check("(bvshl 1:bv64 63:bv64)", "9223372036854775808:bv64");
        check("(concat 1:bv4 2:bv4)", "18:bv8");
        check("(extract:5:2 255:bv8)", "15:bv4");
        check("(sext:16 128:bv8)", "65408:bv16");
        check("(bvslt 128:bv8 0:bv8)", "true");
    }

    #[test]
    fn integers() {
        check("(div -7 2)", "-4");
        check("(mod -7 2)", "1");
        check("(mod 7 -2)", "-1");
        check("(div 7 0)", "0");
        check("(mod 7 0)", "7");
        check("(int.and -1 255)", "255");
        check("(int.shl 1 70)", "1180591620717411303424");
        check("(int.shl 1 -1)", "0");
        check("(int.shr -5 1)", "-3");
        check("(int.shr -5 100000000000000000000)", "-1");
        check("(int.signed 255:bv8)", "-1");
        check("(int.to_bv:8 -1)", "255:bv8");
    }

    #[test]
    fn floats() {
        check("(fp.add 0.1:f64 0.2:f64)", "0.30000000000000004:f64");
        check("(fp.rem -5.5:f64 2.0:f64)", "-1.5:f64");
        check("(fp.round:even 2.5:f64)", "2.0:f64");
        check("(fp.to_signed:8 1000.0:f64)", "127:bv8");
        check("(fp.to_signed:8 -1000.0:f64)", "128:bv8");
        check("(fp.to_unsigned:8 NaN:f64)", "0:bv8");
        check("(fp.from_int 9007199254740993)", "9007199254740992.0:f64");
        check("(fp.from_int 9007199254740995)", "9007199254740996.0:f64");
        check("(fp.to_int -1e20:f64)", "-100000000000000000000");
        check("(fp.neg NaN:f64)", "NaN:f64");
        check("(fp.to_bits NaN:f32)", "2143289344:bv32");
        check(
            "(fp.to_bits (fp.from_bits 4290772992:bv32))",
            "2143289344:bv32",
        );
        check("(= NaN:f64 NaN:f64)", "true");
        check("(= 0.0:f64 -0.0:f64)", "false");
        check("(fp.eq 0.0:f64 -0.0:f64)", "true");
    }

    #[test]
    fn arrays() {
        let zero = Value::zero(crate::Sort::Array {
            index: crate::Scalar::Int,
            element: crate::Scalar::Int,
        });
        let stored = super::apply(crate::Op::Store, &[&zero, &Value::int(3), &Value::int(7)]);
        let back = super::apply(crate::Op::Store, &[&stored, &Value::int(3), &Value::int(0)]);
        assert_eq!(back, zero, "equal arrays have equal entries");
        assert_eq!(
            super::apply(crate::Op::Select, &[&stored, &Value::int(3)]),
            Value::int(7)
        );
    }
}
