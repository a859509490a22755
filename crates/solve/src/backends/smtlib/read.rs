//! Reads the values that an external solver gives.

use everypath_term::{Op, Scalar, Sort, Terms, Value, VarId, apply};
use num_bigint::BigInt;

use crate::query::Model;

/// A word or a list.
#[derive(Debug, PartialEq, Eq)]
enum Expression {
    Word(String),
    List(Vec<Expression>),
}

/// The model in the answer to `get-value`; `None` if some value is in a form
/// that is not read.
pub fn model(terms: &Terms, variables: &[VarId], text: &str) -> Option<Model> {
    let Expression::List(pairs) = parse(text)? else {
        return None;
    };
    let mut model = Model::new();
    for (&variable, pair) in variables.iter().zip(&pairs) {
        let Expression::List(pair) = pair else {
            return None;
        };
        let value = value(terms.variable_of(variable).sort, pair.get(1)?)?;
        model.insert(variable, value);
    }
    (model.len() == variables.len()).then_some(model)
}

fn parse(text: &str) -> Option<Expression> {
    let mut open: Vec<Vec<Expression>> = Vec::new();
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    for word in spaced.split_whitespace() {
        let done = match word {
            "(" => {
                open.push(Vec::new());
                continue;
            }
            ")" => Expression::List(open.pop()?),
            _ => Expression::Word(word.to_owned()),
        };
        match open.last_mut() {
            Some(list) => list.push(done),
            None => return Some(done),
        }
    }
    None
}

fn bits(expression: &Expression) -> Option<u64> {
    match expression {
        Expression::Word(word) => match word.split_at_checked(2)? {
            ("#b", digits) => u64::from_str_radix(digits, 2).ok(),
            ("#x", digits) => u64::from_str_radix(digits, 16).ok(),
            _ => None,
        },
        Expression::List(list) => match list.as_slice() {
            // (_ bv5 8)
            [_, Expression::Word(number), _] => number.strip_prefix("bv")?.parse().ok(),
            _ => None,
        },
    }
}

fn integer(expression: &Expression) -> Option<BigInt> {
    match expression {
        Expression::Word(word) => word.parse().ok(),
        Expression::List(list) => match list.as_slice() {
            [Expression::Word(minus), number] if minus == "-" => Some(-integer(number)?),
            _ => None,
        },
    }
}

fn float(scalar: Scalar, expression: &Expression) -> Option<Value> {
    let Expression::List(list) = expression else {
        return None;
    };
    let make = |value: f64| match scalar {
        Scalar::Float32 => Value::float32(value as f32),
        _ => Value::float64(value),
    };
    match list.as_slice() {
        [Expression::Word(underscore), Expression::Word(name), ..] if underscore == "_" => {
            Some(make(match name.as_str() {
                "NaN" => f64::NAN,
                "+oo" => f64::INFINITY,
                "-oo" => f64::NEG_INFINITY,
                "+zero" => 0.0,
                "-zero" => -0.0,
                _ => return None,
            }))
        }
        [_, sign, exponent, fraction] => {
            let (sign, exponent, fraction) = (bits(sign)?, bits(exponent)?, bits(fraction)?);
            Some(match scalar {
                Scalar::Float32 => {
                    let all = sign << 31 | exponent << 23 | fraction;
                    Value::float32(f32::from_bits(all as u32))
                }
                _ => Value::float64(f64::from_bits(sign << 63 | exponent << 52 | fraction)),
            })
        }
        _ => None,
    }
}

fn value(sort: Sort, expression: &Expression) -> Option<Value> {
    match sort {
        Sort::Scalar(Scalar::Bool) => match expression {
            Expression::Word(word) => Some(Value::Bool(word == "true")),
            Expression::List(_) => None,
        },
        Sort::Scalar(Scalar::BitVec(width)) => Some(Value::bit_vec(width, bits(expression)?)),
        Sort::Scalar(Scalar::Int) => integer(expression).map(Value::Int),
        Sort::Scalar(scalar) => float(scalar, expression),
        Sort::Array { index, element } => {
            let (index_sort, element_sort) = (Sort::Scalar(index), Sort::Scalar(element));
            let Expression::List(list) = expression else {
                return None;
            };
            match list.as_slice() {
                [Expression::Word(store), array, at, held] if store == "store" => {
                    let array = value(sort, array)?;
                    let (at, held) = (value(index_sort, at)?, value(element_sort, held)?);
                    Some(apply(Op::Store, &[&array, &at, &held]))
                }
                // ((as const sort) default)
                [Expression::List(_), default] => {
                    let default = value(element_sort, default)?;
                    Some(apply(Op::ConstArray(index), &[&default]))
                }
                _ => None,
            }
        }
    }
}
