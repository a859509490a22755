//! Loaded into a process before everything else, this library answers what a program asks
//! about its surroundings: the time, its user, its host, its number, chance. What it
//! answers is in the variable `EVERYPATH_WORLD`, which it hides. It stands in for functions
//! of the C library, calls nothing but the kernel, and links with nothing.
//!
//! Clocks that only ever measure how long something takes are left alone: waiting for a
//! moment of such a clock is the kernel's business.

#![no_std]

mod kernel;
mod world;

use core::ffi::{c_char, c_int, c_long, c_uint, c_void};

use kernel::{Moment, fail};
use world::world;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {
        kernel::exit();
    }
}

/// The clocks that tell the time of day.
const CLOCKS_OF_DAY: [c_int; 4] = [0, 5, 8, 11];

/// The time of a clock.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: c_int, time: *mut Moment) -> c_int {
    let result = kernel::clock(clock, time);
    if result < 0 {
        return fail(result);
    }
    if CLOCKS_OF_DAY.contains(&clock) && !time.is_null() {
        // SAFETY: the kernel has just written there.
        unsafe { (*time).seconds += world().shift };
    }
    0
}

fn now() -> Moment {
    let mut time = Moment::default();
    // SAFETY: there is room for it.
    unsafe { clock_gettime(0, &mut time) };
    time
}

/// The time of day in microseconds.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gettimeofday(time: *mut Moment, zone: *mut [c_int; 2]) -> c_int {
    if !time.is_null() {
        let now = now();
        // SAFETY: it was given for that; both structures are of two numbers.
        unsafe {
            (*time).seconds = now.seconds;
            (*time).parts = now.parts / 1000;
        }
    }
    if !zone.is_null() {
        // SAFETY: as above.
        unsafe { *zone = [0, 0] };
    }
    0
}

/// The time of day in seconds.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn time(place: *mut c_long) -> c_long {
    let now = now().seconds;
    if !place.is_null() {
        // SAFETY: it was given for that.
        unsafe { *place = now };
    }
    now
}

/// The time of day as C11 asks for it.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn timespec_get(time: *mut Moment, base: c_int) -> c_int {
    if base != 1 || time.is_null() {
        return 0;
    }
    // SAFETY: it was given for that.
    unsafe { *time = now() };
    base
}

/// The number of the process.
#[unsafe(no_mangle)]
pub extern "C" fn getpid() -> c_int {
    world().process
}

/// The number of its parent.
#[unsafe(no_mangle)]
pub extern "C" fn getppid() -> c_int {
    world().process - 1
}

/// The number of the user.
#[unsafe(no_mangle)]
pub extern "C" fn getuid() -> c_uint {
    world().user_number
}

/// The number of the user that counts.
#[unsafe(no_mangle)]
pub extern "C" fn geteuid() -> c_uint {
    world().user_number
}

/// The number of the group.
#[unsafe(no_mangle)]
pub extern "C" fn getgid() -> c_uint {
    world().user_number
}

/// The number of the group that counts.
#[unsafe(no_mangle)]
pub extern "C" fn getegid() -> c_uint {
    world().user_number
}

/// The name of the user.
#[unsafe(no_mangle)]
pub extern "C" fn getlogin() -> *const c_char {
    world().user.as_ptr().cast()
}

/// The name of the user, copied.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getlogin_r(place: *mut c_char, size: usize) -> c_int {
    const TOO_SMALL: c_int = 34;
    // SAFETY: it was given for that.
    match unsafe { world::copy(&world().user, place.cast(), size) } {
        true => 0,
        false => TOO_SMALL,
    }
}

/// The name of the host.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gethostname(place: *mut c_char, size: usize) -> c_int {
    const TOO_LONG: isize = -36;
    // SAFETY: it was given for that.
    match unsafe { world::copy(&world().host, place.cast(), size) } {
        true => 0,
        false => fail(TOO_LONG),
    }
}

/// The names of the system: its host and its version are those of the world.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uname(place: *mut [[u8; 65]; 6]) -> c_int {
    let result = kernel::system(place.cast::<c_void>());
    if result < 0 {
        return fail(result);
    }
    // SAFETY: the kernel has just written there.
    let [_, host, release, version, ..] = unsafe { &mut *place };
    for (field, text) in [(host, &world().host), (release, &world().release)] {
        *field = [0; 65];
        field[..world::NAME].copy_from_slice(text);
    }
    *version = [0; 65];
    version[..2].copy_from_slice(b"#1");
    0
}

/// Bytes by chance, which are the same in every run in this world.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getrandom(place: *mut u8, size: usize, _: c_uint) -> isize {
    // SAFETY: it was given for that.
    unsafe { world::chance(place, size) };
    size as isize
}

/// Bytes by chance.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getentropy(place: *mut u8, size: usize) -> c_int {
    // SAFETY: it was given for that.
    unsafe { world::chance(place, size) };
    0
}

/// A number by chance: C promises nothing about which.
#[unsafe(no_mangle)]
pub extern "C" fn rand() -> c_int {
    world::drawn() as c_int
}

/// A number by chance, in the older way.
#[unsafe(no_mangle)]
pub extern "C" fn random() -> c_long {
    c_long::from(world::drawn())
}

/// Which of the worlds this is, for who stands in for more than can be stood in for here.
#[unsafe(no_mangle)]
pub extern "C" fn everypath_world() -> c_int {
    world().number as c_int
}
