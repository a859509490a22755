//! What this world is like, as the variable `EVERYPATH_WORLD` says: words separated by
//! spaces, in the order of the fields. Without it, the world of nowhere.

use core::ffi::c_char;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::kernel::{self, Moment};

/// The longest name, with the zero at its end.
pub(crate) const NAME: usize = 32;

/// A world.
pub(crate) struct World {
    /// Seconds between the machine's time and the world's.
    pub(crate) shift: i64,
    pub(crate) host: [u8; NAME],
    pub(crate) user: [u8; NAME],
    pub(crate) release: [u8; NAME],
    pub(crate) user_number: u32,
    pub(crate) process: i32,
    /// Which of the worlds it is, from 0.
    pub(crate) number: u32,
}

static mut WORLD: World = World {
    shift: 0,
    host: [0; NAME],
    user: [0; NAME],
    release: [0; NAME],
    user_number: 1000,
    process: 1000,
    number: 0,
};

/// How many numbers and bytes were drawn so far.
static DRAWN: AtomicU32 = AtomicU32::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

/// The world of this process.
pub(crate) fn world() -> &'static World {
    // SAFETY: it is written once, before the program begins.
    unsafe { &*(&raw const WORLD) }
}

/// Variables that nobody is to see, and the one that says what the world is like.
const HIDDEN: [&[u8]; 2] = [b"LD_PRELOAD=", b"LD_LIBRARY_PATH="];
const SAID: &[u8] = b"EVERYPATH_WORLD=";

#[used]
#[unsafe(link_section = ".init_array")]
static BEGIN: unsafe extern "C" fn(i32, *const *const c_char, *mut *const c_char) = begin;

/// Reads what the world is like, and hides that it was said.
unsafe extern "C" fn begin(_: i32, _: *const *const c_char, environment: *mut *const c_char) {
    if environment.is_null() {
        return;
    }
    let (mut from, mut to) = (environment, environment);
    // SAFETY: the environment is an array of texts that ends with null; what is kept moves
    // towards its beginning. No other thread is there yet.
    unsafe {
        while !(*from).is_null() {
            let text = bytes_of(*from);
            if let Some(said) = text.strip_prefix(SAID) {
                read(&mut *(&raw mut WORLD), said);
            } else if !HIDDEN.iter().any(|name| text.starts_with(name)) {
                *to = *from;
                to = to.add(1);
            }
            from = from.add(1);
        }
        *to = core::ptr::null();
    }
}

/// The bytes of a text that ends with zero.
unsafe fn bytes_of(text: *const c_char) -> &'static [u8] {
    let mut length = 0;
    // SAFETY: there is a zero.
    unsafe {
        while *text.add(length) != 0 {
            length += 1;
        }
        core::slice::from_raw_parts(text.cast(), length)
    }
}

fn read(world: &mut World, said: &[u8]) {
    let mut words = said.split(|byte| *byte == b' ');
    let mut number = || words.next().map_or(0, value);
    let instant = number();
    world.user_number = number() as u32;
    world.process = number() as i32;
    world.number = number() as u32;
    // The library itself came by this descriptor, and nobody is to find it.
    kernel::close(number() as i32);
    for name in [&mut world.host, &mut world.user, &mut world.release] {
        let word = words.next().unwrap_or_default();
        let length = word.len().min(NAME - 1);
        name[..length].copy_from_slice(&word[..length]);
    }
    let mut now = Moment::default();
    kernel::clock(0, &mut now);
    world.shift = instant - now.seconds;
}

fn value(word: &[u8]) -> i64 {
    let digits = word.iter().map(|byte| i64::from(byte.wrapping_sub(b'0')));
    digits.fold(0, |value, digit| value * 10 + digit)
}

/// Copies a name with the zero at its end; whether there is room.
pub(crate) unsafe fn copy(name: &[u8; NAME], place: *mut u8, size: usize) -> bool {
    let length = name.iter().position(|byte| *byte == 0).unwrap_or(NAME - 1) + 1;
    if place.is_null() || size < length {
        return false;
    }
    // SAFETY: there is room, as just seen.
    unsafe { core::ptr::copy_nonoverlapping(name.as_ptr(), place, length) };
    true
}

/// The next number by chance. In two worlds the numbers at the same place differ in their
/// lowest bit, and in two others in their highest: whoever tosses a coin with them gets
/// another side.
pub(crate) fn drawn() -> u32 {
    const STEP: u32 = 0x2545_f491;
    let place = DRAWN.fetch_add(1, Ordering::Relaxed) + 1;
    let mixed = place.wrapping_mul(STEP) >> 1;
    match world().number {
        0 => mixed,
        1 => mixed ^ 1,
        _ => mixed ^ 0x4000_0000,
    }
}

/// Fills a place with bytes by chance.
pub(crate) unsafe fn chance(place: *mut u8, size: usize) {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    for index in 0..size {
        let number = BYTES.fetch_add(1, Ordering::Relaxed) + 1;
        let world = u64::from(world().number) << 56;
        let mut mixed = (number ^ world).wrapping_mul(STEP);
        mixed ^= mixed >> 29;
        mixed = mixed.wrapping_mul(STEP);
        // SAFETY: the place is as large as said.
        unsafe { place.add(index).write((mixed >> 56) as u8) };
    }
}
