//! The methods of `str` that are explored symbolically. A method that changes
//! no shape is one term; one that cuts a text decides each place it looks at.

use everypath_term::{Op, TermId};
use everypath_trace::Origin;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::number::Number;
use crate::proxies::string::{LONGEST, slice_bound};
use crate::proxies::{SymBool, SymSplit, SymStr};
use crate::recorder::Recorder;
use crate::text::{Ranges, SPACE, Text};

impl SymStr {
    fn text_of(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Text> {
        let mut recorder = self.recorder.borrow_mut(py);
        match SymStr::read(&mut recorder, object) {
            Some(text) => text.fixed(&mut recorder),
            None => Err(PyTypeError::new_err(format!(
                "must be str, not {}",
                object.get_type().name()?
            ))),
        }
    }

    fn fixed(&self, py: Python<'_>) -> PyResult<Text> {
        self.text.fixed(&mut self.recorder.borrow_mut(py))
    }

    pub(super) fn boolean(
        &self,
        py: Python<'_>,
        (value, term): (bool, TermId),
    ) -> PyResult<Py<PyAny>> {
        SymBool::object(py, &self.recorder, value, term)
    }

    pub(super) fn string(&self, py: Python<'_>, text: Text) -> PyResult<Py<PyAny>> {
        SymStr::object(py, &self.recorder, text)
    }

    fn list(&self, py: Python<'_>, parts: Vec<Text>) -> PyResult<Py<PyAny>> {
        let parts = parts
            .into_iter()
            .map(|part| self.string(py, part))
            .collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(py, parts)?.into_any().unbind())
    }

    fn three(&self, py: Python<'_>, parts: [Text; 3]) -> PyResult<Py<PyAny>> {
        let parts = parts
            .into_iter()
            .map(|part| self.string(py, part))
            .collect::<PyResult<Vec<_>>>()?;
        Ok(PyTuple::new(py, parts)?.into_any().unbind())
    }

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

