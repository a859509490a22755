//! Inputs that no flip leads to: those that the strings of a unit's code make, and some
//! that are drawn at random.

use std::collections::VecDeque;
use std::sync::Arc;

use everypath_explore::Exploration;
use everypath_generate::{Guide, Units};
use everypath_jvm::Seeds;
use everypath_trace::{Input, RunLimits};

use crate::draws::Drawing;
use crate::units::Selected;

/// Suggests inputs for one unit.
pub(crate) struct JavaGuide {
    selected: Arc<Selected>,
    unit: usize,
    seeds: Seeds,
    drawing: Drawing,
    waiting: VecDeque<Input>,
    /// The runs that have been looked at.
    looked_at: usize,
}

impl JavaGuide {
    /// Nothing is known yet of a unit, by its place in the program.
    pub(crate) fn new(selected: Arc<Selected>, unit: usize, seed: u64) -> JavaGuide {
        JavaGuide {
            selected,
            unit,
            seeds: Seeds::default(),
            drawing: Drawing::new(seed, unit),
            waiting: VecDeque::new(),
            looked_at: 0,
        }
    }
}

impl Guide for JavaGuide {
    fn seed(&mut self) -> Option<Input> {
        self.waiting.pop_front()
    }

    fn look(&mut self, exploration: &Exploration) {
        let loaded = &self.selected.loaded;
        let unit = &loaded.units[self.unit];
        let runs = exploration.tree.runs();
        for run in &runs[self.looked_at..] {
            let more = self.seeds.after(unit, &loaded.scope, &run.trace);
            self.waiting.extend(more);
        }
        self.looked_at = runs.len();
    }

    fn search(
        &mut self,
        units: &mut dyn Units,
        exploration: &Exploration,
        limits: &RunLimits,
        stalled: u32,
    ) {
        let drawn = self.drawing.some(units, &exploration.tree, limits, stalled);
        for input in drawn {
            self.waiting.push_front(input);
        }
    }
}
