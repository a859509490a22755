//! What the numbers in events mean.

/// Kinds of events. Those that make a term take the next number.
pub mod events {
    /// A term: the variable of the slot whose name is at `a`, length `c`; its sort `what`, its value `value`.
    pub const VARIABLE: u8 = 1;
    /// A term: `what` (see [`super::operations`]) of `a` and `b`, one of which may be 0 and is then `value`.
    pub const BINARY: u8 = 2;
    /// A term: cast `what` of `a` from `flag` bits to `width` bits; between
    /// floats of the same width it is `a` itself.
    pub const CAST: u8 = 3;
    /// A term: if `a` then `b` else `c`.
    pub const ITE: u8 = 4;
    /// A term: the constant `value` of sort `what`.
    pub const CONSTANT: u8 = 5;
    /// A term: bits from `flag` on, `width` of them, of `a`.
    pub const EXTRACT: u8 = 6;
    /// A term: `a` above `b`.
    pub const CONCAT: u8 = 7;
    /// A term: function `what` of float `a`.
    pub const FLOAT_UNARY: u8 = 8;
    /// A decision: condition `a`, taken if `what`; `c` is one more than the goal of the other side.
    pub const BRANCH: u8 = 20;
    /// A decision that the language makes: condition `a`, taken if `what`.
    pub const CHECK: u8 = 21;
    /// `a` was made concrete: it is `value`, of `width` bits.
    pub const PIN: u8 = 22;
    /// A choice: the slot's name at `a`, length `c`; `what` of `flag` options; `width` is 1 if the scope cut some off;
    /// `value` is the address it became, `b` one more than how far that is into an object.
    pub const CHOICE: u8 = 23;
    /// Something was lost: the name of what at `a`, length `c`; the place in `value`.
    pub const LOSS: u8 = 24;
    /// The unit is entered.
    pub const ENTRY: u8 = 25;
    /// Condition `a` holds only because the scope is bounded.
    pub const BOUND: u8 = 26;
    /// Condition `a` holds of every input.
    pub const ASSUME: u8 = 27;
    /// An input object: name at `a`, length `c`, type `b`, address `value`.
    pub const OBJECT: u8 = 30;
    /// At the end: the object at address `value` was used up to byte `a`; `what` 1 if it was freed or resized.
    pub const USED: u8 = 31;
    /// A stub was called: name at `a`, length `c`, the call's number `value`.
    pub const STUB: u8 = 32;
    /// The slot whose name is at `a`, length `c`, is a `long double` that no
    /// `double` has: mantissa `value`, sign and exponent `b`.
    pub const LONG: u8 = 35;
    /// A block of the unit begins at line `a`.
    pub const LINE: u8 = 34;
    /// A stream of the input: its slot's name at `a`, length `c`, its address
    /// `value`, the position `b` at which it stands.
    pub const STREAM: u8 = 36;
    /// At the end: the stream at address `value` was closed if `what` has bit 0,
    /// and written to if it has bit 1.
    pub const STREAM_USED: u8 = 37;
    /// The global named at `a`, length `c`, type `b`, is part of the input; if
    /// `what` is 1, a pointer with the address `value` leads `b` bytes into it.
    pub const GLOBAL: u8 = 33;
}

