//! What stands around tests: imports, helpers and tables of two versions become one.

use std::collections::BTreeSet;

use everypath_emit::File;

use crate::entry::Entry;
use crate::imports::{Import, bound};
use crate::merge::Merging;
use crate::old::is_test;
use crate::pieces::Kind;
use crate::rows::{rows_of, with_rows, without_rows};
use crate::signature::Label;
use crate::syntax::Syntax;
use crate::words::{mentions, words};

/// Keeps the old helpers that something needs which stays.
pub(crate) fn keep_needed(merging: &mut Merging) {
    loop {
        let is_missing = |index: usize| {
            let old = &merging.old;
            let piece = &old.pieces[index];
            old.is_frame(index)
                && piece.kind == Kind::Definition
                && !merging
                    .entries
                    .iter()
                    .any(|entry| entry.old == Some(index) || entry.piece.defines == piece.defines)
        };
        let kept = merging.entries.iter().filter(|entry| !entry.is_new);
        let used: BTreeSet<&str> = kept.flat_map(|entry| words(&entry.piece.text)).collect();
        let is_used = |index: &usize| {
            let name = merging.old.pieces[*index].defines.as_deref();
            name.is_some_and(|name| used.contains(name))
        };
        let next = merging.old.which(is_missing).find(is_used);
        let Some(index) = next else { return };
        merging.insert(index);
    }
}

/// Puts the tables of tests together: rows of what stays, rows of what is new.
pub(crate) fn merge_tables(merging: &mut Merging, file: &File) {
    if merging.syntax != Syntax::C {
        return;
    }
    let (old, syntax) = (&merging.old, merging.syntax);
    let names_of = |holds: &dyn Fn(usize) -> bool| -> Vec<&str> {
        let found = (0..old.pieces.len()).filter(|&index| holds(index));
        let found = found.filter(|&index| is_test(&old.pieces[index], syntax));
        found
            .filter_map(|index| old.pieces[index].defines.as_deref())
            .collect()
    };
    let staying = names_of(&|index| old.stays(index));
    let there: BTreeSet<usize> = merging
        .entries
        .iter()
        .filter_map(|entry| entry.test)
        .collect();
    let present = |number: usize| there.contains(&number);
    let before = |number: usize| file.tests[number].function();
    let left_out: Vec<&str> = (0..file.tests.len())
        .filter(|&number| !present(number))
        .map(before)
        .filter(|name| !staying.contains(name))
        .collect();
    let names: Vec<&str> = merging.names.iter().map(String::as_str).collect();
    let gone: Vec<&str> = old
        .tests_made_anew(syntax)
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| !names.contains(name) && !staying.contains(name))
        .collect();
    for entry in merging.entries.iter_mut() {
        let text = &entry.piece.text;
        let is_table = entry.test.is_none()
            && entry.label == Some(Label::Frame)
            && (0..names.len()).any(|number| mentions(text, before(number)));
        if !is_table {
            continue;
        }
        let mut table = without_rows(text, &left_out);
        for number in (0..names.len()).filter(|&number| present(number)) {
            // Only a new name is another one, and the old one may be a row that stays.
            if names[number] != before(number) {
                table = crate::words::replaced(&table, before(number), names[number]);
            }
        }
        let Some(index) = entry.old else {
            entry.change(table, syntax);
            continue;
        };
        let known = &old.pieces[index].text;
        if old.is_persons(index) {
            let rest = without_rows(known, &gone);
            let is_new = |name: &&str| !mentions(&rest, name) && mentions(&table, name);
            let new: Vec<&str> = names.iter().copied().filter(is_new).collect();
            let mut all = staying.clone();
            all.extend(&names);
            let rows = rows_of(&table, &new);
            entry.change(with_rows(&rest, &all, &rows), syntax);
            entry.label = None;
            // It is a person's already: nothing else takes its place.
            entry.is_new = false;
        } else {
            let is_missing = |name: &&str| !mentions(&table, name);
            let missing: Vec<&str> = staying.iter().copied().filter(is_missing).collect();
            let rows = rows_of(known, &missing);
            entry.change(with_rows(&table, &names, &rows), syntax);
        }
    }
}

