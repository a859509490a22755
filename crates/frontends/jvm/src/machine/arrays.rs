//! Arrays: bounds, elements at symbolic indices, symbolic lengths.

use everypath_term::{Node, Op, Scalar, TermId};

use super::class::{ClassId, Shape};
use super::value::{Ref, Value};
use super::{Machine, Run, Stop};
use crate::code::{Comparison, Implicit, Kind};
use crate::program::ArrayModel;

/// Elements of an array beyond which an element at a symbolic index is no
/// term: the index is made concrete.
const MOST_READ: usize = 1024;
/// The same for a write, which changes every element.
const MOST_WRITTEN: usize = 64;
/// The longest array of a symbolic length that is explored.
const LONGEST: i32 = 1024;

impl Machine {
    /// The length of an array, with its term.
    #[inline]
    pub fn array_length(&self, array: Ref) -> Value {
        let object = self.heap.get(array);
        Value {
            bits: object.body.len() as u64,
            term: object.length_term,
        }
    }

    /// Makes the length of an array concrete.
    pub fn pin_length(&mut self, array: Ref) -> Run<usize> {
        let length = self.array_length(array);
        Ok(self.pin_int(length)? as usize)
    }

    /// Throws if an index is out of bounds.
    #[inline]
    fn check_index(&mut self, array: Ref, index: Value) -> Run<usize> {
        let length = self.array_length(array);
        let (at, count) = (index.as_int(), length.as_int());
        let inside = (at as u32) < count as u32;
        if index.term | length.term != 0 {
            let index = self.term_of(index, Kind::Int);
            let length = self.term_of(length, Kind::Int);
            let condition = self.terms.apply(Op::BvUlt, &[index, length]);
            self.check_for(condition, inside, Implicit::Index)?;
        }
        if !inside {
            let message = format!("Index {at} out of bounds for length {count}");
            return Err(self.throw(Implicit::Index.class(), Some(&message)));
        }
        Ok(at as usize)
    }

    #[inline]
    pub(super) fn array_load(&mut self, kind: Kind, array: Value, index: Value) -> Run<Value> {
        self.check_null(array)?;
        let array = array.as_ref();
        let at = self.check_index(array, index)?;
        if index.is_symbolic() {
            return self.load_at_symbol(kind, array, index, at);
        }
        match self.heap.get(array).get(at, kind) {
            Some(value) if value.term == super::lazy::UNREAD => self.read_lazy_element(array, at),
            Some(value) => Ok(value),
            None => Err(Stop::unsupported("runs code that does not verify")),
        }
    }

    fn array_model(&self) -> ArrayModel {
        let model = self.session.as_ref().map(|session| session.arrays);
        model.unwrap_or(ArrayModel::Lazy)
    }

    fn load_at_symbol(&mut self, kind: Kind, array: Ref, index: Value, at: usize) -> Run<Value> {
        let length = self.heap.get(array).body.len();
        let value = self.heap.get(array).get(at, kind).unwrap_or_default();
        let model = self.array_model();
        // A character as index sees no more than the beginning of a long table.
        let seen = self.term_of(index, Kind::Int);
        let seen = self.terms.greatest(seen).unwrap_or(u64::MAX);
        let length = length.min(seen.saturating_add(1) as usize);
        if kind == Kind::Reference || length > MOST_READ || model == ArrayModel::Lazy {
            self.pin(index, Kind::Int)?;
            if value.term == super::lazy::UNREAD {
                return self.read_lazy_element(array, at);
            }
            return Ok(value);
        }
        // The term speaks of the elements that are there, and of those that
        // would be if the array were longer; if they are not known, how many
        // there are is part of it.
        let spare = self.spare.get(&array).cloned();
        if spare.is_none() {
            self.pin_length(array)?;
        }
        let mut elements = self.elements(kind, array, length);
        elements.extend(spare.unwrap_or_default());
        let index = self.term_of(index, Kind::Int);
        let term = match model {
            ArrayModel::Theory => {
                let content = self.content(&elements);
                self.terms.apply(Op::Select, &[content, index])
            }
            _ => self.element_of(&elements, 0, index),
        };
        Ok(self.with_term(value.concrete(), term))
    }

    /// The terms of an array's first elements.
    fn elements(&mut self, kind: Kind, array: Ref, count: usize) -> Vec<TermId> {
        (0..count)
            .map(|place| {
                let value = self.heap.get(array).get(place, kind).unwrap_or_default();
                self.term_of(value, kind)
            })
            .collect()
    }

    /// An array of the theory with these elements: what a write at a symbolic
    /// index left, with what was stored since.
    fn content(&mut self, elements: &[TermId]) -> TermId {
        let left = elements.iter().enumerate().find_map(|(place, element)| {
            match self.terms.node(*element) {
                Node::Apply(Op::Select, [array, at, _]) => {
                    let here = self.int_constant(place as i32);
                    (at == here).then_some(array)
                }
                _ => None,
            }
        });
        let mut array = match left {
            Some(array) => array,
            None => {
                let index = Scalar::BitVec(32);
                self.terms.apply(Op::ConstArray(index), &[elements[0]])
            }
        };
        let base = array;
        for (place, element) in elements.iter().enumerate() {
            let here = self.int_constant(place as i32);
            if self.terms.apply(Op::Select, &[base, here]) != *element {
                array = self.terms.apply(Op::Store, &[array, here, *element]);
            }
        }
        array
    }

