//! Finding and calling methods.

use super::class::{ClassId, Field, MethodBody, MethodId};
use super::heap::Body;
use super::natives::{Native, Outcome as Answer};
use super::value::{Ref, Value};
use super::{Frame, Machine, Run, Stop};
use crate::code::Kind;

/// Natives inside natives beyond which a run ends: each takes the host's stack.
pub(super) const DEEPEST_NESTING: usize = 120;

impl Machine {
    /// Leaves the top frame; the value, if no frame above the floor is left to take it.
    #[inline]
    pub(super) fn give_back(&mut self, floor: usize, value: Value, slots: usize) -> Option<Value> {
        self.pass_sides();
        self.frames.pop();
        if self.frames.len() == floor {
            return Some(value);
        }
        let caller = self.frames.last_mut().expect("it is above the floor");
        self.stack[caller.top] = value;
        caller.top += slots;
        caller.at += 1;
        None
    }

    /// A method that a class itself declares.
    pub fn find_own_method(
        &mut self,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodId> {
        let key = self.key(name, descriptor);
        self.class(class).by_key.get(&key).copied()
    }

    /// A method of a class or its supertypes.
    pub fn find_method(
        &mut self,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodId> {
        let key = self.key(name, descriptor);
        self.lookup(class, key)
    }

    /// A method of a class or its supertypes, as a call site names it.
    pub(super) fn lookup(&self, class: ClassId, key: u32) -> Option<MethodId> {
        let mut own = self.ancestry(class).map(|here| &self.class(here).by_key);
        let found = own.find_map(|by_key| by_key.get(&key).copied());
        found.or_else(|| self.lookup_in_interfaces(class, key))
    }

    /// A class and its superclasses, upwards.
    pub fn ancestry(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(class), |here| self.class(*here).superclass)
    }

    /// The instance fields of a class and its superclasses.
    pub fn fields(&self, class: ClassId) -> impl Iterator<Item = &Field> {
        let own = self
            .ancestry(class)
            .flat_map(|here| &self.class(here).fields);
        own.filter(|field| !field.is_static())
    }

    /// The field of a name of a class or its superclasses, and who declares it.
    pub(super) fn field_named(&self, class: ClassId, name: &str) -> Option<(ClassId, &Field)> {
        self.ancestry(class).find_map(|here| {
            let mut fields = self.class(here).fields.iter();
            fields
                .find(|field| *field.name == *name)
                .map(|field| (here, field))
        })
    }

    /// The most specific method of the interfaces of a class; a default one
    /// before an abstract one.
    fn lookup_in_interfaces(&self, class: ClassId, key: u32) -> Option<MethodId> {
        let mut best: Option<MethodId> = None;
        for &interface in self.class(class).supertypes.iter() {
            if !self.class(interface).is_interface() {
                continue;
            }
            let Some(&candidate) = self.class(interface).by_key.get(&key) else {
                continue;
            };
            let found = self.method(candidate);
            if found.is_static() || found.is_private() {
                continue;
            }
            best = match best {
                None => Some(candidate),
                Some(known) => {
                    let more_specific = self.is_subtype(found.class, self.method(known).class);
                    let is_body = self.method(known).is_abstract()
                        && !found.is_abstract()
                        && !self.is_subtype(self.method(known).class, found.class);
                    Some(if more_specific || is_body {
                        candidate
                    } else {
                        known
                    })
                }
            };
        }
        best
    }

    /// The method that a virtual call on an object of a class runs.
    pub fn select(&mut self, class: ClassId, key: u32) -> Option<MethodId> {
        if let Some(&known) = self.selected.get(&(class, key)) {
            return known;
        }
        let mut found = self.ancestry(class).find_map(|here| {
            let candidate = self.class(here).by_key.get(&key).copied();
            candidate.filter(|&candidate| {
                let candidate = self.method(candidate);
                !candidate.is_static() && !candidate.is_private()
            })
        });
        if found.is_none() {
            found = self.lookup_in_interfaces(class, key);
        }
        self.selected.insert((class, key), found);
        found
    }

    /// Checks that so many bytes may be allocated.
    #[inline]
    pub fn check_memory(&mut self, bytes: u64) -> Run<()> {
        if self.heap.allocated + bytes > self.limits.memory {
            // The error itself must fit.
            self.heap.allocated = 0;
            return Err(self.throw("java/lang/OutOfMemoryError", Some("Java heap space")));
        }
        Ok(())
    }

    /// A new object with zeroed fields.
    pub fn allocate(&mut self, class: ClassId) -> Run<Ref> {
        let slots = usize::from(self.class(class).slots);
        self.check_memory(slots as u64 * 8 + 24)?;
        Ok(self.heap.add(class, Body::Longs(vec![0; slots])))
    }

    /// A new zeroed array of an array class.
    pub fn allocate_array(&mut self, class: ClassId, length: usize) -> Run<Ref> {
        let super::class::Shape::Array(_, kind) = self.class(class).shape else {
            return Err(Stop::unsupported("makes an array of a class that is none"));
        };
        self.check_memory(length as u64 * kind.bytes() + 24)?;
        Ok(self.heap.add(class, Body::array(kind, length)))
    }

    /// A new array of a primitive kind.
    pub fn allocate_primitives(&mut self, kind: Kind, length: usize) -> Run<Ref> {
        let class = self.primitive_array(kind)?;
        self.allocate_array(class, length)
    }

    /// Calls a method from the host and waits for its end. Wide arguments
    /// take two values, the second of which is ignored.
    pub fn call(&mut self, method: MethodId, arguments: &[Value]) -> Run<Value> {
        if self.nesting >= DEEPEST_NESTING {
            return Err(self.stack_overflow());
        }
        let base = self.frames.last().map_or(0, |frame| {
            frame.base + usize::from(frame.code.max_locals) + usize::from(frame.code.max_stack)
        });
        if base + arguments.len() + 512 > self.stack.len() {
            return Err(self.stack_overflow());
        }
        self.stack[base..base + arguments.len()].copy_from_slice(arguments);
        let floor = self.frames.len();
        self.nesting += 1;
        let result = match self.enter(method, base) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => self.interpret(floor),
            Err(stop) => Err(stop),
        };
        self.nesting -= 1;
        result
    }

