//! Stubs: functions that return what the input says, and leave memory as the
//! input says. What a context recorded of the callee is what holds unless the
//! input says otherwise.

use core::ffi::c_int;

use crate::contexts::{self, Cursor};
use crate::inputs::{self, InputRegion, Name};
use crate::layout::{Ending, Event, events, kinds};
use crate::members::{room_in_member, type_of};
use crate::regions::{Kind, find};
use crate::shadow;
use crate::state::{end, header, name, push, text};

const MOST_CALLEES: usize = 256;
const MOST_POINTERS: usize = 16;
/// Bytes behind a pointer that a stub may change.
const MOST_BYTES: u64 = 4096;

/// One call of a stub.
struct Call {
    slot: Name,
    pointers: [u64; MOST_POINTERS],
    pointers_count: usize,
    exit: Option<Cursor>,
    /// Where the recorded result is.
    result: Option<Cursor>,
    callee: *const u8,
    nth: u64,
    /// How many calls of stubs there were, this one included.
    total: u64,
}

static mut CALL: Call = Call {
    slot: Name::new(),
    pointers: [0; MOST_POINTERS],
    pointers_count: 0,
    exit: None,
    result: None,
    callee: core::ptr::null(),
    nth: 0,
    total: 0,
};
static mut COUNTS: [(*const u8, u64); MOST_CALLEES] = [(core::ptr::null(), 0); MOST_CALLEES];

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
}

fn call() -> &'static mut Call {
    // SAFETY: one thread; stubs do not call each other.
    unsafe { &mut *(&raw mut CALL) }
}

/// How often a callee was called before.
fn count(callee: *const u8) -> u64 {
    // SAFETY: one thread; names are C strings of the driver, one for each callee.
    let counts = unsafe { &mut *(&raw mut COUNTS) };
    for (known, count) in counts.iter_mut() {
        if known.is_null() {
            *known = callee;
        }
        if *known == callee {
            *count += 1;
            return *count - 1;
        }
    }
    0
}

/// A stub is called.
///
/// # Safety
/// The name is a C string, the same for each call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ep_stub(callee: *const u8) {
    let nth = count(callee);
    let call = call();
    call.total += 1;
    // A loop that waits for an answer which never comes is as long as the bound allows.
    if call.total > header().max_stub_calls {
        end(Ending::Decisions, 0, 0);
    }
    call.callee = callee;
    call.nth = nth;
    call.slot = Name::new();
    // SAFETY: as the caller promises.
    call.slot.add(unsafe { text(callee) });
    call.slot.add(b"#");
    call.slot.number(nth + 1);
    call.pointers_count = 0;
    call.exit = None;
    call.result = None;
    let place = name(&[call.slot.bytes()]);
    push(Event {
        value: nth,
        ..Event::named(events::STUB, place)
    });
}

/// One pointer argument, in order.
#[unsafe(no_mangle)]
pub extern "C" fn ep_stub_pointer(pointer: u64) {
    let call = call();
    if call.pointers_count < MOST_POINTERS {
        call.pointers[call.pointers_count] = pointer;
        call.pointers_count += 1;
    }
}

/// All pointers are told: what was recorded of this call is done to memory.
#[unsafe(no_mangle)]
pub extern "C" fn ep_stub_apply() {
    if !contexts::is_loaded() || header().carved_stubs == 0 {
        return;
    }
    let call = call();
    // SAFETY: the callee's name is a C string.
    let Some(mut cursor) = contexts::exit_of(unsafe { text(call.callee) }, call.nth) else {
        return;
    };
    contexts::set_arguments(&call.pointers[..call.pointers_count]);
    let errno = cursor.word();
    // SAFETY: the C library's own variable.
    unsafe { *__errno_location() = errno as c_int };
    call.result = Some(cursor);
    cursor.skip_contents();
    for _ in 0..cursor.word() {
        let (region, offset) = (cursor.word(), cursor.word());
        let base = contexts::address_of(region);
        let address = if base == 0 {
            0
        } else {
            base.wrapping_add(offset)
        };
        let mut peek = cursor;
        let size = peek.bytes().len() as u64;
        let inside = address != 0
            && find(address).is_some_and(|region| {
                !region.freed
                    && region.kind != Kind::Constant
                    && address + size <= region.base + region.size
            });
        if inside {
            shadow::clear(address, size);
            cursor.fill(address, size);
        } else {
            cursor.skip_contents();
        }
    }
    call.exit = Some(cursor);
}

/// Memory that the callee may change: a variable of the type, or what a
/// pointer leads to, `pointed` to as many elements as there are.
///
/// # Safety
/// The name is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ep_stub_changes(
    address: u64,
    type_index: u32,
    part: *const u8,
    pointed: u32,
) {
    let element = type_of(type_index);
    if address < 4096 || element.size == 0 {
        return;
    }
    let size = match (find(address), pointed != 0) {
        (Some(region), true) => {
            if region.freed || region.kind == Kind::Constant {
                return;
            }
            let there = (region.base + region.size).saturating_sub(address);
            // What else is in a structure is no part of one of its members.
            let room = room_in_member(region.base, address).unwrap_or(there);
            let whole = there.min(room).min(MOST_BYTES) / element.size * element.size;
            // Only buffers are changed beyond their first element.
            match element.kind {
                kinds::STRUCT | kinds::UNION | kinds::POINTER => whole.min(element.size),
                _ => whole,
            }
        }
        (None, true) => return,
        (_, false) => element.size,
    };
    if size == 0 {
        return;
    }
    let call = call();
    // SAFETY: as the caller promises.
    let place = name(&[call.slot.bytes(), b".", unsafe { text(part) }]);
    inputs::add(
        InputRegion {
            pointed: pointed != 0,
            ..InputRegion::new(address, type_index, place)
        },
        size,
    );
}

/// The place of the result: what was recorded, else zero.
#[unsafe(no_mangle)]
pub extern "C" fn ep_stub_result(address: u64, type_index: u32) {
    let size = type_of(type_index).size;
    // SAFETY: a variable of the driver.
    unsafe { core::ptr::write_bytes(address as *mut u8, 0, size as usize) };
    let call = call();
    if let Some(mut cursor) = call.result {
        cursor.fill(address, size);
    }
    let place = name(&[call.slot.bytes()]);
    inputs::add(InputRegion::new(address, type_index, place), size);
}

static mut TRACED: u64 = 0;

/// The driver's call: which function the unit is.
#[unsafe(no_mangle)]
pub extern "C" fn ep_traced(function: u64) {
    // SAFETY: one thread.
    unsafe { TRACED = function };
}

/// A line of a function, where somebody compares those of the unit.
#[unsafe(no_mangle)]
pub extern "C" fn ep_trace(line: u32, function: u64) {
    // SAFETY: one thread.
    if header().trace != 0 && function == unsafe { TRACED } {
        push(Event {
            a: line,
            ..Event::new(events::LINE)
        });
    }
}
