//! What the pipeline asks of whoever calls it: to show what it does, and to
//! say when it must stop.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::file_names::Claims;

/// Shows what is going on.
pub trait Progress: Sync {
    /// One more path was found in a unit.
    fn path(&self, unit: &str, covered: usize, wanted: usize);
    /// A phase began that has no paths to count.
    fn phase(&self, what: &str);
    /// Nothing is going on any more.
    fn clear(&self);
}

/// Shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn path(&self, _unit: &str, _covered: usize, _wanted: usize) {}
    fn phase(&self, _what: &str) {}
    fn clear(&self) {}
}

/// Who called the pipeline.
#[derive(Clone, Copy)]
pub struct Host<'a> {
    /// Set when the user cancels.
    pub cancelled: &'a AtomicBool,
    /// The live line.
    pub progress: &'a dyn Progress,
    /// Which of the command's modules it is: names are chosen in this order.
    pub place: usize,
    /// The files that suites have taken so far.
    pub claims: &'a Claims,
}

impl Host<'_> {
    /// Whether the user cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
