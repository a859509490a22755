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

#[test]
fn the_environment_is_input() {
    let text = r#"
#include <stdlib.h>
#include <string.h>
int colour(void) {
    const char *wish = getenv("COLOUR");
    if (!wish) return 0;
    if (strcmp(wish, "always") == 0) return 1;
    return getenv("COLOUR") == wish ? 2 : 3;
}
"#;
    let lab = CLab::new(&[("unit.c", text)]);
    let run = lab.run(&["generate", "unit.c", "--out", "out", "--json"]);
    // What is asked for twice is the same.
    assert_eq!(run.coverage(), (5, 6), "{}", run.out);
    let tests = lab.read("out/test_unit.c");
    assert!(tests.contains("unsetenv(\"COLOUR\");"), "{tests}");
    assert!(
        tests.contains("setenv(\"COLOUR\", \"always\", 1);"),
        "{tests}"
    );
    assert!(lab.run_tests("out/test_unit.c").out.contains(", 0 failed"));
}

#[test]
fn allocations_fail_one_at_a_time() {
    let text = r#"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
struct list { int value; char *name; struct list *next; };
struct list *push(struct list *list, const char *name) {
    struct list *first = calloc(1, sizeof *first);
    if (first == NULL)
        return list;
    first->name = strdup(name);
    if (first->name == NULL) {
        free(first);
        return errno == ENOMEM ? NULL : list;
    }
    first->next = list;
    return first;
}
int unchecked(int n) {
    int *copy = malloc(sizeof *copy);
    *copy = n;
    if (*copy != n)
        n = 0;
    free(copy);
    return n;
}
"#;
    let lab = CLab::new(&[("unit.c", text)]);
    let run = lab.run(&["generate", "unit.c", "--out", "out", "--json"]);
    assert_eq!(run.coverage(), (6, 8), "{}", run.out);
    let tests = lab.read("out/test_unit.c");
    for number in [1, 2] {
        assert!(
            tests.contains(&format!("failing_allocation = {number};")),
            "{tests}"
        );
        assert!(
            tests.contains(&format!("_if_allocation_{number}_fails")),
            "{tests}"
        );
    }
    assert!(lab.run_tests("out/test_unit.c").out.contains(", 0 failed"));
    // Who does not ask takes it that there is memory.
    assert!(
        run.out
            .contains("unchecked assumes that allocations succeed"),
        "{}",
        run.out
    );
    assert!(!lab.path("out/test_unit_bugs.c").exists());
    let run = lab.run(&[
        "generate",
        "unit.c",
        "--out",
        "out",
        "--json",
        "--allocations-succeed",
    ]);
    assert_eq!(run.coverage(), (3, 8), "{}", run.out);
    assert!(!lab.read("out/test_unit.c").contains("failing_allocation"));
}

#[test]
fn tables_are_looked_up_at_symbolic_places() {
    let text = r"
static const unsigned short kinds[3000] = {[7] = 1, [1500] = 2, [2999] = 3};
static const struct { int key, value, rest; } rows[5] = {{3, 30}, {5, 50}, {9, 90}, {11, 7}, {2, 1}};
static unsigned scattered(unsigned n) {
    static const unsigned char steps[4096] = {STEPS};
    return n < 4096 ? steps[n] : 0;
}
int kind(unsigned n) {
    if (n >= 3000) return -1;
    if (kinds[n] == 2) return 20;
    return kinds[n] == 3 ? 30 : 0;
}
int row(unsigned n) { return n < 5 && rows[n].value == 90 ? rows[n].key : -1; }
int step(unsigned n) { return scattered(n) == 1 && n > 4000; }
";
    // Each value again and again, so that no part of the table is the same.
    let steps: Vec<String> = (0..4096u32).map(|n| (n * n % 253).to_string()).collect();
    covered(&text.replace("STEPS", &steps.join(", ")), &[]);
}

