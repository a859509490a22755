//! The search that predicts infeasible paths, in each language: it loses no
//! path, and says how its predictions turned out.

use serde_json::Value;

use crate::c_lab::CLab;
use crate::java_lab::{generate, with};
use crate::lab::Lab;

/// Nested comparisons of the same numbers: many changes have no input.
const STEPS: usize = 7;

/// The steps in a language whose comparisons look like C's.
fn body(open: &str, close: &str) -> String {
    let mut text = String::new();
    for at in 0..STEPS {
        text += &format!("if {open}a > {}{close} n += 1;\n", at * 3);
        text += &format!("if {open}a > b + {at} && b > {}{close} n += 2;\n", at * 5);
    }
    text
}

/// Checks that all sides are covered and that some changes were classified.
fn check(module: &Value) {
    let goals = module["goals"].as_array().expect("goals");
    let open: Vec<&Value> = goals
        .iter()
        .filter(|goal| goal["verdict"] != "covered")
        .collect();
    assert!(open.is_empty(), "{open:#?}");
    let units = module["units"].as_array().expect("units");
    let count = |name: &str| {
        let counts = units.iter().map(|unit| &unit["predictions"][name]);
        counts.filter_map(Value::as_u64).sum::<u64>()
    };
    let right = count("infeasible_right") + count("feasible_right");
    assert!(right > 0, "{units:#?}");
}

#[test]
fn python() {
    let Some(mut lab) = Lab::empty() else { return };
    let mut text = "def steps(a: int, b: int) -> int:\n    n = 0\n".to_owned();
    for at in 0..STEPS {
        text += &format!("    if a > {}:\n        n += 1\n", at * 3);
        text += &format!("    if a > b + {at} and b > {}:\n        n += 2\n", at * 5);
    }
    text += "    return n\n";
    lab.write("steps.py", &text);
    let options = [
        "steps.py",
        "--search",
        "classified",
        "--all-paths",
        "--json",
    ];
    check(&lab.generate(&options).exits(0).module());
}

#[test]
fn java() {
    let text = format!(
        "class Steps {{ static int steps(int a, int b) {{ int n = 0;\n{} return n; }} }}\n",
        body("(", ")")
    );
    let Some((lab, _)) = with(&[("Steps.java", &text)]) else {
        return;
    };
    let options = [
        "Steps.java",
        "--search",
        "classified",
        "--all-paths",
        "--json",
    ];
    check(&generate(&lab, &options).exits(0).module());
}

/// What a run on C prints.
fn run_c(more: &[&str]) -> String {
    let text = format!(
        "int steps(short a, short b) {{ int n = 0;\n{} return n; }}\n",
        body("(", ")")
    );
    let lab = CLab::new(&[("steps.c", &text)]);
    let mut options = vec!["generate", "steps.c", "--out", "out", "--no-config"];
    options.extend(["--search", "classified", "--all-paths"]);
    options.extend(more);
    lab.run(&options).out
}

#[test]
fn c() {
    let report: Value = serde_json::from_str(&run_c(&["--json"])).expect("a report");
    check(&report["modules"][0]);
}

#[test]
fn the_terminal_tells_how_predictions_turned_out() {
    let out = run_c(&[]);
    assert!(out.contains(" predicted infeasible: precision "), "{out}");
}
