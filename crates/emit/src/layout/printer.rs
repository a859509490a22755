//! Where a statement is broken, and what its lines are.

use super::texts::{quoted, words};
use super::{Closing, Code, Piece, SHORT, Style, flat};

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

/// Writes the lines of a statement.
pub(super) struct Printer<'a> {
    style: &'a Style,
    lines: Vec<String>,
}

impl<'a> Printer<'a> {
    /// The lines of pieces at an indentation.
    pub(super) fn lines(style: &'a Style, pieces: &[Piece], indent: usize) -> Vec<String> {
        let mut printer = Printer {
            style,
            lines: Vec::new(),
        };
        printer.write(pieces, indent, "");
        printer.lines
    }

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
        let inner = indent + self.style.step;
        let opens = |pieces: &[Piece], indent: usize| {
            let broken = at_last_group(pieces, pieces.len());
            broken.is_some_and(|broken| self.fits(indent, &(broken.head + broken.open)))
        };
        let broken = at_last_group(pieces, pieces.len()).filter(|broken| {
            match operator {
                // Operands that end in brackets are broken there, others are not.
                Some(_) => broken.tail.is_empty() && opens(pieces, indent),
                None => lead.is_none() || opens(pieces, indent) || !opens(body, inner),
            }
        });
        if let Some(broken) = broken {
            self.push(indent, &format!("{}{}", broken.head, broken.open));
            for item in broken.items {
                let comma = if item.flat().ends_with(',') { "" } else { "," };
                self.write(&item.0, indent + self.style.step, comma);
            }
            return self.push(indent, &format!("{}{}{suffix}", broken.close, broken.tail));
        }
        let fits = self.fits(inner, &flat(body));
        if lead.is_none() || (operator.is_none() && !fits && !opens(body, inner)) {
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
            _ => self.write(body, inner, ""),
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
