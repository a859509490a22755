//! How likely failures in C are: what callers can bring about, and what perhaps nobody does,
//! stand in files of their own.

use std::process::Command;

use serde_json::Value;

use crate::c_lab::{CLab, Run};

const TEXT: &str = r#"
#include <assert.h>
#include <stddef.h>
struct stack { int *items; int used; int size; };
struct point { int x; int y; };
int pop(struct stack *stack) { return stack->used == 0 ? -1 : 100 / stack->size; }
int mean(int sum, int count) { return count == 77 ? 1 : 100 / count; }
static int helper(int a) { return 100 / (a - 3); }
int spread(int a) { return a > 3 ? helper(a) : 0; }
int slope(const struct point *p) { return p->x == 7 ? 10 / (p->y - 2) : p->x; }
int first(const char *text, int n) { if (text == NULL && n > 3) return 0; return text[0]; }
int checked(int n) { assert(n > 0); return 1; }
int last(const char *text) { size_t n = 0; while (text[n]) n++; return text[n - 1]; }
static int mode;
void choose(int wanted) { mode = wanted; }
int by_mode(void) { return 10 / mode; }
"#;

fn generate(lab: &CLab, more: &[&str]) -> Run {
    let arguments = ["generate", "unit.c", "--out", "out", "--no-config"];
    lab.run(&[&arguments[..], more].concat())
}

/// The units of the tests of a kind, with their grounds.
fn told(report: &Value, kind: &str) -> Vec<String> {
    let tests = report["modules"][0]["tests"].as_array().expect("tests");
    let tests = tests.iter().filter(|test| test["kind"] == kind);
    let words = |test: &Value| {
        let grounds = test["grounds"].as_array().expect("grounds");
        let grounds = grounds.iter().map(|one| one["ground"].as_str());
        let grounds: Vec<&str> = grounds.map(|one| one.expect("a word")).collect();
        let unit = test["unit"].as_str().expect("a unit");
        format!("{unit}: {}", grounds.join(", "))
    };
    let mut told: Vec<String> = tests.map(words).collect();
    told.sort();
    told.dedup();
    told
}

#[test]
fn failures_are_likely_where_callers_can_bring_them_about() {
    let lab = CLab::new(&[("unit.c", TEXT)]);
    let report = generate(&lab, &["--json"]).json();
    let likely = ["first: plain", "last: plain", "mean: plain", "slope: plain"];
    assert_eq!(told(&report, "bug"), likely, "{report:#}");
    let possible = [
        "by_mode: variable",
        "checked: expected",
        "helper: private",
        "pop: members",
    ];
    assert_eq!(told(&report, "possible"), possible, "{report:#}");
    let module = &report["modules"][0];
    assert_eq!(module["bugs_file"], "out/test_unit_bugs.c");
    assert_eq!(module["possible_file"], "out/test_unit_possible.c");
    let text = lab.read("out/test_unit_possible.c");
    assert!(text.contains("perhaps no caller makes"), "{text}");
    assert!(!text.contains("because of a bug"), "{text}");
}

#[test]
fn both_files_build_everywhere_and_every_test_of_them_fails() {
    let lab = CLab::new(&[("unit.c", TEXT)]);
    generate(&lab, &[]);
    for file in ["bugs", "possible"] {
        for compiler in ["gcc", "clang"] {
            for level in ["-O0", "-O2"] {
                let program = lab.path("program");
                let built = Command::new(compiler)
                    .args([level, "-w", "-g", "-fsanitize=address,undefined"])
                    .args(["-fno-sanitize-recover=all", "-o"])
                    .arg(&program)
                    .arg(lab.path(&format!("out/test_unit_{file}.c")))
                    .output()
                    .expect("a compiler");
                assert!(built.status.success(), "{compiler} {level} {file}");
                let run = Run::new(&Command::new(&program).output().expect("the tests run"));
                let failed = run.out.matches("FAILED").count();
                let expected = format!("{failed} tests, {failed} failed");
                assert!(
                    run.out.contains(&expected),
                    "{compiler} {level}: {}",
                    run.out
                );
                assert!(failed >= 4, "{}", run.out);
            }
        }
    }
}

#[test]
fn what_is_only_possible_fails_no_command() {
    let text = "int helper(int *unused);\nstatic int part(int a) { return 1 / a; }\n\
                int whole(int a) { return a > 3 ? part(a) : 0; }\n";
    let lab = CLab::new(&[("unit.c", text)]);
    let run = generate(&lab, &["--fail-on-bugs", "--sarif", "out.sarif"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
    assert!(run.out.contains("1 possible"), "{}", run.out);
    assert!(
        run.out.contains("possible part: division by zero"),
        "{}",
        run.out
    );
    let sarif: Value = serde_json::from_str(&lab.read("out.sarif")).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let levels = results.iter().map(|one| (&one["ruleId"], &one["level"]));
    let levels: Vec<_> = levels.filter(|(rule, _)| *rule == "possible-bug").collect();
    assert_eq!(
        levels,
        [(&Value::from("possible-bug"), &Value::from("note"))]
    );
    assert!(!lab.path("out/test_unit_bugs.c").exists());
}

#[test]
fn a_failure_is_one_whatever_the_size_of_the_object() {
    let text = "#include <stdlib.h>\nint fill(unsigned size, unsigned at) {\n\
                if (size < 2 || size > 5 || at > 9) return 0;\n\
                char *made = malloc(size);\nif (!made) return 1;\nmade[at] = 1;\n\
                free(made);\nreturn 2;\n}\n";
    let lab = CLab::new(&[("unit.c", text)]);
    let report = generate(&lab, &["--json", "--all-paths"]).json();
    let tests = report["modules"][0]["tests"].as_array().expect("tests");
    let bugs = tests.iter().filter(|test| test["kind"] == "bug");
    assert_eq!(bugs.count(), 1, "{report:#}");
}

#[test]
fn a_loop_that_leaves_one_buffer_is_not_in_front_of_the_next() {
    let text = "void copy(char *to, const char *from, unsigned long size) {\n\
                for (unsigned long i = 0; i < size; i++) to[i] = from[i] == 3 ? 4 : from[i];\n}\n";
    let lab = CLab::new(&[("unit.c", text)]);
    let report = generate(&lab, &["--json"]).json();
    for kind in ["bug", "possible"] {
        assert!(told(&report, kind).is_empty(), "{report:#}");
    }
}
