//! Calls of the kernel, made directly: the functions of the C library that make them are
//! those that are stood in for.

use core::ffi::{c_int, c_void};

/// A moment: seconds and parts of a second.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Moment {
    pub(crate) seconds: i64,
    pub(crate) parts: i64,
}

#[cfg(target_arch = "x86_64")]
mod number {
    pub(crate) const CLOCK: usize = 228;
    pub(crate) const SYSTEM: usize = 63;
    pub(crate) const CLOSE: usize = 3;
    pub(crate) const EXIT: usize = 231;
}
#[cfg(target_arch = "aarch64")]
mod number {
    pub(crate) const CLOCK: usize = 113;
    pub(crate) const SYSTEM: usize = 160;
    pub(crate) const CLOSE: usize = 57;
    pub(crate) const EXIT: usize = 94;
}

#[cfg(target_arch = "x86_64")]
fn call(number: usize, first: usize, second: usize) -> isize {
    let result: isize;
    // SAFETY: the kernel keeps all registers but those that are named.
    unsafe {
        core::arch::asm!(
            "syscall",
            inlateout("rax") number => result,
            in("rdi") first,
            in("rsi") second,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result
}

#[cfg(target_arch = "aarch64")]
fn call(number: usize, first: usize, second: usize) -> isize {
    let result: isize;
    // SAFETY: the kernel keeps all registers but the first.
    unsafe {
        core::arch::asm!(
            "svc 0",
            in("x8") number,
            inlateout("x0") first => result,
            in("x1") second,
            options(nostack),
        );
    }
    result
}

/// The time of a clock; negative if there is none.
pub(crate) fn clock(which: c_int, time: *mut Moment) -> isize {
    call(number::CLOCK, which as usize, time as usize)
}

/// The names of the system; negative if there is no room.
pub(crate) fn system(place: *mut c_void) -> isize {
    call(number::SYSTEM, place as usize, 0)
}

/// Closes a descriptor.
pub(crate) fn close(descriptor: c_int) {
    call(number::CLOSE, descriptor as usize, 0);
}

/// Ends the process.
pub(crate) fn exit() {
    call(number::EXIT, 134, 0);
}

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
}

/// What functions answer that failed.
pub(crate) fn fail(result: isize) -> c_int {
    // SAFETY: the C library has such a place for each thread.
    unsafe { *__errno_location() = -result as c_int };
    -1
}
