//! Loads from tables: memory that is concrete, at a symbolic address. The value is a
//! tree of choices, by the bits of the index where places are a power of two apart.
//! Halves of a table that hold one value are one leaf; a table that needs too large a
//! tree is cut to the part that the run reads, by decisions.

use crate::accesses::Places;
use crate::arithmetic::check;
use crate::layout::{Ending, Event, casts, events, operations};
use crate::memory::{bits_at, part};
use crate::state::{constant, term, with_number};

/// Places that are looked at.
const MOST_PLACES: u64 = 1 << 16;
/// Choices of a tree.
const MOST_CHOICES: u64 = 1024;
/// Choices of a tree where the whole table needs more than there may be.
const PART_CHOICES: u64 = 256;

/// One load.
struct Lookup<'a> {
    places: &'a Places,
    /// The bytes of a value.
    size: u64,
    address_term: u32,
    /// The address without that of the first place, if bits of it are the index's.
    offset: u32,
}

/// The value at whichever place an address may be; none if there are too many.
pub fn value(places: &Places, address: u64, address_term: u32, size: u64) -> Option<u32> {
    if places.count > MOST_PLACES {
        return None;
    }
    let mut lookup = Lookup {
        places,
        size,
        address_term,
        offset: 0,
    };
    if places.stride.is_power_of_two() {
        lookup.offset = with_number(operations::SUB, 64, 64, address_term, places.first);
    }
    let mut bits = u64::BITS - (places.count - 1).leading_zeros();
    let mut start = 0;
    if lookup.choices(start, bits, MOST_CHOICES) > MOST_CHOICES {
        let index = (address - places.first) / places.stride;
        // Half by half, so that every run asks the same until it goes another way.
        while lookup.choices(start, bits, PART_CHOICES) > PART_CHOICES {
            bits -= 1;
            let half = start + (1 << bits);
            if half < places.count {
                let is_above = index >= half;
                check(lookup.is_above(half, bits), is_above, Ending::None, 0);
                start = if is_above { half } else { start };
            }
        }
    }
    Some(lookup.tree(start, bits))
}

impl Lookup<'_> {
    fn at(&self, index: u64) -> u64 {
        bits_at(self.places.at(index), self.size)
    }

    /// The one value of all places from a start on, if there is one; what is behind
    /// the last place is anything.
    fn only(&self, start: u64, bits: u32) -> Option<u64> {
        let end = (start + (1 << bits)).min(self.places.count);
        let first = self.at(start);
        (start..end)
            .all(|index| self.at(index) == first)
            .then_some(first)
    }

    /// The choices of the tree for 2^bits places from a start on; if there are more
    /// than the most that count, some number above it.
    fn choices(&self, start: u64, bits: u32, most: u64) -> u64 {
        if self.only(start, bits).is_some() {
            return 0;
        }
        let half = start + (1 << (bits - 1));
        let below = self.choices(start, bits - 1, most);
        if half >= self.places.count || below > most {
            return below;
        }
        1 + below + self.choices(half, bits - 1, most - below)
    }

    /// The tree for 2^bits places from a start on.
    fn tree(&self, start: u64, bits: u32) -> u32 {
        if let Some(value) = self.only(start, bits) {
            return constant((8 * self.size) as u8, value);
        }
        let half = start + (1 << (bits - 1));
        if half >= self.places.count {
            return self.tree(start, bits - 1);
        }
        let below = self.tree(start, bits - 1);
        let above = self.tree(half, bits - 1);
        let condition = self.is_above(half, bits - 1);
        term(
            (8 * self.size) as u8,
            Event {
                a: condition,
                b: above,
                c: below,
                ..Event::new(events::ITE)
            },
        )
    }

    /// Whether the place is in the upper half of two with 2^bit places each.
    fn is_above(&self, half: u64, bit: u32) -> u32 {
        if self.offset == 0 {
            let at = self.places.at(half);
            return with_number(operations::UGE, 1, 64, self.address_term, at);
        }
        let low = bit + self.places.stride.trailing_zeros();
        term(
            1,
            Event {
                what: casts::TRUNC,
                width: 1,
                flag: 8,
                a: part(self.offset, low as u8, 8),
                ..Event::new(events::CAST)
            },
        )
    }
}
