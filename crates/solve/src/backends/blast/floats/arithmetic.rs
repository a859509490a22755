//! IEEE arithmetic.

use super::super::gates::{Circuit, Lit};
use super::super::words::{Word, complement, sign_extend};
use super::Format;
use super::number::{Number, infinity, nan, normalise, round, unpack, zero};

/// Negation: of NaN, NaN.
pub(super) fn neg(circuit: &mut Circuit, format: Format, a: &[Lit]) -> Word {
    let mut word = a.to_vec();
    let top = word.len() - 1;
    word[top] = !word[top];
    let is_nan = unpack(circuit, format, a).nan;
    circuit.mux_word(is_nan, &nan(format), &word)
}

/// Absolute value.
pub(super) fn abs(a: &[Lit]) -> Word {
    let mut word = a.to_vec();
    let top = word.len() - 1;
    word[top] = Lit::FALSE;
    word
}

/// The exact sum of two numbers of one precision, with a sticky bit lowest.
fn sum(circuit: &mut Circuit, a: &Number, b: &Number) -> Number {
    let room = a.exponent.len().max(b.exponent.len()) + 1;
    let exponents = [&a.exponent, &b.exponent].map(|exponent| sign_extend(exponent, room));
    let some_a = circuit.any(&a.significand);
    let some_b = circuit.any(&b.significand);
    // The larger comes first: by exponent, then by significand; zero last.
    let lower = circuit.signed_less(&exponents[0], &exponents[1], false);
    let level = circuit.equal(&exponents[0], &exponents[1]);
    let smaller = circuit.unsigned_less(&a.significand, &b.significand, false);
    let level_smaller = circuit.and(level, smaller);
    let smaller = circuit.or(lower, level_smaller);
    let smaller = circuit.and(smaller, some_b);
    let swap = circuit.or(smaller, !some_a);
    let big_exponent = circuit.mux_word(swap, &exponents[1], &exponents[0]);
    let small_exponent = circuit.mux_word(swap, &exponents[0], &exponents[1]);
    let big = circuit.mux_word(swap, &b.significand, &a.significand);
    let small = circuit.mux_word(swap, &a.significand, &b.significand);
    let sign = circuit.mux(swap, b.sign, a.sign);
    // Three bits below keep guard, round and sticky; one above takes the carry.
    let pad = |word: &[Lit]| [&[Lit::FALSE; 3], word, &[Lit::FALSE]].concat();
    let distance = circuit.sub(&big_exponent, &small_exponent);
    let (mut shifted, lost) = circuit.shift_right_sticky(&pad(&small), &distance[..room - 1]);
    shifted[0] = circuit.or(shifted[0], lost);
    let subtract = circuit.xor(a.sign, b.sign);
    let operand: Word = shifted
        .iter()
        .map(|&bit| circuit.xor(bit, subtract))
        .collect();
    let (total, _) = circuit.add_carry(&pad(&big), &operand, subtract);
    let (significand, moved) = normalise(circuit, &total);
    let one = super::signed(1, room);
    let exponent = circuit.add(&big_exponent, &one);
    let mut moved = moved;
    moved.resize(room, Lit::FALSE);
    Number {
        sign,
        exponent: circuit.sub(&exponent, &moved),
        significand,
    }
}

/// Puts the special cases over a rounded result.
fn finish(
    circuit: &mut Circuit,
    format: Format,
    rounded: &[Lit],
    is_infinite: (Lit, Lit),
    is_nan: Lit,
) -> Word {
    let (infinite, sign) = is_infinite;
    let word = circuit.mux_word(infinite, &infinity(format, sign), rounded);
    circuit.mux_word(is_nan, &nan(format), &word)
}

/// Rounds a sum; an exact zero is positive unless both were negative.
fn round_sum(circuit: &mut Circuit, format: Format, a: &Number, b: &Number) -> Word {
    let total = sum(circuit, a, b);
    let rounded = round(circuit, format, &total);
    let empty = !circuit.any(&total.significand);
    let sign = circuit.and(a.sign, b.sign);
    circuit.mux_word(empty, &zero(format, sign), &rounded)
}

/// Addition, or subtraction.
pub(super) fn add(
    circuit: &mut Circuit,
    format: Format,
    a: &[Lit],
    b: &[Lit],
    subtract: bool,
) -> Word {
    let a = unpack(circuit, format, a);
    let mut b = unpack(circuit, format, b);
    b.number.sign = b.number.sign.negate_if(subtract);
    let rounded = round_sum(circuit, format, &a.number, &b.number);
    let opposite = circuit.xor(a.number.sign, b.number.sign);
    let both = circuit.and(a.infinite, b.infinite);
    let undefined = circuit.and(both, opposite);
    let is_nan = circuit.any(&[a.nan, b.nan, undefined]);
    let infinite = circuit.or(a.infinite, b.infinite);
    let sign = circuit.mux(a.infinite, a.number.sign, b.number.sign);
    finish(circuit, format, &rounded, (infinite, sign), is_nan)
}

/// The exact product, normalised, with twice the precision.
fn product(circuit: &mut Circuit, a: &Number, b: &Number) -> Number {
    let precision = a.significand.len();
    let pad = |word: &[Lit]| [word, vec![Lit::FALSE; precision].as_slice()].concat();
    let product = circuit.mul(&pad(&a.significand), &pad(&b.significand));
    let top = product[2 * precision - 1];
    let mut moved = vec![Lit::FALSE];
    moved.extend(&product[..2 * precision - 1]);
    let (sum, _) = circuit.add_carry(&a.exponent, &b.exponent, top);
    Number {
        sign: circuit.xor(a.sign, b.sign),
        exponent: sum,
        significand: circuit.mux_word(top, &product, &moved),
    }
}

