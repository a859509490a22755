//! A file in pieces: one for each definition, member, import, directive or comment that
//! stands alone, with the comments that belong to it.

use everypath_emit::MARKER;

use crate::digest::digest;
use crate::names::{Named, named};
use crate::syntax::{Line, Syntax, lines};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The comment that says who wrote the file.
    Header,
    /// A comment that stands alone.
    Comment,
    /// What is imported or included.
    Import,
    /// The first lines of a Java class.
    Open,
    /// The last line of a Java class.
    Close,
    /// Something that has a name.
    Definition,
    /// A statement or directive.
    Other,
}

/// A piece of a file.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// What it is.
    pub kind: Kind,
    /// What tells it from other pieces of the file.
    pub key: String,
    /// The name that it defines, if it has one.
    pub defines: Option<String>,
    /// Its lines.
    pub text: String,
    /// The empty lines before it.
    pub blank: usize,
    /// Where it begins, in lines from 0.
    pub start: usize,
    /// Its digest.
    pub digest: String,
}

/// Cuts a text into pieces. Nothing is left out but empty lines between them.
pub(crate) fn pieces(text: &str, syntax: Syntax) -> Vec<Piece> {
    let known = lines(text, syntax);
    let texts: Vec<&str> = text.split('\n').collect();
    let starts = match syntax {
        Syntax::Python => python_starts(&known, &texts),
        Syntax::Java | Syntax::C => braced_starts(&known, &texts, syntax),
    };
    let mut pieces = Vec::new();
    let mut behind = 0;
    for (index, &start) in starts.iter().enumerate() {
        let next = starts.get(index + 1).copied().unwrap_or(texts.len());
        let mut end = next;
        while end > start && known[end - 1].is_blank() {
            end -= 1;
        }
        if end == start {
            continue;
        }
        let text = texts[start..end].join("\n");
        let code: Vec<&Line> = known[start..end].iter().collect();
        let Named { kind, key, defines } = match named(&code, &text, syntax) {
            named if named.kind == Kind::Comment && text.contains(MARKER) => Named {
                kind: Kind::Header,
                key: "header".to_owned(),
                ..named
            },
            named => named,
        };
        pieces.push(Piece {
            kind,
            key,
            defines,
            digest: digest(&text, syntax),
            text,
            blank: start - behind,
            start,
        });
        behind = end;
    }
    pieces
}

/// Where pieces of Python begin: at the lines of the module, with the comments and
/// decorators before them.
fn python_starts(known: &[Line], texts: &[&str]) -> Vec<usize> {
    let mut starts: Vec<usize> = Vec::new();
    // The first of the comments and decorators that wait for what they belong to.
    let mut waiting: Option<usize> = None;
    let mut is_decorated = false;
    for (number, line) in known.iter().enumerate() {
        if line.is_inside || line.before > 0 {
            continue;
        }
        if line.is_blank() {
            if let (Some(first), false) = (waiting, is_decorated) {
                // Within a function, an indented line follows.
                let next = (number..texts.len()).find(|&n| !known[n].is_blank());
                let is_within = next.is_some_and(|n| texts[n].starts_with([' ', '\t']));
                if !is_within {
                    starts.push(first);
                }
                waiting = None;
            }
            continue;
        }
        if texts[number].starts_with([' ', '\t']) {
            waiting = None;
            continue;
        }
        let code = line.code.trim();
        let first = code.split(|c: char| !c.is_alphanumeric()).next();
        let goes_on = matches!(first, Some("else" | "elif" | "except" | "finally"))
            || number > 0 && known[number - 1].code.ends_with('\\');
        if goes_on {
            waiting = None;
        } else if line.is_comment() || code.starts_with('@') {
            waiting.get_or_insert(number);
            is_decorated |= code.starts_with('@');
        } else {
            let first = waiting.take().unwrap_or(number);
            starts.push(first);
            // Whatever stands below it, the header is a piece of its own.
            let is_header = texts[first..number]
                .iter()
                .any(|line| line.contains(MARKER));
            if is_header && !is_decorated {
                starts.push(number);
            }
            is_decorated = false;
        }
    }
    starts.extend(waiting);
    starts
}

/// Where pieces of Java and C begin: at members and top-level declarations, with the
/// comments before them.
fn braced_starts(known: &[Line], texts: &[&str], syntax: Syntax) -> Vec<usize> {
    let level = match syntax {
        Syntax::Java => 1,
        Syntax::Python | Syntax::C => 0,
    };
    let mut starts: Vec<usize> = Vec::new();
    let mut open: Option<usize> = None;
    let mut conditions = 0usize;
    let mut has_code = false;
    for (number, line) in known.iter().enumerate() {
        if line.is_blank() && line.before <= level && conditions == 0 {
            open = None;
            continue;
        }
        if open.is_none() {
            if line.is_blank() {
                continue;
            }
            starts.push(number);
            open = Some(number);
            has_code = false;
        }
        let code = line.code.trim();
        if code == "}" && line.behind < level && !has_code && open != Some(number) {
            // A comment before the end of a class does not belong to it.
            starts.push(number);
            open = Some(number);
        }
        let is_directive = syntax == Syntax::C
            && (conditions > 0 || line.before == 0)
            && !line.is_inside
            && (code.starts_with('#') || continues_directive(known, number));
        if is_directive && (!has_code || conditions > 0 || is_directive_piece(known, open)) {
            let word = code.trim_start_matches('#').trim_start();
            if code.starts_with('#') && word.starts_with("if") {
                conditions += 1;
            } else if code.starts_with('#') && word.starts_with("endif") {
                conditions = conditions.saturating_sub(1);
            }
            has_code = true;
            if conditions == 0 && !code.ends_with('\\') {
                open = None;
            }
            continue;
        }
        has_code |= !code.is_empty();
        let is_header = line.is_comment() && !line.goes_on && !has_code;
        if is_header && let Some(first) = open {
            let text = texts[first..=number].join("\n");
            let next = texts.get(number + 1).map_or("", |next| next.trim_start());
            // Comments of several lines are one.
            if text.contains(MARKER) && !next.starts_with("//") {
                open = None;
                continue;
            }
        }
        let is_end = line.behind <= level
            && conditions == 0
            && !line.goes_on
            && code.ends_with([';', '{', '}']);
        if is_end {
            open = None;
        }
    }
    starts
}

