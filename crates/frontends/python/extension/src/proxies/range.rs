//! The proxy of `range` with a symbolic bound: each step decides whether there
//! is another.

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::{Any, Object};

/// `range(start, stop, step)`, where `start` or `stop` may be symbolic; the
/// step is concrete and not zero.
#[pyclass(frozen, name = "range", module = "everypath_native")]
pub(crate) struct SymRange {
    pub(crate) start: Object,
    pub(crate) stop: Object,
    pub(crate) step: i64,
}

impl SymRange {
    fn goes_on(&self, py: Python<'_>, value: &Any<'_>) -> PyResult<bool> {
        let op = if self.step > 0 {
            CompareOp::Lt
        } else {
            CompareOp::Gt
        };
        value.rich_compare(self.stop.bind(py), op)?.is_truthy()
    }

    /// Every element, deciding the length on the way.
    pub(crate) fn elements(&self, py: Python<'_>) -> PyResult<Vec<Object>> {
        let mut elements = Vec::new();
        let mut value = self.start.bind(py).clone();
        while self.goes_on(py, &value)? {
            elements.push(value.clone().unbind());
            value = value.add(self.step)?;
        }
        Ok(elements)
    }
}

#[pymethods]
impl SymRange {
    #[getter(__class__)]
    fn class<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyType>> {
        Ok(py.import("builtins")?.getattr("range")?.cast_into()?)
    }

    #[getter]
    fn start(&self, py: Python<'_>) -> Object {
        self.start.clone_ref(py)
    }

    #[getter]
    fn stop(&self, py: Python<'_>) -> Object {
        self.stop.clone_ref(py)
    }

    #[getter]
    fn step(&self) -> i64 {
        self.step
    }

    fn __iter__(slf: &Bound<'_, Self>) -> SymRangeIterator {
        SymRangeIterator {
            next: slf.get().start.clone_ref(slf.py()),
            range: slf.clone().unbind(),
        }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.elements(py)?.len())
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        self.goes_on(py, self.start.bind(py))
    }

    fn __getitem__(&self, py: Python<'_>, key: &Any<'_>) -> PyResult<Object> {
        let elements = pyo3::types::PyList::new(py, self.elements(py)?)?;
        Ok(elements.as_any().get_item(key)?.unbind())
    }

    fn __contains__(&self, py: Python<'_>, value: &Any<'_>) -> PyResult<bool> {
        let (low, high) = if self.step > 0 {
            (value.ge(self.start.bind(py))?, self.goes_on(py, value)?)
        } else {
            (value.le(self.start.bind(py))?, self.goes_on(py, value)?)
        };
        if !(low && high) {
            return Ok(false);
        }
        if self.step.abs() == 1 {
            return Ok(true);
        }
        value.sub(self.start.bind(py))?.rem(self.step)?.eq(0)
    }

    fn __reversed__(&self, py: Python<'_>) -> PyResult<Object> {
        let mut elements = self.elements(py)?;
        elements.reverse();
        let list = pyo3::types::PyList::new(py, elements)?;
        Ok(list.try_iter()?.into_any().unbind())
    }
}

/// Walks a range.
#[pyclass(module = "everypath_native")]
pub(super) struct SymRangeIterator {
    range: Py<SymRange>,
    next: Object,
}

#[pymethods]
impl SymRangeIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Object> {
        let range = self.range.bind(py).get();
        let value = self.next.bind(py).clone();
        if !range.goes_on(py, &value)? {
            return Err(PyStopIteration::new_err(()));
        }
        self.next = value.add(range.step)?.unbind();
        Ok(value.unbind())
    }
}
