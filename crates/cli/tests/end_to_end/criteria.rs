//! What tests are for: marked goals, blocks, partitions.

use serde_json::Value;

use crate::lab::Lab;

/// The descriptions of the goals with a verdict of some kind.
fn goals(module: &Value, verdict: &str) -> Vec<String> {
    let all = module["goals"].as_array().expect("goals").iter();
    all.filter(|goal| goal["verdict"] == verdict)
        .map(|goal| goal["description"].as_str().expect("words").to_owned())
        .collect()
}

fn tests(module: &Value) -> usize {
    let all = module["tests"].as_array().expect("tests").iter();
    all.filter(|test| test["kind"] == "kept").count()
}

#[test]
fn each_marked_goal_that_can_be_reached_has_a_test() {
    let Some(lab) = Lab::with("criteria/marked.py") else {
        return;
    };
    let ended = lab.generate(&["marked.py", "--criterion=goal", "--json"]);
    let module = ended.exits(0).module();
    let covered = goals(&module, "covered");
    assert_eq!(covered, ["goal overdrawn", "goal refused", "goal swept"]);
    assert_eq!(module["goals"].as_array().map(Vec::len), Some(4));
    assert_eq!(tests(&module), 2, "{module:#}");
    lab.passes("out/test_marked.py");
}

#[test]
fn criteria_add_up() {
    let Some(lab) = Lab::with("criteria/marked.py") else {
        return;
    };
    let ended = lab.generate(&["marked.py", "--criterion=goal,block", "--json"]);
    let module = ended.exits(0).module();
    let kind = |name: &str| {
        let all = module["goals"].as_array().expect("goals").iter();
        all.filter(|goal| goal["kind"] == name).count()
    };
    assert_eq!((kind("goal"), kind("block"), kind("branch")), (4, 9, 0));
}

#[test]
fn each_partition_that_exists_has_exactly_one_test() {
    let Some(lab) = Lab::with("criteria/bounded_stack.py") else {
        return;
    };
    let ended = lab.generate(&["bounded_stack.py::Stack", "--criterion=partition", "--json"]);
    let module = ended.exits(0).module();
    let covered = goals(&module, "covered");
    // Empty is sorted; others are full or not, and sorted or not.
    assert_eq!(covered.len(), 5, "{covered:?}");
    assert_eq!(module["goals"].as_array().map(Vec::len), Some(8));
    assert_eq!(tests(&module), 5);
    lab.passes("out/test_bounded_stack.py");
    let suite = lab.read("out/test_bounded_stack.py");
    assert!(suite.contains("assert not stack.is_sorted()"), "{suite}");
}

#[test]
fn grey_needs_no_more_tests_than_partitions_and_branches() {
    let mut counts = Vec::new();
    for criterion in ["partition", "branch", "grey"] {
        let Some(lab) = Lab::with("criteria/bounded_stack.py") else {
            return;
        };
        let criterion = format!("--criterion={criterion}");
        let ended = lab.generate(&["bounded_stack.py::Stack", &criterion, "--json"]);
        let module = ended.exits(0).module();
        counts.push(tests(&module));
        lab.passes("out/test_bounded_stack.py");
    }
    assert!(counts[2] <= counts[0] + counts[1], "{counts:?}");
}

#[test]
fn observers_with_arguments_and_preconditions_partition_too() {
    let Some(lab) = Lab::with("criteria/asked_stack.py") else {
        return;
    };
    let ended = lab.generate(&[
        "asked_stack.py::Stack.clear",
        "--criterion=partition",
        "--observer-arguments",
        "--json",
    ]);
    let module = ended.exits(0).module();
    let covered = goals(&module, "covered");
    // An empty stack holds nothing and has no top to ask about; others hold
    // the number or not, and their top is above a limit of its own or not.
    assert_eq!(
        covered,
        [
            "not `is_empty` and not `contains(value)` and not `top_above(limit)`",
            "not `is_empty` and `contains(value)` and not `top_above(limit)`",
            "not `is_empty` and not `contains(value)` and `top_above(limit)`",
            "not `is_empty` and `contains(value)` and `top_above(limit)`",
            "`is_empty` and not `contains(value)` and `top_above(limit)` not to be asked",
        ]
    );
    assert_eq!(module["goals"].as_array().map(Vec::len), Some(12));
    assert_eq!(tests(&module), 5);
    lab.passes("out/test_asked_stack.py");
    let suite = lab.read("out/test_asked_stack.py");
    assert!(suite.contains("assert stack.contains("), "{suite}");
    assert!(suite.contains("assert not stack.top_above("), "{suite}");
}
