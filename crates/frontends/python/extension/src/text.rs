//! Symbolic text: one term per character and, where it is still open, one for
//! the length. Equality, search and comparison are one term each, so that one
//! query finds a text that matches; what changes the shape of a text (a split,
//! a strip) decides the length and the places first, one condition each.

use std::sync::Arc;

use everypath_term::{Op, Sort, TermId, Value};
use everypath_trace::{Origin, Slot, Step};
use num_traits::ToPrimitive;
use pyo3::prelude::*;

use crate::recorder::Recorder;

/// A text's characters as terms, beside the concrete text.
#[derive(Clone, Debug)]
pub struct Text {
    /// One term per place, up to the largest length this text may have.
    pub chars: Vec<TermId>,
    /// The length, if it is open; otherwise it is the number of `chars`.
    pub length: Option<TermId>,
    /// The concrete text.
    pub value: Vec<u32>,
}

/// The slots and terms of an input text, which are the same in every run.
#[derive(Debug)]
pub struct InputText {
    alphabet: u32,
    length: Place,
    chars: Vec<Place>,
}

/// One slot of an input text.
#[derive(Debug)]
struct Place {
    slot: Slot,
    term: TermId,
    /// It is not negative.
    above: TermId,
    /// It is within the scope.
    below: TermId,
}

impl Place {
    fn new(recorder: &mut Recorder, slot: &str, limit: i64) -> Place {
        let terms = &mut recorder.terms;
        let term = terms.var(slot, Sort::INT);
        let (zero, limit) = (terms.int(0), terms.int(limit));
        Place {
            slot: slot.into(),
            term,
            above: terms.apply(Op::IntLe, &[zero, term]),
            below: terms.apply(Op::IntLe, &[term, limit]),
        }
    }

    /// The value, or `default` if it is open or out of range.
    fn read(&self, recorder: &mut Recorder, default: u32) -> u32 {
        recorder.assume(self.above);
        recorder.bound(self.below);
        let suggested = recorder
            .suggested(self.slot.as_str())
            .unwrap_or(default.into());
        let value = recorder.read(&self.slot, Sort::INT, || Value::int(suggested));
        match value {
            Value::Int(value) => value.to_u32().unwrap_or(default),
            _ => default,
        }
    }
}

impl InputText {
    fn new(recorder: &mut Recorder, slot: &str, capacity: usize, alphabet: u32) -> InputText {
        InputText {
            alphabet,
            length: Place::new(recorder, &Step::Length.of(slot), capacity as i64),
            chars: (0..capacity)
                .map(|index| {
                    Place::new(
                        recorder,
                        &Step::Index(index as u64).of(slot),
                        alphabet.into(),
                    )
                })
                .collect(),
        }
    }

    fn is(&self, capacity: usize, alphabet: u32) -> bool {
        self.chars.len() == capacity && self.alphabet == alphabet
    }

    fn text(&self, recorder: &mut Recorder) -> Text {
        let length = (self.length.read(recorder, 0) as usize).min(self.chars.len());
        // Places behind the end have values too, which the solver keeps to if
        // it makes the text longer.
        let mut value: Vec<u32> = self
            .chars
            .iter()
            .map(|place| place.read(recorder, 97))
            .collect();
        value.truncate(length);
        Text {
            chars: self.chars.iter().map(|place| place.term).collect(),
            length: Some(self.length.term),
            value,
        }
    }
}

/// The last character of ASCII, which is all that most methods of texts have terms for.
pub(crate) const LAST_ASCII: u32 = 127;

/// Inclusive ranges of characters.
pub(crate) type Ranges = &'static [(u32, u32)];

/// `0` to `9`.
pub(crate) const DIGIT: Ranges = &[(48, 57)];
/// ASCII letters.
pub(crate) const LETTER: Ranges = &[(65, 90), (97, 122)];
/// ASCII letters and digits.
pub(crate) const ALPHANUMERIC: Ranges = &[(48, 57), (65, 90), (97, 122)];
/// What `str.isspace` and `str.strip` take for white space, in ASCII.
pub(crate) const SPACE: Ranges = &[(9, 13), (28, 32)];
/// ASCII upper case letters.
pub(crate) const UPPER: Ranges = &[(65, 90)];
/// ASCII lower case letters.
pub(crate) const LOWER: Ranges = &[(97, 122)];

