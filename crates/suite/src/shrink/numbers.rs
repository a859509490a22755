//! Simpler integers and options.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Simpler integers than the given one: 0, 1, -1, without its sign, then
/// nearer and nearer to it from zero, which finds a boundary in few steps.
pub(super) fn simpler_integers(value: &BigInt) -> Vec<BigInt> {
    if value.is_zero() {
        return Vec::new();
    }
    let mut simpler = vec![BigInt::zero(), BigInt::one(), -BigInt::one()];
    if value.is_negative() {
        simpler.push(-value);
    }
    let mut step: BigInt = value / 2;
    while !step.is_zero() {
        simpler.push(value - &step);
        step /= 2;
    }
    // Nothing may come back that is as hard as the value itself.
    let rank = |number: &BigInt| (number.abs(), number.is_negative());
    let own = rank(value);
    simpler.retain(|number| rank(number) < own);
    let mut seen: Vec<BigInt> = Vec::new();
    simpler.retain(|number| {
        let is_new = !seen.contains(number);
        seen.push(number.clone());
        is_new
    });
    simpler
}

/// Smaller options than the given one: the smallest first.
pub(super) fn simpler_options(taken: u32) -> Vec<u32> {
    let mut simpler = vec![0, 1, taken / 2, taken.saturating_sub(1)];
    simpler.retain(|&option| option < taken);
    simpler.dedup();
    simpler
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: i64, expected: &[i64]) {
        let expected: Vec<BigInt> = expected.iter().copied().map(BigInt::from).collect();
        assert_eq!(simpler_integers(&BigInt::from(value)), expected, "{value}");
    }

    #[test]
    fn integers() {
        check(0, &[]);
        check(1, &[0]);
        check(-1, &[0, 1]);
        check(2, &[0, 1, -1]);
        check(10, &[0, 1, -1, 5, 8, 9]);
        check(-10, &[0, 1, -1, 10, -5, -8, -9]);
    }

    #[test]
    fn options() {
        assert_eq!(simpler_options(0), []);
        assert_eq!(simpler_options(1), [0]);
        assert_eq!(simpler_options(5), [0, 1, 2, 4]);
    }
}
