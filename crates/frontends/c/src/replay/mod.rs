//! From events to a trace: terms are built as the run made them, decisions
//! in their order.

use std::collections::BTreeMap;

use everypath_c_runtime::layout::{Ending, Event, events, functions, sorts};
use everypath_term::{Op, Rounding, Sort, TermId, Terms, Value};
use everypath_trace::{
    Bound, Decision, Fault, GoalId, Input, Location, Loss, Origin, Outcome, Slot, Trace,
};
use rustc_hash::FxHashMap;

use crate::memory::SharedMemory;
use crate::types::TypeId;

mod graph;
mod terms;

pub use graph::{Graph, LongDouble, Object, Stream, Target};

/// How places of messages are written.
pub(crate) type Places<'a> = dyn Fn(u32) -> Option<(String, u32)> + 'a;

/// Reads the last run's events.
pub(crate) fn replay(
    terms: &mut Terms,
    memory: &mut SharedMemory,
    places: &Places,
) -> (Trace, Graph) {
    let mut replay = Replay {
        terms,
        built: vec![TermId(0)],
        booleans: FxHashMap::default(),
        decided: FxHashMap::default(),
        addresses: BTreeMap::new(),
        globals: BTreeMap::new(),
        streams: BTreeMap::new(),
        broken: false,
        graph: Graph::default(),
        trace: Trace::ended(Input::open(), Outcome::Returned),
    };
    let events: Vec<Event> = memory.events().to_vec();
    let mut outcome = None;
    for event in &events {
        if replay.event(event, memory, places).is_none() || replay.broken {
            outcome = Some(Outcome::Unsupported {
                construct: "left an event log that cannot be read".to_owned(),
            });
            break;
        }
    }
    replay.trace.outcome = outcome.unwrap_or_else(|| ending(memory, places));
    if matches!(replay.trace.outcome, Outcome::Rejected { .. }) {
        replay.trace.entry = replay.trace.decisions.len();
    }
    replay.trace.covered = memory
        .covered()
        .into_iter()
        .filter(|goal| *goal > 0)
        .map(|goal| GoalId(goal - 1))
        .collect();
    (replay.trace, replay.graph)
}

struct Replay<'a> {
    terms: &'a mut Terms,
    /// The term of each number; 0 is none.
    built: Vec<TermId>,
    /// Bit-vectors that are 1 if a boolean holds, else 0.
    booleans: FxHashMap<TermId, TermId>,
    decided: FxHashMap<TermId, bool>,
    addresses: BTreeMap<u64, usize>,
    globals: BTreeMap<u64, (String, u64)>,
    streams: BTreeMap<u64, usize>,
    /// Whether the log does not fit together.
    broken: bool,
    graph: Graph,
    trace: Trace,
}

/// The signals that end a run that takes too long.
const SIGALRM: u64 = 14;
const SIGPROF: u64 = 27;

fn sort(code: u8) -> Option<Sort> {
    Some(match code {
        1 => Sort::BOOL,
        2..=64 => Sort::bit_vec(code),
        sorts::FLOAT32 => Sort::FLOAT32,
        sorts::FLOAT64 => Sort::FLOAT64,
        _ => return None,
    })
}

fn value(code: u8, bits: u64) -> Option<Value> {
    Some(match code {
        1 => Value::Bool(bits & 1 != 0),
        2..=64 => Value::bit_vec(code, bits),
        sorts::FLOAT32 => Value::float32(f32::from_bits(bits as u32)),
        sorts::FLOAT64 => Value::float64(f64::from_bits(bits)),
        _ => return None,
    })
}

