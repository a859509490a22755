//! Strings in the text form: quoted where something follows, escaped where
//! nothing does.

/// The text on one line: line breaks and backslashes are escaped.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// What [`escape`] was given.
pub fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => plain.push('\n'),
            Some('r') => plain.push('\r'),
            Some(other) => plain.push(other),
            None => plain.push('\\'),
        }
    }
    plain
}

/// The text between quotes.
pub fn quote(text: &str) -> String {
    format!("\"{}\"", escape(text).replace('"', "\\\""))
}

/// The string that a text begins with, and the rest without leading spaces.
/// `None` if it does not begin with one.
pub fn unquote(text: &str) -> Option<(String, &str)> {
    let body = text.trim_start().strip_prefix('"')?;
    let mut escaped = false;
    for (at, character) in body.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some((unescape(&body[..at]), body[at + 1..].trim_start())),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, quoted: &str) {
        assert_eq!(quote(text), quoted);
        let rest = format!("{quoted} rest");
        assert_eq!(unquote(&rest), Some((text.to_owned(), "rest")));
        assert_eq!(unescape(&escape(text)), text);
    }

    #[test]
    fn round_trips() {
        check("", r#""""#);
        check("a b", r#""a b""#);
        check("say \"x\"", r#""say \"x\"""#);
        check("two\nlines\\n", r#""two\nlines\\n""#);
        assert_eq!(unquote("\"open"), None);
    }
}
