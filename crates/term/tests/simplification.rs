//! Simplified terms mean what the operations mean, for random terms of every
//! operation and sort; and their text parses back to the same term.

use everypath_term::{
    Op, Rounding, Scalar, Sort, TermId, Terms, Value, VarId, apply, evaluate, parse, print,
};
use everypath_testlab::Random;

/// A term outside any pool, so that nothing simplifies it.
enum Tree {
    Constant(Value),
    Variable(usize, Sort),
    Apply(Op, Vec<Tree>),
}

const SCALARS: [Scalar; 7] = [
    Scalar::Bool,
    Scalar::BitVec(1),
    Scalar::BitVec(8),
    Scalar::BitVec(32),
    Scalar::Float32,
    Scalar::Float64,
    Scalar::Int,
];

fn value(random: &mut Random, sort: Sort) -> Value {
    let bits = match random.below(4) {
        0 => random.bits(),
        1 => random.bits() % 4,
        2 => (random.bits() % 4).wrapping_neg(),
        _ => 1 << random.below(64),
    };
    let scalar = match sort {
        Sort::Scalar(scalar) => scalar,
        Sort::Array { index, element } => {
            let default = value(random, Sort::Scalar(element));
            let mut array = apply(Op::ConstArray(index), &[&default]);
            for _ in 0..random.below(3) {
                let at = value(random, Sort::Scalar(index));
                let held = value(random, Sort::Scalar(element));
                array = apply(Op::Store, &[&array, &at, &held]);
            }
            return array;
        }
    };
    match scalar {
        Scalar::Bool => Value::Bool(bits & 1 == 1),
        Scalar::BitVec(width) => Value::bit_vec(width, bits),
        Scalar::Int => match random.below(5) {
            0 => Value::int(i128::from(bits as i64) * i128::from(random.bits())),
            _ => Value::int(bits as i64 % 20),
        },
        Scalar::Float32 => Value::float32(match random.below(4) {
            0 => f32::from_bits(bits as u32),
            1 => random.pick(&[0.0, -0.0, 1.0, -1.0, f32::NAN, f32::INFINITY]),
            _ => (bits as i8).into(),
        }),
        Scalar::Float64 => Value::float64(match random.below(4) {
            0 => f64::from_bits(bits),
            1 => random.pick(&[0.0, -0.0, 1.0, -1.0, f64::NAN, f64::INFINITY]),
            _ => (bits as i8).into(),
        }),
    }
}

fn leaf(random: &mut Random, sort: Sort) -> Tree {
    match random.below(2) {
        0 => Tree::Constant(value(random, sort)),
        _ => Tree::Variable(random.below(2), sort),
    }
}

/// The operations that make a sort, each with the sorts of its operands.
fn makers(random: &mut Random, sort: Sort) -> Vec<(Op, Vec<Sort>)> {
    use Op::*;
    let any = Sort::Scalar(random.pick(&SCALARS));
    let float = random.pick(&[Sort::FLOAT32, Sort::FLOAT64]);
    let bit_vec = Sort::bit_vec(random.pick(&[1, 8, 32]));
    let binary = |ops: &[Op], sort: Sort| -> Vec<(Op, Vec<Sort>)> {
        ops.iter().map(|&op| (op, vec![sort, sort])).collect()
    };
    let unary = |ops: &[Op], sort: Sort| -> Vec<(Op, Vec<Sort>)> {
        ops.iter().map(|&op| (op, vec![sort])).collect()
    };
    let mut makers = vec![(Ite, vec![Sort::BOOL, sort, sort])];
    match sort {
        Sort::Array { index, element } => {
            let (index_sort, element_sort) = (Sort::Scalar(index), Sort::Scalar(element));
            makers.push((Store, vec![sort, index_sort, element_sort]));
            makers.push((ConstArray(index), vec![element_sort]));
        }
        Sort::Scalar(scalar) => {
            let index = random.pick(&[Scalar::Int, Scalar::BitVec(8)]);
            let array = Sort::Array {
                index,
                element: scalar,
            };
            makers.push((Select, vec![array, Sort::Scalar(index)]));
            match scalar {
                Scalar::Bool => {
                    makers.extend(unary(&[Not], sort));
                    makers.extend(binary(&[And, Or], sort));
                    makers.extend(binary(&[Eq], any));
                    makers.extend(binary(&[Eq, IntLt, IntLe], Sort::INT));
                    makers.extend(binary(&[Eq, BvUlt, BvUle, BvSlt, BvSle], bit_vec));
                    makers.extend(binary(&[FpLt, FpLe, FpEq], float));
                    makers.extend(unary(&[FpIsNan, FpIsInfinite], float));
                }
                Scalar::BitVec(width) => {
                    makers.extend(unary(&[BvNot, BvNeg], sort));
                    makers.extend(binary(
                        &[
                            BvAnd, BvOr, BvXor, BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv,
                            BvSrem, BvShl, BvLshr, BvAshr,
                        ],
                        sort,
                    ));
                    if width <= 32 {
                        let low = random.below(usize::from(33 - width)) as u8;
                        let high = low + width - 1;
                        makers.push((BvExtract { high, low }, vec![Sort::bit_vec(32)]));
                    }
                    if width == 32 {
                        makers.push((BvConcat, vec![Sort::bit_vec(8), Sort::bit_vec(24)]));
                        makers.push((FpToBits, vec![Sort::FLOAT32]));
                    }
                    if width >= 8 {
                        let narrow = Sort::bit_vec(random.pick(&[1, 8]));
                        makers.extend(unary(&[BvZeroExtend(width), BvSignExtend(width)], narrow));
                    }
                    makers.extend(unary(&[FpToSigned(width), FpToUnsigned(width)], float));
                    makers.extend(unary(&[IntToBv(width)], Sort::INT));
                }
                Scalar::Float32 | Scalar::Float64 => {
                    makers.extend(unary(&[FpNeg, FpAbs, FpSqrt], sort));
                    for rounding in [
                        Rounding::NearestEven,
                        Rounding::Floor,
                        Rounding::Ceiling,
                        Rounding::Truncate,
                    ] {
                        makers.extend(unary(&[FpRound(rounding)], sort));
                    }
                    makers.extend(binary(&[FpAdd, FpSub, FpMul, FpDiv, FpRem], sort));
                    makers.push((FpFma, vec![sort; 3]));
                    makers.extend(unary(&[FpToFp(scalar)], float));
                    makers.extend(unary(
                        &[FpFromSigned(scalar), FpFromUnsigned(scalar)],
                        bit_vec,
                    ));
                    let width = if scalar == Scalar::Float32 { 32 } else { 64 };
                    makers.extend(unary(&[FpFromBits], Sort::bit_vec(width)));
                    if scalar == Scalar::Float64 {
                        makers.extend(unary(&[FpFromInt], Sort::INT));
                    }
                }
                Scalar::Int => {
                    makers.extend(unary(&[IntNeg], sort));
                    makers.extend(binary(
                        &[
                            IntAdd,
                            IntAdd,
                            IntSub,
                            IntSub,
                            IntMul,
                            IntFloorDiv,
                            IntFloorMod,
                            IntAnd,
                            IntOr,
                            IntXor,
                            IntShr,
                        ],
                        sort,
                    ));
                    makers.push((IntShl, vec![sort, sort]));
                    makers.extend(unary(&[FpToInt], float));
                    makers.extend(unary(&[IntFromSigned, IntFromUnsigned], bit_vec));
                }
            }
        }
    }
    makers
}

