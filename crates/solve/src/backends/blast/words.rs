//! Circuits on words: lists of literals, lowest bit first. The two operands
//! of an operation have one width, which is the width of the result.

use super::gates::{Circuit, Lit};

/// A list of literals, lowest bit first.
pub(super) type Word = Vec<Lit>;

/// The low `width` bits of a number.
pub(super) fn number(value: u128, width: usize) -> Word {
    (0..width)
        .map(|bit| Lit::constant(bit < 128 && value >> bit & 1 == 1))
        .collect()
}

/// The number, if every bit is constant; at most 128 bits.
pub(super) fn as_number(word: &[Lit]) -> Option<u128> {
    word.iter().enumerate().try_fold(0, |number, (bit, lit)| {
        Some(number | u128::from(lit.as_constant()?) << bit)
    })
}

/// Zeros above, or the top cut off.
pub(super) fn resize(word: &[Lit], width: usize) -> Word {
    let mut result = word.to_vec();
    result.resize(width, Lit::FALSE);
    result
}

/// The sign repeated above, or the top cut off.
pub(super) fn sign_extend(word: &[Lit], width: usize) -> Word {
    let mut result = word.to_vec();
    result.resize(width, *word.last().expect("a word has bits"));
    result
}

/// Every bit negated.
pub(super) fn complement(word: &[Lit]) -> Word {
    word.iter().map(|&bit| !bit).collect()
}

impl Circuit {
    /// A bitwise operation.
    pub(super) fn bitwise(
        &mut self,
        a: &[Lit],
        b: &[Lit],
        op: fn(&mut Circuit, Lit, Lit) -> Lit,
    ) -> Word {
        debug_assert_eq!(a.len(), b.len());
        a.iter().zip(b).map(|(&a, &b)| op(self, a, b)).collect()
    }

    /// Each bit and `enable`.
    pub(super) fn gated(&mut self, word: &[Lit], enable: Lit) -> Word {
        word.iter().map(|&bit| self.and(bit, enable)).collect()
    }

    /// `a + b + carry`, and the carry out.
    pub(super) fn add_carry(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        debug_assert_eq!(a.len(), b.len());
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            sum.push(self.parity(a, b, carry));
            carry = self.majority(a, b, carry);
        }
        (sum, carry)
    }

    /// Addition, wrapping.
    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add_carry(a, b, Lit::FALSE).0
    }

    /// Subtraction, wrapping.
    pub(super) fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add_carry(a, &complement(b), Lit::TRUE).0
    }

    /// Plus one if `carry`.
    pub(super) fn increment(&mut self, a: &[Lit], carry: Lit) -> (Word, Lit) {
        let zero = vec![Lit::FALSE; a.len()];
        self.add_carry(a, &zero, carry)
    }

    /// Negation, wrapping.
    pub(super) fn neg(&mut self, a: &[Lit]) -> Word {
        self.increment(&complement(a), Lit::TRUE).0
    }

    /// Negation if `negate`.
    pub(super) fn negate_if(&mut self, a: &[Lit], negate: Lit) -> Word {
        let flipped: Word = a.iter().map(|&bit| self.xor(bit, negate)).collect();
        self.increment(&flipped, negate).0
    }

    /// Bit by bit `then` or `otherwise`.
    pub(super) fn mux_word(&mut self, select: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
        debug_assert_eq!(then.len(), otherwise.len());
        then.iter()
            .zip(otherwise)
            .map(|(&then, &otherwise)| self.mux(select, then, otherwise))
            .collect()
    }

    /// Whether all bits agree.
    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        let mut all = Lit::TRUE;
        for (&a, &b) in a.iter().zip(b) {
            let same = self.iff(a, b);
            all = self.and(all, same);
            if all == Lit::FALSE {
                break;
            }
        }
        all
    }

    /// Unsigned less than, or less or equal.
    pub(super) fn unsigned_less(&mut self, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        let mut less = Lit::constant(or_equal);
        for (&a, &b) in a.iter().zip(b) {
            less = self.majority(!a, b, less);
        }
        less
    }

    /// Signed less than, or less or equal.
    pub(super) fn signed_less(&mut self, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        let top = a.len() - 1;
        std::mem::swap(&mut a[top], &mut b[top]);
        self.unsigned_less(&a, &b, or_equal)
    }

    /// Multiplication, wrapping.
    pub(super) fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = a.len();
        let free = |word: &[Lit]| word.iter().filter(|lit| **lit != Lit::FALSE).count();
        // The factor with fewer possible ones makes fewer rows.
        let (a, b) = if free(b) <= free(a) { (a, b) } else { (b, a) };
        let mut sum = vec![Lit::FALSE; width];
        for (shift, &bit) in b.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let row = self.gated(&a[..width - shift], bit);
            let high = self.add(&sum[shift..], &row);
            sum.truncate(shift);
            sum.extend(high);
        }
        sum
    }

    /// Unsigned quotient and remainder; by zero: all ones and the dividend.
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let mut quotient = vec![Lit::FALSE; width];
        let mut rest: Word = Vec::with_capacity(width);
        for bit in (0..width).rev() {
            // After k steps the rest has k bits: only as many need comparing.
            rest.insert(0, a[bit]);
            let used = rest.len();
            let high = self.any(&b[used..]);
            let (difference, no_borrow) = self.add_carry(&rest, &complement(&b[..used]), Lit::TRUE);
            let fits = self.and(no_borrow, !high);
            quotient[bit] = fits;
            rest = self.mux_word(fits, &difference, &rest);
        }
        (quotient, rest)
    }

    /// Shifts by a word: `by` moves the bits by a constant.
    fn shift(
        &mut self,
        a: &[Lit],
        amount: &[Lit],
        fill: Lit,
        by: fn(&[Lit], usize, Lit) -> Word,
    ) -> Word {
        let mut word = a.to_vec();
        for (stage, &bit) in amount.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let moved = match 1usize.checked_shl(stage as u32) {
                Some(distance) if stage < 31 && distance < a.len() => by(&word, distance, fill),
                _ => vec![fill; a.len()],
            };
            word = self.mux_word(bit, &moved, &word);
        }
        word
    }

    /// Left shift; zeros come in.
    pub(super) fn shift_left(&mut self, a: &[Lit], amount: &[Lit]) -> Word {
        self.shift(a, amount, Lit::FALSE, |word, distance, fill| {
            let mut moved = vec![fill; distance];
            moved.extend(&word[..word.len() - distance]);
            moved
        })
    }

    /// Right shift; `fill` comes in.
    pub(super) fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Word {
        self.shift(a, amount, fill, |word, distance, fill| {
            let mut moved = word[distance..].to_vec();
            moved.resize(word.len(), fill);
            moved
        })
    }

    /// Right shift of zeros in, and whether a one was shifted out.
    pub(super) fn shift_right_sticky(&mut self, a: &[Lit], amount: &[Lit]) -> (Word, Lit) {
        let mut word = a.to_vec();
        let mut sticky = Lit::FALSE;
        for (stage, &bit) in amount.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let distance = if stage < 31 { 1 << stage } else { usize::MAX };
            let distance = distance.min(word.len());
            let lost = self.any(&word[..distance]);
            let lost = self.and(lost, bit);
            sticky = self.or(sticky, lost);
            let mut moved = word[distance..].to_vec();
            moved.resize(word.len(), Lit::FALSE);
            word = self.mux_word(bit, &moved, &word);
        }
        (word, sticky)
    }
}
