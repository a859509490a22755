//! Conversions between floats, bit-vectors and integers, and rounding to
//! integral floats.

use everypath_term::Rounding;

use super::super::gates::{Circuit, Lit};
use super::super::words::{Word, resize, sign_extend};
use super::number::{Number, infinity, nan, normalise, round, unpack, zero};
use super::{Format, signed};

/// The nearest float of a magnitude with a sign.
fn from_magnitude(circuit: &mut Circuit, format: Format, sign: Lit, magnitude: &[Lit]) -> Word {
    let (significand, moved) = normalise(circuit, magnitude);
    let room = moved.len().max(format.exponent) + 2;
    let top = signed(magnitude.len() as i64 - 1, room);
    let exponent = circuit.sub(&top, &resize(&moved, room));
    let number = Number {
        sign,
        exponent,
        significand,
    };
    round(circuit, format, &number)
}

/// The nearest float of a signed or unsigned bit-vector; zero is positive.
pub(super) fn from_bit_vector(
    circuit: &mut Circuit,
    format: Format,
    bits: &[Lit],
    is_signed: bool,
) -> Word {
    let sign = match is_signed {
        true => bits[bits.len() - 1],
        false => Lit::FALSE,
    };
    let magnitude = circuit.negate_if(bits, sign);
    // A word of one bit cannot be normalised; a zero above changes nothing.
    let magnitude = resize(&magnitude, magnitude.len().max(2));
    from_magnitude(circuit, format, sign, &magnitude)
}

/// The nearest float of an integer.
pub(crate) fn from_integer(circuit: &mut Circuit, format: Format, word: &[Lit]) -> Word {
    from_bit_vector(circuit, format, word, true)
}

/// A float in another format.
pub(super) fn between(circuit: &mut Circuit, from: Format, to: Format, bits: &[Lit]) -> Word {
    if from == to {
        return bits.to_vec();
    }
    let float = unpack(circuit, from, bits);
    let sign = float.number.sign;
    // The exponent gets room for the target's bounds.
    let room = from.exponent_room().max(to.exponent_room());
    let number = Number {
        exponent: sign_extend(&float.number.exponent, room),
        ..float.number
    };
    let rounded = round(circuit, to, &number);
    let word = circuit.mux_word(float.infinite, &infinity(to, sign), &rounded);
    circuit.mux_word(float.nan, &nan(to), &word)
}

/// The magnitude truncated to `width` bits, and whether it is too large;
/// meaningless for NaN, too large for infinities.
fn truncated(circuit: &mut Circuit, format: Format, bits: &[Lit], width: usize) -> (Word, Lit) {
    let float = unpack(circuit, format, bits);
    let precision = format.precision;
    let bits_of_width = usize::BITS as usize - width.leading_zeros() as usize;
    let room = format.exponent_room().max(bits_of_width + 2);
    let exponent = sign_extend(&float.number.exponent, room);
    let fraction_only = exponent[room - 1];
    let limit = signed(width as i64, room);
    let fits = circuit.signed_less(&exponent, &limit, false);
    let too_large = circuit.or(!fits, float.infinite);
    let too_large = circuit.and(too_large, !float.zero);
    let wide = resize(&float.number.significand, precision + width);
    let shifted = circuit.shift_left(&wide, &exponent[..bits_of_width]);
    let whole = &shifted[precision - 1..precision - 1 + width];
    let empty = circuit.any(&[fraction_only, float.zero, float.infinite, float.nan]);
    (circuit.gated(whole, !empty), too_large)
}

/// A float truncated to a bit-vector, saturating; NaN gives 0.
pub(super) fn to_bit_vector(
    circuit: &mut Circuit,
    format: Format,
    bits: &[Lit],
    width: u8,
    is_signed: bool,
) -> Word {
    let width = usize::from(width);
    let sign = bits[bits.len() - 1];
    let is_nan = unpack(circuit, format, bits).nan;
    let word = if is_signed {
        let (magnitude, too_large) = truncated(circuit, format, bits, width);
        // The sign's bit must stay free; the minimum saturates to itself.
        let too_large = circuit.or(too_large, magnitude[width - 1]);
        let value = circuit.negate_if(&magnitude, sign);
        let mut limit = vec![!sign; width];
        limit[width - 1] = sign;
        circuit.mux_word(too_large, &limit, &value)
    } else {
        let (magnitude, too_large) = truncated(circuit, format, bits, width);
        let full = vec![Lit::TRUE; width];
        let value = circuit.mux_word(too_large, &full, &magnitude);
        circuit.gated(&value, !sign)
    };
    circuit.gated(&word, !is_nan)
}

/// A float truncated to an integer of at most `most` bits, and whether it
/// fits; NaN and infinities give 0 and fit.
pub(crate) fn to_integer(
    circuit: &mut Circuit,
    format: Format,
    bits: &[Lit],
    most: usize,
) -> (Word, Lit) {
    let (magnitude, too_large) = truncated(circuit, format, bits, most);
    let float = unpack(circuit, format, bits);
    let special = circuit.or(float.nan, float.infinite);
    let signed_magnitude = resize(&magnitude, most + 1);
    let word = circuit.negate_if(&signed_magnitude, float.number.sign);
    (word, circuit.or(!too_large, special))
}

/// Rounds to an integral float.
pub(super) fn round_integral(
    circuit: &mut Circuit,
    format: Format,
    bits: &[Lit],
    rounding: Rounding,
) -> Word {
    let float = unpack(circuit, format, bits);
    let precision = format.precision;
    let sign = float.number.sign;
    let room = format.exponent_room();
    let last = signed(precision as i64 - 1, room);
    let integral = circuit.signed_less(&last, &float.number.exponent, true);
    // The fraction goes below the point: guard and sticky remain of it.
    let distance = circuit.sub(&last, &float.number.exponent);
    let wide = [&[Lit::FALSE], float.number.significand.as_slice()].concat();
    let (shifted, sticky) = circuit.shift_right_sticky(&wide, &distance[..room - 1]);
    let (guard, whole) = (shifted[0], &shifted[1..]);
    let inexact = circuit.or(guard, sticky);
    let up = match rounding {
        Rounding::NearestEven => {
            let tie = circuit.or(sticky, whole[0]);
            circuit.and(guard, tie)
        }
        Rounding::Floor => circuit.and(inexact, sign),
        Rounding::Ceiling => circuit.and(inexact, !sign),
        Rounding::Truncate => Lit::FALSE,
    };
    let (sum, carry) = circuit.increment(whole, up);
    let magnitude = [sum.as_slice(), &[carry]].concat();
    let rounded = from_magnitude(circuit, format, sign, &magnitude);
    let keep = circuit.any(&[integral, float.nan, float.infinite]);
    let word = circuit.mux_word(keep, bits, &rounded);
    circuit.mux_word(float.zero, &zero(format, sign), &word)
}
