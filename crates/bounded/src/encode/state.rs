//! States: the way that led here, the registers, and what of the heap changed.
//! Where ways meet, states are merged: values become choices.

use std::rc::Rc;

use everypath_lowered::ClassId;
use everypath_term::{Node, Op, TermId, Terms};

use super::value::{ObjectId, Value};

/// An object's contents.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Object {
    /// Its class.
    pub class: ClassId,
    /// The length, if it is an array.
    pub length: Option<TermId>,
    /// Its fields, or its elements up to the longest length.
    pub contents: Vec<Value>,
}

/// What of the heap differs from the beginning, by object.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    changed: Vec<Option<Rc<Object>>>,
}

impl Heap {
    /// An object's contents, if they changed.
    pub(super) fn get(&self, object: ObjectId) -> Option<&Rc<Object>> {
        self.changed.get(object.0 as usize)?.as_ref()
    }

    /// Changes an object.
    pub(super) fn put(&mut self, object: ObjectId, contents: Rc<Object>) {
        let index = object.0 as usize;
        if self.changed.len() <= index {
            self.changed.resize(index + 1, None);
        }
        self.changed[index] = Some(contents);
    }

    /// The objects that changed.
    pub(super) fn changed(&self) -> impl Iterator<Item = (ObjectId, &Rc<Object>)> {
        let all = self.changed.iter().enumerate();
        all.filter_map(|(index, object)| Some((ObjectId(index as u32), object.as_ref()?)))
    }
}

/// A state of the bounded execution.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The conditions that led here; those of merged ways are one.
    pub path: Vec<TermId>,
    /// The registers.
    pub registers: Vec<Value>,
    /// The heap.
    pub heap: Heap,
}

impl State {
    /// The state in which a condition holds too, if it can.
    pub(super) fn assume(mut self, terms: &mut Terms, condition: TermId) -> Option<State> {
        match terms.as_bool(condition) {
            Some(true) => return Some(self),
            Some(false) => return None,
            None => {}
        }
        let negated = terms.not(condition);
        for &known in &self.path {
            if holds(terms, known, condition) {
                return Some(self);
            }
            if holds(terms, known, negated) {
                return None;
            }
        }
        self.path.push(condition);
        Some(self)
    }

    /// The state on both sides of a condition.
    pub(super) fn fork(
        self,
        terms: &mut Terms,
        condition: TermId,
    ) -> (Option<State>, Option<State>) {
        match terms.as_bool(condition) {
            Some(true) => return (Some(self), None),
            Some(false) => return (None, Some(self)),
            None => {}
        }
        let negated = terms.not(condition);
        let other = self.clone().assume(terms, negated);
        match other {
            None => (Some(self), None),
            Some(_) => (self.assume(terms, condition), other),
        }
    }

    /// The condition under which a run comes here.
    pub(super) fn guard(&self, terms: &mut Terms) -> TermId {
        terms.all(&self.path)
    }
}

/// How deep conjunctions are looked into.
const DEPTH: usize = 6;

/// Whether a known condition has another as one of its conjuncts.
fn holds(terms: &Terms, known: TermId, wanted: TermId) -> bool {
    fn within(terms: &Terms, known: TermId, wanted: TermId, depth: usize) -> bool {
        if known == wanted {
            return true;
        }
        match terms.node(known) {
            Node::Apply(Op::And, [a, b, _]) if depth > 0 => {
                within(terms, a, wanted, depth - 1) || within(terms, b, wanted, depth - 1)
            }
            _ => false,
        }
    }
    within(terms, known, wanted, DEPTH)
}

/// How objects looked at the beginning.
pub(super) trait Beginning {
    /// The contents of an object before anything changed it.
    fn contents(&self, object: ObjectId) -> &Rc<Object>;
}

/// Merges states that meet, those with most of their way in common first.
/// Registers that are not live are not merged.
pub(super) fn merge_all(
    terms: &mut Terms,
    beginning: &dyn Beginning,
    mut states: Vec<State>,
    is_live: &dyn Fn(usize) -> bool,
) -> Option<State> {
    // In this order those with most in common are beside each other.
    states.sort_by(|one, other| one.path.cmp(&other.path));
    let common = |states: &[State], at: usize| match states.get(at + 1) {
        Some(next) => common_prefix(&states[at].path, &next.path),
        None => 0,
    };
    let mut shared: Vec<usize> = (0..states.len()).map(|at| common(&states, at)).collect();
    while states.len() > 1 {
        let pairs = shared[..states.len() - 1].iter().enumerate();
        // The first of those that have most in common.
        let best = pairs.rev().max_by_key(|(_, common)| **common);
        let at = best.map_or(0, |(at, _)| at);
        let other = states.remove(at + 1);
        shared.remove(at + 1);
        let one = states.remove(at);
        let merged = merge(terms, beginning, one, other, is_live);
        states.insert(at, merged);
        shared[at] = common(&states, at);
        if at > 0 {
            shared[at - 1] = common(&states, at - 1);
        }
    }
    let mut state = states.pop()?;
    for (index, register) in state.registers.iter_mut().enumerate() {
        if !is_live(index) {
            *register = Value::Dead;
        }
    }
    Some(state)
}

fn common_prefix(a: &[TermId], b: &[TermId]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn merge(
    terms: &mut Terms,
    beginning: &dyn Beginning,
    mut one: State,
    other: State,
    is_live: &dyn Fn(usize) -> bool,
) -> State {
    let common = common_prefix(&one.path, &other.path);
    let (rest, other_rest) = (&one.path[common..], &other.path[common..]);
    let (here, there) = (terms.all(rest), terms.all(other_rest));
    let (selector, joined) = match (rest.first(), other_rest.first()) {
        _ if terms.not(here) == there => (here, terms.bool(true)),
        (Some(&first), Some(&second)) if terms.not(first) == second => {
            let (then, otherwise) = (terms.all(&rest[1..]), terms.all(&other_rest[1..]));
            (first, terms.ite(first, then, otherwise))
        }
        _ => (here, terms.or(here, there)),
    };
    one.path.truncate(common);
    if terms.as_bool(joined) != Some(true) {
        one.path.push(joined);
    }
    for (index, register) in one.registers.iter_mut().enumerate() {
        *register = match is_live(index) {
            true => Value::choose(terms, selector, register, &other.registers[index]),
            false => Value::Dead,
        };
    }
    merge_heaps(terms, beginning, selector, &mut one.heap, &other.heap);
    one
}

fn merge_heaps(
    terms: &mut Terms,
    beginning: &dyn Beginning,
    selector: TermId,
    one: &mut Heap,
    other: &Heap,
) {
    let count = one.changed.len().max(other.changed.len());
    for index in 0..count {
        let object = ObjectId(index as u32);
        let (here, there) = (one.get(object), other.get(object));
        let (here, there) = match (here, there) {
            (None, None) => continue,
            (Some(here), Some(there)) => (here.clone(), there.clone()),
            (Some(here), None) => (here.clone(), beginning.contents(object).clone()),
            (None, Some(there)) => (beginning.contents(object).clone(), there.clone()),
        };
        if Rc::ptr_eq(&here, &there) {
            continue;
        }
        let pairs = here.contents.iter().zip(&there.contents);
        let contents = pairs
            .map(|(a, b)| Value::choose(terms, selector, a, b))
            .collect();
        let merged = Object {
            class: here.class,
            length: here.length,
            contents,
        };
        one.put(object, Rc::new(merged));
    }
}
