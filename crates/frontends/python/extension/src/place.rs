//! Where the subject is running: asked only when something is lost there.

use pyo3::prelude::*;

use crate::recorder::Recorder;

/// The file and line of the running Python frame.
fn current(py: Python<'_>) -> PyResult<(String, u32)> {
    let frame = py.import("sys")?.call_method0("_getframe")?;
    let file = frame.getattr("f_code")?.getattr("co_filename")?.extract()?;
    let line = frame.getattr("f_lineno")?.extract::<Option<u32>>()?;
    Ok((file, line.unwrap_or(0)))
}

/// Writes down that symbolic information is lost in `construct`, here.
pub(crate) fn lose(py: Python<'_>, recorder: &Py<Recorder>, construct: &str) -> PyResult<()> {
    if !recorder.borrow(py).is_recording() {
        return Ok(());
    }
    let (file, line) = current(py)?;
    recorder.borrow_mut(py).lose(construct, file, line);
    Ok(())
}
