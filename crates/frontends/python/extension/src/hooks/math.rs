//! Models of `math`.

use everypath_term::{Op, Value};
use everypath_trace::Origin;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::Any;
use crate::hooks::models::{Model, answer, is_integral, model, single, unary_model};
use crate::hooks::{Hooks, is_proxy};
use crate::number::Number;
use crate::proxies::{SymBool, SymBytes, SymFloat, SymStr};

/// The models, by name.
pub(super) const MODELS: &[(&str, Model)] = &[
    ("floor", floor),
    ("ceil", ceil),
    ("trunc", trunc),
    ("sqrt", sqrt),
    ("fabs", fabs),
    ("isnan", isnan),
    ("isinf", isinf),
    ("isfinite", isfinite),
    ("gcd", gcd),
];

impl Hooks {
    /// A proxy of a number as a float.
    pub(super) fn float_argument<'py>(&self, object: &Any<'py>) -> Option<SymFloat> {
        let py = object.py();
        if !is_proxy(object) {
            return None;
        }
        let mut recorder = self.recorder.borrow_mut(py);
        let number = Number::read(&mut recorder, object)?;
        if !number.is_exact() {
            return None;
        }
        let (value, term) = number.to_float(&mut recorder);
        drop(recorder);
        Some(SymFloat {
            recorder: self.recorder.clone_ref(py),
            value,
            term,
        })
    }
}

/// Rounding is the number's own method.
fn rounded<'py>(number: &Any<'py>, method: &str) -> PyResult<Option<Any<'py>>> {
    if is_number(number) {
        number.call_method0(method).map(Some)
    } else {
        Ok(None)
    }
}

unary_model!(floor, |_hooks, object| rounded(&object, "__floor__"));
unary_model!(ceil, |_hooks, object| rounded(&object, "__ceil__"));
unary_model!(trunc, |_hooks, object| rounded(&object, "__trunc__"));

unary_model!(sqrt, |hooks, object| {
    let py = object.py();
    let Some(float) = hooks.float_argument(&object) else {
        return Ok(None);
    };
    let mut recorder = hooks.recorder.borrow_mut(py);
    let zero = recorder.terms.constant(Value::float64(0.0));
    let negative = recorder.terms.apply(Op::FpLt, &[float.term, zero]);
    recorder.decide(negative, float.value < 0.0, Origin::Implicit, None)?;
    drop(recorder);
    if float.value < 0.0 {
        let sqrt = py.import("math")?.getattr("sqrt")?;
        return sqrt.call1((float.value,)).map(Some);
    }
    answer(py, float.unary(py, float.value.sqrt(), Op::FpSqrt))
});

unary_model!(fabs, |hooks, object| {
    let py = object.py();
    match hooks.float_argument(&object) {
        Some(float) => answer(py, float.unary(py, float.value.abs(), Op::FpAbs)),
        None => Ok(None),
    }
});

fn float_test<'py>(
    hooks: &Hooks,
    object: &Any<'py>,
    ops: &[Op],
    negate: bool,
) -> PyResult<Option<Any<'py>>> {
    let py = object.py();
    let Some(float) = hooks.float_argument(object) else {
        return Ok(None);
    };
    let mut recorder = hooks.recorder.borrow_mut(py);
    let mut term = recorder.terms.bool(false);
    let mut value = false;
    for &op in ops {
        let one = recorder.terms.apply(op, &[float.term]);
        term = recorder.terms.or(term, one);
        value |= match op {
            Op::FpIsNan => float.value.is_nan(),
            _ => float.value.is_infinite(),
        };
    }
    if negate {
        term = recorder.terms.not(term);
        value = !value;
    }
    drop(recorder);
    answer(py, SymBool::object(py, &hooks.recorder, value, term))
}

unary_model!(isnan, |hooks, object| {
    float_test(hooks, &object, &[Op::FpIsNan], false)
});
unary_model!(isinf, |hooks, object| {
    float_test(hooks, &object, &[Op::FpIsInfinite], false)
});
unary_model!(isfinite, |hooks, object| {
    float_test(hooks, &object, &[Op::FpIsNan, Op::FpIsInfinite], true)
});

/// Whether an object is the proxy of a number.
fn is_number(object: &Any<'_>) -> bool {
    is_proxy(object)
        && !object.is_exact_instance_of::<SymStr>()
        && !object.is_exact_instance_of::<SymBytes>()
}

// Euclid's algorithm on proxies: one decision a step.
model!(gcd, |_hooks, args, _kwargs| {
    if !args.iter().any(|item| is_proxy(&item)) || !args.iter().all(|item| is_integral(&item)) {
        return Ok(None);
    }
    let mut result = 0i64.into_pyobject(args.py())?.into_any();
    for item in args.iter() {
        let mut other = item.abs()?;
        while other.is_truthy()? {
            let remainder = result.rem(&other)?;
            result = other;
            other = remainder;
        }
    }
    Ok(Some(result.abs()?))
});
