//! The hooks that instrumented code calls where Python itself would not ask a
//! proxy: branches, calls into C, subscripts, membership, negation, f-strings.

mod calls;
mod containers;
pub(crate) mod foreign;
mod formats;
mod lookups;
mod math;
mod models;
mod numerals;
mod patterns;
mod sets;
mod tables;
pub(crate) mod unknowns;

use everypath_term::{Op, Sort, TermId, Value};
use everypath_trace::{GoalId, Origin};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyList, PyModule, PyString, PyTuple};
use rustc_hash::FxHashMap;

use crate::number::Number;
use crate::proxies::boolean::{negate, python_bool};
use crate::proxies::protocols::proxy_of;
use crate::proxies::{SymBool, SymBytes, SymFloat, SymInt, SymStr};
use crate::recorder::Recorder;
use crate::text::Text;
use crate::{Any, Object};
use models::Model;
use unknowns::Unknowns;

/// The hooks of one worker. Instrumented modules hold its bound methods.
#[pyclass(frozen, module = "everypath_native")]
pub(crate) struct Hooks {
    recorder: Py<Recorder>,
    models: FxHashMap<usize, Model>,
    types: calls::KnownTypes,
    patterns: patterns::Patterns,
    /// What is called instead of a class of the library, by its address.
    stand_ins: FxHashMap<usize, Object>,
    pub(crate) unknowns: Unknowns,
}

/// Whether an object is one of the proxies.
pub(crate) fn is_proxy(object: &Any<'_>) -> bool {
    object.is_exact_instance_of::<SymInt>()
        || object.is_exact_instance_of::<SymStr>()
        || object.is_exact_instance_of::<SymBool>()
        || object.is_exact_instance_of::<SymFloat>()
        || object.is_exact_instance_of::<SymBytes>()
}

/// Whether an object is a boolean, symbolic or not.
fn is_boolean(object: &Any<'_>) -> bool {
    object.is_exact_instance_of::<SymBool>() || object.is_exact_instance_of::<PyBool>()
}

/// Whether an object is a sequence that `*` repeats.
pub(crate) fn is_sequence(object: &Any<'_>) -> bool {
    object.is_instance_of::<PyList>()
        || object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyTuple>()
        || object.is_instance_of::<PyBytes>()
}

/// `item in text`, not decided yet.
pub(crate) fn text_contains(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    text: &Text,
    item: &Any<'_>,
) -> PyResult<Object> {
    let mut state = recorder.borrow_mut(py);
    let Some(pattern) = SymStr::read(&mut state, item) else {
        return Err(pyo3::exceptions::PyTypeError::new_err(format!(
            "'in <string>' requires string as left operand, not {}",
            item.get_type().name()?
        )));
    };
    let pattern = pattern.fixed(&mut state)?;
    let mut any = state.terms.bool(false);
    let mut value = false;
    for place in 0..=text.chars.len() {
        let here = text.matches_term(&mut state, &pattern, place);
        any = state.terms.or(any, here);
        value |= text.matches(&pattern, place);
    }
    drop(state);
    SymBool::object(py, recorder, value, any)
}

/// What a slot of a number's sort holds, with its term.
fn input_number(value: Value, term: TermId) -> Number {
    match value {
        Value::Int(value) => Number::Int(value.into(), term),
        Value::Float64(bits) => Number::Float(f64::from_bits(bits), term),
        _ => unreachable!("the recorder checks sorts"),
    }
}

impl Hooks {
    /// The truth of a proxy as a value and a term; `None` for other objects.
    fn truth(&self, py: Python<'_>, object: &Any<'_>) -> Option<(bool, TermId)> {
        let proxy = proxy_of(object)?;
        Some(proxy.truth(&mut self.recorder.borrow_mut(py)))
    }

    /// Whether the truth of an object is Python's own to tell.
    fn has_plain_truth(&self, object: &Any<'_>) -> PyResult<bool> {
        let class = object.get_type();
        let module = class.getattr("__module__")?;
        if module.cast::<PyString>()?.to_string_lossy() == "builtins" {
            return Ok(true);
        }
        Ok(!class.hasattr("__bool__")? && !class.hasattr("__len__")?)
    }

    /// Decides the truth of an object as the branch with the goals `goal`
    /// (true) and `goal + 1` (false).
    fn decide(&self, py: Python<'_>, goal: u32, object: &Any<'_>) -> PyResult<bool> {
        let object = &self.unknowns.known(object)?;
        let truth = self.truth(py, object);
        let value = match truth {
            Some((value, _)) => value,
            None => object.is_truthy()?,
        };
        let (taken, other) = if value {
            (goal, goal + 1)
        } else {
            (goal + 1, goal)
        };
        let mut recorder = self.recorder.borrow_mut(py);
        if let Some((value, term)) = truth {
            recorder.decide(term, value, Origin::Branch, Some(GoalId(other)))?;
        }
        recorder.cover(taken);
        Ok(value)
    }
}

#[pymethods]
impl Hooks {
    #[new]
    fn new(
        py: Python<'_>,
        recorder: Py<Recorder>,
        stand_ins: &Bound<'_, PyDict>,
        unknowns: &Bound<'_, PyModule>,
    ) -> PyResult<Hooks> {
        let stand_ins = stand_ins
            .iter()
            .map(|(class, stand_in)| (class.as_ptr() as usize, stand_in.unbind()));
        Ok(Hooks {
            stand_ins: stand_ins.collect(),
            recorder,
            unknowns: Unknowns::new(unknowns)?,
            models: models::table(py)?,
            types: calls::KnownTypes::new(py)?,
            patterns: patterns::Patterns::new(py)?,
        })
    }

