//! Pointers that are the ends of ranges: such a pointer leads into the object of the
//! one that it is behind, as many elements further as the input says.

use crate::accesses::remember;
use crate::inputs::{self, Name, fixed};
use crate::layout::{Event, casts, events, kinds, operations};
use crate::members::type_of;
use crate::memory::{bits_at, term_at};
use crate::regions::{Kind, find};
use crate::state::{header, name, push, term, with_number};

const MOST: usize = 16;

/// The addresses of parameters that are ends, and of the beginnings; and whether these
/// are what the parameters there lead to.
static mut PARAMETERS: [(u64, u64, bool); MOST] = [(0, 0, false); MOST];
/// Where the last beginning is that a parameter leads to.
static mut BEGINNING: u64 = 0;

/// The driver's call: one parameter is a pointer behind another, or behind the one
/// that the other leads to.
#[unsafe(no_mangle)]
pub extern "C" fn ep_behind(end: u64, begin: u64, pointee: i32) {
    // SAFETY: one thread.
    let parameters = unsafe { &mut *(&raw mut PARAMETERS) };
    if let Some(place) = parameters.iter_mut().find(|(known, ..)| *known == 0) {
        *place = (end, begin, pointee != 0);
    }
}

/// Whether the pointer at an address is a beginning that a parameter leads to.
pub fn is_beginning(address: u64) -> bool {
    // SAFETY: one thread.
    unsafe { BEGINNING == address }
}

/// The address of the parameter that the one at an address is behind; 0 for none.
pub fn of_parameter(address: u64) -> u64 {
    // SAFETY: one thread.
    let parameters = unsafe { &*(&raw const PARAMETERS) };
    let found = parameters.iter().find(|(end, ..)| *end == address);
    let Some((_, begin, is_pointee)) = found else {
        return 0;
    };
    if !is_pointee {
        return *begin;
    }
    inputs::read_all(*begin, 8);
    let beginning = bits_at(*begin, 8);
    let is_there = find(beginning).is_some_and(|region| region.size >= 8);
    if beginning == 0 || !is_there || !is_pointer(beginning) {
        return 0;
    }
    // SAFETY: one thread.
    unsafe { BEGINNING = beginning };
    beginning
}

/// Whether an object of the input holds pointers.
fn is_pointer(base: u64) -> bool {
    let mut input = inputs::regions().iter();
    let object = input.find(|one| one.base == base && one.object);
    object.is_some_and(|object| type_of(object.element).kind == kinds::POINTER)
}

/// The rest of an object, from a pointer on.
pub struct Range {
    begin: u64,
    /// The term of the pointer; 0 if it is concrete.
    begin_term: u32,
    /// Where the object begins.
    pub base: u64,
    /// Bytes of the object that are in the scope.
    size: u64,
    element: u64,
}

impl Range {
    /// The range that begins with the pointer at an address, if that leads into an
    /// object of the input with numbers of the type.
    pub fn at(address: u64, element: u32) -> Option<Range> {
        if address == 0 {
            return None;
        }
        let begin = bits_at(address, 8);
        let region = find(begin).filter(|region| region.kind == Kind::Growing)?;
        let mut input = inputs::regions().iter();
        let object = input.find(|one| one.base == region.base && one.object)?;
        let record = type_of(element);
        let is_number = matches!(record.kind, kinds::SIGNED | kinds::UNSIGNED | kinds::FLOAT);
        if object.element != element || !is_number {
            return None;
        }
        let size = match object.text {
            true => header().max_text * record.size,
            false => region.size,
        };
        (begin - region.base <= size).then(|| Range {
            begin,
            begin_term: term_at(address, 8),
            base: region.base,
            size,
            element: record.size,
        })
    }

    /// The end that the input says, with its term.
    pub fn end(&self, slot: &[u8]) -> (u64, u32) {
        let mut own = Name::new();
        own.add(slot);
        own.add(b"#offset");
        let most = (self.base + self.size - self.begin) / self.element;
        let count = fixed(own.bytes()).unwrap_or(0).min(most);
        let place = name(&[own.bytes()]);
        let variable = term(
            32,
            Event {
                what: 32,
                value: count,
                ..Event::named(events::VARIABLE, place)
            },
        );
        bound(with_number(
            operations::ULE,
            1,
            32,
            variable,
            self.size / self.element,
        ));
        let wide = term(
            64,
            Event {
                what: casts::ZEXT,
                width: 64,
                flag: 32,
                a: variable,
                ..Event::new(events::CAST)
            },
        );
        let bytes = match self.element {
            1 => wide,
            element => with_number(operations::MUL, 64, 64, wide, element),
        };
        let end = match self.begin_term {
            0 => with_number(operations::ADD, 64, 64, bytes, self.begin),
            begin => {
                let sum = term(
                    64,
                    Event {
                        what: operations::ADD,
                        width: 64,
                        a: begin,
                        b: bytes,
                        ..Event::new(events::BINARY)
                    },
                );
                let offset = with_number(operations::SUB, 64, 64, sum, self.base);
                bound(with_number(operations::ULE, 1, 64, offset, self.size));
                sum
            }
        };
        remember(end, self.base, self.element);
        let address = self.begin + count * self.element;
        if let Some(region) = find(self.base) {
            region.used = region.used.max(address - self.base);
        }
        (address, end)
    }
}

/// What is beyond is outside of the scope.
fn bound(within: u32) {
    push(Event {
        a: within,
        ..Event::new(events::BOUND)
    });
}
