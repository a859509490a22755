//! Fields, methods and constructors as objects of `java.lang.reflect`.

use super::super::class::{ClassId, Shape};
use super::super::value::{Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;
use crate::classfile::access;
use crate::code::Kind;
use crate::signature::{MethodType, Type};

pub(super) fn find(class: &str, name: &str, _descriptor: &str) -> Option<Native> {
    let is_member = matches!(
        class,
        "java/lang/reflect/Field"
            | "java/lang/reflect/Method"
            | "java/lang/reflect/Constructor"
            | "java/lang/reflect/Executable"
            | "java/lang/reflect/AccessibleObject"
    );
    Some(match (class, name) {
        ("java/lang/Class", "getDeclaredFields0") => declared_fields,
        ("java/lang/Class", "getDeclaredMethods0") => declared_methods,
        ("java/lang/Class", "getDeclaredConstructors0") => declared_constructors,
        (_, "setAccessible") if is_member => make_accessible,
        (_, "trySetAccessible") if is_member => try_make_accessible,
        ("java/lang/Class", "getRecordComponents0") => record_components,
        ("java/lang/Class", "getDeclaredClasses0") => declared_classes,
        _ => return None,
    })
}

fn wanted(public_only: Value, flags: u16) -> bool {
    public_only.as_int() == 0 || flags & access::PUBLIC != 0
}

fn declared_fields(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let mut found = Vec::new();
    for index in 0..machine.class(class).fields.len() {
        if wanted(arguments[1], machine.class(class).fields[index].access) {
            found.push(machine.field_object(class, index)?);
        }
    }
    machine.objects("java/lang/reflect/Field", &found)
}

fn declared_methods(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    executables(machine, arguments, "java/lang/reflect/Method", false)
}

fn declared_constructors(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    executables(machine, arguments, "java/lang/reflect/Constructor", true)
}

fn executables(
    machine: &mut Machine,
    arguments: &[Value],
    of: &str,
    constructors: bool,
) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let mut found = Vec::new();
    if let Some(file) = machine.class(class).file.clone() {
        for (index, method) in file.methods.iter().enumerate() {
            let is_constructor = &*method.name == "<init>";
            if &*method.name != "<clinit>"
                && is_constructor == constructors
                && wanted(arguments[1], method.access)
            {
                found.push(machine.executable_object(class, index, of)?);
            }
        }
    }
    machine.objects(of, &found)
}

impl Machine {
    pub(super) fn objects(&mut self, of: &str, objects: &[Ref]) -> Run<Value> {
        let class = self.load(&format!("[L{of};"))?;
        let array = self.allocate_array(class, objects.len())?;
        for (index, object) in objects.iter().enumerate() {
            self.heap
                .get_mut(array)
                .set(index, Value::reference(*object));
        }
        Ok(Value::reference(array))
    }

    fn mirrors(&mut self, types: &[Type]) -> Run<Value> {
        let mut mirrors = Vec::with_capacity(types.len());
        for of in types {
            let class = self.class_of_descriptor(&of.descriptor())?;
            mirrors.push(self.mirror(class)?);
        }
        self.objects("java/lang/Class", &mirrors)
    }

    fn member(&mut self, of: &str, class: ClassId, index: usize, flags: u16) -> Run<Ref> {
        let id = self.load(of)?;
        self.initialise(id)?;
        let made = self.allocate(id)?;
        let owner = self.mirror(class)?;
        self.set_named(made, "clazz", Value::reference(owner))?;
        self.set_named(made, "slot", Value::int(index as i32))?;
        self.set_named(made, "modifiers", Value::int(i32::from(flags)))?;
        Ok(made)
    }

    fn set_signature(&mut self, made: Ref, signature: Option<&str>) -> Run<()> {
        if let Some(signature) = signature {
            let text = self.new_string(signature)?;
            self.set_named(made, "signature", Value::reference(text))?;
        }
        Ok(())
    }

    fn interned(&mut self, name: &str) -> Run<Value> {
        let units: Vec<u16> = name.encode_utf16().collect();
        Ok(Value::reference(self.intern(&units)?))
    }

    /// A field of a class as an object.
    pub(super) fn field_object(&mut self, class: ClassId, index: usize) -> Run<Ref> {
        let field = self.class(class).fields[index].clone();
        let made = self.member("java/lang/reflect/Field", class, index, field.access)?;
        let name = self.interned(&field.name)?;
        self.set_named(made, "name", name)?;
        let of = self.class_of_descriptor(&field.descriptor)?;
        let of = self.mirror(of)?;
        self.set_named(made, "type", Value::reference(of))?;
        let file = self.class(class).file.clone();
        let info = file.as_ref().and_then(|file| file.fields.get(index));
        self.set_signature(made, info.and_then(|info| info.signature.as_deref()))?;
        let annotations = info.and_then(|info| info.annotations.own.as_deref());
        self.set_bytes(made, "annotations", annotations)?;
        Ok(made)
    }

