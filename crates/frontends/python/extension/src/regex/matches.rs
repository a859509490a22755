//! What it takes to match. For each place of the text there is a condition
//! under which the matcher can be there. A pattern takes the conditions before
//! it to those after it, whatever order a backtracking matcher would try
//! things in. Conditions are terms, or just answers about the concrete text.

use std::ops::Range;

use super::set::Set;
use super::{Node, Place, Question};

const NEWLINE: u32 = 10;

/// What conditions are made of. `None` is the one that never holds.
pub(super) trait Conditions {
    /// A condition that may hold.
    type Condition: Copy;

    /// How many characters the text has at most.
    fn places(&self) -> usize;
    /// The one that always holds.
    fn always(&mut self) -> Self::Condition;
    /// The text has at least so many characters.
    fn reaches(&mut self, count: usize) -> Option<Self::Condition>;
    /// The text has just so many characters.
    fn ends(&mut self, count: usize) -> Option<Self::Condition>;
    /// A character is there, and it is in a set.
    fn has(&mut self, set: &Set, place: usize) -> Option<Self::Condition>;
    /// Both hold.
    fn both(&mut self, one: Self::Condition, other: Self::Condition) -> Option<Self::Condition>;
    /// One of them holds.
    fn either(&mut self, one: Self::Condition, other: Self::Condition) -> Self::Condition;
    /// It does not hold.
    fn not(&mut self, condition: Option<Self::Condition>) -> Option<Self::Condition>;
}

/// The pattern is too large.
pub(crate) struct TooMuch;

/// The condition of each place.
type Guards<C> = Vec<Option<<C as Conditions>::Condition>>;

/// Answers questions about one text.
pub(super) struct Matching<'a, C: Conditions> {
    /// What the answers are made of.
    pub conditions: &'a mut C,
    /// Steps that are left before the pattern is too large.
    pub steps: usize,
}

