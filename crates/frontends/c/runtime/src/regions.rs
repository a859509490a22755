//! The objects of the program: globals, tracked locals, and the heap, which
//! is our own. An access is looked up here before it is made.

use crate::layout::Ending;
use crate::state::end;
use crate::system;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    Global,
    Constant,
    Local,
    Heap,
    /// An input buffer: as large as its accesses need, within the scope.
    Growing,
}

/// One object.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Region {
    pub base: u64,
    pub size: u64,
    /// Bytes from the base up to the last one used.
    pub used: u64,
    pub kind: Kind,
    pub freed: bool,
    /// Whether the program took it as a heap object: freed or resized it.
    pub owned: bool,
}

/// Bytes between objects that belong to none.
pub const GAP: u64 = 32;
/// How far a loop that goes too far is behind an object at first.
const STEP: u64 = 8;
/// Where the heap is, always.
pub const HEAP: u64 = 0x1000_0000_0000;
const HEAP_SIZE: u64 = 8 << 30;
/// Bytes of the heap that are cleared after a run.
const MOST_CLEARED: usize = 1 << 18;
const MOST_REGIONS: usize = 1 << 20;

struct Table {
    regions: *mut Region,
    count: usize,
}

static mut GLOBALS: Table = Table {
    regions: core::ptr::null_mut(),
    count: 0,
};
static mut LOCALS: Table = Table {
    regions: core::ptr::null_mut(),
    count: 0,
};
static mut OBJECTS: Table = Table {
    regions: core::ptr::null_mut(),
    count: 0,
};
static mut TOP: u64 = HEAP;

impl Table {
    fn push(&mut self, region: Region) {
        if self.count >= MOST_REGIONS {
            end(Ending::Memory, 0, 0);
        }
        // SAFETY: below the number reserved.
        unsafe { *self.regions.add(self.count) = region };
        self.count += 1;
    }

    fn prepare(&mut self) {
        self.regions = system::reserve(MOST_REGIONS * size_of::<Region>()).cast();
    }

    /// The last region that begins at or before the address, in a table
    /// sorted by address.
    fn below(&self, address: u64) -> Option<*mut Region> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = (low + high) / 2;
            // SAFETY: below the count.
            if unsafe { (*self.regions.add(middle)).base } <= address {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // SAFETY: low is at least 1.
        (low > 0).then(|| unsafe { self.regions.add(low - 1) })
    }
}

fn globals() -> &'static mut Table {
    // SAFETY: one thread.
    unsafe { &mut *core::ptr::addr_of_mut!(GLOBALS) }
}

fn locals() -> &'static mut Table {
    // SAFETY: one thread.
    unsafe { &mut *core::ptr::addr_of_mut!(LOCALS) }
}

fn objects() -> &'static mut Table {
    // SAFETY: one thread.
    unsafe { &mut *core::ptr::addr_of_mut!(OBJECTS) }
}

/// A record that the instrumented code leaves for each global.
#[repr(C)]
pub struct GlobalRecord {
    pub base: u64,
    pub size: u64,
    pub constant: u64,
    pub name: *const u8,
}

unsafe extern "C" {
    #[link_name = "__start_ep_globals"]
    static FIRST_GLOBAL: GlobalRecord;
    #[link_name = "__stop_ep_globals"]
    static LAST_GLOBAL: GlobalRecord;
}

/// Reads the records of the globals, and makes the heap.
pub fn prepare() {
    for table in [globals(), locals(), objects()] {
        table.prepare();
    }
    // SAFETY: the linker gives the ends of the section; the heap's place is free.
    unsafe {
        let mut record = &raw const FIRST_GLOBAL;
        while record < &raw const LAST_GLOBAL {
            let kind = if (*record).constant != 0 {
                Kind::Constant
            } else {
                Kind::Global
            };
            if (*record).size > 0 {
                insert_sorted(Region {
                    base: (*record).base,
                    size: (*record).size,
                    used: 0,
                    kind,
                    freed: false,
                    owned: false,
                });
            }
            record = record.add(1);
        }
        let flags = system::MAP_PRIVATE
            | system::MAP_ANONYMOUS
            | system::MAP_NORESERVE
            | system::MAP_FIXED_NOREPLACE;
        let at = system::mmap(
            HEAP as *mut _,
            HEAP_SIZE as usize,
            system::PROT_READ | system::PROT_WRITE,
            flags,
            -1,
            0,
        );
        if at as u64 != HEAP {
            end(Ending::Memory, 0, 0);
        }
    }
}

/// The address of a global of a name and size; 0 if there is none.
pub fn global_named(name: &[u8], size: u64) -> u64 {
    // SAFETY: the linker gives the ends of the section; names are C strings.
    unsafe {
        let mut record = &raw const FIRST_GLOBAL;
        while record < &raw const LAST_GLOBAL {
            if (*record).size == size && crate::state::text((*record).name) == name {
                return (*record).base;
            }
            record = record.add(1);
        }
    }
    0
}

/// The name of the global that an address is in, and how far.
pub fn global_at(address: u64) -> Option<(&'static [u8], u64)> {
    // SAFETY: the linker gives the ends of the section; names are C strings.
    unsafe {
        let mut record = &raw const FIRST_GLOBAL;
        while record < &raw const LAST_GLOBAL {
            let base = (*record).base;
            if address >= base && address < base + (*record).size {
                return Some((crate::state::text((*record).name), address - base));
            }
            record = record.add(1);
        }
    }
    None
}

fn insert_sorted(region: Region) {
    let table = globals();
    table.push(region);
    let mut index = table.count - 1;
    // SAFETY: indices below the count.
    unsafe {
        while index > 0 && (*table.regions.add(index - 1)).base > region.base {
            *table.regions.add(index) = *table.regions.add(index - 1);
            index -= 1;
        }
        *table.regions.add(index) = region;
    }
}

