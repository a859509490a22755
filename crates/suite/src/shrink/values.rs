//! Simpler values, by sort.

use everypath_term::{ArrayValue, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::floats::simpler_floats;
use super::numbers::simpler_integers;
use crate::size::signed;

/// Simpler values of the same sort, the most promising first.
pub(super) fn simpler_values(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(true) => vec![Value::Bool(false)],
        Value::Bool(false) => Vec::new(),
        Value::BitVec { width, bits } => simpler_bits(*width, *bits),
        Value::Float32(bits) => simpler_floats(f64::from(f32::from_bits(*bits)))
            .into_iter()
            .map(|float| Value::float32(float as f32))
            .collect(),
        Value::Float64(bits) => simpler_floats(f64::from_bits(*bits))
            .into_iter()
            .map(Value::float64)
            .collect(),
        Value::Int(value) => simpler_integers(value)
            .into_iter()
            .map(Value::Int)
            .collect(),
        Value::Array(array) => simpler_arrays(array),
    }
}

/// Bit-vectors shrink as signed numbers.
fn simpler_bits(width: u8, bits: u64) -> Vec<Value> {
    simpler_integers(&BigInt::from(signed(width, bits)))
        .iter()
        .filter_map(ToPrimitive::to_i64)
        .map(|simpler| Value::bit_vec(width, simpler as u64))
        // The least number has no counterpart without a sign.
        .filter(|simpler| *simpler != Value::bit_vec(width, bits))
        .collect()
}

/// Arrays without their entries, without each of them, with simpler ones.
fn simpler_arrays(array: &ArrayValue) -> Vec<Value> {
    let mut simpler = Vec::new();
    let with = |change: &dyn Fn(&mut ArrayValue)| {
        let mut changed = array.clone();
        change(&mut changed);
        Value::Array(changed)
    };
    if !array.entries.is_empty() {
        simpler.push(with(&|array| array.entries.clear()));
    }
    for default in simpler_values(&array.default) {
        simpler.push(with(&|array| *array.default = default.clone()));
    }
    for index in array.entries.keys() {
        simpler.push(with(&|array| {
            array.entries.remove(index);
        }));
    }
    for (index, element) in &array.entries {
        for element in simpler_values(element) {
            simpler.push(with(&|array| {
                array.entries.insert(index.clone(), element.clone());
            }));
        }
    }
    simpler
}
