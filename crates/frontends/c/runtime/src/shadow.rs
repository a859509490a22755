//! Shadow memory: four bytes for each byte of the program that is symbolic,
//! in pages that exist only where something is. An entry is 0 (concrete), a
//! term and which of its bytes it is, or the mark of an input that was not
//! read yet.

use crate::system::reserve;

/// The mark of an input byte that was not read yet; the rest is its region.
pub const LAZY: u32 = 1 << 31;

const PAGE_BITS: u32 = 12;
const LEAF_BITS: u32 = 18;
const ROOT_BITS: u32 = 17;
const PAGE_SIZE: usize = 1 << PAGE_BITS;

static mut ROOT: [*mut *mut u32; 1 << ROOT_BITS] = [core::ptr::null_mut(); 1 << ROOT_BITS];

/// The entry of a term's byte; the last bytes of a `long double` look alike.
pub fn entry(term: u32, byte: u32) -> u32 {
    term << 3 | byte.min(7)
}

fn page(address: u64) -> *mut u32 {
    let number = (address >> PAGE_BITS) as usize;
    // SAFETY: user addresses have 47 bits; the tables are as large.
    unsafe {
        let leaf = ROOT[(number >> LEAF_BITS) & ((1 << ROOT_BITS) - 1)];
        if leaf.is_null() {
            return core::ptr::null_mut();
        }
        *leaf.add(number & ((1 << LEAF_BITS) - 1))
    }
}

fn make_page(address: u64) -> *mut u32 {
    let number = (address >> PAGE_BITS) as usize;
    // SAFETY: as above.
    unsafe {
        let slot = &mut ROOT[(number >> LEAF_BITS) & ((1 << ROOT_BITS) - 1)];
        if slot.is_null() {
            *slot = reserve(8 << LEAF_BITS).cast();
        }
        let slot = slot.add(number & ((1 << LEAF_BITS) - 1));
        if (*slot).is_null() {
            *slot = reserve(4 * PAGE_SIZE).cast();
        }
        *slot
    }
}

/// The entry of one byte.
pub fn get(address: u64) -> u32 {
    let page = page(address);
    if page.is_null() {
        return 0;
    }
    // SAFETY: within the page.
    unsafe { *page.add(address as usize & (PAGE_SIZE - 1)) }
}

/// Sets the entry of one byte.
pub fn set(address: u64, value: u32) {
    let mut found = page(address);
    if found.is_null() {
        if value == 0 {
            return;
        }
        found = make_page(address);
    }
    // SAFETY: within the page.
    unsafe { *found.add(address as usize & (PAGE_SIZE - 1)) = value }
}

/// Whether all bytes are concrete.
pub fn is_concrete(address: u64, size: u64) -> bool {
    let mut at = address;
    let end = address + size;
    while at < end {
        let page = page(at);
        let page_end = (at | (PAGE_SIZE as u64 - 1)) + 1;
        if !page.is_null() {
            for byte in at..page_end.min(end) {
                // SAFETY: within the page.
                if unsafe { *page.add(byte as usize & (PAGE_SIZE - 1)) } != 0 {
                    return false;
                }
            }
        }
        at = page_end;
    }
    true
}

/// Makes bytes concrete.
pub fn clear(address: u64, size: u64) {
    let mut at = address;
    let end = address + size;
    while at < end {
        let page = page(at);
        let page_end = (at | (PAGE_SIZE as u64 - 1)) + 1;
        if !page.is_null() {
            for byte in at..page_end.min(end) {
                // SAFETY: within the page.
                unsafe { *page.add(byte as usize & (PAGE_SIZE - 1)) = 0 };
            }
        }
        at = page_end;
    }
}

/// Copies entries, also where the ranges overlap.
pub fn copy(to: u64, from: u64, size: u64) {
    if is_concrete(from, size) {
        clear(to, size);
    } else if to <= from {
        for byte in 0..size {
            set(to + byte, get(from + byte));
        }
    } else {
        for byte in (0..size).rev() {
            set(to + byte, get(from + byte));
        }
    }
}