    /// A method or constructor of a class as an object.
    pub(super) fn executable_object(&mut self, class: ClassId, index: usize, of: &str) -> Run<Ref> {
        let Some(file) = self.class(class).file.clone() else {
            return Err(Stop::unsupported(
                "asks a class without a file for its members",
            ));
        };
        let info = &file.methods[index];
        let Some(types) = MethodType::parse(&info.descriptor) else {
            return Err(Stop::unsupported("has a signature that cannot be read"));
        };
        let made = self.member(of, class, index, info.access)?;
        let parameters = self.mirrors(&types.parameters)?;
        self.set_named(made, "parameterTypes", parameters)?;
        let mut thrown = Vec::new();
        for name in &info.throws {
            let class = self.load(name)?;
            thrown.push(self.mirror(class)?);
        }
        let thrown = self.objects("java/lang/Class", &thrown)?;
        self.set_named(made, "exceptionTypes", thrown)?;
        if &*info.name != "<init>" {
            let name = self.interned(&info.name)?;
            self.set_named(made, "name", name)?;
            let result = match &types.result {
                Some(result) => self.class_of_descriptor(&result.descriptor())?,
                None => self.void_class(),
            };
            let result = self.mirror(result)?;
            self.set_named(made, "returnType", Value::reference(result))?;
            let default = info.annotations.default.as_deref();
            self.set_bytes(made, "annotationDefault", default)?;
        }
        self.set_signature(made, info.signature.as_deref())?;
        self.set_bytes(made, "annotations", info.annotations.own.as_deref())?;
        let of_parameters = info.annotations.of_parameters.as_deref();
        self.set_bytes(made, "parameterAnnotations", of_parameters)?;
        Ok(made)
    }

    /// The class and place of a member that an object stands for.
    pub(super) fn behind(&mut self, member: Value) -> Run<(ClassId, usize)> {
        let owner = self.get_named(member.as_ref(), "clazz")?;
        let slot = self.get_named(member.as_ref(), "slot")?.as_int();
        Ok((self.class_behind(owner), slot as usize))
    }
}

/// One member, or all of an array.
fn make_accessible(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    let flag = machine.pin(arguments[1], Kind::Int)?;
    let class = machine.heap.class_of(arguments[0].as_ref());
    let members = match machine.class(class).shape {
        Shape::Array(..) => machine.objects_in(arguments[0].as_ref())?,
        _ => vec![arguments[0]],
    };
    for member in members {
        machine.check_null(member)?;
        if !machine.make_accessible(member, flag)? {
            let (class, _) = machine.behind(member)?;
            let name = machine.class(class).dotted();
            let message = format!("Unable to make a member of {name} accessible");
            let exception = "java/lang/reflect/InaccessibleObjectException";
            return Err(machine.throw(exception, Some(&message)));
        }
    }
    Ok(Value::default())
}

fn try_make_accessible(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let done = machine.make_accessible(arguments[0], Value::boolean(true))?;
    Ok(Value::boolean(done))
}

/// The components of a record, with the methods that read them.
fn record_components(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    const COMPONENT: &str = "java/lang/reflect/RecordComponent";
    let class = machine.class_behind(arguments[0]);
    let Some(file) = machine.class(class).file.clone() else {
        return Ok(Value::default());
    };
    let id = machine.load(COMPONENT)?;
    machine.initialise(id)?;
    let mut found = Vec::new();
    for component in file.record.iter().flatten() {
        let made = machine.allocate(id)?;
        machine.set_named(made, "clazz", arguments[0])?;
        let name = machine.interned(&component.name)?;
        machine.set_named(made, "name", name)?;
        let of = machine.class_of_descriptor(&component.descriptor)?;
        let of = machine.mirror(of)?;
        machine.set_named(made, "type", Value::reference(of))?;
        machine.set_signature(made, component.signature.as_deref())?;
        machine.set_bytes(made, "annotations", component.annotations.own.as_deref())?;
        let types = component.annotations.of_types.as_deref();
        machine.set_bytes(made, "typeAnnotations", types)?;
        let reader = file.methods.iter().position(|method| {
            method.name == component.name && method.descriptor.starts_with("()")
        });
        if let Some(reader) = reader {
            let of = "java/lang/reflect/Method";
            let reader = machine.executable_object(class, reader, of)?;
            machine.set_named(made, "accessor", Value::reference(reader))?;
        }
        found.push(made);
    }
    machine.objects(COMPONENT, &found)
}

/// The classes that are members of a class.
fn declared_classes(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let mut found = Vec::new();
    if let Some(file) = machine.class(class).file.clone() {
        for inner in &file.inner_classes {
            if inner.outer.as_ref() == Some(&file.name) {
                let inner = machine.load(&inner.inner)?;
                found.push(machine.mirror(inner)?);
            }
        }
    }
    machine.objects("java/lang/Class", &found)
}
