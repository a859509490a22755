//! The methods of `str` that look for a text in another: each is one term.

use everypath_term::{Op, TermId};
use everypath_trace::Origin;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::number::Number;
use crate::proxies::SymStr;
use crate::proxies::string::slice_bound;
use crate::text::Text;

impl SymStr {
    /// Whether any of the prefixes (or suffixes) is there; one term.
    fn has_affix(
        &self,
        py: Python<'_>,
        affix: &Bound<'_, PyAny>,
        at_end: bool,
    ) -> PyResult<Py<PyAny>> {
        let affixes: Vec<Bound<'_, PyAny>> = match affix.cast::<PyTuple>() {
            Ok(tuple) => tuple.iter().collect(),
            Err(_) => vec![affix.clone()],
        };
        let mut value = false;
        let mut any = self.recorder.borrow_mut(py).terms.bool(false);
        for affix in affixes {
            let pattern = self.text_of(py, &affix)?;
            let count = pattern.chars.len();
            let mut recorder = self.recorder.borrow_mut(py);
            if !at_end {
                value |= self.text.matches(&pattern, 0);
                let here = self.text.matches_term(&mut recorder, &pattern, 0);
                any = recorder.terms.or(any, here);
                continue;
            }
            value |= self.text.value.ends_with(&pattern.value);
            let length = self.text.length_term(&mut recorder);
            for total in count..=self.text.chars.len() {
                let exact = recorder.terms.int(total as i64);
                let is_total = recorder.terms.eq(length, exact);
                let here = self
                    .text
                    .matches_term(&mut recorder, &pattern, total - count);
                let both = recorder.terms.and(is_total, here);
                any = recorder.terms.or(any, both);
            }
        }
        self.boolean(py, (value, any))
    }

    /// A view from `start` to `end`, as `find` and its like take them.
    fn window(
        &self,
        py: Python<'_>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Text, usize)> {
        let index = |object: Option<&Bound<'_, PyAny>>| -> PyResult<Option<i64>> {
            match object.filter(|object| !object.is_none()) {
                Some(object) => slice_bound(object).map(Some),
                None => Ok(None),
            }
        };
        let (start, end) = (index(start)?, index(end)?);
        match (start.unwrap_or(0), end) {
            (0, None) => Ok((self.text.clone(), 0)),
            (start, None) if start > 0 => {
                let start = start as usize;
                let mut recorder = self.recorder.borrow_mut(py);
                if start <= self.text.chars.len() && self.text.has(&mut recorder, start)? {
                    Ok((self.text.tail(&mut recorder, start), start))
                } else {
                    Ok((Text::constant(&mut recorder, vec![]), usize::MAX))
                }
            }
            (start, end) => {
                let fixed = self.fixed(py)?;
                let count = fixed.value.len() as i64;
                let clamp = |index: i64| {
                    let index = if index < 0 { index + count } else { index };
                    index.clamp(0, count) as usize
                };
                let end = clamp(end.unwrap_or(count));
                if start > count || clamp(start) > end {
                    let empty = Text::constant(&mut self.recorder.borrow_mut(py), vec![]);
                    return Ok((empty, usize::MAX));
                }
                Ok((fixed.part(clamp(start), end), clamp(start)))
            }
        }
    }

    fn find_in_window(
        &self,
        py: Python<'_>,
        pattern: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
        last: bool,
    ) -> PyResult<(i64, TermId)> {
        let pattern = self.text_of(py, pattern)?;
        let (window, offset) = self.window(py, start, end)?;
        let mut recorder = self.recorder.borrow_mut(py);
        if offset == usize::MAX {
            return Ok((-1, recorder.terms.int(-1)));
        }
        let (value, term) = window.find(&mut recorder, &pattern, 0, last);
        if offset == 0 {
            return Ok((value, term));
        }
        let none = recorder.terms.int(-1);
        let missing = recorder.terms.eq(term, none);
        let by = recorder.terms.int(offset as i64);
        let moved = recorder.terms.apply(Op::IntAdd, &[term, by]);
        let term = recorder.terms.ite(missing, none, moved);
        let value = if value < 0 { -1 } else { value + offset as i64 };
        Ok((value, term))
    }

    fn index_in_window(&self, py: Python<'_>, found: (i64, TermId)) -> PyResult<Py<PyAny>> {
        let (value, term) = found;
        let mut recorder = self.recorder.borrow_mut(py);
        let none = recorder.terms.int(-1);
        let missing = recorder.terms.eq(term, none);
        recorder.decide(missing, value < 0, Origin::Implicit, None)?;
        drop(recorder);
        if value < 0 {
            return Err(PyValueError::new_err("substring not found"));
        }
        Number::Int(value.into(), term).object(py, &self.recorder)
    }
}

