//! Cutting lines of IR into types and operands.

/// What the instrumented code does with values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// An integer of at most 64 bits.
    Int(u8),
    /// `float` (32), `double` (64) or x86's `long double` (80).
    Float(u8),
    /// A pointer.
    Pointer,
    /// Something that has no term: a vector, a wide integer, a wide float.
    Other,
}

impl Class {
    /// Bits of a value.
    pub fn width(self) -> u8 {
        match self {
            Class::Int(width) | Class::Float(width) => width,
            Class::Pointer => 64,
            Class::Other => 0,
        }
    }
}

/// The class of a type.
pub fn class_of(text: &str) -> Class {
    if text == "ptr" || text.ends_with('*') {
        return Class::Pointer;
    }
    match text {
        "float" => Class::Float(32),
        "double" => Class::Float(64),
        "x86_fp80" => Class::Float(80),
        _ => match text
            .strip_prefix('i')
            .and_then(|width| width.parse::<u32>().ok())
        {
            Some(width @ 1..=64) => Class::Int(width as u8),
            _ => Class::Other,
        },
    }
}

/// Where the bracket that opens at the start of the text closes.
pub fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut quoted = false;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

/// The parts between commas that are in no brackets.
pub fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0usize;
    let mut quoted = false;
    let mut start = 0;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[start..index].trim());
                start = index + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        parts.push(last);
    }
    parts
}

/// The type at the start of a text, and the rest.
pub fn take_type(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let first = text.bytes().next()?;
    let mut end = match first {
        b'{' | b'[' => closing(text)? + 1,
        b'<' => closing(text)? + 1,
        b'%' if text[1..].starts_with('"') => 2 + text[2..].find('"')? + 1,
        b'%' => {
            1 + text[1..]
                .find(|c: char| !is_name(c))
                .unwrap_or(text.len() - 1)
        }
        _ => text
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(text.len()),
    };
    if end == 0 {
        return None;
    }
    loop {
        let rest = &text[end..];
        let trimmed = rest.trim_start();
        if rest.starts_with('*') {
            end += 1;
        } else if trimmed.starts_with("addrspace(") {
            end += rest.len() - trimmed.len() + closing(&trimmed[9..])? + 10;
        } else if trimmed.starts_with('(') && rest.starts_with([' ', '(']) {
            // A function type: what follows decides whether it is one.
            let close = closing(trimmed)? + 1;
            end += rest.len() - trimmed.len() + close;
        } else {
            return Some((&text[..end], &text[end..]));
        }
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '$')
}

/// The operand at the end of `attributes operand`: what follows the last
/// attribute of a parameter.
pub fn operand(text: &str) -> &str {
    let mut rest = text.trim();
    loop {
        let word = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let name = &rest[..word];
        let parenthesised = [
            "byval",
            "sret",
            "byref",
            "inalloca",
            "preallocated",
            "elementtype",
            "dereferenceable",
            "dereferenceable_or_null",
            "range",
            "captures",
            "initializes",
            "nofpclass",
            "align",
        ];
        let plain = [
            "noundef",
            "signext",
            "zeroext",
            "inreg",
            "noalias",
            "nocapture",
            "nonnull",
            "readonly",
            "readnone",
            "writeonly",
            "returned",
            "nest",
            "swiftself",
            "immarg",
            "allocptr",
            "allocalign",
            "nofree",
            "dead_on_unwind",
            "writable",
            "noext",
        ];
        if parenthesised.contains(&name) && rest[word..].starts_with('(') {
            let Some(close) = closing(&rest[word..]) else {
                return rest;
            };
            rest = rest[word + close + 1..].trim_start();
        } else if name == "align" {
            rest = rest[word..].trim_start();
            let digits = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            rest = rest[digits..].trim_start();
        } else if plain.contains(&name) && rest.len() > word {
            rest = rest[word..].trim_start();
        } else if plain.contains(&name) {
            return "";
        } else {
            return rest;
        }
    }
}

/// A typed value: `i32 noundef %x` becomes its type and `%x`.
pub fn typed(text: &str) -> Option<(&str, &str)> {
    let (ty, rest) = take_type(text)?;
    Some((ty, operand(rest)))
}

/// The element types of a literal structure type.
pub fn elements(ty: &str) -> Option<Vec<&str>> {
    let inner = ty.strip_prefix('{')?.strip_suffix('}')?;
    Some(split(inner))
}

/// A line without its metadata, and the number of its debug location.
pub fn without_metadata(line: &str) -> (&str, Option<u32>) {
    let mut quoted = false;
    let bytes = line.as_bytes();
    let mut cut = line.len();
    for index in 0..bytes.len() {
        match bytes[index] {
            b'"' => quoted = !quoted,
            b',' if !quoted
                && line[index..].starts_with(", !")
                && bytes.get(index + 3).is_some_and(u8::is_ascii_alphabetic) =>
            {
                cut = index;
                break;
            }
            _ => {}
        }
    }
    let location = line[cut..]
        .split_once("!dbg !")
        .and_then(|(_, rest)| number(rest));
    (line[..cut].trim_end(), location)
}

/// The number at the start of a text.
pub fn number(text: &str) -> Option<u32> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text[..end].parse().ok()
}

/// The bytes of a text, with `\22` for a quote.
pub fn bytes(text: &str) -> Vec<u8> {
    let mut found = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = rest.get(1..3).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if first == b'\\' => {
                found.push(byte);
                rest = &rest[3..];
            }
            _ => {
                found.push(first);
                rest = after;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_cut_off() {
        let check =
            |text: &str, ty: &str, rest: &str| assert_eq!(take_type(text), Some((ty, rest)));
        check("i32 %x", "i32", " %x");
        check("i32* %x", "i32*", " %x");
        check("%struct.P* %3, i32 0", "%struct.P*", " %3, i32 0");
        check("[10 x i8], ptr %1", "[10 x i8]", ", ptr %1");
        check("{ i64, i64 } %v", "{ i64, i64 }", " %v");
        check(
            "i32 (i8*, ...) @printf(i8* %1)",
            "i32 (i8*, ...)",
            " @printf(i8* %1)",
        );
        check("void (i32)* %f", "void (i32)*", " %f");
        check("<2 x i64> %v", "<2 x i64>", " %v");
        check("ptr addrspace(1) %v", "ptr addrspace(1)", " %v");
    }

    #[test]
    fn operands_follow_attributes() {
        assert_eq!(typed("i32 noundef signext %x"), Some(("i32", "%x")));
        assert_eq!(
            typed("ptr noundef byval(%struct.S) align 8 %x"),
            Some(("ptr", "%x"))
        );
        assert_eq!(typed("i64 -3"), Some(("i64", "-3")));
    }

    #[test]
    fn commas_in_brackets_do_not_count() {
        assert_eq!(
            split("i32 1, { i8, i8 } %x, ptr getelementptr (i8, ptr @a, i64 1)").len(),
            3
        );
    }

    #[test]
    fn metadata_is_cut_off() {
        assert_eq!(
            without_metadata("br label %3, !dbg !59, !llvm.loop !4"),
            ("br label %3", Some(59))
        );
        assert_eq!(without_metadata("ret void"), ("ret void", None));
    }
}
