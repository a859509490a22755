//! Operations on whole sets and dictionaries: which elements two of them share
//! is decided before Python compares hashes.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet, PyTuple};

use crate::Any;
use crate::hooks::Hooks;
use crate::hooks::containers::is_keyed;

impl Hooks {
    /// Decides which elements two containers share.
    fn decide_shared(&self, left: &Any<'_>, right: &Any<'_>) -> PyResult<()> {
        if self.has_symbolic_keys(left) || self.has_symbolic_keys(right) {
            for key in self.candidates(left)? {
                self.resolve(right, &key)?;
            }
        }
        Ok(())
    }

    /// Says that a container may hold the symbolic keys of others.
    fn inherit_keys(&self, container: &Any<'_>, sources: &[&Any<'_>]) {
        if is_keyed(container) && sources.iter().any(|source| self.has_symbolic_keys(source)) {
            let mut recorder = self.recorder.borrow_mut(container.py());
            recorder.mark_keys(container);
        }
    }

    /// A method that puts containers together; `None` for others.
    pub(super) fn call_set_method<'py>(
        &self,
        owner: &Any<'py>,
        name: &str,
        callee: &Any<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Any<'py>>> {
        let py = owner.py();
        let is_dict = owner.is_instance_of::<PyDict>();
        match name {
            "copy" if args.is_empty() => {
                let copy = callee.call0()?;
                self.inherit_keys(&copy, &[owner]);
                return Ok(Some(copy));
            }
            "update" if is_dict => return self.update_dict(owner, args, kwargs),
            "union"
            | "intersection"
            | "difference"
            | "symmetric_difference"
            | "issubset"
            | "issuperset"
            | "isdisjoint"
            | "update"
            | "intersection_update"
            | "difference_update"
            | "symmetric_difference_update" => {}
            _ => return Ok(None),
        }
        let mut others = Vec::new();
        for other in args.iter() {
            let other = if is_keyed(&other) {
                other
            } else {
                self.set_of(&other)?.into_any()
            };
            self.decide_shared(owner, &other)?;
            others.push(other);
        }
        let args = PyTuple::new(py, &others)?;
        let result = self.with_free_hash(py, || callee.call1(&args))?;
        let mut sources: Vec<&Any<'_>> = others.iter().collect();
        sources.push(owner);
        self.inherit_keys(&result, &sources);
        self.inherit_keys(owner, &sources);
        Ok(Some(result))
    }

    /// `dict.update` with a dictionary and names; `None` for other arguments.
    fn update_dict<'py>(
        &self,
        owner: &Any<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Any<'py>>> {
        let py = owner.py();
        let mut sources = Vec::new();
        if let Ok(source) = args.get_item(0) {
            match source.cast_into_exact::<PyDict>() {
                Ok(source) => sources.push(source),
                Err(_) => return Ok(None),
            }
        }
        sources.extend(kwargs.cloned());
        let symbolic = self.has_symbolic_keys(owner)
            || sources.iter().any(|source| self.has_symbolic_keys(source));
        if !symbolic || owner.get_type().name()? == "Counter" {
            return Ok(None);
        }
        for (key, value) in sources.iter().flat_map(|source| source.iter()) {
            self.put(owner, &key, &value)?;
        }
        Ok(Some(py.None().into_bound(py)))
    }
}

#[pymethods]
impl Hooks {
    /// `frozenset(set)`, for a set whose elements are decided.
    pub(super) fn freeze<'py>(&self, set: &Bound<'py, PySet>) -> PyResult<Any<'py>> {
        let py = set.py();
        let class = py.get_type::<PyFrozenSet>();
        let frozen = self.with_free_hash(py, || class.call1((set,)))?;
        self.inherit_keys(&frozen, &[set.as_any()]);
        Ok(frozen)
    }

    /// A binary operation or comparison, given as the function of `operator`:
    /// sets and dictionaries decide what they share first.
    fn keyed_operation<'py>(
        &self,
        operation: &Any<'py>,
        left: &Any<'py>,
        right: &Any<'py>,
    ) -> PyResult<Any<'py>> {
        let (left, right) = (&self.unknowns.known(left)?, &self.unknowns.known(right)?);
        if !is_keyed(left) || !is_keyed(right) {
            return operation.call1((left, right));
        }
        self.decide_shared(left, right)?;
        let result = self.with_free_hash(left.py(), || operation.call1((left, right)))?;
        self.inherit_keys(&result, &[left, right]);
        Ok(result)
    }

    /// A dictionary display with unpacking: each item is a pair, or a tuple
    /// of one mapping.
    #[pyo3(signature = (*items))]
    fn unpack_dict<'py>(&self, items: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(items.py());
        for item in items.iter() {
            let item = item.cast_into::<PyTuple>()?;
            let first = item.get_item(0)?;
            if item.len() == 2 {
                self.put(dict.as_any(), &first, &item.get_item(1)?)?;
            } else if let Ok(mapping) = first.cast_exact::<PyDict>() {
                for (key, value) in mapping.iter() {
                    self.put(dict.as_any(), &key, &value)?;
                }
            } else if first.hasattr("keys")? {
                dict.update(first.cast()?)?;
            } else {
                return Err(PyTypeError::new_err(format!(
                    "'{}' object is not a mapping",
                    first.get_type().name()?
                )));
            }
        }
        Ok(dict)
    }

    /// A dictionary comprehension, as its pairs.
    fn dict_of<'py>(&self, pairs: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(pairs.py());
        for pair in pairs.iter() {
            let (key, value): (Any<'_>, Any<'_>) = pair.extract()?;
            self.put(dict.as_any(), &key, &value)?;
        }
        Ok(dict)
    }
}
