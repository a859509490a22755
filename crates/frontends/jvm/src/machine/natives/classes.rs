//! `Class` and class objects.

use super::super::class::{ClassId, Shape};
use super::super::heap::Body;
use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::{Native, falsity, nothing};
use crate::classfile::access;
use crate::code::Kind;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    match class {
        "java/lang/Class" => {}
        "jdk/internal/reflect/Reflection" => {
            return Some(match name {
                "getCallerClass" => |machine, _| {
                    let class = machine.load("java/lang/Object")?;
                    Ok(Value::reference(machine.mirror(class)?))
                },
                "getClassAccessFlags" => class_access,
                "areNestMates" | "verifyMemberAccess" | "verifyPublicMemberAccess" => super::truth,
                "ensureMemberAccess" | "ensureNativeAccess" => nothing,
                _ => return None,
            });
        }
        _ => return None,
    }
    Some(match name {
        // As under the tools that run tests: on in the user's classes.
        "desiredAssertionStatus" | "desiredAssertionStatus0" => |machine, arguments| {
            let class = machine.class_behind(arguments[0]);
            Ok(Value::boolean(!machine.class(class).is_platform))
        },
        "getPrimitiveClass" => primitive_class,
        "isArray" => |machine, arguments| {
            let class = machine.class_behind(arguments[0]);
            Ok(Value::boolean(matches!(
                machine.class(class).shape,
                Shape::Array(..)
            )))
        },
        "isPrimitive" => |machine, arguments| {
            let class = machine.class_behind(arguments[0]);
            let shape = machine.class(class).shape;
            Ok(Value::boolean(matches!(
                shape,
                Shape::Primitive(_) | Shape::Void
            )))
        },
        "isInterface" => |machine, arguments| {
            let class = machine.class_behind(arguments[0]);
            Ok(Value::boolean(machine.class(class).is_interface()))
        },
        "isHidden" => falsity,
        "isInstance" => is_instance,
        "isAssignableFrom" => is_assignable,
        "getSuperclass" => superclass,
        "getInterfaces" | "getInterfaces0" => interfaces,
        "getModifiers" | "getClassAccessFlagsRaw0" => class_access_of_this,
        "initClassName" | "getName" => class_name,
        "getSimpleName" => |machine, arguments| {
            let class = machine.class_behind(arguments[0]);
            let name = machine.simple_name(class);
            Ok(Value::reference(machine.new_string(&name)?))
        },
        "getSimpleBinaryName0" => |machine, arguments| {
            let class = machine.class_behind(arguments[0]);
            let file = machine.class(class).file.clone();
            match file.and_then(|file| file.inner().and_then(|inner| inner.name.clone())) {
                Some(name) => Ok(Value::reference(machine.new_string(&name)?)),
                None => Ok(Value::default()),
            }
        },
        "getDeclaringClass0" => |machine, arguments| {
            let class = machine.class_behind(arguments[0]);
            let declaring = machine
                .class(class)
                .file
                .as_ref()
                .and_then(|file| file.declaring());
            match declaring {
                Some(name) => {
                    let class = machine.load(&name)?;
                    Ok(Value::reference(machine.mirror(class)?))
                }
                None => Ok(Value::default()),
            }
        },
        "getEnclosingMethod0" => enclosing_method,
        "getComponentType" | "componentType" => component_type,
        "isRecord" | "isRecord0" => |machine, arguments| {
            let class = machine.class_behind(arguments[0]);
            let file = &machine.class(class).file;
            Ok(Value::boolean(
                file.as_ref().is_some_and(|file| file.record.is_some()),
            ))
        },
        "getEnumConstantsShared" => enum_constants,
        "forName" if descriptor == "(Ljava/lang/String;)Ljava/lang/Class;" => for_name,
        "forName0" | "forName" => for_name,
        "getDeclaredField" => declared_field,
        "getProtectionDomain" | "getProtectionDomain0" | "getSigners" => nothing,
        "getGenericSignature0" => generic_signature,
        _ => return None,
    })
}

/// The class and method that enclose a local or anonymous class.
fn enclosing_method(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let Some(file) = machine.class(class).file.clone() else {
        return Ok(Value::default());
    };
    let Some(enclosing) = &file.enclosing else {
        return Ok(Value::default());
    };
    let enclosing = machine.load(enclosing)?;
    let of = machine.load("[Ljava/lang/Object;")?;
    let array = machine.allocate_array(of, 3)?;
    let mirror = machine.mirror(enclosing)?;
    machine.heap.get_mut(array).set(0, Value::reference(mirror));
    if let Some((name, descriptor)) = &file.enclosing_method {
        for (index, text) in [(1, name), (2, descriptor)] {
            let text = machine.new_string(text)?;
            machine
                .heap
                .get_mut(array)
                .set(index, Value::reference(text));
        }
    }
    Ok(Value::reference(array))
}

fn generic_signature(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let file = machine.class(class).file.clone();
    match file.and_then(|file| file.signature.clone()) {
        Some(signature) => Ok(Value::reference(machine.new_string(&signature)?)),
        None => Ok(Value::default()),
    }
}

