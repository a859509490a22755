//! Literals of Java.

use everypath_recipe::Expression;

use super::observed::Value;

/// A string literal. Everything beyond ASCII is escaped, so that the file
/// means the same in every encoding.
pub(super) fn string(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for (index, &unit) in units.iter().enumerate() {
        match unit {
            0x22 => text.push_str("\\\""),
            0x27 => text.push('\''),
            _ => text.push_str(&escaped(unit, units.get(index + 1).copied())),
        }
    }
    text.push('"');
    text
}

/// A char literal.
pub(super) fn character(unit: u16) -> String {
    match unit {
        0x27 => "'\\''".to_owned(),
        0x22 => "'\"'".to_owned(),
        _ => format!("'{}'", escaped(unit, None)),
    }
}

/// A unit inside quotes. The compiler replaces `\u000a` before it sees the
/// literal, so control characters are octal.
fn escaped(unit: u16, next: Option<u16>) -> String {
    match unit {
        0x08 => "\\b".to_owned(),
        0x09 => "\\t".to_owned(),
        0x0a => "\\n".to_owned(),
        0x0c => "\\f".to_owned(),
        0x0d => "\\r".to_owned(),
        0x5c => "\\\\".to_owned(),
        0x20..=0x7e => char::from(unit as u8).to_string(),
        0..=0x1f | 0x7f => {
            let digit_follows = next.is_some_and(|next| (0x30..=0x37).contains(&next));
            match digit_follows {
                true => format!("\\{unit:03o}"),
                false => format!("\\{unit:o}"),
            }
        }
        _ => format!("\\u{unit:04x}"),
    }
}

/// A float literal that has exactly these bits.
pub(super) fn float(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        return match bits {
            0x7fc0_0000 => "Float.NaN".to_owned(),
            _ => format!("Float.intBitsToFloat(0x{bits:08x})"),
        };
    }
    match value {
        f32::INFINITY => "Float.POSITIVE_INFINITY".to_owned(),
        f32::NEG_INFINITY => "Float.NEGATIVE_INFINITY".to_owned(),
        f32::MAX => "Float.MAX_VALUE".to_owned(),
        value => format!("{value:?}f"),
    }
}

/// A double literal that has exactly these bits.
pub(super) fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        return match bits {
            0x7ff8_0000_0000_0000 => "Double.NaN".to_owned(),
            _ => format!("Double.longBitsToDouble(0x{bits:016x}L)"),
        };
    }
    match value {
        f64::INFINITY => "Double.POSITIVE_INFINITY".to_owned(),
        f64::NEG_INFINITY => "Double.NEGATIVE_INFINITY".to_owned(),
        f64::MAX => "Double.MAX_VALUE".to_owned(),
        value => format!("{value:?}"),
    }
}

/// An int literal.
pub(super) fn int(value: i32) -> String {
    match value {
        i32::MIN => "Integer.MIN_VALUE".to_owned(),
        i32::MAX => "Integer.MAX_VALUE".to_owned(),
        value => value.to_string(),
    }
}

/// A long literal.
pub(super) fn long(value: i64) -> String {
    match value {
        i64::MIN => "Long.MIN_VALUE".to_owned(),
        i64::MAX => "Long.MAX_VALUE".to_owned(),
        value => format!("{value}L"),
    }
}

/// The literal of a primitive of a recipe; bytes and shorts need a cast.
pub(super) fn of_expression(expression: &Expression) -> Option<String> {
    Some(match expression {
        Expression::Boolean { value } => value.to_string(),
        Expression::Byte { value } => format!("(byte) {value}"),
        Expression::Short { value } => format!("(short) {value}"),
        Expression::Char { value } => character(*value),
        Expression::Int { value } => int(*value),
        Expression::Long { value } => long(*value),
        Expression::Float { bits } => float(*bits),
        Expression::Double { bits } => double(*bits),
        _ => return None,
    })
}

/// The literal of an observed primitive.
pub(super) fn of_value(value: &Value) -> Option<String> {
    of_expression(&value.primitive()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_mean_the_same_in_every_encoding() {
        let check = |text: &str, expected: &str| {
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(string(&units), expected);
        };
        check("a\"b\\'\n", "\"a\\\"b\\\\'\\n\"");
        check("\u{0}1\u{0}x", "\"\\0001\\0x\"");
        check("é\u{1f600}\u{7f}", "\"\\u00e9\\ud83d\\ude00\\177\"");
        assert_eq!(string(&[0xd800]), "\"\\ud800\"");
    }

    #[test]
    fn numbers_keep_every_bit() {
        assert_eq!(double((-0.0f64).to_bits()), "-0.0");
        assert_eq!(double(1e300f64.to_bits()), "1e300");
        assert_eq!(double(f64::NAN.to_bits()), "Double.NaN");
        assert_eq!(
            double(0x7ff8_0000_0000_0001),
            "Double.longBitsToDouble(0x7ff8000000000001L)"
        );
        assert_eq!(float(0.1f32.to_bits()), "0.1f");
        assert_eq!(int(i32::MIN), "Integer.MIN_VALUE");
        assert_eq!(long(-3), "-3L");
        assert_eq!(
            (character(0x27), character(10)),
            ("'\\''".to_owned(), "'\\n'".to_owned())
        );
    }
}
