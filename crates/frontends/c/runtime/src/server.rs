//! The fork server: set up once, then one process for each run.

use core::ffi::{c_int, c_void};

use crate::layout::{Ending, Header, MAGIC, WAITING};
use crate::state::{attach, end, header, state};
use crate::system::{self, Action, Limit, Stack, Timer};
use crate::{sandbox, snapshot};

/// Where the server keeps its two pipes.
const COMMANDS: c_int = 198;
const REPLIES: c_int = 199;
const SA_SIGINFO: c_int = 4;
const SA_ONSTACK: c_int = 0x0800_0000;
const SIGNALS: [c_int; 5] = [4, 7, 8, 11, 5];
const FIXED_ADDRESSES: c_int = 0x004_0000;
const RLIMIT_STACK: u64 = 8 << 20;
const ITIMER_REAL: c_int = 0;
const ITIMER_PROF: c_int = 2;
const CLOCK_PROCESS: c_int = 2;

unsafe extern "C" {
    /// The driver's: what is the same for all runs.
    fn ep_setup();
    /// The driver's: runs a unit.
    fn ep_drive(unit: u64);
}

static mut STACK_TOP: u64 = 0;

extern "C" fn on_signal(signal: c_int, information: *const c_int, _context: *mut c_void) {
    // SAFETY: the kernel passes a siginfo; the address of a fault is at byte 16.
    let address = unsafe { *information.cast::<u64>().add(2) };
    let top = unsafe { STACK_TOP };
    // The handler is on a stack of its own.
    snapshot::changed();
    if signal == system::SIGSEGV {
        if address < 4096 {
            end(Ending::NullPointer, 0, 0);
        }
        if address < top && address > top.saturating_sub(RLIMIT_STACK + (1 << 20)) {
            end(Ending::CallDepth, 0, 0);
        }
    }
    if signal == 8 {
        end(Ending::DivisionByZero, 0, 0);
    }
    end(Ending::Signal, 0, signal as u64)
}

fn catch_signals() {
    let stack = Stack {
        pointer: system::reserve(1 << 16).cast(),
        flags: 0,
        size: 1 << 16,
    };
    // SAFETY: plain system calls on our own data.
    unsafe {
        system::sigaltstack(&stack, core::ptr::null_mut());
        let action = Action {
            handler: on_signal as *const () as usize,
            mask: [0; 16],
            flags: SA_SIGINFO | SA_ONSTACK,
            restorer: 0,
        };
        for signal in SIGNALS {
            system::sigaction(signal, &action, core::ptr::null_mut());
        }
    }
}

/// What a run may take; runs inherit it, and how signals are caught.
fn limit_memory() {
    let most = header().memory + (20 << 30);
    let memory = Limit {
        soft: most,
        hard: most,
    };
    // SAFETY: a plain system call on our own data.
    unsafe { system::setrlimit(9, &memory) };
}

/// Where the stack of a run begins.
pub fn stack_top() -> u64 {
    // SAFETY: one thread.
    unsafe { STACK_TOP }
}

/// Ends the process unless it is told otherwise before it has used so much of a processor;
/// 0 takes that back.
fn set_alarm(micros: u64) {
    for (clock, micros) in [(ITIMER_PROF, micros), (ITIMER_REAL, micros * WAITING)] {
        let timer = Timer {
            interval: [0, 0],
            value: [(micros / 1_000_000) as i64, (micros % 1_000_000) as i64],
        };
        // SAFETY: a plain system call on our own data.
        unsafe { system::setitimer(clock, &timer, core::ptr::null_mut()) };
    }
}

/// The time that this process has had of a processor, in microseconds.
fn processor_time() -> u64 {
    let mut time = [0i64; 2];
    // SAFETY: a plain system call on our own data.
    unsafe { system::clock_gettime(CLOCK_PROCESS, time.as_mut_ptr()) };
    time[0] as u64 * 1_000_000 + time[1] as u64 / 1_000
}

/// One run.
extern "C" fn run() -> ! {
    let here = 0u64;
    // SAFETY: one thread; the driver is linked in.
    unsafe {
        STACK_TOP = &raw const here as u64;
        state().running = true;
        ep_drive(header().unit);
    }
    end(Ending::Returned, 0, 0)
}

