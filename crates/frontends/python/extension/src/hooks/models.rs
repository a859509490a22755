//! Models of builtins and of `math`: each returns `None` for arguments that it
//! does not model, and the call goes on as for any other callee.

use everypath_term::Op;
use everypath_trace::Origin;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple};
use rustc_hash::FxHashMap;

use crate::hooks::foreign::{DEPTH, holds_proxy};
use crate::hooks::{Hooks, is_proxy, math, numerals, patterns};
use crate::number::Number;
use crate::proxies::string::{character, decimal};
use crate::proxies::{SymBool, SymBytes, SymInt, SymRange, SymSplit, SymStr};
use crate::text::Text;
use crate::{Any, Object};

/// What a model makes of a call's arguments.
pub(super) type Model = for<'py> fn(
    &Hooks,
    &Bound<'py, PyTuple>,
    Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Any<'py>>>;

/// The models, by the address of what they stand for.
pub(super) fn table(py: Python<'_>) -> PyResult<FxHashMap<usize, Model>> {
    let builtins: &[(&str, Model)] = &[
        ("len", len),
        ("int", numerals::int),
        ("float", numerals::float),
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

/// What a model answers with an object that it made.
pub(super) fn answer(py: Python<'_>, object: PyResult<Object>) -> PyResult<Option<Any<'_>>> {
    object.map(|object| Some(object.into_bound(py)))
}

/// The only argument, if there is just one and it is positional.
pub(super) fn single<'py>((args, kwargs): Arguments<'_, 'py>) -> Option<Any<'py>> {
    (args.len() == 1 && kwargs.is_none_or(|kwargs| kwargs.is_empty()))
        .then(|| args.get_item(0).ok())
        .flatten()
}

/// A model of a call. The lifetimes of a [`Model`] cannot be left to a closure,
/// so that each is a function, whose signature is written here once.
macro_rules! model {
    ($name:ident, |$hooks:ident, $args:ident, $kwargs:ident| $body:expr) => {
        pub(super) fn $name<'py>(
            $hooks: &Hooks,
            $args: &Bound<'py, PyTuple>,
            $kwargs: Option<&Bound<'py, PyDict>>,
        ) -> PyResult<Option<$crate::Any<'py>>> {
            $body
        }
    };
}
pub(super) use model;

/// A model of a call with one argument.
macro_rules! unary_model {
    ($name:ident, |$hooks:ident, $object:ident| $body:expr) => {
        model!($name, |$hooks, args, kwargs| {
            let Some($object) = single((args, kwargs)) else {
                return Ok(None);
            };
            $body
        });
    };
}
pub(super) use unary_model;

unary_model!(len, |hooks, object| {
    let py = object.py();
    if let Ok(split) = object.cast_exact::<SymSplit>() {
        let count = split.get().count(py, &mut hooks.recorder.borrow_mut(py));
        return match count {
            Some(count) => answer(py, count.object(py, &hooks.recorder)),
            None => Ok(None),
        };
    }
    if let Ok(proxy) = object.cast_exact::<SymBytes>() {
        let length = proxy.get().length(&mut hooks.recorder.borrow_mut(py));
        return answer(py, length.object(py, &hooks.recorder));
    }
    let Ok(proxy) = object.cast_exact::<SymStr>() else {
        return Ok(None);
    };
    let length = proxy.get().length(&mut hooks.recorder.borrow_mut(py));
    answer(py, length.object(py, &hooks.recorder))
});

unary_model!(bool, |hooks, object| {
    let py = object.py();
    if object.is_exact_instance_of::<SymBool>() {
        return Ok(Some(object));
    }
    match hooks.truth(py, &object) {
        Some((value, term)) => answer(py, SymBool::object(py, &hooks.recorder, value, term)),
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
        return answer(py, decimal(py, &hooks.recorder, number.get()));
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

// Output does not matter to a path: what is printed is not made concrete.
model!(print, |hooks, args, _kwargs| {
    // Only a proxy is kept from being printed: another object may do
    // something when it is asked for its text.
    let symbolic = holds_proxy(&hooks.unknowns, args.as_any(), DEPTH)?;
    Ok(symbolic.then(|| args.py().None().into_bound(args.py())))
});

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
    answer(py, number.object(py, &hooks.recorder))
});

unary_model!(chr, |hooks, object| {
    let py = object.py();
    let Ok(proxy) = object.cast_exact::<SymInt>() else {
        return Ok(None);
    };
    answer(py, character(py, &hooks.recorder, proxy.get()))
});

model!(range, |_hooks, args, kwargs| {
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
});

unary_model!(set, |hooks, object| {
    Ok(Some(hooks.set_of(&object)?.into_any()))
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
    answer(py, SymBytes::object(py, &hooks.recorder, text))
});

/// A builtin about an attribute: its name is made concrete, and nothing else.
fn about_attribute<'py>(
    hooks: &Hooks,
    builtin: &str,
    args: &Bound<'py, PyTuple>,
) -> PyResult<Option<Any<'py>>> {
    let py = args.py();
    let mut items: Vec<Any<'_>> = args.iter().collect();
    if let Some(name) = items.get_mut(1)
        && is_proxy(name)
    {
        crate::place::lose(py, &hooks.recorder, &format!("{builtin}()"))?;
        *name = hooks.pinned(name, 1)?;
    }
    let builtin = py.import("builtins")?.getattr(builtin)?;
    builtin.call1(PyTuple::new(py, items)?).map(Some)
}

model!(getattr, |hooks, args, _kwargs| {
    about_attribute(hooks, "getattr", args)
});
model!(hasattr, |hooks, args, _kwargs| {
    about_attribute(hooks, "hasattr", args)
});
model!(setattr, |hooks, args, _kwargs| {
    about_attribute(hooks, "setattr", args)
});
model!(delattr, |hooks, args, _kwargs| {
    about_attribute(hooks, "delattr", args)
});

// A dictionary of another, or of pairs.
model!(dict, |hooks, args, kwargs| {
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
});

// `collections.Counter` of a sequence: each element is looked up.
model!(counter, |hooks, args, kwargs| {
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
});

// `pow` with a symbolic modulus, which Python would not ask.
model!(pow, |hooks, args, kwargs| {
    if args.len() != 3 || kwargs.is_some() || !is_proxy(&args.get_item(2)?) {
        return Ok(None);
    }
    let pow = args.py().import("builtins")?.getattr("pow")?;
    hooks.call_foreign(&pow, args, None).map(Some)
});

unary_model!(frozenset, |hooks, object| {
    hooks.freeze(&hooks.set_of(&object)?).map(Some)
});

/// Whether an object is an integer, proxy or not.
pub(super) fn is_integral(object: &Any<'_>) -> bool {
    object.is_instance_of::<PyInt>()
        || object.is_exact_instance_of::<SymInt>()
        || object.is_exact_instance_of::<SymBool>()
}
