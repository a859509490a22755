//! Numbers drawn from a seed: the same seed gives the same numbers.

/// Splitmix64: a counter whose value is mixed, good enough to choose by, and
/// the same on every machine.
#[derive(Clone, Debug)]
pub struct Chance {
    state: u64,
}

impl Chance {
    /// Numbers of a seed.
    pub fn new(seed: u64) -> Chance {
        Chance { state: seed }
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * end as u128) >> 64) as usize
    }
}
