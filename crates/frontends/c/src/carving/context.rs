//! The context of one call, as the recorder writes it. A record is a head of
//! three words (a magic number, the bytes of the body, their hash) and a body of
//! little-endian words:
//!
//! ```text
//! version, text function, text file, flags, bytes of memory
//! count of regions, then for each: kind, constant or position, first seen after
//!   exit n, text name, stream position, contents
//! count of callee exits, then for each: text callee, errno, contents of the
//!   result, count of changes, then for each: region, offset, contents
//! bytes of the trace, then lines of 4 bytes each
//! text     := size, bytes, padding to a word
//! contents := size, bytes, padding, count of pointers, then for each: offset,
//!             region, offset in it
//! ```
//!
//! A region of 2^32 and more is the object that the callee's pointer argument of
//! that position points to.

use everypath_c_runtime::layout::{contexts as layout, hash};

/// What a region of memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// A parameter of the function.
    Parameter,
    /// An object of the heap.
    Heap,
    /// A local variable of a caller.
    Local,
    /// A global or static variable.
    Global,
    /// A function.
    Function,
    /// A stream, by the name of its file.
    Stream,
}

/// A region of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// What it is.
    pub kind: RegionKind,
    /// The name of a global, function or stream.
    pub name: String,
    /// How many bytes it has.
    pub size: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The pointers in it: offset, region, offset there.
    pub pointers: Vec<[u64; 3]>,
}

/// What a callee did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The callee.
    pub callee: String,
    /// How many ranges of memory it changed.
    pub changes: usize,
}

/// The context of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The function.
    pub function: String,
    /// The source file.
    pub file: String,
    /// Whether the call returned.
    pub finished: bool,
    /// Whether the trace or the exits were cut off.
    pub cut: bool,
    /// Whether the memory was too large to be kept.
    pub too_large: bool,
    /// Bytes of memory.
    pub bytes: u64,
    /// The regions; the parameters come first.
    pub regions: Vec<Region>,
    /// What the callees did, in order.
    pub exits: Vec<Exit>,
    /// The lines at which its blocks begin, as they ran.
    pub trace: Vec<u32>,
    /// Identifies it.
    pub hash: u64,
    /// The body of its record.
    pub body: Vec<u8>,
}

/// Reads records one after another; how many could not be read, because the
/// file ends within one or its bytes are not what was written.
pub fn read_records(mut bytes: &[u8]) -> (Vec<Context>, usize) {
    let mut found = Vec::new();
    let mut broken = 0;
    while !bytes.is_empty() {
        let word = |index: usize| {
            let bytes = bytes.get(8 * index..8 * index + 8)?;
            Some(u64::from_le_bytes(bytes.try_into().ok()?))
        };
        let head = (word(0), word(1), word(2));
        let (Some(layout::MAGIC), Some(size), Some(expected)) = head else {
            broken += 1;
            break;
        };
        let end = 24usize.checked_add(size as usize);
        let Some(body) = end.and_then(|end| bytes.get(24..end)) else {
            broken += 1;
            break;
        };
        match (hash(body) == expected).then(|| read(body)).flatten() {
            Some(context) => found.push(context),
            None => broken += 1,
        }
        bytes = &bytes[24 + body.len()..];
    }
    (found, broken)
}

