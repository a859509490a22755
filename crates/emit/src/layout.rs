//! Layout: statements broken into lines as the formatter of their language
//! would leave them. A document is the same in all languages; a [`Style`] says
//! how wide lines are and how what does not fit is broken.

mod printer;
mod texts;

use printer::Printer;
pub(crate) use texts::wrapped;

/// A part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Text that is never broken.
    Text(String),
    /// What an expression follows that could stand alone: `x = `, `assert `.
    Lead(String),
    /// An operator between two operands.
    Operator(&'static str),
    /// Items in brackets.
    Group {
        open: &'static str,
        items: Vec<Code>,
        close: &'static str,
    },
}

/// An expression or a whole statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code(Vec<Piece>);

/// How brackets that are broken are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closing {
    /// On a line of their own, behind a trailing comma: black and ruff. What has
    /// no brackets is given parentheses.
    Apart,
    /// Behind the last item; braces may have a line of their own, their items
    /// indented by this much.
    Behind { braces: Option<usize> },
}

/// How lines are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// The longest line.
    pub(crate) width: usize,
    /// How far a line that goes on is indented.
    step: usize,
    closing: Closing,
    /// What joins the parts of a text that is too long, if texts are broken.
    joint: Option<&'static str>,
}

/// Python, as `ruff format` and black leave it alone.
pub(crate) const PYTHON: Style = Style {
    width: 88,
    step: 4,
    closing: Closing::Apart,
    joint: None,
};

/// Java, as google-java-format leaves it alone.
pub(crate) const JAVA: Style = Style {
    width: 100,
    step: 4,
    closing: Closing::Behind { braces: Some(2) },
    joint: Some("+ "),
};

/// C, as clang-format leaves it alone with this style:
/// `{BasedOnStyle: LLVM, IndentWidth: 4, ColumnLimit: 0, SortIncludes: Never,
/// AlignEscapedNewlines: DontAlign}`. Without a limit of its own it keeps the
/// lines that are chosen here.
pub(crate) const C: Style = Style {
    width: 100,
    step: 4,
    closing: Closing::Behind { braces: None },
    joint: None,
};

/// Items shorter than this share lines, as google-java-format has it.
const SHORT: usize = 10;

impl Code {
    /// Plain text.
    pub(crate) fn text(text: impl Into<String>) -> Code {
        Code(vec![Piece::Text(text.into())])
    }

    /// What an expression follows that could stand alone, with the space between.
    pub(crate) fn lead(text: impl Into<String>) -> Code {
        Code(vec![Piece::Lead(text.into())])
    }

    /// Items in brackets.
    pub(crate) fn group(open: &'static str, items: Vec<Code>, close: &'static str) -> Code {
        Code(vec![Piece::Group { open, items, close }])
    }

    /// A call.
    pub(crate) fn call(callee: impl Into<String>, arguments: Vec<Code>) -> Code {
        Code::text(callee).then(Code::group("(", arguments, ")"))
    }

    /// A tuple of Python; one item keeps its comma.
    pub(crate) fn tuple(mut items: Vec<Code>) -> Code {
        if items.len() == 1 {
            let only = items.remove(0).and(",");
            return Code::group("(", vec![only], ")");
        }
        Code::group("(", items, ")")
    }

    /// This, followed by more.
    pub(crate) fn then(mut self, more: Code) -> Code {
        self.0.extend(more.0);
        self
    }

    /// This, followed by text.
    pub(crate) fn and(self, text: impl Into<String>) -> Code {
        self.then(Code::text(text))
    }

    /// This and another operand.
    pub(crate) fn compared(mut self, operator: &'static str, other: Code) -> Code {
        self.0.push(Piece::Operator(operator));
        self.then(other)
    }

    /// On one line.
    pub(crate) fn flat(&self) -> String {
        let mut text = String::new();
        flatten(&self.0, &mut text);
        text
    }

    /// The lines of this statement at an indentation.
    pub(crate) fn lines(&self, style: &Style, indent: usize) -> Vec<String> {
        Printer::lines(style, &self.0, indent)
    }
}

fn flatten(pieces: &[Piece], text: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Text(part) | Piece::Lead(part) => text.push_str(part),
            Piece::Operator(operator) => {
                text.push(' ');
                text.push_str(operator);
                text.push(' ');
            }
            Piece::Group { open, items, close } => {
                text.push_str(open);
                for (number, item) in items.iter().enumerate() {
                    if number > 0 {
                        text.push_str(", ");
                    }
                    flatten(&item.0, text);
                }
                text.push_str(close);
            }
        }
    }
}

fn flat(pieces: &[Piece]) -> String {
    let mut text = String::new();
    flatten(pieces, &mut text);
    text
}

#[cfg(test)]
mod tests;
