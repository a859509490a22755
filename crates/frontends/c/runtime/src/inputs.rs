//! The input: memory whose contents are decided when they are first read.
//! Each region of it has a type and a name; a byte that was not read yet has
//! the region's mark in the shadow.

use crate::extended;
use crate::layout::{Event, SlotRecord, TypeRecord, events, flags, hash, kinds, operations, sorts};
use crate::members::{Leaf, leaf_at, type_of};
use crate::memory::bits_at;
use crate::shadow::{self, LAZY};
use crate::state::{header, lost, name, named, push, push_last, state, term, with_number};
use crate::system;

/// Memory that belongs to the input.
#[derive(Clone, Copy, Default)]
pub struct InputRegion {
    pub base: u64,
    /// The type of an element.
    pub element: u32,
    /// The slot's name.
    pub name: (u32, u32),
    /// Whether it is an object of its own, which pointers may lead to.
    pub object: bool,
    /// Whether a pointer leads here: elements are `name[i]`, fields `name->f`.
    pub pointed: bool,
    /// Whether it is a parameter of the unit.
    pub passed: bool,
    /// Whether it is a text, which ends at the scope's bound at the latest.
    pub text: bool,
}

impl InputRegion {
    /// Memory that no pointer leads to.
    pub fn new(base: u64, element: u32, name: (u32, u32)) -> InputRegion {
        InputRegion {
            base,
            element,
            name,
            ..InputRegion::default()
        }
    }
}

const MOST: usize = 1 << 16;
const LONGEST: usize = 1024;

static mut REGIONS: *mut InputRegion = core::ptr::null_mut();
static mut COUNT: usize = 0;

/// Before the first run: makes the table.
pub fn prepare() {
    // SAFETY: one thread.
    unsafe { REGIONS = system::reserve(MOST * size_of::<InputRegion>()).cast() };
}

/// All input regions so far.
pub fn regions() -> &'static [InputRegion] {
    // SAFETY: COUNT of them are written.
    unsafe { core::slice::from_raw_parts(REGIONS, COUNT) }
}

/// Makes memory input.
pub fn add(region: InputRegion, size: u64) {
    // SAFETY: one thread; below MOST.
    let index = unsafe {
        if COUNT >= MOST {
            crate::state::end(crate::layout::Ending::Memory, 0, 0);
        }
        *REGIONS.add(COUNT) = region;
        COUNT += 1;
        COUNT - 1
    };
    shadow::fill(region.base, size, LAZY | index as u32);
}

/// What the input fixes a slot to.
pub fn fixed(slot: &[u8]) -> Option<u64> {
    let wanted = hash(slot);
    let header = header();
    // SAFETY: the engine wrote that many slots.
    let slots = unsafe {
        core::slice::from_raw_parts(
            state().base.add(header.slots as usize).cast::<SlotRecord>(),
            header.slots_count as usize,
        )
    };
    let index = slots.binary_search_by_key(&wanted, |slot| slot.hash).ok()?;
    Some(slots[index].bits)
}

/// A name under construction.
pub struct Name {
    bytes: [u8; LONGEST],
    size: usize,
}

impl Name {
    pub const fn new() -> Name {
        Name {
            bytes: [0; LONGEST],
            size: 0,
        }
    }

    pub fn add(&mut self, part: &[u8]) {
        let end = (self.size + part.len()).min(LONGEST);
        let fitting = end - self.size;
        self.bytes[self.size..end].copy_from_slice(&part[..fitting]);
        self.size = end;
    }

    pub fn number(&mut self, number: u64) {
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        let mut rest = number;
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.add(&digits[at..]);
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.size]
    }
}

fn settle(leaf: &Leaf, size: u64, region: u32, term: u32) {
    for byte in 0..size {
        if shadow::get(leaf.base + byte) == LAZY | region {
            let entry = if term == 0 {
                0
            } else {
                shadow::entry(term, byte as u32)
            };
            shadow::set(leaf.base + byte, entry);
        }
    }
}

fn write(leaf: &Leaf, size: u64, region: u32, bits: u64) {
    for byte in 0..size {
        if shadow::get(leaf.base + byte) == LAZY | region {
            // SAFETY: input memory is ours.
            unsafe { *((leaf.base + byte) as *mut u8) = (bits >> (8 * byte)) as u8 };
        }
    }
}

