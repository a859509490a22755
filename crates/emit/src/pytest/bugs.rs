//! Tests that show bugs: they fail until the unit is mended.

use std::collections::BTreeSet;

use super::Options;
use super::act::{Act, act};
use super::arrange::{Scene, Unwritable};
use super::imports::Imports;
use super::observed::{Case, Kind, Outcome};
use super::test::{Body, sections};
use crate::layout::Code;

/// What a test that may hang or crash runs its call with.
pub(super) const GUARD: &str = r#"def run_apart(action, seconds):
    """Runs an action in a child process, which may hang or die."""
    child = multiprocessing.get_context("fork").Process(target=action)
    child.start()
    child.join(seconds)
    if child.is_alive():
        child.kill()
        child.join()
        pytest.fail(f"the call did not end within {seconds} s")
    assert child.exitcode == 0, f"the call ended its process: {child.exitcode}""#;

/// The body of a test that shows a bug.
pub(super) fn body(
    case: &Case,
    imports: &mut Imports,
    reserved: &BTreeSet<String>,
    options: &Options,
) -> Result<Body, Unwritable> {
    let call = case.call.as_ref().ok_or("the input could not be built")?;
    let contract = matches!(
        &case.outcome,
        Outcome::Violated {
            expression: Some(_),
            ..
        }
    );
    let mut scene = Scene::new(case, imports, reserved);
    scene.world()?;
    let receiver = scene.receiver()?;
    let arguments = scene.arguments(contract)?;
    let arranged = std::mem::take(&mut scene.lines);
    let action = act(case, call, imports, receiver.as_deref(), arguments);
    let (Act::Expression(expr) | Act::Statement(expr)) = action;
    let (docstring, acted, asserted) = match &case.outcome {
        Outcome::Violated {
            clause,
            expression: Some(expression),
            globals,
            ..
        } => {
            for name in globals {
                imports.name(&call.module, name);
            }
            let mut acted = vec![Code::lead("result = ").then(expr)];
            if expression.contains("__return__") {
                acted.push(Code::text("__return__ = result"));
            }
            if expression.contains("self")
                && let Some(receiver) = receiver.as_deref().filter(|name| *name != "self")
            {
                acted.push(Code::text(format!("self = {receiver}")));
            }
            let assert = Code::lead("assert ").and(expression);
            (format!("The {clause} does not hold."), acted, vec![assert])
        }
        Outcome::Violated {
            clause,
            invariant: Some(invariant),
            ..
        } => {
            let (acted, subject) = match (call.kind, receiver) {
                (Kind::Constructor, _) => (Code::lead("result = ").then(expr), "result".to_owned()),
                (_, Some(receiver)) => (expr, receiver),
                (_, None) => return Err("there is no object with an invariant".to_owned()),
            };
            let assert = Code::lead("assert ").and(format!("{subject}.{invariant}()"));
            (sentence(clause), vec![acted], vec![assert])
        }
        Outcome::Violated { clause, .. } => (sentence(clause), vec![expr], vec![]),
        Outcome::TimedOut => (
            format!("`{}` does not end.", case.unit),
            vec![guarded(expr, options)],
            vec![],
        ),
        Outcome::Crashed { how } => (
            format!("`{}` takes its process down: {how}.", case.unit),
            vec![guarded(expr, options)],
            vec![],
        ),
        _ => return Err("it shows no bug".to_owned()),
    };
    let mut lines = vec![format!(
        "    \"\"\"{}\"\"\"",
        docstring.replace('"', "'").replace('\\', "/")
    )];
    lines.extend(sections(&[&arranged, &acted, &asserted]));
    Ok(Body {
        lines,
        guarded: matches!(case.outcome, Outcome::TimedOut | Outcome::Crashed { .. }),
        row: None,
    })
}

fn guarded(expr: Code, options: &Options) -> Code {
    Code::call(
        "run_apart",
        vec![
            Code::text("lambda: ").then(expr),
            Code::text(format!("seconds={}", options.patience)),
        ],
    )
}

fn sentence(clause: &str) -> String {
    let mut characters = clause.chars();
    match characters.next() {
        Some(first) => {
            let rest = characters.as_str().trim_end_matches('.');
            format!("{}{rest}.", first.to_uppercase())
        }
        None => "A promise is broken.".to_owned(),
    }
}