/// Runs in a process of their own, for as long as each leaves it as it was.
/// The server waits meanwhile; commands are read, and answered, here.
fn run_on() -> ! {
    loop {
        let before = processor_time();
        set_alarm(header().time);
        snapshot::attempt(run);
        set_alarm(0);
        header().used = processor_time().saturating_sub(before);
        reply_and_wait();
        clear_header();
    }
}

/// Says that a run is over, and waits for the next; ends if there is none.
fn reply_and_wait() {
    let mut byte = 0u8;
    // SAFETY: plain system calls on our own data.
    unsafe {
        if system::write(REPLIES, (&raw const byte).cast(), 1) != 1
            || system::read(COMMANDS, (&raw mut byte).cast(), 1) != 1
        {
            system::_exit(0);
        }
    }
}

/// Forgets how the last run ended.
fn clear_header() {
    let header = header();
    header.ending = Ending::None as u64;
    header.names_used = 0;
    header.events_used = 0;
    header.text_size = 0;
    header.detail = 0;
    header.used = 0;
    header.place = 0;
}

/// The program begins here; its own `main` has another name.
#[unsafe(no_mangle)]
pub extern "C" fn main(_count: c_int, arguments: *const *const u8) -> c_int {
    // SAFETY: plain system calls. Addresses are parts of terms: they have to
    // be the same each time. Where the kernel refuses, they are the same for
    // as long as the server lives.
    unsafe {
        let current = system::personality(u64::from(u32::MAX));
        if current >= 0
            && current & FIXED_ADDRESSES == 0
            && system::personality((current | FIXED_ADDRESSES) as u64) >= 0
        {
            let now = system::personality(u64::from(u32::MAX));
            if now >= 0 && now & FIXED_ADDRESSES != 0 {
                system::execv(c"/proc/self/exe".as_ptr(), arguments.cast());
            }
        }
    }
    // SAFETY: plain system calls; the shared memory is as large as its head says.
    unsafe {
        let file = system::getenv(c"EVERYPATH_MEMORY".as_ptr());
        if file.is_null() {
            return 2;
        }
        let file = system::atoi(file);
        let protection = system::PROT_READ | system::PROT_WRITE;
        let head = system::mmap(
            core::ptr::null_mut(),
            4096,
            protection,
            system::MAP_SHARED,
            file,
            0,
        )
        .cast::<Header>();
        if head as isize == -1 || (*head).magic != MAGIC {
            return 2;
        }
        let size = (*head).size as usize;
        let base = system::mmap(
            core::ptr::null_mut(),
            size,
            protection,
            system::MAP_SHARED,
            file,
            0,
        );
        if base as isize == -1 {
            return 2;
        }
        attach(base.cast());
        system::dup2(0, COMMANDS);
        system::dup2(1, REPLIES);
        for kept in [COMMANDS, REPLIES] {
            system::fcntl(kept, 2, 1);
        }
        let nothing = system::open(c"/dev/null".as_ptr(), 2);
        // The subject could write to what is shared, too. It may have a function of its own
        // that is called `close`.
        for number in [0, 1, 2, file] {
            system::dup2(nothing, number);
        }
        crate::shadow::prepare();
        crate::regions::prepare();
        crate::inputs::prepare();
        crate::pointers::prepare();
        crate::variadic::prepare();
        crate::contexts::prepare();
        crate::streams::prepare();
        ep_setup();
        limit_memory();
        catch_signals();
        sandbox::enter();
        snapshot::prepare();
        snapshot::clear_stack();
        serve()
    }
}

/// Answers each byte with one run. Most are made by a process that goes on
/// with the next; the server makes another when it ends.
fn serve() -> ! {
    loop {
        reply_and_wait();
        clear_header();
        let header = header();
        // SAFETY: plain system calls on our own data.
        unsafe {
            let child = sandbox::fork();
            if child == 0 {
                run_on();
            }
            let mut status = 0;
            if child < 0 || system::waitpid(child, &mut status, 0) != child {
                header.ending = Ending::Broken as u64;
            }
            if header.ending == Ending::None as u64 && status != 0 {
                header.ending = Ending::Signal as u64;
                header.detail = (status & 0x7f) as u64;
            }
        }
    }
}
