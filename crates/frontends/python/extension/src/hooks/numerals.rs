//! Models of `int` and `float`, and how a number is read from a text.

use everypath_term::{Op, Rounding, Value};
use everypath_trace::Origin;
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyTuple};

use crate::hooks::Hooks;
use crate::hooks::models::{answer, model, single, unary_model};
use crate::integer::Integer;
use crate::number::Number;
use crate::proxies::protocols::Proxy;
use crate::proxies::{SymBool, SymFloat, SymInt, SymStr};
use crate::text::{DIGIT, Ranges, SPACE, Text};

unary_model!(int, |hooks, object| {
    let py = object.py();
    if object.is_exact_instance_of::<SymInt>() {
        return Ok(Some(object));
    }
    if let Ok(proxy) = object.cast_exact::<SymBool>() {
        let number = proxy.get().number(&mut hooks.recorder.borrow_mut(py));
        return answer(py, number.object(py, &hooks.recorder));
    }
    if let Ok(proxy) = object.cast_exact::<SymFloat>() {
        return answer(py, proxy.get().rounded(py, Rounding::Truncate));
    }
    let Ok(proxy) = object.cast_exact::<SymStr>() else {
        return Ok(None);
    };
    match hooks.parse_digits(py, proxy.get())? {
        Some((negative, digits)) => {
            let number = hooks.decimal_value(py, negative, &digits);
            answer(py, number.object(py, &hooks.recorder))
        }
        // Nothing else is a number, but for digits with underscores.
        None if hooks.has_none(py, proxy.get(), &[(95, 95)])? => {
            let text = proxy.get().concrete(py);
            Err(py.get_type::<PyInt>().call1((text,)).unwrap_err())
        }
        None => Ok(None),
    }
});

unary_model!(float, |hooks, object| {
    let py = object.py();
    if object.is_exact_instance_of::<SymFloat>() {
        return Ok(Some(object));
    }
    let Ok(proxy) = object.cast_exact::<SymStr>() else {
        return match hooks.float_argument(&object) {
            Some(float) => answer(py, float.number().object(py, &hooks.recorder)),
            None => Ok(None),
        };
    };
    // Only what is written as an integer or with one point has a term.
    let Some((negative, whole, fraction)) = hooks.parse_point(py, proxy.get())? else {
        // Nothing else is a number, but for exponents, infinities and NaN.
        const LETTERS: Ranges = &[
            (69, 69),
            (73, 73),
            (78, 78),
            (95, 95),
            (101, 101),
            (105, 105),
            (110, 110),
        ];
        if hooks.has_none(py, proxy.get(), LETTERS)? {
            let text = proxy.get().concrete(py);
            return Err(py.get_type::<PyFloat>().call1((text,)).unwrap_err());
        }
        return Ok(None);
    };
    let places = fraction.chars.len();
    let all = whole.concat(&mut hooks.recorder.borrow_mut(py), &fraction)?;
    if all.chars.len() > 15 || places > 15 {
        return Ok(None);
    }
    let Number::Int(value, term) = hooks.decimal_value(py, false, &all) else {
        return Ok(None);
    };
    let mut recorder = hooks.recorder.borrow_mut(py);
    let mut float = recorder.terms.apply(Op::FpFromInt, &[term]);
    let mut result = value.to_f64();
    if places > 0 {
        let power = 10f64.powi(places as i32);
        let divisor = recorder.terms.constant(Value::float64(power));
        float = recorder.terms.apply(Op::FpDiv, &[float, divisor]);
        result /= power;
    }
    if negative {
        float = recorder.terms.apply(Op::FpNeg, &[float]);
        result = -result;
    }
    drop(recorder);
    let number = Number::Float(result, float);
    answer(py, number.object(py, &hooks.recorder))
});

impl Hooks {
    /// Decides where a number written in a text begins and ends, and its sign.
    fn number_body(&self, py: Python<'_>, proxy: &SymStr) -> PyResult<(bool, Text)> {
        let mut recorder = self.recorder.borrow_mut(py);
        let recorder = &mut *recorder;
        let fixed = proxy.text.fixed(recorder)?;
        let (mut start, mut end) = (0, fixed.chars.len());
        while start < end && fixed.decide_within(recorder, SPACE, start)? {
            start += 1;
        }
        while end > start && fixed.decide_within(recorder, SPACE, end - 1)? {
            end -= 1;
        }
        let mut negative = false;
        if start < end {
            negative = fixed.decide_within(recorder, &[(45, 45)], start)?;
            if negative || fixed.decide_within(recorder, &[(43, 43)], start)? {
                start += 1;
            }
        }
        Ok((negative, fixed.part(start, end)))
    }

    /// Decides whether a text is ASCII without the characters.
    fn has_none(&self, py: Python<'_>, proxy: &SymStr, ranges: Ranges) -> PyResult<bool> {
        let mut recorder = self.recorder.borrow_mut(py);
        let recorder = &mut *recorder;
        let fixed = proxy.text.fixed(recorder)?;
        for place in 0..fixed.chars.len() {
            if !fixed.decide_within(recorder, &[(0, 127)], place)?
                || fixed.decide_within(recorder, ranges, place)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The sign and digits of an integer; `None` if it is written otherwise,
    /// which Python then reads or refuses itself.
    fn parse_digits(&self, py: Python<'_>, proxy: &SymStr) -> PyResult<Option<(bool, Text)>> {
        let (negative, body) = self.number_body(py, proxy)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let (all, term) = body.all_within(&mut recorder, DIGIT);
        recorder.decide(term, all, Origin::Branch, None)?;
        Ok(all.then_some((negative, body)))
    }

    /// The sign, whole and fractional digits of a decimal number.
    fn parse_point(&self, py: Python<'_>, proxy: &SymStr) -> PyResult<Option<(bool, Text, Text)>> {
        let (negative, body) = self.number_body(py, proxy)?;
        let mut recorder = self.recorder.borrow_mut(py);
        let recorder = &mut *recorder;
        let mut point = None;
        for place in 0..body.chars.len() {
            if body.decide_within(recorder, DIGIT, place)? {
                continue;
            }
            if point.is_none() && body.decide_within(recorder, &[(46, 46)], place)? {
                point = Some(place);
                continue;
            }
            return Ok(None);
        }
        let count = body.chars.len();
        Ok(match point {
            None if count == 0 => None,
            Some(_) if count == 1 => None,
            None => Some((negative, body.clone(), body.part(count, count))),
            Some(point) => Some((negative, body.part(0, point), body.part(point + 1, count))),
        })
    }

    /// The number that digits are written for.
    fn decimal_value(&self, py: Python<'_>, negative: bool, digits: &Text) -> Number {
        let mut recorder = self.recorder.borrow_mut(py);
        let mut term = recorder.terms.int(0);
        let mut value = BigInt::from(0);
        for (&character, &digit) in digits.chars.iter().zip(&digits.value) {
            let ten = recorder.terms.int(10);
            let offset = recorder.terms.int(48);
            let scaled = recorder.terms.apply(Op::IntMul, &[term, ten]);
            let digit_term = recorder.terms.apply(Op::IntSub, &[character, offset]);
            term = recorder.terms.apply(Op::IntAdd, &[scaled, digit_term]);
            value = value * 10 + (i64::from(digit) - 48);
        }
        if negative {
            term = recorder.terms.apply(Op::IntNeg, &[term]);
            value = -value;
        }
        Number::Int(Integer::from(value), term)
    }
}
