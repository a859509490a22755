//! Layout: statements as black and ruff would break them.
//!
//! A statement that does not fit is broken at its last bracket, one item a
//! line, with a trailing comma. Both formatters leave such a layout alone.

/// The longest line.
pub const WIDTH: usize = 88;
const STEP: usize = 4;

/// A part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text that is never broken.
    Text(String),
    /// Items in brackets.
    Group {
        /// The opening bracket.
        open: &'static str,
        /// What stands between.
        items: Vec<Expr>,
        /// The closing bracket.
        close: &'static str,
    },
}

/// An expression or a whole statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expr(pub Vec<Piece>);

impl Expr {
    /// Plain text.
    pub fn text(text: impl Into<String>) -> Expr {
        Expr(vec![Piece::Text(text.into())])
    }

    /// Items in brackets.
    pub fn group(open: &'static str, items: Vec<Expr>, close: &'static str) -> Expr {
        Expr(vec![Piece::Group { open, items, close }])
    }

    /// A call.
    pub fn call(callee: impl Into<String>, arguments: Vec<Expr>) -> Expr {
        Expr::text(callee).then(Expr::group("(", arguments, ")"))
    }

    /// A tuple; one item keeps its comma.
    pub fn tuple(mut items: Vec<Expr>) -> Expr {
        if items.len() == 1 {
            let only = items.remove(0).then(Expr::text(","));
            return Expr::group("(", vec![only], ")");
        }
        Expr::group("(", items, ")")
    }

    /// This, followed by more.
    pub fn then(mut self, more: Expr) -> Expr {
        self.0.extend(more.0);
        self
    }

    /// On one line.
    pub fn flat(&self) -> String {
        let mut text = String::new();
        self.write_flat(&mut text);
        text
    }

    fn write_flat(&self, text: &mut String) {
        for piece in &self.0 {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Group { open, items, close } => {
                    text.push_str(open);
                    for (number, item) in items.iter().enumerate() {
                        if number > 0 {
                            text.push_str(", ");
                        }
                        item.write_flat(text);
                    }
                    text.push_str(close);
                }
            }
        }
    }
}

/// The lines of a statement at an indentation.
pub fn lay_out(statement: &Expr, indent: usize) -> Vec<String> {
    let mut lines = vec![];
    write(statement, indent, "", &mut lines);
    lines
}

fn write(expr: &Expr, indent: usize, suffix: &str, lines: &mut Vec<String>) {
    let margin = " ".repeat(indent);
    let flat = expr.flat();
    if indent + flat.chars().count() + suffix.len() <= WIDTH {
        lines.push(format!("{margin}{flat}{suffix}"));
        return;
    }
    let last = expr
        .0
        .iter()
        .rposition(|piece| matches!(piece, Piece::Group { items, .. } if !items.is_empty()));
    let Some(last) = last else {
        write_unbreakable(&flat, indent, suffix, lines);
        return;
    };
    let Piece::Group { open, items, close } = &expr.0[last] else {
        unreachable!("the position is of a group");
    };
    let head = Expr(expr.0[..last].to_vec()).flat();
    let tail = Expr(expr.0[last + 1..].to_vec()).flat();
    lines.push(format!("{margin}{head}{open}"));
    for item in items {
        let comma = if item.flat().ends_with(',') { "" } else { "," };
        write(item, indent + STEP, comma, lines);
    }
    lines.push(format!("{margin}{close}{tail}{suffix}"));
}

/// A line without brackets: in parentheses, if that makes it fit.
fn write_unbreakable(flat: &str, indent: usize, suffix: &str, lines: &mut Vec<String>) {
    let margin = " ".repeat(indent);
    let inner = " ".repeat(indent + STEP);
    let split = ["assert ", " = "].iter().find_map(|mark| {
        flat.find(mark)
            .map(|at| flat.split_at(at + mark.len()))
            .filter(|(head, _)| !head.contains('"') && !head.contains('\''))
    });
    if let Some((head, body)) = split {
        if indent + STEP + body.chars().count() <= WIDTH {
            lines.push(format!("{margin}{head}("));
            lines.push(format!("{inner}{body}"));
            lines.push(format!("{margin}){suffix}"));
            return;
        }
        if let (true, Some(at)) = (head == "assert ", body.find(" == ")) {
            lines.push(format!("{margin}{head}("));
            lines.push(format!("{inner}{}", &body[..at]));
            lines.push(format!("{inner}{}", &body[at + 1..]));
            lines.push(format!("{margin}){suffix}"));
            return;
        }
    }
    lines.push(format!("{margin}{flat}{suffix}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(statement: Expr, expected: &str) {
        assert_eq!(lay_out(&statement, 4).join("\n"), expected);
    }

    #[test]
    fn what_fits_stays_on_one_line() {
        check(
            Expr::call("f", vec![Expr::text("1"), Expr::text("2")]),
            "    f(1, 2)",
        );
        check(Expr::tuple(vec![Expr::text("1")]), "    (1,)");
    }

    #[test]
    fn what_does_not_fit_is_broken_at_its_last_bracket() {
        let item = |letter: &str| Expr::text(format!("\"{}\"", letter.repeat(40)));
        check(
            Expr::text("assert result == ").then(Expr::group("[", vec![item("a"), item("b")], "]")),
            &format!(
                "    assert result == [\n        \"{}\",\n        \"{}\",\n    ]",
                "a".repeat(40),
                "b".repeat(40)
            ),
        );
    }

    #[test]
    fn a_long_text_gets_parentheses() {
        let text = format!("\"{}\"", "a".repeat(75));
        check(
            Expr::text(format!("value = {text}")),
            &format!("    value = (\n        {text}\n    )"),
        );
    }
}
