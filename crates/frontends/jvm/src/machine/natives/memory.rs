//! `Unsafe`: fields and elements by offset. An offset is 16 and eight bytes
//! for each slot of a field, or 16 and the size of each element of an array;
//! static fields lie beyond all others.

use super::super::class::{ClassId, Shape};
use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::{Native, falsity, nothing, truth};
use crate::code::Kind;

const FIRST: i64 = 16;
const STATIC: i64 = 1 << 32;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    if class != "jdk/internal/misc/Unsafe" {
        if class == "jdk/internal/util/ArraysSupport" && name == "vectorizedMismatch" {
            // Nothing compared, everything left: its callers go on one by one.
            return Some(|_, arguments| Ok(Value::int(!arguments[6].as_int())));
        }
        return None;
    }
    Some(match name {
        // An int in Java 8, a long in some versions since.
        "arrayBaseOffset0" | "arrayBaseOffset" => |_, _| Ok(Value::long(FIRST)),
        "arrayIndexScale0" | "arrayIndexScale" => index_scale,
        "addressSize0" | "addressSize" => |_, _| Ok(Value::int(8)),
        "pageSize" => |_, _| Ok(Value::int(4096)),
        "isBigEndian0" | "isBigEndian" => falsity,
        "unalignedAccess0" | "unalignedAccess" => truth,
        "fullFence" | "loadFence" | "storeFence" => nothing,
        "park" => super::threads::park,
        "unpark" => super::threads::unpark,
        "objectFieldOffset1" => field_offset_by_name,
        "objectFieldOffset" if descriptor.starts_with("(Ljava/lang/Class;Ljava/lang/String;)") => {
            field_offset_by_name
        }
        "objectFieldOffset0" | "objectFieldOffset" | "staticFieldOffset0" | "staticFieldOffset" => {
            field_offset
        }
        "staticFieldBase0" | "staticFieldBase" => {
            |machine, arguments| machine.get_named(arguments[1].as_ref(), "clazz")
        }
        "ensureClassInitialized0" | "ensureClassInitialized" => |machine, arguments| {
            let class = machine.class_behind(arguments[1]);
            machine.initialise(class)?;
            Ok(Value::default())
        },
        "shouldBeInitialized0" | "shouldBeInitialized" => falsity,
        "allocateInstance" => |machine, arguments| {
            let class = machine.class_behind(arguments[1]);
            Ok(Value::reference(machine.allocate(class)?))
        },
        "allocateUninitializedArray0" | "allocateUninitializedArray" => |machine, arguments| {
            let element = machine.class_behind(arguments[1]);
            let class = machine.array_of(element)?;
            Ok(Value::reference(machine.new_array(class, arguments[2])?))
        },
        "copyMemory0" | "copyMemory" | "copySwapMemory0" => copy,
        "throwException" => |_, arguments| Err(Stop::Throw(arguments[1].as_ref())),
        "allocateMemory" | "allocateMemory0" => allocate_outside,
        "freeMemory" | "freeMemory0" => nothing,
        "setMemory" | "setMemory0" => fill,
        _ if descriptor.starts_with("(J") => return by_address(name),
        _ => return access(name),
    })
}

/// Memory outside the heap is an array of bytes on it: an address says which,
/// and where in it.
const OUTSIDE: i64 = 1 << 61;
const LARGEST: i64 = 1 << 28;

fn allocate_outside(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let bytes = offset(machine, arguments[1])?;
    if !(0..LARGEST).contains(&bytes) {
        return Err(machine.throw("java/lang/OutOfMemoryError", None));
    }
    let array = machine.allocate_primitives(Kind::Byte, bytes as usize)?;
    Ok(Value::long(OUTSIDE + i64::from(array) * LARGEST))
}

/// The array and offset that an object and offset, or no object and an
/// address, mean.
fn inside(machine: &mut Machine, object: Ref, at: i64) -> Run<(Ref, i64)> {
    if object != NULL || at < OUTSIDE {
        return Ok((object, at));
    }
    let array = ((at - OUTSIDE) / LARGEST) as Ref;
    let bytes = machine.primitive_array(Kind::Byte)?;
    match machine.heap.class_of(array) == bytes {
        true => Ok((array, FIRST + at % LARGEST)),
        false => Err(Stop::unsupported("uses memory that it did not ask for")),
    }
}

/// Address; as `sun.misc.Unsafe` has it.
fn get_at(machine: &mut Machine, arguments: &[Value], kind: Kind) -> Run<Value> {
    let given = [arguments[0], Value::default(), arguments[1], arguments[2]];
    get(machine, &given, kind)
}

/// Address, value.
fn put_at(machine: &mut Machine, arguments: &[Value], kind: Kind) -> Run<Value> {
    let mut given = vec![arguments[0], Value::default()];
    given.extend_from_slice(&arguments[1..]);
    put(machine, &given, kind)
}

