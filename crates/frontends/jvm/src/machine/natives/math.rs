//! Numbers: bits of floats and the functions of `StrictMath`.

use everypath_term::{Op, Rounding};
use everypath_trace::Premise;

use super::super::value::Value;
use super::super::{Machine, Run};
use super::Native;
use crate::code::Kind;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    match class {
        "java/lang/Float" => Some(match name {
            "floatToRawIntBits" => float_bits,
            "intBitsToFloat" => float_of_bits,
            _ => return None,
        }),
        "java/lang/Double" => Some(match name {
            "doubleToRawLongBits" => double_bits,
            "longBitsToDouble" => double_of_bits,
            _ => return None,
        }),
        "java/lang/StrictMath" | "java/lang/Math" => function(name, descriptor),
        _ => None,
    }
}

fn function(name: &str, descriptor: &str) -> Option<Native> {
    Some(match (name, descriptor) {
        ("sqrt", "(D)D") => |machine, arguments| one(machine, arguments, Op::FpSqrt, f64::sqrt),
        ("floor", "(D)D") => {
            |machine, arguments| one(machine, arguments, Op::FpRound(Rounding::Floor), f64::floor)
        }
        ("ceil", "(D)D") => |machine, arguments| {
            one(
                machine,
                arguments,
                Op::FpRound(Rounding::Ceiling),
                f64::ceil,
            )
        },
        ("rint", "(D)D") => |machine, arguments| {
            let op = Op::FpRound(Rounding::NearestEven);
            one(machine, arguments, op, f64::round_ties_even)
        },
        ("abs", "(D)D") => |machine, arguments| one(machine, arguments, Op::FpAbs, f64::abs),
        ("sin", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.sin", f64::sin),
        ("cos", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.cos", f64::cos),
        ("tan", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.tan", f64::tan),
        ("asin", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.asin", f64::asin),
        ("acos", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.acos", f64::acos),
        ("atan", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.atan", f64::atan),
        ("exp", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.exp", f64::exp),
        ("log", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.log", f64::ln),
        ("log10", "(D)D") => {
            |machine, arguments| lost(machine, arguments, "Math.log10", f64::log10)
        }
        ("cbrt", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.cbrt", f64::cbrt),
        ("sinh", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.sinh", f64::sinh),
        ("cosh", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.cosh", f64::cosh),
        ("tanh", "(D)D") => |machine, arguments| lost(machine, arguments, "Math.tanh", f64::tanh),
        ("expm1", "(D)D") => {
            |machine, arguments| lost(machine, arguments, "Math.expm1", f64::exp_m1)
        }
        ("log1p", "(D)D") => {
            |machine, arguments| lost(machine, arguments, "Math.log1p", f64::ln_1p)
        }
        ("pow", "(DD)D") => |machine, arguments| two(machine, arguments, "Math.pow", power),
        ("atan2", "(DD)D") => {
            |machine, arguments| two(machine, arguments, "Math.atan2", f64::atan2)
        }
        ("hypot", "(DD)D") => {
            |machine, arguments| two(machine, arguments, "Math.hypot", f64::hypot)
        }
        _ => return None,
    })
}

/// Java's `pow` differs from C's where the exponent is NaN or infinite.
fn power(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite()) {
        return f64::NAN;
    }
    base.powf(exponent)
}

fn one(machine: &mut Machine, arguments: &[Value], op: Op, of: fn(f64) -> f64) -> Run<Value> {
    let result = Value::double(of(arguments[0].as_double()));
    Ok(match arguments[0].symbol() {
        None => result,
        Some(term) => {
            let term = machine.terms.apply(op, &[term]);
            machine.with_term(result, term)
        }
    })
}

/// A function that no term expresses: its argument is made concrete.
fn lost(machine: &mut Machine, arguments: &[Value], name: &str, of: fn(f64) -> f64) -> Run<Value> {
    if arguments[0].is_symbolic() {
        machine.lose(name);
        machine.pin(arguments[0], Kind::Double)?;
    }
    Ok(Value::double(of(arguments[0].as_double())))
}

fn two(
    machine: &mut Machine,
    arguments: &[Value],
    name: &str,
    of: fn(f64, f64) -> f64,
) -> Run<Value> {
    let (a, b) = (arguments[0], arguments[2]);
    if a.is_symbolic() || b.is_symbolic() {
        machine.lose(name);
        machine.pin(a, Kind::Double)?;
        machine.pin(b, Kind::Double)?;
    }
    Ok(Value::double(of(a.as_double(), b.as_double())))
}

fn float_bits(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let result = Value::int(arguments[0].bits as i32);
    bits(
        machine,
        arguments[0],
        result,
        arguments[0].as_float().is_nan(),
    )
}

fn float_of_bits(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let result = Value {
        bits: u64::from(arguments[0].bits as u32),
        term: 0,
    };
    Ok(convert(machine, arguments[0], result, Op::FpFromBits))
}

fn double_bits(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let result = arguments[0].concrete();
    bits(
        machine,
        arguments[0],
        result,
        arguments[0].as_double().is_nan(),
    )
}

fn double_of_bits(machine: &mut Machine, arguments: &[Value]) -> Run<Value> {
    let result = arguments[0].concrete();
    Ok(convert(machine, arguments[0], result, Op::FpFromBits))
}

/// The bits of a float. Terms know one NaN only, the machine many: theirs are
/// no term.
fn bits(machine: &mut Machine, from: Value, result: Value, is_nan: bool) -> Run<Value> {
    if let Some(term) = from.symbol() {
        let condition = machine.terms.apply(Op::FpIsNan, &[term]);
        machine.check(condition, is_nan)?;
        machine.suppose(Premise::Payload);
        if is_nan {
            return Ok(result.concrete());
        }
    }
    Ok(convert(machine, from, result, Op::FpToBits))
}

fn convert(machine: &mut Machine, from: Value, result: Value, op: Op) -> Value {
    match from.symbol() {
        None => result,
        Some(term) => {
            let term = machine.terms.apply(op, &[term]);
            machine.with_term(result, term)
        }
    }
}
