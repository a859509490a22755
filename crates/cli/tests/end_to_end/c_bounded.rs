//! The bounded engine on C as users run it.

use crate::c_lab::{CLab, Run};

fn generate(text: &str, more: &[&str]) -> (CLab, Run) {
    let lab = CLab::new(&[("unit.c", text)]);
    let mut arguments = vec!["generate", "unit.c", "--out", "out", "--no-config"];
    arguments.extend(more);
    let run = lab.run(&arguments);
    (lab, run)
}

#[test]
fn sixty_branches_are_no_problem() {
    let parameters: Vec<String> = (0..60).map(|at| format!("int x{at}")).collect();
    let mut text = format!("int sixty({}) {{ int n = 0;\n", parameters.join(", "));
    for at in 0..60 {
        text += &format!("if (x{at} > {}) {{ n += {at}; }}\n", at * 7 - 100);
    }
    text += "return n; }\n";
    let (lab, run) = generate(&text, &["--engine", "bounded"]);
    assert!(
        run.out.contains("120 of 120 branch outcomes"),
        "{}",
        run.out
    );
    let tests = lab.run_tests("out/test_unit.c");
    assert!(tests.out.contains(", 0 failed"), "{}", tests.out);
}

/// What is followed of C: numbers of all widths, calls, loops, switches,
/// arrays and structures behind pointers, locals in memory, tables.
const MANY: &str = r#"
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
struct point { int x; short y; char tag[4]; };
static const unsigned char table[4] = {3, 1, 4, 1};
int counter;
static int seventh(int x) { return x % 7; }
int loop(unsigned n, int k) {
    int s = 0;
    for (unsigned i = 0; i < n; i++) {
        s += seventh(k + (int)i);
        if (s == 20) return 1;
    }
    switch (s) { case 3: return 5; case 9: return 6; default: return 7; }
}
long search(const int *a, int n, int wanted) {
    for (int i = 0; i < n; i++) {
        if (a[i] == wanted) return i;
        if (i > 0 && a[i] < a[i - 1]) return -2;
    }
    return -1;
}
int where(struct point *p, bool flip) {
    struct point q = {1, 2, "ab"};
    if (!p) return 0;
    q.y = p->y;
    if (p->x > q.x && q.y < -3 && flip && p->tag[1] == 'b') return 1;
    return 2;
}
double roots(double x, float y) {
    if (x != x) return 0;
    if (sqrt(x) == 1.5 && y > x) return 1;
    return y;
}
long long product(long long a, long long b) {
    if (a * b == -7LL * 11 * 13) return 1;
    return a / 3 == b ? 2 : 3;
}
int looked_up(unsigned i) {
    counter += table[i & 3];
    return counter == 10 ? 1 : 0;
}
static const char *skip(const char *text) {
    while (*text == ' ') text++;
    return text;
}
int word(const char *text) {
    const char *start = skip(text);
    if (start == text) return 0;
    return *start == 'x' ? 1 : 2;
}
int later(int a, int b) {
    int kept;
    if (a > 3) kept = b;
    if (b == 7) return 0;
    return a > 3 && kept == 8 ? 1 : 2;
}
int name(const char *text) {
    if (strlen(text) != 4) return 0;
    if (isupper((unsigned char)text[0]) && strcmp(text + 1, "ine") == 0) return 1;
    return 2;
}
"#;

#[test]
fn c_is_followed() {
    let (lab, run) = generate(MANY, &["--engine", "bounded", "--json"]);
    let (covered, goals) = run.coverage();
    assert_eq!(covered, goals, "{}", run.out);
    assert!(goals >= 40, "{goals}");
    // What the formula said, the program did.
    assert!(!run.out.contains("\"divergences\": 1"), "{}", run.out);
    let tests = lab.run_tests("out/test_unit.c");
    assert!(tests.out.contains(", 0 failed"), "{}", tests.out);
}

#[test]
fn what_no_input_reaches_is_proved() {
    let text = "int f(int x) { if (x > 10 && x < 5) return 1; return 2; }\n";
    let (_, run) = generate(text, &["--engine", "bounded"]);
    let proved = "1 more proved unreachable";
    assert!(run.out.contains(proved), "{}", run.out);
}

#[test]
fn what_is_not_followed_is_named() {
    let text = "#include <stdlib.h>\n\
        int f(int x) { int *p = malloc(4); *p = x; return *p > 3 ? 1 : 2; }\n";
    let (_, run) = generate(text, &["--engine", "bounded"]);
    assert!(run.out.contains("not supported: it "), "{}", run.out);
}

#[test]
fn a_loop_beyond_the_scope_is_not_called_unreachable() {
    // No number of the source leads there.
    let text = "int f(int n) { int i = 0; while (i < n) i++; return i * 3 == 23631 ? 1 : 2; }\n";
    let (_, run) = generate(text, &["--engine", "bounded"]);
    assert!(run.out.contains("within the scope"), "{}", run.out);
    assert!(!run.out.contains("proved unreachable"), "{}", run.out);
}

#[test]
fn the_engines_work_together() {
    // Paths explode for one engine; the other cannot follow the allocation.
    let mut text = "#include <stdlib.h>\nint f(const unsigned char *a) { int n = 0;\n".to_owned();
    for at in 0..12 {
        text += &format!("if (a[{at}] > {}) n += {};\n", 40 + at, 1 << at);
    }
    text += "return n == 0x5a5 ? 1 : 2; }\n\
        int g(int x) { int *p = malloc(4); *p = x; int r = *p > 3 ? 1 : 2; free(p); return r; }\n";
    let (_, run) = generate(&text, &["--engine", "auto", "--json", "--max-length", "12"]);
    let (covered, goals) = run.coverage();
    assert_eq!(covered, goals, "{}", run.out);
}

#[test]
fn runs_that_fail_are_the_last_choice() {
    let text = "int f(int a) { if (a > 10) { return a * 2 > 4 ? 1 : 2; } return 3; }\n";
    let (lab, run) = generate(text, &["--engine", "bounded"]);
    assert!(!run.out.contains("BUG"), "{}", run.out);
    assert!(lab.read("out/test_unit.c").contains("f("));
}