/// Object, offset, bytes, value; or without an object.
fn fill(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let (object, rest) = match arguments.len() {
        7 => (arguments[1].as_ref(), &arguments[2..]),
        _ => (NULL, &arguments[1..]),
    };
    let at = offset(machine, rest[0])?;
    let bytes = offset(machine, rest[2])?;
    let (object, at) = inside(machine, object, at)?;
    for index in 0..bytes {
        let place = place(machine, Value::reference(object), at + index, Kind::Byte)?;
        write(machine, &place, Kind::Byte, rest[4])?;
    }
    Ok(Value::default())
}

/// Source and its offset, destination and its offset, bytes, and the size of
/// what is turned around if there is one. Arrays of primitives only.
fn copy(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let outside = || Stop::unsupported("uses memory outside the heap");
    let numbers: Vec<i64> = match arguments {
        [_, _, from, _, _, to, _, bytes, _] => [from, to, bytes].map(|n| n.as_long()).into(),
        [_, _, from, _, _, to, _, bytes, _, size, _] => {
            [from, to, bytes, size].map(|n| n.as_long()).into()
        }
        _ => return Err(outside()),
    };
    if arguments.iter().any(|argument| argument.is_symbolic()) {
        return Err(outside());
    }
    let (source, first) = inside(machine, arguments[1].as_ref(), numbers[0])?;
    let (destination, second) = inside(machine, arguments[4].as_ref(), numbers[1])?;
    if source == NULL || destination == NULL {
        return Err(outside());
    }
    let size = numbers.get(3).copied().unwrap_or(1);
    let kind = match size {
        1 => Kind::Byte,
        2 => Kind::Char,
        4 => Kind::Int,
        8 => Kind::Long,
        _ => return Err(outside()),
    };
    let start = |offset: i64| usize::try_from(offset - FIRST).map_err(|_| outside());
    let (from, to) = (start(first)?, start(second)?);
    let count = usize::try_from(numbers[2] / size).map_err(|_| outside())?;
    machine.check_memory(count as u64 * 8)?;
    let mut values = Vec::with_capacity(count);
    for index in 0..count {
        values.push(machine.read_raw(source, from + index * size as usize, kind, true)?);
    }
    for (index, value) in values.into_iter().enumerate() {
        let at = to + index * size as usize;
        machine.write_raw(destination, at, kind, size == 1, value)?;
    }
    Ok(Value::default())
}

/// The native whose last argument is a kind, for a kind.
macro_rules! for_kind {
    ($native:ident, $kind:expr, $($known:ident)*) => {
        match $kind {
            $(Kind::$known => |machine, arguments| $native(machine, arguments, Kind::$known),)*
            #[allow(unreachable_patterns, reason = "some natives are there for all kinds")]
            _ => return None,
        }
    };
}

/// The kind that the name of a method ends in, and what is before it.
fn named_kind(name: &str) -> Option<(&str, Kind)> {
    const KINDS: [(&str, Kind); 9] = [
        ("Boolean", Kind::Boolean),
        ("Byte", Kind::Byte),
        ("Char", Kind::Char),
        ("Short", Kind::Short),
        ("Int", Kind::Int),
        ("Long", Kind::Long),
        ("Float", Kind::Float),
        ("Double", Kind::Double),
        ("Reference", Kind::Reference),
    ];
    KINDS
        .iter()
        .find_map(|(word, kind)| Some((name.strip_suffix(word)?, *kind)))
}

fn by_address(name: &str) -> Option<Native> {
    Some(match named_kind(name)? {
        ("get", kind) => for_kind!(get_at, kind, Byte Short Char Int Long Float Double),
        ("put", kind) => for_kind!(put_at, kind, Byte Short Char Int Long Float Double),
        _ => return None,
    })
}

fn access(name: &str) -> Option<Native> {
    let plain = name
        .strip_suffix("Volatile")
        .or_else(|| name.strip_suffix("Acquire"))
        .or_else(|| name.strip_suffix("Release"))
        .or_else(|| name.strip_suffix("Opaque"))
        .or_else(|| name.strip_suffix("Plain"))
        .unwrap_or(name);
    // As older JDKs call them.
    let plain = match plain {
        "getObject" => "getReference",
        "putObject" => "putReference",
        "compareAndSetObject" => "compareAndSetReference",
        plain => plain,
    };
    Some(match named_kind(plain)? {
        ("get", kind) => {
            for_kind!(get, kind, Boolean Byte Short Char Int Long Float Double Reference)
        }
        ("put", kind) => {
            for_kind!(put, kind, Boolean Byte Short Char Int Long Float Double Reference)
        }
        ("compareAndSet" | "weakCompareAndSet", kind) => {
            for_kind!(compare_and_set, kind, Int Long Reference)
        }
        ("compareAndExchange", kind) => for_kind!(compare_and_exchange, kind, Int Long Reference),
        _ => return None,
    })
}

