//! The proxy of `str`: what every text method needs of Python's protocols.
//! The methods themselves are in `string_methods`.

use everypath_term::Op;
use everypath_trace::Origin;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyString};

use crate::hooks;
use crate::integer::Integer;
use crate::number::Number;
use crate::place;
use crate::proxies::protocols::{Proxy, attribute};
use crate::proxies::sequence::sequence_proxy;
use crate::proxies::{SymBool, SymInt};
use crate::recorder::Recorder;
use crate::text::Text;
use crate::{Any, Object};

/// A text with its terms.
#[pyclass(frozen, name = "str", module = "everypath_native")]
pub struct SymStr {
    pub(crate) recorder: Py<Recorder>,
    pub(crate) text: Text,
}

sequence_proxy!(SymStr, PyString, "str", SymStrIterator);

impl SymStr {
    fn python(py: Python<'_>, value: &[u32]) -> Object {
        let text: String = value
            .iter()
            .map(|&c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        PyString::new(py, &text).into_any().unbind()
    }

    fn characters(string: &Bound<'_, PyString>) -> Vec<u32> {
        string.to_string_lossy().chars().map(u32::from).collect()
    }

    fn element(
        py: Python<'_>,
        recorder: &Py<Recorder>,
        text: &Text,
        place: usize,
    ) -> PyResult<Object> {
        SymStr::object(py, recorder, text.part(place, place + 1))
    }

    /// The character at an index, symbolic or not.
    pub fn at(&self, py: Python<'_>, index: Number) -> PyResult<Text> {
        let mut recorder = self.recorder.borrow_mut(py);
        let Number::Int(value, term) = index else {
            return Err(PyTypeError::new_err(
                "string indices must be integers, not 'float'",
            ));
        };
        let recorder = &mut *recorder;
        let zero = recorder.terms.int(0);
        let length = self.text.length_term(recorder);
        let negative = recorder.terms.apply(Op::IntLt, &[term, zero]);
        recorder.decide(negative, value.is_negative(), Origin::Implicit, None)?;
        let count = self.text.value.len() as i64;
        let (place, place_term) = if value.is_negative() {
            let from_end = recorder.terms.apply(Op::IntAdd, &[term, length]);
            (
                value.small().map_or(-1, |v| v.saturating_add(count)),
                from_end,
            )
        } else {
            (value.small().unwrap_or(i64::MAX), term)
        };
        let above = recorder.terms.apply(Op::IntLe, &[zero, place_term]);
        recorder.decide(above, place >= 0, Origin::Implicit, None)?;
        let below = recorder.terms.apply(Op::IntLt, &[place_term, length]);
        recorder.decide(below, place < count, Origin::Implicit, None)?;
        if place < 0 || place >= count {
            return Err(PyIndexError::new_err(match value.small() {
                Some(_) => "string index out of range",
                None => "cannot fit 'int' into an index-sized integer",
            }));
        }
        let mut character = self.text.chars[0];
        for (index, &candidate) in self.text.chars.iter().enumerate().skip(1) {
            let index = recorder.terms.int(index as i64);
            let here = recorder.terms.eq(place_term, index);
            character = recorder.terms.ite(here, candidate, character);
        }
        Ok(Text {
            chars: vec![character],
            length: None,
            value: vec![self.text.value[place as usize]],
        })
    }

    /// `self[start:stop:step]`.
    pub fn slice(&self, py: Python<'_>, slice: &Bound<'_, PySlice>) -> PyResult<Text> {
        let bound = |name: &str| -> PyResult<Option<i64>> {
            let object = slice.getattr(name)?;
            if object.is_none() {
                return Ok(None);
            }
            slice_bound(&object).map(Some)
        };
        let (start, stop, step) = (bound("start")?, bound("stop")?, bound("step")?);
        let mut recorder = self.recorder.borrow_mut(py);
        let recorder = &mut *recorder;
        let simple = |bound: Option<i64>| bound.is_none_or(|bound| bound >= 0);
        if step.unwrap_or(1) == 1 && simple(start) && simple(stop) && self.text.length.is_some() {
            let capacity = self.text.chars.len();
            let start = (start.unwrap_or(0) as usize).min(capacity);
            if !self.text.has(recorder, start)? {
                return Ok(Text::constant(recorder, vec![]));
            }
            if let Some(stop) = stop.map(|stop| (stop as usize).min(capacity)) {
                if stop <= start {
                    return Ok(Text::constant(recorder, vec![]));
                }
                if self.text.has(recorder, stop)? {
                    return Ok(self.text.part(start, stop));
                }
            }
            return Ok(self.text.tail(recorder, start));
        }
        let fixed = self.text.fixed(recorder)?;
        let py_slice = PySlice::new(
            py,
            start.unwrap_or(isize::MIN as i64) as isize,
            stop.unwrap_or(isize::MAX as i64) as isize,
            step.unwrap_or(1) as isize,
        );
        let indices = if start.is_none() || stop.is_none() {
            let concrete = slice
                .py()
                .import("builtins")?
                .getattr("slice")?
                .call1((start, stop, step))?;
            concrete
                .cast_into::<PySlice>()?
                .indices(fixed.value.len() as isize)?
        } else {
            py_slice.indices(fixed.value.len() as isize)?
        };
        let mut places = Vec::new();
        let mut place = indices.start;
        while (indices.step > 0 && place < indices.stop)
            || (indices.step < 0 && place > indices.stop)
        {
            places.push(place as usize);
            place += indices.step;
        }
        Ok(Text {
            chars: places.iter().map(|&place| fixed.chars[place]).collect(),
            length: None,
            value: places.iter().map(|&place| fixed.value[place]).collect(),
        })
    }

    fn concat(&self, py: Python<'_>, other: &Any<'_>, swapped: bool) -> PyResult<Object> {
        let mut recorder = self.recorder.borrow_mut(py);
        let Some(other) = SymStr::read(&mut recorder, other) else {
            if !swapped && is_builtin(other)? {
                return Err(PyTypeError::new_err(format!(
                    "can only concatenate str (not \"{}\") to str",
                    other.get_type().name()?
                )));
            }
            return Ok(py.NotImplemented());
        };
        let joined = if swapped {
            other.concat(&mut recorder, &self.text)?
        } else {
            self.text.concat(&mut recorder, &other)?
        };
        drop(recorder);
        SymStr::object(py, &self.recorder, joined)
    }
}

/// Whether an object's type is one of Python's own, or a proxy of it: it has
/// no say in what `+` and `*` do with a text.
fn is_builtin(object: &Any<'_>) -> PyResult<bool> {
    let module = object.get_type().getattr("__module__")?;
    let module: &str = &module.cast::<PyString>()?.to_string_lossy();
    Ok(matches!(module, "builtins" | "everypath_native"))
}

/// Texts longer than this are not made of terms.
pub(crate) const LONGEST: i64 = 10_000;

/// A bound of a slice, made concrete.
pub(crate) fn slice_bound(object: &Any<'_>) -> PyResult<i64> {
    if !object.hasattr("__index__")? {
        return Err(PyTypeError::new_err(
            "slice indices must be integers or None or have an __index__ method",
        ));
    }
    let index: num_bigint::BigInt = object.call_method0("__index__")?.extract()?;
    Ok(Integer::from(index).saturated())
}

#[pymethods]
impl SymStr {
    fn __str__(&self, py: Python<'_>) -> PyResult<Object> {
        self.pinned(py)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Any<'_>, op: CompareOp) -> PyResult<Object> {
        let mut recorder = self.recorder.borrow_mut(py);
        let state = &mut *recorder;
        let Some(other) = SymStr::read(state, other) else {
            return Ok(py.NotImplemented());
        };
        let (a, b) = (&self.text, &other);
        let (value, term) = match op {
            CompareOp::Eq => (a.value == b.value, a.equal_term(state, b)),
            CompareOp::Ne => {
                let equal = a.equal_term(state, b);
                (a.value != b.value, state.terms.not(equal))
            }
            CompareOp::Lt => (a.value < b.value, a.less_term(state, b)),
            CompareOp::Gt => (a.value > b.value, b.less_term(state, a)),
            CompareOp::Le => {
                let greater = b.less_term(state, a);
                (a.value <= b.value, state.terms.not(greater))
            }
            CompareOp::Ge => {
                let less = a.less_term(state, b);
                (a.value >= b.value, state.terms.not(less))
            }
        };
        drop(recorder);
        SymBool::object(py, &self.recorder, value, term)
    }

