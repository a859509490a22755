//! How many turns a unit gets in a round, by what it has brought.

use everypath_trace::Executor;

use crate::search::{Search, Turns};

/// The turns of a unit in its first round. They double while it covers
/// something new, and halve while it does not.
const FIRST_TURNS: usize = 64;
/// The turns of a unit that goes on covering something.
const MOST_TURNS: usize = 512;
/// The turns of a unit that has not for long.
const LEAST_TURNS: usize = 16;
/// The solver's effort after which a round goes on to the next unit. What a
/// unit uses beyond it, by one hard query, it waits for in the rounds to come.
const MOST_EFFORT: u64 = 400_000;

/// One unit's pace.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    turns: usize,
    /// Rounds in a row in which it covered nothing new.
    stalled: u32,
    /// The effort that it has used before its time.
    debt: u64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            turns: FIRST_TURNS,
            stalled: 0,
            debt: 0,
        }
    }
}

impl Pace {
    /// Gives a unit its turns of a round.
    pub fn go(&mut self, search: &Search, turns: &mut Turns, executor: &mut dyn Executor) {
        let waits = self.debt > MOST_EFFORT;
        self.debt = self.debt.saturating_sub(MOST_EFFORT);
        if waits {
            return;
        }
        let before = turns.exploration.tree.coverage().missing();
        let effort = turns.effort();
        for _ in 0..self.turns {
            search.turn(turns, executor, 1);
            if turns.is_over || turns.effort() - effort > MOST_EFFORT {
                break;
            }
        }
        self.debt += turns.effort() - effort;
        if turns.exploration.tree.coverage().missing() < before {
            self.turns = (self.turns * 2).min(MOST_TURNS);
            self.stalled = 0;
        } else {
            self.turns = (self.turns / 2).max(LEAST_TURNS);
            self.stalled += 1;
        }
    }

    /// Gives it no more turns than one that has covered nothing for long.
    pub fn slow_down(&mut self) {
        self.turns = LEAST_TURNS;
    }

    /// Whether it has used more of the solver's effort than a round has.
    pub fn is_hard(&self) -> bool {
        self.debt > MOST_EFFORT
    }

    /// Rounds in a row in which it covered nothing new.
    pub fn stalled(&self) -> u32 {
        self.stalled
    }
}
