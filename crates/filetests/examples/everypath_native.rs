//! The CPython extension that the conformance suite loads into its workers.

use pyo3::prelude::*;

/// The concolic core that the Python worker imports.
#[pymodule]
fn everypath_native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    everypath_python_extension::register(module)
}