/// Reads a body. `None` if it is not one.
fn read(body: &[u8]) -> Option<Context> {
    let mut cursor = Cursor { bytes: body };
    if cursor.word()? != layout::VERSION {
        return None;
    }
    let (function, file) = (cursor.text()?, cursor.text()?);
    let (flags, bytes) = (cursor.word()?, cursor.word()?);
    let mut context = Context {
        function,
        file,
        finished: flags & layout::FINISHED != 0,
        cut: flags & layout::CUT != 0,
        too_large: flags & layout::TOO_LARGE != 0,
        bytes,
        regions: Vec::new(),
        exits: Vec::new(),
        trace: Vec::new(),
        hash: hash(body),
        body: body.to_vec(),
    };
    if context.too_large {
        return Some(context);
    }
    let count = cursor.word()?;
    for _ in 0..count {
        let kind = match cursor.word()? {
            layout::PARAMETER => RegionKind::Parameter,
            layout::HEAP => RegionKind::Heap,
            layout::LOCAL => RegionKind::Local,
            layout::GLOBAL => RegionKind::Global,
            layout::FUNCTION => RegionKind::Function,
            layout::STREAM => RegionKind::Stream,
            _ => return None,
        };
        cursor.word()?;
        cursor.word()?;
        let name = cursor.text()?;
        cursor.word()?;
        let (bytes, pointers) = cursor.contents()?;
        context.regions.push(Region {
            kind,
            name,
            size: bytes.len() as u64,
            bytes: bytes.to_vec(),
            pointers,
        });
    }
    let exits = cursor.word()?;
    let mut changed = Vec::new();
    for _ in 0..exits {
        let callee = cursor.text()?;
        cursor.word()?;
        changed.push(cursor.contents()?.1);
        let changes = cursor.word()?;
        for _ in 0..changes {
            let (region, _) = (cursor.word()?, cursor.word()?);
            changed.push(vec![[0, region, 0]]);
            changed.push(cursor.contents()?.1);
        }
        context.exits.push(Exit {
            callee,
            changes: changes as usize,
        });
    }
    context.trace = cursor
        .padded()?
        .chunks_exact(4)
        .map(|line| u32::from_le_bytes([line[0], line[1], line[2], line[3]]))
        .collect();
    // The runtime trusts what is checked here.
    let mut pointers = context
        .regions
        .iter()
        .flat_map(|region| &region.pointers)
        .chain(changed.iter().flatten());
    let known = |region: u64| {
        region < count
            || (region >= layout::OF_ARGUMENT && region - layout::OF_ARGUMENT < layout::ARGUMENTS)
    };
    pointers
        .all(|[_, region, _]| known(*region))
        .then_some(context)
}

struct Cursor<'a> {
    bytes: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn take(&mut self, size: usize) -> Option<&'a [u8]> {
        if size > self.bytes.len() {
            return None;
        }
        let (taken, rest) = self.bytes.split_at(size);
        self.bytes = rest;
        Some(taken)
    }

    fn word(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn padded(&mut self) -> Option<&'a [u8]> {
        let size = usize::try_from(self.word()?).ok()?;
        let whole = self.take(size.checked_next_multiple_of(8)?)?;
        Some(&whole[..size])
    }

    fn text(&mut self) -> Option<String> {
        Some(String::from_utf8_lossy(self.padded()?).into_owned())
    }

    fn contents(&mut self) -> Option<(&'a [u8], Vec<[u64; 3]>)> {
        let bytes = self.padded()?;
        let size = bytes.len() as u64;
        let count = self.word()?;
        let mut pointers = Vec::new();
        for _ in 0..count {
            let pointer = [self.word()?, self.word()?, self.word()?];
            if pointer[0].checked_add(8)? > size {
                return None;
            }
            pointers.push(pointer);
        }
        Some((bytes, pointers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: &mut Vec<u8>, text: &str) {
        words.extend((text.len() as u64).to_le_bytes());
        words.extend(text.bytes());
        words.resize(words.len().next_multiple_of(8), 0);
    }

    fn record() -> Vec<u8> {
        let mut body = Vec::new();
        let word = |body: &mut Vec<u8>, value: u64| body.extend(value.to_le_bytes());
        word(&mut body, layout::VERSION);
        text(&mut body, "f");
        text(&mut body, "/a.c");
        word(&mut body, layout::FINISHED);
        word(&mut body, 8);
        word(&mut body, 1);
        for value in [layout::HEAP, 0, 0] {
            word(&mut body, value);
        }
        text(&mut body, "");
        word(&mut body, 0);
        text(&mut body, "12345678");
        // One pointer: at 0, to itself.
        for value in [1, 0, 0, 4] {
            word(&mut body, value);
        }
        word(&mut body, 0);
        word(&mut body, 4);
        body.extend([7, 0, 0, 0, 0, 0, 0, 0]);
        let mut record = Vec::new();
        for value in [layout::MAGIC, body.len() as u64, hash(&body)] {
            word(&mut record, value);
        }
        record.extend(body);
        record
    }

    #[test]
    fn records_are_read_until_one_is_broken() {
        let one = record();
        let mut all = one.clone();
        all.extend(&one);
        all.extend(&one[..one.len() - 3]);
        let (found, broken) = read_records(&all);
        assert_eq!((found.len(), broken), (2, 1));
        assert_eq!((found[0].function.as_str(), found[0].trace[0]), ("f", 7));
        assert_eq!(found[0].regions[0].pointers, [[0, 0, 4]]);
        let mut changed = one;
        let last = changed.len() - 1;
        changed[last] = 9;
        assert_eq!(read_records(&changed).0.len(), 0);
        assert_eq!(read_records(b"not a record at all, is it").1, 1);
    }
}
