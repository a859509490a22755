//! What an emitter gives back, whatever the language: files that know which of
//! their lines are which test.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::conditions::Conditions;

/// What the tests of a file say of themselves, by case: lines without the signs
/// of a comment, which stand at the start of the test's body.
pub type Comments = BTreeMap<u64, Vec<String>>;

/// How tests are written that differ in values only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alike {
    /// Each by itself.
    #[default]
    Apart,
    /// As a table, where that reads better.
    Table,
}

/// What is known of the tests of a file beside what was observed, by case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// How those are written that are alike.
    pub alike: Alike,
    /// What they say of themselves.
    pub comments: Comments,
    /// What sets them apart.
    pub conditions: Conditions,
}

/// A test of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The case.
    pub id: u64,
    /// The name of the test; of a row of a table `table[row]`.
    pub name: String,
    /// Its lines, from 0: all that is there for this test alone, so also the
    /// comments and annotations above it, and the stubs of a test in C. All rows of a table
    /// have those of the table.
    pub lines: Range<usize>,
}

impl Written {
    /// The name of the function that holds it.
    pub fn function(&self) -> &str {
        self.name.split('[').next().unwrap_or(&self.name)
    }

    /// The row of its table, in brackets; empty if it is in none.
    pub fn row(&self) -> &str {
        &self.name[self.function().len()..]
    }
}

/// A written file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, without directory.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its tests, in their order.
    pub tests: Vec<Written>,
}

impl File {
    /// The text of a case's test, without the indentation that its place in the
    /// file gives it; empty if there is none.
    pub fn source_of(&self, id: u64) -> String {
        let Some(test) = self.tests.iter().find(|test| test.id == id) else {
            return String::new();
        };
        let lines: Vec<&str> = self
            .text
            .split('\n')
            .skip(test.lines.start)
            .take(test.lines.len())
            .collect();
        let first = lines.first().copied().unwrap_or_default();
        let margin = &first[..first.len() - first.trim_start_matches(' ').len()];
        let lines = lines.iter().map(|line| line.strip_prefix(margin));
        lines
            .map(Option::unwrap_or_default)
            .collect::<Vec<&str>>()
            .join("\n")
    }

    /// The test that a line belongs to; compilers count them from 1.
    pub fn test_at(&self, line: usize) -> Option<&Written> {
        let line = line.checked_sub(1)?;
        self.tests.iter().find(|test| test.lines.contains(&line))
    }
}

/// A file that is being written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    lines: Vec<String>,
    tests: Vec<Written>,
}

impl Draft {
    /// Adds text, which may be several lines.
    pub(crate) fn text(&mut self, text: &str) {
        let text = text.strip_suffix('\n').unwrap_or(text);
        self.lines.extend(text.split('\n').map(str::to_owned));
    }

    /// Adds lines.
    pub(crate) fn lines(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) {
        for line in lines {
            self.text(line.as_ref());
        }
    }

    /// Adds a line without anything.
    pub(crate) fn blank(&mut self) {
        self.lines.push(String::new());
    }

    /// Adds the test of a case.
    pub(crate) fn test(
        &mut self,
        id: u64,
        name: &str,
        lines: impl IntoIterator<Item = impl AsRef<str>>,
    ) {
        let start = self.lines.len();
        self.lines(lines);
        self.tests.push(Written {
            id,
            name: name.to_owned(),
            lines: start..self.lines.len(),
        });
    }

    /// Adds a table: its rows by case, with their names.
    pub(crate) fn table(&mut self, rows: Vec<(u64, String)>, lines: Vec<String>) {
        let start = self.lines.len();
        self.lines(lines);
        let lines = start..self.lines.len();
        let written = |(id, name)| Written {
            id,
            name,
            lines: lines.clone(),
        };
        self.tests.extend(rows.into_iter().map(written));
    }

    /// The file.
    pub(crate) fn finish(self, name: impl Into<String>) -> File {
        let mut text = self.lines.join("\n");
        text.push('\n');
        File {
            name: name.into(),
            text,
            tests: self.tests,
        }
    }
}

/// A case without a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The case.
    pub id: u64,
    /// The unit.
    pub unit: String,
    /// Why.
    pub reason: String,
}

/// What became of the cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    /// The tests that pass, if there are any.
    pub tests: Option<File>,
    /// The tests that fail because the unit is wrong, if there are any.
    pub bugs: Option<File>,
    /// The tests that fail on inputs which perhaps no caller makes, if there are any.
    pub possible: Option<File>,
    /// The cases without a test.
    pub skipped: Vec<Skipped>,
}

/// What the tests of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// They pass.
    Tests,
    /// They fail because the unit is wrong.
    Bugs,
    /// They fail on inputs which perhaps no caller makes.
    Possible,
}

impl FileKind {
    /// All of them.
    pub const ALL: [FileKind; 3] = [FileKind::Tests, FileKind::Bugs, FileKind::Possible];

    /// What a file says of its tests at its beginning, line by line.
    pub(crate) fn introduction(self) -> &'static [&'static str] {
        match self {
            FileKind::Tests => &[],
            FileKind::Bugs => {
                &["Each of these tests fails because of a bug, and passes when it is fixed."]
            }
            FileKind::Possible => &[
                "Each of these tests fails, on an input that perhaps no caller makes: its comment",
                "says why. It shows a bug only if there is such a caller.",
            ],
        }
    }
}

impl Emitted {
    /// The file of a kind, if there is one.
    pub fn file(&self, kind: FileKind) -> Option<&File> {
        match kind {
            FileKind::Tests => self.tests.as_ref(),
            FileKind::Bugs => self.bugs.as_ref(),
            FileKind::Possible => self.possible.as_ref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> File {
        let mut draft = Draft::default();
        draft.text("class FooTest {");
        draft.test(
            3,
            "a",
            ["  @Test", "  void a() {", "    x(\n        1);", "  }"],
        );
        draft.blank();
        draft.test(5, "b", ["  @Test", "  void b() {", "", "    y();", "  }"]);
        draft.text("\n  private void z() {}\n}\n");
        draft.finish("FooTest.java")
    }

    #[test]
    fn lines_belong_to_tests() {
        let file = file();
        let at = |line: usize| file.test_at(line).map(|test| test.id);
        assert_eq!(
            [0, 1, 2, 4, 6, 7, 8, 12, 13].map(at),
            [
                None,
                None,
                Some(3),
                Some(3),
                Some(3),
                None,
                Some(5),
                Some(5),
                None
            ]
        );
        assert!(file.text.ends_with("  }\n\n  private void z() {}\n}\n"));
    }

    #[test]
    fn a_test_is_shown_without_its_margin() {
        assert_eq!(file().source_of(3), "@Test\nvoid a() {\n  x(\n      1);\n}");
        assert_eq!(file().source_of(5), "@Test\nvoid b() {\n\n  y();\n}");
        assert_eq!(file().source_of(4), "");
    }
}
