//! Contexts are carved from system tests, checked, and explored.

use crate::c_lab::CLab;

const PARSER: &str = include_str!("../../../../examples/parser.c");
const INPUT: &str = include_str!("../../../../examples/parser.txt");

fn parser_lab() -> CLab {
    let lab = CLab::new(&[("parser.c", PARSER), ("input.txt", INPUT)]);
    let carved = lab.run(&[
        "carve",
        "parser",
        "--source",
        "parser.c",
        "--json",
        "--",
        "parser",
        "input.txt",
    ]);
    assert_eq!(carved.code, 0, "{}{}", carved.out, carved.errors);
    let report = carved.json();
    assert_eq!(report["functions"][0]["kept"], 1, "{report}");
    assert_eq!(report["functions"][0]["set_aside"], serde_json::json!([]));
    lab
}

#[test]
fn one_system_test_leads_through_all_checks_of_a_parser() {
    let lab = parser_lab();
    let generate = |mode: &str| {
        lab.run(&[
            "generate",
            "parser.c::parser",
            "--contexts",
            "contexts",
            "--mode",
            mode,
            "--json",
            "--unit-time",
            "20",
        ])
    };
    let without = generate("isolated");
    let (covered, all) = without.coverage();
    assert!(covered < all, "{covered} of {all}");
    let with = generate("carved-stubs");
    let (covered, all) = with.coverage();
    assert_eq!(covered, all, "{}", with.out);
    let tests = lab.run_tests("tests/test_parser.c");
    assert_eq!(tests.code, 0, "{}{}", tests.out, tests.errors);
    assert!(tests.out.contains(" 0 failed"), "{}", tests.out);
}

const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>

struct ring { struct ring *next; int value; char *name; void *owner; };
struct pair { int low, high; };
union word { long number; char letters[8]; };
int limit = 3;

static int next_code(int *code) { *code += 5; return *code > 20 ? -1 : *code; }

static struct pair bounds(struct ring *ring) {
    struct pair both = {ring->value, ring->next->value};
    return both;
}

int walk(struct ring *ring, union word word, struct pair extra, FILE *from) {
    int code = ring->value, sum = 0;
    struct ring *at = ring;
    do {
        struct pair both = bounds(at);
        if (both.low > both.high)
            sum += both.low;
        if (next_code(&code) < 0)
            return -sum;
        at = at->next;
    } while (at != ring);
    if (at->owner != at)
        return 1;
    if (word.letters[0] == 'x' && sum > limit)
        return 2;
    return extra.low + (from == stdin) + (int)strlen(at->name);
}

int main(int count, char **arguments) {
    struct ring a = {0, 4, strdup("first"), 0}, b = {&a, 2, "second", 0};
    union word word = {0};
    struct pair extra = {7, 8};
    a.next = &b;
    a.owner = &a;
    word.letters[0] = 'x';
    if (count > 1 && strcmp(arguments[1], "fork") == 0) {
        if (fork() == 0)
            limit = 30;
        else
            wait(NULL);
    }
    if (count > 1 && strcmp(arguments[1], "hang") == 0) {
        walk(&a, word, extra, stdin);
        for (;;)
            sleep(1);
    }
    if (count > 1 && strcmp(arguments[1], "fail") == 0) {
        walk(&a, word, extra, stdin);
        return 3;
    }
    printf("%d\n", walk(&a, word, extra, stdin));
    return 0;
}
"#;

fn carve(lab: &CLab, command: &[&str]) -> serde_json::Value {
    let mut arguments = vec![
        "carve",
        "walk",
        "--source",
        "program.c",
        "--json",
        "--time",
        "5",
    ];
    arguments.push("--");
    arguments.extend(command);
    let run = lab.run(&arguments);
    assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
    run.json()
}

#[test]
fn cycles_aliases_unions_and_structures_are_replayed() {
    let lab = CLab::new(&[("program.c", PROGRAM)]);
    let report = carve(&lab, &["program"]);
    let function = &report["functions"][0];
    assert_eq!(function["kept"], 1, "{report}");
    assert_eq!(function["callee_exits"], 4, "{report}");
}

