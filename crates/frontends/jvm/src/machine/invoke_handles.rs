//! Calls of method handles.

use super::class::ClassId;
use super::method_handles::{Act, HandleType, Parts};
use super::value::{NULL, Ref, Value};
use super::{Machine, Run};
use crate::code::Kind;

impl Machine {
    /// Calls a handle as a site has it: `invokeExact`, or with conversions.
    pub(super) fn call_method_handle(
        &mut self,
        handle: Ref,
        name: &str,
        site: &HandleType,
        values: &[Value],
    ) -> Run<Value> {
        let of = self.type_of_handle(handle)?;
        if of == *site {
            return self.invoke_handle(handle, values);
        }
        if name == "invokeExact" {
            return Err(self.wrong_method_type());
        }
        self.invoke_as(handle, site, values)
    }

    /// Calls a handle with arguments of other types.
    pub(super) fn invoke_as(
        &mut self,
        handle: Ref,
        site: &HandleType,
        values: &[Value],
    ) -> Run<Value> {
        let of = self.type_of_handle(handle)?;
        if self.handle_parts(handle)?.is_varargs && !self.fits_as_it_is(&of, site) {
            let fixed = of.parameters.len() - 1;
            let Some(count) = site.parameters.len().checked_sub(fixed) else {
                return Err(self.wrong_method_type());
            };
            let (array, class) = self.collected(&of, &site.parameters, values, fixed, count)?;
            let mut types = site.parameters[..fixed].to_vec();
            types.push(class);
            let mut all = values[..fixed].to_vec();
            all.push(array);
            let site = HandleType {
                parameters: types,
                result: site.result,
            };
            return self.invoke_converted(handle, &of, &site, &all);
        }
        self.invoke_converted(handle, &of, site, values)
    }

    fn invoke_converted(
        &mut self,
        handle: Ref,
        of: &HandleType,
        site: &HandleType,
        values: &[Value],
    ) -> Run<Value> {
        if of.parameters.len() != site.parameters.len() {
            return Err(self.wrong_method_type());
        }
        let mut converted = Vec::with_capacity(values.len());
        for (index, value) in values.iter().enumerate() {
            let (from, to) = (site.parameters[index], of.parameters[index]);
            converted.push(self.convert_value(*value, from, to)?);
        }
        let result = self.invoke_handle(handle, &converted)?;
        self.convert_value(result, of.result, site.result)
    }

    /// Whether a call passes the array of a variable number itself.
    fn fits_as_it_is(&self, of: &HandleType, site: &HandleType) -> bool {
        of.parameters.len() == site.parameters.len()
            && site
                .parameters
                .last()
                .zip(of.parameters.last())
                .is_some_and(|(given, wanted)| self.is_subtype(*given, *wanted))
    }

    /// Arguments in an array of the type that a handle has at their place.
    fn collected(
        &mut self,
        of: &HandleType,
        types: &[ClassId],
        values: &[Value],
        at: usize,
        count: usize,
    ) -> Run<(Value, ClassId)> {
        let class = of.parameters[at];
        let super::Shape::Array(element, kind) = self.class(class).shape else {
            return Err(self.wrong_method_type());
        };
        let array = Value::reference(self.allocate_array(class, count)?);
        for index in 0..count {
            let value = self.convert_value(values[at + index], types[at + index], element)?;
            self.array_store(kind, array, Value::int(index as i32), value)?;
        }
        Ok((array, class))
    }

    /// Arguments as a frame has them: wide ones in two slots.
    fn in_slots(&self, types: &[ClassId], values: &[Value]) -> Vec<Value> {
        let mut slots = Vec::with_capacity(values.len() + 2);
        for (value, class) in values.iter().zip(types) {
            slots.push(*value);
            if self.kind_of_class(*class).is_some_and(Kind::is_wide) {
                slots.push(Value::default());
            }
        }
        slots
    }

    /// The objects of an array.
    pub(super) fn objects_in(&mut self, array: Ref) -> Run<Vec<Value>> {
        let count = self.pin_length(array)?;
        let array = self.heap.get(array);
        let element = |index| array.get(index, Kind::Reference).unwrap_or_default();
        Ok((0..count).map(element).collect())
    }

