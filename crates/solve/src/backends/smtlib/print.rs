//! Queries as SMT-LIB 2. Operations without an equal there are unsupported.

use std::fmt::Write;

use everypath_term::{Node, Op, Rounding, Scalar, Sort, TermId, Terms, Value, VarId, op_name};
use rustc_hash::FxHashSet;

/// An operation that SMT-LIB does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unsupported(pub Op);

/// The script of a query: checks, and asks for the values of the variables.
pub(super) fn script(
    terms: &Terms,
    conditions: &[TermId],
    variables: &[VarId],
) -> Result<String, Unsupported> {
    let mut text = String::from("(set-option :produce-models true)\n(set-logic ALL)\n");
    for &variable in variables {
        let sort = sort_name(terms.variable_of(variable).sort);
        let _ = writeln!(text, "(declare-const v{} {sort})", variable.0);
    }
    for term in parts(terms, conditions) {
        let body = match terms.node(term) {
            Node::Constant(_) => constant(terms.as_constant(term).expect("a constant")),
            Node::Variable(variable) => format!("v{}", variable.0),
            Node::Apply(op, operands) => {
                let names = operands.map(|operand| format!("t{}", operand.0));
                let sorts = operands.map(|operand| terms.sort(operand));
                apply(op, &names, &sorts).ok_or(Unsupported(op))?
            }
        };
        let sort = sort_name(terms.sort(term));
        let _ = writeln!(text, "(define-fun t{} () {sort} {body})", term.0);
    }
    for condition in conditions {
        let _ = writeln!(text, "(assert t{})", condition.0);
    }
    text.push_str("(check-sat)\n(get-value (");
    for variable in variables {
        let _ = write!(text, "v{} ", variable.0);
    }
    text.push_str("))\n");
    Ok(text)
}

/// All parts of the conditions, operands first.
fn parts(terms: &Terms, conditions: &[TermId]) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut stack = conditions.to_vec();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(terms.operands(term));
        }
    }
    let mut parts: Vec<TermId> = seen.into_iter().collect();
    parts.sort_unstable();
    parts
}

fn scalar_name(scalar: Scalar) -> String {
    match scalar {
        Scalar::Bool => "Bool".to_owned(),
        Scalar::BitVec(width) => format!("(_ BitVec {width})"),
        Scalar::Float32 => "(_ FloatingPoint 8 24)".to_owned(),
        Scalar::Float64 => "(_ FloatingPoint 11 53)".to_owned(),
        Scalar::Int => "Int".to_owned(),
    }
}

fn sort_name(sort: Sort) -> String {
    match sort {
        Sort::Scalar(scalar) => scalar_name(scalar),
        Sort::Array { index, element } => {
            format!("(Array {} {})", scalar_name(index), scalar_name(element))
        }
    }
}

fn float_bits(bits: u64, exponent: usize, precision: usize) -> String {
    let fraction = precision - 1;
    let text = format!("{bits:0width$b}", width = 1 + exponent + fraction);
    let (sign, rest) = text.split_at(1);
    let (exponent, fraction) = rest.split_at(exponent);
    format!("(fp #b{sign} #b{exponent} #b{fraction})")
}

fn constant(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::BitVec { width, bits } => format!("(_ bv{bits} {width})"),
        Value::Float32(bits) if f32::from_bits(*bits).is_nan() => "(_ NaN 8 24)".to_owned(),
        Value::Float64(bits) if f64::from_bits(*bits).is_nan() => "(_ NaN 11 53)".to_owned(),
        Value::Float32(bits) => float_bits((*bits).into(), 8, 24),
        Value::Float64(bits) => float_bits(*bits, 11, 53),
        Value::Int(number) => match number.sign() {
            num_bigint::Sign::Minus => format!("(- {})", number.magnitude()),
            _ => number.to_string(),
        },
        Value::Array(array) => {
            let sort = sort_name(value.sort());
            let mut text = format!("((as const {sort}) {})", constant(&array.default));
            for (index, element) in &array.entries {
                text = format!("(store {text} {} {})", constant(index), constant(element));
            }
            text
        }
    }
}

fn float_parameters(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Float32 => "8 24",
        _ => "11 53",
    }
}

/// A power of two as a float constant.
fn float_power(sort: Sort, power: u8, negative: bool) -> String {
    let sign = u64::from(negative);
    match sort {
        Sort::FLOAT32 => float_bits(sign << 31 | (127 + u64::from(power)) << 23, 8, 24),
        _ => float_bits(sign << 63 | (1023 + u64::from(power)) << 52, 11, 53),
    }
}

