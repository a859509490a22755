//! The state of one run, and the event log.

use crate::layout::{Ending, Event, Header, events, sorts};
use crate::system;

/// What a run knows of its terms and its log. Terms are numbered from 1.
pub struct State {
    pub header: *mut Header,
    pub base: *mut u8,
    pub events: *mut Event,
    pub used: u32,
    pub size: u32,
    pub terms: u32,
    /// The sort of each term.
    pub sorts: *mut u8,
    /// For a term that is an address: the base of the object it points into.
    pub origins: *mut u64,
    /// For a term that is an address: what its steps are a multiple of.
    pub strides: *mut u64,
    pub decisions: u32,
    /// Whether the run's process is up; the server itself has none.
    pub running: bool,
    /// The place of the call of a model that runs.
    pub calling: u32,
}

static mut STATE: State = State {
    header: core::ptr::null_mut(),
    base: core::ptr::null_mut(),
    events: core::ptr::null_mut(),
    used: 0,
    size: 0,
    terms: 0,
    sorts: core::ptr::null_mut(),
    origins: core::ptr::null_mut(),
    strides: core::ptr::null_mut(),
    decisions: 0,
    running: false,
    calling: 0,
};

/// A model is called at a place, or has returned.
#[unsafe(no_mangle)]
pub extern "C" fn ep_calling(place: u32) {
    state().calling = place;
}

/// A place, or that of the call for what has none.
pub fn seen_from_outside(place: u32) -> u32 {
    match place {
        0 => state().calling,
        place => place,
    }
}

/// Where branches are marked; the instrumented code writes here itself.
#[unsafe(no_mangle)]
pub static mut ep_coverage: *mut u8 = core::ptr::null_mut();

/// The state: one thread, one run.
pub fn state() -> &'static mut State {
    // SAFETY: instrumented programs run in one thread; no reference is kept
    // across a call that takes another.
    unsafe { &mut *core::ptr::addr_of_mut!(STATE) }
}

/// The head of the shared memory.
pub fn header() -> &'static mut Header {
    // SAFETY: set before anything else runs.
    unsafe { &mut *state().header }
}

/// Takes over the shared memory.
pub fn attach(base: *mut u8) {
    let state = state();
    state.base = base;
    state.header = base.cast();
    let header = header();
    // SAFETY: the engine laid out the memory by the same header.
    unsafe {
        state.events = base.add(header.events as usize).cast();
        ep_coverage = base.add(header.coverage as usize);
    }
    state.size = header.events_size as u32;
    let terms = header.events_size as usize + 2;
    state.sorts = system::reserve(terms);
    state.origins = system::reserve(terms * 8).cast();
    state.strides = system::reserve(terms * 8).cast();
}

/// After a run: forgets what is known of its terms.
pub fn clear_terms() {
    let state = state();
    let count = state.terms as usize + 1;
    // SAFETY: terms have entries in both tables.
    unsafe {
        core::ptr::write_bytes(state.origins, 0, count);
        core::ptr::write_bytes(state.strides, 0, count);
    }
}

/// Adds an event.
pub fn push(event: Event) {
    let state = state();
    // Some places are kept for what the end of a run writes.
    if state.used + 64 >= state.size {
        end(Ending::LogFull, 0, 0);
    }
    // SAFETY: below the size of the log.
    unsafe { *state.events.add(state.used as usize) = event };
    state.used += 1;
    // A run that is killed has said what it did so far.
    header().events_used = u64::from(state.used);
}

/// Adds an event that makes a term of the sort, and gives its number.
pub fn term(sort: u8, event: Event) -> u32 {
    push(event);
    let state = state();
    state.terms += 1;
    // SAFETY: there are no more terms than events.
    unsafe { *state.sorts.add(state.terms as usize) = sort };
    state.terms
}

/// The sort of a term.
pub fn sort_of(term: u32) -> u8 {
    // SAFETY: terms are made by `term` only.
    unsafe { *state().sorts.add(term as usize) }
}

