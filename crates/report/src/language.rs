//! The languages of subjects: how each spells values. How their source is
//! painted stands with the page.

use everypath_trace::Language;

/// How a language spells values.
pub(crate) trait Spelling {
    /// What refers to nothing.
    fn null(self) -> &'static str;
    /// A truth value.
    fn boolean(self, value: bool) -> &'static str;
    /// What stands between a key and its value.
    fn between_key_and_value(self) -> &'static str;
    /// A text literal.
    fn text(self, text: &str) -> String;
    /// A literal of one character.
    fn character(self, text: &str) -> String;
}

impl Spelling for Language {
    fn null(self) -> &'static str {
        match self {
            Language::Python => "None",
            Language::Java => "null",
            Language::C => "NULL",
        }
    }

    fn boolean(self, value: bool) -> &'static str {
        match (self, value) {
            (Language::Python, true) => "True",
            (Language::Python, false) => "False",
            (_, true) => "true",
            (_, false) => "false",
        }
    }

    fn between_key_and_value(self) -> &'static str {
        match self {
            Language::Python => ": ",
            Language::Java | Language::C => "=",
        }
    }

    fn text(self, text: &str) -> String {
        // Python's own preference: an apostrophe needs no escape where the
        // text has no quotation marks.
        let quote = match self {
            Language::Python if text.contains('"') || !text.contains('\'') => '\'',
            _ => '"',
        };
        quoted(self, text, quote)
    }

    fn character(self, text: &str) -> String {
        quoted(self, text, '\'')
    }
}

fn quoted(language: Language, text: &str, quote: char) -> String {
    let mut result = String::from(quote);
    for letter in text.chars() {
        match letter {
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            '\\' => result.push_str("\\\\"),
            letter if letter == quote => result.extend(['\\', letter]),
            letter if letter.is_control() => result.push_str(&escape(language, letter as u32)),
            letter => result.push(letter),
        }
    }
    result.push(quote);
    result
}

/// A control character; C's `\x` would swallow digits that follow.
fn escape(language: Language, letter: u32) -> String {
    match language {
        Language::Python => format!("\\x{letter:02x}"),
        Language::Java => format!("\\u{letter:04x}"),
        Language::C => format!("\\{letter:03o}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_spelled_as_in_their_language() {
        let check = |language: Language, expected: [&str; 4]| {
            let text = language.text("it's\u{1}2");
            let spelled = [
                language.null(),
                language.boolean(true),
                &text,
                &language.character("'"),
            ];
            assert_eq!(spelled, expected);
        };
        check(
            Language::Python,
            ["None", "True", r#""it's\x012""#, r"'\''"],
        );
        check(
            Language::Java,
            ["null", "true", r#""it's\u00012""#, r"'\''"],
        );
        check(Language::C, ["NULL", "true", r#""it's\0012""#, r"'\''"]);
        assert_eq!(Language::Python.text("a\"'"), r#"'a"\''"#);
    }
}
