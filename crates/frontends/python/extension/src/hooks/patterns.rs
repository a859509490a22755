//! Calls of `re` on symbolic text. A pattern or a way to use it that is not
//! modelled gets the concrete text, as any other code in C.

use std::sync::{Arc, Mutex};

use everypath_trace::Origin;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple, PyType};
use rustc_hash::FxHashMap;

use crate::hooks::Hooks;
use crate::hooks::models::Model;
use crate::proxies::{Subject, SymBytes, SymMatch, SymStr};
use crate::regex::{Pattern, Question};
use crate::text::Text;
use crate::{Any, Object};

/// A function of the module: its name, and the place of its flags.
macro_rules! function {
    ($name:literal, $flags:literal) => {
        ($name, |hooks, args, kwargs| {
            hooks.compiled($name, $flags, args, kwargs)
        })
    };
}

/// The functions of the module, which compile their first argument.
pub(super) const MODELS: &[(&str, Model)] = &[
    function!("match", 2),
    function!("fullmatch", 2),
    function!("search", 2),
    function!("findall", 2),
    function!("finditer", 2),
    function!("split", 3),
    function!("sub", 4),
];

/// The type of compiled patterns, and those that were read.
pub(super) struct Patterns {
    class: Py<PyType>,
    /// By address.
    known: Mutex<FxHashMap<usize, Known>>,
}

/// A pattern that was read.
struct Known {
    /// Kept alive so that its address stays its own.
    _compiled: Object,
    /// `None` if it is nothing for terms.
    pattern: Option<Arc<Pattern>>,
}

impl Patterns {
    /// None is read yet.
    pub(super) fn new(py: Python<'_>) -> PyResult<Patterns> {
        let class = py.import("re")?.getattr("Pattern")?;
        Ok(Patterns {
            class: class.cast_into()?.unbind(),
            known: Mutex::default(),
        })
    }

    fn read(&self, pattern: &Any<'_>) -> Option<Arc<Pattern>> {
        let address = pattern.as_ptr() as usize;
        let mut known = self.known.lock().expect("nothing panics while it is held");
        if let Some(known) = known.get(&address) {
            return known.pattern.clone();
        }
        // A tree of another form, of a Python to come, is not understood.
        let read = Pattern::parse(pattern).ok().flatten().map(Arc::new);
        let entry = Known {
            _compiled: pattern.clone().unbind(),
            pattern: read.clone(),
        };
        known.insert(address, entry);
        read
    }
}

/// What a method of a pattern is given.
struct Given<'a, 'py> {
    args: &'a Bound<'py, PyTuple>,
    kwargs: Option<&'a Bound<'py, PyDict>>,
}

impl<'py> Given<'_, 'py> {
    fn get(&self, place: usize, name: &str) -> PyResult<Option<Any<'py>>> {
        if let Ok(value) = self.args.get_item(place) {
            return Ok(Some(value));
        }
        match self.kwargs {
            Some(kwargs) => kwargs.get_item(name),
            None => Ok(None),
        }
    }

    /// The text or the octets as one, if they are symbolic and only what sets know.
    fn text(&self, place: usize) -> PyResult<Option<(Bound<'py, SymStr>, Subject)>> {
        let Some(given) = self.get(place, "string")? else {
            return Ok(None);
        };
        let py = given.py();
        let (text, subject) = match given.cast_exact::<SymBytes>() {
            Ok(octets) => (Bound::new(py, octets.get().as_text(py))?, Subject::Octets),
            Err(_) => match given.cast_into_exact::<SymStr>() {
                Ok(text) => (text, Subject::Text),
                Err(_) => return Ok(None),
            },
        };
        Ok(subject.is_known(&text)?.then_some((text, subject)))
    }

    /// A number that is zero if it is not given; `None` if it is no number.
    fn number(&self, place: usize, name: &str) -> PyResult<Option<usize>> {
        match self.get(place, name)? {
            None => Ok(Some(0)),
            Some(number) if number.is_instance_of::<PyInt>() => Ok(number.extract().ok()),
            Some(_) => Ok(None),
        }
    }
}

/// A pattern and a text that it is tried on.
struct Trial<'py> {
    compiled: Any<'py>,
    pattern: Arc<Pattern>,
    text: Bound<'py, SymStr>,
    subject: Subject,
}

