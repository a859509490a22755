//! What operators mean as terms: the same for the interpreter and for what is
//! lowered, so that neither can disagree with the other.

use everypath_term::{Op, Scalar};

use super::instr::{Arithmetic, Conversion, FloatArithmetic};

impl Arithmetic {
    /// The operation on bit-vectors. Amounts of shifts are still to be masked,
    /// divisors to be checked.
    pub fn op(self) -> Op {
        match self {
            Arithmetic::Add => Op::BvAdd,
            Arithmetic::Subtract => Op::BvSub,
            Arithmetic::Multiply => Op::BvMul,
            Arithmetic::Divide => Op::BvSdiv,
            Arithmetic::Remainder => Op::BvSrem,
            Arithmetic::And => Op::BvAnd,
            Arithmetic::Or => Op::BvOr,
            Arithmetic::Xor => Op::BvXor,
            Arithmetic::ShiftLeft => Op::BvShl,
            Arithmetic::ShiftRight => Op::BvAshr,
            Arithmetic::ShiftRightUnsigned => Op::BvLshr,
        }
    }

    /// Whether the right operand is an amount of bits.
    pub fn is_shift(self) -> bool {
        matches!(
            self,
            Arithmetic::ShiftLeft | Arithmetic::ShiftRight | Arithmetic::ShiftRightUnsigned
        )
    }
}

impl FloatArithmetic {
    /// The operation on floats.
    pub fn op(self) -> Op {
        match self {
            FloatArithmetic::Add => Op::FpAdd,
            FloatArithmetic::Subtract => Op::FpSub,
            FloatArithmetic::Multiply => Op::FpMul,
            FloatArithmetic::Divide => Op::FpDiv,
            FloatArithmetic::Remainder => Op::FpRem,
        }
    }
}

impl Conversion {
    /// The operation, or `None` where an int is cut to a narrow kind.
    pub fn op(self) -> Option<Op> {
        use Conversion::*;
        Some(match self {
            IntToByte | IntToChar | IntToShort => return None,
            IntToLong => Op::BvSignExtend(64),
            LongToInt => Op::BvExtract { high: 31, low: 0 },
            IntToFloat | LongToFloat => Op::FpFromSigned(Scalar::Float32),
            IntToDouble | LongToDouble => Op::FpFromSigned(Scalar::Float64),
            FloatToInt | DoubleToInt => Op::FpToSigned(32),
            FloatToLong | DoubleToLong => Op::FpToSigned(64),
            FloatToDouble => Op::FpToFp(Scalar::Float64),
            DoubleToFloat => Op::FpToFp(Scalar::Float32),
        })
    }
}
