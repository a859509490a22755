//! Models are values that people like to read.

use std::sync::Arc;

use everypath_solve::{Answer, Model, Options, Query, default_chain};
use everypath_term::{Sort, Terms, Value, parse, print};

/// Solves conditions, the last one the goal, and prints the model.
fn check(hint: &[(&str, i64)], conditions: &[&str], expected: &str) {
    let mut terms = Terms::new();
    let mut parent = Model::new();
    for &(name, value) in hint {
        let variable = terms.variable(name, Sort::INT);
        parent.insert(variable, Value::int(value));
    }
    let mut conditions: Vec<_> = conditions
        .iter()
        .map(|text| parse(&mut terms, text).unwrap_or_else(|e| panic!("{text}: {e}")))
        .collect();
    let mut assumptions = Vec::new();
    for variable in terms.variables().to_vec() {
        if variable.name.ends_with(']') {
            for bound in ["(<= 0 {})", "(<= {} 1114111)"] {
                let text = bound.replace("{}", &variable.name);
                assumptions.push(parse(&mut terms, &text).unwrap());
            }
        }
    }
    let goal = conditions.pop().expect("a goal");
    let mut query = Query::new(conditions, goal);
    query.assumptions = assumptions;
    query.hint = Arc::new(parent);
    let answer = default_chain(&Options::default()).check(&mut terms, &query);
    let Answer::Sat(model) = answer else {
        panic!("{answer:?}");
    };
    let mut shown = Vec::new();
    for (variable, value) in model.iter() {
        let name = terms.variable_of(variable).name.clone();
        let text = match value {
            Value::Int(number) if name.ends_with(']') => {
                let code = u32::try_from(number.clone()).expect("a character");
                format!("{:?}", char::from_u32(code).unwrap_or('\u{fffd}'))
            }
            _ => {
                let term = terms.constant(value.clone());
                print(&terms, term)
            }
        };
        shown.push(format!("{name} = {text}"));
    }
    assert_eq!(shown.join(", "), expected);
}

#[test]
fn numbers_are_small() {
    check(
        &[],
        &["(= (+ x:int y:int) 100)", "(< y x)"],
        "x = 56, y = 44",
    );
    check(&[], &["(= (* x:int x) 1764)"], "x = 42");
    check(&[], &["(= (mod x:int 7) 3)", "(< 100 x)"], "x = 101");
    check(
        &[],
        &[
            "(< x:int y:int)",
            "(< y z:int)",
            "(not (= y 0))",
            "(< (* x y) (* y z))",
        ],
        "x = 0, y = 1, z = 2",
    );
}

#[test]
fn numbers_stay_near_the_hint() {
    let hint = [("x", 5), ("y", 7)];
    check(&hint, &["(< x y)", "(< (* x y) 0)"], "x = -1, y = 7");
    check(&hint, &["(< x y)", "(= (* x y) 77)"], "x = 7, y = 11");
}

#[test]
fn characters_are_printable() {
    check(
        &[],
        &[
            "(<= 97 s[0]:int)",
            "(<= s[0] 122)",
            "(<= 48 s[1]:int)",
            "(<= s[1] 57)",
            "(< s[2]:int s[0])",
        ],
        "s[0] = 'f', s[1] = '0', s[2] = 'a'",
    );
    check(
        &[("s[0]", 97), ("s[1]", 98)],
        &["(not (= s[0] s[1]))", "(= s[0] (+ s[1] 2))"],
        "s[0] = 'd', s[1] = 'b'",
    );
    check(
        &[],
        &["(= (mod (+ (* s[0]:int 31) s[1]:int) 97) 5)"],
        "s[0] = 'a', s[1] = 'f'",
    );
}
