//! Watching a process: the kernel announces the calls by which it would change something
//! outside, and whoever started it learns what it tried. Watching refuses nothing that the
//! rules of files do not refuse; it tells.

use std::io;
use std::mem::{size_of, zeroed};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::path::{Path, PathBuf};

use crate::refusal::{Act, Refusal};
use crate::watched::{self, Watched, When, file_of, would_change};

/// What is told of each refusal, at once.
pub type Told = dyn FnMut(Refusal) + Send;

/// The architecture that calls must be of.
#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

/// What a watched process may do.
pub(crate) struct Rights {
    /// Where it may write; what it does there is none of a refusal.
    pub(crate) writable: Vec<PathBuf>,
    pub(crate) changes_attributes: bool,
    pub(crate) uses_network: bool,
    pub(crate) is_alone: bool,
}

impl Rights {
    fn watched(&self) -> Vec<Watched> {
        let is_refused = |act| act != Act::ChangeAttributes || !self.changes_attributes;
        let all = watched::all(self.uses_network, self.is_alone).into_iter();
        all.filter(|one| is_refused(one.act)).collect()
    }
}

/// What is handed over between the child and the watcher.
pub(crate) struct Handover {
    child: OwnedFd,
    program: Vec<libc::sock_filter>,
}

/// Prepares watching: the child's side, and a thread that waits for it.
pub(crate) fn prepare(rights: Rights, mut told: Box<Told>) -> io::Result<Handover> {
    let program = program(&rights.watched());
    let mut pair = [0; 2];
    // SAFETY: the array has room for both.
    let made = unsafe {
        libc::socketpair(
            libc::AF_UNIX,
            libc::SOCK_STREAM | libc::SOCK_CLOEXEC,
            0,
            pair.as_mut_ptr(),
        )
    };
    if made != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: both were just made and are nobody else's.
    let (watcher, child) =
        unsafe { (OwnedFd::from_raw_fd(pair[0]), OwnedFd::from_raw_fd(pair[1])) };
    std::thread::Builder::new()
        .name("watcher".to_owned())
        .spawn(move || {
            let listener = receive(&watcher);
            drop(watcher);
            if let Some(listener) = listener {
                serve(&listener, &rights, &mut *told);
            }
        })?;
    Ok(Handover { child, program })
}

impl Handover {
    /// Enters watching; for the child between fork and exec.
    pub(crate) fn enter(&self) -> io::Result<()> {
        let program = libc::sock_fprog {
            len: self.program.len() as u16,
            filter: self.program.as_ptr().cast_mut(),
        };
        // SAFETY: the program lives until the call is over.
        let listener = unsafe {
            libc::syscall(
                libc::SYS_seccomp,
                libc::SECCOMP_SET_MODE_FILTER,
                libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
                &program,
            )
        };
        if listener < 0 {
            return Err(io::Error::last_os_error());
        }
        let listener = listener as RawFd;
        let sent = send(self.child.as_raw_fd(), listener);
        // SAFETY: it is this process's own, and it goes on without it.
        unsafe { libc::close(listener) };
        sent
    }
}

/// The filter: watched calls are announced, all others made.
fn program(watched: &[Watched]) -> Vec<libc::sock_filter> {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const ANY: u16 = (libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    let step = |code: u16, jt: u8, jf: u8, k: u32| libc::sock_filter { code, jt, jf, k };
    let announce = step(RETURN, 0, 0, libc::SECCOMP_RET_USER_NOTIF);
    let number = step(LOAD, 0, 0, 0);
    let mut all = vec![
        step(LOAD, 0, 0, 4),
        step(EQUAL, 1, 0, ARCHITECTURE),
        step(RETURN, 0, 0, libc::SECCOMP_RET_KILL_PROCESS),
        number,
    ];
    for watched in watched {
        let (argument, test) = match watched.when {
            When::Always => {
                all.push(step(EQUAL, 0, 1, watched.call as u32));
                all.push(announce);
                continue;
            }
            // One step on is the announcement, and after it the next call.
            When::Has(argument, bits) => (argument, step(ANY, 0, 1, bits)),
            When::Lacks(argument, bits) => (argument, step(ANY, 1, 0, bits)),
            When::Differs(argument, value) => (argument, step(EQUAL, 1, 0, value)),
        };
        all.push(step(EQUAL, 0, 4, watched.call as u32));
        all.push(step(LOAD, 0, 0, 16 + 8 * argument as u32));
        all.push(test);
        all.push(announce);
        all.push(number);
    }
    all.push(step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW));
    all
}

