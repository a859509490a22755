//! What is done through members as objects: calls, reads and writes.

use super::super::class::{ClassId, Field};
use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;
use crate::classfile::access;
use crate::code::Kind;
use crate::signature::{MethodType, Type};

pub(super) fn find(class: &str, name: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/lang/reflect/Field", "get") => get,
        ("java/lang/reflect/Field", "set") => set,
        ("java/lang/reflect/Field", "getBoolean") => {
            |machine, arguments| get_as(machine, arguments, Kind::Boolean)
        }
        ("java/lang/reflect/Field", "getInt") => {
            |machine, arguments| get_as(machine, arguments, Kind::Int)
        }
        ("java/lang/reflect/Field", "getLong") => {
            |machine, arguments| get_as(machine, arguments, Kind::Long)
        }
        ("java/lang/reflect/Field", "getDouble") => {
            |machine, arguments| get_as(machine, arguments, Kind::Double)
        }
        ("java/lang/reflect/Method", "invoke") => invoke,
        ("java/lang/reflect/Constructor", "newInstance" | "newInstanceWithCaller") => new_instance,
        (
            "jdk/internal/reflect/ReflectionFactory" | "sun/reflect/ReflectionFactory",
            "generateConstructor",
        ) => constructor_of_another,
        _ => return None,
    })
}

impl Machine {
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

    /// Whether a final field may be set: one of an object, made accessible,
    /// and not of a record.
    fn may_set_final(&mut self, member: Value, field: &Field) -> Run<bool> {
        let made_so = self.get_named(member.as_ref(), "override")?.as_bool();
        let file = &self.class(field.class).file;
        let of_record = file.as_ref().is_some_and(|file| file.record.is_some());
        Ok(made_so && !field.is_static() && !of_record)
    }

    /// What a call through reflection throws is wrapped.
    fn wrapped(&mut self, done: Run<Value>) -> Run<Value> {
        match done {
            Err(Stop::Throw(thrown)) => {
                let wrapper = "java/lang/reflect/InvocationTargetException";
                Err(self.wrap_thrown(wrapper, thrown)?)
            }
            done => done,
        }
    }

    /// An exception of a class whose cause is another.
    pub(super) fn wrap_thrown(&mut self, class: &str, cause: Ref) -> Run<Stop> {
        let class = self.load(class)?;
        self.initialise(class)?;
        let made = self.allocate(class)?;
        let shape = "(Ljava/lang/Throwable;)V";
        if let Some(constructor) = self.find_own_method(class, "<init>", shape) {
            let arguments = [Value::reference(made), Value::reference(cause)];
            self.call(constructor, &arguments)?;
        }
        Ok(Stop::Throw(made))
    }
}

/// A constructor that makes objects of another class, as serialisation needs
/// it: the class, and the constructor of one above it.
fn constructor_of_another(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    machine.check_null(arguments[2])?;
    let class = machine.class_behind(arguments[1]);
    let of = machine.heap.class_of(arguments[2].as_ref());
    let body = machine.heap.get(arguments[2].as_ref()).body.clone();
    let made = machine.heap.add(of, body);
    machine.heap.get_mut(made).payload = class.0 + 1;
    machine.set_named(made, "override", Value::boolean(true))?;
    Ok(Value::reference(made))
}

fn new_instance(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (mut class, index) = machine.behind(arguments[0])?;
    let method = machine.class(class).methods[index];
    let found = machine.method(method).clone();
    machine.check_accessible(arguments[0], class, found.access)?;
    if let Some(another) = machine
        .heap
        .get(arguments[0].as_ref())
        .payload
        .checked_sub(1)
    {
        class = ClassId(another);
    }
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
fn field_of(machine: &mut Machine, arguments: &[Value]) -> Run<(Field, Option<Ref>)> {
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

fn held(machine: &mut Machine, arguments: &[Value]) -> Run<(Field, Value)> {
    let (field, object) = field_of(machine, arguments)?;
    let slot = usize::from(field.slot);
    let value = match object {
        Some(object) => machine.read_field(object, slot)?,
        None => machine.get_static(field.class, slot),
    };
    Ok((field, value))
}

fn get(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (field, value) = held(machine, arguments)?;
    machine.boxed(field.kind, value)
}

/// What a field holds as a primitive of the same type, or a narrower int.
fn get_as(machine: &mut Machine, arguments: &[Value], kind: Kind) -> Run<Value> {
    let (field, value) = held(machine, arguments)?;
    let is_narrower = matches!(field.kind, Kind::Byte | Kind::Char | Kind::Short);
    match field.kind == kind || (kind == Kind::Int && is_narrower) {
        true => Ok(value),
        false => Err(Stop::unsupported(
            "reads a field as another type by reflection",
        )),
    }
}

fn set(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (field, object) = field_of(machine, arguments)?;
    if field.access & access::FINAL != 0 && !machine.may_set_final(arguments[0], &field)? {
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
        None => machine.set_static(field.class, usize::from(field.slot), values[0]),
    }
    Ok(Value::default())
}