    fn __add__(&self, py: Python<'_>, other: &Any<'_>) -> PyResult<Object> {
        self.concat(py, other, false)
    }

    fn __radd__(&self, py: Python<'_>, other: &Any<'_>) -> PyResult<Object> {
        self.concat(py, other, true)
    }

    fn __mul__(&self, py: Python<'_>, count: &Any<'_>) -> PyResult<Object> {
        if !count.hasattr("__index__")? {
            if !is_builtin(count)? {
                return Ok(py.NotImplemented());
            }
            return Err(PyTypeError::new_err(format!(
                "can't multiply sequence by non-int of type '{}'",
                count.get_type().name()?
            )));
        }
        let index = count.call_method0("__index__")?;
        let count = match index.extract::<i64>() {
            Ok(count) if count.saturating_mul(self.text.value.len() as i64) <= LONGEST => count,
            _ => {
                place::lose(py, &self.recorder, "a very long text")?;
                return Ok(self.pinned(py)?.bind(py).mul(index)?.unbind());
            }
        };
        let mut recorder = self.recorder.borrow_mut(py);
        let once = self.text.fixed(&mut recorder)?;
        let mut text = Text::constant(&mut recorder, vec![]);
        for _ in 0..count.max(0) {
            text = text.concat(&mut recorder, &once)?;
        }
        drop(recorder);
        SymStr::object(py, &self.recorder, text)
    }