/// Answers announcements until the last process is gone.
fn serve(listener: &OwnedFd, rights: &Rights, told: &mut Told) {
    let mut started = false;
    let all = rights.watched();
    loop {
        // SAFETY: all of its bytes may be zero, and the kernel asks that they are.
        let mut call: libc::seccomp_notif = unsafe { zeroed() };
        // SAFETY: the structure is there for the kernel to fill.
        let received =
            unsafe { libc::ioctl(listener.as_raw_fd(), NOTIFICATION_RECEIVE, &mut call) };
        if received != 0 {
            let error = io::Error::last_os_error();
            match error.raw_os_error() {
                // A process went away while it waited.
                Some(libc::EINTR | libc::ENOENT) if has_processes(listener) => continue,
                _ => return,
            }
        }
        let number = i64::from(call.data.nr);
        let watched = all.iter().find(|one| one.call == number);
        let refusal = watched.and_then(|one| {
            let refusal = refused(one, &call, &rights.writable)?;
            // The first program is the one that was asked for.
            let is_first = one.act == Act::Start && !std::mem::replace(&mut started, true);
            (!is_first).then_some(refusal)
        });
        // What Landlock does not refuse by itself is refused here.
        let is_ours = refusal.as_ref().is_some_and(|refusal| {
            matches!(
                refusal.act,
                Act::ChangeAttributes
                    | Act::Network
                    | Act::Start
                    | Act::Fork
                    | Act::Signal
                    | Act::Interfere
                    | Act::Machine
            )
        });
        if let Some(refusal) = refusal {
            told(refusal);
        }
        let mut answer = libc::seccomp_notif_resp {
            id: call.id,
            val: 0,
            error: 0,
            flags: libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32,
        };
        if is_ours {
            answer.error = -libc::EPERM;
            answer.flags = 0;
        }
        // SAFETY: the structure is only read. A process that is gone needs no answer.
        unsafe { libc::ioctl(listener.as_raw_fd(), NOTIFICATION_SEND, &answer) };
    }
}

/// What a call is refused for, if it is.
fn refused(watched: &Watched, call: &libc::seccomp_notif, writable: &[PathBuf]) -> Option<Refusal> {
    let (act, arguments) = (watched.act, &call.data.args);
    let Some(named) = watched.named else {
        let is_refused = match watched.call {
            libc::SYS_connect => goes_outside(call.pid, arguments[1], arguments[2]),
            libc::SYS_sendto => goes_outside(call.pid, arguments[4], arguments[5]),
            _ => act != Act::Signal || !watched::is_own(call.pid, arguments[0] as i32),
        };
        return is_refused.then_some(Refusal { act, path: None });
    };
    let path = file_of(call.pid, arguments, named)?;
    let place = path.parent().and_then(|parent| parent.canonicalize().ok());
    let place = place.unwrap_or_else(|| path.clone());
    let is_own = is_sink(&path)
        || writable
            .iter()
            .any(|directory| place.starts_with(directory));
    (!is_own && would_change(act, &path)).then_some(Refusal {
        act,
        path: Some(path),
    })
}

