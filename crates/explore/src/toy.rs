//! Toy programs and a toy solver, for tests. A program is a closure over a
//! recorder; its conditions are terms in their text form, evaluated under the
//! input.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use everypath_solve::{Answer, Limit, Model, Proof, Query, Solver, Why};
use everypath_term::{Node, TermId, Terms, Value, VarId, evaluate, parse};
use everypath_trace::{
    Bound, Decision, Executor, Goal, GoalId, GoalKind, Goals, Input, Location, Loss, Origin,
    Outcome, Premise, RunLimits, Slot, Trace,
};

use crate::budget::Supervision;
use crate::explore::{Exploration, Next, Task, explore};
use crate::strategy::Strategy;
use crate::verdict::Verdict;

/// How a toy program goes on; it ends early with an outcome.
pub(crate) type Run<T = ()> = Result<T, Outcome>;

/// A program as an executor.
pub(crate) struct Toy<F>(pub F);

impl<F: FnMut(&mut Recorder) -> Run> Executor for Toy<F> {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let mut recorder = Recorder {
            terms,
            given: input,
            limit: limits.decisions,
            covered: BTreeSet::new(),
            trace: empty_trace(),
        };
        let outcome = (self.0)(&mut recorder).err().unwrap_or(Outcome::Returned);
        let mut trace = recorder.trace;
        trace.covered = recorder.covered.into_iter().collect();
        trace.outcome = outcome;
        trace.cost = RUN;
        trace
    }
}

/// What a run of a toy program costs.
pub(crate) const RUN: Duration = Duration::from_millis(1);

/// A trace of nothing.
pub(crate) fn empty_trace() -> Trace {
    Trace::ended(Input::open(), Outcome::Returned)
}

/// What a toy program talks to.
pub(crate) struct Recorder<'a> {
    pub terms: &'a mut Terms,
    given: &'a Input,
    limit: usize,
    covered: BTreeSet<GoalId>,
    pub trace: Trace,
}

impl Recorder<'_> {
    /// A branch whose sides are goals: `goal` if it holds, else the next one.
    pub(crate) fn branch(&mut self, condition: &str, goal: u32) -> Run<bool> {
        let sides = [GoalId(goal + 1), GoalId(goal)];
        self.condition(condition, Origin::Branch, Some(sides))
    }

    /// A check without goals.
    pub(crate) fn check(&mut self, condition: &str) -> Run<bool> {
        self.condition(condition, Origin::Implicit, None)
    }

    /// A check at a place, which fails if the condition holds.
    pub(crate) fn check_at(&mut self, condition: &str, place: u32) -> Run<bool> {
        self.condition(condition, Origin::Check(place), None)
    }

    /// Makes an integer term concrete.
    pub(crate) fn pin(&mut self, term: &str) -> Run<i64> {
        let term = parse(self.terms, term).unwrap();
        let value = self.value(term);
        let constant = self.terms.constant(value.clone());
        let pin = self.terms.eq(term, constant);
        self.decide(Decision::Condition {
            term: pin,
            taken: true,
            origin: Origin::Pin,
            other_side: None,
        })?;
        Ok(value.as_int().unwrap().try_into().unwrap())
    }

    /// The concrete value of an integer term, without a trace of its use.
    pub(crate) fn peek(&mut self, term: &str) -> i64 {
        let term = parse(self.terms, term).unwrap();
        let value = self.value(term);
        value.as_int().unwrap().try_into().unwrap()
    }

    /// A choice of a slot.
    pub(crate) fn choose(&mut self, slot: &str, options: u32, bounded: bool) -> Run<u32> {
        let slot = Slot::from(slot);
        let taken = self.given.choices.get(&slot).copied().unwrap_or(0);
        self.trace.input.choices.insert(slot.clone(), taken);
        self.decide(Decision::Choice {
            slot,
            taken,
            options,
            bounded,
        })?;
        Ok(taken)
    }

    /// The unit is entered.
    pub(crate) fn enter(&mut self) {
        self.trace.entry = self.trace.decisions.len();
    }

    /// Something holds of every input.
    pub(crate) fn assume(&mut self, condition: &str) {
        let term = parse(self.terms, condition).unwrap();
        self.trace.assumptions.push(term);
    }

    /// Symbolic information is lost.
    pub(crate) fn lose(&mut self, construct: &str) {
        self.trace.losses.push(Loss {
            construct: construct.to_owned(),
            file: "toy.py".to_owned(),
            line: 1,
        });
    }

    /// A variable is taken to be at its first value.
    pub(crate) fn suppose(&mut self, name: &str) {
        let name = name.to_owned();
        self.trace.suppose(Premise::State { name });
    }

    /// A goal is covered.
    pub(crate) fn cover(&mut self, goal: u32) {
        self.covered.insert(GoalId(goal));
    }

    fn condition(&mut self, text: &str, origin: Origin, goals: Option<[GoalId; 2]>) -> Run<bool> {
        let term = parse(self.terms, text).unwrap();
        let taken = self.value(term) == Value::Bool(true);
        let side = usize::from(taken);
        self.decide(Decision::Condition {
            term,
            taken,
            origin,
            other_side: goals.map(|goals| goals[1 - side]),
        })?;
        if let Some(goals) = goals {
            self.covered.insert(goals[side]);
        }
        Ok(taken)
    }

    fn decide(&mut self, decision: Decision) -> Run {
        if self.trace.decisions.len() >= self.limit {
            return Err(Outcome::Pruned(Bound::Decisions));
        }
        self.trace.decisions.push(decision);
        Ok(())
    }

    fn value(&mut self, term: TermId) -> Value {
        for variable in variables(self.terms, &[term]) {
            let known = self.given.value_of(self.terms, variable).cloned();
            let variable = self.terms.variable_of(variable);
            let value = known.unwrap_or_else(|| Value::zero(variable.sort));
            let slot = Slot::from(variable.name.as_str());
            self.trace.input.values.insert(slot, value);
        }
        let input = &self.trace.input;
        evaluate(self.terms, term, &|variable| {
            input.value_of(self.terms, variable).cloned()
        })
    }
}

