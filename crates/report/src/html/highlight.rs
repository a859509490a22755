//! Python source with its keywords, strings, numbers and comments marked. It
//! reads tokens, not grammar: a mistake costs a colour, never a letter.

use super::text::escape;

const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// The source's lines as HTML.
pub fn lines(source: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut rest = source;
    while !rest.is_empty() {
        let (class, length) = token(rest);
        let (text, after) = rest.split_at(length);
        rest = after;
        // A token that spans lines is marked on each of them.
        for (index, part) in text.split('\n').enumerate() {
            if index > 0 {
                lines.push(String::new());
            }
            let Some(line) = lines.last_mut() else {
                continue;
            };
            let part = part.trim_end_matches('\r');
            match class {
                Some(class) if !part.is_empty() => {
                    line.push_str(&format!("<span class=\"{class}\">{}</span>", escape(part)));
                }
                _ => line.push_str(&escape(part)),
            }
        }
    }
    if source.ends_with('\n') {
        lines.pop();
    }
    lines
}

/// The class and length of the first token.
fn token(text: &str) -> (Option<&'static str>, usize) {
    let Some(first) = text.chars().next() else {
        return (None, 0);
    };
    if first == '#' {
        return (Some("c"), text.find('\n').unwrap_or(text.len()));
    }
    if first.is_alphabetic() || first == '_' {
        let length = text
            .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .unwrap_or(text.len());
        let word = &text[..length];
        let quoted = text[length..].starts_with(['"', '\'']);
        if quoted && word.len() <= 2 && word.chars().all(|letter| "rRbBuUfFtT".contains(letter)) {
            return (Some("s"), length + quotation(&text[length..]));
        }
        return (KEYWORDS.contains(&word).then_some("k"), length);
    }
    if first.is_ascii_digit() {
        let length = text
            .find(|letter: char| !letter.is_alphanumeric() && letter != '.' && letter != '_')
            .unwrap_or(text.len());
        return (Some("n"), length);
    }
    if first == '"' || first == '\'' {
        return (Some("s"), quotation(text));
    }
    (None, first.len_utf8())
}

/// The length of the string literal at the start.
fn quotation(text: &str) -> usize {
    let quote = &text[..1];
    let long = quote.repeat(3);
    let (end, is_long) = match text.starts_with(&long) {
        true => (long.as_str(), true),
        false => (quote, false),
    };
    let mut position = end.len();
    while let Some(letter) = text[position..].chars().next() {
        if text[position..].starts_with(end) {
            return position + end.len();
        }
        if letter == '\n' && !is_long {
            return position;
        }
        position += letter.len_utf8();
        if letter == '\\' {
            position += text[position..].chars().next().map_or(0, char::len_utf8);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[&str]) {
        assert_eq!(lines(source), expected);
    }

    #[test]
    fn tokens_are_marked_on_every_line_they_span() {
        check(
            "if x < 3:  # é\n",
            &[
                "<span class=\"k\">if</span> x &lt; <span class=\"n\">3</span>:  <span class=\"c\"># é</span>",
            ],
        );
        check(
            "\"\"\"a\nb\"\"\"\nx",
            &[
                "<span class=\"s\">&quot;&quot;&quot;a</span>",
                "<span class=\"s\">b&quot;&quot;&quot;</span>",
                "x",
            ],
        );
        check(r"rb'\''", &[r#"<span class="s">rb'\''</span>"#]);
        check("'open\nx", &["<span class=\"s\">'open</span>", "x"]);
        check("'\\", &["<span class=\"s\">'\\</span>"]);
        check("", &[""]);
    }
}
