//! Tries assignments at hand before asking for a new one: the parent's values
//! with one variable moved to where a comparison of the goal changes, and the
//! models of recent answers.

use std::collections::VecDeque;

use everypath_term::{Evaluator, Node, Op, Sort, TermId, Terms, Value, VarId, mask};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use crate::query::{Answer, Model, Query, Solver, Statistics};
use crate::support::Support;

/// Recent models kept.
const RECENT: usize = 8;

/// Comparisons of the goal that are looked at.
const ATOMS: usize = 6;

/// Variables of a comparison that are moved.
const MOVED: usize = 4;

/// Tries what is at hand before asking the solver below.
pub(crate) struct Reuse {
    below: Box<dyn Solver>,
    support: Support,
    evaluator: Evaluator,
    recent: VecDeque<Model>,
    moved: u64,
    reused: u64,
}

impl Reuse {
    /// Tries first, then asks `below`.
    pub(crate) fn new(below: Box<dyn Solver>) -> Reuse {
        Reuse {
            below,
            support: Support::default(),
            evaluator: Evaluator::new(),
            recent: VecDeque::new(),
            moved: 0,
            reused: 0,
        }
    }

    /// Whether the query holds under values put over the hint.
    fn holds(
        &mut self,
        terms: &Terms,
        query: &Query,
        over: &dyn Fn(VarId) -> Option<Value>,
    ) -> bool {
        self.evaluator.reset();
        let value = |variable| over(variable).or_else(|| query.hint.get(variable).cloned());
        let evaluator = &mut self.evaluator;
        // What was decided last fails most often.
        evaluator.holds(terms, query.goal, &value)
            && query
                .prefix
                .iter()
                .rev()
                .chain(&query.assumptions)
                .all(|&condition| evaluator.holds(terms, condition, &value))
    }

    /// A full answer from values over the hint.
    fn complete(
        &mut self,
        terms: &Terms,
        query: &Query,
        over: &dyn Fn(VarId) -> Option<Value>,
    ) -> Answer {
        let variables = self.support.all(terms, query.conditions());
        let values = variables.into_iter().map(|variable| {
            let value = over(variable).or_else(|| query.hint.get(variable).cloned());
            let zero = || Value::zero(terms.variable_of(variable).sort);
            (variable, value.unwrap_or_else(zero))
        });
        Answer::Sat(values.collect())
    }

    fn try_moves(&mut self, terms: &Terms, query: &Query) -> Option<Answer> {
        if self.holds(terms, query, &|_| None) {
            return Some(self.complete(terms, query, &|_| None));
        }
        for atom in atoms(terms, query.goal) {
            let variables = self.support.variables(terms, atom);
            for &variable in variables.iter().take(MOVED) {
                for value in self.moves(terms, query, atom, variable) {
                    let over = |other| (other == variable).then(|| value.clone());
                    if self.holds(terms, query, &over) {
                        return Some(self.complete(terms, query, &over));
                    }
                }
            }
        }
        None
    }

    /// Values of a variable that may change how an atom is decided.
    fn moves(&mut self, terms: &Terms, query: &Query, atom: TermId, variable: VarId) -> Vec<Value> {
        let sort = terms.variable_of(variable).sort;
        let hint = query.hint.get(variable).cloned();
        let now = hint.unwrap_or_else(|| Value::zero(sort));
        let Node::Apply(op, [a, b, _]) = terms.node(atom) else {
            return match now {
                Value::Bool(now) => vec![Value::Bool(!now)],
                _ => Vec::new(),
            };
        };
        match now {
            Value::Bool(now) => vec![Value::Bool(!now)],
            Value::Int(_) | Value::BitVec { .. } => {
                self.root(terms, query, (op, a, b), variable, &now)
            }
            Value::Float64(bits) => {
                let now = f64::from_bits(bits);
                let roots = self.float_root(terms, query, (a, b), variable, now, Value::float64);
                roots.into_iter().map(Value::float64).collect()
            }
            Value::Float32(bits) => {
                let now = f64::from(f32::from_bits(bits));
                let make = |value: f64| Value::float32(value as f32);
                let roots = self.float_root(terms, query, (a, b), variable, now, make);
                roots.into_iter().map(make).collect()
            }
            Value::Array(_) => Vec::new(),
        }
    }

    fn side(
        &mut self,
        terms: &Terms,
        query: &Query,
        side: TermId,
        moved: Option<(VarId, &Value)>,
    ) -> Value {
        self.evaluator.reset();
        let value = |other| match moved {
            Some((variable, value)) if variable == other => Some(value.clone()),
            _ => query.hint.get(other).cloned(),
        };
        self.evaluator.value(terms, side, &value)
    }

