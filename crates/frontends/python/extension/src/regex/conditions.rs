//! What conditions are made of: answers about a concrete text, or terms.

use everypath_term::TermId;

use super::matches::Conditions;
use super::set::Set;
use crate::recorder::Recorder;
use crate::text::Text;

/// Answers about the concrete text: a condition that may hold does.
pub(super) struct Answers<'a> {
    /// The text.
    pub text: &'a [u32],
}

impl Conditions for Answers<'_> {
    type Condition = ();

    fn places(&self) -> usize {
        self.text.len()
    }

    fn always(&mut self) {}

    fn reaches(&mut self, count: usize) -> Option<()> {
        (count <= self.text.len()).then_some(())
    }

    fn ends(&mut self, count: usize) -> Option<()> {
        (count == self.text.len()).then_some(())
    }

    fn has(&mut self, set: &Set, place: usize) -> Option<()> {
        let character = *self.text.get(place)?;
        set.contains(character).then_some(())
    }

    fn both(&mut self, (): (), (): ()) -> Option<()> {
        Some(())
    }

    fn either(&mut self, (): (), (): ()) {}

    fn not(&mut self, condition: Option<()>) -> Option<()> {
        match condition {
            Some(()) => None,
            None => Some(()),
        }
    }
}

/// Terms about the symbolic text.
pub(super) struct Symbols<'a> {
    /// Where the terms are.
    pub recorder: &'a mut Recorder,
    /// The text.
    pub text: &'a Text,
}

impl Symbols<'_> {
    fn possible(&self, term: TermId) -> Option<TermId> {
        (self.recorder.terms.as_bool(term) != Some(false)).then_some(term)
    }
}

impl Conditions for Symbols<'_> {
    type Condition = TermId;

    fn places(&self) -> usize {
        self.text.chars.len()
    }

    fn always(&mut self) -> TermId {
        self.recorder.terms.bool(true)
    }

    fn reaches(&mut self, count: usize) -> Option<TermId> {
        if count > self.text.chars.len() {
            return None;
        }
        let term = self.text.at_least(self.recorder, count);
        self.possible(term)
    }

    fn ends(&mut self, count: usize) -> Option<TermId> {
        if count > self.text.chars.len() {
            return None;
        }
        let length = self.text.length_term(self.recorder);
        let count = self.recorder.terms.int(count as i64);
        let term = self.recorder.terms.eq(length, count);
        self.possible(term)
    }

    fn has(&mut self, set: &Set, place: usize) -> Option<TermId> {
        let character = *self.text.chars.get(place)?;
        let inside = set.term(self.recorder, character);
        let there = self.reaches(place + 1)?;
        self.both(there, inside)
    }

    fn both(&mut self, one: TermId, other: TermId) -> Option<TermId> {
        let term = self.recorder.terms.and(one, other);
        self.possible(term)
    }

    fn either(&mut self, one: TermId, other: TermId) -> TermId {
        self.recorder.terms.or(one, other)
    }

    fn not(&mut self, condition: Option<TermId>) -> Option<TermId> {
        let Some(condition) = condition else {
            return Some(self.always());
        };
        let term = self.recorder.terms.not(condition);
        self.possible(term)
    }
}
