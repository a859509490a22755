//! What a run may not do to the machine: the kernel refuses what writes
//! files, starts programs or processes, sends signals or opens connections. The
//! server enters once, since a filter takes the kernel longer than most runs take;
//! it makes processes by a call that the filter knows by a word of its own.

use core::ffi::c_int;

#[cfg(not(target_arch = "x86_64"))]
use crate::system;

#[cfg(target_arch = "x86_64")]
mod filter {
    use core::ffi::c_int;

    use crate::refused::{CLONE, OPEN, OPEN_AT, REFUSED};
    use crate::system;

    #[repr(C)]
    struct Instruction {
        code: u16,
        yes: u8,
        no: u8,
        value: u32,
    }

    #[repr(C)]
    struct Program {
        size: u16,
        instructions: *const Instruction,
    }

    const LOAD: u16 = 0x20;
    const JUMP_EQUAL: u16 = 0x15;
    const JUMP_ANY_BIT: u16 = 0x45;
    const RETURN: u16 = 0x06;
    const ALLOW: u32 = 0x7fff_0000;
    const REFUSE: u32 = 0x0005_0000 | 1;
    /// O_WRONLY, O_RDWR, O_CREAT, O_TRUNC.
    const WRITES: u32 = 1 | 2 | 0o100 | 0o1000;

    /// What the server says when it makes a process.
    const WORD: u64 = 0x4576_6572_7970_6174;
    /// The parent is told of the end; the C library's number of the thread is set.
    const FLAGS: u64 = 17 | 0x0100_0000 | 0x0020_0000;
    const GET_TID_ADDRESS: i32 = 40;

    const SIZE: usize = 1 + REFUSED.len() + 5 + 8;

    const fn next(code: u16, value: u32, yes: u8, no: u8) -> Instruction {
        Instruction {
            code,
            yes,
            no,
            value,
        }
    }

    const fn program() -> [Instruction; SIZE] {
        let mut list = [const { next(RETURN, ALLOW, 0, 0) }; SIZE];
        list[0] = next(LOAD, 0, 0, 0);
        let mut index = 0;
        while index < REFUSED.len() {
            let to_end = (SIZE - 1 - (index + 2)) as u8;
            list[index + 1] = next(JUMP_EQUAL, REFUSED[index].0, to_end, 0);
            index += 1;
        }
        let at = 1 + REFUSED.len();
        // clone(flags, stack, parent, child, word), both halves of the word.
        list[at] = next(JUMP_EQUAL, CLONE, 0, 4);
        list[at + 1] = next(LOAD, 16 + 32, 0, 0);
        list[at + 2] = next(JUMP_EQUAL, WORD as u32, 0, (SIZE - 1 - (at + 3)) as u8);
        list[at + 3] = next(LOAD, 16 + 36, 0, 0);
        let (allowed, refused) = (SIZE - 2 - (at + 5), SIZE - 1 - (at + 5));
        let high = (WORD >> 32) as u32;
        list[at + 4] = next(JUMP_EQUAL, high, allowed as u8, refused as u8);
        let at = at + 5;
        // open(path, flags) and openat(directory, path, flags).
        list[at] = next(JUMP_EQUAL, OPEN, 1, 0);
        list[at + 1] = next(JUMP_EQUAL, OPEN_AT, 2, 4);
        list[at + 2] = next(LOAD, 16 + 8, 0, 0);
        list[at + 3] = next(JUMP_ANY_BIT, WRITES, 3, 2);
        list[at + 4] = next(LOAD, 16 + 16, 0, 0);
        list[at + 5] = next(JUMP_ANY_BIT, WRITES, 1, 0);
        list[at + 6] = next(RETURN, ALLOW, 0, 0);
        list[at + 7] = next(RETURN, REFUSE, 0, 0);
        list
    }

    static INSTRUCTIONS: [Instruction; SIZE] = program();

    pub fn enter() {
        let program = Program {
            size: SIZE as u16,
            instructions: INSTRUCTIONS.as_ptr(),
        };
        // SAFETY: the kernel copies the filter.
        unsafe {
            system::prctl(38, 1usize, 0usize, 0usize, 0usize);
            system::prctl(22, 2usize, &raw const program);
        }
    }

    pub fn fork() -> c_int {
        let mut number: *mut c_int = core::ptr::null_mut();
        let made: isize;
        // SAFETY: the C library keeps the thread's number where the kernel clears
        // it; a new process has a copy of all memory, so both go on from here.
        unsafe {
            system::prctl(GET_TID_ADDRESS, &raw mut number);
            let flags = if number.is_null() { 17 } else { FLAGS };
            core::arch::asm!(
                "syscall",
                inlateout("rax") CLONE as isize => made,
                in("rdi") flags,
                in("rsi") 0u64,
                in("rdx") 0u64,
                in("r10") number,
                in("r8") WORD,
                lateout("rcx") _,
                lateout("r11") _,
            );
        }
        made as c_int
    }
}

/// From here on the process, and those that it makes, are harmless.
pub fn enter() {
    #[cfg(target_arch = "x86_64")]
    filter::enter();
}

/// Makes a process for runs: 0 in it, its number here.
pub fn fork() -> c_int {
    #[cfg(target_arch = "x86_64")]
    return filter::fork();
    // SAFETY: one thread.
    #[cfg(not(target_arch = "x86_64"))]
    unsafe {
        system::fork()
    }
}