/// The globals that can be written.
pub fn variables() -> impl Iterator<Item = Region> {
    let table = globals();
    // SAFETY: below the count.
    let all = (0..table.count).map(|index| unsafe { *table.regions.add(index) });
    all.filter(|region| region.kind == Kind::Global)
}

fn heap_used() -> usize {
    // SAFETY: one thread.
    unsafe { (TOP - HEAP) as usize }
}

/// Whether the heap can be cleared quickly.
pub fn is_small() -> bool {
    heap_used() <= MOST_CLEARED
}

/// After a run: the heap is as new.
pub fn clear_heap() {
    // SAFETY: all of it is ours.
    unsafe { core::ptr::write_bytes(HEAP as *mut u8, 0, heap_used()) };
}

/// Whether an address is in our heap.
pub fn is_heap(address: u64) -> bool {
    (HEAP..HEAP + HEAP_SIZE).contains(&address)
}

/// A new object of the heap.
pub fn allocate(size: u64, kind: Kind, alignment: u64) -> Option<u64> {
    // SAFETY: one thread.
    let top = unsafe { &mut *core::ptr::addr_of_mut!(TOP) };
    let base = (*top + GAP).next_multiple_of(alignment.max(16));
    let next = base.checked_add(size)?;
    if next + GAP > HEAP + HEAP_SIZE {
        return None;
    }
    *top = next;
    objects().push(Region {
        base,
        size,
        used: 0,
        kind,
        freed: false,
        owned: false,
    });
    Some(base)
}

/// The object at an address, also a little before or behind it.
pub fn object(address: u64) -> Option<&'static mut Region> {
    // SAFETY: tables hold valid regions.
    objects()
        .below(address)
        .map(|region| unsafe { &mut *region })
}

/// The object that an address points into, or just behind.
pub fn find(address: u64) -> Option<&'static mut Region> {
    if is_heap(address) {
        return object(address).filter(|region| address <= region.base + region.size);
    }
    let table = locals();
    for index in (0..table.count).rev() {
        // SAFETY: below the count.
        let region = unsafe { &mut *table.regions.add(index) };
        if address >= region.base && address <= region.base + region.size {
            return Some(region);
        }
    }
    // SAFETY: tables hold valid regions.
    let region = globals()
        .below(address)
        .map(|region| unsafe { &mut *region })?;
    (address <= region.base + region.size).then_some(region)
}

/// Checks an access; the run ends if it is a wrong one.
pub fn check_access(address: u64, size: u64, writes: bool, place: u32) {
    // A size that was meant to be negative reaches to the end of memory.
    let end_of_access = address.saturating_add(size);
    if address < 4096 {
        end(Ending::NullPointer, place, address);
    }
    if is_heap(address) {
        if is_in_front(address) {
            end(Ending::InFront, place, 0);
        }
        match object(address) {
            Some(region) => check_object(region, address, size, place),
            None => end(Ending::OutOfBounds, place, 0),
        }
        return;
    }
    let table = locals();
    for index in (0..table.count).rev() {
        // SAFETY: below the count.
        let region = unsafe { &mut *table.regions.add(index) };
        if end_of_access > region.base && address < region.base + region.size + GAP {
            if address < region.base || end_of_access > region.base + region.size {
                end(Ending::OutOfBounds, place, region.size);
            }
            return;
        }
    }
    // SAFETY: tables hold valid regions.
    if let Some(region) = globals()
        .below(address)
        .map(|region| unsafe { &mut *region })
        && address < region.base + region.size
    {
        if end_of_access > region.base + region.size {
            end(Ending::OutOfBounds, place, region.size);
        }
        if writes && region.kind == Kind::Constant {
            end(Ending::ConstantWritten, place, 0);
        }
        return;
    }
    if writes {
        crate::snapshot::wrote(address);
    }
}

/// Whether an address is in the gap in front of an object of the input.
fn is_in_front(address: u64) -> bool {
    // SAFETY: tables hold valid regions.
    let behind = objects()
        .below(address + GAP)
        .map(|region| unsafe { *region });
    behind.is_some_and(|region| {
        let is_before = region.kind == Kind::Growing && address < region.base;
        is_before && !is_past(address, region.base)
    })
}

/// Whether an address between two objects is rather one past the end of the first: a loop
/// that goes too far comes there, not in front of the second.
fn is_past(address: u64, next: u64) -> bool {
    let before = object(address);
    before.is_some_and(|region| {
        let past = address.saturating_sub(region.base + region.size);
        past < STEP && past < next - address
    })
}

fn check_object(region: &mut Region, address: u64, size: u64, place: u32) {
    let end_of_access = address.saturating_add(size);
    if end_of_access > region.base + region.size {
        if region.kind == Kind::Growing && !region.freed {
            end(Ending::Length, place, region.size);
        }
        end(Ending::OutOfBounds, place, region.size);
    }
    if region.freed {
        end(Ending::UseAfterFree, place, 0);
    }
    region.used = region.used.max(end_of_access - region.base);
}

/// A local is born.
#[unsafe(no_mangle)]
pub extern "C" fn ep_local(base: u64, size: u64) {
    crate::shadow::clear(base, size);
    locals().push(Region {
        base,
        size,
        used: 0,
        kind: Kind::Local,
        freed: false,
        owned: false,
    });
}

/// How many locals there are when a frame begins.
#[unsafe(no_mangle)]
pub extern "C" fn ep_frame() -> u64 {
    locals().count as u64
}

/// The frame's locals are gone.
#[unsafe(no_mangle)]
pub extern "C" fn ep_frame_end(count: u64) {
    let table = locals();
    if (count as usize) < table.count {
        table.count = count as usize;
    }
}
