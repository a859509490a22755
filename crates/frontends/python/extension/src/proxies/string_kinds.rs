//! Methods of `str` that tell kinds of characters apart or change their case:
//! one term each, for ASCII; what is beyond it Python answers.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

use crate::Object;
use crate::proxies::SymStr;
use crate::proxies::boolean::python_bool;
use crate::proxies::protocols::Proxy;
use crate::text::{
    ALPHANUMERIC, DIGIT, LAST_ASCII, LETTER, LOWER, Ranges, SPACE, UPPER, within, within_term,
};

impl SymStr {
    /// What Python answers for a text with a character that the terms of a method say nothing
    /// about; `None` for others.
    pub(super) fn beyond_ascii<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: impl PyCallArgs<'py>,
    ) -> PyResult<Option<Object>> {
        if self.is_up_to(py, LAST_ASCII)? {
            return Ok(None);
        }
        let plain = self.pinned(py)?;
        plain.call_method1(py, method, arguments).map(Some)
    }

    fn all(&self, py: Python<'_>, ranges: Ranges) -> PyResult<Object> {
        let result = self
            .text
            .all_within(&mut self.recorder.borrow_mut(py), ranges);
        self.boolean(py, result)
    }

    fn cased(&self, py: Python<'_>, wanted: Ranges, other: Ranges) -> PyResult<Object> {
        let result = self
            .text
            .all_cased(&mut self.recorder.borrow_mut(py), wanted, other);
        self.boolean(py, result)
    }

    fn moved(&self, py: Python<'_>, from: Ranges, distance: i64) -> PyResult<Object> {
        let text = self
            .text
            .shifted(&mut self.recorder.borrow_mut(py), from, distance);
        self.string(py, text)
    }
}

/// Methods without arguments that one rule answers: each line names the
/// method, the rule and what it is about.
macro_rules! character_methods {
    ($($name:ident => $rule:ident($($about:expr),+)),+ $(,)?) => {
        #[pymethods]
        impl SymStr {
            $(
                fn $name(&self, py: Python<'_>) -> PyResult<Object> {
                    match self.beyond_ascii(py, stringify!($name), ())? {
                        Some(answer) => Ok(answer),
                        None => self.$rule(py, $($about),+),
                    }
                }
            )+
        }
    };
}

character_methods! {
    isdigit => all(DIGIT),
    isdecimal => all(DIGIT),
    isnumeric => all(DIGIT),
    isalpha => all(LETTER),
    isalnum => all(ALPHANUMERIC),
    isspace => all(SPACE),
    isupper => cased(UPPER, LOWER),
    islower => cased(LOWER, UPPER),
    upper => moved(LOWER, -32),
    lower => moved(UPPER, 32),
    casefold => moved(UPPER, 32),
}

#[pymethods]
impl SymStr {
    fn isidentifier(&self, py: Python<'_>) -> PyResult<Object> {
        if let Some(answer) = self.beyond_ascii(py, "isidentifier", ())? {
            return Ok(answer);
        }
        const START: Ranges = &[(65, 90), (95, 95), (97, 122)];
        const REST: Ranges = &[(48, 57), (65, 90), (95, 95), (97, 122)];
        let mut recorder = self.recorder.borrow_mut(py);
        let (rest, rest_term) = self.text.all_within(&mut recorder, REST);
        let Some(&first) = self.text.chars.first() else {
            return Ok(python_bool(py, false));
        };
        let start = within_term(&mut recorder, START, first);
        let term = recorder.terms.and(rest_term, start);
        drop(recorder);
        let value = rest && self.text.value.first().is_some_and(|&c| within(START, c));
        self.boolean(py, (value, term))
    }
    fn isascii(&self, py: Python<'_>) -> PyResult<Object> {
        let mut recorder = self.recorder.borrow_mut(py);
        let (_, term) = self.text.all_within(&mut recorder, &[(0, 127)]);
        let length = self.text.length_term(&mut recorder);
        let zero = recorder.terms.int(0);
        let empty = recorder.terms.eq(length, zero);
        let term = recorder.terms.or(empty, term);
        drop(recorder);
        let value = self.text.value.iter().all(|&c| c < 128);
        self.boolean(py, (value, term))
    }

    fn swapcase(&self, py: Python<'_>) -> PyResult<Object> {
        if let Some(answer) = self.beyond_ascii(py, "swapcase", ())? {
            return Ok(answer);
        }
        let mut recorder = self.recorder.borrow_mut(py);
        let upper = self.text.shifted(&mut recorder, LOWER, -32);
        let lower = self.text.shifted(&mut recorder, UPPER, 32);
        let mut text = upper.clone();
        for place in 0..self.text.chars.len() {
            let is_upper = within_term(&mut recorder, UPPER, self.text.chars[place]);
            text.chars[place] =
                recorder
                    .terms
                    .ite(is_upper, lower.chars[place], upper.chars[place]);
        }
        for (place, &c) in self.text.value.iter().enumerate() {
            if within(UPPER, c) {
                text.value[place] = lower.value[place];
            }
        }
        drop(recorder);
        self.string(py, text)
    }
    fn capitalize(&self, py: Python<'_>) -> PyResult<Object> {
        if let Some(answer) = self.beyond_ascii(py, "capitalize", ())? {
            return Ok(answer);
        }
        let mut recorder = self.recorder.borrow_mut(py);
        let mut text = self.text.shifted(&mut recorder, UPPER, 32);
        let upper = self.text.shifted(&mut recorder, LOWER, -32);
        if let Some(&first) = upper.chars.first() {
            text.chars[0] = first;
        }
        if let Some(&first) = upper.value.first() {
            text.value[0] = first;
        }
        drop(recorder);
        self.string(py, text)
    }
}
