//! Terms to circuits. One encoder holds the circuit of every term it met, at
//! one width of the unbounded integers.

use everypath_term::{Interval, Intervals, Node, Op, Scalar, Sort, TermId, Terms, Value, VarId};
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};

use super::arrays::Read;
use super::floats;
use super::gates::{Circuit, Lit};
use super::integers::{integer, trim};
use super::words::{Word, complement, number, resize, sign_extend};
use crate::query::{Limit, Why};

/// Integers wider than this are not built.
const MOST_BITS: usize = 2_048;

/// The bits of a variable and what they stand for.
#[derive(Clone, Debug)]
pub(super) struct VariableBits {
    /// The free bits, or constants where the interval fixes them.
    pub bits: Word,
    /// The integers that the bits can stand for, if bounded by assumption.
    pub assumed: Interval,
    /// Whether every integer that the assumptions allow is among them.
    pub complete: bool,
}

/// Circuits of terms.
#[derive(Debug)]
pub(super) struct Encoder {
    /// The circuit.
    pub circuit: Circuit,
    /// The width of unbounded integers.
    pub width: u32,
    /// The gates beyond which encoding stops.
    pub most_gates: usize,
    pub(super) words: FxHashMap<TermId, Word>,
    variables: FxHashMap<VarId, VariableBits>,
    pub(super) reads: FxHashMap<VarId, Vec<Read>>,
    pub(super) selects: FxHashMap<(TermId, TermId), Word>,
    /// The values that the represented variables allow, to keep sums narrow; `None` if they
    /// are to be as wide as they come.
    intervals: Option<Intervals>,
    /// What narrows the search below the terms' meaning, by term.
    restrictions: FxHashMap<TermId, Lit>,
}

impl Encoder {
    /// An encoder for unbounded integers of `width` bits.
    pub(super) fn new(width: u32) -> Encoder {
        Encoder {
            circuit: Circuit::default(),
            width,
            most_gates: usize::MAX,
            words: FxHashMap::default(),
            variables: FxHashMap::default(),
            reads: FxHashMap::default(),
            selects: FxHashMap::default(),
            intervals: Some(Intervals::new()),
            restrictions: FxHashMap::default(),
        }
    }

    /// An encoder that believes no analysis of ranges: words have all bits that their
    /// operations give them.
    pub(super) fn plain(width: u32) -> Encoder {
        Encoder {
            intervals: None,
            ..Encoder::new(width)
        }
    }

    /// The bits of a variable, if it was met.
    pub(super) fn variable(&self, variable: VarId) -> Option<&VariableBits> {
        self.variables.get(&variable)
    }

    /// The bits of a term's circuit, if it has one.
    pub(super) fn bits(&self, term: TermId) -> Option<usize> {
        self.words.get(&term).map(Vec::len)
    }

