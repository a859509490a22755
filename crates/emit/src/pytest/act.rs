//! Acting: the call, written the way people write it.

use super::imports::Imports;
use super::observed::{Call, Case, Kind, Node, Outcome, Value, Walked};
use crate::layout::Code;

/// How much of an iterator the observer walked at most.
const LONGEST_WALK: usize = 50;

/// How the call stands in the test.
pub(super) enum Act {
    /// An expression with a value.
    Expression(Code),
    /// A statement without one: `a[0] = 1`.
    Statement(Code),
}

/// Binary operators by special method.
const BINARY: &[(&str, &str)] = &[
    ("__eq__", "=="),
    ("__ne__", "!="),
    ("__lt__", "<"),
    ("__le__", "<="),
    ("__gt__", ">"),
    ("__ge__", ">="),
    ("__add__", "+"),
    ("__sub__", "-"),
    ("__mul__", "*"),
    ("__truediv__", "/"),
    ("__floordiv__", "//"),
    ("__mod__", "%"),
    ("__pow__", "**"),
    ("__and__", "&"),
    ("__or__", "|"),
    ("__xor__", "^"),
    ("__lshift__", "<<"),
    ("__rshift__", ">>"),
    ("__matmul__", "@"),
];

/// Functions by special method.
const FUNCTIONS: &[(&str, &str)] = &[
    ("__len__", "len"),
    ("__str__", "str"),
    ("__bool__", "bool"),
    ("__int__", "int"),
    ("__float__", "float"),
    ("__abs__", "abs"),
    ("__iter__", "iter"),
    ("__next__", "next"),
    ("__reversed__", "reversed"),
    ("__bytes__", "bytes"),
    ("__round__", "round"),
];

/// Prefix operators by special method.
const PREFIXES: &[(&str, &str)] = &[("__neg__", "-"), ("__pos__", "+"), ("__invert__", "~")];

/// The call of a case.
pub(super) fn act(
    case: &Case,
    call: &Call,
    imports: &mut Imports,
    receiver: Option<&str>,
    arguments: Vec<Code>,
) -> Act {
    let expr = match (call.kind, receiver) {
        (Kind::Property, Some(receiver)) => Code::text(format!("{receiver}.{}", call.attribute)),
        (Kind::Method, Some(receiver)) => match operator(case, call, receiver, &arguments) {
            Some(Act::Expression(expr)) => expr,
            Some(statement) => return statement,
            None => Code::call(format!("{receiver}.{}", call.attribute), arguments),
        },
        (Kind::Constructor, _) => {
            let class = imports.name(&call.module, call.class.as_deref().unwrap_or_default());
            Code::call(class, arguments)
        }
        (Kind::Static | Kind::Class, _) => {
            let class = imports.name(&call.module, call.class.as_deref().unwrap_or_default());
            Code::call(format!("{class}.{}", call.attribute), arguments)
        }
        _ => Code::call(imports.name(&call.module, &call.attribute), arguments),
    };
    Act::Expression(walked(case, imports, expr))
}

fn walked(case: &Case, imports: &mut Imports, expr: Code) -> Code {
    match case.walked {
        None => expr,
        Some(Walked::Coroutine) => {
            imports.module("asyncio");
            Code::call("asyncio.run", vec![expr])
        }
        Some(Walked::Iterator) if walked_length(case) >= LONGEST_WALK => {
            imports.module("itertools");
            let count = Code::text(LONGEST_WALK.to_string());
            Code::call(
                "list",
                vec![Code::call("itertools.islice", vec![expr, count])],
            )
        }
        Some(Walked::Iterator) => Code::call("list", vec![expr]),
    }
}

fn walked_length(case: &Case) -> usize {
    match &case.outcome {
        Outcome::Returned {
            value: Value::Ref { id },
        } => match case.after.get(id) {
            Some(Node::List { items }) => items.len(),
            _ => 0,
        },
        _ => 0,
    }
}

/// A special method as the syntax that calls it.
fn operator(case: &Case, call: &Call, receiver: &str, arguments: &[Code]) -> Option<Act> {
    let returned = match &case.outcome {
        Outcome::Returned { value } => Some(value),
        _ => None,
    };
    let name = call.attribute.as_str();
    if name == "__call__" {
        return Some(Act::Expression(Code::call(receiver, arguments.to_vec())));
    }
    // Only the method itself returns this; the operator goes on.
    let named = case.arguments.iter().any(|a| a.keyword && !a.default);
    if returned == Some(&Value::NotImplemented) || named {
        return None;
    }
    let find = |table: &[(&str, &'static str)]| {
        table
            .iter()
            .find(|(method, _)| *method == name)
            .map(|(_, symbol)| *symbol)
    };
    let text = |text: String| Some(Act::Expression(Code::text(text)));
    match arguments {
        [] => {
            if let Some(function) = find(FUNCTIONS) {
                let argument = Code::text(receiver);
                if name == "__iter__" && case.walked.is_some() {
                    // The walk makes a list of it.
                    return Some(Act::Expression(argument));
                }
                return Some(Act::Expression(Code::call(function, vec![argument])));
            }
            if let Some(prefix) = find(PREFIXES) {
                return text(format!("{prefix}{receiver}"));
            }
            None
        }
        [argument] => {
            let flat = argument.flat();
            if let Some(symbol) = find(BINARY) {
                let simple = Code::text(format!("{receiver} {symbol} "));
                return Some(Act::Expression(simple.then(argument.clone())));
            }
            match name {
                "__contains__" => match returned {
                    Some(Value::Bool { .. }) | None => text(format!("{flat} in {receiver}")),
                    _ => None,
                },
                "__getitem__" => Some(Act::Expression(Code::text(receiver).then(Code::group(
                    "[",
                    vec![argument.clone()],
                    "]",
                )))),
                "__delitem__" => Some(Act::Statement(Code::text(format!(
                    "del {receiver}[{flat}]"
                )))),
                _ => None,
            }
        }
        [key, value] if name == "__setitem__" => Some(Act::Statement(
            Code::lead(format!("{receiver}[{}] = ", key.flat())).then(value.clone()),
        )),
        _ => None,
    }
}
