//! What a run costs where it does more than its front end can count.

use std::time::Duration;

/// Runs that use a processor for less are paid for by what they do.
const SLOW: Duration = Duration::from_millis(50);

/// The price of the processor's time that a run used: nothing for most, and for slow ones
/// so coarse that a busy machine seldom changes it.
pub fn slowness(used: Duration) -> Duration {
    let mut price = SLOW;
    if used < SLOW {
        return Duration::ZERO;
    }
    while let Some(next) = price.checked_mul(2).filter(|next| *next <= used) {
        price = next;
    }
    price
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_slow_runs_have_a_price() {
        let price = |millis| slowness(Duration::from_millis(millis)).as_millis();
        assert_eq!(
            [0, 49, 50, 99, 100, 390, 400].map(price),
            [0, 0, 50, 50, 100, 200, 400]
        );
        assert!(slowness(Duration::MAX) > Duration::from_secs(1 << 60));
    }
}
