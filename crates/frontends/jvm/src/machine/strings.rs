//! Strings of the program and of the host.

use super::heap::Body;
use super::value::{Ref, Value};
use super::{ClassId, Machine, Run, Stop};
use crate::code::Kind;

impl Machine {
    /// The slot of an instance field of a class or its superclasses.
    pub fn slot(&mut self, class: ClassId, field: &'static str) -> Run<usize> {
        if let Some(&known) = self.slots.get(&(class, field)) {
            return Ok(known);
        }
        let found = self.fields(class).find(|found| &*found.name == field);
        if let Some(slot) = found.map(|found| usize::from(found.slot)) {
            self.slots.insert((class, field), slot);
            return Ok(slot);
        }
        let name = self.class(class).dotted();
        Err(Stop::unsupported(format!(
            "needs the field {name}.{field}, which this JDK lacks"
        )))
    }

    /// A field of an object by its name.
    pub fn get_named(&mut self, object: Ref, field: &'static str) -> Run<Value> {
        let class = self.heap.class_of(object);
        let slot = self.slot(class, field)?;
        Ok(self.heap.field(object, slot))
    }

    /// Sets a field of an object by its name.
    pub fn set_named(&mut self, object: Ref, field: &'static str, value: Value) -> Run<()> {
        let class = self.heap.class_of(object);
        let slot = self.slot(class, field)?;
        self.heap.set_field(object, slot, value);
        Ok(())
    }

    /// A new string of the program.
    pub fn new_string(&mut self, text: &str) -> Run<Ref> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string_of(&units, false)
    }

    /// A new string of UTF-16 units.
    pub fn new_string_of(&mut self, units: &[u16], permanent: bool) -> Run<Ref> {
        let class = self.load("java/lang/String")?;
        let value = self.slot(class, "value")?;
        let coder = self.slot(class, "coder").ok();
        let (kind, body, wide) = match coder {
            None => (Kind::Char, Body::Shorts(units.to_vec()), false),
            Some(_) if units.iter().all(|unit| *unit <= 0xFF) => {
                let bytes = units.iter().map(|unit| *unit as u8).collect();
                (Kind::Byte, Body::Bytes(bytes), false)
            }
            Some(_) => {
                let bytes = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
                (Kind::Byte, Body::Bytes(bytes), true)
            }
        };
        let array_class = self.primitive_array(kind)?;
        let fields = Body::Longs(vec![0; usize::from(self.class(class).slots)]);
        let (array, string) = if permanent {
            (
                self.heap.add_permanent(array_class, body),
                self.heap.add_permanent(class, fields),
            )
        } else {
            self.check_memory(units.len() as u64 * 2 + 64)?;
            (
                self.heap.add(array_class, body),
                self.heap.add(class, fields),
            )
        };
        let fill = |object: &mut super::Object| {
            object.set(value, Value::reference(array));
            if let Some(coder) = coder {
                object.set(coder, Value::int(i32::from(wide)));
            }
        };
        match permanent {
            true => self.heap.adjust_permanent(string, fill),
            false => fill(self.heap.get_mut(string)),
        }
        Ok(string)
    }

    /// The one string with these units that literals and `intern` give.
    pub fn intern(&mut self, units: &[u16]) -> Run<Ref> {
        if let Some(&known) = self.interned.get(units) {
            return Ok(known);
        }
        let string = self.new_string_of(units, true)?;
        self.interned.insert(units.into(), string);
        Ok(string)
    }

    /// The UTF-16 units of a string of the program; empty for what is none.
    pub fn units_of(&mut self, string: Ref) -> Vec<u16> {
        let class = self.heap.class_of(string);
        let Ok(value) = self.slot(class, "value") else {
            return Vec::new();
        };
        let wide = match self.slot(class, "coder") {
            Ok(coder) => self.heap.field(string, coder).as_int() == 1,
            Err(_) => false,
        };
        let array = self.heap.field(string, value).as_ref();
        match &self.heap.get(array).body {
            Body::Bytes(bytes) if wide => bytes
                .chunks_exact(2)
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                .collect(),
            Body::Bytes(bytes) => bytes.iter().map(|byte| u16::from(*byte)).collect(),
            Body::Shorts(units) => units.clone(),
            _ => Vec::new(),
        }
    }

    /// Makes a string concrete: its length and all its characters.
    pub fn pin_string(&mut self, string: Ref) -> Run<()> {
        let array = self.get_named(string, "value")?.as_ref();
        let length = self.pin_length(array)?;
        for index in 0..length {
            let unit = self
                .heap
                .get(array)
                .get(index, Kind::Byte)
                .unwrap_or_default();
            self.pin(unit, Kind::Int)?;
        }
        Ok(())
    }

    /// The text of a string of the program.
    pub fn text_of(&mut self, string: Ref) -> String {
        String::from_utf16_lossy(&self.units_of(string))
    }
}
