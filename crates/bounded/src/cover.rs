//! Covering: a run is asked for that covers something that is not covered
//! yet, until there is none left in the scope (or a limit is reached).

use std::collections::BTreeSet;

use everypath_lowered::{Solution, Source, Unit};
use everypath_solve::{Allowance, Found, Incremental, Patience, Refutation, incremental};
use everypath_term::{Op, TermId, Terms};
use everypath_trace::GoalId;

use crate::bounds::Bounds;
use crate::decode::decode;
use crate::encode::{Cell, Encoded, Exit, Limits, OpenInput, encode};
use crate::iterate::{Sweep, steps};
use crate::scope::Scope;

/// What to cover, and within which limits.
pub struct Task<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// The goals to cover.
    pub wanted: &'a [GoalId],
    /// The scope.
    pub scope: Scope,
    /// How the scope grows.
    pub sweep: Sweep,
    /// Bounds of the input's cells that are known.
    pub bounds: Option<&'a Bounds>,
    /// Terms of the encoding.
    pub most_terms: usize,
    /// Gates of the formula.
    pub most_gates: usize,
    /// What everything may cost.
    pub allowance: &'a Allowance<'a>,
}

/// What is known of a goal in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A replayed run covers it.
    Covered,
    /// Proved: no run on any input covers it.
    Unreachable,
    /// Proved: no run within the scope covers it and comes to an end.
    UnreachableWithin(Scope),
    /// No input is accepted in the scope: there are no runs.
    NoInput(Scope),
    /// Runs need what cannot be followed.
    Unsupported(String),
    /// What it may cost was spent first.
    Limit,
    /// The encoding or its formula reached its limit of size first.
    Size,
    /// The formula has a run that covers it, but the program did not do so.
    Diverged,
}

/// What covering found.
#[derive(Clone, Debug, Default)]
pub struct Covered {
    /// What is known of the wanted goals, in their order.
    pub verdicts: Vec<(GoalId, Verdict)>,
    /// Solutions that were replayed.
    pub solutions: usize,
    /// Solutions whose run did not cover what the formula said.
    pub divergences: usize,
    /// Terms of the encoding.
    pub terms: usize,
    /// Gates of the formula.
    pub gates: usize,
    /// Whether making the input changes it: an invariant with effects.
    pub changed_input: bool,
    /// What the goals that no run on any input covers rest on.
    pub claim: Option<Claim>,
}

/// That no run on any input covers some goals, as what has to be refuted for that.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The pool of its terms.
    pub terms: Terms,
    /// What cannot hold; `None` if it also rests on bounds that are given.
    pub refutations: Option<Vec<Refutation>>,
}

/// Runs the unit on a solution and says what the run covers, if it came to an
/// end that a test can show.
pub type Replay<'a, S> = dyn FnMut(&mut S, &Solution) -> Vec<GoalId> + 'a;

/// Conflicts of one question; its cost is what usually ends it.
const CONFLICTS: u64 = 50_000_000;

/// Conflicts of a question for a run on small numbers.
const SMALL_CONFLICTS: u64 = 10_000;
/// How often such runs are asked for in vain.
const SMALL_TRIES: u32 = 2;
/// Numbers of fewer bits are small.
const WIDE: u8 = 32;

/// The condition that the wide integers of an input need half their bits.
fn small(terms: &mut Terms, input: &OpenInput) -> TermId {
    // Among structures their shapes decide, not the numbers in them.
    if !input.pools.is_empty() {
        return terms.bool(true);
    }
    let cells = input.objects.iter().flat_map(|object| &object.cells);
    let mut all = Vec::new();
    for cell in cells.chain(&input.inputs) {
        let Cell::Scalar { variable, .. } = cell else {
            continue;
        };
        let Some(width) = terms.variable_of(*variable).sort.width() else {
            continue;
        };
        if width < WIDE {
            continue;
        }
        let value = terms.read(*variable);
        let high = width / 2 - 1;
        let low = terms.apply(Op::BvExtract { high, low: 0 }, &[value]);
        let back = terms.apply(Op::BvSignExtend(width), &[low]);
        all.push(terms.eq(back, value));
    }
    terms.all(&all)
}

