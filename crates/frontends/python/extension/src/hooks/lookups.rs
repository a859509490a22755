//! Which of many keys a symbolic one equals. Asked one key after the other, a
//! table of characters takes as many decisions for each character of a text as it
//! has keys, and a path that only passes through it is lost among them. So a
//! group of keys is asked at once, and halved where it has the key.

use everypath_term::TermId;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::Any;
use crate::hooks::Hooks;
use crate::proxies::SymBool;

/// As many keys are asked one after the other: each is a decision of its own,
/// which is what a dispatch on few names is best explored by.
pub(super) const FEW: usize = 16;
/// The largest group of keys that is asked at once.
const LARGEST_GROUP: usize = 256;

/// A key of a container that may equal the one that is looked for.
struct Possible<'py> {
    key: Any<'py>,
    value: bool,
    term: TermId,
}

/// What is known of a key before anything is decided.
enum Equality<'py> {
    /// It depends on the input.
    Open(Possible<'py>),
    /// It is the same for all inputs.
    Settled(bool),
    /// Python's own comparison decides.
    Foreign,
}

impl Hooks {
    /// The candidate that equals `key`, decided in groups; `None` if the
    /// candidates are few, or not all are compared by terms.
    pub(super) fn resolve_in_groups<'py>(
        &self,
        candidates: &[Any<'py>],
        key: &Any<'py>,
    ) -> PyResult<Option<Option<Any<'py>>>> {
        if candidates.len() <= FEW {
            return Ok(None);
        }
        let mut possible = vec![];
        for candidate in candidates {
            match equality(candidate, key)? {
                Equality::Open(equality) => possible.push(equality),
                Equality::Settled(true) => return Ok(Some(Some(candidate.clone()))),
                Equality::Settled(false) => {}
                Equality::Foreign => return Ok(None),
            }
        }
        for group in possible.chunks(LARGEST_GROUP) {
            if self.any_of(key.py(), group)? {
                return self.halve(key.py(), group).map(Some);
            }
        }
        Ok(Some(None))
    }

    /// The one of a group that has the key.
    fn halve<'py>(
        &self,
        py: Python<'py>,
        mut group: &[Possible<'py>],
    ) -> PyResult<Option<Any<'py>>> {
        while group.len() > 1 {
            let (first, second) = group.split_at(group.len() / 2);
            group = if self.any_of(py, first)? {
                first
            } else {
                second
            };
        }
        Ok(group.first().map(|found| found.key.clone()))
    }

    /// Decides whether one of a group is the key.
    fn any_of(&self, py: Python<'_>, group: &[Possible<'_>]) -> PyResult<bool> {
        let mut recorder = self.recorder.borrow_mut(py);
        let mut any = recorder.terms.bool(false);
        for possible in group {
            any = recorder.terms.or(any, possible.term);
        }
        drop(recorder);
        let value = group.iter().any(|possible| possible.value);
        SymBool::object(py, &self.recorder, value, any)?
            .bind(py)
            .is_truthy()
    }
}

fn equality<'py>(candidate: &Any<'py>, key: &Any<'py>) -> PyResult<Equality<'py>> {
    let equal = candidate.rich_compare(key, CompareOp::Eq)?;
    if let Ok(proxy) = equal.cast_exact::<SymBool>() {
        return Ok(Equality::Open(Possible {
            key: candidate.clone(),
            value: proxy.get().value,
            term: proxy.get().term,
        }));
    }
    Ok(match equal.cast_exact::<PyBool>() {
        Ok(equal) => Equality::Settled(equal.is_true()),
        Err(_) => Equality::Foreign,
    })
}
