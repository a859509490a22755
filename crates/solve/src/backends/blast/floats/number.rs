//! Packed and unpacked floats: taking apart, rounding and comparing.

use super::super::gates::{Circuit, Lit};
use super::super::words::{Word, sign_extend};
use super::{Format, signed};

/// A float taken apart. Of numbers that are finite and not zero, the
/// significand has its leading one on top, subnormals too.
#[derive(Clone, Debug)]
pub(super) struct Unpacked {
    /// Not a number.
    pub nan: Lit,
    /// An infinity.
    pub infinite: Lit,
    /// One of the zeros.
    pub zero: Lit,
    /// The number.
    pub number: Number,
}

/// Sign, signed exponent and significand, with the point below the top bit.
/// A significand of zero is zero, whatever the exponent.
#[derive(Clone, Debug)]
pub(super) struct Number {
    /// Whether it is negative.
    pub sign: Lit,
    /// The exponent, signed.
    pub exponent: Word,
    /// The significand, leading one on top.
    pub significand: Word,
}

/// The canonical NaN.
pub(super) fn nan(format: Format) -> Word {
    let mut word = vec![Lit::FALSE; format.precision - 2];
    word.push(Lit::TRUE);
    word.extend(vec![Lit::TRUE; format.exponent]);
    word.push(Lit::FALSE);
    word
}

/// An infinity.
pub(super) fn infinity(format: Format, sign: Lit) -> Word {
    let mut word = vec![Lit::FALSE; format.precision - 1];
    word.extend(vec![Lit::TRUE; format.exponent]);
    word.push(sign);
    word
}

/// A zero.
pub(super) fn zero(format: Format, sign: Lit) -> Word {
    let mut word = vec![Lit::FALSE; format.precision - 1 + format.exponent];
    word.push(sign);
    word
}

/// The bits with any NaN made the canonical one.
pub(crate) fn canonical(circuit: &mut Circuit, format: Format, bits: &[Lit]) -> Word {
    let (fraction, exponent) = fields(format, bits);
    let ones = circuit.all(exponent);
    let some = circuit.any(fraction);
    let is_nan = circuit.and(ones, some);
    circuit.mux_word(is_nan, &nan(format), bits)
}

fn fields(format: Format, bits: &[Lit]) -> (&[Lit], &[Lit]) {
    let point = format.precision - 1;
    (&bits[..point], &bits[point..point + format.exponent])
}

/// Shifts left until the top bit is one; the word and the distance.
pub(super) fn normalise(circuit: &mut Circuit, word: &[Lit]) -> (Word, Word) {
    let mut word = word.to_vec();
    let stages = usize::BITS - (word.len() - 1).leading_zeros();
    let mut distance = vec![Lit::FALSE; stages as usize];
    for stage in (0..stages as usize).rev() {
        let step = 1 << stage;
        let empty = !circuit.any(&word[word.len() - step..]);
        let mut moved = vec![Lit::FALSE; step];
        moved.extend(&word[..word.len() - step]);
        word = circuit.mux_word(empty, &moved, &word);
        distance[stage] = empty;
    }
    (word, distance)
}

/// Takes a float apart.
pub(super) fn unpack(circuit: &mut Circuit, format: Format, bits: &[Lit]) -> Unpacked {
    let (fraction, exponent) = fields(format, bits);
    let ones = circuit.all(exponent);
    let some = circuit.any(fraction);
    let subnormal = !circuit.any(exponent);
    let mut significand = fraction.to_vec();
    significand.push(!subnormal);
    let (significand, distance) = normalise(circuit, &significand);
    // The least exponent has two codes: subnormals count like 1.
    let mut biased = exponent.to_vec();
    biased[0] = circuit.or(biased[0], subnormal);
    let room = format.exponent_room();
    biased.resize(room, Lit::FALSE);
    let unbiased = circuit.sub(&biased, &signed(format.bias(), room));
    let mut distance = distance;
    distance.resize(room, Lit::FALSE);
    Unpacked {
        nan: circuit.and(ones, some),
        infinite: circuit.and(ones, !some),
        zero: circuit.and(subnormal, !some),
        number: Number {
            sign: bits[bits.len() - 1],
            exponent: circuit.sub(&unbiased, &distance),
            significand,
        },
    }
}

