//! Values of unknown type: the code says for which types it asks.

use crate::lab::Lab;

#[test]
fn types_are_those_that_the_code_asks_for() {
    let Some(lab) = Lab::with("unknown/values.py") else {
        return;
    };
    let ended = lab.generate(&["values.py", "--json", "--tables=false"]);
    let module = ended.exits(0).module();
    let goals = module["goals"].as_array().expect("goals");
    let missed: Vec<_> = goals
        .iter()
        .filter(|goal| goal["verdict"] != "covered")
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
    let text = lab.read("out/test_values.py");
    assert!(text.contains("Money("), "{text}");
    assert!(text.contains("literal({"), "{text}");
    lab.passes("out/test_values.py");
}

#[test]
fn what_is_lost_is_told_where_the_code_loses_it() {
    let Some(lab) = Lab::with("unknown/encoded.py") else {
        return;
    };
    let ended = lab.generate(&["encoded.py", "--json"]).exits(0);
    assert!(ended.stdout.contains("\"construct\":\"str.encode\""));
    assert!(!ended.stdout.contains("everypath_worker"), "{ended:#?}");
}
