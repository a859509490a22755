//! What is asked of a solver and what it may answer.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::allowance::{self, price};
use everypath_term::{Evaluator, TermId, Terms, Value, VarId};

/// Decides queries. All queries to one solver must be over one pool of terms;
/// queries about one trace should come in succession, for solvers keep what
/// they learnt of the last ones.
pub trait Solver: Send {
    /// Decides a query.
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer;

    /// What its answers have cost so far.
    fn cost(&self) -> Duration {
        let mut statistics = Statistics::default();
        self.report(&mut statistics);
        statistics.cost()
    }

    /// Adds the statistics of this solver and those below it, outermost first.
    fn report(&self, statistics: &mut Statistics) {
        let _ = statistics;
    }
}

/// A question: is there an assignment under which everything here is true?
#[derive(Clone, Debug)]
pub struct Query {
    /// What holds of every input: ranges of lengths and characters.
    pub assumptions: Vec<TermId>,
    /// The conditions decided before the goal, as they were decided, in order.
    pub prefix: Vec<TermId>,
    /// The condition wanted: usually one that the parent run decided the other way.
    pub goal: TermId,
    /// The values the variables had in the parent run. It need not satisfy
    /// anything, but answers stay close to it.
    pub hint: Arc<Model>,
    /// What the answer may cost.
    pub limits: Limits,
}

impl Query {
    /// A query with no assumptions, no hint and default limits.
    pub fn new(prefix: Vec<TermId>, goal: TermId) -> Query {
        Query {
            assumptions: Vec::new(),
            prefix,
            goal,
            hint: Arc::default(),
            limits: Limits::default(),
        }
    }

    /// Every condition: assumptions, prefix, goal.
    pub fn conditions(&self) -> impl Iterator<Item = TermId> + '_ {
        let goal = std::iter::once(self.goal);
        self.assumptions
            .iter()
            .chain(&self.prefix)
            .copied()
            .chain(goal)
    }
}

/// What one query may cost. No clock is looked at: the answer is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Conflicts of the SAT solver.
    pub conflicts: u64,
    /// Gates of the circuit.
    pub gates: usize,
    /// The greatest width at which unbounded integers are searched.
    pub bits: u32,
    /// Everything, in nominal time: see [`Allowance`](crate::Allowance).
    pub cost: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            conflicts: 20_000,
            gates: 1_000_000,
            bits: 64,
            cost: Duration::from_secs(2),
        }
    }
}

/// Values for variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: BTreeMap<VarId, Value>,
}

impl Model {
    /// No values.
    pub fn new() -> Model {
        Model::default()
    }

    /// The value of a variable, if there is one.
    pub fn get(&self, variable: VarId) -> Option<&Value> {
        self.values.get(&variable)
    }

    /// Gives a variable a value.
    pub fn insert(&mut self, variable: VarId, value: Value) {
        self.values.insert(variable, value);
    }

    /// The values, by variable.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, &Value)> {
        self.values
            .iter()
            .map(|(&variable, value)| (variable, value))
    }

    /// How many variables have values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no variable has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// These values where there are some, those of `base` elsewhere.
    pub fn over(&self, base: &Model) -> Model {
        let mut merged = base.clone();
        for (variable, value) in self.iter() {
            merged.insert(variable, value.clone());
        }
        merged
    }
}

impl FromIterator<(VarId, Value)> for Model {
    fn from_iter<I: IntoIterator<Item = (VarId, Value)>>(values: I) -> Model {
        Model {
            values: values.into_iter().collect(),
        }
    }
}

/// What a solver answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable: the model, put over the hint, makes every condition true.
    /// It covers the variables that the goal depends on, and no others.
    Sat(Model),
    /// Proved unsatisfiable.
    Unsat(Proof),
    /// Neither was found.
    Unknown(Why),
}

/// What a proof of unsatisfiability rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Conditions that cannot hold together; normalisation may have rewritten
    /// some of the query's.
    pub core: Vec<TermId>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// No solution has integers of at most this many bits; larger ones may exist.
    NoneWithin {
        /// The width, with the sign.
        bits: u32,
    },
    /// A limit was reached.
    Limit(Limit),
    /// The circuit for an operation is missing.
    Unsupported {
        /// The operation.
        construct: &'static str,
    },
    /// A model did not satisfy the query: a bug of the solver, counted.
    WrongModel,
    /// A refuted query has a model: a bug of the solver, told.
    WrongProof,
}

/// The limits of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Conflicts of the SAT solver.
    Conflicts,
    /// Gates of the circuit.
    Gates,
    /// Bits of an intermediate integer.
    Bits,
    /// The cost of everything together.
    Cost,
}

impl fmt::Display for Why {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Why::NoneWithin { bits } => write!(formatter, "none within {bits} bits"),
            Why::Limit(Limit::Conflicts) => write!(formatter, "limit of conflicts reached"),
            Why::Limit(Limit::Gates) => write!(formatter, "limit of gates reached"),
            Why::Limit(Limit::Bits) => write!(formatter, "limit of bits reached"),
            Why::Limit(Limit::Cost) => write!(formatter, "limit of work reached"),
            Why::Unsupported { construct } => write!(formatter, "unsupported: {construct}"),
            Why::WrongModel => write!(formatter, "the solver's model was wrong"),
            Why::WrongProof => write!(formatter, "the solver's proof was wrong"),
        }
    }
}

/// What the layers of a chain did, outermost first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// One entry for each layer.
    pub layers: Vec<LayerStatistics>,
    /// Numbers that some layers add: rebuilt sessions, wrong models.
    pub counters: BTreeMap<&'static str, u64>,
}

impl Statistics {
    /// What the answers have cost so far, in no unit; the same for the same
    /// queries, whatever the machine.
    pub fn effort(&self) -> u64 {
        let counter = |name| self.counters.get(name).copied().unwrap_or(0);
        QUERY * counter("blast queries")
            + CONFLICT * counter("blast conflicts")
            + counter("blast gates")
    }

    /// Adds what an evaluator has computed.
    pub(crate) fn evaluated(&mut self, evaluator: &Evaluator) {
        *self.counters.entry("evaluations").or_default() += evaluator.computed();
    }

    /// The same in nominal time.
    pub fn cost(&self) -> Duration {
        let counter = |name| self.counters.get(name).copied().unwrap_or(0);
        let asked = self.layers.first().map_or(0, |layer| layer.asked);
        price(asked + counter("blast queries"), allowance::QUERY)
            + price(counter("evaluations"), allowance::EVALUATION)
            + price(counter("blast gates"), allowance::GATE)
            + price(counter("blast propagations"), allowance::PROPAGATION)
    }
}

/// A query costs about as much as so many gates, whatever it asks.
const QUERY: u64 = 2000;
/// A conflict costs about as much as so many gates.
const CONFLICT: u64 = 100;

/// What one layer did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerStatistics {
    /// The layer.
    pub name: &'static str,
    /// Queries it was asked.
    pub asked: u64,
    /// Queries it answered without asking the layer below.
    pub answered: u64,
    /// Time in this layer and below.
    pub time: Duration,
}