impl Replay<'_> {
    fn event(&mut self, event: &Event, memory: &mut SharedMemory, places: &Places) -> Option<()> {
        match event.kind {
            events::VARIABLE => {
                let name = memory.text(u64::from(event.a), event.c as usize);
                let sort = sort(event.what)?;
                let known = self.terms.find_variable(&name);
                if known.is_some_and(|known| self.terms.variable_of(known).sort != sort) {
                    return None;
                }
                let variable = self.terms.var(&name, sort);
                self.trace
                    .input
                    .values
                    .insert(Slot::from(name), value(event.what, event.value)?);
                self.built.push(variable);
            }
            events::BINARY => {
                let made = self.binary(event)?;
                self.built.push(made);
            }
            events::CAST => {
                let of = self.term(event.a)?;
                let made = self.cast(event, of)?;
                self.built.push(made);
            }
            events::ITE => {
                let (condition, then, other) = (
                    self.term(event.a)?,
                    self.term(event.b)?,
                    self.term(event.c)?,
                );
                let made = self.ite(condition, then, other);
                self.built.push(made);
            }
            events::CONSTANT => {
                let made = self.terms.constant(value(event.what, event.value)?);
                self.built.push(made);
            }
            events::EXTRACT => {
                let of = self.term(event.a)?;
                let width = self.terms.sort(of).width()?;
                let (low, high) = (
                    event.flag,
                    event.flag.checked_add(event.width)?.checked_sub(1)?,
                );
                let made = match high < width {
                    true => self.apply(Op::BvExtract { high, low }, &[of]),
                    false => return None,
                };
                self.built.push(made);
            }
            events::CONCAT => {
                let (high, low) = (self.term(event.a)?, self.term(event.b)?);
                let made = self.apply(Op::BvConcat, &[high, low]);
                self.built.push(made);
            }
            events::FLOAT_UNARY => {
                let of = self.term(event.a)?;
                let op = match event.what {
                    functions::NEG => Op::FpNeg,
                    functions::ABS => Op::FpAbs,
                    functions::SQRT => Op::FpSqrt,
                    functions::FLOOR => Op::FpRound(Rounding::Floor),
                    functions::CEIL => Op::FpRound(Rounding::Ceiling),
                    functions::TRUNC => Op::FpRound(Rounding::Truncate),
                    functions::RINT => Op::FpRound(Rounding::NearestEven),
                    _ => return None,
                };
                let made = self.apply(op, &[of]);
                self.built.push(made);
            }
            events::BRANCH => {
                let goal = event.c.checked_sub(1).map(GoalId);
                let condition = self.term(event.a)?;
                self.condition(condition, event.what != 0, Origin::Branch, goal);
            }
            events::CHECK => {
                let condition = self.term(event.a)?;
                let origin = match event.flag {
                    0 => Origin::Implicit,
                    failure => Origin::Check(check_number(event.b, failure)),
                };
                self.condition(condition, event.what != 0, origin, None);
            }
            events::PIN => {
                let of = self.term(event.a)?;
                let code = match self.terms.sort(of) {
                    Sort::FLOAT32 => sorts::FLOAT32,
                    Sort::FLOAT64 => sorts::FLOAT64,
                    Sort::BOOL => 1,
                    other => other.width()?,
                };
                let constant = self.terms.constant(value(code, event.value)?);
                let pinned = self.eq(of, constant);
                self.condition(pinned, true, Origin::Pin, None);
            }
            events::CHOICE => self.choice(event, memory),
            events::LOSS => {
                let construct = memory.text(u64::from(event.a), event.c as usize);
                let (file, line) = places(event.value as u32).unwrap_or_default();
                let loss = Loss {
                    construct,
                    file,
                    line,
                };
                if !self.trace.losses.contains(&loss) {
                    self.trace.losses.push(loss);
                }
            }
            events::ENTRY => self.trace.entry = self.trace.decisions.len(),
            events::BOUND => {
                let bound = self.term(event.a)?;
                self.trace.bounds.push(bound);
            }
            events::ASSUME => {
                let assumption = self.term(event.a)?;
                self.trace.assumptions.push(assumption);
            }
            events::OBJECT => {
                let slot = memory.text(u64::from(event.a), event.c as usize);
                self.addresses.insert(event.value, self.graph.objects.len());
                self.graph.objects.push(Object {
                    slot,
                    pointer: TypeId(event.b),
                    used: 0,
                    owned: false,
                });
            }
            events::USED => {
                if let Some(index) = self.addresses.get(&event.value) {
                    let object = &mut self.graph.objects[*index];
                    object.used = u64::from(event.a);
                    object.owned = event.what != 0;
                }
            }
            events::STUB => {
                let name = memory.text(u64::from(event.a), event.c as usize);
                self.graph.stubs.push(name);
            }
            events::LONG => {
                let name = memory.text(u64::from(event.a), event.c as usize);
                let long = LongDouble {
                    mantissa: event.value,
                    sign_and_exponent: event.b as u16,
                };
                self.graph.long_doubles.insert(name, long);
            }
            events::STREAM => {
                let slot = memory.text(u64::from(event.a), event.c as usize);
                self.streams.insert(event.value, self.graph.streams.len());
                self.graph.streams.push(Stream {
                    slot,
                    position: event.b,
                    used: false,
                    closed: false,
                    written: false,
                });
            }
            events::STREAM_USED => {
                if let Some(index) = self.streams.get(&event.value) {
                    let stream = &mut self.graph.streams[*index];
                    stream.used = true;
                    stream.closed = event.what & 1 != 0;
                    stream.written = event.what & 2 != 0;
                }
            }
            events::LINE => self.graph.lines.push(event.a),
            events::GLOBAL if event.what == 1 => {
                let name = memory.text(u64::from(event.a), event.c as usize);
                self.globals.insert(event.value, (name, u64::from(event.b)));
            }
            events::GLOBAL => {}
            _ => return None,
        }
        Some(())
    }

    fn choice(&mut self, event: &Event, memory: &mut SharedMemory) {
        let name = memory.text(u64::from(event.a), event.c as usize);
        let target = match event.value {
            0 => Target::Null,
            address if event.b == u32::MAX - 3 && self.streams.contains_key(&address) => {
                Target::Opened(self.streams[&address])
            }
            _ if event.b > u32::MAX - 4 => Target::Stream(u32::MAX - event.b),
            address if event.b > 1 && self.addresses.contains_key(&address) => Target::Inside {
                object: self.addresses[&address],
                offset: u64::from(event.b - 1),
            },
            address if self.globals.contains_key(&address) => {
                let (name, offset) = self.globals[&address].clone();
                Target::Global { name, offset }
            }
            address => match self.addresses.get(&address) {
                Some(index) => Target::Object(*index),
                None => Target::Known {
                    taken: u32::from(event.what),
                    options: u32::from(event.flag),
                },
            },
        };
        self.graph.pointers.insert(name.clone(), target);
        if event.width & 2 != 0 {
            self.graph.unchanged.insert(name.clone());
        }
        let slot = Slot::from(name);
        self.trace
            .input
            .choices
            .insert(slot.clone(), u32::from(event.what));
        self.trace.decisions.push(Decision::Choice {
            slot,
            taken: u32::from(event.what),
            options: u32::from(event.flag),
            bounded: event.width & 1 != 0,
        });
    }

    /// A condition, unless it is known already.
    fn condition(&mut self, term: TermId, taken: bool, origin: Origin, other_side: Option<GoalId>) {
        if self.terms.as_bool(term).is_some() {
            return;
        }
        if self.decided.insert(term, taken) == Some(taken) {
            return;
        }
        self.trace.decisions.push(Decision::Condition {
            term,
            taken,
            origin,
            other_side,
        });
    }
}

