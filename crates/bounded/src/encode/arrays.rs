//! Arrays: made, and read and written at indices that may depend on the input.

use std::rc::Rc;

use everypath_lowered::{ClassId, Contents, Register};
use everypath_term::{Op, TermId, Value as TermValue};

use super::state::State;
use super::value::{ObjectId, Target, Value};
use super::{Encoder, Exit, input};

/// The longest array whose elements are told apart.
const LONGEST_ARRAY: u64 = 20_000;

impl Encoder<'_> {
    pub(super) fn fits(&mut self, state: &State, array: Register, value: Register) -> TermId {
        let (arrays, values) = (self.targets(state, array), self.targets(state, value));
        let mut wrong = self.terms.bool(false);
        for (array, here) in arrays.iter() {
            let Target::Object(array) = array else {
                continue;
            };
            let class = self.beginnings.0[array.0 as usize].class;
            for (value, there) in values.iter() {
                let Target::Object(value) = value else {
                    continue;
                };
                let of = self.beginnings.0[value.0 as usize].class;
                if !self.source.may_hold(class, of) {
                    let both = self.terms.and(*here, *there);
                    wrong = self.terms.or(wrong, both);
                }
            }
        }
        self.terms.not(wrong)
    }

    /// A new array. One whose length depends on the input has the places of
    /// the longest that the scope allows.
    pub(super) fn new_array(
        &mut self,
        state: State,
        class: ClassId,
        length: TermId,
    ) -> Option<(State, ObjectId)> {
        let kind = match &self.source.class(class).contents {
            Contents::Elements(kind, _) => *kind,
            Contents::Fields(_) => return None,
        };
        let fixed = match self.terms.as_constant(length) {
            Some(TermValue::BitVec { bits, .. }) => Some(*bits),
            _ => None,
        };
        let longest = fixed.unwrap_or_else(|| u64::from(self.scope.array_length));
        if longest > LONGEST_ARRAY {
            self.leave(&state, Exit::ArrayLength);
            return None;
        }
        let most = self.terms.constant(TermValue::bit_vec(32, longest));
        let fits = self.terms.apply(Op::BvUle, &[length, most]);
        let (state, longer) = state.fork(self.terms, fits);
        if let Some(longer) = longer {
            self.leave(&longer, Exit::ArrayLength);
        }
        let state = state?;
        let zero = input::zero(self.terms, kind);
        let contents = vec![zero; longest as usize];
        let array = self.add_object(class, Some(length), contents);
        Some((state, array))
    }

    pub(super) fn position(&self, index: TermId) -> Option<usize> {
        match self.terms.as_constant(index) {
            Some(TermValue::BitVec { bits, .. }) => usize::try_from(*bits).ok(),
            _ => None,
        }
    }

    pub(super) fn element(&mut self, contents: &[Value], index: TermId) -> Value {
        if let Some(at) = self.position(index) {
            return contents.get(at).cloned().unwrap_or(Value::Dead);
        }
        let values = contents.iter().enumerate().map(|(at, value)| {
            let here = self.terms.constant(TermValue::bit_vec(32, at as u64));
            (self.terms.eq(index, here), value.clone())
        });
        let values: Vec<(TermId, Value)> = values.collect();
        self.gather(values)
    }

    /// The elements of arrays at an index that is in bounds: arrays that are
    /// too short for it are none of those that are meant.
    pub(super) fn elements_at(
        &mut self,
        state: &State,
        arrays: &[(ObjectId, TermId)],
        index: TermId,
    ) -> Vec<(TermId, Value)> {
        let least = self.position(index).unwrap_or(0);
        let mut values = Vec::new();
        for (array, condition) in arrays {
            let contents = self.contents(state, *array);
            if contents.contents.len() > least {
                values.push((*condition, self.element(&contents.contents, index)));
            }
        }
        values
    }

    pub(super) fn store_element(
        &mut self,
        state: &mut State,
        array: ObjectId,
        condition: TermId,
        index: TermId,
        value: &Value,
    ) {
        let mut contents = (*self.contents(state, array)).clone();
        match self.position(index) {
            Some(at) => {
                if let Some(slot) = contents.contents.get_mut(at) {
                    *slot = Value::choose(self.terms, condition, value, slot);
                }
            }
            None => {
                for (at, slot) in contents.contents.iter_mut().enumerate() {
                    let here = self.terms.constant(TermValue::bit_vec(32, at as u64));
                    let hit = self.terms.eq(index, here);
                    let hit = self.terms.and(hit, condition);
                    *slot = Value::choose(self.terms, hit, value, slot);
                }
            }
        }
        state.heap.put(array, Rc::new(contents));
    }
}
