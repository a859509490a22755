//! One process makes many runs: what a run changed is put back, which takes a
//! small part of what a new process takes. That holds for runs of instrumented
//! code alone, of which every write is known. After a run that called other
//! code, wrote where nobody keeps books, or took much memory, the process ends,
//! and the server makes a new one.

use core::ffi::c_int;

use crate::regions;
use crate::system;

/// Bytes of variables that are compared after each run.
const MOST_BYTES: usize = 1 << 20;
const BLOCK: usize = 4096;
/// Bytes of stack that look unused before the rest is taken to be.
const UNUSED_STACK: usize = 8 * BLOCK;

unsafe extern "C" {
    #[link_name = "__data_start"]
    static mut FIRST_BYTE: u8;
    #[link_name = "_end"]
    static mut LAST_BYTE: u8;
    fn __errno_location() -> *mut c_int;
}

/// The variables before the first run; none where runs cannot be repeated.
static mut KEPT: *mut u8 = core::ptr::null_mut();
/// Whether the run changed something that cannot be put back.
static mut CHANGED: bool = false;
/// The frame to go back to at the end of a run.
static mut FRAME: u64 = 0;

fn variables() -> (*mut u8, usize) {
    let (first, last) = (&raw mut FIRST_BYTE, &raw mut LAST_BYTE);
    (first, last as usize - first as usize)
}

/// Something was changed that cannot be put back.
pub fn changed() {
    // SAFETY: one thread.
    unsafe { CHANGED = true };
}

/// A write to an address that is in no object.
pub fn wrote(address: u64) {
    let here = 0u8;
    let stack = &raw const here as u64..crate::server::stack_top();
    let (first, size) = variables();
    let known = first as u64..first as u64 + size as u64;
    // SAFETY: the C library's function has no effect.
    let errno = unsafe { __errno_location() } as u64;
    if address != errno && !stack.contains(&address) && !known.contains(&address) {
        changed();
    }
}

/// Before the first run: keeps the variables as they are.
pub fn prepare() {
    let (first, size) = variables();
    let inside = |base: u64| (first as u64..first as u64 + size as u64).contains(&base);
    let known = regions::variables().all(|region| inside(region.base));
    if !cfg!(target_arch = "x86_64") || size > MOST_BYTES || !known {
        return;
    }
    let kept = system::reserve(size);
    // SAFETY: the linker gives the ends of the variables; the copy is as large.
    unsafe {
        KEPT = kept;
        core::ptr::copy_nonoverlapping(first, kept, size);
    }
}

/// Makes one run; it comes back if the process can make another.
pub fn attempt(run: extern "C" fn() -> !) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the frame that is gone back to is the one that called.
    unsafe {
        ep_attempt(&raw mut FRAME, run);
        put_back();
    }
    #[cfg(not(target_arch = "x86_64"))]
    run();
}

/// The run is over: back to where it began, unless it changed something that
/// cannot be put back.
pub fn leave() {
    // SAFETY: one thread; the frame is that of `attempt`, which has not returned.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        if KEPT.is_null() || CHANGED || FRAME == 0 || !regions::is_small() {
            return;
        }
        ep_leave(FRAME);
    }
}

/// Puts back what the run changed.
///
/// # Safety
/// The run is over, and the variables were kept.
#[cfg(target_arch = "x86_64")]
unsafe fn put_back() {
    crate::state::clear_terms();
    crate::shadow::clear_all();
    regions::clear_heap();
    let (first, size) = variables();
    // SAFETY: the ranges are as large as when they were copied. What differs is
    // written, so that what the linker protected stays untouched.
    unsafe {
        let kept = KEPT;
        let mut at = 0;
        while at < size {
            let part = BLOCK.min(size - at);
            let now = core::slice::from_raw_parts(first.add(at), part);
            let before = core::slice::from_raw_parts(kept.add(at), part);
            if now != before {
                core::ptr::copy_nonoverlapping(kept.add(at), first.add(at), part);
            }
            at += part;
        }
        *__errno_location() = 0;
    }
    clear_stack();
}

/// Makes the stack below here what it was before the run: nothing. What is left of
/// the first block, `attempt` clears.
#[inline(never)]
pub fn clear_stack() {
    let here = 0u8;
    let mut at = (&raw const here as usize & !(BLOCK - 1)) - BLOCK;
    let mut unused = 0;
    while unused < UNUSED_STACK {
        // SAFETY: below every frame but our own, which ends above the block.
        let block = unsafe { core::slice::from_raw_parts_mut(at as *mut u64, BLOCK / 8) };
        if block.iter().any(|word| *word != 0) {
            block.fill(0);
            unused = 0;
        } else {
            unused += BLOCK;
        }
        at -= BLOCK;
    }
}

#[cfg(target_arch = "x86_64")]
unsafe extern "C" {
    /// Calls a function that does not return, and notes its own frame.
    fn ep_attempt(frame: *mut u64, run: extern "C" fn() -> !);
    /// Returns from the `ep_attempt` whose frame it is.
    fn ep_leave(frame: u64) -> !;
}

#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(
    ".globl ep_attempt",
    "ep_attempt:",
    "push rbp",
    "push rbx",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "sub rsp, 8",
    "mov [rdi], rsp",
    // What nobody has set is zero, whatever was on the stack before.
    "mov rdx, rsi",
    "lea rdi, [rsp - 8192]",
    "mov ecx, 1024",
    "xor eax, eax",
    "rep stosq",
    "call rdx",
    "ud2",
    ".globl ep_leave",
    "ep_leave:",
    "lea rsp, [rdi + 8]",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbx",
    "pop rbp",
    "ret",
);
