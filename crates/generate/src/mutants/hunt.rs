//! The hunt: the mutants that tests kill, and other inputs for those that they do not.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use super::found::{Found, Places, Tries, fewest, only_of, spread, without_plain};
use super::spoken::spoken;
use super::tell::{is_proper, telling};
use super::{Look, Mutants};
use crate::program::{Facts, Units};
use crate::shrink::choose;
use everypath_explore::boundaries;
use everypath_solve::{Limits, Options, default_chain};
use everypath_suite::{Candidate, Spoken, Suite, variants};
use everypath_term::Terms;
use everypath_trace::{Input, Mutant, MutantId, MutantOperator, RunLimits, text};

/// Tests, and inputs of other runs, that one mutant is tried on.
const TRIES: u32 = 8;
/// Tests whose inputs are varied for one mutant.
const BASES: u32 = 2;
/// Variants of one input.
const VARIANTS: usize = 40;
/// Those of them that are tried before it is another one's turn.
const AT_ONCE: usize = 10;
/// Questions to the solver for one input.
const QUESTIONS: usize = 24;
/// Lines before that of a mutant that say what it is about.
const NEAR: u32 = 2;
/// What one of them may cost.
const QUESTION: Limits = Limits {
    conflicts: 500,
    gates: 40_000,
    bits: 64,
    cost: Duration::MAX,
};
/// Inputs of other runs that are made ready at once.
const EXPECTED: usize = 40;
/// The part of what all may cost that is left for making the found ones few and small.
const TIDYING: u32 = 4;

/// What the hunt is in.
pub(crate) struct Prey<'a> {
    /// What is known of the program.
    pub(crate) facts: &'a Facts,
    /// What runs its units.
    pub(crate) units: &'a mut dyn Units,
    /// What a run may use.
    pub(crate) limits: RunLimits,
    /// Everything that ran, as far as a test can show it.
    pub(crate) pool: &'a [Candidate],
}

/// The mutants of a program and what is known of them.
pub(crate) struct Hunt {
    pub(super) mutants: Box<dyn Mutants>,
    known: HashMap<Case, Known>,
    equivalent: BTreeSet<MutantId>,
    /// What could not be kept as a test.
    rejected: BTreeSet<Case>,
    source: String,
    left: Duration,
    /// What is not to be spent on searching.
    reserve: Duration,
}

/// A unit and its input, in an order that does not matter.
type Case = (String, Vec<String>);

/// Inputs that wait to be tried: of which unit, and on which mutants.
#[derive(Default)]
struct Waiting {
    bases: Vec<(String, Vec<Input>, BTreeSet<MutantId>)>,
    count: usize,
}

/// A test whose input is varied: its unit, the variants that are left, and what for.
struct Base {
    unit: String,
    inputs: std::vec::IntoIter<Input>,
    open: BTreeSet<MutantId>,
}

impl Waiting {
    fn add(&mut self, unit: &str, inputs: Vec<Input>, open: BTreeSet<MutantId>) {
        self.count += inputs.len();
        self.bases.push((unit.to_owned(), inputs, open));
    }
}

/// What is known of one input.
#[derive(Default)]
struct Known {
    tested: BTreeSet<MutantId>,
    reached: BTreeSet<MutantId>,
    killed: BTreeSet<MutantId>,
}

impl Hunt {
    /// A hunt that may cost so much. The source says which values it may be about.
    pub(crate) fn new(mutants: Box<dyn Mutants>, source: &str, allowance: Duration) -> Hunt {
        let allowance = allowance + mutants.overhead();
        Hunt {
            mutants,
            known: HashMap::new(),
            equivalent: BTreeSet::new(),
            rejected: BTreeSet::new(),
            source: source.to_owned(),
            left: allowance,
            reserve: allowance / TIDYING,
        }
    }

    /// Is told that there can be no test of a run.
    pub(crate) fn reject(&mut self, run: &Candidate) {
        self.rejected.insert(case_of(&run.unit, &run.input));
    }

    /// All mutants.
    pub(crate) fn all(&self) -> &[Mutant] {
        self.mutants.all()
    }

    /// Those that are the same program.
    pub(crate) fn equivalent(&self) -> &BTreeSet<MutantId> {
        &self.equivalent
    }

