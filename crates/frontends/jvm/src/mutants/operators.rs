//! The mutants of single instructions.

use everypath_trace::MutantOperator;

use crate::classfile::{MemberRef, Pool};
use crate::code::{
    Arithmetic, Comparison, FloatArithmetic, Instr, Invocation, Kind, descriptor_types, slots,
};

/// A number from which on its half is tried as well.
const LARGE: u64 = 10;

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
            let other = Instr::IntArithmetic(other_arithmetic(own));
            let change = format!("{} → {}", sign(own), sign(other_arithmetic(own)));
            add(other, MutantOperator::Arithmetic, change);
            for (instr, change) in single_operands(is_sum(own).then(|| sign(own)), 1) {
                add(instr, MutantOperator::Arithmetic, change);
            }
        }
        Instr::LongArithmetic(own) => {
            let other = Instr::LongArithmetic(other_arithmetic(own));
            let change = format!("{} → {}", sign(own), sign(other_arithmetic(own)));
            add(other, MutantOperator::Arithmetic, change);
            for (instr, change) in single_operands(is_sum(own).then(|| sign(own)), 2) {
                add(instr, MutantOperator::Arithmetic, change);
            }
        }
        Instr::FloatArithmetic(own) => {
            let (other, change) = other_float(own);
            let other = Instr::FloatArithmetic(other);
            add(other, MutantOperator::Arithmetic, change);
            for (instr, change) in single_operands(float_sum(own), 1) {
                add(instr, MutantOperator::Arithmetic, change);
            }
        }
        Instr::DoubleArithmetic(own) => {
            let (other, change) = other_float(own);
            let other = Instr::DoubleArithmetic(other);
            add(other, MutantOperator::Arithmetic, change);
            for (instr, change) in single_operands(float_sum(own), 2) {
                add(instr, MutantOperator::Arithmetic, change);
            }
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
                && !member.name.starts_with('<')
            {
                for (instr, change) in calls(invocation, &member) {
                    add(instr, MutantOperator::Call, change);
                }
            }
        }
        _ => {}
    }
    found
}

/// A sum or difference of which one operand is left, of so many slots each.
fn single_operands(sign: Option<&str>, slots: u16) -> Vec<(Instr, String)> {
    let Some(sign) = sign else {
        return Vec::new();
    };
    [("a", 0), ("b", slots)]
        .map(|(left, from)| {
            let instr = Instr::Keep(2 * slots, from, slots);
            (instr, format!("a {sign} b → {left}"))
        })
        .into()
}

/// What a call may be instead: nothing, where it gives nothing; else what it is called on or
/// given, as far as that is of the type of what it gives.
fn calls(invocation: Invocation, member: &MemberRef) -> Vec<(Instr, String)> {
    let Some((parameters, given)) = descriptor_types(&member.descriptor) else {
        return Vec::new();
    };
    let receiver = u16::from(invocation != Invocation::Static);
    let all = receiver + parameters.iter().map(|one| slots(one)).sum::<u16>();
    let name = &member.name;
    if given == "V" {
        return vec![(Instr::Keep(all, 0, 0), format!("{name}(…) removed"))];
    }
    let mut found = Vec::new();
    if receiver == 1 && given == format!("L{};", member.class) {
        found.push((Instr::Keep(all, 0, 1), format!("….{name}(…) → …")));
    }
    let mut from = receiver;
    for (number, parameter) in (1..).zip(parameters) {
        if parameter == given {
            let change = format!("{name}(…) → its argument {number}");
            found.push((Instr::Keep(all, from, slots(given)), change));
        }
        from += slots(parameter);
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

fn is_sum(own: Arithmetic) -> bool {
    matches!(own, Arithmetic::Add | Arithmetic::Subtract)
}

fn float_sum(own: FloatArithmetic) -> Option<&'static str> {
    match own {
        FloatArithmetic::Add => Some("+"),
        FloatArithmetic::Subtract => Some("-"),
        _ => None,
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

/// The numbers beside a constant, and zero; beside a large number there may be nothing to see
/// of it, so its half as well. Zero and one may be truth values.
fn other_numbers(number: i64) -> Vec<i64> {
    match number {
        0 => vec![1],
        1 => vec![0],
        -1 => vec![0, 1],
        other => {
            let mut all = vec![other.wrapping_add(1), other.wrapping_sub(1), 0];
            all.extend((other.unsigned_abs() >= LARGE).then_some(other / 2));
            all
        }
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
        check(
            Instr::IntArithmetic(Arithmetic::Add),
            &["+ → -", "a + b → a", "a + b → b"],
        );
        check(Instr::Int(60), &["60 → 61", "60 → 59", "60 → 0", "60 → 30"]);
        check(Instr::Int(7), &["7 → 8", "7 → 6", "7 → 0"]);
        check(Instr::Int(1), &["1 → 0"]);
        check(Instr::Increment(1, 1), &["+= 1 → -= 1"]);
        check(Instr::ReturnValue, &["return … → return 0"]);
        check(Instr::Load(1), &[]);
    }

    #[test]
    fn a_call_may_be_what_it_is_given() {
        let check = |class: &str, descriptor: &str, expected: &[Instr]| {
            let member = MemberRef {
                class: class.into(),
                name: "f".into(),
                descriptor: descriptor.into(),
            };
            let found = calls(Invocation::Virtual, &member);
            let found: Vec<Instr> = found.into_iter().map(|(instr, _)| instr).collect();
            assert_eq!(found, expected, "{descriptor}");
        };
        check("a/B", "(JI)V", &[Instr::Keep(4, 0, 0)]);
        check("a/B", "(IJ)J", &[Instr::Keep(4, 2, 2)]);
        check(
            "a/B",
            "(La/B;[I)La/B;",
            &[Instr::Keep(3, 0, 1), Instr::Keep(3, 1, 1)],
        );
        check("a/B", "(I)Z", &[]);
    }
}
