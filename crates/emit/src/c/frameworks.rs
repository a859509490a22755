//! What runs the tests of a file: a few lines of the file itself, CMocka or
//! Check. Each test runs in a process of its own in all of them.

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
/* A test ends as programs do, so that what counts coverage can write its counters; what it
   still has to print is not mixed with our words. Sanitizers would look for leaks then. */
static void leave_test(void) {
#if defined(__SANITIZE_ADDRESS__)
    _exit(0);
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    _exit(0);
#endif
#endif
    dup2(2, 1);
    exit(0);
}

/* Runs a test in its own process, ten seconds at most; 0 if it passes. */
static int run_alone(void (*run)(void)) {
    int end = 0;
    pid_t child;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        alarm(10);
        run();
        leave_test();
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
