//! The executor: runs one unit of a loaded program on inputs.

use everypath_recipe::Recipe;
use everypath_term::Terms;
use everypath_trace::{Executor, Input, Outcome, RunLimits, Trace};

use crate::program::Loaded;

/// Runs the units of one program, one at a time.
#[derive(Debug)]
pub struct JvmExecutor {
    loaded: Loaded,
    unit: usize,
}

impl JvmExecutor {
    /// An executor of a program; it runs the first unit until told otherwise.
    pub fn new(loaded: &Loaded) -> Result<JvmExecutor, String> {
        Ok(JvmExecutor {
            loaded: loaded.clone(),
            unit: 0,
        })
    }

    /// Chooses the unit that `run` runs.
    pub fn choose(&mut self, unit: usize) -> Result<(), String> {
        if unit >= self.loaded.units.len() {
            return Err(format!("there is no unit {unit}"));
        }
        self.unit = unit;
        Ok(())
    }

    /// How a Java test builds an input and makes the call.
    pub fn recipe(&mut self, _input: &Input) -> Result<Recipe, String> {
        Err("the unit has not been run".to_owned())
    }
}

impl Executor for JvmExecutor {
    fn run(&mut self, _terms: &mut Terms, input: &Input, _limits: &RunLimits) -> Trace {
        Trace {
            input: input.clone(),
            assumptions: vec![],
            bounds: vec![],
            decisions: vec![],
            entry: 0,
            completion: 0..0,
            covered: vec![],
            outcome: Outcome::Unsupported {
                construct: "runs Java bytecode".to_owned(),
            },
            losses: vec![],
        }
    }
}
