//! What a program reads from its own class path and from its JDK.

use super::super::file_tree::{self, Entry};
use super::super::heap::Body;
use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::files::{Found, HOME};
use super::{Native, nothing};

/// The number of the first file that was opened.
const FIRST_FILE: i32 = 1_000;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/io/FileInputStream", "open0" | "open") => open,
        ("java/io/FileInputStream", "readBytes" | "readBytes0") => read_bytes,
        ("java/io/FileInputStream", "read0") => read_one,
        ("java/io/FileInputStream", "available0") => available,
        ("java/io/FileInputStream", "length0") => length,
        ("java/io/FileInputStream", "position0") => position,
        ("java/io/FileInputStream", "skip0") => skip,
        ("java/io/FileInputStream", "isRegularFile0") => super::truth,
        (
            "java/io/FileDescriptor" | "java/io/FileCleanable",
            "close0" | "cleanupClose0" | "unregister" | "register",
        ) => nothing,
        ("java/lang/Class", "getResourceAsStream") => class_resource,
        ("java/lang/ClassLoader", "getResourceAsStream" | "getSystemResourceAsStream") => {
            loader_resource
        }
        ("java/util/ResourceBundle", "getBundle")
            if descriptor.starts_with("(Ljava/lang/String;") =>
        {
            bundle
        }
        _ => return None,
    })
}

fn open(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    machine.pin_string(arguments[1].as_ref())?;
    let name = machine.text_of(arguments[1].as_ref());
    if let Some(inside) = file_tree::inside(&name) {
        let entry = machine.entry(&inside)?;
        if let Entry::File(_) | Entry::Written(_) = entry {
            let stream = machine.stream_of(entry)?;
            machine.open_stream(arguments[0].as_ref(), stream)?;
            return Ok(Value::default());
        }
    }
    let inside = name
        .strip_prefix(HOME)
        .filter(|inside| !inside.contains(".."));
    let bytes = inside.and_then(|inside| std::fs::read(machine.class_path.jdk.join(inside)).ok());
    let Some(bytes) = bytes else {
        let why = match machine.file_called(&name)? {
            Found::Nothing => "No such file or directory",
            Found::Directory => "Is a directory",
            Found::File => return Err(Stop::unsupported("opens a file")),
        };
        let message = format!("{name} ({why})");
        return Err(machine.throw("java/io/FileNotFoundException", Some(&message)));
    };
    machine.open_files.push((bytes, 0));
    let number = FIRST_FILE + machine.open_files.len() as i32 - 1;
    let descriptor = machine.get_named(arguments[0].as_ref(), "fd")?.as_ref();
    machine.set_named(descriptor, "fd", Value::int(number))?;
    Ok(Value::default())
}

/// The file of a stream; `None` for standard input, which is empty.
fn file(machine: &mut Machine, stream: Value) -> Run<Option<usize>> {
    let descriptor = machine.get_named(stream.as_ref(), "fd")?.as_ref();
    let number = machine.get_named(descriptor, "fd")?.as_int();
    let index = (number - FIRST_FILE) as usize;
    Ok((index < machine.open_files.len()).then_some(index))
}

fn read_bytes(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    if let Some(stream) = machine.stream_behind(arguments[0].as_ref())? {
        return machine.call_virtual(stream, "read", "([BII)I", &arguments[1..4]);
    }
    let Some(index) = file(machine, arguments[0])? else {
        return Ok(Value::int(-1));
    };
    machine.check_null(arguments[1])?;
    let at = machine.pin_int(arguments[2])?.max(0) as usize;
    let count = machine.pin_int(arguments[3])?.max(0) as usize;
    let (bytes, position) = &mut machine.open_files[index];
    let count = count.min(bytes.len() - *position);
    if count == 0 {
        return Ok(Value::int(-1));
    }
    let part = bytes[*position..*position + count].to_vec();
    *position += count;
    let array = machine.heap.get_mut(arguments[1].as_ref());
    for (offset, byte) in part.into_iter().enumerate() {
        array.set(at + offset, Value::int(i32::from(byte as i8)));
    }
    Ok(Value::int(count as i32))
}

