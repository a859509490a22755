//! Memory by bytes: objects whose fields code names by where they begin.

use std::rc::Rc;

use everypath_lowered::{BlockId, Contents, Kind, Layout, Register};
use everypath_term::{Op, TermId, Value as TermValue};

use super::execute::Frame;
use super::state::State;
use super::value::{ObjectId, Value};
use super::{Encoder, Exit};

/// The fields of one object that an access may touch: the object, the place of
/// the field, and the condition that it is the one.
type Touched = Vec<(ObjectId, usize, TermId)>;

impl Encoder<'_> {
    /// Reads the field that begins at a byte; the ways on which there is none
    /// go elsewhere.
    pub(super) fn load_at(
        &mut self,
        frame: &mut Frame,
        state: State,
        object: Register,
        offset: TermId,
        kind: Kind,
        outside: BlockId,
    ) -> Option<(State, Value)> {
        let (state, touched) = self.touch(frame, state, object, offset, kind, outside)?;
        let values = touched
            .into_iter()
            .map(|(object, field, condition)| {
                let contents = self.contents(&state, object);
                let value = contents.contents.get(field).cloned();
                (condition, value.unwrap_or(Value::Dead))
            })
            .collect();
        let value = self.gather(values);
        Some((state, value))
    }

    /// Writes the field that begins at a byte.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn store_at(
        &mut self,
        frame: &mut Frame,
        state: State,
        object: Register,
        offset: TermId,
        value: &Value,
        kind: Kind,
        outside: BlockId,
    ) -> Option<State> {
        let (mut state, touched) = self.touch(frame, state, object, offset, kind, outside)?;
        for fields in touched.chunk_by(|one, other| one.0 == other.0) {
            let object = fields[0].0;
            let mut contents = (*self.contents(&state, object)).clone();
            for (_, field, condition) in fields {
                if let Some(slot) = contents.contents.get_mut(*field) {
                    *slot = Value::choose(self.terms, *condition, value, slot);
                }
            }
            state.heap.put(object, Rc::new(contents));
        }
        Some(state)
    }

    /// The fields that an access may touch, in a state in which it does.
    fn touch(
        &mut self,
        frame: &mut Frame,
        state: State,
        object: Register,
        offset: TermId,
        kind: Kind,
        outside: BlockId,
    ) -> Option<(State, Touched)> {
        let (mut state, objects) = self.objects(state, object)?;
        let mut touched = Vec::new();
        for (object, here) in objects {
            let class = self.beginnings.0[object.0 as usize].class;
            let class = self.source.class(class);
            let (Some(layout), Contents::Fields(fields)) = (&class.layout, &class.contents) else {
                let (lost, rest) = state.fork(self.terms, here);
                if let Some(lost) = lost {
                    let what = "sees an object as bytes";
                    self.leave(&lost, Exit::Unsupported(what.to_owned()));
                }
                state = rest?;
                continue;
            };
            let mut any = self.terms.bool(false);
            let known = match self.terms.as_constant(offset) {
                Some(TermValue::BitVec { bits, .. }) => Some(*bits),
                _ => None,
            };
            for (field, begins) in layout.offsets.iter().enumerate() {
                if fields[field].kind != kind || known.is_some_and(|known| known != *begins) {
                    continue;
                }
                let begins = self.terms.constant(TermValue::bit_vec(64, *begins));
                let is_there = self.terms.eq(offset, begins);
                any = self.terms.or(any, is_there);
                let condition = self.terms.and(here, is_there);
                if self.terms.as_bool(condition) != Some(false) {
                    touched.push((object, field, condition));
                }
            }
            let none = self.terms.not(any);
            let missed = self.terms.and(here, none);
            let (lost, rest) = state.fork(self.terms, missed);
            if let Some(lost) = lost {
                self.missed(frame, lost, layout, offset, outside);
            }
            state = rest?;
        }
        (!touched.is_empty()).then_some((state, touched))
    }

    /// An access that touches no field of an object.
    fn missed(
        &mut self,
        frame: &mut Frame,
        state: State,
        layout: &Layout,
        offset: TermId,
        outside: BlockId,
    ) {
        let size = self.terms.constant(TermValue::bit_vec(64, layout.size));
        let inside = self.terms.apply(Op::BvUlt, &[offset, size]);
        let (inside, state) = state.fork(self.terms, inside);
        if let Some(inside) = inside {
            let what = "sees memory as what it is not";
            self.leave(&inside, Exit::Unsupported(what.to_owned()));
        }
        let Some(state) = state else { return };
        if !layout.grows {
            return frame.come(outside, state);
        }
        let beyond = self.terms.apply(Op::BvSle, &[size, offset]);
        let (beyond, before) = state.fork(self.terms, beyond);
        if let Some(beyond) = beyond {
            self.leave(&beyond, Exit::ArrayLength);
        }
        if let Some(before) = before {
            frame.come(outside, before);
        }
    }
}
