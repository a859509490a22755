//! System properties: what nobody has set is part of the input where the user's code asks
//! for it.

use super::super::value::{NULL, Value};
use super::super::{Machine, Run};
use super::Native;

/// Classes of the JDK whose methods hand a question of the user on.
const ON_BEHALF: [&str; 3] = ["java/lang/Boolean", "java/lang/Integer", "java/lang/Long"];

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    match (class, name, descriptor) {
        ("java/lang/System", "getProperty", "(Ljava/lang/String;)Ljava/lang/String;") => {
            Some(property)
        }
        (
            "java/lang/System",
            "getProperty",
            "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        ) => Some(property_or),
        _ => None,
    }
}

fn property(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let key = arguments[0];
    if key.as_ref() == NULL {
        let why = Some("key can't be null");
        return Err(machine.throw("java/lang/NullPointerException", why));
    }
    if machine.units_of(key.as_ref()).is_empty() {
        machine.pin_string(key.as_ref())?;
        let why = Some("key can't be empty");
        return Err(machine.throw("java/lang/IllegalArgumentException", why));
    }
    let system = machine.load("java/lang/System")?;
    let slot = machine.static_slot(system, "props").unwrap_or(0);
    let properties = machine.get_static(system, slot).as_ref();
    let shape = "(Ljava/lang/String;)Ljava/lang/String;";
    let known = machine.call_virtual(properties, "getProperty", shape, &[key])?;
    if known.as_ref() != NULL || !machine.is_asked_by_user() {
        return Ok(known);
    }
    let Some(answering) = machine.answering.clone() else {
        return Ok(known);
    };
    machine.pin_string(key.as_ref())?;
    let name = machine.text_of(key.as_ref());
    let Some(value) = answering.property(machine, &name)? else {
        return Ok(known);
    };
    let pair = [key, Value::reference(value)];
    let shape = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    machine.call_virtual(properties, "put", shape, &pair)?;
    Ok(Value::reference(value))
}

fn property_or(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let found = property(machine, &arguments[..1])?;
    Ok(match found.as_ref() {
        NULL => arguments[1],
        _ => found,
    })
}

impl Machine {
    /// Whether the user's code asks what is asked now, for itself and not to initialise a
    /// class: what that finds stays for all runs.
    pub(in crate::machine) fn is_asked_by_user(&self) -> bool {
        if self.is_initialising() {
            return false;
        }
        let mut classes = self.frames.iter().rev().map(|frame| {
            let method = self.method(frame.method);
            self.class(method.class)
        });
        let asking = classes.find(|class| !ON_BEHALF.contains(&&*class.name));
        asking.is_some_and(|class| !class.is_platform)
    }
}
