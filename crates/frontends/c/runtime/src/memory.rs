//! Loads, stores and copies. A symbolic address stays within its object: a
//! load is the value at whichever place it may be, a store changes each place
//! if it is the one.

use crate::arithmetic::check;
use crate::layout::{Ending, Event, casts, events, operations, sorts};
use crate::regions::{Kind, check_access, find};
use crate::shadow::{self, LAZY};
use crate::state::{bits_of, constant, decide, end, push, sort_of, state, term, with_number};

/// Places that a symbolic address may be at before it is made concrete.
const MOST_PLACES: u64 = 256;
/// The same for stores, which touch every place.
const MOST_STORE_PLACES: u64 = 64;

/// Bytes of input that are read because they are copied.
const MOST_COPIED: u64 = 4096;

/// In the code of a load or store: the value is a float.
const FLOAT: u32 = 1 << 8;
/// In the code of a load or store: the value is a pointer.
const POINTER: u32 = 1 << 9;

/// Says that a term is the value it has.
pub fn pin(term: u32, value: u64) {
    decide(Event {
        kind: events::PIN,
        a: term,
        width: bits_of(term),
        value,
        ..Event::default()
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
fn part(of: u32, low: u8, width: u8) -> u32 {
    let of = as_bits(of);
    if low == 0 && bits_of(of) == width {
        return of;
    }
    term(
        width,
        Event {
            kind: events::EXTRACT,
            flag: low,
            width,
            a: of,
            ..Event::default()
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
            kind: events::CAST,
            what: casts::BITCAST,
            width,
            flag: width,
            a: of,
            ..Event::default()
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
                    kind: events::CONCAT,
                    a: piece,
                    b: below,
                    ..Event::default()
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

/// A loaded term as the sort that the load asks for.
fn of_sort(value: u32, code: u32, size: u64) -> u32 {
    let wants_float = code & FLOAT != 0;
    if value == 0 || wants_float == (sort_of(value) >= sorts::FLOAT32) {
        return value;
    }
    let width = (8 * size) as u8;
    let sort = match (wants_float, width) {
        (true, 32) => sorts::FLOAT32,
        (true, _) => sorts::FLOAT64,
        (false, width) => width,
    };
    term(
        sort,
        Event {
            kind: events::CAST,
            what: casts::BITCAST,
            width,
            flag: width,
            a: value,
            ..Event::default()
        },
    )
}

/// The places that a symbolic address may be at.
struct Places {
    first: u64,
    stride: u64,
    count: u64,
}

/// Decides that a symbolic address is within its object, and says which
/// places those are; none if the address was made concrete.
fn places(address: u64, address_term: u32, size: u64, most: u64, place: u32) -> Option<Places> {
    // SAFETY: terms have entries in both tables.
    let (origin, stride) = unsafe {
        (
            *state().origins.add(address_term as usize),
            *state().strides.add(address_term as usize),
        )
    };
    let region = match origin {
        0 => find(address),
        origin => find(origin),
    };
    let Some(region) = region else {
        pin(address_term, address);
        return None;
    };
    let (base, bytes, kind) = (region.base, region.size, region.kind);
    let inside = address >= base && address.wrapping_add(size) <= base + bytes && size <= bytes;
    let offset = with_number(operations::SUB, 64, 64, address_term, base);
    let condition = with_number(operations::ULE, 1, 64, offset, bytes.saturating_sub(size));
    check(condition, inside);
    if !inside {
        if kind == Kind::Growing && address >= base {
            end(Ending::Length, place, bytes);
        }
        end(Ending::OutOfBounds, place, bytes);
    }
    let stride = stride.max(1);
    let first = base + (address - base) % stride;
    let count = (base + bytes - size - first) / stride + 1;
    if count > most {
        pin(address_term, address);
        return None;
    }
    Some(Places {
        first,
        stride,
        count,
    })
}

/// A load: the code is the size and what the value is. Input that was not
/// read yet is filled in before the program's own load follows.
#[unsafe(no_mangle)]
pub extern "C" fn ep_load(code: u32, address: u64, address_term: u32, place: u32) -> u32 {
    let size = u64::from(code & 0xff);
    if address_term == 0 {
        check_access(address, size, false, place);
        return of_sort(term_at(address, size), code, size);
    }
    if code & POINTER != 0 {
        places(address, address_term, size, 0, place);
        check_access(address, size, false, place);
        return term_at(address, size);
    }
    let found = places(address, address_term, size, MOST_PLACES, place);
    check_access(address, size, false, place);
    let Some(places) = found else {
        return of_sort(term_at(address, size), code, size);
    };
    let width = (8 * size) as u8;
    let mut result = 0;
    for index in (0..places.count).rev() {
        let at = places.first + index * places.stride;
        let here = match term_at(at, size) {
            0 => constant(width, bits_at(at, size)),
            found => part(found, 0, width),
        };
        result = match result {
            0 => here,
            rest => {
                let equal = with_number(operations::EQ, 1, 64, address_term, at);
                term(
                    width,
                    Event {
                        kind: events::ITE,
                        a: equal,
                        b: here,
                        c: rest,
                        ..Event::default()
                    },
                )
            }
        };
    }
    of_sort(result, code, size)
}

/// A store; the program's own store follows.
#[unsafe(no_mangle)]
pub extern "C" fn ep_store(
    code: u32,
    address: u64,
    address_term: u32,
    value: u32,
    bits: u64,
    place: u32,
) {
    let size = u64::from(code & 0xff);
    if value != 0 && sort_of(value) == sorts::LONG {
        // SAFETY: terms have entries in the table; these are no addresses.
        unsafe { *state().origins.add(value as usize) = bits };
    }
    if address_term == 0 {
        check_access(address, size, true, place);
        return set_term(address, size, value);
    }
    let most = if code & POINTER != 0 {
        0
    } else {
        MOST_STORE_PLACES
    };
    let found = places(address, address_term, size, most, place);
    check_access(address, size, true, place);
    let Some(places) = found else {
        return set_term(address, size, value);
    };
    let width = (8 * size) as u8;
    let value = match value {
        0 => constant(width, bits),
        value => part(value, 0, width),
    };
    for index in 0..places.count {
        let at = places.first + index * places.stride;
        let old = match term_at(at, size) {
            0 => constant(width, bits_at(at, size)),
            old => part(old, 0, width),
        };
        let equal = with_number(operations::EQ, 1, 64, address_term, at);
        let new = term(
            width,
            Event {
                kind: events::ITE,
                a: equal,
                b: value,
                c: old,
                ..Event::default()
            },
        );
        set_term(at, size, new);
    }
}

/// One step of an address: an index times a scale is added to what came so
/// far. Where the address was concrete, its object is remembered.
#[unsafe(no_mangle)]
pub extern "C" fn ep_step(so_far: u32, address: u64, index: u32, number: u64, scale: u64) -> u32 {
    let (origin, stride) = match so_far {
        0 => (address, 0),
        // SAFETY: terms have entries in both tables.
        term => unsafe {
            (
                *state().origins.add(term as usize),
                *state().strides.add(term as usize),
            )
        },
    };
    let result = if index == 0 {
        let step = number.wrapping_mul(scale);
        with_number(operations::ADD, 64, 64, so_far, step)
    } else {
        let scaled = match scale {
            1 => index,
            scale => with_number(operations::MUL, 64, 64, index, scale),
        };
        match so_far {
            0 => with_number(operations::ADD, 64, 64, scaled, address),
            so_far => term(
                64,
                Event {
                    kind: events::BINARY,
                    what: operations::ADD,
                    width: 64,
                    a: so_far,
                    b: scaled,
                    ..Event::default()
                },
            ),
        }
    };
    let stride = if index == 0 {
        stride
    } else {
        common_divisor(stride, scale)
    };
    remember(result, origin, stride);
    result
}

/// The constant rest of an address.
#[unsafe(no_mangle)]
pub extern "C" fn ep_step_rest(so_far: u32, address: u64, result: u64) -> u32 {
    let rest = result.wrapping_sub(address);
    if rest == 0 {
        return so_far;
    }
    // SAFETY: terms have entries in both tables.
    let (origin, stride) = unsafe {
        (
            *state().origins.add(so_far as usize),
            *state().strides.add(so_far as usize),
        )
    };
    let sum = with_number(operations::ADD, 64, 64, so_far, rest);
    remember(sum, origin, stride);
    sum
}

fn remember(term: u32, origin: u64, stride: u64) {
    // SAFETY: terms have entries in both tables.
    unsafe {
        *state().origins.add(term as usize) = origin;
        *state().strides.add(term as usize) = stride;
    }
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
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
    if size > 0 {
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
    if size > 0 {
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
        let (at, size) = crate::state::name(&[unsafe { crate::state::text(what) }]);
        push(Event {
            kind: events::LOSS,
            a: at,
            c: size,
            value: u64::from(place),
            ..Event::default()
        });
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
                let (at, size) = crate::state::name(&[unsafe { crate::state::text(what) }]);
                push(Event {
                    kind: events::LOSS,
                    a: at,
                    c: size,
                    value: u64::from(place),
                    ..Event::default()
                });
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
