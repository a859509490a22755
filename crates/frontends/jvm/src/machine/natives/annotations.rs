//! Annotations: the bytes that a class file has of them, and its constants.
//! The JDK's own code reads them, and makes proxies of them.

use std::rc::Rc;

use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;
use crate::classfile::{Annotations, ClassFile, Constant, Malformed};
use crate::code::Kind;

pub(super) fn find(class: &str, name: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/lang/Class", "getRawAnnotations") => {
            |machine, arguments| of_class(machine, arguments, |annotations| annotations.own.clone())
        }
        ("java/lang/Class", "getRawTypeAnnotations") => |machine, arguments| {
            of_class(machine, arguments, |annotations| {
                annotations.of_types.clone()
            })
        },
        ("java/lang/Class", "getConstantPool") => constant_pool,
        ("java/lang/reflect/Field" | "java/lang/reflect/Executable", "getTypeAnnotationBytes0") => {
            of_types
        }
        ("java/lang/reflect/Executable", "getParameters0") => parameters,
        ("jdk/internal/reflect/ConstantPool", name) => match name {
            "getIntAt0" | "getLongAt0" | "getFloatAt0" | "getDoubleAt0" => number,
            "getUTF8At0" => text,
            "getStringAt0" => string,
            "getSize0"
            | "getClassAt0"
            | "getClassAtIfLoaded0"
            | "getMethodAt0"
            | "getMethodAtIfLoaded0"
            | "getFieldAt0"
            | "getFieldAtIfLoaded0"
            | "getMemberRefInfoAt0"
            | "getTagAt0" => |_, _| {
                Err(Stop::unsupported(
                    "asks a constant pool for more than values",
                ))
            },
            _ => return None,
        },
        _ => return None,
    })
}

impl Machine {
    /// Bytes as an array; null if there are none.
    fn bytes(&mut self, bytes: Option<&[u8]>) -> Run<Value> {
        let Some(bytes) = bytes else {
            return Ok(Value::default());
        };
        let array = self.allocate_primitives(Kind::Byte, bytes.len())?;
        for (index, byte) in bytes.iter().enumerate() {
            let value = Value::int(i32::from(*byte as i8));
            self.heap.get_mut(array).set(index, value);
        }
        Ok(Value::reference(array))
    }

    /// Gives a field of an object an array of bytes, or null.
    pub(super) fn set_bytes(
        &mut self,
        object: Ref,
        field: &'static str,
        bytes: Option<&[u8]>,
    ) -> Run<()> {
        let value = self.bytes(bytes)?;
        self.set_named(object, field, value)
    }

    /// The file whose constants a pool of `jdk.internal.reflect` has.
    fn file_of_pool(&mut self, mirror: Value) -> Run<Rc<ClassFile>> {
        let class = self.class_behind(mirror);
        match &self.class(class).file {
            Some(file) => Ok(file.clone()),
            None => Err(Stop::unsupported(
                "asks a class without a file for constants",
            )),
        }
    }
}

fn of_class(
    machine: &mut Machine,
    arguments: &[Value],
    which: fn(&Annotations) -> Option<Rc<[u8]>>,
) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let file = &machine.class(class).file;
    let bytes = file.as_ref().and_then(|file| which(&file.annotations));
    machine.bytes(bytes.as_deref())
}

/// The annotations of the types of a member.
fn of_types(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (class, index) = machine.behind(arguments[0])?;
    let of = machine.heap.class_of(arguments[0].as_ref());
    let is_field = &*machine.class(of).name == "java/lang/reflect/Field";
    let file = machine.class(class).file.clone();
    let annotations = file.as_ref().and_then(|file| match is_field {
        true => file.fields.get(index).map(|field| &field.annotations),
        false => file.methods.get(index).map(|method| &method.annotations),
    });
    machine.bytes(annotations.and_then(|annotations| annotations.of_types.as_deref()))
}

/// The parameters of a method as its file names them: mostly it does not.
fn parameters(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (class, index) = machine.behind(arguments[0])?;
    let file = machine.class(class).file.as_ref();
    let method = file.and_then(|file| file.methods.get(index));
    match method.is_none_or(|method| method.parameters.is_empty()) {
        true => Ok(Value::reference(NULL)),
        false => Err(Stop::unsupported("asks for the names of parameters")),
    }
}

/// The constants of a class: an object that knows the class.
fn constant_pool(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = match machine.load("jdk/internal/reflect/ConstantPool") {
        Err(Stop::Throw(_)) => machine.load("sun/reflect/ConstantPool")?,
        found => found?,
    };
    let made = machine.allocate(class)?;
    machine.set_named(made, "constantPoolOop", arguments[0])?;
    Ok(Value::reference(made))
}

/// What a pool is asked for: the receiver, the class and the index.
fn asked<T>(
    machine: &mut Machine,
    arguments: &[Value],
    found: impl FnOnce(&ClassFile, u16) -> Result<T, Malformed>,
) -> Run<T> {
    let file = machine.file_of_pool(arguments[1])?;
    let index = machine.pin_int(arguments[2])?;
    let found = match u16::try_from(index) {
        Ok(index) => found(&file, index),
        Err(_) => Err(Malformed::new("an index of a constant is out of range")),
    };
    found.map_err(|_| {
        let message = "Constant pool index out of bounds or of wrong type";
        machine.throw("java/lang/IllegalArgumentException", Some(message))
    })
}

fn number(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    asked(machine, arguments, |file, index| {
        Ok(match file.pool.get(index)? {
            Constant::Integer(value) => Value::int(*value),
            Constant::Long(value) => Value::long(*value),
            Constant::Float(bits) => Value::float(f32::from_bits(*bits)),
            Constant::Double(bits) => Value::double(f64::from_bits(*bits)),
            _ => return Err(Malformed::new("it is no number")),
        })
    })
}

fn text(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let units = asked(machine, arguments, |file, index| file.pool.units(index))?;
    Ok(Value::reference(machine.new_string_of(&units, false)?))
}

fn string(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let units = asked(machine, arguments, |file, index| file.pool.string(index))?;
    Ok(Value::reference(machine.intern(&units)?))
}
