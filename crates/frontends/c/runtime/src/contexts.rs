//! A carved context: its regions become objects, and what their memory holds
//! is what the input's slots are unless the input says otherwise.

use crate::inputs::{self, InputRegion};
use crate::layout::contexts::{
    ARGUMENTS, FUNCTION, GLOBAL, OF_ARGUMENT, PARAMETER, STREAM, TOO_LARGE, VERSION,
};
use crate::layout::{Event, TypeRecord, events, kinds};
use crate::members::type_of;
use crate::regions::{Kind, allocate, global_named, is_heap, object};
use crate::state::{header, name, push, state};
use crate::{streams, system};

const MOST_PARAMETERS: usize = 64;
/// Regions for which there is room from the start.
const MOST_REGIONS: u64 = 1 << 16;
/// The type `unsigned char`.
const BYTE: u32 = 1;

/// A place in the body of a context; the engine's side has checked it.
#[derive(Clone, Copy)]
pub struct Cursor {
    at: *const u8,
}

impl Cursor {
    pub fn word(&mut self) -> u64 {
        // SAFETY: the body was checked to be whole; it begins at a word.
        unsafe {
            let value = *self.at.cast::<u64>();
            self.at = self.at.add(8);
            value
        }
    }

    pub fn bytes(&mut self) -> &'static [u8] {
        let size = self.word() as usize;
        // SAFETY: as above.
        unsafe {
            let bytes = core::slice::from_raw_parts(self.at, size);
            self.at = self.at.add(size.next_multiple_of(8));
            bytes
        }
    }

    /// Writes contents to memory, with the pointers as they are now.
    pub fn fill(&mut self, to: u64, most: u64) {
        let bytes = self.bytes();
        let fitting = bytes.len().min(most as usize);
        if to != 0 {
            // SAFETY: the memory is an object at least as large.
            unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), to as *mut u8, fitting) };
        }
        for _ in 0..self.word() {
            let (offset, region, target) = (self.word(), self.word(), self.word());
            if to != 0 && offset + 8 <= fitting as u64 {
                let address = address_of(region);
                let value = if address == 0 {
                    0
                } else {
                    address.wrapping_add(target)
                };
                // SAFETY: within what was just written.
                unsafe { ((to + offset) as *mut u64).write_unaligned(value) };
            }
        }
    }

    pub fn skip_contents(&mut self) {
        self.bytes();
        let count = self.word();
        // SAFETY: as above.
        unsafe { self.at = self.at.add(24 * count as usize) };
    }
}

struct Loaded {
    addresses: *mut u64,
    count: u64,
    exits: Cursor,
    exits_count: u64,
    parameters: [u64; MOST_PARAMETERS],
    /// What the current callee's pointer arguments are.
    arguments: [u64; ARGUMENTS as usize],
}

static mut LOADED: Loaded = Loaded {
    addresses: core::ptr::null_mut(),
    count: 0,
    exits: Cursor {
        at: core::ptr::null(),
    },
    exits_count: 0,
    parameters: [0; MOST_PARAMETERS],
    arguments: [0; ARGUMENTS as usize],
};

fn loaded() -> &'static mut Loaded {
    // SAFETY: one thread.
    unsafe { &mut *(&raw mut LOADED) }
}

unsafe extern "C" {
    static stdin: u64;
    static stdout: u64;
    static stderr: u64;
}

extern "C" fn missing() {
    crate::state::end_with(
        crate::layout::Ending::Unsupported,
        0,
        b"calls a function of its context that is not here",
    )
}

/// Where a region is now.
pub fn address_of(region: u64) -> u64 {
    let loaded = loaded();
    if region >= OF_ARGUMENT {
        return loaded
            .arguments
            .get((region - OF_ARGUMENT) as usize)
            .copied()
            .unwrap_or(0);
    }
    if region >= loaded.count {
        return 0;
    }
    // SAFETY: below the count.
    unsafe { *loaded.addresses.add(region as usize) }
}

/// Before the first run: makes the table of regions.
pub fn prepare() {
    loaded().addresses = system::reserve(8 * MOST_REGIONS as usize).cast();
}

/// The driver's call: where a parameter is.
#[unsafe(no_mangle)]
pub extern "C" fn ep_context_parameter(index: u32, address: u64) {
    if let Some(place) = loaded().parameters.get_mut(index as usize) {
        *place = address;
    }
}

fn stream(name: &[u8], position: u64, contents: &'static [u8]) -> u64 {
    // SAFETY: the C library's variables.
    unsafe {
        match name {
            b"stdin" => streams::carved(true, contents, position),
            b"stdout" => stdout,
            b"stderr" => stderr,
            _ => streams::carved(false, contents, position),
        }
    }
}

/// Which stream an address is: standard input, output, errors, or another.
pub fn stream_at(address: u64) -> Option<u32> {
    // SAFETY: the C library's variables.
    let standard = unsafe { [stdin, stdout, stderr] };
    if address == 0 {
        return None;
    }
    let place = standard.iter().position(|stream| *stream == address);
    match place {
        Some(index) => Some(index as u32),
        None => streams::is_own(address).then_some(3),
    }
}

