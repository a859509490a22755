//! Layout: statements broken into lines as the formatter of their language
//! would leave them. A document is the same in all languages; a [`Style`] says
//! how wide lines are and how what does not fit is broken.

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
        let mut printer = Printer {
            style,
            lines: Vec::new(),
        };
        printer.write(&self.0, indent, "");
        printer.lines
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

fn is_filled(piece: &Piece) -> bool {
    matches!(piece, Piece::Group { items, .. } if !items.is_empty())
}

/// What is broken at a group: what is before it, the group, what is behind it.
struct Broken<'a> {
    head: String,
    open: &'static str,
    items: &'a [Code],
    close: &'static str,
    tail: String,
}

/// Breaks at the last group among the first pieces.
fn at_last_group(pieces: &[Piece], first: usize) -> Option<Broken<'_>> {
    let last = pieces[..first].iter().rposition(is_filled)?;
    let Piece::Group { open, items, close } = &pieces[last] else {
        return None;
    };
    Some(Broken {
        head: flat(&pieces[..last]),
        open,
        items,
        close,
        tail: flat(&pieces[last + 1..]),
    })
}

/// The links of a chain of calls, if it is one: `a.b()`, `.c()`, `.d()`.
fn links(pieces: &[Piece]) -> Option<Vec<&[Piece]>> {
    let mut starts = vec![0];
    for (index, pair) in pieces.windows(2).enumerate() {
        if let [Piece::Group { .. }, Piece::Text(text)] = pair
            && text.starts_with('.')
        {
            starts.push(index + 1);
        }
    }
    starts.push(pieces.len());
    (starts.len() > 3).then(|| starts.windows(2).map(|at| &pieces[at[0]..at[1]]).collect())
}

struct Printer<'a> {
    style: &'a Style,
    lines: Vec<String>,
}

