//! Verdicts: what is known of each goal in the end. Every miss has a reason.

use std::collections::BTreeSet;

use everypath_solve::{Certificate, Certification, Why};
use everypath_trace::{GoalId, Outcome, Premise};
use rustc_hash::FxHashMap;

use crate::cause::Cause;
use crate::explore::Exploration;
use crate::status::{GaveUp, Status};
use crate::tree::SideId;

/// What is known of a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A run covers it.
    Covered {
        /// The first such run in the tree.
        run: usize,
    },
    /// Proved: a decision on the input leads to it, and within what holds of
    /// every input no path of the unit decides that way.
    Unreachable {
        /// What the proof takes for granted, in order; a proof without is absolute.
        premises: Vec<Premise>,
        /// What was checked of it, if it was.
        certificate: Option<Certificate>,
    },
    /// Proved within a scope: no run that stays in it comes there and ends.
    UnreachableWithin {
        /// The scope, in words.
        scope: String,
        /// What the proof takes for granted besides.
        premises: Vec<Premise>,
    },
    /// It is neither covered nor proved to be unreachable.
    Missed {
        /// How near the runs came.
        reach: Reach,
        /// The reason, or the first of several.
        cause: Cause,
    },
}

/// How near the runs came to a goal that was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reach {
    /// A run came there, but its end is none that a test can show.
    Reached,
    /// A decision was met whose other side leads there.
    Seen,
    /// No decision that leads there was met.
    NotReached,
}

impl Verdict {
    /// Why it is so, in words. What is so, the report says.
    pub fn reason(&self) -> String {
        match self {
            Verdict::Covered { .. } => "a run covers it".to_owned(),
            Verdict::Unreachable {
                premises,
                certificate,
            } if premises.is_empty() => match certificate {
                Some(_) => "every path that could lead here is infeasible".to_owned(),
                None => "if the solver is right (it was not checked)".to_owned(),
            },
            Verdict::Unreachable { premises, .. } => Premise::condition(premises),
            Verdict::UnreachableWithin { scope, premises } if premises.is_empty() => scope.clone(),
            Verdict::UnreachableWithin { scope, premises } => {
                format!("{}; {scope}", Premise::condition(premises))
            }
            Verdict::Missed {
                reach: Reach::Reached,
                cause,
            } => format!(
                "only reached by runs that cannot become a test: {}",
                cause.sentence()
            ),
            Verdict::Missed { cause, .. } => cause.sentence(),
        }
    }
}

impl Verdict {
    /// The verdict on a goal that two units were explored for: unreachable
    /// only if it is from both, else from the one that came nearest.
    pub fn or(self, other: Verdict) -> Verdict {
        if let (
            Verdict::Unreachable {
                premises: one,
                certificate: mine,
            },
            Verdict::Unreachable {
                premises: another,
                certificate: theirs,
            },
        ) = (&self, &other)
        {
            let both: BTreeSet<&Premise> = one.iter().chain(another).collect();
            return Verdict::Unreachable {
                premises: both.into_iter().cloned().collect(),
                certificate: mine.zip(*theirs).map(|(mine, theirs)| mine.and(theirs)),
            };
        }
        let rank = |verdict: &Verdict| match verdict {
            Verdict::Covered { .. } => 0,
            Verdict::Missed { reach, .. } => 1 + *reach as u32,
            Verdict::UnreachableWithin { .. } => u32::MAX - 1,
            Verdict::Unreachable { .. } => u32::MAX,
        };
        if rank(&other) < rank(&self) {
            other
        } else {
            self
        }
    }

    /// The verdict on a goal that one unit was explored for in two ways: the
    /// one that says more.
    pub fn and(self, other: Verdict) -> Verdict {
        let rank = |verdict: &Verdict| match verdict {
            Verdict::Covered { .. } => (0, 0),
            Verdict::Unreachable { premises, .. } => (1, premises.len()),
            Verdict::UnreachableWithin { .. } => (2, 0),
            Verdict::Missed { .. } => (3, 0),
        };
        if rank(&other) < rank(&self) {
            other
        } else {
            self
        }
    }
}

impl Verdict {
    /// Whether it is a proof that takes nothing for granted.
    pub fn is_absolute(&self) -> bool {
        matches!(self, Verdict::Unreachable { premises, .. } if premises.is_empty())
    }

    /// What was checked of it, if it is a proof and was.
    pub fn certificate(&self) -> Option<Certificate> {
        match self {
            Verdict::Unreachable { certificate, .. } => *certificate,
            _ => None,
        }
    }

    /// What a check of what it rests on makes of an absolute proof: it has a certificate, or
    /// it is one only if the solver is right, or it is none.
    pub fn certify(&mut self, found: &Certification) {
        let Verdict::Unreachable {
            premises,
            certificate,
        } = self
        else {
            return;
        };
        if !premises.is_empty() {
            return;
        }
        match found {
            Certification::Certified(checked) => *certificate = Some(*checked),
            Certification::Missing(why) => premises.push(Premise::Unchecked {
                why: why.to_string(),
            }),
            Certification::Contradicted(_) => {
                *self = Verdict::Missed {
                    reach: Reach::Seen,
                    cause: Cause::GaveUp(GaveUp::Solver(Why::WrongProof)),
                }
            }
        }
    }

