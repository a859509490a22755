//! Circuits on integers: two's complement words of whatever width the number
//! needs, so that nothing overflows. The last bit is the sign.

use num_bigint::BigInt;
use num_traits::Signed;

use super::gates::{Circuit, Lit};
use super::words::{Word, as_number, complement, sign_extend};

/// Drops top bits that only repeat the sign.
pub(super) fn trim(mut word: Word) -> Word {
    while word.len() > 1 && word[word.len() - 1] == word[word.len() - 2] {
        word.pop();
    }
    word
}

/// The word of a number.
pub(super) fn integer(value: &BigInt) -> Word {
    let negative = value.is_negative();
    let magnitude = if negative { !value } else { value.clone() };
    let mut word: Word = (0..magnitude.bits())
        .map(|bit| Lit::constant(magnitude.bit(bit) ^ negative))
        .collect();
    word.push(Lit::constant(negative));
    word
}

/// The number of the bits of a word.
pub(super) fn read_integer(bits: impl DoubleEndedIterator<Item = bool>) -> BigInt {
    let mut bits = bits.rev();
    let negative = bits.next().unwrap_or(false);
    let mut value = BigInt::from(-i32::from(negative));
    for bit in bits {
        value = value * 2 + i32::from(bit);
    }
    value
}

fn widest(a: &[Lit], b: &[Lit]) -> usize {
    a.len().max(b.len())
}

fn sign(word: &[Lit]) -> Lit {
    *word.last().expect("a word has bits")
}

impl Circuit {
    /// Addition.
    pub(super) fn int_add(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = widest(a, b) + 1;
        trim(self.add(&sign_extend(a, width), &sign_extend(b, width)))
    }

    /// Subtraction.
    pub(super) fn int_sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = widest(a, b) + 1;
        trim(self.sub(&sign_extend(a, width), &sign_extend(b, width)))
    }

    /// Negation.
    pub(super) fn int_neg(&mut self, a: &[Lit]) -> Word {
        trim(self.neg(&sign_extend(a, a.len() + 1)))
    }

    /// The magnitude, as an unsigned word of the same width.
    fn magnitude(&mut self, a: &[Lit]) -> Word {
        self.negate_if(a, sign(a))
    }

    /// Multiplication.
    pub(super) fn int_mul(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let free = |word: &[Lit]| word.iter().filter(|lit| **lit != Lit::FALSE).count();
        let (a, b) = if free(b) <= free(a) { (a, b) } else { (b, a) };
        let mut low = Vec::new();
        let mut high = vec![Lit::FALSE];
        for (position, &bit) in b.iter().enumerate() {
            let row = self.gated(a, bit);
            // The sign bit of the multiplier has negative weight.
            high = if position + 1 == b.len() {
                self.int_sub(&high, &row)
            } else {
                self.int_add(&high, &row)
            };
            if position + 1 < b.len() {
                low.push(high[0]);
                high = if high.len() > 1 {
                    high[1..].to_vec()
                } else {
                    high
                };
            }
        }
        low.extend(high);
        trim(low)
    }

    /// Quotient rounding down and remainder with the divisor's sign; by zero:
    /// 0 and the dividend.
    pub(super) fn int_divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        if let Some(power) = power_of_two(b) {
            return divide_by_power(a, power);
        }
        let width = widest(a, b);
        let (a, b) = (sign_extend(a, width), sign_extend(b, width));
        let (unsigned_a, unsigned_b) = (self.magnitude(&a), self.magnitude(&b));
        let (quotient, rest) = self.divide(&unsigned_a, &unsigned_b);
        let exact = !self.any(&rest);
        let by_zero = !self.any(&b);
        let opposite = self.xor(sign(&a), sign(&b));
        // Minus the quotient, less one unless exact: its complement, plus one if exact.
        let mut wide = quotient;
        wide.push(Lit::FALSE);
        let (down, _) = self.increment(&complement(&wide), exact);
        let floor = self.mux_word(opposite, &down, &wide);
        let floor = self.gated(&floor, !by_zero);
        // The remainder's magnitude is |b| - rest where the signs differ.
        let inexact_opposite = self.and(opposite, !exact);
        let other = self.sub(&unsigned_b, &rest);
        let mut remainder = self.mux_word(inexact_opposite, &other, &rest);
        remainder.push(Lit::FALSE);
        let remainder = self.negate_if(&remainder, sign(&b));
        let dividend = sign_extend(&a, width + 1);
        let remainder = self.mux_word(by_zero, &dividend, &remainder);
        (trim(floor), trim(remainder))
    }

    /// Bit by bit, on infinite two's complement.
    pub(super) fn int_bitwise(
        &mut self,
        a: &[Lit],
        b: &[Lit],
        op: fn(&mut Circuit, Lit, Lit) -> Lit,
    ) -> Word {
        let width = widest(a, b);
        trim(self.bitwise(&sign_extend(a, width), &sign_extend(b, width), op))
    }

    /// Left shift by a natural amount of at most `most`; by a negative one: 0.
    pub(super) fn int_shift_left(&mut self, a: &[Lit], amount: &[Lit], most: usize) -> Word {
        let wide = sign_extend(a, a.len() + most);
        let natural = &amount[..amount.len() - 1];
        let shifted = self.shift_left(&wide, natural);
        trim(self.gated(&shifted, !sign(amount)))
    }

    /// Right shift rounding down; by a negative amount: 0.
    pub(super) fn int_shift_right(&mut self, a: &[Lit], amount: &[Lit]) -> Word {
        let natural = &amount[..amount.len() - 1];
        let shifted = self.shift_right(a, natural, sign(a));
        trim(self.gated(&shifted, !sign(amount)))
    }

    /// One of two numbers.
    pub(super) fn int_mux(&mut self, select: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
        let width = widest(then, otherwise);
        let (then, otherwise) = (sign_extend(then, width), sign_extend(otherwise, width));
        trim(self.mux_word(select, &then, &otherwise))
    }

    /// Equality.
    pub(super) fn int_equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let width = widest(a, b);
        // The top bits first: they decide constants out of range at once.
        let (mut a, mut b) = (sign_extend(a, width), sign_extend(b, width));
        a.reverse();
        b.reverse();
        self.equal(&a, &b)
    }

    /// Less than, or less or equal.
    pub(super) fn int_less(&mut self, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
        let width = widest(a, b);
        let (a, b) = (sign_extend(a, width), sign_extend(b, width));
        self.signed_less(&a, &b, or_equal)
    }
}

