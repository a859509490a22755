//! Small programs, explored with the real compiler. Every condition of every
//! run is evaluated under the run's input: it has the side that was taken.

mod common;

use std::path::{Path, PathBuf};

use common::{explore_unit, load, load_file, missed, request};
use everypath_c::{CExecutor, Limits, Part, Program};
use everypath_term::Terms;
use everypath_trace::{Executor, Fault, Input, Outcome, RunLimits};

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../..")
        .join(path)
}

#[test]
fn a_triangle_is_covered() {
    let program = load_file(&repository("examples/triangle.c"), None);
    let found = explore_unit(&program, "triangle");
    assert_eq!(missed(&program, &found), Vec::<String>::new());
    assert_eq!(found.statistics.divergences, 0);
}

/// Every unit of a file is covered, and no run goes another way than predicted.
fn check_every_unit(file: &str) {
    let program = load_file(&repository(file), None);
    for unit in &program.units {
        let found = explore_unit(&program, &unit.name);
        let missed = missed(&program, &found);
        assert!(missed.is_empty(), "{}: {missed:?}", unit.name);
        assert_eq!(found.statistics.divergences, 0, "{}", unit.name);
    }
}

#[test]
fn every_feature_is_covered_without_divergence() {
    check_every_unit("tests/c/features.c");
}

#[test]
fn what_is_read_from_streams_is_input() {
    check_every_unit("tests/c/streams.c");
}

#[test]
fn what_compilers_name_is_followed() {
    check_every_unit("tests/c/bits.c");
}

#[test]
fn earlier_calls_leave_what_static_variables_hold() {
    let program = load(
        "int f(int n) { static int calls, total; total += n; if (++calls == 3) return 1; return total > 10 && n < 6 ? 2 : 0; }\nint g(int n) { static const int limits[] = {1, 2}; return n > limits[1]; }",
    );
    let found = explore_unit(&program, "f");
    assert_eq!(missed(&program, &found), Vec::<String>::new());
    assert!(program.units[0].remembers && !program.units[1].remembers);
}

#[test]
fn variables_of_other_files_are_input() {
    let program = load(
        "extern int level; extern const char *name;\nint f(int n) { if (level > 2) return 1; return name && name[0] == 'x' ? n > 3 : 0; }",
    );
    let found = explore_unit(&program, "f");
    assert_eq!(missed(&program, &found), Vec::<String>::new());
    assert_eq!(program.definitions(), "int level;\nconst char *name;\n");
}

#[test]
fn arrays_whose_length_another_file_tells_are_input() {
    let program = load(
        "extern int table[]; extern const char *names[]; extern const unsigned short powers[4];\nint h(unsigned i) { return i < 4 && powers[i] == 81; }\nint f(int i) { if (i < 0 || i > 5) return -1; return table[i] == 7; }\nint g(int i) { if (i < 0 || i > 3) return -1; return names[i] != 0 && names[i][0] == 'x'; }",
    );
    for unit in ["f", "g", "h"] {
        let found = explore_unit(&program, unit);
        assert_eq!(missed(&program, &found), Vec::<String>::new(), "{unit}");
    }
    let expected = "unsigned char held_by_powers[8] __asm__(\"powers\") __attribute__((aligned(16)));\nint table[256];\nconst char *names[256];\n";
    assert_eq!(program.definitions(), expected);
}

#[test]
fn what_untyped_pointers_are_cast_to_is_made() {
    let program = load(
        "#include <stdio.h>\nstruct reader { int count; void *stream; };\ntypedef struct { int x, y; } point;\nstatic int is_far(const void *p) { const point *q = p; return q->x == 7 && q->y == q->x + 1; }\nint handed(void *p) { return is_far(p) ? 1 : 0; }\nint direct(void *stream) { int c = fgetc((FILE *)stream); if (c == EOF) return -1; return c == 'x'; }\nint inside(struct reader *r) { int c = fgetc((FILE *)r->stream); if (c == EOF) return -1; return c == 'x' && r->count == 3; }",
    );
    for unit in ["handed", "direct", "inside"] {
        let found = explore_unit(&program, unit);
        assert_eq!(missed(&program, &found), Vec::<String>::new(), "{unit}");
    }
}

#[test]
fn restricted_pointers_lead_to_different_objects() {
    let program = load(
        "int f(int *restrict a, int *restrict b) { return a && a == b; }\nint g(int *a, int *b) { return a && a == b; }",
    );
    let same = |unit| {
        let found = explore_unit(&program, unit);
        missed(&program, &found)
    };
    assert_eq!(same("f").len(), 1);
    assert_eq!(same("g").len(), 0);
}

