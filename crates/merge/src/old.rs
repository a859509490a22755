//! The file that is there: which of its pieces are whose, and which of them stay.

use std::collections::BTreeSet;

use crate::pieces::{Kind, Piece, pieces};
use crate::signature::{Label, Signature, unsigned};
use crate::syntax::Syntax;
use crate::words::mentions;

/// Whose a piece is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// A person wrote it or changed it.
    Person,
    /// It is as Everypath wrote it.
    Ours(Label),
}

/// The file that is there.
pub(crate) struct Old {
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
    /// Whose each of them is.
    pub whose: Vec<Whose>,
    /// The units whose tests stay as they are; `None` where all are made anew.
    made_anew: Option<BTreeSet<String>>,
}

impl Old {
    /// Reads a file; `frame` holds the names that the new one defines besides its tests.
    pub(crate) fn read(
        text: &str,
        signature: &Signature,
        made_anew: Option<BTreeSet<String>>,
        frame: &BTreeSet<String>,
        syntax: Syntax,
    ) -> Old {
        let pieces = pieces(&unsigned(text, syntax), syntax);
        let mut whose: Vec<Whose> = Vec::new();
        let mut opened: Option<Whose> = None;
        for piece in &pieces {
            let known = signature.written.get(&piece.digest);
            let mut own = known.map_or(Whose::Person, |label| Whose::Ours(label.clone()));
            match piece.kind {
                Kind::Open => opened = Some(own.clone()),
                // All closing braces look the same.
                Kind::Close if piece.text.trim() == "}" => own = opened.take().unwrap_or(own),
                _ => {}
            }
            whose.push(own);
        }
        let mut old = Old {
            pieces,
            whose,
            made_anew,
        };
        if syntax == Syntax::C {
            old.keep_users_of_changed(frame);
        }
        old
    }

    /// A test of C whose own stub was changed is a changed test.
    fn keep_users_of_changed(&mut self, frame: &BTreeSet<String>) {
        let all = self.pieces.iter().zip(&self.whose);
        let changed = all.filter(|(_, whose)| **whose == Whose::Person);
        let changed: Vec<String> = changed
            .filter(|(piece, _)| !is_test(piece, Syntax::C))
            .filter_map(|(piece, _)| piece.defines.clone())
            .filter(|name| !frame.contains(name))
            .collect();
        for (piece, whose) in self.pieces.iter().zip(&mut self.whose) {
            let is_test = matches!(whose, Whose::Ours(Label::Unit(_)));
            if is_test && changed.iter().any(|name| mentions(&piece.text, name)) {
                *whose = Whose::Person;
            }
        }
    }

    /// Whether a person wrote a piece.
    pub(crate) fn is_persons(&self, index: usize) -> bool {
        self.whose[index] == Whose::Person
    }

    /// Whether a piece belongs to a test that is not made anew.
    pub(crate) fn is_of_others(&self, index: usize) -> bool {
        match (&self.whose[index], &self.made_anew) {
            (Whose::Ours(Label::Unit(unit)), Some(made_anew)) => !made_anew.contains(unit),
            _ => false,
        }
    }

    /// Whether a piece stays, whatever the new file holds.
    pub(crate) fn stays(&self, index: usize) -> bool {
        self.is_persons(index) || self.is_of_others(index)
    }

    /// Whether a piece is there for all tests, and as it was written.
    pub(crate) fn is_frame(&self, index: usize) -> bool {
        self.whose[index] == Whose::Ours(Label::Frame)
    }

    /// The places of the pieces for which something holds.
    pub(crate) fn which<'a>(
        &'a self,
        holds: impl Fn(usize) -> bool + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        (0..self.pieces.len()).filter(move |&index| holds(index))
    }

    /// The names of the tests that are ours and made anew, with their pieces.
    pub(crate) fn tests_made_anew(&self, syntax: Syntax) -> Vec<(&str, &Piece)> {
        let is_one = |index: &usize| {
            matches!(self.whose[*index], Whose::Ours(Label::Unit(_))) && !self.is_of_others(*index)
        };
        let found = (0..self.pieces.len()).filter(is_one);
        let found = found.map(|index| &self.pieces[index]);
        found
            .filter(|piece| is_test(piece, syntax))
            .filter_map(|piece| Some((piece.defines.as_deref()?, piece)))
            .collect()
    }

    /// Whether a piece is a table of tests: it changes with them.
    pub(crate) fn is_table(&self, piece: &Piece, syntax: Syntax) -> bool {
        let mut tests = self.pieces.iter().filter(|one| is_test(one, syntax));
        syntax == Syntax::C
            && !is_test(piece, syntax)
            && tests.any(|test| {
                let name = test.defines.as_deref().unwrap_or_default();
                mentions(&piece.text, name)
            })
    }

    /// The names that pieces define which stay, also those of methods in classes of tests.
    pub(crate) fn names_that_stay(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for index in self.which(|index| self.stays(index)) {
            let piece = &self.pieces[index];
            names.extend(piece.defines.clone());
            let methods = piece.text.lines().filter_map(|line| {
                let rest = line.trim_start().strip_prefix("def ")?;
                rest.split('(').next()
            });
            names.extend(methods.map(str::to_owned));
        }
        names
    }
}

/// Whether a piece is a test, and not what a test needs.
pub(crate) fn is_test(piece: &Piece, syntax: Syntax) -> bool {
    let name = piece.defines.as_deref().unwrap_or_default();
    match syntax {
        Syntax::Python => name.starts_with("test"),
        // The table of tests may be called so, too.
        Syntax::C => name.starts_with("test") && piece.text.contains(&format!("{name}(")),
        Syntax::Java => piece.text.contains("Test"),
    }
}
