//! Strings.

use super::super::value::Value;
use super::super::{Machine, Run};
use super::{Native, falsity};

pub(super) fn find(class: &str, name: &str, _descriptor: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/lang/String", "intern") => intern,
        ("java/lang/StringUTF16", "isBigEndian") => falsity,
        _ => return None,
    })
}

fn intern(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let string = arguments[0].as_ref();
    machine.pin_string(string)?;
    let units = machine.units_of(string);
    Ok(Value::reference(machine.intern(&units)?))
}