#[test]
fn pointers_to_library_functions_are_followed() {
    let program = load(
        "#include <stdlib.h>\n#include <ctype.h>\nstatic int (*is)(int) = isdigit;\nstatic void *(*get)(size_t) = malloc;\nint f(int c) { char *p = get(4); p[0] = (char)c; if (is(c)) return 1; return c == 'x' ? p[4] : 0; }",
    );
    let mut executor = CExecutor::new(&program, &Limits::default()).unwrap();
    executor.choose(0, Part::Call);
    let limits = RunLimits {
        decisions: 200,
        time: std::time::Duration::from_millis(300),
    };
    let mut input = Input::open();
    input.values.insert(
        "c".into(),
        everypath_term::Value::bit_vec(32, u64::from(b'x')),
    );
    let trace = executor.run(&mut Terms::new(), &input, &limits);
    assert!(trace.losses.is_empty(), "{:?}", trace.losses);
    let expected = Fault::OutOfBounds { object: Some(4) };
    assert!(
        matches!(&trace.outcome, Outcome::Crashed { fault, .. } if *fault == expected),
        "{:?}",
        trace.outcome
    );
}

#[test]
fn arguments_beyond_those_that_are_named_are_input() {
    let program = load(
        "#include <stdarg.h>\ndouble mean(int n, ...) { va_list l; double t = 0; va_start(l, n); for (int i = 0; i < n; i++) t += va_arg(l, double); va_end(l); return t == 6 ? 1 : t > 9 ? 2 : 3; }\nint many(int a, int b, int c, int d, int e, int f, int g, ...) { va_list l; va_start(l, g); int t = va_arg(l, int); va_end(l); return t == a + 77; }\nint through(int a, long b) { return many(a, 1, 2, 3, 4, 5, 6, (int)b); }\nint mixed(int n, ...) { va_list l; va_start(l, n); int t = va_arg(l, int) + *va_arg(l, char *); va_end(l); return t; }",
    );
    for unit in ["mean", "many", "through"] {
        let found = explore_unit(&program, unit);
        let missed = missed(&program, &found);
        assert!(missed.is_empty(), "{unit}: {missed:?}");
    }
    let found = explore_unit(&program, "mixed");
    let outcome = &found.tree.runs()[0].trace.outcome;
    assert!(
        matches!(outcome, Outcome::Unsupported { construct } if construct.contains("several types")),
        "{outcome:?}"
    );
}

/// How a unit of a C text ends on the open input with one slot chosen.
fn ending(text: &str, chosen: &[(&str, u32)]) -> Outcome {
    let program = load(text);
    let mut executor = CExecutor::new(&program, &Limits::default()).unwrap();
    executor.choose(program.units.len() - 1, Part::Call);
    let mut input = Input::open();
    for (slot, option) in chosen {
        input.choices.insert((*slot).into(), *option);
    }
    let limits = RunLimits {
        decisions: 200,
        time: std::time::Duration::from_millis(300),
    };
    executor.run(&mut Terms::new(), &input, &limits).outcome
}

fn check_crash(text: &str, words: &str) {
    match ending(text, &[("q", 0)]) {
        Outcome::Crashed { fault, .. } => {
            assert!(fault.to_string().contains(words), "{fault}");
        }
        other => panic!("{other:?}"),
    }
}

/// C leaves it undefined, and yet it is no bug that anybody would report.
#[test]
fn null_with_no_bytes_is_not_passed_to_the_library() {
    for call in [
        "fwrite(q, 3, 0, stdout)",
        "memcmp(q, \"a\", 0)",
        "memcpy(q, \"a\", 0) != 0",
        "strncmp(\"a\", q, 0)",
    ] {
        let text =
            format!("#include <stdio.h>\n#include <string.h>\nint f(char *q) {{ return {call}; }}");
        match ending(&text, &[("q", 0)]) {
            Outcome::Unsupported { construct } => assert!(construct.contains("no bytes")),
            other => panic!("{call}: {other:?}"),
        }
    }
}

