//! Models of builtins and of `math`: each returns `None` for arguments that it
//! does not model, and the call goes on as for any other callee.

use everypath_term::{Op, Rounding, Value};
use everypath_trace::Origin;
use num_bigint::BigInt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PySet, PyTuple};
use rustc_hash::FxHashMap;

use crate::hooks::foreign::{DEPTH, holds_proxy};
use crate::hooks::{Hooks, is_proxy, math, patterns};
use crate::integer::Integer;
use crate::number::Number;
use crate::proxies::string::{character, decimal};
use crate::proxies::{SymBool, SymBytes, SymFloat, SymInt, SymRange, SymSplit, SymStr};
use crate::text::{DIGIT, SPACE, Text};

/// What a model makes of a call's arguments.
pub type Model = for<'py> fn(
    &Hooks,
    &Bound<'py, PyTuple>,
    Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Bound<'py, PyAny>>>;

/// The models, by the address of what they stand for.
pub fn table(py: Python<'_>) -> PyResult<FxHashMap<usize, Model>> {
    let builtins: &[(&str, Model)] = &[
        ("len", len),
        ("int", int),
        ("float", float),
        ("str", str),
        ("bool", bool),
        ("type", type_of),
        ("ord", ord),
        ("chr", chr),
        ("range", range),
        ("set", set),
        ("frozenset", frozenset),
        ("repr", repr),
        ("bytes", bytes),
        ("getattr", getattr),
        ("hasattr", hasattr),
        ("setattr", setattr),
        ("delattr", delattr),
        ("dict", dict),
        ("pow", pow),
        ("print", print),
    ];
    let mut table: FxHashMap<usize, Model> = FxHashMap::default();
    let collections: &[(&str, Model)] = &[("Counter", counter)];
    for (module, models) in [
        ("builtins", builtins),
        ("math", math::MODELS),
        ("collections", collections),
        ("re", patterns::MODELS),
    ] {
        let module = py.import(module)?;
        for (name, model) in models {
            table.insert(module.getattr(*name)?.as_ptr() as usize, *model);
        }
    }
    Ok(table)
}

pub(super) type Arguments<'a, 'py> = (&'a Bound<'py, PyTuple>, Option<&'a Bound<'py, PyDict>>);

/// The only argument, if there is just one and it is positional.
pub(super) fn single<'py>((args, kwargs): Arguments<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    (args.len() == 1 && kwargs.is_none_or(|kwargs| kwargs.is_empty()))
        .then(|| args.get_item(0).ok())
        .flatten()
}

macro_rules! unary_model {
    ($name:ident, |$hooks:ident, $object:ident| $body:expr) => {
        fn $name<'py>(
            $hooks: &Hooks,
            args: &Bound<'py, PyTuple>,
            kwargs: Option<&Bound<'py, PyDict>>,
        ) -> PyResult<Option<Bound<'py, PyAny>>> {
            let Some($object) = single((args, kwargs)) else {
                return Ok(None);
            };
            $body
        }
    };
}
pub(super) use unary_model;

unary_model!(len, |hooks, object| {
    let py = object.py();
    if let Ok(split) = object.cast_exact::<SymSplit>() {
        let count = split.get().count(py, &mut hooks.recorder.borrow_mut(py));
        return match count {
            Some(count) => Ok(Some(count.object(py, &hooks.recorder)?.into_bound(py))),
            None => Ok(None),
        };
    }
    if let Ok(proxy) = object.cast_exact::<SymBytes>() {
        let text = proxy.get().as_text(py);
        let length = text.length(&mut hooks.recorder.borrow_mut(py));
        return Ok(Some(length.object(py, &hooks.recorder)?.into_bound(py)));
    }
    let Ok(proxy) = object.cast_exact::<SymStr>() else {
        return Ok(None);
    };
    let length = proxy.get().length(&mut hooks.recorder.borrow_mut(py));
    Ok(Some(length.object(py, &hooks.recorder)?.into_bound(py)))
});