#[test]
fn ends_lead_into_the_object_of_their_beginnings() {
    let text = r"
struct lexer { const char *cursor, *limit; int line; };
int words(const char *begin, const char *end) {
    int count = 0;
    for (; begin < end; begin++)
        if (*begin == ' ') count++;
    return count == 2 ? 100 : count;
}
int next(struct lexer *lexer) {
    if (!lexer) return -3;
    while (lexer->cursor != lexer->limit && *lexer->cursor == ' ') lexer->cursor++;
    if (lexer->limit - lexer->cursor < 2) return -1;
    return lexer->cursor[0] == 'i' && lexer->cursor[1] == 'f' ? 1 : 0;
}
long sum(const int *from, const int *to) {
    long sum = 0;
    while (from != to) sum += *from++;
    return sum == 77 ? 1 : 0;
}
";
    covered(text, &[]);
}

#[test]
fn what_is_refused_is_not_done_and_makes_no_test() {
    let text = r#"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int wipe(int n) { return n == 3 ? unlink("precious") : 0; }
int save(int n) { FILE *file = n == 4 ? fopen("precious", "w") : NULL; return file != NULL; }
int run(int n) { return n == 5 ? system("touch touched") : 0; }
int fail(int n) { return n == 6 ? unlink("nothing/there") : 0; }
int ask(int n) {
    int status = 0;
    pid_t child;
    if (n != 7) return 0;
    child = fork();
    if (child == 0) _exit(9);
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}
"#;
    let lab = CLab::new(&[("precious", "dear")]);
    let path = lab.path("precious").display().to_string();
    std::fs::write(lab.path("unit.c"), text.replace("precious", &path)).expect("a file");
    let run = lab.run(&["generate", "unit.c", "--out", "out", "--json"]);
    assert_eq!(lab.read("precious"), "dear");
    assert!(!lab.path("touched").exists());
    for reason in ["deletes a file", "writes a file", "starts a process"] {
        let words = format!("it {reason}, which is refused");
        assert!(run.out.contains(&words), "{reason}: {}", run.out);
    }
    let tests = lab.read("out/test_unit.c");
    assert!(tests.contains("CHECK(fail(6) == -1);"), "{tests}");
    assert!(tests.contains("CHECK(ask(7) == 9);"), "{tests}");
    assert!(lab.run_tests("out/test_unit.c").out.contains(", 0 failed"));
}

/// The failures of a kind that a file has, in the words of the report.
fn failures(kind: &str, text: &str, more: &[&str]) -> Vec<String> {
    let lab = CLab::new(&[("unit.c", text)]);
    let arguments = [
        "generate",
        "unit.c",
        "--out",
        "out",
        "--json",
        "--no-config",
    ];
    let run = lab.run(&[&arguments[..], more].concat());
    let report = run.json();
    let tests = report["modules"][0]["tests"].as_array().cloned();
    let tests = tests.unwrap_or_default().into_iter();
    let failures = tests.filter(|test| test["kind"] == kind);
    failures
        .map(|test| format!("{}: {}", test["unit"], test["note"]).replace('"', ""))
        .collect()
}

#[test]
fn what_fails_is_found_where_no_branch_asks_for_it() {
    let text = r"
#include <string.h>
int add(int a, int b) { return a + b; }
int half(int a, int b) { if (b == 0) return 0; return a / b; }
int at(const int *xs, int n, int i) { if (i < n) return xs[i]; return -1; }
int name(const char *s) { char copy[8]; strcpy(copy, s); return copy[0]; }
int walk(const char *s) { char copy[8]; int i = 0; while (s[i]) { copy[i] = s[i]; i++; } copy[i] = 0; return copy[0]; }
static const int table[12] = {1, 2, 3};
int look(unsigned i) { return table[i & 15]; }
long long square(long long a) { return a * a; }
long long scale(long long a) { return a * 1000; }
int sum(unsigned char a, unsigned char b) { return a + b; }
int safe(int i) { return i >= 0 && i < 12 ? table[i] * 2 : 0; }
";
    let expected = [
        "add: signed overflow at unit.c:3",
        "half: signed overflow at unit.c:4",
        "at: an access is in front of an object at unit.c:5",
        "name: an access is outside of an object of 8 bytes at unit.c:6",
        "walk: an access is outside of an object of 8 bytes at unit.c:7",
        "look: an access is outside of an object of 48 bytes at unit.c:9",
        "square: signed overflow at unit.c:10",
        "scale: signed overflow at unit.c:11",
    ];
    assert_eq!(failures("bug", text, &[]), expected);
}

