//! The proxy of `float`.

use everypath_term::{Op, Rounding, TermId, Value};
use everypath_trace::Origin;
use num_bigint::BigInt;
use num_traits::FromPrimitive;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyFloat;

use crate::integer::Integer;
use crate::number::{Arithmetic, Number};
use crate::place;
use crate::proxies::SymBool;
use crate::proxies::operators::{binary, number_operators, rich_compare};
use crate::proxies::protocols::{Proxy, attribute, hash, own_methods, value_methods};
use crate::recorder::Recorder;
use crate::{Any, Object};

/// A binary64 with its term.
#[pyclass(frozen, name = "float", module = "everypath_native")]
pub struct SymFloat {
    pub(crate) recorder: Py<Recorder>,
    pub(crate) value: f64,
    pub(crate) term: TermId,
}

impl SymFloat {
    /// The value with its term.
    pub fn number(&self) -> Number {
        Number::Float(self.value, self.term)
    }

    fn operand(&self, _py: Python<'_>) -> Number {
        self.number()
    }

    fn binary(
        &self,
        py: Python<'_>,
        other: &Any<'_>,
        op: Arithmetic,
        swapped: bool,
    ) -> PyResult<Object> {
        binary(py, &self.recorder, self.number(), other, op, swapped)
    }

    /// Python takes no modulus for floats.
    fn power(
        &self,
        py: Python<'_>,
        other: &Any<'_>,
        _modulo: &Any<'_>,
        swapped: bool,
    ) -> PyResult<Object> {
        self.binary(py, other, Arithmetic::Pow, swapped)
    }

    /// Applies a float operation to it.
    pub fn unary(&self, py: Python<'_>, value: f64, op: Op) -> PyResult<Object> {
        let term = self.recorder.borrow_mut(py).terms.apply(op, &[self.term]);
        Number::Float(value, term).object(py, &self.recorder)
    }

    /// Decides a property of it.
    pub fn test(&self, py: Python<'_>, value: bool, op: Op) -> PyResult<bool> {
        let mut recorder = self.recorder.borrow_mut(py);
        let term = recorder.terms.apply(op, &[self.term]);
        recorder.decide(term, value, Origin::Implicit, None)?;
        Ok(value)
    }

    /// Rounded to an integer; NaN and infinities raise as Python does.
    pub fn rounded(&self, py: Python<'_>, rounding: Rounding) -> PyResult<Object> {
        if self.test(py, self.value.is_nan(), Op::FpIsNan)?
            || self.test(py, self.value.is_infinite(), Op::FpIsInfinite)?
        {
            return self.concrete(py).call_method0(py, "__trunc__");
        }
        let value = match rounding {
            Rounding::NearestEven => self.value.round_ties_even(),
            Rounding::Floor => self.value.floor(),
            Rounding::Ceiling => self.value.ceil(),
            Rounding::Truncate => self.value.trunc(),
        };
        let mut recorder = self.recorder.borrow_mut(py);
        let integral = recorder.terms.apply(Op::FpRound(rounding), &[self.term]);
        let term = recorder.terms.apply(Op::FpToInt, &[integral]);
        drop(recorder);
        let value = BigInt::from_f64(value).expect("a finite float has an integer part");
        Number::Int(Integer::from(value), term).object(py, &self.recorder)
    }
}

impl Proxy for SymFloat {
    fn truth(&self, recorder: &mut Recorder) -> (bool, TermId) {
        let zero = recorder.terms.constant(Value::float64(0.0));
        let equal = recorder.terms.apply(Op::FpEq, &[self.term, zero]);
        (self.value != 0.0, recorder.terms.not(equal))
    }

    fn concrete(&self, py: Python<'_>) -> Object {
        PyFloat::new(py, self.value).into_any().unbind()
    }

    fn pinned(&self, py: Python<'_>) -> PyResult<Object> {
        self.recorder
            .borrow_mut(py)
            .pin(self.term, Value::float64(self.value))?;
        Ok(self.concrete(py))
    }
}

value_methods!(SymFloat, PyFloat, "float");
number_operators!(SymFloat);
own_methods!(SymFloat: __pos__, conjugate; attributes: real);

#[pymethods]
impl SymFloat {
    fn __float__(&self, py: Python<'_>) -> PyResult<Object> {
        self.pinned(py)
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<Object> {
        self.pinned(py)?.call_method0(py, "__int__")
    }

    fn __trunc__(&self, py: Python<'_>) -> PyResult<Object> {
        self.rounded(py, Rounding::Truncate)
    }

    fn __floor__(&self, py: Python<'_>) -> PyResult<Object> {
        self.rounded(py, Rounding::Floor)
    }

    fn __ceil__(&self, py: Python<'_>) -> PyResult<Object> {
        self.rounded(py, Rounding::Ceiling)
    }

    #[pyo3(signature = (digits = None))]
    fn __round__(&self, py: Python<'_>, digits: Option<Any<'_>>) -> PyResult<Object> {
        let Some(digits) = digits.filter(|digits| !digits.is_none()) else {
            return self.rounded(py, Rounding::NearestEven);
        };
        // Decimal rounding is printing and reading back: no term says that.
        place::lose(py, &self.recorder, "round() to decimal digits")?;
        self.pinned(py)?.call_method1(py, "__round__", (digits,))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        hash(py, &self.recorder, self)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Object> {
        attribute(py, &self.recorder, "float", name, self)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Any<'_>, op: CompareOp) -> PyResult<Object> {
        rich_compare(py, &self.recorder, self.number(), other, op)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Object> {
        self.unary(py, -self.value, Op::FpNeg)
    }

    fn __abs__(&self, py: Python<'_>) -> PyResult<Object> {
        self.unary(py, self.value.abs(), Op::FpAbs)
    }

    #[getter]
    fn imag(&self) -> f64 {
        0.0
    }

    fn is_integer(&self, py: Python<'_>) -> PyResult<Object> {
        let mut recorder = self.recorder.borrow_mut(py);
        let integral = recorder
            .terms
            .apply(Op::FpRound(Rounding::Truncate), &[self.term]);
        let equal = recorder.terms.apply(Op::FpEq, &[integral, self.term]);
        let infinite = recorder.terms.apply(Op::FpIsInfinite, &[self.term]);
        let finite = recorder.terms.not(infinite);
        let term = recorder.terms.and(equal, finite);
        drop(recorder);
        let value = self.value.is_finite() && self.value.trunc() == self.value;
        SymBool::object(py, &self.recorder, value, term)
    }
}