unary_model!(bool, |hooks, object| {
    let py = object.py();
    if object.is_exact_instance_of::<SymBool>() {
        return Ok(Some(object));
    }
    match hooks.truth(py, &object) {
        Some((value, term)) => Ok(Some(
            SymBool::object(py, &hooks.recorder, value, term)?.into_bound(py),
        )),
        None => Ok(None),
    }
});

unary_model!(type_of, |hooks, object| {
    if is_proxy(&object)
        || object.is_exact_instance_of::<SymRange>()
        || object.is_exact_instance_of::<SymSplit>()
    {
        return Ok(Some(object.getattr("__class__")?));
    }
    // What stands in for a class says for which.
    let class = object.getattr("__class__")?;
    let stands_in = hooks.stand_ins.contains_key(&(class.as_ptr() as usize));
    Ok(stands_in.then_some(class))
});

unary_model!(str, |hooks, object| {
    let py = object.py();
    if object.is_exact_instance_of::<SymStr>() {
        return Ok(Some(object));
    }
    if let Ok(number) = object.cast_exact::<SymInt>() {
        return Ok(Some(
            decimal(py, &hooks.recorder, number.get())?.into_bound(py),
        ));
    }
    if is_proxy(&object) {
        return Ok(Some(object.str()?.into_any()));
    }
    // A user's `__str__` takes proxies as they are.
    if object.get_type().hasattr("__module__")?
        && object.get_type().getattr("__module__")?.to_string() != "builtins"
    {
        return Ok(Some(object.call_method0("__str__")?));
    }
    Ok(None)
});

unary_model!(repr, |_hooks, object| Ok(Some(object.repr()?.into_any())));

/// Output does not matter to a path: what is printed is not made concrete.
fn print<'py>(
    _hooks: &Hooks,
    args: &Bound<'py, PyTuple>,
    _kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    // Only a proxy is kept from being printed: another object may do
    // something when it is asked for its text.
    let symbolic = holds_proxy(args.as_any(), DEPTH)?;
    Ok(symbolic.then(|| args.py().None().into_bound(args.py())))
}

unary_model!(ord, |hooks, object| {
    let py = object.py();
    let Ok(proxy) = object.cast_exact::<SymStr>() else {
        return Ok(None);
    };
    let fixed = proxy.get().text.fixed(&mut hooks.recorder.borrow_mut(py))?;
    if fixed.chars.len() != 1 {
        return Err(PyTypeError::new_err(format!(
            "ord() expected a character, but string of length {} found",
            fixed.chars.len()
        )));
    }
    let number = Number::Int(i64::from(fixed.value[0]).into(), fixed.chars[0]);
    Ok(Some(number.object(py, &hooks.recorder)?.into_bound(py)))
});

unary_model!(chr, |hooks, object| {
    let py = object.py();
    let Ok(proxy) = object.cast_exact::<SymInt>() else {
        return Ok(None);
    };
    Ok(Some(
        character(py, &hooks.recorder, proxy.get())?.into_bound(py),
    ))
});

fn range<'py>(
    _hooks: &Hooks,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = args.py();
    if kwargs.is_some()
        || args.is_empty()
        || args.len() > 3
        || !args.iter().any(|item| is_proxy(&item))
    {
        return Ok(None);
    }
    let zero = 0i64.into_pyobject(py)?.into_any();
    let (start, stop) = if args.len() == 1 {
        (zero, args.get_item(0)?)
    } else {
        (args.get_item(0)?, args.get_item(1)?)
    };
    if !is_integral(&start) || !is_integral(&stop) {
        return Ok(None);
    }
    let step: i64 = match args.len() {
        3 => args.get_item(2)?.call_method0("__index__")?.extract()?,
        _ => 1,
    };
    if step == 0 {
        return Err(PyValueError::new_err("range() arg 3 must not be zero"));
    }
    let range = SymRange {
        start: start.unbind(),
        stop: stop.unbind(),
        step,
    };
    Ok(Some(Py::new(py, range)?.into_bound(py).into_any()))
}

unary_model!(set, |hooks, object| {
    let set = PySet::empty(object.py())?;
    for item in object.try_iter()? {
        hooks.add(set.as_any(), &item?)?;
    }
    Ok(Some(set.into_any()))
});

