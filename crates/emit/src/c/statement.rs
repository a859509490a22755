//! Statements of C as documents. Recipes hold C as text; what layout has to know
//! of it is where its calls, lists, assignments and comparisons are.

use crate::layout::{C, Code};

/// The lines of a text, each of them broken if it is too long.
pub(super) fn lay_out(text: &str) -> Vec<String> {
    text.lines()
        .flat_map(|line| {
            let statement = line.trim_start_matches(' ');
            let indent = line.len() - statement.len();
            match line.chars().count() <= C.width {
                true => vec![line.to_owned()],
                false => read(statement).lines(&C, indent),
            }
        })
        .collect()
}

/// A statement as a document.
fn read(text: &str) -> Code {
    let mut reader = Reader { rest: text };
    let code = reader.code(true);
    // What is not closed on its line, as the head of a block, is not broken.
    match reader.rest.is_empty() && code.flat() == text {
        true => code,
        false => Code::text(text),
    }
}

/// The text read so far, if there is any.
fn flushed(text: &mut String) -> Code {
    match std::mem::take(text) {
        text if text.is_empty() => Code::default(),
        text => Code::text(text),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Reads up to a bracket that closes or, inside brackets, a comma.
    fn code(&mut self, whole: bool) -> Code {
        let mut code = Code::default();
        let mut text = String::new();
        while let Some(next) = self.rest.chars().next() {
            match next {
                '"' | '\'' => text.push_str(self.literal(next)),
                ')' | '}' => break,
                ',' if !whole => break,
                '{' => {
                    code = code.then(flushed(&mut text)).then(self.group("{", "}"));
                }
                // Others than those of calls are casts, or operands.
                '(' if text.ends_with(|c: char| c.is_alphanumeric() || c == '_') => {
                    code = code.then(flushed(&mut text)).then(self.group("(", ")"));
                }
                '(' => text.push_str(self.operand()),
                ' ' if whole && self.rest.starts_with(" = ") => {
                    text.push_str(self.take(3));
                    code = code.then(Code::lead(std::mem::take(&mut text)));
                }
                ' ' if self.rest.starts_with(" == ") || self.rest.starts_with(" != ") => {
                    let operator = match self.take(4) {
                        " == " => "==",
                        _ => "!=",
                    };
                    code = code.then(flushed(&mut text));
                    code = code.compared(operator, Code::default());
                }
                next => text.push_str(self.take(next.len_utf8())),
            }
        }
        code.then(flushed(&mut text))
    }

    fn group(&mut self, open: &'static str, close: &'static str) -> Code {
        self.take(open.len());
        let mut items = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with([')', '}']) {
            items.push(self.code(false));
            if self.rest.starts_with(", ") {
                self.take(2);
            } else if self.rest.starts_with(',') {
                break;
            }
        }
        if self.rest.starts_with(close) {
            self.take(close.len());
        }
        Code::group(open, items, close)
    }

    /// What is in brackets, with them.
    fn operand(&mut self) -> &'a str {
        let mut depth = 0;
        let mut inside = Reader { rest: self.rest };
        while let Some(next) = inside.rest.chars().next() {
            match next {
                '"' | '\'' => {
                    inside.literal(next);
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            inside.take(next.len_utf8());
            if depth == 0 {
                break;
            }
        }
        let length = self.rest.len() - inside.rest.len();
        self.take(length)
    }

    /// A literal between quotes, with them.
    fn literal(&mut self, quote: char) -> &'a str {
        let mut escaped = true;
        let end = self.rest.char_indices().find(|(_, c)| {
            let ends = !escaped && *c == quote;
            // The first character is the quote that opens it.
            escaped = !escaped && *c == '\\';
            ends
        });
        self.take(end.map_or(self.rest.len(), |(at, _)| at + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(read(text).flat(), text);
        assert_eq!(lay_out(&format!("    {text}")), expected);
    }

    #[test]
    fn statements_are_broken_where_c_allows() {
        let long = "a".repeat(60);
        check("int x = f(1, \"a, b\");", &["    int x = f(1, \"a, b\");"]);
        check(
            &format!("CHECK(strcmp((char *)x, \"{long}, (b\\\"\") == 0 + f(1));"),
            &[
                "    CHECK(",
                &format!("        strcmp((char *)x, \"{long}, (b\\\"\") =="),
                "        0 + f(1));",
            ],
        );
        check(
            &format!("char *x = memcpy(calloc(100, 1), \"{long}\", ')');"),
            &[
                "    char *x =",
                &format!("        memcpy(calloc(100, 1), \"{long}\", ')');"),
            ],
        );
        let longer = "a".repeat(85);
        check(
            &format!("CHECK(strcmp(x, \"{longer}\") == 0);"),
            &[
                "    CHECK(",
                "        strcmp(",
                "            x,",
                &format!("            \"{longer}\") == 0);"),
            ],
        );
        let values = ["17"; 30].join(", ");
        check(
            &format!("int x[30] = {{{values}}};"),
            &[
                "    int x[30] = {",
                &format!("        {},", ["17"; 23].join(", ")),
                &format!("        {}}};", ["17"; 7].join(", ")),
            ],
        );
    }

    #[test]
    fn what_is_not_closed_is_not_broken() {
        let head = format!("static int {}(int a, int b) {{", "a".repeat(90));
        check(&head, &[&format!("    {head}")]);
    }
}