#[pymethods]
impl SymStr {
    #[pyo3(signature = (prefix, start = None, end = None))]
    fn startswith(
        &self,
        py: Python<'_>,
        prefix: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        if start.is_some() || end.is_some() {
            let (window, offset) = self.window(py, start, end)?;
            let window = SymStr {
                recorder: self.recorder.clone_ref(py),
                text: window,
            };
            if offset == usize::MAX {
                return Ok(false.into_pyobject(py)?.to_owned().into_any().unbind());
            }
            return window.has_affix(py, prefix, false);
        }
        self.has_affix(py, prefix, false)
    }

    #[pyo3(signature = (suffix, start = None, end = None))]
    fn endswith(
        &self,
        py: Python<'_>,
        suffix: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (window, offset) = self.window(py, start, end)?;
        if offset == usize::MAX {
            return Ok(false.into_pyobject(py)?.to_owned().into_any().unbind());
        }
        let window = SymStr {
            recorder: self.recorder.clone_ref(py),
            text: window,
        };
        window.has_affix(py, suffix, true)
    }

    #[pyo3(signature = (sub, start = None, end = None))]
    fn find(
        &self,
        py: Python<'_>,
        sub: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (value, term) = self.find_in_window(py, sub, start, end, false)?;
        Number::Int(value.into(), term).object(py, &self.recorder)
    }

    #[pyo3(signature = (sub, start = None, end = None))]
    fn rfind(
        &self,
        py: Python<'_>,
        sub: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (value, term) = self.find_in_window(py, sub, start, end, true)?;
        Number::Int(value.into(), term).object(py, &self.recorder)
    }

    #[pyo3(signature = (sub, start = None, end = None))]
    fn index(
        &self,
        py: Python<'_>,
        sub: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let found = self.find_in_window(py, sub, start, end, false)?;
        self.index_in_window(py, found)
    }

    #[pyo3(signature = (sub, start = None, end = None))]
    fn rindex(
        &self,
        py: Python<'_>,
        sub: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let found = self.find_in_window(py, sub, start, end, true)?;
        self.index_in_window(py, found)
    }

    #[pyo3(signature = (sub, start = None, end = None))]
    fn count(
        &self,
        py: Python<'_>,
        sub: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let pattern = self.text_of(py, sub)?;
        let (window, offset) = self.window(py, start, end)?;
        if offset == usize::MAX {
            return Ok(0i64.into_pyobject(py)?.into_any().unbind());
        }
        if pattern.chars.len() == 1 {
            let mut recorder = self.recorder.borrow_mut(py);
            let mut total = recorder.terms.int(0);
            for place in 0..window.chars.len() {
                let here = window.matches_term(&mut recorder, &pattern, place);
                let one = recorder.terms.int(1);
                let zero = recorder.terms.int(0);
                let counted = recorder.terms.ite(here, one, zero);
                total = recorder.terms.apply(Op::IntAdd, &[total, counted]);
            }
            drop(recorder);
            let value = window
                .value
                .iter()
                .filter(|&&c| c == pattern.value[0])
                .count();
            return Number::Int((value as i64).into(), total).object(py, &self.recorder);
        }
        let fixed = window.fixed(&mut self.recorder.borrow_mut(py))?;
        if pattern.chars.is_empty() {
            return Ok((fixed.chars.len() + 1)
                .into_pyobject(py)?
                .into_any()
                .unbind());
        }
        let (mut count, mut start) = (0i64, 0);
        while let Some(place) = self.scan(py, &fixed, &pattern, start)? {
            count += 1;
            start = place + pattern.chars.len();
        }
        Ok(count.into_pyobject(py)?.into_any().unbind())
    }
}
