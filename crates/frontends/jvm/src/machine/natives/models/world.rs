//! What the machine, the user, the clock or chance answers: the JDK's own code does, and the
//! run takes it for granted.

use super::super::super::value::Value;
use super::super::super::{Machine, Run};
use super::super::{Model, Outcome};

/// A model that only says that an answer is taken for granted.
macro_rules! asks {
    ($what:literal) => {{
        fn ask(machine: &mut Machine, _: &[Value]) -> Run<Outcome> {
            machine.suppose_world($what);
            Ok(Outcome::Interpret)
        }
        ask
    }};
}

/// The same, if the user's code asks: the JDK asks for much that changes nothing.
macro_rules! asks_itself {
    ($what:literal) => {{
        fn ask(machine: &mut Machine, _: &[Value]) -> Run<Outcome> {
            if machine.is_called_by_user() {
                machine.suppose_world($what);
            }
            Ok(Outcome::Interpret)
        }
        ask
    }};
}

pub fn find(class: &str, name: &str) -> Option<Model> {
    Some(match (class, name) {
        ("java/lang/System", "currentTimeMillis" | "nanoTime")
        | ("jdk/internal/misc/VM", "getNanoTimeAdjustment") => asks!("the clock"),
        ("java/lang/System", "getProperty" | "getProperties")
        | ("java/lang/Boolean", "getBoolean")
        | ("java/lang/Integer" | "java/lang/Long", "getInteger" | "getLong") => {
            asks_itself!("System.getProperty")
        }
        ("java/lang/System", "getenv") => asks!("System.getenv"),
        ("java/lang/System", "identityHashCode") | ("java/lang/Object", "hashCode") => {
            asks!("Object.hashCode")
        }
        (
            "java/lang/Runtime",
            "availableProcessors" | "freeMemory" | "totalMemory" | "maxMemory",
        ) => {
            asks!("Runtime.getRuntime")
        }
        ("java/lang/Thread", "currentThread" | "interrupted" | "isInterrupted" | "isAlive") => {
            asks_itself!("Thread.currentThread")
        }
        ("java/util/Locale", "getDefault") => asks!("Locale.getDefault"),
        ("java/util/TimeZone", "getDefault" | "getDefaultRef") => asks!("TimeZone.getDefault"),
        ("java/nio/charset/Charset", "defaultCharset") => asks_itself!("Charset.defaultCharset"),
        ("java/lang/Math", "random")
        | ("java/util/UUID", "randomUUID")
        | ("java/util/concurrent/ThreadLocalRandom", "current") => asks!("chance"),
        (
            "java/util/Random" | "java/util/SplittableRandom" | "java/security/SecureRandom",
            "<init>",
        ) => {
            asks!("chance")
        }
        ("java/net/InetAddress", "getLocalHost" | "getByName" | "getAllByName") => {
            asks!("the network")
        }
        ("java/lang/ProcessHandle", "current") => asks!("ProcessHandle.current"),
        _ => return None,
    })
}
