//! Values as C writes them.

use std::fmt::Write;

use super::recipe::Kind;

/// A text as a string literal.
pub fn text(bytes: &[u8]) -> String {
    let mut literal = String::from("\"");
    for (at, &byte) in bytes.iter().enumerate() {
        let escaped = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\t' => "\\t",
            b'\r' => "\\r",
            b'?' => "\\?",
            _ => "",
        };
        if !escaped.is_empty() {
            literal.push_str(escaped);
        } else if (b' '..=b'~').contains(&byte) {
            literal.push(byte as char);
        } else if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
            // A digit behind a shorter escape would belong to it.
            let _ = write!(literal, "\\{byte:03o}");
        } else {
            let _ = write!(literal, "\\{byte:o}");
        }
    }
    literal.push('"');
    literal
}

/// A signed number of the given bytes.
pub fn signed(value: i64, size: u64) -> String {
    match (size, value) {
        (8, i64::MIN) => "(-9223372036854775807L - 1)".to_owned(),
        (8, value) if i32::try_from(value).is_err() => format!("{value}L"),
        (4, value) if value == i64::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        (_, value) => value.to_string(),
    }
}

/// An unsigned number of the given bytes.
pub fn unsigned(value: u64, size: u64) -> String {
    match value {
        0..=0x7fff_ffff if size < 8 => format!("{value}"),
        0..=0x7fff_ffff => format!("{value}"),
        0x8000_0000..=0xffff_ffff => format!("{value}u"),
        _ => format!("{value}UL"),
    }
}

/// A character: as such if it can be seen.
pub fn character(value: i64) -> String {
    match u8::try_from(value) {
        Ok(b'\'') => "'\\''".to_owned(),
        Ok(b'\\') => "'\\\\'".to_owned(),
        Ok(b'\n') => "'\\n'".to_owned(),
        Ok(b'\t') => "'\\t'".to_owned(),
        Ok(byte @ b' '..=b'~') => format!("'{}'", byte as char),
        _ => value.to_string(),
    }
}

/// A float.
pub fn double(value: f64) -> String {
    if value.is_nan() {
        return "(0.0 / 0.0)".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 {
            "(1.0 / 0.0)"
        } else {
            "(-1.0 / 0.0)"
        }
        .to_owned();
    }
    let shortest = format!("{value:?}");
    if shortest.contains(['.', 'e']) {
        shortest
    } else {
        format!("{shortest}.0")
    }
}

/// A float of 32 bits.
pub fn float(value: f32) -> String {
    if value.is_nan() || value.is_infinite() {
        return format!("(float){}", double(f64::from(value)));
    }
    let shortest = format!("{value:?}");
    match shortest.contains(['.', 'e']) {
        true => format!("{shortest}f"),
        false => format!("{shortest}.0f"),
    }
}

/// A `long double` that has the value of a `double`.
pub fn long_double(value: f64) -> String {
    let text = double(value);
    match value.is_finite() {
        true => format!("{text}L"),
        false => text,
    }
}

/// A number that the observer printed, as C writes it.
pub fn seen(number: &str, kind: &Kind) -> Option<String> {
    Some(match kind {
        Kind::Signed => signed(number.parse().ok()?, 8),
        Kind::Unsigned => unsigned(number.parse().ok()?, 8),
        Kind::Boolean => number.to_owned(),
        Kind::Character => character(number.parse().ok()?),
        Kind::Enumeration(constants) => {
            let value: i64 = number.parse().ok()?;
            let found = constants.iter().find(|(_, known)| *known == value);
            found.map_or_else(|| signed(value, 4), |(name, _)| name.clone())
        }
        Kind::Float => float(f32::from_bits(number.parse().ok()?)),
        Kind::Double => double(f64::from_bits(number.parse().ok()?)),
        Kind::LongDouble => match number {
            "inf" => "(1.0 / 0.0)".to_owned(),
            "-inf" => "(-1.0 / 0.0)".to_owned(),
            number => format!("{number}L"),
        },
        Kind::Pointer { .. } | Kind::Bytes(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_as_c_reads_them() {
        assert_eq!(text(b"a\"b\\\n\x011"), "\"a\\\"b\\\\\\n\\0011\"");
        assert_eq!(signed(i64::from(i32::MIN), 4), "(-2147483647 - 1)");
        assert_eq!(signed(5_000_000_000, 8), "5000000000L");
        assert_eq!(unsigned(4_000_000_000, 4), "4000000000u");
        assert_eq!(character(65), "'A'");
        assert_eq!(character(-3), "-3");
        assert_eq!(double(0.1), "0.1");
        assert_eq!(double(2.0), "2.0");
        assert_eq!(float(0.5), "0.5f");
        assert_eq!(long_double(-2.0), "-2.0L");
        assert_eq!(
            seen("0xc.8p-3", &Kind::LongDouble).as_deref(),
            Some("0xc.8p-3L")
        );
    }
}
