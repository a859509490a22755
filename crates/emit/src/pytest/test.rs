//! One test: arrange, act, assert.

use std::collections::BTreeSet;

use super::act::{Act, act};
use super::arrange::{Scene, Unwritable};
use super::imports::Imports;
use super::literal;
use super::observed::{Call, Case, Kind, Outcome, Part, Value};
use super::oracle::{MOST, Oracle, changes_state};
use super::table::{Row, columns};
use crate::layout::{Code, PYTHON};
use crate::words::snake;

/// The indentation of a test's body.
const INDENT: usize = 4;

/// The body of a test.
pub(super) struct Body {
    /// Its lines.
    pub lines: Vec<String>,
    /// Whether it uses the guard against hanging and crashing.
    pub guarded: bool,
    /// What it is in a table, if it can be in one.
    pub row: Option<Row>,
}

/// The body of a case's test, or why there is none.
pub(super) fn body(
    case: &Case,
    imports: &mut Imports,
    reserved: &BTreeSet<String>,
    mutator: bool,
) -> Result<Body, Unwritable> {
    match &case.outcome {
        Outcome::Rejected { clause } => return Err(format!("the input does not meet {clause}")),
        Outcome::Unsupported { what } => return Err(what.clone()),
        _ => {}
    }
    let call = case.call.as_ref().ok_or("the input could not be built")?;
    let mut scene = Scene::new(case, imports, reserved);
    scene.world()?;
    let receiver = scene.receiver()?;
    let arguments = scene.arguments(false)?;
    let mut arranged = std::mem::take(&mut scene.lines);
    if let Some(receiver) = &receiver {
        arranged.extend(case.given.iter().map(|given| {
            let not = if given.answer { "" } else { "not " };
            Code::lead("assert ").and(format!("{not}{receiver}.{}", given.observer))
        }));
    }
    let variables = std::mem::take(&mut scene.variables);
    let mut scope = std::mem::take(&mut scene.scope);
    let row = match &case.outcome {
        Outcome::Returned { value } => columns(case, call.kind, value, reserved),
        _ => None,
    };
    let row = row.filter(|columns| columns.len() == arguments.len());
    let row = row.map(|columns| match act(case, call, imports, None, columns) {
        Act::Expression(pattern) | Act::Statement(pattern) => (pattern, arguments.clone()),
    });
    let action = act(case, call, imports, receiver.as_deref(), arguments);
    if let Outcome::Raised {
        module,
        qualname,
        message,
    } = &case.outcome
    {
        let error = imports.name(module, qualname);
        let message = message
            .as_deref()
            .filter(|_| !case.unstable.contains(&Part::Message));
        imports.module("pytest");
        let mut oracle = Oracle::new(case, imports, &variables);
        state(case, &mut oracle, &variables, mutator);
        let state = oracle.lines;
        return Ok(raising(arranged, action, &error, message, state));
    }
    let Outcome::Returned { value } = &case.outcome else {
        return Err("it shows a bug".to_owned());
    };
    let stable = !case.unstable.contains(&Part::Result);
    let made = call.kind == Kind::Constructor;
    let name = if made {
        scope.fresh(&class_word(call))
    } else {
        "result".to_owned()
    };
    let mut oracle = Oracle::new(case, imports, &variables);
    if stable && made {
        oracle.made(&name, value);
    } else if stable && matches!(action, Act::Expression(_)) {
        oracle.result(&name, value);
    }
    let about_result = oracle.lines.len();
    state(case, &mut oracle, &variables, mutator);
    let subject = if made {
        Some(name.as_str())
    } else {
        receiver.as_deref()
    };
    let mut lines = oracle.lines;
    if let (Some(true), Some(invariant), Some(subject)) =
        (case.invariant_holds, &call.invariant, subject)
    {
        lines.truncate(MOST - 1);
        lines.push(Code::lead("assert ").and(format!("{subject}.{invariant}()")));
    }
    let mut about_result = about_result;
    if lines.is_empty() && stable && matches!(value, Value::Opaque { .. }) {
        // That it returns something is little, but the call is tested.
        lines.push(Code::lead("assert ").and(format!("{name} is not None")));
        about_result = 1;
    }
    if let (true, false, Some(of)) = (lines.is_empty(), stable, case.steady_type(value)) {
        lines.push(Code::lead("assert ").and(format!("isinstance({name}, {of})")));
        about_result = 1;
    }
    if lines.is_empty() && !made {
        return Err("two runs have nothing in common that a test could assert".to_owned());
    }
    let row = row.and_then(|(pattern, arguments)| {
        let compared =
            inlined(&Code::text(""), &name, &lines, false).filter(|_| arranged.is_empty());
        let text = compared?.flat();
        let (operator, expected) = text.strip_prefix("assert  ")?.split_once(' ')?;
        let expected = Code::text(expected);
        Some(Row::new(case, pattern, operator, arguments, expected))
    });
    Ok(Body {
        row,
        ..returning(arranged, action, call, &name, about_result, lines)
    })
}

