//! Parameters with defaults: inputs start from them, tests leave them out.

use crate::lab::Lab;

#[test]
fn what_is_a_default_is_left_out() {
    let Some(lab) = Lab::with("defaults/parameters.py") else {
        return;
    };
    let ended = lab.generate(&["parameters.py", "--json"]);
    let module = ended.exits(0).module();
    for goal in module["goals"].as_array().expect("goals") {
        assert_eq!(goal["verdict"], "covered", "{goal:#}");
    }
    let text = lab.read("out/test_parameters.py");
    // What no run has to change is not said, what comes behind it is named.
    assert!(text.contains("box = Box()\n"), "{text}");
    assert!(text.contains(", ratio="), "{text}");
    assert!(text.contains("trim=True)"), "{text}");
    assert!(!text.contains("itemgetter"), "{text}");
    lab.passes("out/test_parameters.py");
}
