//! What is going on: a live line on a terminal, elsewhere a line for each module that is
//! done; and events for other programs, if they are asked for.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use everypath_generate::Progress as Shown;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::events::{Event, Events};

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
    events: Option<Events>,
}

#[derive(Debug, Default)]
struct State {
    drawn: Option<Instant>,
    paths: usize,
}

impl Progress {
    /// Shows progress, unless it was asked to be quiet.
    pub(crate) fn new(quiet: bool, events: Option<Events>) -> Progress {
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
            events,
        }
    }

    /// Tells other programs what happens.
    pub(crate) fn tell(&self, event: &Event) {
        if let Some(events) = &self.events {
            events.write(event);
        }
    }

    fn show(&self, module: &ModuleProgress, what: &str) {
        if self.line.is_finished() {
            self.line.reset();
        }
        let ModuleProgress { number, count, .. } = module;
        self.line.set_message(match count {
            0 | 1 => what.to_owned(),
            _ => format!("module {number} of {count}: {what}"),
        });
        self.line.tick();
    }
}

/// The progress of one module of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ModuleProgress<'a> {
    pub(crate) all: &'a Progress,
    /// Which of how many it is.
    pub(crate) number: usize,
    /// How many there are.
    pub(crate) count: usize,
    /// As the user would name it.
    pub(crate) target: &'a str,
}

impl ModuleProgress<'_> {
    /// The module is done, with this result. One alone is told by the report at once.
    pub(crate) fn end(&self, result: &str) {
        self.clear();
        if self.all.tells && self.count > 1 {
            let (number, count) = (self.number, self.count);
            eprintln!("{number} of {count}: {}", result.trim_end());
        }
    }
}

impl Shown for ModuleProgress<'_> {
    fn path(&self, unit: &str, covered: usize, wanted: usize) {
        let all = self.all;
        if all.line.is_hidden() && all.events.is_none() {
            return;
        }
        let mut state = all.state.lock().expect("no thread panics while drawing");
        state.paths += 1;
        if state.drawn.is_some_and(|drawn| drawn.elapsed() < INTERVAL) {
            return;
        }
        state.drawn = Some(Instant::now());
        all.tell(&Event::Path {
            target: self.target,
            unit,
            covered,
            wanted,
        });
        let line = format!(
            "{unit}: {covered} of {wanted} goals, {} paths in all, {:.0} s",
            state.paths,
            all.started.elapsed().as_secs_f64(),
        );
        all.show(self, &line);
    }

    fn phase(&self, what: &str) {
        self.all.tell(&Event::Phase {
            target: self.target,
            phase: what,
        });
        if !self.all.line.is_hidden() {
            self.all.show(self, what);
        }
    }

    fn clear(&self) {
        self.all.line.finish_and_clear();
    }
}
