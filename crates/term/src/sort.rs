//! Sorts: the types of terms. Nothing here knows a programming language.

use serde::{Deserialize, Serialize};

/// The sort of a scalar: everything but arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scalar {
    /// True or false.
    Bool,
    /// A bit-vector of 1 to 64 bits.
    BitVec(u8),
    /// IEEE 754 binary32.
    Float32,
    /// IEEE 754 binary64.
    Float64,
    /// An unbounded mathematical integer.
    Int,
}

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Sort {
    /// A scalar.
    Scalar(Scalar),
    /// A total map from an index sort to an element sort.
    Array {
        /// What it is indexed by.
        index: Scalar,
        /// What it holds.
        element: Scalar,
    },
}

impl Sort {
    /// Booleans.
    pub const BOOL: Sort = Sort::Scalar(Scalar::Bool);
    /// Unbounded integers.
    pub const INT: Sort = Sort::Scalar(Scalar::Int);
    /// IEEE 754 binary32.
    pub const FLOAT32: Sort = Sort::Scalar(Scalar::Float32);
    /// IEEE 754 binary64.
    pub const FLOAT64: Sort = Sort::Scalar(Scalar::Float64);

    /// Bit-vectors of `width` bits, 1 to 64.
    pub fn bit_vec(width: u8) -> Sort {
        assert!(
            (1..=64).contains(&width),
            "bit-vector width {width} is not 1 to 64"
        );
        Sort::Scalar(Scalar::BitVec(width))
    }

    /// Whether its bit-vectors have a width that there is; one that was read may not.
    pub fn is_whole(self) -> bool {
        let is_whole = |scalar: Scalar| match scalar {
            Scalar::BitVec(width) => (1..=64).contains(&width),
            _ => true,
        };
        match self {
            Sort::Scalar(scalar) => is_whole(scalar),
            Sort::Array { index, element } => is_whole(index) && is_whole(element),
        }
    }

    /// The scalar sort, if this is not an array.
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Sort::Scalar(scalar) => Some(scalar),
            Sort::Array { .. } => None,
        }
    }

    /// The width, if this is a bit-vector.
    pub fn width(self) -> Option<u8> {
        match self {
            Sort::Scalar(Scalar::BitVec(width)) => Some(width),
            _ => None,
        }
    }
}
