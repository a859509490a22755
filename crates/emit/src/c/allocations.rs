//! Tests in which an allocation fails: the functions of the allocator that the source
//! calls have other symbols in the test file, which count calls.

use std::fmt::Write;

/// How a test says which allocation fails.
pub const FAILING: &str = "failing_allocation = ";

/// Each function that can fail: its type, its parameters, and how they are passed on.
const FUNCTIONS: [(&str, &str, &str, &str); 7] = [
    ("malloc", "void *", "size_t size", "size"),
    (
        "calloc",
        "void *",
        "size_t count, size_t size",
        "count, size",
    ),
    ("realloc", "void *", "void *old, size_t size", "old, size"),
    (
        "reallocarray",
        "void *",
        "void *old, size_t count, size_t size",
        "old, count, size",
    ),
    (
        "aligned_alloc",
        "void *",
        "size_t alignment, size_t size",
        "alignment, size",
    ),
    ("strdup", "char *", "const char *text", "text"),
    (
        "strndup",
        "char *",
        "const char *text, size_t most",
        "text, most",
    ),
];

const COUNTING: &str = r#"
#include <errno.h>
#include <stddef.h>

/* The allocation of the source that fails, counted from 1; none if it is 0. */
static unsigned failing_allocation;

static int allocation_fails(void) {
    if (failing_allocation == 0 || --failing_allocation > 0)
        return 0;
    errno = ENOMEM;
    return 1;
}
"#;

/// Includes the source so that its allocations can fail, if one of the tests wants
/// that; `include` is what includes it otherwise, `allocators` are the functions it calls.
pub(super) fn include(include: &str, tests: &str, allocators: &[String]) -> String {
    if !tests.contains(FAILING) {
        return include.to_owned();
    }
    let called = || {
        let mut functions = FUNCTIONS.iter();
        std::iter::from_fn(move || {
            functions.find(|(name, ..)| allocators.iter().any(|called| called == name))
        })
    };
    let mut text = String::new();
    for (name, ..) in called() {
        let _ = writeln!(text, "#pragma redefine_extname {name} failing_{name}");
    }
    text.push_str(include);
    text.push_str(COUNTING);
    for (name, result, parameters, arguments) in called() {
        let _ = write!(
            text,
            "\n{result}real_{name}({parameters}) __asm__(\"{name}\");\n\
             {result}failing_{name}({parameters}) {{\n    \
             return allocation_fails() ? NULL : real_{name}({arguments});\n}}\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_called_fails_and_only_where_a_test_asks() {
        let called = ["malloc".to_owned(), "memcpy".to_owned()];
        let plain = "#include \"list.c\"\n";
        assert_eq!(include(plain, "CHECK(1);", &called), plain);
        let text = include(plain, "    failing_allocation = 2;", &called);
        assert!(
            text.starts_with(
                "#pragma redefine_extname malloc failing_malloc\n#include \"list.c\"\n"
            )
        );
        assert!(text.contains(
            "void *failing_malloc(size_t size) {\n    \
             return allocation_fails() ? NULL : real_malloc(size);\n}\n"
        ));
        assert!(!text.contains("calloc") && !text.contains("memcpy"));
    }
}
