//! Traces: what one run of a program did.

use std::ops::Range;
use std::time::Duration;

use everypath_term::TermId;
use serde::{Deserialize, Serialize};

use crate::input::Input;
use crate::outcome::Outcome;
use crate::premise::Premise;
use crate::slot::Slot;

/// Something a criterion may want covered: an index into the program's goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GoalId(pub u32);

/// Why a condition is on the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Origin {
    /// A branch in the source of the unit or its callees.
    Branch,
    /// A check that the language or its library makes: bounds, a missing key.
    Implicit,
    /// A check of which one side is a failure of the program, such as an overflow;
    /// those of one kind at one place of the source have the same number.
    Check(u32),
    /// A value was made concrete for code that cannot take a symbolic one;
    /// the condition says that the value is the one it has.
    Pin,
}

/// One fork of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// A boolean term over the input, and the side the run took.
    Condition {
        /// The term; true on the taken side if `taken`.
        term: TermId,
        /// The side.
        taken: bool,
        /// Why it was asked.
        origin: Origin,
        /// The goal that the other side leads to at once, if any.
        other_side: Option<GoalId>,
    },
    /// An open slot became one of finitely many options.
    Choice {
        /// The slot.
        slot: Slot,
        /// The option, below `options`.
        taken: u32,
        /// How many options the scope allows here.
        options: u32,
        /// Whether the scope cut options off.
        bounded: bool,
    },
}

/// Symbolic information that a run lost: from here on a value is only concrete.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Loss {
    /// What was lost, and where to: `float(s)`, `re.match`.
    pub construct: String,
    /// File of the loss.
    pub file: String,
    /// Line of the loss.
    pub line: u32,
}

/// One run: its decisions in order, what it covered and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The input, with every slot that the run read.
    pub input: Input,
    /// What holds of the input by construction: ranges of lengths and characters.
    pub assumptions: Vec<TermId>,
    /// What holds only because the scope is bounded: the largest length, the
    /// alphabet. A proof that rests on one of these is none.
    pub bounds: Vec<TermId>,
    /// The forks, in order.
    pub decisions: Vec<Decision>,
    /// How many of the decisions were made before the unit was entered, by
    /// its invariant and preconditions.
    pub entry: usize,
    /// The decisions, by index, that completed the input after the unit had
    /// ended: what it never read was filled in until the input was a valid
    /// one. A path of the unit needs one completion, not all of them. Empty
    /// if the input was complete when the unit was entered.
    pub completion: Range<usize>,
    /// The goals covered, ascending, each once.
    pub covered: Vec<GoalId>,
    /// How it ended.
    pub outcome: Outcome,
    /// Symbolic information lost on the way, each place once.
    pub losses: Vec<Loss>,
    /// What it took for granted, each once.
    pub premises: Vec<Premise>,
    /// What the run changed of its input's objects, ascending, each once, in
    /// words that runs on other inputs share: `Node.next: object, then value`.
    pub effects: Vec<String>,
    /// What it cost, in nominal time: counted where possible, so that it is the same on
    /// every machine.
    pub cost: Duration,
}

impl Trace {
    /// Takes something for granted.
    pub fn suppose(&mut self, premise: Premise) {
        if !self.premises.contains(&premise) {
            self.premises.push(premise);
        }
    }

    /// A run of which nothing is known but how it ended.
    pub fn ended(input: Input, outcome: Outcome) -> Trace {
        Trace {
            input,
            assumptions: Vec::new(),
            bounds: Vec::new(),
            decisions: Vec::new(),
            entry: 0,
            completion: 0..0,
            covered: Vec::new(),
            outcome,
            losses: Vec::new(),
            premises: Vec::new(),
            effects: Vec::new(),
            cost: Duration::ZERO,
        }
    }
}
