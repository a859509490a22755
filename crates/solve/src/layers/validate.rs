//! Evaluates every model against the whole query. A wrong model is a bug of
//! the layers below: it panics in debug builds and is counted in release.

use everypath_term::{Evaluator, Terms, print};

use crate::query::{Answer, Query, Solver, Statistics, Why};

/// Checks the models of the solver below.
pub(crate) struct Validate {
    below: Box<dyn Solver>,
    evaluator: Evaluator,
    wrong: u64,
}

impl Validate {
    /// Checks the models of `below`.
    pub(crate) fn new(below: Box<dyn Solver>) -> Validate {
        Validate {
            below,
            evaluator: Evaluator::new(),
            wrong: 0,
        }
    }
}

impl Solver for Validate {
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer {
        let answer = self.below.check(terms, query);
        let Answer::Sat(model) = &answer else {
            return answer;
        };
        self.evaluator.reset();
        let value = |variable| {
            let value = model.get(variable).or_else(|| query.hint.get(variable));
            value.cloned()
        };
        for condition in query.conditions() {
            if !self.evaluator.holds(terms, condition, &value) {
                if cfg!(debug_assertions) {
                    let condition = print(terms, condition);
                    panic!("the model {model:?} does not satisfy {condition}");
                }
                self.wrong += 1;
                return Answer::Unknown(Why::WrongModel);
            }
        }
        answer
    }

    fn report(&self, statistics: &mut Statistics) {
        statistics.counters.insert("wrong models", self.wrong);
        statistics.evaluated(&self.evaluator);
        self.below.report(statistics);
    }
}