/// Puts imports together: a person's stay as they are, new ones bring what those do not,
/// and old ones what something needs that stays.
pub(crate) fn merge_imports(merging: &mut Merging) {
    let syntax = merging.syntax;
    let read = |text: &str| Import::read(text, syntax);
    let persons: Vec<Import> = merging
        .entries
        .iter()
        .filter(|entry| entry.piece.kind == Kind::Import && entry.label.is_none())
        .map(|entry| read(&entry.piece.text))
        .collect();
    let brings = |imports: &[Import], module: &Option<String>, name: &String| {
        let same = imports.iter().filter(|import| import.module == *module);
        same.into_iter().any(|import| import.names.contains(name))
    };
    if syntax != Syntax::C {
        merging.entries.retain_mut(|entry| {
            if entry.piece.kind != Kind::Import || !entry.is_new {
                return true;
            }
            let mut import = read(&entry.piece.text);
            let count = import.names.len();
            let module = import.module.clone();
            import.names.retain(|name| !brings(&persons, &module, name));
            if import.names.len() < count && !import.names.is_empty() {
                entry.change(import.text(syntax), syntax);
            }
            !import.names.is_empty()
        });
    }
    let kept = merging.entries.iter().filter(|entry| !entry.is_new);
    let used: BTreeSet<String> = kept
        .filter(|entry| entry.piece.kind != Kind::Import)
        .flat_map(|entry| words(&entry.piece.text))
        .map(str::to_owned)
        .collect();
    let is_old = |index: usize| {
        merging.old.is_frame(index) && merging.old.pieces[index].kind == Kind::Import
    };
    let indices: Vec<usize> = merging.old.which(is_old).collect();
    for index in indices {
        let mut import = read(&merging.old.pieces[index].text);
        let there: Vec<Import> = merging
            .entries
            .iter()
            .filter(|entry| entry.piece.kind == Kind::Import)
            .map(|entry| read(&entry.piece.text))
            .collect();
        let module = import.module.clone();
        import.names.retain(|name| {
            let is_needed = match syntax {
                // What a header is needed for, nobody knows; the source is included once.
                Syntax::C => name.contains('<'),
                Syntax::Python | Syntax::Java => {
                    bound(name, module.is_some(), syntax).is_none_or(|word| used.contains(word))
                }
            };
            is_needed && !brings(&there, &module, name)
        });
        if !import.names.is_empty() {
            add_import(merging, index, &import);
        }
    }
}

/// Adds what an old import brings: to the new one of the same module, or by itself.
fn add_import(merging: &mut Merging, index: usize, import: &Import) {
    let syntax = merging.syntax;
    let same = merging.entries.iter_mut().find(|entry| {
        entry.is_new
            && entry.piece.kind == Kind::Import
            && import.module.is_some()
            && Import::read(&entry.piece.text, syntax).module == import.module
    });
    if let Some(entry) = same {
        let mut all = Import::read(&entry.piece.text, syntax);
        all.names.extend(import.names.iter().cloned());
        entry.change(all.text(syntax), syntax);
        return;
    }
    merging.insert(index);
    let place = merging
        .entries
        .iter()
        .position(|one| !one.is_new && one.old == Some(index));
    let Some(place) = place else { return };
    merging.entries[place].change(import.text(syntax), syntax);
    if syntax == Syntax::Java {
        in_order(merging, place);
    }
}

/// Moves an import of Java among those of its group.
fn in_order(merging: &mut Merging, place: usize) {
    let mut entry = merging.entries.remove(place);
    let entries = &mut merging.entries;
    let is_static = |text: &str| text.starts_with("import static ");
    let is_same = |one: &Entry| {
        let text = &one.piece.text;
        one.piece.kind == Kind::Import && is_static(text) == is_static(&entry.piece.text)
    };
    let next = entries
        .iter()
        .position(|one| is_same(one) && one.piece.text > entry.piece.text);
    let last = entries.iter().rposition(is_same);
    let place = match (next, last) {
        (Some(next), _) => {
            entry.piece.blank = std::mem::take(&mut entries[next].piece.blank);
            next
        }
        (None, Some(last)) => {
            entry.piece.blank = 0;
            last + 1
        }
        (None, None) => place,
    };
    entries.insert(place, entry);
}
