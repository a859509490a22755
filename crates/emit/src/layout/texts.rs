//! Texts that are too long for a line: literals and comments.

/// What is between the quotes of a literal, if that is all there is.
pub(super) fn quoted(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut escaped = false;
    let ends = inner.chars().any(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    (!ends).then_some(inner)
}

/// The parts of a literal that stay together: they begin with a space or a tab
/// and end behind the ends of lines.
pub(super) fn words(text: &str) -> Vec<&str> {
    let mut cuts = vec![0];
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let length = next.len_utf8();
        match &text.as_bytes()[at..] {
            [b' ', ..] | [b'\\', b't', ..] => cuts.push(at),
            [b'\\', b'n' | b'r', rest @ ..] if !matches!(rest, [b'\\', b'n' | b'r', ..]) => {
                cuts.push(at + 2);
            }
            _ => {}
        }
        // An escape is one character, whatever it escapes.
        let escaped = text[at + length..].chars().next().map_or(0, char::len_utf8);
        at += length + if next == '\\' { escaped } else { 0 };
    }
    cuts.push(text.len());
    cuts.dedup();
    cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect()
}

/// A text in lines of at most so many characters, broken at spaces.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