/// The number of the checks against one failure at one place. Files above the 2^7th
/// share numbers with others.
fn check_number(place: u32, failure: u8) -> u32 {
    place << 5 | u32::from(failure)
}

/// How the run ended, in the engine's words.
fn ending(memory: &mut SharedMemory, places: &Places) -> Outcome {
    let header = memory.header();
    let (number, place, detail) = (header.ending, header.place as u32, header.detail);
    let (at, size) = (header.text, header.text_size as usize);
    let text = memory.text(at, size);
    let at = places(place).map(|(file, line)| Location {
        file: file.rsplit('/').next().unwrap_or(&file).to_owned(),
        line,
        column: 0,
    });
    let crashed = |fault| Outcome::Crashed { fault, at };
    match Ending::of(number) {
        Ending::Returned => Outcome::Returned,
        Ending::Exited => Outcome::Exited {
            status: detail as i32,
        },
        Ending::Aborted => crashed(Fault::Aborted),
        Ending::Assertion => crashed(Fault::Assertion { condition: text }),
        Ending::NullPointer => crashed(Fault::NullPointer),
        Ending::OutOfBounds => crashed(Fault::OutOfBounds {
            object: (detail > 0).then_some(detail),
        }),
        Ending::InFront => crashed(Fault::InFront),
        Ending::UseAfterFree => crashed(Fault::UseAfterFree),
        Ending::BadFree => crashed(Fault::BadFree),
        Ending::DivisionByZero => crashed(Fault::DivisionByZero),
        Ending::Overflow => crashed(Fault::Overflow),
        Ending::BadShift => crashed(Fault::BadShift),
        Ending::ConstantWritten => crashed(Fault::ConstantWritten),
        Ending::CallDepth => crashed(Fault::StackExhausted),
        Ending::Unreachable => crashed(Fault::NoResult),
        Ending::Decisions | Ending::LogFull => Outcome::Pruned(Bound::Decisions),
        Ending::Length => Outcome::Pruned(Bound::Length),
        Ending::Memory => Outcome::Pruned(Bound::Memory),
        Ending::Unsupported => Outcome::Unsupported { construct: text },
        Ending::Rejected => Outcome::Rejected {
            clause: "the invariant".to_owned(),
        },
        Ending::Violated => Outcome::Violated {
            clause: "the invariant does not hold after the call".to_owned(),
        },
        Ending::Signal if [SIGALRM, SIGPROF].contains(&detail) => Outcome::TimedOut,
        Ending::Signal => crashed(Fault::Signal(detail as i32)),
        Ending::Broken | Ending::None => Outcome::Unsupported {
            construct: "breaks the runtime".to_owned(),
        },
    }
}