    /// Makes of a suite one that kills more: inputs with values that tell, and tests for
    /// mutants that no other kills. What each was chosen from stays beside it.
    pub(crate) fn improve(&mut self, suite: &mut Suite, chosen: &mut Suite, prey: &mut Prey) {
        let mut alive: BTreeSet<MutantId> = (0..self.all().len() as u32).map(MutantId).collect();
        let mut found = self.of_tests(suite, chosen, prey, &mut alive);
        self.of_boundaries(prey, &mut found, &mut alive);
        self.of_pool(prey, &mut found, &mut alive);
        self.of_variants(prey, &mut found, &mut alive);
        let kept = fewest(found, suite, prey.facts);
        let mut kept = self.without_spare(kept, prey.facts);
        for index in 0..kept.len() {
            let goals = only_of(&kept, index, prey.facts);
            let one = &mut kept[index];
            if !one.is_small {
                self.shrink(prey, one);
            }
            self.without_needless_calls(prey, one, &goals);
        }
        (chosen.tests, suite.tests) = kept.into_iter().map(|one| (one.origin, one.test)).unzip();
    }

    /// What tests kill, those first whose values tell more.
    fn of_tests(
        &mut self,
        suite: &Suite,
        chosen: &Suite,
        prey: &mut Prey,
        alive: &mut BTreeSet<MutantId>,
    ) -> Vec<Found> {
        let mut found = Vec::new();
        let mut plain = Vec::new();
        for (test, origin) in suite.tests.iter().zip(&chosen.tests) {
            let told = self.telling(prey, test);
            let other = |test: Candidate| Found::new(test, origin.clone(), true);
            found.extend(told.map(other));
            plain.push(other(test.clone()));
        }
        found.extend(plain);
        let tests = found
            .iter()
            .map(|one| (one.test.unit.as_str(), &one.test.input));
        self.expect(&tests.collect::<Vec<_>>(), alive);
        let mut tries = Tries::new(TRIES);
        for one in &mut found {
            let mut open = tries.open(alive, self.all());
            self.kill(one, &mut open);
            tries.count(one);
            alive.retain(|mutant| !one.test.kills.contains(mutant));
        }
        without_plain(found)
    }

    /// What inputs kill that are on the boundaries of what tests compare.
    fn of_boundaries(
        &mut self,
        prey: &mut Prey,
        found: &mut Vec<Found>,
        alive: &mut BTreeSet<MutantId>,
    ) {
        let mut tries = Tries::new(BASES);
        let mut waiting = Waiting::default();
        for index in 0..found.len() {
            let base = found[index].clone();
            let open = tries.open(alive, self.all());
            let on_boundaries = |mutant: &&MutantId| {
                let operator = self.all()[mutant.0 as usize].operator;
                matches!(
                    operator,
                    MutantOperator::Relation | MutantOperator::Constant
                )
            };
            let open: BTreeSet<MutantId> = base
                .reached
                .intersection(&open)
                .filter(on_boundaries)
                .copied()
                .collect();
            if open.is_empty() || self.is_over() || !choose(prey.units, prey.facts, &base.test.unit)
            {
                continue;
            }
            tries.count(&base);
            let mut terms = Terms::new();
            let trace = prey.units.run(&mut terms, &base.test.input, &prey.limits);
            self.charge(trace.cost);
            let mut solver = default_chain(&Options::default());
            let inputs = boundaries(&mut terms, &mut *solver, &trace, QUESTION, QUESTIONS);
            waiting.add(&base.test.unit, inputs, open);
            if waiting.count >= self.mutants.batch() {
                self.try_waiting(prey, &mut waiting, found, alive);
            }
        }
        self.try_waiting(prey, &mut waiting, found, alive);
    }

    /// Tries inputs that wait, made ready at once.
    fn try_waiting(
        &mut self,
        prey: &mut Prey,
        waiting: &mut Waiting,
        found: &mut Vec<Found>,
        alive: &mut BTreeSet<MutantId>,
    ) {
        let waiting = std::mem::take(waiting).bases;
        let all = waiting.iter().flat_map(|(unit, inputs, _)| {
            let inputs = inputs.iter();
            inputs.map(move |input| (unit.as_str(), input))
        });
        let open = waiting.iter().flat_map(|(_, _, open)| open);
        let open = open.filter(|mutant| alive.contains(mutant)).copied();
        let (all, open): (Vec<_>, _) = (all.collect(), open.collect());
        self.expect(&all, &open);
        for (unit, inputs, mut open) in waiting {
            open.retain(|mutant| alive.contains(mutant));
            self.try_all(prey, &unit, inputs, open, found, alive);
        }
    }

