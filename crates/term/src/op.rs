//! The operations of terms, each with its meaning. `apply` computes them on
//! values; the solver's circuits must agree with it.

use serde::{Deserialize, Serialize};

use crate::sort::{Scalar, Sort};

/// How a float is rounded to an integral value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rounding {
    /// To nearest, ties to even.
    NearestEven,
    /// Towards negative infinity.
    Floor,
    /// Towards positive infinity.
    Ceiling,
    /// Towards zero.
    Truncate,
}

/// An operation. Every operation is total: where mathematics leaves a result
/// open, the variant says what it is here; front ends put a condition before
/// the operation where their language raises an error instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Op {
    /// Boolean negation.
    Not,
    /// Boolean conjunction of two.
    And,
    /// Boolean disjunction of two.
    Or,
    /// `(ite condition then else)`, both sides of one sort.
    Ite,
    /// Identity of two values of one sort (for floats: of bits, all NaNs alike).
    Eq,

    /// Bitwise complement.
    BvNot,
    /// Two's complement negation.
    BvNeg,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Addition, wrapping.
    BvAdd,
    /// Subtraction, wrapping.
    BvSub,
    /// Multiplication, wrapping.
    BvMul,
    /// Unsigned division; by zero: all ones.
    BvUdiv,
    /// Unsigned remainder; by zero: the dividend.
    BvUrem,
    /// Signed division truncating to zero; by zero: 1 if the dividend is
    /// negative, else -1; the minimum by -1 wraps.
    BvSdiv,
    /// Signed remainder with the dividend's sign; by zero: the dividend.
    BvSrem,
    /// Left shift; by the width or more: zero.
    BvShl,
    /// Logical right shift; by the width or more: zero.
    BvLshr,
    /// Arithmetic right shift; by the width or more: all sign bits.
    BvAshr,
    /// Unsigned less than.
    BvUlt,
    /// Unsigned less or equal.
    BvUle,
    /// Signed less than.
    BvSlt,
    /// Signed less or equal.
    BvSle,
    /// The first operand above the second; at most 64 bits together.
    BvConcat,
    /// Bits `high` to `low`, both included.
    BvExtract {
        /// The highest bit taken.
        high: u8,
        /// The lowest bit taken.
        low: u8,
    },
    /// Extension with zeros to the given width.
    BvZeroExtend(u8),
    /// Extension with the sign to the given width.
    BvSignExtend(u8),

    /// IEEE negation (flips the sign bit).
    FpNeg,
    /// IEEE absolute value (clears the sign bit).
    FpAbs,
    /// IEEE addition, to nearest even, as all arithmetic here.
    FpAdd,
    /// IEEE subtraction.
    FpSub,
    /// IEEE multiplication.
    FpMul,
    /// IEEE division.
    FpDiv,
    /// C's `fmod`: exact, with the dividend's sign.
    FpRem,
    /// IEEE square root.
    FpSqrt,
    /// Fused `a * b + c`.
    FpFma,
    /// Rounding to an integral float.
    FpRound(Rounding),
    /// IEEE less than; false with NaN.
    FpLt,
    /// IEEE less or equal; false with NaN.
    FpLe,
    /// IEEE equality; false with NaN, true of the two zeros.
    FpEq,
    /// Whether it is NaN.
    FpIsNan,
    /// Whether it is an infinity.
    FpIsInfinite,
    /// Conversion between the float sorts, to nearest even.
    FpToFp(Scalar),
    /// A signed bit-vector to the nearest float.
    FpFromSigned(Scalar),
    /// An unsigned bit-vector to the nearest float.
    FpFromUnsigned(Scalar),
    /// A float truncated to a signed bit-vector of the given width, saturating; NaN gives 0.
    FpToSigned(u8),
    /// A float truncated to an unsigned bit-vector of the given width, saturating; NaN gives 0.
    FpToUnsigned(u8),
    /// A bit-vector of 32 or 64 bits read as a float.
    FpFromBits,
    /// The bits of a float; NaN gives the canonical quiet NaN.
    FpToBits,
    /// The nearest binary64 of an integer; infinite beyond the range.
    FpFromInt,
    /// A float truncated to an integer; NaN and infinities give 0.
    FpToInt,

    /// Integer negation.
    IntNeg,
    /// Integer addition.
    IntAdd,
    /// Integer subtraction.
    IntSub,
    /// Integer multiplication.
    IntMul,
    /// Division rounding down; by zero: 0.
    IntFloorDiv,
    /// `a - b * floor(a / b)`, with the divisor's sign; by zero: the dividend.
    IntFloorMod,
    /// Integer less than.
    IntLt,
    /// Integer less or equal.
    IntLe,
    /// Bitwise and of infinite two's complement.
    IntAnd,
    /// Bitwise or of infinite two's complement.
    IntOr,
    /// Bitwise exclusive or of infinite two's complement.
    IntXor,
    /// Left shift; by a negative amount or by more than 65,536: 0.
    IntShl,
    /// Right shift rounding down; by a negative amount: 0.
    IntShr,
    /// A bit-vector as a signed integer.
    IntFromSigned,
    /// A bit-vector as an unsigned integer.
    IntFromUnsigned,
    /// An integer modulo two to the given width.
    IntToBv(u8),

    /// `(select array index)`.
    Select,
    /// `(store array index element)`.
    Store,
    /// An array of the given index sort that holds the operand everywhere.
    ConstArray(Scalar),
}

