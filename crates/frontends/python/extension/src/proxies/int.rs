//! The proxy of `int`.

use everypath_term::{Op, TermId, Value};
use everypath_trace::Origin;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyType};

use crate::hooks;
use crate::integer::Integer;
use crate::number::{self, Arithmetic, Comparison, Number};
use crate::place;
use crate::proxies::SymBool;
use crate::recorder::Recorder;

/// An integer with its term.
#[pyclass(frozen, name = "int", module = "everypath_native")]
pub struct SymInt {
    pub(crate) recorder: Py<Recorder>,
    pub(crate) value: Integer,
    pub(crate) term: TermId,
}

/// `left op right`, or `right op left` if swapped; `NotImplemented` if the
/// other side is no number.
pub fn binary(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    left: Number,
    right: &Bound<'_, PyAny>,
    op: Arithmetic,
    swapped: bool,
) -> PyResult<Py<PyAny>> {
    let Some(other) = Number::read(&mut recorder.borrow_mut(py), right) else {
        return match (op, &left) {
            // A sequence is repeated a concrete number of times.
            (Arithmetic::Mul, Number::Int(value, term)) if hooks::is_sequence(right) => {
                recorder
                    .borrow_mut(py)
                    .pin(*term, Value::Int(value.big()))?;
                Ok(right.mul(value.to_python(py))?.unbind())
            }
            _ if is_foreign_number(right)? => {
                let left = pinned_for(py, recorder, &left, right)?;
                let (left, right) = if swapped {
                    (right, &left)
                } else {
                    (&left, right)
                };
                number::plainly(op, left, right)
            }
            _ => Ok(py.NotImplemented()),
        };
    };
    let ints = matches!((&left, &other), (Number::Int(..), Number::Int(..)));
    if op.is_bitwise() && !ints {
        return Ok(py.NotImplemented());
    }
    if swapped {
        number::arithmetic(py, recorder, op, other, left)
    } else {
        number::arithmetic(py, recorder, op, left, other)
    }
}

/// Whether an object is a number of the library that takes real ones alone.
fn is_foreign_number(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let module = object.get_type().getattr("__module__")?;
    let module = module.cast::<PyString>()?;
    Ok(matches!(&*module.to_string_lossy(), "decimal" | "datetime"))
}

/// The value of a number, pinned, for an operation with an object.
fn pinned_for<'py>(
    py: Python<'py>,
    recorder: &Py<Recorder>,
    number: &Number,
    object: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    recorder.borrow_mut(py).pin(number.term(), number.value())?;
    let class = object.get_type().name()?.to_string();
    place::lose(py, recorder, &format!("a number with a {class}"))?;
    Ok(number.concrete(py).into_bound(py))
}

/// `left op right` for a comparison; `NotImplemented` if the other side is no number.
pub fn rich_compare(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    left: Number,
    right: &Bound<'_, PyAny>,
    op: CompareOp,
) -> PyResult<Py<PyAny>> {
    let mut state = recorder.borrow_mut(py);
    let Some(right) = Number::read(&mut state, right) else {
        drop(state);
        if is_foreign_number(right)? {
            let left = pinned_for(py, recorder, &left, right)?;
            return Ok(left.rich_compare(right, op)?.unbind());
        }
        return Ok(py.NotImplemented());
    };
    if !number::is_comparable(&left, &right) {
        state.pin(left.term(), left.value())?;
        state.pin(right.term(), right.value())?;
        drop(state);
        place::lose(py, recorder, "comparison of a large int with a float")?;
        let (left, right) = (left.concrete(py), right.concrete(py));
        return Ok(left.bind(py).rich_compare(right, op)?.unbind());
    }
    let (value, term) = match op {
        CompareOp::Lt => number::compare(&mut state, Comparison::Lt, &left, &right),
        CompareOp::Le => number::compare(&mut state, Comparison::Le, &left, &right),
        CompareOp::Gt => number::compare(&mut state, Comparison::Lt, &right, &left),
        CompareOp::Ge => number::compare(&mut state, Comparison::Le, &right, &left),
        CompareOp::Eq => number::compare(&mut state, Comparison::Eq, &left, &right),
        CompareOp::Ne => {
            let (value, term) = number::compare(&mut state, Comparison::Eq, &left, &right);
            (!value, state.terms.not(term))
        }
    };
    drop(state);
    SymBool::object(py, recorder, value, term)
}

/// `pow` with three arguments has no term.
fn modular_power(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    base: &Bound<'_, PyAny>,
    exponent: &Bound<'_, PyAny>,
    modulo: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    place::lose(py, recorder, "pow() with three arguments")?;
    let mut plain = Vec::new();
    for argument in [base, exponent, modulo] {
        plain.push(match argument.cast_exact::<SymInt>() {
            Ok(proxy) => proxy.get().pinned(py)?.into_bound(py),
            Err(_) => argument.clone(),
        });
    }
    let arguments = pyo3::types::PyTuple::new(py, plain)?;
    let pow = py.import("builtins")?.getattr("pow")?;
    Ok(pow.call1(arguments)?.unbind())
}

/// `divmod(left, right)`, or swapped; `NotImplemented` if the other side is
/// no number.
pub fn divide(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    left: Number,
    right: &Bound<'_, PyAny>,
    swapped: bool,
) -> PyResult<Py<PyAny>> {
    let Some(other) = Number::read(&mut recorder.borrow_mut(py), right) else {
        return Ok(py.NotImplemented());
    };
    if swapped {
        number::divide(py, recorder, other, left)
    } else {
        number::divide(py, recorder, left, other)
    }
}

