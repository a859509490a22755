//! Branches, calls and frames.

use crate::layout::{EARLIER, Ending, Event, MOST_EARLIER, events, operations};
use crate::state::{decide, end, end_with, mask, text, with_number};

unsafe extern "C" {
    #[link_name = "__start_ep_text"]
    static FIRST_FUNCTION: u8;
    #[link_name = "__stop_ep_text"]
    static LAST_FUNCTION: u8;
}

/// The terms of a call's arguments, and whom they are for; the instrumented
/// code writes and reads them itself.
#[unsafe(no_mangle)]
pub static mut ep_arguments: [u32; 64] = [0; 64];
/// Where the arguments that are copies come from.
#[unsafe(no_mangle)]
pub static mut ep_sources: [u64; 64] = [0; 64];
/// The function that is being called.
#[unsafe(no_mangle)]
pub static mut ep_callee: u64 = 0;
/// The term of the last result.
#[unsafe(no_mangle)]
pub static mut ep_result: [u32; 8] = [0; 8];
/// The function that gave it.
#[unsafe(no_mangle)]
pub static mut ep_result_of: u64 = 0;

/// A branch on a symbolic condition; the goals of its sides follow each other.
#[unsafe(no_mangle)]
pub extern "C" fn ep_branch(condition: u32, taken: u32, goal: u32) {
    let other = match goal {
        0 => 0,
        goal if taken != 0 => goal + 1,
        goal => goal,
    };
    decide(Event {
        what: taken as u8,
        a: condition,
        c: other,
        ..Event::new(events::BRANCH)
    });
}

/// A switch on a symbolic value: one condition for each case up to the one
/// taken. Goals count from 1: one for each case, then the default's.
///
/// # Safety
/// There are `count` cases.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ep_switch(
    condition: u32,
    value: u64,
    width: u32,
    cases: *const u64,
    count: u32,
    goal: u32,
) {
    let value = value & mask(width as u8);
    for index in 0..count {
        let case = unsafe { *cases.add(index as usize) } & mask(width as u8);
        let taken = value == case;
        let equal = with_number(operations::EQ, 1, width as u8, condition, case);
        let other = match (goal, taken) {
            (0, _) => 0,
            (goal, false) => goal + index,
            (goal, true) if index + 1 == count => goal + count,
            _ => 0,
        };
        decide(Event {
            what: u8::from(taken),
            a: equal,
            c: other,
            ..Event::new(events::BRANCH)
        });
        if taken {
            return;
        }
    }
}

/// Marks the side of a switch that is taken.
///
/// # Safety
/// There are `count` cases.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ep_switch_covered(
    value: u64,
    width: u32,
    cases: *const u64,
    count: u32,
    goal: u32,
) {
    let value = value & mask(width as u8);
    let mut index = 0;
    while index < count && unsafe { *cases.add(index as usize) } & mask(width as u8) != value {
        index += 1;
    }
    unsafe { *crate::state::ep_coverage.add((goal + index) as usize) = 1 };
}

/// How often the unit is called before the call that counts. More often would
/// be possible too.
#[unsafe(no_mangle)]
pub extern "C" fn ep_earlier() -> u32 {
    let slot = EARLIER.as_bytes();
    let wanted = crate::inputs::fixed(slot).unwrap_or(0) as u32;
    let taken = wanted.min(MOST_EARLIER);
    let place = crate::state::name(&[slot]);
    decide(Event {
        what: taken as u8,
        flag: MOST_EARLIER as u8 + 1,
        width: 1,
        ..Event::named(events::CHOICE, place)
    });
    taken
}

/// The unit is entered: what was decided so far belongs to its invariant.
#[unsafe(no_mangle)]
pub extern "C" fn ep_enter_unit() {
    crate::allocations::enter();
    crate::state::push(Event::new(events::ENTRY));
}

/// The invariant was asked before the call.
#[unsafe(no_mangle)]
pub extern "C" fn ep_require(holds: i32) {
    if holds == 0 {
        end(Ending::Rejected, 0, 0);
    }
}

/// The invariant was asked after the call.
#[unsafe(no_mangle)]
pub extern "C" fn ep_ensure(holds: i32) {
    if holds == 0 {
        end(Ending::Violated, 0, 0);
    }
}

/// Which part of the unit is to run.
#[unsafe(no_mangle)]
pub extern "C" fn ep_part() -> i32 {
    crate::state::header().part as i32
}

#[unsafe(no_mangle)]
pub extern "C" fn ep_exit(status: i32) -> ! {
    end(Ending::Exited, 0, u64::from(status as u8))
}

#[unsafe(no_mangle)]
pub extern "C" fn ep_abort(place: u32) -> ! {
    end(Ending::Aborted, place, 0)
}

#[unsafe(no_mangle)]
pub extern "C" fn ep_unreachable(place: u32) -> ! {
    end(Ending::Unreachable, place, 0)
}

/// `assert` as glibc calls it.
///
/// # Safety
/// The expression is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ep_assert_fail(
    expression: *const u8,
    _file: *const u8,
    line: u32,
    _function: *const u8,
) -> ! {
    end_with(Ending::Assertion, line, unsafe { text(expression) })
}

/// Something that no run can go through.
///
/// # Safety
/// The construct is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ep_unsupported(construct: *const u8, place: u32) -> ! {
    end_with(Ending::Unsupported, place, unsafe { text(construct) })
}

/// A parameter that is a copy takes over the terms of what it is a copy of.
#[unsafe(no_mangle)]
pub extern "C" fn ep_receive(address: u64, size: u64, index: u32) {
    // SAFETY: one thread; the index is below 64.
    let source = unsafe { ep_sources[index as usize] };
    if source == 0 {
        return crate::shadow::clear(address, size);
    }
    crate::shadow::copy(address, source, size);
    // SAFETY: as above.
    unsafe { ep_sources[index as usize] = 0 };
}

/// Before a call through a pointer.
#[unsafe(no_mangle)]
pub extern "C" fn ep_indirect_call(address: u64, place: u32) {
    if address < 4096 {
        end(Ending::NullPointer, place, address);
    }
    let own = &raw const FIRST_FUNCTION as u64..&raw const LAST_FUNCTION as u64;
    if !own.contains(&address) {
        // Nobody knows what is there.
        crate::snapshot::changed();
    }
}

/// After a call through a pointer: if nobody took the arguments, the callee
/// is not instrumented.
#[unsafe(no_mangle)]
pub extern "C" fn ep_indirect(what: *const u8, place: u32) {
    // SAFETY: one thread; the instrumented code passes a C string.
    unsafe {
        if ep_callee != 0 {
            ep_callee = 0;
            crate::state::lost(text(what), place);
        }
    }
}
