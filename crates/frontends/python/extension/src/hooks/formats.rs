//! f-strings: parts that are texts or integers stay symbolic.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::Any;
use crate::hooks::Hooks;
use crate::proxies::string::decimal;
use crate::proxies::string_methods::join;
use crate::proxies::{SymInt, SymStr};
use crate::text::Text;

#[pymethods]
impl Hooks {
    /// A part of an f-string: `conversion` is `s`, `r`, `a` or empty.
    fn format_part<'py>(
        &self,
        value: &Any<'py>,
        conversion: &str,
        spec: &Any<'py>,
    ) -> PyResult<Any<'py>> {
        let py = value.py();
        let value = &self.unknowns.settled(value)?;
        let plain = spec
            .cast::<PyString>()
            .is_ok_and(|spec| spec.len().is_ok_and(|n| n == 0));
        if plain && matches!(conversion, "" | "s") {
            if value.is_exact_instance_of::<SymStr>() {
                return Ok(value.clone());
            }
            if let Ok(number) = value.cast_exact::<SymInt>() {
                return Ok(decimal(py, &self.recorder, number.get())?.into_bound(py));
            }
        }
        let builtins = py.import("builtins")?;
        let converted = match conversion {
            "s" => value.str()?.into_any(),
            "r" => value.repr()?.into_any(),
            "a" => builtins.call_method1("ascii", (value,))?,
            _ => value.clone(),
        };
        let spec = self.pinned(spec, 1)?;
        builtins.call_method1("format", (converted, spec))
    }

    /// The parts of an f-string together.
    #[pyo3(signature = (*parts))]
    fn join_parts<'py>(&self, parts: &Bound<'py, PyTuple>) -> PyResult<Any<'py>> {
        let py = parts.py();
        let empty = Text::constant(&mut self.recorder.borrow_mut(py), vec![]);
        Ok(join(py, &self.recorder, &empty, parts.as_any())?.into_bound(py))
    }
}
