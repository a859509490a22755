//! Loads and stores. A symbolic address stays within its object: a load is the
//! value at whichever place it may be, a store changes each place if it is the one.

use crate::arithmetic::check;
use crate::layout::{Ending, Event, casts, events, operations, sorts};
use crate::memory::{bits_at, part, pin, set_term, term_at};
use crate::regions::{Kind, check_access, find};
use crate::state::{constant, end, sort_of, state, term, with_number};
use crate::{lookup, shadow};

/// Places with terms that a symbolic address may be at before it is made concrete.
const MOST_PLACES: u64 = 256;
/// The same for stores, which touch every place.
const MOST_STORE_PLACES: u64 = 64;

/// In the code of a load or store: the value is a float.
const FLOAT: u32 = 1 << 8;
/// In the code of a load or store: the value is a pointer.
const POINTER: u32 = 1 << 9;

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
            what: casts::BITCAST,
            width,
            flag: width,
            a: value,
            ..Event::new(events::CAST)
        },
    )
}

/// The places that a symbolic address may be at.
#[derive(Clone, Copy)]
pub struct Places {
    /// The address of the first.
    pub first: u64,
    /// The bytes from one to the next.
    pub stride: u64,
    /// How many there are.
    pub count: u64,
}

impl Places {
    /// The address of one of them.
    pub fn at(&self, index: u64) -> u64 {
        self.first + index * self.stride
    }
}

/// Decides that a symbolic address is within its object, and says which
/// places those are; none if there is no object.
fn places(address: u64, address_term: u32, size: u64, place: u32) -> Option<Places> {
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
    let region = region?;
    let (base, bytes, kind) = (region.base, region.size, region.kind);
    let inside = address >= base && address.wrapping_add(size) <= base + bytes && size <= bytes;
    let offset = with_number(operations::SUB, 64, 64, address_term, base);
    let condition = with_number(operations::ULE, 1, 64, offset, bytes.saturating_sub(size));
    check(condition, inside, Ending::OutOfBounds, place);
    if !inside {
        end(
            match kind {
                Kind::Growing if address >= base => Ending::Length,
                Kind::Growing => Ending::InFront,
                _ => Ending::OutOfBounds,
            },
            place,
            bytes,
        );
    }
    let stride = stride.max(1);
    let first = base + (address - base) % stride;
    let count = (base + bytes - size - first) / stride + 1;
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
    let found =
        places(address, address_term, size, place).filter(|_| code & POINTER == 0 && size <= 8);
    let Some(places) = found else {
        pin(address_term, address);
        check_access(address, size, false, place);
        return of_sort(term_at(address, size), code, size);
    };
    check_access(address, size, false, place);
    let value = load(&places, address, address_term, size).unwrap_or_else(|| {
        pin(address_term, address);
        term_at(address, size)
    });
    of_sort(value, code, size)
}

/// The value at whichever place an address may be; none if there are too many.
fn load(places: &Places, address: u64, address_term: u32, size: u64) -> Option<u32> {
    let last = places.at(places.count - 1);
    if shadow::is_concrete(places.first, last + size - places.first) {
        return lookup::value(places, address, address_term, size);
    }
    if places.count > MOST_PLACES {
        return None;
    }
    let width = (8 * size) as u8;
    let mut result = 0;
    for index in (0..places.count).rev() {
        let at = places.at(index);
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
                        a: equal,
                        b: here,
                        c: rest,
                        ..Event::new(events::ITE)
                    },
                )
            }
        };
    }
    Some(result)
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
    let found = places(address, address_term, size, place);
    let Some(places) = found.filter(|places| places.count <= most) else {
        pin(address_term, address);
        check_access(address, size, true, place);
        return set_term(address, size, value);
    };
    check_access(address, size, true, place);
    let width = (8 * size) as u8;
    let value = match value {
        0 => constant(width, bits),
        value => part(value, 0, width),
    };
    for index in 0..places.count {
        let at = places.at(index);
        let old = match term_at(at, size) {
            0 => constant(width, bits_at(at, size)),
            old => part(old, 0, width),
        };
        let equal = with_number(operations::EQ, 1, 64, address_term, at);
        let new = term(
            width,
            Event {
                a: equal,
                b: value,
                c: old,
                ..Event::new(events::ITE)
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
                    what: operations::ADD,
                    width: 64,
                    a: so_far,
                    b: scaled,
                    ..Event::new(events::BINARY)
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

/// Says which object an address leads into, and how far apart its places are.
pub fn remember(term: u32, origin: u64, stride: u64) {
    // SAFETY: terms have entries in both tables.
    unsafe {
        *state().origins.add(term as usize) = origin;
        *state().strides.add(term as usize) = stride;
    }
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
