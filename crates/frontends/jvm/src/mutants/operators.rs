//! The mutants of single instructions.

use everypath_trace::MutantOperator;

use crate::classfile::Pool;
use crate::code::{
    Arithmetic, Comparison, FloatArithmetic, Instr, Invocation, Kind, descriptor_slots,
};

/// What takes the place of an instruction: of which kind the change is, and in words.
pub(super) struct Changed {
    pub(super) instr: Instr,
    pub(super) operator: MutantOperator,
    pub(super) change: String,
}

/// The mutants of an instruction of a method that returns something of a kind.
pub(super) fn mutants_of(instr: Instr, pool: &Pool, result: Option<Kind>) -> Vec<Changed> {
    let mut found = Vec::new();
    let mut add = |instr: Instr, operator: MutantOperator, change: String| {
        found.push(Changed {
            instr,
            operator,
            change,
        });
    };
    match instr {
        Instr::IfInt(comparison, to) => {
            for other in others(comparison) {
                let change = relation(comparison, other);
                add(Instr::IfInt(other, to), MutantOperator::Relation, change);
            }
        }
        Instr::IfZero(comparison, to) => {
            for other in others(comparison) {
                let change = relation(comparison, other);
                add(Instr::IfZero(other, to), MutantOperator::Relation, change);
            }
        }
        Instr::IfSame(is_same, to) => {
            let change = if is_same { "!= → ==" } else { "== → !=" };
            let other = Instr::IfSame(!is_same, to);
            add(other, MutantOperator::Relation, change.to_owned());
        }
        Instr::IfNull(is_null, to) => {
            let change = match is_null {
                true => "!= null → == null",
                false => "== null → != null",
            };
            let other = Instr::IfNull(!is_null, to);
            add(other, MutantOperator::Relation, change.to_owned());
        }
        Instr::IntArithmetic(own) => {
            let other = other_arithmetic(own);
            let change = format!("{} → {}", sign(own), sign(other));
            add(
                Instr::IntArithmetic(other),
                MutantOperator::Arithmetic,
                change,
            );
        }
        Instr::LongArithmetic(own) => {
            let other = other_arithmetic(own);
            let change = format!("{} → {}", sign(own), sign(other));
            add(
                Instr::LongArithmetic(other),
                MutantOperator::Arithmetic,
                change,
            );
        }
        Instr::FloatArithmetic(own) => {
            let (other, change) = other_float(own);
            add(
                Instr::FloatArithmetic(other),
                MutantOperator::Arithmetic,
                change,
            );
        }
        Instr::DoubleArithmetic(own) => {
            let (other, change) = other_float(own);
            add(
                Instr::DoubleArithmetic(other),
                MutantOperator::Arithmetic,
                change,
            );
        }
        Instr::Negate(_) => add(
            Instr::Nop,
            MutantOperator::Arithmetic,
            "- removed".to_owned(),
        ),
        Instr::Increment(local, by) => {
            let change = format!("+= {by} → -= {by}");
            add(
                Instr::Increment(local, -by),
                MutantOperator::Arithmetic,
                change,
            );
        }
        Instr::Int(number) => {
            for other in other_numbers(i64::from(number)) {
                let change = format!("{number} → {other}");
                add(Instr::Int(other as i32), MutantOperator::Constant, change);
            }
        }
        Instr::Long(number) => {
            for other in other_numbers(number) {
                let change = format!("{number} → {other}");
                add(Instr::Long(other), MutantOperator::Constant, change);
            }
        }
        Instr::Double(bits) => {
            let number = f64::from_bits(bits);
            let other = number + 1.0;
            let change = format!("{number} → {other}");
            add(
                Instr::Double(other.to_bits()),
                MutantOperator::Constant,
                change,
            );
        }
        Instr::Float(bits) => {
            let number = f32::from_bits(bits);
            let other = number + 1.0;
            let change = format!("{number} → {other}");
            add(
                Instr::Float(other.to_bits()),
                MutantOperator::Constant,
                change,
            );
        }
        Instr::ReturnValue => {
            let returned = |other: &str| format!("return … → return {other}");
            match result {
                Some(Kind::Boolean) => {
                    for (bits, text) in [(0, "false"), (1, "true")] {
                        let change = returned(text);
                        add(Instr::ReturnOther(bits), MutantOperator::Return, change);
                    }
                }
                Some(Kind::Reference) => {
                    add(
                        Instr::ReturnOther(0),
                        MutantOperator::Return,
                        returned("null"),
                    );
                }
                _ => add(Instr::ReturnOther(0), MutantOperator::Return, returned("0")),
            }
        }
        Instr::ReturnWide => {
            let change = "return … → return 0".to_owned();
            add(Instr::ReturnZeroWide, MutantOperator::Return, change);
        }
        Instr::Invoke(invocation, index) => {
            if let Ok(member) = pool.member(index)
                && let Some((slots, 0)) = descriptor_slots(&member.descriptor)
                && !member.name.starts_with('<')
            {
                let receiver = u16::from(invocation != Invocation::Static);
                let change = format!("{}(…) removed", member.name);
                add(
                    Instr::Discard(slots + receiver),
                    MutantOperator::Call,
                    change,
                );
            }
        }
        _ => {}
    }
    found
}