#[test]
fn programs_that_fork_fail_or_hang_leave_their_contexts() {
    let lab = CLab::new(&[("program.c", PROGRAM)]);
    let forked = carve(&lab, &["program", "fork"]);
    assert_eq!(forked["functions"][0]["kept"], 2, "{forked}");
    let failed = carve(&lab, &["program", "fail"]);
    assert_eq!(failed["functions"][0]["kept"], 1, "{failed}");
    assert!(
        failed["warnings"]
            .to_string()
            .contains("the command failed"),
        "{failed}"
    );
    let hung = carve(&lab, &["program", "hang"]);
    assert_eq!(hung["functions"][0]["kept"], 1, "{hung}");
    assert!(
        hung["warnings"].to_string().contains("was stopped"),
        "{hung}"
    );
}

#[test]
fn a_build_is_carved_through_its_compiler() {
    let lab = CLab::new(&[
        ("program.c", PROGRAM),
        (
            "Makefile",
            "program: program.o\n\t$(CC) -o $@ program.o\nprogram.o: program.c\n\t$(CC) -O2 -Wall -MD -c program.c\ncheck: program\n\t./program\n",
        ),
    ]);
    let run = lab.run(&["carve", "walk", "--json", "--", "make", "check"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
    assert_eq!(run.json()["functions"][0]["kept"], 1, "{}", run.out);
    assert!(lab.read("program.d").contains("program.o:"));
}

#[test]
fn large_contexts_are_set_aside() {
    let source = "#include <stdlib.h>\nint first(char *all) { return all[0] ? 1 : 2; }\nint main(void) { char *all = calloc(100, 1 << 20); return first(all) - 2; }\n";
    let lab = CLab::new(&[("large.c", source)]);
    let run = lab.run(&[
        "carve", "first", "--source", "large.c", "--json", "--", "large",
    ]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
    let report = run.json();
    assert_eq!(report["functions"][0]["kept"], 0, "{report}");
    assert!(
        report["functions"][0]["set_aside"]
            .to_string()
            .contains("larger than the limit"),
        "{report}"
    );
    let used = lab.run(&[
        "generate",
        "large.c::first",
        "--contexts",
        "contexts",
        "--mode",
        "cut2",
    ]);
    assert_eq!(used.code, 2, "{}", used.errors);
    assert!(used.errors.contains("no usable context"), "{}", used.errors);
}

#[test]
fn corrupted_contexts_are_refused() {
    let lab = parser_lab();
    let path = lab.path("contexts/parser.contexts");
    let mut bytes = std::fs::read(&path).expect("contexts");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    std::fs::write(&path, bytes).expect("a file");
    let run = lab.run(&["generate", "parser.c::parser", "--contexts", "contexts"]);
    assert_eq!(run.code, 6, "{}{}", run.out, run.errors);
    assert!(
        run.errors.contains("holds no context that can be read"),
        "{}",
        run.errors
    );
}

const SHOP: &str = r#"
#include <stdio.h>

struct box { int size, full; };
static const char *label;

int box_init(struct box *box, int size) {
    if (size < 0)
        return -1;
    box->size = size;
    box->full = 0;
    return 0;
}

int weigh(struct box *box) {
    if (fputs(label, stdout) < 0)
        return 2;
    return box->size > 3 ? 3 : 4;
}

int main(void) {
    struct box box;
    label = "box\n";
    return box_init(&box, 5) + weigh(&box) - 3;
}
"#;

/// A file with functions that make structures has more units where callees are real than where
/// they are stubs.
#[test]
fn all_modes_in_turn_run_the_function_that_was_asked_for() {
    let lab = CLab::new(&[("shop.c", SHOP)]);
    let carved = lab.run(&["carve", "weigh", "--source", "shop.c", "--", "shop"]);
    assert_eq!(carved.code, 0, "{}{}", carved.out, carved.errors);
    let words = [
        "generate",
        "shop.c::weigh",
        "--contexts",
        "contexts",
        "--json",
    ];
    let ended = lab.run(&[&words[..], &["--mode", "auto"]].concat());
    let (covered, all) = ended.coverage();
    assert_eq!(covered, all, "{}", ended.out);
    let tests = lab.run_tests("tests/test_shop.c");
    assert_eq!(tests.code, 0, "{}{}", tests.out, tests.errors);
}