    /// What must hold for the circuits of conditions to be what their terms mean.
    pub(super) fn restrictions_of(
        &self,
        terms: &Terms,
        conditions: impl Iterator<Item = TermId>,
    ) -> Vec<Lit> {
        let mut found = Vec::new();
        if self.restrictions.is_empty() {
            return found;
        }
        let mut seen = FxHashSet::default();
        let mut stack: Vec<TermId> = conditions.collect();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                found.extend(self.restrictions.get(&term));
                stack.extend(terms.operands(term));
            }
        }
        found.sort_unstable();
        found
    }

    /// The literal of a condition. `bounds` gives what the assumptions say of
    /// integer variables.
    pub(super) fn condition(
        &mut self,
        terms: &Terms,
        condition: TermId,
        bounds: &dyn Fn(VarId) -> Interval,
    ) -> Result<Lit, Why> {
        if !self.words.contains_key(&condition) {
            let mut missing = Vec::new();
            let mut stack = vec![condition];
            let mut seen = rustc_hash::FxHashSet::default();
            while let Some(term) = stack.pop() {
                if !self.words.contains_key(&term) && seen.insert(term) {
                    missing.push(term);
                    stack.extend(terms.operands(term));
                }
            }
            // Operands have smaller ids than their users.
            missing.sort_unstable();
            for term in missing {
                let mut word = self.encode(terms, term, bounds)?;
                if terms.sort(term) == Sort::INT {
                    self.narrow(terms, term, &mut word);
                }
                if word.len() > MOST_BITS {
                    return Err(Why::Limit(Limit::Bits));
                }
                if self.circuit.len() > self.most_gates {
                    return Err(Why::Limit(Limit::Gates));
                }
                self.words.insert(term, word);
            }
        }
        Ok(self.words[&condition][0])
    }

    fn encode(
        &mut self,
        terms: &Terms,
        term: TermId,
        bounds: &dyn Fn(VarId) -> Interval,
    ) -> Result<Word, Why> {
        let sort = terms.sort(term);
        match terms.node(term) {
            Node::Constant(_) => Ok(constant(terms.as_constant(term).expect("a constant"))),
            Node::Variable(variable) => Ok(self.encode_variable(variable, sort, bounds)),
            Node::Apply(Op::Select, [array, index, _]) => self.select(terms, array, index),
            Node::Apply(Op::Store | Op::ConstArray(_), _) => Ok(Vec::new()),
            Node::Apply(Op::Ite, _) if sort.scalar().is_none() => Ok(Vec::new()),
            Node::Apply(op, operands) => {
                let operands = &operands[..op.arity()];
                let words: Vec<Word> = operands
                    .iter()
                    .map(|term| self.words[term].clone())
                    .collect();
                let sorts: Vec<Sort> = operands.iter().map(|&term| terms.sort(term)).collect();
                self.apply(term, op, &words, &sorts)
            }
        }
    }

    fn encode_variable(
        &mut self,
        variable: VarId,
        sort: Sort,
        bounds: &dyn Fn(VarId) -> Interval,
    ) -> Word {
        let Sort::Scalar(scalar) = sort else {
            return Vec::new();
        };
        let (word, bits, assumed, complete) = match scalar {
            Scalar::Int => {
                let assumed = bounds(variable);
                let (bits, complete) = self.integer_bits(assumed);
                if let Some(intervals) = &mut self.intervals {
                    intervals.bound(variable, represented(&bits));
                }
                (bits.clone(), bits, assumed, complete)
            }
            _ => {
                let bits = self.circuit.inputs(scalar_width(scalar, self.width));
                (self.canonical(scalar, &bits), bits, Interval::ALL, true)
            }
        };
        let known = VariableBits {
            bits,
            assumed,
            complete,
        };
        self.variables.insert(variable, known);
        word
    }

    /// Cuts a word to the bits that its values need.
    fn narrow(&mut self, terms: &Terms, term: TermId, word: &mut Word) {
        if word.len() > 2
            && let Some(intervals) = &mut self.intervals
            && let Some(needed) = needed_bits(intervals.of(terms, term))
        {
            word.truncate((needed as usize).max(1));
        }
    }

    /// Bits for the integers of an interval, and whether they cover it.
    fn integer_bits(&mut self, interval: Interval) -> (Word, bool) {
        let needed = needed_bits(interval);
        let complete = needed.is_some_and(|needed| needed <= self.width.max(24));
        let width = needed.filter(|_| complete).unwrap_or(self.width) as usize;
        let mut bits = self.circuit.inputs(width - 1);
        bits.push(match interval.low {
            Some(low) if low >= 0 => Lit::FALSE,
            _ => self.circuit.input(),
        });
        (bits, complete)
    }

    /// Floats have one NaN: all others become it.
    pub(super) fn canonical(&mut self, scalar: Scalar, bits: &[Lit]) -> Word {
        match floats::Format::of(scalar) {
            Some(format) => floats::canonical(&mut self.circuit, format, bits),
            None => bits.to_vec(),
        }
    }

    pub(super) fn same(&mut self, scalar: Scalar, a: &[Lit], b: &[Lit]) -> Lit {
        match scalar {
            Scalar::Int => self.circuit.int_equal(a, b),
            _ => self.circuit.equal(a, b),
        }
    }

    pub(super) fn merge(
        &mut self,
        scalar: Scalar,
        select: Lit,
        then: &[Lit],
        otherwise: &[Lit],
    ) -> Word {
        match scalar {
            Scalar::Int => self.circuit.int_mux(select, then, otherwise),
            _ => self.circuit.mux_word(select, then, otherwise),
        }
    }

    fn apply(&mut self, term: TermId, op: Op, words: &[Word], sorts: &[Sort]) -> Result<Word, Why> {
        use Op::*;
        let circuit = &mut self.circuit;
        let a = words[0].as_slice();
        let b = words.get(1).map_or(a, Vec::as_slice);
        let bit = |lit: Lit| Ok(vec![lit]);
        match op {
            Not => bit(!a[0]),
            And => bit(circuit.and(a[0], b[0])),
            Or => bit(circuit.or(a[0], b[0])),
            Ite => {
                let scalar = sorts[1].scalar().expect("a scalar");
                Ok(self.merge(scalar, a[0], b, &words[2]))
            }
            Eq => match sorts[0].scalar() {
                Some(scalar) => bit(self.same(scalar, a, b)),
                None => Err(Why::Unsupported {
                    construct: "equality of arrays",
                }),
            },
            _ if op.is_bit_vector() => Ok(bit_vector(circuit, op, a, b)),
            IntNeg => Ok(circuit.int_neg(a)),
            IntAdd => Ok(circuit.int_add(a, b)),
            IntSub => Ok(circuit.int_sub(a, b)),
            IntMul if a.len() + b.len() > MOST_BITS / 2 => Err(Why::Limit(Limit::Bits)),
            IntMul => Ok(circuit.int_mul(a, b)),
            IntFloorDiv | IntFloorMod if a.len().max(b.len()) > MOST_BITS / 4 => {
                Err(Why::Limit(Limit::Bits))
            }
            IntFloorDiv => Ok(circuit.int_divide(a, b).0),
            IntFloorMod => Ok(circuit.int_divide(a, b).1),
            IntLt => bit(circuit.int_less(a, b, false)),
            IntLe => bit(circuit.int_less(a, b, true)),
            IntAnd => Ok(circuit.int_bitwise(a, b, Circuit::and)),
            IntOr => Ok(circuit.int_bitwise(a, b, Circuit::or)),
            IntXor => Ok(circuit.int_bitwise(a, b, Circuit::xor)),
            IntShl => Ok(self.shift_left(term, a, b)),
            IntShr => Ok(circuit.int_shift_right(a, b)),
            IntFromSigned => Ok(trim(a.to_vec())),
            IntFromUnsigned => Ok(trim(resize(a, a.len() + 1))),
            IntToBv(width) => Ok(sign_extend(a, width.into())),
            FpToInt => {
                let format = floats::Format::of_sort(sorts[0]);
                let most = (self.width as usize).max(format.precision);
                let (word, fits) = floats::to_integer(circuit, format, a, most);
                self.restrict(term, fits);
                Ok(trim(word))
            }
            FpFromInt => Ok(floats::from_integer(circuit, floats::DOUBLE, a)),
            _ => floats::apply(circuit, op, words, sorts),
        }
    }

    /// A left shift by at most the integers' width, or by a constant.
    fn shift_left(&mut self, term: TermId, a: &[Lit], amount: &[Lit]) -> Word {
        let fixed = super::words::as_number(&amount[..amount.len().min(100)]);
        let most = match fixed {
            Some(fixed) if amount.last() == Some(&Lit::FALSE) => {
                fixed.to_usize().unwrap_or(usize::MAX).min(MOST_BITS)
            }
            _ => (self.width as usize).max(32),
        };
        let limit = integer(&most.into());
        let fits = self.circuit.int_less(amount, &limit, true);
        self.restrict(term, fits);
        self.circuit.int_shift_left(a, amount, most)
    }

    fn restrict(&mut self, term: TermId, condition: Lit) {
        if condition != Lit::TRUE {
            self.restrictions.insert(term, condition);
        }
    }
}

