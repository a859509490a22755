//! The kinds of mutants: what each instruction may be changed to.

use everypath_trace::MutantOperator;

use crate::ir::module::Module;
use crate::ir::text::{Class, class_of, elements, split, typed};

/// A change of one instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) operator: MutantOperator,
    /// The change as text: `< → <=`.
    pub(super) words: String,
    /// What the instruction is instead; `{old}` is what the place of a store holds.
    pub(super) instead: String,
}

/// An instruction that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Site<'a> {
    /// `%x = …`: the name, the type of the value, and what makes it.
    Value {
        name: &'a str,
        ty: String,
        made: &'a str,
    },
    /// `store`: the type, the value, and where it goes, with what follows.
    Store {
        ty: &'a str,
        value: &'a str,
        place: &'a str,
    },
    /// A call whose result nobody has: the function, and its arguments in brackets.
    Call {
        function: &'a str,
        arguments: &'a str,
    },
    /// `ret`: the type and the value.
    Return { ty: &'a str, value: &'a str },
}

/// A number from which on its half is tried as well.
const LARGE: u64 = 10;

/// What relations of numbers are called, and what they may be instead.
const RELATIONS: [(&str, &str, &[&str]); 16] = [
    ("eq", "==", &["ne"]),
    ("ne", "!=", &["eq"]),
    ("slt", "<", &["sle", "sge"]),
    ("sle", "<=", &["slt", "sgt"]),
    ("sgt", ">", &["sge", "sle"]),
    ("sge", ">=", &["sgt", "slt"]),
    ("ult", "<", &["ule", "uge"]),
    ("ule", "<=", &["ult", "ugt"]),
    ("ugt", ">", &["uge", "ule"]),
    ("uge", ">=", &["ugt", "ult"]),
    ("oeq", "==", &["une"]),
    ("une", "!=", &["oeq"]),
    ("olt", "<", &["ole", "oge"]),
    ("ole", "<=", &["olt", "ogt"]),
    ("ogt", ">", &["oge", "ole"]),
    ("oge", ">=", &["ogt", "olt"]),
];

/// Operations on numbers, their signs, and what they may be instead. Nothing becomes a
/// division: both are worked out, and by zero none can be.
const OPERATIONS: [(&str, &str, &str); 17] = [
    ("add", "+", "sub"),
    ("sub", "-", "add"),
    ("mul", "*", "add"),
    ("sdiv", "/", "mul"),
    ("udiv", "/", "mul"),
    ("srem", "%", "mul"),
    ("urem", "%", "mul"),
    ("shl", "<<", "lshr"),
    ("ashr", ">>", "shl"),
    ("lshr", ">>", "shl"),
    ("and", "&", "or"),
    ("or", "|", "and"),
    ("xor", "^", "and"),
    ("fadd", "+", "fsub"),
    ("fsub", "-", "fadd"),
    ("fmul", "*", "fadd"),
    ("fdiv", "/", "fmul"),
];

/// Words that may stand between an operation and its type.
const FLAGS: [&str; 5] = ["nsw", "nuw", "exact", "inbounds", "disjoint"];

fn relation(name: &str) -> Option<&'static (&'static str, &'static str, &'static [&'static str])> {
    RELATIONS.iter().find(|one| one.0 == name)
}

fn sign(operation: &str) -> &'static str {
    let one = OPERATIONS.iter().find(|one| one.0 == operation);
    one.map_or("", |one| one.1)
}

/// The instruction of a line without metadata, with its changes; none if it has none.
pub(super) fn changes<'a>(line: &'a str, module: &Module) -> Option<(Site<'a>, Vec<Change>)> {
    let line = line.trim();
    let (site, found) = if let Some(rest) = line.strip_prefix("store ") {
        store(rest)?
    } else if let Some(rest) = line.strip_prefix("ret ") {
        returned(rest)?
    } else if let Some(rest) = line.strip_prefix("call void @") {
        call(rest)?
    } else {
        let (name, made) = line.split_once(" = ")?;
        value(name, made, module)?
    };
    (!found.is_empty()).then_some((site, found))
}

fn value<'a>(name: &'a str, made: &'a str, module: &Module) -> Option<(Site<'a>, Vec<Change>)> {
    let (operation, rest) = made.split_once(' ')?;
    let (ty, found) = match operation {
        "icmp" | "fcmp" => ("i1".to_owned(), compared(operation, rest)?),
        "getelementptr" => fields(made, rest, module)?,
        _ => arithmetic(operation, rest).map(|(ty, found)| (ty.to_owned(), found))?,
    };
    Some((Site::Value { name, ty, made }, found))
}

