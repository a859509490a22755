//! The worker of the pipeline: a program that runs the units of a file, stage by stage.

use std::sync::Arc;

use everypath_c::{Limits, Lowering, Part as CPart, Together};
use everypath_generate::{Crew, Lowered, Part, Units};
use everypath_suite::Candidate;
use everypath_term::Terms;
use everypath_trace::{Executor, Input, RunLimits, Trace};

use crate::lowered::LoweredC;
use crate::recipe::make_readable;
use crate::stage::Stage;
use crate::staged::Staged;

/// What plan and worker share: the units that are asked for, and how each is run.
#[derive(Debug)]
pub(crate) struct Selected {
    /// The units by their place in the program.
    pub(crate) units: Vec<usize>,
    /// The stages of each.
    pub(crate) stages: Vec<Vec<Stage>>,
}

/// Runs units.
pub(crate) struct CUnits {
    pub(crate) selected: Arc<Selected>,
    pub(crate) executor: Staged,
    /// The bounds of inputs.
    pub(crate) limits: Limits,
}

impl Executor for CUnits {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        self.executor.run(terms, input, limits)
    }
}

impl Units for CUnits {
    fn choose(&mut self, unit: usize, leg: usize, part: Part) -> Result<(), String> {
        let stage = self.selected.stages[unit].get(leg);
        let stage = stage.ok_or("it has no carved context to start from")?;
        self.executor.enter(*stage)?;
        let part = match part {
            Part::Invariant => CPart::Invariant,
            Part::Call => CPart::Call,
        };
        self.executor.choose(self.selected.units[unit], part);
        Ok(())
    }

    fn lower(&mut self, unit: usize, _promises: bool) -> Result<Box<dyn Lowered + '_>, String> {
        let stages = &self.selected.stages[unit];
        let proving = stages.iter().position(|stage| stage.proves());
        let leg = proving.ok_or("is run from carved contexts or with stubs only")?;
        self.choose(unit, leg, Part::Call)?;
        let mut lowering = Lowering::new(self.executor.program(), &self.limits)?;
        let lowered = lowering.unit(self.selected.units[unit])?;
        Ok(Box::new(LoweredC {
            executor: &mut self.executor,
            lowering,
            lowered,
        }))
    }

    fn polish(&mut self, candidate: &mut Candidate, limits: &RunLimits) {
        make_readable(&mut self.executor, candidate, limits);
    }
}

/// The crew of one file: one worker, which is on the engine's processor while it works.
pub(crate) struct CCrew {
    pub(crate) units: CUnits,
    pub(crate) together: Option<Together>,
}

impl CCrew {
    /// Lets the engine have all processors again.
    pub(crate) fn rest(&mut self) {
        self.together = None;
    }
}

impl Crew for CCrew {
    fn together(&mut self) -> &mut dyn Units {
        if self.together.is_none() {
            self.together = Together::begin();
        }
        &mut self.units
    }

    fn apart(&mut self, _most: usize, work: &(dyn Fn(&mut dyn Units) + Sync)) {
        work(self.together());
    }

    /// Whoever stayed within the bound before still does what it did.
    fn lengthen(&mut self, times: u32) -> bool {
        self.units.executor.lengthen(times);
        true
    }
}
