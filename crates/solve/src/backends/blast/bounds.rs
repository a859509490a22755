//! What conditions say of single integer variables.

use everypath_term::{Interval, Intervals, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// What the query says of its variables.
pub(super) struct Bounds {
    intervals: FxHashMap<VarId, Interval>,
    /// The conditions that say so.
    pub facts: FxHashMap<VarId, Vec<TermId>>,
}

impl Bounds {
    /// The bounds that conditions state.
    pub(super) fn of(terms: &Terms, assumptions: &[TermId]) -> Bounds {
        let mut bounds = Bounds {
            intervals: FxHashMap::default(),
            facts: FxHashMap::default(),
        };
        for &assumption in assumptions {
            if let Some((variable, interval)) = Intervals::read_bound(terms, assumption) {
                let known = bounds.intervals.entry(variable).or_insert(Interval::ALL);
                *known = known.meet(interval);
                bounds.facts.entry(variable).or_default().push(assumption);
            }
        }
        bounds
    }

    /// What is known of a variable.
    pub(super) fn interval(&self, variable: VarId) -> Interval {
        self.intervals.get(&variable).copied().unwrap_or_default()
    }
}