/// The opposite, and the boundary from the other side.
fn others(comparison: Comparison) -> Vec<Comparison> {
    use Comparison::*;
    let boundary = match comparison {
        Less => Some(LessOrEqual),
        LessOrEqual => Some(Less),
        Greater => Some(GreaterOrEqual),
        GreaterOrEqual => Some(Greater),
        Equal | NotEqual => None,
    };
    boundary.into_iter().chain([opposite(comparison)]).collect()
}

fn opposite(comparison: Comparison) -> Comparison {
    use Comparison::*;
    match comparison {
        Equal => NotEqual,
        NotEqual => Equal,
        Less => GreaterOrEqual,
        GreaterOrEqual => Less,
        Greater => LessOrEqual,
        LessOrEqual => Greater,
    }
}

/// A change in the words of the source, which says when a jump is not made.
fn relation(own: Comparison, other: Comparison) -> String {
    use Comparison::*;
    let sign = |comparison| match opposite(comparison) {
        Equal => "==",
        NotEqual => "!=",
        Less => "<",
        LessOrEqual => "<=",
        Greater => ">",
        GreaterOrEqual => ">=",
    };
    format!("{} → {}", sign(own), sign(other))
}

fn other_arithmetic(own: Arithmetic) -> Arithmetic {
    match own {
        Arithmetic::Add => Arithmetic::Subtract,
        Arithmetic::Subtract => Arithmetic::Add,
        Arithmetic::Multiply => Arithmetic::Divide,
        Arithmetic::Divide | Arithmetic::Remainder => Arithmetic::Multiply,
        Arithmetic::ShiftLeft => Arithmetic::ShiftRight,
        Arithmetic::ShiftRight | Arithmetic::ShiftRightUnsigned => Arithmetic::ShiftLeft,
        Arithmetic::And => Arithmetic::Or,
        Arithmetic::Or | Arithmetic::Xor => Arithmetic::And,
    }
}

fn sign(own: Arithmetic) -> &'static str {
    match own {
        Arithmetic::Add => "+",
        Arithmetic::Subtract => "-",
        Arithmetic::Multiply => "*",
        Arithmetic::Divide => "/",
        Arithmetic::Remainder => "%",
        Arithmetic::ShiftLeft => "<<",
        Arithmetic::ShiftRight => ">>",
        Arithmetic::ShiftRightUnsigned => ">>>",
        Arithmetic::And => "&",
        Arithmetic::Or => "|",
        Arithmetic::Xor => "^",
    }
}

fn other_float(own: FloatArithmetic) -> (FloatArithmetic, String) {
    let (other, change) = match own {
        FloatArithmetic::Add => (FloatArithmetic::Subtract, "+ → -"),
        FloatArithmetic::Subtract => (FloatArithmetic::Add, "- → +"),
        FloatArithmetic::Multiply => (FloatArithmetic::Divide, "* → /"),
        FloatArithmetic::Divide => (FloatArithmetic::Multiply, "/ → *"),
        FloatArithmetic::Remainder => (FloatArithmetic::Multiply, "% → *"),
    };
    (other, change.to_owned())
}

/// The numbers beside a constant, and zero. Zero and one may be truth values.
fn other_numbers(number: i64) -> Vec<i64> {
    match number {
        0 => vec![1],
        1 => vec![0],
        -1 => vec![0, 1],
        other => vec![other.wrapping_add(1), other.wrapping_sub(1), 0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(instr: Instr, expected: &[&str]) {
        let found = mutants_of(instr, &Pool::empty(), Some(Kind::Int));
        let found: Vec<&str> = found.iter().map(|one| one.change.as_str()).collect();
        assert_eq!(found, expected, "{instr:?}");
    }

    #[test]
    fn changes_are_in_the_words_of_the_source() {
        check(
            Instr::IfInt(Comparison::GreaterOrEqual, 9),
            &["< → <=", "< → >="],
        );
        check(Instr::IfZero(Comparison::NotEqual, 9), &["== → !="]);
        check(Instr::IntArithmetic(Arithmetic::Multiply), &["* → /"]);
        check(Instr::Int(60), &["60 → 61", "60 → 59", "60 → 0"]);
        check(Instr::Int(1), &["1 → 0"]);
        check(Instr::Increment(1, 1), &["+= 1 → -= 1"]);
        check(Instr::ReturnValue, &["return … → return 0"]);
        check(Instr::Load(1), &[]);
    }
}