/// Whether the line before one says that it goes on, and is a directive.
fn continues_directive(known: &[Line], number: usize) -> bool {
    let mut at = number;
    while at > 0 && known[at - 1].code.trim_end().ends_with('\\') {
        at -= 1;
    }
    at < number && known[at].code.trim().starts_with('#')
}

/// Whether a piece that has begun is a directive.
fn is_directive_piece(known: &[Line], open: Option<usize>) -> bool {
    let Some(first) = open else { return false };
    let code = known[first..].iter().map(|line| line.code.trim());
    code.into_iter()
        .find(|code| !code.is_empty())
        .is_some_and(|code| code.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, syntax: Syntax, expected: &[&str]) {
        let found: Vec<String> = pieces(text, syntax)
            .iter()
            .map(|piece| format!("{:?} {} +{}", piece.kind, piece.key, piece.blank))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn python_is_cut_at_the_lines_of_the_module() {
        let text = "# Generated by Everypath; x\n\nimport sys\nfrom a import (\n    b,\n)\n\nsys.path.insert(0, 1)\n\n\n# why\n@mark\ndef test_a():\n    if x:\n        pass\n\n# odd\n    y = '''\nz\n'''\n\n\n# alone\n\nclass B:\n    def test_c(self):\n        pass\n\n\nX = [\n    1,\n]\nif X:\n    pass\nelse:\n    pass\n";
        check(
            text,
            Syntax::Python,
            &[
                "Header header +0",
                "Import import sys +1",
                "Import from a +0",
                "Other sys.path.insert +1",
                "Definition test_a +2",
                "Comment # alone +2",
                "Definition B +1",
                "Definition X +2",
                "Other if X +0",
            ],
        );
    }

    #[test]
    fn java_is_cut_at_members() {
        let text = "// Generated by Everypath; regenerate with\n// `x`.\n\npackage a;\n\nimport static a.B.c;\n\nimport d.E;\n\n/** Mine. */\n@Tag(\"x\")\nclass ATest {\n  private static final int[] X = {\n    1,\n  };\n\n  /** Why. */\n  @Test\n  void a() {\n    x();\n\n    y(\"}\");\n  }\n\n  @Nested\n  class Inner {\n    void b() {}\n  }\n\n  private static <T> T help(T t) throws Exception {\n    return t;\n  }\n}\n";
        check(
            text,
            Syntax::Java,
            &[
                "Header header +0",
                "Other package a; +1",
                "Import import static a.B.c; +1",
                "Import import d.E; +1",
                "Open class +1",
                "Definition X +0",
                "Definition a +1",
                "Definition Inner +1",
                "Definition help +1",
                "Close } +0",
            ],
        );
    }

    #[test]
    fn c_is_cut_at_declarations_and_directives() {
        let text = "/* Generated by Everypath: x\n   Build: y */\n#define main program_main\n#include \"../a.c\"\n#undef main\n\n#include <stdio.h>\n\n#undef CHECK\n#define CHECK(condition) \\\n    ((condition) ? (void)0 : check_failed(#condition))\n\n#ifdef X\n#error \"no\"\n#endif\n\n/* Why. */\nstatic void check_failed(const char *condition) {\n    f(\"{\");\n#if Y\n    g();\n#endif\n}\nREPLACED(b);\nstatic struct {\n    int at;\n} replaced[64];\nstatic int count;\n\nstatic const struct {\n    void (*run)(void);\n} tests[] = {\n    {a},\n};\n\nSTART_TEST(run_one) {\n    x();\n}\nEND_TEST\n\nint main(void) {\n    return 0;\n}\n";
        check(
            text,
            Syntax::C,
            &[
                "Header header +0",
                "Definition #define main +0",
                "Import #include \"../a.c\" +0",
                "Other #undef main +0",
                "Import #include <stdio.h> +1",
                "Other #undef CHECK +1",
                "Definition #define CHECK +0",
                "Other #ifdef X +1",
                "Definition check_failed +1",
                "Definition REPLACED(b) +0",
                "Definition replaced +0",
                "Definition count +0",
                "Definition tests +1",
                "Definition START_TEST(run_one) +1",
                "Other END_TEST +0",
                "Definition main +1",
            ],
        );
    }
}
