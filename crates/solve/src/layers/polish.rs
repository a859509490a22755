//! Pulls models towards values that people like to read: what the parent run
//! had, zero, small numbers, printable characters. Each variable is tried by
//! evaluation alone; no solver is asked.

use std::ops::RangeInclusive;

use everypath_term::{Evaluator, Interval, Intervals, Sort, TermId, Terms, Value, VarId};
use num_traits::{ToPrimitive, Zero};

use crate::query::{Answer, Model, Query, Solver, Statistics};
use crate::support::Support;

/// Evaluations spent on one model.
const TRIES: usize = 400;

/// Unicode's last code point.
const LAST_CHARACTER: i128 = 0x10_ffff;

/// Makes the models of the solver below readable.
pub(crate) struct Polish {
    below: Box<dyn Solver>,
    support: Support,
    evaluator: Evaluator,
    changed: u64,
}

impl Polish {
    /// Polishes the models of `below`.
    pub(crate) fn new(below: Box<dyn Solver>) -> Polish {
        Polish {
            below,
            support: Support::default(),
            evaluator: Evaluator::new(),
            changed: 0,
        }
    }

    fn polish(&mut self, terms: &Terms, query: &Query, model: &mut Model) {
        let moved = |(variable, value): &(VarId, &Value)| query.hint.get(*variable) != Some(*value);
        let moved: Vec<VarId> = model
            .iter()
            .filter(moved)
            .map(|(variable, _)| variable)
            .collect();
        let mut tries = TRIES;
        for variable in moved {
            let current = model.get(variable).expect("of the model").clone();
            let mut conditions: Vec<TermId> = query.conditions().collect();
            conditions.retain(|&condition| {
                let variables = &self.support.facts(terms, condition).variables;
                variables.binary_search(&variable).is_ok()
            });
            let conditions = conditions.as_slice();
            for candidate in candidates(terms, query, variable, &current, conditions) {
                if candidate == current || tries == 0 {
                    break;
                }
                tries -= 1;
                model.insert(variable, candidate);
                if self.holds(terms, query, model, conditions) {
                    self.changed += 1;
                    break;
                }
                model.insert(variable, current.clone());
            }
        }
    }

    fn holds(
        &mut self,
        terms: &Terms,
        query: &Query,
        model: &Model,
        conditions: &[TermId],
    ) -> bool {
        self.evaluator.reset();
        let value = |variable| {
            let value = model.get(variable).or_else(|| query.hint.get(variable));
            value.cloned()
        };
        let evaluator = &mut self.evaluator;
        conditions
            .iter()
            .all(|&condition| evaluator.holds(terms, condition, &value))
    }
}

/// Values better than the current one, best first.
fn candidates(
    terms: &Terms,
    query: &Query,
    variable: VarId,
    current: &Value,
    conditions: &[TermId],
) -> Vec<Value> {
    let hint = query.hint.get(variable).cloned();
    let mut values: Vec<Value> = hint.into_iter().collect();
    match current {
        Value::Int(number) => {
            let mut interval = Interval::ALL;
            for &condition in conditions {
                if let Some((of, bound)) = Intervals::read_bound(terms, condition)
                    && of == variable
                {
                    interval = interval.meet(bound);
                }
            }
            let name = &terms.variable_of(variable).name;
            if name.ends_with(']') && Interval::new(0, LAST_CHARACTER).contains(interval) {
                let letter = number.to_u8().unwrap_or(0);
                if letter.is_ascii_lowercase() {
                    values.push(current.clone());
                }
                values.extend(characters(interval));
            } else {
                values.extend(small_numbers(interval, number.to_i128()));
            }
        }
        Value::BitVec { width, .. } if is_character(terms, query, variable) => {
            if printable(current).is_none_or(|letter| !letter.is_ascii_lowercase()) {
                let letters = CHARACTERS.iter().flat_map(|range| range.clone());
                values.extend(letters.map(|letter| Value::bit_vec(*width, u64::from(letter))));
            }
        }
        _ if current == &Value::zero(terms.variable_of(variable).sort) => {}
        Value::Float64(_) => values.extend([0.0, 1.0, -1.0, 0.5, 2.0].map(Value::float64)),
        Value::Float32(_) => values.extend([0.0, 1.0, -1.0, 0.5, 2.0].map(Value::float32)),
        Value::BitVec { width, .. } => {
            values.extend([0, 1, u64::MAX].map(|bits| Value::bit_vec(*width, bits)));
        }
        Value::Bool(_) | Value::Array(_) => {
            let sort: Sort = terms.variable_of(variable).sort;
            values.push(Value::zero(sort));
        }
    }
    values
}

fn small_numbers(interval: Interval, current: Option<i128>) -> Vec<Value> {
    let mut numbers = vec![0, 1, -1, 2, -2];
    numbers.extend(interval.low);
    numbers.extend(interval.high);
    let current = current.unwrap_or(i128::MAX);
    if !current.is_zero() {
        let mut magnitude: i128 = 4;
        while magnitude < current.saturating_abs() && magnitude < 1 << 40 {
            numbers.extend([magnitude, -magnitude]);
            magnitude *= 2;
        }
    }
    numbers.retain(|&number| {
        number.saturating_abs() <= current.saturating_abs()
            && interval.contains(Interval::point(number))
    });
    numbers.into_iter().map(Value::int).collect()
}

/// Printable characters, those that people like to read first.
const CHARACTERS: [RangeInclusive<u8>; 7] = [
    b'a'..=b'z',
    b'0'..=b'9',
    b'A'..=b'Z',
    b' '..=b'/',
    b':'..=b'@',
    b'['..=b'`',
    b'{'..=b'~',
];

/// Printable characters of the interval.
fn characters(interval: Interval) -> impl Iterator<Item = Value> {
    CHARACTERS
        .iter()
        .flat_map(|range| range.clone())
        .map(i128::from)
        .filter(move |&letter| interval.contains(Interval::point(letter)))
        .map(Value::int)
}

/// Whether a bit-vector is a character of a text: an element whose value was
/// a printable one before.
fn is_character(terms: &Terms, query: &Query, variable: VarId) -> bool {
    let is_element = terms.variable_of(variable).name.ends_with(']');
    is_element && query.hint.get(variable).and_then(printable).is_some()
}

fn printable(value: &Value) -> Option<u8> {
    match value {
        Value::BitVec {
            width: 8 | 16,
            bits,
        } => u8::try_from(*bits)
            .ok()
            .filter(|letter| letter.is_ascii_graphic() || *letter == b' '),
        _ => None,
    }
}

impl Solver for Polish {
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer {
        let mut answer = self.below.check(terms, query);
        if let Answer::Sat(model) = &mut answer {
            self.polish(terms, query, model);
        }
        answer
    }

    fn report(&self, statistics: &mut Statistics) {
        statistics.counters.insert("polished values", self.changed);
        statistics.evaluated(&self.evaluator);
        self.below.report(statistics);
    }
}
