//! Arithmetic and comparison of numbers, each a concrete value with its term.
//! The concrete side is Python's own arithmetic; the term says the same.

use everypath_term::{Op, TermId, Value};
use everypath_trace::Origin;
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt};

use crate::integer::{self, Integer};
use crate::place;
use crate::proxies::{SymBool, SymFloat, SymInt};
use crate::recorder::Recorder;
use crate::{Any, Object};

/// A number as both of its sides.
#[derive(Clone, Debug)]
pub enum Number {
    /// An integer.
    Int(Integer, TermId),
    /// A binary64.
    Float(f64, TermId),
}

/// The binary operations of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    TrueDiv,
    /// `//`
    FloorDiv,
    /// `%`
    Mod,
    /// `**`
    Pow,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

impl Arithmetic {
    /// The function of Python's `operator` module that does the same.
    fn name(self) -> &'static str {
        match self {
            Arithmetic::Add => "add",
            Arithmetic::Sub => "sub",
            Arithmetic::Mul => "mul",
            Arithmetic::TrueDiv => "truediv",
            Arithmetic::FloorDiv => "floordiv",
            Arithmetic::Mod => "mod",
            Arithmetic::Pow => "pow",
            Arithmetic::Shl => "lshift",
            Arithmetic::Shr => "rshift",
            Arithmetic::And => "and_",
            Arithmetic::Or => "or_",
            Arithmetic::Xor => "xor",
        }
    }
}

/// The integers that a binary64 holds exactly lie within this distance of zero.
const EXACT_DOUBLE: i64 = 1 << 53;
/// The largest exponent that becomes a product.
const LARGEST_EXPONENT: i64 = 32;
/// The largest shift that becomes a product.
const LARGEST_SHIFT: i64 = 256;

impl Number {
    /// Reads a number, a proxy or Python's own.
    pub fn read(recorder: &mut Recorder, object: &Any<'_>) -> Option<Number> {
        if let Ok(proxy) = object.cast_exact::<SymInt>() {
            let proxy = proxy.get();
            return Some(Number::Int(proxy.value.clone(), proxy.term));
        }
        if let Ok(value) = object.cast::<PyBool>() {
            return Some(Number::int(recorder, i64::from(value.is_true())));
        }
        if let Ok(value) = object.cast::<PyInt>() {
            return Some(match value.extract::<i64>() {
                Ok(small) => Number::int(recorder, small),
                Err(_) => {
                    let big: BigInt = value.extract().ok()?;
                    let term = recorder.terms.int(big.clone());
                    Number::Int(Integer::from(big), term)
                }
            });
        }
        if let Ok(proxy) = object.cast_exact::<SymFloat>() {
            let proxy = proxy.get();
            return Some(Number::Float(proxy.value, proxy.term));
        }
        if let Ok(value) = object.cast::<PyFloat>() {
            let value = value.extract::<f64>().ok()?;
            let term = recorder.terms.constant(Value::float64(value));
            return Some(Number::Float(value, term));
        }
        if let Ok(proxy) = object.cast_exact::<SymBool>() {
            return Some(proxy.get().number(recorder));
        }
        None
    }

    /// A constant integer.
    pub fn int(recorder: &mut Recorder, value: i64) -> Number {
        Number::Int(Integer::Small(value), recorder.terms.int(value))
    }

    /// The term.
    pub fn term(&self) -> TermId {
        match self {
            Number::Int(_, term) | Number::Float(_, term) => *term,
        }
    }

    /// The concrete value as a Python object.
    pub fn concrete(&self, py: Python<'_>) -> Object {
        match self {
            Number::Int(value, _) => value.to_python(py),
            Number::Float(value, _) => PyFloat::new(py, *value).into_any().unbind(),
        }
    }

    /// The concrete value for the engine.
    pub fn value(&self) -> Value {
        match self {
            Number::Int(value, _) => Value::Int(value.big()),
            Number::Float(value, _) => Value::float64(*value),
        }
    }

    /// The proxy, or Python's own number if the term is constant.
    pub fn object(self, py: Python<'_>, recorder: &Py<Recorder>) -> PyResult<Object> {
        if recorder.borrow(py).terms.as_constant(self.term()).is_some() {
            return Ok(self.concrete(py));
        }
        Ok(match self {
            Number::Int(value, term) => Py::new(
                py,
                SymInt {
                    recorder: recorder.clone_ref(py),
                    value,
                    term,
                },
            )?
            .into_any(),
            Number::Float(value, term) => Py::new(
                py,
                SymFloat {
                    recorder: recorder.clone_ref(py),
                    value,
                    term,
                },
            )?
            .into_any(),
        })
    }

    /// As a binary64, for exact ones. Integers are explored within the exact
    /// range only.
    pub fn to_float(&self, recorder: &mut Recorder) -> (f64, TermId) {
        match self {
            Number::Float(value, term) => (*value, *term),
            Number::Int(value, term) => {
                assume_exact(recorder, *term);
                let float = recorder.terms.apply(Op::FpFromInt, &[*term]);
                (value.to_f64(), float)
            }
        }
    }