fn compared(operation: &str, rest: &str) -> Option<Vec<Change>> {
    let (name, operands) = rest.split_once(' ')?;
    let (_, own, others) = relation(name)?;
    let parts = split(operands);
    let [left, right] = parts.as_slice() else {
        return None;
    };
    let (ty, _) = typed(left)?;
    let mut found: Vec<Change> = others
        .iter()
        .filter_map(|other| {
            Some(Change {
                operator: MutantOperator::Relation,
                words: format!("{own} → {}", relation(other)?.1),
                instead: format!("{operation} {other} {operands}"),
            })
        })
        .collect();
    let constants = constants(ty, right, false).into_iter();
    found.extend(constants.map(|(words, other)| Change {
        operator: MutantOperator::Constant,
        words,
        instead: format!("{operation} {name} {left}, {other}"),
    }));
    Some(found)
}

fn arithmetic<'a>(operation: &str, rest: &'a str) -> Option<(&'a str, Vec<Change>)> {
    let (_, own, other) = OPERATIONS.iter().find(|one| one.0 == operation)?;
    let mut operands = rest;
    while let Some((word, rest)) = operands.split_once(' ')
        && FLAGS.contains(&word)
    {
        operands = rest;
    }
    let parts = split(operands);
    let [left, right] = parts.as_slice() else {
        return None;
    };
    let (ty, first) = typed(left)?;
    if !matches!(class_of(ty), Class::Int(_) | Class::Float(_)) {
        return None;
    }
    let divides = matches!(operation, "sdiv" | "udiv" | "srem" | "urem");
    let mut found = vec![Change {
        operator: MutantOperator::Arithmetic,
        words: format!("{own} → {}", sign(other)),
        instead: format!("{other} {operands}"),
    }];
    let mut add = |(words, instead): (String, String)| {
        found.push(Change {
            operator: MutantOperator::Constant,
            words,
            instead,
        });
    };
    let beside = constants(ty, right, divides).into_iter();
    for (words, number) in beside.chain(half(ty, right)) {
        add((words, format!("{operation} {left}, {number}")));
    }
    for (words, number) in constants(ty, first, false) {
        add((words, format!("{operation} {ty} {number}, {right}")));
    }
    Some((ty, found))
}

/// The numbers beside a constant, with the change in words; of a divisor none that no
/// number can be divided by.
fn constants(ty: &str, text: &str, divides: bool) -> Vec<(String, String)> {
    let (Class::Int(width), Ok(number)) = (class_of(ty), text.parse::<i64>()) else {
        return Vec::new();
    };
    let least = if width < 8 { return Vec::new() } else { -1 };
    let others = [number.wrapping_add(1), number.wrapping_sub(1)];
    let usable = |other: &i64| !divides || (*other > 0 && *other > least);
    others
        .into_iter()
        .filter(usable)
        .map(|other| (format!("{number} → {other}"), other.to_string()))
        .collect()
}

/// The half of a large number, beside which there may be nothing to see of what is computed.
fn half(ty: &str, text: &str) -> Option<(String, String)> {
    let number = text.parse::<i64>().ok()?;
    let is_large = number.unsigned_abs() >= LARGE && matches!(class_of(ty), Class::Int(8..));
    is_large.then(|| {
        (
            format!("{number} → {}", number / 2),
            (number / 2).to_string(),
        )
    })
}

/// Another field of the same type: the next one.
fn fields(made: &str, rest: &str, module: &Module) -> Option<(String, Vec<Change>)> {
    let rest = rest
        .trim_start_matches("inbounds ")
        .trim_start_matches("nuw ");
    let parts = split(rest);
    let [structure, _, "i32 0", field] = parts.as_slice() else {
        return None;
    };
    let number: usize = field.strip_prefix("i32 ")?.parse().ok()?;
    let start = format!("{structure} = type ");
    let mut lines = module.kept.iter();
    let types = lines.find_map(|line| line.strip_prefix(start.as_str()))?;
    let types = elements(types)?;
    let ty = types.get(number)?;
    let after = number + 1..types.len();
    let other = after.chain(0..number).find(|&other| types[other] == *ty)?;
    let head = made.rsplit_once(", ")?.0;
    let found = vec![Change {
        operator: MutantOperator::Index,
        words: "a field → another of its type".to_owned(),
        instead: format!("{head}, i32 {other}"),
    }];
    let pointer = match module.typed_pointers {
        true => format!("{ty}*"),
        false => "ptr".to_owned(),
    };
    Some((pointer, found))
}