/// Binary operations and comparisons.
pub mod operations {
    /// Integer operations, in LLVM's words.
    pub const ADD: u8 = 1;
    /// See [`ADD`].
    pub const SUB: u8 = 2;
    /// See [`ADD`].
    pub const MUL: u8 = 3;
    /// See [`ADD`].
    pub const UDIV: u8 = 4;
    /// See [`ADD`].
    pub const SDIV: u8 = 5;
    /// See [`ADD`].
    pub const UREM: u8 = 6;
    /// See [`ADD`].
    pub const SREM: u8 = 7;
    /// See [`ADD`].
    pub const SHL: u8 = 8;
    /// See [`ADD`].
    pub const LSHR: u8 = 9;
    /// See [`ADD`].
    pub const ASHR: u8 = 10;
    /// See [`ADD`].
    pub const AND: u8 = 11;
    /// See [`ADD`].
    pub const OR: u8 = 12;
    /// See [`ADD`].
    pub const XOR: u8 = 13;
    /// Comparisons of integers.
    pub const EQ: u8 = 20;
    /// See [`EQ`].
    pub const NE: u8 = 21;
    /// See [`EQ`].
    pub const UGT: u8 = 22;
    /// See [`EQ`].
    pub const UGE: u8 = 23;
    /// See [`EQ`].
    pub const ULT: u8 = 24;
    /// See [`EQ`].
    pub const ULE: u8 = 25;
    /// See [`EQ`].
    pub const SGT: u8 = 26;
    /// See [`EQ`].
    pub const SGE: u8 = 27;
    /// See [`EQ`].
    pub const SLT: u8 = 28;
    /// See [`EQ`].
    pub const SLE: u8 = 29;
    /// Whether a signed operation overflows; the operation is `flag`.
    pub const OVERFLOWS: u8 = 30;
    /// Whether an unsigned sum overflows.
    pub const UADD_OVERFLOWS: u8 = 31;
    /// Float operations.
    pub const FADD: u8 = 40;
    /// See [`FADD`].
    pub const FSUB: u8 = 41;
    /// See [`FADD`].
    pub const FMUL: u8 = 42;
    /// See [`FADD`].
    pub const FDIV: u8 = 43;
    /// See [`FADD`].
    pub const FREM: u8 = 44;
    /// Float comparisons, ordered: the first of sixteen, in the order of
    /// LLVM's predicates: false, oeq, ogt, oge, olt, ole, one, ord, uno, ueq,
    /// ugt, uge, ult, ule, une, true.
    pub const FCMP: u8 = 50;
}

/// Casts.
pub mod casts {
    /// To fewer bits.
    pub const TRUNC: u8 = 1;
    /// To more bits, with zeros.
    pub const ZEXT: u8 = 2;
    /// To more bits, with the sign.
    pub const SEXT: u8 = 3;
    /// A float to signed.
    pub const FPTOSI: u8 = 4;
    /// A float to unsigned.
    pub const FPTOUI: u8 = 5;
    /// Signed to a float.
    pub const SITOFP: u8 = 6;
    /// Unsigned to a float.
    pub const UITOFP: u8 = 7;
    /// binary64 to binary32.
    pub const FPTRUNC: u8 = 8;
    /// binary32 to binary64.
    pub const FPEXT: u8 = 9;
    /// The bits of a float, or the float of bits.
    pub const BITCAST: u8 = 10;
}

/// Functions of one float.
pub mod functions {
    /// Negation.
    pub const NEG: u8 = 1;
    /// Absolute value.
    pub const ABS: u8 = 2;
    /// Square root.
    pub const SQRT: u8 = 3;
    /// Rounding down.
    pub const FLOOR: u8 = 4;
    /// Rounding up.
    pub const CEIL: u8 = 5;
    /// Rounding to zero.
    pub const TRUNC: u8 = 6;
    /// Rounding to the nearest, ties to even.
    pub const RINT: u8 = 7;
}

/// Sorts of terms: 1 is a boolean, up to 64 a bit-vector of that width.
pub mod sorts {
    /// IEEE binary32.
    pub const FLOAT32: u8 = 101;
    /// IEEE binary64.
    pub const FLOAT64: u8 = 102;
    /// A `long double` that has the value of a `double`; only the runtime knows
    /// it, and the engine is told of the `double`.
    pub const LONG: u8 = 103;

    /// Bits of a sort.
    pub fn bits(sort: u8) -> u8 {
        match sort {
            FLOAT32 => 32,
            FLOAT64 => 64,
            LONG => 80,
            width => width,
        }
    }
}
