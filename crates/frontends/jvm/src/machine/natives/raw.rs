//! Numbers read and written across the elements of arrays of primitives.

use super::super::class::Shape;
use super::super::heap::Body;
use super::super::value::{Ref, Value};
use super::super::{Machine, Run, Stop};
use crate::code::Kind;

impl Body {
    fn byte(&self, at: usize) -> Option<u8> {
        Some(match self {
            Body::Bytes(elements) => *elements.get(at)?,
            Body::Shorts(elements) => elements.get(at / 2)?.to_le_bytes()[at % 2],
            Body::Ints(elements) => elements.get(at / 4)?.to_le_bytes()[at % 4],
            Body::Longs(elements) => elements.get(at / 8)?.to_le_bytes()[at % 8],
        })
    }

    fn set_byte(&mut self, at: usize, byte: u8) -> Option<()> {
        match self {
            Body::Bytes(elements) => *elements.get_mut(at)? = byte,
            Body::Shorts(elements) => {
                let element = elements.get_mut(at / 2)?;
                let mut bytes = element.to_le_bytes();
                bytes[at % 2] = byte;
                *element = u16::from_le_bytes(bytes);
            }
            Body::Ints(elements) => {
                let element = elements.get_mut(at / 4)?;
                let mut bytes = element.to_le_bytes();
                bytes[at % 4] = byte;
                *element = u32::from_le_bytes(bytes);
            }
            Body::Longs(elements) => {
                let element = elements.get_mut(at / 8)?;
                let mut bytes = element.to_le_bytes();
                bytes[at % 8] = byte;
                *element = u64::from_le_bytes(bytes);
            }
        }
        Some(())
    }
}

impl Machine {
    /// Makes the elements concrete that lie under some bytes of an array.
    fn pin_bytes(&mut self, array: Ref, at: usize, kind: Kind) -> Run<()> {
        let class = self.heap.class_of(array);
        let Shape::Array(_, of) = self.class(class).shape else {
            return Err(Stop::unsupported("reads or writes raw memory"));
        };
        if of == Kind::Reference {
            return Err(Stop::unsupported("reads or writes raw memory"));
        }
        let size = of.bytes() as usize;
        for index in at / size..(at + kind.bytes() as usize).div_ceil(size) {
            if let Some(value) = self.heap.get(array).get(index, of)
                && value.is_symbolic()
            {
                let value = self.pin(value, of)?;
                self.heap.get_mut(array).set(index, value);
            }
        }
        Ok(())
    }

    /// Reads a number from the bytes of an array.
    pub(super) fn read_raw(&mut self, array: Ref, at: usize, kind: Kind, big: bool) -> Run<Value> {
        self.pin_bytes(array, at, kind)?;
        let body = &self.heap.get(array).body;
        let mut bytes = [0; 8];
        let count = kind.bytes() as usize;
        for (index, byte) in bytes.iter_mut().take(count).enumerate() {
            let Some(found) = body.byte(at + index) else {
                return Err(Stop::unsupported("reads or writes raw memory"));
            };
            *byte = found;
        }
        if big {
            bytes[..count].reverse();
        }
        let bits = u64::from_le_bytes(bytes);
        Ok(match kind {
            Kind::Byte => Value::int(i32::from(bits as i8)),
            Kind::Short => Value::int(i32::from(bits as i16)),
            _ => Value { bits, term: 0 },
        })
    }

    /// Writes a number to the bytes of an array.
    pub(super) fn write_raw(
        &mut self,
        array: Ref,
        at: usize,
        kind: Kind,
        big: bool,
        value: Value,
    ) -> Run<()> {
        self.pin_bytes(array, at, kind)?;
        let value = self.pin(value, kind)?;
        let count = kind.bytes() as usize;
        let mut bytes = value.bits.to_le_bytes();
        if big {
            bytes[..count].reverse();
        }
        let body = &mut self.heap.get_mut(array).body;
        for (index, byte) in bytes.into_iter().take(count).enumerate() {
            if body.set_byte(at + index, byte).is_none() {
                return Err(Stop::unsupported("reads or writes raw memory"));
            }
        }
        Ok(())
    }
}
