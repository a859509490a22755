//! The pieces of a merged file, in their order, and how they become its text.

use crate::digest::digest;
use crate::old::Old;
use crate::pieces::{Kind, Piece};
use crate::signature::Label;
use crate::syntax::Syntax;
use crate::words::replaced;

/// A piece of a merged file.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The piece.
    pub piece: Piece,
    /// What it is there for; `None` if a person wrote it.
    pub label: Option<Label>,
    /// The test of the new file that it belongs to.
    pub test: Option<usize>,
    /// Whether it stood in the new file.
    pub is_new: bool,
    /// Its place in the file that it is from.
    pub number: usize,
    /// The piece of the old file whose place it has.
    pub old: Option<usize>,
}

impl Entry {
    /// Changes its text.
    pub(crate) fn change(&mut self, text: String, syntax: Syntax) {
        self.piece.digest = digest(&text, syntax);
        self.piece.text = text;
    }

    /// Becomes another piece where it is.
    pub(crate) fn take_place(&mut self, piece: &Piece) {
        let (blank, start) = (self.piece.blank, self.piece.start);
        self.piece = Piece {
            blank,
            start,
            ..piece.clone()
        };
    }

    /// Gives something another name.
    pub(crate) fn rename(&mut self, from: &str, to: &str, syntax: Syntax) {
        self.change(replaced(&self.piece.text, from, to), syntax);
        self.piece.key = replaced(&self.piece.key, from, to);
        if self.piece.defines.as_deref() == Some(from) {
            self.piece.defines = Some(to.to_owned());
        }
    }

    /// Whether its lines are those of a function or class.
    fn is_block(&self, syntax: Syntax) -> bool {
        let text = &self.piece.text;
        self.piece.kind == Kind::Definition
            && match syntax {
                Syntax::Python => ["def ", "class ", "async ", "@"]
                    .iter()
                    .any(|start| text.lines().any(|line| line.starts_with(start))),
                Syntax::Java | Syntax::C => text.contains('{'),
            }
    }
}

/// Where an old piece goes: behind the nearest one before it that is there. Functions do not
/// go among what stands before all tests.
pub(crate) fn anchor(entries: &[Entry], old: &Old, index: usize, syntax: Syntax) -> usize {
    let before = (0..index)
        .rev()
        .find_map(|before| entries.iter().position(|entry| entry.old == Some(before)));
    let mut place = before.map_or(0, |place| place + 1);
    // A test and what it needs stay together.
    while place > 0
        && entries
            .get(place)
            .is_some_and(|next| next.test.is_some() && next.test == entries[place - 1].test)
    {
        place += 1;
    }
    let probe = Entry {
        piece: old.pieces[index].clone(),
        label: None,
        test: None,
        is_new: false,
        number: index,
        old: None,
    };
    let first = match syntax {
        Syntax::Java => entries
            .iter()
            .position(|entry| entry.piece.kind == Kind::Open)
            .map(|open| open + 1),
        Syntax::Python | Syntax::C => entries.iter().position(|entry| entry.test.is_some()),
    };
    let is_inside = match syntax {
        Syntax::Java => {
            probe.piece.kind == Kind::Definition && probe.piece.text.starts_with([' ', '\t'])
        }
        Syntax::Python | Syntax::C => probe.is_block(syntax),
    };
    match first {
        Some(first) if is_inside => place.max(first),
        _ => place,
    }
}

/// The text of a file, and the line at which each of its pieces begins.
pub(crate) fn text_of(entries: &[Entry], old: &Old, syntax: Syntax) -> (String, Vec<usize>) {
    let mut text = String::new();
    let mut line = 0;
    let mut starts = Vec::new();
    let mut previous: Option<&Entry> = None;
    for entry in entries {
        let blank = previous.map_or(0, |previous| blank_between(previous, entry, old, syntax));
        text.push_str(&"\n".repeat(blank));
        line += blank;
        starts.push(line);
        text.push_str(&entry.piece.text);
        text.push('\n');
        line += entry.piece.text.split('\n').count();
        previous = Some(entry);
    }
    (text, starts)
}

/// The empty lines between two pieces: as they were where they stood together, else as a
/// formatter would have it.
fn blank_between(previous: &Entry, next: &Entry, old: &Old, syntax: Syntax) -> usize {
    if let (Some(before), Some(index)) = (previous.old, next.old)
        && before + 1 == index
        && !(previous.is_new && next.is_new)
    {
        return old.pieces[index].blank;
    }
    let blank = next.piece.blank;
    if previous.is_new && next.is_new && previous.number + 1 == next.number {
        return blank;
    }
    let were_together = previous.is_new == next.is_new && previous.piece.start < next.piece.start;
    if previous.piece.kind == Kind::Open {
        return match were_together {
            true => blank,
            false => 0,
        };
    }
    if next.piece.kind == Kind::Close || were_together && blank > 0 {
        return blank;
    }
    if previous.is_block(syntax) || next.is_block(syntax) {
        let is_adjacent = were_together && syntax == Syntax::C;
        return match is_adjacent {
            true => blank,
            false => blank.max(syntax.gap()),
        };
    }
    match previous.piece.kind == next.piece.kind || were_together {
        true => blank,
        false => blank.max(1),
    }
}
