//! The mutants of a class, for the pipeline.

use std::collections::HashMap;
use std::sync::Arc;

use everypath_generate::{Look, Mutants};
use everypath_jvm::MutatedProgram;
use everypath_trace::{Input, Mutant, MutantId, RunLimits};

use crate::units::Selected;

/// A class that can be any of its mutants.
pub(crate) struct JavaMutants {
    program: MutatedProgram,
    /// The units of the program by name.
    units: HashMap<String, usize>,
    limits: RunLimits,
}

impl JavaMutants {
    /// The mutants of the classes that were loaded; `None` if there are none.
    pub(crate) fn new(selected: &Arc<Selected>, limits: RunLimits) -> Option<JavaMutants> {
        let units = selected.units.iter();
        let units = units.map(|&unit| (selected.loaded.units[unit].name(), unit));
        Some(JavaMutants {
            program: MutatedProgram::new(&selected.loaded)?,
            units: units.collect(),
            limits,
        })
    }
}

impl Mutants for JavaMutants {
    fn all(&self) -> &[Mutant] {
        self.program.mutants()
    }

    fn look(&mut self, unit: &str, input: &Input, mutants: &[MutantId]) -> Look {
        let Some(&unit) = self.units.get(unit) else {
            return Look::default();
        };
        let runs = self.program.look(unit, input, mutants, &self.limits);
        Look {
            reached: runs.reached,
            killed: runs.killed,
            equivalent: Vec::new(),
            cost: runs.cost,
        }
    }
}
