//! One test: arrange, act, assert.

use everypath_recipe::{Expression, Method, Type};

use super::arrange::{Players, Watched, differs};
use super::helpers::Helper;
use super::literal;
use super::observed::{Case, Outcome, Read, Value};
use super::oracle::{Names, Subject, type_from};
use super::promise;
use super::scene::{Generics, Scene};
use super::{Framework, Options, Unwritable};
use crate::layout::Code;

/// Of a state that did not change, this much is asserted.
const MOST_UNCHANGED: usize = 3;

/// The body of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Body {
    /// Its sections: arrange, act, assert. Empty ones are left out.
    pub sections: Vec<Vec<Code>>,
    /// What it declares to throw.
    pub throws: Option<&'static str>,
    /// A sentence above it, for tests that show bugs.
    pub comment: Option<String>,
    /// A timeout of JUnit 4, in milliseconds.
    pub timeout: Option<u64>,
}

/// How an arrangement and its call become a test.
pub(super) struct Plan<'a> {
    /// The options of the file.
    pub options: &'a Options,
    /// Whether the unit changes its receiver in some case.
    pub mutator: bool,
    /// Whether the test shows a bug.
    pub bug: bool,
}

/// Writes one test into a scene.
pub(super) fn body(scene: &mut Scene, plan: &Plan) -> Result<Body, Unwritable> {
    let case = scene.case;
    let watched = watched(case);
    let players = scene.arrange(&watched)?;
    assert_given(scene, &players)?;
    let names = Names {
        receiver: players.receiver.as_ref().map(Code::flat),
        arguments: players.names.clone(),
    };
    let mut body = Body {
        sections: Vec::new(),
        throws: None,
        comment: None,
        timeout: None,
    };
    let (mut acted, mut asserted) = (Vec::new(), Vec::new());
    if plan.bug {
        bug(scene, &players, plan, &mut body, &mut acted, &mut asserted)?;
    } else {
        match &case.outcome {
            Outcome::Threw { class, message, .. } => {
                let call = act(scene, &players, true)?;
                threw(
                    scene,
                    class,
                    message.as_deref(),
                    call,
                    &mut acted,
                    &mut asserted,
                )?;
            }
            Outcome::Returned { value } => {
                returned(
                    scene,
                    &players,
                    value.as_ref(),
                    &names,
                    &mut acted,
                    &mut asserted,
                )?;
            }
            _ => return Err("it shows a bug".to_owned()),
        }
        assert_state(scene, plan, &names, &mut asserted)?;
        scene.assert_files(&mut asserted);
        scene.assert_calls(&mut asserted);
        assert_invariant(scene, &names, &mut asserted)?;
    }
    scene.restore()?;
    // A test without an assertion still says that the call ends well.
    let arranged = std::mem::take(&mut scene.lines);
    body.sections = [arranged, acted, asserted]
        .into_iter()
        .filter(|section| !section.is_empty())
        .collect();
    body.throws = match (scene.throwable, scene.checked) {
        (true, _) => Some("Throwable"),
        (false, true) => Some("Exception"),
        (false, false) => None,
    };
    Ok(body)
}

/// What the observers of the receiver answer before the call.
fn assert_given(scene: &mut Scene, players: &Players) -> Result<(), Unwritable> {
    for given in &scene.case.recipe.given {
        let arguments: Vec<&Expression> = given.arguments.iter().map(|one| &one.value).collect();
        let facts = scene.facts_of(&given.observer);
        scene.checked |= given.throws;
        let receiver = players.receiver.clone();
        let call = scene.call(&given.observer, &facts, receiver, &arguments, false)?;
        let name = match given.answer {
            true => "assertTrue",
            false => "assertFalse",
        };
        let line = scene.assertion(name, vec![call]);
        scene.lines.push(line);
    }
    Ok(())
}

/// The arguments that are looked at after the call.
fn watched(case: &Case) -> Watched {
    let mut watched = Watched::default();
    if let Some(promise) = &case.recipe.promise {
        watched.arguments = promise::arguments(promise);
    }
    if let (Some(before), Some(after)) = (&case.before, &case.state) {
        for (index, (one, other)) in before.arguments.iter().zip(&after.arguments).enumerate() {
            if differs(Some(one), Some(other)) {
                watched.arguments.push(index);
            }
        }
    }
    if let Outcome::Returned { value: Some(value) } = &case.outcome {
        mentioned(value, &mut watched.arguments);
    }
    watched
}

/// The arguments that a value holds.
fn mentioned(value: &Value, found: &mut Vec<usize>) {
    match value {
        Value::Same { with } if with.what == super::observed::Role::Argument => {
            found.push(with.index);
        }
        Value::Array { items, .. } | Value::List { items } | Value::Set { items } => {
            items.iter().for_each(|item| mentioned(item, found));
        }
        Value::Map { entries } => {
            for (key, value) in entries {
                mentioned(key, found);
                mentioned(value, found);
            }
        }
        Value::Optional { of: Some(of) } => mentioned(of, found),
        Value::Object { reads, .. } => {
            reads.iter().for_each(|read| mentioned(&read.value, found));
        }
        _ => {}
    }
}

