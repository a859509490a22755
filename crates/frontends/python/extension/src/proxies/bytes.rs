//! The proxy of `bytes`: a text of octets. What bytes and texts have in common
//! is asked of a text with the same terms.

use everypath_term::Op;
use everypath_trace::Origin;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PySlice, PyTuple};

use crate::number::Number;
use crate::place;
use crate::proxies::codec::Codec;
use crate::proxies::protocols::{Proxy, attribute};
use crate::proxies::sequence::sequence_proxy;
use crate::proxies::{SymBool, SymInt, SymStr};
use crate::recorder::Recorder;
use crate::text::{Ranges, Text};
use crate::{Any, Object};

/// Octets with their terms.
#[pyclass(frozen, name = "bytes", module = "everypath_native")]
pub struct SymBytes {
    pub(crate) recorder: Py<Recorder>,
    pub(crate) text: Text,
}

/// What `bytes.strip` and `bytes.isspace` take for white space.
const SPACE: Ranges = &[(9, 13), (32, 32)];

/// What is no white space in a text without being such in bytes.
const NO_SPACE_OF_TEXTS: Ranges = &[(0, 27), (32, 132), (134, 159), (161, 255)];

/// Methods that a text of the same octets answers in the same way.
const SHARED: &[&str] = &[
    "count",
    "endswith",
    "find",
    "index",
    "isalnum",
    "isalpha",
    "isdigit",
    "islower",
    "isupper",
    "join",
    "ljust",
    "lower",
    "lstrip",
    "partition",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "startswith",
    "strip",
    "swapcase",
    "upper",
    "zfill",
    "capitalize",
];

sequence_proxy!(SymBytes, PyBytes, "bytes", SymBytesIterator);

impl SymBytes {
    pub(super) fn python(py: Python<'_>, value: &[u32]) -> Object {
        let octets: Vec<u8> = value.iter().map(|&octet| octet as u8).collect();
        PyBytes::new(py, &octets).into_any().unbind()
    }

    fn characters(bytes: &Bound<'_, PyBytes>) -> Vec<u32> {
        bytes.as_bytes().iter().map(|&octet| octet.into()).collect()
    }

    fn element(
        py: Python<'_>,
        recorder: &Py<Recorder>,
        text: &Text,
        place: usize,
    ) -> PyResult<Object> {
        let value = i64::from(text.value[place]);
        Number::Int(value.into(), text.chars[place]).object(py, recorder)
    }

    /// The same octets as a text.
    pub fn as_text(&self, py: Python<'_>) -> SymStr {
        SymStr::new(py, &self.recorder, self.text.clone())
    }

    /// An argument of a shared method as the text's method takes it; `None`
    /// if it is left to Python.
    fn argument<'py>(&self, object: &Any<'py>) -> PyResult<Option<Any<'py>>> {
        let py = object.py();
        if let Ok(list) = object.cast_exact::<PyList>() {
            let items = list
                .iter()
                .map(|item| self.argument(&item))
                .collect::<PyResult<Option<Vec<_>>>>()?;
            return Ok(match items {
                Some(items) => Some(PyList::new(py, items)?.into_any()),
                None => None,
            });
        }
        if let Ok(tuple) = object.cast_exact::<PyTuple>() {
            let items = tuple.iter().map(|item| self.argument(&item));
            return Ok(match items.collect::<PyResult<Option<Vec<_>>>>()? {
                Some(items) => Some(PyTuple::new(py, items)?.into_any()),
                None => None,
            });
        }
        if object.is_none() || object.is_instance_of::<PyInt>() {
            return Ok(Some(object.clone()));
        }
        if object.is_exact_instance_of::<SymInt>() {
            return Ok(Some(object.clone()));
        }
        let text = SymBytes::read(&mut self.recorder.borrow_mut(py), object);
        match text {
            Some(text) => Ok(Some(
                SymStr::object(py, &self.recorder, text)?.into_bound(py),
            )),
            None => Ok(None),
        }
    }

    /// What a text's method returned, as bytes where it is text.
    fn result<'py>(&self, object: Any<'py>) -> PyResult<Any<'py>> {
        let py = object.py();
        let text = SymStr::read(&mut self.recorder.borrow_mut(py), &object);
        if let Some(text) = text {
            return Ok(SymBytes::object(py, &self.recorder, text)?.into_bound(py));
        }
        let is_list = object.getattr("__class__")?.is(py.get_type::<PyList>());
        if !is_list && !object.is_instance_of::<PyTuple>() {
            return Ok(object);
        }
        let items = object
            .try_iter()?
            .map(|item| self.result(item?))
            .collect::<PyResult<Vec<_>>>()?;
        Ok(if is_list {
            PyList::new(py, items)?.into_any()
        } else {
            PyTuple::new(py, items)?.into_any()
        })
    }

    /// Decides whether white space is the same in it as in a text of the same octets.
    fn has_space_of_octets(&self, py: Python<'_>) -> PyResult<bool> {
        let mut recorder = self.recorder.borrow_mut(py);
        let (is_empty, term) = {
            let present = self.text.at_least(&mut recorder, 1);
            (self.text.value.is_empty(), recorder.terms.not(present))
        };
        recorder.decide(term, is_empty, Origin::Implicit, None)?;
        if is_empty {
            return Ok(true);
        }
        let (value, term) = self.text.all_within(&mut recorder, NO_SPACE_OF_TEXTS);
        recorder.decide(term, value, Origin::Implicit, None)?;
        Ok(value)
    }

    /// A method that a text answers; `None` if it is left to Python.
    pub fn shared<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Any<'py>>> {
        let strips = matches!(name, "strip" | "lstrip" | "rstrip");
        let splits = matches!(name, "split" | "rsplit");
        let on_space = args.is_empty() || args.get_item(0)?.is_none();
        if !SHARED.contains(&name)
            || kwargs.is_some_and(|kwargs| !kwargs.is_empty())
            || (splits && on_space && !self.has_space_of_octets(py)?)
        {
            return Ok(None);
        }
        // A number in place of the octets to look for means that octet.
        let searches = !strips && !args.is_empty() && {
            let first = args.get_item(0)?;
            first.is_instance_of::<PyInt>() || first.is_exact_instance_of::<SymInt>()
        };
        if searches && !matches!(name, "zfill" | "ljust" | "rjust") {
            return Ok(None);
        }
        let mut arguments = Vec::new();
        if strips && on_space {
            arguments.push(" \t\n\r\x0b\x0c".into_pyobject(py)?.into_any());
        } else {
            for argument in args.iter() {
                match self.argument(&argument)? {
                    Some(argument) => arguments.push(argument),
                    None => return Ok(None),
                }
            }
        }
        let text = Py::new(py, self.as_text(py))?;
        let arguments = PyTuple::new(py, arguments)?;
        match text.bind(py).as_any().call_method1(name, arguments) {
            Ok(result) => self.result(result).map(Some),
            Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(None),
            Err(error) if error.value(py).to_string() == "substring not found" => Err(
                pyo3::exceptions::PyValueError::new_err("subsection not found"),
            ),
            Err(error) => Err(error),
        }
    }
}

