//! The outside world: standard output is captured, nothing else is there.

use super::super::heap::Body;
use super::super::value::Value;
use super::super::{Machine, Run, Stop};
use super::{Native, nothing};
use crate::code::Kind;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/io/FileDescriptor", "getHandle") => |_, _| Ok(Value::long(-1)),
        ("java/io/FileDescriptor", "getAppend") => nothing,
        ("java/io/FileOutputStream", "writeBytes") => write_bytes,
        ("java/io/FileOutputStream", "write") if descriptor == "(IZ)V" => write_one,
        // No terminal is there.
        ("java/io/Console", "encoding" | "ttyStatus") => super::nothing,
        ("java/io/Console", "istty") => super::falsity,
        // One that is not connected is an object like others.
        ("java/net/Socket" | "java/net/ServerSocket", "<init>")
            if matches!(
                descriptor,
                "()V" | "(Ljava/net/SocketImpl;)V" | "(Ljava/net/Proxy;)V"
            ) =>
        {
            return None;
        }
        ("java/net/Socket" | "java/net/ServerSocket", "connect" | "bind" | "<init>") => {
            |_, _| Err(Stop::unsupported("opens a socket"))
        }
        // What it reads says how exceptions of the network speak of hosts.
        ("jdk/internal/util/Exceptions", "setup") => super::nothing,
        // Addresses are numbers until somebody is asked for them.
        ("java/net/InetAddress" | "java/net/Inet4Address" | "java/net/Inet6Address", "init") => {
            super::nothing
        }
        (
            "java/net/InetAddress" | "java/net/InetAddressImplFactory",
            "isIPv6Supported" | "isIPv4Available",
        ) => super::truth,
        (
            "java/net/Inet4AddressImpl" | "java/net/Inet6AddressImpl",
            "lookupAllHostAddr" | "getHostByAddr" | "getLocalHostName" | "isReachable0",
        )
        | ("java/net/NetworkInterface", "init") => {
            |_, _| Err(Stop::unsupported("asks the network"))
        }
        ("java/lang/ProcessImpl", "start") => |_, _| Err(Stop::unsupported("starts a process")),
        ("java/lang/ProcessEnvironment", "environ") => {
            |_, _| Err(Stop::unsupported("reads the environment"))
        }
        ("java/util/TimeZone", "getSystemTimeZoneID") => {
            |machine, _| Ok(Value::reference(machine.new_string("UTC")?))
        }
        _ => return None,
    })
}

/// What a program is about to do when it calls a native of a class that there is none of,
/// where that says more than a name.
pub(in super::super) fn act_of(class: &str) -> Option<&'static str> {
    match class {
        "java/lang/ProcessImpl" => Some("starts a process"),
        "java/lang/ProcessHandleImpl" => Some("looks at processes"),
        _ if class.starts_with("java/net/") || class.starts_with("sun/net/") => {
            Some("uses the network")
        }
        _ if class.starts_with("sun/nio/ch/") => Some("opens a channel to a file or the network"),
        _ => None,
    }
}

/// Bytes of output beyond which no more is kept.
const MOST_OUTPUT: usize = 1 << 20;

fn write_one(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    if let Some(stream) = machine.stream_behind(arguments[0].as_ref())? {
        return machine.call_virtual(stream, "write", "(I)V", &arguments[1..2]);
    }
    let byte = machine.pin_int(arguments[1])?;
    let array = machine.allocate_primitives(Kind::Byte, 1)?;
    machine.heap.get_mut(array).set(0, Value::int(byte));
    let whole = [Value::reference(array), Value::int(0), Value::int(1)];
    write_bytes(machine, &[arguments[0], whole[0], whole[1], whole[2]])
}

fn write_bytes(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    if let Some(stream) = machine.stream_behind(arguments[0].as_ref())? {
        return machine.call_virtual(stream, "write", "([BII)V", &arguments[1..4]);
    }
    let descriptor = machine.get_named(arguments[0].as_ref(), "fd")?.as_ref();
    let number = machine.get_named(descriptor, "fd")?.as_int();
    let array = arguments[1].as_ref();
    let from = machine.pin_int(arguments[2])?.max(0) as usize;
    let count = machine.pin_int(arguments[3])?.max(0) as usize;
    let Body::Bytes(bytes) = &machine.heap.get(array).body else {
        return Ok(Value::default());
    };
    let bytes = bytes.get(from..from + count).unwrap_or(&[]).to_vec();
    let stream = match number {
        1 => &mut machine.output,
        2 => &mut machine.errors,
        _ => return Err(Stop::unsupported("writes to a file")),
    };
    if stream.len() < MOST_OUTPUT {
        stream.extend_from_slice(&bytes);
    }
    Ok(Value::default())
}
