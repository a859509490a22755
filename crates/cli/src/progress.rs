//! What is going on: a live line on a terminal, elsewhere a line for each module that is
//! done.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use everypath_generate::Progress as Shown;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often the line is drawn anew.
const INTERVAL: Duration = Duration::from_millis(100);

/// Shows progress on standard error.
#[derive(Debug)]
pub(crate) struct Progress {
    line: ProgressBar,
    /// Whether modules are told as they are done.
    tells: bool,
    started: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    drawn: Option<Instant>,
    paths: usize,
    /// Which of how many modules it is.
    module: (usize, usize),
}

impl Progress {
    /// Shows progress, unless it was asked to be quiet.
    pub(crate) fn new(quiet: bool) -> Progress {
        let is_terminal = std::io::stderr().is_terminal();
        let line = match is_terminal && !quiet {
            true => ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()),
            false => ProgressBar::hidden(),
        };
        // Cut off where the terminal ends.
        let style = ProgressStyle::with_template("{wide_msg}");
        Progress {
            line: line.with_style(style.expect("the template is one")),
            tells: !is_terminal && !quiet,
            started: Instant::now(),
            state: Mutex::default(),
        }
    }

    /// The next module begins.
    pub(crate) fn begin(&self, number: usize, count: usize) {
        let mut state = self.state.lock().expect("no thread panics while drawing");
        state.module = (number, count);
    }

    /// A module is done, with this result. One alone is told by the report at once.
    pub(crate) fn end(&self, result: &str) {
        self.clear();
        let state = self.state.lock().expect("no thread panics while drawing");
        let (number, count) = state.module;
        if self.tells && count > 1 {
            eprintln!("{number} of {count}: {}", result.trim_end());
        }
    }

    fn show(&self, state: &State, what: &str) {
        let (number, count) = state.module;
        if self.line.is_finished() {
            self.line.reset();
        }
        self.line.set_message(match count {
            0 | 1 => what.to_owned(),
            _ => format!("module {number} of {count}: {what}"),
        });
        self.line.tick();
    }
}

impl Shown for Progress {
    fn path(&self, unit: &str, covered: usize, wanted: usize) {
        if self.line.is_hidden() {
            return;
        }
        let mut state = self.state.lock().expect("no thread panics while drawing");
        state.paths += 1;
        if state.drawn.is_some_and(|drawn| drawn.elapsed() < INTERVAL) {
            return;
        }
        state.drawn = Some(Instant::now());
        let line = format!(
            "{unit}: {covered} of {wanted} goals, {} paths in all, {:.0} s",
            state.paths,
            self.started.elapsed().as_secs_f64(),
        );
        self.show(&state, &line);
    }

    fn phase(&self, what: &str) {
        if !self.line.is_hidden() {
            let state = self.state.lock().expect("no thread panics while drawing");
            self.show(&state, what);
        }
    }

    fn clear(&self) {
        self.line.finish_and_clear();
    }
}
