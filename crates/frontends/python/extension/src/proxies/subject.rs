//! What a regular expression is tried on: a text, or octets as a text of the same characters.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::proxies::protocols::Proxy;
use crate::proxies::{SymBytes, SymStr};
use crate::recorder::Recorder;
use crate::regex::LAST_KNOWN;
use crate::text::{LAST_ASCII, Text};
use crate::{Any, Object};

/// What it is, which its parts are too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A text.
    Text,
    /// Bytes.
    Octets,
}

impl Subject {
    /// Decides whether it has only characters that sets know. Of octets these are those that
    /// have the same meaning in a text.
    pub(crate) fn is_known(self, text: &Bound<'_, SymStr>) -> PyResult<bool> {
        let py = text.py();
        match self {
            Subject::Text => text.get().is_up_to(py, LAST_KNOWN),
            Subject::Octets => {
                let mut recorder = text.get().recorder.borrow_mut(py);
                text.get().text.is_up_to(&mut recorder, LAST_ASCII)
            }
        }
    }

    /// Python's own value of it.
    pub(crate) fn concrete(self, py: Python<'_>, text: &SymStr) -> Object {
        match self {
            Subject::Text => text.concrete(py),
            Subject::Octets => SymBytes::python(py, &text.text.value),
        }
    }

    /// A part of it.
    pub(crate) fn object(
        self,
        py: Python<'_>,
        recorder: &Py<Recorder>,
        text: Text,
    ) -> PyResult<Object> {
        match self {
            Subject::Text => SymStr::object(py, recorder, text),
            Subject::Octets => SymBytes::object(py, recorder, text),
        }
    }

    /// An empty one.
    pub(crate) fn nothing(self, py: Python<'_>) -> Object {
        match self {
            Subject::Text => PyString::new(py, "").into_any().unbind(),
            Subject::Octets => PyBytes::new(py, b"").into_any().unbind(),
        }
    }

    /// A value of the same kind.
    pub(crate) fn read(self, recorder: &mut Recorder, object: &Any<'_>) -> Option<Text> {
        match self {
            Subject::Text => SymStr::read(recorder, object),
            Subject::Octets => SymBytes::read(recorder, object),
        }
    }
}
