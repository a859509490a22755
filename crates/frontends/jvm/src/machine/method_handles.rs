//! Method handles as objects: what they do lies in slots after those of
//! `java.lang.invoke.MethodHandle`, so that a handle lives as long as what it
//! holds, and ends with its run.

use super::class::{ClassId, Field, MethodId, Shape};
use super::value::{NULL, Ref, Value};
use super::{Machine, Run, Stop};
use crate::code::{Conversion, Kind};

/// What a handle does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Calls a method: `number` is its id.
    Static,
    /// Calls what the receiver's class has for a method.
    Virtual,
    /// Calls exactly a method with a receiver.
    Special,
    /// Makes an object with a constructor.
    New,
    /// Reads a field: `extra` is its class, `number` its place there.
    Get,
    /// Writes a field.
    Put,
    /// Calls `target` with the objects of `extra` from argument `number` on.
    Insert,
    /// Calls `target` without `count` arguments from `number` on.
    Drop,
    /// Calls `target` as its own type has it.
    Convert,
    /// Passes the result of `target` through `extra`.
    FilterResult,
    /// Passes arguments from `number` on through the handles of `extra`.
    FilterArguments,
    /// Calls `target` with what the first handle of `extra` gives before its arguments.
    Fold,
    /// Calls `target`, or the second handle of `extra` if the first says no.
    Guard,
    /// Calls `target`; what is thrown goes to the second of `extra` if it is
    /// of the class that is the first.
    Catch,
    /// Calls `target` with the arguments that the numbers of `extra` choose.
    Permute,
    /// Calls `target` with the last argument, an array, spread to `count`.
    Spread,
    /// Calls `target` with `count` arguments from `number` on in an array.
    Collect,
    /// Answers `extra`.
    Constant,
    /// Answers its argument.
    Identity,
    /// Throws its argument.
    Throw,
    /// Reads an element of an array.
    Element,
    /// Writes an element of an array.
    PutElement,
    /// Makes an array.
    NewArray,
    /// Answers the length of an array.
    Length,
}

const ACTS: [Act; 24] = [
    Act::Static,
    Act::Virtual,
    Act::Special,
    Act::New,
    Act::Get,
    Act::Put,
    Act::Insert,
    Act::Drop,
    Act::Convert,
    Act::FilterResult,
    Act::FilterArguments,
    Act::Fold,
    Act::Guard,
    Act::Catch,
    Act::Permute,
    Act::Spread,
    Act::Collect,
    Act::Constant,
    Act::Identity,
    Act::Throw,
    Act::Element,
    Act::PutElement,
    Act::NewArray,
    Act::Length,
];

/// The parts of a handle.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// What it does.
    pub act: Act,
    /// The handle that it calls.
    pub target: Ref,
    /// What else it holds.
    pub extra: Ref,
    /// A number.
    pub number: i32,
    /// Another number.
    pub count: i32,
    /// Whether `invoke` puts trailing arguments into an array.
    pub is_varargs: bool,
}

impl Parts {
    /// The parts of a handle that does something.
    pub fn new(act: Act) -> Parts {
        Parts {
            act,
            target: NULL,
            extra: NULL,
            number: 0,
            count: 0,
            is_varargs: false,
        }
    }
}

/// The type of a handle: its parameters and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandleType {
    /// The parameters.
    pub parameters: Vec<ClassId>,
    /// The result.
    pub result: ClassId,
}

/// Slots that a handle has of its own.
const OWN_SLOTS: u16 = 6;

impl Machine {
    fn handle_class(&mut self) -> Run<ClassId> {
        const NAME: &str = "java/lang/invoke/MethodHandle$Made";
        if let Some(&known) = self.class_ids.get(NAME) {
            return Ok(known);
        }
        let base = self.load("java/lang/invoke/MethodHandle")?;
        let class = self.add_class(NAME, Shape::Instance, Some(base), Vec::new());
        self.class_mut(class).slots += OWN_SLOTS;
        Ok(class)
    }

    /// A new handle.
    pub fn new_method_handle(&mut self, of: &HandleType, parts: Parts) -> Run<Value> {
        let of = self.method_type(of)?;
        let class = self.handle_class()?;
        let first = usize::from(self.class(class).slots - OWN_SLOTS);
        let made = self.allocate(class)?;
        self.set_named(made, "type", of)?;
        let act = ACTS.iter().position(|act| *act == parts.act);
        let slots = [
            Value::int(act.unwrap_or_default() as i32),
            Value::reference(parts.target),
            Value::reference(parts.extra),
            Value::int(parts.number),
            Value::int(parts.count),
            Value::boolean(parts.is_varargs),
        ];
        for (index, value) in slots.into_iter().enumerate() {
            self.heap.set_field(made, first + index, value);
        }
        Ok(Value::reference(made))
    }

    /// The parts of a handle that the machine made.
    pub fn handle_parts(&mut self, handle: Ref) -> Run<Parts> {
        let class = self.handle_class()?;
        if self.heap.class_of(handle) != class {
            return Err(Stop::unsupported("uses a method handle of another kind"));
        }
        let first = usize::from(self.class(class).slots - OWN_SLOTS);
        let slot = |machine: &Machine, index: usize| machine.heap.field(handle, first + index);
        let act = slot(self, 0).as_int() as usize;
        Ok(Parts {
            act: ACTS.get(act).copied().unwrap_or(Act::Identity),
            target: slot(self, 1).as_ref(),
            extra: slot(self, 2).as_ref(),
            number: slot(self, 3).as_int(),
            count: slot(self, 4).as_int(),
            is_varargs: slot(self, 5).as_bool(),
        })
    }

