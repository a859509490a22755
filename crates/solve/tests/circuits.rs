//! Every operation through the bit-blaster: with the operands fixed by
//! equations, the result must be what the operation means, and nothing else.

use everypath_solve::{Answer, Options, Query, Solver, default_chain};
use everypath_term::{Op, Rounding, Scalar, Sort, TermId, Terms, Value, apply, print};
use everypath_testlab::Random;

fn value(random: &mut Random, sort: Sort) -> Value {
    let bits = match random.bits() % 4 {
        0 => random.bits(),
        1 => random.bits() % 8,
        2 => (random.bits() % 8).wrapping_neg(),
        _ => 1 << (random.bits() % 64),
    };
    match sort {
        Sort::Array { index, element } => {
            let default = value(random, Sort::Scalar(element));
            let array = apply(Op::ConstArray(index), &[&default]);
            let at = value(random, Sort::Scalar(index));
            let held = value(random, Sort::Scalar(element));
            apply(Op::Store, &[&array, &at, &held])
        }
        Sort::BOOL => Value::Bool(bits & 1 == 1),
        Sort::INT => Value::int(bits as i64 % 1000),
        Sort::FLOAT32 if bits & 1 == 0 => Value::float32(bits as i16 as f32 / 8.0),
        Sort::FLOAT32 => Value::float32(f32::from_bits(bits as u32)),
        Sort::FLOAT64 if bits & 1 == 0 => Value::float64(bits as i16 as f64 / 8.0),
        Sort::FLOAT64 => Value::float64(f64::from_bits(bits)),
        sort => Value::bit_vec(sort.width().expect("a bit-vector"), bits),
    }
}

/// Asks whether the result is the expected one, and whether it can be another.
fn check(solver: &mut dyn Solver, terms: &mut Terms, op: Op, values: &[Value]) {
    let mut operands: Vec<TermId> = Vec::new();
    let mut prefix: Vec<TermId> = Vec::new();
    for (position, value) in values.iter().enumerate() {
        let sort = value.sort();
        if let Sort::Array { .. } = sort {
            operands.push(terms.constant(value.clone()));
            continue;
        }
        let name = format!("{position}{sort:?}").replace([' ', '(', ')'], "_");
        let operand = terms.var(&name, sort);
        let constant = terms.constant(value.clone());
        prefix.push(terms.eq(operand, constant));
        operands.push(operand);
    }
    let expected = apply(op, &values.iter().collect::<Vec<_>>());
    let term = terms.apply(op, &operands);
    let wanted = terms.constant(expected.clone());
    let same = terms.eq(term, wanted);
    let other = terms.not(same);
    let shown = |terms: &Terms| format!("{} of {values:?} is {expected:?}", print(terms, term));
    let answer = solver.check(terms, &Query::new(prefix.clone(), same));
    assert!(
        matches!(answer, Answer::Sat(_)),
        "{answer:?}: {}",
        shown(terms)
    );
    let answer = solver.check(terms, &Query::new(prefix, other));
    assert!(
        matches!(answer, Answer::Unsat(_)),
        "{answer:?}: {}",
        shown(terms)
    );
}

fn check_all(ops: &[Op], sorts: &[Sort], cases: usize) {
    let mut random = Random::new(0xdead_beef_0bad_cafe);
    let options = Options {
        reuse: false,
        cache: false,
        polish: true,
        external: None,
    };
    for &op in ops {
        let mut terms = Terms::new();
        let mut solver = default_chain(&options);
        for _ in 0..cases {
            let values: Vec<Value> = sorts
                .iter()
                .cycle()
                .take(op.arity())
                .map(|&sort| value(&mut random, sort))
                .collect();
            check(&mut *solver, &mut terms, op, &values);
        }
    }
}

#[test]
fn bit_vector_circuits() {
    use Op::*;
    let binary = [
        BvAnd, BvOr, BvXor, BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvShl, BvLshr,
        BvAshr, BvUlt, BvUle, BvSlt, BvSle, Eq,
    ];
    for width in [1, 8, 13] {
        let sort = Sort::bit_vec(width);
        check_all(&[BvNot, BvNeg, BvConcat], &[sort], 8);
        check_all(&binary, &[sort], 8);
        check_all(&[BvZeroExtend(20), BvSignExtend(20)], &[sort], 8);
        check_all(&[IntFromSigned, IntFromUnsigned], &[sort], 8);
    }
    check_all(&binary, &[Sort::bit_vec(64)], 3);
    check_all(&[BvExtract { high: 9, low: 4 }], &[Sort::bit_vec(16)], 8);
    check_all(&[Ite], &[Sort::BOOL, Sort::bit_vec(8), Sort::bit_vec(8)], 8);
}

#[test]
fn integer_circuits() {
    use Op::*;
    let binary = [
        IntAdd,
        IntSub,
        IntMul,
        IntFloorDiv,
        IntFloorMod,
        IntLt,
        IntLe,
        IntAnd,
        IntOr,
        IntXor,
        Eq,
    ];
    check_all(&binary, &[Sort::INT], 20);
    check_all(&[IntNeg, IntToBv(7), IntToBv(64)], &[Sort::INT], 20);
    check_all(&[IntShr], &[Sort::INT], 20);
    check_all(&[Ite], &[Sort::BOOL, Sort::INT, Sort::INT], 10);
}

#[test]
fn float_circuits() {
    use Op::*;
    let roundings = [
        Rounding::NearestEven,
        Rounding::Floor,
        Rounding::Ceiling,
        Rounding::Truncate,
    ];
    for (sort, cases) in [(Sort::FLOAT32, 8), (Sort::FLOAT64, 4)] {
        let arithmetic = [FpAdd, FpSub, FpMul, FpDiv, FpSqrt, FpNeg, FpAbs];
        check_all(&arithmetic, &[sort], cases);
        check_all(&[FpFma], &[sort], 2);
        check_all(
            &[FpLt, FpLe, FpEq, FpIsNan, FpIsInfinite, Eq],
            &[sort],
            cases,
        );
        check_all(&roundings.map(FpRound), &[sort], cases);
        let narrow = FpToFp(Scalar::Float32);
        let wide = FpToFp(Scalar::Float64);
        check_all(&[narrow, wide, FpToBits], &[sort], cases);
        check_all(&[FpToSigned(8), FpToUnsigned(32)], &[sort], cases);
    }
    check_all(&[FpRem], &[Sort::FLOAT32], 2);
    check_all(&[FpFromSigned(Scalar::Float32)], &[Sort::bit_vec(32)], 8);
    check_all(&[FpFromUnsigned(Scalar::Float64)], &[Sort::bit_vec(64)], 8);
    check_all(&[FpFromBits], &[Sort::bit_vec(32)], 8);
    check_all(&[FpFromInt], &[Sort::INT], 8);
}

#[test]
fn array_circuits() {
    let index = Scalar::BitVec(4);
    let element = Scalar::BitVec(8);
    let sort = Sort::Array { index, element };
    check_all(&[Op::Select], &[sort, Sort::Scalar(index)], 20);
}
