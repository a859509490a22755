//! The proxy of `re.Match`: the groups are parts of the symbolic text. Where
//! they are is what Python's matcher found, and is pinned when it is asked.

use std::sync::Arc;

use everypath_trace::Origin;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::place;
use crate::proxies::protocols::{Proxy, own_methods};
use crate::proxies::{Subject, SymStr};
use crate::regex::{Derivation, Pattern, Question, Span};
use crate::{Any, Object};

/// A match of a symbolic text.
#[pyclass(frozen, name = "Match", module = "everypath_native")]
pub(crate) struct SymMatch {
    text: Py<SymStr>,
    subject: Subject,
    pattern: Arc<Pattern>,
    question: Question,
    /// What Python found in the concrete text.
    real: Object,
    /// All of it, then the groups by number.
    spans: Vec<Span>,
    pinned: PyOnceLock<()>,
}

impl SymMatch {
    /// The proxy of a real match.
    pub(crate) fn new(
        text: Py<SymStr>,
        subject: Subject,
        pattern: Arc<Pattern>,
        question: Question,
        real: &Any<'_>,
    ) -> PyResult<SymMatch> {
        let spans: Vec<(isize, isize)> = real.getattr("regs")?.extract()?;
        let place = |place: isize| usize::try_from(place).ok();
        Ok(SymMatch {
            text,
            subject,
            pattern,
            question,
            real: real.clone().unbind(),
            spans: spans
                .into_iter()
                .map(|(start, end)| Some((place(start)?, place(end)?)))
                .collect(),
            pinned: PyOnceLock::new(),
        })
    }

    /// Where the match begins and ends.
    pub(crate) fn ends(&self) -> (usize, usize) {
        self.spans[0].expect("a match is somewhere")
    }

    /// Writes down where the groups are, once.
    pub(crate) fn pin(&self, py: Python<'_>) -> PyResult<()> {
        self.pinned.get_or_try_init(py, || {
            let proxy = self.text.get();
            let mut state = proxy.recorder.borrow_mut(py);
            let recorder = &mut *state;
            let groups = self.spans.len() - 1;
            let found = self
                .pattern
                .derivation(recorder, &proxy.text, groups, self.question);
            match found {
                Ok(Some(Derivation { spans, condition })) if spans == self.spans => {
                    recorder.decide(condition, true, Origin::Pin, None)
                }
                _ => {
                    drop(state);
                    place::lose(py, &proxy.recorder, "the groups of a match")?;
                    proxy.text.pin(&mut proxy.recorder.borrow_mut(py))
                }
            }
        })?;
        Ok(())
    }

    /// A group's text; `default` if it took no part.
    pub(crate) fn part(&self, py: Python<'_>, number: usize, default: &Object) -> PyResult<Object> {
        self.pin(py)?;
        let Some((start, end)) = self.spans[number] else {
            return Ok(default.clone_ref(py));
        };
        let proxy = self.text.get();
        let part = proxy.text.part(start, end);
        self.subject.object(py, &proxy.recorder, part)
    }

    /// The number of a group by number or name.
    fn number(&self, group: &Any<'_>) -> PyResult<usize> {
        let py = group.py();
        let names = self.real.bind(py).getattr("re")?.getattr("groupindex")?;
        let number = match names.call_method1("get", (group,))? {
            number if number.is_none() => group.clone(),
            number => number,
        };
        // Python's own error for a group that is not there.
        self.real.bind(py).call_method1("start", (&number,))?;
        number.call_method0("__index__")?.extract()
    }

    fn group_of(&self, group: &Any<'_>) -> PyResult<Object> {
        let py = group.py();
        self.part(py, self.number(group)?, &py.None())
    }

    /// What Python's match says, which depends on where the groups are.
    fn ask<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Any<'py>> {
        self.pin(py)?;
        self.real.bind(py).getattr(name)
    }
}

