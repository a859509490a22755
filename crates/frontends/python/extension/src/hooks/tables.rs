//! Tables from single characters, such as one of look-alikes or of the values of
//! letters. What a large one has for a symbolic character is one term: no decision
//! is taken for a character that only passes through it.

use everypath_term::TermId;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::Any;
use crate::hooks::Hooks;
use crate::hooks::lookups::FEW;
use crate::integer::Integer;
use crate::number::Number;
use crate::proxies::{SymBool, SymStr};
use crate::recorder::Recorder;
use crate::regex::Set;
use crate::text::Text;

/// What a table answers.
pub(super) enum Answer<'py> {
    /// Its value, or the one to use in its place.
    Value(Any<'py>),
    /// It has no such key.
    Missing,
}

/// A value of a table that may be one of several within a term.
enum Entry {
    Text(Text),
    Int(Integer, TermId),
}

impl Entry {
    fn read(recorder: &mut Recorder, object: &Any<'_>) -> Option<Entry> {
        if object.is_instance_of::<PyBool>() {
            return None;
        }
        if let Some(Number::Int(value, term)) = Number::read(recorder, object) {
            return Some(Entry::Int(value, term));
        }
        let text = SymStr::read(recorder, object)?;
        text.length.is_none().then_some(Entry::Text(text))
    }

    fn terms(&self) -> &[TermId] {
        match self {
            Entry::Text(text) => &text.chars,
            Entry::Int(_, term) => std::slice::from_ref(term),
        }
    }

    /// Whether a term can be either of both: numbers, or texts of one length.
    fn is_like(&self, other: &Entry) -> bool {
        match (self, other) {
            (Entry::Int(..), Entry::Int(..)) => true,
            (Entry::Text(a), Entry::Text(b)) => a.chars.len() == b.chars.len(),
            _ => false,
        }
    }

    /// This one where `here` holds, which `holds` says of the concrete character.
    fn or(self, recorder: &mut Recorder, here: TermId, holds: bool, other: Entry) -> Entry {
        let merged: Vec<TermId> = self
            .terms()
            .iter()
            .zip(other.terms())
            .map(|(&own, &other)| recorder.terms.ite(here, own, other))
            .collect();
        match if holds { self } else { other } {
            Entry::Text(text) => Entry::Text(Text {
                chars: merged,
                ..text
            }),
            Entry::Int(value, _) => Entry::Int(value, merged[0]),
        }
    }
}

/// A table's values, each with the characters that have it.
struct Table {
    entries: Vec<(Set, Entry)>,
    keys: Set,
}

impl Table {
    /// Reads a table of values that are alike; `None` if it is another.
    fn read(recorder: &mut Recorder, table: &Bound<'_, PyDict>) -> Option<Table> {
        let mut entries: Vec<(Vec<(u32, u32)>, Entry)> = vec![];
        let mut keys = vec![];
        for (key, value) in table.iter() {
            let key = key.cast_exact::<PyString>().ok()?.to_string_lossy();
            let mut characters = key.chars();
            let (Some(character), None) = (characters.next(), characters.next()) else {
                // No character equals it.
                continue;
            };
            let range = (u32::from(character), u32::from(character));
            keys.push(range);
            let entry = Entry::read(recorder, &value)?;
            if entries
                .first()
                .is_some_and(|(_, first)| !first.is_like(&entry))
            {
                return None;
            }
            match entries
                .iter_mut()
                .find(|(_, old)| old.terms() == entry.terms())
            {
                Some((ranges, _)) => ranges.push(range),
                None => entries.push((vec![range], entry)),
            }
        }
        Some(Table {
            entries: entries
                .into_iter()
                .map(|(ranges, entry)| (Set::new(ranges), entry))
                .collect(),
            keys: Set::new(keys),
        })
    }
}

impl Hooks {
    /// What a large table has for a symbolic character, or else `otherwise`; `None` if this is
    /// no such lookup.
    pub(super) fn looked_up<'py>(
        &self,
        table: &Any<'py>,
        key: &Any<'py>,
        otherwise: Option<&Any<'py>>,
    ) -> PyResult<Option<Answer<'py>>> {
        let py = table.py();
        let (Ok(dict), Ok(key)) = (table.cast_exact::<PyDict>(), key.cast_exact::<SymStr>()) else {
            return Ok(None);
        };
        let text = &key.get().text;
        let (&[character], &[value], None) =
            (text.chars.as_slice(), text.value.as_slice(), text.length)
        else {
            return Ok(None);
        };
        if dict.len() <= FEW || self.has_symbolic_keys(table) {
            return Ok(None);
        }
        let mut recorder = self.recorder.borrow_mut(py);
        let Some(Table { mut entries, keys }) = Table::read(&mut recorder, dict) else {
            return Ok(None);
        };
        let Some((_, last)) = entries.last() else {
            return Ok(None);
        };
        let otherwise = otherwise
            .and_then(|otherwise| Entry::read(&mut recorder, otherwise))
            .filter(|otherwise| otherwise.is_like(last));
        let mut merged = match otherwise {
            Some(otherwise) => otherwise,
            None => {
                let within = keys.term(&mut recorder, character);
                drop(recorder);
                let within = SymBool::object(py, &self.recorder, keys.contains(value), within)?;
                if !within.bind(py).is_truthy()? {
                    return Ok(Some(Answer::Missing));
                }
                recorder = self.recorder.borrow_mut(py);
                // One of the keys it is: the last where it is none of the others.
                entries.pop().expect("there is a last entry").1
            }
        };
        for (characters, entry) in entries.into_iter().rev() {
            let here = characters.term(&mut recorder, character);
            merged = entry.or(&mut recorder, here, characters.contains(value), merged);
        }
        drop(recorder);
        let object = match merged {
            Entry::Text(text) => SymStr::object(py, &self.recorder, text)?,
            Entry::Int(value, term) => Number::Int(value, term).object(py, &self.recorder)?,
        };
        Ok(Some(Answer::Value(object.into_bound(py))))
    }
}
