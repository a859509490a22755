//! The encoder: executes a unit within a scope, all runs at once. Loops are
//! unrolled, calls inlined, states merged where ways meet; what remains is one
//! condition over the input for each goal and for each way out of the scope.

mod access;
mod arrays;
mod bytes;
mod calls;
mod execute;
mod input;
mod order;
mod state;
mod symmetry;
mod value;

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_lowered::{ClassId, Constant, Contents, ProcedureId, Source, StaticId, Unit};
use everypath_solve::{Allowance, Found, Incremental, Model, Patience, TERM, price};
use everypath_term::{Evaluator, TermId, Terms, Value as TermValue};
use everypath_trace::GoalId;
use rustc_hash::FxHashMap;

pub use input::{Cell, OpenInput, OpenObject};
pub use value::{ObjectId, Target};

use crate::bounds::Bounds;
use crate::scope::Scope;
use order::Prepared;
use state::{Beginning, Object, State};
use value::Value;

/// What an encoding may use.
pub struct Limits<'a> {
    /// Terms of the pool.
    pub terms: usize,
    /// Everything.
    pub allowance: &'a Allowance<'a>,
    /// Whether to end where the unit is entered.
    pub only_input: bool,
}

/// How a run may leave the encoding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// A loop would go round once more.
    Unrollings,
    /// A call would be one too many of its procedure on the stack.
    Recursion,
    /// An array would be longer.
    ArrayLength,
    /// A limit of the encoding was reached.
    Limit,
    /// Something cannot be followed.
    Unsupported(String),
}

/// An exit and the condition under which runs take it.
#[derive(Clone, Debug)]
pub struct Left {
    /// The exit.
    pub exit: Exit,
    /// The condition.
    pub guard: TermId,
}

/// A unit, encoded.
#[derive(Debug, Default)]
pub struct Encoded {
    /// The open input.
    pub input: OpenInput,
    /// The conditions under which a run that is not rejected covers each goal.
    pub goals: BTreeMap<GoalId, TermId>,
    /// How runs leave the scope after the unit was entered.
    pub exits: Vec<Left>,
    /// How runs leave the scope before.
    pub early_exits: Vec<Left>,
    /// The conditions under which runs fail.
    pub failures: Vec<TermId>,
    /// For a number of unrollings, the conditions of going beyond it.
    pub unrolled: BTreeMap<u32, TermId>,
    /// Whether the unit is entered on any input: false if what is asserted of
    /// the input has no solution.
    pub is_entered: bool,
    /// Whether making the input changes the input: an invariant with effects.
    pub changed_input: bool,
}

/// Encodes a unit. What holds of every accepted input is asserted in the formula.
pub fn encode(
    terms: &mut Terms,
    source: &mut dyn Source,
    formula: &mut dyn Incremental,
    unit: &Unit,
    scope: &Scope,
    bounds: Option<&Bounds>,
    limits: &Limits,
) -> Encoded {
    let open = input::open(terms, source, &unit.inputs, scope, bounds);
    let objects = open
        .objects
        .iter()
        .map(|object| input::beginning(terms, object))
        .collect();
    let mut encoder = Encoder {
        terms,
        source,
        formula,
        scope: *scope,
        limits,
        reasons: open.reasons.clone(),
        beginnings: Beginnings(objects),
        statics: open.given.iter().map(|(of, id)| (*of, *id)).collect(),
        unfilled: open.given.iter().map(|(of, id)| (*id, *of)).collect(),
        prepared: FxHashMap::default(),
        stack: Vec::new(),
        witnesses: Vec::new(),
        inlined: 0,
        only_input: limits.only_input,
        is_stopped: false,
        charged: 0,
        has_entered: false,
        goals_count: true,
        covered: BTreeMap::new(),
        unrolled: BTreeMap::new(),
        found: Encoded {
            input: open,
            ..Encoded::default()
        },
    };
    encoder.run(unit.entry);
    encoder.finish()
}

struct Beginnings(Vec<Rc<Object>>);

impl Beginning for Beginnings {
    fn contents(&self, object: ObjectId) -> &Rc<Object> {
        &self.0[object.0 as usize]
    }
}

struct Encoder<'a> {
    terms: &'a mut Terms,
    source: &'a mut dyn Source,
    formula: &'a mut dyn Incremental,
    scope: Scope,
    limits: &'a Limits<'a>,
    /// Why values are not followed.
    reasons: Vec<String>,
    beginnings: Beginnings,
    statics: FxHashMap<StaticId, ObjectId>,
    /// Objects that are there from the beginning and were not looked at yet.
    unfilled: FxHashMap<ObjectId, StaticId>,
    prepared: FxHashMap<ProcedureId, Rc<Prepared>>,
    stack: Vec<ProcedureId>,
    witnesses: Vec<Witness>,
    /// Calls inlined so far, each as often as it is worth operations.
    inlined: usize,
    /// Whether only the input is made, and the unit not entered.
    only_input: bool,
    is_stopped: bool,
    /// Terms that have been paid for.
    charged: usize,
    has_entered: bool,
    goals_count: bool,
    covered: BTreeMap<GoalId, Vec<TermId>>,
    unrolled: BTreeMap<u32, Vec<TermId>>,
    found: Encoded,
}

/// Calls that are inlined before anybody asks whether runs come there.
const CHEAP_CALLS: usize = 150;

/// How many operations of the language cost as much as a call.
const OPERATIONS: usize = 16;

/// Models that are kept to answer whether runs go on.
const WITNESSES: usize = 12;

/// An input that was found, with the values that terms have on it.
struct Witness {
    model: Model,
    evaluator: Evaluator,
}

/// Conflicts spent on whether a run goes on.
const PRUNING: u64 = 200;

