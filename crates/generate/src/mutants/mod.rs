//! Mutants as goals: which of them a suite notices, and tests for those that it does not.
//! What a mutant is, and how it runs, is the front end's to know.

mod found;
mod hunt;
mod spoken;
mod tell;
mod tidying;
mod told;

use std::collections::BTreeSet;
use std::time::Duration;

use everypath_trace::{Input, Mutant, MutantId};

pub(crate) use hunt::{Hunt, Prey};
pub(crate) use tell::tell_all;
pub(crate) use told::report;

/// A program that can be any of its mutants.
pub trait Mutants {
    /// All of them; a `MutantId` is an index.
    fn all(&self) -> &[Mutant];

    /// How many inputs are best made ready at once.
    fn batch(&self) -> usize {
        1
    }

    /// What getting ready costs before anything can be looked at.
    fn overhead(&self) -> Duration {
        Duration::ZERO
    }

    /// Is told which inputs will be looked at, and for which mutants: what can be done for many
    /// at once need not be done for each. It stops at `most`; what it cost.
    fn expect(
        &mut self,
        _inputs: &[(&str, &Input)],
        _mutants: &BTreeSet<MutantId>,
        _most: Duration,
    ) -> Duration {
        Duration::ZERO
    }

    /// Runs a unit on an input as it is and, if a test of that can be, as each of some
    /// mutants.
    fn look(&mut self, unit: &str, input: &Input, mutants: &[MutantId]) -> Look;
}

/// What became of mutants on one input. Those that are in none of the lists make no
/// difference to what a test sees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Those whose change was reached.
    pub reached: Vec<MutantId>,
    /// Those of which a test would see that something is different, or that do not end.
    pub killed: Vec<MutantId>,
    /// Those that are the same program.
    pub equivalent: Vec<MutantId>,
    /// What all of it cost, in nominal time.
    pub cost: Duration,
}
