//! From events to a trace: terms are built as the run made them, decisions
//! in their order.

use std::collections::BTreeMap;

use everypath_c_runtime::layout::{Ending, Event, casts, events, functions, operations, sorts};
use everypath_term::{Op, Rounding, Scalar, Sort, TermId, Terms, Value};
use everypath_trace::{Bound, Decision, GoalId, Input, Loss, Origin, Outcome, Slot, Trace};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::memory::SharedMemory;
use crate::types::TypeId;

/// An object of the input that a run made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The slot of the pointer that led to it first.
    pub slot: String,
    /// The type of that pointer.
    pub pointer: TypeId,
    /// Bytes from its beginning that the run used.
    pub used: u64,
    /// Whether the run freed or resized it: then it has to be on the heap.
    pub owned: bool,
}

/// What a pointer of the input became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Null.
    Null,
    /// An object, by its index.
    Object(usize),
    /// Within an object: which, and how many bytes from its beginning.
    Inside {
        /// The object, by its index.
        object: usize,
        /// The bytes.
        offset: u64,
    },
    /// Within a global: its name, and how many bytes from its beginning.
    Global {
        /// The name.
        name: String,
        /// The bytes.
        offset: u64,
    },
    /// A stream: standard input, output, errors, or (3) another.
    Stream(u32),
    /// What it was before, or a function: the option taken, of how many.
    Known {
        /// The option.
        taken: u32,
        /// How many there were.
        options: u32,
    },
}

/// A `long double` of x86.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongDouble {
    /// The mantissa, with its first bit.
    pub mantissa: u64,
    /// The sign above fifteen bits of exponent.
    pub sign_and_exponent: u16,
}

/// The objects of a run's input and the pointers between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The objects, in the order in which they were made.
    pub objects: Vec<Object>,
    /// What each pointer slot became.
    pub pointers: IndexMap<String, Target>,
    /// Slots that are a `long double` which no `double` has.
    pub long_doubles: IndexMap<String, LongDouble>,
    /// The calls of stubs, in order.
    pub stubs: Vec<String>,
    /// The lines of the unit, where the run was to tell them.
    pub lines: Vec<u32>,
}

/// How places of messages are written.
pub type Places<'a> = dyn Fn(u32) -> Option<(String, u32)> + 'a;

