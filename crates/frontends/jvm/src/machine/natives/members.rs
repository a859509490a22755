//! Fields, methods and constructors as objects of `java.lang.reflect`, and
//! what is done through them. What only the rules of access decide is not
//! followed: a member must be public, or made accessible in a user's class.

use super::super::class::ClassId;
use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;
use crate::classfile::access;
use crate::code::Kind;
use crate::signature::{MethodType, Type};

pub fn find(class: &str, name: &str, _descriptor: &str) -> Option<Native> {
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
        ("java/lang/reflect/Field", "get") => get,
        ("java/lang/reflect/Field", "set") => set,
        ("java/lang/reflect/Method", "invoke") => invoke,
        ("java/lang/reflect/Constructor", "newInstance" | "newInstanceWithCaller") => new_instance,
        (_, "setAccessible" | "trySetAccessible") if is_member => make_accessible,
        (_, "declaredAnnotations") if is_member => annotations,
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
    fn objects(&mut self, of: &str, objects: &[Ref]) -> Run<Value> {
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
        Ok(made)
    }

    /// A method or constructor of a class as an object.
    fn executable_object(&mut self, class: ClassId, index: usize, of: &str) -> Run<Ref> {
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
        }
        self.set_signature(made, info.signature.as_deref())?;
        Ok(made)
    }

    /// The class and place of a member that an object stands for.
    fn behind(&mut self, member: Value) -> Run<(ClassId, usize)> {
        let owner = self.get_named(member.as_ref(), "clazz")?;
        let slot = self.get_named(member.as_ref(), "slot")?.as_int();
        Ok((self.class_behind(owner), slot as usize))
    }

    /// Whether a member may be used from anywhere.
    fn check_accessible(&mut self, member: Value, class: ClassId, flags: u16) -> Run<()> {
        let made_so = self.get_named(member.as_ref(), "override")?.as_bool();
        let declared = match &self.class(class).file {
            Some(file) => file.declared_access(),
            None => self.class(class).access,
        };
        let is_public = flags & declared & access::PUBLIC != 0;
        match made_so || is_public || self.is_seen_by_caller(class, flags) {
            true => Ok(()),
            false => Err(Stop::unsupported("uses a hidden member by reflection")),
        }
    }

    /// Whether the code that asks is in the member's class, or in its package.
    fn is_seen_by_caller(&self, class: ClassId, flags: u16) -> bool {
        let Some(frame) = self.frames.last() else {
            return false;
        };
        let caller = self.method(frame.method).class;
        let package = |class: ClassId| {
            let name = self.class(class).name.clone();
            name.rsplit_once('/').map(|(package, _)| package.to_owned())
        };
        let is_near = !self.class(class).is_platform && package(caller) == package(class);
        caller == class || (is_near && flags & access::PRIVATE == 0)
    }

    /// What is passed in an array of objects, as a call takes it.
    fn unpacked(&mut self, array: Value, types: &[Type]) -> Run<Vec<Value>> {
        let count = match array.as_ref() {
            NULL => 0,
            array => self.pin_length(array)?,
        };
        if count != types.len() {
            let message = "wrong number of arguments";
            return Err(self.throw("java/lang/IllegalArgumentException", Some(message)));
        }
        let mut values = Vec::new();
        for (index, of) in types.iter().enumerate() {
            let given = self.heap.get(array.as_ref()).get(index, Kind::Reference);
            self.pass(given.unwrap_or_default(), of, &mut values)?;
        }
        Ok(values)
    }

    fn pass(&mut self, given: Value, of: &Type, values: &mut Vec<Value>) -> Run<()> {
        let class = self.class_of_descriptor(&of.descriptor())?;
        let object = given.as_ref();
        let Type::Primitive(primitive) = of else {
            if object != NULL && !self.is_subtype(self.heap.class_of(object), class) {
                return Err(Stop::unsupported(
                    "passes an object of a wrong type by reflection",
                ));
            }
            values.push(given);
            return Ok(());
        };
        let kind = crate::inputs::kind_of(*primitive);
        let letter = kind.letter().to_string();
        let wanted = super::super::synthesise::box_of(&letter).map(|(class, _)| class);
        let is_same =
            object != NULL && wanted == Some(&*self.class(self.heap.class_of(object)).name.clone());
        if !is_same {
            return Err(Stop::unsupported(
                "passes a number of another type by reflection",
            ));
        }
        values.push(self.get_named(object, "value")?);
        if kind.slots() == 2 {
            values.push(Value::default());
        }
        Ok(())
    }

    /// What a call through reflection throws is wrapped.
    fn wrapped(&mut self, done: Run<Value>) -> Run<Value> {
        let Err(Stop::Throw(thrown)) = done else {
            return done;
        };
        let class = self.load("java/lang/reflect/InvocationTargetException")?;
        self.initialise(class)?;
        let made = self.allocate(class)?;
        let shape = "(Ljava/lang/Throwable;)V";
        if let Some(constructor) = self.find_own_method(class, "<init>", shape) {
            let arguments = [Value::reference(made), Value::reference(thrown)];
            self.call(constructor, &arguments)?;
        }
        Err(Stop::Throw(made))
    }
}

