//! The proxy of `bool`.

use everypath_term::{TermId, Value};
use everypath_trace::{GoalId, Origin};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyType};

use crate::integer::Integer;
use crate::number::{self, Arithmetic, Number};
use crate::proxies::int::{attribute, binary, divide, reduced, rich_compare};
use crate::recorder::Recorder;

/// A boolean with its term.
#[pyclass(frozen, name = "bool", module = "everypath_native")]
pub struct SymBool {
    pub(crate) recorder: Py<Recorder>,
    pub(crate) value: bool,
    pub(crate) term: TermId,
}

impl SymBool {
    /// The proxy, or Python's own boolean if the term is constant.
    pub fn object(
        py: Python<'_>,
        recorder: &Py<Recorder>,
        value: bool,
        term: TermId,
    ) -> PyResult<Py<PyAny>> {
        if recorder.borrow(py).terms.as_constant(term).is_some() {
            return Ok(PyBool::new(py, value).to_owned().into_any().unbind());
        }
        let proxy = SymBool {
            recorder: recorder.clone_ref(py),
            value,
            term,
        };
        Ok(Py::new(py, proxy)?.into_any())
    }

    /// As the integer 0 or 1.
    pub fn number(&self, recorder: &mut Recorder) -> Number {
        let one = recorder.terms.int(1);
        let zero = recorder.terms.int(0);
        let term = recorder.terms.ite(self.term, one, zero);
        Number::Int(Integer::Small(i64::from(self.value)), term)
    }

    /// Decides it, as the branch whose other side is a goal.
    pub fn decide(&self, py: Python<'_>, other_side: Option<GoalId>) -> PyResult<bool> {
        self.recorder
            .borrow_mut(py)
            .decide(self.term, self.value, Origin::Branch, other_side)?;
        Ok(self.value)
    }

    fn logic(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: Arithmetic,
    ) -> PyResult<Py<PyAny>> {
        let mut recorder = self.recorder.borrow_mut(py);
        let (value, term) = if let Ok(other) = other.cast_exact::<SymBool>() {
            (other.get().value, other.get().term)
        } else if let Ok(other) = other.cast::<PyBool>() {
            let value = other.is_true();
            (value, recorder.terms.bool(value))
        } else {
            let left = self.number(&mut recorder);
            let Some(right @ Number::Int(..)) = Number::read(&mut recorder, other) else {
                return Ok(py.NotImplemented());
            };
            drop(recorder);
            return number::arithmetic(py, &self.recorder, op, left, right);
        };
        let (value, term) = match op {
            Arithmetic::And => (self.value & value, recorder.terms.and(self.term, term)),
            Arithmetic::Or => (self.value | value, recorder.terms.or(self.term, term)),
            _ => {
                let equal = recorder.terms.eq(self.term, term);
                (self.value ^ value, recorder.terms.not(equal))
            }
        };
        drop(recorder);
        SymBool::object(py, &self.recorder, value, term)
    }
}