    /// Tries inputs on mutants, until none of these is alive.
    fn try_all(
        &mut self,
        prey: &mut Prey,
        unit: &str,
        inputs: Vec<Input>,
        mut open: BTreeSet<MutantId>,
        found: &mut Vec<Found>,
        alive: &mut BTreeSet<MutantId>,
    ) {
        // What was made ready at once has been paid for.
        let is_paid = self.mutants.batch() > 1;
        for input in inputs {
            if open.is_empty() || (self.is_over() && !is_paid) {
                break;
            }
            if self.look(unit, &input, &open).killed.is_empty() {
                continue;
            }
            let Some(test) = self.run(prey, unit, &input) else {
                continue;
            };
            // It differs little from a small one; where runs are dear, that will do.
            let is_small = self.mutants.batch() > 1;
            let mut one = Found::new(test.clone(), test, is_small);
            self.kill(&mut one, alive);
            open.retain(|mutant| alive.contains(mutant));
            if !one.test.kills.is_empty() {
                found.push(one);
            }
        }
    }

    /// Says which inputs will be looked at, as far as that may be searched.
    fn expect(&mut self, inputs: &[(&str, &Input)], mutants: &BTreeSet<MutantId>) {
        let most = self.left.saturating_sub(self.reserve);
        let cost = self.mutants.expect(inputs, mutants, most);
        self.charge(cost);
    }

    /// Whether no more may be searched.
    fn is_over(&self) -> bool {
        self.left <= self.reserve
    }

    /// What other runs kill of those that tests do not.
    fn of_pool(&mut self, prey: &Prey, found: &mut Vec<Found>, alive: &mut BTreeSet<MutantId>) {
        let units: BTreeSet<&str> = found.iter().map(|one| one.test.unit.as_str()).collect();
        let units: BTreeSet<String> = units.into_iter().map(str::to_owned).collect();
        let pool = prey.pool.iter();
        let pool = pool.filter(|one| one.outcome.can_pass() && units.contains(&one.unit));
        let pool = spread(pool);
        let mut tries = Tries::new(TRIES);
        let mut places = Places::default();
        let at_once = self.mutants.batch().max(EXPECTED);
        for (number, &candidate) in pool.iter().enumerate() {
            let mut open = tries.open(alive, self.all());
            if open.is_empty() || self.is_over() {
                break;
            }
            if number % at_once == 0 {
                let next = pool[number..].iter().take(at_once);
                let next = next.map(|run| (run.unit.as_str(), &run.input));
                self.expect(&next.collect::<Vec<_>>(), &open);
            }
            if !places.may_reach(candidate, &open) {
                continue;
            }
            let mut one = Found::new(candidate.clone(), candidate.clone(), false);
            self.kill(&mut one, &mut open);
            tries.count(&one);
            places.learn(&one);
            alive.retain(|mutant| !one.test.kills.contains(mutant));
            if !one.test.kills.is_empty() {
                found.push(one);
            }
        }
    }

    /// What inputs kill that differ a little from those of tests which reach the mutant: a few
    /// of each test, then more of each.
    fn of_variants(
        &mut self,
        prey: &mut Prey,
        found: &mut Vec<Found>,
        alive: &mut BTreeSet<MutantId>,
    ) {
        let mut tries = Tries::new(BASES);
        let mut bases: Vec<Base> = Vec::new();
        let mut next = 0;
        loop {
            // What is found is a base for what is left.
            for one in &found[next..] {
                let open = tries.open(alive, self.all());
                let open: BTreeSet<MutantId> = one.reached.intersection(&open).copied().collect();
                if !open.is_empty() {
                    tries.count(one);
                    let mut inputs = variants(&one.test.input, &self.spoken_near(&open));
                    inputs.truncate(VARIANTS);
                    bases.push(Base {
                        unit: one.test.unit.clone(),
                        inputs: inputs.into_iter(),
                        open,
                    });
                }
            }
            next = found.len();
            let mut waiting = Waiting::default();
            let mut is_done = true;
            for base in &mut bases {
                base.open.retain(|mutant| alive.contains(mutant));
                let inputs: Vec<Input> = base.inputs.by_ref().take(AT_ONCE).collect();
                if base.open.is_empty() || inputs.is_empty() {
                    continue;
                }
                is_done = false;
                waiting.add(&base.unit, inputs, base.open.clone());
                if waiting.count >= self.mutants.batch() {
                    self.try_waiting(prey, &mut waiting, found, alive);
                }
                if self.is_over() {
                    return;
                }
            }
            self.try_waiting(prey, &mut waiting, found, alive);
            if is_done || self.is_over() {
                return;
            }
        }
    }