    /// The first place from `start` on where the pattern stands, deciding each
    /// place on the way.
    fn scan(
        &self,
        py: Python<'_>,
        fixed: &Text,
        pattern: &Text,
        start: usize,
    ) -> PyResult<Option<usize>> {
        let mut recorder = self.recorder.borrow_mut(py);
        for place in start..=fixed.chars.len().saturating_sub(pattern.chars.len()) {
            if place + pattern.chars.len() <= fixed.chars.len()
                && fixed.decide_match(&mut recorder, pattern, place)?
            {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    fn scan_back(
        &self,
        py: Python<'_>,
        fixed: &Text,
        pattern: &Text,
        end: usize,
    ) -> PyResult<Option<usize>> {
        let mut recorder = self.recorder.borrow_mut(py);
        let Some(last) = end.checked_sub(pattern.chars.len()) else {
            return Ok(None);
        };
        for place in (0..=last).rev() {
            if fixed.decide_match(&mut recorder, pattern, place)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Decides whether a character is to be stripped.
    fn strips(
        recorder: &mut Recorder,
        text: &Text,
        place: usize,
        set: Option<&Text>,
    ) -> PyResult<bool> {
        let Some(set) = set else {
            return text.decide_within(recorder, SPACE, place);
        };
        let mut any = recorder.terms.bool(false);
        for &candidate in &set.chars {
            let same = recorder.terms.eq(text.chars[place], candidate);
            any = recorder.terms.or(any, same);
        }
        let value = set.value.contains(&text.value[place]);
        recorder.decide(any, value, Origin::Branch, None)?;
        Ok(value)
    }

    fn stripped(
        &self,
        py: Python<'_>,
        set: Option<&Bound<'_, PyAny>>,
        left: bool,
        right: bool,
    ) -> PyResult<Py<PyAny>> {
        let set = match set.filter(|set| !set.is_none()) {
            Some(set) => Some(self.text_of(py, set)?),
            None => None,
        };
        let mut recorder = self.recorder.borrow_mut(py);
        // The left end is stripped while the length is still open.
        let mut text = self.text.clone();
        if left {
            let mut start = 0;
            while start < text.chars.len()
                && text.has(&mut recorder, start + 1)?
                && SymStr::strips(&mut recorder, &text, start, set.as_ref())?
            {
                start += 1;
            }
            text = text.tail(&mut recorder, start);
        }
        if right {
            text = text.fixed(&mut recorder)?;
            let mut end = text.chars.len();
            while end > 0 && SymStr::strips(&mut recorder, &text, end - 1, set.as_ref())? {
                end -= 1;
            }
            text = text.part(0, end);
        }
        drop(recorder);
        self.string(py, text)
    }

    fn split_on_space(&self, py: Python<'_>, limit: i64) -> PyResult<Vec<Text>> {
        let fixed = self.fixed(py)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let count = fixed.chars.len();
        let mut parts = Vec::new();
        let mut place = 0;
        loop {
            while place < count && fixed.decide_within(&mut recorder, SPACE, place)? {
                place += 1;
            }
            if place == count {
                return Ok(parts);
            }
            let start = place;
            if limit >= 0 && parts.len() as i64 == limit {
                let mut end = count;
                while end > start && fixed.decide_within(&mut recorder, SPACE, end - 1)? {
                    end -= 1;
                }
                parts.push(fixed.part(start, end));
                return Ok(parts);
            }
            while place < count && !fixed.decide_within(&mut recorder, SPACE, place)? {
                place += 1;
            }
            parts.push(fixed.part(start, place));
        }
    }

    fn split_on(&self, py: Python<'_>, separator: &Text, limit: i64) -> PyResult<Vec<Text>> {
        if separator.value.is_empty() {
            return Err(PyValueError::new_err("empty separator"));
        }
        let fixed = self.fixed(py)?;
        let mut parts = Vec::new();
        let mut start = 0;
        while limit < 0 || (parts.len() as i64) < limit {
            match self.scan(py, &fixed, separator, start)? {
                Some(place) => {
                    parts.push(fixed.part(start, place));
                    start = place + separator.chars.len();
                }
                None => break,
            }
        }
        parts.push(fixed.part(start, fixed.chars.len()));
        Ok(parts)
    }

    /// All the parts, cut at every separator.
    pub fn cut(&self, py: Python<'_>, separator: Option<&Text>) -> PyResult<Py<PyAny>> {
        let parts = match separator {
            None => self.split_on_space(py, -1)?,
            Some(separator) => self.split_on(py, separator, -1)?,
        };
        self.list(py, parts)
    }

    fn padded(
        &self,
        py: Python<'_>,
        width: &Bound<'_, PyAny>,
        fill: &str,
        left: bool,
    ) -> PyResult<Py<PyAny>> {
        let width: i64 = width.call_method0("__index__")?.extract()?;
        if width > LONGEST {
            return Err(PyTypeError::new_err("Python pads it itself"));
        }
        let fixed = self.fixed(py)?;
        let missing = (width - fixed.value.len() as i64).max(0) as usize;
        let fill = fill.chars().next().map_or(32, u32::from);
        let mut recorder = self.recorder.borrow_mut(py);
        let padding = Text::constant(&mut recorder, vec![fill; missing]);
        let text = if left {
            padding.concat(&mut recorder, &fixed)?
        } else {
            fixed.concat(&mut recorder, &padding)?
        };
        drop(recorder);
        self.string(py, text)
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

    #[pyo3(signature = (chars = None))]
    fn strip(&self, py: Python<'_>, chars: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        self.stripped(py, chars, true, true)
    }

    #[pyo3(signature = (chars = None))]
    fn lstrip(&self, py: Python<'_>, chars: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        self.stripped(py, chars, true, false)
    }

    #[pyo3(signature = (chars = None))]
    fn rstrip(&self, py: Python<'_>, chars: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        self.stripped(py, chars, false, true)
    }

    #[pyo3(signature = (sep = None, maxsplit = -1))]
    fn split(
        slf: &Bound<'_, Self>,
        sep: Option<&Bound<'_, PyAny>>,
        maxsplit: i64,
    ) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let text = slf.get();
        let separator = match sep.filter(|sep| !sep.is_none()) {
            None => None,
            Some(sep) => Some(text.text_of(py, sep)?),
        };
        let single = separator
            .as_ref()
            .is_none_or(|separator| separator.chars.len() == 1);
        if maxsplit < 0 && single {
            let split = SymSplit {
                text: slf.clone().unbind(),
                separator,
                parts: PyOnceLock::new(),
            };
            return Ok(Py::new(py, split)?.into_any());
        }
        let parts = match &separator {
            None => text.split_on_space(py, maxsplit)?,
            Some(separator) => text.split_on(py, separator, maxsplit)?,
        };
        text.list(py, parts)
    }

    #[pyo3(signature = (sep = None, maxsplit = -1))]
    fn rsplit(
        &self,
        py: Python<'_>,
        sep: Option<&Bound<'_, PyAny>>,
        maxsplit: i64,
    ) -> PyResult<Py<PyAny>> {
        let Some(sep) = sep.filter(|sep| !sep.is_none()) else {
            if maxsplit < 0 {
                return self.cut(py, None);
            }
            let value = self.pinned(py)?;
            return Ok(value
                .bind(py)
                .call_method1("rsplit", (py.None(), maxsplit))?
                .unbind());
        };
        let separator = self.text_of(py, sep)?;
        if maxsplit < 0 {
            return self.cut(py, Some(&separator));
        }
        if separator.value.is_empty() {
            return Err(PyValueError::new_err("empty separator"));
        }
        let fixed = self.fixed(py)?;
        let mut parts = Vec::new();
        let mut end = fixed.chars.len();
        while (parts.len() as i64) < maxsplit {
            match self.scan_back(py, &fixed, &separator, end)? {
                Some(place) => {
                    parts.push(fixed.part(place + separator.chars.len(), end));
                    end = place;
                }
                None => break,
            }
        }
        parts.push(fixed.part(0, end));
        parts.reverse();
        self.list(py, parts)
    }

    #[pyo3(signature = (keepends = false))]
    fn splitlines(&self, py: Python<'_>, keepends: bool) -> PyResult<Py<PyAny>> {
        const BREAK: Ranges = &[(10, 13), (28, 30)];
        let fixed = self.fixed(py)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let (mut parts, mut start, mut place) = (Vec::new(), 0, 0);
        while place < fixed.chars.len() {
            if !fixed.decide_within(&mut recorder, BREAK, place)? {
                place += 1;
                continue;
            }
            let end = place;
            let crlf = Text::constant(&mut recorder, vec![13, 10]);
            place += if place + 2 <= fixed.chars.len()
                && fixed.decide_match(&mut recorder, &crlf, place)?
            {
                2
            } else {
                1
            };
            parts.push(fixed.part(start, if keepends { place } else { end }));
            start = place;
        }
        if start < fixed.chars.len() {
            parts.push(fixed.part(start, fixed.chars.len()));
        }
        drop(recorder);
        self.list(py, parts)
    }

    fn partition(&self, py: Python<'_>, sep: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let separator = self.text_of(py, sep)?;
        if separator.value.is_empty() {
            return Err(PyValueError::new_err("empty separator"));
        }
        let fixed = self.fixed(py)?;
        let count = fixed.chars.len();
        match self.scan(py, &fixed, &separator, 0)? {
            Some(place) => {
                let rest = fixed.part(place + separator.chars.len(), count);
                self.three(py, [fixed.part(0, place), separator, rest])
            }
            None => {
                let empty = fixed.part(0, 0);
                self.three(py, [fixed, empty.clone(), empty])
            }
        }
    }

    fn rpartition(&self, py: Python<'_>, sep: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let separator = self.text_of(py, sep)?;
        if separator.value.is_empty() {
            return Err(PyValueError::new_err("empty separator"));
        }
        let fixed = self.fixed(py)?;
        let count = fixed.chars.len();
        match self.scan_back(py, &fixed, &separator, count)? {
            Some(place) => {
                let rest = fixed.part(place + separator.chars.len(), count);
                self.three(py, [fixed.part(0, place), separator, rest])
            }
            None => {
                let empty = fixed.part(0, 0);
                self.three(py, [empty.clone(), empty, fixed])
            }
        }
    }

    #[pyo3(signature = (old, new, count = -1))]
    fn replace(
        &self,
        py: Python<'_>,
        old: &Bound<'_, PyAny>,
        new: &Bound<'_, PyAny>,
        count: i64,
    ) -> PyResult<Py<PyAny>> {
        let old = self.text_of(py, old)?;
        let new = self.text_of(py, new)?;
        if old.value.is_empty() {
            let value = self.pinned(py)?;
            let new = SymStr::object(py, &self.recorder, new)?;
            return Ok(value
                .bind(py)
                .call_method1("replace", ("", new.bind(py).str()?, count))?
                .unbind());
        }
        let parts = self.split_on(py, &old, count)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let mut parts = parts.into_iter();
        let mut text = parts.next().expect("a split has a part");
        for part in parts {
            text = text
                .concat(&mut recorder, &new)?
                .concat(&mut recorder, &part)?;
        }
        drop(recorder);
        self.string(py, text)
    }

    fn join(&self, py: Python<'_>, parts: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let separator = self.fixed(py)?;
        join(py, &self.recorder, &separator, parts)
    }

    fn removeprefix(&self, py: Python<'_>, prefix: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let pattern = self.text_of(py, prefix)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let text = if self.text.decide_match(&mut recorder, &pattern, 0)? {
            self.text.tail(&mut recorder, pattern.chars.len())
        } else {
            self.text.clone()
        };
        drop(recorder);
        self.string(py, text)
    }

    fn removesuffix(&self, py: Python<'_>, suffix: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let pattern = self.text_of(py, suffix)?;
        let fixed = self.fixed(py)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let text = match fixed.chars.len().checked_sub(pattern.chars.len()) {
            Some(start) if fixed.decide_match(&mut recorder, &pattern, start)? => {
                fixed.part(0, start)
            }
            _ => fixed,
        };
        drop(recorder);
        self.string(py, text)
    }

    fn zfill(&self, py: Python<'_>, width: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let signed = {
            let fixed = self.fixed(py)?;
            let mut recorder = self.recorder.borrow_mut(py);
            !fixed.chars.is_empty()
                && fixed.decide_within(&mut recorder, &[(43, 43), (45, 45)], 0)?
        };
        if signed {
            let value = self.pinned(py)?;
            return Ok(value.bind(py).call_method1("zfill", (width,))?.unbind());
        }
        self.padded(py, width, "0", true)
    }
    #[pyo3(signature = (width, fillchar = " "))]
    fn rjust(
        &self,
        py: Python<'_>,
        width: &Bound<'_, PyAny>,
        fillchar: &str,
    ) -> PyResult<Py<PyAny>> {
        self.padded(py, width, fillchar, true)
    }
    #[pyo3(signature = (width, fillchar = " "))]
    fn ljust(
        &self,
        py: Python<'_>,
        width: &Bound<'_, PyAny>,
        fillchar: &str,
    ) -> PyResult<Py<PyAny>> {
        self.padded(py, width, fillchar, false)
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn format(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let value = self.pinned(py)?;
        Ok(value.bind(py).call_method("format", args, kwargs)?.unbind())
    }
}

/// The parts with the separator between them.
pub fn join(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    separator: &Text,
    parts: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    let mut texts = Vec::new();
    for (index, part) in parts.try_iter()?.enumerate() {
        let part = part?;
        match SymStr::read(&mut recorder.borrow_mut(py), &part) {
            Some(text) => texts.push(text),
            None => {
                return Err(PyTypeError::new_err(format!(
                    "sequence item {index}: expected str instance, {} found",
                    part.get_type().name()?
                )));
            }
        }
    }
    let mut state = recorder.borrow_mut(py);
    let mut joined = Text::constant(&mut state, vec![]);
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            joined = joined.concat(&mut state, separator)?;
        }
        joined = joined.concat(&mut state, text)?;
    }
    drop(state);
    SymStr::object(py, recorder, joined)
}
