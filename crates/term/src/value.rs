//! Values: what a term evaluates to.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use serde::{Deserialize, Serialize};

use crate::apply::canonical;
use crate::sort::{Scalar, Sort};

/// A value of some sort. Floats are kept as their bits, so that equality is
/// identity (NaN equals itself, the two zeros differ) and hashing works.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Value {
    /// A boolean.
    Bool(bool),
    /// A bit-vector; bits above the width are zero.
    BitVec {
        /// 1 to 64.
        width: u8,
        /// The bits, as an unsigned number.
        bits: u64,
    },
    /// A binary32 by its bits.
    Float32(u32),
    /// A binary64 by its bits.
    Float64(u64),
    /// An unbounded integer.
    Int(BigInt),
    /// An array.
    Array(ArrayValue),
}

/// An array: a default and the entries that differ from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ArrayValue {
    /// The sort of the indices.
    pub index: Scalar,
    /// What every index not in `entries` holds.
    pub default: Box<Value>,
    /// The indices that differ from the default.
    pub entries: BTreeMap<Value, Value>,
}

impl Value {
    /// A bit-vector value; `bits` is cut to `width`.
    pub fn bit_vec(width: u8, bits: u64) -> Value {
        Value::BitVec {
            width,
            bits: bits & mask(width),
        }
    }

    /// An integer value.
    pub fn int(value: impl Into<BigInt>) -> Value {
        Value::Int(value.into())
    }

    /// A binary64 value; any NaN becomes the canonical one.
    pub fn float64(value: f64) -> Value {
        canonical(Value::Float64(value.to_bits()))
    }

    /// A binary32 value; any NaN becomes the canonical one.
    pub fn float32(value: f32) -> Value {
        canonical(Value::Float32(value.to_bits()))
    }

    /// The sort of this value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::BOOL,
            Value::BitVec { width, .. } => Sort::bit_vec(*width),
            Value::Float32(_) => Sort::FLOAT32,
            Value::Float64(_) => Sort::FLOAT64,
            Value::Int(_) => Sort::INT,
            Value::Array(array) => Sort::Array {
                index: array.index,
                element: array.default.sort().scalar().expect("elements are scalars"),
            },
        }
    }

    /// Whether it is a value of some sort; one that was read may not be.
    pub fn is_whole(&self) -> bool {
        let is_scalar = |value: &Value| !matches!(value, Value::Array(_)) && value.is_whole();
        match self {
            Value::BitVec { width, bits } => {
                (1..=64).contains(width) && *bits == *bits & mask(*width)
            }
            Value::Array(array) => {
                let fits = |(index, element): (&Value, &Value)| {
                    is_scalar(index)
                        && is_scalar(element)
                        && index.sort() == Sort::Scalar(array.index)
                        && element.sort() == array.default.sort()
                };
                is_scalar(&array.default)
                    && Sort::Scalar(array.index).is_whole()
                    && array.entries.iter().all(fits)
            }
            _ => true,
        }
    }

    /// The smallest value of a sort: false, zero, an array of those.
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Scalar(Scalar::Bool) => Value::Bool(false),
            Sort::Scalar(Scalar::BitVec(width)) => Value::bit_vec(width, 0),
            Sort::Scalar(Scalar::Float32) => Value::Float32(0),
            Sort::Scalar(Scalar::Float64) => Value::Float64(0),
            Sort::Scalar(Scalar::Int) => Value::Int(BigInt::from(0)),
            Sort::Array { index, element } => Value::Array(ArrayValue {
                index,
                default: Box::new(Value::zero(Sort::Scalar(element))),
                entries: BTreeMap::new(),
            }),
        }
    }

    /// The boolean, if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer, if this is one.
    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }
}

/// The ones of a bit-vector of `width` bits.
pub fn mask(width: u8) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}
