//! The concolic core inside the user's CPython: proxies that carry a term
//! beside each concrete value, hooks that instrumented code calls, and the
//! recorder of decisions. It solves nothing and knows no test framework.

mod hooks;
mod integer;
mod lazy;
mod number;
mod place;
mod proxies;
mod recorder;
mod regex;
mod text;

use pyo3::prelude::*;

/// Any object of Python, kept beyond a call.
type Object = Py<PyAny>;

/// Any object of Python, during a call.
type Any<'py> = Bound<'py, PyAny>;

/// The value that a proxy has in this run, with no pin; other objects as they are.
#[pyfunction]
fn concrete<'py>(object: Any<'py>) -> Any<'py> {
    let py = object.py();
    hooks::foreign::concrete_scalar(py, &object).map_or(object, |value| value.into_bound(py))
}

/// The module that the worker imports.
#[pymodule]
fn everypath_native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(concrete, module)?)?;
    module.add_class::<recorder::Recorder>()?;
    module.add_class::<hooks::Hooks>()?;
    module.add_class::<lazy::LazyField>()?;
    module.add("Prune", module.py().get_type::<recorder::Prune>())?;
    module.add_class::<proxies::SymInt>()?;
    module.add_class::<proxies::SymBool>()?;
    module.add_class::<proxies::SymFloat>()?;
    module.add_class::<proxies::SymStr>()?;
    module.add_class::<proxies::SymBytes>()?;
    module.add_class::<proxies::SymSplit>()?;
    module.add_class::<proxies::SymRange>()?;
    module.add_class::<proxies::SymMatch>()?;
    // Python's own error messages name the types as the subject knows them.
    for name in ["int", "bool", "float", "str", "bytes", "list", "range"] {
        module.getattr(name)?.setattr("__name__", name)?;
    }
    Ok(())
}
