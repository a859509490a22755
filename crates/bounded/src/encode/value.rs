//! Values under a guard: a term, or the finite set of what a reference may be to.

use std::rc::Rc;

use everypath_term::{TermId, Terms};

/// An object of the encoding: of the input, of the program or allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// What a reference may be to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Nothing.
    Null,
    /// An object.
    Object(ObjectId),
    /// Something that is not followed: the number of the reason.
    Unknown(u32),
}

/// The targets of a reference, ascending, each with its condition. Under the
/// guard of the state that holds it exactly one of the conditions holds.
pub(super) type Targets = Rc<[(Target, TermId)]>;

/// A value of a register, a field or an element.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing that may be read: never written, or of two kinds.
    Dead,
    /// A number or boolean.
    Scalar(TermId),
    /// A reference.
    Reference(Targets),
}

impl Value {
    /// The reference to one target.
    pub fn only(terms: &mut Terms, target: Target) -> Value {
        let truth = terms.bool(true);
        Value::Reference(Rc::new([(target, truth)]))
    }

    /// The one value if the condition holds, the other if not.
    pub fn choose(terms: &mut Terms, condition: TermId, then: &Value, otherwise: &Value) -> Value {
        match terms.as_bool(condition) {
            Some(true) => return then.clone(),
            Some(false) => return otherwise.clone(),
            None => {}
        }
        match (then, otherwise) {
            (Value::Scalar(a), Value::Scalar(b)) => {
                if terms.sort(*a) != terms.sort(*b) {
                    return Value::Dead;
                }
                Value::Scalar(terms.ite(condition, *a, *b))
            }
            (Value::Reference(a), Value::Reference(b)) => {
                if Rc::ptr_eq(a, b) || a == b {
                    return then.clone();
                }
                Value::Reference(choose_targets(terms, condition, a, b))
            }
            _ => Value::Dead,
        }
    }
}

fn choose_targets(terms: &mut Terms, condition: TermId, a: &Targets, b: &Targets) -> Targets {
    let negated = terms.not(condition);
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let next = match (left.peek(), right.peek()) {
            (None, None) => break,
            (Some(one), Some(other)) if one.0 == other.0 => {
                let both = (one.0, terms.ite(condition, one.1, other.1));
                left.next();
                right.next();
                both
            }
            (Some(one), other) if other.is_none_or(|other| one.0 < other.0) => {
                let only = (one.0, terms.and(condition, one.1));
                left.next();
                only
            }
            (_, Some(other)) => {
                let only = (other.0, terms.and(negated, other.1));
                right.next();
                only
            }
            (Some(_), None) => break,
        };
        if terms.as_bool(next.1) != Some(false) {
            merged.push(next);
        }
    }
    merged.into()
}

/// Collects the targets of a reference that is read from several places.
#[derive(Default)]
pub(super) struct Gathered(Vec<(Target, TermId)>);

impl Gathered {
    /// The reference is this one under a condition.
    pub(super) fn add(&mut self, terms: &mut Terms, condition: TermId, targets: &Targets) {
        for &(target, holds) in targets.iter() {
            let here = terms.and(condition, holds);
            if terms.as_bool(here) == Some(false) {
                continue;
            }
            match self.0.binary_search_by_key(&target, |known| known.0) {
                Ok(at) => self.0[at].1 = terms.or(self.0[at].1, here),
                Err(at) => self.0.insert(at, (target, here)),
            }
        }
    }

    /// The reference.
    pub(super) fn reference(self) -> Value {
        Value::Reference(self.0.into())
    }
}

/// The condition under which a reference is to some targets.
pub(super) fn when(
    terms: &mut Terms,
    targets: &Targets,
    wanted: impl Fn(Target) -> bool,
) -> TermId {
    if targets.iter().all(|(target, _)| wanted(*target)) {
        return terms.bool(true);
    }
    let mut any = terms.bool(false);
    for (target, condition) in targets.iter() {
        if wanted(*target) {
            any = terms.or(any, *condition);
        }
    }
    any
}

/// The condition under which two references are the same, but for what is unknown.
pub(super) fn same(terms: &mut Terms, a: &Targets, b: &Targets) -> TermId {
    if let [(target, _)] = b[..] {
        return when(terms, a, |other| other == target);
    }
    if let [(target, _)] = a[..] {
        return when(terms, b, |other| other == target);
    }
    let mut any = terms.bool(false);
    for (target, condition) in a.iter() {
        if let Ok(at) = b.binary_search_by_key(target, |other| other.0) {
            let both = terms.and(*condition, b[at].1);
            any = terms.or(any, both);
        }
    }
    any
}
