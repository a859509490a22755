//! Constant pools.

use std::rc::Rc;

use super::reader::{Malformed, Reader};

/// An entry of a constant pool; numbers are indices of other entries.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// The entry 0 and the second half of wide entries.
    Unusable,
    /// Text; the raw bytes if they are no UTF-8 (strings with lone surrogates or zeros).
    Utf8(Rc<str>, Option<Rc<[u8]>>),
    /// An int.
    Integer(i32),
    /// A float's bits.
    Float(u32),
    /// A long.
    Long(i64),
    /// A double's bits.
    Double(u64),
    /// A class by its name.
    Class(u16),
    /// A string.
    String(u16),
    /// A field: class, name and type.
    Field(u16, u16),
    /// A method: class, name and type.
    Method(u16, u16),
    /// An interface's method: class, name and type.
    InterfaceMethod(u16, u16),
    /// Name and descriptor.
    NameAndType(u16, u16),
    /// A method handle: its kind and what it refers to.
    MethodHandle(u8, u16),
    /// A method type by its descriptor.
    MethodType(u16),
    /// A dynamic constant: bootstrap method, name and type.
    Dynamic(u16, u16),
    /// A dynamic call: bootstrap method, name and type.
    InvokeDynamic(u16, u16),
    /// A module or package by its name.
    ModuleOrPackage(u16),
}

/// A field or method as a pool names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberRef {
    /// The class, with slashes.
    pub class: Rc<str>,
    /// The name.
    pub name: Rc<str>,
    /// The descriptor.
    pub descriptor: Rc<str>,
}

/// A class file's constants.
#[derive(Clone, Debug)]
pub struct Pool(Vec<Constant>);

impl Pool {
    /// Reads a pool.
    pub fn read(reader: &mut Reader) -> Result<Pool, Malformed> {
        let count = reader.u16()?;
        let mut entries = Vec::with_capacity(usize::from(count));
        entries.push(Constant::Unusable);
        while entries.len() < usize::from(count) {
            let entry = match reader.u8()? {
                1 => {
                    let length = usize::from(reader.u16()?);
                    utf8(reader.take(length)?)
                }
                3 => Constant::Integer(reader.i32()?),
                4 => Constant::Float(reader.u32()?),
                5 => Constant::Long(reader.u64()? as i64),
                6 => Constant::Double(reader.u64()?),
                7 => Constant::Class(reader.u16()?),
                8 => Constant::String(reader.u16()?),
                9 => Constant::Field(reader.u16()?, reader.u16()?),
                10 => Constant::Method(reader.u16()?, reader.u16()?),
                11 => Constant::InterfaceMethod(reader.u16()?, reader.u16()?),
                12 => Constant::NameAndType(reader.u16()?, reader.u16()?),
                15 => Constant::MethodHandle(reader.u8()?, reader.u16()?),
                16 => Constant::MethodType(reader.u16()?),
                17 => Constant::Dynamic(reader.u16()?, reader.u16()?),
                18 => Constant::InvokeDynamic(reader.u16()?, reader.u16()?),
                19 | 20 => Constant::ModuleOrPackage(reader.u16()?),
                tag => return Err(Malformed(format!("its constant pool has the tag {tag}"))),
            };
            let wide = matches!(entry, Constant::Long(_) | Constant::Double(_));
            entries.push(entry);
            if wide {
                entries.push(Constant::Unusable);
            }
        }
        Ok(Pool(entries))
    }

    /// An empty pool, for classes that no file describes.
    pub fn empty() -> Pool {
        Pool(vec![Constant::Unusable])
    }

