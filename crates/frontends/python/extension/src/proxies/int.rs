//! The proxy of `int`.

use everypath_term::{Op, TermId, Value};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::integer::Integer;
use crate::number::{Arithmetic, Number};
use crate::place;
use crate::proxies::operators::{binary, integer_operators, number_operators, rich_compare};
use crate::proxies::protocols::{Proxy, attribute, hash, own_methods, value_methods};
use crate::recorder::Recorder;
use crate::{Any, Object};

/// An integer with its term.
#[pyclass(frozen, name = "int", module = "everypath_native")]
pub struct SymInt {
    pub(crate) recorder: Py<Recorder>,
    pub(crate) value: Integer,
    pub(crate) term: TermId,
}

/// `pow` with three arguments has no term.
fn modular_power(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    base: &Any<'_>,
    exponent: &Any<'_>,
    modulo: &Any<'_>,
) -> PyResult<Object> {
    place::lose(py, recorder, "pow() with three arguments")?;
    let mut plain = Vec::new();
    for argument in [base, exponent, modulo] {
        plain.push(match argument.cast_exact::<SymInt>() {
            Ok(proxy) => proxy.get().pinned(py)?.into_bound(py),
            Err(_) => argument.clone(),
        });
    }
    let arguments = PyTuple::new(py, plain)?;
    let pow = py.import("builtins")?.getattr("pow")?;
    Ok(pow.call1(arguments)?.unbind())
}

impl SymInt {
    /// The value with its term.
    pub fn number(&self) -> Number {
        Number::Int(self.value.clone(), self.term)
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

    fn power(
        &self,
        py: Python<'_>,
        other: &Any<'_>,
        modulo: &Any<'_>,
        swapped: bool,
    ) -> PyResult<Object> {
        if modulo.is_none() {
            return self.binary(py, other, Arithmetic::Pow, swapped);
        }
        let own = self.pinned(py)?.into_bound(py);
        if swapped {
            modular_power(py, &self.recorder, other, &own, modulo)
        } else {
            modular_power(py, &self.recorder, &own, other, modulo)
        }
    }
}

impl Proxy for SymInt {
    fn truth(&self, recorder: &mut Recorder) -> (bool, TermId) {
        let zero = recorder.terms.int(0);
        let equal = recorder.terms.eq(self.term, zero);
        (!self.value.is_zero(), recorder.terms.not(equal))
    }

    fn concrete(&self, py: Python<'_>) -> Object {
        self.value.to_python(py)
    }

    fn pinned(&self, py: Python<'_>) -> PyResult<Object> {
        self.recorder
            .borrow_mut(py)
            .pin(self.term, Value::Int(self.value.big()))?;
        Ok(self.concrete(py))
    }
}

value_methods!(SymInt, PyInt, "int");
number_operators!(SymInt);
integer_operators!(SymInt);
own_methods!(SymInt: __pos__, __trunc__, __floor__, __ceil__, conjugate; attributes: real, numerator);

#[pymethods]
impl SymInt {
    fn __index__(&self, py: Python<'_>) -> PyResult<Object> {
        self.pinned(py)
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<Object> {
        self.pinned(py)
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<Object> {
        self.pinned(py)?.call_method0(py, "__float__")
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        hash(py, &self.recorder, self)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Object> {
        attribute(py, &self.recorder, "int", name, self)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Any<'_>, op: CompareOp) -> PyResult<Object> {
        rich_compare(py, &self.recorder, self.number(), other, op)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Object> {
        let value = match self.value.small().and_then(i64::checked_neg) {
            Some(value) => Integer::Small(value),
            None => Integer::from(-self.value.big()),
        };
        let term = self
            .recorder
            .borrow_mut(py)
            .terms
            .apply(Op::IntNeg, &[self.term]);
        Number::Int(value, term).object(py, &self.recorder)
    }

    fn __invert__(&self, py: Python<'_>) -> PyResult<Object> {
        let negated = self.__neg__(py)?;
        let one = 1i64.into_pyobject(py)?;
        Ok(negated.bind(py).sub(one)?.unbind())
    }

    fn __abs__(&self, py: Python<'_>) -> PyResult<Object> {
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

    #[pyo3(signature = (digits = None))]
    fn __round__(slf: &Bound<'_, Self>, digits: Option<Any<'_>>) -> PyResult<Object> {
        let py = slf.py();
        match digits {
            Some(digits) if !digits.is_none() && digits.lt(0)? => {
                place::lose(py, &slf.get().recorder, "round() to decimal digits")?;
                let value = slf.get().pinned(py)?;
                value.call_method1(py, "__round__", (digits,))
            }
            _ => Ok(slf.clone().into_any().unbind()),
        }
    }

    #[getter]
    fn imag(&self) -> i64 {
        0
    }

    #[getter]
    fn denominator(&self) -> i64 {
        1
    }
}
