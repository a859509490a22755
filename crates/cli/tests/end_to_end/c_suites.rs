//! Suites for C: what inputs are made of, and what tests are for.

use crate::c_lab::CLab;

/// Explores a file; all goals are covered, and the written tests pass.
fn covered(text: &str, more: &[&str]) -> usize {
    let lab = CLab::new(&[("unit.c", text)]);
    let mut arguments = vec![
        "generate",
        "unit.c",
        "--out",
        "out",
        "--json",
        "--no-config",
    ];
    arguments.extend(more);
    let run = lab.run(&arguments);
    let (covered, goals) = run.coverage();
    assert_eq!(covered, goals, "{}", run.out);
    let tests = lab.run_tests("out/test_unit.c");
    assert!(tests.out.contains(", 0 failed"), "{}", tests.out);
    goals
}

#[test]
fn untyped_pointers_are_what_they_are_cast_to() {
    let text = r"
struct hidden;
struct handle { int kind; struct hidden *state; };
struct shown { struct handle *owner; int mode; };
int follow(const struct handle *const handle) {
    struct shown *state;
    if (!handle) return 0;
    state = (struct shown *)handle->state;
    if (!state || state->owner != handle) return 1;
    return state->mode == 1234 ? 2 : 3;
}
int order(const void *a, const void *b) {
    const int *x = a, *y = b;
    if (!x || !y) return -2;
    return *x < *y ? -1 : *x > *y;
}
";
    covered(text, &[]);
}

#[test]
fn long_doubles_are_written_out() {
    let text = r"
struct measured { long double value; int places; };
int classify(long double a, struct measured *m) {
    if (a != a) return 0;
    if (a > 2.5L && a < 2.75L) return 1;
    if (!m) return 2;
    m->value = 0.1L;
    return m->places == 3 ? 4 : 5;
}
";
    covered(text, &[]);
}

#[test]
fn lines_blocks_and_marked_goals() {
    let text = r#"
#include <string.h>
int choose(int a, const char *s) {
    int r = 0;
    if (a > 10) {
        // everypath: goal big
        r += 2;
    } else if (s && strcmp(s, "ab") == 0) {
        r = 5; /* everypath: goal ab */
    }
    return r;
}
"#;
    assert_eq!(covered(text, &["--criterion=goal"]), 2);
    assert_eq!(covered(text, &["--criterion=line"]), 6);
    assert!(covered(text, &["--criterion=block,goal"]) > 6);
}

#[test]
fn callbacks_come_with_their_tests() {
    let text = r"
struct reader { int (*read)(void *context, char *to, int most); void *context; int (*filter)(int); };
int first_word(struct reader *r, char *word) {
    char buffer[8];
    int n, i, length = 0;
    if (!r || !r->read || !word) return -1;
    n = r->read(r->context, buffer, 8);
    if (n < 0 || n > 8) return -2;
    for (i = 0; i < n && buffer[i] != ' '; i++) {
        if (r->filter && !r->filter(buffer[i])) continue;
        if (length == 3) return -3;
        word[length++] = buffer[i];
    }
    return length;
}
";
    covered(text, &[]);
}
