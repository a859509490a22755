//! What two runs of one case agree on.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

/// What two descriptions of a case have in common, as JSON; an error if that
/// is too little for a test. Parts that differ are listed under `unstable`.
pub(crate) fn agree(first: String, second: &str) -> Result<String, String> {
    if first == second {
        return Ok(first);
    }
    let parse = |text: &str| {
        serde_json::from_str(text).map_err(|error| format!("its description is broken: {error}"))
    };
    agree_on(parse(&first)?, &parse(second)?).map(|case| case.to_string())
}

fn agree_on(mut first: Json, second: &Json) -> Result<Json, String> {
    if first == *second {
        return Ok(first);
    }
    for part in [
        "environment",
        "world",
        "receiver",
        "arguments",
        "before",
        "recipes",
    ] {
        if first.get(part) != second.get(part) {
            return Err("its input cannot be made the same way twice".to_owned());
        }
    }
    let (one, other) = (&first["outcome"], &second["outcome"]);
    let words = |outcome: &Json| {
        let kind = outcome["kind"].as_str().unwrap_or("nothing").to_owned();
        outcome["qualname"]
            .as_str()
            .map_or(kind.clone(), |name| format!("{kind} {name}"))
    };
    if words(one) != words(other) {
        return Err(format!(
            "it depends on its surroundings: {} in one process, {} in another",
            words(one),
            words(other)
        ));
    }
    // What the observers themselves know to differ elsewhere stays so.
    let mut unstable: Vec<&str> = vec![];
    let known = |part: &str| {
        let said = [&first, second].map(|case| case["unstable"].as_array().cloned());
        said.into_iter().flatten().flatten().any(|one| one == part)
    };
    if known("message") || one.get("message") != other.get("message") {
        unstable.push("message");
    }
    if known("state") || state_of(&first) != state_of(second) {
        unstable.push("state");
    }
    if known("result")
        || one.get("value") != other.get("value")
        || result_of(&first) != result_of(second)
    {
        unstable.push("result");
    }
    if known("type") || one["value"].get("t") != other["value"].get("t") {
        unstable.push("type");
    }
    first["unstable"] = json!(unstable);
    let because = [&first, second].map(|case| case["because"].clone());
    let because = because.into_iter().find(|because| !because.is_null());
    first["because"] = because.unwrap_or_else(|| json!("worlds"));
    Ok(first)
}

fn state_of(case: &Json) -> Vec<(String, &Json)> {
    nodes_below(case, &[&case["receiver"], &case["arguments"]])
}

fn result_of(case: &Json) -> Vec<(String, &Json)> {
    nodes_below(case, &[&case["outcome"]["value"]])
}

/// A node as it was after the call; what did not change is not given twice.
fn node_after<'a>(case: &'a Json, id: &str) -> Option<&'a Json> {
    let unchanged = case["unchanged"] == true;
    let before = || case["before"].get(id).filter(|_| unchanged);
    case["after"].get(id).or_else(before)
}

/// The nodes after the call that some values lead to.
fn nodes_below<'a>(case: &'a Json, roots: &[&'a Json]) -> Vec<(String, &'a Json)> {
    let mut pending: Vec<&Json> = roots.to_vec();
    let mut seen = BTreeSet::new();
    let mut found = vec![];
    while let Some(json) = pending.pop() {
        match json {
            Json::Object(map) => {
                let id = map.get("id").and_then(Json::as_str);
                if let (Some("ref"), Some(id)) = (map.get("t").and_then(Json::as_str), id)
                    && seen.insert(id.to_owned())
                    && let Some(node) = node_after(case, id)
                {
                    found.push((id.to_owned(), node));
                    pending.push(node);
                }
                pending.extend(map.values());
            }
            Json::Array(items) => pending.extend(items),
            _ => {}
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(result: i64, field: i64) -> Json {
        json!({
            "receiver": {"t": "ref", "id": "0"}, "arguments": [], "before": {}, "recipes": {},
            "outcome": {"kind": "returned", "value": {"t": "int", "v": result.to_string()}},
            "after": {"0": {"kind": "list", "items": [{"t": "int", "v": field.to_string()}]}},
        })
    }

    #[test]
    fn what_two_processes_disagree_on_is_unstable() {
        let agreed = |second: Json| agree_on(case(1, 1), &second).unwrap()["unstable"].clone();
        assert_eq!(agreed(case(1, 1)), Json::Null);
        let why = |second: &Json| agree_on(case(1, 1), second).unwrap()["because"].clone();
        assert_eq!(why(&case(2, 1)), "worlds");
        let mut by_chance = case(2, 1);
        by_chance["because"] = json!("chance");
        assert_eq!(why(&by_chance), "chance");
        assert_eq!(agreed(case(2, 1)), json!(["result"]));
        assert_eq!(agreed(case(1, 2)), json!(["state"]));
        assert_eq!(agreed(case(2, 2)), json!(["state", "result"]));
        let mut text = case(2, 1);
        text["outcome"]["value"]["t"] = json!("str");
        assert_eq!(agreed(text), json!(["result", "type"]));
    }

    #[test]
    fn another_outcome_is_no_case() {
        let mut second = case(1, 1);
        second["outcome"] = json!({"kind": "raised", "qualname": "KeyError"});
        let reason = agree_on(case(1, 1), &second).unwrap_err();
        assert_eq!(
            reason,
            "it depends on its surroundings: returned in one process, raised KeyError in another"
        );
    }
}
