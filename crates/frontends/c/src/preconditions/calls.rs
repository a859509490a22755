//! What all calls of a function see to, where only its own file can call it: arguments that
//! are never null.

use indexmap::IndexMap;

use super::{Basis, Clause, Precondition};
use crate::instrument::recording::declaration;
use crate::ir::debug::Debug;
use crate::ir::module::{Function, Module};
use crate::ir::text::{closing, split, without_metadata};
use crate::program::{Unit, source_name};
use crate::types::{Type, Types};

/// How far back a value is looked up.
const DEEPEST: usize = 4;

/// Adds the pointers that no call passes as null. What one function sees to, those that it
/// calls can rely on: twice is enough for most.
pub(super) fn add(
    known: &mut IndexMap<String, Vec<Precondition>>,
    module: &Module,
    debug: Debug,
    units: &[Unit],
    types: &Types,
) {
    for _ in 0..2 {
        for unit in units.iter().filter(|unit| unit.is_static) {
            let Some(calls) = calls_of(&unit.name, module) else {
                continue;
            };
            for (index, parameter) in unit.parameters.iter().enumerate() {
                let clause = Clause::NotNull {
                    place: parameter.name.clone(),
                };
                let own = known.entry(unit.name.clone()).or_default();
                let is_known = own.iter().any(|one| one.clause == clause);
                let is_pointer = matches!(types.shape(parameter.ty), Type::Pointer(_));
                if is_known || !is_pointer || calls.is_empty() {
                    continue;
                }
                let holds = calls.iter().all(|(caller, arguments)| {
                    let values = Values::new(caller, debug, known);
                    arguments
                        .get(index)
                        .is_some_and(|argument| values.is_not_null(argument, DEEPEST))
                });
                if holds {
                    let basis = Basis::CallSites { count: calls.len() };
                    let own = known.entry(unit.name.clone()).or_default();
                    own.push(Precondition { clause, basis });
                }
            }
        }
    }
}

type Call<'a> = (&'a Function<'a>, Vec<&'a str>);

/// The calls of a function with their arguments; `None` if something else is done with it,
/// so that it may be called from anywhere.
fn calls_of<'a>(name: &str, module: &'a Module<'a>) -> Option<Vec<Call<'a>>> {
    let mention = format!("@{name}");
    let mut calls = Vec::new();
    for function in &module.functions {
        for line in &function.body {
            let (text, _) = without_metadata(line.trim_start());
            for (at, _) in text.match_indices(&mention) {
                let rest = &text[at + mention.len()..];
                if rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$')) {
                    continue;
                }
                let is_call = text.starts_with("call ") || text.contains(" = call ");
                let is_called = is_call && rest.starts_with('(');
                let end = closing(rest).filter(|_| is_called)?;
                calls.push((function, split(&rest[1..end])));
            }
        }
    }
    let mut kept = module.kept.iter();
    let is_kept = kept.any(|line| line.starts_with('@') && line.contains(&mention));
    (!is_kept).then_some(calls)
}

/// The values of a function that calls others.
struct Values<'a> {
    definitions: IndexMap<&'a str, &'a str>,
    /// Where parameters are kept that are not null.
    places: Vec<&'a str>,
}

impl<'a> Values<'a> {
    fn new(
        function: &'a Function,
        debug: Debug,
        known: &IndexMap<String, Vec<Precondition>>,
    ) -> Values<'a> {
        let mut definitions = IndexMap::new();
        let mut places = Vec::new();
        let own = known.get(source_name(function.name));
        for line in &function.body {
            if let Some((place, variable)) = declaration(line) {
                let node = debug.node(variable);
                let name = node.and_then(|node| node.string("name"));
                let is_parameter = node
                    .and_then(|node| node.number("arg"))
                    .is_some_and(|argument| argument > 0);
                let is_not_null = name.is_some_and(|name| {
                    let clause = Clause::NotNull { place: name };
                    own.is_some_and(|own| own.iter().any(|one| one.clause == clause))
                });
                if is_parameter && is_not_null {
                    places.push(place);
                }
            } else if let Some((name, body)) = line.trim_start().split_once(" = ") {
                definitions.insert(name, body);
            }
        }
        // What is stored to more than once may be anything later.
        places.retain(|place| {
            let stores = function.body.iter().filter(|line| {
                let (text, _) = without_metadata(line.trim_start());
                let place = format!("{place},");
                text.starts_with("store ") && format!("{text},").contains(&place)
            });
            stores.count() <= 1
        });
        Values {
            definitions,
            places,
        }
    }

    /// Whether an operand, with its type, is never null.
    fn is_not_null(&self, operand: &str, depth: usize) -> bool {
        if operand.contains('@') {
            return true;
        }
        let Some(at) = operand.rfind('%').filter(|_| depth > 0) else {
            return false;
        };
        let name = &operand[at..];
        let Some(body) = self.definitions.get(name) else {
            return false;
        };
        let (body, _) = without_metadata(body);
        if body.starts_with("alloca ") {
            return true;
        }
        let operands = split(body);
        if body.starts_with("load ") {
            let place = operands.get(1).and_then(|place| place.rsplit(' ').next());
            return place.is_some_and(|place| self.places.contains(&place));
        }
        let is_step = body.starts_with("getelementptr ");
        let base = operands.get(usize::from(is_step));
        (is_step || body.starts_with("bitcast "))
            && base.is_some_and(|base| {
                let base = base.split(" to ").next().unwrap_or(base);
                self.is_not_null(base, depth - 1)
            })
    }
}
