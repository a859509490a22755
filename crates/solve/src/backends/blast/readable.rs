//! Pulls the values of a model towards readable ones by asking the SAT solver
//! again with some bits fixed. Cheap: few calls, few conflicts each. It moves
//! variables that depend on each other, which trying one value at a time
//! cannot.

use everypath_term::{Terms, Value, VarId};
use num_traits::Signed;

use super::gates::Lit;

/// Calls of the SAT solver for one model.
pub(super) const MOST_CALLS: usize = 8;

/// Conflicts of one such call.
pub(super) const CONFLICTS: u64 = 20;

/// Bits of a code point, with the sign.
const CHARACTER_BITS: usize = 22;

/// Magnitudes below this many bits are small enough.
const SMALL: u64 = 4;

/// Bits to fix, each with its value.
pub(super) type Pattern = Vec<(Lit, bool)>;

/// The high bits of the characters that read best: letters, digits, capitals.
const CHARACTER_ROWS: [u64; 3] = [0b011, 0b001, 0b010];

/// Patterns that would make a variable's value more readable, best first.
pub(super) fn patterns(
    terms: &Terms,
    variable: VarId,
    value: &Value,
    hint: Option<&Value>,
    bits: &[Lit],
) -> Vec<Pattern> {
    let known = terms.variable_of(variable);
    let Value::Int(number) = value else {
        return Vec::new();
    };
    if hint == Some(value) {
        return Vec::new();
    }
    let magnitude = number.magnitude().bits();
    if known.name.ends_with(']') && bits.len() == CHARACTER_BITS {
        match (32..127).any(|code| *number == code.into()) {
            true => Vec::new(),
            false => CHARACTER_ROWS.map(|row| character_row(row, bits)).into(),
        }
    } else if magnitude > SMALL || number.is_negative() {
        let limits = [SMALL, magnitude.saturating_sub(1), magnitude];
        limits.map(|limit| natural(limit as usize, bits)).into()
    } else {
        Vec::new()
    }
}

/// Zeros from a bit upwards.
fn natural(limit: usize, bits: &[Lit]) -> Pattern {
    bits.iter().skip(limit).map(|&bit| (bit, false)).collect()
}

/// A row of 32 characters of ASCII.
fn character_row(row: u64, bits: &[Lit]) -> Pattern {
    let high = bits.iter().enumerate().skip(5);
    high.map(|(position, &bit)| (bit, position < 64 && row >> (position - 5) & 1 == 1))
        .collect()
}
