//! What work may cost. Work is counted and priced, not timed: the same work costs the same
//! on every machine, however busy it is. Prices are in nominal time, about what a piece
//! takes on an ordinary machine that does nothing else.

use std::cell::Cell;
use std::time::Duration;

/// A gate of a circuit, made and told to the SAT solver.
pub(crate) const GATE: Duration = Duration::from_nanos(500);
/// A propagation of the SAT solver.
pub(crate) const PROPAGATION: Duration = Duration::from_nanos(150);
/// A value of a term, computed to see whether values fit.
pub(crate) const EVALUATION: Duration = Duration::from_nanos(40);
/// An inequality of a derivation, found and checked.
pub(crate) const CUT: Duration = Duration::from_micros(2);
/// A query, whatever it asks.
pub(crate) const QUERY: Duration = Duration::from_micros(40);
/// A term of a large formula.
pub const TERM: Duration = Duration::from_nanos(500);

/// The price of many pieces of one kind.
pub fn price(count: u64, each: Duration) -> Duration {
    Duration::from_nanos(count.saturating_mul(each.as_nanos() as u64))
}

/// What one piece of work may cost, and has cost.
pub struct Allowance<'a> {
    most: Duration,
    spent: Cell<Duration>,
    /// That of which this is a part.
    whole: Option<&'a Allowance<'a>>,
    stopped: &'a dyn Fn() -> bool,
}

impl<'a> Allowance<'a> {
    /// So much, unless somebody says that it is enough.
    pub fn new(most: Duration, stopped: &'a dyn Fn() -> bool) -> Allowance<'a> {
        Allowance {
            most,
            spent: Cell::new(Duration::ZERO),
            whole: None,
            stopped,
        }
    }

    /// At most so much of what is left; what the part costs, this one pays.
    pub fn part(&'a self, most: Duration) -> Allowance<'a> {
        Allowance {
            most,
            spent: Cell::new(Duration::ZERO),
            whole: Some(self),
            stopped: self.stopped,
        }
    }

    /// Takes down what something cost.
    pub fn charge(&self, cost: Duration) {
        self.spent.set(self.spent.get().saturating_add(cost));
        if let Some(whole) = self.whole {
            whole.charge(cost);
        }
    }

    /// What it has cost so far.
    pub fn spent(&self) -> Duration {
        self.spent.get()
    }

    /// Whether nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.spent.get() > self.most
            || self.whole.is_some_and(Allowance::is_used_up)
            || (self.stopped)()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_paid_by_the_whole() {
        let whole = Allowance::new(Duration::from_millis(10), &|| false);
        let part = whole.part(Duration::from_millis(4));
        part.charge(Duration::from_millis(5));
        assert!(part.is_used_up() && !whole.is_used_up());
        let other = whole.part(Duration::from_millis(100));
        other.charge(Duration::from_millis(6));
        assert!(other.is_used_up() && whole.is_used_up());
        assert_eq!(whole.spent(), Duration::from_millis(11));
    }

    #[test]
    fn it_ends_when_somebody_says_so() {
        let rung = Cell::new(false);
        let stopped = || rung.get();
        let allowance = Allowance::new(Duration::MAX, &stopped);
        assert!(!allowance.is_used_up());
        rung.set(true);
        assert!(allowance.is_used_up());
    }
}
