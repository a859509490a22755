//! The mutants of a module, for the pipeline.

use everypath_generate::{Look, Mutants};
use everypath_python::MutatedModule;
use everypath_trace::{Input, Mutant, MutantId};

/// A module that can be any of its mutants.
pub(crate) struct PythonMutants(pub(crate) MutatedModule);

impl Mutants for PythonMutants {
    fn all(&self) -> &[Mutant] {
        self.0.mutants()
    }

    fn look(&mut self, unit: &str, input: &Input, mutants: &[MutantId]) -> Look {
        let runs = self.0.look(unit, input, mutants);
        Look {
            reached: runs.reached,
            killed: runs.killed,
            equivalent: runs.equivalent,
            cost: runs.cost,
        }
    }
}