    /// Calls the method that an object's class has for a name.
    pub fn call_virtual(
        &mut self,
        receiver: Ref,
        name: &str,
        descriptor: &str,
        arguments: &[Value],
    ) -> Run<Value> {
        let key = self.key(name, descriptor);
        let class = self.heap.class_of(receiver);
        let Some(method) = self.select(class, key) else {
            return Err(self.throw("java/lang/AbstractMethodError", Some(name)));
        };
        let mut all = Vec::with_capacity(arguments.len() + 1);
        all.push(Value::reference(receiver));
        all.extend_from_slice(arguments);
        self.call(method, &all)
    }

    /// The error of too many calls.
    fn stack_overflow(&mut self) -> Stop {
        // The error's own constructor needs room.
        let (frames, nesting) = (self.limits.frames, self.nesting);
        self.limits.frames += 100;
        self.nesting = nesting.saturating_sub(10);
        let stop = self.throw("java/lang/StackOverflowError", None);
        self.limits.frames = frames;
        self.nesting = nesting;
        stop
    }

    /// Enters a method whose arguments lie on the stack from `base` on. A
    /// native answers at once; for others a frame is pushed.
    pub(super) fn enter(&mut self, method: MethodId, base: usize) -> Run<Option<Value>> {
        let found = &self.methods[method.0 as usize];
        let slots = usize::from(found.argument_slots);
        if let Some(question) = found.asks {
            self.suppose_answer(question);
        }
        let found = &self.methods[method.0 as usize];
        if let Some(model) = found.model {
            let arguments = self.copy_arguments(base, slots);
            if let Answer::Value(value) = model(self, &arguments[..slots.min(MOST_SLOTS)])? {
                return Ok(Some(value));
            }
        }
        match &self.methods[method.0 as usize].body {
            MethodBody::Code(code) => {
                let code = code.clone();
                self.push_frame(method, code, base)?;
                Ok(None)
            }
            MethodBody::Native(native) => {
                let native: Native = *native;
                let arguments = self.copy_arguments(base, slots);
                native(self, &arguments[..slots.min(MOST_SLOTS)]).map(Some)
            }
            _ => {
                let code = self.code_of(method)?;
                self.push_frame(method, code, base)?;
                Ok(None)
            }
        }
    }

    fn copy_arguments(&self, base: usize, slots: usize) -> [Value; MOST_SLOTS] {
        let mut arguments = [Value::default(); MOST_SLOTS];
        let slots = slots.min(MOST_SLOTS);
        arguments[..slots].copy_from_slice(&self.stack[base..base + slots]);
        arguments
    }

    fn push_frame(
        &mut self,
        method: MethodId,
        code: std::rc::Rc<crate::code::Code>,
        base: usize,
    ) -> Run<()> {
        let top = base + usize::from(code.max_locals);
        let end = top + usize::from(code.max_stack) + 512;
        if self.frames.len() >= self.limits.frames || end > self.stack.len() {
            return Err(self.stack_overflow());
        }
        // Locals beyond the arguments hold nothing of calls before: a frame
        // of hostile code must not see them.
        let slots = usize::from(self.methods[method.0 as usize].argument_slots);
        if base + slots < top {
            self.stack[base + slots..top].fill(Value::default());
        }
        self.frames.push(Frame {
            method,
            code,
            at: 0,
            base,
            top,
        });
        Ok(())
    }
}

/// Slots of the arguments that natives and models may have.
const MOST_SLOTS: usize = 16;