    /// The test of a branch.
    fn branch(&self, py: Python<'_>, goal: u32, test: &Any<'_>) -> PyResult<bool> {
        self.decide(py, goal, test)
    }

    /// An operand of `and` or `or`: booleans are decided here, so that each
    /// side counts; anything else keeps its value.
    fn operand(&self, py: Python<'_>, goal: u32, operand: &Any<'_>) -> PyResult<Object> {
        let operand = &self.unknowns.known(operand)?;
        if is_boolean(operand) {
            return self.answer(py, goal, operand);
        }
        // Python asks again: only what answers without the subject's code.
        let answers = is_proxy(operand) || self.unknowns.is(operand);
        if answers || self.has_plain_truth(operand)? {
            self.decide(py, goal, operand)?;
        }
        Ok(operand.clone().unbind())
    }

    /// What a function answers: a boolean is decided here, so that each answer
    /// counts; anything else keeps its value.
    fn answer(&self, py: Python<'_>, goal: u32, answer: &Any<'_>) -> PyResult<Object> {
        let answer = &self.unknowns.known(answer)?;
        if is_boolean(answer) {
            let value = self.decide(py, goal, answer)?;
            return Ok(python_bool(py, value));
        }
        Ok(answer.clone().unbind())
    }

    /// Marks a goal as covered.
    fn hit(&self, py: Python<'_>, goal: u32) {
        self.recorder.borrow_mut(py).cover(goal);
    }

    /// `not operand`, with no decision for a proxy.
    fn negation(&self, py: Python<'_>, operand: &Any<'_>) -> PyResult<Object> {
        let operand = &self.unknowns.known(operand)?;
        if operand.is_exact_instance_of::<SymBool>() {
            return negate(py, &self.recorder, operand);
        }
        if let Some((value, term)) = self.truth(py, operand) {
            let term = self.recorder.borrow_mut(py).terms.not(term);
            return SymBool::object(py, &self.recorder, !value, term);
        }
        Ok(python_bool(py, !operand.is_truthy()?))
    }

    /// `left is right` where one side is a literal `True` or `False`.
    fn identity(&self, py: Python<'_>, left: &Any<'_>, right: &Any<'_>) -> PyResult<Object> {
        let (left, right) = (&self.unknowns.known(left)?, &self.unknowns.known(right)?);
        if left.is_exact_instance_of::<SymBool>() || right.is_exact_instance_of::<SymBool>() {
            return Ok(left
                .rich_compare(right, pyo3::basic::CompareOp::Eq)?
                .unbind());
        }
        Ok(python_bool(py, left.is(right)))
    }

    /// An integer of the input.
    fn integer(&self, py: Python<'_>, slot: &str) -> PyResult<Object> {
        let mut recorder = self.recorder.borrow_mut(py);
        let (value, term) = recorder.value(slot, Sort::INT, Value::int(0));
        drop(recorder);
        input_number(value, term).object(py, &self.recorder)
    }

    /// An integer of the input within bounds that its type gives.
    fn integer_between(&self, py: Python<'_>, slot: &str, low: i64, high: i64) -> PyResult<Object> {
        let mut recorder = self.recorder.borrow_mut(py);
        let default = Value::int(0i64.clamp(low, high));
        let (value, term) = recorder.value(slot, Sort::INT, default);
        let (low, high) = (recorder.terms.int(low), recorder.terms.int(high));
        let above = recorder.terms.apply(Op::IntLe, &[low, term]);
        let below = recorder.terms.apply(Op::IntLe, &[term, high]);
        recorder.assume(above);
        recorder.assume(below);
        drop(recorder);
        input_number(value, term).object(py, &self.recorder)
    }

    /// A boolean of the input.
    fn boolean(&self, py: Python<'_>, slot: &str) -> PyResult<Object> {
        let default = Value::Bool(false);
        let (value, term) = self
            .recorder
            .borrow_mut(py)
            .value(slot, Sort::BOOL, default);
        SymBool::object(py, &self.recorder, value.as_bool().unwrap_or(false), term)
    }

    /// A float of the input.
    fn floating(&self, py: Python<'_>, slot: &str) -> PyResult<Object> {
        let default = Value::float64(0.0);
        let (value, term) = self
            .recorder
            .borrow_mut(py)
            .value(slot, Sort::FLOAT64, default);
        input_number(value, term).object(py, &self.recorder)
    }

    /// A text of the input.
    fn text(&self, py: Python<'_>, slot: &str, capacity: usize, alphabet: u32) -> PyResult<Object> {
        let mut recorder = self.recorder.borrow_mut(py);
        recorder.alphabet = recorder.alphabet.max(alphabet);
        let text = Text::input(&mut recorder, slot, capacity, alphabet);
        drop(recorder);
        SymStr::object(py, &self.recorder, text)
    }

    /// Bytes of the input.
    fn octets(&self, py: Python<'_>, slot: &str, capacity: usize) -> PyResult<Object> {
        let text = Text::input(&mut self.recorder.borrow_mut(py), slot, capacity, 255);
        SymBytes::object(py, &self.recorder, text)
    }

    /// The concrete value of an object, all the way down, with no pin.
    fn concrete(&self, py: Python<'_>, object: &Any<'_>) -> PyResult<Object> {
        let object = self.unknowns.known(object)?;
        foreign::concrete_scalar(py, &object).map_or_else(|| Ok(object.unbind()), Ok)
    }
}