fn index_scale(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[1]);
    match machine.class(class).shape {
        Shape::Array(_, kind) => Ok(Value::int(kind.bytes() as i32)),
        _ => Ok(Value::int(0)),
    }
}

/// The offset of a field that a `Field` object stands for.
fn field_offset(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let field = arguments[1].as_ref();
    let class = machine.get_named(field, "clazz")?;
    let name = machine.get_named(field, "name")?;
    field_offset_by_name(machine, &[arguments[0], class, name])
}

fn field_offset_by_name(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[1]);
    let name = machine.text_of(arguments[2].as_ref());
    let Some((_, field)) = machine.field_named(class, &name) else {
        return Err(machine.throw("java/lang/InternalError", Some(&name)));
    };
    let base = if field.is_static() { STATIC } else { 0 };
    Ok(Value::long(base + FIRST + i64::from(field.slot) * 8))
}

/// What an offset in an object means.
enum Place {
    Slot(Ref, usize),
    Static(ClassId, usize),
    /// A byte of an array whose elements have another size.
    Raw(Ref, usize),
}

fn place(machine: &mut Machine, object: Value, offset: i64, kind: Kind) -> Run<Place> {
    let raw = || Stop::unsupported("reads or writes raw memory");
    let (object, offset) = inside(machine, object.as_ref(), offset)?;
    if object == NULL {
        return Err(raw());
    }
    if offset >= STATIC {
        let class = machine.class_behind(Value::reference(object));
        return Ok(Place::Static(
            class,
            ((offset - STATIC - FIRST) / 8) as usize,
        ));
    }
    let class = machine.heap.class_of(object);
    let (size, fits) = match machine.class(class).shape {
        Shape::Array(_, of) => (of.bytes() as i64, of.bytes() == kind.bytes()),
        _ => (8, true),
    };
    let at = offset - FIRST;
    if at < 0 {
        return Err(raw());
    }
    if !fits || at % size != 0 {
        return Ok(Place::Raw(object, at as usize));
    }
    let index = (at / size) as usize;
    if index >= machine.heap.get(object).body.len() {
        return Err(raw());
    }
    Ok(Place::Slot(object, index))
}

fn read(machine: &mut Machine, place: &Place, kind: Kind) -> Run<Value> {
    Ok(match place {
        Place::Slot(object, index) => machine
            .heap
            .get(*object)
            .get(*index, kind)
            .unwrap_or_default(),
        Place::Static(class, slot) => machine.get_static(*class, *slot),
        Place::Raw(array, at) => machine.read_raw(*array, *at, kind, false)?,
    })
}

fn write(machine: &mut Machine, place: &Place, kind: Kind, value: Value) -> Run<()> {
    match place {
        Place::Slot(object, index) => {
            machine.heap.get_mut(*object).set(*index, value);
        }
        Place::Static(class, slot) => machine.set_static(*class, *slot, value),
        Place::Raw(array, at) => machine.write_raw(*array, *at, kind, false, value)?,
    }
    Ok(())
}

fn offset(machine: &mut Machine, value: Value) -> Run<i64> {
    Ok(machine.pin(value, Kind::Long)?.as_long())
}

fn get(machine: &mut Machine, arguments: &[Value], kind: Kind) -> Run<Value> {
    let at = offset(machine, arguments[2])?;
    let place = place(machine, arguments[1], at, kind)?;
    read(machine, &place, kind)
}

fn put(machine: &mut Machine, arguments: &[Value], kind: Kind) -> Run<Value> {
    let at = offset(machine, arguments[2])?;
    let place = place(machine, arguments[1], at, kind)?;
    write(machine, &place, kind, arguments[4])?;
    Ok(Value::default())
}

fn compare_and_set(machine: &mut Machine, arguments: &[Value], kind: Kind) -> Run<Value> {
    Ok(Value::boolean(swap_if_same(machine, arguments, kind)?.1))
}

fn compare_and_exchange(machine: &mut Machine, arguments: &[Value], kind: Kind) -> Run<Value> {
    Ok(swap_if_same(machine, arguments, kind)?.0)
}

/// The old value, and whether it was the expected one and thus replaced.
fn swap_if_same(machine: &mut Machine, arguments: &[Value], kind: Kind) -> Run<(Value, bool)> {
    let at = offset(machine, arguments[2])?;
    let place = place(machine, arguments[1], at, kind)?;
    let expected = arguments[4];
    let new = arguments[4 + usize::from(kind.slots())];
    let old = read(machine, &place, kind)?;
    let same = machine.decide_same(kind, old, expected)?;
    if same {
        write(machine, &place, kind, new)?;
    }
    Ok((old, same))
}
