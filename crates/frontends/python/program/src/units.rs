//! A worker of the pipeline: a team that runs the units of a module by their names.

use std::sync::Arc;

use everypath_generate::{Lowered, Part, Units};
use everypath_python::{Lowering, Phase, PythonExecutor, Strategy, World};
use everypath_term::Terms;
use everypath_trace::{Executor, GoalId, Input, RunLimits, Trace};

use crate::lowered::LoweredPython;
use crate::team::Team;

/// A unit, as workers know it.
#[derive(Clone, Debug)]
pub(crate) struct NamedUnit {
    pub(crate) name: String,
    /// Its class, if receivers are made under an invariant.
    pub(crate) class: Option<String>,
    /// Whether it may ask the machine, the user, the clock or chance.
    pub(crate) asks_world: bool,
}

/// Runs units.
pub(crate) struct PythonUnits {
    pub(crate) team: Team,
    pub(crate) units: Arc<[NamedUnit]>,
    pub(crate) strategy: Strategy,
    /// Workers in other worlds, once they were needed.
    pub(crate) abroad: Vec<PythonExecutor>,
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
        let mut trace = self.team.first().run_plainly(input, limits)?;
        let unit = self.units[unit].clone();
        if !unit.asks_world {
            return Some(trace);
        }
        // What only this world leads to is not what a test covers elsewhere.
        if self.abroad.is_empty() {
            let others = World::all().filter(|world| *world != World::FIRST);
            let first = self.team.first();
            self.abroad = others.map(|world| first.abroad(world)).collect();
        }
        for other in &mut self.abroad {
            other.choose(&unit.name, Phase::Call, self.strategy).ok()?;
            let there = other.run_plainly(input, limits)?;
            let is_there = |goal: &GoalId| there.covered.binary_search(goal).is_ok();
            trace.covered.retain(is_there);
        }
        Some(trace)
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