#[test]
fn wrong_programs_end_with_the_reason() {
    check_crash("int f(int *q) { return *q; }", "null pointer");
    check_crash(
        "int f(void) { int a[3]; a[0] = 1; volatile int i = 3; return a[i]; }",
        "outside",
    );
    check_crash(
        "#include <stdlib.h>\nint f(void) { char *s = malloc(4); volatile int i = 4; s[i] = 1; return 0; }",
        "outside",
    );
    check_crash(
        "#include <stdlib.h>\nint f(void) { char *s = malloc(4); free(s); return s[0]; }",
        "after it was freed",
    );
    check_crash(
        "#include <stdlib.h>\nint f(void) { char *s = malloc(4); free(s); free(s); return 0; }",
        "cannot be freed",
    );
    check_crash("int f(int a, int b) { return a / b; }", "division by zero");
    check_crash(
        "#include <stdio.h>\nint f(char *q) { return (int)fwrite(q, 2, 3, stdout); }",
        "null pointer",
    );
    check_crash("#include <stdlib.h>\nint f(void) { abort(); }", "abort");
    check_crash(
        "#include <assert.h>\nint f(int a) { assert(a == 3); return 0; }",
        "assertion `a == 3` fails",
    );
    check_crash("int f(int n) { return f(n + 1) + f(n); }", "");
    assert_eq!(ending("int f(void) { for (;;) ; }", &[]), Outcome::TimedOut);
    assert_eq!(
        ending("#include <stdlib.h>\nint f(void) { exit(4); }", &[]),
        Outcome::Exited { status: 4 }
    );
}

#[test]
fn a_run_cannot_hurt_the_machine() {
    let directory = tempfile::tempdir().unwrap();
    let victim = directory.path().join("victim");
    std::fs::write(&victim, "here").unwrap();
    let path = victim.display();
    let text = format!(
        "#include <stdio.h>\n#include <unistd.h>\n#include <stdlib.h>\nint f(void) {{ unlink(\"{path}\"); if (fopen(\"{path}\", \"w\")) return 1; system(\"rm {path}\"); return 0; }}"
    );
    assert_eq!(ending(&text, &[]), Outcome::Returned);
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "here");
}

#[test]
fn what_is_not_defined_is_named() {
    let outcome = ending(
        "int elsewhere(int);\nint f(int a) { return elsewhere(a); }",
        &[],
    );
    let construct = "calls elsewhere, which is not defined here".to_owned();
    assert_eq!(outcome, Outcome::Unsupported { construct });
}

fn load_error(text: &str, invariant: Option<&str>) -> String {
    let directory = tempfile::tempdir().unwrap();
    let source = directory.path().join("subject.c");
    std::fs::write(&source, text).unwrap();
    Program::load(&request(&source, invariant)).unwrap_err()
}

#[test]
fn programs_that_cannot_be_loaded_say_why() {
    let error = load_error("int f( {", None);
    assert!(error.contains("does not compile"), "{error}");
    assert!(error.contains("subject.c"), "{error}");
    let error = load_error("int f(int *p) { return !!p; }", Some("is_valid"));
    assert!(error.contains("no function is_valid"), "{error}");
    let missing = Path::new("/nowhere/a.c");
    assert!(
        Program::load(&request(missing, None))
            .unwrap_err()
            .contains("/nowhere/a.c")
    );
}

#[test]
fn statics_missing_prototypes_and_inlines_are_units_too() {
    let program = load(
        "static int a(int x) { return x > 2; }\nstatic inline int b(int x) { return a(x); }\nint c(x) int x; { return b(x) + d(x); }\nint d(int x) { return x == 5; }",
    );
    let names: Vec<&str> = program
        .units
        .iter()
        .map(|unit| unit.name.as_str())
        .collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    let found = explore_unit(&program, "c");
    assert_eq!(missed(&program, &found), Vec::<String>::new());
}

/// One process makes many runs: each is as if it were the first.
#[test]
fn runs_leave_nothing_behind() {
    let program = load(
        "#include <errno.h>\n#include <stdlib.h>\nstatic int total, kept[300];\nint f(int a, int *p) {\n    int unset[9000], *heap = malloc(64);\n    int seen = total + kept[7] + errno + heap[3] + unset[5] + unset[33];\n    total = 5; kept[7] = 6; errno = 7; heap[3] = 8; unset[5] = unset[33] = 9;\n    if (seen != 0) return -1;\n    if (a > 3) { free(heap); return p ? *p : 1; }\n    if (a == -7) abort();\n    return 0;\n}\n",
    );
    let mut executor = CExecutor::new(&program, &Limits::default()).unwrap();
    executor.choose(0, Part::Call);
    let limits = RunLimits {
        decisions: 1000,
        time: std::time::Duration::from_secs(1),
    };
    let inputs: Vec<Input> = [0u32, 9, 0xffff_fff9, 9, 0]
        .iter()
        .map(|bits| {
            let mut input = Input::open();
            let value = everypath_term::Value::bit_vec(32, u64::from(*bits));
            input.values.insert("a".into(), value);
            input
        })
        .collect();
    let mut terms = Terms::new();
    let traces: Vec<String> = inputs
        .iter()
        .map(|input| format!("{:?}", executor.run(&mut terms, input, &limits)))
        .collect();
    assert_eq!(traces[0], traces[4]);
    assert_eq!(traces[1], traces[3]);
    assert!(traces[2].contains("Aborted"), "{}", traces[2]);
}
