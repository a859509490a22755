//! The methods of `str` that make a new text, and what all of its methods share.

use everypath_term::TermId;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::place;
use crate::proxies::codec::Codec;
use crate::proxies::protocols::Proxy;
use crate::proxies::string::LONGEST;
use crate::proxies::{SymBool, SymBytes, SymStr};
use crate::recorder::Recorder;
use crate::text::{LAST_ASCII, Text};
use crate::{Any, Object};

impl SymStr {
    pub(super) fn text_of(&self, py: Python<'_>, object: &Any<'_>) -> PyResult<Text> {
        let mut recorder = self.recorder.borrow_mut(py);
        match SymStr::read(&mut recorder, object) {
            Some(text) => text.fixed(&mut recorder),
            None => Err(PyTypeError::new_err(format!(
                "must be str, not {}",
                object.get_type().name()?
            ))),
        }
    }

    pub(super) fn fixed(&self, py: Python<'_>) -> PyResult<Text> {
        self.text.fixed(&mut self.recorder.borrow_mut(py))
    }

    pub(super) fn boolean(
        &self,
        py: Python<'_>,
        (value, term): (bool, TermId),
    ) -> PyResult<Object> {
        SymBool::object(py, &self.recorder, value, term)
    }

    pub(super) fn string(&self, py: Python<'_>, text: Text) -> PyResult<Object> {
        SymStr::object(py, &self.recorder, text)
    }

    /// Decides whether no character is above a last one, where the input may have such.
    pub(crate) fn is_up_to(&self, py: Python<'_>, last: u32) -> PyResult<bool> {
        let mut recorder = self.recorder.borrow_mut(py);
        Ok(recorder.alphabet <= last || self.text.is_up_to(&mut recorder, last)?)
    }

    /// Decides whether all of it is ASCII. The code may have made characters that no input has.
    fn is_ascii_only(&self, py: Python<'_>) -> PyResult<bool> {
        self.text
            .is_up_to(&mut self.recorder.borrow_mut(py), LAST_ASCII)
    }

    fn strings(
        &self,
        py: Python<'_>,
        parts: impl IntoIterator<Item = Text>,
    ) -> PyResult<Vec<Object>> {
        let parts = parts.into_iter();
        parts.map(|part| self.string(py, part)).collect()
    }

    pub(super) fn list(&self, py: Python<'_>, parts: Vec<Text>) -> PyResult<Object> {
        let parts = PyList::new(py, self.strings(py, parts)?)?;
        Ok(parts.into_any().unbind())
    }

    pub(super) fn three(&self, py: Python<'_>, parts: [Text; 3]) -> PyResult<Object> {
        let parts = PyTuple::new(py, self.strings(py, parts)?)?;
        Ok(parts.into_any().unbind())
    }

    fn padded(&self, py: Python<'_>, width: &Any<'_>, fill: &str, left: bool) -> PyResult<Object> {
        let width: i64 = width.call_method0("__index__")?.extract()?;
        if width > LONGEST {
            return Err(PyTypeError::new_err("Python pads it itself"));
        }
        let fixed = self.fixed(py)?;
        let missing = (width - fixed.value.len() as i64).max(0) as usize;
        let fill = fill.chars().next().map_or(32, u32::from);
        let mut recorder = self.recorder.borrow_mut(py);
        let padding = Text::constant(&mut recorder, vec![fill; missing]);
        let text = if left {
            padding.concat(&mut recorder, &fixed)?
        } else {
            fixed.concat(&mut recorder, &padding)?
        };
        drop(recorder);
        self.string(py, text)
    }
}

#[pymethods]
impl SymStr {
    #[pyo3(signature = (old, new, count = -1))]
    fn replace(
        &self,
        py: Python<'_>,
        old: &Any<'_>,
        new: &Any<'_>,
        count: i64,
    ) -> PyResult<Object> {
        let old = self.text_of(py, old)?;
        let new = self.text_of(py, new)?;
        if old.value.is_empty() {
            let value = self.pinned(py)?;
            let new = SymStr::object(py, &self.recorder, new)?;
            return value.call_method1(py, "replace", ("", new.bind(py).str()?, count));
        }
        let parts = self.split_on(py, &old, count)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let mut parts = parts.into_iter();
        let mut text = parts.next().expect("a split has a part");
        for part in parts {
            text = text
                .concat(&mut recorder, &new)?
                .concat(&mut recorder, &part)?;
        }
        drop(recorder);
        self.string(py, text)
    }

