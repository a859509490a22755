//! A worker of the pipeline: an interpreter that runs the units of a class.

use std::collections::BTreeSet;
use std::sync::Arc;

use everypath_generate::{Crew, Lowered, Part, STACK, Units};
use everypath_jvm::{JvmExecutor, Loaded, Lowering};
use everypath_term::Terms;
use everypath_trace::{Executor, GoalId, Input, RunLimits, Trace};

use crate::lowered::LoweredJava;

/// What all workers share: the program, and which of its units are asked for.
#[derive(Debug)]
pub(crate) struct Selected {
    pub(crate) loaded: Loaded,
    /// The units by their place in the program.
    pub(crate) units: Vec<usize>,
}

/// Runs units.
pub(crate) struct JavaUnits {
    pub(crate) selected: Arc<Selected>,
    pub(crate) executor: JvmExecutor,
    /// For the bounded engine: it counts what is touched as covered.
    bounded: Option<(JvmExecutor, Lowering)>,
}

impl JavaUnits {
    /// Boots an interpreter.
    pub(crate) fn new(selected: &Arc<Selected>) -> Result<JavaUnits, String> {
        let mut executor = JvmExecutor::new(&selected.loaded)?;
        executor.pass_all_but(BTreeSet::new());
        Ok(JavaUnits {
            selected: selected.clone(),
            executor,
            bounded: None,
        })
    }
}

impl Executor for JavaUnits {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        self.executor.run(terms, input, limits)
    }
}

impl Units for JavaUnits {
    fn choose(&mut self, unit: usize, _leg: usize, _part: Part) -> Result<(), String> {
        self.executor.choose(self.selected.units[unit])
    }

    fn lower(&mut self, unit: usize, _promises: bool) -> Result<Box<dyn Lowered + '_>, String> {
        let loaded = &self.selected.loaded;
        let unit = self.selected.units[unit];
        let (executor, lowering) = match &mut self.bounded {
            Some(known) => known,
            none => none.insert((JvmExecutor::new(loaded)?, Lowering::new(loaded)?)),
        };
        executor.choose(unit)?;
        let lowered = LoweredJava::new(loaded, executor, lowering, unit)?;
        Ok(Box::new(lowered))
    }

    fn retrace(&mut self, unit: usize, input: &Input, limits: &RunLimits) -> Option<Trace> {
        self.choose(unit, 0, Part::Call).ok()?;
        Some(self.executor.run_concretely(input, limits))
    }

    fn work(&self) -> u64 {
        self.executor.executed()
    }

    fn touched(&self) -> &[GoalId] {
        self.executor.touched()
    }

    fn draw(&mut self, input: &Input, seed: u64, limits: &RunLimits) -> Option<Trace> {
        let mut terms = Terms::new();
        Some(self.executor.run_drawn(&mut terms, input, seed, limits))
    }
}

/// The workers of one class.
pub(crate) struct JavaCrew {
    pub(crate) first: JavaUnits,
    pub(crate) jobs: usize,
}

impl Crew for JavaCrew {
    fn together(&mut self) -> &mut dyn Units {
        &mut self.first
    }

    fn apart(&mut self, most: usize, work: &(dyn Fn(&mut dyn Units) + Sync)) {
        let selected = self.first.selected.clone();
        std::thread::scope(|scope| {
            for _ in 1..self.jobs.min(most) {
                let selected = &selected;
                let thread = std::thread::Builder::new().stack_size(STACK);
                let serve = move || {
                    if let Ok(mut units) = JavaUnits::new(selected) {
                        work(&mut units);
                    }
                };
                // Without another thread the work is done by those there are.
                let _ = thread.spawn_scoped(scope, serve);
            }
            work(&mut self.first);
        });
    }
}