#[pymethods]
impl SymMatch {
    #[getter(__class__)]
    fn class<'py>(&self, py: Python<'py>) -> Bound<'py, PyType> {
        self.real.bind(py).get_type()
    }

    #[pyo3(signature = (*groups))]
    fn group<'py>(&self, py: Python<'py>, groups: &Bound<'py, PyTuple>) -> PyResult<Any<'py>> {
        match groups.len() {
            0 => Ok(self.part(py, 0, &py.None())?.into_bound(py)),
            1 => Ok(self.group_of(&groups.get_item(0)?)?.into_bound(py)),
            _ => {
                let parts = groups.iter().map(|group| self.group_of(&group));
                let parts = parts.collect::<PyResult<Vec<_>>>()?;
                Ok(PyTuple::new(py, parts)?.into_any())
            }
        }
    }

    fn __getitem__(&self, group: &Any<'_>) -> PyResult<Object> {
        self.group_of(group)
    }

    #[pyo3(signature = (default = None))]
    fn groups<'py>(
        &self,
        py: Python<'py>,
        default: Option<Object>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let default = default.unwrap_or_else(|| py.None());
        let parts = (1..self.spans.len()).map(|number| self.part(py, number, &default));
        PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)
    }

    #[pyo3(signature = (default = None))]
    fn groupdict<'py>(
        &self,
        py: Python<'py>,
        default: Option<Object>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let default = default.unwrap_or_else(|| py.None());
        let names = self.real.bind(py).getattr("re")?.getattr("groupindex")?;
        let groups = PyDict::new(py);
        for entry in names.call_method0("items")?.try_iter()? {
            let (name, number): (Any<'_>, usize) = entry?.extract()?;
            groups.set_item(name, self.part(py, number, &default)?)?;
        }
        Ok(groups)
    }

    fn expand<'py>(&self, py: Python<'py>, template: &Any<'py>) -> PyResult<Any<'py>> {
        place::lose(py, &self.text.get().recorder, "re.Match.expand()")?;
        self.text.get().pinned(py)?;
        self.real.bind(py).call_method1("expand", (template,))
    }

    #[getter]
    fn string(&self, py: Python<'_>) -> PyResult<Object> {
        match self.subject {
            Subject::Text => Ok(self.text.clone_ref(py).into_any()),
            Subject::Octets => {
                let proxy = self.text.get();
                let text = proxy.text.clone();
                self.subject.object(py, &proxy.recorder, text)
            }
        }
    }

    #[getter]
    fn endpos(&self, py: Python<'_>) -> PyResult<usize> {
        let proxy = self.text.get();
        proxy.text.fixed(&mut proxy.recorder.borrow_mut(py))?;
        Ok(proxy.text.value.len())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.text.get().pinned(py)?;
        Ok(self.real.bind(py).repr()?.to_string())
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Any<'_>) -> Py<Self> {
        slf
    }
}
own_methods!(SymMatch: __copy__);

/// Methods about the place of a group, and attributes, that Python's match
/// answers once the groups are pinned; and the attributes that depend on no
/// group. PyO3 takes each by its name in the source.
macro_rules! asked_of_python {
    (places: $($place:ident),+; attributes: $($attribute:ident),+; settled: $($settled:ident),+) => {
        #[pymethods]
        impl SymMatch {
            $(
                #[pyo3(signature = (*group))]
                fn $place<'py>(
                    &self,
                    py: Python<'py>,
                    group: &Bound<'py, PyTuple>,
                ) -> PyResult<Any<'py>> {
                    self.ask(py, stringify!($place))?.call1(group)
                }
            )+

            $(
                #[getter]
                fn $attribute<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
                    self.ask(py, stringify!($attribute))
                }
            )+

            $(
                #[getter]
                fn $settled<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
                    self.real.bind(py).getattr(stringify!($settled))
                }
            )+
        }
    };
}
asked_of_python!(places: start, end, span; attributes: regs, lastindex, lastgroup; settled: re, pos);