/// Multiplication.
pub(super) fn mul(circuit: &mut Circuit, format: Format, a: &[Lit], b: &[Lit]) -> Word {
    let (a, b) = (unpack(circuit, format, a), unpack(circuit, format, b));
    let exact = product(circuit, &a.number, &b.number);
    let rounded = round(circuit, format, &exact);
    let infinite = circuit.or(a.infinite, b.infinite);
    let either_zero = circuit.or(a.zero, b.zero);
    let undefined = circuit.and(infinite, either_zero);
    let is_nan = circuit.any(&[a.nan, b.nan, undefined]);
    finish(circuit, format, &rounded, (infinite, exact.sign), is_nan)
}

/// Fused multiplication and addition.
pub(super) fn fma(circuit: &mut Circuit, format: Format, a: &[Lit], b: &[Lit], c: &[Lit]) -> Word {
    let (a, b) = (unpack(circuit, format, a), unpack(circuit, format, b));
    let mut c = unpack(circuit, format, c);
    let exact = product(circuit, &a.number, &b.number);
    let wide = vec![Lit::FALSE; format.precision];
    c.number.significand = [wide, c.number.significand].concat();
    let rounded = round_sum(circuit, format, &exact, &c.number);
    let infinite = circuit.or(a.infinite, b.infinite);
    let either_zero = circuit.or(a.zero, b.zero);
    let undefined = circuit.and(infinite, either_zero);
    let opposite = circuit.xor(exact.sign, c.number.sign);
    let both = circuit.and(infinite, c.infinite);
    let cancelled = circuit.and(both, opposite);
    let is_nan = circuit.any(&[a.nan, b.nan, c.nan, undefined, cancelled]);
    let sign = circuit.mux(infinite, exact.sign, c.number.sign);
    let any_infinite = circuit.or(infinite, c.infinite);
    finish(circuit, format, &rounded, (any_infinite, sign), is_nan)
}

/// Division.
pub(super) fn div(circuit: &mut Circuit, format: Format, a: &[Lit], b: &[Lit]) -> Word {
    let (a, b) = (unpack(circuit, format, a), unpack(circuit, format, b));
    let precision = format.precision;
    // One digit above the point and enough below for rounding.
    let mut rest = a.number.significand.clone();
    rest.push(Lit::FALSE);
    let mut divisor = b.number.significand.clone();
    divisor.push(Lit::FALSE);
    let mut quotient = Vec::new();
    for _ in 0..precision + 3 {
        let (difference, fits) = circuit.add_carry(&rest, &complement(&divisor), Lit::TRUE);
        quotient.insert(0, fits);
        let left = circuit.mux_word(fits, &difference, &rest);
        rest = [&[Lit::FALSE], &left[..precision]].concat();
    }
    let sticky = circuit.any(&rest);
    quotient.insert(0, sticky);
    let top = quotient[quotient.len() - 1];
    let mut moved = vec![Lit::FALSE];
    moved.extend(&quotient[..quotient.len() - 1]);
    let significand = circuit.mux_word(top, &quotient, &moved);
    // ea - eb, less one if the leading digit was zero.
    let (exponent, _) = circuit.add_carry(&a.number.exponent, &complement(&b.number.exponent), top);
    let sign = circuit.xor(a.number.sign, b.number.sign);
    let number = Number {
        sign,
        exponent,
        significand,
    };
    let rounded = round(circuit, format, &number);
    let gives_zero = circuit.or(a.zero, b.infinite);
    let rounded = circuit.mux_word(gives_zero, &zero(format, sign), &rounded);
    let both_zero = circuit.and(a.zero, b.zero);
    let both_infinite = circuit.and(a.infinite, b.infinite);
    let is_nan = circuit.any(&[a.nan, b.nan, both_zero, both_infinite]);
    let infinite = circuit.or(a.infinite, b.zero);
    finish(circuit, format, &rounded, (infinite, sign), is_nan)
}

/// Square root.
pub(super) fn sqrt(circuit: &mut Circuit, format: Format, a: &[Lit]) -> Word {
    let packed = a;
    let a = unpack(circuit, format, a);
    let digits = format.precision + 2;
    // An odd exponent gives a bit to the significand: two bits above the point.
    let odd = a.number.exponent[0];
    let plain = [a.number.significand.as_slice(), &[Lit::FALSE]].concat();
    let doubled = [&[Lit::FALSE], a.number.significand.as_slice()].concat();
    let radicand = circuit.mux_word(odd, &doubled, &plain);
    let mut radicand: Vec<Lit> = radicand.into_iter().rev().collect();
    radicand.resize(2 * digits, Lit::FALSE);
    let mut rest = vec![Lit::FALSE; digits + 3];
    let mut root: Word = Vec::new();
    for pair in radicand.chunks(2) {
        rest = [&[pair[1], pair[0]], &rest[..digits + 1]].concat();
        let mut trial = vec![Lit::TRUE, Lit::FALSE];
        trial.extend(&root);
        trial.resize(digits + 3, Lit::FALSE);
        let (difference, fits) = circuit.add_carry(&rest, &complement(&trial), Lit::TRUE);
        rest = circuit.mux_word(fits, &difference, &rest);
        root.insert(0, fits);
    }
    let sticky = circuit.any(&rest);
    root.insert(0, sticky);
    let exponent = &a.number.exponent;
    let number = Number {
        sign: Lit::FALSE,
        exponent: sign_extend(&exponent[1..], exponent.len()),
        significand: root,
    };
    let rounded = round(circuit, format, &number);
    let rounded = circuit.mux_word(a.zero, packed, &rounded);
    let negative = circuit.and(a.number.sign, !a.zero);
    let is_nan = circuit.or(a.nan, negative);
    finish(circuit, format, &rounded, (a.infinite, Lit::FALSE), is_nan)
}
