//! Registers and references: what is read, and which objects it leads to.

use std::rc::Rc;

use everypath_lowered::{Constant, Register, StaticId};
use everypath_term::{Node, Op, TermId, Value as TermValue};

use super::state::State;
use super::value::{Gathered, ObjectId, Target, Targets, Value, when};
use super::{Encoder, Exit};

impl Encoder<'_> {
    pub(super) fn read(&self, state: &State, register: Register) -> Value {
        let value = state.registers.get(register.0 as usize);
        value.cloned().unwrap_or(Value::Dead)
    }

    /// The term of a register. Code that reads what is no number is not well
    /// formed; whatever it does, it does not do harm here.
    pub(super) fn scalar(&mut self, state: &State, register: Register) -> TermId {
        match self.read(state, register) {
            Value::Scalar(term) => term,
            Value::Dead | Value::Reference(_) => self.terms.bool(false),
        }
    }

    pub(super) fn targets(&mut self, state: &State, register: Register) -> Targets {
        match self.read(state, register) {
            Value::Reference(targets) => targets,
            Value::Dead | Value::Scalar(_) => {
                let truth = self.terms.bool(true);
                Rc::new([(Target::Null, truth)])
            }
        }
    }

    /// A state whose reference is followed: ways on which it is unknown end here.
    fn followed(
        &mut self,
        state: State,
        targets: &Targets,
        wanted: impl Fn(Target) -> bool,
    ) -> Option<State> {
        let mut state = state;
        for &(target, condition) in targets.iter() {
            if wanted(target) {
                continue;
            }
            let (lost, rest) = state.fork(self.terms, condition);
            if let Some(lost) = lost {
                let why = match target {
                    Target::Unknown(reason) => self.reasons[reason as usize].clone(),
                    _ => "reads what its code does not allow it to".to_owned(),
                };
                self.leave(&lost, Exit::Unsupported(why));
            }
            state = rest?;
        }
        Some(state)
    }

    pub(super) fn known(&mut self, state: State, targets: &Targets) -> Option<State> {
        self.followed(state, targets, |target| {
            !matches!(target, Target::Unknown(_))
        })
    }

    /// The objects of a reference that is not null, with their conditions.
    pub(super) fn objects(
        &mut self,
        state: State,
        register: Register,
    ) -> Option<(State, Vec<(ObjectId, TermId)>)> {
        let targets = self.targets(&state, register);
        let state = self.followed(state, &targets, |target| {
            matches!(target, Target::Object(_))
        })?;
        let objects = targets
            .iter()
            .filter_map(|(target, condition)| match target {
                Target::Object(object) => Some((*object, *condition)),
                _ => None,
            });
        let objects: Vec<(ObjectId, TermId)> = objects.collect();
        (!objects.is_empty()).then_some((state, objects))
    }

    pub(super) fn write(&self, state: &mut State, register: Register, value: Value) {
        if let Some(slot) = state.registers.get_mut(register.0 as usize) {
            *slot = value;
        }
    }

    pub(super) fn constant(&mut self, constant: &Constant) -> Value {
        match constant {
            Constant::Scalar(value) => Value::Scalar(self.terms.constant(value.clone())),
            Constant::Null => Value::only(self.terms, Target::Null),
            Constant::Object(object) => {
                let object = self.static_object(*object);
                Value::only(self.terms, Target::Object(object))
            }
            Constant::Unknown(reason) => {
                let known = self.reasons.iter().position(|known| **known == **reason);
                let number = known.unwrap_or_else(|| {
                    self.reasons.push(reason.to_string());
                    self.reasons.len() - 1
                });
                Value::only(self.terms, Target::Unknown(number as u32))
            }
        }
    }

    fn static_object(&mut self, object: StaticId) -> ObjectId {
        if let Some(&known) = self.statics.get(&object) {
            return known;
        }
        // Its contents come when they are looked at: they may lead far.
        let class = self.source.object_class(object);
        let id = self.add_object(class, None, Vec::new());
        self.statics.insert(object, id);
        self.unfilled.insert(id, object);
        id
    }

    /// What a value of a narrow kind is.
    pub(super) fn narrow(&mut self, term: TermId, width: u8, signed: bool) -> TermId {
        let Some(full) = self.terms.sort(term).width() else {
            return term;
        };
        if width >= full || self.is_narrow(term, width, signed, 4) {
            return term;
        }
        let low = Op::BvExtract {
            high: width - 1,
            low: 0,
        };
        let low = self.terms.apply(low, &[term]);
        let extend = match signed {
            true => Op::BvSignExtend(full),
            false => Op::BvZeroExtend(full),
        };
        self.terms.apply(extend, &[low])
    }

    fn is_narrow(&self, term: TermId, width: u8, signed: bool, depth: usize) -> bool {
        if let Some(TermValue::BitVec { width: full, bits }) = self.terms.as_constant(term) {
            let shift = 64 - u32::from(*full);
            let value = ((bits << shift) as i64) >> shift;
            return match signed {
                true => value >= -(1i64 << (width - 1)) && value < 1i64 << (width - 1),
                false => *bits < 1u64 << width,
            };
        }
        match self.terms.node(term) {
            Node::Apply(Op::Ite, [_, then, otherwise]) if depth > 0 => {
                self.is_narrow(then, width, signed, depth - 1)
                    && self.is_narrow(otherwise, width, signed, depth - 1)
            }
            Node::Apply(Op::BvZeroExtend(_), [inner, ..]) => {
                let inner = self.terms.sort(inner).width().unwrap_or(64);
                inner < width || (!signed && inner == width)
            }
            Node::Apply(Op::BvSignExtend(_), [inner, ..]) => {
                signed && self.terms.sort(inner).width().unwrap_or(64) <= width
            }
            _ => false,
        }
    }

    /// The value that is one of several.
    pub(super) fn gather(&mut self, mut values: Vec<(TermId, Value)>) -> Value {
        if values.len() == 1 {
            return values.pop().map_or(Value::Dead, |(_, value)| value);
        }
        if values
            .iter()
            .all(|(_, value)| matches!(value, Value::Reference(_)))
        {
            let mut gathered = Gathered::default();
            for (condition, value) in &values {
                if let Value::Reference(targets) = value {
                    gathered.add(self.terms, *condition, targets);
                }
            }
            return gathered.reference();
        }
        let Some((_, mut value)) = values.pop() else {
            return Value::Dead;
        };
        for (condition, other) in values.into_iter().rev() {
            value = Value::choose(self.terms, condition, &other, &value);
        }
        value
    }

    /// Objects that the language may share as it likes cannot be told apart.
    pub(super) fn comparable(&mut self, state: State, a: &Targets, b: &Targets) -> Option<State> {
        let mut shared = |targets: &Targets| {
            targets.iter().any(|(target, _)| match target {
                Target::Object(object) => {
                    let class = self.beginnings.0[object.0 as usize].class;
                    self.source.class(class).may_be_shared
                }
                _ => false,
            })
        };
        if !(shared(a) && shared(b)) {
            return Some(state);
        }
        let null = |target| target == Target::Null;
        let (one, other) = (when(self.terms, a, null), when(self.terms, b, null));
        let either = self.terms.or(one, other);
        let (told, lost) = state.fork(self.terms, either);
        if let Some(lost) = lost {
            let why = "compares boxed values by their identity";
            self.leave(&lost, Exit::Unsupported(why.to_owned()));
        }
        told
    }
}
