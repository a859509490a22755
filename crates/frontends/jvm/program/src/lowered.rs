//! A unit for the bounded engine: lowered from its bytecode, run by the interpreter.

use std::hash::{Hash, Hasher};

use everypath_generate::{Lowered, Receiver};
use everypath_jvm::{JvmExecutor, Loaded, LoweredUnit, Lowering};
use everypath_lowered::{Solution, Source, Unit};
use everypath_term::Terms;
use everypath_trace::{RunLimits, Trace};
use rustc_hash::FxHasher;

/// A lowered unit.
pub(crate) struct LoweredJava<'a> {
    loaded: &'a Loaded,
    executor: &'a mut JvmExecutor,
    lowering: &'a mut Lowering,
    lowered: LoweredUnit,
    unit: usize,
}

impl<'a> LoweredJava<'a> {
    /// Lowers a unit by its place in the program.
    pub(crate) fn new(
        loaded: &'a Loaded,
        executor: &'a mut JvmExecutor,
        lowering: &'a mut Lowering,
        unit: usize,
    ) -> Result<LoweredJava<'a>, String> {
        let lowered = lowering.unit(unit)?;
        Ok(LoweredJava {
            loaded,
            executor,
            lowering,
            lowered,
            unit,
        })
    }

    /// What the bounds of a receiver depend on: the code of the class and of those nested
    /// in it, and its invariant.
    fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for class in &self.loaded.classes {
            class.hash(&mut hasher);
            self.loaded.class_path.user_class(class).hash(&mut hasher);
        }
        self.loaded.units[self.unit].invariant.hash(&mut hasher);
        hasher.finish()
    }
}

impl Lowered for LoweredJava<'_> {
    fn unit(&self) -> &Unit {
        &self.lowered.unit
    }

    fn source(&mut self) -> &mut dyn Source {
        self.lowering
    }

    fn replay(
        &mut self,
        terms: &mut Terms,
        solution: &Solution,
        limits: &RunLimits,
    ) -> Option<Trace> {
        let (input, guide) = self.lowering.input(&self.lowered, solution);
        Some(self.executor.run_guided(terms, &input, guide, limits))
    }

    fn receiver(&mut self) -> Option<Receiver> {
        let unit = &self.loaded.units[self.unit];
        unit.invariant.as_ref()?;
        if self.lowered.slots.first().map(String::as_str) != Some("this") {
            return None;
        }
        Some(Receiver {
            class: unit.class.clone(),
            unit: self.lowered.unit.clone(),
            fingerprint: Some(self.fingerprint()),
        })
    }
}