    /// Calls a handle with arguments of its own type.
    fn invoke_handle(&mut self, handle: Ref, values: &[Value]) -> Run<Value> {
        let parts = self.handle_parts(handle)?;
        let of = self.type_of_handle(handle)?;
        let at = parts.number.max(0) as usize;
        let count = parts.count.max(0) as usize;
        match parts.act {
            Act::Static | Act::Virtual | Act::Special | Act::New => {
                self.invoke_direct(&parts, &of, values)
            }
            Act::Get | Act::Put => self.invoke_field(&parts, values),
            Act::Convert => {
                let target = self.type_of_handle(parts.target)?;
                self.invoke_converted(parts.target, &target, &of, values)
            }
            Act::Insert => {
                let target = self.type_of_handle(parts.target)?;
                let object = self.load("java/lang/Object")?;
                let mut all = values.to_vec();
                for (index, value) in self.objects_in(parts.extra)?.into_iter().enumerate() {
                    let value = self.convert_value(value, object, target.parameters[at + index])?;
                    all.insert(at + index, value);
                }
                self.invoke_handle(parts.target, &all)
            }
            Act::Drop => {
                let mut all = values.to_vec();
                all.drain(at..at + count);
                self.invoke_handle(parts.target, &all)
            }
            Act::FilterResult => {
                let result = self.invoke_handle(parts.target, values)?;
                let takes = !self.type_of_handle(parts.extra)?.parameters.is_empty();
                self.invoke_handle(parts.extra, &[result][..usize::from(takes)])
            }
            Act::FilterArguments => {
                let mut all = values.to_vec();
                for (index, filter) in self.objects_in(parts.extra)?.into_iter().enumerate() {
                    if filter.as_ref() != NULL {
                        let given = all[at + index];
                        all[at + index] = self.invoke_handle(filter.as_ref(), &[given])?;
                    }
                }
                self.invoke_handle(parts.target, &all)
            }
            Act::Fold => {
                let combiner = parts.extra;
                let shape = self.type_of_handle(combiner)?;
                let given = &values[..shape.parameters.len().min(values.len())];
                let first = self.invoke_handle(combiner, given)?;
                let mut all = values.to_vec();
                if self.kind_of_class(shape.result).is_some() {
                    all.insert(0, first);
                }
                self.invoke_handle(parts.target, &all)
            }
            Act::Guard => {
                let held = self.objects_in(parts.extra)?;
                let (test, otherwise) = (held[0].as_ref(), held[1].as_ref());
                let count = self.type_of_handle(test)?.parameters.len();
                let answer = self.invoke_handle(test, &values[..count.min(values.len())])?;
                let chosen = match self.decide_truth(answer)? {
                    true => parts.target,
                    false => otherwise,
                };
                self.invoke_handle(chosen, values)
            }
            Act::Catch => self.invoke_catching(&parts, values),
            Act::Permute => {
                let count = self.pin_length(parts.extra)?;
                let order = self.heap.get(parts.extra);
                let chosen = (0..count).map(|index| {
                    let from = order.get(index, Kind::Int).unwrap_or_default().as_int();
                    values[from as usize]
                });
                let chosen: Vec<Value> = chosen.collect();
                self.invoke_handle(parts.target, &chosen)
            }
            Act::Spread => {
                let target = self.type_of_handle(parts.target)?;
                let mut all = values.to_vec();
                let array = all.pop().unwrap_or_default();
                self.spread_onto(&target, array, count, &mut all)?;
                self.invoke_handle(parts.target, &all)
            }
            Act::Collect => {
                let target = self.type_of_handle(parts.target)?;
                let (array, _) = self.collected(&target, &of.parameters, values, at, count)?;
                let mut all = values[..at].to_vec();
                all.push(array);
                all.extend_from_slice(&values[at + count..]);
                self.invoke_handle(parts.target, &all)
            }
            Act::Constant => {
                let object = self.load("java/lang/Object")?;
                self.convert_value(Value::reference(parts.extra), object, of.result)
            }
            Act::Identity => Ok(values[0]),
            Act::Throw => {
                self.check_null(values[0])?;
                Err(super::Stop::Throw(values[0].as_ref()))
            }
            Act::Element | Act::PutElement | Act::NewArray | Act::Length => {
                self.invoke_array(&parts, &of, values)
            }
        }
    }

