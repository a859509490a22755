//! Concolic-like queries: seeded traces over a few inputs, every decision
//! flipped in order. Prints queries per second, what each layer answered, and
//! what keeping circuits between queries is worth.
//!
//! `cargo bench -p everypath-solve`; an argument names one family.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use everypath_solve::{Answer, Model, Options, Query, Solver, Statistics, default_chain};
use everypath_term::{Evaluator, Op, Scalar, Sort, TermId, Terms, Value, VarId};
use everypath_testlab::Random;

/// One family of queries: the variables, their values and the conditions.
struct Family {
    name: &'static str,
    sort: Sort,
    variables: usize,
    value: fn(&mut Random) -> Value,
    condition: fn(&mut Random, &mut Terms, &[TermId]) -> TermId,
    assumptions: fn(&mut Terms, &[TermId]) -> Vec<TermId>,
}

fn none(_: &mut Terms, _: &[TermId]) -> Vec<TermId> {
    Vec::new()
}

/// A character is at most the last code point.
fn characters(terms: &mut Terms, variables: &[TermId]) -> Vec<TermId> {
    let (low, high) = (terms.int(0), terms.int(0x10_ffff));
    let bounds = variables.iter().flat_map(|&variable| {
        [
            terms.apply(Op::IntLe, &[low, variable]),
            terms.apply(Op::IntLe, &[variable, high]),
        ]
    });
    bounds.collect()
}

fn compare(random: &mut Random, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let op = random.pick(&[Op::IntLt, Op::IntLe, Op::Eq, Op::IntLt]);
    terms.apply(op, &[a, b])
}

/// `a x + b y < c`, `x < y`, `x < c`.
fn linear(random: &mut Random, terms: &mut Terms, variables: &[TermId]) -> TermId {
    let (x, y) = (random.pick(variables), random.pick(variables));
    let constant = terms.int(random.below(200) as i64 - 100);
    let left = match random.below(4) {
        0 => {
            let factor = terms.int(random.below(9) as i64 - 4);
            let scaled = terms.apply(Op::IntMul, &[x, factor]);
            terms.apply(Op::IntAdd, &[scaled, y])
        }
        1 => terms.apply(Op::IntAdd, &[x, y]),
        2 => {
            let sum = terms.apply(Op::IntAdd, &[x, constant]);
            return compare(random, terms, sum, y);
        }
        _ => x,
    };
    compare(random, terms, left, constant)
}

fn division(random: &mut Random, terms: &mut Terms, variables: &[TermId]) -> TermId {
    let x = random.pick(variables);
    let divisor = terms.int(random.pick(&[2, 3, 5, 7, 10, 16, 60]));
    let op = random.pick(&[Op::IntFloorMod, Op::IntFloorDiv]);
    let quotient = terms.apply(op, &[x, divisor]);
    let constant = terms.int(random.below(12) as i64);
    match random.below(3) {
        0 => linear(random, terms, variables),
        _ => compare(random, terms, quotient, constant),
    }
}

fn strings(random: &mut Random, terms: &mut Terms, variables: &[TermId]) -> TermId {
    let c = random.pick(variables);
    let letter = random.pick(b"abcxyzABC0189 ,;-+") as i64;
    let constant = terms.int(letter);
    match random.below(5) {
        0 | 1 => terms.eq(c, constant),
        2 => {
            let (low, high) = random.pick(&[(48, 57), (97, 122), (65, 90), (9, 32)]);
            let (low, high) = (terms.int(low), terms.int(high));
            let above = terms.apply(Op::IntLe, &[low, c]);
            let below = terms.apply(Op::IntLe, &[c, high]);
            terms.and(above, below)
        }
        3 => {
            // A word: several characters at once.
            let start = random.below(variables.len() - 3);
            let mut all = terms.bool(true);
            for &c in &variables[start..start + 3] {
                let letter = terms.int(random.pick(b"abcdef01") as i64);
                let same = terms.eq(c, letter);
                all = terms.and(all, same);
            }
            all
        }
        _ => {
            let other = random.pick(variables);
            terms.eq(c, other)
        }
    }
}

