//! The symbolic side of a run: what is known of the input, what was decided.

use everypath_term::{Op, Sort, TermId, Terms, Value as TermValue};
use everypath_trace::{
    Bound, Chance, Decision, GoalId, Input, Loss, Origin, Outcome, Premise, Slot,
};
use rustc_hash::FxHashSet;

use super::class::ClassId;
use super::value::Value;
use super::{Machine, Run, Stop};
use crate::code::{Comparison, Implicit, Kind, Switch};
use crate::program::ArrayModel;

/// One recorded run.
#[derive(Debug, Default)]
pub struct Session {
    /// The input that the run follows.
    pub given: Input,
    /// What the run has read of it.
    pub input: Input,
    /// What holds of every input.
    pub assumptions: Vec<TermId>,
    /// What holds by the scope.
    pub bounds: Vec<TermId>,
    /// The forks.
    pub decisions: Vec<Decision>,
    /// How many forks there may be.
    pub limit: usize,
    /// Symbolic information that was lost.
    pub losses: Vec<Loss>,
    /// What was taken for granted.
    pub premises: Vec<Premise>,
    /// The static fields that were.
    pub states: FxHashSet<(ClassId, u16)>,
    /// How arrays at symbolic indices are explored.
    pub arrays: ArrayModel,
    /// Whether values of the input have no terms: the run is a plain one.
    pub concrete: bool,
    /// What open slots are filled by, if not with the first option and zero.
    pub chance: Option<Chance>,
}

/// The sort of a kind's terms.
pub(super) fn sort_of(kind: Kind) -> Sort {
    match kind {
        Kind::Long => Sort::bit_vec(64),
        Kind::Float => Sort::FLOAT32,
        Kind::Double => Sort::FLOAT64,
        _ => Sort::bit_vec(32),
    }
}

/// A value of an input without its term.
fn plain(kind: Kind, known: &TermValue) -> Value {
    match (kind, known) {
        (_, TermValue::Bool(side)) => Value::boolean(*side),
        (Kind::Byte, TermValue::BitVec { bits, .. }) => Value::int(i32::from(*bits as i8)),
        (Kind::Short, TermValue::BitVec { bits, .. }) => Value::int(i32::from(*bits as i16)),
        (_, TermValue::BitVec { bits, .. }) => Value {
            bits: *bits,
            term: 0,
        },
        (_, TermValue::Float32(bits)) => Value::float(f32::from_bits(*bits)),
        (_, TermValue::Float64(bits)) => Value::double(f64::from_bits(*bits)),
        _ => Value::default(),
    }
}

impl Machine {
    /// Begins to record a run, with the pool that its terms go to.
    pub fn begin(&mut self, session: Session, terms: Terms) {
        self.terms = terms;
        self.take_touched();
        self.session = Some(Box::new(session));
    }

    /// Ends the recording.
    pub fn end(&mut self) -> (Session, Terms) {
        let session = self.session.take().unwrap_or_default();
        (*session, std::mem::take(&mut self.terms))
    }