impl Printer<'_> {
    fn push(&mut self, indent: usize, text: &str) {
        self.lines.push(format!("{}{text}", " ".repeat(indent)));
    }

    fn fits(&self, indent: usize, text: &str) -> bool {
        indent + text.chars().count() <= self.style.width
    }

    fn write(&mut self, pieces: &[Piece], indent: usize, suffix: &str) {
        let whole = format!("{}{suffix}", flat(pieces));
        if self.fits(indent, &whole) {
            return self.push(indent, &whole);
        }
        match self.style.closing {
            Closing::Apart => self.apart(pieces, indent, suffix),
            Closing::Behind { braces } => self.behind(pieces, indent, suffix, braces),
        }
    }

    /// Breaks what does not fit, brackets closed on lines of their own.
    fn apart(&mut self, pieces: &[Piece], indent: usize, suffix: &str) {
        let lead = pieces
            .iter()
            .position(|piece| matches!(piece, Piece::Lead(_)));
        let (head, body) = pieces.split_at(lead.map_or(0, |at| at + 1));
        let operator = body
            .iter()
            .position(|piece| matches!(piece, Piece::Operator(_)));
        let broken = at_last_group(pieces, pieces.len()).filter(|broken| {
            // Operands that end in brackets are broken there, others are not.
            let opening = format!("{}{}", broken.head, broken.open);
            operator.is_none() || (broken.tail.is_empty() && self.fits(indent, &opening))
        });
        if let Some(broken) = broken {
            self.push(indent, &format!("{}{}", broken.head, broken.open));
            for item in broken.items {
                let comma = if item.flat().ends_with(',') { "" } else { "," };
                self.write(&item.0, indent + self.style.step, comma);
            }
            return self.push(indent, &format!("{}{}{suffix}", broken.close, broken.tail));
        }
        let inner = indent + self.style.step;
        let fits = self.fits(inner, &flat(body));
        if lead.is_none() || (operator.is_none() && !fits) {
            return self.push(indent, &format!("{}{suffix}", flat(pieces)));
        }
        self.push(indent, &format!("{}(", flat(head)));
        match operator {
            Some(at) if !fits => {
                self.write(&body[..at], inner, "");
                let mut right = vec![Piece::Text(flat(&body[at..=at]).trim_start().to_owned())];
                right.extend_from_slice(&body[at + 1..]);
                self.write(&right, inner, "");
            }
            _ => self.push(inner, &flat(body)),
        }
        self.push(indent, &format!("){suffix}"));
    }

    /// Breaks a text between quotes in front of its spaces and behind its ends of
    /// lines.
    fn parts(&mut self, text: &str, joint: &str, indent: usize, suffix: &str) {
        let mut words = words(text).into_iter().peekable();
        let mut left = text.len();
        let mut start = String::new();
        let mut margin = indent;
        while words.peek().is_some() {
            // The quotes are there in each part.
            let mut width = self.style.width.saturating_sub(margin + start.len() + 2);
            if left <= width {
                width = width.saturating_sub(suffix.len());
            }
            let mut part = String::new();
            while let Some(word) =
                words.next_if(|word| part.len() <= 4 || part.len() + word.len() <= width)
            {
                part.push_str(word);
                if word.ends_with("\\n") || word.ends_with("\\r") {
                    break;
                }
            }
            left -= part.len();
            let end = if words.peek().is_none() { suffix } else { "" };
            self.push(margin, &format!("{start}\"{part}\"{end}"));
            start = joint.to_owned();
            margin = indent + self.style.step;
        }
    }

    /// Breaks what does not fit, brackets closed behind their last item.
    fn behind(&mut self, pieces: &[Piece], indent: usize, suffix: &str, braces: Option<usize>) {
        if let ([Piece::Text(text), rest @ ..], Some(joint)) = (pieces, self.style.joint)
            && let Some(text) = quoted(text)
            && rest.iter().all(|piece| matches!(piece, Piece::Text(_)))
        {
            return self.parts(text, joint, indent, &format!("{}{suffix}", flat(rest)));
        }
        let lead = pieces
            .iter()
            .position(|piece| matches!(piece, Piece::Lead(_)));
        if let Some(at) = lead
            && !matches!(pieces.get(at + 1), Some(Piece::Group { open: "{", .. }))
        {
            self.push(indent, flat(&pieces[..=at]).trim_end());
            return self.write(&pieces[at + 1..], indent + self.style.step, suffix);
        }
        if let Some(links) = links(pieces) {
            for (number, link) in links.iter().enumerate() {
                let indent = indent + if number == 0 { 0 } else { self.style.step };
                let is_last = number + 1 == links.len();
                self.write(link, indent, if is_last { suffix } else { "" });
            }
            return;
        }
        let operator = pieces
            .iter()
            .position(|piece| matches!(piece, Piece::Operator(_)));
        let broken = at_last_group(pieces, operator.unwrap_or(pieces.len()));
        if let Some(at) = operator {
            let left = flat(&pieces[..=at]);
            if self.fits(indent, left.trim_end()) || broken.is_none() {
                self.push(indent, left.trim_end());
                return self.write(&pieces[at + 1..], indent, suffix);
            }
        }
        let Some(broken) = broken else {
            return self.push(indent, &format!("{}{suffix}", flat(pieces)));
        };
        self.push(indent, &format!("{}{}", broken.head, broken.open));
        let end = format!("{}{}{suffix}", broken.close, broken.tail);
        match braces {
            Some(step) if broken.open == "{" => {
                self.items(broken.items, indent + step, "");
                self.push(indent, &end);
            }
            _ => self.items(broken.items, indent + self.style.step, &end),
        }
    }

    /// Items: on one line, on lines that short ones share, or one a line.
    fn items(&mut self, items: &[Code], indent: usize, end: &str) {
        let texts: Vec<String> = items.iter().map(Code::flat).collect();
        let all = format!("{}{end}", texts.join(", "));
        if self.fits(indent, &all) {
            return self.push(indent, &all);
        }
        let is_short = texts.iter().all(|text| text.chars().count() < SHORT);
        let mut line = String::new();
        for (index, (item, text)) in items.iter().zip(&texts).enumerate() {
            let suffix = if index + 1 == items.len() { end } else { "," };
            if !is_short {
                self.write(&item.0, indent, suffix);
                continue;
            }
            let longer = match line.as_str() {
                "" => format!("{text}{suffix}"),
                line => format!("{line} {text}{suffix}"),
            };
            if self.fits(indent, &longer) || line.is_empty() {
                line = longer;
            } else {
                self.push(indent, &line);
                line = format!("{text}{suffix}");
            }
        }
        if is_short {
            self.push(indent, &line);
        }
    }
}

/// What is between the quotes of a literal, if that is all there is.
fn quoted(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut escaped = false;
    let ends = inner.chars().any(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    (!ends).then_some(inner)
}

/// The parts of a literal that stay together: they begin with a space or a tab
/// and end behind the ends of lines.
fn words(text: &str) -> Vec<&str> {
    let mut cuts = vec![0];
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let length = next.len_utf8();
        match text[at..].as_bytes() {
            [b' ', ..] | [b'\\', b't', ..] => cuts.push(at),
            [b'\\', b'n' | b'r', rest @ ..] if !matches!(rest, [b'\\', b'n' | b'r', ..]) => {
                cuts.push(at + 2);
            }
            _ => {}
        }
        // An escape is one character, whatever it escapes.
        let escaped = text[at + length..].chars().next().map_or(0, char::len_utf8);
        at += length + if next == '\\' { escaped } else { 0 };
    }
    cuts.push(text.len());
    cuts.dedup();
    cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect()
}

/// A text in lines of at most so many characters, broken at spaces.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests;
