//! Where the subject is running: asked only when something is lost there.

use pyo3::prelude::*;

use crate::recorder::Recorder;

/// The package that runs the subject.
const WORKER: &str = "everypath_worker";

/// The file and line of the innermost Python frame that is not the worker's own: its values
/// that grow run code of theirs in the middle of the subject's.
fn current(py: Python<'_>) -> PyResult<(String, u32)> {
    let mut frame = py.import("sys")?.call_method0("_getframe")?;
    while is_of_worker(&frame)? {
        let caller = frame.getattr("f_back")?;
        if caller.is_none() {
            break;
        }
        frame = caller;
    }
    let file = frame.getattr("f_code")?.getattr("co_filename")?.extract()?;
    let line = frame.getattr("f_lineno")?.extract::<Option<u32>>()?;
    Ok((file, line.unwrap_or(0)))
}

fn is_of_worker(frame: &Bound<'_, PyAny>) -> PyResult<bool> {
    let globals = frame.getattr("f_globals")?;
    let name = globals.call_method1("get", ("__name__",))?;
    let name = name.extract::<String>().unwrap_or_default();
    Ok(name.split('.').next() == Some(WORKER))
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
