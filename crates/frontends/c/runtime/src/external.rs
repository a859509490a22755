//! Calls of code that is not instrumented: it runs on the concrete values.
//! What it is given is pinned, so that it would do the same again; what it
//! changed is concrete afterwards.

use crate::inputs::read_all;
use crate::layout::{Event, events};
use crate::memory::{bits_at, pin, term_at};
use crate::regions::find;
use crate::shadow;
use crate::state::{lost, name, push, text};
use crate::system::reserve;

/// The callee only writes what it is given somewhere.
const OUTPUT: u32 = 1;
/// The callee makes no system calls.
const HARMLESS: u32 = 2;
const MOST_POINTERS: usize = 16;
/// Bytes of an object that are looked at.
const MOST_BYTES: u64 = 4096;
/// Symbolic bytes that are pinned; the rest is lost.
const MOST_PINNED: u64 = 64;

struct Argument {
    address: u64,
    size: u64,
    before: *mut u8,
}

struct Call {
    class: u32,
    place: u32,
    name: *const u8,
    lost: bool,
    count: usize,
    arguments: [Argument; MOST_POINTERS],
    store: *mut u8,
}

static mut CALL: Call = Call {
    class: 0,
    place: 0,
    name: core::ptr::null(),
    lost: false,
    count: 0,
    arguments: [const {
        Argument {
            address: 0,
            size: 0,
            before: core::ptr::null_mut(),
        }
    }; MOST_POINTERS],
    store: core::ptr::null_mut(),
};

fn call() -> &'static mut Call {
    // SAFETY: one thread.
    unsafe { &mut *(&raw mut CALL) }
}

/// A call begins.
#[unsafe(no_mangle)]
pub extern "C" fn ep_external(callee: *const u8, class: u32, place: u32) {
    if class & HARMLESS == 0 {
        crate::snapshot::changed();
    }
    let call = call();
    call.class = class;
    call.place = place;
    call.name = callee;
    call.lost = false;
    call.count = 0;
}

pub fn lose() {
    let call = call();
    if call.lost || call.class & OUTPUT != 0 {
        return;
    }
    call.lost = true;
    // SAFETY: the instrumented code passes a C string.
    lost(unsafe { text(call.name) }, call.place);
}

/// One argument that is a number.
#[unsafe(no_mangle)]
pub extern "C" fn ep_external_value(value: u32, bits: u64) {
    if value != 0 && call().class & OUTPUT == 0 {
        lose();
        pin(value, bits);
    }
}

/// One argument that is a pointer.
#[unsafe(no_mangle)]
pub extern "C" fn ep_external_pointer(value: u32, address: u64) {
    if value != 0 {
        pin(value, address);
    }
    let Some(region) = find(address) else { return };
    let size = (region.base + region.size)
        .saturating_sub(address)
        .min(MOST_BYTES);
    if size == 0 || shadow::is_concrete(address, size) {
        return;
    }
    let mut pinned = 0;
    for byte in 0..size {
        let at = address + byte;
        read_all(at, 1);
        if shadow::get(at) != 0 && call().class & OUTPUT == 0 {
            lose();
            if pinned < MOST_PINNED {
                let term = term_at(at, 1);
                pin(term, bits_at(at, 1));
                pinned += 1;
            }
        }
        // Most callees read a text; what is behind its end stays open.
        if bits_at(at, 1) == 0 {
            region.used = region.used.max(at + 1 - region.base);
            break;
        }
    }
    let call = call();
    if call.count < MOST_POINTERS {
        if call.store.is_null() {
            call.store = reserve(MOST_POINTERS * MOST_BYTES as usize);
        }
        // SAFETY: each argument has its own part of the store.
        unsafe {
            let before = call.store.add(call.count * MOST_BYTES as usize);
            core::ptr::copy_nonoverlapping(address as *const u8, before, size as usize);
            call.arguments[call.count] = Argument {
                address,
                size,
                before,
            };
        }
        call.count += 1;
    }
}

/// The call is over: what it changed is concrete.
#[unsafe(no_mangle)]
pub extern "C" fn ep_external_done() {
    let call = call();
    for argument in &call.arguments[..call.count] {
        for byte in 0..argument.size {
            // SAFETY: the store holds that many bytes, and so does the object.
            let changed = unsafe {
                *argument.before.add(byte as usize) != *((argument.address + byte) as *const u8)
            };
            if changed {
                shadow::set(argument.address + byte, 0);
            }
        }
    }
    call.count = 0;
}