impl Machine {
    /// The class object of a class.
    pub fn mirror(&mut self, class: ClassId) -> Run<Ref> {
        let known = self.class(class).mirror;
        if known != NULL {
            return Ok(known);
        }
        let of = self.load("java/lang/Class")?;
        let slots = usize::from(self.class(of).slots);
        let mirror = self.heap.add_permanent(of, Body::Longs(vec![0; slots]));
        // A new constant is not part of what a run changes.
        self.heap
            .adjust_permanent(mirror, |object| object.payload = class.0 + 1);
        self.class_mut(class).mirror = mirror;
        if let Shape::Array(element, _) = self.class(class).shape {
            let element = self.mirror(element)?;
            if let Ok(slot) = self.slot(of, "componentType") {
                self.heap.adjust_permanent(mirror, |object| {
                    object.set(slot, Value::reference(element));
                });
            }
        }
        Ok(mirror)
    }

    /// The class that a class object stands for; `Object` for anything else.
    pub fn class_behind(&mut self, mirror: Value) -> ClassId {
        let payload = self.heap.get(mirror.as_ref()).payload;
        match payload.checked_sub(1) {
            Some(class) if (class as usize) < self.classes.len() => ClassId(class),
            _ => ClassId(0),
        }
    }

    /// The class of `void`.
    pub(in super::super) fn void_class(&mut self) -> ClassId {
        match self.class_ids.get("void") {
            Some(&known) => known,
            None => self.add_class("void", Shape::Void, None, Vec::new()),
        }
    }

    /// The simple name of a class.
    pub fn simple_name(&mut self, class: ClassId) -> String {
        if let Shape::Array(element, _) = self.class(class).shape {
            return format!("{}[]", self.simple_name(element));
        }
        let found = self.class(class);
        if let Some(inner) = found.file.as_ref().and_then(|file| file.inner()) {
            return inner.name.as_deref().unwrap_or("").to_owned();
        }
        let dotted = found.dotted();
        match found.host {
            Some(_) => dotted.rsplit('.').next().unwrap_or(&dotted).to_owned(),
            None => dotted.rsplit('.').next().unwrap_or(&dotted).to_owned(),
        }
    }
}

fn primitive_class(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let name = machine.text_of(arguments[0].as_ref());
    let kind = match name.as_str() {
        "boolean" => Kind::Boolean,
        "byte" => Kind::Byte,
        "char" => Kind::Char,
        "short" => Kind::Short,
        "int" => Kind::Int,
        "long" => Kind::Long,
        "float" => Kind::Float,
        "double" => Kind::Double,
        _ => {
            let class = machine.void_class();
            return Ok(Value::reference(machine.mirror(class)?));
        }
    };
    let class = machine.primitive(kind);
    Ok(Value::reference(machine.mirror(class)?))
}

fn is_instance(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let object = arguments[1].as_ref();
    let is = object != NULL && machine.is_subtype(machine.heap.class_of(object), class);
    Ok(Value::boolean(is))
}

fn is_assignable(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let to = machine.class_behind(arguments[0]);
    let from = machine.class_behind(arguments[1]);
    Ok(Value::boolean(machine.is_subtype(from, to)))
}

fn superclass(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let found = machine.class(class);
    match found.superclass {
        Some(above) if !found.is_interface() => Ok(Value::reference(machine.mirror(above)?)),
        _ => Ok(Value::default()),
    }
}

fn interfaces(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let interfaces = machine.class(class).interfaces.clone();
    let of = machine.load("[Ljava/lang/Class;")?;
    let array = machine.allocate_array(of, interfaces.len())?;
    for (index, interface) in interfaces.into_iter().enumerate() {
        let mirror = machine.mirror(interface)?;
        machine
            .heap
            .get_mut(array)
            .set(index, Value::reference(mirror));
    }
    Ok(Value::reference(array))
}

fn class_access(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let found = machine.class(class);
    Ok(Value::int(i32::from(found.access & !access::SYNCHRONIZED)))
}

fn class_access_of_this(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let found = machine.class(class);
    let flags = match &found.file {
        Some(file) => file.declared_access(),
        None => found.access | access::ABSTRACT,
    };
    Ok(Value::int(i32::from(flags & !access::SYNCHRONIZED)))
}

fn class_name(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let name = machine.class(class).dotted();
    let units: Vec<u16> = name.encode_utf16().collect();
    Ok(Value::reference(machine.intern(&units)?))
}

fn component_type(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    match machine.class(class).shape {
        Shape::Array(element, _) => Ok(Value::reference(machine.mirror(element)?)),
        _ => Ok(Value::default()),
    }
}

fn enum_constants(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let base = machine.load("java/lang/Enum")?;
    if machine.class(class).superclass != Some(base) {
        return Ok(Value::default());
    }
    machine.initialise(class)?;
    let descriptor = format!("()[L{};", machine.class(class).name);
    match machine.find_own_method(class, "values", &descriptor) {
        Some(values) => machine.call(values, &[]),
        None => Ok(Value::default()),
    }
}

fn for_name(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    let name = machine.text_of(arguments[0].as_ref());
    match machine.load(&name.replace('.', "/")) {
        Ok(class) => {
            // Asked with a loader, a class is initialised on demand.
            if arguments.len() < 3 || arguments[1].as_bool() {
                machine.initialise(class)?;
            }
            Ok(Value::reference(machine.mirror(class)?))
        }
        Err(Stop::Throw(_)) => Err(machine.throw("java/lang/ClassNotFoundException", Some(&name))),
        Err(stop) => Err(stop),
    }
}

/// A field of a class by its name.
fn declared_field(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let class = machine.class_behind(arguments[0]);
    let name = machine.text_of(arguments[1].as_ref());
    let fields = &machine.class(class).fields;
    match fields.iter().position(|field| *field.name == *name) {
        Some(index) => Ok(Value::reference(machine.field_object(class, index)?)),
        None => Err(machine.throw("java/lang/NoSuchFieldException", Some(&name))),
    }
}
