//! Operations on values of which at least one is symbolic. The instrumented
//! code calls these only then; with concrete operands it costs a comparison.

use crate::layout::{Ending, Event, casts, events, operations, sorts};
use crate::state::{decide, end, mask, seen_from_outside, sort_of, term, with_number};

/// Set in an operation's code if signed overflow is undefined.
const NO_SIGNED_WRAP: u32 = 1 << 16;

/// Checks of one place that a run decides.
const MOST_CHECKS: u8 = 8;

static mut SEEN: [u8; 1 << 14] = [0; 1 << 14];

/// Whether a check is one of the first of its place in this run: they are enough to
/// find an input that fails it. A later one that fails ends the run all the same,
/// which then is not the run that was wanted; so it is not only the first.
fn is_early(place: u32, what: u8) -> bool {
    let index = (place.wrapping_mul(31).wrapping_add(u32::from(what))) & 0x3fff;
    // SAFETY: one thread; the index is below 16,384.
    unsafe {
        let count = &mut SEEN[index as usize];
        let early = *count < MOST_CHECKS;
        *count += u8::from(early);
        early
    }
}

/// A check at a place: one of its sides is this failure, or leads to it; `None` if
/// neither does.
pub fn check(condition: u32, taken: bool, failure: Ending, place: u32) {
    decide(Event {
        what: u8::from(taken),
        flag: failure as u8,
        a: condition,
        b: seen_from_outside(place),
        ..Event::new(events::CHECK)
    });
}

fn signed(value: u64, width: u8) -> i64 {
    let shift = 64 - u32::from(width);
    ((value << shift) as i64) >> shift
}

fn overflows(what: u8, width: u8, a: u64, b: u64) -> bool {
    let (a, b) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
    let result = match what {
        operations::ADD => a + b,
        operations::SUB => a - b,
        _ => a * b,
    };
    result < -(1i128 << (width - 1)) || result >= 1i128 << (width - 1)
}

fn number(a: u32, b: u32, first: u64, second: u64) -> u64 {
    match (a, b) {
        (0, _) => first,
        (_, 0) => second,
        _ => 0,
    }
}

/// The quotient of the least number and -1 is too large.
fn check_quotient(what: u8, width: u8, a: (u32, u64), b: (u32, u64), place: u32) {
    let (least, minus_one) = (1 << (width - 1), mask(width));
    let is_early = is_early(place, what);
    let mut is = |(term, value): (u32, u64), wanted: u64| {
        if term != 0 && (is_early || (a.1 == least && b.1 == minus_one)) {
            let equal = with_number(operations::EQ, 1, width, term, wanted);
            check(equal, value == wanted, Ending::Overflow, place);
        }
        value == wanted
    };
    if is(b, minus_one) && is(a, least) {
        end(Ending::Overflow, place, 0);
    }
}

/// A wide product. That of two symbolic factors has no condition that a solver could
/// use; of those that overflow, the ones of two large factors are enough to show it.
fn check_product(width: u8, a: (u32, u64), b: (u32, u64), place: u32) {
    if !is_early(place, operations::MUL) {
        return;
    }
    let is_outside = |(term, value): (u32, u64), least: i64, most: i64| {
        let least = least as u64 & mask(width);
        let count = (most as u64).wrapping_sub(least) & mask(width);
        let offset = with_number(operations::SUB, width, width, term, least);
        let condition = with_number(operations::UGT, 1, width, offset, count);
        let outside = value.wrapping_sub(least) & mask(width) > count;
        check(condition, outside, Ending::Overflow, place);
        outside
    };
    let (least, most) = (
        signed(1 << (width - 1), width),
        signed(mask(width) >> 1, width),
    );
    let (factor, number) = match (a, b) {
        ((0, number), factor) | (factor, (0, number)) => (factor, signed(number, width)),
        _ => {
            let large = 1 << (width / 2);
            if is_outside(a, 1 - large, large - 1) {
                is_outside(b, 1 - large, large - 1);
            }
            return;
        }
    };
    match number {
        0 | 1 => false,
        -1 => is_outside(factor, -most, most),
        2.. => is_outside(factor, least / number, most / number),
        _ => is_outside(factor, most / number, least / number),
    };
}

/// An integer operation; the code is the operation, the width from bit 8 on,
/// and flags.
#[unsafe(no_mangle)]
pub extern "C" fn ep_binary(code: u32, a: u32, b: u32, first: u64, second: u64, place: u32) -> u32 {
    let what = code as u8;
    let width = (code >> 8) as u8;
    let (first, second) = (first & mask(width), second & mask(width));
    let value = number(a, b, first, second);
    match what {
        operations::UDIV | operations::SDIV | operations::UREM | operations::SREM => {
            if b != 0 {
                let zero = with_number(operations::EQ, 1, width, b, 0);
                check(zero, second == 0, Ending::DivisionByZero, place);
            }
            if second == 0 {
                end(Ending::DivisionByZero, place, 0);
            }
            let is_signed = matches!(what, operations::SDIV | operations::SREM);
            if is_signed {
                check_quotient(what, width, (a, first), (b, second), place);
            }
        }
        operations::ADD | operations::SUB | operations::MUL if code & NO_SIGNED_WRAP != 0 => {
            let fails = overflows(what, width, first, second);
            if what == operations::MUL && width > 32 {
                check_product(width, (a, first), (b, second), place);
            } else if fails || is_early(place, what) {
                let event = Event {
                    what: operations::OVERFLOWS,
                    width,
                    flag: what,
                    a,
                    b,
                    value,
                    ..Event::new(events::BINARY)
                };
                let condition = term(1, event);
                check(condition, fails, Ending::Overflow, place);
            }
            if fails {
                end(Ending::Overflow, place, 0);
            }
        }
        operations::SHL | operations::LSHR | operations::ASHR => {
            let fits = second < u64::from(width);
            if b != 0 && (!fits || is_early(place, what)) {
                let condition = with_number(operations::ULT, 1, width, b, u64::from(width));
                check(condition, fits, Ending::BadShift, place);
            }
            if !fits {
                end(Ending::BadShift, place, 0);
            }
        }
        _ => {}
    }
    term(
        width,
        Event {
            what,
            width,
            a,
            b,
            value,
            ..Event::new(events::BINARY)
        },
    )
}