    /// An object of `MethodType`.
    pub(super) fn method_type(&mut self, of: &HandleType) -> Run<Value> {
        let array = self.load("[Ljava/lang/Class;")?;
        let array = self.allocate_array(array, of.parameters.len())?;
        for (index, parameter) in of.parameters.iter().enumerate() {
            let mirror = self.mirror(*parameter)?;
            let mirror = Value::reference(mirror);
            self.heap.get_mut(array).set(index, mirror);
        }
        let result = self.mirror(of.result)?;
        let class = "java/lang/invoke/MethodType";
        let shape = "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;";
        let make = self.fixed_method(class, "methodType", shape)?;
        let class = self.method(make).class;
        self.initialise(class)?;
        self.call(make, &[Value::reference(result), Value::reference(array)])
    }

    /// What an object of `MethodType` says.
    pub fn type_behind(&mut self, of: Ref) -> Run<HandleType> {
        if of == NULL {
            return Err(self.throw("java/lang/NullPointerException", None));
        }
        let parameters = self.get_named(of, "ptypes")?.as_ref();
        let count = self.pin_length(parameters)?;
        let mut found = Vec::with_capacity(count);
        for index in 0..count {
            let mirror = self.heap.get(parameters).get(index, Kind::Reference);
            found.push(self.class_behind(mirror.unwrap_or_default()));
        }
        let result = self.get_named(of, "rtype")?;
        Ok(HandleType {
            parameters: found,
            result: self.class_behind(result),
        })
    }

    /// The type of a handle.
    pub fn type_of_handle(&mut self, handle: Ref) -> Run<HandleType> {
        let of = self.get_named(handle, "type")?;
        self.type_behind(of.as_ref())
    }

    /// The type that a descriptor says.
    pub(super) fn type_of_descriptor(&mut self, descriptor: &str) -> Run<HandleType> {
        let (parameters, result) = super::synthesise::split_descriptor(descriptor);
        let mut found = Vec::with_capacity(parameters.len());
        for parameter in &parameters {
            found.push(self.class_of_descriptor(parameter)?);
        }
        Ok(HandleType {
            parameters: found,
            result: self.class_of_descriptor(&result)?,
        })
    }

    /// The kind of the values of a class; nothing for `void`.
    pub fn kind_of_class(&self, class: ClassId) -> Option<Kind> {
        match self.class(class).shape {
            Shape::Primitive(kind) => Some(kind),
            Shape::Void => None,
            _ => Some(Kind::Reference),
        }
    }

    pub(super) fn wrong_method_type(&mut self) -> Stop {
        self.throw("java/lang/invoke/WrongMethodTypeException", None)
    }

    /// A value of one type as one of another, as a call through a handle has it.
    pub(super) fn convert_value(&mut self, value: Value, from: ClassId, to: ClassId) -> Run<Value> {
        if from == to {
            return Ok(value);
        }
        match (self.kind_of_class(from), self.kind_of_class(to)) {
            (_, None) => Ok(value),
            (None, Some(_)) => Ok(Value::default()),
            (Some(Kind::Reference), Some(Kind::Reference)) => {
                if value.as_ref() != NULL {
                    self.check_cast(value, to)?;
                }
                Ok(value)
            }
            (Some(Kind::Reference), Some(wanted)) => {
                self.check_null(value)?;
                let class = self.heap.class_of(value.as_ref());
                let name = self.class(class).name.clone();
                let descriptor = format!("L{name};");
                let Some(letter) = super::synthesise::unboxed(&descriptor) else {
                    return Err(self.throw("java/lang/ClassCastException", None));
                };
                let held = self.get_named(value.as_ref(), "value")?;
                self.widened(held, Kind::of_descriptor(letter), wanted)
                    .ok_or_else(|| self.throw("java/lang/ClassCastException", None))
            }
            (Some(kind), Some(Kind::Reference)) => {
                let object = self.boxed(kind, value)?;
                if !self.is_subtype(self.heap.class_of(object.as_ref()), to) {
                    return Err(self.wrong_method_type());
                }
                Ok(object)
            }
            (Some(kind), Some(wanted)) => match self.widened(value, kind, wanted) {
                Some(value) => Ok(value),
                None => Err(self.wrong_method_type()),
            },
        }
    }

    /// A number as one of a wider kind; nothing if it is not wider.
    pub(super) fn widened(&mut self, value: Value, from: Kind, to: Kind) -> Option<Value> {
        use Kind::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        let conversion = match (from, to) {
            _ if from == to => return Some(value),
            (Boolean, _) | (_, Boolean) => return None,
            (Byte, Short | Int) | (Short | Char, Int) => return Some(value),
            (Byte | Short | Char | Int, Long) => Conversion::IntToLong,
            (Byte | Short | Char | Int, Float) => Conversion::IntToFloat,
            (Byte | Short | Char | Int, Double) => Conversion::IntToDouble,
            (Long, Float) => Conversion::LongToFloat,
            (Long, Double) => Conversion::LongToDouble,
            (Float, Double) => Conversion::FloatToDouble,
            _ => return None,
        };
        Some(self.convert(conversion, value))
    }

    /// The field that a handle reads or writes.
    pub(super) fn field_of_handle(&mut self, parts: &Parts) -> Field {
        let class = self.class_behind(Value::reference(parts.extra));
        self.class(class).fields[parts.number as usize].clone()
    }

    /// The method that a handle calls.
    pub(super) fn method_of_handle(parts: &Parts) -> MethodId {
        MethodId(parts.number as u32)
    }
}