impl<C: Conditions> Matching<'_, C> {
    /// Whether patterns match one after the other from one of the places on,
    /// up to the end of the text if that is asked.
    pub(super) fn completes(
        &mut self,
        nodes: &[&Node],
        places: Range<usize>,
        question: &Question,
    ) -> Result<Option<C::Condition>, TooMuch> {
        let mut guards: Guards<C> = vec![None; self.conditions.places() + 1];
        for place in places {
            guards[place] = self.conditions.reaches(place);
        }
        for node in nodes {
            guards = self.step(node, guards)?;
        }
        if matches!(question, Question::FullMatch { .. }) {
            for (place, guard) in guards.iter_mut().enumerate() {
                *guard = match *guard {
                    Some(guard) => {
                        let end = self.conditions.ends(place);
                        self.both(Some(guard), end)
                    }
                    None => None,
                };
            }
        }
        Ok(self.any(guards))
    }

    /// What takes always as many characters takes them from a place on.
    pub(super) fn takes(
        &mut self,
        node: &Node,
        place: usize,
        width: usize,
    ) -> Result<Option<C::Condition>, TooMuch> {
        let mut guards: Guards<C> = vec![None; self.conditions.places() + 1];
        guards[place] = self.conditions.reaches(place);
        let guards = self.step(node, guards)?;
        Ok(guards.get(place + width).copied().flatten())
    }

    fn step(&mut self, node: &Node, guards: Guards<C>) -> Result<Guards<C>, TooMuch> {
        if guards.iter().all(Option::is_none) {
            return Ok(guards);
        }
        self.steps = self.steps.checked_sub(1).ok_or(TooMuch)?;
        match node {
            Node::One(set) => {
                let mut after: Guards<C> = vec![None; guards.len()];
                for place in 0..guards.len() - 1 {
                    if let Some(guard) = guards[place] {
                        let here = self.conditions.has(set, place);
                        after[place + 1] = self.both(Some(guard), here);
                    }
                }
                Ok(after)
            }
            Node::Sequence(nodes) => nodes
                .iter()
                .try_fold(guards, |guards, node| self.step(node, guards)),
            Node::Branch(branches) => {
                let mut after: Guards<C> = vec![None; guards.len()];
                for branch in branches {
                    let found = self.step(branch, guards.clone())?;
                    self.join(&mut after, found);
                }
                Ok(after)
            }
            Node::Repeat {
                of, least, most, ..
            } => self.repeat(of, *least, *most, guards),
            Node::Group { of, .. } => self.step(of, guards),
            Node::At(place) => {
                let mut guards = guards;
                for (index, guard) in guards.iter_mut().enumerate() {
                    if guard.is_some() {
                        let here = self.is_at(place, index);
                        *guard = self.both(*guard, here);
                    }
                }
                Ok(guards)
            }
            Node::Look { of, back, holds } => {
                let mut guards = guards;
                for (index, guard) in guards.iter_mut().enumerate() {
                    if guard.is_some() {
                        let mut seen = self.sees(of, *back, index)?;
                        if !holds {
                            seen = self.conditions.not(seen);
                        }
                        *guard = self.both(*guard, seen);
                    }
                }
                Ok(guards)
            }
        }
    }

    fn repeat(
        &mut self,
        of: &Node,
        least: usize,
        most: Option<usize>,
        guards: Guards<C>,
    ) -> Result<Guards<C>, TooMuch> {
        let mut guards = guards;
        for _ in 0..least {
            if guards.iter().all(Option::is_none) {
                return Ok(guards);
            }
            guards = self.step(of, guards)?;
        }
        let places = guards.len();
        match most.map(|most| most - least) {
            Some(more) if more < places => {
                let mut after = guards.clone();
                for _ in 0..more {
                    guards = self.step(of, guards)?;
                    self.join(&mut after, guards.clone());
                }
                Ok(after)
            }
            // Every repetition that changes anything goes forward: one pass
            // from the first place to the last is all of them.
            _ => {
                let mut after = guards;
                for place in 0..places {
                    let Some(guard) = after[place] else { continue };
                    let mut here: Guards<C> = vec![None; places];
                    here[place] = Some(guard);
                    let mut next = self.step(of, here)?;
                    next[place] = None;
                    self.join(&mut after, next);
                }
                Ok(after)
            }
        }
    }

    /// Whether a pattern is seen from a place, ahead or back.
    fn sees(
        &mut self,
        of: &Node,
        back: Option<usize>,
        place: usize,
    ) -> Result<Option<C::Condition>, TooMuch> {
        let Some(start) = place.checked_sub(back.unwrap_or(0)) else {
            return Ok(None);
        };
        match back {
            Some(width) => self.takes(of, start, width),
            None => {
                let question = Question::Match { from: start };
                self.completes(&[of], start..start + 1, &question)
            }
        }
    }

    fn is_at(&mut self, place: &Place, index: usize) -> Option<C::Condition> {
        let newline = Set::one(NEWLINE);
        match place {
            Place::Start => (index == 0).then(|| self.conditions.always()),
            Place::LineStart if index == 0 => Some(self.conditions.always()),
            Place::LineStart => self.conditions.has(&newline, index - 1),
            Place::End => self.conditions.ends(index),
            Place::LastLineEnd => {
                let end = self.conditions.ends(index);
                let newline = self.conditions.has(&newline, index);
                let last = self.conditions.ends(index + 1);
                let before = self.both(newline, last);
                self.either(end, before)
            }
            Place::LineEnd => {
                let end = self.conditions.ends(index);
                let newline = self.conditions.has(&newline, index);
                self.either(end, newline)
            }
            Place::Boundary { word, holds } => {
                let before = index.checked_sub(1);
                let before = before.and_then(|index| self.conditions.has(word, index));
                let after = self.conditions.has(word, index);
                let not_before = self.conditions.not(before);
                let not_after = self.conditions.not(after);
                let begins = self.both(not_before, after);
                let ends = self.both(before, not_after);
                let boundary = self.either(begins, ends);
                if *holds {
                    boundary
                } else {
                    self.conditions.not(boundary)
                }
            }
        }
    }

    /// Both hold.
    pub(super) fn both(
        &mut self,
        one: Option<C::Condition>,
        other: Option<C::Condition>,
    ) -> Option<C::Condition> {
        self.conditions.both(one?, other?)
    }

    fn either(
        &mut self,
        one: Option<C::Condition>,
        other: Option<C::Condition>,
    ) -> Option<C::Condition> {
        match (one, other) {
            (Some(one), Some(other)) => Some(self.conditions.either(one, other)),
            (one, other) => one.or(other),
        }
    }

    fn any(&mut self, guards: Guards<C>) -> Option<C::Condition> {
        guards
            .into_iter()
            .fold(None, |any, guard| self.either(any, guard))
    }

    fn join(&mut self, into: &mut Guards<C>, other: Guards<C>) {
        for (place, other) in into.iter_mut().zip(other) {
            *place = self.either(*place, other);
        }
    }
}
