//! Arguments beyond those that a function names: their terms go to where
//! `va_arg` reads them.

use crate::memory::pin;
use crate::shadow;

const MOST: usize = 64;
const MOST_KEPT: usize = 1 << 14;
/// In the class of an argument: an integer or pointer; the bits are above.
const INTEGER: u32 = 1;
/// A double.
const FLOAT: u32 = 2;
/// Anything that is passed in memory; the bytes are above.
const MEMORY: u32 = 3;
/// Bytes of the registers that the callee saves.
const INTEGERS_END: u64 = 48;
const FLOATS_END: u64 = 176;

#[derive(Clone, Copy)]
struct Argument {
    term: u32,
    class: u32,
}

const NONE: Argument = Argument { term: 0, class: 0 };

struct Pending {
    list: [Argument; MOST],
    count: usize,
}

static mut PENDING: Pending = Pending {
    list: [NONE; MOST],
    count: 0,
};
/// The arguments of the calls so far; each call has a range.
static mut KEPT: *mut Argument = core::ptr::null_mut();
static mut USED: usize = 0;

/// Before the first run: makes the table.
pub fn prepare() {
    // SAFETY: one thread.
    unsafe { KEPT = crate::system::reserve(MOST_KEPT * size_of::<Argument>()).cast() };
}

/// What `va_list` is on x86-64.
#[repr(C)]
struct List {
    integers: u32,
    floats: u32,
    memory: u64,
    registers: u64,
}

/// A variadic call begins.
#[unsafe(no_mangle)]
pub extern "C" fn ep_more_begin() {
    // SAFETY: one thread.
    unsafe { PENDING.count = 0 };
}

/// One argument that the callee does not name.
#[unsafe(no_mangle)]
pub extern "C" fn ep_more(term: u32, bits: u64, class: u32) {
    // SAFETY: one thread; bounded.
    unsafe {
        let known = cfg!(target_arch = "x86_64") && PENDING.count < MOST;
        if known {
            PENDING.list[PENDING.count] = Argument { term, class };
            PENDING.count += 1;
        } else if term != 0 {
            pin(term, bits);
        }
    }
}

/// A variadic function is entered: its arguments, as a number.
#[unsafe(no_mangle)]
pub extern "C" fn ep_more_taken(called: u32) -> u64 {
    // SAFETY: one thread; bounded.
    unsafe {
        let count = if called != 0 { PENDING.count } else { 0 };
        let start = USED;
        if count == 0 || start + count > MOST_KEPT {
            return 0;
        }
        let mut index = 0;
        while index < count {
            *KEPT.add(start + index) = PENDING.list[index];
            index += 1;
        }
        USED += count;
        PENDING.count = 0;
        (start as u64) << 32 | count as u64
    }
}

/// A list of the arguments begins.
#[unsafe(no_mangle)]
pub extern "C" fn ep_va_start(list: u64, taken: u64) {
    if !cfg!(target_arch = "x86_64") {
        return;
    }
    // SAFETY: the compiler has filled the list in.
    let list = unsafe { &*(list as *const List) };
    let (mut integers, mut floats) = (u64::from(list.integers), u64::from(list.floats));
    let mut memory = list.memory;
    shadow::clear(list.registers, FLOATS_END);
    let (start, count) = ((taken >> 32) as usize, taken as u32 as usize);
    for index in start..start + count {
        // SAFETY: within what was kept.
        let argument = unsafe { *KEPT.add(index) };
        let size = u64::from(argument.class >> 8);
        let (place, bytes) = match argument.class & 0xff {
            INTEGER if integers < INTEGERS_END => {
                integers += 8;
                (list.registers + integers - 8, size.div_ceil(8))
            }
            FLOAT if floats < FLOATS_END => {
                floats += 16;
                (list.registers + floats - 16, 8)
            }
            INTEGER => (next(&mut memory, 8), size.div_ceil(8)),
            FLOAT => (next(&mut memory, 8), 8),
            MEMORY => (next(&mut memory, size), 0),
            _ => continue,
        };
        for byte in 0..bytes {
            let entry = match argument.term {
                0 => 0,
                term => shadow::entry(term, byte as u32),
            };
            shadow::set(place + byte, entry);
        }
    }
}

fn next(memory: &mut u64, size: u64) -> u64 {
    let place = *memory;
    *memory += size.next_multiple_of(8);
    place
}
