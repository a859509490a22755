//! Literals of scalars, in the spelling that formatters prefer.

/// A text in double quotes, or single ones if that saves escapes.
pub(super) fn text(value: &str) -> String {
    let double = value.matches('"').count();
    let single = value.matches('\'').count();
    let quote = if double > single { '\'' } else { '"' };
    let mut literal = String::with_capacity(value.len() + 2);
    literal.push(quote);
    for character in value.chars() {
        match character {
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            c if c == quote => {
                literal.push('\\');
                literal.push(c);
            }
            c if c == ' ' || c.is_ascii_graphic() || (!c.is_ascii() && c.is_alphanumeric()) => {
                literal.push(c);
            }
            c if (c as u32) < 0x100 => literal.push_str(&format!("\\x{:02x}", c as u32)),
            c if (c as u32) < 0x10000 => literal.push_str(&format!("\\u{:04x}", c as u32)),
            c => literal.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    literal.push(quote);
    literal
}

/// Bytes from their hexadecimal form.
pub(super) fn bytes(hexadecimal: &str) -> String {
    let octets: Vec<u8> = (0..hexadecimal.len() / 2)
        .filter_map(|i| u8::from_str_radix(hexadecimal.get(2 * i..2 * i + 2)?, 16).ok())
        .collect();
    let double = octets.iter().filter(|&&octet| octet == b'"').count();
    let single = octets.iter().filter(|&&octet| octet == b'\'').count();
    let quote = if double > single { b'\'' } else { b'"' };
    let mut literal = String::from("b");
    literal.push(quote as char);
    for octet in octets {
        match octet {
            b'\\' => literal.push_str("\\\\"),
            b'\n' => literal.push_str("\\n"),
            b'\r' => literal.push_str("\\r"),
            b'\t' => literal.push_str("\\t"),
            o if o == quote => {
                literal.push('\\');
                literal.push(o as char);
            }
            o if o == b' ' || o.is_ascii_graphic() => literal.push(o as char),
            o => literal.push_str(&format!("\\x{o:02x}")),
        }
    }
    literal.push(quote as char);
    literal
}

/// Whether a message can be a pattern that matches only itself.
pub(super) fn is_plain_pattern(message: &str) -> bool {
    !message.is_empty()
        && message
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || " _,:;-=/%'!<>@&`".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_chosen_to_save_escapes() {
        assert_eq!(text("it's"), "\"it's\"");
        assert_eq!(text("say \"x\""), "'say \"x\"'");
        assert_eq!(text("\"'"), "\"\\\"'\"");
        assert_eq!(
            text("a\nb\u{7f}\u{e9}\u{2028}"),
            "\"a\\nb\\x7f\u{e9}\\u2028\""
        );
    }

    #[test]
    fn bytes_keep_what_can_be_read() {
        assert_eq!(bytes("6100ff22"), "b'a\\x00\\xff\"'");
        assert_eq!(bytes(""), "b\"\"");
    }
}
