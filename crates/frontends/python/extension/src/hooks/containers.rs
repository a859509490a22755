//! Subscripts, membership and keyed methods of containers. Before a container
//! hashes a symbolic key, its equality with the keys that are there is
//! decided, so that what the container does agrees with the path.

use everypath_term::{Op, TermId, Value};
use everypath_trace::Origin;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFrozenSet, PyList, PySet, PyString, PyTuple};

use crate::hooks::tables::Answer;
use crate::hooks::{Hooks, is_proxy, text_contains};
use crate::number::Number;
use crate::proxies::boolean::python_bool;
use crate::proxies::{SymBool, SymBytes, SymInt, SymRange, SymSplit, SymStr};
use crate::recorder::Recorder;
use crate::{Any, Object};

/// The largest container whose membership is one term.
const LONGEST_MEMBERSHIP: usize = 200;
/// The longest sequence that a symbolic index reads through a chain of choices.
const LONGEST_SELECT: usize = 64;

fn is_symbolic_key(key: &Any<'_>) -> bool {
    is_proxy(key)
        || key
            .cast::<PyTuple>()
            .is_ok_and(|tuple| tuple.iter().any(|item| is_proxy(&item)))
}

/// The terms of a key, which sort it.
fn terms_of(recorder: &mut Recorder, key: &Any<'_>) -> Vec<TermId> {
    if let Some(number) = Number::read(recorder, key) {
        return vec![number.term()];
    }
    if let Some(text) = SymStr::read(recorder, key) {
        return text.chars;
    }
    match key.cast::<PyTuple>() {
        Ok(tuple) => tuple
            .iter()
            .flat_map(|item| terms_of(recorder, &item))
            .collect(),
        Err(_) => vec![],
    }
}

pub(super) fn is_keyed(container: &Any<'_>) -> bool {
    container.is_instance_of::<PyDict>()
        || container.is_instance_of::<PySet>()
        || container.is_instance_of::<PyFrozenSet>()
}

impl Hooks {
    pub(super) fn has_symbolic_keys(&self, container: &Any<'_>) -> bool {
        self.recorder
            .borrow(container.py())
            .symbolic_keys
            .contains_key(&(container.as_ptr() as usize))
    }