#[pymethods]
impl SymBool {
    #[getter(__class__)]
    fn class<'py>(&self, py: Python<'py>) -> Bound<'py, PyType> {
        py.get_type::<PyBool>()
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        self.decide(py, None)
    }

    fn __index__(&self, py: Python<'_>) -> PyResult<i64> {
        self.decide(py, None).map(i64::from)
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<i64> {
        self.__index__(py)
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.__index__(py)? as f64)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let mut recorder = self.recorder.borrow_mut(py);
        if recorder.hashing == 0 {
            recorder.pin(self.term, Value::Bool(self.value))?;
        }
        Ok(isize::from(self.value))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(if self.decide(py, None)? {
            "True"
        } else {
            "False"
        })
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.__repr__(py)
    }

    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<Py<PyAny>> {
        let value = PyBool::new(py, self.decide(py, None)?);
        Ok(value.call_method1("__format__", (spec,))?.unbind())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce_ex__(&self, py: Python<'_>, _protocol: u32) -> PyResult<Py<PyAny>> {
        let value = PyBool::new(py, self.decide(py, None)?).to_owned();
        reduced(py, &self.recorder, "bool", value.into_any().unbind())
    }

    /// What a boolean has from `int`.
    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        attribute(py, &self.recorder, "bool", name, || {
            let value = PyBool::new(py, self.decide(py, None)?).to_owned();
            Ok(value.into_any().unbind())
        })
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        if matches!(op, CompareOp::Eq | CompareOp::Ne)
            && (other.is_exact_instance_of::<SymBool>() || other.is_exact_instance_of::<PyBool>())
        {
            let differ = self.logic(py, other, Arithmetic::Xor)?;
            return match op {
                CompareOp::Ne => Ok(differ),
                _ => negate(py, &self.recorder, differ.bind(py)),
            };
        }
        let left = self.number(&mut self.recorder.borrow_mut(py));
        rich_compare(py, &self.recorder, left, other, op)
    }

    fn __and__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.logic(py, other, Arithmetic::And)
    }
    fn __rand__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.logic(py, other, Arithmetic::And)
    }
    fn __or__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.logic(py, other, Arithmetic::Or)
    }
    fn __ror__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.logic(py, other, Arithmetic::Or)
    }
    fn __xor__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.logic(py, other, Arithmetic::Xor)
    }
    fn __rxor__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.logic(py, other, Arithmetic::Xor)
    }
    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Add, false)
    }
    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Add, true)
    }
    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Sub, false)
    }
    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Sub, true)
    }
    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Mul, false)
    }
    fn __rmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Mul, true)
    }
    fn __floordiv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::FloorDiv, false)
    }
    fn __rfloordiv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::FloorDiv, true)
    }
    fn __mod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Mod, false)
    }
    fn __rmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Mod, true)
    }
    fn __truediv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::TrueDiv, false)
    }
    fn __rtruediv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::TrueDiv, true)
    }
    fn __lshift__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Shl, false)
    }
    fn __rlshift__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Shl, true)
    }
    fn __rshift__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Shr, false)
    }
    fn __rrshift__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(py, other, Arithmetic::Shr, true)
    }
    fn __divmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let left = self.number(&mut self.recorder.borrow_mut(py));
        divide(py, &self.recorder, left, other, false)
    }
    fn __rdivmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let left = self.number(&mut self.recorder.borrow_mut(py));
        divide(py, &self.recorder, left, other, true)
    }
    fn __pow__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        modulo: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        let number = self.as_int(py)?;
        Ok(number.bind(py).pow(other, modulo)?.unbind())
    }
    fn __rpow__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        modulo: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        Ok(other.pow(self.as_int(py)?, modulo)?.unbind())
    }
    fn __neg__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.as_int(py)?.bind(py).neg()?.unbind())
    }
    fn __pos__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.as_int(py)
    }
    fn __abs__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.as_int(py)
    }
    fn __invert__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.as_int(py)?.bind(py).bitnot()?.unbind())
    }
    fn __trunc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.as_int(py)
    }
    fn __floor__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.as_int(py)
    }
    fn __ceil__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.as_int(py)
    }
    #[pyo3(signature = (digits = None))]
    fn __round__(&self, py: Python<'_>, digits: Option<Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        let number = self.as_int(py)?;
        Ok(number
            .bind(py)
            .call_method1("__round__", (digits,))?
            .unbind())
    }
}

impl SymBool {
    /// As the integer it counts for.
    fn as_int(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let number = self.number(&mut self.recorder.borrow_mut(py));
        number.object(py, &self.recorder)
    }

    fn arithmetic(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: Arithmetic,
        swapped: bool,
    ) -> PyResult<Py<PyAny>> {
        let left = self.number(&mut self.recorder.borrow_mut(py));
        binary(py, &self.recorder, left, other, op, swapped)
    }
}

/// `not object` for a boolean, proxy or not.
pub fn negate(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    object: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    if let Ok(proxy) = object.cast_exact::<SymBool>() {
        let proxy = proxy.get();
        let term = recorder.borrow_mut(py).terms.not(proxy.term);
        return SymBool::object(py, recorder, !proxy.value, term);
    }
    Ok(PyBool::new(py, !object.is_truthy()?)
        .to_owned()
        .into_any()
        .unbind())
}
