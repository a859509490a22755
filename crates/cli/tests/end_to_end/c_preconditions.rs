//! What callers of C functions see to: as it is printed, and what it makes of failures.

use serde_json::Value;

use crate::c_lab::CLab;

const TEXT: &str = r#"
#include <assert.h>
struct box { int used; int size; int *items; };
int top(const struct box *box) { return box->items[box->used]; }
int total(const int *values, int count) {
    int end = count + 1, sum = 0;
    for (int i = 0; i < end - 1; i++) sum ^= values[i];
    return sum;
}
static int first(const char *text) { if (text == 0) return -1; return text[0]; }
int start(void) { char word[] = "abc"; return first(word) + first("x"); }
int root(int n) { assert(n >= 0); int r = 0; while (r * r < n && r < 9) r++; return r; }
int *grow(int *values, int count) { return count > 3 ? values : 0; }
"#;

fn printed(lab: &CLab, target: &str, more: &[&str]) -> String {
    let run = lab.run(&[&["preconditions", target], more].concat());
    assert_eq!(run.code, 0, "{}", run.errors);
    run.out
}

/// The units of a report's failures, with their kinds and grounds.
fn failures(report: &Value) -> Vec<String> {
    let tests = report["modules"][0]["tests"].as_array().expect("tests");
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let grounds = |test: &Value| -> Vec<String> {
        let grounds = test["grounds"].as_array().cloned().unwrap_or_default();
        grounds.iter().map(|one| word(&one["ground"])).collect()
    };
    let failing = tests
        .iter()
        .filter(|test| test["kind"] == "bug" || test["kind"] == "possible");
    let told = failing.map(|test| {
        let (unit, kind) = (word(&test["unit"]), word(&test["kind"]));
        format!("{unit} {kind}: {}", grounds(test).join(", "))
    });
    told.collect()
}

fn generate(lab: &CLab, more: &[&str]) -> Value {
    let arguments = ["generate", "unit.c", "--out", "out", "--json"];
    lab.run(&[&arguments[..], more].concat()).json()
}

#[test]
fn they_say_what_they_rest_on() {
    let lab = CLab::new(&[("unit.c", TEXT)]);
    let expected = "\
top: box != NULL  # the function follows it on line 4 before it does anything else
total: count <= length(values)  # the parameters are called so
first: text != NULL  # all 2 calls in the file see to it
root: n >= 0  # line 12 asserts it
";
    assert_eq!(printed(&lab, "unit.c", &[]), expected);
    let one = printed(&lab, "unit.c::grow", &[]);
    assert_eq!(one, "nothing is known that callers of grow see to\n");
    assert_eq!(lab.run(&["preconditions", "unit.c::none"]).code, 3);
}

#[test]
fn a_failure_that_breaks_one_is_only_possible() {
    let text = "int total(const int *values, int count) { return values[0] > count + 1; }\n\
                int next(int value) { return value + 1; }\n";
    let lab = CLab::new(&[("unit.c", text)]);
    let expected = ["total possible: precondition", "next bug: plain"];
    let mut found = failures(&generate(&lab, &["--no-config"]));
    found.sort();
    found.reverse();
    assert_eq!(found, expected);
    // What the configuration says counts as well.
    let lab = CLab::new(&[
        ("unit.c", text),
        (
            "everypath.toml",
            "preconditions = [\"next: 0 <= value <= 100\"]\n",
        ),
    ]);
    let found = failures(&generate(&lab, &[]));
    assert!(
        found.contains(&"next possible: precondition".to_owned()),
        "{found:?}"
    );
    let told = printed(&lab, "unit.c::next", &[]);
    assert_eq!(
        told,
        "next: 0 <= value <= 100  # the configuration says it\n"
    );
}

#[test]
fn contexts_tell_ranges_and_orders() {
    let text = r#"
#include <stdlib.h>
struct box { int used; int size; int *items; };
int room(const struct box *box, int wanted) {
    if (wanted == 7) return 100 / (box->size - 4);
    return box->size - box->used >= wanted;
}
int main(int count, char **words) {
    int items[9], sum = 0;
    for (int i = 1; i < 8; i++) {
        struct box box = {i, i + i % 3, items};
        sum += room(&box, i + 1);
    }
    return sum > 100;
}
"#;
    let lab = CLab::new(&[("unit.c", text)]);
    let carve = ["carve", "room", "--source", "unit.c", "--", "unit"];
    let carved = lab.run(&carve);
    assert_eq!(carved.code, 0, "{}{}", carved.out, carved.errors);
    let told = printed(&lab, "unit.c::room", &["--contexts", "contexts"]);
    for clause in [
        "room: box != NULL  # it holds in 7 recorded contexts",
        "room: box->used <= box->size  # ",
        "room: 2 <= wanted <= 8  # ",
        "room: box->items != NULL  # ",
    ] {
        assert!(told.contains(clause), "{clause}: {told}");
    }
    let target = [
        "generate",
        "unit.c::room",
        "--out",
        "out",
        "--json",
        "--no-config",
    ];
    let report = lab.run(&target).json();
    assert_eq!(failures(&report)[0], "room possible: members", "{report:#}");
    let report = lab.run(&[&target[..], &["--contexts", "contexts"]].concat());
    let found = failures(&report.json());
    assert!(found.contains(&"room bug: context".to_owned()), "{found:?}");
}
