//! Counts what a layer is asked and how long it takes. The only place that
//! reads the clock.

use std::time::{Duration, Instant};

use everypath_term::Terms;

use crate::query::{Answer, LayerStatistics, Query, Solver, Statistics};

/// Counts the queries to the solver below.
pub(crate) struct Count {
    name: &'static str,
    below: Box<dyn Solver>,
    asked: u64,
    time: Duration,
}

impl Count {
    /// Counts under a name.
    pub(crate) fn new(name: &'static str, below: Box<dyn Solver>) -> Count {
        Count {
            name,
            below,
            asked: 0,
            time: Duration::ZERO,
        }
    }
}

impl Solver for Count {
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer {
        let start = Instant::now();
        let answer = self.below.check(terms, query);
        self.asked += 1;
        self.time += start.elapsed();
        answer
    }

    fn report(&self, statistics: &mut Statistics) {
        let position = statistics.layers.len();
        statistics.layers.push(LayerStatistics {
            name: self.name,
            asked: self.asked,
            answered: self.asked,
            time: self.time,
        });
        self.below.report(statistics);
        if let Some(below) = statistics.layers.get(position + 1) {
            let passed_on = below.asked;
            statistics.layers[position].answered = self.asked.saturating_sub(passed_on);
        }
    }
}
