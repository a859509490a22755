//! The shared memory between the engine's side and the runtime: laid out once
//! for a program, its input written and its events read for each run.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

use everypath_c_runtime::layout::{Event, FieldRecord, Header, MAGIC, SlotRecord, TypeRecord};

use crate::tables::Tables;

/// Slots that an input may fix.
const MOST_SLOTS: u64 = 1 << 16;
/// Bytes for names that a run makes.
const NAMES: u64 = 4 << 20;
/// Events of one run.
const EVENTS: u64 = 1 << 20;

/// A mapping that both sides see.
#[derive(Debug)]
pub(crate) struct SharedMemory {
    file: OwnedFd,
    base: *mut u8,
    size: usize,
    contexts: u64,
}

// SAFETY: the mapping belongs to this value alone on this side; the other
// side is another process, which runs only while this one waits.
unsafe impl Send for SharedMemory {}

impl SharedMemory {
    /// Lays out the memory for a program.
    pub(crate) fn new(tables: &Tables, goals: usize, contexts: u64) -> io::Result<SharedMemory> {
        let mut at = 4096u64;
        let mut place = |bytes: u64| {
            let here = at;
            at = (at + bytes).next_multiple_of(64);
            here
        };
        let types = place((tables.types.len() * size_of::<TypeRecord>()) as u64);
        let fields = place((tables.fields.len() * size_of::<FieldRecord>()) as u64);
        let strings = place(tables.strings.len() as u64);
        let slots = place(MOST_SLOTS * size_of::<SlotRecord>() as u64);
        let coverage_size = goals as u64 + 2;
        let coverage = place(coverage_size);
        let names = place(NAMES);
        let events = place(EVENTS * size_of::<Event>() as u64);
        let contexts = place(contexts);
        let size = at.next_multiple_of(4096);
        let file = rustix::fs::memfd_create("everypath", rustix::fs::MemfdFlags::CLOEXEC)?;
        File::from(file.try_clone()?).set_len(size)?;
        // SAFETY: a new mapping of our own file.
        let base = unsafe {
            rustix::mm::mmap(
                std::ptr::null_mut(),
                size as usize,
                rustix::mm::ProtFlags::READ | rustix::mm::ProtFlags::WRITE,
                rustix::mm::MapFlags::SHARED,
                &file,
                0,
            )?
        };
        let mut memory = SharedMemory {
            file,
            base: base.cast(),
            size: size as usize,
            contexts,
        };
        *memory.header() = Header {
            magic: MAGIC,
            size,
            types,
            types_count: tables.types.len() as u64,
            fields,
            strings,
            slots,
            slots_count: 0,
            coverage,
            coverage_size,
            names,
            names_size: NAMES,
            names_used: 0,
            events,
            events_size: EVENTS,
            events_used: 0,
            used: 0,
            unit: 0,
            part: 0,
            max_decisions: 0,
            max_stub_calls: u64::MAX,
            max_objects: 0,
            max_length: 0,
            max_text: 0,
            time: 0,
            memory: 0,
            context: 0,
            carved_stubs: 0,
            trace: 0,
            ending: 0,
            place: 0,
            detail: 0,
            text: 0,
            text_size: 0,
        };
        memory.write(types, &tables.types);
        memory.write(fields, &tables.fields);
        memory.write(strings, &tables.strings);
        Ok(memory)
    }

    /// Where contexts can be written.
    pub(crate) fn contexts(&self) -> u64 {
        self.contexts
    }

    /// Writes the body of a context.
    pub(crate) fn set_context(&mut self, at: u64, body: &[u8]) {
        self.write(at, body);
    }

    /// Writes the fields of structures, as many as there were.
    pub(crate) fn set_fields(&mut self, fields: &[FieldRecord]) {
        let at = self.header().fields;
        self.write(at, fields);
    }

    /// The file that the other side maps.
    pub(crate) fn file(&self) -> io::Result<OwnedFd> {
        self.file.try_clone()
    }

    /// The head.
    pub(crate) fn header(&mut self) -> &mut Header {
        // SAFETY: the mapping begins with it, and is as large.
        unsafe { &mut *self.base.cast::<Header>() }
    }

    fn write<T: Copy>(&mut self, at: u64, values: &[T]) {
        assert!(
            at as usize + size_of_val(values) <= self.size,
            "the layout has room"
        );
        // SAFETY: within the mapping, as was checked; T is plain data.
        unsafe {
            std::ptr::copy_nonoverlapping(
                values.as_ptr(),
                self.base.add(at as usize).cast(),
                values.len(),
            );
        }
    }

    /// Writes the slots that an input fixes.
    pub(crate) fn set_slots(&mut self, slots: &mut Vec<SlotRecord>) {
        slots.sort_by_key(|slot| slot.hash);
        slots.truncate(MOST_SLOTS as usize);
        let at = self.header().slots;
        self.write(at, slots);
        self.header().slots_count = slots.len() as u64;
    }

    fn bytes(&self, at: u64, size: usize) -> &[u8] {
        if at as usize > self.size || at as usize + size > self.size {
            return &[];
        }
        // SAFETY: within the mapping; the other side waits.
        unsafe { std::slice::from_raw_parts(self.base.add(at as usize), size) }
    }

    /// The events of the last run.
    pub(crate) fn events(&mut self) -> &[Event] {
        let header = self.header();
        let (at, count) = (
            header.events as usize,
            header.events_used.min(header.events_size) as usize,
        );
        // SAFETY: within the mapping; events are plain data.
        unsafe { std::slice::from_raw_parts(self.base.add(at).cast(), count) }
    }

    /// A text among the names of the last run.
    pub(crate) fn text(&mut self, at: u64, size: usize) -> String {
        let names = self.header().names;
        String::from_utf8_lossy(self.bytes(names + at, size)).into_owned()
    }

    /// The goals that the last run covered, by number.
    pub(crate) fn covered(&mut self) -> Vec<u32> {
        let (at, size) = (self.header().coverage, self.header().coverage_size as usize);
        let bytes = self.bytes(at, size);
        bytes
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte != 0)
            .map(|(index, _)| index as u32)
            .collect()
    }

    /// Forgets what was covered.
    pub(crate) fn clear_covered(&mut self) {
        let (at, size) = (self.header().coverage, self.header().coverage_size as usize);
        // SAFETY: within the mapping.
        unsafe { std::ptr::write_bytes(self.base.add(at as usize), 0, size) };
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // SAFETY: our own mapping, which nobody uses any more.
        let _ = unsafe { rustix::mm::munmap(self.base.cast(), self.size) };
    }
}
