//! What memory holds as terms, and copies of it.

use crate::layout::{Ending, Event, casts, events, sorts};
use crate::regions::{Region, check_access, find};
use crate::shadow::{self, LAZY};
use crate::state::{bits_of, constant, decide, end_with, push, sort_of, state, term};

/// Bytes of input that are read because they are copied.
const MOST_COPIED: u64 = 4096;

/// Says that a term is the value it has.
pub fn pin(term: u32, value: u64) {
    decide(Event {
        a: term,
        width: bits_of(term),
        value,
        ..Event::new(events::PIN)
    });
}

/// The bits in memory.
pub fn bits_at(address: u64, size: u64) -> u64 {
    let mut bits = 0;
    for byte in 0..size {
        // SAFETY: the access was checked.
        bits |= u64::from(unsafe { *((address + byte) as *const u8) }) << (8 * byte);
    }
    bits
}

/// The term of a range of bits of a term.
pub fn part(of: u32, low: u8, width: u8) -> u32 {
    let of = as_bits(of);
    if low == 0 && bits_of(of) == width {
        return of;
    }
    term(
        width,
        Event {
            flag: low,
            width,
            a: of,
            ..Event::new(events::EXTRACT)
        },
    )
}

/// A term's bits: floats become bit-vectors.
fn as_bits(of: u32) -> u32 {
    let sort = sort_of(of);
    if sort < sorts::FLOAT32 {
        return of;
    }
    let width = sorts::bits(sort);
    term(
        width,
        Event {
            what: casts::BITCAST,
            width,
            flag: width,
            a: of,
            ..Event::new(events::CAST)
        },
    )
}

/// The term of bytes in memory; 0 if they are concrete.
pub fn term_at(address: u64, size: u64) -> u32 {
    let mut first = shadow::get(address);
    let mut lazy = false;
    let mut symbolic = false;
    for byte in 0..size {
        let entry = shadow::get(address + byte);
        symbolic |= entry != 0;
        lazy |= entry & LAZY != 0;
    }
    if !symbolic {
        return 0;
    }
    if lazy {
        for byte in 0..size {
            if shadow::get(address + byte) & LAZY != 0 {
                crate::inputs::read(address + byte);
            }
        }
        first = shadow::get(address);
    }
    let whole = first >> 3;
    if whole != 0
        && bits_of(whole) as u64 == 8 * size
        && (0..size).all(|byte| shadow::get(address + byte) == shadow::entry(whole, byte as u32))
    {
        return whole;
    }
    forget_long(address, size);
    if shadow::is_concrete(address, size) {
        return 0;
    }
    if size > 8 {
        forget(address, size);
        return 0;
    }
    assemble(address, size)
}

/// A `long double` is read in another way than as a whole: it becomes concrete.
fn forget_long(address: u64, size: u64) {
    for byte in 0..size {
        let of = shadow::get(address + byte) >> 3;
        if of != 0 && sort_of(of) == sorts::LONG {
            // SAFETY: terms have entries in the table; of these it is the value.
            pin(of, unsafe { *state().origins.add(of as usize) });
            shadow::clear(address + byte, 1);
        }
    }
}

/// Makes what is symbolic in memory concrete.
fn forget(address: u64, size: u64) {
    for byte in 0..size {
        let term = term_at(address + byte, 1);
        if term != 0 {
            pin(term, bits_at(address + byte, 1));
        }
    }
    shadow::clear(address, size);
}

/// Puts a term together from bytes of several terms and constants.
fn assemble(address: u64, size: u64) -> u32 {
    let mut result = 0;
    let mut byte = 0;
    while byte < size {
        let entry = shadow::get(address + byte);
        let of = entry >> 3;
        let mut count = 1;
        if of != 0 {
            while byte + count < size && shadow::get(address + byte + count) == entry + count as u32
            {
                count += 1;
            }
        } else {
            while byte + count < size && shadow::get(address + byte + count) == 0 {
                count += 1;
            }
        }
        let width = (8 * count) as u8;
        let piece = match of {
            0 => constant(width, bits_at(address + byte, count)),
            of => part(of, (8 * (entry & 7)) as u8, width),
        };
        result = match result {
            0 => piece,
            below => term(
                (8 * (byte + count)) as u8,
                Event {
                    a: piece,
                    b: below,
                    ..Event::new(events::CONCAT)
                },
            ),
        };
        byte += count;
    }
    result
}

/// Writes a term's bytes into the shadow.
pub fn set_term(address: u64, size: u64, value: u32) {
    if value == 0 {
        return shadow::clear(address, size);
    }
    for byte in 0..size {
        shadow::set(address + byte, shadow::entry(value, byte as u32));
    }
}

