//! An input made again, to write down how a test makes it.

use everypath_recipe::Recipe;
use everypath_term::Terms;
use everypath_trace::{Input, RunLimits};

use super::JvmExecutor;
use crate::inputs::file_statements;

impl JvmExecutor {
    /// How a Java test builds an input and makes the call.
    pub fn recipe(&mut self, input: &Input) -> Result<Recipe, String> {
        if !self.is_lazy() {
            return self.replay(input, 0).map(|(recipe, _)| recipe);
        }
        // What is read decides how many objects there are; locals after
        // theirs are numbered from there on.
        let (_, objects) = self.replay(input, 0)?;
        self.replay(input, objects).map(|(recipe, _)| recipe)
    }

    fn replay(&mut self, input: &Input, first_local: u32) -> Result<(Recipe, u32), String> {
        let session = self.session(input, usize::MAX);
        self.machine.begin(session, Terms::new());
        self.limit(&RunLimits {
            decisions: usize::MAX,
            time: std::time::Duration::from_secs(10),
        });
        let prepared = self.guarded(|executor| {
            let prepared = executor.prepare(first_local)?;
            let mut recipe = prepared.recipe.clone();
            let mut objects = 0;
            // However the call ends: what it asks for is part of the input.
            let _ = executor.call_prepared(&prepared);
            let mut before = file_statements(&mut executor.machine);
            before.extend(prepared.stand_ins.statements());
            before.append(&mut recipe.arrange);
            recipe.arrange = before;
            recipe.restore.extend(prepared.stand_ins.restore());
            recipe.standard_input = prepared.stand_ins.read_input();
            if let Some(heap) = prepared.lazy.clone() {
                let heap = heap.borrow();
                objects = heap.count();
                let mut arrange = heap.statements(&mut executor.machine);
                arrange.append(&mut recipe.arrange);
                recipe.arrange = arrange;
            }
            recipe.inline(&prepared.spare);
            Ok((recipe, objects))
        });
        let described = prepared.map_err(|stop| {
            let why = self.machine.describe_stop(&stop);
            format!("the input cannot be made again: {why}")
        });
        self.machine.end();
        self.machine.take_covered();
        self.settle();
        described
    }
}