/// Reads the last run's events.
pub fn replay(terms: &mut Terms, memory: &mut SharedMemory, places: &Places) -> (Trace, Graph) {
    let mut replay = Replay {
        terms,
        built: vec![TermId(0)],
        booleans: FxHashMap::default(),
        decided: FxHashMap::default(),
        addresses: BTreeMap::new(),
        globals: BTreeMap::new(),
        broken: false,
        graph: Graph::default(),
        trace: Trace {
            input: Input::open(),
            assumptions: Vec::new(),
            bounds: Vec::new(),
            decisions: Vec::new(),
            entry: 0,
            completion: 0..0,
            covered: Vec::new(),
            outcome: Outcome::Returned,
            losses: Vec::new(),
            effects: Vec::new(),
        },
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
    /// Whether the log does not fit together.
    broken: bool,
    graph: Graph,
    trace: Trace,
}

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
                self.condition(condition, event.what != 0, Origin::Implicit, None);
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
        let slot = Slot::from(name);
        self.trace
            .input
            .choices
            .insert(slot.clone(), u32::from(event.what));
        self.trace.decisions.push(Decision::Choice {
            slot,
            taken: u32::from(event.what),
            options: u32::from(event.flag),
            bounded: event.width != 0,
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

    /// An operation; what does not fit together cannot come from a sound log.
    fn apply(&mut self, op: Op, operands: &[TermId]) -> TermId {
        let sorts: Vec<Sort> = operands
            .iter()
            .map(|operand| self.terms.sort(*operand))
            .collect();
        if op.result(&sorts).is_none() {
            self.broken = true;
            return operands[0];
        }
        self.terms.apply(op, operands)
    }

    fn ite(&mut self, condition: TermId, then: TermId, other: TermId) -> TermId {
        self.apply(Op::Ite, &[condition, then, other])
    }

    fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Op::Eq, &[a, b])
    }

    fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Op::And, &[a, b])
    }

    fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Op::Or, &[a, b])
    }

    fn not(&mut self, a: TermId) -> TermId {
        self.apply(Op::Not, &[a])
    }

    fn term(&self, number: u32) -> Option<TermId> {
        match number {
            0 => None,
            number => self.built.get(number as usize).copied(),
        }
    }

    fn binary(&mut self, event: &Event) -> Option<TermId> {
        let float = event.what >= operations::FADD;
        let code = match (float, event.width) {
            (true, 32) => sorts::FLOAT32,
            (true, _) => sorts::FLOAT64,
            (false, width) => width,
        };
        let constant = match event.a == 0 || event.b == 0 {
            true => Some(self.terms.constant(value(code, event.value)?)),
            false => None,
        };
        let a = self.term(event.a).or(constant)?;
        let b = self.term(event.b).or(constant)?;
        if float {
            return self.float(event.what, a, b);
        }
        if event.width == 1 {
            return self.boolean(event.what, a, b);
        }
        let simple = |op: Op| Some((op, false, false));
        // The operation, whether the operands are swapped, whether the result is negated.
        let (op, swapped, negated) = match event.what {
            operations::ADD => simple(Op::BvAdd),
            operations::SUB => simple(Op::BvSub),
            operations::MUL => simple(Op::BvMul),
            operations::UDIV => simple(Op::BvUdiv),
            operations::SDIV => simple(Op::BvSdiv),
            operations::UREM => simple(Op::BvUrem),
            operations::SREM => simple(Op::BvSrem),
            operations::SHL => simple(Op::BvShl),
            operations::LSHR => simple(Op::BvLshr),
            operations::ASHR => simple(Op::BvAshr),
            operations::AND => simple(Op::BvAnd),
            operations::OR => simple(Op::BvOr),
            operations::XOR => simple(Op::BvXor),
            operations::EQ | operations::NE => {
                let same = self.equal(a, b);
                return Some(if event.what == operations::EQ {
                    same
                } else {
                    self.not(same)
                });
            }
            operations::ULT => simple(Op::BvUlt),
            operations::ULE => simple(Op::BvUle),
            operations::SLT => simple(Op::BvSlt),
            operations::SLE => simple(Op::BvSle),
            operations::UGT => Some((Op::BvUlt, true, false)),
            operations::UGE => Some((Op::BvUle, true, false)),
            operations::SGT => Some((Op::BvSlt, true, false)),
            operations::SGE => Some((Op::BvSle, true, false)),
            operations::OVERFLOWS => return self.overflows(event.flag, event.width, a, b),
            operations::UADD_OVERFLOWS => {
                let sum = self.apply(Op::BvAdd, &[a, b]);
                return Some(self.apply(Op::BvUlt, &[sum, a]));
            }
            _ => None,
        }?;
        let operands = if swapped { [b, a] } else { [a, b] };
        let made = self.apply(op, &operands);
        Some(if negated { self.not(made) } else { made })
    }

    /// Equality; a boolean that was made a number is seen through.
    fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        for (number, other) in [(a, b), (b, a)] {
            if let (Some(&boolean), Some(Value::BitVec { bits, .. })) =
                (self.booleans.get(&number), self.terms.as_constant(other))
            {
                return match bits {
                    0 => self.not(boolean),
                    1 => boolean,
                    _ => self.terms.bool(false),
                };
            }
        }
        self.eq(a, b)
    }

    fn boolean(&mut self, what: u8, a: TermId, b: TermId) -> Option<TermId> {
        let same = self.eq(a, b);
        Some(match what {
            operations::AND | operations::MUL => self.and(a, b),
            operations::OR => self.or(a, b),
            operations::EQ => same,
            operations::NE | operations::XOR | operations::ADD | operations::SUB => self.not(same),
            operations::ULT | operations::SGT => {
                let not = self.not(a);
                self.and(not, b)
            }
            operations::UGT | operations::SLT => {
                let not = self.not(b);
                self.and(a, not)
            }
            _ => return None,
        })
    }

    fn float(&mut self, what: u8, a: TermId, b: TermId) -> Option<TermId> {
        let op = match what {
            operations::FADD => Op::FpAdd,
            operations::FSUB => Op::FpSub,
            operations::FMUL => Op::FpMul,
            operations::FDIV => Op::FpDiv,
            operations::FREM => Op::FpRem,
            _ => return self.float_compare(what.checked_sub(operations::FCMP)?, a, b),
        };
        Some(self.apply(op, &[a, b]))
    }

    /// LLVM's sixteen predicates: ordered ones are false with a NaN,
    /// unordered ones true.
    fn float_compare(&mut self, predicate: u8, a: TermId, b: TermId) -> Option<TermId> {
        let (nan_a, nan_b) = (self.apply(Op::FpIsNan, &[a]), self.apply(Op::FpIsNan, &[b]));
        let unordered = self.or(nan_a, nan_b);
        let plain = |this: &mut Self, predicate: u8| match predicate {
            1 => this.apply(Op::FpEq, &[a, b]),
            2 => this.apply(Op::FpLt, &[b, a]),
            3 => this.apply(Op::FpLe, &[b, a]),
            4 => this.apply(Op::FpLt, &[a, b]),
            _ => this.apply(Op::FpLe, &[a, b]),
        };
        Some(match predicate {
            0 => self.terms.bool(false),
            15 => self.terms.bool(true),
            1..=5 => plain(self, predicate),
            6 => {
                let equal = plain(self, 1);
                let either = self.or(equal, unordered);
                self.not(either)
            }
            7 => self.not(unordered),
            8 => unordered,
            9..=13 => {
                let ordered = plain(self, predicate - 8);
                self.or(ordered, unordered)
            }
            14 => {
                let equal = plain(self, 1);
                self.not(equal)
            }
            _ => return None,
        })
    }

    /// Whether a signed operation leaves its range.
    fn overflows(&mut self, what: u8, width: u8, a: TermId, b: TermId) -> Option<TermId> {
        let op = match what {
            operations::ADD => Op::BvAdd,
            operations::SUB => Op::BvSub,
            operations::MUL => Op::BvMul,
            _ => return None,
        };
        if width <= 32 {
            let wide = width * 2;
            let (wide_a, wide_b) = (
                self.apply(Op::BvSignExtend(wide), &[a]),
                self.apply(Op::BvSignExtend(wide), &[b]),
            );
            let exact = self.apply(op, &[wide_a, wide_b]);
            let low = self.apply(
                Op::BvExtract {
                    high: width - 1,
                    low: 0,
                },
                &[exact],
            );
            let back = self.apply(Op::BvSignExtend(wide), &[low]);
            let same = self.eq(exact, back);
            return Some(self.not(same));
        }
        let zero = self.terms.constant(Value::bit_vec(width, 0));
        let result = self.apply(op, &[a, b]);
        let negative = |this: &mut Self, term| this.apply(Op::BvSlt, &[term, zero]);
        let (sign_a, sign_b, sign) = (negative(self, a), negative(self, b), negative(self, result));
        let alike = self.eq(sign_a, sign_b);
        let comparable = if what == operations::SUB {
            self.not(alike)
        } else {
            alike
        };
        let kept = self.eq(sign_a, sign);
        let turned = self.not(kept);
        Some(self.and(comparable, turned))
    }

    fn cast(&mut self, event: &Event, of: TermId) -> Option<TermId> {
        let from = self.terms.sort(of);
        let float = |width: u8| {
            if width == 32 {
                Scalar::Float32
            } else {
                Scalar::Float64
            }
        };
        let to = event.width;
        let bits = |this: &mut Self| match from {
            Sort::BOOL => this.number(of, to.max(2)),
            _ => of,
        };
        Some(match event.what {
            casts::TRUNC if to == 1 => match self.booleans.get(&of) {
                Some(boolean) => *boolean,
                None => {
                    let low = self.apply(Op::BvExtract { high: 0, low: 0 }, &[of]);
                    let one = self.terms.constant(Value::bit_vec(1, 1));
                    self.eq(low, one)
                }
            },
            casts::TRUNC => {
                let low = self.apply(
                    Op::BvExtract {
                        high: to.checked_sub(1)?,
                        low: 0,
                    },
                    &[of],
                );
                if let Some(&boolean) = self.booleans.get(&of) {
                    self.booleans.insert(low, boolean);
                }
                low
            }
            casts::ZEXT if from == Sort::BOOL => self.number(of, to),
            casts::ZEXT => {
                let wide = self.apply(Op::BvZeroExtend(to), &[of]);
                if let Some(&boolean) = self.booleans.get(&of) {
                    self.booleans.insert(wide, boolean);
                }
                wide
            }
            casts::SEXT if from == Sort::BOOL => {
                let ones = self.terms.constant(Value::bit_vec(to, u64::MAX));
                let zero = self.terms.constant(Value::bit_vec(to, 0));
                self.ite(of, ones, zero)
            }
            casts::SEXT => {
                let wide = self.apply(Op::BvSignExtend(to), &[of]);
                if let Some(&boolean) = self.booleans.get(&of).filter(|_| from.width() > Some(1)) {
                    self.booleans.insert(wide, boolean);
                }
                wide
            }
            casts::FPTOSI => self.apply(Op::FpToSigned(to), &[of]),
            casts::FPTOUI => self.apply(Op::FpToUnsigned(to), &[of]),
            casts::SITOFP => {
                let of = bits(self);
                self.apply(Op::FpFromSigned(float(to)), &[of])
            }
            casts::UITOFP => {
                let of = bits(self);
                self.apply(Op::FpFromUnsigned(float(to)), &[of])
            }
            // A `long double` is the `double` of its value.
            casts::FPTRUNC | casts::FPEXT if to == event.flag => of,
            casts::FPTRUNC | casts::FPEXT => self.apply(Op::FpToFp(float(to)), &[of]),
            casts::BITCAST => match from {
                Sort::FLOAT32 | Sort::FLOAT64 => self.apply(Op::FpToBits, &[of]),
                _ => self.apply(Op::FpFromBits, &[of]),
            },
            _ => return None,
        })
    }

    /// A boolean as the number 0 or 1.
    fn number(&mut self, boolean: TermId, width: u8) -> TermId {
        let one = self.terms.constant(Value::bit_vec(width, 1));
        let zero = self.terms.constant(Value::bit_vec(width, 0));
        let number = self.ite(boolean, one, zero);
        self.booleans.insert(number, boolean);
        number
    }
}

