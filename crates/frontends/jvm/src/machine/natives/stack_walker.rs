//! `StackWalker`: the frames of the run. Who calls the unit is not known.

use super::super::class::MethodId;
use super::super::value::Value;
use super::super::{Machine, Run, Stop};
use super::Native;

const FRAME: &str = "java/lang/StackFrameInfo";

pub(super) fn find(class: &str, name: &str, _descriptor: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/lang/StackWalker", "getCallerClass") => caller_class,
        ("java/lang/StackWalker", "walk") => walk,
        ("java/lang/StackWalker", "forEach") => for_each,
        (FRAME, "getDeclaringClass" | "declaringClass") => |machine, arguments| {
            let class = machine.class_of_frame(arguments[0]);
            Ok(Value::reference(machine.mirror(class)?))
        },
        (FRAME, "getClassName") => |machine, arguments| {
            let class = machine.class_of_frame(arguments[0]);
            let name = machine.class(class).dotted();
            Ok(Value::reference(machine.new_string(&name)?))
        },
        (FRAME, "getMethodName") => |machine, arguments| {
            let method = machine.method_of_frame(arguments[0]);
            let name = machine.method(method).name.clone();
            Ok(Value::reference(machine.new_string(&name)?))
        },
        (FRAME, "getDescriptor") => |machine, arguments| {
            let method = machine.method_of_frame(arguments[0]);
            let descriptor = machine.method(method).descriptor.clone();
            Ok(Value::reference(machine.new_string(&descriptor)?))
        },
        (FRAME, "isNativeMethod") => super::falsity,
        (FRAME, "getMethodType" | "getByteCodeIndex") => |_, _| {
            Err(Stop::unsupported(
                "asks a stack for more than its methods and lines",
            ))
        },
        _ => return None,
    })
}

impl Machine {
    fn method_of_frame(&self, frame: Value) -> MethodId {
        MethodId(self.heap.get(frame.as_ref()).payload)
    }

    fn class_of_frame(&self, frame: Value) -> super::super::ClassId {
        self.method(self.method_of_frame(frame)).class
    }

    /// The frames that a walker shows, top first: not those that the machine
    /// itself makes for functions.
    fn shown_frames(&self) -> Vec<(MethodId, u16)> {
        let mut frames = self.frames_above(None);
        frames.retain(|(method, _)| {
            let class = self.class(self.method(*method).class);
            !class.name.contains("$$Lambda")
        });
        frames
    }

    /// The frames as a list.
    fn frames_as_list(&mut self) -> Run<Value> {
        self.lose("who calls the unit");
        let class = self.load(FRAME)?;
        self.initialise(class)?;
        let list = self.construct("java/util/ArrayList", "()V", &[])?;
        for (method, line) in self.shown_frames() {
            let frame = self.allocate(class)?;
            self.heap.get_mut(frame).payload = method.0;
            let element = self.element(method, line)?;
            self.set_named(frame, "ste", element)?;
            let frame = [Value::reference(frame)];
            self.call_virtual(list, "add", "(Ljava/lang/Object;)Z", &frame)?;
        }
        Ok(Value::reference(list))
    }
}

fn walk(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let list = machine.frames_as_list()?;
    let stream =
        machine.call_virtual(list.as_ref(), "stream", "()Ljava/util/stream/Stream;", &[])?;
    let apply = "(Ljava/lang/Object;)Ljava/lang/Object;";
    machine.call_virtual(arguments[1].as_ref(), "apply", apply, &[stream])
}

fn for_each(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    machine.check_null(arguments[1])?;
    let list = machine.frames_as_list()?;
    let each = "(Ljava/util/function/Consumer;)V";
    machine.call_virtual(list.as_ref(), "forEach", each, &arguments[1..2])
}

/// The class of the method that called the one that asks.
fn caller_class(machine: &mut Machine, _: &[Value]) -> Run<Value> {
    match machine.shown_frames().get(1) {
        Some(&(method, _)) => {
            let class = machine.method(method).class;
            Ok(Value::reference(machine.mirror(class)?))
        }
        None => Err(Stop::unsupported("asks who calls the unit")),
    }
}