unary_model!(bytes, |hooks, object| {
    let py = object.py();
    if object.is_exact_instance_of::<SymBytes>() {
        return Ok(Some(object));
    }
    let Ok(list) = object.cast_exact::<PyList>() else {
        return Ok(None);
    };
    let mut recorder = hooks.recorder.borrow_mut(py);
    let mut text = Text::constant(&mut recorder, vec![]);
    for item in list.iter() {
        let Some(Number::Int(value, term)) = Number::read(&mut recorder, &item) else {
            return Ok(None);
        };
        let (zero, high) = (recorder.terms.int(0), recorder.terms.int(255));
        for (low, high, holds) in [
            (zero, term, !value.is_negative()),
            (term, high, value.saturated() <= 255),
        ] {
            let within = recorder.terms.apply(Op::IntLe, &[low, high]);
            recorder.decide(within, holds, Origin::Implicit, None)?;
            if !holds {
                return Ok(None);
            }
        }
        text.chars.push(term);
        text.value.push(value.saturated() as u32);
    }
    drop(recorder);
    Ok(Some(
        SymBytes::object(py, &hooks.recorder, text)?.into_bound(py),
    ))
});

/// A builtin about an attribute: its name is made concrete, and nothing else.
fn about_attribute<'py>(
    hooks: &Hooks,
    builtin: &str,
    args: &Bound<'py, PyTuple>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = args.py();
    let mut items: Vec<Bound<'_, PyAny>> = args.iter().collect();
    if let Some(name) = items.get_mut(1)
        && is_proxy(name)
    {
        crate::place::lose(py, &hooks.recorder, &format!("{builtin}()"))?;
        *name = hooks.pinned(name, 1)?;
    }
    let builtin = py.import("builtins")?.getattr(builtin)?;
    builtin.call1(PyTuple::new(py, items)?).map(Some)
}

macro_rules! attribute_model {
    ($name:ident) => {
        fn $name<'py>(
            hooks: &Hooks,
            args: &Bound<'py, PyTuple>,
            _kwargs: Option<&Bound<'py, PyDict>>,
        ) -> PyResult<Option<Bound<'py, PyAny>>> {
            about_attribute(hooks, stringify!($name), args)
        }
    };
}

attribute_model!(getattr);
attribute_model!(hasattr);
attribute_model!(setattr);
attribute_model!(delattr);

/// A dictionary of another, or of pairs.
fn dict<'py>(
    hooks: &Hooks,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = args.py();
    if args.len() > 1 {
        return Ok(None);
    }
    let result = PyDict::new(py);
    if let Ok(source) = args.get_item(0) {
        if let Ok(source) = source.cast::<PyDict>() {
            for (key, value) in source.iter() {
                hooks.put(result.as_any(), &key, &value)?;
            }
        } else if source.hasattr("keys")? {
            return Ok(None);
        } else {
            for (place, pair) in source.try_iter()?.enumerate() {
                let pair = pair?;
                let Ok(items) = pair.try_iter()?.collect::<PyResult<Vec<_>>>() else {
                    return Ok(None);
                };
                let [key, value] = items.as_slice() else {
                    return Err(PyValueError::new_err(format!(
                        "dictionary update sequence element #{place} has length {}; 2 is required",
                        items.len()
                    )));
                };
                hooks.put(result.as_any(), key, value)?;
            }
        }
    }
    if let Some(kwargs) = kwargs {
        for (key, value) in kwargs.iter() {
            hooks.put(result.as_any(), &key, &value)?;
        }
    }
    Ok(Some(result.into_any()))
}

/// `collections.Counter` of a sequence: each element is looked up.
fn counter<'py>(
    hooks: &Hooks,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = args.py();
    let Some(items) = single((args, kwargs)) else {
        return Ok(None);
    };
    if items.hasattr("keys")? || items.is_none() {
        return Ok(None);
    }
    let class = py.import("collections")?.getattr("Counter")?;
    let result = class.call0()?;
    for item in items.try_iter()? {
        let item = item?;
        let count = hooks.get(&result, &item)?.add(1)?;
        hooks.put(&result, &item, &count)?;
    }
    Ok(Some(result))
}

