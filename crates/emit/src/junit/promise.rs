//! Tests of promises that are broken: the clause is evaluated after the call.

use everypath_recipe::{Ending, Part, Promise};

use super::Unwritable;
use super::arrange::Players;
use super::literal;
use super::oracle::type_from;
use super::scene::Scene;
use super::test::{Body, act, keep};
use crate::layout::Code;

/// The arguments that a promise names.
pub(super) fn arguments(promise: &Promise) -> Vec<usize> {
    let assertion = promise.assertion.iter();
    let parts = assertion.flat_map(|one| {
        let before = one.before.iter().flat_map(|before| &before.value);
        before.chain(&one.holds)
    });
    parts
        .filter_map(|part| match part {
            Part::Argument { index } => Some(*index),
            _ => None,
        })
        .collect()
}

/// Writes the call and what should hold after it.
pub(super) fn broken(
    scene: &mut Scene,
    players: &Players,
    promise: &Promise,
    body: &mut Body,
    acted: &mut Vec<Code>,
    asserted: &mut Vec<Code>,
) -> Result<(), Unwritable> {
    let Promise { clause, place, .. } = promise;
    body.comment = Some(format!("{place}: {clause} does not hold."));
    let case = scene.case;
    let constructor = case.recipe.method.is_constructor();
    match promise.ends {
        Some(Ending::Returns) => {
            // The exception itself makes the test fail.
            acted.push(act(scene, players, false)?.and(";"));
            return Ok(());
        }
        Some(Ending::Throws) => {
            let call = Code::lead("() -> ").then(act(scene, players, true)?);
            let class = Code::text("Exception.class");
            asserted.push(scene.assertion("assertThrows", vec![class, call]));
            return Ok(());
        }
        None => {}
    }
    let Some(assertion) = promise.assertion.as_ref().filter(|_| case.call.visible) else {
        let more = "It names what a test does not see: this test fails until it is removed.";
        body.comment = Some(format!("{place}: {clause} does not hold. {more}"));
        let call = act(scene, players, false)?;
        acted.push(call.and(";"));
        let said = format!("{place}: {clause} does not hold after this call");
        let said: Vec<u16> = said.encode_utf16().collect();
        asserted.push(scene.assertion("fail", vec![Code::text(literal::string(&said))]));
        return Ok(());
    };
    let mut filling = Filling {
        receiver: players.receiver.as_ref().map(Code::flat),
        arguments: Vec::new(),
        olds: Vec::new(),
        result: None,
    };
    for (index, argument) in players.arguments.iter().enumerate() {
        let name = players.names.get(index).cloned().flatten();
        filling.arguments.push(match name {
            Some(name) => name,
            None => scene.expression(argument, None)?.flat(),
        });
    }
    for before in &assertion.before {
        let value = filling.text(&before.value)?;
        let name = scene.fresh("before");
        acted.push(Code::text(format!("{} {name} = {value};", before.of)));
        filling.olds.push(name);
    }
    let call = act(scene, players, false)?;
    let is_void = case.call.result == "V" && !constructor;
    if is_void {
        acted.push(call.and(";"));
    } else {
        let name = keep(scene, &type_from(&case.call.result), call, acted)?;
        match constructor {
            true => filling.receiver = Some(name),
            false => filling.result = Some(name),
        }
    }
    let holds = Code::text(filling.text(&assertion.holds)?);
    asserted.push(scene.assertion("assertTrue", vec![holds]));
    Ok(())
}

/// What stands for the parts of a clause.
struct Filling {
    receiver: Option<String>,
    arguments: Vec<String>,
    olds: Vec<String>,
    result: Option<String>,
}

impl Filling {
    fn text(&self, parts: &[Part]) -> Result<String, Unwritable> {
        let mut text = String::new();
        for part in parts {
            let filled = match part {
                Part::Text { text } => Some(text),
                Part::Receiver => self.receiver.as_ref(),
                Part::Argument { index } => self.arguments.get(*index),
                Part::Result => self.result.as_ref(),
                Part::Old { index } => self.olds.get(*index),
            };
            text.push_str(filled.ok_or("its clause names what the call has not")?);
        }
        Ok(text)
    }
}