    /// The key of the container that equals `key`, if there is one; decides
    /// the equalities that are not settled by concrete values.
    pub(super) fn resolve<'py>(
        &self,
        container: &Any<'py>,
        key: &Any<'py>,
    ) -> PyResult<Option<Any<'py>>> {
        let symbolic = is_symbolic_key(key);
        let candidates = self.candidates(container)?;
        if is_proxy(key)
            && let Some(found) = self.resolve_in_groups(&candidates, key)?
        {
            return Ok(found);
        }
        for candidate in candidates {
            if !symbolic && !is_symbolic_key(&candidate) {
                continue;
            }
            if candidate.eq(key)? {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// The keys of a container in an order that does not depend on their
    /// concrete values, so that different runs ask the same questions.
    pub(super) fn candidates<'py>(&self, container: &Any<'py>) -> PyResult<Vec<Any<'py>>> {
        let mut keys = container.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        if !container.is_instance_of::<PyDict>() {
            let mut recorder = self.recorder.borrow_mut(container.py());
            keys.sort_by_cached_key(|key| terms_of(&mut recorder, key));
        }
        Ok(keys)
    }

    /// Runs a keyed operation whose equalities are decided.
    pub(super) fn with_free_hash<T>(
        &self,
        py: Python<'_>,
        operation: impl FnOnce() -> PyResult<T>,
    ) -> PyResult<T> {
        self.recorder.borrow_mut(py).hashing += 1;
        let result = operation();
        self.recorder.borrow_mut(py).hashing -= 1;
        result
    }

    fn needs_resolving(&self, container: &Any<'_>, key: &Any<'_>) -> bool {
        is_keyed(container) && (is_symbolic_key(key) || self.has_symbolic_keys(container))
    }

    /// The key to use for a lookup: the container's own if an equal one is there.
    fn lookup_key<'py>(&self, container: &Any<'py>, key: &Any<'py>) -> PyResult<Any<'py>> {
        Ok(self.resolve(container, key)?.unwrap_or_else(|| key.clone()))
    }

    fn insertion_key<'py>(&self, container: &Any<'py>, key: &Any<'py>) -> PyResult<Any<'py>> {
        let found = self.resolve(container, key)?;
        if found.is_none() && is_symbolic_key(key) {
            let mut recorder = self.recorder.borrow_mut(container.py());
            recorder.mark_keys(container);
        }
        Ok(found.unwrap_or_else(|| key.clone()))
    }

    /// A keyed method of a dictionary or set; `None` if it needs no care.
    pub(super) fn call_container_method<'py>(
        &self,
        owner: &Any<'py>,
        name: &str,
        callee: &Any<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Any<'py>>> {
        if !is_keyed(owner) {
            return Ok(None);
        }
        if let Some(result) = self.call_set_method(owner, name, callee, args, kwargs)? {
            return Ok(Some(result));
        }
        if args.is_empty() {
            return Ok(None);
        }
        let key = args.get_item(0)?;
        if !self.needs_resolving(owner, &key) {
            return Ok(None);
        }
        let py = owner.py();
        if name == "get" && kwargs.is_none() {
            let otherwise = args.get_item(1).ok();
            match self.looked_up(owner, &key, otherwise.as_ref())? {
                Some(Answer::Value(value)) => return Ok(Some(value)),
                Some(Answer::Missing) => {
                    let otherwise = otherwise.unwrap_or_else(|| py.None().into_bound(py));
                    return Ok(Some(otherwise));
                }
                None => {}
            }
        }
        let key = match name {
            "get" | "pop" | "discard" | "remove" | "__contains__" => {
                self.lookup_key(owner, &key)?
            }
            "setdefault" | "add" => self.insertion_key(owner, &key)?,
            _ => return Ok(None),
        };
        let mut items: Vec<Any<'_>> = args.iter().collect();
        items[0] = key;
        let args = PyTuple::new(py, items)?;
        self.with_free_hash(py, || callee.call(&args, kwargs))
            .map(Some)
    }

    /// `sequence[index]` with a symbolic index.
    fn select<'py>(&self, sequence: &Any<'py>, index: &SymInt) -> PyResult<Any<'py>> {
        let py = sequence.py();
        let count = sequence.len()? as i64;
        let value = index.value.saturated();
        let in_range = {
            let mut recorder = self.recorder.borrow_mut(py);
            let low = recorder.terms.int(-count);
            let high = recorder.terms.int(count);
            let above = recorder.terms.apply(Op::IntLe, &[low, index.term]);
            recorder.decide(above, value >= -count, Origin::Implicit, None)?;
            let below = recorder.terms.apply(Op::IntLt, &[index.term, high]);
            recorder.decide(below, value < count, Origin::Implicit, None)?;
            (-count..count).contains(&value)
        };
        if in_range
            && count as usize <= LONGEST_SELECT
            && let Some(selected) = self.select_number(sequence, index, count)?
        {
            return Ok(selected);
        }
        self.recorder
            .borrow_mut(py)
            .pin(index.term, Value::Int(index.value.big()))?;
        sequence.get_item(index.value.to_python(py))
    }

    /// The element as one term, if all elements are numbers of one kind.
    fn select_number<'py>(
        &self,
        sequence: &Any<'py>,
        index: &SymInt,
        count: i64,
    ) -> PyResult<Option<Any<'py>>> {
        let py = sequence.py();
        let mut recorder = self.recorder.borrow_mut(py);
        let mut elements = Vec::new();
        for item in sequence.try_iter()? {
            let item = item?;
            // A list of booleans must give booleans.
            if item.is_instance_of::<PyBool>() {
                return Ok(None);
            }
            match Number::read(&mut recorder, &item) {
                Some(number) => elements.push(number),
                None => return Ok(None),
            }
        }
        let ints = elements.iter().all(|e| matches!(e, Number::Int(..)));
        let floats = elements.iter().all(|e| matches!(e, Number::Float(..)));
        if !ints && !floats {
            return Ok(None);
        }
        let zero = recorder.terms.int(0);
        let value = index.value.small().expect("the index is in range");
        let negative = recorder.terms.apply(Op::IntLt, &[index.term, zero]);
        recorder.decide(negative, value < 0, Origin::Implicit, None)?;
        let (place, place_value) = if value < 0 {
            let length = recorder.terms.int(count);
            (
                recorder.terms.apply(Op::IntAdd, &[index.term, length]),
                value + count,
            )
        } else {
            (index.term, value)
        };
        let mut term = elements[0].term();
        for (position, element) in elements.iter().enumerate().skip(1) {
            let position = recorder.terms.int(position as i64);
            let here = recorder.terms.eq(place, position);
            term = recorder.terms.ite(here, element.term(), term);
        }
        drop(recorder);
        let selected = match elements.swap_remove(place_value as usize) {
            Number::Int(value, _) => Number::Int(value, term),
            Number::Float(value, _) => Number::Float(value, term),
        };
        Ok(Some(selected.object(py, &self.recorder)?.into_bound(py)))
    }

    /// A concrete text with a symbolic index or slice.
    fn text_item<'py>(&self, string: &Bound<'py, PyString>, key: &Any<'py>) -> PyResult<Any<'py>> {
        let py = string.py();
        let proxy = SymStr::of(py, &self.recorder, string);
        Py::new(py, proxy)?.bind(py).as_any().get_item(key)
    }
}

