//! What the proxies of values have in common: Python's protocols that ask for
//! the value and nothing else.

use everypath_term::TermId;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

use crate::place;
use crate::proxies::{SymBool, SymBytes, SymFloat, SymInt, SymStr};
use crate::recorder::Recorder;
use crate::{Any, Object};

/// A value with its term.
pub(crate) trait Proxy {
    /// What Python takes it for in a condition, and the term that says so.
    fn truth(&self, recorder: &mut Recorder) -> (bool, TermId);

    /// The concrete value, with no pin.
    fn concrete(&self, py: Python<'_>) -> Object;

    /// The concrete value, written down as the one it is.
    fn pinned(&self, py: Python<'_>) -> PyResult<Object>;
}

/// The proxy that an object is; `None` for other objects.
pub(crate) fn proxy_of<'a>(object: &'a Any<'_>) -> Option<&'a dyn Proxy> {
    if let Ok(proxy) = object.cast_exact::<SymBool>() {
        return Some(proxy.get());
    }
    if let Ok(proxy) = object.cast_exact::<SymInt>() {
        return Some(proxy.get());
    }
    if let Ok(proxy) = object.cast_exact::<SymStr>() {
        return Some(proxy.get());
    }
    if let Ok(proxy) = object.cast_exact::<SymFloat>() {
        return Some(proxy.get());
    }
    if let Ok(proxy) = object.cast_exact::<SymBytes>() {
        return Some(proxy.get());
    }
    None
}

/// Python's hash of the value; it is pinned unless the equalities that the
/// hash stands for are decided already.
pub(crate) fn hash(py: Python<'_>, recorder: &Py<Recorder>, proxy: &dyn Proxy) -> PyResult<isize> {
    let is_decided = recorder.borrow(py).hashing != 0;
    let value = if is_decided {
        proxy.concrete(py)
    } else {
        proxy.pinned(py)?
    };
    value.bind(py).hash()
}

/// What a proxy is made again from by `pickle`: its value.
pub(crate) fn reduced(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    class: &str,
    value: Object,
) -> PyResult<Object> {
    place::lose(py, recorder, &format!("pickle of {class}"))?;
    let class = py.import("builtins")?.getattr(class)?;
    Ok((class, (value,)).into_pyobject(py)?.into_any().unbind())
}

/// An attribute that has no symbolic side: that of the concrete value.
pub(crate) fn attribute(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    class: &str,
    name: &str,
    proxy: &dyn Proxy,
) -> PyResult<Object> {
    let example = py.import("builtins")?.getattr(class)?.call0()?;
    if !example.hasattr(name)? {
        return Err(PyAttributeError::new_err(format!(
            "'{class}' object has no attribute '{name}'"
        )));
    }
    place::lose(py, recorder, &format!("{class}.{name}"))?;
    Ok(proxy.pinned(py)?.bind(py).getattr(name)?.unbind())
}

/// The methods that every proxy of a value has. PyO3 takes methods from the
/// class itself and not from a trait, so that a macro writes them for each.
macro_rules! value_methods {
    ($proxy:ident, $class:ty, $name:literal) => {
        #[pymethods]
        impl $proxy {
            #[getter(__class__)]
            fn class<'py>(&self, py: Python<'py>) -> Bound<'py, pyo3::types::PyType> {
                py.get_type::<$class>()
            }

            fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
                let mut recorder = self.recorder.borrow_mut(py);
                let (value, term) = self.truth(&mut recorder);
                recorder.decide(term, value, everypath_trace::Origin::Branch, None)?;
                Ok(value)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                Ok(self.pinned(py)?.bind(py).repr()?.to_string())
            }

            fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<Object> {
                self.pinned(py)?.call_method1(py, "__format__", (spec,))
            }

            fn __reduce_ex__(&self, py: Python<'_>, _protocol: u32) -> PyResult<Object> {
                let value = self.pinned(py)?;
                $crate::proxies::protocols::reduced(py, &self.recorder, $name, value)
            }

            fn __deepcopy__(slf: Py<Self>, _memo: &Any<'_>) -> Py<Self> {
                slf
            }
        }
        $crate::proxies::protocols::own_methods!($proxy: __copy__);
    };
}
pub(super) use value_methods;

/// Methods and attributes whose answer is the object itself.
macro_rules! own_methods {
    ($proxy:ident: $($method:ident),+ $(; attributes: $($attribute:ident),+)?) => {
        #[pymethods]
        impl $proxy {
            $(
                fn $method(slf: Py<Self>) -> Py<Self> {
                    slf
                }
            )+

            $($(
                #[getter]
                fn $attribute(slf: Py<Self>) -> Py<Self> {
                    slf
                }
            )+)?
        }
    };
}
pub(super) use own_methods;