#[pymethods]
impl SymBytes {
    fn __bytes__(&self, py: Python<'_>) -> PyResult<Object> {
        self.pinned(py)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.__repr__(py)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Any<'_>, op: CompareOp) -> PyResult<Object> {
        let other = match self.argument(other)? {
            Some(text) if SymBytes::read(&mut self.recorder.borrow_mut(py), other).is_some() => {
                text
            }
            _ if other.hasattr("__buffer__")? || other.get_type().name()? == "bytearray" => {
                place::lose(py, &self.recorder, "comparison with a buffer")?;
                let value = self.pinned(py)?;
                return Ok(value.bind(py).rich_compare(other, op)?.unbind());
            }
            _ => return Ok(py.NotImplemented()),
        };
        let text = Py::new(py, self.as_text(py))?;
        Ok(text.bind(py).as_any().rich_compare(other, op)?.unbind())
    }

    fn __add__(&self, py: Python<'_>, other: &Any<'_>) -> PyResult<Object> {
        let mut recorder = self.recorder.borrow_mut(py);
        let Some(right) = SymBytes::read(&mut recorder, other) else {
            drop(recorder);
            return Ok(self.pinned(py)?.bind(py).add(other)?.unbind());
        };
        let joined = self.text.concat(&mut recorder, &right)?;
        drop(recorder);
        SymBytes::object(py, &self.recorder, joined)
    }

    fn __radd__(&self, py: Python<'_>, other: &Any<'_>) -> PyResult<Object> {
        let mut recorder = self.recorder.borrow_mut(py);
        let Some(left) = SymBytes::read(&mut recorder, other) else {
            drop(recorder);
            return Ok(other.add(self.pinned(py)?)?.unbind());
        };
        let joined = left.concat(&mut recorder, &self.text)?;
        drop(recorder);
        SymBytes::object(py, &self.recorder, joined)
    }

    fn __mul__(&self, py: Python<'_>, count: &Any<'_>) -> PyResult<Object> {
        if !count.hasattr("__index__")? {
            return Ok(self.pinned(py)?.bind(py).mul(count)?.unbind());
        }
        let text = Py::new(py, self.as_text(py))?;
        let repeated = text.bind(py).as_any().mul(count)?;
        Ok(self.result(repeated)?.unbind())
    }

    fn __rmul__(&self, py: Python<'_>, count: &Any<'_>) -> PyResult<Object> {
        if !count.hasattr("__index__")? {
            return Ok(count.mul(self.pinned(py)?)?.unbind());
        }
        self.__mul__(py, count)
    }

    fn __getitem__(&self, py: Python<'_>, key: &Any<'_>) -> PyResult<Object> {
        if let Ok(slice) = key.cast::<PySlice>() {
            let text = self.as_text(py).slice(py, slice)?;
            return SymBytes::object(py, &self.recorder, text);
        }
        let index = Number::read(&mut self.recorder.borrow_mut(py), key);
        let Some(index @ Number::Int(..)) = index else {
            return Ok(self.pinned(py)?.bind(py).get_item(key)?.unbind());
        };
        match self.as_text(py).at(py, index) {
            Ok(text) => SymBytes::element(py, &self.recorder, &text, 0),
            Err(error) if error.value(py).to_string() == "string index out of range" => {
                Err(PyIndexError::new_err("index out of range"))
            }
            Err(error) => Err(error),
        }
    }

