//! What descriptions of the same recipe agree on: what was seen in one world only depends on
//! it, and is left out.

use serde_json::{Value as Json, json};

/// One description of two; an error if they have nothing in common.
pub(crate) fn agree(mut first: Json, second: &Json) -> Result<Json, String> {
    let words = |case: &Json| {
        let outcome = &case["outcome"];
        let kind = outcome["kind"].as_str().unwrap_or("nothing").to_owned();
        match outcome["exact"].as_str() {
            Some(class) => format!("{kind} {class}"),
            None => kind,
        }
    };
    let kind = first["outcome"]["kind"].as_str().unwrap_or_default();
    if kind == "unbuildable" {
        let why = first["outcome"]["why"].as_str().unwrap_or_default();
        return Err(why.to_owned());
    }
    if words(&first) != words(second) {
        if let Some(why) = second["outcome"]["why"].as_str() {
            return Err(why.to_owned());
        }
        return Err(format!(
            "it depends on its surroundings: {} in one JVM, {} in another",
            words(&first),
            words(second)
        ));
    }
    let mut left = Vec::new();
    for (what, pointer) in [
        ("output", "/output"),
        ("message", "/outcome/message"),
        ("state", "/files"),
        ("state", "/calls"),
    ] {
        let other = second.pointer(pointer);
        if let Some(one) = first.pointer_mut(pointer)
            && Some(&*one) != other
        {
            if !one.is_null() {
                left.push(what);
            }
            *one = Json::Null;
        }
    }
    for (what, pointer) in [("result", "/outcome/value"), ("state", "/state/receiver")] {
        let other = second.pointer(pointer).unwrap_or(&Json::Null);
        if let Some(one) = first.pointer_mut(pointer)
            && merge(one, other) == Merged::Less
        {
            left.push(what);
        }
    }
    if let (Some(Json::Array(one)), Some(Json::Array(other))) = (
        first.pointer_mut("/state/arguments"),
        second.pointer("/state/arguments"),
    ) {
        for (one, other) in one.iter_mut().zip(other) {
            if merge(one, other) == Merged::Less {
                left.push("state");
            }
        }
    }
    for what in left {
        leave_out(&mut first, what);
    }
    Ok(first)
}

/// Lists a part of a description as one that is not asserted.
fn leave_out(case: &mut Json, what: &str) {
    let mut known = case["weakened"].as_array().cloned().unwrap_or_default();
    if !known.iter().any(|one| one["what"] == what) {
        known.push(json!({"what": what, "why": "worlds"}));
    }
    case["weakened"] = Json::Array(known);
}

/// What came of two descriptions of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Merged {
    /// All that the first one says.
    Whole,
    /// Less than that.
    Less,
}

/// Keeps of a described value what another description says too.
fn merge(first: &mut Json, second: &Json) -> Merged {
    if first == second {
        return Merged::Whole;
    }
    let alike = first["v"] == second["v"] && first["class"] == second["class"];
    if alike
        && let (Some(one), Some(other)) = (first["reads"].as_array(), second["reads"].as_array())
    {
        let kept: Vec<Json> = one
            .iter()
            .filter_map(|read| {
                let same = other.iter().find(|other| other["name"] == read["name"])?;
                let mut read = read.clone();
                merge(&mut read["value"], &same["value"]);
                (read["value"]["v"] != "opaque").then_some(read)
            })
            .collect();
        let merged = match kept == *one {
            true => Merged::Whole,
            false => Merged::Less,
        };
        first["reads"] = Json::Array(kept);
        return merged;
    }
    // What says nothing cannot say less.
    let merged = match first["v"] == "opaque" {
        true => Merged::Whole,
        false => Merged::Less,
    };
    *first = json!({"v": "opaque", "class": "java.lang.Object"});
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(result: i64, field: i64) -> Json {
        json!({
            "outcome": {"kind": "returned", "value": {"v": "int", "value": result}, "message": null},
            "output": null,
            "state": {"receiver": {"v": "object", "class": "A", "reads": [
                {"read": "method", "name": "getX", "value": {"v": "int", "value": field}},
                {"read": "method", "name": "getY", "value": {"v": "int", "value": 7}}]},
                "arguments": []},
        })
    }

    #[test]
    fn what_two_jvms_disagree_on_is_left_out() {
        let agreed = agree(case(1, 1), &case(2, 1)).unwrap();
        assert_eq!(agreed["outcome"]["value"]["v"], "opaque");
        assert_eq!(
            agreed["weakened"],
            json!([{"what": "result", "why": "worlds"}])
        );
        let thrice = agree(agreed.clone(), &case(3, 1)).unwrap();
        assert_eq!(thrice["weakened"], agreed["weakened"]);
        let agreed = agree(case(1, 1), &case(1, 1)).unwrap();
        assert_eq!(agreed["weakened"], Json::Null);
        let agreed = agree(case(1, 1), &case(1, 2)).unwrap();
        assert_eq!(
            agreed["weakened"],
            json!([{"what": "state", "why": "worlds"}])
        );
        let reads = agreed["state"]["receiver"]["reads"].as_array().unwrap();
        assert_eq!(reads.len(), 1);
        assert_eq!(reads[0]["name"], "getY");
    }

    #[test]
    fn another_outcome_is_no_case() {
        let mut second = case(1, 1);
        second["outcome"] = json!({"kind": "threw", "exact": "java.lang.Error"});
        let reason = agree(case(1, 1), &second).unwrap_err();
        assert_eq!(
            reason,
            "it depends on its surroundings: returned in one JVM, threw java.lang.Error in another"
        );
    }
}