impl Op {
    /// How many operands it takes.
    pub fn arity(self) -> usize {
        use Op::*;
        match self {
            BvExtract { .. } => 1,
            Not | BvNot | BvNeg | BvZeroExtend(_) | BvSignExtend(_) => 1,
            FpNeg | FpAbs | FpSqrt | FpRound(_) | FpIsNan | FpIsInfinite => 1,
            FpToFp(_) | FpFromSigned(_) | FpFromUnsigned(_) | FpToSigned(_) | FpToUnsigned(_)
            | FpFromBits | FpToBits | FpFromInt | FpToInt => 1,
            IntNeg | IntFromSigned | IntFromUnsigned | IntToBv(_) | ConstArray(_) => 1,
            Ite | FpFma | Store => 3,
            _ => 2,
        }
    }

    /// Whether it is one of the operations on bit-vectors, which are declared together.
    pub fn is_bit_vector(self) -> bool {
        (Op::BvNot..=Op::BvSignExtend(u8::MAX)).contains(&self)
    }

    /// Whether it is one of the operations on floats, which are declared together.
    pub fn is_float(self) -> bool {
        (Op::FpNeg..=Op::FpToInt).contains(&self)
    }

    /// Whether the operands may be swapped.
    pub fn commutes(self) -> bool {
        use Op::*;
        matches!(
            self,
            And | Or
                | Eq
                | BvAnd
                | BvOr
                | BvXor
                | BvAdd
                | BvMul
                | FpAdd
                | FpMul
                | FpEq
                | IntAdd
                | IntMul
                | IntAnd
                | IntOr
                | IntXor
        )
    }

    /// The sort of the result for operands of the given sorts, or `None` if
    /// the operation does not take them.
    pub fn result(self, operands: &[Sort]) -> Option<Sort> {
        use Op::*;
        if operands.len() != self.arity() {
            return None;
        }
        let float = |sort: Sort| matches!(sort, Sort::FLOAT32 | Sort::FLOAT64).then_some(sort);
        let float_sort = |scalar: Scalar| {
            matches!(scalar, Scalar::Float32 | Scalar::Float64).then_some(Sort::Scalar(scalar))
        };
        let bit_vec = |width: u8| (1..=64).contains(&width).then(|| Sort::bit_vec(width));
        let same = operands.windows(2).all(|pair| pair[0] == pair[1]);
        let first = operands[0];
        match self {
            Not => (first == Sort::BOOL).then_some(first),
            And | Or => (same && first == Sort::BOOL).then_some(first),
            Ite => (first == Sort::BOOL && operands[1] == operands[2]).then_some(operands[1]),
            Eq => same.then_some(Sort::BOOL),
            BvNot | BvNeg => first.width().map(|_| first),
            BvAnd | BvOr | BvXor | BvAdd | BvSub | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem
            | BvShl | BvLshr | BvAshr => first.width().filter(|_| same).map(|_| first),
            BvUlt | BvUle | BvSlt | BvSle => first.width().filter(|_| same).map(|_| Sort::BOOL),
            BvConcat => bit_vec(first.width()?.checked_add(operands[1].width()?)?),
            BvExtract { high, low } => {
                (low <= high && high < first.width()?).then(|| Sort::bit_vec(high - low + 1))
            }
            BvZeroExtend(width) | BvSignExtend(width) => {
                (first.width()? <= width).then(|| bit_vec(width)).flatten()
            }
            FpNeg | FpAbs | FpSqrt | FpRound(_) => float(first),
            FpAdd | FpSub | FpMul | FpDiv | FpRem | FpFma => float(first).filter(|_| same),
            FpLt | FpLe | FpEq => float(first).filter(|_| same).map(|_| Sort::BOOL),
            FpIsNan | FpIsInfinite => float(first).map(|_| Sort::BOOL),
            FpToFp(target) => float(first).and(float_sort(target)),
            FpFromSigned(target) | FpFromUnsigned(target) => first.width().and(float_sort(target)),
            FpToSigned(width) | FpToUnsigned(width) => float(first).and(bit_vec(width)),
            FpFromBits => match first.width()? {
                32 => Some(Sort::FLOAT32),
                64 => Some(Sort::FLOAT64),
                _ => None,
            },
            FpToBits => match first {
                Sort::FLOAT32 => bit_vec(32),
                Sort::FLOAT64 => bit_vec(64),
                _ => None,
            },
            FpFromInt => (first == Sort::INT).then_some(Sort::FLOAT64),
            FpToInt => float(first).map(|_| Sort::INT),
            IntNeg => (first == Sort::INT).then_some(Sort::INT),
            IntAdd | IntSub | IntMul | IntFloorDiv | IntFloorMod | IntAnd | IntOr | IntXor
            | IntShl | IntShr => (same && first == Sort::INT).then_some(Sort::INT),
            IntLt | IntLe => (same && first == Sort::INT).then_some(Sort::BOOL),
            IntFromSigned | IntFromUnsigned => first.width().map(|_| Sort::INT),
            IntToBv(width) => (first == Sort::INT).then(|| bit_vec(width)).flatten(),
            Select => match first {
                Sort::Array { index, element } => {
                    (operands[1] == Sort::Scalar(index)).then_some(Sort::Scalar(element))
                }
                Sort::Scalar(_) => None,
            },
            Store => match first {
                Sort::Array { index, element } => (operands[1] == Sort::Scalar(index)
                    && operands[2] == Sort::Scalar(element))
                .then_some(first),
                Sort::Scalar(_) => None,
            },
            ConstArray(index) => Some(Sort::Array {
                index,
                element: first.scalar()?,
            }),
        }
    }
}
