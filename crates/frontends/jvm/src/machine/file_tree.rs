//! Files below one directory that a test makes and throws away. What is there is part of the
//! input, chosen when it is first asked for; what the program changes stays until the run ends.

use std::collections::{BTreeMap, BTreeSet};

use everypath_trace::Step;

use super::heap::Body;
use super::value::{NULL, Ref, Value};
use super::{Machine, Run, Stop};
use crate::code::Kind;

/// Where the machine says that the directory is.
pub const TEMPORARY: &str = "/tmp/temporary";
/// The slot of what is in it.
const FILES: &str = "files";
/// Entries of one directory that a listing may find.
const MOST_ENTRIES: u32 = 2;
/// The longest name of a file.
const LONGEST_NAME: usize = 60;

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// Nothing.
    Nothing,
    /// A directory.
    Directory,
    /// A file with the bytes of an array.
    File(Ref),
    /// A file with what was written to a stream.
    Written(Ref),
}

/// Something that a test has to make before the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// Its path below the directory.
    pub path: String,
    /// The bytes of a file; none if it is a directory.
    pub bytes: Option<Vec<u8>>,
}

/// A directory whose entries are known.
#[derive(Clone, Debug, Default)]
struct Listing {
    /// What the input says is in it: names and what they are.
    found: Vec<(Ref, Entry)>,
    /// Whether the names have become part of the tree.
    is_settled: bool,
}

/// All that is known of the directory.
#[derive(Debug, Default)]
pub(super) struct FileTree {
    entries: BTreeMap<String, Entry>,
    /// The directories that were there from the beginning and were listed, or that the program
    /// made itself, which are empty at first.
    listings: BTreeMap<String, Listing>,
    /// What was there from the beginning, by path.
    prepared: BTreeMap<String, Entry>,
    /// The streams of open files.
    pub(super) streams: Vec<Ref>,
    /// Paths elsewhere that the program found nothing at.
    pub(super) absent: BTreeSet<String>,
}