/// The exponent, if the word is a constant power of two.
fn power_of_two(word: &[Lit]) -> Option<usize> {
    if word.len() > 120 {
        return None;
    }
    let number = as_number(word)?;
    let positive = word.last() == Some(&Lit::FALSE);
    (positive && number.is_power_of_two()).then(|| number.trailing_zeros() as usize)
}

fn divide_by_power(a: &[Lit], power: usize) -> (Word, Word) {
    let wide = sign_extend(a, a.len().max(power + 1));
    let mut rest = wide[..power].to_vec();
    rest.push(Lit::FALSE);
    (trim(wide[power..].to_vec()), trim(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_integer::Integer;
    use num_traits::Zero;

    fn value(word: &[Lit]) -> BigInt {
        read_integer(word.iter().map(|lit| lit.as_constant().expect("folded")))
    }

    #[test]
    fn circuits_agree_with_arithmetic_on_constants() {
        let mut circuit = Circuit::default();
        for x in -20i64..=20 {
            for y in -20i64..=20 {
                let (big_x, big_y) = (BigInt::from(x), BigInt::from(y));
                let (a, b) = (integer(&big_x), integer(&big_y));
                assert_eq!(value(&circuit.int_add(&a, &b)), BigInt::from(x + y));
                assert_eq!(value(&circuit.int_sub(&a, &b)), BigInt::from(x - y));
                assert_eq!(value(&circuit.int_mul(&a, &b)), BigInt::from(x * y));
                let (quotient, rest) = circuit.int_divide(&a, &b);
                let expected = if y.is_zero() {
                    (0, x)
                } else {
                    x.div_mod_floor(&y)
                };
                assert_eq!(value(&quotient), BigInt::from(expected.0), "{x} / {y}");
                assert_eq!(value(&rest), BigInt::from(expected.1), "{x} mod {y}");
                let less = circuit.int_less(&a, &b, false);
                assert_eq!(less.as_constant(), Some(x < y));
                let equal = circuit.int_equal(&a, &b);
                assert_eq!(equal.as_constant(), Some(x == y));
                let shifted = circuit.int_shift_left(&a, &b, 20);
                let expected = if y < 0 { 0 } else { x << y };
                assert_eq!(value(&shifted), BigInt::from(expected), "{x} << {y}");
                let shifted = circuit.int_shift_right(&a, &b);
                let expected = if y < 0 { 0 } else { x >> y };
                assert_eq!(value(&shifted), BigInt::from(expected), "{x} >> {y}");
                let xor = circuit.int_bitwise(&a, &b, Circuit::xor);
                assert_eq!(value(&xor), BigInt::from(x ^ y));
            }
        }
    }
}
