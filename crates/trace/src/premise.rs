//! Premises: what a run took for granted that a caller or the platform may break.
//!
//! A run that reads what is no slot of its input (a variable that other code sets, the
//! clock, the bits of a NaN) goes on with the one value that it found. Conditions after that
//! hold for this value only, so a proof that rests on them carries the premise.

use serde::{Deserialize, Serialize};

/// Something that is so in every run made, and need not be so for every caller.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Premise {
    /// A variable outside the input has the value that it has at the start.
    State {
        /// The variable, as the source names it.
        name: String,
    },
    /// The machine, the user, the clock or chance answers as it does here.
    World {
        /// What was asked, as the source names it.
        what: String,
    },
    /// Each object of a class is another one, of just this class, and nobody but its own
    /// methods changes it.
    Objects {
        /// The class, as the source names it.
        class: String,
    },
    /// No two parts of the input share memory.
    Apart {
        /// The parts, in the plural: `lists`, `arrays`, `pointers`.
        parts: String,
    },
    /// A NaN has the bits that the platform's arithmetic gives it.
    Payload,
    /// Equal values are the same object, or are not, as they are here.
    Identity,
    /// A value that nothing says the type of has the one that its use speaks for.
    Guess {
        /// The value, as the source names it.
        name: String,
    },
    /// A function of the input answers a question the same way each time.
    Answers {
        /// The function.
        name: String,
    },
    /// The solver is right: what it proved was not checked.
    Unchecked {
        /// Why not, in words.
        why: String,
    },
}

impl Premise {
    /// The kind in one word, and what it is about, for the text form.
    pub(crate) fn parts(&self) -> (&'static str, &str) {
        match self {
            Premise::State { name } => ("state", name),
            Premise::World { what } => ("world", what),
            Premise::Objects { class } => ("objects", class),
            Premise::Apart { parts } => ("apart", parts),
            Premise::Payload => ("payload", ""),
            Premise::Identity => ("identity", ""),
            Premise::Guess { name } => ("guess", name),
            Premise::Answers { name } => ("answers", name),
            Premise::Unchecked { why } => ("unchecked", why),
        }
    }

    /// The premise of a kind and what it is about.
    pub fn from_parts(kind: &str, of: String) -> Option<Premise> {
        Some(match kind {
            "state" => Premise::State { name: of },
            "world" => Premise::World { what: of },
            "objects" => Premise::Objects { class: of },
            "apart" => Premise::Apart { parts: of },
            "payload" => Premise::Payload,
            "identity" => Premise::Identity,
            "guess" => Premise::Guess { name: of },
            "answers" => Premise::Answers { name: of },
            "unchecked" => Premise::Unchecked { why: of },
            _ => return None,
        })
    }

    /// What must hold for all of them to, in words that follow "unreachable": those of one
    /// kind are said together.
    pub fn condition(premises: &[Premise]) -> String {
        let mut kinds: Vec<(&'static str, Vec<&str>)> = Vec::new();
        for premise in premises {
            let (kind, of) = premise.parts();
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, all)) => all.push(of),
                None => kinds.push((kind, vec![of])),
            }
        }
        let clause = |(kind, of): &(&'static str, Vec<&str>)| {
            let (all, is_one) = (enumerated(of), of.len() == 1);
            match (*kind, is_one) {
                ("state", true) => format!("{all} keeps its initial value"),
                ("state", false) => format!("{all} keep their initial values"),
                ("world", true) => format!("{all} answers as it does here"),
                ("world", false) => format!("{all} answer as they do here"),
                ("objects", _) => format!(
                    "objects of {all} are distinct, of no subclass, and changed by their own \
                     methods only"
                ),
                ("apart", _) => format!("no two {all} of the input are the same"),
                ("payload", _) => "a NaN has its usual bits".to_owned(),
                ("identity", _) => {
                    "equal values are the same object where they are here".to_owned()
                }
                ("guess", true) => format!("{all} has the type that its use speaks for"),
                ("guess", false) => format!("{all} have the types that their use speaks for"),
                ("unchecked", _) => format!("the solver is right ({all})"),
                (_, true) => format!("{all} always gives the same answer"),
                (_, false) => format!("{all} always give the same answers"),
            }
        };
        let clauses: Vec<String> = kinds.iter().map(clause).collect();
        format!("if {}", clauses.join(", and "))
    }
}

/// `a`, `a and b`, `a, b and c`.
fn enumerated(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn premises_of_one_kind_are_said_together() {
        let state = |name: &str| Premise::State {
            name: name.to_owned(),
        };
        let said = Premise::condition(&[state("a"), Premise::Payload, state("b"), state("c")]);
        let expected = "if a, b and c keep their initial values, and a NaN has its usual bits";
        assert_eq!(said, expected);
        assert_eq!(
            Premise::condition(&[state("a")]),
            "if a keeps its initial value"
        );
    }

    #[test]
    fn parts_make_the_premise() {
        let all = [
            Premise::Payload,
            Premise::Identity,
            Premise::Unchecked {
                why: "no time".to_owned(),
            },
            Premise::World {
                what: "time.time".to_owned(),
            },
        ];
        for premise in all {
            let (kind, of) = premise.parts();
            assert_eq!(
                Premise::from_parts(kind, of.to_owned()),
                Some(premise.clone())
            );
        }
    }
}
