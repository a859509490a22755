//! The part of reflection that the library itself needs.

use super::super::class::Shape;
use super::super::value::{NULL, Value};
use super::super::{Machine, Run};
use super::Native;
use crate::code::Kind;

pub(super) fn find(class: &str, name: &str, _descriptor: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/lang/reflect/Array", "newArray") => new_array,
        ("java/lang/reflect/Array", "multiNewArray") => new_multi_array,
        ("java/lang/reflect/Array", "getLength") => length,
        ("java/lang/reflect/Array", "get") => get,
        ("java/lang/reflect/Array", "set") => set,
        ("java/io/ObjectStreamClass", "hasStaticInitializer") => |machine, arguments| {
            let class = machine.class_behind(arguments[0]);
            let found = machine.find_own_method(class, "<clinit>", "()V");
            Ok(Value::boolean(found.is_some()))
        },
        _ => return None,
    })
}

fn new_array(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    let element = machine.class_behind(arguments[0]);
    let class = machine.array_of(element)?;
    Ok(Value::reference(machine.new_array(class, arguments[1])?))
}

fn new_multi_array(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    machine.check_null(arguments[1])?;
    let mut class = machine.class_behind(arguments[0]);
    let count = machine.pin_length(arguments[1].as_ref())?;
    let mut lengths = Vec::with_capacity(count);
    for index in 0..count {
        let length = machine
            .heap
            .get(arguments[1].as_ref())
            .get(index, Kind::Int);
        lengths.push(length.unwrap_or_default());
        class = machine.array_of(class)?;
    }
    if lengths.is_empty() {
        return Err(machine.throw("java/lang/IllegalArgumentException", None));
    }
    Ok(Value::reference(machine.new_multi_array(class, &lengths)?))
}

fn kind_of(machine: &mut Machine, array: Value) -> Run<Kind> {
    machine.check_null(array)?;
    let class = machine.heap.class_of(array.as_ref());
    match machine.class(class).shape {
        Shape::Array(_, kind) => Ok(kind),
        _ => Err(machine.throw(
            "java/lang/IllegalArgumentException",
            Some("Argument is not an array"),
        )),
    }
}

fn length(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    kind_of(machine, arguments[0])?;
    Ok(machine.array_length(arguments[0].as_ref()))
}

fn get(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let kind = kind_of(machine, arguments[0])?;
    let value = machine.array_load(kind, arguments[0], arguments[1])?;
    machine.boxed(kind, value)
}

fn set(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let kind = kind_of(machine, arguments[0])?;
    let mut value = arguments[2];
    if kind != Kind::Reference {
        if value.as_ref() == NULL {
            return Err(machine.throw("java/lang/NullPointerException", None));
        }
        value = machine.get_named(value.as_ref(), "value")?;
    }
    machine.array_store(kind, arguments[0], arguments[1], value)?;
    Ok(Value::default())
}

impl Machine {
    /// A value as an object: primitives in their boxes.
    pub fn boxed(&mut self, kind: Kind, value: Value) -> Run<Value> {
        let letter = kind.letter().to_string();
        let Some((class, _)) = super::super::synthesise::box_of(&letter) else {
            return Ok(value);
        };
        let id = self.load(class)?;
        self.initialise(id)?;
        let descriptor = format!("({letter})L{class};");
        let Some(method) = self.find_method(id, "valueOf", &descriptor) else {
            return Ok(Value::default());
        };
        let arguments = [value, Value::default()];
        self.call(method, &arguments[..usize::from(kind.slots())])
    }
}
