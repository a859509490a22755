//! Layout: statements broken as google-java-format would break them, at most
//! 100 columns, continued four columns in.

/// The longest line.
pub const WIDTH: usize = 100;
const STEP: usize = 4;

/// A part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Text that is never broken.
    Text(String),
    /// Items in brackets.
    Group {
        open: &'static str,
        items: Vec<Code>,
        close: &'static str,
    },
}

/// An expression or a whole statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code(Vec<Piece>);

impl Code {
    /// Plain text.
    pub fn text(text: impl Into<String>) -> Code {
        Code(vec![Piece::Text(text.into())])
    }

    /// Items in brackets.
    pub fn group(open: &'static str, items: Vec<Code>, close: &'static str) -> Code {
        Code(vec![Piece::Group { open, items, close }])
    }

    /// A call.
    pub fn call(callee: impl Into<String>, arguments: Vec<Code>) -> Code {
        Code::text(callee).then(Code::group("(", arguments, ")"))
    }

    /// This, followed by more.
    pub fn then(mut self, more: Code) -> Code {
        self.0.extend(more.0);
        self
    }

    /// This, followed by text.
    pub fn and(self, text: impl Into<String>) -> Code {
        self.then(Code::text(text))
    }

    /// On one line.
    pub fn flat(&self) -> String {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Group { open, items, close } => {
                    let items: Vec<String> = items.iter().map(Code::flat).collect();
                    text.push_str(open);
                    text.push_str(&items.join(", "));
                    text.push_str(close);
                }
            }
        }
        text
    }
}

/// The lines of a statement at an indentation.
pub fn lay_out(statement: &Code, indent: usize) -> Vec<String> {
    let mut lines = vec![];
    write(statement, indent, "", &mut lines);
    lines
}

/// The links of a chain of calls, if it is one: `a.b()`, `.c()`, `.d()`.
fn links(code: &Code) -> Option<Vec<Code>> {
    let mut links: Vec<Vec<Piece>> = vec![Vec::new()];
    for piece in &code.0 {
        let link = links.last_mut()?;
        let follows_call = matches!(link.last(), Some(Piece::Group { .. }));
        match piece {
            Piece::Text(text) if follows_call && text.starts_with('.') => {
                links.push(vec![piece.clone()]);
            }
            _ => link.push(piece.clone()),
        }
    }
    (links.len() > 2).then(|| links.into_iter().map(Code).collect())
}

fn write(code: &Code, indent: usize, suffix: &str, lines: &mut Vec<String>) {
    let margin = " ".repeat(indent);
    let flat = code.flat();
    if indent + flat.chars().count() + suffix.len() <= WIDTH {
        lines.push(format!("{margin}{flat}{suffix}"));
        return;
    }
    if let Some(Piece::Text(head)) = code.0.first()
        && head.ends_with(" = ")
        && code.0.len() > 1
    {
        lines.push(format!("{margin}{}", head.trim_end()));
        let rest = Code(code.0[1..].to_vec());
        write(&rest, indent + STEP, suffix, lines);
        return;
    }
    if let Some(links) = links(code) {
        for (number, link) in links.iter().enumerate() {
            let indent = indent + if number == 0 { 0 } else { STEP };
            let is_last = number + 1 == links.len();
            write(link, indent, if is_last { suffix } else { "" }, lines);
        }
        return;
    }
    let last = code
        .0
        .iter()
        .rposition(|piece| matches!(piece, Piece::Group { items, .. } if !items.is_empty()));
    let Some(last) = last else {
        lines.push(format!("{margin}{flat}{suffix}"));
        return;
    };
    let Piece::Group { open, items, close } = &code.0[last] else {
        unreachable!("the position is of a group");
    };
    let head = Code(code.0[..last].to_vec()).flat();
    let tail = Code(code.0[last + 1..].to_vec()).flat();
    lines.push(format!("{margin}{head}{open}"));
    let inner = indent + STEP;
    let end = format!("{close}{tail}{suffix}");
    let all: Vec<String> = items.iter().map(Code::flat).collect();
    let all = all.join(", ");
    if inner + all.chars().count() + end.len() <= WIDTH {
        lines.push(format!("{}{all}{end}", " ".repeat(inner)));
        return;
    }
    for (index, item) in items.iter().enumerate() {
        let suffix = match index + 1 == items.len() {
            true => end.as_str(),
            false => ",",
        };
        write(item, inner, suffix, lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(code: &Code, expected: &[&str]) {
        assert_eq!(lay_out(code, 4), expected);
    }

    #[test]
    fn what_fits_is_one_line() {
        check(
            &Code::call("f", vec![Code::text("1")]).and(";"),
            &["    f(1);"],
        );
    }

    #[test]
    fn what_does_not_fit_is_broken_at_its_last_bracket() {
        let long = Code::text("x".repeat(60));
        let call = Code::call("assertEquals", vec![long.clone(), long.clone()]).and(";");
        let (first, second) = (format!("        {},", "x".repeat(60)), "x".repeat(60));
        check(
            &call,
            &["    assertEquals(", &first, &format!("        {second});")],
        );
        let call = Code::call("f".repeat(40), vec![long]).and(";");
        check(
            &call,
            &[
                &format!("    {}(", "f".repeat(40)),
                &format!("        {second});"),
            ],
        );
    }

    #[test]
    fn a_chain_that_does_not_fit_has_a_line_for_each_link() {
        let mut chain = Code::call("T t = ", vec![]);
        chain = Code(vec![chain.0[0].clone()]).then(Code::call("A.b", vec![]));
        for _ in 0..2 {
            let long = Code::text("x".repeat(50));
            chain = chain.then(Code::call(".c", vec![long]));
        }
        let link = format!("            .c({})", "x".repeat(50));
        check(
            &chain.and(";"),
            &["    T t =", "        A.b()", &link, &format!("{link};")],
        );
    }
}
