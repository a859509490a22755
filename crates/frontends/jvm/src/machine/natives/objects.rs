//! `Object`, `System`, `Runtime`, `Throwable` and the virtual machine itself.

use super::super::class::Shape;
use super::super::heap::Body;
use super::super::value::{NULL, Value};
use super::super::{Machine, Run, Stop};
use super::{Native, falsity, nothing, truth};
use crate::code::{Comparison, Kind};
use everypath_term::Op;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/lang/Object", "getClass") => get_class,
        ("java/lang/Object", "hashCode") | ("java/lang/System", "identityHashCode") => {
            identity_hash
        }
        ("java/lang/Object", "clone") => clone,
        ("java/lang/Object", "notify" | "notifyAll") => nothing,
        ("java/lang/Object", "wait" | "wait0") => super::threads::wait,
        ("java/lang/System", "arraycopy") => copy_array,
        ("java/lang/System", "nanoTime") => nano_time,
        ("java/lang/System", "currentTimeMillis") => |_, _| Ok(Value::long(1_700_000_000_000)),
        ("java/lang/System", "getSecurityManager" | "allowSecurityManager") => nothing,
        ("java/lang/System", "exit") => |_, _| Err(Stop::unsupported("calls System.exit")),
        // Nothing is set: what is on another machine nobody knows.
        ("java/lang/System", "getenv") => |machine, arguments| {
            machine.lose("what the environment says");
            match arguments.is_empty() {
                true => machine.empty("emptyMap", "()Ljava/util/Map;"),
                false => Ok(Value::default()),
            }
        },
        ("java/lang/System", "loadLibrary" | "load") => nothing,
        ("java/lang/Runtime", "exit" | "halt") => |_, _| Err(Stop::unsupported("ends the JVM")),
        ("java/lang/Runtime", "availableProcessors") => |_, _| Ok(Value::int(1)),
        ("java/lang/Runtime", "freeMemory" | "totalMemory" | "maxMemory") => {
            |_, _| Ok(Value::long(256 << 20))
        }
        ("java/lang/Runtime", "gc") => nothing,
        ("java/lang/Runtime", "exec") => |_, _| Err(Stop::unsupported("starts a process")),
        ("jdk/internal/access/SharedSecrets", "getJavaLangReflectAccess") => reflect_access,
        ("java/lang/NullPointerException", "getExtendedNPEMessage") => nothing,
        ("java/lang/StringCoding", "err") => nothing,
        ("jdk/internal/misc/VM", "initialize" | "initializeFromArchive") => nothing,
        ("jdk/internal/misc/VM", "latestUserDefinedLoader0") => nothing,
        ("jdk/internal/misc/VM", "getNanoTimeAdjustment") => nothing,
        ("jdk/internal/misc/VM", "isBooted" | "isModuleSystemInited") => truth,
        ("jdk/internal/misc/VM", "initLevel") if descriptor == "()I" => |_, _| Ok(Value::int(4)),
        ("jdk/internal/misc/CDS", "getRandomSeedForDumping") => nothing,
        ("jdk/internal/misc/CDS", "getCDSConfigStatus") => nothing,
        ("jdk/internal/misc/CDS", "initializeFromArchive" | "defineArchivedModules") => nothing,
        ("jdk/internal/misc/CDS", name) if name.starts_with("is") => falsity,
        ("jdk/internal/misc/PreviewFeatures", "isPreviewEnabled") => falsity,
        ("jdk/internal/vm/ContinuationSupport", "isSupported0") => falsity,
        ("jdk/internal/loader/BootLoader", "loadLibrary" | "setBootLoaderUnnamedModule0") => {
            nothing
        }
        ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8") => truth,
        // The system's source of chance is not there.
        (
            "sun/security/provider/NativePRNG"
            | "sun/security/provider/NativePRNG$Blocking"
            | "sun/security/provider/NativePRNG$NonBlocking",
            "initIO",
        ) => nothing,
        ("java/security/AccessController", "getStackAccessControlContext") => nothing,
        ("java/security/AccessController", "getInheritedAccessControlContext") => nothing,
        ("java/security/AccessController", "ensureMaterializedForStackWalk") => nothing,
        ("java/security/AccessController", "doPrivileged") => do_privileged,
        ("java/security/AccessController", "checkPermission") => nothing,
        _ => return None,
    })
}

