//! The chain against enumeration: random conditions over few small variables,
//! asked as concolic execution asks, and every answer compared with what
//! trying all assignments finds.

use std::sync::Arc;

use everypath_solve::{Answer, Model, Options, Query, default_chain};
use everypath_term::{Evaluator, Op, Sort, TermId, Terms, Value, VarId, print};
use everypath_testlab::Random;

/// The sorts of the variables of a trial; the first two are always there.
struct World {
    terms: Terms,
    variables: Vec<VarId>,
    sort: Sort,
    /// Integers range from minus this to this.
    range: i64,
}

impl World {
    fn new(sort: Sort, range: i64) -> World {
        let mut terms = Terms::new();
        let mut variables = Vec::new();
        for name in ["x", "y", "z"] {
            variables.push(terms.variable(name, sort));
        }
        variables.push(terms.variable("p", Sort::BOOL));
        World {
            terms,
            variables,
            sort,
            range,
        }
    }

    fn values(&self, variable: VarId) -> Vec<Value> {
        match self.terms.variable_of(variable).sort {
            Sort::BOOL => vec![Value::Bool(false), Value::Bool(true)],
            Sort::INT => (-self.range..=self.range).map(Value::int).collect(),
            sort => {
                let width = sort.width().expect("a bit-vector");
                (0..1 << width)
                    .map(|bits| Value::bit_vec(width, bits))
                    .collect()
            }
        }
    }

    fn number(&mut self, random: &mut Random, depth: usize) -> TermId {
        if depth == 0 || random.below(4) == 0 {
            return match random.below(3) {
                0 => {
                    let value = match self.sort.width() {
                        Some(width) => Value::bit_vec(width, random.bits()),
                        None => Value::int(random.below(21) as i64 - 10),
                    };
                    self.terms.constant(value)
                }
                _ => {
                    let variable = self.variables[random.below(3)];
                    self.terms.read(variable)
                }
            };
        }
        let a = self.number(random, depth - 1);
        let b = self.number(random, depth - 1);
        let op = match self.sort {
            Sort::INT => random.pick(&[
                Op::IntAdd,
                Op::IntSub,
                Op::IntAdd,
                Op::IntSub,
                Op::IntMul,
                Op::IntFloorDiv,
                Op::IntFloorMod,
                Op::IntAnd,
                Op::IntXor,
                Op::IntShr,
                Op::Ite,
            ]),
            _ => random.pick(&[
                Op::BvAdd,
                Op::BvSub,
                Op::BvMul,
                Op::BvUdiv,
                Op::BvUrem,
                Op::BvSdiv,
                Op::BvSrem,
                Op::BvAnd,
                Op::BvOr,
                Op::BvXor,
                Op::BvShl,
                Op::BvLshr,
                Op::BvAshr,
                Op::Ite,
            ]),
        };
        if op == Op::Ite {
            let condition = self.condition(random, depth - 1);
            return self.terms.ite(condition, a, b);
        }
        self.terms.apply(op, &[a, b])
    }

    fn condition(&mut self, random: &mut Random, depth: usize) -> TermId {
        if depth > 0 && random.below(4) == 0 {
            let a = self.condition(random, depth - 1);
            let b = self.condition(random, depth - 1);
            return match random.below(3) {
                0 => self.terms.and(a, b),
                1 => self.terms.or(a, b),
                _ => self.terms.not(a),
            };
        }
        if random.below(10) == 0 {
            let p = self.variables[3];
            return self.terms.read(p);
        }
        let a = self.number(random, depth);
        let b = self.number(random, depth);
        let op = match self.sort {
            Sort::INT => random.pick(&[Op::IntLt, Op::IntLe, Op::Eq]),
            _ => random.pick(&[Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::Eq]),
        };
        self.terms.apply(op, &[a, b])
    }

    fn bounds(&mut self) -> Vec<TermId> {
        let mut bounds = Vec::new();
        if self.sort == Sort::INT {
            for &variable in &self.variables[..3] {
                let term = self.terms.read(variable);
                let (low, high) = (self.terms.int(-self.range), self.terms.int(self.range));
                bounds.push(self.terms.apply(Op::IntLe, &[low, term]));
                bounds.push(self.terms.apply(Op::IntLe, &[term, high]));
            }
        }
        bounds
    }

