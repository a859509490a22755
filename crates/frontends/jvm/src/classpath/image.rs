//! The image of classes that a JDK 9 or newer has in `lib/modules`: a
//! perfect hash table from names to places, mapped into memory.

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;

const MAGIC: u32 = 0xCAFE_DADA;
const HASH_SEED: u32 = 0x0100_0193;

/// What an attribute of a location says.
const MODULE: u8 = 1;
const PARENT: u8 = 2;
const BASE: u8 = 3;
const EXTENSION: u8 = 4;
const OFFSET: u8 = 5;
const COMPRESSED: u8 = 6;
const UNCOMPRESSED: u8 = 7;

/// A mapped image.
#[derive(Debug)]
pub struct Image {
    bytes: Mmap,
    table_length: usize,
    redirects: usize,
    offsets: usize,
    locations: usize,
    locations_size: usize,
    strings: usize,
    strings_size: usize,
    resources: usize,
}

impl Image {
    /// Maps an image.
    pub fn open(path: &Path) -> Result<Image, String> {
        let said = |what: &str| format!("{}: {what}", path.display());
        let file = File::open(path).map_err(|error| said(&error.to_string()))?;
        // Safety: the file belongs to an installed JDK; nobody writes to it.
        let bytes = unsafe { Mmap::map(&file) }.map_err(|error| said(&error.to_string()))?;
        let word = |index: usize| {
            let word = bytes.get(index * 4..index * 4 + 4)?;
            Some(u32::from_le_bytes(word.try_into().ok()?))
        };
        let header = || -> Option<[u32; 7]> {
            Some([
                word(0)?,
                word(1)?,
                word(2)?,
                word(3)?,
                word(4)?,
                word(5)?,
                word(6)?,
            ])
        };
        let [magic, _, _, _, table_length, locations_size, strings_size] =
            header().ok_or_else(|| said("it is too short for an image"))?;
        if magic != MAGIC {
            return Err(said("it is not an image of modules for this machine"));
        }
        let table_length = table_length as usize;
        let redirects = 7 * 4;
        let offsets = redirects + table_length * 4;
        let locations = offsets + table_length * 4;
        let strings = locations + locations_size as usize;
        let resources = strings + strings_size as usize;
        if table_length == 0 || resources > bytes.len() {
            return Err(said("its tables do not fit"));
        }
        Ok(Image {
            table_length,
            redirects,
            offsets,
            locations,
            locations_size: locations_size as usize,
            strings,
            strings_size: strings_size as usize,
            resources,
            bytes,
        })
    }

    /// The bytes of a class, named with slashes.
    pub fn class(&self, name: &str) -> Option<Vec<u8>> {
        self.resource(&format!("{name}.class"))
    }

    /// The bytes of a resource of whichever module has its package.
    pub fn resource(&self, name: &str) -> Option<Vec<u8>> {
        if let Some(found) = self.find(&format!("/java.base/{name}")) {
            return Some(found);
        }
        let package = name.rsplit_once('/')?.0.replace('/', ".");
        let modules = self.find(&format!("/packages/{package}"))?;
        modules.chunks_exact(8).find_map(|entry| {
            let offset = u32::from_le_bytes(entry[4..8].try_into().ok()?);
            let module = self.string(offset as usize)?;
            let module = std::str::from_utf8(module).ok()?;
            self.find(&format!("/{module}/{name}"))
        })
    }

    fn find(&self, path: &str) -> Option<Vec<u8>> {
        let slot = hash(path.as_bytes(), HASH_SEED) as usize % self.table_length;
        let redirect = self.word(self.redirects + slot * 4)? as i32;
        let index = match redirect {
            0 => return None,
            1.. => hash(path.as_bytes(), redirect as u32) as usize % self.table_length,
            _ => (-1 - redirect) as usize,
        };
        if index >= self.table_length {
            return None;
        }
        let attributes = self.location(self.word(self.offsets + index * 4)? as usize)?;
        if !self.is_named(&attributes, path) {
            return None;
        }
        if attributes[usize::from(COMPRESSED)] != 0 {
            return None;
        }
        let start = self
            .resources
            .checked_add(attributes[usize::from(OFFSET)] as usize)?;
        let end = start.checked_add(attributes[usize::from(UNCOMPRESSED)] as usize)?;
        self.bytes.get(start..end).map(<[u8]>::to_vec)
    }

    fn word(&self, at: usize) -> Option<u32> {
        let bytes = self.bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    fn location(&self, offset: usize) -> Option<[u64; 8]> {
        let mut attributes = [0; 8];
        let mut bytes = self
            .bytes
            .get(self.locations..self.locations + self.locations_size)?
            .get(offset..)?;
        loop {
            let (&first, rest) = bytes.split_first()?;
            let kind = first >> 3;
            let length = usize::from(first & 7) + 1;
            if kind == 0 {
                return Some(attributes);
            }
            let value = rest.get(..length)?;
            *attributes.get_mut(usize::from(kind))? = value
                .iter()
                .fold(0, |value, byte| value << 8 | u64::from(*byte));
            bytes = &rest[length..];
        }
    }

    fn is_named(&self, attributes: &[u64; 8], path: &str) -> bool {
        let part = |kind: u8| {
            self.string(attributes[usize::from(kind)] as usize)
                .unwrap_or(b"")
        };
        let mut name = Vec::with_capacity(path.len());
        let module = part(MODULE);
        if !module.is_empty() {
            name.push(b'/');
            name.extend_from_slice(module);
            name.push(b'/');
        }
        let parent = part(PARENT);
        if !parent.is_empty() {
            name.extend_from_slice(parent);
            name.push(b'/');
        }
        name.extend_from_slice(part(BASE));
        let extension = part(EXTENSION);
        if !extension.is_empty() {
            name.push(b'.');
            name.extend_from_slice(extension);
        }
        name == path.as_bytes()
    }

    fn string(&self, offset: usize) -> Option<&[u8]> {
        let all = self
            .bytes
            .get(self.strings..self.strings + self.strings_size)?;
        let rest = all.get(offset..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        Some(&rest[..end])
    }
}

fn hash(bytes: &[u8], seed: u32) -> u32 {
    let mixed = bytes.iter().fold(seed, |hash, byte| {
        hash.wrapping_mul(HASH_SEED) ^ u32::from(*byte)
    });
    mixed & 0x7FFF_FFFF
}
