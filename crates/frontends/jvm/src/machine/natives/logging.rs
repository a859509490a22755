//! Logs, which nobody reads: what a program asks for is a logger that says
//! nothing. Whether something is logged is not known, and a loss.

use super::super::value::{Ref, Value};
use super::super::{Machine, Run, Stop};
use super::{Native, nothing};

/// The logger of the JDK.
pub fn find(class: &str, name: &str) -> Option<Native> {
    if class != "java/util/logging/Logger" {
        return None;
    }
    Some(match name {
        "<clinit>" => nothing,
        "getLogger" => |machine, arguments| {
            machine.check_null(arguments[0])?;
            let made = logger(machine)?;
            machine.set_named(made, "name", arguments[0])?;
            Ok(Value::reference(made))
        },
        "getGlobal" => |machine, _| {
            let made = logger(machine)?;
            let name = machine.new_string("global")?;
            machine.set_named(made, "name", Value::reference(name))?;
            Ok(Value::reference(made))
        },
        "getAnonymousLogger" => |machine, _| Ok(Value::reference(logger(machine)?)),
        "isLoggable" => is_enabled,
        "log"
        | "logp"
        | "info"
        | "warning"
        | "severe"
        | "config"
        | "fine"
        | "finer"
        | "finest"
        | "entering"
        | "exiting"
        | "throwing"
        | "setLevel"
        | "addHandler"
        | "setUseParentHandlers" => nothing,
        _ => return None,
    })
}

fn logger(machine: &mut Machine) -> Run<Ref> {
    let class = machine.load("java/util/logging/Logger")?;
    machine.initialise(class)?;
    machine.allocate(class)
}

/// Loggers of libraries that are on class paths everywhere.
pub fn find_in_library(class: &str, name: &str) -> Option<Native> {
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
