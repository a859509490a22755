//! Logs, which nobody reads: what a program asks for is a logger that says
//! nothing. Whether something is logged is a matter of configuration: the
//! answer is that of a logger that nobody configured, and a loss.

use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::{Native, nothing};

/// What the platform itself logs with.
const OF_PLATFORM: &str = "jdk/internal/logger/SimpleConsoleLogger";

/// What windows and the like log with; nothing that it says is seen.
const OF_WINDOWS: &str = "sun/util/logging/PlatformLogger";

/// The loggers of the JDK.
pub(super) fn find(class: &str, name: &str) -> Option<Native> {
    match (class, name) {
        ("java/util/logging/Logger", _) => {}
        ("java/lang/System", "getLogger") => {
            return Some(|machine, arguments| {
                machine.check_null(arguments[0])?;
                machine.lose("whether something is logged");
                let given = [arguments[0], Value::boolean(false)];
                let made = machine.construct(OF_PLATFORM, "(Ljava/lang/String;Z)V", &given)?;
                Ok(Value::reference(made))
            });
        }
        (OF_PLATFORM, "publish") => return Some(nothing),
        (OF_WINDOWS, "getLogger") => {
            return Some(|machine, _| {
                let class = machine.load(OF_WINDOWS)?;
                Ok(Value::reference(machine.allocate(class)?))
            });
        }
        (OF_WINDOWS, "isLoggable" | "isEnabled") => return Some(super::falsity),
        (OF_WINDOWS, "severe" | "warning" | "info" | "config" | "fine" | "finer" | "finest") => {
            return Some(nothing);
        }
        _ => return None,
    }
    Some(match name {
        "getLogger" => |machine, arguments| {
            machine.check_null(arguments[0])?;
            Ok(Value::reference(logger(machine, arguments[0])?))
        },
        "getGlobal" => |machine, _| {
            let name = machine.new_string("global")?;
            Ok(Value::reference(logger(machine, Value::reference(name))?))
        },
        "getAnonymousLogger" => {
            |machine, _| Ok(Value::reference(logger(machine, Value::default())?))
        }
        "isLoggable" => is_loggable,
        "getParent" => parent,
        // Both are for the manager of all loggers, which ours have none of.
        "checkPermission" | "ensureManagerInitialized" => nothing,
        "log" | "logp" | "logrb" | "info" | "warning" | "severe" | "config" | "fine" | "finer"
        | "finest" | "entering" | "exiting" | "throwing" => nothing,
        _ => return None,
    })
}

/// A logger without parent or manager: the constructor that makes the global
/// one before there is any.
fn logger(machine: &mut Machine, name: Value) -> Run<Ref> {
    machine.construct("java/util/logging/Logger", "(Ljava/lang/String;)V", &[name])
}

fn is_loggable(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    machine.lose("whether something is logged");
    let logger = arguments[0].as_ref();
    // Java 8 has no object for it.
    let holder = match machine.get_named(logger, "config") {
        Ok(config) => config.as_ref(),
        Err(_) => logger,
    };
    if says_all(machine, logger)? {
        machine.set_named(holder, "levelValue", Value::int(i32::MIN))?;
    }
    let least = machine.get_named(holder, "levelValue")?.as_int();
    let level = machine.get_named(arguments[1].as_ref(), "value")?.as_int();
    Ok(Value::boolean(level >= least && least != i32::MAX))
}

/// Whether the input has a logger say all there is, if the user's code asks one with a name.
fn says_all(machine: &mut Machine, logger: Ref) -> Run<bool> {
    let name = machine.get_named(logger, "name")?.as_ref();
    let answering = machine.answering.clone();
    match answering.filter(|_| name != NULL && machine.is_asked_by_user()) {
        Some(answering) => {
            machine.pin_string(name)?;
            let name = machine.text_of(name);
            answering.says_all(machine, &name)
        }
        None => Ok(false),
    }
}

/// That of a logger is the one of all others, which is configured elsewhere.
fn parent(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let parent = machine.get_named(arguments[0].as_ref(), "parent")?;
    match parent.as_ref() {
        NULL => Err(Stop::unsupported("asks for the logger above all others")),
        _ => Ok(parent),
    }
}

/// Loggers of libraries that are on class paths everywhere.
pub(super) fn find_in_library(class: &str, name: &str) -> Option<Native> {
    let asks = name.starts_with("is") && name.ends_with("Enabled");
    Some(match (class, name) {
        ("org/slf4j/LoggerFactory", "getLogger") => |machine, _| {
            let class = machine.load("org/slf4j/helpers/NOPLogger")?;
            machine.initialise(class)?;
            let fields = &machine.class(class).fields;
            let only = fields.iter().find(|field| &*field.name == "NOP_LOGGER");
            match only.map(|field| usize::from(field.slot)) {
                Some(slot) => Ok(machine.get_static(class, slot)),
                None => Err(Stop::unsupported("logs with an unknown version of slf4j")),
            }
        },
        ("org/slf4j/LoggerFactory", "getILoggerFactory") => |machine, _| {
            let made = machine.construct("org/slf4j/helpers/NOPLoggerFactory", "()V", &[])?;
            Ok(Value::reference(made))
        },
        ("org/apache/commons/logging/LogFactory", "getLog") => |machine, _| {
            let made = machine.construct("org/apache/commons/logging/impl/NoOpLog", "()V", &[])?;
            Ok(Value::reference(made))
        },
        ("org/slf4j/helpers/NOPLogger" | "org/apache/commons/logging/impl/NoOpLog", _) if asks => {
            is_enabled
        }
        _ => return None,
    })
}

fn is_enabled(machine: &mut Machine, _: &[Value]) -> Run<Value> {
    machine.lose("whether something is logged");
    Ok(Value::boolean(false))
}
