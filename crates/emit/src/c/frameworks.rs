//! What runs the tests of a file: a few lines of the file itself, CMocka or
//! Check. Each test runs in a process of its own in all of them. And what stands
//! beside the tests: rules for Make and CMake.

use super::Options;
use crate::ownership::MARKER;

/// What runs the tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framework {
    /// Nothing but the file.
    #[default]
    Plain,
    /// CMocka.
    Cmocka,
    /// Check.
    Check,
}

const ALONE: &str = r#"
/* Runs a test in its own process, ten seconds at most; 0 if it passes. */
static int run_alone(void (*run)(void)) {
    int end = 0;
    pid_t child;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        alarm(10);
        run();
        _exit(0);
    }
    waitpid(child, &end, 0);
    return !WIFEXITED(end) || WEXITSTATUS(end) != 0;
}
"#;

const PLAIN: &str = r#"
/* With names of tests, only those run. */
int main(int count, char **names) {
    int failures = 0, ran = 0;
    size_t i;
    for (i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        int wanted = count < 2, n;
        for (n = 1; n < count; n++)
            wanted |= strcmp(names[n], tests[i].name) == 0;
        if (!wanted)
            continue;
        ran++;
        if (run_alone(tests[i].run)) {
            failures++;
            printf("FAILED %s\n", tests[i].name);
        }
    }
    printf("%d tests, %d failed\n", ran, failures);
    return failures != 0 || ran == 0;
}
"#;

const CMOCKA: &str = r#"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void run_one(void **state) {
    assert_int_equal(run_alone(tests[*(const size_t *)*state].run), 0);
}

int main(void) {
    static size_t numbers[sizeof tests / sizeof tests[0]];
    static struct CMUnitTest all[sizeof tests / sizeof tests[0]];
    size_t i;
    for (i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        numbers[i] = i;
        all[i].name = tests[i].name;
        all[i].test_func = run_one;
        all[i].initial_state = &numbers[i];
    }
    return cmocka_run_group_tests(all, NULL, NULL);
}
"#;

const CHECK: &str = r#"
#include <check.h>

START_TEST(run_one) {
    ck_assert_msg(run_alone(tests[_i].run) == 0, "%s", tests[_i].name);
}
END_TEST

int main(void) {
    int failures;
    TCase *all = tcase_create("tests");
    Suite *suite = suite_create("STEM");
    SRunner *runner = srunner_create(suite);
    suite_add_tcase(suite, all);
    tcase_add_loop_test(all, run_one, 0, sizeof tests / sizeof tests[0]);
    srunner_run_all(runner, CK_NORMAL);
    failures = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failures != 0;
}
"#;

impl Framework {
    /// The libraries that its tests are linked with.
    pub fn libraries(self) -> &'static str {
        match self {
            Framework::Plain => "-lm",
            Framework::Cmocka => "-lcmocka -lm",
            Framework::Check => "-lcheck -lsubunit -lm -lrt -lpthread",
        }
    }

    /// What runs the table of tests.
    pub(super) fn main(self, stem: &str) -> String {
        let rest = match self {
            Framework::Plain => PLAIN.to_owned(),
            Framework::Cmocka => CMOCKA.to_owned(),
            Framework::Check => CHECK.replace("STEM", stem),
        };
        format!("{ALONE}{rest}")
    }
}

/// Rules that build and run a test file: for Make, and for CMake with ctest.
pub fn build_files(name: &str, options: &Options) -> (String, String) {
    (make_rules(name, options), cmake_rules(name, options))
}

fn make_rules(name: &str, options: &Options) -> String {
    let command = &options.command;
    let libraries = options.framework.libraries();
    let words = |list: &[String]| -> String {
        let list = list.iter().map(|word| shell_word(word).replace('$', "$$"));
        list.map(|word| format!(" {word}")).collect()
    };
    let (flags, linked) = (words(&options.flags), words(&options.linked));
    format!(
        "# {MARKER}: {command}\n# In a Makefile: include {name}.mk, then: make check-{name}\n\n{name}_directory := $(dir $(lastword $(MAKEFILE_LIST)))\n\n{name}: $({name}_directory){name}.c\n\t$(CC) $(CFLAGS) -O0{flags} $< $(LDFLAGS){linked} {libraries} -o $@\n\n.PHONY: check-{name}\ncheck-{name}: {name}\n\t./{name}\n"
    )
}