/// Whether a test can speak of a global: constants without a name and the
/// variables of other functions are copied instead. No code but theirs knows
/// them by name.
fn can_be_named(global: &[u8], function: &[u8]) -> bool {
    match global.iter().position(|byte| *byte == b'.') {
        Some(end) => &global[..end] == function,
        None => true,
    }
}

/// The driver's call: all parameters are told; the context's memory is made.
#[unsafe(no_mangle)]
pub extern "C" fn ep_context() {
    let place = header().context;
    if place == 0 {
        return;
    }
    // SAFETY: the engine's side wrote a context there.
    let mut cursor = Cursor {
        at: unsafe { state().base.add(place as usize) },
    };
    if cursor.word() != VERSION {
        return;
    }
    let function = cursor.bytes();
    cursor.bytes();
    if cursor.word() & TOO_LARGE != 0 {
        return;
    }
    cursor.word();
    let count = cursor.word();
    let loaded = loaded();
    if count > MOST_REGIONS {
        crate::snapshot::changed();
        loaded.addresses = system::reserve(8 * count as usize).cast();
    }
    loaded.count = count;
    let first = cursor;
    for index in 0..count {
        let (kind, detail, _) = (cursor.word(), cursor.word(), cursor.word());
        let name = cursor.bytes();
        let position = cursor.word();
        let mut peek = cursor;
        let contents = peek.bytes();
        let size = contents.len() as u64;
        cursor.skip_contents();
        let address = match kind {
            PARAMETER => loaded.parameters.get(detail as usize).copied().unwrap_or(0),
            FUNCTION => match crate::pointers::function_named(name) {
                0 => missing as *const () as u64,
                known => known,
            },
            STREAM => stream(name, position, contents),
            GLOBAL if can_be_named(name, function) => match global_named(name, size) {
                0 => allocate(size, Kind::Heap, 16).unwrap_or(0),
                known => known,
            },
            _ => allocate(size, Kind::Heap, 16).unwrap_or(0),
        };
        // SAFETY: below the count.
        unsafe { *loaded.addresses.add(index as usize) = address };
    }
    cursor = first;
    for index in 0..count {
        let (kind, detail, _) = (cursor.word(), cursor.word(), cursor.word());
        cursor.bytes();
        cursor.word();
        let address = address_of(index);
        // What is constant is the same here.
        if matches!(kind, FUNCTION | STREAM) || (kind == GLOBAL && detail != 0 && !is_heap(address))
        {
            cursor.skip_contents();
        } else {
            cursor.fill(address, u64::MAX);
        }
    }
    loaded.exits_count = cursor.word();
    loaded.exits = cursor;
}

/// Whether there is a context.
pub fn is_loaded() -> bool {
    loaded().count > 0
}

/// A pointer of the context leads to an object: it becomes input of the
/// pointer's type. The object's base, and how far into it the pointer leads.
pub fn adopt(slot: &[u8], pointer: u32, record: &TypeRecord, target: u64) -> Option<(u64, u64)> {
    if !is_loaded() || !is_heap(target) {
        return None;
    }
    let region = object(target)?;
    if target > region.base + region.size || region.freed || region.kind == Kind::Growing {
        return None;
    }
    let (base, size) = (region.base, region.size);
    let offset = target - base;
    let known = inputs::regions()
        .iter()
        .any(|region| region.object && region.base == base);
    if !known {
        // What is not known is bytes.
        let element = match type_of(record.element).kind {
            kinds::FUNCTION => return None,
            kinds::OPAQUE => BYTE,
            _ => record.element,
        };
        let bytes = type_of(element).size;
        if bytes == 0 || !offset.is_multiple_of(bytes) || size < bytes {
            return None;
        }
        inputs::add_object(slot, pointer, base, element, size, false);
    }
    Some((base, offset))
}

/// The arguments of the callee whose exit is looked at.
pub fn set_arguments(arguments: &[u64]) {
    let loaded = loaded();
    loaded.arguments = [0; ARGUMENTS as usize];
    for (place, argument) in loaded.arguments.iter_mut().zip(arguments) {
        *place = *argument;
    }
}

/// The nth recorded exit of a callee, behind its name.
pub fn exit_of(callee: &[u8], nth: u64) -> Option<Cursor> {
    let loaded = loaded();
    let mut cursor = loaded.exits;
    let mut seen = 0;
    for _ in 0..loaded.exits_count {
        let name = cursor.bytes();
        if name == callee {
            if seen == nth {
                return Some(cursor);
            }
            seen += 1;
        }
        cursor.word();
        cursor.skip_contents();
        for _ in 0..cursor.word() {
            cursor.word();
            cursor.word();
            cursor.skip_contents();
        }
    }
    None
}
