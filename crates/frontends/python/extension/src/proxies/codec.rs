//! The encoding that `encode` and `decode` are asked for. Which octets it gives is Python's to
//! say, but that most encodings leave ASCII as it is.

use pyo3::prelude::*;

use crate::proxies::bytes::pinned_argument;
use crate::{Any, Object};

/// An encoding, and what is done where it cannot say something.
pub(crate) struct Codec<'py> {
    given: Vec<Any<'py>>,
    /// Whether only the second one was given.
    errors_alone: bool,
}

impl<'py> Codec<'py> {
    /// What a call gives.
    pub(crate) fn new(
        encoding: Option<&Any<'py>>,
        errors: Option<&Any<'py>>,
    ) -> PyResult<Codec<'py>> {
        let given = [encoding, errors].into_iter().flatten();
        Ok(Codec {
            given: given.map(pinned_argument).collect::<PyResult<_>>()?,
            errors_alone: encoding.is_none() && errors.is_some(),
        })
    }

    /// Whether ASCII is the same octets in it.
    pub(crate) fn keeps_ascii(&self) -> bool {
        let Some(encoding) = self.given.first().filter(|_| !self.errors_alone) else {
            return true;
        };
        let Ok(name) = encoding.extract::<String>() else {
            return false;
        };
        matches!(
            name.to_lowercase().replace('_', "-").as_str(),
            "utf-8" | "utf8" | "ascii" | "us-ascii" | "latin-1" | "latin1" | "iso-8859-1"
        ) && self.given[1..]
            .iter()
            .all(|errors| errors.extract::<String>().is_ok())
    }

    /// Has Python do it.
    pub(crate) fn call(&self, value: &Any<'py>, method: &str) -> PyResult<Object> {
        let py = value.py();
        let arguments = match self.errors_alone {
            true => vec!["utf-8".into_pyobject(py)?.into_any(), self.given[0].clone()],
            false => self.given.clone(),
        };
        let arguments = pyo3::types::PyTuple::new(py, arguments)?;
        Ok(value.call_method1(method, arguments)?.unbind())
    }
}
