//! The one launcher of processes that run subject code. What such a process does stays
//! inside, by the kernel: it may read, but for the places where secrets are; it writes
//! only where it is told to; it has no network, no other process to signal or to trace,
//! and no way to more privileges. No root is needed for that, and root has no more.
//!
//! ```no_run
//! use std::process::Command;
//! use everypath_confine::Confinement;
//!
//! let mut command = Command::new("python3");
//! Confinement::new().writing("/tmp/private").apply(&mut command)?;
//! command.spawn()?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod descendants;
mod descriptor;
mod files;
mod group;
mod kept;
mod private;
mod protection;
mod refusal;
mod supervisor;
mod syscalls;
mod warden;
mod watch;
mod watched;
mod world;

use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use watch::{Handover, Rights};

pub use descendants::processor_time;
pub use descriptor::hand_over;
pub use files::secrets;
pub use group::{kill_group, wait_at_most};
pub use kept::cache;
pub use protection::{Protection, missing};
pub use refusal::{Act, Refusal};
pub use supervisor::{act_as_reaper, supervise};
pub use warden::{MOST_DISK, OWN_MEMORY, Warden};
pub use watch::Told;
pub use world::World;

/// The largest file that a subject may write, in bytes.
const LARGEST_FILE: u64 = 256 << 20;

/// What a process may do.
#[derive(Clone, Debug, Default)]
pub struct Confinement {
    /// Where it may read; everywhere but where secrets are, if nothing is named.
    readable: Option<Vec<PathBuf>>,
    writable: Vec<PathBuf>,
    changes_files: bool,
    uses_network: bool,
    is_alone: bool,
    changes_attributes: bool,
    memory: Option<u64>,
    private_memory: Option<u64>,
}

impl Confinement {
    /// A process that may read and compute.
    pub fn new() -> Confinement {
        Confinement::default()
    }

    /// It may write below a directory, too.
    pub fn writing(mut self, directory: impl Into<PathBuf>) -> Confinement {
        self.writable.push(directory.into());
        self
    }

    /// It may read below some places only, and where programs and their libraries are.
    pub fn reading_only(mut self, places: impl IntoIterator<Item = PathBuf>) -> Confinement {
        let places = places.into_iter().chain(files::system());
        self.readable = Some(places.collect());
        self
    }

    /// It may change files wherever its user may.
    pub fn changing_files(mut self, may: bool) -> Confinement {
        self.changes_files = may;
        self
    }

    /// It may change modes, owners and times of files wherever its user may: what a tool
    /// does to the files that it makes, and none of the subject's code can ask it for.
    pub fn changing_attributes(mut self, may: bool) -> Confinement {
        self.changes_attributes = may;
        self
    }

    /// It may use the network.
    pub fn using_network(mut self, may: bool) -> Confinement {
        self.uses_network = may;
        self
    }

    /// It may make no other processes; threads it may.
    pub fn alone(mut self, is: bool) -> Confinement {
        self.is_alone = is;
        self
    }

    /// Each of its processes may have this many bytes of memory.
    pub fn memory(mut self, bytes: u64) -> Confinement {
        self.memory = Some(bytes);
        self
    }

    /// Each of its processes may have this many bytes that it alone writes to. What is only
    /// reserved does not count: virtual machines reserve far more than they use.
    pub fn private_memory(mut self, bytes: u64) -> Confinement {
        self.private_memory = Some(bytes);
        self
    }

    /// Lets a command start inside. What the kernel does not offer is left out: see
    /// [`missing`].
    pub fn apply(&self, command: &mut Command) -> io::Result<()> {
        if cfg!(feature = "unconfined") {
            return Ok(());
        }
        self.enter_before(command, None)
    }

    /// The same, and tells at once what the command tries and is refused. Starting other
    /// programs is refused, too.
    pub fn watch(&self, command: &mut Command, told: Box<Told>) -> io::Result<()> {
        let writable = self.writable.iter();
        let writable = writable
            .filter_map(|path| path.canonicalize().ok())
            .collect();
        let rights = Rights {
            writable,
            changes_attributes: self.changes_files || self.changes_attributes,
            uses_network: self.uses_network,
            is_alone: self.is_alone,
        };
        let handover = watch::prepare(rights, told)?;
        self.enter_before(command, Some(handover))
    }

    fn enter_before(&self, command: &mut Command, watch: Option<Handover>) -> io::Result<()> {
        let mut rules = match self.changes_files {
            true => None,
            false => files::rules(self.readable.as_deref(), &self.writable, self.uses_network)?,
        };
        let changes_attributes = self.changes_files || self.changes_attributes;
        let mut filters = Vec::new();
        match (&watch, self.is_alone) {
            // The watcher is asked about everything else, and refuses it.
            (Some(_), _) => filters.push(syscalls::visible()?),
            (None, is_alone) => {
                filters.push(syscalls::filter(changes_attributes, self.uses_network)?);
                if is_alone {
                    filters.extend(syscalls::alone()?);
                }
            }
        }
        let sizes = [
            (libc::RLIMIT_AS, self.memory),
            (libc::RLIMIT_DATA, self.private_memory),
        ];
        let enter = move || {
            for (which, most) in sizes {
                if let Some(most) = most {
                    limit(which, most)?;
                }
            }
            limit(libc::RLIMIT_CORE, 0)?;
            limit(libc::RLIMIT_FSIZE, LARGEST_FILE)?;
            // The ruleset is the child's own copy: taking it changes nothing for the parent.
            if let Some(rules) = rules.take() {
                files::enter(rules)?;
            }
            for filter in &filters {
                syscalls::enter(filter)?;
            }
            match &watch {
                Some(watch) => watch.enter(),
                None => Ok(()),
            }
        };
        // SAFETY: between fork and exec it makes system calls only; what they need was
        // allocated before.
        unsafe {
            command.pre_exec(enter);
        }
        Ok(())
    }
}

/// Sets a limit of this process, or leaves a lower one.
fn limit(which: libc::__rlimit_resource_t, most: u64) -> io::Result<()> {
    let mut known = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the structure is there for the call to fill.
    if unsafe { libc::getrlimit(which, &mut known) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let wanted = libc::rlimit {
        rlim_cur: known.rlim_cur.min(most),
        rlim_max: known.rlim_max.min(most),
    };
    // SAFETY: the structure is only read.
    match unsafe { libc::setrlimit(which, &wanted) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
