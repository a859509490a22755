//! A worker of the pipeline: a team that runs the units of a module by their names.

use std::sync::Arc;

use everypath_generate::{Lowered, Part, Units};
use everypath_python::{Lowering, Phase, Strategy};
use everypath_term::Terms;
use everypath_trace::{Executor, Input, RunLimits, Trace};

use crate::lowered::LoweredPython;
use crate::team::Team;

/// A unit, as workers know it.
#[derive(Clone, Debug)]
pub(crate) struct NamedUnit {
    pub(crate) name: String,
    /// Its class, if receivers are made under an invariant.
    pub(crate) class: Option<String>,
}

/// Runs units.
pub(crate) struct PythonUnits {
    pub(crate) team: Team,
    pub(crate) units: Arc<[NamedUnit]>,
    pub(crate) strategy: Strategy,
}

impl Executor for PythonUnits {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        self.team.run(terms, input, limits)
    }

    fn announce(&mut self, input: &Input, limits: &RunLimits) {
        self.team.announce(input, limits);
    }
}

impl Units for PythonUnits {
    fn choose(&mut self, unit: usize, _leg: usize, part: Part) -> Result<(), String> {
        let phase = match part {
            Part::Invariant => Phase::Invariant,
            Part::Call => Phase::Call,
        };
        self.team
            .choose(&self.units[unit].name, phase, self.strategy)
    }

    fn retrace(&mut self, unit: usize, input: &Input, limits: &RunLimits) -> Option<Trace> {
        self.choose(unit, 0, Part::Call).ok()?;
        self.team.first().run_plainly(input, limits)
    }

    fn lower(&mut self, unit: usize, promises: bool) -> Result<Box<dyn Lowered + '_>, String> {
        let unit = &self.units[unit];
        let worker = self.team.first();
        // The script of a solution says what the receiver is, field by field.
        worker.choose(&unit.name, Phase::Call, Strategy::Exhaustive)?;
        let lowered = LoweredPython::new(Lowering::new(worker), unit, promises)?;
        Ok(Box::new(lowered))
    }
}