    /// Whether a binary64 holds it exactly.
    pub fn is_exact(&self) -> bool {
        match self {
            Number::Float(..) => true,
            Number::Int(value, _) => value.within(EXACT_DOUBLE as u64),
        }
    }
}

/// Restricts the search to integers that a double holds exactly.
fn assume_exact(recorder: &mut Recorder, term: TermId) {
    if recorder.terms.as_constant(term).is_some() {
        return;
    }
    let low = recorder.terms.int(-EXACT_DOUBLE);
    let high = recorder.terms.int(EXACT_DOUBLE);
    let above = recorder.terms.apply(Op::IntLe, &[low, term]);
    let below = recorder.terms.apply(Op::IntLe, &[term, high]);
    recorder.bound(above);
    recorder.bound(below);
}

impl Arithmetic {
    /// Whether floats have no such operation.
    pub(crate) fn is_bitwise(self) -> bool {
        matches!(
            self,
            Arithmetic::And | Arithmetic::Or | Arithmetic::Xor | Arithmetic::Shl | Arithmetic::Shr
        )
    }
}

/// `divmod(a, b)`.
pub(crate) fn divide(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    a: Number,
    b: Number,
) -> PyResult<Object> {
    if divides_by_zero(&mut recorder.borrow_mut(py), &b)? {
        let divmod = py.import("builtins")?.getattr("divmod")?;
        return Ok(divmod.call1((a.concrete(py), b.concrete(py)))?.unbind());
    }
    let quotient = arithmetic(py, recorder, Arithmetic::FloorDiv, a.clone(), b.clone())?;
    let remainder = arithmetic(py, recorder, Arithmetic::Mod, a, b)?;
    Ok((quotient, remainder).into_pyobject(py)?.into_any().unbind())
}

/// `a op b`, symbolic as far as it goes.
pub(crate) fn arithmetic(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    op: Arithmetic,
    a: Number,
    b: Number,
) -> PyResult<Object> {
    if let (Number::Int(x, s), Number::Int(y, t)) = (&a, &b) {
        let direct = match op {
            Arithmetic::Add => Some(Op::IntAdd),
            Arithmetic::Sub => Some(Op::IntSub),
            Arithmetic::Mul => Some(Op::IntMul),
            Arithmetic::And => Some(Op::IntAnd),
            Arithmetic::Or => Some(Op::IntOr),
            Arithmetic::Xor => Some(Op::IntXor),
            _ => None,
        };
        if let Some(op) = direct {
            let term = recorder.borrow_mut(py).terms.apply(op, &[*s, *t]);
            return Number::Int(integer::binary(op, x, y), term).object(py, recorder);
        }
        match op {
            Arithmetic::FloorDiv | Arithmetic::Mod => {
                if divides_by_zero(&mut recorder.borrow_mut(py), &b)? {
                    return concrete(py, op, &a, &b);
                }
                let op = if op == Arithmetic::Mod {
                    Op::IntFloorMod
                } else {
                    Op::IntFloorDiv
                };
                let term = recorder.borrow_mut(py).terms.apply(op, &[*s, *t]);
                return Number::Int(integer::binary(op, x, y), term).object(py, recorder);
            }
            Arithmetic::Shl | Arithmetic::Shr => {
                recorder.borrow_mut(py).pin(*t, b.value())?;
                let Some(amount) = y.small().filter(|n| (0..=LARGEST_SHIFT).contains(n)) else {
                    return concrete(py, op, &a, &b);
                };
                let power = Integer::from(BigInt::from(1) << amount);
                let op = if op == Arithmetic::Shl {
                    Op::IntMul
                } else {
                    Op::IntFloorDiv
                };
                let mut state = recorder.borrow_mut(py);
                let factor = state.terms.int(power.big());
                let term = state.terms.apply(op, &[*s, factor]);
                drop(state);
                return Number::Int(integer::binary(op, x, &power), term).object(py, recorder);
            }
            Arithmetic::Pow => {
                recorder.borrow_mut(py).pin(*t, b.value())?;
                let Some(exponent) = y.small().filter(|n| (0..=LARGEST_EXPONENT).contains(n))
                else {
                    return lossy(py, recorder, op, &a, &b);
                };
                let mut result = Number::int(&mut recorder.borrow_mut(py), 1);
                for _ in 0..exponent {
                    if let Number::Int(value, term) = result {
                        let term = recorder.borrow_mut(py).terms.apply(Op::IntMul, &[term, *s]);
                        result = Number::Int(integer::binary(Op::IntMul, &value, x), term);
                    }
                }
                return result.object(py, recorder);
            }
            _ => {}
        }
    }
    float_arithmetic(py, recorder, op, &a, &b)
}

