//! Children in a process group of their own, which end with all that they started.

use std::io;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// The shortest and the longest time between two looks at a child.
const PAUSES: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(20)];

/// Ends a child and its group.
pub fn kill_group(child: &mut Child) {
    // It may have ended in between; then there is nothing to kill.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
    let _ = child.wait();
}

/// How a child ended; `None` if its group was ended because it took longer than a limit.
pub fn wait_at_most(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let clock = Instant::now();
    let [mut pause, longest] = PAUSES;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if clock.elapsed() > limit {
            kill_group(child);
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(longest);
    }
}
