//! The recorder of one run: it hands out the input's values, writes down the
//! decisions, and says at the end what happened. It calls no solver.

use std::sync::Arc;
use std::time::Duration;

use everypath_python_wire::{RunReply, RunRequest, terms_since};
use everypath_term::{Node, Op, Sort, TermId, Terms, Value};
use everypath_trace::{
    Decision, Fault, GoalId, Input, Loss, Origin, Outcome, Slot, Trace, slowness,
};
use num_bigint::BigInt;
use pyo3::create_exception;
use pyo3::exceptions::{PyBaseException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::regex::Asked;
use crate::text::InputText;
use crate::{Any, Object};

create_exception!(
    everypath_native,
    Prune,
    PyBaseException,
    "A bound of the scope ended the run."
);

/// What a run costs, and what it costs each time that it asks the recorder something.
const RUN: Duration = Duration::from_micros(500);
const EVENT: Duration = Duration::from_micros(2);

/// A pool with more terms than this is given up for a new one between runs.
const POOL_LIMIT: usize = 4_000_000;

/// The state of one run, and the pool of terms shared by many.
#[pyclass(module = "everypath_native")]
#[derive(Default)]
pub struct Recorder {
    /// The pool.
    pub terms: Terms,
    sent: u32,
    input: Input,
    read: Input,
    /// Numbers for slots that the input leaves open.
    suggested: FxHashMap<String, i64>,
    assumptions: Vec<TermId>,
    bounds: Vec<TermId>,
    /// The terms of `assumptions` and of `bounds`.
    assumed: FxHashSet<TermId>,
    bounded: FxHashSet<TermId>,
    /// The last character that an input text may have.
    pub alphabet: u32,
    /// The terms of input texts, made once for a pool.
    pub texts: FxHashMap<String, Arc<InputText>>,
    /// The terms of questions to patterns, made once for a pool.
    pub asked: FxHashMap<Asked, TermId>,
    decisions: Vec<Decision>,
    decided: FxHashSet<TermId>,
    limit: usize,
    /// The limit was reached, whether or not the subject swallowed that.
    pruned: bool,
    entry: usize,
    /// Where the decisions that complete the input begin and end.
    completion: (Option<usize>, Option<usize>),
    covered: Vec<bool>,
    /// How many goals there are: those from this number on are of modules that a run imported,
    /// and nobody asks for them.
    goals: Option<u32>,
    losses: Vec<Loss>,
    effects: Vec<String>,
    milliseconds: u32,
    /// What the run asked of the recorder, for its cost.
    events: u32,
    /// Whether the run has plain values.
    plain: bool,
    /// Conditions are not recorded while this is above zero.
    paused: u32,
    /// Goals are not covered while this is above zero: what runs is no part
    /// of the unit.
    hidden: u32,
    /// Containers whose keys may be symbolic, by address; each is kept alive
    /// for the run so that its address stays its own.
    pub symbolic_keys: FxHashMap<usize, Object>,
    /// Hashing a proxy is free of a pin while this is above zero: the hooks
    /// have decided its equality with every key.
    pub hashing: u32,
}

impl Recorder {
    /// Writes down that `term` is `value`, unless that is known already.
    pub fn decide(
        &mut self,
        term: TermId,
        value: bool,
        origin: Origin,
        other_side: Option<GoalId>,
    ) -> PyResult<()> {
        self.events += 1;
        let (term, value) = match self.terms.node(term) {
            Node::Apply(Op::Not, [inner, ..]) => (inner, !value),
            _ => (term, value),
        };
        if self.paused > 0
            || matches!(self.terms.node(term), Node::Constant(_))
            || !self.decided.insert(term)
        {
            return Ok(());
        }
        if self.decisions.len() >= self.limit {
            self.pruned = true;
            return Err(Prune::new_err("decisions"));
        }
        self.decisions.push(Decision::Condition {
            term,
            taken: value,
            origin,
            other_side,
        });
        Ok(())
    }

    /// Writes down that `term` has the value it has in this run.
    pub fn pin(&mut self, term: TermId, value: Value) -> PyResult<()> {
        let constant = self.terms.constant(value);
        let equal = self.terms.eq(term, constant);
        self.decide(equal, true, Origin::Pin, None)
    }

    /// What holds of the input by construction.
    pub fn assume(&mut self, term: TermId) {
        if self.terms.as_bool(term).is_none() && self.assumed.insert(term) {
            self.assumptions.push(term);
        }
    }

    /// What holds of the input because the scope is bounded.
    pub fn bound(&mut self, term: TermId) {
        if self.terms.as_bool(term).is_none() && self.bounded.insert(term) {
            self.bounds.push(term);
        }
    }

    /// The value of a slot.
    pub fn read(&mut self, slot: &Slot, sort: Sort, default: impl FnOnce() -> Value) -> Value {
        let known = self.read.values.get(slot);
        let value = match known.or_else(|| self.input.values.get(slot)) {
            Some(value) if value.sort() == sort => value.clone(),
            _ => default(),
        };
        if !self.read.values.contains_key(slot) {
            self.read.values.insert(slot.clone(), value.clone());
        }
        value
    }

    /// What a slot is to be if the input leaves it open, as a number.
    pub fn suggested(&self, slot: &str) -> Option<i64> {
        self.suggested.get(slot).copied()
    }

    /// The value of a slot, and the term that stands for it.
    pub fn value(&mut self, slot: &str, sort: Sort, default: Value) -> (Value, TermId) {
        let suggested = match (self.suggested(slot), sort) {
            (Some(number), Sort::INT) => Some(Value::Int(BigInt::from(number))),
            (Some(number), Sort::BOOL) => Some(Value::Bool(number != 0)),
            (Some(bits), Sort::FLOAT64) => Some(Value::Float64(bits as u64)),
            _ => None,
        };
        let value = self.read(&slot.into(), sort, || suggested.unwrap_or(default));
        let term = self.terms.var(slot, sort);
        (value, term)
    }

    /// Marks a goal as covered.
    pub fn cover(&mut self, goal: u32) {
        if self.hidden > 0 || self.goals.is_some_and(|count| goal >= count) {
            return;
        }
        let index = goal as usize;
        if index >= self.covered.len() {
            self.covered.resize(index + 1, false);
        }
        self.covered[index] = true;
    }

    /// Whether decisions are written down now.
    pub fn is_recording(&self) -> bool {
        self.paused == 0
    }

    /// Writes down a loss of symbolic information at the place that is running.
    pub fn lose(&mut self, construct: &str, file: String, line: u32) {
        if self.paused > 0 {
            return;
        }
        let loss = Loss {
            construct: construct.to_owned(),
            file,
            line,
        };
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }
}

#[pymethods]
impl Recorder {
    #[new]
    fn new() -> Recorder {
        Recorder::default()
    }

    /// Starts a new pool: the next runs are of another unit.
    fn forget(&mut self) {
        self.terms = Terms::new();
        self.texts.clear();
        self.asked.clear();
        self.sent = 0;
        self.covered.clear();
    }

    /// Starts a run; returns its time limit in milliseconds.
    fn begin(&mut self, request: &[u8]) -> PyResult<u32> {
        let request: RunRequest = postcard::from_bytes(request)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        if self.terms.len() > POOL_LIMIT {
            self.terms = Terms::new();
            self.texts.clear();
            self.asked.clear();
            self.sent = 0;
        }
        self.input = request.input;
        self.read = Input::open();
        self.suggested.clear();
        self.assumptions.clear();
        self.bounds.clear();
        self.assumed.clear();
        self.bounded.clear();
        self.decisions.clear();
        self.decided.clear();
        self.limit = request.decisions as usize;
        self.pruned = false;
        self.entry = 0;
        self.completion = (None, None);
        self.hidden = 0;
        self.covered.iter_mut().for_each(|goal| *goal = false);
        self.losses.clear();
        self.effects.clear();
        self.symbolic_keys.clear();
        self.paused = 0;
        self.hashing = 0;
        self.milliseconds = request.milliseconds;
        self.plain = request.plain;
        self.events = 0;
        Ok(self.milliseconds)
    }

    /// Whether the run is to have plain values.
    fn is_plain(&self) -> bool {
        self.plain
    }

    /// Writes down what the run changed of its input, sorted, each once.
    fn change(&mut self, effects: Vec<String>) {
        self.effects = effects;
    }

    /// Ends the run, which used so many seconds; returns the reply for the engine.
    fn finish<'py>(
        &mut self,
        py: Python<'py>,
        outcome: &str,
        kind: &str,
        message: &str,
        used: f64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let end = self.decisions.len();
        let start = self.completion.0.unwrap_or(end);
        let completion = start..self.completion.1.unwrap_or(end);
        let reply = RunReply {
            first: self.sent,
            terms: terms_since(&self.terms, self.sent),
            trace: Trace {
                input: std::mem::take(&mut self.read),
                assumptions: std::mem::take(&mut self.assumptions),
                bounds: std::mem::take(&mut self.bounds),
                decisions: std::mem::take(&mut self.decisions),
                entry: self.entry,
                completion,
                covered: (0..self.covered.len())
                    .filter(|&goal| self.covered[goal])
                    .map(|goal| GoalId(goal as u32))
                    .collect(),
                outcome: outcome_of(outcome, kind, message)?,
                losses: std::mem::take(&mut self.losses),
                premises: Vec::new(),
                effects: std::mem::take(&mut self.effects),
                cost: RUN
                    + EVENT * self.events
                    + slowness(Duration::try_from_secs_f64(used).unwrap_or_default()),
            },
        };
        self.sent = self.terms.len() as u32;
        self.paused = 1;
        let bytes = postcard::to_stdvec(&reply)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The unit is entered: what was decided so far came from its invariant
    /// and preconditions.
    fn enter(&mut self) {
        self.entry = self.decisions.len();
        self.covered.iter_mut().for_each(|goal| *goal = false);
    }

    /// The unit has ended: what follows completes its input.
    fn leave(&mut self) {
        self.completion = (Some(self.decisions.len()), None);
    }

    /// The input is complete: what follows looks at what the unit has done.
    fn completed(&mut self) {
        self.completion.1 = Some(self.decisions.len());
    }

    /// Stops covering goals until the matching `show`.
    fn hide(&mut self) {
        self.hidden += 1;
    }

    /// Undoes one `hide`.
    fn show(&mut self) {
        self.hidden = self.hidden.saturating_sub(1);
    }

    /// Writes down the option of a slot that other choices imply.
    fn imply(&mut self, slot: &str, option: u32) {
        self.read.choices.insert(slot.into(), option);
    }

    /// The option that the input has for a slot; `None` if it leaves it open.
    fn option(&mut self, slot: &str) -> Option<u32> {
        let option = *self.input.choices.get(slot)?;
        self.read.choices.insert(slot.into(), option);
        Some(option)
    }

    /// The names of the parts of a slot that the input knows of, in order.
    fn members(&self, slot: &str) -> Vec<String> {
        let start = format!("{slot}.");
        let slots = self.input.choices.keys().chain(self.input.values.keys());
        let mut found: Vec<String> = Vec::new();
        for part in slots.filter_map(|other| other.as_str().strip_prefix(&start)) {
            let end = part.find(['.', '[', '#']).unwrap_or(part.len());
            if !found.iter().any(|name| name == &part[..end]) {
                found.push(part[..end].to_owned());
            }
        }
        found
    }

    /// Gives a slot another value than the smallest, if the input leaves it
    /// open: a number, or the bits of a float.
    fn suggest(&mut self, slot: String, value: i64) {
        self.suggested.insert(slot, value);
    }

    /// One of `options` for a slot; the first if the input leaves it open.
    #[pyo3(signature = (slot, options, bounded = false))]
    fn choose(&mut self, slot: &str, options: u32, bounded: bool) -> PyResult<u32> {
        let taken = match self.input.choices.get(slot) {
            Some(&option) if option < options => option,
            _ => 0,
        };
        self.read.choices.insert(slot.into(), taken);
        if self.paused > 0 || (options <= 1 && !bounded) {
            return Ok(taken);
        }
        if self.decisions.len() >= self.limit {
            self.pruned = true;
            return Err(Prune::new_err("decisions"));
        }
        self.decisions.push(Decision::Choice {
            slot: slot.into(),
            taken,
            options,
            bounded,
        });
        Ok(taken)
    }

    /// Stops recording until the matching `resume`.
    fn pause(&mut self) {
        self.paused += 1;
    }

    /// Undoes one `pause`.
    fn resume(&mut self) {
        self.paused = self.paused.saturating_sub(1);
    }

    /// Takes it that there are so many goals from now on.
    fn settle_goals(&mut self, count: u32) {
        self.goals = Some(count);
    }

    /// Marks a goal as covered.
    fn hit(&mut self, goal: u32) {
        self.cover(goal);
    }

    /// Whether the goal was covered in this run.
    fn has_hit(&self, goal: u32) -> bool {
        self.covered.get(goal as usize).copied().unwrap_or(false)
    }

    /// Writes down a loss of symbolic information.
    fn note_loss(&mut self, construct: &str, file: String, line: u32) {
        self.lose(construct, file, line);
    }

    /// Says that a container's keys may be symbolic.
    pub(crate) fn mark_keys(&mut self, container: &Any<'_>) {
        let address = container.as_ptr() as usize;
        self.symbolic_keys
            .insert(address, container.clone().unbind());
    }
}

fn outcome_of(outcome: &str, kind: &str, message: &str) -> PyResult<Outcome> {
    use everypath_trace::Bound as ScopeBound;
    Ok(match outcome {
        "returned" => Outcome::Returned,
        "threw" => Outcome::Threw {
            kind: kind.to_owned(),
            message: message.to_owned(),
        },
        "violated" => Outcome::Violated {
            clause: message.to_owned(),
        },
        "rejected" => Outcome::Rejected {
            clause: message.to_owned(),
        },
        "pruned" => Outcome::Pruned(match kind {
            "objects" => ScopeBound::Objects,
            "length" => ScopeBound::Length,
            "memory" => ScopeBound::Memory,
            "set-up" => ScopeBound::SetUp,
            "calls" => ScopeBound::CallDepth,
            _ => ScopeBound::Decisions,
        }),
        "timed out" => Outcome::TimedOut,
        "unsupported" => Outcome::Unsupported {
            construct: message.to_owned(),
        },
        "crashed" => Outcome::Crashed {
            fault: Fault::NoAnswer {
                why: message.to_owned(),
            },
            at: None,
        },
        other => {
            return Err(PyValueError::new_err(format!(
                "the worker named an unknown outcome: {other}"
            )));
        }
    })
}