fn mode(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::Floor => "RTN",
        Rounding::Ceiling => "RTP",
        Rounding::Truncate => "RTZ",
    }
}

fn apply(op: Op, names: &[String; 3], sorts: &[Sort; 3]) -> Option<String> {
    use Op::*;
    let [a, b, c] = names;
    let plain = match op {
        FpAdd | FpSub | FpMul | FpDiv | FpSqrt | FpFma => format!("{} RNE", op_name(op)),
        FpRound(rounding) => format!("fp.roundToIntegral {}", mode(rounding)),
        FpLe => "fp.leq".to_owned(),
        FpIsNan => "fp.isNaN".to_owned(),
        FpIsInfinite => "fp.isInfinite".to_owned(),
        IntNeg => "-".to_owned(),
        // What is called the same here and there.
        Not | And | Or | Ite | Eq | BvNot | BvNeg | BvAnd | BvOr | BvXor | BvAdd | BvSub
        | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem | BvShl | BvLshr | BvAshr | BvUlt | BvUle
        | BvSlt | BvSle | BvConcat | FpNeg | FpAbs | FpLt | FpEq | IntAdd | IntSub | IntMul
        | IntLt | IntLe | Select | Store => op_name(op),
        _ => return parametrised(op, a, b, sorts),
    };
    Some(match op.arity() {
        1 => format!("({plain} {a})"),
        2 => format!("({plain} {a} {b})"),
        _ => format!("({plain} {a} {b} {c})"),
    })
}

/// Operations with parameters, and those whose edges differ from SMT-LIB's.
fn parametrised(op: Op, a: &str, b: &str, sorts: &[Sort; 3]) -> Option<String> {
    use Op::*;
    let width = sorts[0].width().unwrap_or(0);
    Some(match op {
        BvExtract { high, low } => format!("((_ extract {high} {low}) {a})"),
        BvZeroExtend(wider) => format!("((_ zero_extend {}) {a})", wider - width),
        BvSignExtend(wider) => format!("((_ sign_extend {}) {a})", wider - width),
        FpToFp(target) | FpFromSigned(target) => {
            format!("((_ to_fp {}) RNE {a})", float_parameters(target))
        }
        FpFromUnsigned(target) => {
            format!("((_ to_fp_unsigned {}) RNE {a})", float_parameters(target))
        }
        FpFromBits => {
            let parameters = if width == 32 { "8 24" } else { "11 53" };
            format!("((_ to_fp {parameters}) {a})")
        }
        FpToSigned(to) => {
            let (low, high) = (
                float_power(sorts[0], to - 1, true),
                float_power(sorts[0], to - 1, false),
            );
            let least = 1u64 << (to - 1);
            let most = least - 1;
            format!(
                "(ite (fp.isNaN {a}) (_ bv0 {to}) (ite (fp.leq {a} {low}) (_ bv{least} {to}) \
                 (ite (fp.leq {high} {a}) (_ bv{most} {to}) ((_ fp.to_sbv {to}) RTZ {a}))))"
            )
        }
        FpToUnsigned(to) => {
            let one = float_power(sorts[0], 0, false);
            let high = float_power(sorts[0], to, false);
            let most = everypath_term::mask(to);
            format!(
                "(ite (fp.lt {a} {one}) (_ bv0 {to}) (ite (fp.isNaN {a}) (_ bv0 {to}) \
                 (ite (fp.leq {high} {a}) (_ bv{most} {to}) ((_ fp.to_ubv {to}) RTZ {a}))))"
            )
        }
        IntFloorDiv => {
            format!("(ite (= {b} 0) 0 (ite (> {b} 0) (div {a} {b}) (div (- {a}) (- {b}))))")
        }
        IntFloorMod => {
            format!("(ite (= {b} 0) {a} (ite (> {b} 0) (mod {a} {b}) (- (mod (- {a}) (- {b})))))")
        }
        IntFromUnsigned => format!("(bv2nat {a})"),
        IntFromSigned => {
            let modulus = 1u128 << width;
            format!("(ite (bvslt {a} (_ bv0 {width})) (- (bv2nat {a}) {modulus}) (bv2nat {a}))")
        }
        IntToBv(to) => format!("((_ int2bv {to}) {a})"),
        ConstArray(index) => {
            let element = sorts[0].scalar()?;
            let sort = sort_name(Sort::Array { index, element });
            format!("((as const {sort}) {a})")
        }
        _ => return None,
    })
}