#[test]
fn a_failure_is_shown_once() {
    let text = r"
static int below(int a) { return a - 1; }
int twice(int a) { return below(a) > 7; }
int thrice(int a) { return below(a) > 8; }
";
    assert_eq!(
        failures("bug", text, &[]),
        ["twice: signed overflow at unit.c:2"]
    );
}

#[test]
fn members_that_nothing_compares_with_null_are_assumed_not_to_be() {
    let text = r"
struct list { const char *name; struct list *next; };
int initial(struct list *list) { return list->name[0] == 'a'; }
int second(struct list *list) { if (list->next) return 1; return list->next->name[0]; }
";
    let expected = ["second: a null pointer is dereferenced at unit.c:4"];
    assert_eq!(failures("possible", text, &[]), expected);
    let all = failures("possible", text, &["--null-parameters"]);
    assert!(all.len() > expected.len());
}

#[test]
fn numbers_that_are_compared_become_small_together() {
    let triangle = include_str!("../../../../examples/triangle.c");
    covered(triangle, &[]);
    let lab = CLab::new(&[("unit.c", triangle)]);
    lab.run(&["generate", "unit.c", "--out", "out", "--no-config"]);
    let tests = lab.read("out/test_unit.c");
    let calls = tests
        .lines()
        .filter(|line| line.contains("CHECK(triangle("));
    let words = calls.flat_map(|call| call.split(|c: char| !c.is_ascii_digit()));
    let numbers: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() > 20, "{tests}");
    assert!(numbers.iter().all(|&number| number < 100), "{tests}");
}

#[test]
fn a_stub_changes_the_member_that_it_is_given_and_no_other() {
    // The name is one of the system too, whose header the source does not include.
    let text = r"
struct box { int count, rest[3]; struct box *next; int *values; };
extern void forget(int *count);
int close(struct box *box) {
    forget(&box->count);
    if (box->rest[2] != 7) return 1;
    if (box->next && box->values) return box->next->count > *box->values ? 2 : 3;
    return box->count == 5 ? 4 : 5;
}
";
    covered(text, &[]);
    let lab = CLab::new(&[("unit.c", text)]);
    lab.run(&["generate", "unit.c", "--out", "out", "--no-config"]);
    let tests = lab.read("out/test_unit.c");
    assert!(tests.contains("argument1[0] = 5;"), "{tests}");
    assert!(!tests.contains("argument1[1]"), "{tests}");
}

#[test]
fn buffers_become_longer_where_their_length_hides_branches() {
    let text = r"
int header(const unsigned char *bytes, unsigned size) {
    if (size < 40) return 0;
    if (bytes[39] == 7 && bytes[0] == 9) return 2;
    return 1;
}
";
    covered(text, &[]);
    let lab = CLab::new(&[("unit.c", text)]);
    let run = lab.run(&["generate", "unit.c", "--json", "--max-length", "16"]);
    assert!(
        run.out.contains("cut off by the bounds on lengths"),
        "{}",
        run.out
    );
}

#[test]
fn functions_without_branches_have_tests() {
    let text = r"
int add(int a, int b) { return a + b; }
int at(const int *values, int place) { return values[place]; }
int get(int place) { static const int values[4] = {1, 2, 3, 4}; return values[place]; }
int ratio(int a, int b) { return a / b; }
";
    let lab = CLab::new(&[("unit.c", text)]);
    lab.run(&["generate", "unit.c", "--out", "out", "--no-config"]);
    let tests = lab.read("out/test_unit.c");
    for name in ["add", "at", "get", "ratio"] {
        assert!(tests.contains(&format!("CHECK({name}(")), "{name}: {tests}");
    }
    let bugs = lab.read("out/test_unit_bugs.c");
    assert!(bugs.contains("division by zero"), "{bugs}");
}