fn is_scalar(ty: &str) -> bool {
    matches!(
        class_of(ty),
        Class::Int(_) | Class::Float(_) | Class::Pointer
    )
}

fn store(rest: &str) -> Option<(Site<'_>, Vec<Change>)> {
    let rest = rest.strip_prefix("volatile ").map_or(rest, |_| "");
    let (first, place) = rest.split_once(", ")?;
    let (ty, value) = typed(first)?;
    let (_, address) = typed(place.split(", ").next()?)?;
    if !is_scalar(ty) || !address.starts_with(['%', '@']) {
        return None;
    }
    let mut found = vec![Change {
        operator: MutantOperator::Assignment,
        words: "an assignment → none".to_owned(),
        instead: "{old}".to_owned(),
    }];
    let numbers = constants(ty, value, false).into_iter();
    found.extend(numbers.map(|(words, number)| Change {
        operator: MutantOperator::Constant,
        words,
        instead: number,
    }));
    Some((Site::Store { ty, value, place }, found))
}

fn returned(rest: &str) -> Option<(Site<'_>, Vec<Change>)> {
    let (ty, value) = typed(rest)?;
    let nothing = match class_of(ty) {
        Class::Int(_) => "0",
        Class::Pointer => "null",
        Class::Float(32 | 64) => "0.0",
        _ => return None,
    };
    let found = vec![Change {
        operator: MutantOperator::Return,
        words: format!("the result → {nothing}"),
        instead: nothing.to_owned(),
    }];
    Some((Site::Return { ty, value }, found))
}

fn call(rest: &str) -> Option<(Site<'_>, Vec<Change>)> {
    let (function, _) = rest.split_once('(')?;
    if function.starts_with("llvm.") || function.starts_with("everypath_") {
        return None;
    }
    let arguments = &rest[function.len()..];
    let end = crate::ir::text::closing(arguments)? + 1;
    let found = vec![Change {
        operator: MutantOperator::Call,
        words: format!("{function}(…) → none"),
        instead: String::new(),
    }];
    let arguments = &arguments[..end];
    Some((
        Site::Call {
            function,
            arguments,
        },
        found,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &[&str]) {
        let text = "%struct.p = type { i32, ptr, i32 }\n";
        let module = Module::read(text).unwrap();
        let found = changes(line, &module).map_or_else(Vec::new, |(_, found)| found);
        let said: Vec<String> = found
            .iter()
            .map(|change| format!("{}: {}", change.words, change.instead))
            .collect();
        assert_eq!(said, expected, "{line}");
    }

    #[test]
    fn comparisons_have_boundaries_from_both_sides() {
        check(
            "%3 = icmp slt i32 %1, 10",
            &[
                "< → <=: icmp sle i32 %1, 10",
                "< → >=: icmp sge i32 %1, 10",
                "10 → 11: icmp slt i32 %1, 11",
                "10 → 9: icmp slt i32 %1, 9",
            ],
        );
        check(
            "%3 = fcmp olt double %1, %2",
            &[
                "< → <=: fcmp ole double %1, %2",
                "< → >=: fcmp oge double %1, %2",
            ],
        );
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        check(
            "%3 = srem i32 %1, 1",
            &["% → *: mul i32 %1, 1", "1 → 2: srem i32 %1, 2"],
        );
        check("%3 = add nsw i32 %1, %2", &["+ → -: sub i32 %1, %2"]);
    }

    #[test]
    fn a_large_number_may_be_its_half() {
        check(
            "%3 = srem i32 %1, 400",
            &[
                "% → *: mul i32 %1, 400",
                "400 → 401: srem i32 %1, 401",
                "400 → 399: srem i32 %1, 399",
                "400 → 200: srem i32 %1, 200",
            ],
        );
    }

    #[test]
    fn stores_calls_and_results_go() {
        check(
            "store i32 0, ptr %1, align 4",
            &["an assignment → none: {old}", "0 → 1: 1", "0 → -1: -1"],
        );
        check("call void @f(i32 noundef %1)", &["f(…) → none: "]);
        check("ret i32 %1", &["the result → 0: 0"]);
        check("call void @llvm.dbg.declare(metadata i32 %1)", &[]);
    }

    #[test]
    fn fields_are_exchanged_with_those_of_their_type() {
        check(
            "%2 = getelementptr inbounds %struct.p, ptr %1, i32 0, i32 0",
            &[
                "a field → another of its type: getelementptr inbounds %struct.p, ptr %1, i32 0, i32 2",
            ],
        );
        check(
            "%2 = getelementptr inbounds %struct.p, ptr %1, i32 0, i32 1",
            &[],
        );
    }
}
