//! The CPython extension, built beside the executable by the same `cargo build`.

use pyo3::prelude::*;

/// The concolic core that the Python worker imports.
#[pymodule]
fn everypath_native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    everypath_python_extension::register(module)
}
