//! A bounds-checked reader of big-endian bytes.

use std::fmt;

/// Why a class file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed(pub String);

impl fmt::Display for Malformed {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Malformed {}

impl Malformed {
    /// The error with this text.
    pub fn new(text: impl Into<String>) -> Malformed {
        Malformed(text.into())
    }
}

/// Reads bytes in order; every read past the end is an error.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// A reader of some bytes.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// How many bytes were read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Whether all bytes were read.
    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// What was not read yet.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// The next bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let end = self.at.checked_add(count);
        let taken = end.and_then(|end| self.bytes.get(self.at..end));
        let taken = taken.ok_or_else(|| {
            Malformed(format!(
                "it ends at byte {} in the middle of something",
                self.bytes.len()
            ))
        })?;
        self.at += count;
        Ok(taken)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8, Malformed> {
        Ok(self.take(1)?[0])
    }

    /// The next two bytes.
    pub fn u16(&mut self) -> Result<u16, Malformed> {
        let bytes = self.take(2)?;
        Ok(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    /// The next four bytes.
    pub fn u32(&mut self) -> Result<u32, Malformed> {
        let bytes = self.take(4)?;
        Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// The next eight bytes.
    pub fn u64(&mut self) -> Result<u64, Malformed> {
        let high = self.u32()?;
        let low = self.u32()?;
        Ok(u64::from(high) << 32 | u64::from(low))
    }

    /// The next byte, signed.
    pub fn i8(&mut self) -> Result<i8, Malformed> {
        Ok(self.u8()? as i8)
    }

    /// The next two bytes, signed.
    pub fn i16(&mut self) -> Result<i16, Malformed> {
        Ok(self.u16()? as i16)
    }

    /// The next four bytes, signed.
    pub fn i32(&mut self) -> Result<i32, Malformed> {
        Ok(self.u32()? as i32)
    }
}
