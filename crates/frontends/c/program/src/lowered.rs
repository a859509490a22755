//! A unit for the bounded engine: lowered from its instrumented code, run by the executor.

use everypath_c::{LoweredUnit, Lowering};
use everypath_generate::{Lowered, Receiver};
use everypath_lowered::{Solution, Source, Unit};
use everypath_term::Terms;
use everypath_trace::{Executor, RunLimits, Trace};

use crate::staged::Staged;

/// A lowered unit.
pub(crate) struct LoweredC<'a> {
    pub(crate) executor: &'a mut Staged,
    pub(crate) lowering: Lowering,
    pub(crate) lowered: LoweredUnit,
}

impl Lowered for LoweredC<'_> {
    fn unit(&self) -> &Unit {
        &self.lowered.unit
    }

    fn source(&mut self) -> &mut dyn Source {
        &mut self.lowering
    }

    fn replay(
        &mut self,
        terms: &mut Terms,
        solution: &Solution,
        limits: &RunLimits,
    ) -> Option<Trace> {
        let input = self.lowered.input(solution);
        Some(self.executor.run(terms, &input, limits))
    }

    fn receiver(&mut self) -> Option<Receiver> {
        None
    }
}
