//! What a test sees of a run: the result, what was thrown, what the objects of the call hold
//! afterwards, what was written.

use std::fmt::Write;

use everypath_trace::Outcome;
use rustc_hash::FxHashMap;

use crate::code::Kind;
use crate::machine::{Machine, NULL, Ref, Shape, Value};

/// Objects that are looked into; a test spells out fewer.
const MOST_OBJECTS: usize = 400;
/// What collections and texts keep for themselves.
const HIDDEN: [&str; 4] = ["modCount", "hash", "hashIsZero", "threshold"];

/// Looks at values, one after the other.
pub(super) struct Sight<'a> {
    machine: &'a mut Machine,
    numbers: FxHashMap<Ref, usize>,
    pending: Vec<Ref>,
    text: String,
}

/// What there is to see of a run that ended so, of values that a test has names for.
pub(crate) fn seen(machine: &mut Machine, outcome: &Outcome, values: &[(Value, Kind)]) -> String {
    let mut sight = Sight {
        machine,
        numbers: FxHashMap::default(),
        pending: Vec::new(),
        text: format!("{outcome:?}"),
    };
    for (value, kind) in values {
        sight.value(*value, *kind);
    }
    let mut next = 0;
    while next < sight.pending.len().min(MOST_OBJECTS) {
        let object = sight.pending[next];
        sight.object(object);
        next += 1;
    }
    let mut text = sight.text;
    for written in [&machine.output, &machine.errors] {
        text.push_str(&String::from_utf8_lossy(written));
        text.push('\n');
    }
    text
}

impl Sight<'_> {
    fn value(&mut self, value: Value, kind: Kind) {
        if kind != Kind::Reference {
            let _ = write!(self.text, " {}", value.bits);
            return;
        }
        let object = value.as_ref();
        if object == NULL {
            self.text.push_str(" null");
            return;
        }
        let next = self.numbers.len();
        let number = *self.numbers.entry(object).or_insert(next);
        if number == next {
            self.pending.push(object);
        }
        let _ = write!(self.text, " #{number}");
    }

    fn object(&mut self, object: Ref) {
        let class = self.machine.heap().class_of(object);
        let found = self.machine.class(class).clone();
        let _ = write!(self.text, "\n{}:", found.name);
        if &*found.name == "java/lang/String" {
            let text = self.machine.text_of(object);
            let _ = write!(self.text, " {text:?}");
            return;
        }
        if let Shape::Array(_, kind) = found.shape {
            let length = self.machine.heap().get(object).body.len();
            for index in 0..length.min(MOST_OBJECTS) {
                let element = self.machine.heap().get(object).get(index, kind);
                self.value(element.unwrap_or_default(), kind);
            }
            let _ = write!(self.text, " of {length}");
            return;
        }
        let is_platform = found.is_platform;
        let fields: Vec<(u16, Kind)> = self
            .machine
            .fields(class)
            .filter(|field| !field.is_static())
            .filter(|field| !(is_platform && HIDDEN.contains(&&*field.name)))
            .map(|field| (field.slot, field.kind))
            .collect();
        for (slot, kind) in fields {
            let value = self.machine.heap().field(object, usize::from(slot));
            self.value(value, kind);
        }
    }
}