    /// What the source speaks of: first what is said where mutants are.
    fn spoken_near(&self, mutants: &BTreeSet<MutantId>) -> Spoken {
        let lines = mutants
            .iter()
            .map(|mutant| self.all()[mutant.0 as usize].line);
        let lines: BTreeSet<u32> = lines
            .flat_map(|line| line.saturating_sub(NEAR)..=line)
            .collect();
        let numbered = (1..).zip(self.source.lines());
        let near = numbered.filter(|(number, _)| lines.contains(number));
        let near: Vec<&str> = near.map(|(_, line)| line).collect();
        spoken(&near.join("\n"), &self.source)
    }

    /// A run of a unit as a candidate, if a test can show it.
    fn run(&mut self, prey: &mut Prey, unit: &str, input: &Input) -> Option<Candidate> {
        if !choose(prey.units, prey.facts, unit) {
            return None;
        }
        let mut terms = Terms::new();
        let trace = prey.units.run(&mut terms, input, &prey.limits);
        self.charge(trace.cost);
        let is_test = trace.outcome.can_pass() && is_proper(&terms, &trace);
        is_test.then(|| Candidate::from_trace(unit, &trace))
    }

    /// A test with values that tell more. The kills decide what else it is worth.
    fn telling(&mut self, prey: &mut Prey, test: &Candidate) -> Option<Candidate> {
        if self.is_over() {
            return None;
        }
        let like = Candidate {
            features: Vec::new(),
            ..test.clone()
        };
        telling(prey, &like, &mut |cost| self.charge(cost))
    }

    pub(super) fn charge(&mut self, cost: Duration) {
        self.left = self.left.saturating_sub(cost);
    }

    /// Takes from the living what a run kills, and says so in it.
    fn kill(&mut self, one: &mut Found, alive: &mut BTreeSet<MutantId>) {
        let look = self.look(&one.test.unit, &one.test.input, alive);
        for mutant in look.killed.iter().chain(&look.equivalent) {
            alive.remove(mutant);
        }
        one.reached = look.reached.into_iter().collect();
        one.test.kills = look.killed;
        one.test.kills.sort_unstable();
    }

    /// What an input kills of some mutants. What is known is not run again.
    pub(super) fn look(&mut self, unit: &str, input: &Input, wanted: &BTreeSet<MutantId>) -> Look {
        let case = case_of(unit, input);
        if self.rejected.contains(&case) {
            return Look::default();
        }
        let known = self.known.entry(case).or_default();
        let fresh: Vec<MutantId> = wanted
            .iter()
            .filter(|mutant| !known.tested.contains(mutant) && !self.equivalent.contains(mutant))
            .copied()
            .collect();
        if !fresh.is_empty() && !self.left.is_zero() {
            let look = self.mutants.look(unit, input, &fresh);
            self.left = self.left.saturating_sub(look.cost);
            known.tested.extend(fresh);
            known.reached.extend(look.reached);
            known.killed.extend(look.killed);
            self.equivalent.extend(look.equivalent);
        }
        let of = |all: &BTreeSet<MutantId>| all.intersection(wanted).copied().collect();
        Look {
            reached: of(&known.reached),
            killed: of(&known.killed),
            equivalent: of(&self.equivalent),
            cost: Duration::ZERO,
        }
    }
}

fn case_of(unit: &str, input: &Input) -> Case {
    let mut lines: Vec<String> = text::input_lines(input).collect();
    lines.sort_unstable();
    (unit.to_owned(), lines)
}