    /// The element at a symbolic index by cases: halves of equal elements fold.
    fn element_of(&mut self, elements: &[TermId], first: usize, index: TermId) -> TermId {
        if elements.iter().all(|element| *element == elements[0]) {
            return elements[0];
        }
        let middle = elements.len() / 2;
        let low = self.element_of(&elements[..middle], first, index);
        let high = self.element_of(&elements[middle..], first + middle, index);
        let border = self.int_constant((first + middle) as i32);
        let below = self.terms.apply(Op::BvUlt, &[index, border]);
        self.terms.ite(below, low, high)
    }

    #[inline]
    pub(super) fn array_store(
        &mut self,
        kind: Kind,
        array: Value,
        index: Value,
        value: Value,
    ) -> Run<()> {
        self.check_null(array)?;
        let array = array.as_ref();
        let at = self.check_index(array, index)?;
        let mut value = value;
        if kind == Kind::Reference {
            self.check_store(array, value)?;
        } else if let Some(term) = value.symbol() {
            let kind = match kind {
                Kind::Byte if self.is_boolean_array(array) => Kind::Boolean,
                kind => kind,
            };
            let term = self.narrow(term, kind);
            value = self.with_term(value, term);
        }
        if index.is_symbolic() {
            let length = self.heap.get(array).body.len();
            let lazy = self.array_model() == ArrayModel::Lazy;
            if kind != Kind::Reference && length <= MOST_WRITTEN && !lazy {
                return self.store_at_symbol(kind, array, index, value, at);
            }
            self.pin(index, Kind::Int)?;
        }
        match self.heap.get_mut(array).set(at, value) {
            Some(()) => Ok(()),
            None => Err(Stop::unsupported("runs code that does not verify")),
        }
    }

    fn store_at_symbol(
        &mut self,
        kind: Kind,
        array: Ref,
        index: Value,
        value: Value,
        at: usize,
    ) -> Run<()> {
        let length = self.pin_length(array)?;
        let index = self.term_of(index, Kind::Int);
        let new = self.term_of(value, kind);
        let elements = self.elements(kind, array, length);
        let content = match self.array_model() {
            ArrayModel::Theory => {
                let content = self.content(&elements);
                Some(self.terms.apply(Op::Store, &[content, index, new]))
            }
            _ => None,
        };
        for (place, &element) in elements.iter().enumerate().take(length) {
            let old = self.heap.get(array).get(place, kind).unwrap_or_default();
            let here = self.int_constant(place as i32);
            let term = match content {
                Some(content) => self.terms.apply(Op::Select, &[content, here]),
                None => {
                    let is_here = self.terms.eq(index, here);
                    self.terms.ite(is_here, new, element)
                }
            };
            let concrete = if place == at { value } else { old };
            let updated = self.with_term(concrete.concrete(), term);
            self.heap.get_mut(array).set(place, updated);
        }
        Ok(())
    }

    fn is_boolean_array(&self, array: Ref) -> bool {
        let class = self.heap.class_of(array);
        matches!(self.class(class).shape, Shape::Array(_, Kind::Boolean))
    }

    fn check_store(&mut self, array: Ref, value: Value) -> Run<()> {
        let value = value.as_ref();
        if value == super::NULL {
            return Ok(());
        }
        let class = self.heap.class_of(array);
        let Shape::Array(element, Kind::Reference) = self.class(class).shape else {
            return Err(Stop::unsupported("runs code that does not verify"));
        };
        let of = self.heap.class_of(value);
        if self.is_subtype(of, element) {
            return Ok(());
        }
        let name = self.class(of).dotted();
        Err(self.throw(Implicit::Store.class(), Some(&name)))
    }

    /// A new array whose length is a value.
    pub fn new_array(&mut self, class: ClassId, length: Value) -> Run<Ref> {
        let count = length.as_int();
        let mut term = length.term;
        if let Some(symbol) = length.symbol() {
            let zero = self.int_constant(0);
            let negative = self.comparison(Comparison::Less, symbol, zero);
            self.check_for(negative, count < 0, Implicit::Size)?;
            if count >= 0 {
                let longest = self.int_constant(LONGEST);
                if count <= LONGEST {
                    let short = self.comparison(Comparison::LessOrEqual, symbol, longest);
                    self.bound(short);
                } else {
                    self.pin(length, Kind::Int)?;
                    term = 0;
                }
            }
        }
        if count < 0 {
            let message = count.to_string();
            return Err(self.throw(Implicit::Size.class(), Some(&message)));
        }
        let array = self.allocate_array(class, count as usize)?;
        self.heap.get_mut(array).length_term = term;
        Ok(array)
    }

    pub(super) fn new_multi_array(&mut self, class: ClassId, lengths: &[Value]) -> Run<Ref> {
        for length in lengths {
            if length.as_int() < 0 {
                let length = self.pin_int(*length)?;
                return Err(self.throw(Implicit::Size.class(), Some(&length.to_string())));
            }
        }
        let (first, rest) = lengths.split_first().expect("there is a dimension");
        let array = self.new_array(class, *first)?;
        if rest.is_empty() {
            return Ok(array);
        }
        let Shape::Array(element, Kind::Reference) = self.class(class).shape else {
            return Err(Stop::unsupported("runs code that does not verify"));
        };
        for place in 0..first.as_int() as usize {
            let inner = self.new_multi_array(element, rest)?;
            self.heap.get_mut(array).set(place, Value::reference(inner));
        }
        Ok(array)
    }
}