fn new_instance(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (class, index) = machine.behind(arguments[0])?;
    let method = machine.class(class).methods[index];
    let found = machine.method(method).clone();
    machine.check_accessible(arguments[0], class, found.access)?;
    if machine.class(class).is_abstract() || machine.class(class).is_enum() {
        return Err(Stop::unsupported("makes an abstract object by reflection"));
    }
    let types = MethodType::parse(&found.descriptor).map_or(Vec::new(), |of| of.parameters);
    let mut values = machine.unpacked(arguments[1], &types)?;
    machine.initialise(class)?;
    let object = machine.allocate(class)?;
    values.insert(0, Value::reference(object));
    let done = machine.call(method, &values);
    machine.wrapped(done)?;
    Ok(Value::reference(object))
}

fn invoke(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (class, index) = machine.behind(arguments[0])?;
    let mut method = machine.class(class).methods[index];
    let found = machine.method(method).clone();
    machine.check_accessible(arguments[0], class, found.access)?;
    let types = MethodType::parse(&found.descriptor).map_or(Vec::new(), |of| of.parameters);
    let mut values = Vec::new();
    if found.is_static() {
        machine.initialise(class)?;
    } else {
        machine.check_null(arguments[1])?;
        let of = machine.heap.class_of(arguments[1].as_ref());
        if !machine.is_subtype(of, class) {
            return Err(Stop::unsupported(
                "calls a method of another class by reflection",
            ));
        }
        if !found.is_private()
            && let Some(selected) = machine.select(of, found.key)
        {
            method = selected;
        }
        values.push(arguments[1]);
    }
    values.extend(machine.unpacked(arguments[2], &types)?);
    let done = machine.call(method, &values);
    let result = machine.wrapped(done)?;
    match found.result {
        Some(kind) => machine.boxed(kind, result),
        None => Ok(Value::default()),
    }
}

/// The field that an object stands for, and the object that holds it.
fn field_of(
    machine: &mut Machine,
    arguments: &[Value],
) -> Run<(super::super::class::Field, Option<Ref>)> {
    let (class, index) = machine.behind(arguments[0])?;
    let field = machine.class(class).fields[index].clone();
    machine.check_accessible(arguments[0], class, field.access)?;
    if field.access & access::STATIC != 0 {
        machine.initialise(class)?;
        return Ok((field, None));
    }
    machine.check_null(arguments[1])?;
    let object = arguments[1].as_ref();
    if !machine.is_subtype(machine.heap.class_of(object), class) {
        return Err(Stop::unsupported(
            "uses a field of another class by reflection",
        ));
    }
    Ok((field, Some(object)))
}

fn get(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (field, object) = field_of(machine, arguments)?;
    let slot = usize::from(field.slot);
    let value = match object {
        Some(object) => machine.read_field(object, slot)?,
        None => machine.get_static(field.class, slot),
    };
    machine.boxed(field.kind, value)
}

fn set(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (field, object) = field_of(machine, arguments)?;
    if field.access & access::FINAL != 0 {
        return Err(Stop::unsupported("sets a final field by reflection"));
    }
    let Some(of) = Type::of_descriptor(&field.descriptor) else {
        return Err(Stop::unsupported("has a signature that cannot be read"));
    };
    let mut values = Vec::new();
    machine.pass(arguments[2], &of, &mut values)?;
    match object {
        Some(object) => machine
            .heap
            .set_field(object, usize::from(field.slot), values[0]),
        None => return Err(Stop::unsupported("sets a static field by reflection")),
    }
    Ok(Value::default())
}

fn make_accessible(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (class, _) = machine.behind(arguments[0])?;
    let of = machine.class(class);
    // What all may use is open already.
    let is_exported = of.name.starts_with("java/") && of.access & access::PUBLIC != 0;
    let flags = machine.get_named(arguments[0].as_ref(), "modifiers")?;
    let is_public = flags.as_int() as u16 & access::PUBLIC != 0 && is_exported;
    let caller = machine.frames.last();
    let caller = caller.map(|frame| machine.method(frame.method).class);
    let by_itself = caller.is_some_and(|caller| machine.class(caller).is_platform);
    if machine.class(class).is_platform && !is_public && !by_itself {
        return Err(Stop::unsupported("opens a member of the JDK by reflection"));
    }
    let flag = arguments.get(1).copied().unwrap_or(Value::boolean(true));
    let flag = machine.pin(flag, Kind::Int)?;
    machine.set_named(arguments[0].as_ref(), "override", flag)?;
    Ok(Value::boolean(true))
}

/// The annotations of a member: none, or more than is known of them.
fn annotations(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (class, index) = machine.behind(arguments[0])?;
    let of = machine.heap.class_of(arguments[0].as_ref());
    let is_field = &*machine.class(of).name == "java/lang/reflect/Field";
    let annotated = machine.class(class).file.as_ref().is_none_or(|file| {
        let field = file.fields.get(index).is_none_or(|field| field.annotated);
        let method = file
            .methods
            .get(index)
            .is_none_or(|method| method.annotated);
        if is_field { field } else { method }
    });
    if annotated {
        return Err(Stop::unsupported("reads annotations"));
    }
    let class = machine.load("java/util/Collections")?;
    machine.initialise(class)?;
    match machine.find_own_method(class, "emptyMap", "()Ljava/util/Map;") {
        Some(empty) => machine.call(empty, &[]),
        None => Err(Stop::unsupported("reads annotations")),
    }
}
