//! Two processes instead of one, so that either sees to the other's end: whichever is
//! killed, even by a signal that nobody can catch, the one that is left ends whatever was
//! started below and takes the temporary files away. What even that leaves, because both
//! were killed, the next run takes away.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use crate::descendants;
use crate::private::Private;

/// The signals that the process which waits passes on.
const PASSED_ON: [libc::c_int; 6] = [
    libc::SIGINT,
    libc::SIGTERM,
    libc::SIGHUP,
    libc::SIGQUIT,
    libc::SIGUSR1,
    libc::SIGUSR2,
];

/// What the process is called that is left of a command, as its only argument.
const REAPER: &str = "everypath-reaper";
/// How a command ends that was killed.
const KILLED: libc::c_int = 128 + libc::SIGKILL;

/// Splits this process in two. It returns in the one that works, a child whose temporary
/// files are in a directory of its own; the one that was started waits, passes signals on
/// and ends as the child ends. Must be called before there is a second thread. Where no
/// process can be made, it returns in the only one there is.
pub fn supervise() -> io::Result<()> {
    let parent = std::env::temp_dir();
    Private::remove_abandoned(&parent);
    let private = Private::make(&parent)?;
    let (read, write) = pipe()?;
    let waited_for = signals();
    let mut before = signals();
    // SAFETY: both sets are there; the second is filled.
    unsafe { libc::sigprocmask(libc::SIG_BLOCK, &waited_for, &mut before) };
    // SAFETY: there is no other thread that could hold a lock.
    match unsafe { libc::fork() } {
        -1 => {
            // SAFETY: the set is the one of before.
            unsafe { libc::sigprocmask(libc::SIG_SETMASK, &before, std::ptr::null_mut()) };
            private.remove();
            Ok(())
        }
        0 => {
            drop(write);
            // SAFETY: as above. A group of its own is not ended along with the other process.
            unsafe {
                libc::setpgid(0, 0);
                libc::sigprocmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
            }
            become_reaper();
            // SAFETY: there is no other thread that could read the environment.
            unsafe { std::env::set_var("TMPDIR", private.path()) };
            std::thread::Builder::new()
                .name("supervisor".to_owned())
                .spawn(move || end_with(&read, &private))?;
            Ok(())
        }
        child => {
            drop(read);
            become_reaper();
            let status = wait_for(child, &waited_for);
            descendants::end_all();
            if std::env::var_os("EVERYPATH_KEEP").is_none() {
                private.remove();
            }
            drop(write);
            end_as(status)
        }
    }
}

/// Whoever is left behind by its parent becomes a child of this process, and is found.
fn become_reaper() {
    // SAFETY: the call changes nothing but this property of the process.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
}

/// Waits until the other process is gone, and ends everything. Nobody writes to the pipe.
fn end_with(pipe: &OwnedFd, private: &Private) {
    let mut byte = 0u8;
    loop {
        // SAFETY: there is room for the byte.
        let count = unsafe { libc::read(pipe.as_raw_fd(), (&raw mut byte).cast(), 1) };
        let interrupted = io::Error::last_os_error().kind() == io::ErrorKind::Interrupted;
        if count >= 0 || !interrupted {
            break;
        }
    }
    // Another program in this process is the end of all other threads, which would take what
    // is ended now for a failure, and start something else. It has the same children.
    let parent = private.path().parent().unwrap_or(private.path());
    let _ = Command::new("/proc/self/exe")
        .arg0(REAPER)
        .env("TMPDIR", parent)
        .exec();
    descendants::end_all();
    private.remove();
    // SAFETY: it does not return; what other threads are at is of no use any more.
    unsafe { libc::_exit(KILLED) }
}

/// Ends what is below this process and takes temporary files away, if this process is what is
/// left of a command that was killed; must be asked before anything else is done.
pub fn act_as_reaper() -> Option<ExitCode> {
    if std::env::args_os().next()? != REAPER {
        return None;
    }
    descendants::end_all();
    // Nobody holds the directory of the command any more.
    Private::remove_abandoned(&std::env::temp_dir());
    Some(ExitCode::from(KILLED as u8))
}

/// The status of a child that has ended; signals that come meanwhile are passed on to it.
fn wait_for(child: libc::pid_t, signals: &libc::sigset_t) -> libc::c_int {
    loop {
        let mut status = 0;
        // SAFETY: the status is there to be filled.
        let ended = unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) };
        if ended == child {
            return status;
        }
        // SAFETY: the set is only read, and nothing more is asked of the signal.
        let signal = unsafe { libc::sigwaitinfo(signals, std::ptr::null_mut()) };
        // SAFETY: signals to the child, which is not yet waited for, and to this process.
        unsafe {
            match signal {
                libc::SIGTSTP => {
                    libc::kill(child, libc::SIGSTOP);
                    libc::kill(libc::getpid(), libc::SIGSTOP);
                }
                libc::SIGCONT => {
                    libc::kill(child, libc::SIGCONT);
                }
                signal if PASSED_ON.contains(&signal) => {
                    libc::kill(child, signal);
                }
                _ => {}
            }
        }
    }
}

/// Ends in the way that a child ended.
fn end_as(status: libc::c_int) -> ! {
    if libc::WIFEXITED(status) {
        std::process::exit(libc::WEXITSTATUS(status));
    }
    let signal = libc::WTERMSIG(status);
    // SAFETY: the default action of the signal, then the signal itself.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigprocmask(libc::SIG_SETMASK, &set, std::ptr::null_mut());
        libc::signal(signal, libc::SIG_DFL);
        libc::kill(libc::getpid(), signal);
    }
    std::process::exit(128 + signal)
}

fn signals() -> libc::sigset_t {
    let others = [libc::SIGCHLD, libc::SIGTSTP, libc::SIGCONT];
    // SAFETY: an empty set, made so, and signals that exist.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in PASSED_ON.iter().chain(&others) {
            libc::sigaddset(&mut set, *signal);
        }
        set
    }
}

/// The two ends of a pipe, the one to read from first.
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: the array has room for both, and they are nobody else's afterwards.
    unsafe {
        match libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) {
            0 => Ok((OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1]))),
            _ => Err(io::Error::last_os_error()),
        }
    }
}