    /// Adds what a proof takes for granted.
    pub fn suppose(&mut self, more: &[Premise]) {
        if let Verdict::Unreachable { premises, .. } | Verdict::UnreachableWithin { premises, .. } =
            self
        {
            premises.extend(more.iter().cloned());
            premises.sort();
            premises.dedup();
        }
    }
}

impl Exploration {
    /// The verdicts of the wanted goals, in their order.
    pub fn verdicts(&self) -> Vec<(GoalId, Verdict)> {
        let sides = self.sides_of_goals();
        self.tree
            .coverage()
            .wanted()
            .map(|goal| {
                let sides = sides.get(&goal).map_or(&[][..], Vec::as_slice);
                (goal, self.verdict(goal, sides))
            })
            .collect()
    }

    /// The first reason why something may still be hidden; `None` if the runs
    /// are all there is within what holds of every input.
    pub fn incomplete(&self) -> Option<Cause> {
        if !self.tree.is_exhausted() || self.tree.runs().is_empty() {
            let stopped = || Cause::Stopped(self.stop);
            return Some(self.common_end().unwrap_or_else(stopped));
        }
        if self.tree.contradictions() > 0 || self.tree.refuted() > 0 {
            return Some(Cause::Unstable);
        }
        self.tree.obstacles().first().cloned()
    }

    /// What ends every run, if nothing else does: more of them would change
    /// nothing.
    fn common_end(&self) -> Option<Cause> {
        let ends = self.tree.runs().iter().map(|run| &run.trace.outcome);
        let mut ends = ends.filter(|end| !matches!(end, Outcome::Rejected { .. }));
        let first = ends.next()?;
        let is_unsupported = |end: &Outcome| matches!(end, Outcome::Unsupported { .. });
        match is_unsupported(first) && ends.all(is_unsupported) {
            true => Cause::of_outcome(first),
            false => None,
        }
    }

    fn verdict(&self, goal: GoalId, sides: &[SideId]) -> Verdict {
        let coverage = self.tree.coverage();
        if let Some(run) = coverage.covered_by(goal) {
            return Verdict::Covered { run };
        }
        if let Some(run) = coverage.reached_by(goal) {
            let outcome = &self.tree.runs()[run].trace.outcome;
            let cause = self.end_cause(outcome);
            let reach = Reach::Reached;
            return Verdict::Missed { reach, cause };
        }
        let reach = if coverage.is_seen(goal) {
            Reach::Seen
        } else {
            Reach::NotReached
        };
        match self.side_cause(sides).or_else(|| self.incomplete()) {
            Some(cause) => Verdict::Missed { reach, cause },
            // A branch that no input decides may hang on what is no input: a
            // setting, an argument vector, an earlier call.
            None if reach == Reach::NotReached => Verdict::Missed {
                reach,
                cause: Cause::NotDecided,
            },
            None => self.unreachable(),
        }
    }

    /// Every path in the tree rests on every premise that a run of it made: what one of them
    /// hides might have led to any goal.
    fn unreachable(&self) -> Verdict {
        let mut premises: Vec<Premise> = self.tree.premises().cloned().collect();
        premises.sort();
        Verdict::Unreachable {
            premises,
            certificate: None,
        }
    }

    /// Why a run that reached the goal does not count.
    fn end_cause(&self, outcome: &Outcome) -> Cause {
        match (Cause::of_outcome(outcome), outcome) {
            (Some(cause), _) => cause,
            (None, Outcome::Rejected { clause }) => Cause::Rejected {
                clause: clause.clone(),
            },
            (None, _) => Cause::Stopped(self.stop),
        }
    }

    /// The reason at the goal's own sides: an open one first, since more
    /// budget may be all that it takes.
    fn side_cause(&self, sides: &[SideId]) -> Option<Cause> {
        if sides.iter().any(|&side| self.tree.is_open(side)) {
            return Some(Cause::Stopped(self.stop));
        }
        sides.iter().find_map(|&side| match self.tree.status(side) {
            // The run is there; what became of it says the obstacle.
            Status::Covered(_) | Status::Infeasible | Status::Open => None,
            status => self.tree.cause_of(status),
        })
    }

    fn sides_of_goals(&self) -> FxHashMap<GoalId, Vec<SideId>> {
        let mut sides: FxHashMap<GoalId, Vec<SideId>> = FxHashMap::default();
        for (side, goal) in self.tree.goal_sides() {
            if self.tree.coverage().is_missing(goal) {
                sides.entry(goal).or_default().push(side);
            }
        }
        sides
    }
}
