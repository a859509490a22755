//! Bloom filters of clauses. A clause is its hash; the three positions are
//! made from it.

/// How many positions a clause has.
const HASHES: u32 = 3;

/// A set of clauses in a fixed number of bits: it may hold more than was
/// added, never less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bloom<const BITS: u32> {
    bits: u128,
}

impl<const BITS: u32> Default for Bloom<BITS> {
    fn default() -> Self {
        Bloom { bits: 0 }
    }
}

impl<const BITS: u32> Bloom<BITS> {
    pub(crate) fn add(&mut self, clause: u64) {
        self.bits |= Self::positions(clause);
    }

    pub(crate) fn may_hold(&self, clause: u64) -> bool {
        let positions = Self::positions(clause);
        self.bits & positions == positions
    }

    /// The share of the bits set in both among those set in one of them. Two
    /// empty sets are the same.
    pub(crate) fn jaccard(&self, other: &Self) -> Ratio {
        let both = (self.bits & other.bits).count_ones();
        match (self.bits | other.bits).count_ones() {
            0 => Ratio::ONE,
            either => Ratio::new(both, either),
        }
    }

    fn positions(clause: u64) -> u128 {
        (0..HASHES).fold(0, |bits, number| {
            // Each hash is other bits of the clause's own hash, mixed.
            let mixed = clause
                .rotate_left(21 * number)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
            bits | 1 << ((mixed >> 40) as u32 % BITS)
        })
    }
}

/// A ratio that compares exactly: two thirds are two thirds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ratio(u64);

impl Ratio {
    pub(crate) const ZERO: Ratio = Ratio(0);
    pub(crate) const ONE: Ratio = Ratio(1 << 32);

    pub(crate) fn new(part: u32, whole: u32) -> Ratio {
        Ratio((u64::from(part) << 32) / u64::from(whole.max(1)))
    }

    pub(crate) fn mean(self, other: Ratio) -> Ratio {
        Ratio(self.0.midpoint(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_held() {
        let mut filter = Bloom::<128>::default();
        for clause in 0..20u64 {
            filter.add(clause.wrapping_mul(0x2545_f491_4f6c_dd1d));
        }
        for clause in 0..20u64 {
            assert!(filter.may_hold(clause.wrapping_mul(0x2545_f491_4f6c_dd1d)));
        }
    }

    #[test]
    fn an_empty_filter_holds_nothing() {
        assert!(!Bloom::<64>::default().may_hold(7));
    }

    #[test]
    fn similarity_is_between_none_and_all() {
        let (mut one, mut other) = (Bloom::<64>::default(), Bloom::<64>::default());
        assert_eq!(one.jaccard(&other), Ratio::ONE);
        one.add(1);
        assert_eq!(one.jaccard(&other), Ratio::ZERO);
        other.add(1);
        assert_eq!(one.jaccard(&other), Ratio::ONE);
        other.add(99);
        let between = one.jaccard(&other);
        assert!(between > Ratio::ZERO && between < Ratio::ONE);
    }
}
