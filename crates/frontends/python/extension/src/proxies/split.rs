//! The proxy of the list that `split` returns: how many parts there are is one
//! term, so that a test of the number finds a text with that many at once. Any
//! other look at it decides where the text is cut and makes the real list.

use everypath_term::{Op, TermId};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyType};

use crate::number::Number;
use crate::proxies::SymStr;
use crate::recorder::Recorder;
use crate::text::{SPACE, Text, within, within_term};
use crate::{Any, Object};

/// The parts of a text, not cut yet.
#[pyclass(frozen, name = "list", module = "everypath_native")]
pub struct SymSplit {
    pub(crate) text: Py<SymStr>,
    /// The separator, one character; white space if `None`.
    pub(crate) separator: Option<Text>,
    pub(crate) parts: PyOnceLock<Py<PyList>>,
}

impl SymSplit {
    /// The real list, made on the first call.
    pub fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let parts = self.parts.get_or_try_init(py, || -> PyResult<Py<PyList>> {
            let text = self.text.bind(py).get();
            let parts = text.cut(py, self.separator.as_ref())?;
            Ok(parts.bind(py).cast::<PyList>()?.clone().unbind())
        })?;
        Ok(parts.bind(py).clone())
    }

    /// The number of parts, if they are not cut yet.
    pub fn count(&self, py: Python<'_>, recorder: &mut Recorder) -> Option<Number> {
        if self.parts.get(py).is_some() {
            return None;
        }
        let text = &self.text.bind(py).get().text;
        let (value, term) = match &self.separator {
            Some(separator) => separators(recorder, text, separator),
            None => words(recorder, text),
        };
        Some(Number::Int(value.into(), term))
    }
}

fn counted(recorder: &mut Recorder, conditions: Vec<TermId>, start: i64) -> TermId {
    let mut total = recorder.terms.int(start);
    for condition in conditions {
        let one = recorder.terms.int(1);
        let zero = recorder.terms.int(0);
        let counted = recorder.terms.ite(condition, one, zero);
        total = recorder.terms.apply(Op::IntAdd, &[total, counted]);
    }
    total
}

fn separators(recorder: &mut Recorder, text: &Text, separator: &Text) -> (i64, TermId) {
    let conditions = (0..text.chars.len())
        .map(|place| text.matches_term(recorder, separator, place))
        .collect();
    let found = text
        .value
        .iter()
        .filter(|&&c| c == separator.value[0])
        .count() as i64;
    (found + 1, counted(recorder, conditions, 1))
}

/// A word begins at a place that is no space, first or after a space.
fn words(recorder: &mut Recorder, text: &Text) -> (i64, TermId) {
    let mut conditions = Vec::new();
    let mut value = 0;
    let mut after_space = recorder.terms.bool(true);
    for (place, &character) in text.chars.iter().enumerate() {
        let space = within_term(recorder, SPACE, character);
        let no_space = recorder.terms.not(space);
        let present = text.at_least(recorder, place + 1);
        let here = recorder.terms.and(present, no_space);
        conditions.push(recorder.terms.and(here, after_space));
        after_space = space;
        let begins = place == 0 || text.value.get(place - 1).is_some_and(|&c| within(SPACE, c));
        value += i64::from(begins && text.value.get(place).is_some_and(|&c| !within(SPACE, c)));
    }
    (value, counted(recorder, conditions, 0))
}

#[pymethods]
impl SymSplit {
    #[getter(__class__)]
    fn class<'py>(&self, py: Python<'py>) -> Bound<'py, PyType> {
        py.get_type::<PyList>()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.list(py)?.len())
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(!self.list(py)?.is_empty())
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Object> {
        Ok(self.list(py)?.try_iter()?.into_any().unbind())
    }

    fn __reversed__(&self, py: Python<'_>) -> PyResult<Object> {
        Ok(self.list(py)?.call_method0("__reversed__")?.unbind())
    }

    fn __getitem__(&self, py: Python<'_>, key: &Any<'_>) -> PyResult<Object> {
        Ok(self.list(py)?.as_any().get_item(key)?.unbind())
    }

    fn __setitem__(&self, py: Python<'_>, key: &Any<'_>, value: &Any<'_>) -> PyResult<()> {
        self.list(py)?.as_any().set_item(key, value)
    }

    fn __delitem__(&self, py: Python<'_>, key: &Any<'_>) -> PyResult<()> {
        self.list(py)?.as_any().del_item(key)
    }

    fn __contains__(&self, py: Python<'_>, item: &Any<'_>) -> PyResult<bool> {
        self.list(py)?.as_any().contains(item)
    }

    fn __add__(&self, py: Python<'_>, other: &Any<'_>) -> PyResult<Object> {
        Ok(self.list(py)?.as_any().add(other)?.unbind())
    }

    fn __radd__(&self, py: Python<'_>, other: &Any<'_>) -> PyResult<Object> {
        Ok(other.add(self.list(py)?)?.unbind())
    }

    fn __mul__(&self, py: Python<'_>, count: &Any<'_>) -> PyResult<Object> {
        Ok(self.list(py)?.as_any().mul(count)?.unbind())
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Any<'_>, op: CompareOp) -> PyResult<Object> {
        let mine = self.list(py)?;
        let other = match other.cast_exact::<SymSplit>() {
            Ok(split) => split.get().list(py)?.into_any(),
            Err(_) => other.clone(),
        };
        Ok(mine.as_any().rich_compare(other, op)?.unbind())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.list(py)?.repr()?.to_string())
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Object> {
        Ok(self.list(py)?.as_any().getattr(name)?.unbind())
    }
}
