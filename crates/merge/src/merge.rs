//! A new file and the one that is there become one: what a person wrote stays, word for
//! word, and what Everypath wrote is replaced.

use std::collections::{BTreeMap, BTreeSet};

use everypath_emit::{File, Written};
use indexmap::IndexMap;

use crate::entry::{Entry, anchor, text_of};
use crate::frame::{keep_needed, merge_imports, merge_tables};
use crate::old::{Old, Whose};
use crate::pieces::{Kind, pieces};
use crate::signature::{Label, Signature, label_of, labels};
use crate::syntax::Syntax;
use crate::words::replaced;

/// A new version of a file.
#[derive(Clone, Copy, Debug)]
pub struct Fresh<'a> {
    /// The file, if there are tests.
    pub file: Option<&'a File>,
    /// The units of its tests.
    pub units: &'a BTreeMap<u64, String>,
    /// The units that were asked for; those of other tests stay as they are. `None` if all
    /// were.
    pub asked_for: Option<&'a BTreeSet<String>>,
    /// The module, class or source that the tests are for.
    pub subject: &'a str,
    /// The syntax.
    pub syntax: Syntax,
}

/// What became of a file's tests, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// What a person wrote or changed, and is as it was.
    pub kept: Vec<String>,
    /// Tests that are written in another way now.
    pub updated: Vec<String>,
    /// Tests that were not there.
    pub added: Vec<String>,
    /// Tests that are there no more.
    pub removed: Vec<String>,
}

/// What a merge gave.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// The file; `None` if nothing is left of it.
    pub file: Option<File>,
    /// What became of its tests.
    pub changes: Changes,
    /// The new tests that a person's stand for: those that were changed, or renamed. By
    /// case, the name of the person's.
    pub stood_for: BTreeMap<u64, String>,
    /// Whether something in it is not new.
    pub is_mixed: bool,
}

/// Puts a new file where one with a signature is.
pub fn merge(old: &str, signature: &Signature, fresh: &Fresh) -> Merged {
    let syntax = fresh.syntax;
    let mut entries: Vec<Entry> = Vec::new();
    if let Some(file) = fresh.file {
        let all = pieces(&file.text, syntax).into_iter().enumerate();
        entries.extend(all.map(|(number, piece)| {
            let at = piece.start;
            Entry {
                test: file.tests.iter().position(|test| test.lines.contains(&at)),
                label: Some(label_of(&piece, file, fresh.units)),
                is_new: true,
                number,
                old: None,
                piece,
            }
        }));
    }
    let frame = entries.iter().filter(|entry| entry.test.is_none());
    let frame = frame
        .filter_map(|entry| entry.piece.defines.clone())
        .collect();
    let there = old;
    let old = Old::read(
        there,
        signature,
        fresh.asked_for.map(labels),
        &frame,
        syntax,
    );
    let is_mixed = (0..old.pieces.len()).any(|index| old.stays(index));
    let Some(file) = fresh.file else {
        return match is_mixed {
            true => without_new(old, signature, fresh),
            false => Merged {
                changes: changes(&old, &entries, fresh, &BTreeMap::new()),
                ..Merged::default()
            },
        };
    };
    let written = |entry: &Entry| {
        let digest = &entry.piece.digest;
        let label = signature.written.get(digest)?;
        Some((digest.clone(), label.clone()))
    };
    let mut remembered: IndexMap<String, Label> = entries.iter().filter_map(written).collect();
    remembered.extend(not_asked_for(signature, fresh));
    let mut merging = Merging {
        old,
        entries,
        names: file
            .tests
            .iter()
            .map(|test| test.function().to_owned())
            .collect(),
        stood_for: BTreeMap::new(),
        remembered,
        syntax,
    };
    merging.leave_out_stood_for(file, signature);
    merging.rename_taken();
    merging.match_pieces();
    merging.keep_format();
    merge_tables(&mut merging, file);
    merging.take_over_frame();
    merging.insert_what_stays();
    keep_needed(&mut merging);
    merge_imports(&mut merging);
    let merged = merging.finish(file, fresh, there, signature);
    Merged { is_mixed, ..merged }
}

/// What a signature knows that a command which asks for a part has nothing to say of.
fn not_asked_for(signature: &Signature, fresh: &Fresh) -> IndexMap<String, Label> {
    let Some(asked_for) = fresh.asked_for.map(labels) else {
        return IndexMap::new();
    };
    let mut known = signature.written.clone();
    known.retain(|_, label| match label {
        Label::Frame => true,
        Label::Unit(unit) => !asked_for.contains(unit),
    });
    known
}

/// A merge that is under way.
pub(crate) struct Merging {
    pub(crate) old: Old,
    pub(crate) entries: Vec<Entry>,
    /// The names of the new tests, by their place in the new file.
    pub(crate) names: Vec<String>,
    /// The new tests that a person's stand for, by case.
    stood_for: BTreeMap<u64, String>,
    /// What was written before and would be again, but for what a person made of it: it
    /// keeps its digest.
    remembered: IndexMap<String, Label>,
    pub(crate) syntax: Syntax,
}

