//! Source with its keywords, literals and comments marked. It reads tokens,
//! not grammar: a mistake costs a colour, never a letter.

use super::syntax::Syntax;
use super::text::escape;
use everypath_trace::Language;

const KEYWORD: Option<&str> = Some("k");
const TEXT: Option<&str> = Some("s");
const NUMBER: Option<&str> = Some("n");
const COMMENT: Option<&str> = Some("c");

/// The source's lines as HTML.
pub(super) fn lines(source: &str, language: Language) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut scanner = Scanner {
        syntax: Syntax::of(language),
        begins_line: true,
        includes: false,
    };
    let mut rest = source;
    while !rest.is_empty() {
        let (class, length) = scanner.token(rest);
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

/// Where a token stands decides what some of them are.
struct Scanner {
    syntax: &'static Syntax,
    /// Nothing but blanks came before in this line.
    begins_line: bool,
    /// The line includes a file, whose name comes next.
    includes: bool,
}

impl Scanner {
    /// The class and length of the first token.
    fn token(&mut self, text: &str) -> (Option<&'static str>, usize) {
        let Some(first) = text.chars().next() else {
            return (None, 0);
        };
        if first.is_whitespace() {
            self.begins_line |= first == '\n';
            self.includes &= first != '\n';
            return (None, first.len_utf8());
        }
        let begins_line = std::mem::replace(&mut self.begins_line, false);
        let includes = std::mem::replace(&mut self.includes, false);
        if first == '#' && self.syntax.has_directives && begins_line {
            let length = directive(text);
            self.includes = text[..length].ends_with("include");
            return (KEYWORD, length);
        }
        if first == '<' && includes {
            let line = text.find('\n').unwrap_or(text.len());
            return (TEXT, text[..line].find('>').map_or(line, |end| end + 1));
        }
        if let Some(length) = self.comment(text) {
            return (COMMENT, length);
        }
        if first.is_alphabetic() || first == '_' {
            return self.word(text);
        }
        if first.is_ascii_digit() {
            return (NUMBER, self.number(text));
        }
        if first == '"' || first == '\'' {
            return (TEXT, self.quotation(text, false));
        }
        (None, first.len_utf8())
    }

    /// The length of the comment at the start, if there is one.
    fn comment(&self, text: &str) -> Option<usize> {
        if text.starts_with(self.syntax.line_comment) {
            return Some(text.find('\n').unwrap_or(text.len()));
        }
        let (begin, end) = self.syntax.block_comment?;
        let inner = text.strip_prefix(begin)?;
        let length = inner.find(end).map(|at| begin.len() + at + end.len());
        Some(length.unwrap_or(text.len()))
    }

    /// The name or keyword at the start, or the literal that it belongs to.
    fn word(&self, text: &str) -> (Option<&'static str>, usize) {
        let length = text
            .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .unwrap_or(text.len());
        let (word, after) = text.split_at(length);
        let mut prefixes = self.syntax.prefixes.iter();
        if after.starts_with(['"', '\'']) && prefixes.any(|known| known.eq_ignore_ascii_case(word))
        {
            let is_formatted = word.contains(self.syntax.formatted);
            return (TEXT, length + self.quotation(after, is_formatted));
        }
        let is_keyword = self.syntax.keywords.contains(&word);
        (if is_keyword { KEYWORD } else { None }, length)
    }

    /// The length of the number at the start.
    fn number(&self, text: &str) -> usize {
        let mut letters = text.char_indices().peekable();
        while let Some((position, letter)) = letters.next() {
            let follows = letters.peek().map(|(_, next)| *next);
            let joins = self.syntax.between_digits.contains(&letter)
                && follows.is_some_and(char::is_alphanumeric);
            if !letter.is_alphanumeric() && letter != '.' && !joins {
                return position;
            }
        }
        text.len()
    }

    /// The length of the literal at the start, without its prefix.
    fn quotation(&self, text: &str, is_formatted: bool) -> usize {
        let long = self.syntax.long_quotes.iter();
        let long = long.copied().find(|quote| text.starts_with(quote));
        let end = long.unwrap_or(&text[..1]);
        let mut position = end.len();
        while let Some(letter) = text[position..].chars().next() {
            let rest = &text[position..];
            if rest.starts_with(end) {
                return position + end.len();
            }
            if letter == '\n' && long.is_none() {
                return position;
            }
            position += match letter {
                '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                '{' if is_formatted => self.braces(rest, long.is_some()),
                letter => letter.len_utf8(),
            };
        }
        text.len()
    }

    /// The length of the expression in braces at the start of a part of a
    /// formatted text; its own texts may hold the quotation mark around it.
    fn braces(&self, text: &str, may_span_lines: bool) -> usize {
        if text.starts_with("{{") {
            return 2;
        }
        let mut depth = 0_usize;
        let mut position = 0;
        while let Some(letter) = text[position..].chars().next() {
            position += match letter {
                '"' | '\'' => self.quotation(&text[position..], false),
                letter => letter.len_utf8(),
            };
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                '\n' if !may_span_lines => return 1,
                _ => {}
            }
            if depth == 0 {
                return position;
            }
        }
        // Nothing closes it: it is a letter like others.
        1
    }
}

/// The length of the name of a directive with its `#`.
fn directive(text: &str) -> usize {
    let name = text[1..].trim_start_matches([' ', '\t']);
    let blanks = text.len() - name.len();
    let length = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    blanks + length.unwrap_or(name.len())
}

#[cfg(test)]
mod tests;