impl Encoder<'_> {
    fn run(&mut self, entry: ProcedureId) {
        for constraint in self.found.input.constraints.clone() {
            if self.formula.assert(self.terms, constraint).is_err() {
                self.is_stopped = true;
            }
        }
        let state = State {
            path: Vec::new(),
            registers: Vec::new(),
            heap: Default::default(),
        };
        self.call(entry, state, &[]);
    }

    fn finish(mut self) -> Encoded {
        for (goal, guards) in std::mem::take(&mut self.covered) {
            let any = self.terms.any(&guards);
            if self.terms.as_bool(any) != Some(false) {
                self.found.goals.insert(goal, any);
            }
        }
        // To go beyond a number is to go beyond all smaller ones.
        let mut beyond = self.terms.bool(false);
        for (count, guards) in std::mem::take(&mut self.unrolled).into_iter().rev() {
            let any = self.terms.any(&guards);
            beyond = self.terms.or(beyond, any);
            self.found.unrolled.insert(count, beyond);
        }
        self.found
    }

    /// The unit proper begins: what led here holds of every input.
    fn enter(&mut self, state: &mut State) {
        let guard = state.guard(self.terms);
        self.has_entered = true;
        self.found.is_entered = true;
        if self.formula.assert(self.terms, guard).is_err() {
            self.is_stopped = true;
        }
        state.path.clear();
        self.witnesses.retain_mut(|witness| {
            let value = |variable| witness.model.get(variable).cloned();
            let holds = witness.evaluator.value(self.terms, guard, &value);
            holds.as_bool() == Some(true)
        });
        let inputs = self.found.input.objects.len() as u32;
        self.found.changed_input = state.heap.changed().any(|(object, contents)| {
            object.0 < inputs && contents.contents != self.beginnings.contents(object).contents
        });
    }

    fn cover(&mut self, goal: GoalId, state: &State) {
        if !self.goals_count {
            return;
        }
        let guard = state.guard(self.terms);
        self.covered.entry(goal).or_default().push(guard);
    }

    /// A run ends here without an end of its own.
    fn leave(&mut self, state: &State, exit: Exit) {
        let guard = state.guard(self.terms);
        let left = Left { exit, guard };
        match self.has_entered {
            true => self.found.exits.push(left),
            false => self.found.early_exits.push(left),
        }
    }

    /// Whether the encoding has to end; looked at before each block.
    fn is_over(&mut self) -> bool {
        if !self.is_stopped {
            let allowance = self.limits.allowance;
            let new = self.terms.len() - self.charged;
            allowance.charge(price(new as u64, TERM));
            self.charged += new;
            self.is_stopped = self.terms.len() > self.limits.terms || allowance.is_used_up();
        }
        self.is_stopped
    }

    /// Whether a run may come here, as far as a short search can tell. Most
    /// runs that may come are runs that were found before.
    fn may_come(&mut self, state: &State) -> bool {
        let guard = state.guard(self.terms);
        if let Some(known) = self.terms.as_bool(guard) {
            return known;
        }
        // Before the unit is entered little is known that could refute a run:
        // nothing is asked until it pays.
        if !self.has_entered && self.inlined < CHEAP_CALLS * OPERATIONS {
            return true;
        }
        for witness in &mut self.witnesses {
            let value = |variable| witness.model.get(variable).cloned();
            let holds = witness.evaluator.value(self.terms, guard, &value);
            if holds.as_bool() == Some(true) {
                return true;
            }
        }
        let patience = Patience {
            conflicts: PRUNING,
            allowance: self.limits.allowance,
        };
        match self.formula.check(self.terms, &[guard], &patience) {
            Found::Unsat(_) => false,
            Found::Unknown(_) => true,
            Found::Sat(model) => {
                if self.witnesses.len() >= WITNESSES {
                    self.witnesses.remove(0);
                }
                self.witnesses.push(Witness {
                    model,
                    evaluator: Evaluator::new(),
                });
                true
            }
        }
    }

    fn prepared(&mut self, procedure: ProcedureId) -> Rc<Prepared> {
        if let Some(known) = self.prepared.get(&procedure) {
            return known.clone();
        }
        let prepared = Rc::new(Prepared::new(self.source.procedure(procedure)));
        self.prepared.insert(procedure, prepared.clone());
        prepared
    }

    /// A new object; how it looks now is how it looked at the beginning.
    fn add_object(
        &mut self,
        class: ClassId,
        length: Option<TermId>,
        contents: Vec<Value>,
    ) -> ObjectId {
        self.beginnings.0.push(Rc::new(Object {
            class,
            length,
            contents,
        }));
        ObjectId(self.beginnings.0.len() as u32 - 1)
    }

    fn contents(&mut self, state: &State, object: ObjectId) -> Rc<Object> {
        if let Some(known) = self.unfilled.remove(&object) {
            self.fill(object, known);
        }
        let changed = state.heap.get(object);
        changed
            .unwrap_or_else(|| self.beginnings.contents(object))
            .clone()
    }

    fn fill(&mut self, object: ObjectId, known: StaticId) {
        let class = self.beginnings.contents(object).class;
        let contents = self.source.object_contents(known);
        let is_array = matches!(self.source.class(class).contents, Contents::Elements(..));
        let length = is_array.then(|| {
            let length = Constant::Scalar(TermValue::bit_vec(32, contents.len() as u64));
            self.constant(&length)
        });
        let filled = Object {
            class,
            length: match length {
                Some(Value::Scalar(length)) => Some(length),
                _ => None,
            },
            contents: contents.iter().map(|value| self.constant(value)).collect(),
        };
        self.beginnings.0[object.0 as usize] = Rc::new(filled);
    }
}
