//! Lazy initialisation of fields. The descriptor has no setter, so an object's
//! own attribute wins over it: only the first read of an open field comes here,
//! and every later read or write is Python's own.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

/// Stands on the class of input objects under the name of one field.
#[pyclass(frozen, module = "everypath_native")]
pub struct LazyField {
    name: String,
    /// Called with an object whose field is open; returns the value, having
    /// stored it, or `NotImplemented` if the object is not an input.
    initialise: Py<PyAny>,
    /// What the class itself had under this name, if anything.
    default: Option<Py<PyAny>>,
}

#[pymethods]
impl LazyField {
    #[new]
    #[pyo3(signature = (name, initialise, default = None))]
    fn new(name: String, initialise: Py<PyAny>, default: Option<Py<PyAny>>) -> LazyField {
        LazyField {
            name,
            initialise,
            default,
        }
    }

    fn __get__(
        slf: &Bound<'_, Self>,
        object: &Bound<'_, PyAny>,
        _class: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
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