/// Fills in the scalar that holds a byte which was not read yet.
pub fn read(address: u64) {
    let index = shadow::get(address) & !LAZY;
    let region = regions()[index as usize];
    // A copy of input memory still has its mark: the original is looked at.
    let element_size = type_of(region.element).size.max(1);
    let object = crate::regions::find(region.base).map_or(element_size, |region| region.size);
    if address < region.base || address >= region.base + object.max(element_size) {
        return shadow::set(address, 0);
    }
    let mut slot = Name::new();
    let Some(leaf) = leaf_at(&region, address, &mut slot) else {
        return shadow::set(address, 0);
    };
    let record = type_of(leaf.type_index);
    let size = record.size;
    match record.kind {
        kinds::POINTER => {
            let initial = bits_at(leaf.base, 8);
            let passed = leaf.base == region.base && !region.pointed && region.passed;
            let behind = match passed {
                true => crate::behind::of_parameter(leaf.base),
                false => leaf.behind,
            };
            if behind != 0 {
                read_all(behind, 8);
            }
            let expected = passed || leaf.begins || crate::behind::is_beginning(leaf.base);
            let (target, term) =
                crate::pointers::choose(slot.bytes(), leaf.type_index, initial, expected, behind);
            write(&leaf, 8, index, target);
            settle(&leaf, 8, index, term);
        }
        kinds::SIGNED | kinds::UNSIGNED | kinds::FLOAT if size <= 8 => {
            let bound =
                region.text && (leaf.base - region.base) / element_size == header().max_text;
            let mut bits = fixed(slot.bytes()).unwrap_or_else(|| bits_at(leaf.base, size));
            if bound {
                bits = 0;
            }
            let boolean = record.flags & flags::BOOL != 0;
            bits &= if boolean {
                1
            } else {
                crate::state::mask((8 * size) as u8)
            };
            write(&leaf, size, index, bits);
            let sort = match (record.kind, size) {
                (kinds::FLOAT, 4) => sorts::FLOAT32,
                (kinds::FLOAT, _) => sorts::FLOAT64,
                (_, size) => (8 * size) as u8,
            };
            let place = name(&[slot.bytes()]);
            let event = Event {
                what: sort,
                value: bits,
                ..Event::named(events::VARIABLE, place)
            };
            let variable = term(sort, event);
            if bound {
                let zero = with_number(operations::EQ, 1, 8, variable, 0);
                push(Event {
                    a: zero,
                    ..Event::new(events::BOUND)
                });
            }
            if boolean {
                let small = with_number(operations::ULE, 1, (8 * size) as u8, variable, 1);
                push(Event {
                    a: small,
                    ..Event::new(events::ASSUME)
                });
            }
            settle(&leaf, size, index, variable);
        }
        kinds::FLOAT if size == 16 => read_long(&leaf, index, slot.bytes()),
        _ => settle(&leaf, size.max(1), index, 0),
    }
    if shadow::get(address) & LAZY != 0 {
        shadow::set(address, 0);
    }
}

/// Fills in a `long double`: the input says which `double` it is.
fn read_long(leaf: &Leaf, region: u32, slot: &[u8]) {
    let (mantissa, rest) = (bits_at(leaf.base, 8), bits_at(leaf.base + 8, 2) as u16);
    let place = name(&[slot]);
    let known = fixed(slot).or_else(|| extended::to_double(mantissa, rest));
    let Some(bits) = known else {
        // It stays what it is, whatever else it could be.
        lost(b"a long double that is no double", 0);
        push(Event {
            b: u32::from(rest),
            value: mantissa,
            ..Event::named(events::LONG, place)
        });
        return settle(leaf, 16, region, 0);
    };
    let (mantissa, rest) = extended::from_double(bits);
    let high = Leaf {
        base: leaf.base + 8,
        type_index: leaf.type_index,
        behind: 0,
        begins: false,
    };
    write(leaf, 8, region, mantissa);
    write(&high, 8, region, u64::from(rest));
    let variable = term(
        sorts::LONG,
        Event {
            what: sorts::FLOAT64,
            value: bits,
            ..Event::named(events::VARIABLE, place)
        },
    );
    // SAFETY: terms have entries in the table; this one is no address.
    unsafe { *state().origins.add(variable as usize) = bits };
    settle(leaf, extended::SIZE as u64, region, variable);
    let padding = Leaf {
        base: leaf.base + extended::SIZE as u64,
        type_index: leaf.type_index,
        behind: 0,
        begins: false,
    };
    settle(&padding, 16 - extended::SIZE as u64, region, 0);
}

/// Reads all of a range that was not read yet.
pub fn read_all(address: u64, size: u64) {
    for byte in 0..size {
        if shadow::get(address + byte) & LAZY != 0 {
            read(address + byte);
        }
    }
}

/// The driver's call: a variable of the type is input under the name.
///
/// # Safety
/// The name is a C string, the address that of a variable of the type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ep_make(address: u64, type_index: u32, slot: *const u8) {
    let size = type_of(type_index).size;
    // SAFETY: as the caller promises.
    unsafe { core::ptr::write_bytes(address as *mut u8, 0, size as usize) };
    let place = name(&[unsafe { crate::state::text(slot) }]);
    add(
        InputRegion {
            passed: true,
            ..InputRegion::new(address, type_index, place)
        },
        size,
    );
}

/// An object that a pointer of the input leads to.
pub fn add_object(slot: &[u8], pointer: u32, base: u64, element: u32, size: u64, text: bool) {
    let place = name(&[slot]);
    push(Event {
        b: pointer,
        value: base,
        ..Event::named(events::OBJECT, place)
    });
    let region = InputRegion {
        pointed: true,
        object: true,
        text,
        ..InputRegion::new(base, element, place)
    };
    add(region, size);
}

/// The driver's call: a global is input under its name; what the input does
/// not fix stays as it was initialised.
///
/// # Safety
/// The name is a C string, the address that of a global of the type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ep_make_global(address: u64, type_index: u32, slot: *const u8) {
    let place = name(&[unsafe { crate::state::text(slot) }]);
    push(Event {
        b: type_index,
        ..Event::named(events::GLOBAL, place)
    });
    add(
        InputRegion::new(address, type_index, place),
        type_of(type_index).size,
    );
}

/// The input regions that are texts are those of pointers to characters.
pub fn is_text(pointer: &TypeRecord) -> bool {
    pointer.flags & flags::TEXT != 0
}

/// At the end: how much of each input object was used.
pub fn report_use() {
    for region in regions() {
        if region.object
            && let Some(object) = crate::regions::object(region.base)
        {
            push_last(Event {
                what: u8::from(object.owned),
                a: object.used as u32,
                value: region.base,
                ..Event::new(events::USED)
            });
        }
    }
}
