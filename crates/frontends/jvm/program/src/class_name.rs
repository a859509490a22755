//! The name of the class in a class file, without reading the rest of it.

/// The binary name of the class that a file holds.
pub(crate) fn class_name(bytes: &[u8]) -> Result<String, &'static str> {
    if bytes.get(..4) != Some(&[0xca, 0xfe, 0xba, 0xbe]) {
        return Err("it does not begin as one");
    }
    name(bytes).ok_or("it ends too early or is damaged")
}

fn name(bytes: &[u8]) -> Option<String> {
    let short = |at: usize| {
        let pair = bytes.get(at..at + 2)?;
        Some(usize::from(u16::from_be_bytes([pair[0], pair[1]])))
    };
    let count = short(8)?;
    let mut places = vec![0; count];
    let (mut index, mut at) = (1, 10);
    while index < count {
        places[index] = at;
        let (size, slots) = match bytes.get(at)? {
            1 => (3 + short(at + 1)?, 1),
            3 | 4 | 9..=12 | 17 | 18 => (5, 1),
            5 | 6 => (9, 2),
            7 | 8 | 16 | 19 | 20 => (3, 1),
            15 => (4, 1),
            _ => return None,
        };
        at += size;
        index += slots;
    }
    // After the constants: the access flags, then the class.
    let class = *places.get(short(at + 2)?)?;
    let text = *places.get(short(class + 1)?)?;
    if bytes.get(class) != Some(&7) || bytes.get(text) != Some(&1) {
        return None;
    }
    let text = bytes.get(text + 3..text + 3 + short(text + 1)?)?;
    let name = std::str::from_utf8(text).ok()?;
    Some(name.replace('/', "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class file with the constants "a/B" and the class of that name.
    const BYTES: &[u8] =
        b"\xca\xfe\xba\xbe\x00\x00\x00\x34\x00\x03\x01\x00\x03a/B\x07\x00\x01\x00\x21\x00\x02";

    #[test]
    fn the_name_is_found() {
        assert_eq!(class_name(BYTES).as_deref(), Ok("a.B"));
    }

    #[test]
    fn damaged_files_are_refused() {
        for end in 0..BYTES.len() {
            assert!(class_name(&BYTES[..end]).is_err(), "{end}");
        }
        for at in 0..BYTES.len() {
            let mut bytes = BYTES.to_vec();
            bytes[at] ^= 0xff;
            let _ = class_name(&bytes);
        }
    }
}
