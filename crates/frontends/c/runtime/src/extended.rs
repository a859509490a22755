//! `long double` of x86: a sign, fifteen bits of exponent and sixty-four of
//! mantissa. A term stands for such a value only where a `double` has the same
//! one; then comparisons and conversions are those of the `double`.

/// Bytes that a value takes in memory without the padding.
pub const SIZE: usize = 10;

const BIAS: i32 = 16383;
const DOUBLE_BIAS: i32 = 1023;

/// A `double`'s value: the mantissa, and sign and exponent.
pub fn from_double(bits: u64) -> (u64, u16) {
    let sign = ((bits >> 63) as u16) << 15;
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    match (exponent, fraction) {
        (0, 0) => (0, sign),
        (0, fraction) => {
            let shift = fraction.leading_zeros();
            let value = 1 - DOUBLE_BIAS - 52 + 63 - shift as i32;
            (fraction << shift, sign | (value + BIAS) as u16)
        }
        (0x7ff, fraction) => (1 << 63 | fraction << 11, sign | 0x7fff),
        _ => {
            let value = exponent - DOUBLE_BIAS;
            (1 << 63 | fraction << 11, sign | (value + BIAS) as u16)
        }
    }
}

/// The `double` of the same value, if there is one.
pub fn to_double(mantissa: u64, sign_and_exponent: u16) -> Option<u64> {
    let sign = u64::from(sign_and_exponent >> 15) << 63;
    let exponent = i32::from(sign_and_exponent & 0x7fff);
    if mantissa == 0 && exponent == 0 {
        return Some(sign);
    }
    if mantissa >> 63 == 0 {
        return None;
    }
    if exponent == 0x7fff {
        let fraction = mantissa << 1 >> 12;
        return Some(sign | 0x7ff << 52 | fraction);
    }
    let value = exponent - BIAS;
    let dropped = match value {
        -1022..=1023 => 11,
        // Below the normal range a double has fewer bits.
        -1074..=-1023 => 11 + (-1022 - value) as u32,
        _ => return None,
    };
    if mantissa.trailing_zeros() < dropped {
        return None;
    }
    let kept = if dropped == 64 {
        0
    } else {
        mantissa >> dropped
    };
    Some(match value {
        -1022.. => sign | ((value + DOUBLE_BIAS) as u64) << 52 | (kept & ((1 << 52) - 1)),
        _ => sign | kept,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_come_back() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -2.5,
            0.1,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::MIN_POSITIVE / 4.0,
            5e-324,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        for number in numbers {
            let (mantissa, rest) = from_double(number.to_bits());
            assert_eq!(
                to_double(mantissa, rest),
                Some(number.to_bits()),
                "{number}"
            );
        }
        let (mantissa, rest) = from_double(f64::NAN.to_bits());
        assert!(to_double(mantissa, rest).is_some_and(|bits| f64::from_bits(bits).is_nan()));
    }

    #[test]
    fn what_no_double_has_is_none() {
        // A tenth, with all its bits.
        assert_eq!(to_double(0xcccc_cccc_cccc_cccd, 0x3ffb), None);
        assert_eq!(to_double(1 << 63, 0x7ffe), None);
        // One, and the numbers as the processor writes them.
        assert_eq!(from_double(1.0f64.to_bits()), (1 << 63, 0x3fff));
        assert_eq!(
            from_double((-3.0f64).to_bits()),
            (0xc000_0000_0000_0000, 0xc000)
        );
    }
}