impl Merging {
    /// A test that a person changed stands for the one that it was, as long as that would
    /// be written again; one that was renamed, for the one with the other name.
    fn leave_out_stood_for(&mut self, file: &File, signature: &Signature) {
        let old = &self.old;
        let persons: Vec<_> = old
            .which(|index| old.is_persons(index))
            .map(|index| &old.pieces[index])
            .filter_map(|piece| Some((piece.defines.as_deref()?, piece)))
            .collect();
        let mut left_out = BTreeSet::new();
        for (number, test) in file.tests.iter().enumerate() {
            let own = self.entries.iter().find(|entry| {
                entry.test == Some(number)
                    && entry.piece.defines.as_deref() == Some(test.function())
            });
            let Some(own) = own else { continue };
            let digest = &own.piece.digest;
            let is_known = signature.written.contains_key(digest)
                && !old.pieces.iter().any(|piece| piece.digest == *digest);
            let changed = persons.iter().find(|(name, _)| *name == test.function());
            let renamed = persons.iter().find(|(name, piece)| {
                let text = replaced(&piece.text, name, test.function());
                crate::digest::digest(&text, self.syntax) == *digest
            });
            let found = renamed.or(changed.filter(|_| is_known));
            if let Some((name, _)) = found {
                // A table stands for each of its rows.
                let rows = file.tests.iter().filter(|row| row.lines == test.lines);
                let rows = rows.map(|row| (row.id, (*name).to_owned()));
                self.stood_for.extend(rows);
                left_out.insert(number);
            }
        }
        self.entries
            .retain(|entry| !entry.test.is_some_and(|test| left_out.contains(&test)));
    }

    /// A name that is taken by something that stays is not that of a new test.
    fn rename_taken(&mut self) {
        let mut taken = self.old.names_that_stay();
        let own: BTreeSet<String> = self
            .entries
            .iter()
            .filter_map(|one| one.piece.defines.clone())
            .collect();
        for test in 0..self.names.len() {
            let defined: Vec<String> = self
                .entries
                .iter()
                .filter(|entry| entry.test == Some(test))
                .filter_map(|entry| entry.piece.defines.clone())
                .filter(|name| taken.contains(name))
                .collect();
            for name in defined {
                let free = (2..)
                    .map(|number| format!("{name}_{number}"))
                    .find(|name| !taken.contains(name) && !own.contains(name))
                    .expect("numbers do not run out");
                for entry in self.entries.iter_mut().filter(|one| one.test == Some(test)) {
                    entry.rename(&name, &free, self.syntax);
                }
                if self.names[test] == name {
                    self.names[test].clone_from(&free);
                }
                taken.insert(free);
            }
        }
    }

    /// Finds the old piece that each new one stands for.
    fn match_pieces(&mut self) {
        let mut used = BTreeSet::new();
        for entry in &mut self.entries {
            let same = self.old.pieces.iter().position(|piece| {
                piece.key == entry.piece.key
                    && piece.kind == entry.piece.kind
                    && !used.contains(&piece.start)
            });
            let is_free = |index: &usize| entry.test.is_none() || !self.old.stays(*index);
            entry.old = same.filter(is_free);
            used.extend(entry.old.map(|index| self.old.pieces[index].start));
        }
    }

    /// What is the same but for how a formatter laid it out stays as that did.
    fn keep_format(&mut self) {
        for entry in &mut self.entries {
            let Some(index) = entry.old else { continue };
            let piece = &self.old.pieces[index];
            if piece.digest == entry.piece.digest {
                entry.piece.text.clone_from(&piece.text);
            }
        }
    }

    /// What a person changed of what is there for all tests takes the place of what is new;
    /// and a file with tests of other units is not the work of this command alone.
    fn take_over_frame(&mut self) {
        let old = &self.old;
        let has_others = (0..old.pieces.len()).any(|index| old.is_of_others(index));
        for entry in self.entries.iter_mut().filter(|entry| entry.test.is_none()) {
            let Some(index) = entry.old else { continue };
            let is_kept = old.is_persons(index) && entry.is_new && entry.piece.kind != Kind::Import;
            if is_kept {
                entry.take_place(&old.pieces[index]);
                entry.label = None;
            } else if has_others && entry.piece.kind == Kind::Header && old.is_frame(index) {
                entry.take_place(&old.pieces[index]);
            }
        }
    }

    /// Puts what stays behind what it stood behind.
    fn insert_what_stays(&mut self) {
        for index in 0..self.old.pieces.len() {
            let is_there = self.entries.iter().any(|entry| entry.old == Some(index));
            let is_import = self.old.pieces[index].kind == Kind::Import;
            if self.old.stays(index) && (!is_there || is_import) {
                self.insert(index);
            }
        }
    }

    /// Puts an old piece where it belongs.
    pub(crate) fn insert(&mut self, index: usize) {
        let place = anchor(&self.entries, &self.old, index, self.syntax);
        let label = match &self.old.whose[index] {
            Whose::Person => None,
            Whose::Ours(label) => Some(label.clone()),
        };
        let entry = Entry {
            piece: self.old.pieces[index].clone(),
            label,
            test: None,
            is_new: false,
            number: index,
            old: Some(index),
        };
        self.entries.insert(place, entry);
    }

