//! The circuits on constant inputs against the machine's own arithmetic, and
//! small searches through them.

use everypath_term::{Op, Rounding, Scalar, Sort, Value, apply as meaning};
use everypath_testlab::Random;

use super::super::words::{as_number, number};
use super::*;

/// Bits of a float, often near an edge: zeros, subnormals, infinities,
/// neighbours of powers of two, halves, NaN.
fn float(random: &mut Random, format: Format) -> u64 {
    let (exponent_bits, fraction_bits) = (format.exponent, format.precision - 1);
    let choice = random.bits();
    let ones = (1u64 << exponent_bits) - 1;
    let exponent = match choice % 8 {
        0 => 0,
        1 => ones,
        2 => ones - 1,
        3 => 1,
        4 | 5 => {
            (ones >> 1)
                .wrapping_add(random.bits() % 120)
                .wrapping_sub(60)
                & ones
        }
        _ => random.bits() & ones,
    };
    let full = (1u64 << fraction_bits) - 1;
    let fraction = match choice >> 8 & 7 {
        0 => 0,
        1 => full,
        2 => 1,
        3 => 1 << (random.bits() % fraction_bits as u64),
        4 => full << (random.bits() % fraction_bits as u64) & full,
        _ => random.bits() & full,
    };
    let sign = random.bits() & 1;
    sign << (exponent_bits + fraction_bits) | exponent << fraction_bits | fraction
}

fn value_of(sort: Sort, bits: u64) -> Value {
    match sort {
        Sort::FLOAT32 => Value::float32(f32::from_bits(bits as u32)),
        Sort::FLOAT64 => Value::float64(f64::from_bits(bits)),
        _ => Value::bit_vec(sort.width().expect("a bit-vector"), bits),
    }
}

fn bits_of(value: &Value) -> (u64, usize) {
    match value {
        Value::Bool(value) => (u64::from(*value), 1),
        Value::Float32(bits) => (u64::from(*bits), 32),
        Value::Float64(bits) => (*bits, 64),
        Value::BitVec { width, bits } => (*bits, usize::from(*width)),
        other => panic!("no bits of {other:?}"),
    }
}

/// Evaluates the circuit of an operation and compares.
fn compare(circuit: &mut Circuit, op: Op, operands: &[Value]) {
    let words: Vec<Word> = operands
        .iter()
        .map(|value| {
            let (bits, width) = bits_of(value);
            number(bits.into(), width)
        })
        .collect();
    let sorts: Vec<Sort> = operands.iter().map(Value::sort).collect();
    let expected = meaning(op, &operands.iter().collect::<Vec<_>>());
    let word = apply(circuit, op, &words, &sorts).expect("supported");
    let found = as_number(&word).expect("constant inputs fold");
    let (wanted, _) = bits_of(&expected);
    assert_eq!(
        found,
        wanted.into(),
        "{op:?} of {operands:x?}: {found:#x}, not {wanted:#x}"
    );
}

/// How many random cases each operation gets; more with `EVERYPATH_CASES`.
fn cases() -> usize {
    let wanted = std::env::var("EVERYPATH_CASES").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(2_000)
}

fn check(ops: &[Op], sort: Sort, scale: usize) {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut circuit = Circuit::default();
    for &op in ops {
        for _ in 0..cases() / scale {
            let mut operands: Vec<Value> = Vec::new();
            for position in 0..op.arity() {
                let bits = match sort {
                    Sort::FLOAT32 => float(&mut random, SINGLE),
                    Sort::FLOAT64 => float(&mut random, DOUBLE),
                    _ => match random.bits() % 3 {
                        0 => random.bits() % 8,
                        1 => u64::MAX >> (random.bits() % 64),
                        _ => random.bits(),
                    },
                };
                // Operands close to each other cancel, which is where it is hard.
                let near = position > 0 && random.bits().is_multiple_of(4);
                let bits = match near {
                    true => bits_of(&operands[0]).0 ^ (random.bits() % 4),
                    false => bits,
                };
                operands.push(value_of(sort, bits));
            }
            compare(&mut circuit, op, &operands);
        }
    }
    assert_eq!(circuit.len(), 1, "everything folds");
}

#[test]
fn arithmetic_is_exact() {
    use Op::*;
    for sort in [Sort::FLOAT32, Sort::FLOAT64] {
        check(&[FpNeg, FpAbs, FpAdd, FpSub], sort, 1);
        check(&[FpMul, FpDiv, FpSqrt, FpFma], sort, 4);
    }
}

#[test]
fn comparisons_are_exact() {
    use Op::*;
    for sort in [Sort::FLOAT32, Sort::FLOAT64] {
        check(&[FpLt, FpLe, FpEq, FpIsNan, FpIsInfinite], sort, 1);
    }
}

#[test]
fn rounding_is_exact() {
    let roundings = [
        Rounding::NearestEven,
        Rounding::Floor,
        Rounding::Ceiling,
        Rounding::Truncate,
    ];
    for sort in [Sort::FLOAT32, Sort::FLOAT64] {
        check(&roundings.map(Op::FpRound), sort, 1);
    }
}

#[test]
fn conversions_are_exact() {
    use Op::*;
    let (single, double) = (Scalar::Float32, Scalar::Float64);
    for sort in [Sort::FLOAT32, Sort::FLOAT64] {
        check(&[FpToFp(single), FpToFp(double), FpToBits], sort, 1);
        for width in [1, 8, 17, 32, 64] {
            check(&[FpToSigned(width), FpToUnsigned(width)], sort, 4);
        }
    }
    for width in [1, 8, 24, 32, 53, 64] {
        let sort = Sort::bit_vec(width);
        let signed = [FpFromSigned(single), FpFromSigned(double)];
        let unsigned = [FpFromUnsigned(single), FpFromUnsigned(double)];
        check(&signed, sort, 4);
        check(&unsigned, sort, 4);
    }
    check(&[FpFromBits], Sort::bit_vec(32), 1);
    check(&[FpFromBits], Sort::bit_vec(64), 1);
}

#[test]
fn remainders_are_exact() {
    check(&[Op::FpRem], Sort::FLOAT32, 10);
    check(&[Op::FpRem], Sort::FLOAT64, 100);
}
