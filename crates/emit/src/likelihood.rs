//! How likely it is that a failure is one that somebody meets: whether callers can make its
//! input, and on what grounds that is said. The words for it stand here and nowhere else.

use serde::{Deserialize, Serialize};

/// Whether a failure is one that callers of a unit may bring about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Likelihood {
    /// A caller can make its input.
    Likely(Ground),
    /// Perhaps no caller does.
    Possible(Vec<Doubt>),
}

/// Why a caller can make an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Its arguments are plain values and buffers.
    Plain,
    /// The program's own functions, constructors and methods make it.
    Interface,
    /// It is a state in which the program was seen.
    Context,
    /// The invariant that its author wrote holds.
    Invariant,
}

/// Why perhaps no caller makes an input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// Members or fields were chosen one by one, which the program keeps in step.
    Members {
        /// The structure or class.
        of: String,
    },
    /// A variable was set that the program sets itself.
    Variable {
        /// Its name.
        name: String,
    },
    /// Only the program itself can call the unit.
    Private {
        /// The unit.
        unit: String,
    },
    /// A pointer is null of which nothing says that it may be.
    Null {
        /// Where it is.
        place: String,
    },
    /// Two pointers lead to the same object.
    Shared {
        /// The second.
        place: String,
    },
    /// The unit reads what stands in front of what it is given.
    InFront,
    /// The code says what it expects, and that does not hold.
    Expected {
        /// The condition, as its author wrote it.
        condition: String,
    },
    /// The program ends itself on purpose.
    Deliberate,
    /// It may be slow, not endless.
    Slow,
    /// A callback leaves in memory what it likes, or answers as it likes each time.
    Callback {
        /// The callback.
        name: String,
    },
    /// Callers seem to see to something that does not hold.
    Precondition {
        /// What they see to.
        clause: String,
        /// Why that is thought.
        because: String,
    },
    /// A pointer of no type was given to a function that knows what it leads to.
    Untyped {
        /// Where it is.
        place: String,
    },
    /// Something stands in for an object that nothing can make.
    StandIn {
        /// What it stands in for.
        of: String,
    },
}

impl Likelihood {
    /// Likely where nothing speaks against it.
    pub fn of(ground: Ground, mut doubts: Vec<Doubt>) -> Likelihood {
        doubts.sort();
        doubts.dedup();
        match doubts.is_empty() {
            true => Likelihood::Likely(ground),
            false => Likelihood::Possible(doubts),
        }
    }

    /// Whether a caller can make the input.
    pub fn is_likely(&self) -> bool {
        matches!(self, Likelihood::Likely(_))
    }

    /// The doubts as a sentence, if there are any.
    pub(crate) fn sentence(&self) -> Option<String> {
        let Likelihood::Possible(doubts) = self else {
            return None;
        };
        let doubts: Vec<String> = doubts.iter().map(Doubt::words).collect();
        Some(format!("Perhaps nobody meets it: {}.", doubts.join("; ")))
    }

    /// The grounds: a word for each, for machines, and what it says.
    pub fn grounds(&self) -> Vec<(&'static str, String)> {
        match self {
            Likelihood::Likely(ground) => vec![(ground.word(), ground.words().to_owned())],
            Likelihood::Possible(doubts) => {
                let doubts = doubts.iter();
                doubts.map(|doubt| (doubt.word(), doubt.words())).collect()
            }
        }
    }
}

impl Ground {
    /// The ground in one word.
    pub fn word(self) -> &'static str {
        match self {
            Ground::Plain => "plain",
            Ground::Interface => "interface",
            Ground::Context => "context",
            Ground::Invariant => "invariant",
        }
    }

    /// The ground as a sentence without its full stop.
    pub fn words(self) -> &'static str {
        match self {
            Ground::Plain => "any caller may pass these values",
            Ground::Interface => "the program's own functions make this input",
            Ground::Context => "the program was seen in this state",
            Ground::Invariant => "the invariant holds of this input",
        }
    }
}

impl Doubt {
    /// The doubt in one word.
    pub fn word(&self) -> &'static str {
        match self {
            Doubt::Members { .. } => "members",
            Doubt::Variable { .. } => "variable",
            Doubt::Private { .. } => "private",
            Doubt::Null { .. } => "null",
            Doubt::Shared { .. } => "shared",
            Doubt::InFront => "in-front",
            Doubt::Expected { .. } => "expected",
            Doubt::Deliberate => "deliberate",
            Doubt::Slow => "slow",
            Doubt::Callback { .. } => "callback",
            Doubt::Precondition { .. } => "precondition",
            Doubt::Untyped { .. } => "untyped",
            Doubt::StandIn { .. } => "stand-in",
        }
    }

    /// The doubt as a sentence without its full stop.
    pub fn words(&self) -> String {
        match self {
            Doubt::Members { of } => format!("the members of `{of}` were chosen one by one"),
            Doubt::Variable { name } => format!("`{name}` was given a value from outside"),
            Doubt::Private { unit } => format!("only its own file can call `{unit}`"),
            Doubt::Null { place } => format!("nothing says that `{place}` may be null"),
            Doubt::Shared { place } => {
                format!("`{place}` leads to an object that another pointer leads to")
            }
            Doubt::InFront => "its maker may have put something in front of the object".to_owned(),
            Doubt::Expected { condition } => format!("the code says that it expects `{condition}`"),
            Doubt::Deliberate => "the program ends itself on purpose".to_owned(),
            Doubt::Slow => "with numbers this large it may be slow rather than endless".to_owned(),
            Doubt::Callback { name } => {
                format!("what each call of the callback `{name}` does was chosen freely")
            }
            Doubt::Precondition { clause, because } => {
                format!("it breaks `{clause}`: {because}")
            }
            Doubt::Untyped { place } => {
                format!("the function that was chosen may expect something else in `{place}`")
            }
            Doubt::StandIn { of } => format!("something stands in for `{of}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_likely_where_nothing_speaks_against_it() {
        assert!(Likelihood::of(Ground::Plain, Vec::new()).is_likely());
        let twice = vec![Doubt::Slow, Doubt::InFront, Doubt::Slow];
        let possible = Likelihood::of(Ground::Plain, twice);
        let words: Vec<&str> = possible.grounds().iter().map(|one| one.0).collect();
        assert_eq!(words, ["in-front", "slow"]);
        assert!(!possible.is_likely());
    }
}