    fn finish(self, file: &File, fresh: &Fresh, there: &str, known: &Signature) -> Merged {
        let mut signature = Signature {
            subject: fresh.subject.to_owned(),
            written: self.remembered.clone(),
        };
        signature.take(&self.entries);
        let (mut text, mut starts) = text_of(&self.entries, &self.old, self.syntax);
        text.push_str(&signature.lines(self.syntax));
        let digests = self.entries.iter().map(|entry| &entry.piece.digest);
        let is_same = digests.eq(self.old.pieces.iter().map(|piece| &piece.digest));
        if is_same && signature.lines(self.syntax) == known.lines(self.syntax) {
            // Nothing but the layout is another one.
            text = there.to_owned();
            starts = self.old.pieces.iter().map(|piece| piece.start).collect();
        }
        let mut tests = Vec::new();
        for (number, test) in file.tests.iter().enumerate() {
            // The rows of a table are where the first of them is.
            let leader = file.tests.iter().position(|one| one.lines == test.lines);
            let leader = leader.unwrap_or(number);
            let own = self.entries.iter().zip(&starts);
            let own: Vec<_> = own
                .filter(|(entry, _)| entry.test == Some(leader))
                .collect();
            if let (Some((_, first)), Some((last, start))) = (own.first(), own.last()) {
                tests.push(Written {
                    id: test.id,
                    name: format!("{}{}", self.names[leader], test.row()),
                    lines: **first..*start + last.piece.text.split('\n').count(),
                });
            }
        }
        let changes = changes(&self.old, &self.entries, fresh, &self.stood_for);
        Merged {
            file: Some(File {
                name: file.name.clone(),
                text,
                tests,
            }),
            changes,
            stood_for: self.stood_for,
            is_mixed: true,
        }
    }
}

impl Signature {
    /// Takes down what Everypath wrote.
    fn take(&mut self, entries: &[Entry]) {
        for entry in entries {
            if let Some(label) = &entry.label {
                let digest = entry.piece.digest.clone();
                self.written.entry(digest).or_insert(label.clone());
            }
        }
    }
}

/// The file that is there without the tests that are not made again: nothing is new.
fn without_new(old: Old, signature: &Signature, fresh: &Fresh) -> Merged {
    let syntax = fresh.syntax;
    let changes = changes(&old, &[], fresh, &BTreeMap::new());
    let gone: Vec<&str> = changes.removed.iter().map(String::as_str).collect();
    let mut entries: Vec<Entry> = Vec::new();
    for index in old.which(|index| old.stays(index) || old.is_frame(index)) {
        let mut entry = Entry {
            piece: old.pieces[index].clone(),
            label: match &old.whose[index] {
                Whose::Person => None,
                Whose::Ours(label) => Some(label.clone()),
            },
            test: None,
            is_new: false,
            number: index,
            old: Some(index),
        };
        if syntax == Syntax::C && !old.is_of_others(index) {
            entry.change(crate::rows::without_rows(&entry.piece.text, &gone), syntax);
        }
        entries.push(entry);
    }
    let (text, _) = text_of(&entries, &old, syntax);
    let mut left = Signature {
        subject: signature.subject.clone(),
        written: not_asked_for(signature, fresh),
    };
    left.take(&entries);
    Merged {
        file: Some(File {
            name: String::new(),
            text: text + &left.lines(syntax),
            tests: Vec::new(),
        }),
        changes,
        is_mixed: true,
        ..Merged::default()
    }
}

/// What became of the tests.
fn changes(
    old: &Old,
    entries: &[Entry],
    fresh: &Fresh,
    stood_for: &BTreeMap<u64, String>,
) -> Changes {
    let before: IndexMap<&str, &str> = old
        .tests_made_anew(fresh.syntax)
        .into_iter()
        .map(|(name, piece)| (name, piece.digest.as_str()))
        .collect();
    let is_one =
        |entry: &&Entry| entry.test.is_some() && crate::old::is_test(&entry.piece, fresh.syntax);
    let now: IndexMap<&str, &str> = entries
        .iter()
        .filter(is_one)
        .filter_map(|entry| Some((entry.piece.defines.as_deref()?, entry.piece.digest.as_str())))
        .collect();
    let kept = old.which(|index| old.is_persons(index));
    let kept = kept.map(|index| &old.pieces[index]);
    let kept = kept.filter(|piece| !old.is_table(piece, fresh.syntax));
    let names = |names: &mut dyn Iterator<Item = &str>| names.map(str::to_owned).collect();
    Changes {
        kept: names(&mut kept.filter_map(|piece| piece.defines.as_deref())),
        updated: names(
            &mut now
                .iter()
                .filter(|(name, digest)| before.get(*name).is_some_and(|was| was != *digest))
                .map(|(name, _)| *name),
        ),
        added: names(
            &mut now
                .keys()
                .copied()
                .filter(|name| !before.contains_key(name)),
        ),
        removed: names(
            &mut before.keys().copied().filter(|name| {
                !now.contains_key(name) && !stood_for.values().any(|own| own == name)
            }),
        ),
    }
}