/// What a proxy is made again from by `pickle`: its value.
pub fn reduced(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    class: &str,
    value: Py<PyAny>,
) -> PyResult<Py<PyAny>> {
    place::lose(py, recorder, &format!("pickle of {class}"))?;
    let class = py.import("builtins")?.getattr(class)?;
    Ok((class, (value,)).into_pyobject(py)?.into_any().unbind())
}

/// An attribute that has no symbolic side: that of the concrete value.
pub fn attribute(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    class: &str,
    name: &str,
    pinned: impl FnOnce() -> PyResult<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    if !py
        .import("builtins")?
        .getattr(class)?
        .call0()?
        .hasattr(name)?
    {
        return Err(pyo3::exceptions::PyAttributeError::new_err(format!(
            "'{class}' object has no attribute '{name}'"
        )));
    }
    place::lose(py, recorder, &format!("{class}.{name}"))?;
    Ok(pinned()?.bind(py).getattr(name)?.unbind())
}

impl SymInt {
    /// The value with its term.
    pub fn number(&self) -> Number {
        Number::Int(self.value.clone(), self.term)
    }

    /// Decides whether it is not zero.
    pub fn truth(&self, recorder: &mut Recorder) -> (bool, TermId) {
        let zero = recorder.terms.int(0);
        let equal = recorder.terms.eq(self.term, zero);
        (!self.value.is_zero(), recorder.terms.not(equal))
    }

    /// The concrete value, written down as the one it has.
    pub fn pinned(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.recorder
            .borrow_mut(py)
            .pin(self.term, Value::Int(self.value.big()))?;
        Ok(self.value.to_python(py))
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

    fn unary(&self, py: Python<'_>, value: Integer, op: Op) -> PyResult<Py<PyAny>> {
        let term = self.recorder.borrow_mut(py).terms.apply(op, &[self.term]);
        Number::Int(value, term).object(py, &self.recorder)
    }
}

#[pymethods]
impl SymInt {
    #[getter(__class__)]
    fn class<'py>(&self, py: Python<'py>) -> Bound<'py, PyType> {
        py.get_type::<PyInt>()
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        let mut recorder = self.recorder.borrow_mut(py);
        let (value, term) = self.truth(&mut recorder);
        recorder.decide(term, value, Origin::Branch, None)?;
        Ok(value)
    }

    fn __index__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.pinned(py)
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.pinned(py)
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self
            .pinned(py)?
            .bind(py)
            .call_method0("__float__")?
            .unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if self.recorder.borrow(py).hashing == 0 {
            self.pinned(py)?;
        }
        self.value.to_python(py).bind(py).hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.pinned(py)?.bind(py).repr()?.to_string())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.__repr__(py)
    }

    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<Py<PyAny>> {
        let value = self.pinned(py)?;
        Ok(value.bind(py).call_method1("__format__", (spec,))?.unbind())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce_ex__(&self, py: Python<'_>, _protocol: u32) -> PyResult<Py<PyAny>> {
        reduced(py, &self.recorder, "int", self.pinned(py)?)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        attribute(py, &self.recorder, "int", name, || self.pinned(py))
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
        let value = match self.value.small().and_then(i64::checked_neg) {
            Some(value) => Integer::Small(value),
            None => Integer::from(-self.value.big()),
        };
        self.unary(py, value, Op::IntNeg)
    }

    fn __pos__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __invert__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let negated = self.__neg__(py)?;
        let one = 1i64.into_pyobject(py)?;
        Ok(negated.bind(py).sub(one)?.unbind())
    }

    fn __abs__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut recorder = self.recorder.borrow_mut(py);
        let zero = recorder.terms.int(0);
        let negative = recorder.terms.apply(Op::IntLt, &[self.term, zero]);
        let negated = recorder.terms.apply(Op::IntNeg, &[self.term]);
        let term = recorder.terms.ite(negative, negated, self.term);
        drop(recorder);
        let value = if self.value.is_negative() {
            Integer::from(-self.value.big())
        } else {
            self.value.clone()
        };
        Number::Int(value, term).object(py, &self.recorder)
    }

    fn __trunc__(slf: Py<Self>) -> Py<Self> {
        slf
    }
    fn __floor__(slf: Py<Self>) -> Py<Self> {
        slf
    }
    fn __ceil__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (digits = None))]
    fn __round__(slf: &Bound<'_, Self>, digits: Option<Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        match digits {
            Some(digits) if !digits.is_none() && digits.lt(0)? => {
                place::lose(py, &slf.get().recorder, "round() to decimal digits")?;
                let value = slf.get().pinned(py)?;
                Ok(value
                    .bind(py)
                    .call_method1("__round__", (digits,))?
                    .unbind())
            }
            _ => Ok(slf.clone().into_any().unbind()),
        }
    }

    fn conjugate(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[getter]
    fn real(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[getter]
    fn numerator(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[getter]
    fn imag(&self) -> i64 {
        0
    }

    #[getter]
    fn denominator(&self) -> i64 {
        1
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
        if modulo.is_none() {
            return self.binary(py, other, Arithmetic::Pow, false);
        }
        modular_power(py, &self.recorder, self.pinned(py)?.bind(py), other, modulo)
    }

    fn __rpow__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        modulo: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        if modulo.is_none() {
            return self.binary(py, other, Arithmetic::Pow, true);
        }
        modular_power(py, &self.recorder, other, self.pinned(py)?.bind(py), modulo)
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

    fn __lshift__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Shl, false)
    }

    fn __rlshift__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Shl, true)
    }

    fn __rshift__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Shr, false)
    }

    fn __rrshift__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Shr, true)
    }

    fn __and__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::And, false)
    }

    fn __rand__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::And, true)
    }

    fn __or__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Or, false)
    }

    fn __ror__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Or, true)
    }

    fn __xor__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Xor, false)
    }

    fn __rxor__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.binary(py, other, Arithmetic::Xor, true)
    }
}