/// The variables of terms.
fn variables(terms: &Terms, of: &[TermId]) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let mut stack = of.to_vec();
    while let Some(term) = stack.pop() {
        if let Node::Variable(variable) = terms.node(term) {
            found.insert(variable);
        }
        stack.extend(terms.operands(term));
    }
    found
}

/// Tries all small integers for the variables that the goal depends on; has
/// no answer where there are too many.
pub(crate) struct BruteForce;

impl Solver for BruteForce {
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer {
        let conditions: Vec<TermId> = query.conditions().collect();
        let mut sliced = variables(terms, &[query.goal]);
        let mut kept = vec![query.goal];
        loop {
            let before = kept.len();
            for &condition in &conditions {
                let own = variables(terms, &[condition]);
                if !kept.contains(&condition) && !own.is_disjoint(&sliced) {
                    kept.push(condition);
                    sliced.extend(own);
                }
            }
            if kept.len() == before {
                break;
            }
        }
        let sliced: Vec<VarId> = sliced.into_iter().collect();
        if sliced.len() > 3 {
            return Answer::Unknown(Why::Limit(Limit::Conflicts));
        }
        let range: Vec<i64> = (0..=20).flat_map(|n| [n, -n]).collect();
        for mut number in 0..range.len().pow(sliced.len() as u32) {
            let mut model = Model::new();
            for &variable in &sliced {
                let value = Value::int(range[number % range.len()]);
                number /= range.len();
                model.insert(variable, value);
            }
            let holds = |&condition: &TermId| {
                evaluate(terms, condition, &|variable| model.get(variable).cloned())
                    == Value::Bool(true)
            };
            if kept.iter().all(holds) {
                return Answer::Sat(model);
            }
        }
        Answer::Unsat(Proof::default())
    }
}

/// Never answers.
pub(crate) struct Helpless;

impl Solver for Helpless {
    fn check(&mut self, _terms: &mut Terms, _query: &Query) -> Answer {
        Answer::Unknown(Why::Limit(Limit::Conflicts))
    }
}

/// Goals of one function, one a line.
pub(crate) fn goals(count: u32) -> Goals {
    let goal = |line| Goal {
        kind: GoalKind::Branch,
        location: Location {
            file: "toy.py".to_owned(),
            line,
            column: 0,
        },
        description: String::new(),
        function: "toy".to_owned(),
        condition: None,
    };
    Goals((1..=count).map(goal).collect())
}

/// A task without limits: all paths, these goals.
pub(crate) fn task(wanted: u32) -> Task {
    let mut task = Task::all_paths();
    task.wanted = (0..wanted).map(GoalId).collect();
    task.run_limits.decisions = 100;
    task
}

/// Explores a toy program with the toy solver.
pub(crate) fn explore_toy(
    strategy: &mut dyn Strategy,
    task: &Task,
    program: impl FnMut(&mut Recorder) -> Run,
) -> Exploration {
    explore_with(&mut BruteForce, strategy, task, program)
}

/// Explores a toy program with a solver of one's own.
pub(crate) fn explore_with(
    solver: &mut dyn Solver,
    strategy: &mut dyn Strategy,
    task: &Task,
    program: impl FnMut(&mut Recorder) -> Run,
) -> Exploration {
    let supervision = Supervision {
        clock: &|| Duration::ZERO,
        end: None,
        cancelled: &AtomicBool::new(false),
    };
    explore(
        &mut Terms::new(),
        &mut Toy(program),
        solver,
        strategy,
        task,
        supervision,
        &mut |_, _, _| Next::Continue,
    )
}

/// A triangle's kind: six paths to four goals by way of twelve sides.
pub(crate) fn triangle(r: &mut Recorder) -> Run {
    if r.branch("(<= a:int 0)", 0)?
        || r.branch("(<= b:int 0)", 2)?
        || r.branch("(<= c:int 0)", 4)?
    {
        return Ok(());
    }
    if r.branch("(= a:int b:int)", 6)? {
        r.branch("(= b:int c:int)", 8)?;
    }
    Ok(())
}

/// The length of a linked list, its shape chosen lazily: null, a new node, or
/// one of those before; at most three nodes.
pub(crate) fn list(r: &mut Recorder) -> Run {
    let mut nodes = 0;
    let mut slot = "list".to_owned();
    loop {
        let may_grow = nodes < 3;
        let options = 1 + u32::from(may_grow) + nodes;
        match r.choose(&slot, options, !may_grow)? {
            0 => return Ok(()),
            1 if may_grow => {
                nodes += 1;
                slot = format!("node{nodes}.next");
            }
            _ => {
                let kind = "Cycle".to_owned();
                let message = String::new();
                return Err(Outcome::Threw { kind, message });
            }
        }
    }
}

/// A proof that takes nothing for granted.
pub(crate) const PROVED: Verdict = Verdict::Unreachable {
    premises: Vec::new(),
    certificate: None,
};
