//! Causes: what may hide paths from an exploration. As long as one is known,
//! nothing uncovered is proved to be unreachable.

use everypath_trace::{Bound, Fault, Location, Loss, Outcome, Slot};
use indexmap::IndexMap;

use crate::budget::StopReason;
use crate::status::{GaveUp, Status};
use crate::tree::{PathTree, ROOT, Segment, SideId};

/// Why something was not covered and is not proved to be unreachable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A bound cut a run short, or kept a side from being tried.
    Bound(Bound),
    /// The scope cut options of a slot off.
    Scope {
        /// The slot.
        slot: Slot,
    },
    /// A side was tried without an answer.
    GaveUp(GaveUp),
    /// A run lost symbolic information: it goes on with one value of many.
    Loss(Loss),
    /// A run met something that the front end cannot execute.
    Unsupported {
        /// What the run does there, to follow "it".
        construct: String,
    },
    /// A run took longer than allowed.
    TimedOut,
    /// A run's process died.
    Crashed {
        /// What brought it down.
        fault: Fault,
        /// Where in the source, if that is known.
        at: Option<Location>,
    },
    /// Only inputs that the precondition rejects come there.
    Rejected {
        /// The clause that they do not meet.
        clause: String,
    },
    /// No input is accepted at all.
    NoInput {
        /// The scope, in words.
        scope: String,
    },
    /// Two runs with the same decisions went different ways.
    Unstable,
    /// No decision on the input that leads there was met on any path.
    NotDecided,
    /// It is in code to which no call is known that a test can make.
    NotCalled,
    /// It is outside the part that was explored.
    Excluded(Segment),
    /// It was looked for only by runs of one kind, and there are others.
    OnlyWith {
        /// What those runs had, in words.
        with: String,
    },
    /// The exploration stopped with sides still open.
    Stopped(StopReason),
}

/// The causes by what a user can do about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CauseKind {
    /// Raise a bound.
    Bounded,
    /// Harder than the solver, or not predictable.
    GaveUp,
    /// Allow more time or paths.
    OutOfBudget,
    /// The front end has no model for it.
    Unsupported,
    /// The subject itself: it hangs, crashes or rejects the input.
    Subject,
}

impl Cause {
    /// What a user can do about it.
    pub fn kind(&self) -> CauseKind {
        match self {
            Cause::Bound(_) | Cause::Scope { .. } | Cause::Excluded(_) | Cause::OnlyWith { .. } => {
                CauseKind::Bounded
            }
            Cause::GaveUp(_) | Cause::Unstable | Cause::NotDecided => CauseKind::GaveUp,
            Cause::Stopped(_) => CauseKind::OutOfBudget,
            Cause::Unsupported { .. } | Cause::Loss(_) => CauseKind::Unsupported,
            Cause::TimedOut
            | Cause::NotCalled
            | Cause::Crashed { .. }
            | Cause::Rejected { .. }
            | Cause::NoInput { .. } => CauseKind::Subject,
        }
    }

    /// The cause in words, to stand in brackets after what was not covered.
    pub fn sentence(&self) -> String {
        match self {
            Cause::Bound(bound) => format!("cut off by {}", bound_words(*bound)),
            Cause::Scope { slot } => format!("the scope leaves out options of {slot}"),
            Cause::GaveUp(why) => why.sentence(),
            Cause::Loss(loss) => format!(
                "{} at {}:{} is not followed symbolically",
                loss.construct, loss.file, loss.line
            ),
            Cause::Unsupported { construct } => format!("not supported: it {construct}"),
            Cause::TimedOut => "a run exceeded its time limit".to_owned(),
            Cause::Crashed { fault, at } => {
                format!("a run crashed: {}", fault.words(at.as_ref()))
            }
            Cause::Rejected { clause } => {
                format!("every input that gets here violates {clause}")
            }
            Cause::NoInput { scope } => {
                format!("no input meets the invariant and the preconditions within {scope}")
            }
            Cause::Unstable => "runs with the same decisions behaved differently".to_owned(),
            Cause::NotDecided => "no decision on the input leads here".to_owned(),
            Cause::NotCalled => "not reachable from any callable method".to_owned(),
            Cause::Excluded(Segment::Entry) => {
                "only the invariant and the preconditions were explored".to_owned()
            }
            Cause::Excluded(_) => "only the decisions of the given inputs were kept".to_owned(),
            Cause::OnlyWith { with } => format!("it was only run with {with}"),
            Cause::Stopped(reason) => reason.sentence().to_owned(),
        }
    }

    /// What a run's end hides, if anything.
    pub fn of_outcome(outcome: &Outcome) -> Option<Cause> {
        match outcome {
            Outcome::Returned
            | Outcome::Threw { .. }
            | Outcome::Exited { .. }
            | Outcome::Violated { .. } => None,
            // A rejected input is no path of the unit, and hides none.
            Outcome::Rejected { .. } => None,
            Outcome::Pruned(bound) => Some(Cause::Bound(*bound)),
            Outcome::TimedOut => Some(Cause::TimedOut),
            Outcome::Unsupported { construct } => Some(Cause::Unsupported {
                construct: construct.clone(),
            }),
            Outcome::Crashed { fault, at } => Some(Cause::Crashed {
                fault: fault.clone(),
                at: at.clone(),
            }),
        }
    }
}

/// The bound in words, to follow "cut off by".
pub fn bound_words(bound: Bound) -> &'static str {
    match bound {
        Bound::Decisions => "the bound on decisions per path",
        Bound::Objects => "the bound on objects",
        Bound::Length => "the bounds on lengths and on the characters of texts",
        Bound::Alternatives => "the bound on alternatives for a concrete value",
        Bound::CallDepth => "the bound on call depth",
        Bound::Memory => "the bound on memory",
        Bound::SetUp => "the time limit for setting up the input",
    }
}

/// The causes met so far, first met first, each with how often it was met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obstacles(IndexMap<Cause, usize>);

impl Obstacles {
    pub(crate) fn note(&mut self, cause: Cause) {
        *self.0.entry(cause).or_default() += 1;
    }

    /// One less: a run came to a side that was closed for this cause.
    pub(crate) fn withdraw(&mut self, cause: &Cause) {
        if let Some(count) = self.0.get_mut(cause) {
            *count -= 1;
        }
    }

    /// The first one met.
    pub fn first(&self) -> Option<&Cause> {
        self.iter().next().map(|(cause, _)| cause)
    }

    /// All of them, first met first.
    pub fn iter(&self) -> impl Iterator<Item = (&Cause, usize)> {
        self.0
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(cause, &count)| (cause, count))
    }
}

impl PathTree {
    /// Notes what a side's status hides.
    pub(crate) fn note_obstacle(&mut self, side: SideId, status: Status) {
        if side != ROOT
            && let Some(cause) = self.cause_of(status)
        {
            self.obstacles.note(cause);
        }
    }

    /// What a side with this status hides.
    pub(crate) fn cause_of(&self, status: Status) -> Option<Cause> {
        match status {
            Status::Open | Status::Covered(_) | Status::Infeasible | Status::Settled => None,
            Status::Bounded(bound) => Some(Cause::Bound(bound)),
            Status::GaveUp(why) => Some(Cause::GaveUp(why)),
            Status::Excluded => {
                (!self.options.rest_is_explored).then_some(Cause::Excluded(self.options.segment))
            }
        }
    }
}
