//! Looks for values under which conditions hold that are said never to: by evaluating the
//! terms as they are, which knows nothing of circuits, ranges or widths. It proves nothing;
//! what it finds is a defect of ours.

use std::collections::BTreeMap;

use everypath_term::{
    ArrayValue, Evaluator, Node, Scalar, Sort, TermId, Terms, Value, VarId, mask,
};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashSet;

use crate::query::Model;

/// How many assignments are tried.
const TRIES: u64 = 200;

/// The most values that are computed.
const MOST_VALUES: u64 = 100_000;

/// Random whole numbers have so many bits: shifts by larger ones are too long to compute.
const BITS: u32 = 12;

/// The most terms of conditions that are attacked: larger ones are hardly ever met by chance.
const MOST_TERMS: usize = 10_000;

/// A model of the conditions, if one is hit upon.
pub(super) fn attack(
    terms: &Terms,
    conditions: &[TermId],
    evaluator: &mut Evaluator,
) -> Option<Model> {
    let aims = Aims::of(terms, conditions)?;
    let mut chance = Chance(conditions.len() as u64);
    let most = evaluator.computed() + MOST_VALUES;
    for attempt in 0..TRIES {
        let model: Model = aims
            .variables
            .iter()
            .map(|(&variable, &sort)| (variable, aims.value(sort, attempt, &mut chance)))
            .collect();
        evaluator.reset();
        let value = |variable| model.get(variable).cloned();
        if conditions
            .iter()
            .all(|&condition| evaluator.holds(terms, condition, &value))
        {
            return Some(model);
        }
        if evaluator.computed() > most {
            break;
        }
    }
    None
}

/// The variables of conditions, and the numbers near which their truth changes.
struct Aims {
    variables: BTreeMap<VarId, Sort>,
    numbers: Vec<BigInt>,
}

impl Aims {
    /// Those of conditions; `None` if there is too much to look at.
    fn of(terms: &Terms, conditions: &[TermId]) -> Option<Aims> {
        let mut aims = Aims {
            variables: BTreeMap::new(),
            numbers: [-1, 0, 1].map(BigInt::from).to_vec(),
        };
        let mut seen = FxHashSet::default();
        let mut waiting = conditions.to_vec();
        while let Some(term) = waiting.pop() {
            if !seen.insert(term) {
                continue;
            }
            if seen.len() > MOST_TERMS {
                return None;
            }
            match terms.node(term) {
                Node::Variable(variable) => {
                    aims.variables.insert(variable, terms.sort(term));
                }
                Node::Constant(_) => {
                    let number = match terms.as_constant(term) {
                        Some(Value::Int(number)) => number.clone(),
                        Some(Value::BitVec { bits, .. }) => BigInt::from(*bits),
                        _ => continue,
                    };
                    aims.numbers.extend([&number - 1, &number + 1, number]);
                }
                Node::Apply(..) => waiting.extend(terms.operands(term)),
            }
        }
        aims.numbers.sort_unstable();
        aims.numbers.dedup();
        Some(aims)
    }

    /// A value for an attempt: the first ones give all variables one number.
    fn value(&self, sort: Sort, attempt: u64, chance: &mut Chance) -> Value {
        match sort {
            Sort::Scalar(scalar) => self.scalar(scalar, attempt, chance),
            Sort::Array { index, element } => {
                let mut array = ArrayValue {
                    index,
                    default: Box::new(self.scalar(element, attempt, chance)),
                    entries: Default::default(),
                };
                for _ in 0..4 {
                    let at = self.scalar(index, u64::MAX, chance);
                    let value = self.scalar(element, attempt, chance);
                    if value != *array.default {
                        array.entries.insert(at, value);
                    }
                }
                Value::Array(array)
            }
        }
    }

    fn scalar(&self, scalar: Scalar, attempt: u64, chance: &mut Chance) -> Value {
        let random = chance.next();
        let number = match self.numbers.get(attempt as usize) {
            Some(number) => number.clone(),
            None if random & 3 == 0 => BigInt::from((random >> 8) & mask(BITS as u8)),
            None => self.numbers[(random >> 8) as usize % self.numbers.len()].clone(),
        };
        match scalar {
            Scalar::Int => Value::Int(number),
            Scalar::Bool => Value::Bool(random >> 60 & 1 == 1),
            Scalar::BitVec(width) => {
                let bits = match random >> 60 {
                    0 => chance.next(),
                    1 => 1 << (width - 1),
                    2 => mask(width) >> 1,
                    _ => low_bits(&number),
                };
                Value::bit_vec(width, bits & mask(width))
            }
            Scalar::Float64 => Value::float64(float(&number, random, chance)),
            Scalar::Float32 => Value::float32(float(&number, random, chance) as f32),
        }
    }
}

fn float(number: &BigInt, random: u64, chance: &mut Chance) -> f64 {
    match random >> 60 {
        0 => f64::from_bits(chance.next()),
        1 => f64::NAN,
        2 => f64::INFINITY,
        3 => -0.0,
        4 => f64::MIN_POSITIVE,
        5 => number.to_f64().unwrap_or(0.0) + 0.5,
        _ => number.to_f64().unwrap_or(0.0),
    }
}

/// The low bits of a number in two's complement.
fn low_bits(number: &BigInt) -> u64 {
    let digits = number.to_signed_bytes_le();
    let sign = if number.sign() == num_bigint::Sign::Minus {
        0xff
    } else {
        0
    };
    let mut bytes = [sign; 8];
    for (byte, digit) in bytes.iter_mut().zip(digits) {
        *byte = digit;
    }
    u64::from_le_bytes(bytes)
}

/// Numbers that look random, the same each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::parse;

    use super::*;

    fn check(conditions: &[&str], expected: bool) {
        let mut terms = Terms::new();
        let conditions: Vec<TermId> = conditions
            .iter()
            .map(|text| parse(&mut terms, text).expect(text))
            .collect();
        let model = attack(&terms, &conditions, &mut Evaluator::new());
        assert_eq!(model.is_some(), expected, "{conditions:?}");
    }

    #[test]
    fn what_is_near_a_constant_is_found() {
        check(&["(< 1234567 x:int)", "(< x 1234569)"], true);
        check(
            &["(bvult x:bv32 y:bv32)", "(= (bvadd x 1:bv32) 77:bv32)"],
            true,
        );
        check(&["(< x:int y:int)", "(< y z:int)", "(not b:bool)"], true);
        check(&["(= (select a:[int]bv8 3) 200:bv8)"], true);
        check(&["(< x:int y:int)", "(< y x)"], false);
    }
}
