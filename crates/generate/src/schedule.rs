//! Exploring the units of a program in rounds: each gets a few turns, and what one has
//! covered the others stop looking for. Turns are counted by what is done, not by the
//! clock, so that the result is the same for any number of workers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use everypath_explore::Aim;
use everypath_trace::GoalId;

use crate::explored::Explored;
use crate::program::{Crew, Leg, Units};
use crate::work::{Exploring, Work};

/// Rounds without anything new after which a unit keeps no other one waiting, and does not
/// look for what runs touch and nothing passes.
const PATIENCE: u32 = 4;
/// How many times the patience of the settings a unit may try without news before it does
/// not keep private units waiting that come last.
const PRIVATE_PATIENCE: usize = 4;

/// What was found of a unit, leg by leg, or why nothing was.
pub(crate) struct Found {
    pub(crate) unit: usize,
    pub(crate) legs: Result<Vec<(Leg, Explored)>, String>,
}

/// The work of one round, as the workers share it.
struct Round {
    /// The units that have a turn and have not had it.
    waiting: Vec<Work>,
    /// The others.
    done: Vec<Work>,
    /// Units that workers are busy with.
    busy: usize,
    /// Private units, which join later for what is left.
    private: Option<Vec<(usize, Vec<GoalId>)>>,
    /// What has been covered.
    known: BTreeSet<GoalId>,
    /// What its units have cost, as far as the module has been charged.
    charged: Duration,
    is_over: bool,
}

/// Explores public units, and after a round or more private ones for what the others have
/// not covered.
pub(crate) fn explore(
    exploring: &Exploring,
    crew: &mut dyn Crew,
    public: Vec<(usize, Vec<GoalId>)>,
    private: Vec<(usize, Vec<GoalId>)>,
) -> Vec<Found> {
    let most = public.len() + private.len();
    let begin = |(unit, wanted)| exploring.begin(unit, wanted);
    let mut waiting: Vec<Work> = public.into_iter().map(begin).collect();
    // The last one is taken first.
    waiting.reverse();
    let rounds = Rounds {
        exploring,
        round: Mutex::new(Round {
            is_over: waiting.is_empty() && private.is_empty(),
            waiting,
            done: Vec::new(),
            busy: 0,
            private: Some(private),
            known: BTreeSet::new(),
            charged: Duration::ZERO,
        }),
        changed: Condvar::new(),
    };
    match most {
        0 => {}
        1 => rounds.serve(crew.together()),
        _ => crew.apart(most, &|units| rounds.serve(units)),
    }
    let round = rounds.round.into_inner();
    let round = round.unwrap_or_else(|poisoned| poisoned.into_inner());
    let known = round.known;
    let mut all: Vec<Work> = round.done.into_iter().chain(round.waiting).collect();
    all.sort_by_key(|work| work.unit);
    all.into_iter()
        .map(|mut work| {
            exploring.end(&mut work, &known);
            Found {
                unit: work.unit,
                legs: match work.failed {
                    Some(error) => Err(error),
                    None => Ok(work.found),
                },
            }
        })
        .collect()
}

struct Rounds<'a> {
    exploring: &'a Exploring<'a>,
    round: Mutex<Round>,
    changed: Condvar,
}

