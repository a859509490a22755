//! The names of operations and sorts in text.

use crate::op::{Op, Rounding};
use crate::sort::{Scalar, Sort};

/// The operations whose names have no parameter.
const NAMES: &[(Op, &str)] = &[
    (Op::Not, "not"),
    (Op::And, "and"),
    (Op::Or, "or"),
    (Op::Ite, "ite"),
    (Op::Eq, "="),
    (Op::BvNot, "bvnot"),
    (Op::BvNeg, "bvneg"),
    (Op::BvAnd, "bvand"),
    (Op::BvOr, "bvor"),
    (Op::BvXor, "bvxor"),
    (Op::BvAdd, "bvadd"),
    (Op::BvSub, "bvsub"),
    (Op::BvMul, "bvmul"),
    (Op::BvUdiv, "bvudiv"),
    (Op::BvUrem, "bvurem"),
    (Op::BvSdiv, "bvsdiv"),
    (Op::BvSrem, "bvsrem"),
    (Op::BvShl, "bvshl"),
    (Op::BvLshr, "bvlshr"),
    (Op::BvAshr, "bvashr"),
    (Op::BvUlt, "bvult"),
    (Op::BvUle, "bvule"),
    (Op::BvSlt, "bvslt"),
    (Op::BvSle, "bvsle"),
    (Op::BvConcat, "concat"),
    (Op::FpNeg, "fp.neg"),
    (Op::FpAbs, "fp.abs"),
    (Op::FpAdd, "fp.add"),
    (Op::FpSub, "fp.sub"),
    (Op::FpMul, "fp.mul"),
    (Op::FpDiv, "fp.div"),
    (Op::FpRem, "fp.rem"),
    (Op::FpSqrt, "fp.sqrt"),
    (Op::FpFma, "fp.fma"),
    (Op::FpLt, "fp.lt"),
    (Op::FpLe, "fp.le"),
    (Op::FpEq, "fp.eq"),
    (Op::FpIsNan, "fp.nan"),
    (Op::FpIsInfinite, "fp.infinite"),
    (Op::FpFromBits, "fp.from_bits"),
    (Op::FpToBits, "fp.to_bits"),
    (Op::FpFromInt, "fp.from_int"),
    (Op::FpToInt, "fp.to_int"),
    (Op::IntNeg, "neg"),
    (Op::IntAdd, "+"),
    (Op::IntSub, "-"),
    (Op::IntMul, "*"),
    (Op::IntFloorDiv, "div"),
    (Op::IntFloorMod, "mod"),
    (Op::IntLt, "<"),
    (Op::IntLe, "<="),
    (Op::IntAnd, "int.and"),
    (Op::IntOr, "int.or"),
    (Op::IntXor, "int.xor"),
    (Op::IntShl, "int.shl"),
    (Op::IntShr, "int.shr"),
    (Op::IntFromSigned, "int.signed"),
    (Op::IntFromUnsigned, "int.unsigned"),
    (Op::Select, "select"),
    (Op::Store, "store"),
];

const ROUNDINGS: &[(Rounding, &str)] = &[
    (Rounding::NearestEven, "even"),
    (Rounding::Floor, "floor"),
    (Rounding::Ceiling, "ceiling"),
    (Rounding::Truncate, "truncate"),
];

/// The name of an operation: that of SMT-LIB for most of those that it has.
pub fn op_name(op: Op) -> String {
    match op {
        Op::BvExtract { high, low } => format!("extract:{high}:{low}"),
        Op::BvZeroExtend(width) => format!("zext:{width}"),
        Op::BvSignExtend(width) => format!("sext:{width}"),
        Op::FpRound(rounding) => {
            let known = ROUNDINGS.iter().find(|(other, _)| *other == rounding);
            format!("fp.round:{}", known.expect("all roundings are named").1)
        }
        Op::FpToFp(target) => format!("fp.to_fp:{}", scalar_name(target)),
        Op::FpFromSigned(target) => format!("fp.from_signed:{}", scalar_name(target)),
        Op::FpFromUnsigned(target) => format!("fp.from_unsigned:{}", scalar_name(target)),
        Op::FpToSigned(width) => format!("fp.to_signed:{width}"),
        Op::FpToUnsigned(width) => format!("fp.to_unsigned:{width}"),
        Op::IntToBv(width) => format!("int.to_bv:{width}"),
        Op::ConstArray(index) => format!("const-array:{}", scalar_name(index)),
        plain => {
            let known = NAMES.iter().find(|(other, _)| *other == plain);
            known.expect("all operations are named").1.to_owned()
        }
    }
}

/// The operation of a name.
pub(super) fn find_op(name: &str) -> Option<Op> {
    if let Some((op, _)) = NAMES.iter().find(|(_, known)| *known == name) {
        return Some(*op);
    }
    let (stem, parameter) = name.split_once(':')?;
    let width = || parameter.parse::<u8>().ok();
    let scalar = || find_scalar(parameter);
    Some(match stem {
        "extract" => {
            let (high, low) = parameter.split_once(':')?;
            Op::BvExtract {
                high: high.parse().ok()?,
                low: low.parse().ok()?,
            }
        }
        "zext" => Op::BvZeroExtend(width()?),
        "sext" => Op::BvSignExtend(width()?),
        "fp.round" => {
            let known = ROUNDINGS.iter().find(|(_, known)| *known == parameter)?;
            Op::FpRound(known.0)
        }
        "fp.to_fp" => Op::FpToFp(scalar()?),
        "fp.from_signed" => Op::FpFromSigned(scalar()?),
        "fp.from_unsigned" => Op::FpFromUnsigned(scalar()?),
        "fp.to_signed" => Op::FpToSigned(width()?),
        "fp.to_unsigned" => Op::FpToUnsigned(width()?),
        "int.to_bv" => Op::IntToBv(width()?),
        "const-array" => Op::ConstArray(scalar()?),
        _ => return None,
    })
}

/// The name of a scalar sort.
pub(super) fn scalar_name(scalar: Scalar) -> String {
    match scalar {
        Scalar::Bool => "bool".to_owned(),
        Scalar::BitVec(width) => format!("bv{width}"),
        Scalar::Float32 => "f32".to_owned(),
        Scalar::Float64 => "f64".to_owned(),
        Scalar::Int => "int".to_owned(),
    }
}

/// The scalar sort of a name.
pub(super) fn find_scalar(name: &str) -> Option<Scalar> {
    Some(match name {
        "bool" => Scalar::Bool,
        "f32" => Scalar::Float32,
        "f64" => Scalar::Float64,
        "int" => Scalar::Int,
        _ => {
            let width = name.strip_prefix("bv")?.parse().ok()?;
            (1..=64).contains(&width).then_some(Scalar::BitVec(width))?
        }
    })
}

/// The name of a sort: a scalar's, or `[index]element` for an array.
pub(super) fn sort_name(sort: Sort) -> String {
    match sort {
        Sort::Scalar(scalar) => scalar_name(scalar),
        Sort::Array { index, element } => {
            format!("[{}]{}", scalar_name(index), scalar_name(element))
        }
    }
}

/// The sort of a name.
pub(super) fn find_sort(name: &str) -> Option<Sort> {
    match name.strip_prefix('[') {
        None => find_scalar(name).map(Sort::Scalar),
        Some(rest) => {
            let (index, element) = rest.split_once(']')?;
            Some(Sort::Array {
                index: find_scalar(index)?,
                element: find_scalar(element)?,
            })
        }
    }
}
