//! Exceptions that the machine itself throws, and the search for handlers.

#![allow(
    clippy::print_stderr,
    reason = "only where the machine is asked to be verbose"
)]

use super::value::{NULL, Ref, Value};
use super::{ClassId, Machine, Run, Stop};
use crate::code::{Implicit, Instr};

impl Machine {
    /// The stop that throws a new exception of a class of the JDK.
    pub fn throw(&mut self, class: &str, message: Option<&str>) -> Stop {
        if self.verbose {
            eprintln!("{class}: {}", message.unwrap_or(""));
            self.say_stack();
        }
        match self.new_throwable(class, message) {
            Ok(thrown) => Stop::Throw(thrown),
            Err(stop) => stop,
        }
    }

    /// Says where a run ended, if it is to say so.
    pub(super) fn say_where(&mut self, stop: &Stop) {
        if self.verbose && self.nesting > 0 {
            eprintln!("{stop:?}");
            self.say_stack();
        }
    }

    fn say_stack(&self) {
        for frame in self.frames.iter().rev().take(16) {
            let line = frame.code.line_of(frame.at);
            eprintln!("    at {}:{line}", self.method_name(frame.method));
        }
    }

    fn new_throwable(&mut self, class: &str, message: Option<&str>) -> Run<Ref> {
        if self.nesting >= super::calls::DEEPEST_NESTING {
            return Err(Stop::unsupported(format!(
                "throws {class} too deep inside natives"
            )));
        }
        let class = self.load(class)?;
        self.initialise(class)?;
        let thrown = self.allocate(class)?;
        let message = match message {
            Some(text) => self.new_string(text)?,
            None => NULL,
        };
        if let Some(constructor) = self.find_method(class, "<init>", "(Ljava/lang/String;)V") {
            let arguments = [Value::reference(thrown), Value::reference(message)];
            self.call(constructor, &arguments)?;
        } else {
            if let Some(constructor) = self.find_method(class, "<init>", "()V") {
                self.call(constructor, &[Value::reference(thrown)])?;
            }
            if message != NULL {
                let slot = self.slot(class, "detailMessage")?;
                self.heap.set_field(thrown, slot, Value::reference(message));
            }
        }
        Ok(thrown)
    }

    /// The goal of an exception that the instruction under way may throw by itself.
    pub(super) fn exception_here(&self, implicit: Implicit) -> Option<u32> {
        let frame = self.frames.last()?;
        let exceptions = &frame.code.exceptions;
        let key = (frame.at as u32, implicit);
        let found = exceptions.binary_search_by_key(&key, |one| (one.0, one.1));
        Some(exceptions[found.ok()?].2)
    }

    /// Covers the goal of what the top frame has thrown by itself. What a call throws is
    /// not the caller's, unless there was no receiver.
    pub(super) fn cover_exception(&mut self, thrown: Ref) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let at = frame.at as u32;
        let exceptions = &frame.code.exceptions;
        let first = exceptions.partition_point(|one| one.0 < at);
        let mut here = exceptions[first..].iter().take_while(|one| one.0 == at);
        let class = self.class(self.heap.class_of(thrown));
        let found = here.find(|(_, implicit, _)| *class.name == *implicit.class());
        let is_own = match frame.code.instrs[frame.at].get() {
            Instr::CallExact(_, slots) | Instr::CallVirtual(_, slots) => {
                let receiver = frame.top.checked_sub(usize::from(slots));
                receiver.is_some_and(|place| self.stack[place].as_ref() == NULL)
            }
            _ => true,
        };
        if let (Some(&(_, _, goal)), true) = (found, is_own) {
            self.cover(goal);
        }
    }

    /// Finds the handler of an exception in the frames from the top down to
    /// `floor`; without one, those frames are gone.
    pub(super) fn unwind(&mut self, thrown: Ref, floor: usize) -> Run<()> {
        let class = self.heap.class_of(thrown);
        while self.frames.len() > floor {
            self.leave();
            let frame = self.frames.last().expect("there is one above the floor");
            let code = frame.code.clone();
            let (at, method) = (frame.at, frame.method);
            for handler in &code.handlers {
                if !(handler.start as usize..handler.end as usize).contains(&at) {
                    continue;
                }
                if handler.class != 0 && !self.catches(method, handler.class, class)? {
                    continue;
                }
                let frame = self.frames.last_mut().expect("it is still there");
                let bottom = frame.base + usize::from(code.max_locals);
                frame.at = handler.target as usize;
                frame.top = bottom + 1;
                self.stack[bottom] = Value::reference(thrown);
                return Ok(());
            }
            self.frames.pop();
        }
        Err(Stop::Throw(thrown))
    }

    /// Whether a handler's class catches another. A class that cannot be
    /// loaded catches nothing that is there.
    fn catches(&mut self, method: super::MethodId, index: u16, thrown: ClassId) -> Run<bool> {
        let owner = self.method(method).class;
        match self.resolve_class(owner, index) {
            Ok(class) => Ok(self.is_subtype(thrown, class)),
            Err(Stop::Throw(_)) => Ok(false),
            Err(stop) => Err(stop),
        }
    }

    /// Class name with dots and message of an exception.
    pub fn describe_throwable(&mut self, thrown: Ref) -> (String, Option<String>) {
        let class = self.heap.class_of(thrown);
        let name = self.class(class).dotted();
        let message = match self.slot(class, "detailMessage") {
            Ok(slot) => self.heap.field(thrown, slot).as_ref(),
            Err(_) => NULL,
        };
        let text = (message != NULL).then(|| self.text_of(message));
        (name, text)
    }
}