    fn __contains__(&self, py: Python<'_>, item: &Any<'_>) -> PyResult<bool> {
        self.contains(py, item)?.bind(py).is_truthy()
    }

    fn isspace(&self, py: Python<'_>) -> PyResult<Object> {
        let (value, term) = self
            .text
            .all_within(&mut self.recorder.borrow_mut(py), SPACE);
        SymBool::object(py, &self.recorder, value, term)
    }

    /// ASCII is the same octets as a text; anything else is Python's.
    #[pyo3(signature = (encoding = None, errors = None))]
    fn decode(
        &self,
        py: Python<'_>,
        encoding: Option<&Any<'_>>,
        errors: Option<&Any<'_>>,
    ) -> PyResult<Object> {
        let codec = Codec::new(encoding, errors)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let fixed = self.text.fixed(&mut recorder)?;
        let mut ascii = codec.keeps_ascii();
        for place in 0..fixed.chars.len() {
            ascii = ascii && fixed.decide_within(&mut recorder, &[(0, 127)], place)?;
        }
        drop(recorder);
        if ascii {
            return SymStr::object(py, &self.recorder, fixed);
        }
        place::lose(py, &self.recorder, "bytes.decode")?;
        codec.call(self.pinned(py)?.bind(py), "decode")
    }

    /// A method that has no symbolic side runs on the concrete bytes.
    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Object> {
        let py = slf.py();
        if SHARED.contains(&name) {
            let method = SharedMethod {
                owner: slf.clone().unbind(),
                name: name.to_owned(),
            };
            return Ok(Py::new(py, method)?.into_any());
        }
        attribute(py, &slf.get().recorder, "bytes", name, slf.get())
    }
}

impl SymBytes {
    /// `item in self`, not decided yet.
    pub fn contains(&self, py: Python<'_>, item: &Any<'_>) -> PyResult<Object> {
        let number = Number::read(&mut self.recorder.borrow_mut(py), item);
        let pattern = match number {
            Some(Number::Int(value, term)) if value.within(255) && !value.is_negative() => {
                let mut recorder = self.recorder.borrow_mut(py);
                let high = recorder.terms.int(255);
                let zero = recorder.terms.int(0);
                let above = recorder.terms.apply(Op::IntLe, &[zero, term]);
                recorder.decide(above, true, Origin::Implicit, None)?;
                let below = recorder.terms.apply(Op::IntLe, &[term, high]);
                recorder.decide(below, true, Origin::Implicit, None)?;
                let text = Text {
                    chars: vec![term],
                    length: None,
                    value: vec![value.saturated() as u32],
                };
                drop(recorder);
                Some(SymStr::object(py, &self.recorder, text)?.into_bound(py))
            }
            _ if SymBytes::read(&mut self.recorder.borrow_mut(py), item).is_some() => {
                self.argument(item)?
            }
            _ => None,
        };
        match pattern {
            Some(pattern) => crate::hooks::text_contains(py, &self.recorder, &self.text, &pattern),
            None => {
                let value = self.pinned(py)?;
                let operator = py.import("operator")?;
                let item = match item.cast_exact::<SymInt>() {
                    Ok(number) => number.get().pinned(py)?.into_bound(py),
                    Err(_) => item.clone(),
                };
                Ok(operator.call_method1("contains", (value, item))?.unbind())
            }
        }
    }
}

/// A method of bytes that a text answers, bound to its owner.
#[pyclass(frozen, module = "everypath_native")]
pub(crate) struct SharedMethod {
    owner: Py<SymBytes>,
    name: String,
}

#[pymethods]
impl SharedMethod {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let py = args.py();
        let owner = self.owner.bind(py).get();
        if let Some(result) = owner.shared(py, &self.name, args, kwargs)? {
            return Ok(result);
        }
        place::lose(py, &owner.recorder, &format!("bytes.{}", self.name))?;
        let method = owner.pinned(py)?.bind(py).getattr(self.name.as_str())?;
        let plain = args
            .iter()
            .map(|item| pinned_argument(&item))
            .collect::<PyResult<Vec<_>>>()?;
        method.call(PyTuple::new(py, plain)?, kwargs)
    }
}

pub(super) fn pinned_argument<'py>(item: &Any<'py>) -> PyResult<Any<'py>> {
    let py = item.py();
    if let Ok(proxy) = item.cast_exact::<SymBytes>() {
        return Ok(proxy.get().pinned(py)?.into_bound(py));
    }
    if let Ok(proxy) = item.cast_exact::<SymStr>() {
        return Ok(proxy.get().pinned(py)?.into_bound(py));
    }
    if let Ok(list) = item.cast_exact::<PyList>() {
        let items = list
            .iter()
            .map(|item| pinned_argument(&item))
            .collect::<PyResult<Vec<_>>>()?;
        return Ok(PyList::new(py, items)?.into_any());
    }
    Ok(item.clone())
}
