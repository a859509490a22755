//! Combined: one strategy until it stalls, then the next.

use everypath_term::Terms;
use everypath_trace::Goals;

use crate::flip::Flip;
use crate::strategies::{CoverageGuided, Generational, Novelty, ShortestFirst};
use crate::strategy::{Contribution, Strategy};
use crate::tree::PathTree;

/// Exchanges strategies when the current one stalls. All of them learn from
/// every run, so that each goes on from what the others found.
pub struct Combined {
    strategies: Vec<Box<dyn Strategy>>,
    current: usize,
    patience: usize,
    idle: usize,
}

impl Combined {
    /// The strategies in the order of their turns; one stalls after
    /// `patience` picks without new coverage.
    pub fn new(strategies: Vec<Box<dyn Strategy>>, patience: usize) -> Combined {
        Combined {
            strategies,
            current: 0,
            patience,
            idle: 0,
        }
    }

    /// The default for test generation: towards uncovered goals, then where
    /// something new happens, then wide, then small.
    pub fn for_goals(goals: &Goals) -> Combined {
        Combined::new(
            vec![
                Box::new(CoverageGuided::new(goals)),
                Box::new(Novelty::new()),
                Box::new(Generational::new()),
                Box::new(ShortestFirst::new()),
            ],
            32,
        )
    }

    fn exchange(&mut self) {
        self.current = (self.current + 1) % self.strategies.len();
        self.idle = 0;
    }
}

impl Strategy for Combined {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        if self.idle >= self.patience {
            self.exchange();
        }
        for _ in 0..self.strategies.len() {
            if let Some(flip) = self.strategies[self.current].pick(tree) {
                self.idle += 1;
                return Some(flip);
            }
            self.exchange();
        }
        None
    }

    fn learn(&mut self, terms: &Terms, tree: &PathTree, contribution: &Contribution) {
        if !contribution.goals.is_empty() {
            self.idle = 0;
        }
        for strategy in &mut self.strategies {
            strategy.learn(terms, tree, contribution);
        }
    }
}
