//! Suites for C pass however they are compiled: by either compiler, optimised or not, and
//! with sanitizers, which have nothing to say.

use std::process::Command;

use crate::c_lab::CLab;

const BUILDS: [&[&str]; 6] = [
    &["gcc", "-O0"],
    &["gcc", "-O2"],
    &["clang", "-O0"],
    &["clang", "-O2"],
    &["gcc", "-O0", "-g", "-fsanitize=address,undefined"],
    &["gcc", "-O1", "-g", "-fsanitize=address,undefined"],
];

/// Writes a suite, which passes in every build; its text.
fn passes_everywhere(text: &str) -> String {
    let lab = CLab::new(&[("unit.c", text)]);
    let run = lab.run(&["generate", "unit.c", "--out", "out", "--no-config"]);
    assert_eq!(run.code, 0, "{}", run.out);
    for build in BUILDS {
        let program = lab.path("program");
        let compiled = Command::new(build[0])
            .args(&build[1..])
            .args(["-w", "-o"])
            .arg(&program)
            .arg(lab.path("out/test_unit.c"))
            .arg("-lm")
            .output()
            .expect("a compiler");
        let words = String::from_utf8_lossy(&compiled.stderr);
        assert!(compiled.status.success(), "{build:?}: {words}");
        let ran = Command::new(&program).output().expect("the tests run");
        let out = String::from_utf8_lossy(&ran.stdout);
        let words = String::from_utf8_lossy(&ran.stderr);
        assert!(out.contains(", 0 failed"), "{build:?}: {out}{words}");
        let reported = words.contains("Sanitizer") || words.contains("runtime error");
        assert!(!reported, "{build:?}: {words}");
    }
    lab.read("out/test_unit.c")
}

#[test]
fn allocations_that_no_machine_grants() {
    let text = r"
#include <stdlib.h>
int reserve(unsigned long size) {
    char *buffer;
    if (size < 1UL << 50)
        return 0;
    buffer = malloc(size);
    if (buffer == NULL)
        return -1;
    free(buffer);
    return 1;
}
";
    let tests = passes_everywhere(text);
    // That there is no memory is what the test says, not what the machine does.
    assert!(tests.contains("failing_allocation = 1;"), "{tests}");
}

#[test]
fn allocations_that_fail_in_functions_that_are_inlined() {
    let text = r#"
#include <stdlib.h>
#include <string.h>
static char *copy(const char *text, size_t size) {
    char *made = malloc(size + 1);
    if (made == NULL)
        return NULL;
    memcpy(made, text, size + 1);
    return made;
}
char *fresh(const char *text) {
    return copy(text == NULL ? "" : text, text == NULL ? 0 : strlen(text));
}
"#;
    let tests = passes_everywhere(text);
    assert!(tests.contains("CHECK(fresh("), "{tests}");
    assert!(tests.contains("failing_allocation = 1;"), "{tests}");
}

#[test]
fn pointers_that_lead_behind_an_object() {
    let text = r"
struct writer { unsigned char *at; unsigned long room; };
int put(struct writer *writer, const unsigned char *from) {
    if (writer->room == 0)
        return 0;
    *writer->at++ = *from;
    return 1;
}
char *behind(unsigned long size) {
    extern void *malloc(unsigned long);
    char *made = malloc(size + 1);
    if (!made || size + 1 == 0)
        return made;
    made[size] = 0;
    return made + size;
}
";
    let tests = passes_everywhere(text);
    assert!(tests.contains("put(&writer"), "{tests}");
}

#[test]
fn functions_with_names_of_the_system() {
    let text = r"
static int select(int which, int one, int other) { return which ? one : other; }
static int clamp(int pause) { return pause > 9 ? 9 : pause; }
int pipe2(int a) { return select(a > 3, clamp(a), 1); }
";
    let tests = passes_everywhere(text);
    assert!(tests.contains("pipe2("), "{tests}");
}

#[test]
fn callees_that_are_replaced() {
    let text = r"
int elsewhere(int a);
static int own(int a) { return a + 1; }
int decide(int a) {
    if (elsewhere(a) == 77)
        return own(a) > 5 ? 1 : 2;
    return 3;
}
";
    let tests = passes_everywhere(text);
    // What nobody defines has a stand-in; what the file itself defines runs.
    assert!(tests.contains("called_elsewhere = "), "{tests}");
    assert!(!tests.contains("replace("), "{tests}");
}

#[test]
fn what_nobody_defines_is_stood_in_for_wherever_it_is_called() {
    let text = r#"
struct handle;
struct handle *opened(const char *name);
int filled(struct handle *from, char *into, int size);
void told(const char *format, ...);
int today(void);

static int is_late(int limit) { return today() > limit; }

int load(const char *name, int limit) {
    char text[8];
    struct handle *from;
    int count;
    if (is_late(limit))
        return -3;
    from = opened(name);
    if (!from) {
        told("cannot open %s", name);
        return -1;
    }
    count = filled(from, text, sizeof text);
    if (count < 2 || count > 8)
        return -2;
    return text[0] == 'o' && text[1] == 'k';
}
"#;
    let tests = passes_everywhere(text);
    for name in ["today", "opened", "filled", "told"] {
        assert!(
            tests.contains(&format!("called_{name} = t")),
            "{name}: {tests}"
        );
    }
    assert!(!tests.contains("replace("), "{tests}");
}

#[test]
fn functions_of_the_system_that_nothing_declares() {
    let text = r"
int ended(int descriptor) { return close(descriptor) == 0 ? 1 : 0; }
int clamp(int a) { return a > 9 ? 9 : a; }
";
    let tests = passes_everywhere(text);
    assert!(tests.contains("clamp(10)"), "{tests}");
}

#[test]
fn texts_that_nobody_set() {
    let text = r"
#include <stdlib.h>
struct note { char *text; int size; };
struct note *made(int size) {
    struct note *it = malloc(sizeof *it);
    if (!it)
        return NULL;
    if (size > 5) {
        it->size = size;
        it->text = (char *)(long)size;
        return it;
    }
    free(it);
    return NULL;
}
";
    let tests = passes_everywhere(text);
    assert!(tests.contains("made(6)"), "{tests}");
}