/// Whether a character is in the ranges.
pub(crate) fn within(ranges: &[(u32, u32)], character: u32) -> bool {
    ranges
        .iter()
        .any(|&(low, high)| (low..=high).contains(&character))
}

/// The term that says that a character is in the ranges.
pub(crate) fn within_term(
    recorder: &mut Recorder,
    ranges: &[(u32, u32)],
    character: TermId,
) -> TermId {
    let mut any = recorder.terms.bool(false);
    for &(low, high) in ranges {
        let one = if low == high {
            let same = recorder.terms.int(low);
            recorder.terms.eq(character, same)
        } else {
            let low = recorder.terms.int(low);
            let high = recorder.terms.int(high);
            let above = recorder.terms.apply(Op::IntLe, &[low, character]);
            let below = recorder.terms.apply(Op::IntLe, &[character, high]);
            recorder.terms.and(above, below)
        };
        any = recorder.terms.or(any, one);
    }
    any
}

impl Text {
    /// A constant text.
    pub fn constant(recorder: &mut Recorder, value: Vec<u32>) -> Text {
        let chars = value.iter().map(|&c| recorder.terms.int(c)).collect();
        Text {
            chars,
            length: None,
            value,
        }
    }

    /// The input text of a slot, at most `capacity` long, with characters up
    /// to `alphabet`.
    pub fn input(recorder: &mut Recorder, slot: &str, capacity: usize, alphabet: u32) -> Text {
        let terms = match recorder.texts.get(slot) {
            Some(known) if known.is(capacity, alphabet) => known.clone(),
            _ => {
                let made = Arc::new(InputText::new(recorder, slot, capacity, alphabet));
                recorder.texts.insert(slot.to_owned(), made.clone());
                made
            }
        };
        terms.text(recorder)
    }

    /// Whether nothing of it is symbolic.
    pub fn is_constant(&self, recorder: &Recorder) -> bool {
        let is_constant = |&character: &TermId| recorder.terms.as_constant(character).is_some();
        self.length.is_none() && self.chars.iter().all(is_constant)
    }

    /// Whether it is not empty.
    pub fn is_filled(&self, recorder: &mut Recorder) -> (bool, TermId) {
        let length = self.length_term(recorder);
        let zero = recorder.terms.int(0);
        let positive = recorder.terms.apply(Op::IntLt, &[zero, length]);
        (!self.value.is_empty(), positive)
    }

    /// The length as a term.
    pub fn length_term(&self, recorder: &mut Recorder) -> TermId {
        match self.length {
            Some(term) => term,
            None => recorder.terms.int(self.chars.len() as i64),
        }
    }

    /// The term that says that the length is at least `count`.
    pub fn at_least(&self, recorder: &mut Recorder, count: usize) -> TermId {
        let length = self.length_term(recorder);
        let count = recorder.terms.int(count as i64);
        recorder.terms.apply(Op::IntLe, &[count, length])
    }

    /// Decides whether the length is at least `count`.
    pub fn has(&self, recorder: &mut Recorder, count: usize) -> PyResult<bool> {
        let term = self.at_least(recorder, count);
        let value = self.value.len() >= count;
        recorder.decide(term, value, Origin::Implicit, None)?;
        Ok(value)
    }

    /// Decides the length: the text with exactly the length it has. It asks
    /// for one place after the other, as a loop over the text does, so that
    /// runs of different lengths ask the same questions.
    pub fn fixed(&self, recorder: &mut Recorder) -> PyResult<Text> {
        let count = self.value.len();
        if self.length.is_some() {
            for place in 1..=(count + 1).min(self.chars.len()) {
                self.has(recorder, place)?;
            }
        }
        Ok(Text {
            chars: self.chars[..count].to_vec(),
            length: None,
            value: self.value.clone(),
        })
    }

    /// Writes down the whole text as the one it is.
    pub fn pin(&self, recorder: &mut Recorder) -> PyResult<()> {
        let constant = Text::constant(recorder, self.value.clone());
        let equal = self.equal_term(recorder, &constant);
        recorder.decide(equal, true, Origin::Pin, None)
    }

    /// The text from `start` on, which is not past the end.
    pub fn tail(&self, recorder: &mut Recorder, start: usize) -> Text {
        let length = self.length.map(|length| {
            let start = recorder.terms.int(start as i64);
            recorder.terms.apply(Op::IntSub, &[length, start])
        });
        Text {
            chars: self.chars[start..].to_vec(),
            length,
            value: self.value[start..].to_vec(),
        }
    }