/// Whether a path is of a device that keeps nothing, or of the process itself.
fn is_sink(path: &Path) -> bool {
    let is_below = |place: &str| path.starts_with(place);
    (is_below("/dev") && !is_below("/dev/shm") && !is_below("/dev/mqueue"))
        || is_below("/proc/self")
}

/// Whether an address is one of another machine, or of a service of this one. A socket that
/// is connected already names none.
fn goes_outside(process: u32, address: u64, length: u64) -> bool {
    let family = (length >= 2).then(|| family_at(process, address)).flatten();
    family.is_some_and(|family| family != libc::AF_UNIX as u16)
}

fn family_at(process: u32, address: u64) -> Option<u16> {
    use std::io::{Read, Seek, SeekFrom};
    let mut memory = std::fs::File::open(format!("/proc/{process}/mem")).ok()?;
    memory.seek(SeekFrom::Start(address)).ok()?;
    let mut bytes = [0; 2];
    memory.read_exact(&mut bytes).ok()?;
    Some(u16::from_ne_bytes(bytes))
}

/// Whether anybody is left who could make a call.
fn has_processes(listener: &OwnedFd) -> bool {
    let mut asked = libc::pollfd {
        fd: listener.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: there is one structure, as said.
    unsafe { libc::poll(&mut asked, 1, 0) };
    asked.revents & libc::POLLHUP == 0
}

/// The numbers of the two requests to a listener, as the kernel's header makes them.
const NOTIFICATION_RECEIVE: libc::c_ulong = request(3, 0, size_of::<libc::seccomp_notif>());
const NOTIFICATION_SEND: libc::c_ulong = request(3, 1, size_of::<libc::seccomp_notif_resp>());

const fn request(direction: u64, number: u64, size: usize) -> libc::c_ulong {
    (direction << 30) | ((size as u64) << 16) | ((b'!' as u64) << 8) | number
}

/// Room for one descriptor in a message.
#[repr(C, align(8))]
struct Control([u8; 24]);

/// Sends a descriptor.
fn send(to: RawFd, descriptor: RawFd) -> io::Result<()> {
    let mut control = Control([0; 24]);
    let mut byte = 0u8;
    let mut part = libc::iovec {
        iov_base: (&raw mut byte).cast(),
        iov_len: 1,
    };
    // SAFETY: everything that the message points to outlives the call, and the control
    // buffer has room for one header and one descriptor.
    unsafe {
        let mut message: libc::msghdr = zeroed();
        message.msg_iov = &raw mut part;
        message.msg_iovlen = 1;
        message.msg_control = (&raw mut control).cast();
        message.msg_controllen = libc::CMSG_SPACE(size_of::<RawFd>() as u32) as _;
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(size_of::<RawFd>() as u32) as _;
        libc::CMSG_DATA(header)
            .cast::<RawFd>()
            .write_unaligned(descriptor);
        match libc::sendmsg(to, &raw const message, 0) {
            1 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// Receives a descriptor; `None` if the other side is gone.
fn receive(from: &OwnedFd) -> Option<OwnedFd> {
    let mut control = Control([0; 24]);
    let mut byte = 0u8;
    let mut part = libc::iovec {
        iov_base: (&raw mut byte).cast(),
        iov_len: 1,
    };
    // SAFETY: as for sending; a descriptor that arrives is nobody else's.
    unsafe {
        let mut message: libc::msghdr = zeroed();
        message.msg_iov = &raw mut part;
        message.msg_iovlen = 1;
        message.msg_control = (&raw mut control).cast();
        message.msg_controllen = size_of::<Control>() as _;
        if libc::recvmsg(from.as_raw_fd(), &raw mut message, libc::MSG_CMSG_CLOEXEC) != 1 {
            return None;
        }
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        if header.is_null() || (*header).cmsg_type != libc::SCM_RIGHTS {
            return None;
        }
        let descriptor = libc::CMSG_DATA(header).cast::<RawFd>().read_unaligned();
        Some(OwnedFd::from_raw_fd(descriptor))
    }
}
