//! Lazy initialisation of fields. The descriptor has no setter, so an object's
//! own attribute wins over it: only the first read of an open field comes here,
//! and every later read or write is Python's own.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

use crate::{Any, Object};

/// Stands on the class of input objects under the name of one field.
#[pyclass(frozen, module = "everypath_native")]
pub(crate) struct LazyField {
    name: String,
    /// Called with an object whose field is open; returns the value, having
    /// stored it, or `NotImplemented` if the object is not an input.
    initialise: Object,
    /// What the class itself had under this name, if anything.
    default: Option<Object>,
}

#[pymethods]
impl LazyField {
    #[new]
    #[pyo3(signature = (name, initialise, default = None))]
    fn new(name: String, initialise: Object, default: Option<Object>) -> LazyField {
        LazyField {
            name,
            initialise,
            default,
        }
    }

    fn __get__(slf: &Bound<'_, Self>, object: &Any<'_>, _class: &Any<'_>) -> PyResult<Object> {
        let py = slf.py();
        let field = slf.get();
        let missing = || match &field.default {
            Some(default) => Ok(default.clone_ref(py)),
            None => Err(PyAttributeError::new_err(field.name.clone())),
        };
        if object.is_none() {
            return missing();
        }
        let value = field.initialise.call1(py, (object, &field.name))?;
        if value.is(py.NotImplemented()) {
            return missing();
        }
        Ok(value)
    }
}
