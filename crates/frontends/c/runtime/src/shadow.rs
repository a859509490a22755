//! Shadow memory: four bytes for each byte of the program that is symbolic,
//! in pages that exist only where something is. An entry is 0 (concrete), a
//! term and which of its bytes it is, or the mark of an input that was not
//! read yet.

use crate::system::reserve;

/// The mark of an input byte that was not read yet; the rest is its region.
pub const LAZY: u32 = 1 << 31;

/// The entries of a page fill one page of the machine.
const PAGE_BITS: u32 = 10;
const LEAF_BITS: u32 = 18;
const ROOT_BITS: u32 = 19;
const PAGE_SIZE: usize = 1 << PAGE_BITS;
/// Pages that are taken from one mapping.
const STORE: usize = 1 << 16;
/// Pages of one run that are cleared for the next.
const MOST_PAGES: usize = 1 << 10;

/// The pages of this process; they outlive a run.
struct Pages {
    root: *mut *mut *mut u32,
    store: *mut u32,
    taken: usize,
    /// The places of the pages that the run uses.
    used: *mut *mut *mut u32,
    used_count: usize,
    /// Pages of earlier runs, all zero.
    free: *mut *mut u32,
    free_count: usize,
}

/// In memory of its own: variables are put back after each run.
static mut PAGES: *mut Pages = core::ptr::null_mut();

/// Before the first run: makes the tables.
pub fn prepare() {
    let made = reserve(size_of::<Pages>()).cast::<Pages>();
    // SAFETY: new memory, large enough.
    unsafe {
        *made = Pages {
            root: reserve(8 << ROOT_BITS).cast(),
            store: reserve(4 * PAGE_SIZE * STORE).cast(),
            taken: 0,
            used: reserve(8 * MOST_PAGES).cast(),
            used_count: 0,
            free: reserve(8 * MOST_PAGES).cast(),
            free_count: 0,
        };
        PAGES = made;
    }
}

fn pages() -> &'static mut Pages {
    // SAFETY: one thread; made before anything else runs.
    unsafe { &mut *PAGES }
}

/// The entry of a term's byte; the last bytes of a `long double` look alike.
pub fn entry(term: u32, byte: u32) -> u32 {
    term << 3 | byte.min(7)
}

fn page(address: u64) -> *mut u32 {
    let number = (address >> PAGE_BITS) as usize;
    // SAFETY: user addresses have 47 bits; the tables are as large.
    unsafe {
        let leaf = *pages()
            .root
            .add((number >> LEAF_BITS) & ((1 << ROOT_BITS) - 1));
        if leaf.is_null() {
            return core::ptr::null_mut();
        }
        *leaf.add(number & ((1 << LEAF_BITS) - 1))
    }
}

impl Pages {
    /// A page of zeros.
    fn take(&mut self) -> *mut u32 {
        if self.free_count > 0 {
            self.free_count -= 1;
            // SAFETY: below the count.
            return unsafe { *self.free.add(self.free_count) };
        }
        if self.taken < STORE {
            self.taken += 1;
            // SAFETY: within the store.
            return unsafe { self.store.add((self.taken - 1) * PAGE_SIZE) };
        }
        reserve(4 * PAGE_SIZE).cast()
    }

    fn note(&mut self, place: *mut *mut u32) {
        if self.used_count == MOST_PAGES {
            return crate::snapshot::changed();
        }
        // SAFETY: below the number reserved.
        unsafe { *self.used.add(self.used_count) = place };
        self.used_count += 1;
    }
}

fn make_page(address: u64) -> *mut u32 {
    let number = (address >> PAGE_BITS) as usize;
    let pages = pages();
    // SAFETY: as above.
    unsafe {
        let leaf = pages
            .root
            .add((number >> LEAF_BITS) & ((1 << ROOT_BITS) - 1));
        if (*leaf).is_null() {
            *leaf = reserve(8 << LEAF_BITS).cast();
        }
        let place = (*leaf).add(number & ((1 << LEAF_BITS) - 1));
        if (*place).is_null() {
            *place = pages.take();
            pages.note(place);
        }
        *place
    }
}

/// After a run: nothing is symbolic.
pub fn clear_all() {
    let pages = pages();
    for index in 0..pages.used_count {
        // SAFETY: below the count; a place holds a page.
        unsafe {
            let place = *pages.used.add(index);
            core::ptr::write_bytes(*place, 0, PAGE_SIZE);
            if pages.free_count < MOST_PAGES {
                *pages.free.add(pages.free_count) = *place;
                pages.free_count += 1;
            }
            *place = core::ptr::null_mut();
        }
    }
    pages.used_count = 0;
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

/// Sets the entries of many bytes.
pub fn fill(address: u64, size: u64, value: u32) {
    let mut at = address;
    let end = address + size;
    while at < end {
        let page_end = ((at | (PAGE_SIZE as u64 - 1)) + 1).min(end);
        let page = make_page(at);
        // SAFETY: within the page.
        unsafe {
            let first = page.add(at as usize & (PAGE_SIZE - 1));
            core::slice::from_raw_parts_mut(first, (page_end - at) as usize).fill(value);
        }
        at = page_end;
    }
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
