//! Threads: there is one.

use super::super::value::Value;
use super::super::{Machine, Run, Stop};
use super::{Native, falsity, nothing, truth};

pub fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    match class {
        "java/lang/Thread" => {}
        "java/lang/ref/Reference" => {
            return Some(match name {
                "startReferenceHandlerThread" | "startThreadsAtInit" => nothing,
                "clear0" | "clear" => |machine, arguments| {
                    let reference = arguments[0].as_ref();
                    machine.set_named(reference, "referent", Value::default())?;
                    Ok(Value::default())
                },
                "refersTo0" => |machine, arguments| {
                    let referent = machine.get_named(arguments[0].as_ref(), "referent")?;
                    Ok(Value::boolean(referent.as_ref() == arguments[1].as_ref()))
                },
                _ => return None,
            });
        }
        "java/lang/ref/Finalizer" => {
            return Some(match name {
                "startFinalizerThread" | "register" | "isFinalizationEnabled" => nothing,
                _ => return None,
            });
        }
        _ => return None,
    }
    Some(match name {
        "currentThread" | "currentCarrierThread" => {
            |machine, _| Ok(Value::reference(machine.main_thread))
        }
        "setPriority0"
        | "interrupt0"
        | "yield"
        | "yield0"
        | "setNativeName"
        | "clearInterruptEvent"
        | "onSpinWait"
        | "ensureMaterializedForStackWalk" => nothing,
        "sleep" | "sleep0" | "sleepNanos0" => nothing,
        "holdsLock" => truth,
        "isAlive" => {
            |machine, arguments| Ok(Value::boolean(arguments[0].as_ref() == machine.main_thread))
        }
        "isInterrupted" if descriptor == "()Z" => return None,
        "interrupted" => falsity,
        "getNextThreadIdOffset" => |_, _| Err(Stop::unsupported("makes a thread")),
        "start0" => start,
        "scopedValueCache"
        | "getStackTrace0"
        | "findScopedValueBindings"
        | "scopedValueBindings" => nothing,
        _ => return None,
    })
}

/// Threads of the JDK itself only clean up; they need not run.
fn start(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.heap.class_of(arguments[0].as_ref());
    let name = machine.class(class).name.clone();
    if name.starts_with("java/lang/ref/") || name.starts_with("jdk/internal/") {
        return Ok(Value::default());
    }
    Err(Stop::unsupported("starts a thread"))
}