/// The call; inside a lambda what it throws need not be declared.
pub(super) fn act(scene: &mut Scene, players: &Players, guarded: bool) -> Result<Code, Unwritable> {
    let case = scene.case;
    let arguments: Vec<&Expression> = players.arguments.iter().collect();
    let method: &Method = &case.recipe.method;
    scene.call(
        method,
        &case.call,
        players.receiver.clone(),
        &arguments,
        guarded,
    )
}

fn threw(
    scene: &mut Scene,
    class: &str,
    message: Option<&[u16]>,
    call: Code,
    acted: &mut Vec<Code>,
    asserted: &mut Vec<Code>,
) -> Result<(), Unwritable> {
    let class = scene.class_name(class)?;
    let literal = Code::text(format!("{class}.class"));
    let call = Code::lead("() -> ").then(call);
    let check = scene.assertion("assertThrows", vec![literal, call]);
    match message {
        Some(message) => {
            acted.push(Code::lead(format!("{class} thrown = ")).then(check));
            let expected = Code::text(literal::string(message));
            let actual = Code::text("thrown.getMessage()");
            asserted.push(scene.assertion("assertEquals", vec![expected, actual]));
        }
        None => acted.push(check),
    }
    Ok(())
}

fn returned(
    scene: &mut Scene,
    players: &Players,
    value: Option<&Value>,
    names: &Names,
    acted: &mut Vec<Code>,
    asserted: &mut Vec<Code>,
) -> Result<(), Unwritable> {
    let case = scene.case;
    let prints = case.output.as_deref();
    let void = value.is_none();
    if let (Some(output), true) = (prints, void) {
        let call = act(scene, players, true)?;
        scene.helpers.insert(Helper::Printed);
        scene.throwable = true;
        let printed = Code::call("printedBy", vec![Code::lead("() -> ").then(call)]);
        let expected = Code::text(literal::string(output));
        asserted.push(scene.assertion("assertEquals", vec![expected, printed]));
        return Ok(());
    }
    let call = act(scene, players, false)?;
    let Some(value) = value else {
        acted.push(call.and(";"));
        return Ok(());
    };
    let reflected = !case.call.visible;
    let constructor = case.recipe.method.is_constructor();
    let of = match (reflected, constructor) {
        (true, false) => Type::class("java.lang.Object"),
        _ => type_from(&case.call.result),
    };
    let value = match (reflected && !constructor, value) {
        // Reflection gives primitives in their boxes.
        (true, plain) if literal::of_value(plain).is_some() => Value::Boxed {
            of: Box::new(plain.clone()),
        },
        (_, value) => value.clone(),
    };
    if Scene::is_one_assertion(&value) && !constructor {
        let subject = Subject { code: call, of };
        return scene.assert_value(&subject, &value, names, asserted);
    }
    let name = keep(scene, &of, call, acted)?;
    let subject = Subject {
        code: Code::text(name),
        of,
    };
    scene.assert_value(&subject, &value, names, asserted)
}

/// Keeps what the call gives in a local, whose name this is.
pub(super) fn keep(
    scene: &mut Scene,
    of: &Type,
    call: Code,
    acted: &mut Vec<Code>,
) -> Result<String, Unwritable> {
    let written = scene.type_name(of, Generics::Wildcards)?;
    let constructor = scene.case.recipe.method.is_constructor();
    let name = scene.fresh(if constructor { "made" } else { "actual" });
    let definition = Code::lead(format!("{written} {name} = "));
    acted.push(definition.then(call).and(";"));
    Ok(name)
}

/// The state of receiver and arguments, where it changed; of a unit that
/// changes its receiver in other cases, also that it did not.
fn assert_state(
    scene: &mut Scene,
    plan: &Plan,
    names: &Names,
    asserted: &mut Vec<Code>,
) -> Result<(), Unwritable> {
    let case = scene.case;
    let (Some(before), Some(after)) = (&case.before, &case.state) else {
        return Ok(());
    };
    let mut state = Vec::new();
    if let (Some(name), Some(value)) = (&names.receiver, &after.receiver) {
        let changed = differs(before.receiver.as_ref(), Some(value));
        let needed = plan.mutator || asserted.is_empty();
        if changed || needed {
            let value = reduced(before.receiver.as_ref(), value, plan.mutator);
            let subject = Subject {
                code: Code::text(name),
                of: receiver_type(scene),
            };
            let says_nothing = match &value {
                Value::Object { reads, .. } => reads.is_empty(),
                Value::Opaque { .. } => true,
                _ => false,
            };
            if !says_nothing {
                scene.assert_value(&subject, &value, names, &mut state)?;
            }
        }
    }
    for (index, value) in after.arguments.iter().enumerate() {
        let name = names.arguments.get(index).cloned().flatten();
        let before = before.arguments.get(index);
        if let (Some(name), true) = (name, differs(before, Some(value))) {
            let value = reduced(before, value, false);
            let of = local_type(scene, index);
            let subject = Subject {
                code: Code::text(name),
                of,
            };
            if !matches!(value, Value::Opaque { .. }) {
                scene.assert_value(&subject, &value, names, &mut state)?;
            }
        }
    }
    asserted.extend(state);
    Ok(())
}

