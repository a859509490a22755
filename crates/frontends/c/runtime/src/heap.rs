//! `malloc` and its family, for the instrumented code. Nothing is given out
//! twice, so that an access to what was freed is seen.

use crate::layout::Ending;
use crate::memory::{copy_bytes, pin};
use crate::regions::{Kind, allocate, is_heap, object};
use crate::state::{end, end_with, header};
use crate::system;

fn sized(size: u64, term: u32) -> u64 {
    if term != 0 {
        pin(term, size);
    }
    size
}

fn new(size: u64, alignment: u64) -> u64 {
    if crate::allocations::fails() || size > header().memory {
        return 0;
    }
    allocate(size, Kind::Heap, alignment).unwrap_or(0)
}

/// `malloc`; a symbolic size becomes the one it has.
#[unsafe(no_mangle)]
pub extern "C" fn ep_malloc(size: u64, term: u32) -> u64 {
    new(sized(size, term), 16)
}

/// `calloc`.
#[unsafe(no_mangle)]
pub extern "C" fn ep_calloc(count: u64, count_term: u32, size: u64, size_term: u32) -> u64 {
    let (count, size) = (sized(count, count_term), sized(size, size_term));
    count.checked_mul(size).map_or(0, |size| new(size, 16))
}

/// `aligned_alloc` and `memalign`.
#[unsafe(no_mangle)]
pub extern "C" fn ep_aligned(alignment: u64, size: u64, term: u32) -> u64 {
    new(
        sized(size, term),
        if alignment.is_power_of_two() {
            alignment
        } else {
            16
        },
    )
}

/// `realloc`: always another object.
#[unsafe(no_mangle)]
pub extern "C" fn ep_realloc(old: u64, size: u64, term: u32, place: u32) -> u64 {
    let size = sized(size, term);
    if old == 0 {
        return new(size, 16);
    }
    if !is_heap(old) {
        crate::shadow::clear(old, 1);
        // SAFETY: a block of the C library's own.
        return unsafe { system::realloc(old as *mut _, size as usize) } as u64;
    }
    let kept = match object(old) {
        Some(region) if region.base == old && !region.freed => region.size.min(size),
        _ => end(Ending::BadFree, place, 0),
    };
    let fresh = new(size, 16);
    if fresh != 0 {
        copy_bytes(fresh, old, kept);
        if let Some(region) = object(old) {
            region.owned = true;
            region.freed = true;
            // What was carried over has been used.
            region.used = region.used.max(if region.kind == Kind::Growing {
                region.used
            } else {
                kept
            });
        }
    }
    fresh
}

/// `free`.
#[unsafe(no_mangle)]
pub extern "C" fn ep_free(pointer: u64, place: u32) {
    if pointer == 0 {
        return;
    }
    if !is_heap(pointer) {
        if crate::regions::find(pointer).is_some() {
            end(Ending::BadFree, place, 0);
        }
        // SAFETY: a block of the C library's own.
        return unsafe { system::free(pointer as *mut _) };
    }
    match object(pointer) {
        Some(region) if region.base == pointer && !region.freed => {
            region.freed = true;
            region.owned = true;
        }
        _ => end(Ending::BadFree, place, 0),
    }
}

/// `malloc_usable_size`: what the GNU library gives, which is never less than was asked
/// for. How much a caller asked for is not known of what it passes.
#[unsafe(no_mangle)]
pub extern "C" fn ep_usable_size(pointer: u64) -> u64 {
    const HEAD: u64 = 8;
    const LEAST: u64 = 32;
    if pointer == 0 {
        return 0;
    }
    match object(pointer) {
        Some(region) if region.base == pointer && !region.freed && region.kind == Kind::Heap => {
            (region.size + HEAD).next_multiple_of(16).max(LEAST) - HEAD
        }
        _ => end_with(
            Ending::Unsupported,
            0,
            b"asks how much memory its caller allocated",
        ),
    }
}
