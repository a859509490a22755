//! The seam: a run of a program on one input yields a trace.

use std::time::Duration;

use everypath_term::Terms;

use crate::input::Input;
use crate::trace::Trace;

/// What one run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Decisions before the run is pruned.
    pub decisions: usize,
    /// Time of a processor, or what it does in that time, before the run is stopped.
    pub time: Duration,
}

/// Runs one unit of a program. Every end of a run is a trace; a front end
/// that dies says so in the trace's outcome and is ready for the next run.
pub trait Executor {
    /// Runs the unit on the input.
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace;

    /// Says that this input will be run soon, after those announced before it.
    /// An executor with processes of its own may begin at once; nobody waits.
    fn announce(&mut self, _input: &Input, _limits: &RunLimits) {}
}
