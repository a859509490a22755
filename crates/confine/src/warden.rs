//! What all processes of a run may take together: memory, and room on the disk. Each has
//! limits of its own; together they would come to many times as much. Threads, of which the
//! user's other programs need some, are counted for each.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::descendants;

/// What interpreters, virtual machines and compilers need themselves, besides the memory
/// that subjects may have, in bytes.
pub const OWN_MEMORY: u64 = 1 << 30;
/// What all temporary files of a run may take, in bytes.
pub const MOST_DISK: u64 = 2 << 30;
/// The threads that one process may have.
const MOST_THREADS: u64 = 2048;
/// How often is looked; how often once half of the memory is taken, which one process can
/// take in a fraction of a second; and how often at the disk.
const PAUSE: Duration = Duration::from_millis(50);
const SHORT_PAUSE: Duration = Duration::from_millis(5);
const DISK_PAUSE: Duration = Duration::from_secs(1);

/// Sees to it, until it is dropped, that the processes below this one take no more
/// together than they may: the largest ends, and whoever waits for it learns that.
#[derive(Debug)]
pub struct Warden {
    is_over: Arc<AtomicBool>,
}

impl Warden {
    /// Watches over processes whose subjects may have some bytes of memory, and over the
    /// temporary directory.
    pub fn start(memory: u64) -> Warden {
        let is_over = Arc::new(AtomicBool::new(false));
        let (over, place) = (is_over.clone(), std::env::temp_dir());
        let most = memory.saturating_add(OWN_MEMORY);
        // Without a thread, each process still has limits of its own.
        let _ = std::thread::Builder::new()
            .name("warden".to_owned())
            .spawn(move || watch(&over, most, &place));
        Warden { is_over }
    }
}

impl Drop for Warden {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

fn watch(is_over: &AtomicBool, most: u64, place: &Path) {
    let mut pause = PAUSE;
    let mut disk = Instant::now();
    while !is_over.load(Ordering::Relaxed) {
        std::thread::sleep(pause);
        let mut taken: Vec<(u64, i32)> = Vec::new();
        for process in descendants::of_this_process() {
            match confined_threads(process) {
                None => {}
                Some(..=MOST_THREADS) => taken.push((memory_of(process), process)),
                Some(_) => descendants::end(process),
            }
        }
        let sum: u64 = taken.iter().map(|(bytes, _)| bytes).sum();
        taken.sort_unstable();
        if sum > most
            && let Some((_, largest)) = taken.last()
        {
            descendants::end(*largest);
        }
        pause = if sum > most / 2 { SHORT_PAUSE } else { PAUSE };
        if disk.elapsed() > DISK_PAUSE {
            if size_of(place, MOST_DISK) > MOST_DISK {
                let processes = taken.iter().map(|(_, process)| *process);
                processes.for_each(descendants::end);
            }
            disk = Instant::now();
        }
    }
}

/// The threads of a process that runs code of a subject: those that do may gain no privileges.
/// Build tools of the user's project are the user's own.
fn confined_threads(process: i32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let is_confined = text.lines().any(|line| line == "NoNewPrivs:\t1");
    let threads = text
        .lines()
        .find_map(|line| line.strip_prefix("Threads:\t"));
    is_confined.then(|| threads.and_then(|count| count.parse().ok()).unwrap_or(1))
}

/// The memory of a process that is its own, in bytes.
fn memory_of(process: i32) -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let mut fields = text
        .split(' ')
        .map(|field| field.parse::<u64>().unwrap_or(0));
    let (resident, shared) = (fields.nth(1).unwrap_or(0), fields.next().unwrap_or(0));
    resident.saturating_sub(shared) * PAGE
}

/// What the files below a directory take, in bytes, as far as it is asked.
fn size_of(directory: &Path, enough: u64) -> u64 {
    let mut sum = 0;
    let mut pending: Vec<PathBuf> = vec![directory.to_owned()];
    while let Some(directory) = pending.pop() {
        let entries = std::fs::read_dir(&directory)
            .into_iter()
            .flatten()
            .flatten();
        for entry in entries {
            let Ok(known) = entry.metadata() else {
                continue;
            };
            match known.is_dir() {
                true => pending.push(entry.path()),
                false => sum += std::os::unix::fs::MetadataExt::blocks(&known) * 512,
            }
        }
        if sum > enough {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_measured() {
        let place = tempfile::tempdir().unwrap();
        std::fs::create_dir(place.path().join("deep")).unwrap();
        std::fs::write(place.path().join("deep/file"), vec![1u8; 100_000]).unwrap();
        let size = size_of(place.path(), u64::MAX);
        assert!((100_000..200_000).contains(&size), "{size}");
        assert!(memory_of(std::process::id() as i32) > 100_000);
    }

    #[test]
    fn only_confined_processes_count() {
        for is_inside in [true, false] {
            let mut command = std::process::Command::new("sleep");
            command.arg("60");
            if is_inside {
                crate::Confinement::new().apply(&mut command).unwrap();
            }
            let mut child = command.spawn().unwrap();
            let threads = confined_threads(child.id() as i32);
            assert_eq!(threads, is_inside.then_some(1));
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}
