//! Threads. One that is started runs at once, until it ends or waits for
//! others; then the one that started it goes on. What waits is not resumed:
//! where that would show, the path ends.

use super::super::value::{NULL, Ref, Value};
use super::super::{Machine, Run, Stop};
use super::{Native, falsity, nothing, truth};

/// What a thread's status is when it has ended.
const TERMINATED: i32 = 2;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    match class {
        "java/lang/Thread" => {}
        "java/lang/Thread$ThreadIdentifiers" => {
            return (name == "next").then_some(next_number);
        }
        // Nothing is ever thrown away here, so nobody waits for it.
        "sun/java2d/Disposer" => return (name == "run").then_some(nothing),
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
        // No worker comes; who waits for a task does it.
        "java/util/concurrent/ForkJoinPool" => {
            return (name == "createWorker").then_some(|machine, _| {
                machine.threads.lacks_workers = true;
                machine.threads.helps = true;
                Ok(Value::boolean(false))
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
            |machine, _| Ok(Value::reference(machine.current_thread()))
        }
        "setPriority0"
        | "interrupt0"
        | "yield"
        | "yield0"
        | "setNativeName"
        | "clearInterruptEvent"
        | "onSpinWait"
        | "ensureMaterializedForStackWalk" => nothing,
        "sleep" | "sleep0" | "sleepNanos0" | "sleepNanos" => nothing,
        "holdsLock" => truth,
        "isAlive" => {
            |machine, arguments| Ok(Value::boolean(machine.is_alive(arguments[0].as_ref())))
        }
        "isInterrupted" if descriptor == "()Z" => return None,
        "interrupted" => falsity,
        "getNextThreadIdOffset" => nothing,
        "start0" => start,
        "scopedValueCache"
        | "getStackTrace0"
        | "findScopedValueBindings"
        | "scopedValueBindings" => nothing,
        _ => return None,
    })
}

impl Machine {
    fn current_thread(&self) -> Ref {
        let running = self.threads.running.last();
        running.copied().unwrap_or(self.main_thread)
    }

    fn is_alive(&self, thread: Ref) -> bool {
        let threads = &self.threads;
        thread == self.main_thread
            || threads.running.contains(&thread)
            || threads.waiting.contains(&thread)
    }

    /// The stop of a thread that waits for another one.
    fn wait_for_others(&mut self) -> Stop {
        self.threads.waits = !self.threads.running.is_empty();
        Stop::unsupported("waits for another thread")
    }
}

/// `Object.wait`, for ever or for a time.
pub(super) fn wait(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    match arguments.get(1).map(|time| time.as_long()) {
        Some(time) if time > 0 => Ok(Value::default()),
        _ => Err(machine.wait_for_others()),
    }
}

/// `Unsafe.park`: whether a time is one of the clock, and the time.
pub(super) fn park(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let current = machine.current_thread();
    let time = arguments[2].as_long();
    if machine.threads.permitted.remove(&current) {
        return Ok(Value::default());
    }
    if arguments[1].as_bool() || time > 0 {
        machine.nanoseconds = machine.nanoseconds.saturating_add(time.max(0));
        return Ok(Value::default());
    }
    if std::mem::take(&mut machine.threads.helps) {
        return help(machine);
    }
    let threads = &machine.threads;
    let is_alone =
        threads.running.is_empty() && threads.waiting.is_empty() && !threads.lacks_workers;
    match is_alone {
        // It would wait for ever; that it does not end is for others to say.
        true => Ok(Value::default()),
        false => Err(machine.wait_for_others()),
    }
}

/// Does the work of the common pool that no worker came for.
fn help(machine: &mut Machine) -> Run<Value> {
    let class = machine.load("java/util/concurrent/ForkJoinPool")?;
    let shape = "()Ljava/util/concurrent/ForkJoinPool;";
    let Some(common) = machine.find_own_method(class, "commonPool", shape) else {
        return Ok(Value::default());
    };
    let pool = machine.call(common, &[])?.as_ref();
    let shape = "()Ljava/util/concurrent/ForkJoinTask;";
    loop {
        let task = machine.call_virtual(pool, "pollSubmission", shape, &[])?;
        if task.as_ref() == NULL {
            return Ok(Value::default());
        }
        machine.call_virtual(task.as_ref(), "quietlyInvoke", "()V", &[])?;
    }
}

pub(super) fn unpark(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let thread = arguments[1].as_ref();
    if machine.threads.waiting.contains(&thread) {
        return Err(Stop::unsupported("wakes another thread"));
    }
    if thread != NULL {
        machine.threads.permitted.insert(thread);
    }
    Ok(Value::default())
}

fn next_number(machine: &mut Machine, _: &[Value]) -> Run<Value> {
    machine.threads.made += 1;
    Ok(Value::long(machine.threads.made + 20))
}

/// Threads of the JDK itself only clean up; they need not run.
fn start(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let thread = arguments[0].as_ref();
    let class = machine.heap.class_of(thread);
    let name = machine.class(class).name.clone();
    if name.starts_with("java/lang/ref/") || name.starts_with("jdk/internal/") {
        return Ok(Value::default());
    }
    machine.lose("what threads do at the same time");
    machine.threads.running.push(thread);
    let (frames, nesting) = (machine.frames.len(), machine.nesting);
    let done = machine.call_virtual(thread, "run", "()V", &[]);
    machine.threads.running.pop();
    match done {
        Err(Stop::End(_)) if std::mem::take(&mut machine.threads.waits) => {
            machine.give_up_frames(frames);
            machine.nesting = nesting;
            machine.threads.waiting.push(thread);
            return Ok(Value::default());
        }
        // What a thread throws nobody catches.
        Ok(_) | Err(Stop::Throw(_)) => {}
        Err(stop) => return Err(stop),
    }
    let holder = match machine.get_named(thread, "holder") {
        Ok(holder) => holder.as_ref(),
        Err(_) => thread,
    };
    machine.set_named(holder, "threadStatus", Value::int(TERMINATED))?;
    Ok(Value::default())
}