    fn invoke_array(&mut self, parts: &Parts, of: &HandleType, values: &[Value]) -> Run<Value> {
        if parts.act == Act::NewArray {
            return Ok(Value::reference(self.new_array(of.result, values[0])?));
        }
        let super::Shape::Array(_, kind) = self.class(of.parameters[0]).shape else {
            return Err(self.wrong_method_type());
        };
        match parts.act {
            Act::Element => self.array_load(kind, values[0], values[1]),
            Act::PutElement => {
                self.array_store(kind, values[0], values[1], values[2])?;
                Ok(Value::default())
            }
            _ => {
                self.check_null(values[0])?;
                Ok(self.array_length(values[0].as_ref()))
            }
        }
    }

    fn invoke_catching(&mut self, parts: &Parts, values: &[Value]) -> Run<Value> {
        let held = self.objects_in(parts.extra)?;
        let class = self.class_behind(held[0]);
        match self.invoke_handle(parts.target, values) {
            Err(super::Stop::Throw(thrown))
                if self.is_subtype(self.heap.class_of(thrown), class) =>
            {
                let handler = held[1].as_ref();
                let mut all = vec![Value::reference(thrown)];
                all.extend_from_slice(values);
                all.truncate(self.type_of_handle(handler)?.parameters.len());
                self.invoke_handle(handler, &all)
            }
            done => done,
        }
    }

    /// Adds the elements of an array as arguments of a handle.
    fn spread_onto(
        &mut self,
        target: &HandleType,
        array: Value,
        count: usize,
        all: &mut Vec<Value>,
    ) -> Run<()> {
        let length = match array.as_ref() {
            NULL => 0,
            array => self.pin_length(array)?,
        };
        if length != count {
            let message = "array is not of length ".to_owned() + &count.to_string();
            return Err(self.throw("java/lang/IllegalArgumentException", Some(&message)));
        }
        for index in 0..count {
            let class = self.heap.class_of(array.as_ref());
            let super::Shape::Array(element, kind) = self.class(class).shape else {
                return Err(self.wrong_method_type());
            };
            let value = self.array_load(kind, array, Value::int(index as i32))?;
            let to = target.parameters[all.len()];
            all.push(self.convert_value(value, element, to)?);
        }
        Ok(())
    }

    fn invoke_direct(&mut self, parts: &Parts, of: &HandleType, values: &[Value]) -> Run<Value> {
        let mut method = Machine::method_of_handle(parts);
        let class = self.method(method).class;
        let mut slots = self.in_slots(&of.parameters, values);
        match parts.act {
            Act::Static => self.initialise(class)?,
            Act::New => {
                self.initialise(class)?;
                let made = Value::reference(self.allocate(class)?);
                slots.insert(0, made);
                self.call(method, &slots)?;
                return Ok(made);
            }
            act => {
                self.check_null(values[0])?;
                let key = self.method(method).key;
                let of = self.heap.class_of(values[0].as_ref());
                if act == Act::Virtual
                    && !self.method(method).is_private()
                    && let Some(selected) = self.select(of, key)
                {
                    method = selected;
                }
            }
        }
        self.call(method, &slots)
    }

    fn invoke_field(&mut self, parts: &Parts, values: &[Value]) -> Run<Value> {
        let field = self.field_of_handle(parts);
        let slot = usize::from(field.slot);
        let mut values = values.iter().copied();
        let object = match field.is_static() {
            true => {
                self.initialise(field.class)?;
                None
            }
            false => {
                let object = values.next().unwrap_or_default();
                self.check_null(object)?;
                Some(object.as_ref())
            }
        };
        let value = values.next().unwrap_or_default();
        match (parts.act, object) {
            (Act::Get, Some(object)) => return self.read_field(object, slot),
            (Act::Get, None) => return Ok(self.get_static(field.class, slot)),
            (_, Some(object)) => self.heap.set_field(object, slot, value),
            (_, None) => self.set_static(field.class, slot, value),
        }
        Ok(Value::default())
    }
}