    fn __rmul__(&self, py: Python<'_>, count: &Any<'_>) -> PyResult<Object> {
        if hooks::is_sequence(count) {
            return Err(PyTypeError::new_err(
                "can't multiply sequence by non-int of type 'str'",
            ));
        }
        self.__mul__(py, count)
    }

    fn __getitem__(&self, py: Python<'_>, key: &Any<'_>) -> PyResult<Object> {
        if let Ok(slice) = key.cast::<PySlice>() {
            let text = self.slice(py, slice)?;
            return SymStr::object(py, &self.recorder, text);
        }
        let index = Number::read(&mut self.recorder.borrow_mut(py), key);
        let index = match index {
            Some(index @ Number::Int(..)) => index,
            // Python's own error, or an object with `__index__`.
            _ => return Ok(self.pinned(py)?.bind(py).get_item(key)?.unbind()),
        };
        let text = self.at(py, index)?;
        SymStr::object(py, &self.recorder, text)
    }

    fn __contains__(&self, py: Python<'_>, item: &Any<'_>) -> PyResult<bool> {
        hooks::text_contains(py, &self.recorder, &self.text, item)?
            .bind(py)
            .is_truthy()
    }

    /// A method of `str` that has no symbolic side runs on the concrete text.
    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Object> {
        attribute(py, &self.recorder, "str", name, self)
    }
}

/// `chr` of a number.
pub(crate) fn character(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    code: &SymInt,
) -> PyResult<Object> {
    let Some(value) = code.value.small().filter(|code| (0..0xD800).contains(code)) else {
        let value = code.pinned(py)?;
        return Ok(py
            .import("builtins")?
            .call_method1("chr", (value,))?
            .unbind());
    };
    let mut state = recorder.borrow_mut(py);
    let zero = state.terms.int(0);
    let limit = state.terms.int(0xD800);
    let above = state.terms.apply(Op::IntLe, &[zero, code.term]);
    state.decide(above, true, Origin::Implicit, None)?;
    let below = state.terms.apply(Op::IntLt, &[code.term, limit]);
    state.decide(below, true, Origin::Implicit, None)?;
    drop(state);
    let text = Text {
        chars: vec![code.term],
        length: None,
        value: vec![value as u32],
    };
    SymStr::object(py, recorder, text)
}

/// Integers with more digits are written down as they are.
const MOST_DIGITS: u32 = 18;

/// `str` of an integer: its digits, once their number is decided.
pub(crate) fn decimal(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    number: &SymInt,
) -> PyResult<Object> {
    let mut state = recorder.borrow_mut(py);
    let zero = state.terms.int(0);
    let negative = state.terms.apply(Op::IntLt, &[number.term, zero]);
    let is_negative = number.value.is_negative();
    state.decide(negative, is_negative, Origin::Implicit, None)?;
    let magnitude = if is_negative {
        state.terms.apply(Op::IntNeg, &[number.term])
    } else {
        number.term
    };
    // Numbers with more or fewer digits ask the same questions.
    let mut digits = 0;
    let mut fits = false;
    while digits < MOST_DIGITS && !fits {
        digits += 1;
        let limit = 10i64.pow(digits);
        fits = number.value.within(limit as u64 - 1);
        let limit = state.terms.int(limit);
        let below = state.terms.apply(Op::IntLt, &[magnitude, limit]);
        state.decide(below, fits, Origin::Implicit, None)?;
    }
    let Some(value) = number.value.small().filter(|_| fits) else {
        drop(state);
        let value = number.pinned(py)?;
        return Ok(value.bind(py).str()?.into_any().unbind());
    };
    let mut chars = Vec::new();
    if value < 0 {
        chars.push(state.terms.int(i64::from(b'-')));
    }
    for place in (0..digits).rev() {
        let power = state.terms.int(10i64.pow(place));
        let quotient = state.terms.apply(Op::IntFloorDiv, &[magnitude, power]);
        let ten = state.terms.int(10);
        let digit = state.terms.apply(Op::IntFloorMod, &[quotient, ten]);
        let offset = state.terms.int(48);
        chars.push(state.terms.apply(Op::IntAdd, &[digit, offset]));
    }
    drop(state);
    let text = Text {
        chars,
        length: None,
        value: value.to_string().chars().map(u32::from).collect(),
    };
    SymStr::object(py, recorder, text)
}
