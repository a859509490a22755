//! Strings: their length and each character are variables. The JDK stores those
//! in Latin-1 as bytes and the others as pairs of bytes; which of both a string is
//! is a choice of the input where the code can tell, and else a matter of scope.

use everypath_recipe::Expression;
use everypath_term::{Op, TermId, Value as TermValue};
use everypath_trace::{Bound, Outcome, Step};

use super::values::nothing;
use super::{Builder, Made};
use crate::code::{Comparison, Kind};
use crate::machine::{Body, Ref, Run, Stop, Value};

/// The last character of Latin-1.
const LATIN: u16 = 0xFF;
/// The first character of an open string that is not in Latin-1: a Greek letter.
const OPEN: u16 = 0x3B1;

/// How a string is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Storage {
    /// A byte for each character.
    Bytes,
    /// Two bytes for each, the low one first; one character needs both.
    Pairs,
    /// Characters, as Java 8 does.
    Characters,
}

impl Builder<'_> {
    /// A string.
    pub(super) fn string(&mut self, slot: &str, nullable: bool) -> Run<Made> {
        if self.is_null(slot, nullable)? {
            return Ok(nothing());
        }
        let storage = self.storage(slot)?;
        let length = self.length(slot, self.scope.text)?;
        let count = length.as_int() as usize;
        let mut units = Vec::with_capacity(count);
        let mut terms = Vec::with_capacity(self.scope.text as usize);
        for index in 0..self.scope.text as usize {
            // Those beyond its length are part of the input too: a solver that
            // knows nothing of a variable takes it for zero.
            let value = self.character(&Step::Index(index as u64).of(slot), storage)?;
            if index < count {
                units.push(value.as_int() as u16);
            }
            terms.push(self.machine.term_of(value, Kind::Int));
        }
        if storage == Storage::Pairs {
            self.needs_pairs(&units, &terms, length)?;
        }
        let string = self.machine.new_string_of(&units, false)?;
        let array = self.machine.get_named(string, "value")?.as_ref();
        let is_concrete = self
            .machine
            .session()
            .is_some_and(|session| session.concrete);
        if !is_concrete {
            self.symbolise(array, storage, &terms, count);
            let length = match storage {
                Storage::Pairs => self.doubled(length),
                _ => length,
            };
            self.machine.heap_mut().get_mut(array).length_term = length.term;
        }
        Ok(Made {
            value: Value::reference(string),
            expression: Expression::String { units },
        })
    }

    /// How a string is stored; one of an input that names a character beyond
    /// Latin-1 needs pairs.
    fn storage(&mut self, slot: &str) -> Run<Storage> {
        let class = self.machine.load("java/lang/String")?;
        let has_coder = self.machine.find_field(class, "coder", "B").is_some();
        if !has_coder {
            return Ok(Storage::Characters);
        }
        if !self.is_wide {
            return Ok(Storage::Bytes);
        }
        let place = Step::Wide.of(slot);
        let is_named = self.names_wide_character(slot);
        if is_named && let Some(session) = self.machine.session() {
            let open = !session.given.choices.contains_key(place.as_str());
            if open {
                session.given.choices.insert(place.as_str().into(), 1);
            }
        }
        if self.machine.input_choice(&place, 2, false)? == 0 {
            return Ok(Storage::Bytes);
        }
        if !is_named && let Some(session) = self.machine.session() {
            // An input that was changed in this choice alone.
            let given = &mut session.given.values;
            let length = Step::Length.of(slot);
            let none = TermValue::bit_vec(32, 0);
            if given
                .get(length.as_str())
                .is_none_or(|known| *known == none)
            {
                given.insert(length.as_str().into(), TermValue::bit_vec(32, 1));
            }
            let letter = TermValue::bit_vec(16, u64::from(OPEN));
            given.insert(Step::Index(0).of(slot).into(), letter);
        }
        Ok(Storage::Pairs)
    }

    /// Whether the input names a character of a string that is not in Latin-1.
    fn names_wide_character(&mut self, slot: &str) -> bool {
        let longest = self.scope.text;
        let Some(session) = self.machine.session() else {
            return false;
        };
        let number = |slot: &str| match session.given.values.get(slot) {
            Some(TermValue::BitVec { bits, .. }) => *bits,
            _ => 0,
        };
        let count = number(&Step::Length.of(slot)).min(u64::from(longest));
        (0..count).any(|index| number(&Step::Index(index).of(slot)) > u64::from(LATIN))
    }

    /// A character of a string; open ones are a readable letter.
    fn character(&mut self, slot: &str, storage: Storage) -> Run<Value> {
        let known = self
            .machine
            .session()
            .is_some_and(|session| session.given.values.contains_key(slot));
        if !known && let Some(session) = self.machine.session() {
            let letter = TermValue::bit_vec(16, u64::from(session.letter()));
            session.given.values.insert(slot.into(), letter);
        }
        let value = self.machine.input_value(slot, Kind::Char);
        let is_free = match storage {
            Storage::Bytes => false,
            Storage::Pairs => true,
            Storage::Characters => self.is_wide,
        };
        if is_free {
            return Ok(value);
        }
        if value.as_int() > i32::from(LATIN) {
            return Err(Stop::End(Outcome::Pruned(Bound::Length)));
        }
        let term = self.machine.term_of(value, Kind::Int);
        let highest = self.machine.int_constant(i32::from(LATIN));
        let latin = self.machine.terms().apply(Op::BvUle, &[term, highest]);
        match self.is_wide {
            // The other strings are another choice.
            true => self.machine.assume(latin),
            false => self.machine.bound(latin),
        }
        Ok(value)
    }

    /// One of the characters is not in Latin-1: the JDK stores no other string
    /// in pairs.
    fn needs_pairs(&mut self, units: &[u16], terms: &[TermId], length: Value) -> Run<()> {
        if units.iter().all(|unit| *unit <= LATIN) {
            return Err(Stop::End(Outcome::Rejected {
                clause: "a string that needs two bytes for a character".to_owned(),
            }));
        }
        let length = self.machine.term_of(length, Kind::Int);
        let highest = self.machine.int_constant(i32::from(LATIN));
        let mut any = self.machine.terms().bool(false);
        for (index, &character) in terms.iter().enumerate() {
            let place = self.machine.int_constant(index as i32);
            let is_there = self.machine.comparison(Comparison::Less, place, length);
            let is_wide = self.machine.terms().apply(Op::BvUlt, &[highest, character]);
            let both = self.machine.terms().and(is_there, is_wide);
            any = self.machine.terms().or(any, both);
        }
        self.machine.assume(any);
        Ok(())
    }

    /// Gives the elements of a string's array, and those it would have if it
    /// were longer, their terms.
    fn symbolise(&mut self, array: Ref, storage: Storage, terms: &[TermId], count: usize) {
        let is_bytes = matches!(self.machine.heap().get(array).body, Body::Bytes(_));
        let mut elements = Vec::with_capacity(2 * terms.len());
        for &character in terms {
            match storage {
                Storage::Characters => elements.push(character),
                Storage::Bytes => elements.push(self.byte_of(character, 0)),
                Storage::Pairs => {
                    elements.push(self.byte_of(character, 0));
                    elements.push(self.byte_of(character, 8));
                }
            }
        }
        let each = if storage == Storage::Pairs { 2 } else { 1 };
        let spare = elements.split_off(each * count);
        let kind = if is_bytes { Kind::Byte } else { Kind::Char };
        for (index, term) in elements.into_iter().enumerate() {
            let object = self.machine.heap().get(array);
            let value = object.get(index, kind).unwrap_or_default();
            let value = self.machine.with_term(value.concrete(), term);
            self.machine.heap_mut().get_mut(array).set(index, value);
        }
        self.machine.set_spare(array, spare);
    }

    /// A byte that the JDK stores of a character.
    fn byte_of(&mut self, character: TermId, low: u8) -> TermId {
        let part = Op::BvExtract { high: low + 7, low };
        let byte = self.machine.terms().apply(part, &[character]);
        self.machine.terms().apply(Op::BvSignExtend(32), &[byte])
    }

    fn doubled(&mut self, length: Value) -> Value {
        let term = self.machine.term_of(length, Kind::Int);
        let twice = self.machine.terms().apply(Op::BvAdd, &[term, term]);
        self.machine
            .with_term(Value::int(length.as_int() * 2), twice)
    }
}
