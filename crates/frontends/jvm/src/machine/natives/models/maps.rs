//! Lookups of a key that depends on the input: each key of the map is one
//! decision, instead of whatever its hash does.

use everypath_trace::Origin;

use super::super::super::value::{NULL, Ref, Value};
use super::super::super::{Machine, Run};
use super::super::Outcome;
use super::strings::equality;
use crate::code::Kind;

/// Keys of a map beyond which its own code is run.
const MOST_KEYS: usize = 300;

/// Whether a key is a string or number that depends on the input.
fn is_symbolic(machine: &mut Machine, key: Ref) -> Run<bool> {
    if key == NULL {
        return Ok(false);
    }
    let class = machine.heap.class_of(key);
    match &*machine.class(class).name {
        "java/lang/String" => {
            let array = machine.get_named(key, "value")?.as_ref();
            let object = machine.heap.get(array);
            Ok(object.length_term != 0
                || object
                    .terms
                    .as_ref()
                    .is_some_and(|terms| terms.iter().any(|term| *term != 0)))
        }
        "java/lang/Integer"
        | "java/lang/Long"
        | "java/lang/Character"
        | "java/lang/Short"
        | "java/lang/Byte" => Ok(machine.get_named(key, "value")?.is_symbolic()),
        _ => Ok(false),
    }
}

/// Whether two keys are equal, decided; `None` if their own code must say so.
fn decide_equal(machine: &mut Machine, key: Ref, other: Ref) -> Run<Option<bool>> {
    if other == NULL {
        return Ok(Some(false));
    }
    if key == other {
        return Ok(Some(true));
    }
    let (class, other_class) = (machine.heap.class_of(key), machine.heap.class_of(other));
    if class != other_class {
        let known = |name: &str| name.starts_with("java/lang/");
        let both = known(&machine.class(class).name) && known(&machine.class(other_class).name);
        return Ok(both.then_some(false));
    }
    let (condition, side) = if &*machine.class(class).name == "java/lang/String" {
        match equality(machine, key, other)? {
            Some(found) => found,
            None => return Ok(None),
        }
    } else {
        let kind = match &*machine.class(class).name {
            "java/lang/Long" => Kind::Long,
            _ => Kind::Int,
        };
        let (a, b) = (
            machine.get_named(key, "value")?,
            machine.get_named(other, "value")?,
        );
        let (first, second) = (machine.term_of(a, kind), machine.term_of(b, kind));
        (machine.terms.eq(first, second), a.bits == b.bits)
    };
    machine.decide(condition, side, Origin::Branch, None)?;
    Ok(Some(side))
}

/// The place of a key among others; `None` inside if it is not there, and
/// outside if the map's own code must be run.
fn search(machine: &mut Machine, key: Ref, keys: &[Ref]) -> Run<Option<Option<usize>>> {
    // All or nothing: a decision that was made stays on the trace.
    for &other in keys {
        if other == NULL {
            continue;
        }
        let class = machine.heap.class_of(other);
        let comparable = class == machine.heap.class_of(key)
            || machine.class(class).name.starts_with("java/lang/");
        let open =
            &*machine.class(class).name == "java/lang/String" && is_symbolic(machine, other)?;
        if !comparable || open {
            return Ok(None);
        }
    }
    for (index, &other) in keys.iter().enumerate() {
        match decide_equal(machine, key, other)? {
            Some(true) => return Ok(Some(Some(index))),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(None))
}

/// `HashMap.getNode`, through which all lookups go.
pub(super) fn get_node(machine: &mut Machine, arguments: &[Value]) -> Run<Outcome> {
    let (map, key) = (arguments[0].as_ref(), arguments[1].as_ref());
    if !is_symbolic(machine, key)? {
        return Ok(Outcome::Interpret);
    }
    let table = machine.get_named(map, "table")?.as_ref();
    if table == NULL {
        return Ok(Outcome::Interpret);
    }
    let mut nodes: Vec<Ref> = Vec::new();
    for index in 0..machine.heap.get(table).body.len() {
        let first = machine.heap.get(table).get(index, Kind::Reference);
        let mut node = first.unwrap_or_default().as_ref();
        while node != NULL && nodes.len() <= MOST_KEYS {
            nodes.push(node);
            node = machine.get_named(node, "next")?.as_ref();
        }
    }
    if nodes.len() > MOST_KEYS {
        return Ok(Outcome::Interpret);
    }
    let mut keys = Vec::with_capacity(nodes.len());
    for &node in &nodes {
        keys.push(machine.get_named(node, "key")?.as_ref());
    }
    Ok(match search(machine, key, &keys)? {
        None => Outcome::Interpret,
        Some(None) => Outcome::Value(Value::reference(NULL)),
        Some(Some(index)) => Outcome::Value(Value::reference(nodes[index])),
    })
}

/// The elements of a field's array, every second one for a map.
fn probe(
    machine: &mut Machine,
    arguments: &[Value],
    field: &'static str,
    step: usize,
) -> Run<Outcome> {
    let (owner, key) = (arguments[0].as_ref(), arguments[1].as_ref());
    if !is_symbolic(machine, key)? {
        return Ok(Outcome::Interpret);
    }
    let table = machine.get_named(owner, field)?.as_ref();
    let length = machine.heap.get(table).body.len();
    let mut places = Vec::new();
    let mut keys = Vec::new();
    for index in (0..length).step_by(step) {
        let key = machine
            .heap
            .get(table)
            .get(index, Kind::Reference)
            .unwrap_or_default();
        if key.as_ref() != NULL {
            places.push(index);
            keys.push(key.as_ref());
        }
    }
    if keys.len() > MOST_KEYS {
        return Ok(Outcome::Interpret);
    }
    Ok(match search(machine, key, &keys)? {
        None => Outcome::Interpret,
        // Any negative number says that it is not there.
        Some(None) => Outcome::Value(Value::int(-1)),
        Some(Some(index)) => Outcome::Value(Value::int(places[index] as i32)),
    })
}

/// `SetN.probe` of `Set.of`.
pub(super) fn probe_set(machine: &mut Machine, arguments: &[Value]) -> Run<Outcome> {
    probe(machine, arguments, "elements", 1)
}

/// `MapN.probe` of `Map.of`.
pub(super) fn probe_map(machine: &mut Machine, arguments: &[Value]) -> Run<Outcome> {
    probe(machine, arguments, "table", 2)
}