/// Covers the goals of a unit.
pub fn cover<S: Source>(source: &mut S, task: &Task, replay: &mut Replay<S>) -> Covered {
    let mut terms = Terms::new();
    let mut formula = incremental(task.most_gates);
    let limits = Limits {
        terms: task.most_terms,
        allowance: task.allowance,
        only_input: false,
    };
    let encoded = encode(
        &mut terms,
        source,
        formula.as_mut(),
        task.unit,
        &task.scope,
        task.bounds,
        &limits,
    );
    let pruned = formula.refutations();
    let small = small(&mut terms, &encoded.input);
    let mut covering = Covering {
        small,
        small_tries: SMALL_TRIES,
        terms,
        formula,
        task,
        encoded,
        pruned,
        open: task.wanted.iter().copied().collect(),
        diverged: BTreeSet::new(),
        covered: BTreeSet::new(),
        found: Covered::default(),
        is_cut: false,
    };
    covering.all(source, replay);
    covering.finish()
}

struct Covering<'a> {
    /// The condition that the numbers of the input are small.
    small: TermId,
    /// How often runs on small numbers are asked for in vain.
    small_tries: u32,
    terms: Terms,
    formula: Box<dyn Incremental>,
    task: &'a Task<'a>,
    encoded: Encoded,
    /// What kept runs out of the encoding.
    pruned: Vec<Refutation>,
    open: BTreeSet<GoalId>,
    covered: BTreeSet<GoalId>,
    diverged: BTreeSet<GoalId>,
    found: Covered,
    is_cut: bool,
}

