//! The proxy of `bool`.

use everypath_term::{TermId, Value};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::integer::Integer;
use crate::number::{self, Arithmetic, Number};
use crate::proxies::operators::{binary, integer_operators, number_operators, rich_compare};
use crate::proxies::protocols::{Proxy, attribute, value_methods};
use crate::recorder::Recorder;
use crate::{Any, Object};

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
    ) -> PyResult<Object> {
        if recorder.borrow(py).terms.as_constant(term).is_some() {
            return Ok(python_bool(py, value));
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

    fn operand(&self, py: Python<'_>) -> Number {
        self.number(&mut self.recorder.borrow_mut(py))
    }

    /// As the integer it counts for.
    fn as_int(&self, py: Python<'_>) -> PyResult<Object> {
        self.operand(py).object(py, &self.recorder)
    }

    fn binary(
        &self,
        py: Python<'_>,
        other: &Any<'_>,
        op: Arithmetic,
        swapped: bool,
    ) -> PyResult<Object> {
        match op {
            Arithmetic::And | Arithmetic::Or | Arithmetic::Xor => self.logic(py, other, op),
            _ => binary(py, &self.recorder, self.operand(py), other, op, swapped),
        }
    }

    fn power(
        &self,
        py: Python<'_>,
        other: &Any<'_>,
        modulo: &Any<'_>,
        swapped: bool,
    ) -> PyResult<Object> {
        let number = self.as_int(py)?.into_bound(py);
        let result = if swapped {
            other.pow(number, modulo)
        } else {
            number.pow(other, modulo)
        };
        result.map(Bound::unbind)
    }

    /// `&`, `|` and `^`, which are the same from either side.
    fn logic(&self, py: Python<'_>, other: &Any<'_>, op: Arithmetic) -> PyResult<Object> {
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

impl Proxy for SymBool {
    fn truth(&self, _recorder: &mut Recorder) -> (bool, TermId) {
        (self.value, self.term)
    }

    fn concrete(&self, py: Python<'_>) -> Object {
        python_bool(py, self.value)
    }

    /// To ask a boolean for its value is to branch on it.
    fn pinned(&self, py: Python<'_>) -> PyResult<Object> {
        self.__bool__(py).map(|value| python_bool(py, value))
    }
}

/// Python's own boolean.
pub(crate) fn python_bool(py: Python<'_>, value: bool) -> Object {
    PyBool::new(py, value).to_owned().into_any().unbind()
}

value_methods!(SymBool, PyBool, "bool");
number_operators!(SymBool);
integer_operators!(SymBool);

/// Methods whose answer is the integer that the boolean counts for.
macro_rules! integer_methods {
    ($($name:ident),+) => {
        #[pymethods]
        impl SymBool {
            $(
                fn $name(&self, py: Python<'_>) -> PyResult<Object> {
                    self.as_int(py)
                }
            )+
        }
    };
}
integer_methods!(__pos__, __abs__, __trunc__, __floor__, __ceil__);

#[pymethods]
impl SymBool {
    fn __index__(&self, py: Python<'_>) -> PyResult<i64> {
        self.__bool__(py).map(i64::from)
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

    /// What a boolean has from `int`.
    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Object> {
        attribute(py, &self.recorder, "bool", name, self)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Any<'_>, op: CompareOp) -> PyResult<Object> {
        if matches!(op, CompareOp::Eq | CompareOp::Ne)
            && (other.is_exact_instance_of::<SymBool>() || other.is_exact_instance_of::<PyBool>())
        {
            let differ = self.logic(py, other, Arithmetic::Xor)?;
            return match op {
                CompareOp::Ne => Ok(differ),
                _ => negate(py, &self.recorder, differ.bind(py)),
            };
        }
        rich_compare(py, &self.recorder, self.operand(py), other, op)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Object> {
        Ok(self.as_int(py)?.bind(py).neg()?.unbind())
    }

    fn __invert__(&self, py: Python<'_>) -> PyResult<Object> {
        Ok(self.as_int(py)?.bind(py).bitnot()?.unbind())
    }

    #[pyo3(signature = (digits = None))]
    fn __round__(&self, py: Python<'_>, digits: Option<Any<'_>>) -> PyResult<Object> {
        self.as_int(py)?.call_method1(py, "__round__", (digits,))
    }
}

/// `not object` for a boolean, proxy or not.
pub(crate) fn negate(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    object: &Any<'_>,
) -> PyResult<Object> {
    if let Ok(proxy) = object.cast_exact::<SymBool>() {
        let proxy = proxy.get();
        let term = recorder.borrow_mut(py).terms.not(proxy.term);
        return SymBool::object(py, recorder, !proxy.value, term);
    }
    Ok(python_bool(py, !object.is_truthy()?))
}
