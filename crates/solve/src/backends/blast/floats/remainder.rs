//! C's `fmod`: long division of the significands, one step for each exponent
//! between the two. Exact, and large: some 300,000 gates for binary64.

use super::super::gates::{Circuit, Lit};
use super::super::words::{Word, complement, sign_extend};
use super::number::{Number, nan, normalise, round, unpack};
use super::{Format, signed};

/// The remainder with the dividend's sign.
pub(super) fn rem(circuit: &mut Circuit, format: Format, a: &[Lit], b: &[Lit]) -> Word {
    let dividend = a;
    let (a, b) = (unpack(circuit, format, a), unpack(circuit, format, b));
    let precision = format.precision;
    let room = format.exponent_room() + 1;
    let exponent_a = sign_extend(&a.number.exponent, room);
    let exponent_b = sign_extend(&b.number.exponent, room);
    let distance = circuit.sub(&exponent_a, &exponent_b);
    let shorter = distance[room - 1];
    let mut divisor = b.number.significand.clone();
    divisor.push(Lit::FALSE);
    let mut rest = a.number.significand.clone();
    rest.push(Lit::FALSE);
    // From the greatest distance down to 0: subtract where it fits, and shift
    // before the next. Steps beyond the actual distance do nothing.
    let most = 2 * format.bias() + precision as i64 - 1;
    for step in (0..=most).rev() {
        let active = circuit.signed_less(&signed(step, room), &distance, true);
        if active == Lit::FALSE {
            continue;
        }
        let (difference, fits) = circuit.add_carry(&rest, &complement(&divisor), Lit::TRUE);
        let take = circuit.and(fits, active);
        rest = circuit.mux_word(take, &difference, &rest);
        if step > 0 {
            let shifted = [&[Lit::FALSE], &rest[..precision]].concat();
            rest = circuit.mux_word(active, &shifted, &rest);
        }
    }
    let (significand, moved) = normalise(circuit, &rest[..precision]);
    let moved = super::super::words::resize(&moved, room);
    let number = Number {
        sign: a.number.sign,
        exponent: circuit.sub(&exponent_b, &moved),
        significand,
    };
    let rounded = round(circuit, format, &number);
    let unchanged = circuit.any(&[shorter, b.infinite, a.zero]);
    let word = circuit.mux_word(unchanged, dividend, &rounded);
    let is_nan = circuit.any(&[a.nan, b.nan, a.infinite, b.zero]);
    circuit.mux_word(is_nan, &nan(format), &word)
}