#[pymethods]
impl Hooks {
    /// `container[key]`.
    fn getitem<'py>(&self, container: &Any<'py>, key: &Any<'py>) -> PyResult<Any<'py>> {
        let container = &self.unknowns.subscripted(container, key)?;
        let key = &self.unknowns.settled(key)?;
        if let Ok(split) = container.cast_exact::<SymSplit>() {
            return self.getitem(split.get().list(container.py())?.as_any(), key);
        }
        if let Ok(index) = key.cast_exact::<SymInt>() {
            if container.is_exact_instance_of::<PyList>()
                || container.is_exact_instance_of::<PyTuple>()
            {
                return self.select(container, index.get());
            }
            if let Ok(string) = container.cast_exact::<PyString>() {
                return self.text_item(string, key);
            }
        }
        if self.needs_resolving(container, key) {
            let key = match self.looked_up(container, key, None)? {
                Some(Answer::Value(value)) => return Ok(value),
                Some(Answer::Missing) => key.clone(),
                None => self.lookup_key(container, key)?,
            };
            return self.with_free_hash(container.py(), || container.get_item(&key));
        }
        container.get_item(key)
    }

    /// `container[key] = value`.
    fn setitem(&self, container: &Any<'_>, key: &Any<'_>, value: &Any<'_>) -> PyResult<()> {
        let container = &self.unknowns.subscripted(container, key)?;
        let key = &self.unknowns.settled(key)?;
        if self.needs_resolving(container, key) {
            let key = self.insertion_key(container, key)?;
            return self.with_free_hash(container.py(), || container.set_item(&key, value));
        }
        container.set_item(key, value)
    }

    /// `del container[key]`.
    fn delitem(&self, container: &Any<'_>, key: &Any<'_>) -> PyResult<()> {
        let container = &self.unknowns.subscripted(container, key)?;
        let key = &self.unknowns.settled(key)?;
        if self.needs_resolving(container, key) {
            let key = self.lookup_key(container, key)?;
            return self.with_free_hash(container.py(), || container.del_item(&key));
        }
        container.del_item(key)
    }

    /// `item in container`, left undecided where that is one term.
    fn contains(&self, py: Python<'_>, item: &Any<'_>, container: &Any<'_>) -> PyResult<Object> {
        let container = &self.unknowns.searched(container, item)?;
        let item = &self.unknowns.settled(item)?;
        if let Ok(proxy) = container.cast_exact::<SymStr>() {
            return text_contains(py, &self.recorder, &proxy.get().text, item);
        }
        if let Ok(proxy) = container.cast_exact::<SymBytes>() {
            return proxy.get().contains(py, item);
        }
        let answer = |value: bool| Ok(python_bool(py, value));
        if is_symbolic_key(item) {
            if let Ok(string) = container.cast_exact::<PyString>() {
                let text = SymStr::of(py, &self.recorder, string).text;
                return text_contains(py, &self.recorder, &text, item);
            }
            if let Ok(bytes) = container.cast_exact::<PyBytes>() {
                return SymBytes::of(py, &self.recorder, bytes).contains(py, item);
            }
            if let Ok(index) = item.cast_exact::<SymInt>()
                && container.get_type().name()? == "range"
            {
                return self.range_contains(py, index.get(), container);
            }
        }
        if is_proxy(item)
            && let Some((value, term)) = self.any_equal(item, container)?
        {
            return SymBool::object(py, &self.recorder, value, term);
        }
        if self.needs_resolving(container, item) {
            let item = self.lookup_key(container, item)?;
            return answer(self.with_free_hash(py, || container.contains(&item))?);
        }
        answer(container.contains(item)?)
    }