impl<'py> Trial<'py> {
    /// Asks once, and decides the answer; the outer `None` if terms do not
    /// say what Python's matcher says.
    fn ask(&self, question: Question) -> PyResult<Option<Option<SymMatch>>> {
        let py = self.text.py();
        let proxy = self.text.get();
        let concrete = self.subject.concrete(py, proxy);
        let real = self
            .compiled
            .call_method1(question.method(), (concrete, question.from()))?;
        if !self.decide(question, !real.is_none())? {
            return Ok(None);
        }
        if real.is_none() {
            return Ok(Some(None));
        }
        let text = self.text.clone().unbind();
        let pattern = self.pattern.clone();
        SymMatch::new(text, self.subject, pattern, question, &real).map(|found| Some(Some(found)))
    }

    /// Whether terms say the same, which is then decided.
    fn decide(&self, question: Question, is_found: bool) -> PyResult<bool> {
        let proxy = self.text.get();
        let recorder = &mut *proxy.recorder.borrow_mut(self.text.py());
        match self.pattern.answer(recorder, &proxy.text, question) {
            Ok((value, term)) if value == is_found => {
                recorder.decide(term, value, Origin::Branch, None)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// All matches from a place on, at most so many unless that is zero, each
    /// where it is; `None` if terms cannot say it.
    fn all(&self, from: usize, most: usize) -> PyResult<Option<Vec<SymMatch>>> {
        let py = self.text.py();
        let concrete = self.subject.concrete(py, self.text.get());
        let real = self.compiled.call_method1("finditer", (concrete, from))?;
        let mut found = vec![];
        let mut from = from;
        for real in real.try_iter()? {
            let question = Question::Search { from };
            let text = self.text.clone().unbind();
            let pattern = self.pattern.clone();
            let one = SymMatch::new(text, self.subject, pattern, question, &real?)?;
            let (start, end) = one.ends();
            // Where the search goes on after nothing was found is subtle.
            if start == end || !self.decide(question, true)? {
                return Ok(None);
            }
            one.pin(py)?;
            from = end;
            found.push(one);
            if found.len() == most {
                return Ok(Some(found));
            }
        }
        let over = self.decide(Question::Search { from }, false)?;
        Ok(over.then_some(found))
    }

    /// Decides whether a place is in the text: Python takes the end if not.
    fn reaches(&self, place: usize) -> PyResult<bool> {
        let proxy = self.text.get();
        if place > proxy.text.chars.len() {
            return Ok(false);
        }
        let mut recorder = proxy.recorder.borrow_mut(self.text.py());
        proxy.text.has(&mut recorder, place)
    }

    fn part(&self, start: usize, end: usize) -> Text {
        self.text.get().text.part(start, end)
    }

    fn object(&self, text: Text) -> PyResult<Any<'py>> {
        let py = self.text.py();
        let recorder = &self.text.get().recorder;
        Ok(self.subject.object(py, recorder, text)?.into_bound(py))
    }

    fn tail(&self, start: usize) -> Text {
        let proxy = self.text.get();
        let mut recorder = proxy.recorder.borrow_mut(self.text.py());
        proxy.text.tail(&mut recorder, start)
    }

    fn groups(&self) -> PyResult<usize> {
        self.compiled.getattr("groups")?.extract()
    }

    fn find_all(&self, from: usize) -> PyResult<Option<Any<'py>>> {
        let py = self.text.py();
        let Some(found) = self.all(from, 0)? else {
            return Ok(None);
        };
        let nothing = self.subject.nothing(py);
        let groups = self.groups()?;
        let items = found.iter().map(|one| match groups {
            0 => one.part(py, 0, &nothing),
            1 => one.part(py, 1, &nothing),
            _ => {
                let parts = (1..=groups).map(|number| one.part(py, number, &nothing));
                let parts = parts.collect::<PyResult<Vec<_>>>()?;
                Ok(PyTuple::new(py, parts)?.into_any().unbind())
            }
        });
        let items = items.collect::<PyResult<Vec<_>>>()?;
        Ok(Some(PyList::new(py, items)?.into_any()))
    }

    fn split(&self, most: usize) -> PyResult<Option<Any<'py>>> {
        let py = self.text.py();
        let Some(found) = self.all(0, most)? else {
            return Ok(None);
        };
        let parts = PyList::empty(py);
        let mut last = 0;
        for one in found {
            let (start, end) = one.ends();
            parts.append(self.object(self.part(last, start))?)?;
            for number in 1..=self.groups()? {
                parts.append(one.part(py, number, &py.None())?)?;
            }
            last = end;
        }
        parts.append(self.object(self.tail(last))?)?;
        Ok(Some(parts.into_any()))
    }

