//! Stack traces: the frames that were there when an exception was made.

use super::super::class::MethodId;
use super::super::value::{Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;

/// The deepest trace, as in the JVM.
const DEEPEST: usize = 1_024;
const ELEMENT: &str = "java/lang/StackTraceElement";

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    let makes_all = descriptor.ends_with("I)[Ljava/lang/StackTraceElement;");
    Some(match (class, name) {
        ("java/lang/Throwable", "fillInStackTrace") => fill_in,
        ("java/lang/Throwable", "getStackTraceDepth") => |machine, arguments| {
            let trace = machine.trace_of(arguments[0])?;
            Ok(Value::int(trace.len() as i32))
        },
        ("java/lang/Throwable", "getStackTraceElement") => |machine, arguments| {
            let trace = machine.trace_of(arguments[0])?;
            match trace.get(arguments[1].as_int() as usize) {
                Some(&(method, line)) => machine.element(method, line),
                None => Err(machine.throw("java/lang/IndexOutOfBoundsException", None)),
            }
        },
        (ELEMENT, "of") if makes_all => |machine, arguments| {
            let trace = machine.trace_of(arguments[0])?;
            machine.elements_of(&trace)
        },
        ("java/lang/Thread", "getStackTrace") => |machine, _| {
            let class = machine.load("java/lang/Thread")?;
            let shape = "()[Ljava/lang/StackTraceElement;";
            let own = machine.find_own_method(class, "getStackTrace", shape);
            let mut trace = machine.frames_above(None);
            trace.splice(0..0, own.map(|own| (own, 0)));
            machine.elements_of(&trace)
        },
        _ => return None,
    })
}

fn fill_in(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let thrown = arguments[0];
    let trace = machine.frames_above(Some(thrown.as_ref()));
    machine.set_named(thrown.as_ref(), "backtrace", thrown.concrete())?;
    let class = machine.heap.class_of(thrown.as_ref());
    if let Ok(slot) = machine.slot(class, "depth") {
        let depth = Value::int(trace.len() as i32);
        machine.heap.set_field(thrown.as_ref(), slot, depth);
    }
    machine.traces.insert(thrown.as_ref(), trace);
    Ok(thrown)
}

impl Machine {
    /// The methods of the frames, top first, and the lines they are at; not
    /// those that only make an exception.
    pub(super) fn frames_above(&self, thrown: Option<Ref>) -> Vec<(MethodId, u16)> {
        let makes = |method: MethodId| {
            let Some(thrown) = thrown else {
                return false;
            };
            let of = self.heap.class_of(thrown);
            let method = self.method(method);
            matches!(&*method.name, "<init>" | "fillInStackTrace")
                && self.is_subtype(of, method.class)
        };
        let frames = self.frames.iter().rev();
        let frames = frames.skip_while(|frame| makes(frame.method));
        let lines = frames.map(|frame| (frame.method, frame.code.line_of(frame.at)));
        lines.take(DEEPEST).collect()
    }

    fn trace_of(&self, thrown: Value) -> Run<Vec<(MethodId, u16)>> {
        match self.traces.get(&thrown.as_ref()) {
            Some(trace) => Ok(trace.clone()),
            None => Err(Stop::unsupported(
                "asks for a stack trace that is not known any more",
            )),
        }
    }

    fn elements_of(&mut self, trace: &[(MethodId, u16)]) -> Run<Value> {
        let class = self.load(&format!("[L{ELEMENT};"))?;
        let array = self.allocate_array(class, trace.len())?;
        for (index, &(method, line)) in trace.iter().enumerate() {
            let element = self.element(method, line)?;
            self.heap.get_mut(array).set(index, element);
        }
        Ok(Value::reference(array))
    }

    pub(super) fn element(&mut self, method: MethodId, line: u16) -> Run<Value> {
        let class = self.load(ELEMENT)?;
        self.initialise(class)?;
        let element = self.allocate(class)?;
        let owner = self.method(method).class;
        let name = self.method(method).name.clone();
        let owner = self.class(owner);
        let source = owner.file.as_ref().and_then(|file| file.source.clone());
        let dotted = owner.dotted();
        let dotted = self.new_string(&dotted)?;
        self.set_named(element, "declaringClass", Value::reference(dotted))?;
        let name = self.new_string(&name)?;
        self.set_named(element, "methodName", Value::reference(name))?;
        if let Some(source) = source {
            let source = self.new_string(&source)?;
            self.set_named(element, "fileName", Value::reference(source))?;
        }
        let line = if line == 0 { -1 } else { i32::from(line) };
        self.set_named(element, "lineNumber", Value::int(line))?;
        Ok(Value::reference(element))
    }
}
