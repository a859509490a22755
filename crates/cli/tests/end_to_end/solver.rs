//! An external solver: asked where the built-in one gives up, and refused before
//! any work if it is none.

use std::path::{Path, PathBuf};

use everypath_testlab::Need;

use crate::lab::Lab;

/// Something that Everypath needs is not there.
const ENVIRONMENT: i32 = 5;

/// The built-in solver looks at integers of 64 bits: too few for the root of the one
/// number, and not a proof that the other has none.
const ROOTS: &str = "\
def wide(x: int) -> int:
    if x * x == 2 ** 140:
        return 1
    return 0

def none(x: int) -> int:
    if x * x == 2:
        return 1
    return 0
";

/// The verdicts on the branches of the two squares.
fn verdicts(lab: &Lab, solver: &[&str]) -> [String; 2] {
    let mut arguments = vec!["roots.py", "--json"];
    arguments.extend(solver);
    let module = lab.generate(&arguments).exits(0).module();
    let goals = module["goals"].as_array().expect("goals");
    ["wide", "none"].map(|function| {
        let is_it = |goal: &&serde_json::Value| {
            let description = goal["description"].as_str().expect("a description");
            goal["function"] == function && description.ends_with("is true")
        };
        let goal = goals.iter().find(is_it).expect("a goal");
        goal["verdict"].as_str().expect("a verdict").to_owned()
    })
}

/// The z3 beside the Python that tests are run with, else that of the path.
fn z3(lab: &Lab) -> Option<PathBuf> {
    let beside = Path::new(&lab.python()).with_file_name("z3");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|directory| directory.join("z3"));
    let mut found = std::iter::once(beside).chain(found);
    Need::Solver.met(found.find(|path| path.is_file()))
}

#[test]
fn z3_finds_and_proves_what_the_built_in_solver_cannot() {
    let Some(mut lab) = Lab::empty() else { return };
    let Some(z3) = z3(&lab) else { return };
    lab.write("roots.py", ROOTS);
    assert_eq!(verdicts(&lab, &[]), ["gave-up", "gave-up"]);
    let command = format!("'{}' -in", z3.display());
    let found = verdicts(&lab, &["--solver", &command]);
    // Nobody here can check what another solver refutes: it is proved if that one is right.
    assert_eq!(found, ["covered", "unreachable-if"]);
    lab.passes("out/test_roots.py");
}

#[test]
fn what_is_not_a_solver_is_refused_before_any_work() {
    let Some(mut lab) = Lab::empty() else { return };
    lab.write("roots.py", ROOTS);
    for (command, says) in [
        ("/nowhere/z3 -in", "it cannot be started"),
        ("cat", "it answered a simple query with: (set-option"),
        ("false", "it answered a simple query with nothing"),
    ] {
        lab.generate(&["roots.py", "--solver", command])
            .exits(ENVIRONMENT)
            .says(&[&format!("--solver {command}: "), says, "SMT-LIB 2"]);
    }
    assert!(!lab.path("out").exists(), "nothing is written");
}
