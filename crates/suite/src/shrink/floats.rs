//! Simpler floats: small integral ones.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::numbers::simpler_integers;

/// The greatest float of which every smaller integer is one too, roughly.
const INTEGRAL: f64 = 1e15;

/// Simpler floats than the given one: zero, then integers near it, then those
/// between zero and it. NaN and the infinities become anything finite.
pub(super) fn simpler_floats(value: f64) -> Vec<f64> {
    if value == 0.0 && value.is_sign_positive() {
        return Vec::new();
    }
    if !value.is_finite() {
        return vec![0.0, 1.0, -1.0, f64::MAX, f64::MIN];
    }
    let truncated = value.trunc();
    if truncated.abs() >= INTEGRAL {
        return vec![0.0, 1.0, -1.0, INTEGRAL, -INTEGRAL];
    }
    let whole = BigInt::from(truncated as i64);
    let mut simpler = vec![0.0];
    if truncated != value {
        // Any integer is simpler than a fraction, also those around it.
        simpler.extend([truncated, value.floor(), value.ceil()]);
    }
    let integers = simpler_integers(&whole);
    simpler.extend(integers.iter().filter_map(ToPrimitive::to_f64));
    // A negative zero is no simpler than zero, and confuses a reader.
    simpler.retain(|float| float.to_bits() != (-0.0f64).to_bits());
    let mut seen = Vec::new();
    simpler.retain(|float| {
        let is_new = !seen.contains(&float.to_bits());
        seen.push(float.to_bits());
        is_new
    });
    simpler
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: f64, expected: &[f64]) {
        assert_eq!(simpler_floats(value), expected, "{value}");
    }

    #[test]
    fn floats() {
        check(0.0, &[]);
        check(-0.0, &[0.0]);
        check(1.0, &[0.0]);
        check(0.5, &[0.0, 1.0]);
        check(-0.5, &[0.0, -1.0]);
        check(3.5, &[0.0, 3.0, 4.0, 1.0, -1.0, 2.0]);
        assert_eq!(simpler_floats(f64::NAN).len(), 5);
        assert_eq!(simpler_floats(1e300).len(), 5);
    }
}