fn get_class(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.heap.class_of(arguments[0].as_ref());
    Ok(Value::reference(machine.mirror(class)?))
}

fn identity_hash(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let object = arguments[0].as_ref();
    if object == NULL {
        return Ok(Value::int(0));
    }
    if let Some(&known) = machine.hashes.get(&object) {
        return Ok(Value::int(known));
    }
    // A linear congruential step: hashes differ, and runs repeat them.
    machine.next_hash = machine
        .next_hash
        .wrapping_mul(1_103_515_245)
        .wrapping_add(12_345);
    let hash = (machine.next_hash >> 4) & 0x07FF_FFFF;
    machine.hashes.insert(object, hash);
    Ok(Value::int(hash))
}

fn clone(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let object = arguments[0].as_ref();
    let class = machine.heap.class_of(object);
    let cloneable = machine.load("java/lang/Cloneable")?;
    if !machine.is_subtype(class, cloneable) {
        let name = machine.class(class).dotted();
        return Err(machine.throw("java/lang/CloneNotSupportedException", Some(&name)));
    }
    let original = machine.heap.get(object).clone();
    machine.check_memory(original.body.len() as u64 * 8 + 24)?;
    let copy = machine.heap.add(class, original.body);
    let made = machine.heap.get_mut(copy);
    made.terms = original.terms;
    made.length_term = original.length_term;
    Ok(Value::reference(copy))
}

fn nano_time(machine: &mut Machine, _: &[Value]) -> Run<Value> {
    machine.nanoseconds += 1_000;
    Ok(Value::long(machine.nanoseconds))
}

fn do_privileged(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let action = arguments[0].as_ref();
    machine.check_null(arguments[0])?;
    machine.call_virtual(action, "run", "()Ljava/lang/Object;", &[])
}

/// `System.arraycopy`: checks as the JVM makes them, then a copy with terms.
fn copy_array(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let [from, from_at, to, to_at, count] = [0, 1, 2, 3, 4].map(|index| arguments[index]);
    machine.check_null(from)?;
    machine.check_null(to)?;
    let shape = |machine: &Machine, value: Value| {
        let class = machine.heap.class_of(value.as_ref());
        match machine.class(class).shape {
            Shape::Array(element, kind) => Some((element, kind)),
            _ => None,
        }
    };
    let (Some((from_element, from_kind)), Some((to_element, to_kind))) =
        (shape(machine, from), shape(machine, to))
    else {
        return Err(machine.throw("java/lang/ArrayStoreException", Some("arraycopy: no array")));
    };
    if from_kind != to_kind {
        let message = "arraycopy: type mismatch: can not copy between these arrays";
        return Err(machine.throw("java/lang/ArrayStoreException", Some(message)));
    }
    for (place, array) in [(from_at, from), (to_at, to)] {
        check_range(machine, place, count, array)?;
    }
    let from_at = machine.pin_int(from_at)? as usize;
    let to_at = machine.pin_int(to_at)? as usize;
    let count = machine.pin_int(count)? as usize;
    if count == 0 {
        return Ok(Value::default());
    }
    let (from, to) = (from.as_ref(), to.as_ref());
    if from_kind == Kind::Reference && !machine.is_subtype(from_element, to_element) {
        return copy_checked(machine, from, from_at, to, to_at, count, to_element);
    }
    let source = machine.heap.get(from).clone_range(from_at, count);
    machine.heap.get_mut(to).write_range(to_at, source);
    Ok(Value::default())
}

fn copy_checked(
    machine: &mut Machine,
    from: u32,
    from_at: usize,
    to: u32,
    to_at: usize,
    count: usize,
    element: super::super::ClassId,
) -> Run<Value> {
    for index in 0..count {
        let value = machine.heap.get(from).get(from_at + index, Kind::Reference);
        let value = value.unwrap_or_default();
        if value.as_ref() != NULL {
            let class = machine.heap.class_of(value.as_ref());
            if !machine.is_subtype(class, element) {
                let name = machine.class(class).dotted();
                let message = format!("arraycopy: element type mismatch: can not cast {name}");
                return Err(machine.throw("java/lang/ArrayStoreException", Some(&message)));
            }
        }
        machine.heap.get_mut(to).set(to_at + index, value);
    }
    Ok(Value::default())
}