fn machine(random: &mut Random, terms: &mut Terms, variables: &[TermId]) -> TermId {
    let (x, y) = (random.pick(variables), random.pick(variables));
    let constant = terms.constant(Value::bit_vec(32, random.bits() % 1000));
    let op = random.pick(&[Op::BvAdd, Op::BvSub, Op::BvXor, Op::BvAnd, Op::BvMul]);
    let right = if op == Op::BvMul { constant } else { y };
    let left = terms.apply(op, &[x, right]);
    let op = random.pick(&[Op::BvSlt, Op::BvSle, Op::Eq, Op::BvUlt]);
    terms.apply(op, &[left, constant])
}

fn floats(random: &mut Random, terms: &mut Terms, variables: &[TermId]) -> TermId {
    let (x, y) = (random.pick(variables), random.pick(variables));
    let constant = terms.constant(Value::float64(random.below(200) as f64 / 4.0 - 25.0));
    let left = match random.below(4) {
        0 => terms.apply(Op::FpAdd, &[x, y]),
        1 => terms.apply(Op::FpSub, &[x, constant]),
        _ => x,
    };
    let op = random.pick(&[Op::FpLt, Op::FpLe, Op::FpEq]);
    terms.apply(op, &[left, constant])
}

fn arrays(random: &mut Random, terms: &mut Terms, variables: &[TermId]) -> TermId {
    let sort = Sort::Array {
        index: Scalar::BitVec(32),
        element: Scalar::BitVec(8),
    };
    let array = terms.var("memory", sort);
    let index = random.pick(variables);
    let limit = terms.constant(Value::bit_vec(32, 16));
    if random.below(3) == 0 {
        return terms.apply(Op::BvUlt, &[index, limit]);
    }
    let element = terms.apply(Op::Select, &[array, index]);
    let constant = terms.constant(Value::bit_vec(8, random.bits() % 50));
    let op = random.pick(&[Op::BvUlt, Op::Eq, Op::BvUle]);
    terms.apply(op, &[element, constant])
}

const FAMILIES: [Family; 6] = [
    Family {
        name: "integers",
        sort: Sort::INT,
        variables: 6,
        value: |random| Value::int(random.below(100) as i64 - 50),
        condition: linear,
        assumptions: none,
    },
    Family {
        name: "division",
        sort: Sort::INT,
        variables: 4,
        value: |random| Value::int(random.below(100) as i64),
        condition: division,
        assumptions: none,
    },
    Family {
        name: "strings",
        sort: Sort::INT,
        variables: 12,
        value: |random| Value::int(random.pick(b"abcdexyz0123,; ") as i64),
        condition: strings,
        assumptions: characters,
    },
    Family {
        name: "machine",
        sort: Sort::Scalar(Scalar::BitVec(32)),
        variables: 6,
        value: |random| Value::bit_vec(32, random.bits() % 1000),
        condition: machine,
        assumptions: none,
    },
    Family {
        name: "floats",
        sort: Sort::FLOAT64,
        variables: 4,
        value: |random| Value::float64(random.below(100) as f64 / 2.0),
        condition: floats,
        assumptions: none,
    },
    Family {
        name: "arrays",
        sort: Sort::Scalar(Scalar::BitVec(32)),
        variables: 5,
        value: |random| Value::bit_vec(32, random.bits() % 16),
        condition: arrays,
        assumptions: none,
    },
];