fn cmake_rules(name: &str, options: &Options) -> String {
    let command = &options.command;
    // Sources are compiled with the test; what is relative is so to the project.
    let (sources, objects): (Vec<&String>, Vec<&String>) =
        options.linked.iter().partition(|word| word.ends_with(".c"));
    let placed = |word: &str| match word.starts_with(['/', '-']) {
        true => word.trim_start_matches("-l").to_owned(),
        false => in_project(word),
    };
    let sources: String = sources
        .iter()
        .map(|one| format!(" {}", placed(one)))
        .collect();
    let libraries: Vec<String> = objects
        .iter()
        .map(|word| placed(word))
        .chain(options.framework.libraries().split(' ').map(placed))
        .collect();
    let flags = cmake_flags(&options.flags);
    let flags = match flags.is_empty() {
        true => String::new(),
        false => format!("target_compile_options({name} PRIVATE {flags})\n"),
    };
    format!(
        "# {MARKER}: {command}\n# In CMakeLists.txt: enable_testing() and include(tests/{name}.cmake), then: ctest\n\nadd_executable({name} ${{CMAKE_CURRENT_LIST_DIR}}/{name}.c{sources})\ntarget_compile_options({name} PRIVATE -O0)\n{flags}target_link_libraries({name} {})\nadd_test(NAME {name} COMMAND {name})\n",
        libraries.join(" ")
    )
}

fn in_project(path: &str) -> String {
    format!("${{CMAKE_SOURCE_DIR}}/{path}")
}

/// Flags as arguments of a CMake command, which runs the compiler elsewhere.
fn cmake_flags(flags: &[String]) -> String {
    const PATHS: [&str; 6] = [
        "-idirafter",
        "-include",
        "-imacros",
        "-isystem",
        "-iquote",
        "-I",
    ];
    let mut words = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let stem = PATHS.iter().find(|stem| flag.starts_with(*stem));
        let path = stem.and_then(|stem| match &flag[stem.len()..] {
            "" => flags.next().map(String::as_str),
            path => Some(path),
        });
        let word = match (stem, path) {
            (Some(stem), Some(path)) if path.starts_with('/') => format!("SHELL:{stem} {path}"),
            (Some(stem), Some(path)) => format!("SHELL:{stem} {}", in_project(path)),
            _ => flag.clone(),
        };
        let quoted = word.replace('\\', "\\\\").replace('"', "\\\"");
        words.push(format!("\"{quoted}\""));
    }
    words.join(" ")
}

/// A word as a shell takes it.
pub(super) fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./+,:%@".contains(c);
    match word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_name_the_libraries_of_the_framework() {
        let options = Options {
            command: "everypath".to_owned(),
            flags: ["-DX=1", "-Iinclude", "-DY=\"z\""]
                .map(str::to_owned)
                .to_vec(),
            framework: Framework::Cmocka,
            linked: vec!["b.c".to_owned(), "lib/c.a".to_owned(), "-lz".to_owned()],
            ..Options::default()
        };
        let (make, cmake) = build_files("test_a", &options);
        assert!(
            make.contains(
                "-O0 -DX=1 -Iinclude '-DY=\"z\"' $< $(LDFLAGS) b.c lib/c.a -lz -lcmocka -lm"
            ),
            "{make}"
        );
        assert!(
            cmake.contains("/test_a.c ${CMAKE_SOURCE_DIR}/b.c)"),
            "{cmake}"
        );
        assert!(
            cmake.contains("target_link_libraries(test_a ${CMAKE_SOURCE_DIR}/lib/c.a z cmocka m)"),
            "{cmake}"
        );
        let flags = r#"PRIVATE "-DX=1" "SHELL:-I ${CMAKE_SOURCE_DIR}/include" "-DY=\"z\"")"#;
        assert!(cmake.contains(flags), "{cmake}");
        assert!(
            cmake.contains("add_test(NAME test_a COMMAND test_a)"),
            "{cmake}"
        );
    }
}