fn check_range(machine: &mut Machine, place: Value, count: Value, array: Value) -> Run<()> {
    let length = machine.array_length(array.as_ref());
    let (at, number, limit) = (place.as_int(), count.as_int(), length.as_int());
    let inside = at >= 0 && number >= 0 && i64::from(at) + i64::from(number) <= i64::from(limit);
    if place.term | count.term | length.term != 0 {
        let at = machine.term_of(place, Kind::Int);
        let number = machine.term_of(count, Kind::Int);
        let limit = machine.term_of(length, Kind::Int);
        let zero = machine.int_constant(0);
        let first = machine.comparison(Comparison::LessOrEqual, zero, at);
        let second = machine.comparison(Comparison::LessOrEqual, zero, number);
        let wide = |machine: &mut Machine, term| machine.terms.apply(Op::BvSignExtend(64), &[term]);
        let (at, number, limit) = (
            wide(machine, at),
            wide(machine, number),
            wide(machine, limit),
        );
        let end = machine.terms.apply(Op::BvAdd, &[at, number]);
        let third = machine.terms.apply(Op::BvSle, &[end, limit]);
        let all = machine.terms.all(&[first, second, third]);
        machine.check(all, inside)?;
    }
    if inside {
        return Ok(());
    }
    let message = format!(
        "arraycopy: range {at} to {} out of bounds for length {limit}",
        i64::from(at) + i64::from(number)
    );
    Err(machine.throw("java/lang/ArrayIndexOutOfBoundsException", Some(&message)))
}

/// A part of an array with its terms.
pub struct Range {
    body: Body,
    terms: Option<Vec<u32>>,
}

impl super::super::Object {
    /// A copy of a part.
    pub fn clone_range(&self, at: usize, count: usize) -> Range {
        let range = at..at + count;
        let body = match &self.body {
            Body::Bytes(elements) => Body::Bytes(elements[range.clone()].to_vec()),
            Body::Shorts(elements) => Body::Shorts(elements[range.clone()].to_vec()),
            Body::Ints(elements) => Body::Ints(elements[range.clone()].to_vec()),
            Body::Longs(elements) => Body::Longs(elements[range.clone()].to_vec()),
        };
        let terms = self.terms.as_ref().map(|terms| terms[range].to_vec());
        Range { body, terms }
    }

    /// Writes a part of another array of the same kind.
    pub fn write_range(&mut self, at: usize, range: Range) {
        let count = range.body.len();
        match (&mut self.body, range.body) {
            (Body::Bytes(to), Body::Bytes(from)) => to[at..at + count].copy_from_slice(&from),
            (Body::Shorts(to), Body::Shorts(from)) => to[at..at + count].copy_from_slice(&from),
            (Body::Ints(to), Body::Ints(from)) => to[at..at + count].copy_from_slice(&from),
            (Body::Longs(to), Body::Longs(from)) => to[at..at + count].copy_from_slice(&from),
            _ => return,
        }
        match (&mut self.terms, range.terms) {
            (Some(to), Some(from)) => to[at..at + count].copy_from_slice(&from),
            (Some(to), None) => to[at..at + count].fill(0),
            (None, Some(from)) => {
                let mut terms = vec![0; self.body.len()].into_boxed_slice();
                terms[at..at + count].copy_from_slice(&from);
                self.terms = Some(terms);
            }
            (None, None) => {}
        }
    }
}

/// What the JDK's own classes know of reflection: the JVM initialises it early.
fn reflect_access(machine: &mut Machine, _: &[Value]) -> Run<Value> {
    let class = machine.load("java/lang/reflect/AccessibleObject")?;
    machine.initialise(class)?;
    let class = machine.load("jdk/internal/access/SharedSecrets")?;
    let fields = &machine.class(class).fields;
    let field = fields
        .iter()
        .find(|field| &*field.name == "javaLangReflectAccess");
    match field.map(|field| usize::from(field.slot)) {
        Some(slot) => Ok(machine.get_static(class, slot)),
        None => Ok(Value::default()),
    }
}
