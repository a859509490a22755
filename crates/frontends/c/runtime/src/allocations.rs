//! Allocations that fail: each that the unit's file asks for may, but only one in a run.
//! A second one would seldom show more, and is a bound.

use core::ffi::c_int;

use crate::inputs::{Name, fixed};
use crate::layout::{ALLOCATION, Event, events};
use crate::state::{decide, name};

/// Allocations of one run that may fail.
const MOST: u64 = 32;
const ENOMEM: c_int = 12;

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
}

/// Whether the unit runs: what its invariant asks for is given.
static mut ENTERED: bool = false;
/// Allocations that the unit has asked for.
static mut COUNT: u64 = 0;
/// Whether one of them has failed.
static mut FAILED: bool = false;
/// Whether the next one fails.
static mut FAILS: bool = false;

/// The unit is entered.
pub fn enter() {
    // SAFETY: one thread.
    unsafe { ENTERED = true };
}

/// An allocation is about to be asked for: decides whether it fails.
#[unsafe(no_mangle)]
pub extern "C" fn ep_allocation() {
    // SAFETY: one thread.
    unsafe {
        if !ENTERED || COUNT > MOST {
            return;
        }
        COUNT += 1;
        let mut slot = Name::new();
        slot.add(ALLOCATION.as_bytes());
        slot.number(COUNT);
        let place = name(&[slot.bytes()]);
        let bounded = FAILED || COUNT > MOST;
        FAILS = !bounded && fixed(slot.bytes()) == Some(1);
        FAILED |= FAILS;
        decide(Event {
            what: u8::from(FAILS),
            flag: if bounded { 1 } else { 2 },
            width: u8::from(bounded),
            ..Event::named(events::CHOICE, place)
        });
    }
}

/// Whether the allocation that is asked for now fails.
pub fn fails() -> bool {
    // SAFETY: one thread; the C library's function has no effect.
    unsafe {
        let fails = FAILS;
        FAILS = false;
        if fails {
            let errno = __errno_location();
            *errno = ENOMEM;
            crate::shadow::clear(errno as u64, 4);
        }
        fails
    }
}