fn float_arithmetic(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    op: Arithmetic,
    a: &Number,
    b: &Number,
) -> PyResult<Object> {
    if !a.is_exact() || !b.is_exact() {
        return lossy(py, recorder, op, a, b);
    }
    if matches!(
        op,
        Arithmetic::TrueDiv | Arithmetic::Mod | Arithmetic::FloorDiv
    ) && divides_by_zero(&mut recorder.borrow_mut(py), b)?
    {
        return concrete(py, op, a, b);
    }
    let mut state = recorder.borrow_mut(py);
    let (x, s) = a.to_float(&mut state);
    let (y, t) = b.to_float(&mut state);
    let (value, op) = match op {
        Arithmetic::Add => (x + y, Op::FpAdd),
        Arithmetic::Sub => (x - y, Op::FpSub),
        Arithmetic::Mul => (x * y, Op::FpMul),
        Arithmetic::TrueDiv => (x / y, Op::FpDiv),
        Arithmetic::Mod => {
            let term = float_modulo(&mut state, s, t);
            drop(state);
            let value: f64 = concrete(py, op, a, b)?.extract(py)?;
            return Number::Float(value, term).object(py, recorder);
        }
        _ => {
            drop(state);
            return lossy(py, recorder, op, a, b);
        }
    };
    let term = state.terms.apply(op, &[s, t]);
    drop(state);
    Number::Float(value, term).object(py, recorder)
}

/// Python's float remainder: C's, moved to the divisor's sign.
fn float_modulo(recorder: &mut Recorder, a: TermId, b: TermId) -> TermId {
    let terms = &mut recorder.terms;
    let zero = terms.constant(Value::float64(0.0));
    let remainder = terms.apply(Op::FpRem, &[a, b]);
    let is_zero = terms.apply(Op::FpEq, &[remainder, zero]);
    let remainder_negative = terms.apply(Op::FpLt, &[remainder, zero]);
    let divisor_negative = terms.apply(Op::FpLt, &[b, zero]);
    let same_sign = terms.eq(remainder_negative, divisor_negative);
    let moved = terms.apply(Op::FpAdd, &[remainder, b]);
    let adjusted = terms.ite(same_sign, remainder, moved);
    let negative_zero = terms.constant(Value::float64(-0.0));
    let signed_zero = terms.ite(divisor_negative, negative_zero, zero);
    terms.ite(is_zero, signed_zero, adjusted)
}

/// Decides whether the divisor is zero.
fn divides_by_zero(recorder: &mut Recorder, divisor: &Number) -> PyResult<bool> {
    let (term, is_zero) = match divisor {
        Number::Int(value, term) => {
            let zero = recorder.terms.int(0);
            (recorder.terms.eq(*term, zero), value.is_zero())
        }
        Number::Float(value, term) => {
            let zero = recorder.terms.constant(Value::float64(0.0));
            (
                recorder.terms.apply(Op::FpEq, &[*term, zero]),
                *value == 0.0,
            )
        }
    };
    recorder.decide(term, is_zero, Origin::Implicit, None)?;
    Ok(is_zero)
}

/// The result as Python computes it, with no symbolic side.
fn concrete(py: Python<'_>, op: Arithmetic, a: &Number, b: &Number) -> PyResult<Object> {
    plainly(op, a.concrete(py).bind(py), b.concrete(py).bind(py))
}

/// What Python's own operator gives.
pub(crate) fn plainly(op: Arithmetic, left: &Any<'_>, right: &Any<'_>) -> PyResult<Object> {
    Ok(left
        .py()
        .import("operator")?
        .call_method1(op.name(), (left, right))?
        .unbind())
}

/// The same, with both operands pinned and the loss written down.
fn lossy(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    op: Arithmetic,
    a: &Number,
    b: &Number,
) -> PyResult<Object> {
    let result = concrete(py, op, a, b)?;
    place::lose(py, recorder, &format!("operator {}", op.name()))?;
    let mut state = recorder.borrow_mut(py);
    state.pin(a.term(), a.value())?;
    state.pin(b.term(), b.value())?;
    drop(state);
    Ok(result)
}

/// The comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `==`
    Eq,
}

/// Whether a comparison has a term: an integer that no binary64 holds is
/// compared with a float by Python itself.
pub(crate) fn is_comparable(a: &Number, b: &Number) -> bool {
    matches!((a, b), (Number::Int(..), Number::Int(..))) || (a.is_exact() && b.is_exact())
}

/// `a comparison b` as a value and a term, for comparable numbers.
pub(crate) fn compare(
    recorder: &mut Recorder,
    comparison: Comparison,
    a: &Number,
    b: &Number,
) -> (bool, TermId) {
    if let (Number::Int(x, s), Number::Int(y, t)) = (a, b) {
        let order = x.compare(y);
        return match comparison {
            Comparison::Lt => (order.is_lt(), recorder.terms.apply(Op::IntLt, &[*s, *t])),
            Comparison::Le => (order.is_le(), recorder.terms.apply(Op::IntLe, &[*s, *t])),
            Comparison::Eq => (order.is_eq(), recorder.terms.eq(*s, *t)),
        };
    }
    let (x, s) = a.to_float(recorder);
    let (y, t) = b.to_float(recorder);
    match comparison {
        Comparison::Lt => (x < y, recorder.terms.apply(Op::FpLt, &[s, t])),
        Comparison::Le => (x <= y, recorder.terms.apply(Op::FpLe, &[s, t])),
        Comparison::Eq => (x == y, recorder.terms.apply(Op::FpEq, &[s, t])),
    }
}
