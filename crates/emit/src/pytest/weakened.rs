//! What a case's test leaves out because it is not the same everywhere.

use super::observed::{Case, Outcome, Part};
use super::oracle::changes_state;
use crate::weakened::{Left, Weakened, Why};

impl Case {
    /// What would be asserted if it were stable.
    pub fn weakened(&self) -> Vec<Weakened> {
        let parts = [
            (Part::Result, Left::Result),
            (Part::Message, Left::Message),
            (Part::State, Left::State),
        ];
        let is_there = |part: Part| match (part, &self.outcome) {
            (Part::Message, Outcome::Raised { message, .. }) => message.is_some(),
            (Part::Result, outcome) => matches!(outcome, Outcome::Returned { .. }),
            (Part::State, Outcome::Raised { .. } | Outcome::Returned { .. }) => changes_state(self),
            _ => false,
        };
        let why = self.because.unwrap_or(Why::Worlds);
        let lost = parts
            .into_iter()
            .filter(|(part, _)| self.unstable.contains(part));
        let lost = lost.filter(|(part, _)| is_there(*part));
        lost.map(|(_, what)| Weakened { what, why }).collect()
    }
}
