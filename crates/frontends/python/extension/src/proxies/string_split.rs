//! The methods of `str` that cut a text: each place that is looked at is decided.

use everypath_trace::Origin;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::proxies::protocols::Proxy;
use crate::proxies::{SymSplit, SymStr};
use crate::recorder::Recorder;
use crate::text::{Ranges, SPACE, Text};
use crate::{Any, Object};

impl SymStr {
    /// The first place from `start` on where the pattern stands, deciding each
    /// place on the way.
    pub(super) fn scan(
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
        set: Option<&Any<'_>>,
        left: bool,
        right: bool,
    ) -> PyResult<Object> {
        let set = match set.filter(|set| !set.is_none()) {
            Some(set) => Some(self.text_of(py, set)?),
            None => {
                let method = match (left, right) {
                    (true, true) => "strip",
                    (true, false) => "lstrip",
                    _ => "rstrip",
                };
                if let Some(answer) = self.beyond_ascii(py, method, ())? {
                    return Ok(answer);
                }
                None
            }
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

    pub(super) fn split_on(
        &self,
        py: Python<'_>,
        separator: &Text,
        limit: i64,
    ) -> PyResult<Vec<Text>> {
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

    /// The text at its length, and a separator that is not empty.
    fn to_cut(&self, py: Python<'_>, separator: &Any<'_>) -> PyResult<(Text, Text)> {
        let separator = self.text_of(py, separator)?;
        if separator.value.is_empty() {
            return Err(PyValueError::new_err("empty separator"));
        }
        Ok((self.fixed(py)?, separator))
    }

    /// All the parts, cut at every separator.
    pub fn cut(&self, py: Python<'_>, separator: Option<&Text>) -> PyResult<Object> {
        let parts = match separator {
            None => self.split_on_space(py, -1)?,
            Some(separator) => self.split_on(py, separator, -1)?,
        };
        self.list(py, parts)
    }
}

#[pymethods]
impl SymStr {
    #[pyo3(signature = (chars = None))]
    fn strip(&self, py: Python<'_>, chars: Option<&Any<'_>>) -> PyResult<Object> {
        self.stripped(py, chars, true, true)
    }

    #[pyo3(signature = (chars = None))]
    fn lstrip(&self, py: Python<'_>, chars: Option<&Any<'_>>) -> PyResult<Object> {
        self.stripped(py, chars, true, false)
    }

    #[pyo3(signature = (chars = None))]
    fn rstrip(&self, py: Python<'_>, chars: Option<&Any<'_>>) -> PyResult<Object> {
        self.stripped(py, chars, false, true)
    }

    #[pyo3(signature = (sep = None, maxsplit = -1))]
    fn split(slf: &Bound<'_, Self>, sep: Option<&Any<'_>>, maxsplit: i64) -> PyResult<Object> {
        let py = slf.py();
        let text = slf.get();
        let separator = match sep.filter(|sep| !sep.is_none()) {
            None => {
                let rest = (py.None(), maxsplit);
                if let Some(answer) = text.beyond_ascii(py, "split", rest)? {
                    return Ok(answer);
                }
                None
            }
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
    fn rsplit(&self, py: Python<'_>, sep: Option<&Any<'_>>, maxsplit: i64) -> PyResult<Object> {
        let Some(sep) = sep.filter(|sep| !sep.is_none()) else {
            if let Some(answer) = self.beyond_ascii(py, "rsplit", (py.None(), maxsplit))? {
                return Ok(answer);
            }
            if maxsplit < 0 {
                return self.cut(py, None);
            }
            let value = self.pinned(py)?;
            return value.call_method1(py, "rsplit", (py.None(), maxsplit));
        };
        if maxsplit < 0 {
            return self.cut(py, Some(&self.text_of(py, sep)?));
        }
        let (fixed, separator) = self.to_cut(py, sep)?;
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
    fn splitlines(&self, py: Python<'_>, keepends: bool) -> PyResult<Object> {
        const BREAK: Ranges = &[(10, 13), (28, 30)];
        if let Some(answer) = self.beyond_ascii(py, "splitlines", (keepends,))? {
            return Ok(answer);
        }
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

    fn partition(&self, py: Python<'_>, sep: &Any<'_>) -> PyResult<Object> {
        let (fixed, separator) = self.to_cut(py, sep)?;
        let place = self.scan(py, &fixed, &separator, 0)?;
        let empty = fixed.part(0, 0);
        let parts = cut_at(&fixed, separator, place).unwrap_or([fixed, empty.clone(), empty]);
        self.three(py, parts)
    }

    fn rpartition(&self, py: Python<'_>, sep: &Any<'_>) -> PyResult<Object> {
        let (fixed, separator) = self.to_cut(py, sep)?;
        let place = self.scan_back(py, &fixed, &separator, fixed.chars.len())?;
        let empty = fixed.part(0, 0);
        let parts = cut_at(&fixed, separator, place).unwrap_or([empty.clone(), empty, fixed]);
        self.three(py, parts)
    }
}

/// What is before the separator at a place, the separator, and what is after it.
fn cut_at(fixed: &Text, separator: Text, place: Option<usize>) -> Option<[Text; 3]> {
    let place = place?;
    let rest = fixed.part(place + separator.chars.len(), fixed.chars.len());
    Some([fixed.part(0, place), separator, rest])
}
