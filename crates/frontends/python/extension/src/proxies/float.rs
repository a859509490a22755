//! The proxy of `float`.

use everypath_term::{Op, Rounding, TermId, Value};
use everypath_trace::Origin;
use num_bigint::BigInt;
use num_traits::FromPrimitive;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyType};

use crate::integer::Integer;
use crate::number::{Arithmetic, Number};
use crate::place;
use crate::proxies::SymBool;
use crate::proxies::int::{attribute, binary, divide, reduced, rich_compare};
use crate::recorder::Recorder;

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

    /// Whether it is not zero.
    pub fn truth(&self, recorder: &mut Recorder) -> (bool, TermId) {
        let zero = recorder.terms.constant(Value::float64(0.0));
        let equal = recorder.terms.apply(Op::FpEq, &[self.term, zero]);
        (self.value != 0.0, recorder.terms.not(equal))
    }

    /// The concrete value, written down as the one it has.
    pub fn pinned(&self, py: Python<'_>) -> PyResult<f64> {
        self.recorder
            .borrow_mut(py)
            .pin(self.term, Value::float64(self.value))?;
        Ok(self.value)
    }

    fn binary(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: Arithmetic,
        swapped: bool,
    ) -> PyResult<Py<PyAny>> {
        binary(py, &self.recorder, self.number(), other, op, swapped)
    }

    /// Applies a float operation to it.
    pub fn unary(&self, py: Python<'_>, value: f64, op: Op) -> PyResult<Py<PyAny>> {
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
    pub fn rounded(&self, py: Python<'_>, rounding: Rounding) -> PyResult<Py<PyAny>> {
        if self.test(py, self.value.is_nan(), Op::FpIsNan)?
            || self.test(py, self.value.is_infinite(), Op::FpIsInfinite)?
        {
            let value = PyFloat::new(py, self.value);
            return Ok(value.call_method0("__trunc__")?.unbind());
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

#[pymethods]
impl SymFloat {
    #[getter(__class__)]
    fn class<'py>(&self, py: Python<'py>) -> Bound<'py, PyType> {
        py.get_type::<PyFloat>()
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        let mut recorder = self.recorder.borrow_mut(py);
        let (value, term) = self.truth(&mut recorder);
        recorder.decide(term, value, Origin::Branch, None)?;
        Ok(value)
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        self.pinned(py)
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let value = PyFloat::new(py, self.pinned(py)?);
        Ok(value.call_method0("__int__")?.unbind())
    }

    fn __trunc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.rounded(py, Rounding::Truncate)
    }

    fn __floor__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.rounded(py, Rounding::Floor)
    }

    fn __ceil__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.rounded(py, Rounding::Ceiling)
    }

    #[pyo3(signature = (digits = None))]
    fn __round__(&self, py: Python<'_>, digits: Option<Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        let Some(digits) = digits.filter(|digits| !digits.is_none()) else {
            return self.rounded(py, Rounding::NearestEven);
        };
        // Decimal rounding is printing and reading back: no term says that.
        place::lose(py, &self.recorder, "round() to decimal digits")?;
        let value = PyFloat::new(py, self.pinned(py)?);
        Ok(value.call_method1("__round__", (digits,))?.unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if self.recorder.borrow(py).hashing == 0 {
            self.pinned(py)?;
        }
        PyFloat::new(py, self.value).hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(PyFloat::new(py, self.pinned(py)?).repr()?.to_string())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.__repr__(py)
    }

    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<Py<PyAny>> {
        let value = PyFloat::new(py, self.pinned(py)?);
        Ok(value.call_method1("__format__", (spec,))?.unbind())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce_ex__(&self, py: Python<'_>, _protocol: u32) -> PyResult<Py<PyAny>> {
        let value = PyFloat::new(py, self.pinned(py)?).into_any().unbind();
        reduced(py, &self.recorder, "float", value)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        attribute(py, &self.recorder, "float", name, || {
            Ok(PyFloat::new(py, self.pinned(py)?).into_any().unbind())
        })
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        rich_compare(py, &self.recorder, self.number(), other, op)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.unary(py, -self.value, Op::FpNeg)
    }

    fn __pos__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __abs__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.unary(py, self.value.abs(), Op::FpAbs)
    }

    fn conjugate(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[getter]
    fn real(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[getter]
    fn imag(&self) -> f64 {
        0.0
    }

    fn is_integer(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
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

    fn __divmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let left = self.number();
        divide(py, &self.recorder, left, other, false)
    }

    fn __rdivmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let left = self.number();
        divide(py, &self.recorder, left, other, true)
    }

    fn __pow__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        modulo: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        let _ = modulo;
        self.binary(py, other, Arithmetic::Pow, false)
    }

    fn __rpow__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        modulo: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        let _ = modulo;
        self.binary(py, other, Arithmetic::Pow, true)
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Add, false)
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Add, true)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Sub, false)
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Sub, true)
    }

    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Mul, false)
    }

    fn __rmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Mul, true)
    }

    fn __truediv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::TrueDiv, false)
    }

    fn __rtruediv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::TrueDiv, true)
    }

    fn __floordiv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::FloorDiv, false)
    }

    fn __rfloordiv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::FloorDiv, true)
    }

    fn __mod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Mod, false)
    }

    fn __rmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Mod, true)
    }
}