    /// Where the difference of two sides crosses zero, were it linear in the
    /// variable; and next to it.
    fn root(
        &mut self,
        terms: &Terms,
        query: &Query,
        (op, a, b): (Op, TermId, TermId),
        variable: VarId,
        now: &Value,
    ) -> Vec<Value> {
        let start = as_number(op, now).expect("an integer or bit-vector");
        let next = like(now, &(&start + 1));
        let mut difference = |moved| {
            let left = self.side(terms, query, a, moved);
            let right = self.side(terms, query, b, moved);
            Some(as_number(op, &left)? - as_number(op, &right)?)
        };
        let Some((here, there)) = difference(None).zip(difference(Some((variable, &next)))) else {
            return Vec::new();
        };
        let slope = there - &here;
        let root = if slope.is_zero() {
            start
        } else {
            &start - here.div_floor(&slope)
        };
        let steps: &[i32] = if slope.is_zero() {
            &[1, -1, 2, -2]
        } else {
            &[0, 1, -1]
        };
        let values = steps.iter().map(|&step| &root + BigInt::from(step));
        values.map(|value| like(now, &value)).collect()
    }

    fn float_root(
        &mut self,
        terms: &Terms,
        query: &Query,
        (a, b): (TermId, TermId),
        variable: VarId,
        now: f64,
        make: impl Fn(f64) -> Value,
    ) -> Vec<f64> {
        if !matches!(terms.sort(a), Sort::FLOAT32 | Sort::FLOAT64) {
            return vec![0.0, 1.0, -1.0];
        }
        let now = if now.is_finite() { now } else { 0.0 };
        let mut difference = |at: f64| {
            let moved = make(at);
            let left = self.side(terms, query, a, Some((variable, &moved)));
            let right = self.side(terms, query, b, Some((variable, &moved)));
            Some(as_float(&left)? - as_float(&right)?)
        };
        let Some((here, there)) = difference(now).zip(difference(now + 1.0)) else {
            return vec![0.0, 1.0, -1.0];
        };
        let root = now - here / (there - here);
        let nearby = [
            root,
            root + 1.0,
            root - 1.0,
            root.next_up(),
            root.next_down(),
        ];
        let others = [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY];
        nearby.into_iter().chain(others).collect()
    }

    fn try_recent(&mut self, terms: &Terms, query: &Query) -> Option<Answer> {
        for position in (0..self.recent.len()).rev() {
            let model = std::mem::take(&mut self.recent[position]);
            let over = |variable| model.get(variable).cloned();
            let fits = self.holds(terms, query, &over);
            let answer = fits.then(|| self.complete(terms, query, &over));
            self.recent[position] = model;
            if answer.is_some() {
                return answer;
            }
        }
        None
    }
}

/// The comparisons and variables that a goal is made of.
fn atoms(terms: &Terms, goal: TermId) -> Vec<TermId> {
    let mut atoms = Vec::new();
    let mut stack = vec![goal];
    while let Some(term) = stack.pop() {
        if atoms.len() == ATOMS || stack.len() > 64 {
            break;
        }
        match terms.node(term) {
            Node::Apply(Op::Not | Op::And | Op::Or, _) => stack.extend(terms.operands(term)),
            Node::Apply(Op::Ite, _) => stack.extend(terms.operands(term)),
            Node::Apply(Op::Eq, [a, ..]) if terms.sort(a) == Sort::BOOL => {
                stack.extend(terms.operands(term));
            }
            Node::Constant(_) => {}
            _ => atoms.push(term),
        }
    }
    atoms
}

/// A value as a number, signed unless the comparison is unsigned.
fn as_number(op: Op, value: &Value) -> Option<BigInt> {
    match value {
        Value::Int(number) => Some(number.clone()),
        Value::BitVec { width, bits } => {
            let unsigned = matches!(op, Op::BvUlt | Op::BvUle);
            let negative = !unsigned && bits >> (width - 1) & 1 == 1;
            let borrowed = if negative {
                mask(*width) as i128 + 1
            } else {
                0
            };
            Some(BigInt::from(i128::from(*bits) - borrowed))
        }
        _ => None,
    }
}

fn as_float(value: &Value) -> Option<f64> {
    match value {
        Value::Float64(bits) => Some(f64::from_bits(*bits)),
        Value::Float32(bits) => Some(f32::from_bits(*bits).into()),
        _ => None,
    }
}

/// A number in the sort of another value.
fn like(value: &Value, number: &BigInt) -> Value {
    match value {
        Value::BitVec { width, .. } => {
            let modulus = BigInt::from(mask(*width)) + 1;
            let bits = number.mod_floor(&modulus).to_u64().expect("below 2^64");
            Value::bit_vec(*width, bits)
        }
        _ => Value::Int(number.clone()),
    }
}

impl Solver for Reuse {
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer {
        if let Some(answer) = self.try_moves(terms, query) {
            self.moved += 1;
            return answer;
        }
        if let Some(answer) = self.try_recent(terms, query) {
            self.reused += 1;
            return answer;
        }
        let answer = self.below.check(terms, query);
        if let Answer::Sat(model) = &answer {
            if self.recent.len() == RECENT {
                self.recent.pop_front();
            }
            self.recent.push_back(model.clone());
        }
        answer
    }

    fn report(&self, statistics: &mut Statistics) {
        statistics.counters.insert("reuse: moved", self.moved);
        statistics.counters.insert("reuse: recent", self.reused);
        statistics.evaluated(&self.evaluator);
        self.below.report(statistics);
    }
}
