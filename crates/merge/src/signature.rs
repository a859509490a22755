//! The last lines of a generated file: what it is for, and the digests of what is as it
//! was written. Whatever has no digest there is a person's.

use std::collections::{BTreeMap, BTreeSet};

use everypath_emit::File;
use indexmap::IndexMap;

use crate::digest::{digest, is_digest};
use crate::pieces::{Piece, pieces};
use crate::syntax::Syntax;

/// How each line of a signature begins.
const PREFIX: &str = "everypath: ";
/// What the first line says to whoever reads it.
const EXPLANATION: &str = "Everypath rewrites only what has its digest here; change what you like.";
/// What stands for the pieces that belong to no test.
const FRAME: &str = "*";
/// The most columns of a line.
const WIDTH: usize = 80;
/// The longest name of a unit that is written out.
const LONGEST_LABEL: usize = 48;

/// What a piece is there for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Label {
    /// For all tests of the file.
    Frame,
    /// For a test of this unit.
    Unit(String),
}

impl Label {
    /// That of a unit's tests.
    pub(crate) fn of(unit: &str) -> Label {
        let unit = unit.split_whitespace().collect::<Vec<&str>>().join(" ");
        match unit.len() <= LONGEST_LABEL {
            true => Label::Unit(unit),
            false => Label::Unit(digest(&unit, Syntax::Java)),
        }
    }

    fn text(&self) -> &str {
        match self {
            Label::Frame => FRAME,
            Label::Unit(unit) => unit,
        }
    }
}

/// What a generated file says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The module, class or source that it is for.
    pub subject: String,
    /// What was written, by digest.
    pub(crate) written: IndexMap<String, Label>,
}

impl Signature {
    /// The signature of a text, if it has one.
    pub fn read(text: &str, syntax: Syntax) -> Option<Signature> {
        let mut signature = Signature::default();
        let mut is_there = false;
        for line in text.lines() {
            let said = syntax.uncommented(line);
            let Some(rest) = said.and_then(|said| said.strip_prefix(PREFIX)) else {
                continue;
            };
            is_there = true;
            if let Some(subject) = rest.strip_prefix("for ") {
                signature.subject = subject.to_owned();
            } else if let Some((label, digests)) = rest.rsplit_once(" = ") {
                let label = match label {
                    FRAME => Label::Frame,
                    unit => Label::Unit(unit.to_owned()),
                };
                let digests = digests.split(' ').filter(|word| is_digest(word));
                let digests = digests.map(|digest| (digest.to_owned(), label.clone()));
                signature.written.extend(digests);
            }
        }
        is_there.then_some(signature)
    }

    /// The lines that say it, with the empty ones before them.
    pub(crate) fn lines(&self, syntax: Syntax) -> String {
        // In an order that does not depend on which of them people changed.
        let mut labels: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (digest, label) in &self.written {
            labels.entry(label.text()).or_default().insert(digest);
        }
        let mut lines = vec![
            EXPLANATION.to_owned(),
            format!("{PREFIX}for {}", self.subject),
        ];
        for (label, digests) in labels {
            let start = format!("{PREFIX}{label} =");
            let mut line = start.clone();
            for digest in digests {
                if line != start && syntax.comment(&line).len() + 1 + digest.len() > WIDTH {
                    lines.push(std::mem::replace(&mut line, start.clone()));
                }
                line.push(' ');
                line.push_str(digest);
            }
            lines.push(line);
        }
        let mut text = "\n".repeat(syntax.gap());
        for line in lines {
            text.push_str(&syntax.comment(&line));
            text.push('\n');
        }
        text
    }
}

/// A text without its signature.
pub(crate) fn unsigned(text: &str, syntax: Syntax) -> String {
    let is_own = |line: &&str| {
        let said = syntax.uncommented(line);
        said.is_some_and(|said| said.starts_with(PREFIX) || said == EXPLANATION)
    };
    let lines = text.lines().filter(|line| !is_own(line));
    let mut text = lines.collect::<Vec<&str>>().join("\n");
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// A file with the signature of all that is in it. `units` are those of its tests.
pub fn sign(file: &File, units: &BTreeMap<u64, String>, subject: &str, syntax: Syntax) -> File {
    let mut signature = Signature {
        subject: subject.to_owned(),
        ..Signature::default()
    };
    for piece in pieces(&file.text, syntax) {
        let label = label_of(&piece, file, units);
        signature.written.entry(piece.digest).or_insert(label);
    }
    let mut file = file.clone();
    file.text.push_str(&signature.lines(syntax));
    file
}

/// What a piece of a new file is there for.
pub(crate) fn label_of(piece: &Piece, file: &File, units: &BTreeMap<u64, String>) -> Label {
    let mut tests = file.tests.iter();
    let test = tests.find(|test| test.lines.contains(&piece.start));
    match test.and_then(|test| units.get(&test.id)) {
        Some(unit) => Label::of(unit),
        None => Label::Frame,
    }
}

/// The units of a command that does not ask for all, as signatures name them.
pub(crate) fn labels(units: &BTreeSet<String>) -> BTreeSet<String> {
    let labels = units.iter().map(|unit| Label::of(unit).text().to_owned());
    labels.collect()
}

/// A text that is one piece, with its digest in its last line.
pub fn signed_whole(text: &str) -> String {
    let digest = digest(text, Syntax::Python);
    format!("{text}\n# {PREFIX}{FRAME} = {digest}\n")
}

/// Whether a text is as [`signed_whole`] made it; `None` if it says nothing of that.
pub fn is_untouched_whole(text: &str) -> Option<bool> {
    let signature = Signature::read(text, Syntax::Python)?;
    let digest = digest(&unsigned(text, Syntax::Python), Syntax::Python);
    Some(signature.written.contains_key(&digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_read_as_it_was_written() {
        for syntax in [Syntax::Python, Syntax::Java, Syntax::C] {
            let mut signature = Signature {
                subject: "../a/main.py".to_owned(),
                ..Signature::default()
            };
            for number in 0..20 {
                let label = match number % 3 {
                    0 => Label::Frame,
                    1 => Label::of("Cart.add(int, String)"),
                    _ => Label::of(&"long ".repeat(40)),
                };
                signature.written.insert(format!("{number:08x}"), label);
            }
            let text = format!("first\n{}", signature.lines(syntax));
            assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
            let read = Signature::read(&text, syntax).unwrap();
            assert_eq!(read.subject, signature.subject);
            let mut written = read.written;
            written.sort_keys();
            assert_eq!(written, signature.written);
            assert_eq!(unsigned(&text, syntax), "first\n");
        }
        assert_eq!(
            Signature::read("# Generated by Everypath\n", Syntax::Python),
            None
        );
    }

    #[test]
    fn a_whole_text_knows_whether_it_was_changed() {
        let text = signed_whole("# x\na: b\n");
        assert_eq!(is_untouched_whole(&text), Some(true));
        assert_eq!(
            is_untouched_whole(&text.replace("a: b", "a: c")),
            Some(false)
        );
        assert_eq!(is_untouched_whole("# x\n"), None);
    }
}
