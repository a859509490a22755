//! As much of a language's syntax as it takes to cut a file into pieces: what is code,
//! what is a comment and what is a literal, and how deep brackets are.

/// The syntax of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Syntax {
    /// Python, and whatever has `#` for comments.
    #[default]
    Python,
    /// Java.
    Java,
    /// C.
    C,
}

impl Syntax {
    /// A comment of one line.
    pub(crate) fn comment(self, text: &str) -> String {
        match self {
            Syntax::Python => format!("# {text}"),
            Syntax::Java => format!("// {text}"),
            Syntax::C => format!("/* {text} */"),
        }
    }

    /// The text of a comment that is all of a line.
    pub(crate) fn uncommented(self, line: &str) -> Option<&str> {
        let line = line.trim();
        match self {
            Syntax::Python => line.strip_prefix('#'),
            Syntax::Java => line.strip_prefix("//"),
            Syntax::C => line.strip_prefix("/*")?.strip_suffix("*/"),
        }
        .map(str::trim)
    }

    /// How many empty lines stand between definitions.
    pub(crate) fn gap(self) -> usize {
        match self {
            Syntax::Python => 2,
            Syntax::Java | Syntax::C => 1,
        }
    }
}

/// What a character is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Code, also the space in it.
    Code,
    /// A comment, with its signs.
    Comment,
    /// A text or character literal, with its quotes.
    Literal,
}

/// The class of every character of a text.
pub(crate) fn classes(text: &str, syntax: Syntax) -> Vec<(char, Class)> {
    let chars: Vec<char> = text.chars().collect();
    let mut classes = Vec::with_capacity(chars.len());
    let starts = |at: usize, what: &str| {
        let mut rest = chars[at..].iter();
        what.chars().all(|c| rest.next() == Some(&c))
    };
    let mut at = 0;
    while at < chars.len() {
        let (class, end) = if syntax == Syntax::Python && chars[at] == '#'
            || syntax != Syntax::Python && starts(at, "//")
        {
            let length = chars[at..].iter().take_while(|c| **c != '\n').count();
            (Class::Comment, at + length)
        } else if syntax != Syntax::Python && starts(at, "/*") {
            let close = (at + 2..chars.len()).find(|&place| starts(place, "*/"));
            (Class::Comment, close.map_or(chars.len(), |close| close + 2))
        } else if matches!(chars[at], '"' | '\'') {
            (Class::Literal, literal_end(&chars, at, syntax))
        } else {
            (Class::Code, at + 1)
        };
        classes.extend(chars[at..end].iter().map(|c| (*c, class)));
        at = end;
    }
    classes
}

/// Where a literal ends that begins at a place.
fn literal_end(chars: &[char], start: usize, syntax: Syntax) -> usize {
    let quote = chars[start];
    let may_be_long = syntax == Syntax::Python || (syntax == Syntax::Java && quote == '"');
    let is_long =
        may_be_long && chars.get(start + 1) == Some(&quote) && chars.get(start + 2) == Some(&quote);
    let mut at = start + if is_long { 3 } else { 1 };
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 1,
            // It was no literal, but an apostrophe: what follows is code again.
            '\n' if !is_long => return at,
            c if c == quote && !is_long => return at + 1,
            c if c == quote
                && chars.get(at + 1) == Some(&quote)
                && chars.get(at + 2) == Some(&quote) =>
            {
                return at + 3;
            }
            _ => {}
        }
        at += 1;
    }
    chars.len()
}

/// What is known of a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// Open brackets before it.
    pub before: usize,
    /// Open brackets behind it.
    pub behind: usize,
    /// Whether it begins within a comment or literal.
    pub is_inside: bool,
    /// Whether it ends within one.
    pub goes_on: bool,
    /// Its code, without comments; a literal is a pair of quotes.
    pub code: String,
    /// Whether there is a comment in it.
    pub has_comment: bool,
}

impl Line {
    /// Whether there is nothing in it.
    pub(crate) fn is_blank(&self) -> bool {
        self.code.trim().is_empty() && !self.has_comment && !self.is_inside
    }

    /// Whether there is a comment in it and nothing else.
    pub(crate) fn is_comment(&self) -> bool {
        self.code.trim().is_empty() && self.has_comment
    }
}

/// The lines of a text.
pub(crate) fn lines(text: &str, syntax: Syntax) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    let mut depth = 0;
    let mut previous = Class::Code;
    for (c, class) in classes(text, syntax) {
        let line = lines.last_mut().expect("there is a line");
        if c == '\n' {
            line.behind = depth;
            line.goes_on = class != Class::Code;
            let next = Line {
                before: depth,
                is_inside: class != Class::Code,
                has_comment: class == Class::Comment,
                ..Line::default()
            };
            lines.push(next);
            previous = class;
            continue;
        }
        match (class, c) {
            (Class::Code, '(' | '[' | '{') => depth += 1,
            (Class::Code, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        match class {
            Class::Code => line.code.push(c),
            Class::Comment => line.has_comment = true,
            Class::Literal if previous != Class::Literal => line.code.push_str("\"\""),
            Class::Literal => {}
        }
        previous = class;
    }
    if let Some(last) = lines.last_mut() {
        last.behind = depth;
    }
    lines
}

/// Whether a character can be part of a name.
pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, syntax: Syntax, code: &[&str], depths: &[usize]) {
        let lines = lines(text, syntax);
        let found: Vec<&str> = lines.iter().map(|line| line.code.trim()).collect();
        assert_eq!(found, code);
        let found: Vec<usize> = lines.iter().map(|line| line.behind).collect();
        assert_eq!(found, depths);
    }

    #[test]
    fn brackets_in_literals_and_comments_do_not_count() {
        check(
            "f('(', # [\n  \"\"\"{\n\"\"\")",
            Syntax::Python,
            &["f(\"\",", "\"\"", ")"],
            &[1, 1, 0],
        );
        check(
            "int f() { /* } */\n char c = '{'; // }\n}",
            Syntax::C,
            &["int f() {", "char c = \"\";", "}"],
            &[1, 1, 0],
        );
        check(
            "t = \"\"\"\n } \" {\n\"\"\";",
            Syntax::Java,
            &["t = \"\"", "", ";"],
            &[0, 0, 0],
        );
    }
}