/// The bits of the integers of an interval, with the sign.
fn needed_bits(interval: Interval) -> Option<u32> {
    let (low, high) = interval.bounds()?;
    let magnitude = |value: i128| if value < 0 { !value } else { value };
    let widest = magnitude(low).max(magnitude(high));
    Some(128 - widest.leading_zeros() + 1)
}

/// The integers that bits can stand for.
fn represented(bits: &[Lit]) -> Interval {
    if bits.len() > 120 {
        return Interval::ALL;
    }
    let limit = 1i128 << (bits.len() - 1);
    let low = match bits.last() {
        Some(&Lit::FALSE) => 0,
        _ => -limit,
    };
    Interval::new(low, limit - 1)
}

/// How many bits the values of a scalar sort have.
pub(super) fn scalar_width(scalar: Scalar, integers: u32) -> usize {
    match scalar {
        Scalar::Bool => 1,
        Scalar::BitVec(width) => width.into(),
        Scalar::Float32 => 32,
        Scalar::Float64 => 64,
        Scalar::Int => integers as usize,
    }
}

pub(super) fn constant(value: &Value) -> Word {
    match value {
        Value::Bool(value) => vec![Lit::constant(*value)],
        Value::BitVec { width, bits } => number((*bits).into(), (*width).into()),
        Value::Float32(bits) => number((*bits).into(), 32),
        Value::Float64(bits) => number((*bits).into(), 64),
        Value::Int(value) => integer(value),
        Value::Array(_) => Vec::new(),
    }
}