    /// The pool of terms.
    pub fn terms(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// The recording, if there is one.
    pub fn session(&mut self) -> Option<&mut Session> {
        self.session.as_deref_mut()
    }

    /// The term of a value of a kind.
    pub fn term_of(&mut self, value: Value, kind: Kind) -> TermId {
        if let Some(term) = value.symbol() {
            return term;
        }
        let constant = match kind {
            Kind::Long => TermValue::bit_vec(64, value.bits),
            Kind::Float => TermValue::float32(value.as_float()),
            Kind::Double => TermValue::float64(value.as_double()),
            _ => TermValue::bit_vec(32, u64::from(value.bits as u32)),
        };
        self.terms.constant(constant)
    }

    /// A value with a term, without it if the term is a constant.
    pub fn with_term(&self, value: Value, term: TermId) -> Value {
        if self.terms.as_constant(term).is_some() {
            value.concrete()
        } else {
            value.with(term)
        }
    }

    /// The term of a boolean value: an int that is not zero.
    pub fn truth_of(&mut self, value: Value) -> TermId {
        let term = self.term_of(value, Kind::Int);
        let zero = self.terms.constant(TermValue::bit_vec(32, 0));
        let is_zero = self.terms.eq(term, zero);
        self.terms.not(is_zero)
    }

    /// The int 1 or 0 of a condition whose concrete side is known.
    pub fn boolean_of(&mut self, condition: TermId, side: bool) -> Value {
        let one = self.terms.constant(TermValue::bit_vec(32, 1));
        let zero = self.terms.constant(TermValue::bit_vec(32, 0));
        let term = self.terms.ite(condition, one, zero);
        self.with_term(Value::boolean(side), term)
    }

    /// A constant int term.
    pub fn int_constant(&mut self, value: i32) -> TermId {
        self.terms
            .constant(TermValue::bit_vec(32, u64::from(value as u32)))
    }

    /// The value of a slot of the input that holds a primitive, with its term.
    pub fn input_value(&mut self, slot: &str, kind: Kind) -> Value {
        let sort = match kind {
            Kind::Boolean => Sort::BOOL,
            Kind::Byte => Sort::bit_vec(8),
            Kind::Char | Kind::Short => Sort::bit_vec(16),
            _ => sort_of(kind),
        };
        let Some(session) = &mut self.session else {
            return Value::default();
        };
        let slot = Slot::from(slot);
        let known = session
            .given
            .values
            .get(&slot)
            .filter(|known| known.sort() == sort);
        let known = known.cloned();
        let known = known.unwrap_or_else(|| session.fill(&slot, sort));
        session.input.values.insert(slot.clone(), known.clone());
        if session.concrete {
            return plain(kind, &known);
        }
        let variable = self.terms.var(slot.as_str(), sort);
        let (bits, term) = match (kind, known) {
            (Kind::Boolean, TermValue::Bool(side)) => {
                return self.boolean_of(variable, side);
            }
            (Kind::Byte, TermValue::BitVec { bits, .. }) => (
                u64::from(i32::from(bits as i8) as u32),
                self.terms.apply(Op::BvSignExtend(32), &[variable]),
            ),
            (Kind::Short, TermValue::BitVec { bits, .. }) => (
                u64::from(i32::from(bits as i16) as u32),
                self.terms.apply(Op::BvSignExtend(32), &[variable]),
            ),
            (Kind::Char, TermValue::BitVec { bits, .. }) => {
                (bits, self.terms.apply(Op::BvZeroExtend(32), &[variable]))
            }
            (_, TermValue::BitVec { bits, .. }) => (bits, variable),
            (_, TermValue::Float32(bits)) => (u64::from(bits), variable),
            (_, TermValue::Float64(bits)) => (bits, variable),
            _ => (0, variable),
        };
        Value { bits, term: 0 }.with(term)
    }

    /// The option of a slot of the input that holds a choice.
    pub fn input_choice(&mut self, slot: &str, options: u32, bounded: bool) -> Run<u32> {
        if options <= 1 && !bounded {
            return Ok(0);
        }
        let Some(session) = &mut self.session else {
            return Ok(0);
        };
        let slot = Slot::from(slot);
        let known = match (session.given.choices.get(&slot), &mut session.chance) {
            (Some(known), _) => *known,
            (None, Some(chance)) => chance.below(options as usize) as u32,
            (None, None) => 0,
        };
        let taken = if known < options { known } else { 0 };
        session.input.choices.insert(slot.clone(), taken);
        self.record(Decision::Choice {
            slot,
            taken,
            options,
            bounded,
        })?;
        Ok(taken)
    }

    /// Something holds of every input.
    pub fn assume(&mut self, term: TermId) {
        if self.terms.as_bool(term).is_some() {
            return;
        }
        if let Some(session) = &mut self.session
            && !session.assumptions.contains(&term)
        {
            session.assumptions.push(term);
        }
    }

    /// Something holds because the scope says so.
    pub fn bound(&mut self, term: TermId) {
        if self.terms.as_bool(term).is_some() {
            return;
        }
        if let Some(session) = &mut self.session
            && !session.bounds.contains(&term)
        {
            session.bounds.push(term);
        }
    }

    fn record(&mut self, decision: Decision) -> Run<()> {
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        if session.decisions.len() >= session.limit {
            return Err(Stop::End(Outcome::Pruned(Bound::Decisions)));
        }
        session.decisions.push(decision);
        Ok(())
    }

    /// A condition was asked, and this side taken.
    pub fn decide(
        &mut self,
        term: TermId,
        taken: bool,
        origin: Origin,
        other_side: Option<GoalId>,
    ) -> Run<()> {
        if self.terms.as_bool(term).is_some() {
            return Ok(());
        }
        self.record(Decision::Condition {
            term,
            taken,
            origin,
            other_side,
        })
    }

    /// A check of the language or its library: the condition and whether it holds.
    pub fn check(&mut self, term: TermId, holds: bool) -> Run<()> {
        self.decide(term, holds, Origin::Implicit, None)
    }

    /// A check that throws by itself on one side: the condition, whether it holds, and
    /// what is thrown there.
    pub(super) fn check_for(&mut self, term: TermId, holds: bool, implicit: Implicit) -> Run<()> {
        let origin = match self.exception_here(implicit) {
            Some(goal) => Origin::Check(goal),
            None => Origin::Implicit,
        };
        self.decide(term, holds, origin, None)
    }

    /// Makes a value concrete: from here on it is the one it has.
    pub fn pin(&mut self, value: Value, kind: Kind) -> Run<Value> {
        if let Some(term) = value.symbol() {
            let constant = self.term_of(value.concrete(), kind);
            let same = self.terms.eq(term, constant);
            self.decide(same, true, Origin::Pin, None)?;
        }
        Ok(value.concrete())
    }

    /// Makes an int concrete.
    pub fn pin_int(&mut self, value: Value) -> Run<i32> {
        Ok(self.pin(value, Kind::Int)?.as_int())
    }

    /// Symbolic information is lost at a construct. What an initialiser of a
    /// class does no input decides, so nothing is lost there.
    pub fn lose(&mut self, construct: &str) {
        if self.is_initialising() {
            return;
        }
        let (file, line) = self.place();
        if let Some(session) = &mut self.session {
            let loss = Loss {
                construct: construct.to_owned(),
                file,
                line,
            };
            if !session.losses.contains(&loss) {
                session.losses.push(loss);
            }
        }
    }

    /// Whether what runs is the initialiser of a class, or what it calls.
    pub(super) fn is_initialising(&self) -> bool {
        let mut frames = self.frames.iter();
        frames.any(|frame| &*self.method(frame.method).name == "<clinit>")
    }

    /// The place of the nearest call of the user's code: file and line.
    pub fn place(&self) -> (String, u32) {
        for frame in self.frames.iter().rev() {
            let class = self.class(self.method(frame.method).class);
            if !class.is_platform {
                let source = class.file.as_ref().and_then(|file| file.source.clone());
                let file = source.map_or_else(|| class.dotted(), |source| source.to_string());
                return (file, u32::from(frame.code.line_of(frame.at)));
            }
        }
        (String::new(), 0)
    }

    /// The condition of a comparison.
    pub fn comparison(&mut self, comparison: Comparison, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.terms;
        match comparison {
            Comparison::Equal => terms.eq(a, b),
            Comparison::NotEqual => {
                let same = terms.eq(a, b);
                terms.not(same)
            }
            Comparison::Less => terms.apply(Op::BvSlt, &[a, b]),
            Comparison::Greater => terms.apply(Op::BvSlt, &[b, a]),
            Comparison::LessOrEqual => terms.apply(Op::BvSle, &[a, b]),
            Comparison::GreaterOrEqual => terms.apply(Op::BvSle, &[b, a]),
        }
    }

    /// Whether a comparison of ints jumps. `goal` is one more than the goal of
    /// falling through, which that of jumping follows; 0 if there is none.
    #[inline]
    pub(super) fn branch_int(
        &mut self,
        comparison: Comparison,
        a: Value,
        b: Value,
        goal: u32,
    ) -> Run<bool> {
        let (x, y) = (a.as_int(), b.as_int());
        let taken = match comparison {
            Comparison::Equal => x == y,
            Comparison::NotEqual => x != y,
            Comparison::Less => x < y,
            Comparison::GreaterOrEqual => x >= y,
            Comparison::Greater => x > y,
            Comparison::LessOrEqual => x <= y,
        };
        if a.term | b.term != 0 {
            let (a, b) = (self.term_of(a, Kind::Int), self.term_of(b, Kind::Int));
            let condition = self.comparison(comparison, a, b);
            let other = (goal != 0).then(|| GoalId(goal - 1 + u32::from(!taken)));
            self.decide(condition, taken, Origin::Branch, other)?;
        }
        if goal != 0 {
            self.take_side(goal - 1 + u32::from(taken));
        }
        Ok(taken)
    }

    /// Whether a comparison of references jumps.
    #[inline]
    pub(super) fn branch_same(&mut self, same: bool, a: Value, b: Value, goal: u32) -> Run<bool> {
        let taken = (a.as_ref() == b.as_ref()) == same;
        self.suppose_identity(a, b);
        if goal != 0 {
            self.take_side(goal - 1 + u32::from(taken));
        }
        Ok(taken)
    }

    /// The conditions of a switch, one for each distinct target up to the taken one.
    pub(super) fn decide_switch(
        &mut self,
        switch: &Switch,
        key: Value,
        ordinal: u32,
        goal: u32,
        origin: Origin,
    ) -> Run<()> {
        let key = self.term_of(key, Kind::Int);
        for target in 0..switch.targets {
            if target == switch.default_ordinal {
                continue;
            }
            let keys: Vec<i32> = switch
                .cases
                .iter()
                .filter(|case| case.2 == target)
                .map(|case| case.0)
                .collect();
            let condition = self.is_one_of(key, &keys);
            let taken = target == ordinal;
            let other = (goal != 0).then(|| {
                GoalId(
                    goal - 1
                        + if taken {
                            switch.default_ordinal
                        } else {
                            target
                        },
                )
            });
            self.decide(condition, taken, origin, other)?;
            if taken {
                break;
            }
        }
        Ok(())
    }

    /// Whether a term is one of some ascending ints: runs of them as ranges.
    fn is_one_of(&mut self, term: TermId, keys: &[i32]) -> TermId {
        let mut any = self.terms.bool(false);
        let mut start = 0;
        while start < keys.len() {
            let mut end = start;
            while end + 1 < keys.len() && keys[end + 1] == keys[end] + 1 {
                end += 1;
            }
            let low = self.int_constant(keys[start]);
            let part = if start == end {
                self.terms.eq(term, low)
            } else {
                let high = self.int_constant(keys[end]);
                let above = self.terms.apply(Op::BvSle, &[low, term]);
                let below = self.terms.apply(Op::BvSle, &[term, high]);
                self.terms.and(above, below)
            };
            any = self.terms.or(any, part);
            start = end + 1;
        }
        any
    }
}
