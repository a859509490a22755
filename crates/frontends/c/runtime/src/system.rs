//! The few calls of the C library that the runtime itself makes.

use core::ffi::{c_char, c_int, c_long, c_uint, c_void};

pub const PROT_READ: c_int = 1;
pub const PROT_WRITE: c_int = 2;
pub const MAP_SHARED: c_int = 1;
pub const MAP_PRIVATE: c_int = 2;
pub const MAP_FIXED_NOREPLACE: c_int = 0x10_0000;
pub const MAP_ANONYMOUS: c_int = 0x20;
pub const MAP_NORESERVE: c_int = 0x4000;
pub const SIGSEGV: c_int = 11;

#[repr(C)]
pub struct Timer {
    pub interval: [c_long; 2],
    pub value: [c_long; 2],
}

#[repr(C)]
pub struct Limit {
    pub soft: u64,
    pub hard: u64,
}

#[repr(C)]
pub struct Action {
    pub handler: usize,
    pub mask: [u64; 16],
    pub flags: c_int,
    pub restorer: usize,
}

#[repr(C)]
pub struct Stack {
    pub pointer: *mut c_void,
    pub flags: c_int,
    pub size: usize,
}

unsafe extern "C" {
    pub fn mmap(
        at: *mut c_void,
        size: usize,
        protection: c_int,
        flags: c_int,
        file: c_int,
        offset: i64,
    ) -> *mut c_void;
    pub fn getenv(name: *const c_char) -> *const c_char;
    pub fn atoi(text: *const c_char) -> c_int;
    #[cfg(not(target_arch = "x86_64"))]
    pub fn fork() -> c_int;
    pub fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    pub fn read(file: c_int, to: *mut c_void, size: usize) -> isize;
    pub fn write(file: c_int, from: *const c_void, size: usize) -> isize;
    pub fn open(path: *const c_char, flags: c_int, ...) -> c_int;
    pub fn dup2(from: c_int, to: c_int) -> c_int;
    pub fn fcntl(file: c_int, command: c_int, ...) -> c_int;
    pub fn _exit(status: c_int) -> !;
    pub fn sigaction(signal: c_int, action: *const Action, old: *mut Action) -> c_int;
    pub fn sigaltstack(stack: *const Stack, old: *mut Stack) -> c_int;
    pub fn clock_gettime(clock: c_int, time: *mut i64) -> c_int;
    pub fn setitimer(which: c_int, timer: *const Timer, old: *mut Timer) -> c_int;
    pub fn setrlimit(which: c_uint, limit: *const Limit) -> c_int;
    pub fn personality(flags: u64) -> c_int;
    pub fn execv(path: *const c_char, arguments: *const *const c_char) -> c_int;
    pub fn prctl(option: c_int, ...) -> c_int;
    pub fn free(pointer: *mut c_void);
    pub fn realloc(pointer: *mut c_void, size: usize) -> *mut c_void;
}

/// Zeroed memory that takes none until it is touched.
pub fn reserve(size: usize) -> *mut u8 {
    // SAFETY: an anonymous mapping at no given place.
    let at = unsafe {
        mmap(
            core::ptr::null_mut(),
            size,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
            -1,
            0,
        )
    };
    if at as isize == -1 {
        crate::state::end(crate::layout::Ending::Memory, 0, 0)
    }
    at.cast()
}