/// A comparison of integers or pointers; coded as in [`ep_binary`].
#[unsafe(no_mangle)]
pub extern "C" fn ep_compare(code: u32, a: u32, b: u32, first: u64, second: u64) -> u32 {
    let width = (code >> 8) as u8;
    let value = number(a, b, first & mask(width), second & mask(width));
    let flag = (code >> 16) as u8;
    term(
        1,
        Event {
            what: code as u8,
            width,
            flag,
            a,
            b,
            value,
            ..Event::new(events::BINARY)
        },
    )
}

/// An operation or comparison of floats, by their bits.
#[unsafe(no_mangle)]
pub extern "C" fn ep_float(code: u32, a: u32, b: u32, first: u64, second: u64) -> u32 {
    let what = code as u8;
    let width = (code >> 8) as u8;
    let float = if width == 32 {
        sorts::FLOAT32
    } else {
        sorts::FLOAT64
    };
    let sort = if what >= operations::FCMP { 1 } else { float };
    let value = number(a, b, first, second);
    term(
        sort,
        Event {
            what,
            width,
            a,
            b,
            value,
            ..Event::new(events::BINARY)
        },
    )
}

/// An operation or comparison of `long double`s, by the `double`s of the same
/// value; `exact` says of which operands there is one, in its two lowest bits.
/// What an operation makes may be no `double`'s: comparisons have a term, and
/// operations with numbers that add no bits.
#[unsafe(no_mangle)]
pub extern "C" fn ep_long(
    code: u32,
    a: u32,
    b: u32,
    first: u64,
    second: u64,
    exact: u32,
    place: u32,
) -> u32 {
    let known = (a != 0 || exact & 1 != 0) && (b != 0 || exact & 2 != 0);
    if code as u8 >= operations::FCMP && known {
        let double = code & 0xff | 64 << 8;
        return ep_float(double, a, b, first, second);
    }
    if known && adds_no_bits(code as u8, a, b, first, second) {
        return term(
            sorts::LONG,
            Event {
                what: code as u8,
                width: 64,
                a,
                b,
                value: number(a, b, first, second),
                ..Event::new(events::BINARY)
            },
        );
    }
    let what = c"arithmetic of long double";
    for (term, bits) in [(a, first), (b, second)] {
        crate::memory::ep_lost(term, bits, what.as_ptr().cast(), place);
    }
    0
}

/// Whether the result is that of `double`s, whatever the symbolic operand is.
fn adds_no_bits(what: u8, a: u32, b: u32, first: u64, second: u64) -> bool {
    const MAGNITUDE: u64 = u64::MAX >> 1;
    let number = match (a, b) {
        (0, _) => first & MAGNITUDE,
        (_, 0) => second & MAGNITUDE,
        _ => return false,
    };
    let (zero, one) = (number == 0, number == 0x3ff0_0000_0000_0000);
    match what {
        operations::FADD | operations::FSUB => zero,
        operations::FMUL => zero || one,
        operations::FDIV => b == 0 && one,
        _ => false,
    }
}

/// The runtime's sort of a float, and the bits of the engine's.
fn float_of(width: u8) -> (u8, u8) {
    match width {
        32 => (sorts::FLOAT32, 32),
        80 => (sorts::LONG, 64),
        _ => (sorts::FLOAT64, 64),
    }
}

/// A function of one float.
#[unsafe(no_mangle)]
pub extern "C" fn ep_float_function(code: u32, a: u32) -> u32 {
    let (sort, width) = float_of((code >> 8) as u8);
    term(
        sort,
        Event {
            what: code as u8,
            width,
            a,
            ..Event::new(events::FLOAT_UNARY)
        },
    )
}

/// A cast; the code is the cast, the width before from bit 8, after from bit 16.
#[unsafe(no_mangle)]
pub extern "C" fn ep_cast(code: u32, a: u32) -> u32 {
    let what = code as u8;
    let (from, to) = ((code >> 8) as u8, (code >> 16) as u8);
    let (sort, to) = match what {
        casts::SITOFP | casts::UITOFP | casts::FPTRUNC | casts::FPEXT => float_of(to),
        casts::BITCAST if sort_of(a) < sorts::FLOAT32 => float_of(to),
        _ => (to, to),
    };
    let from = if from == 80 { 64 } else { from };
    term(
        sort,
        Event {
            what,
            width: to,
            flag: from,
            a,
            ..Event::new(events::CAST)
        },
    )
}

/// A choice between two values by a symbolic condition, or between symbolic
/// values by a concrete one.
#[unsafe(no_mangle)]
pub extern "C" fn ep_select(
    sort: u32,
    condition: u32,
    taken: u32,
    a: u32,
    b: u32,
    first: u64,
    second: u64,
) -> u32 {
    if condition == 0 {
        return if taken != 0 { a } else { b };
    }
    let sort = sort as u8;
    let a = if a == 0 {
        crate::state::constant(sort, first & mask(sorts::bits(sort)))
    } else {
        a
    };
    let b = if b == 0 {
        crate::state::constant(sort, second & mask(sorts::bits(sort)))
    } else {
        b
    };
    term(
        sort,
        Event {
            a: condition,
            b: a,
            c: b,
            ..Event::new(events::ITE)
        },
    )
}
