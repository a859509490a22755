//! Which goals are wanted, and which run covered each of them first.

use everypath_trace::{GoalId, Outcome};

/// No run.
const NONE: u32 = u32::MAX;

/// The goals' coverage so far.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    goals: Vec<State>,
    missing: usize,
    covered: usize,
}

#[derive(Clone, Copy, Debug)]
struct State {
    wanted: bool,
    forgone: bool,
    seen: bool,
    covered_by: u32,
    reached_by: u32,
}

impl State {
    const NEW: State = State {
        wanted: false,
        forgone: false,
        seen: false,
        covered_by: NONE,
        reached_by: NONE,
    };
}

/// Whether a run with this end counts for coverage: only if a test can show
/// it and pass. What only a crash reaches is looked for further.
pub(crate) fn counts(outcome: &Outcome) -> bool {
    outcome.is_finished()
}

impl Coverage {
    /// Nothing is covered; these goals are wanted.
    pub fn new(wanted: &[GoalId]) -> Coverage {
        let mut coverage = Coverage::default();
        for &goal in wanted {
            coverage.want(goal);
        }
        coverage
    }

    /// A goal is looked for from now on, if no run has covered it already.
    pub(crate) fn want(&mut self, goal: GoalId) {
        let state = self.state(goal);
        if !state.wanted {
            state.wanted = true;
            let is_missing = state.covered_by == NONE;
            self.missing += usize::from(is_missing);
        }
    }

    /// Notes what a run covered. The wanted goals that it is the first to
    /// cover are appended to `new_goals`.
    pub(crate) fn note(
        &mut self,
        run: usize,
        covered: &[GoalId],
        outcome: &Outcome,
        new_goals: &mut Vec<GoalId>,
    ) {
        let counts = counts(outcome);
        for &goal in covered {
            let state = self.state(goal);
            if state.reached_by == NONE {
                state.reached_by = run as u32;
            }
            if counts && state.covered_by == NONE {
                state.covered_by = run as u32;
                let wanted = state.wanted && !state.forgone;
                self.covered += 1;
                if wanted {
                    self.missing -= 1;
                    new_goals.push(goal);
                }
            }
        }
    }

    /// A goal is not looked for any more: something else covers it.
    pub(crate) fn forgo(&mut self, goal: GoalId) {
        if self.is_missing(goal) {
            self.state(goal).forgone = true;
            self.missing -= 1;
            self.covered += 1;
        }
    }

    /// Notes that a decision was met whose other side leads to the goal.
    pub(crate) fn see(&mut self, goal: GoalId) {
        self.state(goal).seen = true;
    }

    /// Whether a decision was met whose other side leads to the goal, even if
    /// the decisions before it imply that it goes elsewhere.
    pub fn is_seen(&self, goal: GoalId) -> bool {
        self.goals
            .get(goal.0 as usize)
            .is_some_and(|state| state.seen)
    }

    /// The run that covered the goal first.
    pub fn covered_by(&self, goal: GoalId) -> Option<usize> {
        self.get(goal, |state| state.covered_by)
    }

    /// The run that came to the goal first, however it ended.
    pub fn reached_by(&self, goal: GoalId) -> Option<usize> {
        self.get(goal, |state| state.reached_by)
    }

    /// Whether the goal is wanted and not covered yet.
    pub fn is_missing(&self, goal: GoalId) -> bool {
        self.goals
            .get(goal.0 as usize)
            .is_some_and(|state| state.wanted && !state.forgone && state.covered_by == NONE)
    }

    /// How many wanted goals are not covered yet.
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// A number that grows with each goal, wanted or not, that is covered or
    /// forgone: unchanged, it means unchanged coverage.
    pub fn covered(&self) -> usize {
        self.covered
    }

    /// The wanted goals, ascending.
    pub fn wanted(&self) -> impl Iterator<Item = GoalId> + '_ {
        self.goals
            .iter()
            .enumerate()
            .filter(|(_, state)| state.wanted)
            .map(|(index, _)| GoalId(index as u32))
    }

    fn state(&mut self, goal: GoalId) -> &mut State {
        let index = goal.0 as usize;
        if index >= self.goals.len() {
            self.goals.resize(index + 1, State::NEW);
        }
        &mut self.goals[index]
    }

    fn get(&self, goal: GoalId, field: impl Fn(&State) -> u32) -> Option<usize> {
        let run = field(self.goals.get(goal.0 as usize)?);
        (run != NONE).then_some(run as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_forgone_is_not_missing() {
        let goal = GoalId(2);
        let mut coverage = Coverage::new(&[goal, GoalId(4)]);
        coverage.forgo(goal);
        coverage.forgo(goal);
        coverage.forgo(GoalId(9));
        assert_eq!(coverage.missing(), 1);
        assert!(!coverage.is_missing(goal));
        let mut new_goals = Vec::new();
        coverage.note(0, &[goal], &Outcome::Returned, &mut new_goals);
        assert!(new_goals.is_empty());
        assert_eq!(coverage.missing(), 1);
        assert_eq!(coverage.covered_by(goal), Some(0));
    }

    #[test]
    fn what_is_wanted_later_may_be_covered_already() {
        let mut coverage = Coverage::new(&[GoalId(0)]);
        coverage.note(3, &[GoalId(1)], &Outcome::Returned, &mut Vec::new());
        coverage.want(GoalId(1));
        coverage.want(GoalId(2));
        assert_eq!(coverage.missing(), 2);
        assert_eq!(coverage.covered_by(GoalId(1)), Some(3));
    }

    fn check(outcome: Outcome, covered: Option<usize>, reached: Option<usize>) {
        let goal = GoalId(3);
        let mut coverage = Coverage::new(&[goal, goal]);
        let mut new_goals = Vec::new();
        coverage.note(7, &[GoalId(1), goal], &outcome, &mut new_goals);
        assert_eq!(coverage.covered_by(goal), covered);
        assert_eq!(coverage.reached_by(goal), reached);
        assert_eq!(coverage.missing(), usize::from(covered.is_none()));
        assert_eq!(new_goals.len(), usize::from(covered.is_some()));
    }

    #[test]
    fn only_ends_that_a_test_can_show_count() {
        check(Outcome::Returned, Some(7), Some(7));
        check(Outcome::TimedOut, Some(7), Some(7));
        let clause = "x > 0".to_owned();
        check(Outcome::Rejected { clause }, None, Some(7));
        check(
            Outcome::Pruned(everypath_trace::Bound::Decisions),
            None,
            Some(7),
        );
    }
}