/// Rounds to nearest even and packs. The lowest bit of the significand may be
/// sticky. A significand of zero gives a zero.
pub(super) fn round(circuit: &mut Circuit, format: Format, number: &Number) -> Word {
    let precision = format.precision;
    let mut significand = number.significand.clone();
    while significand.len() < precision + 2 {
        significand.insert(0, Lit::FALSE);
    }
    let room = number.exponent.len() + 1;
    let exponent = sign_extend(&number.exponent, room);
    let least = 1 - format.bias();
    // Subnormals lose the bits below the least exponent.
    let below = circuit.sub(&signed(least, room), &exponent);
    let subnormal = circuit.signed_less(&exponent, &signed(least, room), false);
    let distance = circuit.gated(&below[..room - 1], subnormal);
    let (shifted, lost) = circuit.shift_right_sticky(&significand, &distance);
    let kept_from = shifted.len() - precision;
    let kept = &shifted[kept_from..];
    let guard = shifted[kept_from - 1];
    let rest = circuit.any(&shifted[..kept_from - 1]);
    let sticky = circuit.or(rest, lost);
    let tie = circuit.or(sticky, kept[0]);
    let up = circuit.and(guard, tie);
    // Fraction and biased exponent are one number: a carry out of the fraction
    // raises the exponent, out of the subnormals or into infinity.
    let biased = circuit.add(&exponent, &signed(format.bias(), room));
    let biased = circuit.gated(&biased[..format.exponent], !subnormal);
    let empty = !circuit.any(&number.significand);
    let mut packed = kept[..precision - 1].to_vec();
    packed.extend(biased);
    let (packed, _) = circuit.increment(&packed, up);
    let overflow = circuit.signed_less(&signed(format.bias(), room), &exponent, false);
    let mut word = packed;
    word.push(number.sign);
    let word = circuit.mux_word(overflow, &infinity(format, number.sign), &word);
    circuit.mux_word(empty, &zero(format, number.sign), &word)
}

/// IEEE equality.
pub(super) fn equal(circuit: &mut Circuit, format: Format, a: &[Lit], b: &[Lit]) -> Lit {
    let (not_nan, both_zero) = ordered(circuit, format, a, b);
    let same = circuit.equal(a, b);
    let same = circuit.or(same, both_zero);
    circuit.and(not_nan, same)
}

/// IEEE less than, or less or equal.
pub(super) fn less(
    circuit: &mut Circuit,
    format: Format,
    a: &[Lit],
    b: &[Lit],
    or_equal: bool,
) -> Lit {
    let (not_nan, both_zero) = ordered(circuit, format, a, b);
    let top = a.len() - 1;
    let (sign_a, sign_b) = (a[top], b[top]);
    let up = circuit.unsigned_less(&a[..top], &b[..top], or_equal);
    let down = circuit.unsigned_less(&b[..top], &a[..top], or_equal);
    let same_sign = circuit.mux(sign_a, down, up);
    let differ = circuit.xor(sign_a, sign_b);
    let less = circuit.mux(differ, sign_a, same_sign);
    let less = circuit.mux(both_zero, Lit::constant(or_equal), less);
    circuit.and(not_nan, less)
}

/// Whether neither is NaN, and whether both are zeros.
fn ordered(circuit: &mut Circuit, format: Format, a: &[Lit], b: &[Lit]) -> (Lit, Lit) {
    let is_nan = |circuit: &mut Circuit, bits: &[Lit]| {
        let (fraction, exponent) = fields(format, bits);
        let (ones, some) = (circuit.all(exponent), circuit.any(fraction));
        circuit.and(ones, some)
    };
    let (nan_a, nan_b) = (is_nan(circuit, a), is_nan(circuit, b));
    let top = a.len() - 1;
    let (some_a, some_b) = (circuit.any(&a[..top]), circuit.any(&b[..top]));
    (circuit.and(!nan_a, !nan_b), circuit.and(!some_a, !some_b))
}