/// Copies bytes with their terms.
pub fn copy_bytes(to: u64, from: u64, size: u64) {
    shadow::copy(to, from, size);
    // SAFETY: both ranges were checked or are our own.
    unsafe { core::ptr::copy(from as *const u8, to as *mut u8, size as usize) };
}

fn sized(size: u64, size_term: u32) -> u64 {
    if size_term != 0 {
        pin(size_term, size);
    }
    size
}

fn concrete(address: u64, address_term: u32) -> u64 {
    if address_term != 0 {
        pin(address_term, address);
    }
    address
}

/// Ends the run if a function that looks at no bytes is given null all the same.
fn require(address: u64, place: u32) {
    if address < 4096 {
        let words = b"a null pointer with no bytes, passed to the C library";
        end_with(Ending::Unsupported, place, words);
    }
}

/// Before the call of a function of the C library that looks at so many times so many
/// bytes, and takes no null pointer.
#[unsafe(no_mangle)]
pub extern "C" fn ep_required(
    address: u64,
    count: u64,
    count_term: u32,
    size: u64,
    size_term: u32,
    whole: u32,
    place: u32,
) {
    let bytes = count.saturating_mul(size);
    let is_there = |region: &mut Region| address.saturating_add(bytes) <= region.base + region.size;
    let is_enough = find(address).is_some_and(is_there);
    if address >= 4096 && (whole == 0 || is_enough) {
        // What is looked at has to be there in the test, too.
        if whole != 0 && bytes > 0 {
            check_access(address, bytes, false, place);
        }
        return;
    }
    // Another number of bytes may be fine.
    sized(count, count_term);
    sized(size, size_term);
    match bytes {
        0 => require(address, place),
        _ => check_access(address, bytes, false, place),
    }
}

/// `memcpy` and `memmove`: the runtime copies; nothing follows.
#[unsafe(no_mangle)]
pub extern "C" fn ep_copy(
    to: u64,
    to_term: u32,
    from: u64,
    from_term: u32,
    size: u64,
    size_term: u32,
    place: u32,
) -> u64 {
    let size = sized(size, size_term);
    let (to, from) = (concrete(to, to_term), concrete(from, from_term));
    if size == 0 {
        require(to.min(from), place);
    } else {
        check_access(from, size, false, place);
        check_access(to, size, true, place);
        // A copy of what nobody has read would no longer be input.
        if size <= MOST_COPIED {
            crate::inputs::read_all(from, size);
        }
        copy_bytes(to, from, size);
    }
    to
}

/// `memset`: the runtime sets; nothing follows.
#[unsafe(no_mangle)]
pub extern "C" fn ep_set(
    to: u64,
    to_term: u32,
    value: u32,
    value_term: u32,
    size: u64,
    size_term: u32,
    place: u32,
) -> u64 {
    let size = sized(size, size_term);
    let to = concrete(to, to_term);
    if size == 0 {
        require(to, place);
    } else {
        check_access(to, size, true, place);
        let byte = if value_term == 0 {
            0
        } else {
            part(value_term, 0, 8)
        };
        for offset in 0..size {
            shadow::set(
                to + offset,
                if byte == 0 { 0 } else { shadow::entry(byte, 0) },
            );
        }
        // SAFETY: the range was checked.
        unsafe { core::ptr::write_bytes(to as *mut u8, value as u8, size as usize) };
    }
    to
}

/// Says that a symbolic value went where it cannot be followed, and keeps it
/// as it is.
#[unsafe(no_mangle)]
pub extern "C" fn ep_lost(value: u32, bits: u64, what: *const u8, place: u32) {
    if value != 0 {
        ep_lost_value(value, what, place);
        pin(value, bits);
    }
}

/// Says that a symbolic value went where it cannot be followed.
#[unsafe(no_mangle)]
pub extern "C" fn ep_lost_value(value: u32, what: *const u8, place: u32) {
    if value != 0 {
        // SAFETY: the instrumented code passes a C string.
        crate::state::lost(unsafe { crate::state::text(what) }, place);
    }
}

/// Memory is read in a way that cannot be followed: what is symbolic there
/// becomes concrete.
#[unsafe(no_mangle)]
pub extern "C" fn ep_lost_memory(address: u64, size: u64, what: *const u8, place: u32) {
    check_access(address, size, false, place);
    crate::inputs::read_all(address, size);
    let mut said = false;
    for byte in 0..size {
        let term = term_at(address + byte, 1);
        if term != 0 {
            if !said {
                said = true;
                // SAFETY: the instrumented code passes a C string.
                crate::state::lost(unsafe { crate::state::text(what) }, place);
            }
            pin(term, bits_at(address + byte, 1));
        }
    }
    shadow::clear(address, size);
}

/// Memory is written with a value that has no term.
#[unsafe(no_mangle)]
pub extern "C" fn ep_clear(address: u64, size: u64, place: u32) {
    check_access(address, size, true, place);
    shadow::clear(address, size);
}
