//! The values of an input, as C writes them.

use everypath_c::LongDouble;
use everypath_c::types::{Type, TypeId};
use everypath_emit::c::literal;
use everypath_term::Value;

use super::Making;

impl Making<'_> {
    /// The bits of a slot; 0 if the input does not say.
    pub(super) fn bits(&self, slot: &str) -> u64 {
        self.input.values.get(slot).map_or(0, value_bits)
    }

    /// What the input says of a scalar, as C writes it.
    pub(super) fn scalar(&self, ty: TypeId, slot: &str) -> String {
        match self.graph.long_doubles.get(slot) {
            Some(long) => exact_literal(*long),
            None => self.literal(ty, self.bits(slot)),
        }
    }

    /// A value of a type, as C writes it.
    pub(super) fn literal(&self, ty: TypeId, bits: u64) -> String {
        let size = self.types.size(ty);
        let shift = 64 - 8 * size.clamp(1, 8);
        let extended = ((bits << shift) as i64) >> shift;
        match self.types.shape(ty) {
            Type::Int {
                character: true,
                signed,
                ..
            } => literal::character(if *signed { extended } else { bits as i64 }),
            Type::Int { signed: true, .. } => literal::signed(extended, size),
            Type::Int { .. } => literal::unsigned(bits, size),
            Type::Enum {
                constants, signed, ..
            } => {
                let value = if *signed { extended } else { bits as i64 };
                let found = constants.iter().find(|(_, known)| *known == value);
                found.map_or_else(|| self.plain_enum(ty, value), |(name, _)| name.clone())
            }
            Type::Float { size: 4, .. } => literal::float(f32::from_bits(bits as u32)),
            Type::Float { size: 16, .. } => literal::long_double(f64::from_bits(bits)),
            Type::Float { .. } => literal::double(f64::from_bits(bits)),
            _ => "0".to_owned(),
        }
    }

    fn plain_enum(&self, ty: TypeId, value: i64) -> String {
        format!(
            "({}){}",
            self.types.declare(self.unqualified(ty), ""),
            literal::signed(value, 8)
        )
    }
}

/// A `long double` with all its bits.
pub(super) fn exact_literal(long: LongDouble) -> String {
    let sign = if long.sign_and_exponent >> 15 != 0 {
        "-"
    } else {
        ""
    };
    let exponent = i32::from(long.sign_and_exponent & 0x7fff);
    format!("{sign}0x{:x}p{}L", long.mantissa, exponent - 16383 - 63)
}

pub(super) fn value_bits(value: &Value) -> u64 {
    match value {
        Value::Bool(value) => u64::from(*value),
        Value::BitVec { bits, .. } | Value::Float64(bits) => *bits,
        Value::Float32(bits) => u64::from(*bits),
        Value::Int(_) | Value::Array(_) => 0,
    }
}