/// `pow` with a symbolic modulus, which Python would not ask.
fn pow<'py>(
    hooks: &Hooks,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if args.len() != 3 || kwargs.is_some() || !is_proxy(&args.get_item(2)?) {
        return Ok(None);
    }
    let pow = args.py().import("builtins")?.getattr("pow")?;
    hooks.call_foreign(&pow, args, None).map(Some)
}

unary_model!(frozenset, |hooks, object| {
    let set = PySet::empty(object.py())?;
    for item in object.try_iter()? {
        hooks.add(set.as_any(), &item?)?;
    }
    hooks.freeze(&set).map(Some)
});

unary_model!(int, |hooks, object| {
    let py = object.py();
    if object.is_exact_instance_of::<SymInt>() {
        return Ok(Some(object));
    }
    if let Ok(proxy) = object.cast_exact::<SymBool>() {
        let number = proxy.get().number(&mut hooks.recorder.borrow_mut(py));
        return Ok(Some(number.object(py, &hooks.recorder)?.into_bound(py)));
    }
    if let Ok(proxy) = object.cast_exact::<SymFloat>() {
        return Ok(Some(
            proxy.get().rounded(py, Rounding::Truncate)?.into_bound(py),
        ));
    }
    let Ok(proxy) = object.cast_exact::<SymStr>() else {
        return Ok(None);
    };
    match hooks.parse_digits(proxy.get())? {
        Some((negative, digits)) => {
            let number = hooks.decimal_value(py, negative, &digits);
            Ok(Some(number.object(py, &hooks.recorder)?.into_bound(py)))
        }
        // Nothing else is a number, but for digits with underscores.
        None if hooks.has_none(proxy.get(), &[(95, 95)])? => {
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
    if !object.is_exact_instance_of::<SymStr>() {
        return match hooks.float_argument(&object) {
            Some(float) => Ok(Some(
                float.number().object(py, &hooks.recorder)?.into_bound(py),
            )),
            None => Ok(None),
        };
    }
    let Ok(proxy) = object.cast_exact::<SymStr>() else {
        return Ok(None);
    };
    // Only what is written as an integer or with one point has a term.
    let Some((negative, whole, fraction)) = hooks.parse_point(proxy.get())? else {
        // Nothing else is a number, but for exponents, infinities and NaN.
        const LETTERS: crate::text::Ranges = &[
            (69, 69),
            (73, 73),
            (78, 78),
            (95, 95),
            (101, 101),
            (105, 105),
            (110, 110),
        ];
        if hooks.has_none(proxy.get(), LETTERS)? {
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
    Ok(Some(
        Number::Float(result, float)
            .object(py, &hooks.recorder)?
            .into_bound(py),
    ))
});

impl Hooks {
    /// Decides where a number written in a text begins and ends, and its sign.
    fn number_body(&self, proxy: &SymStr) -> PyResult<(bool, Text)> {
        Python::attach(|py| {
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
        })
    }

    /// Decides whether a text is ASCII without the characters.
    fn has_none(&self, proxy: &SymStr, ranges: crate::text::Ranges) -> PyResult<bool> {
        Python::attach(|py| {
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
        })
    }

    /// The sign and digits of an integer; `None` if it is written otherwise,
    /// which Python then reads or refuses itself.
    fn parse_digits(&self, proxy: &SymStr) -> PyResult<Option<(bool, Text)>> {
        let (negative, body) = self.number_body(proxy)?;
        Python::attach(|py| {
            let mut recorder = self.recorder.borrow_mut(py);
            let (all, term) = body.all_within(&mut recorder, DIGIT);
            recorder.decide(term, all, Origin::Branch, None)?;
            Ok(all.then_some((negative, body)))
        })
    }

    /// The sign, whole and fractional digits of a decimal number.
    fn parse_point(&self, proxy: &SymStr) -> PyResult<Option<(bool, Text, Text)>> {
        let (negative, body) = self.number_body(proxy)?;
        Python::attach(|py| {
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

/// Whether an object is an integer, proxy or not.
pub(super) fn is_integral(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyInt>()
        || object.is_exact_instance_of::<SymInt>()
        || object.is_exact_instance_of::<SymBool>()
}
