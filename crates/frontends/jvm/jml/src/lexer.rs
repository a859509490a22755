//! Tokens of an annotation, with their places in the file.

use crate::Problem;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier or keyword, or a keyword of JML with its backslash.
    Word(String),
    /// A number, a character or a string, as written.
    Literal(String),
    /// An operator or a bracket.
    Symbol(&'static str),
    /// `(* … *)`: a predicate in words.
    Informal(String),
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub kind: Kind,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// Where it begins in the file.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl Token {
    /// As a message shows it.
    pub(crate) fn shown(&self) -> String {
        match &self.kind {
            Kind::Word(text) | Kind::Literal(text) => format!("`{text}`"),
            Kind::Symbol(symbol) => format!("`{symbol}`"),
            Kind::Informal(_) => "a predicate in words".to_owned(),
        }
    }
}

/// Operators and brackets, the longest first where one begins with another.
const SYMBOLS: &[&str] = &[
    "<=!=>", "<==>", "==>", "<==", ">>>", "...", "{|", "|}", "<<", ">>", "==", "!=", "<=", ">=",
    "<:", "&&", "||", "->", "::", "(", ")", "[", "]", "{", "}", "<", ">", "+", "-", "*", "/", "%",
    "!", "~", "&", "|", "^", "?", ":", ";", ",", ".", "=", "@",
];

/// A place that moves through a comment.
struct Cursor<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        for c in skipped.chars() {
            match c {
                '\n' => {
                    self.line += 1;
                    self.column = 1;
                }
                _ => self.column += 1,
            }
        }
        self.at += bytes;
        self.rest = rest;
        skipped
    }

    fn problem(&self, message: &str) -> Problem {
        Problem {
            line: self.line,
            column: self.column,
            message: message.to_owned(),
        }
    }

    /// The length of what a predicate accepts.
    fn length(&self, accepts: impl Fn(char) -> bool) -> usize {
        let end = self.rest.find(|c: char| !accepts(c));
        end.unwrap_or(self.rest.len())
    }
}

/// The tokens of a comment that begins at a place of the file.
pub(crate) fn tokens(
    comment: &str,
    line: usize,
    column: usize,
    start: usize,
) -> Result<Vec<Token>, Problem> {
    let is_block = comment.starts_with("/*");
    let text = match is_block {
        true => comment
            .strip_suffix("*/")
            .unwrap_or(comment)
            .trim_end_matches('@'),
        false => comment,
    };
    let mut cursor = Cursor {
        rest: text,
        line,
        column,
        at: start,
    };
    cursor.skip(2);
    let mut found = Vec::new();
    let mut fresh = true;
    loop {
        let blank = cursor.length(char::is_whitespace);
        fresh |= cursor.skip(blank).contains('\n');
        if fresh {
            // Lines of an annotation may begin with at-signs.
            let signs = cursor.length(|c| c == '@');
            cursor.skip(signs);
            fresh = signs > 0 && cursor.rest.starts_with('\n');
            if signs > 0 {
                continue;
            }
        }
        if cursor.rest.is_empty() {
            return Ok(found);
        }
        if cursor.rest.starts_with("//") {
            let rest = cursor.length(|c| c != '\n');
            cursor.skip(rest);
            continue;
        }
        let (line, column, start) = (cursor.line, cursor.column, cursor.at);
        let kind = next(&mut cursor)?;
        found.push(Token {
            kind,
            line,
            column,
            start,
            end: cursor.at,
        });
    }
}

fn next(cursor: &mut Cursor) -> Result<Kind, Problem> {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let first = cursor.rest.chars().next().unwrap_or(' ');
    if cursor.rest.starts_with("(*") {
        let Some(end) = cursor.rest.find("*)") else {
            return Err(cursor.problem("expected `*)` after the predicate in words"));
        };
        return Ok(Kind::Informal(cursor.skip(end + 2).to_owned()));
    }
    if first == '\\' {
        let length = 1 + cursor.rest[1..]
            .find(|c| !word(c))
            .unwrap_or(cursor.rest.len() - 1);
        if length == 1 {
            return Err(cursor.problem("expected a keyword after `\\`"));
        }
        return Ok(Kind::Word(cursor.skip(length).to_owned()));
    }
    if first.is_ascii_digit() {
        return Ok(Kind::Literal(number(cursor).to_owned()));
    }
    if word(first) {
        let length = cursor.length(word);
        return Ok(Kind::Word(cursor.skip(length).to_owned()));
    }
    if first == '"' || first == '\'' {
        let mut escaped = false;
        for (at, c) in cursor.rest.char_indices().skip(1) {
            match c {
                '\n' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if c == first => return Ok(Kind::Literal(cursor.skip(at + 1).to_owned())),
                _ => {}
            }
        }
        return Err(cursor.problem("expected the end of this text on its line"));
    }
    match SYMBOLS.iter().find(|one| cursor.rest.starts_with(**one)) {
        Some(symbol) => {
            cursor.skip(symbol.len());
            Ok(Kind::Symbol(symbol))
        }
        None => Err(cursor.problem(&format!("expected JML, found `{first}`"))),
    }
}

/// A number of Java: its exponent may have a sign.
fn number<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    let mut length = 0;
    let mut before = ' ';
    let hexadecimal = cursor.rest.starts_with("0x") || cursor.rest.starts_with("0X");
    for c in cursor.rest.chars() {
        let exponent = match hexadecimal {
            true => matches!(before, 'p' | 'P'),
            false => matches!(before, 'e' | 'E'),
        };
        let goes_on = c.is_ascii_alphanumeric()
            || c == '_'
            || c == '.'
            || (exponent && (c == '-' || c == '+'));
        if !goes_on {
            break;
        }
        length += c.len_utf8();
        before = c;
    }
    cursor.skip(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(comment: &str) -> Vec<Kind> {
        let found = tokens(comment, 1, 1, 0).unwrap();
        found.into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn lines_may_begin_with_at_signs() {
        let found = tokens("/*@ requires\n  @   x >= 1e-3;\n  @*/", 7, 3, 100).unwrap();
        let shown: Vec<String> = found.iter().map(Token::shown).collect();
        assert_eq!(shown, ["`requires`", "`x`", "`>=`", "`1e-3`", "`;`"]);
        assert_eq!((found[1].line, found[1].column), (8, 7));
        assert_eq!((found[0].start, found[0].end), (104, 112));
    }

    #[test]
    fn the_longest_operator_counts() {
        let found = kinds("//@ a <==> b ==> c <=!=> '\\''");
        assert_eq!(found[1], Kind::Symbol("<==>"));
        assert_eq!(found[3], Kind::Symbol("==>"));
        assert_eq!(found[5], Kind::Symbol("<=!=>"));
        assert_eq!(found[6], Kind::Literal("'\\''".to_owned()));
    }

    #[test]
    fn what_is_no_token_has_a_place() {
        let problem = tokens("//@ x # y", 3, 5, 0).unwrap_err();
        assert_eq!((problem.line, problem.column), (3, 11));
        assert_eq!(problem.message, "expected JML, found `#`");
        assert!(tokens("//@ \"x", 1, 1, 0).is_err());
    }
}