    fn join(&self, py: Python<'_>, parts: &Any<'_>) -> PyResult<Object> {
        let separator = self.fixed(py)?;
        join(py, &self.recorder, &separator, parts)
    }

    fn removeprefix(&self, py: Python<'_>, prefix: &Any<'_>) -> PyResult<Object> {
        let pattern = self.text_of(py, prefix)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let text = if self.text.decide_match(&mut recorder, &pattern, 0)? {
            self.text.tail(&mut recorder, pattern.chars.len())
        } else {
            self.text.clone()
        };
        drop(recorder);
        self.string(py, text)
    }

    fn removesuffix(&self, py: Python<'_>, suffix: &Any<'_>) -> PyResult<Object> {
        let pattern = self.text_of(py, suffix)?;
        let fixed = self.fixed(py)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let text = match fixed.chars.len().checked_sub(pattern.chars.len()) {
            Some(start) if fixed.decide_match(&mut recorder, &pattern, start)? => {
                fixed.part(0, start)
            }
            _ => fixed,
        };
        drop(recorder);
        self.string(py, text)
    }

    fn zfill(&self, py: Python<'_>, width: &Any<'_>) -> PyResult<Object> {
        let signed = {
            let fixed = self.fixed(py)?;
            let mut recorder = self.recorder.borrow_mut(py);
            !fixed.chars.is_empty()
                && fixed.decide_within(&mut recorder, &[(43, 43), (45, 45)], 0)?
        };
        if signed {
            let value = self.pinned(py)?;
            return value.call_method1(py, "zfill", (width,));
        }
        self.padded(py, width, "0", true)
    }
    #[pyo3(signature = (width, fillchar = " "))]
    fn rjust(&self, py: Python<'_>, width: &Any<'_>, fillchar: &str) -> PyResult<Object> {
        self.padded(py, width, fillchar, true)
    }
    #[pyo3(signature = (width, fillchar = " "))]
    fn ljust(&self, py: Python<'_>, width: &Any<'_>, fillchar: &str) -> PyResult<Object> {
        self.padded(py, width, fillchar, false)
    }

    /// ASCII is the same octets in the usual encodings; anything else is Python's.
    #[pyo3(signature = (encoding = None, errors = None))]
    fn encode(
        &self,
        py: Python<'_>,
        encoding: Option<&Any<'_>>,
        errors: Option<&Any<'_>>,
    ) -> PyResult<Object> {
        let codec = Codec::new(encoding, errors)?;
        if codec.keeps_ascii() && self.is_ascii_only(py)? {
            return SymBytes::object(py, &self.recorder, self.text.clone());
        }
        place::lose(py, &self.recorder, "str.encode")?;
        codec.call(self.pinned(py)?.bind(py), "encode")
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn format(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Object> {
        self.pinned(py)?.call_method(py, "format", args, kwargs)
    }
}

/// The parts with the separator between them.
pub(crate) fn join(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    separator: &Text,
    parts: &Any<'_>,
) -> PyResult<Object> {
    let mut texts = Vec::new();
    for (index, part) in parts.try_iter()?.enumerate() {
        let part = part?;
        match SymStr::read(&mut recorder.borrow_mut(py), &part) {
            Some(text) => texts.push(text),
            None => {
                return Err(PyTypeError::new_err(format!(
                    "sequence item {index}: expected str instance, {} found",
                    part.get_type().name()?
                )));
            }
        }
    }
    let mut state = recorder.borrow_mut(py);
    let mut joined = Text::constant(&mut state, vec![]);
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            joined = joined.concat(&mut state, separator)?;
        }
        joined = joined.concat(&mut state, text)?;
    }
    drop(state);
    SymStr::object(py, recorder, joined)
}
