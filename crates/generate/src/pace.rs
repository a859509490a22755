//! How many turns a unit gets in a round, by what it has brought.

use std::time::Duration;

use everypath_solve::{Limits, price};

use crate::program::{Guide, Units};
use crate::search::{Search, Turns};

/// The solver's effort after which a round goes on to the next unit. What a unit uses
/// beyond it, by one hard query, it waits for in the rounds to come.
const MOST_EFFORT: u64 = 400_000;

/// What an instruction of a front end that counts them costs.
const INSTRUCTION: Duration = Duration::from_nanos(20);

/// Limits of easy questions.
const EASY: Limits = Limits {
    conflicts: 2_000,
    gates: 300_000,
    bits: 64,
    cost: Duration::from_millis(500),
};

/// How the units of a language take turns.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// The turns of a unit in its first round. They double while it covers something new,
    /// and halve while it does not.
    pub first_turns: usize,
    /// The turns of a unit that goes on covering something.
    pub most_turns: usize,
    /// The turns of a unit that has not for long.
    pub least_turns: usize,
    /// Instructions after which a round goes on to the next unit, too.
    pub most_work: u64,
    /// Rounds in which a unit asks the solver easy questions only: a hard one of the first
    /// unit would keep the last one waiting for its first run.
    pub easy_rounds: u32,
    /// Whether a unit waits for others that are nearer to what it lacks.
    pub waits_for_nearer: bool,
    /// Whether private units wait until the others get no further: what helpers do for
    /// inputs of their own, their callers may never let them do.
    pub private_last: bool,
    /// Whether a unit does not look for its own goals once another has covered them.
    pub forgoes_own: bool,
    /// Whether a unit of which all paths are asked for has all of its turns at once.
    pub paths_at_once: bool,
    /// Runs of a unit that may be under way where all of its paths are asked for.
    pub window: usize,
    /// Whether units start from the valid structures of their receivers' classes.
    pub starts_from_structures: bool,
    /// Whether failures that no goal asks for are looked for.
    pub looks_for_failures: bool,
    /// Whether the bounded engine looks at what a unit promises in a formula of its own.
    pub promises_apart: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            first_turns: 64,
            most_turns: 512,
            least_turns: 16,
            most_work: u64::MAX,
            easy_rounds: 0,
            waits_for_nearer: false,
            private_last: false,
            forgoes_own: false,
            paths_at_once: true,
            window: 1,
            starts_from_structures: true,
            looks_for_failures: false,
            promises_apart: false,
        }
    }
}

/// One unit's pace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    policy: Policy,
    turns: usize,
    rounds: u32,
    /// Rounds in a row in which it covered nothing new.
    stalled: u32,
    /// The effort that it has used before its time.
    debt: u64,
}

impl Pace {
    /// The pace of a unit that has not begun.
    pub(crate) fn new(policy: Policy) -> Pace {
        Pace {
            policy,
            turns: policy.first_turns,
            rounds: 0,
            stalled: 0,
            debt: 0,
        }
    }

    /// Gives one of some units its turns of a round.
    pub(crate) fn go(
        &mut self,
        search: &Search,
        turns: &mut Turns,
        units: &mut dyn Units,
        guide: &mut dyn Guide,
        is_alone: bool,
    ) {
        let waits = self.debt > MOST_EFFORT;
        self.debt = self.debt.saturating_sub(MOST_EFFORT);
        if waits {
            return;
        }
        let before = turns.exploration.tree.coverage().missing();
        let (effort, work) = (turns.effort(), units.work());
        let is_easy = self.rounds < self.policy.easy_rounds && !is_alone;
        turns.task.query_limits = if is_easy { EASY } else { Limits::default() };
        self.rounds += 1;
        for turn in 0..self.turns {
            // Every other turn, so that neither waits for the other.
            if turn % 2 == 1 {
                turns.task.seeds.extend(guide.seed());
            }
            search.turn(turns, units, 1);
            turns.note_touched(units);
            guide.look(&turns.exploration);
            if turns.is_over
                || turns.effort() - effort > MOST_EFFORT
                || units.work() - work > self.policy.most_work
            {
                break;
            }
        }
        self.debt += turns.effort() - effort;
        if !turns.is_over && !search.settings.all_paths {
            let (limits, before) = (turns.task.run_limits, units.work());
            guide.search(units, &turns.exploration, &limits, self.stalled);
            turns.charge(price(units.work().saturating_sub(before), INSTRUCTION));
        }
        if turns.exploration.tree.coverage().missing() < before {
            self.turns = (self.turns * 2).min(self.policy.most_turns);
            self.stalled = 0;
        } else {
            self.turns = (self.turns / 2).max(self.policy.least_turns);
            self.stalled += 1;
        }
    }

    /// Gives it no more turns than one that has covered nothing for long.
    pub(crate) fn slow_down(&mut self) {
        self.turns = self.policy.least_turns;
    }

    /// Whether it has used more of the solver's effort than a round has.
    pub(crate) fn is_hard(&self) -> bool {
        self.debt > MOST_EFFORT
    }

    /// Rounds in a row in which it covered nothing new.
    pub(crate) fn stalled(&self) -> u32 {
        self.stalled
    }
}
