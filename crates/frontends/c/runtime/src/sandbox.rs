//! What a run may not do to the machine: the kernel refuses what writes
//! files, starts programs, sends signals or opens connections.

#[cfg(target_arch = "x86_64")]
mod filter {
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

    /// Numbers of system calls: sockets, fork, exec, kill, files, mounts.
    const REFUSED: [u32; 43] = [
        41, 42, 43, 44, 46, 49, 50, 56, 57, 58, 59, 62, 76, 77, 82, 83, 84, 85, 86, 87, 88, 90, 91,
        92, 93, 94, 101, 132, 133, 155, 161, 165, 166, 169, 200, 258, 259, 263, 264, 265, 266, 316,
        322,
    ];
    const SIZE: usize = 1 + REFUSED.len() + 8;

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
            list[index + 1] = next(JUMP_EQUAL, REFUSED[index], to_end, 0);
            index += 1;
        }
        let at = 1 + REFUSED.len();
        // open(path, flags) and openat(directory, path, flags).
        list[at] = next(JUMP_EQUAL, 2, 1, 0);
        list[at + 1] = next(JUMP_EQUAL, 257, 2, 4);
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
}

static mut ENTERED: bool = false;

/// From here on the process is harmless. Instrumented code makes no system
/// calls: a run enters before it calls anything else, since a filter takes the
/// kernel longer than most runs take.
pub fn enter() {
    // SAFETY: one thread.
    unsafe {
        if ENTERED {
            return;
        }
        ENTERED = true;
    }
    crate::snapshot::changed();
    #[cfg(target_arch = "x86_64")]
    filter::enter();
}
