//! Sets of characters, as sorted ranges.

use everypath_term::TermId;

use crate::recorder::Recorder;
use crate::text::{within, within_term};

/// Characters up to here are told apart by what Python says of each; a text with one above is
/// matched by Python itself.
pub(crate) const LAST_KNOWN: u32 = 0x2ff;

const LAST: u32 = 0x10_ffff;

/// A set of characters: inclusive ranges, sorted, apart from each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set {
    ranges: Vec<(u32, u32)>,
}

impl Set {
    /// The characters of some ranges.
    pub(crate) fn new(mut ranges: Vec<(u32, u32)>) -> Set {
        ranges.sort_unstable();
        let mut joined: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        Set { ranges: joined }
    }

    /// One character.
    pub(crate) fn one(character: u32) -> Set {
        Set::new(vec![(character, character)])
    }

    /// Those of the known characters that a question is true of.
    pub(crate) fn known(question: impl Fn(u32) -> bool) -> Set {
        let ranges = (0..=LAST_KNOWN).filter(|&character| question(character));
        Set::new(ranges.map(|character| (character, character)).collect())
    }

    /// All others.
    pub(crate) fn complement(&self) -> Set {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(low, high) in &self.ranges {
            if next < low {
                ranges.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= LAST {
            ranges.push((next, LAST));
        }
        Set { ranges }
    }

    /// Those of either set.
    pub(crate) fn union(&self, other: &Set) -> Set {
        Set::new([self.ranges.as_slice(), &other.ranges].concat())
    }

    /// With the other case of each letter.
    pub(crate) fn in_any_case(&self) -> Set {
        let lower = |character: u32| {
            char::from_u32(character).and_then(|letter| letter.to_lowercase().next())
        };
        let cases = Set::known(|character| {
            let folded = lower(character);
            folded.is_some_and(|folded| {
                self.contains(folded.into())
                    || folded
                        .to_uppercase()
                        .any(|upper| self.contains(upper.into()))
            })
        });
        self.union(&cases)
    }

    /// Whether a character is in it.
    pub(crate) fn contains(&self, character: u32) -> bool {
        within(&self.ranges, character)
    }

    /// The term that says that a character is in it.
    pub(crate) fn term(&self, recorder: &mut Recorder, character: TermId) -> TermId {
        // What a set leaves out is often less than what it has.
        let is_open = self.ranges.last().is_some_and(|last| last.1 == LAST);
        if !is_open {
            return within_term(recorder, &self.ranges, character);
        }
        let left_out = within_term(recorder, &self.complement().ranges, character);
        recorder.terms.not(left_out)
    }
}