/// How the run ended, in the engine's words.
fn ending(memory: &mut SharedMemory, places: &Places) -> Outcome {
    let header = memory.header();
    let (number, place, detail) = (header.ending, header.place as u32, header.detail);
    let (at, size) = (header.text, header.text_size as usize);
    let text = memory.text(at, size);
    let here = match places(place) {
        Some((file, line)) => {
            let file = file.rsplit('/').next().unwrap_or(&file).to_owned();
            format!(" at {file}:{line}")
        }
        None => String::new(),
    };
    let crashed = |what: String| Outcome::Crashed {
        how: format!("{what}{here}"),
    };
    match Ending::of(number) {
        Ending::Returned => Outcome::Returned,
        Ending::Exited => Outcome::Threw {
            kind: "exit".to_owned(),
            message: detail.to_string(),
        },
        Ending::Aborted => crashed("abort is called".to_owned()),
        Ending::Assertion => crashed(format!("assertion `{text}` fails")),
        Ending::NullPointer => crashed("a null pointer is dereferenced".to_owned()),
        Ending::OutOfBounds if detail > 0 => crashed(format!(
            "an access is outside of an object of {detail} bytes"
        )),
        Ending::OutOfBounds => crashed("an access is outside of every object".to_owned()),
        Ending::UseAfterFree => crashed("memory is used after it was freed".to_owned()),
        Ending::BadFree => crashed("free is called with a pointer that cannot be freed".to_owned()),
        Ending::DivisionByZero => crashed("division by zero".to_owned()),
        Ending::Overflow => crashed("signed overflow".to_owned()),
        Ending::BadShift => crashed("a shift by a negative amount or by too much".to_owned()),
        Ending::ConstantWritten => crashed("a constant is written".to_owned()),
        Ending::CallDepth => crashed("the stack overflows".to_owned()),
        Ending::Unreachable => crashed("control leaves a function without a value".to_owned()),
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
        Ending::Signal if detail == 14 => Outcome::TimedOut,
        Ending::Signal => crashed(format!("signal {detail}")),
        Ending::Broken | Ending::None => Outcome::Unsupported {
            construct: "breaks the runtime".to_owned(),
        },
    }
}
