//! Variable handles, as far as the library's own classes use them: fields
//! and elements, read and written by one thread.

use super::super::class::{ClassId, Shape};
use super::super::synthesise::split_descriptor;
use super::super::value::{Ref, Value};
use super::super::{Machine, Run, Stop};
use super::Native;
use crate::code::{Arithmetic, Kind};

/// What a variable handle stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum VariableHandle {
    /// A field of objects.
    Field(u16, Kind),
    /// A static field.
    Static(ClassId, u16, Kind),
    /// An element of arrays.
    Element(Kind),
    /// A number in an array of bytes, and whether its high byte comes first.
    View(Kind, bool),
}

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/lang/invoke/MethodHandles", "lookup" | "publicLookup") => lookup,
        ("java/lang/invoke/MethodHandles", "arrayElementVarHandle") => element_handle,
        ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle") => field_handle,
        ("java/lang/invoke/MethodHandles$Lookup", "findStaticVarHandle") => field_handle,
        ("java/lang/invoke/MethodHandles", "byteArrayViewVarHandle") => view_handle,
        ("jdk/internal/invoke/MhUtil", "findVarHandle")
            if descriptor
                .starts_with("(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;") =>
        {
            own_field_handle
        }
        ("jdk/internal/invoke/MhUtil", "findVarHandle") => field_handle,
        (
            "java/lang/invoke/VarHandle",
            "fullFence" | "acquireFence" | "releaseFence" | "loadLoadFence" | "storeStoreFence",
        ) => super::nothing,
        ("java/lang/invoke/VarHandle", "withInvokeExactBehavior" | "withInvokeBehavior") => {
            super::receiver
        }
        _ => return None,
    })
}

fn lookup(machine: &mut Machine, _: &[Value]) -> Run<Value> {
    let class = machine.load("java/lang/invoke/MethodHandles$Lookup")?;
    let made = machine.allocate(class)?;
    if let Some(caller) = machine.frames.last().map(|frame| frame.method) {
        let caller = machine.method(caller).class;
        let caller = machine.mirror(caller)?;
        machine.set_named(made, "lookupClass", Value::reference(caller))?;
    }
    Ok(Value::reference(made))
}

/// Lookup, name, type: a field of the class that looks it up.
fn own_field_handle(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.get_named(arguments[0].as_ref(), "lookupClass")?;
    field_handle(machine, &[arguments[0], class, arguments[1], arguments[2]])
}

/// Array class, order of bytes.
fn view_handle(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    let order = machine.call_virtual(
        arguments[1].as_ref(),
        "toString",
        "()Ljava/lang/String;",
        &[],
    )?;
    let is_big = machine.text_of(order.as_ref()) == "BIG_ENDIAN";
    match machine.class(class).shape {
        Shape::Array(_, kind) => new_handle(machine, VariableHandle::View(kind, is_big)),
        _ => Err(machine.throw("java/lang/IllegalArgumentException", None)),
    }
}

fn new_handle(machine: &mut Machine, handle: VariableHandle) -> Run<Value> {
    let class = machine.load("java/lang/invoke/VarHandle")?;
    let object = machine.allocate(class)?;
    machine.variable_handles.push(handle);
    machine.heap.get_mut(object).payload = machine.variable_handles.len() as u32;
    Ok(Value::reference(object))
}

fn element_handle(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[0]);
    match machine.class(class).shape {
        Shape::Array(_, kind) => new_handle(machine, VariableHandle::Element(kind)),
        _ => Err(machine.throw("java/lang/IllegalArgumentException", None)),
    }
}

/// Lookup, class, name, type.
pub(super) fn field_handle(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let class = machine.class_behind(arguments[1]);
    let name = machine.text_of(arguments[2].as_ref());
    let Some((owner, field)) = machine.field_named(class, &name) else {
        return Err(machine.throw("java/lang/NoSuchFieldException", Some(&name)));
    };
    let handle = match field.is_static() {
        true => VariableHandle::Static(owner, field.slot, field.kind),
        false => VariableHandle::Field(field.slot, field.kind),
    };
    new_handle(machine, handle)
}

impl Machine {
    /// Whether two values of a kind are the same, decided if they depend on the input.
    pub(in super::super) fn decide_same(&mut self, kind: Kind, a: Value, b: Value) -> Run<bool> {
        let same = match kind {
            Kind::Long | Kind::Double => a.bits == b.bits,
            _ => a.bits as u32 == b.bits as u32,
        };
        if kind != Kind::Reference && (a.is_symbolic() || b.is_symbolic()) {
            let (a, b) = (self.term_of(a, kind), self.term_of(b, kind));
            let condition = self.terms.eq(a, b);
            self.check(condition, same)?;
        }
        Ok(same)
    }