    /// A mapping that is unpacked to keyword arguments: Python wants texts
    /// for names.
    fn keywords<'py>(&self, mapping: &Any<'py>) -> PyResult<Any<'py>> {
        let py = mapping.py();
        let mapping = &self
            .unknowns
            .searched(mapping, PyString::new(py, "").as_any())?;
        let Ok(dict) = mapping.cast_exact::<PyDict>() else {
            return Ok(mapping.clone());
        };
        if !dict.keys().iter().any(|key| is_proxy(&key)) {
            return Ok(mapping.clone());
        }
        crate::place::lose(py, &self.recorder, "names of keyword arguments")?;
        let plain = PyDict::new(py);
        for (key, value) in dict.iter() {
            plain.set_item(self.pinned(&key, 1)?, value)?;
        }
        Ok(plain.into_any())
    }

    /// A set display.
    #[pyo3(signature = (*items))]
    fn make_set<'py>(&self, items: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PySet>> {
        self.set_of(items.as_any())
    }

    /// A dictionary display without unpacking: keys and values in turn.
    #[pyo3(signature = (*items))]
    fn make_dict<'py>(&self, items: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(items.py());
        for pair in 0..items.len() / 2 {
            self.setitem(
                dict.as_any(),
                &items.get_item(2 * pair)?,
                &items.get_item(2 * pair + 1)?,
            )?;
        }
        Ok(dict)
    }
}

impl Hooks {
    /// `container[key]`, for models.
    pub(super) fn get<'py>(&self, container: &Any<'py>, key: &Any<'py>) -> PyResult<Any<'py>> {
        self.getitem(container, key)
    }

    /// `container[key] = value`, for models.
    pub(super) fn put(&self, container: &Any<'_>, key: &Any<'_>, value: &Any<'_>) -> PyResult<()> {
        self.setitem(container, key, value)
    }

    /// The set of what an iterable gives.
    pub(super) fn set_of<'py>(&self, items: &Any<'py>) -> PyResult<Bound<'py, PySet>> {
        let set = PySet::empty(items.py())?;
        for item in items.try_iter()? {
            self.add(set.as_any(), &item?)?;
        }
        Ok(set)
    }

    /// `set.add(item)`.
    fn add(&self, set: &Any<'_>, item: &Any<'_>) -> PyResult<()> {
        let item = &self.unknowns.settled(item)?;
        let item = if self.needs_resolving(set, item) {
            self.insertion_key(set, item)?
        } else {
            item.clone()
        };
        self.with_free_hash(set.py(), || set.call_method1("add", (item,)).map(|_| ()))
    }

    /// Whether a proxy equals any element of a plain container, as one term;
    /// `None` if an element is no scalar.
    fn any_equal(&self, item: &Any<'_>, container: &Any<'_>) -> PyResult<Option<(bool, TermId)>> {
        let py = item.py();
        let plain = is_keyed(container)
            || container.is_exact_instance_of::<PyList>()
            || container.is_exact_instance_of::<PyTuple>();
        if !plain || container.len()? > LONGEST_MEMBERSHIP {
            return Ok(None);
        }
        let mut any = self.recorder.borrow_mut(py).terms.bool(false);
        let mut value = false;
        for element in container.try_iter()? {
            let equal = element?.rich_compare(item, CompareOp::Eq)?;
            if let Ok(proxy) = equal.cast_exact::<SymBool>() {
                let proxy = proxy.get();
                value |= proxy.value;
                any = self.recorder.borrow_mut(py).terms.or(any, proxy.term);
            } else if let Ok(equal) = equal.cast_exact::<PyBool>() {
                if equal.is_true() {
                    return Ok(Some((true, self.recorder.borrow_mut(py).terms.bool(true))));
                }
            } else {
                return Ok(None);
            }
        }
        Ok(Some((value, any)))
    }

    fn range_contains(&self, py: Python<'_>, item: &SymInt, range: &Any<'_>) -> PyResult<Object> {
        let view = SymRange {
            start: range.getattr("start")?.unbind(),
            stop: range.getattr("stop")?.unbind(),
            step: range.getattr("step")?.extract()?,
        };
        let item = Number::Int(item.value.clone(), item.term).object(py, &self.recorder)?;
        let view = Py::new(py, view)?;
        let inside = view.bind(py).as_any().contains(item)?;
        Ok(python_bool(py, inside))
    }
}