impl Rounds<'_> {
    /// One worker's part: the next unit that waits, until there is nothing left to do.
    fn serve(&self, units: &mut dyn Units) {
        let mut round = self.lock();
        while !round.is_over {
            if let Some(mut work) = round.waiting.pop() {
                round.busy += 1;
                drop(round);
                self.exploring.turns(units, &mut work);
                round = self.lock();
                round.busy -= 1;
                round.done.push(work);
            } else if round.busy == 0 {
                self.next(&mut round);
                self.changed.notify_all();
            } else {
                round = match self.changed.wait(round) {
                    Ok(round) => round,
                    Err(poisoned) => poisoned.into_inner(),
                };
            }
        }
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Round> {
        match self.round.lock() {
            Ok(round) => round,
            // Whoever panicked lost its unit, and nothing else.
            Err(poisoned) => poisoned.into_inner(),
        }
    }

    /// Ends a round, and begins the next.
    fn next(&self, round: &mut Round) {
        round.done.sort_by_key(|work| work.unit);
        round.known = round.done.iter().flat_map(Work::covered).collect();
        self.forgo(round);
        self.join_private(round);
        let search = self.exploring.search;
        let cost: Duration = round.done.iter().map(Work::cost).sum();
        search.charge(cost.saturating_sub(round.charged));
        round.charged = cost;
        let is_spent = search.left() == Duration::ZERO || search.is_stopped();
        round.is_over = is_spent || round.done.iter().all(Work::is_over);
        self.share_turns(round);
    }

    /// What others have covered is not looked for any more, and neither is what nothing
    /// passes, nor extras, for long.
    fn forgo(&self, round: &mut Round) {
        let facts = self.exploring.plan.facts();
        let policy = self.exploring.plan.policy();
        let touched: BTreeSet<GoalId> = round.done.iter().flat_map(Work::touched).collect();
        for work in &mut round.done {
            let unit = &facts.units[work.unit];
            if let Some(current) = &mut work.current
                && current.turns.task.budget.aim == Aim::Goals
            {
                let is_other = |goal: &GoalId| {
                    policy.forgoes_own || facts.goals[*goal].function != unit.function
                };
                let others: Vec<GoalId> = round.known.iter().copied().filter(is_other).collect();
                let exploration = &mut current.turns.exploration;
                exploration.forgo(&others);
                let coverage = exploration.tree.coverage();
                let missing = coverage.wanted().filter(|&goal| coverage.is_missing(goal));
                let missing: Vec<GoalId> = missing.collect();
                let all_touched = missing.iter().all(|goal| touched.contains(goal));
                if current.pace.stalled() >= PATIENCE && all_touched {
                    exploration.forgo(&missing);
                }
            }
            work.give_up_on_extras(&unit.extras);
        }
    }

    /// Private units join for what the others have left, once it is their turn.
    fn join_private(&self, round: &mut Round) {
        let facts = self.exploring.plan.facts();
        let policy = self.exploring.plan.policy();
        let tries = PRIVATE_PATIENCE.saturating_mul(self.exploring.search.settings.patience);
        let patience = tries / policy.least_turns.max(1);
        let has_stalled = |work: &Work| {
            let current = work.current.as_ref();
            let stalled = current.map(|current| current.pace.stalled() as usize);
            work.is_over() || stalled.is_some_and(|rounds| rounds > patience)
        };
        let is_their_turn = !policy.private_last || round.done.iter().all(has_stalled);
        let Some(private) = round.private.take_if(|_| is_their_turn) else {
            return;
        };
        for (unit, mut wanted) in private {
            let of = &facts.units[unit];
            let is_own = |goal: &GoalId| facts.goals[*goal].function == of.function;
            let is_left = |goal: &GoalId| !round.known.contains(goal);
            let mut own = wanted.iter().filter(|goal| is_own(goal));
            let is_open = own.any(|goal| facts.wanted.contains(goal) && is_left(goal));
            if is_open || of.needs_test {
                wanted.retain(|goal| is_own(goal) || is_left(goal));
                round.done.push(self.exploring.begin(unit, wanted));
            }
        }
    }

    /// Says who has turns in the round that begins.
    fn share_turns(&self, round: &mut Round) {
        let policy = self.exploring.plan.policy();
        let going = round.done.iter().filter(|work| !work.is_over());
        let going: BTreeMap<usize, u32> = going
            .filter_map(|work| Some((work.unit, work.current.as_ref()?.pace.stalled())))
            .collect();
        let may_go = |work: &Work| {
            let waits = policy.waits_for_nearer && !self.is_next(&going, &round.known, work.unit);
            !work.is_over() && !waits
        };
        let all = std::mem::take(&mut round.done);
        // If all wait for each other, nobody does.
        let nobody_goes = !all.iter().any(may_go);
        (round.waiting, round.done) = all
            .into_iter()
            .partition(|work| may_go(work) || (nobody_goes && !work.is_over()));
        round.waiting.reverse();
    }

    /// Whether it is a unit's turn: whether there is a goal, not covered yet, to which no
    /// other unit that gets on is nearer. Of functions that hand their work on to each
    /// other, one is enough.
    fn is_next(&self, going: &BTreeMap<usize, u32>, known: &BTreeSet<GoalId>, unit: usize) -> bool {
        let facts = self.exploring.plan.facts();
        if self.exploring.search.settings.all_paths {
            return true;
        }
        let distance = |unit: usize, goal: GoalId| {
            let unit = &facts.units[unit];
            let place = unit.goals.binary_search(&goal).ok()?;
            unit.distances.get(place).copied()
        };
        let goals = facts.units[unit].goals.iter();
        let missing = goals.filter(|goal| !known.contains(goal) && facts.wanted.contains(goal));
        let mut waits = false;
        for &goal in missing {
            let own = (distance(unit, goal), unit);
            let is_kept_waiting = going.iter().any(|(&other, &stalled)| {
                let nearness = distance(other, goal);
                stalled < PATIENCE && nearness.is_some() && (nearness, other) < own
            });
            if !is_kept_waiting {
                return true;
            }
            waits = true;
        }
        !waits
    }
}