/// The queries of some traces, in the order an explorer asks them.
fn queries(family: &Family, terms: &mut Terms, traces: usize) -> Vec<Query> {
    let mut random = Random::new(0x00c0_ffee_1234_5678);
    let ids: Vec<VarId> = (0..family.variables)
        .map(|number| terms.variable(&format!("s[{number}]"), family.sort))
        .collect();
    let variables: Vec<TermId> = ids.iter().map(|&id| terms.read(id)).collect();
    let assumptions = (family.assumptions)(terms, &variables);
    // A program has few conditions, and its runs meet them again.
    let program: Vec<TermId> = (0..60)
        .map(|_| (family.condition)(&mut random, terms, &variables))
        .collect();
    let mut queries = Vec::new();
    for _ in 0..traces {
        let hint: Model = ids
            .iter()
            .map(|&id| (id, (family.value)(&mut random)))
            .collect();
        let hint = Arc::new(hint);
        let mut evaluator = Evaluator::new();
        let mut prefix = Vec::new();
        for _ in 0..10 + random.below(50) {
            let condition = random.pick(&program);
            let value = |variable: VarId| hint.get(variable).cloned();
            let taken = evaluator.holds(terms, condition, &value);
            let goal = terms.decided(condition, !taken);
            let mut query = Query::new(prefix.clone(), goal);
            query.assumptions = assumptions.clone();
            query.hint = hint.clone();
            queries.push(query);
            prefix.push(terms.decided(condition, taken));
        }
    }
    queries
}

#[derive(Default)]
struct Outcome {
    sat: usize,
    unsat: usize,
    unknown: usize,
    times: Vec<Duration>,
    statistics: Statistics,
}

fn run(terms: &mut Terms, queries: &[Query], options: &Options, fresh: bool) -> Outcome {
    let mut outcome = Outcome::default();
    let mut solver: Box<dyn Solver> = default_chain(options);
    for query in queries {
        if fresh {
            solver = default_chain(options);
        }
        let start = Instant::now();
        let answer = solver.check(terms, query);
        outcome.times.push(start.elapsed());
        match answer {
            Answer::Sat(_) => outcome.sat += 1,
            Answer::Unsat(_) => outcome.unsat += 1,
            Answer::Unknown(_) => outcome.unknown += 1,
        }
    }
    solver.report(&mut outcome.statistics);
    outcome.times.sort_unstable();
    outcome
}

impl Outcome {
    fn total(&self) -> Duration {
        self.times.iter().sum()
    }

    fn at(&self, share: f64) -> f64 {
        let position = (self.times.len() - 1) as f64 * share;
        self.times[position as usize].as_secs_f64() * 1e6
    }
}

fn report(name: &str, outcome: &Outcome) {
    println!(
        "{name:>22}: {:6.0} queries/s, median {:7.1} us, 90 % {:7.1} us, 99 % {:8.1} us, most {:8.1} us; {} sat, {} unsat, {} unknown",
        outcome.times.len() as f64 / outcome.total().as_secs_f64(),
        outcome.at(0.5),
        outcome.at(0.9),
        outcome.at(0.99),
        outcome.at(1.0),
        outcome.sat,
        outcome.unsat,
        outcome.unknown,
    );
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let bare = Options {
        reuse: false,
        cache: false,
        polish: false,
        external: None,
    };
    let full = Options {
        ..Options::default()
    };
    for family in &FAMILIES {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == family.name) {
            continue;
        }
        let mut terms = Terms::new();
        let queries = queries(family, &mut terms, 30);
        println!("{} ({} queries)", family.name, queries.len());
        let chain = run(&mut terms, &queries, &full, false);
        report("chain", &chain);
        let mut shares = String::new();
        for layer in &chain.statistics.layers {
            let share = layer.answered as f64 * 100.0 / queries.len() as f64;
            shares += &format!(" {} {share:.1} %", layer.name);
        }
        println!("{:>22}:{shares}", "answered by");
        println!("{:>22}: {:?}", "counters", chain.statistics.counters);
        let incremental = run(&mut terms, &queries, &bare, false);
        report("blaster, incremental", &incremental);
        // As a strategy that jumps between traces would ask them.
        let mut jumping = queries.clone();
        let mut random = Random::new(0x1357_9bdf_0246_8ace);
        for position in (1..jumping.len()).rev() {
            jumping.swap(position, random.below(position + 1));
        }
        let shuffled = run(&mut terms, &jumping, &bare, false);
        report("blaster, jumping", &shuffled);
        let fresh = run(&mut terms, &queries, &bare, true);
        report("blaster, fresh", &fresh);
        println!(
            "{:>22}: {:.2}",
            "fresh / incremental",
            fresh.total().as_secs_f64() / incremental.total().as_secs_f64()
        );
    }
}
