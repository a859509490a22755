//! A unit for the bounded engine: lowered by the worker, which also runs its solutions.

use everypath_generate::{Lowered, Receiver};
use everypath_lowered::{Solution, Source, Unit};
use everypath_python::{Lowering, shared_inputs};
use everypath_term::Terms;
use everypath_trace::{RunLimits, Trace};

use crate::units::NamedUnit;

/// A lowered unit.
pub(crate) struct LoweredPython<'a> {
    lowering: Lowering<'a>,
    unit: Unit,
    named: &'a NamedUnit,
}

impl<'a> LoweredPython<'a> {
    /// Lowers a unit, with what it promises or without.
    pub(crate) fn new(
        mut lowering: Lowering<'a>,
        named: &'a NamedUnit,
        promises: bool,
    ) -> Result<LoweredPython<'a>, String> {
        let unit = lowering.unit(&named.name, promises)?;
        Ok(LoweredPython {
            lowering,
            unit,
            named,
        })
    }
}

impl Lowered for LoweredPython<'_> {
    fn unit(&self) -> &Unit {
        &self.unit
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
        self.lowering.run(terms, solution, limits)
    }

    fn receiver(&mut self) -> Option<Receiver> {
        let class = self.named.class.clone()?;
        // No other input may share its objects.
        if shared_inputs(&self.unit) != 1 {
            return None;
        }
        // The receiver alone: what a unit asks of its arguments is its own.
        let unit = self.lowering.receiver(&self.named.name).ok()?;
        Some(Receiver {
            class,
            unit,
            // What a module imports is not looked at.
            fingerprint: None,
        })
    }
}
