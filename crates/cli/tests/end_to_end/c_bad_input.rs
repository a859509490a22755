//! C targets and commands that are wrong: one clear message, the documented
//! exit code.

use crate::c_lab::CLab;

fn refused(lab: &CLab, arguments: &[&str], code: i32, words: &[&str]) {
    let run = lab.run(arguments);
    assert_eq!(run.code, code, "{arguments:?}: {}{}", run.out, run.errors);
    for word in words {
        assert!(run.errors.contains(word), "{arguments:?}: {}", run.errors);
    }
    assert!(!run.errors.contains("panicked"), "{}", run.errors);
}

#[test]
fn source_that_does_not_compile() {
    let lab = CLab::new(&[("a.c", "int f(int x) { return x + ; }\n")]);
    refused(
        &lab,
        &["generate", "a.c"],
        3,
        &["does not compile", "expected expression"],
    );
    refused(
        &lab,
        &["carve", "f", "--source", "a.c", "--", "a"],
        3,
        &["a.c cannot be built"],
    );
}

#[test]
fn files_that_are_not_there() {
    let lab = CLab::new(&[("a.c", "#include \"nowhere.h\"\n")]);
    refused(&lab, &["generate", "a.c"], 3, &["nowhere.h", "--cflags"]);
    let words = ["there is no file", "missing.c", "file.c::function"];
    for target in ["missing.c", "missing.c::f", "src/missing.c"] {
        refused(&lab, &["generate", target], 3, &words);
    }
}

#[test]
fn functions_that_are_not_there() {
    let lab = CLab::new(&[(
        "a.c",
        "static inline int half(int x) { return x > 9 ? x / 2 : 0; }\nint f(int x) { return half(x); }\nint main(void) { return f(3); }\n",
    )]);
    refused(
        &lab,
        &["generate", "a.c::missing"],
        3,
        &["has no function missing", "half, f"],
    );
    refused(
        &lab,
        &["carve", "missing", "--source", "a.c", "--", "a"],
        4,
        &["no call of missing was seen"],
    );
    // A static inline function is a unit like others.
    let run = lab.run(&["generate", "a.c::half", "--json"]);
    assert_eq!(run.coverage(), (2, 2), "{}{}", run.out, run.errors);
}

#[test]
fn a_missing_prototype_ends_only_the_path_that_calls_it() {
    let lab = CLab::new(&[(
        "a.c",
        "int f(int x) { if (x > 3) return unknown_function(x); return 1; }\n",
    )]);
    let run = lab.run(&["generate", "a.c::f", "--json"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
    let report = run.json();
    assert!(
        report["modules"][0]["warnings"]
            .to_string()
            .contains("unknown_function"),
        "{report}"
    );
}

#[test]
fn flags_that_take_debug_information_away_change_nothing() {
    let lab = CLab::new(&[("a.c", "int f(int x) { return x > 3; }\n")]);
    let run = lab.run(&["generate", "a.c::f", "--cflags", "-g0", "--json"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
}

#[test]
fn modes_need_contexts() {
    let lab = CLab::new(&[("a.c", "int f(int x) { return x > 3; }\n")]);
    refused(
        &lab,
        &["generate", "a.c::f", "--mode", "cut2"],
        2,
        &["--contexts"],
    );
    refused(
        &lab,
        &["carve", "f", "--", "./nothing-here"],
        2,
        &["cannot be run"],
    );
    refused(
        &lab,
        &["carve", "f", "--", "true"],
        3,
        &["compiled nothing"],
    );
}

#[test]
fn functions_of_headers_are_found_there() {
    let header = "#ifdef ONLY_HERE\nint half(int n) { return n > 7 ? n / 2 : 0; }\n#endif\n";
    let lab = CLab::new(&[
        ("half.h", header),
        (
            "unit.c",
            "#define ONLY_HERE\n#include \"half.h\"\nint own(void) { return half(9); }\n",
        ),
    ]);
    refused(
        &lab,
        &["generate", "unit.c::half", "--out", "out"],
        3,
        &["half.h: name that file"],
    );
    let flags = "--cflags=-DONLY_HERE";
    let run = lab.run(&["generate", "half.h::half", "--out", "out", "--json", flags]);
    assert_eq!(run.coverage(), (2, 2), "{}", run.errors);
    assert!(lab.read("out/test_half.c").contains("half.h\""));
}
