//! What each layer passes on and what it answers itself, over a solver that
//! only records.

use std::sync::{Arc, Mutex};

use everypath_term::{Sort, TermId, Terms, Value, parse, print};

use super::*;
use crate::query::{Answer, Model, Proof, Query, Solver, Why};

/// Records the conditions of its queries and gives one answer.
struct Record {
    seen: Arc<Mutex<Vec<Vec<TermId>>>>,
    answer: Answer,
}

impl Solver for Record {
    fn check(&mut self, _: &mut Terms, query: &Query) -> Answer {
        self.seen.lock().unwrap().push(query.conditions().collect());
        self.answer.clone()
    }
}

struct Bench {
    terms: Terms,
    seen: Arc<Mutex<Vec<Vec<TermId>>>>,
    hint: Arc<Model>,
}

impl Bench {
    fn new(hint: &[(&str, i64)]) -> Bench {
        let mut terms = Terms::new();
        let hint = hint.iter().map(|&(name, value)| {
            let variable = terms.variable(name, Sort::INT);
            (variable, Value::int(value))
        });
        let hint = Arc::new(hint.collect());
        Bench {
            terms,
            seen: Arc::default(),
            hint,
        }
    }

    fn below(&self, answer: Answer) -> Box<dyn Solver> {
        Box::new(Record {
            seen: self.seen.clone(),
            answer,
        })
    }

    fn query(&mut self, conditions: &[&str]) -> Query {
        let mut conditions: Vec<TermId> = conditions
            .iter()
            .map(|text| parse(&mut self.terms, text).expect(text))
            .collect();
        let goal = conditions.pop().expect("a goal");
        let mut query = Query::new(conditions, goal);
        query.hint = self.hint.clone();
        query
    }

    /// The conditions of the last query passed on.
    fn passed(&self) -> Vec<String> {
        let seen = self.seen.lock().unwrap();
        let last = seen.last().expect("a query was passed on");
        last.iter().map(|&term| print(&self.terms, term)).collect()
    }

    fn count(&self) -> usize {
        self.seen.lock().unwrap().len()
    }
}

const UNKNOWN: Answer = Answer::Unknown(Why::WrongModel);

#[test]
fn normalise_drops_what_follows() {
    let mut bench = Bench::new(&[]);
    let mut layer = Normalise::new(bench.below(UNKNOWN));
    let query = bench.query(&[
        "(< x:int 5)",
        "(< x 3)",
        "(not (= x 9))",
        "(and (< 0 x) y:bool)",
    ]);
    layer.check(&mut bench.terms, &query);
    assert_eq!(bench.passed(), ["(<= x:int 2)", "(<= 1 x:int)", "y:bool"]);
}

#[test]
fn normalise_finds_contradictions() {
    for conditions in [
        &["(< x:int 5)", "(< 7 x)"][..],
        &["(= x:int 5)", "(= x 6)"],
        &["(not (= x:int 5))", "(= x 5)"],
        &["(< x:int y:int)", "(<= y x)"],
        &["(<= (+ x:int 3) y:int)", "(<= y (+ x 2))"],
        &["b:bool", "(not b)"],
        &["(not (or b:bool c:bool))", "c"],
    ] {
        let mut bench = Bench::new(&[]);
        let mut layer = Normalise::new(bench.below(UNKNOWN));
        let query = bench.query(conditions);
        let answer = layer.check(&mut bench.terms, &query);
        assert!(matches!(answer, Answer::Unsat(_)), "{conditions:?}");
        assert_eq!(bench.count(), 0);
    }
}

#[test]
fn slice_keeps_what_the_goal_depends_on() {
    let mut bench = Bench::new(&[("x", 1), ("y", 2), ("z", 3), ("w", 4)]);
    let mut layer = Slice::new(bench.below(UNKNOWN));
    let query = bench.query(&["(< x y)", "(< y z)", "(< w 9)", "(< z 7)", "(< 5 x)"]);
    layer.check(&mut bench.terms, &query);
    assert_eq!(
        bench.passed(),
        [
            "(< x:int y:int)",
            "(< y:int z:int)",
            "(<= z:int 6)",
            "(<= 6 x:int)"
        ]
    );
}

#[test]
fn slice_keeps_what_the_hint_breaks() {
    let mut bench = Bench::new(&[("x", 1), ("w", 4)]);
    let mut layer = Slice::new(bench.below(UNKNOWN));
    let query = bench.query(&["(< 9 w)", "(< w 100)", "(< 5 x)"]);
    layer.check(&mut bench.terms, &query);
    assert_eq!(
        bench.passed(),
        ["(<= 10 w:int)", "(<= w:int 99)", "(<= 6 x:int)"]
    );
}

#[test]
fn reuse_moves_one_variable() {
    for goal in [
        "(< 50 x)",
        "(= (+ x y) 1000)",
        "(= (* 3 x) 51)",
        "(= (mod x 7) 5)",
        "(< (- x y) -80)",
        "(or (= x 77) (= y 78))",
    ] {
        let mut bench = Bench::new(&[("x", 10), ("y", 20)]);
        let mut layer = Reuse::new(bench.below(UNKNOWN));
        let query = bench.query(&["(< 0 y)", goal]);
        let answer = layer.check(&mut bench.terms, &query);
        assert!(matches!(answer, Answer::Sat(_)), "{goal}: {answer:?}");
    }
}

#[test]
fn cache_knows_subsets_of_unsatisfiable_sets() {
    let mut bench = Bench::new(&[]);
    let query = bench.query(&["(< x:int y:int)", "(< y x)"]);
    let core = query.conditions().collect();
    let mut layer = Cache::new(bench.below(Answer::Unsat(Proof { core })));
    layer.check(&mut bench.terms, &query);
    let larger = bench.query(&["(< x y)", "(< x 9)", "(< y x)"]);
    let answer = layer.check(&mut bench.terms, &larger);
    assert!(matches!(answer, Answer::Unsat(_)));
    assert_eq!(bench.count(), 1);
}

#[test]
fn cache_knows_models_of_supersets_and_tries_those_of_subsets() {
    let mut bench = Bench::new(&[]);
    let query = bench.query(&["(< x:int 9)", "(< 3 x)"]);
    let x = bench.terms.find_variable("x").expect("parsed");
    let model: Model = [(x, Value::int(5))].into_iter().collect();
    let mut layer = Cache::new(bench.below(Answer::Sat(model)));
    layer.check(&mut bench.terms, &query);
    let smaller = bench.query(&["(< 3 x)"]);
    layer.check(&mut bench.terms, &smaller);
    let larger = bench.query(&["(< x 9)", "(< 3 x)", "(< x 8)"]);
    layer.check(&mut bench.terms, &larger);
    assert_eq!(bench.count(), 1, "both were answered from memory");
    let other = bench.query(&["(< x 9)", "(< 3 x)", "(< x 5)"]);
    layer.check(&mut bench.terms, &other);
    assert_eq!(bench.count(), 2, "the model does not fit this one");
}

#[test]
#[should_panic(expected = "does not satisfy")]
fn validate_stops_wrong_models() {
    let mut bench = Bench::new(&[]);
    let query = bench.query(&["(< 3 x:int)"]);
    let mut layer = Validate::new(bench.below(Answer::Sat(Model::new())));
    layer.check(&mut bench.terms, &query);
}
