//! Commands that cannot do what they are asked: each ends with the code that
//! says why, one message, and nothing left behind.

use crate::lab::Lab;

const TARGET: i32 = 3;
const USAGE: i32 = 2;
const NO_TESTS: i32 = 4;
const ENVIRONMENT: i32 = 5;
const FILES: i32 = 6;

/// Generates for a program of `tests/python/bad` and checks how it fails.
fn check_target(program: &str, code: i32, says: &[&str]) {
    let Some(lab) = Lab::with(&format!("bad/{program}")) else {
        return;
    };
    lab.generate(&[program]).exits(code).says(says);
    assert!(!lab.path("out").exists(), "nothing is written");
}

#[test]
fn a_missing_file() {
    let Some(lab) = Lab::empty() else { return };
    lab.generate(&["missing.py"])
        .exits(TARGET)
        .says(&["there is no file missing.py"]);
    lab.generate(&["missing_package.module"])
        .exits(TARGET)
        .says(&["there is no module missing_package.module"]);
}

#[test]
fn a_file_that_is_no_python() {
    let Some(mut lab) = Lab::empty() else { return };
    lab.write("notes.txt", "hello");
    lab.generate(&["notes.txt"])
        .exits(TARGET)
        .says(&["notes.txt is no Python, Java or C file"]);
    lab.generate(&["."])
        .exits(TARGET)
        .says(&["holds nothing to test"]);
}

#[test]
fn nothing_to_test_is_no_failure() {
    let Some(mut lab) = Lab::empty() else { return };
    let sources = [
        ("empty.py", "", "empty.py defines no functions or classes"),
        (
            "limits.py",
            "LIMIT = 3\n",
            "defines no functions or classes",
        ),
        (
            "Shape.java",
            "public interface Shape { int area(); }\n",
            "Shape has no methods to test",
        ),
        (
            "point.c",
            "struct point { int x; };\n",
            "point.c defines no functions",
        ),
    ];
    for (name, text, message) in sources {
        lab.write(name, text);
        lab.generate(&[name]).exits(0).says(&[message]);
    }
    lab.write("shop/__init__.py", "");
    lab.write(
        "shop/price.py",
        "def double(x: int) -> int:\n    return 2 * x\n",
    );
    lab.generate(&["shop"]).exits(0);
    lab.generate(&["limits.py::missing"]).exits(TARGET);
}

#[test]
fn a_syntax_error() {
    check_target(
        "syntax_error.py",
        TARGET,
        &["syntax_error.py:5: '(' was never closed"],
    );
}

#[test]
fn an_import_error() {
    check_target(
        "import_error.py",
        TARGET,
        &[
            "import_error.py:3: ModuleNotFoundError",
            "module_that_does_not_exist_anywhere",
        ],
    );
}

#[test]
fn a_module_that_exits_on_import() {
    check_target(
        "exits_on_import.py",
        TARGET,
        &["exits when it is imported", "__main__"],
    );
}

#[test]
fn a_module_that_starts_a_thread_on_import() {
    check_target(
        "threads_on_import.py",
        TARGET,
        &["starts a thread", "--allow"],
    );
}

#[test]
fn a_module_of_which_nothing_can_be_tested() {
    let Some(lab) = Lab::with("bad/nothing_works.py") else {
        return;
    };
    let ended = lab.generate(&["nothing_works.py"]).exits(NO_TESTS);
    ended.says(&["no test could be made"]);
}

#[test]
fn unknown_parts_of_a_module() {
    let Some(lab) = Lab::with("structures/bst.py") else {
        return;
    };
    for target in ["bst.py::Nope", "bst.py::BST.nope", "bst.py::nope"] {
        let ended = lab.generate(&[target]).exits(TARGET);
        ended.says(&[
            "has no function, class or method",
            "BST.insert",
            "BST.height",
        ]);
    }
    lab.generate(&["bst.py::BST", "--methods=insert,nope"])
        .exits(TARGET)
        .says(&["has no method nope", "insert, delete_value, find"]);
}

#[test]
fn parameters_without_hints_are_named() {
    let Some(lab) = Lab::with("bad/no_hints.py") else {
        return;
    };
    lab.generate(&["no_hints.py"]).exits(0).reports(&[
        "larger: parameter `a` has no type hint",
        "describe: parameter `value` has no type hint",
    ]);
    lab.passes("out/test_no_hints.py");
}

