//! The operators of the proxies of numbers.

use everypath_term::Value;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::hooks;
use crate::number::{self, Arithmetic, Comparison, Number};
use crate::place;
use crate::proxies::SymBool;
use crate::recorder::Recorder;
use crate::{Any, Object};

/// `left op right`, or `right op left` if swapped; `NotImplemented` if the
/// other side is no number.
pub(super) fn binary(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    left: Number,
    right: &Any<'_>,
    op: Arithmetic,
    swapped: bool,
) -> PyResult<Object> {
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
fn is_foreign_number(object: &Any<'_>) -> PyResult<bool> {
    let module = object.get_type().getattr("__module__")?;
    let module = module.cast::<PyString>()?;
    Ok(matches!(&*module.to_string_lossy(), "decimal" | "datetime"))
}

/// The value of a number, pinned, for an operation with an object.
fn pinned_for<'py>(
    py: Python<'py>,
    recorder: &Py<Recorder>,
    number: &Number,
    object: &Any<'py>,
) -> PyResult<Any<'py>> {
    recorder.borrow_mut(py).pin(number.term(), number.value())?;
    let class = object.get_type().name()?.to_string();
    place::lose(py, recorder, &format!("a number with a {class}"))?;
    Ok(number.concrete(py).into_bound(py))
}

/// `left op right` for a comparison; `NotImplemented` if the other side is no number.
pub(super) fn rich_compare(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    left: Number,
    right: &Any<'_>,
    op: CompareOp,
) -> PyResult<Object> {
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

/// `divmod(left, right)`, or swapped; `NotImplemented` if the other side is
/// no number.
pub(super) fn divide(
    py: Python<'_>,
    recorder: &Py<Recorder>,
    left: Number,
    right: &Any<'_>,
    swapped: bool,
) -> PyResult<Object> {
    let Some(other) = Number::read(&mut recorder.borrow_mut(py), right) else {
        return Ok(py.NotImplemented());
    };
    if swapped {
        number::divide(py, recorder, other, left)
    } else {
        number::divide(py, recorder, left, other)
    }
}

/// Operators with two operands, each under two names: as the left operand's
/// method and as the right one's. PyO3 takes methods by their names in the
/// source, so that a macro writes them; each asks the proxy's own `binary`.
macro_rules! binary_operators {
    ($proxy:ident: $($op:ident $method:ident $reflected:ident),+ $(,)?) => {
        #[pymethods]
        impl $proxy {
            $(
                fn $method(&self, py: Python<'_>, other: &Any<'_>) -> PyResult<Object> {
                    self.binary(py, other, Arithmetic::$op, false)
                }

                fn $reflected(
                    &self,
                    py: Python<'_>,
                    other: &Any<'_>,
                ) -> PyResult<Object> {
                    self.binary(py, other, Arithmetic::$op, true)
                }
            )+
        }
    };
}
pub(super) use binary_operators;

/// What all numbers have, for a proxy with `operand`, `binary` and `power`.
macro_rules! number_operators {
    ($proxy:ident) => {
        $crate::proxies::operators::binary_operators!(
            $proxy:
            Add __add__ __radd__,
            Sub __sub__ __rsub__,
            Mul __mul__ __rmul__,
            TrueDiv __truediv__ __rtruediv__,
            FloorDiv __floordiv__ __rfloordiv__,
            Mod __mod__ __rmod__,
        );

        #[pymethods]
        impl $proxy {
            fn __divmod__(&self, py: Python<'_>, other: &Any<'_>) -> PyResult<Object> {
                let own = self.operand(py);
                $crate::proxies::operators::divide(py, &self.recorder, own, other, false)
            }

            fn __rdivmod__(&self, py: Python<'_>, other: &Any<'_>) -> PyResult<Object> {
                let own = self.operand(py);
                $crate::proxies::operators::divide(py, &self.recorder, own, other, true)
            }

            fn __pow__(
                &self,
                py: Python<'_>,
                other: &Any<'_>,
                modulo: &Any<'_>,
            ) -> PyResult<Object> {
                self.power(py, other, modulo, false)
            }

            fn __rpow__(
                &self,
                py: Python<'_>,
                other: &Any<'_>,
                modulo: &Any<'_>,
            ) -> PyResult<Object> {
                self.power(py, other, modulo, true)
            }

            fn __str__(&self, py: Python<'_>) -> PyResult<String> {
                self.__repr__(py)
            }
        }
    };
}
pub(super) use number_operators;

/// What integers have beside, and booleans as well.
macro_rules! integer_operators {
    ($proxy:ident) => {
        $crate::proxies::operators::binary_operators!(
            $proxy:
            Shl __lshift__ __rlshift__,
            Shr __rshift__ __rrshift__,
            And __and__ __rand__,
            Or __or__ __ror__,
            Xor __xor__ __rxor__,
        );
    };
}
pub(super) use integer_operators;