    /// A call of a signature-polymorphic method whose receiver and arguments
    /// lie on the stack from `from` on.
    pub(in super::super) fn call_polymorphic(
        &mut self,
        site: u32,
        from: usize,
    ) -> Run<(Value, Option<Kind>)> {
        let site = self.polymorphic_sites[site as usize].clone();
        let handle = self.stack[from];
        self.check_null(handle)?;
        let (parameters, result) = split_descriptor(&site.descriptor);
        let mut values = Vec::new();
        let mut at = from + 1;
        for parameter in &parameters {
            values.push(self.stack[at]);
            at += usize::from(Kind::of_descriptor(parameter).slots());
        }
        let result = (result != "V").then(|| Kind::of_descriptor(&result));
        let payload = self.heap.get(handle.as_ref()).payload as usize;
        let known = payload
            .checked_sub(1)
            .and_then(|index| self.variable_handles.get(index));
        let Some(&known) = known else {
            let of = self.type_of_descriptor(&site.descriptor)?;
            let value = self.call_method_handle(handle.as_ref(), &site.name, &of, &values)?;
            return Ok((value, result));
        };
        let place = self.variable(known, &values)?;
        // A number may be given as one of a narrower kind.
        for (value, parameter) in values.iter_mut().zip(&parameters).skip(place.operands) {
            let kind = Kind::of_descriptor(parameter);
            if let Some(wide) = self.widened(*value, kind, place.kind) {
                *value = wide;
            }
        }
        let operands = &values[place.operands..];
        let value = self.access_variable(&site.name, &place, operands)?;
        Ok((value, result))
    }

    fn variable(&mut self, handle: VariableHandle, values: &[Value]) -> Run<Variable> {
        let wrong = || Stop::unsupported("calls a variable handle with other arguments");
        Ok(match handle {
            VariableHandle::Static(class, slot, kind) => Variable {
                at: At::Static(class, usize::from(slot)),
                kind,
                operands: 0,
            },
            VariableHandle::Field(slot, kind) => {
                let object = *values.first().ok_or_else(wrong)?;
                self.check_null(object)?;
                Variable {
                    at: At::Slot(object.as_ref(), usize::from(slot)),
                    kind,
                    operands: 1,
                }
            }
            VariableHandle::View(kind, big) => {
                let [array, index, ..] = values[..] else {
                    return Err(wrong());
                };
                self.check_null(array)?;
                let index = self.pin_int(index)?;
                let length = self.pin_length(array.as_ref())?;
                let end = i64::from(index) + kind.bytes() as i64;
                if index < 0 || end > length as i64 {
                    let message = format!("Index {index} out of bounds for length {length}");
                    let class = "java/lang/IndexOutOfBoundsException";
                    return Err(self.throw(class, Some(&message)));
                }
                Variable {
                    at: At::Raw(array.as_ref(), index as usize, big),
                    kind,
                    operands: 2,
                }
            }
            VariableHandle::Element(kind) => {
                let [array, index, ..] = values[..] else {
                    return Err(wrong());
                };
                self.array_load(kind, array, index)?;
                let index = self.pin_int(index)? as usize;
                Variable {
                    at: At::Slot(array.as_ref(), index),
                    kind,
                    operands: 2,
                }
            }
        })
    }

    fn access_variable(&mut self, name: &str, place: &Variable, operands: &[Value]) -> Run<Value> {
        let old = match place.at {
            At::Static(class, slot) => self.get_static(class, slot),
            At::Raw(array, at, big) => self.read_raw(array, at, place.kind, big)?,
            At::Slot(object, slot) => self
                .heap
                .get(object)
                .get(slot, place.kind)
                .unwrap_or_default(),
        };
        let first = operands.first().copied().unwrap_or_default();
        let second = operands.get(1).copied().unwrap_or_default();
        let write = |machine: &mut Machine, value: Value| -> Run<()> {
            match place.at {
                At::Static(class, slot) => machine.set_static(class, slot, value),
                At::Slot(object, slot) => {
                    machine.heap.get_mut(object).set(slot, value);
                }
                At::Raw(array, at, big) => {
                    machine.write_raw(array, at, place.kind, big, value)?;
                }
            }
            Ok(())
        };
        let arithmetic = match name.strip_prefix("getAnd") {
            Some(rest) if rest.starts_with("Add") => Some(Arithmetic::Add),
            Some(rest) if rest.starts_with("BitwiseOr") => Some(Arithmetic::Or),
            Some(rest) if rest.starts_with("BitwiseAnd") => Some(Arithmetic::And),
            Some(rest) if rest.starts_with("BitwiseXor") => Some(Arithmetic::Xor),
            _ => None,
        };
        if let Some(operation) = arithmetic {
            let kind = match place.kind {
                Kind::Long => Kind::Long,
                _ => Kind::Int,
            };
            let new = self.integer_arithmetic(operation, old, first, kind)?;
            write(self, new)?;
            return Ok(old);
        }
        if name.starts_with("compareAndSet") || name.starts_with("weakCompareAndSet") {
            let same = self.decide_same(place.kind, old, first)?;
            if same {
                write(self, second)?;
            }
            return Ok(Value::boolean(same));
        }
        if name.starts_with("compareAndExchange") {
            if self.decide_same(place.kind, old, first)? {
                write(self, second)?;
            }
            return Ok(old);
        }
        if name.starts_with("getAndSet") {
            write(self, first)?;
            return Ok(old);
        }
        if name.starts_with("set") {
            write(self, first)?;
            return Ok(Value::default());
        }
        if name.starts_with("get") {
            return Ok(old);
        }
        Err(Stop::unsupported(format!("calls VarHandle.{name}")))
    }
}

enum At {
    Slot(Ref, usize),
    Static(ClassId, usize),
    Raw(Ref, usize, bool),
}

struct Variable {
    at: At,
    kind: Kind,
    /// How many of the call's values say where it is.
    operands: usize,
}
