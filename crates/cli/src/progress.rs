//! The live line on a terminal: what is being explored and what was found.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use everypath_generate::Progress as Shown;

/// How often the line is drawn anew.
const INTERVAL: Duration = Duration::from_millis(100);

/// Shows progress on standard error if that is a terminal, else nothing.
#[derive(Debug)]
pub(crate) struct Progress {
    shown: bool,
    started: Instant,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    drawn: Option<Instant>,
    paths: usize,
}

impl Progress {
    /// A progress line, unless it was asked to be quiet.
    pub(crate) fn new(quiet: bool) -> Progress {
        Progress {
            shown: !quiet && std::io::stderr().is_terminal(),
            started: Instant::now(),
            state: Mutex::new(State {
                drawn: None,
                paths: 0,
            }),
        }
    }
}

impl Shown for Progress {
    fn path(&self, unit: &str, covered: usize, wanted: usize, left: Duration) {
        if !self.shown {
            return;
        }
        let mut state = self.state.lock().expect("no thread panics while drawing");
        state.paths += 1;
        if state.drawn.is_some_and(|drawn| drawn.elapsed() < INTERVAL) {
            return;
        }
        state.drawn = Some(Instant::now());
        let line = format!(
            "{unit}: {covered} of {wanted} sides, {} paths in all, {:.0} s, {:.0} s left",
            state.paths,
            self.started.elapsed().as_secs_f64(),
            left.as_secs_f64(),
        );
        let _ = write!(std::io::stderr(), "\r\x1b[2K{line}");
    }

    fn phase(&self, what: &str) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[2K{what}");
        }
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}