    /// All texts.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|entry| match entry {
            Constant::Utf8(text, _) => Some(text.as_ref()),
            _ => None,
        })
    }

    /// The entry of an index.
    pub fn get(&self, index: u16) -> Result<&Constant, Malformed> {
        self.0
            .get(usize::from(index))
            .ok_or_else(|| wrong(index, "an entry"))
    }

    /// The text of an index.
    pub fn text(&self, index: u16) -> Result<Rc<str>, Malformed> {
        match self.get(index)? {
            Constant::Utf8(text, _) => Ok(text.clone()),
            _ => Err(wrong(index, "text")),
        }
    }

    /// The text of an index, or nothing for the index 0.
    pub fn optional_text(&self, index: u16) -> Result<Option<Rc<str>>, Malformed> {
        match index {
            0 => Ok(None),
            _ => self.text(index).map(Some),
        }
    }

    /// The name of a class entry.
    pub fn class(&self, index: u16) -> Result<Rc<str>, Malformed> {
        match self.get(index)? {
            Constant::Class(name) => self.text(*name),
            _ => Err(wrong(index, "a class")),
        }
    }

    /// The UTF-16 units of a string entry.
    pub fn string(&self, index: u16) -> Result<Vec<u16>, Malformed> {
        let Constant::String(text) = self.get(index)? else {
            return Err(wrong(index, "a string"));
        };
        self.units(*text)
    }

    /// The UTF-16 units of a text entry.
    pub fn units(&self, index: u16) -> Result<Vec<u16>, Malformed> {
        match self.get(index)? {
            Constant::Utf8(text, None) => Ok(text.encode_utf16().collect()),
            Constant::Utf8(_, Some(bytes)) => Ok(modified_utf8(bytes)),
            _ => Err(wrong(index, "a string")),
        }
    }

    /// Name and descriptor.
    pub fn name_and_type(&self, index: u16) -> Result<(Rc<str>, Rc<str>), Malformed> {
        match self.get(index)? {
            Constant::NameAndType(name, descriptor) => {
                Ok((self.text(*name)?, self.text(*descriptor)?))
            }
            _ => Err(wrong(index, "a name and type")),
        }
    }

    /// A field or method entry.
    pub fn member(&self, index: u16) -> Result<MemberRef, Malformed> {
        let (class, member) = match self.get(index)? {
            Constant::Field(class, member)
            | Constant::Method(class, member)
            | Constant::InterfaceMethod(class, member) => (*class, *member),
            _ => return Err(wrong(index, "a member")),
        };
        let (name, descriptor) = self.name_and_type(member)?;
        Ok(MemberRef {
            class: self.class(class)?,
            name,
            descriptor,
        })
    }
}

fn wrong(index: u16, wanted: &str) -> Malformed {
    Malformed(format!("its constant {index} is not {wanted}"))
}

fn utf8(bytes: &[u8]) -> Constant {
    match std::str::from_utf8(bytes) {
        Ok(text) => Constant::Utf8(text.into(), None),
        Err(_) => {
            let text = String::from_utf16_lossy(&modified_utf8(bytes));
            Constant::Utf8(text.into(), Some(bytes.into()))
        }
    }
}

/// Decodes modified UTF-8; broken sequences become replacement characters.
fn modified_utf8(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut at = 0;
    let continuation = |at: usize| bytes.get(at).map_or(0, |byte| u16::from(byte & 0x3F));
    while at < bytes.len() {
        let first = u16::from(bytes[at]);
        let (unit, length) = match first {
            0..=0x7F => (first, 1),
            0xC0..=0xDF => ((first & 0x1F) << 6 | continuation(at + 1), 2),
            0xE0..=0xEF => (
                (first & 0x0F) << 12 | continuation(at + 1) << 6 | continuation(at + 2),
                3,
            ),
            _ => (0xFFFD, 1),
        };
        units.push(unit);
        at += length;
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_and_zeros_are_kept() {
        assert_eq!(
            modified_utf8(&[0xED, 0xA0, 0x80, 0xC0, 0x80, b'a']),
            [0xD800, 0, 97]
        );
        assert_eq!(modified_utf8(&[0xE2]), [0x2000]);
    }
}