fn receiver_type(scene: &Scene) -> Type {
    match &scene.case.recipe.receiver {
        Some(receiver) => scene
            .type_of(receiver)
            .unwrap_or_else(|| Type::class(&scene.case.recipe.method.class)),
        None => Type::class(&scene.case.recipe.method.class),
    }
}

fn local_type(scene: &Scene, index: usize) -> Type {
    let object = Type::class("java.lang.Object");
    let Some(argument) = scene.case.recipe.arguments.get(index) else {
        return object;
    };
    if let Expression::Local { id } = &argument.value {
        return scene
            .locals
            .get(id)
            .map_or(object, |local| local.of.clone());
    }
    let id = everypath_recipe::LocalId(u32::MAX - index as u32);
    scene
        .locals
        .get(&id)
        .map_or(object, |local| local.of.clone())
}

/// What changed of an object; of one that did not, a few reads.
fn reduced(before: Option<&Value>, after: &Value, whole: bool) -> Value {
    let (Value::Object { class, reads }, Some(Value::Object { reads: old, .. })) = (after, before)
    else {
        return after.clone();
    };
    let is_new = |read: &&Read| {
        !old.iter()
            .any(|old| old.name == read.name && old.value == read.value)
    };
    let changed: Vec<Read> = reads.iter().filter(is_new).cloned().collect();
    let reads = match changed.is_empty() {
        false if !whole => changed,
        false => {
            let mut all = changed;
            let rest = reads.iter().filter(|read| !all.contains(read)).cloned();
            let rest: Vec<Read> = rest.take(MOST_UNCHANGED).collect();
            all.extend(rest);
            all
        }
        true => reads.iter().take(MOST_UNCHANGED).cloned().collect(),
    };
    Value::Object {
        class: class.clone(),
        reads,
    }
}

fn assert_invariant(
    scene: &mut Scene,
    names: &Names,
    asserted: &mut Vec<Code>,
) -> Result<(), Unwritable> {
    let case = scene.case;
    let (Some(invariant), Some(receiver)) = (&case.recipe.invariant, &names.receiver) else {
        return Ok(());
    };
    if !matches!(case.outcome, Outcome::Returned { .. }) {
        return Ok(());
    }
    asserted.push(invariant_call(scene, invariant, receiver));
    Ok(())
}

fn invariant_call(scene: &mut Scene, invariant: &Method, receiver: &str) -> Code {
    let call = Code::text(format!("{receiver}.{}()", invariant.name));
    match invariant.descriptor.ends_with('Z') {
        true => scene.assertion("assertTrue", vec![call]),
        false => call.and(";"),
    }
}

fn bug(
    scene: &mut Scene,
    players: &Players,
    plan: &Plan,
    body: &mut Body,
    acted: &mut Vec<Code>,
    asserted: &mut Vec<Code>,
) -> Result<(), Unwritable> {
    let case = scene.case;
    match &case.outcome {
        Outcome::TimedOut => {
            let seconds = plan.options.patience;
            body.comment = Some("The call does not end.".to_owned());
            match scene.framework {
                Framework::JUnit5 => {
                    let call = act(scene, players, true)?;
                    let duration = scene.jdk("java.time.Duration");
                    let limit = Code::text(format!("{duration}.ofSeconds({seconds})"));
                    let lambda = Code::lead("() -> ").then(call);
                    let name = "assertTimeoutPreemptively";
                    acted.push(scene.assertion(name, vec![limit, lambda]));
                }
                Framework::JUnit4 => {
                    body.timeout = Some(u64::from(seconds) * 1000);
                    acted.push(act(scene, players, false)?.and(";"));
                }
            }
        }
        Outcome::Violated { .. } if case.recipe.promise.is_some() => {
            if let Some(promise) = &case.recipe.promise {
                promise::broken(scene, players, promise, body, acted, asserted)?;
            }
        }
        Outcome::Violated { clause } => {
            let mut characters = clause.chars();
            let first = characters.next().unwrap_or('T').to_ascii_uppercase();
            body.comment = Some(format!("{first}{}.", characters.as_str()));
            let invariant = case.recipe.invariant.as_ref();
            let Some(invariant) = invariant else {
                return Err("there is no invariant to check".to_owned());
            };
            let call = act(scene, players, false)?;
            let subject = match &players.receiver {
                Some(receiver) => {
                    acted.push(call.and(";"));
                    receiver.flat()
                }
                None => keep(scene, &type_from(&case.call.result), call, acted)?,
            };
            asserted.push(invariant_call(scene, invariant, &subject));
        }
        Outcome::Threw { exact, .. } => {
            let what = super::scene::simple_name(exact);
            body.comment = Some(format!("An assertion in the code fails: {what}."));
            acted.push(act(scene, players, false)?.and(";"));
        }
        Outcome::Crashed => {
            return Err("the call ends the JVM, and so would its test".to_owned());
        }
        Outcome::Returned { .. } => return Err("it shows no bug".to_owned()),
    }
    Ok(())
}
