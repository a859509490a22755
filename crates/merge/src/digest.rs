//! Digests of pieces: the same after a formatter has been there, another one after a
//! person has.

use sha2::{Digest, Sha256};

use crate::syntax::{Class, Syntax, classes, is_word};

/// How many hexadecimal digits a digest has.
const DIGITS: usize = 8;

/// The digest of a piece of a file.
pub(crate) fn digest(text: &str, syntax: Syntax) -> String {
    let hash = Sha256::digest(normal(text, syntax).as_bytes());
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    digits[..DIGITS].to_owned()
}

/// Whether a word may be a digest.
pub(crate) fn is_digest(word: &str) -> bool {
    word.len() == DIGITS
        && word
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// A bracket that is open.
#[derive(Clone, Copy)]
struct Open {
    /// Whether it may be that of a tuple, where one comma says something.
    is_tuple: bool,
    commas: usize,
}

/// A text without what a formatter decides: how lines are broken and indented, and the
/// comma behind the last of several arguments. What is in literals stays as it is; so does
/// what the indentation of Python says.
fn normal(text: &str, syntax: Syntax) -> String {
    let mut normal = String::new();
    let mut space = String::new();
    let mut open: Vec<Open> = Vec::new();
    let mut previous = Class::Code;
    for (c, class) in classes(text.trim(), syntax) {
        if previous == Class::Comment && class != Class::Comment {
            // What follows a comment is no part of it.
            normal.push('\n');
            previous = class;
        }
        if class == Class::Code && c.is_whitespace() {
            space.push(c);
            continue;
        }
        if class != Class::Literal && c.is_whitespace() {
            // In comments, words may be on other lines.
            space.push(' ');
            continue;
        }
        let is_close = class == Class::Code && matches!(c, ')' | ']' | '}');
        if is_close {
            let closed = open.pop();
            if normal.ends_with(',')
                && !closed.is_some_and(|open| open.is_tuple && open.commas == 1)
            {
                normal.pop();
            }
        }
        let is_outside = open.is_empty();
        let begins_line = space.contains('\n') && syntax == Syntax::Python && is_outside;
        if begins_line && !is_close {
            let indentation = space.rsplit('\n').next().unwrap_or_default();
            normal.push('\n');
            normal.push_str(indentation);
        } else if !space.is_empty() || class != previous {
            let last = normal.chars().last();
            if last.is_some_and(is_word) && is_word(c) {
                normal.push(' ');
            }
        }
        space.clear();
        match (class, c) {
            (Class::Code, '(' | '[' | '{') => {
                let last = normal.chars().last();
                let is_call = last.is_some_and(|last| is_word(last) || matches!(last, ')' | ']'));
                open.push(Open {
                    is_tuple: c == '(' && !is_call,
                    commas: 0,
                });
            }
            (Class::Code, ',') => {
                if let Some(open) = open.last_mut() {
                    open.commas += 1;
                }
            }
            _ => {}
        }
        normal.push(c);
        previous = class;
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(one: &str, other: &str, syntax: Syntax, same: bool) {
        let (left, right) = (digest(one, syntax), digest(other, syntax));
        assert_eq!(left == right, same, "{one}\n{other}");
        assert!(is_digest(&left));
    }

    #[test]
    fn formatters_change_nothing() {
        let python = "def a():\n    assert f(1, 2) == 3\n";
        let broken = "def a():\n    assert f(\n        1,\n        2,\n    ) == 3";
        check(python, broken, Syntax::Python, true);
        let java = "  @Test\n  void a() {\n    f(1, 2);\n  }";
        let wide = "    @Test\n    void a()\n    {\n        f(1,\n          2);\n    }\n";
        check(java, wide, Syntax::Java, true);
        let c = "/* one two */\nint a[] = {1, 2};";
        check(
            c,
            "/* one\n   two */\nint a[] = {\n\t1,\n\t2,\n};",
            Syntax::C,
            true,
        );
    }

    #[test]
    fn people_change_something() {
        let python = "def a():\n    if x:\n        y()\n    assert f(1) == ' a'\n";
        for edited in [
            python.replace("' a'", "'a'"),
            python.replace("f(1)", "f(2)"),
            python.replace("        y()", "    y()"),
            python.replace("\n    assert", "\n        assert"),
            python.replace("if x:", "if x:  # why"),
            python.replace("def a", "def b"),
            python.replace("    y()", "    # y()"),
        ] {
            check(python, &edited, Syntax::Python, false);
        }
        check("a = (1,)", "a = (1)", Syntax::Python, false);
        check("int a = 1;", "inta = 1;", Syntax::C, false);
        check("// a\nb();", "// a b();", Syntax::Java, false);
        check("int a; // b c", "int a; // b d", Syntax::Java, false);
    }
}