    /// Whether some assignment within range satisfies the conditions.
    fn enumerate(&self, conditions: &[TermId]) -> bool {
        let options: Vec<Vec<Value>> = self.variables.iter().map(|&v| self.values(v)).collect();
        let mut evaluator = Evaluator::new();
        let total: usize = options.iter().map(Vec::len).product();
        (0..total).any(|mut code| {
            let mut chosen = Vec::new();
            for options in &options {
                chosen.push(options[code % options.len()].clone());
                code /= options.len();
            }
            let value = |variable: VarId| {
                let position = self.variables.iter().position(|&v| v == variable);
                position.map(|position| chosen[position].clone())
            };
            evaluator.reset();
            conditions
                .iter()
                .all(|&condition| evaluator.holds(&self.terms, condition, &value))
        })
    }
}

/// Asks about every flip of random traces; `bounded` says whether the bounds
/// are part of the query.
fn check(sort: Sort, range: i64, bounded: bool, rounds: usize, options: &Options) {
    let mut random = Random::new(0xfeed_5eed ^ range as u64 ^ u64::from(bounded) << 40);
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for _ in 0..rounds {
        let mut world = World::new(sort, range);
        let mut solver = default_chain(options);
        let assumptions = if bounded { world.bounds() } else { Vec::new() };
        for _ in 0..3 {
            let hint: Model = world
                .variables
                .iter()
                .map(|&variable| {
                    let values = world.values(variable);
                    (variable, values[random.below(values.len())].clone())
                })
                .collect();
            let hint = Arc::new(hint);
            let mut prefix = Vec::new();
            for _ in 0..5 {
                let condition = world.condition(&mut random, 2);
                let value = |variable: VarId| hint.get(variable).cloned();
                let taken = Evaluator::new().holds(&world.terms, condition, &value);
                let goal = world.terms.decided(condition, !taken);
                let mut query = Query::new(prefix.clone(), goal);
                query.assumptions = assumptions.clone();
                query.hint = hint.clone();
                let conditions: Vec<TermId> = query.conditions().collect();
                let exists = world.enumerate(&conditions);
                let answer = solver.check(&mut world.terms, &query);
                let shown = || -> Vec<String> {
                    let shown = conditions.iter().map(|&term| print(&world.terms, term));
                    shown.collect()
                };
                match answer {
                    // The chain checked the model itself.
                    Answer::Sat(_) => {
                        sat += 1;
                        assert!(exists || !bounded, "no solution of {:?}", shown());
                    }
                    Answer::Unsat(_) => {
                        unsat += 1;
                        assert!(!exists, "a solution of {:?}", shown());
                    }
                    Answer::Unknown(why) => {
                        unknown += 1;
                        let decidable = bounded || sort != Sort::INT;
                        assert!(!decidable, "{why} for {:?}", shown());
                        assert!(!exists, "{why}, but a solution of {:?}", shown());
                    }
                }
                prefix.push(world.terms.decided(condition, taken));
            }
        }
    }
    assert!(
        sat > 0 && unsat > 0,
        "{sat} sat, {unsat} unsat, {unknown} unknown"
    );
}

fn everywhere(sort: Sort, range: i64, bounded: bool, rounds: usize) {
    let bare = Options {
        reuse: false,
        cache: false,
        polish: false,
        external: None,
    };
    let full = Options {
        ..Options::default()
    };
    check(sort, range, bounded, rounds, &bare);
    check(sort, range, bounded, rounds, &full);
}

#[test]
fn bit_vectors_agree_with_enumeration() {
    everywhere(Sort::bit_vec(3), 0, true, 60);
}

#[test]
fn bounded_integers_agree_with_enumeration() {
    everywhere(Sort::INT, 4, true, 60);
}

#[test]
fn unbounded_integers_agree_with_enumeration() {
    everywhere(Sort::INT, 5, false, 60);
}
