//! Code that cannot take proxies: it gets concrete values, each pinned, and
//! the loss is written down.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet, PyTuple};

use crate::hooks::unknowns::Unknowns;
use crate::hooks::{Hooks, is_proxy};
use crate::place;
use crate::proxies::protocols::proxy_of;
use crate::proxies::{SymRange, SymSplit};
use crate::{Any, Object};

/// How deep containers are searched for proxies.
pub(crate) const DEPTH: usize = 4;

/// The concrete value of a proxy, with no pin; `None` for other objects.
pub(crate) fn concrete_scalar(py: Python<'_>, object: &Any<'_>) -> Option<Object> {
    proxy_of(object).map(|proxy| proxy.concrete(py))
}

/// Whether there is a proxy in an object or in the containers it holds.
pub(crate) fn holds_proxy(unknowns: &Unknowns, object: &Any<'_>, depth: usize) -> PyResult<bool> {
    if is_proxy(object)
        || unknowns.is(object)
        || object.is_exact_instance_of::<SymRange>()
        || object.is_exact_instance_of::<SymSplit>()
    {
        return Ok(true);
    }
    if depth == 0 {
        return Ok(false);
    }
    if let Ok(list) = object.cast_exact::<PyList>() {
        for item in list.iter() {
            if holds_proxy(unknowns, &item, depth - 1)? {
                return Ok(true);
            }
        }
    } else if let Ok(tuple) = object.cast::<PyTuple>() {
        for item in tuple.iter() {
            if holds_proxy(unknowns, &item, depth - 1)? {
                return Ok(true);
            }
        }
    } else if let Ok(dict) = object.cast_exact::<PyDict>() {
        for (key, value) in dict.iter() {
            if holds_proxy(unknowns, &key, depth - 1)? || holds_proxy(unknowns, &value, depth - 1)?
            {
                return Ok(true);
            }
        }
    } else if object.is_exact_instance_of::<PySet>() || object.is_exact_instance_of::<PyFrozenSet>()
    {
        for item in object.try_iter()? {
            if holds_proxy(unknowns, &item?, depth - 1)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

impl Hooks {
    /// The object with every proxy in it replaced by its value, pinned.
    /// Containers that hold proxies are copied.
    pub(super) fn pinned<'py>(&self, object: &Any<'py>, depth: usize) -> PyResult<Any<'py>> {
        let py = object.py();
        if self.unknowns.is(object) {
            let settled = self.unknowns.settled(object)?;
            // A stand-in goes on growing, whoever has it.
            return match self.unknowns.is(&settled) {
                true => Ok(settled),
                false => self.pinned(&settled, depth),
            };
        }
        if let Some(proxy) = proxy_of(object) {
            return Ok(proxy.pinned(py)?.into_bound(py));
        }
        if let Ok(range) = object.cast_exact::<SymRange>() {
            let elements = PyList::new(py, range.get().elements(py)?)?;
            return self.pinned(elements.as_any(), depth);
        }
        if let Ok(split) = object.cast_exact::<SymSplit>() {
            return self.pinned(split.get().list(py)?.as_any(), depth);
        }
        if depth == 0 || !holds_proxy(&self.unknowns, object, depth)? {
            return Ok(object.clone());
        }
        if let Ok(list) = object.cast_exact::<PyList>() {
            let items = list
                .iter()
                .map(|item| self.pinned(&item, depth - 1))
                .collect::<PyResult<Vec<_>>>()?;
            return Ok(PyList::new(py, items)?.into_any());
        }
        if let Ok(tuple) = object.cast::<PyTuple>() {
            let items = tuple
                .iter()
                .map(|item| self.pinned(&item, depth - 1))
                .collect::<PyResult<Vec<_>>>()?;
            let class = tuple.get_type();
            if class.is(py.get_type::<PyTuple>()) {
                return Ok(PyTuple::new(py, items)?.into_any());
            }
            return class.call_method1("_make", (items,));
        }
        if let Ok(dict) = object.cast_exact::<PyDict>() {
            let copy = PyDict::new(py);
            for (key, value) in dict.iter() {
                copy.set_item(
                    self.pinned(&key, depth - 1)?,
                    self.pinned(&value, depth - 1)?,
                )?;
            }
            return Ok(copy.into_any());
        }
        let items = object
            .try_iter()?
            .map(|item| self.pinned(&item?, depth - 1))
            .collect::<PyResult<Vec<_>>>()?;
        object.get_type().call1((PyList::new(py, items)?,))
    }

    /// Calls code that cannot take proxies.
    pub(super) fn call_foreign<'py>(
        &self,
        callee: &Any<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let py = callee.py();
        let mut symbolic = holds_proxy(&self.unknowns, args.as_any(), DEPTH)?;
        if let Some(kwargs) = kwargs {
            symbolic |= holds_proxy(&self.unknowns, kwargs.as_any(), DEPTH)?;
        }
        if !symbolic {
            return callee.call(args, kwargs);
        }
        let name = match callee.getattr("__qualname__") {
            Ok(name) => name.to_string(),
            Err(_) => callee.get_type().name()?.to_string(),
        };
        let module = match callee.getattr("__module__") {
            Ok(module) if !module.is_none() && module.to_string() != "builtins" => {
                format!("{module}.")
            }
            _ => String::new(),
        };
        place::lose(py, &self.recorder, &format!("{module}{name}()"))?;
        let items = args
            .iter()
            .map(|item| self.pinned(&item, DEPTH))
            .collect::<PyResult<Vec<_>>>()?;
        let args = PyTuple::new(py, items)?;
        let kwargs = match kwargs {
            Some(kwargs) => Some(self.pinned(kwargs.as_any(), DEPTH)?.cast_into::<PyDict>()?),
            None => None,
        };
        callee.call(&args, kwargs.as_ref())
    }
}