    fn replace(&self, by: &Any<'py>, most: usize) -> PyResult<Option<Any<'py>>> {
        let py = self.text.py();
        // A template with groups in it is Python's to expand.
        let is_literal = match self.subject {
            Subject::Text => by.is_instance_of::<PyString>(),
            Subject::Octets => by.is_instance_of::<PyBytes>(),
        };
        // The bytes are written as their representation writes them.
        let is_template = is_literal && by.repr()?.to_string_lossy().contains('\\');
        if is_template || (!is_literal && !by.is_callable()) {
            return Ok(None);
        }
        let Some(found) = self.all(0, most)? else {
            return Ok(None);
        };
        let recorder = &self.text.get().recorder;
        let mut whole = self.part(0, 0);
        let mut last = 0;
        for one in found {
            let (start, end) = one.ends();
            let new = match is_literal {
                true => by.clone(),
                false => by.call1((one,))?,
            };
            let state = &mut *recorder.borrow_mut(py);
            let Some(new) = self.subject.read(state, &new) else {
                return Ok(None);
            };
            whole = whole.concat(state, &self.part(last, start))?;
            whole = whole.concat(state, &new)?;
            last = end;
        }
        let tail = self.tail(last);
        let whole = whole.concat(&mut recorder.borrow_mut(py), &tail)?;
        self.object(whole).map(Some)
    }
}

impl Hooks {
    /// A function of the module: the method of the compiled pattern. `flags`
    /// is the place of the flags.
    fn compiled<'py>(
        &self,
        name: &str,
        flags: usize,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Any<'py>>> {
        let py = args.py();
        if !args.iter().any(|item| {
            item.is_exact_instance_of::<SymStr>() || item.is_exact_instance_of::<SymBytes>()
        }) {
            return Ok(None);
        }
        let (Ok(pattern), Some(flags_given)) = (
            args.get_item(0),
            Given { args, kwargs }.number(flags, "flags")?,
        ) else {
            return Ok(None);
        };
        let pattern = if pattern.is_exact_instance_of::<PyString>()
            || pattern.is_exact_instance_of::<PyBytes>()
        {
            py.import("re")?
                .call_method1("compile", (pattern, flags_given))?
        } else {
            pattern
        };
        let rest = args.get_slice(1, args.len().min(flags));
        self.call_pattern_method(&pattern, name, &rest, kwargs)
    }

    /// A method of a compiled pattern on symbolic text.
    pub(super) fn call_pattern_method<'py>(
        &self,
        owner: &Any<'py>,
        name: &str,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Any<'py>>> {
        let py = owner.py();
        if !owner.get_type().is(self.patterns.class.bind(py)) {
            return Ok(None);
        }
        let given = Given { args, kwargs };
        let place = usize::from(name == "sub");
        let Some((text, subject)) = given.text(place)? else {
            return Ok(None);
        };
        let Some(pattern) = self.patterns.read(owner) else {
            return Ok(None);
        };
        let trial = Trial {
            compiled: owner.clone(),
            pattern,
            text,
            subject,
        };
        let from = match name {
            "sub" | "split" => Some(0),
            _ => given.number(1, "pos")?,
        };
        let Some(from) = from else {
            return Ok(None);
        };
        if from > 0 && !trial.reaches(from)? {
            return Ok(None);
        }
        if given.get(2, "endpos")?.is_some() && name != "sub" {
            return Ok(None);
        }
        let question = match name {
            "match" => Question::Match { from },
            "fullmatch" => Question::FullMatch { from },
            "search" => Question::Search { from },
            "findall" => return trial.find_all(from),
            "finditer" => {
                let Some(found) = trial.all(from, 0)? else {
                    return Ok(None);
                };
                return Ok(Some(PyList::new(py, found)?.try_iter()?.into_any()));
            }
            "split" => {
                return match given.number(1, "maxsplit")? {
                    Some(most) => trial.split(most),
                    None => Ok(None),
                };
            }
            "sub" => {
                return match (given.get(0, "repl")?, given.number(2, "count")?) {
                    (Some(by), Some(most)) => trial.replace(&by, most),
                    _ => Ok(None),
                };
            }
            _ => return Ok(None),
        };
        match trial.ask(question)? {
            None => Ok(None),
            Some(None) => Ok(Some(py.None().into_bound(py))),
            Some(Some(found)) => Ok(Some(Bound::new(py, found)?.into_any())),
        }
    }
}
