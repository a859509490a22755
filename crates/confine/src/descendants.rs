//! All processes below this one, also those that left their group or whose parent is gone.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long processes may take to go.
const PATIENCE: Duration = Duration::from_millis(1500);
const PAUSE: Duration = Duration::from_millis(2);

/// Ends every process below this one, and those that they make meanwhile.
pub(crate) fn end_all() {
    let clock = Instant::now();
    loop {
        let alive = of_this_process();
        if alive.is_empty() || clock.elapsed() > PATIENCE {
            return;
        }
        alive.into_iter().for_each(end);
        std::thread::sleep(PAUSE);
    }
}

/// The processes below this one.
pub(crate) fn of_this_process() -> Vec<i32> {
    alive(std::process::id() as i32)
}

/// Ends a process below this one.
pub(crate) fn end(process: i32) {
    // SAFETY: a signal to a process, which may be gone already.
    unsafe { libc::kill(process, libc::SIGKILL) };
}

/// The processes below one, but for those that have ended and are not waited for.
fn alive(ancestor: i32) -> Vec<i32> {
    let mut children: BTreeMap<i32, Vec<(i32, bool)>> = BTreeMap::new();
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(process) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        if let Some((parent, runs)) = parent_of(process) {
            children.entry(parent).or_default().push((process, runs));
        }
    }
    let mut found = Vec::new();
    let mut pending = vec![ancestor];
    while let Some(parent) = pending.pop() {
        for (process, runs) in children.remove(&parent).unwrap_or_default() {
            pending.push(process);
            if runs {
                found.push(process);
            }
        }
    }
    found
}

/// The processor's time that a process has used, with its threads; `None` if it is gone.
pub fn processor_time(process: u32) -> Option<Duration> {
    let process = i32::try_from(process).ok()?;
    let mut clock = 0;
    // SAFETY: the number of the clock is there for the call to fill.
    if unsafe { libc::clock_getcpuclockid(process, &mut clock) } != 0 {
        return None;
    }
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the structure is there for the call to fill.
    if unsafe { libc::clock_gettime(clock, &mut time) } != 0 {
        return None;
    }
    Some(Duration::new(
        time.tv_sec.try_into().ok()?,
        time.tv_nsec.try_into().ok()?,
    ))
}

/// The parent of a process, and whether the process has not ended.
fn parent_of(process: i32) -> Option<(i32, bool)> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before may hold anything, also parentheses.
    let mut fields = text.rsplit_once(") ")?.1.split(' ');
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    Some((parent, !matches!(state, "Z" | "X")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_below_others_are_found() {
        let mut child = std::process::Command::new("sh")
            .args(["-c", "sleep 60 & sleep 60"])
            .spawn()
            .unwrap();
        let shell = child.id() as i32;
        let clock = Instant::now();
        while alive(shell).len() < 2 && clock.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(PAUSE);
        }
        let below = alive(shell);
        assert_eq!(below.len(), 2);
        assert!(alive(std::process::id() as i32).contains(&shell));
        below.into_iter().for_each(end);
        let _ = child.wait();
    }
}
