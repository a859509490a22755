//! What a pointer of the input is: null, a new object, or one met before.

use crate::behind::Range;
use crate::inputs::{self, InputRegion, fixed, is_text};
use crate::layout::{Event, events, flags, kinds};
use crate::members::type_of;
use crate::regions::{Kind, allocate};
use crate::state::{decide, header, name, push};
use crate::system;

/// Objects met before that are offered as aliases.
const MOST_ALIASES: usize = 8;
/// Functions that are offered for one pointer.
const MOST_TARGETS: usize = 64;
const MOST_FUNCTIONS: usize = 4096;
/// The type `unsigned char`.
const BYTE: u32 = 1;
/// Bytes of an object with more than one element.
const MOST_BYTES: u64 = 1 << 16;
/// Bytes of an element whose type is not known.
const LARGEST: u64 = 16;

/// Type, address and name of each.
type Function = (u32, u64, *const u8);

static mut FUNCTIONS: *mut Function = core::ptr::null_mut();
static mut FUNCTIONS_COUNT: usize = 0;

/// Before the first run: makes the table.
pub fn prepare() {
    // SAFETY: one thread.
    unsafe { FUNCTIONS = system::reserve(MOST_FUNCTIONS * size_of::<Function>()).cast() };
}

fn functions() -> &'static [Function] {
    // SAFETY: that many are written.
    unsafe { core::slice::from_raw_parts(FUNCTIONS, FUNCTIONS_COUNT) }
}

/// The driver's call: a function that a pointer of this type may point to.
#[unsafe(no_mangle)]
pub extern "C" fn ep_function(pointee: u32, address: u64, name: *const u8) {
    // SAFETY: one thread; bounded.
    unsafe {
        if FUNCTIONS_COUNT < MOST_FUNCTIONS {
            *FUNCTIONS.add(FUNCTIONS_COUNT) = (pointee, address, name);
            FUNCTIONS_COUNT += 1;
        }
    }
}

/// The address of a function; 0 if there is none of that name.
pub fn function_named(name: &[u8]) -> u64 {
    let found = functions()
        .iter()
        .find(|(_, _, known)| unsafe { crate::state::text(*known) } == name);
    found.map_or(0, |(_, address, _)| *address)
}

/// One thing that a pointer may be.
enum Option_ {
    Value(u64),
    New,
    Behind,
}

/// Decides what the pointer of a slot is, which may be one that is `expected` to lead
/// somewhere, or `behind` another one; its initial value is one option. With its term,
/// if it has one.
pub fn choose(slot: &[u8], pointer: u32, initial: u64, expected: bool, behind: u64) -> (u64, u32) {
    let record = type_of(pointer);
    let pointee = type_of(record.element);
    let mut options: [Option_; 3 + MOST_ALIASES + MOST_TARGETS] =
        [const { Option_::Value(0) }; 3 + MOST_ALIASES + MOST_TARGETS];
    let mut count = 0;
    let mut add = |option: Option_| {
        if count < options.len() {
            options[count] = option;
            count += 1;
        }
    };
    let known = functions();
    let is_function = pointee.kind == kinds::FUNCTION;
    let alike = || known.iter().filter(|(of, ..)| *of == record.element);
    // A function that is offered anyway is no option of its own.
    let offered = match is_function {
        true => alike().position(|(_, address, _)| *address == initial),
        false => None,
    };
    if initial != 0 && offered.is_none() {
        add(Option_::Value(initial));
    }
    add(Option_::Value(0));
    let mut bounded = false;
    if is_function {
        for (_, address, _) in alike() {
            add(Option_::Value(*address));
        }
    } else if record.flags & flags::STREAM != 0 {
        let made = || crate::streams::made().filter(|file| *file != initial);
        if (made().count() as u64) < header().max_objects {
            add(Option_::New);
        } else {
            bounded = true;
        }
        for file in made().take(MOST_ALIASES) {
            add(Option_::Value(file));
        }
    } else if record.flags & flags::NULL_ONLY != 0 {
        bounded = true;
    } else {
        let alike = || {
            inputs::regions()
                .iter()
                .filter(|region| region.object && region.element == record.element)
        };
        if (alike().count() as u64) < header().max_objects {
            add(Option_::New);
        } else {
            bounded = true;
        }
        // Two texts are seldom meant to be one.
        let shared = !is_text(&record) && record.flags & flags::ALONE == 0;
        for region in alike().filter(|_| shared).take(MOST_ALIASES) {
            add(Option_::Value(region.base));
        }
    }
    let range = match initial {
        0 if !crate::contexts::is_loaded() => Range::at(behind, record.element),
        _ => None,
    };
    if range.is_some() {
        add(Option_::Behind);
    }
    // What a caller passes is seldom null, unless a context says so; what it
    // leads to ends somewhere.
    let open = expected && initial == 0 && !crate::contexts::is_loaded();
    let first = match (open, &options[1]) {
        _ if range.is_some() => count as u64 - 1,
        (true, Option_::New) => 1,
        _ => offered.map_or(0, |index| index as u64 + 1),
    };
    let wanted = fixed(slot).unwrap_or(first);
    let taken = (wanted as usize).min(count - 1);
    let place = name(&[slot]);
    let mut inside = 0;
    let mut of = None;
    let mut term = 0;
    let target = match options[taken] {
        Option_::Value(value) if value == initial && value != 0 => {
            of = crate::contexts::adopt(slot, pointer, &record, value);
            bounded |= of.is_some();
            value
        }
        Option_::Value(value) => value,
        Option_::New if record.flags & flags::STREAM != 0 => crate::streams::make(slot),
        Option_::New => make(slot, pointer, &record),
        Option_::Behind => {
            let end = range.as_ref().map_or((0, 0), |range| range.end(slot));
            of = range.map(|range| (range.base, end.0 - range.base));
            term = end.1;
            end.0
        }
    };
    if of.is_none()
        && target != 0
        && target == initial
        && let Some((global, offset)) = crate::regions::global_at(target)
    {
        let place = name(&[global]);
        push(Event {
            what: 1,
            b: offset as u32,
            value: target,
            ..Event::named(events::GLOBAL, place)
        });
    }
    crate::streams::adopt(target, slot);
    if let Some((_, offset)) = of {
        inside = offset as u32 + 1;
    } else if let Some(stream) = crate::contexts::stream_at(target) {
        inside = u32::MAX - stream;
    }
    decide(Event {
        what: taken as u8,
        flag: count as u8,
        width: u8::from(bounded) | u8::from(target == initial) << 1,
        b: inside,
        value: of.map_or(target, |(base, _)| base),
        ..Event::named(events::CHOICE, place)
    });
    (target, term)
}

/// A new object for a pointer.
fn make(slot: &[u8], pointer: u32, record: &crate::layout::TypeRecord) -> u64 {
    let element = type_of(record.element);
    let text = is_text(record);
    let count = match text {
        true => header().max_text + 1,
        // Of what is not known, bytes: elements may be larger.
        false if record.element == BYTE => LARGEST * header().max_length.max(1),
        // Large things seldom stand in arrays, and would take long to prepare.
        false => header()
            .max_length
            .min(MOST_BYTES / element.size.max(1))
            .max(1),
    };
    let size = element.size.max(1) * count;
    let Some(base) = allocate(size, Kind::Growing, 16) else {
        crate::state::end(crate::layout::Ending::Memory, 0, 0)
    };
    inputs::add_object(slot, pointer, base, record.element, size, text);
    base
}