impl Covering<'_> {
    fn all<S: Source>(&mut self, source: &mut S, replay: &mut Replay<S>) {
        let steps = steps(&self.task.scope, self.task.sweep, &self.encoded);
        for step in steps {
            if self.open.is_empty() || self.is_cut {
                return;
            }
            let mut within = step.assumptions(&mut self.terms, &self.encoded);
            within.push(self.stays());
            // What a run covers that fails is covered better by another.
            if !self.encoded.failures.is_empty() {
                let fails = self.terms.any(&self.encoded.failures);
                let mut well = within.clone();
                well.push(self.terms.not(fails));
                self.step(&well, source, replay);
            }
            if !self.is_cut {
                self.step(&within, source, replay);
            }
        }
    }

    /// Covers what can be covered under some assumptions: those of one step
    /// of the scope.
    fn step<S: Source>(&mut self, within: &[TermId], source: &mut S, replay: &mut Replay<S>) {
        loop {
            let guards: Vec<TermId> = self
                .open
                .iter()
                .filter_map(|goal| self.encoded.goals.get(goal).copied())
                .collect();
            let some = self.terms.any(&guards);
            if self.terms.as_bool(some) == Some(false) {
                return;
            }
            let mut assumptions = within.to_vec();
            assumptions.push(some);
            let model = match self.ask_for_small(&assumptions) {
                Found::Sat(model) => model,
                Found::Unsat(_) => return,
                Found::Unknown(_) => {
                    self.is_cut = true;
                    return;
                }
            };
            let promised: Vec<GoalId> = {
                let mut evaluator = everypath_term::Evaluator::new();
                let value = |variable| model.get(variable).cloned();
                self.open
                    .iter()
                    .copied()
                    .filter(|goal| {
                        self.encoded.goals.get(goal).is_some_and(|guard| {
                            let holds = evaluator.value(&self.terms, *guard, &value);
                            holds.as_bool() == Some(true)
                        })
                    })
                    .collect()
            };
            let solution = decode(&self.terms, &self.encoded.input, &model);
            self.found.solutions += 1;
            let shown: BTreeSet<GoalId> = replay(source, &solution).into_iter().collect();
            if promised.iter().any(|goal| !shown.contains(goal)) {
                self.found.divergences += 1;
            }
            let before = self.open.len();
            self.open.retain(|goal| !shown.contains(goal));
            self.covered.extend(shown);
            if self.open.len() == before {
                // The program does something else: no more of these goals.
                for goal in promised {
                    self.open.remove(&goal);
                    self.diverged.insert(goal);
                }
                if self.open.len() == before {
                    self.is_cut = true;
                    return;
                }
            }
        }
    }

    /// Asks for a run on small numbers first: there often is one, it is found
    /// sooner where numbers are multiplied, and it makes a better test.
    fn ask_for_small(&mut self, assumptions: &[TermId]) -> Found {
        if self.small_tries > 0 && self.terms.as_bool(self.small).is_none() {
            let mut small = assumptions.to_vec();
            small.push(self.small);
            let patience = Patience {
                conflicts: SMALL_CONFLICTS,
                allowance: self.task.allowance,
            };
            match self.formula.check(&self.terms, &small, &patience) {
                found @ Found::Sat(_) => return found,
                Found::Unsat(_) | Found::Unknown(_) => self.small_tries -= 1,
            }
        }
        self.ask(assumptions)
    }

    fn ask(&mut self, assumptions: &[TermId]) -> Found {
        let patience = Patience {
            conflicts: CONFLICTS,
            allowance: self.task.allowance,
        };
        self.formula.check(&self.terms, assumptions, &patience)
    }

    /// The condition that a run comes to an end inside the encoding.
    fn stays(&mut self) -> TermId {
        let guards: Vec<TermId> = self.encoded.exits.iter().map(|left| left.guard).collect();
        let leaves = self.terms.any(&guards);
        self.terms.not(leaves)
    }

    /// Whether runs may leave in some way.
    fn may_leave(&mut self, wanted: impl Fn(&Exit) -> bool) -> Option<bool> {
        let exits = &self.encoded.exits;
        let guards: Vec<TermId> = exits
            .iter()
            .filter(|left| wanted(&left.exit))
            .map(|left| left.guard)
            .collect();
        let leaves = self.terms.any(&guards);
        match self.terms.as_bool(leaves) {
            Some(known) => Some(known),
            None => match self.ask(&[leaves]) {
                Found::Sat(_) => Some(true),
                Found::Unsat(_) => Some(false),
                Found::Unknown(_) => None,
            },
        }
    }

    fn finish(mut self) -> Covered {
        let rest = match self.open.is_empty() {
            true => Verdict::Limit,
            false => self.verdict_of_rest(),
        };
        // There are two limits: of cost, and of size.
        let rest = match rest {
            Verdict::Limit if !self.task.allowance.is_used_up() => Verdict::Size,
            other => other,
        };
        let verdict = |goal: &GoalId| match goal {
            goal if self.covered.contains(goal) => Verdict::Covered,
            goal if self.diverged.contains(goal) => Verdict::Diverged,
            _ => rest.clone(),
        };
        let wanted = self.task.wanted.iter();
        self.found.verdicts = wanted.map(|goal| (*goal, verdict(goal))).collect();
        self.found.terms = self.terms.len();
        self.found.gates = self.formula.size();
        self.found.changed_input = self.encoded.changed_input;
        if rest == Verdict::Unreachable {
            self.found.claim = Some(self.claim());
        }
        self.found
    }

    /// What the goals that are left rest on: that the encoding left no run out, that none
    /// leaves it, and that none covers them.
    fn claim(&mut self) -> Claim {
        let left = self.encoded.exits.iter().map(|left| left.guard);
        let goals = self
            .open
            .iter()
            .filter_map(|goal| self.encoded.goals.get(goal));
        let runs: Vec<TermId> = left.chain(goals.copied()).collect();
        let any = self.terms.any(&runs);
        let asserted = self.formula.asserted().iter().copied();
        let mut refutations = std::mem::take(&mut self.pruned);
        refutations.push(Refutation::new(asserted.chain([any])));
        Claim {
            terms: std::mem::take(&mut self.terms),
            refutations: self.task.bounds.is_none().then_some(refutations),
        }
    }

    /// What is known of all goals that no run of the formula covers.
    fn verdict_of_rest(&mut self) -> Verdict {
        let early = std::mem::take(&mut self.encoded.early_exits);
        let limit = |exit: &Exit| *exit == Exit::Limit;
        if self.is_cut || early.iter().any(|left| limit(&left.exit)) {
            return Verdict::Limit;
        }
        let has_input = self.encoded.is_entered && !matches!(self.ask(&[]), Found::Unsat(_));
        let construct = early.iter().find_map(|left| match &left.exit {
            Exit::Unsupported(construct) => Some(construct.clone()),
            _ => None,
        });
        if let Some(construct) = construct {
            return Verdict::Unsupported(construct);
        }
        if !has_input {
            return Verdict::NoInput(self.task.scope);
        }
        if self.may_leave(limit) != Some(false) {
            return Verdict::Limit;
        }
        let constructs: BTreeSet<Exit> = self
            .encoded
            .exits
            .iter()
            .map(|left| left.exit.clone())
            .filter(|exit| matches!(exit, Exit::Unsupported(_)))
            .collect();
        for exit in constructs {
            match (self.may_leave(|other| *other == exit), exit) {
                (Some(false), _) => {}
                (Some(true), Exit::Unsupported(construct)) => {
                    return Verdict::Unsupported(construct);
                }
                _ => return Verdict::Limit,
            }
        }
        let is_bounded = self.encoded.input.is_bounded
            || !early.is_empty()
            || !self.task.unit.leaves_out.is_empty()
            || !self.task.unit.only.is_empty();
        match self.may_leave(|_| true) {
            None => Verdict::Limit,
            Some(false) if !is_bounded => Verdict::Unreachable,
            Some(_) => Verdict::UnreachableWithin(self.task.scope),
        }
    }
}
