//! Structures of C that the program's own functions make.

use std::process::Command;

use serde_json::Value;

use crate::c_lab::{CLab, Run};

const TEXT: &str = r#"
#include <stdlib.h>
#include <string.h>
struct stack { int *items; int used; int size; };
struct stack *stack_new(int size) {
    struct stack *stack = malloc(sizeof *stack);
    if (!stack) return NULL;
    stack->items = calloc(8, sizeof(int));
    stack->used = 0;
    stack->size = size;
    return stack;
}
int stack_share(struct stack *stack, int of) {
    if (of > 3) return of / stack->size;
    if (stack->used == 77) return 5;
    return 0;
}
typedef struct { int count; int step; } counter;
int counter_init(counter *c, int step) {
    if (step < 0) return -1;
    c->count = 0;
    c->step = step;
    return 0;
}
int counter_turns(counter *c, int to) {
    c->count = 1;
    return to < 0 ? -1 : to / (c->step / 2 + 1);
}
typedef char *label;
label label_new(const char *text) {
    size_t size = strlen(text);
    char *made = malloc(size + 2);
    if (!made) return NULL;
    made[0] = (char)size;
    memcpy(made + 1, text, size + 1);
    return made + 1;
}
int label_size(const label text) { return text[-1] == 2 ? 20 : text[-1]; }
"#;

fn generate(lab: &CLab, more: &[&str]) -> Value {
    let arguments = [
        "generate",
        "unit.c",
        "--out",
        "out",
        "--no-config",
        "--json",
    ];
    lab.run(&[&arguments[..], more].concat()).json()
}

/// The units of the tests of a kind.
fn units(report: &Value, kind: &str) -> Vec<String> {
    let tests = report["modules"][0]["tests"].as_array().expect("tests");
    let tests = tests.iter().filter(|test| test["kind"] == kind);
    let units = tests.map(|test| test["unit"].as_str().unwrap_or_default().to_owned());
    let mut units: Vec<String> = units.collect();
    units.sort();
    units.dedup();
    units
}

#[test]
fn failures_on_what_functions_make_are_likely() {
    let lab = CLab::new(&[("unit.c", TEXT)]);
    let report = generate(&lab, &[]);
    assert_eq!(units(&report, "bug"), ["stack_share after stack_new"]);
    let tests = report["modules"][0]["tests"].as_array().expect("tests");
    let bug = tests.iter().find(|test| test["kind"] == "bug");
    let bug = bug.expect("a bug");
    assert_eq!(bug["grounds"][0]["ground"], "interface", "{bug:#}");
    let source = bug["source"].as_str().unwrap_or_default();
    assert!(
        source.contains("struct stack *stack = stack_new(0);"),
        "{source}"
    );
    assert!(source.contains("stack_share(stack, 4);"), "{source}");
    // No state that functions made breaks them.
    let possible = units(&report, "possible");
    let is_made = |unit: &String| unit.contains("after");
    assert!(!possible.iter().any(is_made), "{possible:?}");
}

#[test]
fn member_by_member_is_for_what_nothing_else_covers() {
    let lab = CLab::new(&[("unit.c", TEXT)]);
    let report = generate(&lab, &[]);
    let goals = report["modules"][0]["goals"].as_array().expect("goals");
    let missed: Vec<&Value> = goals
        .iter()
        .filter(|one| one["verdict"] != "covered")
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
    let text = lab.read("out/test_unit.c");
    assert!(text.contains("counter_init(&c, "), "{text}");
    assert!(
        text.contains("label_new(\"aa\")") || text.contains("label_new(text_text)"),
        "{text}"
    );
    let remark = "/* Member by member: no function of the file was seen to make it. */";
    assert_eq!(text.matches(remark).count(), 1, "{text}");
    assert!(
        text.contains(&format!("{remark}\n    struct stack stack = {{0}};")),
        "{text}"
    );
    for compiler in ["gcc", "clang"] {
        for level in ["-O0", "-O2"] {
            let program = lab.path("program");
            let built = Command::new(compiler)
                .args([level, "-w", "-o"])
                .arg(&program)
                .arg(lab.path("out/test_unit.c"))
                .output()
                .expect("a compiler");
            assert!(built.status.success(), "{compiler} {level}");
            let run = Run::new(&Command::new(&program).output().expect("the tests run"));
            assert!(
                run.out.contains(", 0 failed"),
                "{compiler} {level}: {}",
                run.out
            );
        }
    }
}

#[test]
fn what_functions_make_proves_nothing() {
    let text = r"
struct box { int used; int size; };
void box_init(struct box *box) { box->used = 0; box->size = 8; }
int box_room(struct box *box) {
    if (box->used > box->size) return -1;
    return box->size - box->used;
}
";
    let lab = CLab::new(&[("unit.c", text)]);
    let report = generate(&lab, &[]);
    let goals = report["modules"][0]["goals"].as_array().expect("goals");
    let verdicts: Vec<&Value> = goals.iter().map(|goal| &goal["verdict"]).collect();
    assert_eq!(verdicts, ["covered", "covered"], "{report:#}");
    // One function alone is asked for on what is made, too.
    let run = lab.run(&[
        "generate",
        "unit.c::box_room",
        "--out",
        "one",
        "--no-config",
    ]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
    let text = lab.read("one/test_unit.c");
    assert!(text.contains("box_init(&box);"), "{text}");
}