fn read_one(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    if let Some(stream) = machine.stream_behind(arguments[0].as_ref())? {
        return machine.call_virtual(stream, "read", "()I", &[]);
    }
    let Some(index) = file(machine, arguments[0])? else {
        return Ok(Value::int(-1));
    };
    let (bytes, position) = &mut machine.open_files[index];
    let Some(byte) = bytes.get(*position) else {
        return Ok(Value::int(-1));
    };
    *position += 1;
    Ok(Value::int(i32::from(*byte)))
}

fn left(machine: &mut Machine, stream: Value) -> Run<(i64, i64)> {
    if let Some(stream) = machine.stream_behind(stream.as_ref())? {
        let [position, count] = ["pos", "count"].map(|name| machine.get_named(stream, name));
        let (position, count) = (machine.pin_int(position?)?, machine.pin_int(count?)?);
        return Ok((i64::from(position), i64::from(count)));
    }
    Ok(match file(machine, stream)? {
        Some(index) => {
            let (bytes, position) = &machine.open_files[index];
            (*position as i64, bytes.len() as i64)
        }
        None => (0, 0),
    })
}

fn available(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    if let Some(stream) = machine.stream_behind(arguments[0].as_ref())? {
        return machine.call_virtual(stream, "available", "()I", &[]);
    }
    let (position, length) = left(machine, arguments[0])?;
    Ok(Value::int((length - position) as i32))
}

fn length(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    Ok(Value::long(left(machine, arguments[0])?.1))
}

fn position(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    Ok(Value::long(left(machine, arguments[0])?.0))
}

fn skip(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    if let Some(stream) = machine.stream_behind(arguments[0].as_ref())? {
        return machine.call_virtual(stream, "skip", "(J)J", &arguments[1..3]);
    }
    let (position, length) = left(machine, arguments[0])?;
    let skipped = arguments[1].as_long().clamp(0, length - position);
    if let Some(index) = file(machine, arguments[0])? {
        machine.open_files[index].1 += skipped as usize;
    }
    Ok(Value::long(skipped))
}

/// A stream of a resource's bytes, or null.
fn stream(machine: &mut Machine, name: &str) -> Run<Value> {
    let Some(bytes) = machine.class_path.resource(name) else {
        return Ok(Value::reference(NULL));
    };
    let array_class = machine.load("[B")?;
    machine.check_memory(bytes.len() as u64)?;
    let array = machine.heap.add(array_class, Body::Bytes(bytes));
    let made = machine.construct(
        "java/io/ByteArrayInputStream",
        "([B)V",
        &[Value::reference(array)],
    )?;
    Ok(Value::reference(made))
}

fn class_resource(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let name = machine.text_of(arguments[1].as_ref());
    let full = match name.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => {
            let class = machine.class_behind(arguments[0]);
            match machine.class(class).name.rsplit_once('/') {
                Some((package, _)) => format!("{package}/{name}"),
                None => name,
            }
        }
    };
    stream(machine, &full)
}

fn loader_resource(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let name = arguments[arguments.len() - 1];
    machine.check_null(name)?;
    let name = machine.text_of(name.as_ref());
    stream(machine, &name)
}

/// A bundle: a class, or properties on the class path, in no particular language.
fn bundle(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[0])?;
    machine.pin_string(arguments[0].as_ref())?;
    let name = machine.text_of(arguments[0].as_ref());
    let base = name.replace('.', "/");
    for candidate in [format!("{base}_en"), base] {
        if let Some(made) = class_bundle(machine, &candidate)? {
            return Ok(Value::reference(made));
        }
        let found = stream(machine, &format!("{candidate}.properties"))?;
        if found.as_ref() != NULL {
            let shape = "(Ljava/io/InputStream;)V";
            let made = machine.construct("java/util/PropertyResourceBundle", shape, &[found])?;
            return Ok(Value::reference(made));
        }
    }
    let why = format!("Can't find bundle for base name {name}, locale en");
    Err(machine.throw("java/util/MissingResourceException", Some(&why)))
}

/// A bundle that is an object of a class of its own.
fn class_bundle(machine: &mut Machine, name: &str) -> Run<Option<Ref>> {
    let Ok(class) = machine.load(name) else {
        return Ok(None);
    };
    let bundle = machine.load("java/util/ResourceBundle")?;
    let has_constructor = machine.find_own_method(class, "<init>", "()V").is_some();
    if !machine.is_subtype(class, bundle) || !has_constructor {
        return Ok(None);
    }
    machine.construct(name, "()V", &[]).map(Some)
}