fn class_word(call: &Call) -> String {
    let class = call.class.as_deref().unwrap_or("value");
    snake(class.rsplit('.').next().unwrap_or(class))
}

/// Asserts about receiver and arguments.
fn state(
    case: &Case,
    oracle: &mut Oracle<'_>,
    variables: &std::collections::BTreeMap<u32, String>,
    mutator: bool,
) {
    if case.unstable.contains(&Part::State) {
        return;
    }
    if changes_state(case) {
        oracle.changes(variables);
    } else if let (true, Some(Value::Ref { id })) = (mutator, &case.receiver) {
        oracle.unchanged(*id, variables);
    }
    oracle.calls(variables);
}

/// The sections of a body, a blank line between them.
pub(super) fn sections(sections: &[&[Code]]) -> Vec<String> {
    let mut lines = vec![];
    for section in sections.iter().filter(|section| !section.is_empty()) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(
            section
                .iter()
                .flat_map(|statement| statement.lines(&PYTHON, INDENT)),
        );
    }
    lines
}

fn returning(
    arranged: Vec<Code>,
    action: Act,
    call: &Call,
    name: &str,
    about_result: usize,
    asserts: Vec<Code>,
) -> Body {
    let special = call.attribute.starts_with("__") && call.kind == Kind::Method;
    let lines = match action {
        Act::Statement(statement) => sections(&[&arranged, &[statement], &asserts]),
        Act::Expression(expr) => {
            let inline = inlined(&expr, name, &asserts, special);
            let mentioned = asserts.iter().any(|line| mentions(&line.flat(), name));
            match inline {
                Some(only) if arranged.is_empty() => sections(&[&[only]]),
                _ if about_result > 0 || mentioned => {
                    let act = Code::lead(format!("{name} = ")).then(expr);
                    sections(&[&arranged, &[act], &asserts])
                }
                _ => sections(&[&arranged, &[expr], &asserts]),
            }
        }
    };
    Body {
        lines,
        guarded: false,
        row: None,
    }
}

/// The one assertion with the call in place of its result, if it is short.
fn inlined(expr: &Code, name: &str, asserts: &[Code], special: bool) -> Option<Code> {
    let [only] = asserts else {
        return None;
    };
    let flat = only.flat();
    let rest = flat.strip_prefix(&format!("assert {name} "))?;
    if special || !(rest.starts_with("== ") || rest.starts_with("is ")) {
        return None;
    }
    let inlined = format!("assert {} {rest}", expr.flat());
    (INDENT + inlined.chars().count() <= PYTHON.width).then(|| Code::text(inlined))
}

fn mentions(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !inside(before) && !inside(after)
    })
}

fn raising(
    arranged: Vec<Code>,
    action: Act,
    error: &str,
    message: Option<&str>,
    state: Vec<Code>,
) -> Body {
    let mut arguments = vec![Code::text(error)];
    let mut after = vec![];
    let mut suffix = ":";
    match message {
        Some(message) if literal::is_plain_pattern(message) => {
            arguments.push(Code::text(format!("match=r\"^{message}$\"")));
        }
        Some(message) if !message.is_empty() => {
            suffix = " as caught:";
            let literal = literal::text(message);
            let said = Code::text("str(caught.value)").compared("==", Code::text(literal));
            after.push(Code::lead("assert ").then(said));
        }
        _ => {}
    }
    let head = Code::text("with ")
        .then(Code::call("pytest.raises", arguments))
        .then(Code::text(suffix));
    let (Act::Expression(call) | Act::Statement(call)) = action;
    let mut lines = sections(&[&arranged]);
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(head.lines(&PYTHON, INDENT));
    lines.extend(call.lines(&PYTHON, INDENT + 4));
    after.extend(state);
    let asserts = sections(&[&after]);
    if !asserts.is_empty() {
        lines.push(String::new());
        lines.extend(asserts);
    }
    Body {
        lines,
        guarded: false,
        row: None,
    }
}