fn bit_vector(circuit: &mut Circuit, op: Op, a: &[Lit], b: &[Lit]) -> Word {
    use Op::*;
    let top = |word: &[Lit]| *word.last().expect("a word has bits");
    match op {
        BvNot => complement(a),
        BvNeg => circuit.neg(a),
        BvAnd => circuit.bitwise(a, b, Circuit::and),
        BvOr => circuit.bitwise(a, b, Circuit::or),
        BvXor => circuit.bitwise(a, b, Circuit::xor),
        BvAdd => circuit.add(a, b),
        BvSub => circuit.sub(a, b),
        BvMul => circuit.mul(a, b),
        BvUdiv => circuit.divide(a, b).0,
        BvUrem => circuit.divide(a, b).1,
        BvSdiv | BvSrem => {
            let (negative_a, negative_b) = (top(a), top(b));
            let unsigned_a = circuit.negate_if(a, negative_a);
            let unsigned_b = circuit.negate_if(b, negative_b);
            // By zero the unsigned quotient is all ones, minus one; negated
            // where the dividend is negative: exactly what is wanted.
            let (quotient, rest) = circuit.divide(&unsigned_a, &unsigned_b);
            if op == BvSdiv {
                let opposite = circuit.xor(negative_a, negative_b);
                circuit.negate_if(&quotient, opposite)
            } else {
                circuit.negate_if(&rest, negative_a)
            }
        }
        BvShl => circuit.shift_left(a, b),
        BvLshr => circuit.shift_right(a, b, Lit::FALSE),
        BvAshr => circuit.shift_right(a, b, top(a)),
        BvUlt => vec![circuit.unsigned_less(a, b, false)],
        BvUle => vec![circuit.unsigned_less(a, b, true)],
        BvSlt => vec![circuit.signed_less(a, b, false)],
        BvSle => vec![circuit.signed_less(a, b, true)],
        BvConcat => [b, a].concat(),
        BvExtract { high, low } => a[low as usize..=high as usize].to_vec(),
        BvZeroExtend(width) => resize(a, width.into()),
        BvSignExtend(width) => sign_extend(a, width.into()),
        _ => unreachable!("{op:?} is not on bit-vectors"),
    }
}