    /// Places `start` to `end` of a text whose length is fixed.
    pub fn part(&self, start: usize, end: usize) -> Text {
        Text {
            chars: self.chars[start..end].to_vec(),
            length: None,
            value: self.value[start..end].to_vec(),
        }
    }

    /// This text followed by another.
    pub fn concat(&self, recorder: &mut Recorder, other: &Text) -> PyResult<Text> {
        let mut joined = self.fixed(recorder)?;
        let offset = joined.chars.len() as i64;
        joined.length = other.length.map(|length| {
            let offset = recorder.terms.int(offset);
            recorder.terms.apply(Op::IntAdd, &[length, offset])
        });
        joined.chars.extend_from_slice(&other.chars);
        joined.value.extend_from_slice(&other.value);
        Ok(joined)
    }

    /// The term that says that two texts are equal.
    pub fn equal_term(&self, recorder: &mut Recorder, other: &Text) -> TermId {
        let (a, b) = (self, other);
        if a.length.is_none() && b.length.is_none() && a.chars.len() != b.chars.len() {
            return recorder.terms.bool(false);
        }
        if (a.length.is_none() && a.chars.len() > b.chars.len())
            || (b.length.is_none() && b.chars.len() > a.chars.len())
        {
            return recorder.terms.bool(false);
        }
        let left = a.length_term(recorder);
        let right = b.length_term(recorder);
        let mut all = recorder.terms.eq(left, right);
        let both_open = a.length.is_some() && b.length.is_some();
        for (index, (&x, &y)) in a.chars.iter().zip(&b.chars).enumerate() {
            let mut same = recorder.terms.eq(x, y);
            if both_open {
                let present = a.at_least(recorder, index + 1);
                let absent = recorder.terms.not(present);
                same = recorder.terms.or(absent, same);
            }
            all = recorder.terms.and(all, same);
        }
        all
    }

    /// The term that says that this text sorts before another.
    pub fn less_term(&self, recorder: &mut Recorder, other: &Text) -> TermId {
        let places = self.chars.len().max(other.chars.len());
        let mut less = recorder.terms.bool(false);
        for index in (0..=places).rev() {
            let here = self.at_least(recorder, index + 1);
            let here = if index < self.chars.len() {
                here
            } else {
                recorder.terms.bool(false)
            };
            let there = if index < other.chars.len() {
                other.at_least(recorder, index + 1)
            } else {
                recorder.terms.bool(false)
            };
            let absent = recorder.terms.not(here);
            let shorter = recorder.terms.and(absent, there);
            let mut both = recorder.terms.and(here, there);
            if index < self.chars.len() && index < other.chars.len() {
                let (x, y) = (self.chars[index], other.chars[index]);
                let smaller = recorder.terms.apply(Op::IntLt, &[x, y]);
                let same = recorder.terms.eq(x, y);
                let later = recorder.terms.and(same, less);
                let decided = recorder.terms.or(smaller, later);
                both = recorder.terms.and(both, decided);
            } else {
                both = recorder.terms.bool(false);
            }
            less = recorder.terms.or(shorter, both);
        }
        less
    }

    /// The term that says that a text of fixed length stands at `start`.
    pub fn matches_term(&self, recorder: &mut Recorder, pattern: &Text, start: usize) -> TermId {
        let count = pattern.chars.len();
        if start + count > self.chars.len() {
            return recorder.terms.bool(false);
        }
        let mut all = self.at_least(recorder, start + count);
        for (offset, &expected) in pattern.chars.iter().enumerate() {
            let same = recorder.terms.eq(self.chars[start + offset], expected);
            all = recorder.terms.and(all, same);
        }
        all
    }

    /// Whether a text of fixed length stands at `start`.
    pub fn matches(&self, pattern: &Text, start: usize) -> bool {
        self.value.get(start..start + pattern.value.len()) == Some(&pattern.value[..])
    }

    /// Decides whether a text of fixed length stands at `start`.
    pub fn decide_match(
        &self,
        recorder: &mut Recorder,
        pattern: &Text,
        start: usize,
    ) -> PyResult<bool> {
        let term = self.matches_term(recorder, pattern, start);
        let value = self.matches(pattern, start);
        recorder.decide(term, value, Origin::Branch, None)?;
        Ok(value)
    }