/// The path below the directory of an absolute path, if it leads there.
pub(super) fn inside(path: &str) -> Option<String> {
    let rest = path.strip_prefix(TEMPORARY)?;
    if !rest.is_empty() && !rest.starts_with('/') {
        return None;
    }
    let mut parts = Vec::new();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The path of the directory that something is in.
fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Whether a test can give a file this name on every system.
fn is_plain(path: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-/".contains(&byte);
    path.len() <= LONGEST_NAME && path.bytes().all(allowed)
}

impl Machine {
    /// What is at a path below the directory.
    pub(super) fn entry(&mut self, path: &str) -> Run<Entry> {
        if path.is_empty() {
            return Ok(Entry::Directory);
        }
        let around = parent(path).to_owned();
        if self.entry(&around)? != Entry::Directory {
            return Ok(Entry::Nothing);
        }
        self.settle_listing(&around)?;
        if let Some(known) = self.files.entries.get(path) {
            return Ok(*known);
        }
        if self.files.listings.contains_key(&around) {
            return Ok(Entry::Nothing);
        }
        if !is_plain(path) {
            self.lose("files with unusual names");
            return Ok(Entry::Nothing);
        }
        let slot = Step::As(path).of(FILES);
        let options = 3;
        let found = match self.input_choice(&slot, options, false)? {
            0 => Entry::Nothing,
            1 => self.new_content(&slot)?,
            _ => Entry::Directory,
        };
        self.files.entries.insert(path.to_owned(), found);
        self.files.prepared.insert(path.to_owned(), found);
        Ok(found)
    }

    /// A file of the input.
    fn new_content(&mut self, slot: &str) -> Run<Entry> {
        let Some(answering) = self.answering.clone() else {
            return Ok(Entry::Nothing);
        };
        let text = answering.text(self, slot)?;
        Ok(Entry::File(self.get_named(text, "value")?.as_ref()))
    }

    /// The names in a directory: what is known to be there, and what the input adds.
    pub(super) fn names_in(&mut self, path: &str) -> Run<Vec<Ref>> {
        if !self.files.listings.contains_key(path) {
            let listing = self.new_listing(path)?;
            self.files.listings.insert(path.to_owned(), listing);
        }
        let listing = &self.files.listings[path];
        let mut names: Vec<Ref> = match listing.is_settled {
            true => Vec::new(),
            false => listing.found.iter().map(|(name, _)| *name).collect(),
        };
        let here = self.files.entries.iter();
        let known: Vec<String> = here
            .filter(|(other, entry)| parent(other) == path && **entry != Entry::Nothing)
            .map(|(other, _)| other.rsplit('/').next().unwrap_or(other).to_owned())
            .collect();
        for name in known {
            names.push(self.new_string(&name)?);
        }
        Ok(names)
    }

    fn new_listing(&mut self, path: &str) -> Run<Listing> {
        let Some(answering) = self.answering.clone() else {
            return Ok(Listing::default());
        };
        let slot = Step::Items.of(&Step::As(path).of(FILES));
        let count = self.input_choice(&slot, MOST_ENTRIES + 1, true)?;
        let mut listing = Listing::default();
        for index in 0..count {
            let place = Step::Entry(index).of(&slot);
            let name = answering.name(self, &place)?;
            let kind = Step::Type.of(&place);
            let entry = match self.input_choice(&kind, 2, false)? {
                0 => self.new_content(&Step::Content.of(&place))?,
                _ => Entry::Directory,
            };
            listing.found.push((name, entry));
        }
        Ok(listing)
    }

    /// The names that a listing found become part of the tree: they are what they are from
    /// here on.
    fn settle_listing(&mut self, path: &str) -> Run<()> {
        let Some(listing) = self.files.listings.get_mut(path) else {
            return Ok(());
        };
        if std::mem::replace(&mut listing.is_settled, true) {
            return Ok(());
        }
        for (name, entry) in listing.found.clone() {
            self.pin_string(name)?;
            let name = self.text_of(name);
            let place = below(path, &name);
            if self.files.entries.contains_key(&place) {
                return Err(Stop::End(everypath_trace::Outcome::Rejected {
                    clause: "files of one directory have different names".to_owned(),
                }));
            }
            self.files.entries.insert(place.clone(), entry);
            self.files.prepared.insert(place, entry);
        }
        Ok(())
    }

    /// Changes what is at a path.
    pub(super) fn set_entry(&mut self, path: &str, entry: Entry) {
        self.files.entries.insert(path.to_owned(), entry);
        if entry == Entry::Directory {
            let empty = Listing {
                is_settled: true,
                ..Listing::default()
            };
            self.files.listings.insert(path.to_owned(), empty);
        }
    }

    /// Whether a directory has nothing in it.
    pub(super) fn is_empty_directory(&mut self, path: &str) -> Run<bool> {
        Ok(self.names_in(path)?.is_empty())
    }

    /// The array of a file's bytes.
    pub(super) fn bytes_of(&mut self, entry: Entry) -> Run<Ref> {
        match entry {
            Entry::File(bytes) => Ok(bytes),
            Entry::Written(stream) => {
                let bytes = self.call_virtual(stream, "toByteArray", "()[B", &[])?;
                Ok(bytes.as_ref())
            }
            Entry::Nothing | Entry::Directory => Ok(NULL),
        }
    }

    /// A stream of what a file holds.
    pub(super) fn stream_of(&mut self, entry: Entry) -> Run<Ref> {
        let bytes = [Value::reference(self.bytes_of(entry)?)];
        self.construct("java/io/ByteArrayInputStream", "([B)V", &bytes)
    }

    /// A stream that writes to a file, from its beginning or from its end on.
    pub(super) fn write_to(&mut self, path: &str, before: Entry, appends: bool) -> Run<Ref> {
        let stream = self.construct("java/io/ByteArrayOutputStream", "()V", &[])?;
        if appends && let Entry::File(_) | Entry::Written(_) = before {
            let bytes = self.bytes_of(before)?;
            let length = self.pin_length(bytes)?;
            let whole = [
                Value::reference(bytes),
                Value::int(0),
                Value::int(length as i32),
            ];
            self.call_virtual(stream, "write", "([BII)V", &whole)?;
        }
        self.set_entry(path, Entry::Written(stream));
        Ok(stream)
    }

    /// What a test has to make before the call: directories before what is in them.
    pub fn prepared_files(&mut self) -> Vec<Prepared> {
        let mut all = self.files.prepared.clone();
        for (path, listing) in &self.files.listings.clone() {
            if !listing.is_settled {
                for (name, entry) in &listing.found {
                    let name = self.text_of(*name);
                    all.insert(below(path, &name), *entry);
                }
            }
        }
        let heap = &self.heap;
        let made = all.into_iter().filter_map(|(path, entry)| {
            let bytes = match entry {
                Entry::Nothing => return None,
                Entry::Directory | Entry::Written(_) => None,
                Entry::File(array) => match &heap.get(array).body {
                    Body::Bytes(bytes) => Some(bytes.clone()),
                    _ => None,
                },
            };
            Some(Prepared { path, bytes })
        });
        made.collect()
    }

    /// The paths outside the directory that the program found nothing at.
    pub fn absent_files(&self) -> Vec<String> {
        self.files
            .absent
            .union(&self.kept_absent)
            .cloned()
            .collect()
    }

    /// How many bytes a file has, as the program sees it.
    pub(super) fn size_of(&mut self, entry: Entry) -> Run<Value> {
        let array = self.bytes_of(entry)?;
        let object = self.heap.get(array);
        let (length, term) = (object.body.len() as i64, object.length_term);
        let size = Value::int(length as i32);
        match term {
            0 => Ok(Value::long(length)),
            term => {
                let term = self.term_of(Value { term, ..size }, Kind::Int);
                let wide = everypath_term::Op::BvSignExtend(64);
                let wide = self.terms.apply(wide, &[term]);
                Ok(self.with_term(Value::long(length), wide))
            }
        }
    }
}

/// The path of something in a directory.
fn below(path: &str, name: &str) -> String {
    match path {
        "" => name.to_owned(),
        path => format!("{path}/{name}"),
    }
}
