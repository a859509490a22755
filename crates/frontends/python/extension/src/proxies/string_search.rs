//! The methods of `str` that look for a text in another: each is one term.

use std::borrow::Cow;

use everypath_term::{Op, TermId};
use everypath_trace::Origin;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::number::Number;
use crate::proxies::SymStr;
use crate::proxies::boolean::python_bool;
use crate::proxies::string::slice_bound;
use crate::text::Text;
use crate::{Any, Object};

/// The end of a text that a method works from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// The optional bounds of the part of a text that a method looks at.
type Bounds<'a, 'py> = (Option<&'a Any<'py>>, Option<&'a Any<'py>>);

impl SymStr {
    /// The part of the text within the bounds, and where it begins; `None` if
    /// they lie the wrong way round, where not even the empty text is found.
    fn window(
        &self,
        py: Python<'_>,
        (start, end): Bounds<'_, '_>,
    ) -> PyResult<Option<(Cow<'_, Text>, usize)>> {
        let index = |object: Option<&Any<'_>>| -> PyResult<Option<i64>> {
            match object.filter(|object| !object.is_none()) {
                Some(object) => slice_bound(object).map(Some),
                None => Ok(None),
            }
        };
        let (start, end) = (index(start)?, index(end)?);
        match (start.unwrap_or(0), end) {
            (0, None) => Ok(Some((Cow::Borrowed(&self.text), 0))),
            (start, None) if start > 0 => {
                let start = start as usize;
                let mut recorder = self.recorder.borrow_mut(py);
                if start <= self.text.chars.len() && self.text.has(&mut recorder, start)? {
                    let tail = self.text.tail(&mut recorder, start);
                    Ok(Some((Cow::Owned(tail), start)))
                } else {
                    Ok(None)
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
                    return Ok(None);
                }
                let part = fixed.part(clamp(start), end);
                Ok(Some((Cow::Owned(part), clamp(start))))
            }
        }
    }

    /// Whether any of the prefixes, or suffixes, is there; one term.
    fn has_affix(
        &self,
        py: Python<'_>,
        affix: &Any<'_>,
        bounds: Bounds<'_, '_>,
        side: Side,
    ) -> PyResult<Object> {
        let Some((text, _)) = self.window(py, bounds)? else {
            return Ok(python_bool(py, false));
        };
        let affixes: Vec<Any<'_>> = match affix.cast::<PyTuple>() {
            Ok(tuple) => tuple.iter().collect(),
            Err(_) => vec![affix.clone()],
        };
        let mut value = false;
        let mut any = self.recorder.borrow_mut(py).terms.bool(false);
        for affix in affixes {
            let pattern = self.text_of(py, &affix)?;
            let count = pattern.chars.len();
            let mut recorder = self.recorder.borrow_mut(py);
            if side == Side::Left {
                value |= text.matches(&pattern, 0);
                let here = text.matches_term(&mut recorder, &pattern, 0);
                any = recorder.terms.or(any, here);
                continue;
            }
            value |= text.value.ends_with(&pattern.value);
            let length = text.length_term(&mut recorder);
            for total in count..=text.chars.len() {
                let exact = recorder.terms.int(total as i64);
                let is_total = recorder.terms.eq(length, exact);
                let here = text.matches_term(&mut recorder, &pattern, total - count);
                let both = recorder.terms.and(is_total, here);
                any = recorder.terms.or(any, both);
            }
        }
        self.boolean(py, (value, any))
    }

    /// The first or last place of a text in the window; -1 if it is not there.
    fn place_of(
        &self,
        py: Python<'_>,
        pattern: &Any<'_>,
        bounds: Bounds<'_, '_>,
        side: Side,
    ) -> PyResult<(i64, TermId)> {
        let pattern = self.text_of(py, pattern)?;
        let window = self.window(py, bounds)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let Some((window, offset)) = window else {
            return Ok((-1, recorder.terms.int(-1)));
        };
        let (value, term) = window.find(&mut recorder, &pattern, 0, side == Side::Right);
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

    fn found(
        &self,
        py: Python<'_>,
        pattern: &Any<'_>,
        bounds: Bounds<'_, '_>,
        side: Side,
    ) -> PyResult<Object> {
        let (value, term) = self.place_of(py, pattern, bounds, side)?;
        Number::Int(value.into(), term).object(py, &self.recorder)
    }

    /// The same, where a text that is not there is an error.
    fn required(
        &self,
        py: Python<'_>,
        pattern: &Any<'_>,
        bounds: Bounds<'_, '_>,
        side: Side,
    ) -> PyResult<Object> {
        let (value, term) = self.place_of(py, pattern, bounds, side)?;
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

    fn counted(
        &self,
        py: Python<'_>,
        pattern: &Any<'_>,
        bounds: Bounds<'_, '_>,
    ) -> PyResult<Object> {
        let pattern = self.text_of(py, pattern)?;
        let Some((window, _)) = self.window(py, bounds)? else {
            return Ok(0i64.into_pyobject(py)?.into_any().unbind());
        };
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
            let places = fixed.chars.len() + 1;
            return Ok(places.into_pyobject(py)?.into_any().unbind());
        }
        let (mut count, mut start) = (0i64, 0);
        while let Some(place) = self.scan(py, &fixed, &pattern, start)? {
            count += 1;
            start = place + pattern.chars.len();
        }
        Ok(count.into_pyobject(py)?.into_any().unbind())
    }
}

/// The methods of Python's signature `(sought, start = None, end = None)`. It
/// is said once: each line names the method, its parameter and what answers.
macro_rules! search_methods {
    ($($name:ident($sought:ident) => $answer:ident($($side:expr)?)),+ $(,)?) => {
        #[pymethods]
        impl SymStr {
            $(
                #[pyo3(signature = ($sought, start = None, end = None))]
                fn $name(
                    &self,
                    py: Python<'_>,
                    $sought: &Any<'_>,
                    start: Option<&Any<'_>>,
                    end: Option<&Any<'_>>,
                ) -> PyResult<Object> {
                    self.$answer(py, $sought, (start, end) $(, $side)?)
                }
            )+
        }
    };
}

search_methods! {
    startswith(prefix) => has_affix(Side::Left),
    endswith(suffix) => has_affix(Side::Right),
    find(sub) => found(Side::Left),
    rfind(sub) => found(Side::Right),
    index(sub) => required(Side::Left),
    rindex(sub) => required(Side::Right),
    count(sub) => counted(),
}