    /// The first place from `start` on, or the last one, where a text of
    /// fixed length stands; -1 if there is none. One term.
    pub fn find(
        &self,
        recorder: &mut Recorder,
        pattern: &Text,
        start: usize,
        last: bool,
    ) -> (i64, TermId) {
        let places: Vec<usize> = (start..=self.chars.len()).collect();
        let mut term = recorder.terms.int(-1);
        let mut value = -1;
        let mut step = |place: usize| {
            let here = self.matches_term(recorder, pattern, place);
            let found = recorder.terms.int(place as i64);
            term = recorder.terms.ite(here, found, term);
            if self.matches(pattern, place) {
                value = place as i64;
            }
        };
        // The last alternative put on the chain is the first one asked.
        if last {
            places.iter().for_each(|&place| step(place));
        } else {
            places.iter().rev().for_each(|&place| step(place));
        }
        (value, term)
    }

    /// Decides whether the character at a place is in the ranges.
    pub fn decide_within(
        &self,
        recorder: &mut Recorder,
        ranges: Ranges,
        place: usize,
    ) -> PyResult<bool> {
        let term = within_term(recorder, ranges, self.chars[place]);
        let value = within(ranges, self.value[place]);
        recorder.decide(term, value, Origin::Branch, None)?;
        Ok(value)
    }

    /// Decides whether no character is above a last one.
    pub fn is_up_to(&self, recorder: &mut Recorder, last: u32) -> PyResult<bool> {
        let mut all = recorder.terms.bool(true);
        for (index, &character) in self.chars.iter().enumerate() {
            let limit = recorder.terms.int(last);
            let below = recorder.terms.apply(Op::IntLe, &[character, limit]);
            let present = self.at_least(recorder, index + 1);
            let absent = recorder.terms.not(present);
            let holds = recorder.terms.or(absent, below);
            all = recorder.terms.and(all, holds);
        }
        let value = self.value.iter().all(|&character| character <= last);
        recorder.decide(all, value, Origin::Implicit, None)?;
        Ok(value)
    }

    /// Whether the text is not empty and all of it is in the ranges.
    pub fn all_within(&self, recorder: &mut Recorder, ranges: Ranges) -> (bool, TermId) {
        let mut all = self.at_least(recorder, 1);
        for (index, &character) in self.chars.iter().enumerate() {
            let inside = within_term(recorder, ranges, character);
            let present = self.at_least(recorder, index + 1);
            let absent = recorder.terms.not(present);
            let holds = recorder.terms.or(absent, inside);
            all = recorder.terms.and(all, holds);
        }
        let value = !self.value.is_empty() && self.value.iter().all(|&c| within(ranges, c));
        (value, all)
    }

    /// Whether a cased letter is there and none of the other case.
    pub fn all_cased(
        &self,
        recorder: &mut Recorder,
        wanted: Ranges,
        other: Ranges,
    ) -> (bool, TermId) {
        let mut some = recorder.terms.bool(false);
        let mut none = recorder.terms.bool(true);
        for (index, &character) in self.chars.iter().enumerate() {
            let present = self.at_least(recorder, index + 1);
            let wanted = within_term(recorder, wanted, character);
            let counted = recorder.terms.and(present, wanted);
            some = recorder.terms.or(some, counted);
            let other = within_term(recorder, other, character);
            let bad = recorder.terms.and(present, other);
            let fine = recorder.terms.not(bad);
            none = recorder.terms.and(none, fine);
        }
        let value = self.value.iter().any(|&c| within(wanted, c))
            && !self.value.iter().any(|&c| within(other, c));
        (value, recorder.terms.and(some, none))
    }

    /// Every character in `from` moved by `distance`.
    pub fn shifted(&self, recorder: &mut Recorder, from: Ranges, distance: i64) -> Text {
        let moved = |c: u32| {
            if within(from, c) {
                (i64::from(c) + distance) as u32
            } else {
                c
            }
        };
        let chars = self
            .chars
            .iter()
            .map(|&character| {
                let inside = within_term(recorder, from, character);
                let distance = recorder.terms.int(distance);
                let there = recorder.terms.apply(Op::IntAdd, &[character, distance]);
                recorder.terms.ite(inside, there, character)
            })
            .collect();
        Text {
            chars,
            length: self.length,
            value: self.value.iter().map(|&c| moved(c)).collect(),
        }
    }
}