fn tree(random: &mut Random, sort: Sort, depth: usize) -> Tree {
    if depth == 0 || random.below(6) == 0 {
        return leaf(random, sort);
    }
    let makers = makers(random, sort);
    let (op, operands) = &makers[random.below(makers.len())];
    let operands = operands
        .iter()
        .map(|&operand| {
            // Large shifts make numbers too long to be worth the time.
            if *op == Op::IntShl && depth > 1 {
                return leaf(random, operand);
            }
            tree(random, operand, depth - 1)
        })
        .collect();
    Tree::Apply(*op, operands)
}

fn meaning(tree: &Tree, assignment: &dyn Fn(usize, Sort) -> Value) -> Value {
    match tree {
        Tree::Constant(value) => value.clone(),
        Tree::Variable(number, sort) => assignment(*number, *sort),
        Tree::Apply(op, operands) => {
            let values: Vec<Value> = operands
                .iter()
                .map(|operand| meaning(operand, assignment))
                .collect();
            apply(*op, &values.iter().collect::<Vec<_>>())
        }
    }
}

fn name(number: usize, sort: Sort) -> String {
    format!("{}{number}", format!("{sort:?}").replace([' ', ':'], ""))
}

fn build(terms: &mut Terms, tree: &Tree) -> TermId {
    match tree {
        Tree::Constant(value) => terms.constant(value.clone()),
        Tree::Variable(number, sort) => terms.var(&name(*number, *sort), *sort),
        Tree::Apply(op, operands) => {
            let operands: Vec<TermId> = operands
                .iter()
                .map(|operand| build(terms, operand))
                .collect();
            terms.apply(*op, &operands)
        }
    }
}

#[test]
fn simplified_terms_keep_their_meaning() {
    let mut random = Random::new(0x5eed_cafe_f00d_1234);
    for round in 0..60_000 {
        let scalar = random.pick(&SCALARS);
        let sort = match random.below(12) {
            0 => Sort::Array {
                index: random.pick(&[Scalar::Int, Scalar::BitVec(8)]),
                element: scalar,
            },
            1..4 => Sort::BOOL,
            _ => Sort::Scalar(scalar),
        };
        let depth = 1 + random.below(4);
        let tree = tree(&mut random, sort, depth);
        let mut terms = Terms::new();
        let term = build(&mut terms, &tree);
        for _ in 0..3 {
            let mut values: Vec<(String, Value)> = Vec::new();
            for variable in terms.variables() {
                values.push((variable.name.clone(), value(&mut random, variable.sort)));
            }
            let find = |wanted: &str| {
                let found = values.iter().find(|(name, _)| name == wanted);
                found.map(|(_, value)| value.clone())
            };
            let expected = meaning(&tree, &|number, sort| {
                find(&name(number, sort)).expect("every variable was built")
            });
            let assignment = |variable: VarId| find(&terms.variable_of(variable).name);
            let found = evaluate(&terms, term, &assignment);
            assert_eq!(found, expected, "round {round}: {}", print(&terms, term));
        }
        let text = print(&terms, term);
        let again = parse(&mut terms, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(print(&terms, again), text, "round {round}");
    }
}