#[test]
fn an_invariant_that_nothing_meets() {
    let Some(lab) = Lab::with("bad/invariant_unsatisfiable.py") else {
        return;
    };
    lab.generate(&["invariant_unsatisfiable.py"])
        .exits(0)
        .reports(&["invariant `repok`", "BUG Counter.__init__"]);
    assert!(!lab.path("out/test_invariant_unsatisfiable.py").exists());
    lab.fails("out/test_invariant_unsatisfiable_bugs.py");
}

#[test]
fn an_invariant_that_raises() {
    let Some(lab) = Lab::with("bad/invariant_raises.py") else {
        return;
    };
    for strategy in ["exhaustive", "black-box", "white-box", "guided"] {
        let strategy = format!("--strategy={strategy}");
        lab.generate(&["invariant_raises.py", &strategy]).exits(0);
        lab.passes("out/test_invariant_raises.py");
    }
}

#[test]
fn wrong_values_of_options() {
    let Some(lab) = Lab::with("bad/no_hints.py") else {
        return;
    };
    for (option, says) in [
        ("--max-nodes=many", "max-nodes"),
        ("--strategy=greedy", "guided"),
        ("--criterion=all", "branch"),
        ("--nonsense", "--nonsense"),
        ("--jobs=-1", "jobs"),
        ("--search=psychic", "classified"),
    ] {
        let ended = lab.generate(&["no_hints.py", option]).exits(USAGE);
        assert!(ended.stderr.contains(says), "{ended:#?}");
    }
    for (option, says) in [
        (
            "--timeout=0",
            "--timeout 0: give a number of seconds above 0",
        ),
        ("--unit-time=-3", "--unit-time -3"),
        ("--jobs=0", "--jobs 0: give at least 1"),
    ] {
        lab.generate(&["no_hints.py", option])
            .exits(USAGE)
            .says(&[says]);
    }
    lab.generate(&[]).exits(USAGE).says(&["name a target"]);
    assert!(!lab.path("out").exists(), "nothing is written");
}

#[test]
fn wrong_configuration_files() {
    let Some(mut lab) = Lab::with("bad/no_hints.py") else {
        return;
    };
    lab.generate(&["no_hints.py", "--config=missing.toml"])
        .exits(FILES)
        .says(&["missing.toml cannot be read"]);
    for (text, says) in [
        ("max_node = 4", "max_node"),
        ("max_nodes = ", "everypath.toml"),
        ("max_nodes = \"many\"", "max_nodes"),
        ("strategy = \"greedy\"", "greedy"),
    ] {
        lab.write("everypath.toml", text);
        lab.generate(&["no_hints.py"])
            .exits(USAGE)
            .says(&["everypath.toml", says]);
    }
    assert!(!lab.path("out").exists(), "nothing is written");
}

#[test]
fn a_python_that_is_not_there() {
    let Some(lab) = Lab::with("bad/no_hints.py") else {
        return;
    };
    lab.run(&["generate", "no_hints.py", "--python", "/nowhere/python3"])
        .exits(ENVIRONMENT)
        .says(&["no Python found", "/nowhere/python3", "--python"]);
}

#[test]
fn an_out_directory_that_cannot_be() {
    let Some(mut lab) = Lab::with("bad/no_hints.py") else {
        return;
    };
    lab.write("file.txt", "in the way");
    let python = lab.python();
    let all = [
        "generate",
        "no_hints.py",
        "--python",
        &python,
        "--out",
        "file.txt/tests",
    ];
    lab.run(&all).exits(FILES).says(&["file.txt/tests"]);
    let all = [
        "generate",
        "no_hints.py",
        "--python",
        &python,
        "--out",
        "/proc/tests",
    ];
    lab.run(&all).exits(FILES).says(&["/proc/tests"]);
}

#[test]
fn files_whose_names_are_no_names_of_modules() {
    for name in ["my-mod", "class", "2fast"] {
        let Some(mut lab) = Lab::empty() else { return };
        let source = format!("{name}.py");
        lab.write(
            &source,
            "def f(x: int) -> int:\n    return 1 if x > 3 else 0\n",
        );
        lab.generate(&[&source]).exits(0);
        lab.passes(&format!("out/test_{name}.py"));
    }
}
