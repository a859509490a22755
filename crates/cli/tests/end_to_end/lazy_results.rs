//! Generators, iterators and coroutines: tests walk them, also where that raises.

use crate::lab::Lab;

#[test]
fn what_is_lazy_is_walked() {
    let Some(lab) = Lab::with("lazy/results.py") else {
        return;
    };
    let ended = lab.generate(&["results.py", "--json"]);
    let module = ended.exits(0).module();
    for goal in module["goals"].as_array().expect("goals") {
        assert_eq!(goal["verdict"], "covered", "{goal:#}");
    }
    for test in module["tests"].as_array().expect("tests") {
        assert_eq!(test["kind"], "kept", "{test:#}");
    }
    let text = lab.read("out/test_results.py");
    for raising in [
        "list(doubled([-1]))",
        "list(shares([4], 0))",
        "asyncio.run(later(6))",
    ] {
        assert!(text.contains(raising), "{text}");
    }
    lab.passes("out/test_results.py");
}
