//! Queries as text: conditions, the last one the goal, and the answer. A model
//! is checked by the chain itself, which panics on a wrong one.

use std::sync::Arc;

use everypath_solve::{Answer, Options, Query, default_chain};
use everypath_term::{Terms, Value, parse};

fn answer_of(options: &Options, assumptions: &[&str], conditions: &[&str]) -> String {
    let mut terms = Terms::new();
    let mut read = |text: &&str| parse(&mut terms, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let assumptions = assumptions.iter().map(&mut read).collect();
    let mut conditions: Vec<_> = conditions.iter().map(&mut read).collect();
    let goal = conditions.pop().expect("a goal");
    let mut query = Query::new(conditions, goal);
    query.assumptions = assumptions;
    match default_chain(options).check(&mut terms, &query) {
        Answer::Sat(_) => "sat".to_owned(),
        Answer::Unsat(_) => "unsat".to_owned(),
        Answer::Unknown(why) => why.to_string(),
    }
}

/// Checks an answer with and without the layers that guess.
fn check_under(assumptions: &[&str], conditions: &[&str], expected: &str) {
    for reuse in [true, false] {
        let options = Options {
            reuse,
            ..Options::default()
        };
        let answer = answer_of(&options, assumptions, conditions);
        assert_eq!(
            answer, expected,
            "{assumptions:?} {conditions:?}, reuse {reuse}"
        );
    }
}

fn check(conditions: &[&str], expected: &str) {
    check_under(&[], conditions, expected);
}

#[test]
fn booleans() {
    check(&["a:bool", "(or (not a) b:bool)"], "sat");
    check(&["a:bool", "(or (not a) b:bool)", "(not b)"], "unsat");
    check(&["(and a:bool (not a))"], "unsat");
    check(&["true"], "sat");
    check(&["a:bool", "true"], "sat");
    check(
        &["(= a:bool b:bool)", "(= b c:bool)", "(not (= a c))"],
        "unsat",
    );
}

#[test]
fn integers() {
    check(&["(< x:int 5)", "(< 10 x)"], "unsat");
    check(&["(< x:int 1000)", "(< 990 x)"], "sat");
    check(&["(< x:int y:int)", "(< y z:int)", "(< z x)"], "unsat");
    check(
        &["(< x:int y:int)", "(< y z:int)", "(< z (+ x 2))"],
        "unsat",
    );
    check(&["(< x:int y:int)", "(< y z:int)", "(< z (+ x 3))"], "sat");
    check(&["(= (+ (* 3 x:int) (* 5 y:int)) 1)", "(< 0 x)"], "sat");
    check(&["(= (+ (* 4 x:int) (* 6 y:int)) 1)"], "unsat");
    check(&["(= (mod x:int 7) 3)", "(< 100 x)"], "sat");
    check(&["(= (mod x:int 4) 3)", "(= (mod x 2) 0)"], "unsat");
    check(&["(= (div x:int 10) 7)", "(= (mod x 10) 9)"], "sat");
    check(&["(= x:int 123456789012345678901234567890)"], "sat");
    check(&["(= (* x:int x) 1764)"], "sat");
    check(&["(= (* x:int x) 2)"], "none within 64 bits");
    check(&["(= (int.and x:int 255) 66)", "(< x 0)"], "sat");
    check(&["(= (int.shl 1 n:int) 1024)"], "sat");
    check(
        &[
            "(< 20 a:int)",
            "(< 20 b:int)",
            "(< 20 c:int)",
            "(< 20 d:int)",
            "(< 20 e:int)",
            "(< 20 f:int)",
            "(< (+ a (+ b (+ c (+ d (+ e f))))) 120)",
        ],
        "unsat",
    );
    check(&["(< 5 (ite (< x:int 0) (neg x) x))", "(< x -3)"], "sat");
    check(&["(< (ite (< x:int 0) (neg x) x) 0)"], "unsat");
}

#[test]
fn bounded_integers_are_decided() {
    let character = ["(<= 0 c:int)", "(<= c 1114111)"];
    check_under(&character, &["(= (* c c) 9801)"], "sat");
    check_under(&character, &["(= (* c c) 2)"], "unsat");
    check_under(
        &character,
        &["(< c 97)", "(< 64 c)", "(not (= c 70))"],
        "sat",
    );
    check_under(&character, &["(< c 0)"], "unsat");
    check_under(
        &["(<= 0 n:int)"],
        &["(< (+ n 5) m:int)", "(< m 5)"],
        "unsat",
    );
}

#[test]
fn bit_vectors() {
    check(&["(= (bvmul x:bv32 3:bv32) 1:bv32)"], "sat");
    check(&["(= (bvmul x:bv32 2:bv32) 1:bv32)"], "unsat");
    check(
        &["(bvslt x:bv32 0:bv32)", "(bvslt 0:bv32 (bvneg x))"],
        "sat",
    );
    check(&["(bvslt x:bv8 0:bv8)", "(bvslt (bvneg x) 0:bv8)"], "sat");
    check(&["(= (bvudiv x:bv16 10:bv16) 1234:bv16)"], "sat");
    check(
        &["(= (bvsrem x:bv8 0:bv8) 5:bv8)", "(not (= x 5:bv8))"],
        "unsat",
    );
    check(&["(bvult x:bv8 (bvand x y:bv8))"], "unsat");
    check(
        &["(= (concat x:bv8 y:bv8) 258:bv16)", "(bvult y x)"],
        "unsat",
    );
    check(
        &[
            "(= (bvshl x:bv8 y:bv8) 128:bv8)",
            "(= (extract:0:0 x) 0:bv1)",
        ],
        "sat",
    );
}

#[test]
fn conversions() {
    check(&["(= (int.signed x:bv8) -3)"], "sat");
    check(&["(< (int.unsigned x:bv8) 0)"], "unsat");
    check(&["(= (int.to_bv:8 x:int) 5:bv8)", "(< 1000 x)"], "sat");
}

#[test]
fn floats() {
    check(
        &["(fp.eq (fp.add x:f64 1.0:f64) x)", "(not (fp.infinite x))"],
        "sat",
    );
    check(
        &["(fp.lt x:f64 0.0:f64)", "(fp.lt 0.0:f64 (fp.sqrt x))"],
        "unsat",
    );
    check(&["(fp.eq (fp.mul x:f32 x) 2.25:f32)"], "sat");
    check(&["(fp.lt x:f64 y:f64)", "(fp.lt y x)"], "unsat");
    check(
        &["(= (fp.to_signed:32 x:f64) 7:bv32)", "(fp.lt 7.25:f64 x)"],
        "sat",
    );
    check(
        &["(fp.eq (fp.from_int n:int) 2.5:f64)"],
        "none within 64 bits",
    );
    check(&["(fp.eq (fp.from_int n:int) 1000.0:f64)"], "sat");
    check(
        &["(= (fp.to_int x:f64) 12)", "(not (fp.eq x 12.0:f64))"],
        "sat",
    );
    check(
        &[
            "(fp.eq x:f64 0.1:f64)",
            "(fp.eq (fp.add x 0.2:f64) 0.3:f64)",
        ],
        "unsat",
    );
    check(&["(fp.nan (fp.sub x:f64 x))", "(not (fp.nan x))"], "sat");
    check(
        &["(= x:f64 y:f64)", "(fp.nan x)", "(not (fp.nan y))"],
        "unsat",
    );
}

#[test]
fn arrays() {
    check(
        &[
            "(= (select a:[bv8]bv8 i:bv8) 5:bv8)",
            "(= (select a j:bv8) 6:bv8)",
            "(= i j)",
        ],
        "unsat",
    );
    check(
        &["(= (select a:[int]int i:int) 5)", "(= (select a j:int) 6)"],
        "sat",
    );
    check(
        &[
            "(= (select a:[bv8]bv8 i:bv8) 5:bv8)",
            "(= (select (store a i 6:bv8) j:bv8) 5:bv8)",
            "(= i j)",
        ],
        "unsat",
    );
    check(&["(= (select (array int 0 (3 7) (5 9)) i:int) 9)"], "sat");
    check(
        &["(not (= a:[int]int b:[int]int))"],
        "unsupported: equality of arrays",
    );
}

/// Terms and queries that are deep or long must not exhaust the stack.
#[test]
fn large_terms() {
    let mut terms = Terms::new();
    let mut sum = parse(&mut terms, "x:int").unwrap();
    for number in 0..100 {
        let c = parse(&mut terms, &format!("c{}:int", number % 50)).unwrap();
        sum = terms.apply(everypath_term::Op::IntAdd, &[sum, c]);
    }
    let limit = terms.int(77);
    let goal = terms.eq(sum, limit);
    let mut prefix = Vec::new();
    for number in 0..50 {
        prefix.push(parse(&mut terms, &format!("(< {number} c{number})")).unwrap());
    }
    let mut query = Query::new(prefix, goal);
    let parent = (0..50).map(|number| {
        let variable = terms.find_variable(&format!("c{number}"));
        (variable.expect("made above"), Value::int(number + 1))
    });
    query.hint = Arc::new(parent.collect());
    let options = Options::default();
    let answer = default_chain(&options).check(&mut terms, &query);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");

    let mut nested = parse(&mut terms, "(< x 0)").unwrap();
    for number in 0..20_000 {
        let other = parse(&mut terms, &format!("(= x {number})")).unwrap();
        let either = terms.or(nested, other);
        let flag = parse(&mut terms, &format!("b{}:bool", number % 7)).unwrap();
        nested = terms.and(either, flag);
    }
    let answer = default_chain(&options).check(&mut terms, &Query::new(Vec::new(), nested));
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
}