/// Adds a decision; the run ends if there are too many.
pub fn decide(event: Event) {
    push(event);
    let state = state();
    state.decisions += 1;
    if u64::from(state.decisions) > header().max_decisions {
        end(Ending::Decisions, 0, 0);
    }
}

/// Says that something cannot be followed, and where.
pub fn lost(what: &[u8], place: u32) {
    let event = Event::named(events::LOSS, name(&[what]));
    push(Event {
        value: u64::from(place),
        ..event
    });
}

/// A constant as a term.
pub fn constant(sort: u8, value: u64) -> u32 {
    term(
        sort,
        Event {
            what: sort,
            value,
            ..Event::new(events::CONSTANT)
        },
    )
}

/// An operation of a term and a number.
pub fn with_number(what: u8, sort: u8, width: u8, a: u32, number: u64) -> u32 {
    term(
        sort,
        Event {
            what,
            width,
            a,
            value: number,
            ..Event::new(events::BINARY)
        },
    )
}

/// Copies a text behind the names that the engine reads; its place there.
pub fn name(parts: &[&[u8]]) -> (u32, u32) {
    let header = header();
    let start = header.names_used;
    let size: usize = parts.iter().map(|part| part.len()).sum();
    if start as usize + size + 64 >= header.names_size as usize {
        end(Ending::LogFull, 0, 0);
    }
    let mut at = start;
    for part in parts {
        // SAFETY: it fits, as was checked above.
        unsafe {
            core::ptr::copy_nonoverlapping(
                part.as_ptr(),
                state().base.add((header.names + at) as usize),
                part.len(),
            );
        }
        at += part.len() as u64;
    }
    header.names_used = at;
    (start as u32, size as u32)
}

/// A name that was made by [`name`].
pub fn named(place: (u32, u32)) -> &'static [u8] {
    // SAFETY: places come from `name`.
    unsafe {
        core::slice::from_raw_parts(
            state().base.add(header().names as usize + place.0 as usize),
            place.1 as usize,
        )
    }
}

/// A C string's bytes.
///
/// # Safety
/// It ends with a zero.
pub unsafe fn text(at: *const u8) -> &'static [u8] {
    let mut size = 0;
    if at.is_null() {
        return b"";
    }
    unsafe {
        while *at.add(size) != 0 {
            size += 1;
        }
        core::slice::from_raw_parts(at, size)
    }
}

/// Ends the run with a text.
pub fn end_with(ending: Ending, place: u32, text: &[u8]) -> ! {
    let header = header();
    if header.names_used as usize + text.len() < header.names_size as usize {
        // SAFETY: it fits.
        unsafe {
            core::ptr::copy_nonoverlapping(
                text.as_ptr(),
                state()
                    .base
                    .add((header.names + header.names_used) as usize),
                text.len(),
            );
        }
        header.text = header.names_used;
        header.text_size = text.len() as u64;
        header.names_used += text.len() as u64;
    }
    end(ending, place, 0)
}

/// Ends the run.
pub fn end(ending: Ending, place: u32, detail: u64) -> ! {
    let state = state();
    if state.running && !state.header.is_null() {
        let header = header();
        header.ending = ending as u64;
        header.place = u64::from(seen_from_outside(place));
        header.detail = detail;
        crate::inputs::report_use();
        crate::streams::report_use();
        header.events_used = u64::from(state.used);
        crate::snapshot::leave();
    }
    // SAFETY: ends the process.
    unsafe { system::_exit(0) }
}

/// Adds an event where the kept places may be used.
pub fn push_last(event: Event) {
    let state = state();
    if state.used < state.size {
        // SAFETY: below the size of the log.
        unsafe { *state.events.add(state.used as usize) = event };
        state.used += 1;
    }
}

/// The bits of a term's value type that a number of it may have.
pub fn mask(width: u8) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// Bits of a term.
pub fn bits_of(term: u32) -> u8 {
    sorts::bits(sort_of(term))
}
