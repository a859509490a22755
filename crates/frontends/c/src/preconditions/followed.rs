//! What a function's own body takes for granted: pointers that it follows before it does
//! anything else, and assertions about its parameters.

use indexmap::{IndexMap, IndexSet};

use super::{Basis, Clause, Precondition};
use crate::instrument::locals;
use crate::instrument::recording::declaration;
use crate::ir::debug::Debug;
use crate::ir::module::Function;
use crate::ir::text::{split, without_metadata};
use crate::program::Unit;

/// How lines begin that end a block.
const ENDS: [&str; 6] = [
    "br ",
    "switch ",
    "ret ",
    "indirectbr ",
    "unreachable",
    "resume ",
];

/// The parameters that are followed in the first block, before anything is called.
pub(super) fn of_body(function: &Function, debug: Debug, unit: &Unit) -> Vec<Precondition> {
    let mut places: IndexMap<&str, usize> = IndexMap::new();
    let mut changed: IndexSet<usize> = IndexSet::new();
    // Values that are a parameter, or lead to a part of what it leads to.
    let mut values: IndexMap<&str, usize> = IndexMap::new();
    let mut found: IndexMap<usize, u32> = IndexMap::new();
    for line in &function.body {
        if let Some((place, variable)) = declaration(line) {
            let argument = debug.node(variable).and_then(|node| node.number("arg"));
            if let Some(argument) = argument.filter(|argument| *argument > 0) {
                places.insert(place, argument as usize - 1);
            }
            continue;
        }
        let (text, location) = without_metadata(line.trim_start());
        let is_call = text.starts_with("call ") || text.contains(" = call ");
        if is_call || ENDS.iter().any(|end| text.starts_with(end)) {
            break;
        }
        let (name, body) = text.split_once(" = ").unwrap_or(("", text));
        let address = address(body);
        let is_access = body.starts_with("load ") || body.starts_with("store ");
        if let Some(index) = address
            .filter(|_| is_access)
            .and_then(|one| values.get(one))
        {
            let line = location.and_then(|location| debug.place(location));
            found
                .entry(*index)
                .or_insert(line.map_or(unit.line, |place| place.line));
        }
        let place = address.and_then(|address| places.get(address));
        if body.starts_with("store ") {
            changed.extend(place);
        } else if body.starts_with("load ") {
            let place = place.filter(|index| !changed.contains(*index));
            values.extend(place.map(|index| (name, *index)));
        } else if body.starts_with("getelementptr ") || body.starts_with("bitcast ") {
            let base = locals(body).find_map(|local| values.get(local)).copied();
            values.extend(base.map(|index| (name, index)));
        }
    }
    let found = found.into_iter().filter_map(|(index, line)| {
        let place = unit.parameters.get(index)?.name.clone();
        Some(Precondition {
            clause: Clause::NotNull { place },
            basis: Basis::Followed { line },
        })
    });
    found.collect()
}

/// The assertions about parameters with which the function begins.
pub(super) fn of_assertions(
    function: &Function,
    debug: Debug,
    unit: &Unit,
    source: &str,
) -> Vec<Precondition> {
    let lines: Vec<&str> = source.lines().collect();
    let text_at = |line: u32| lines.get(line.saturating_sub(1) as usize).copied();
    let line_of = |text: &String| {
        let (_, location) = without_metadata(text.trim_start());
        Some(debug.place(location?)?.line)
    };
    let is_branch = |line: &&String| {
        let text = line.trim_start();
        text.starts_with("br i1 ") || text.starts_with("switch ")
    };
    let branches = function.body.iter().filter(is_branch).filter_map(line_of);
    let asks = |line: &u32| text_at(*line).is_none_or(|text| asserted(text).is_none());
    let first = branches.filter(asks).min().unwrap_or(u32::MAX);
    let is_call = |line: &&String| line.contains("@__assert_fail(");
    let calls = function.body.iter().filter(is_call).filter_map(line_of);
    let mut found: Vec<Precondition> = Vec::new();
    for line in calls.filter(|line| *line < first) {
        let condition = text_at(line).and_then(asserted);
        let Some(condition) = condition.filter(|one| speaks_of(one, unit)) else {
            continue;
        };
        let Ok(clause) = condition.parse();
        found.push(Precondition {
            clause,
            basis: Basis::Asserted { line },
        });
    }
    found
}

/// Whether a condition is one of parameters.
fn speaks_of(condition: &str, unit: &Unit) -> bool {
    // What stands in quotes is for people.
    let code: String = condition.split('"').step_by(2).collect();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<&str> = code.split(|c| !is_part(c)).collect();
    let mut parameters = unit.parameters.iter();
    parameters.any(|parameter| words.contains(&parameter.name.as_str()))
}

/// What a load or store accesses: its second operand, without its type.
pub(crate) fn address(body: &str) -> Option<&str> {
    split(body).get(1)?.rsplit(' ').next()
}

/// The condition of an `assert` on one line.
fn asserted(line: &str) -> Option<&str> {
    let rest = line
        .split_once("assert")?
        .1
        .trim_start()
        .strip_prefix('(')?;
    let mut depth = 1;
    let end = rest.find(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    Some(rest[..end].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_of_assertions() {
        assert_eq!(asserted("  assert(f(a) > 0); b();"), Some("f(a) > 0"));
        assert_eq!(asserted("  assert(a &&"), None);
        assert_eq!(asserted("  a = b;"), None);
    }
}
