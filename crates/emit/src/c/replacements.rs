//! Replacing the callees of a unit while a test calls it.

use std::fmt::Write;

use indexmap::IndexSet;

use super::allocations::FAILING;
use super::recipe::{Case, Recipe};
use crate::files::FileKind;

/// What comes before the source, if some of its functions are replaced, or if allocations or
/// tests fail: compilers leave out what nobody looks at.
const UNCHANGED: &str = r#"/* Without optimisation: what is inlined or left out can neither be replaced nor fail. */
#ifdef __clang__
#pragma clang optimize off
#else
#pragma GCC optimize("O0")
#endif
/* And calls of the C library are not made calls of functions that check more. */
#undef _FORTIFY_SOURCE
#define _FORTIFY_SOURCE 0
"#;

const REPLACE: &str = r#"
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>

/* For the length of one call a function can begin with a jump to another one. */
static struct {
    unsigned char *at, kept[16];
} replaced[64];
static int replaced_count;

static void replace(void *function, void *stand_in) {
    unsigned char *at = function;
    uintptr_t page = (uintptr_t)at & ~(uintptr_t)4095;
    if (mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
        mprotect((void *)page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
    memcpy(replaced[replaced_count].kept, at, 16);
    replaced[replaced_count++].at = at;
#if defined(__x86_64__)
    {
        intptr_t distance = (unsigned char *)stand_in - (at + 5);
        int32_t near = (int32_t)distance;
        if (near == distance) {
            at[0] = 0xe9;
            memcpy(at + 1, &near, 4);
        } else {
            memcpy(at, "\xff\x25\0\0\0\0", 6);
            memcpy(at + 6, &stand_in, 8);
        }
    }
#elif defined(__aarch64__)
    {
        uint32_t jump[2] = {0x58000050, 0xd61f0200};
        memcpy(at, jump, 8);
        memcpy(at + 8, &stand_in, 8);
    }
#else
#error "functions can be replaced on x86-64 and AArch64"
#endif
    __builtin___clear_cache((char *)at, (char *)at + 16);
}

static void restore(void) {
    int kept = errno;
    while (replaced_count > 0) {
        unsigned char *at = replaced[--replaced_count].at;
        memcpy(at, replaced[replaced_count].kept, 16);
        __builtin___clear_cache((char *)at, (char *)at + 16);
    }
    errno = kept;
}
"#;

/// What a file of tests begins with: calls that tests replace are made as they are written,
/// however the file is compiled.
pub(super) fn opening(kind: FileKind, cases: &[&Case], tests: &str) -> Option<&'static str> {
    // What nobody looks at, a compiler leaves out, and with it the failure.
    if kind != FileKind::Tests {
        return Some(UNCHANGED);
    }
    let replaces = cases.iter().any(|case| !case.recipe.replaced.is_empty());
    (replaces || tests.contains(FAILING)).then_some(UNCHANGED)
}

/// What tests need before them: the means to replace callees, and places for
/// what only the rest of the program defines.
pub(super) fn preamble(cases: &[&Case], missing: &[String]) -> Option<String> {
    let mut text = match cases.iter().all(|case| case.recipe.replaced.is_empty()) {
        true => String::new(),
        false => REPLACE.to_owned(),
    };
    let functions: IndexSet<&str> = cases
        .iter()
        .flat_map(|case| &case.recipe.replaced)
        .map(|replaced| replaced.symbol.as_str())
        .collect();
    if !missing.is_empty() {
        text.push_str(
            "\n/* Defined elsewhere in the program, if it is linked; not used here. */\n",
        );
    }
    let (replaced, unused): (Vec<&String>, Vec<&String>) = missing
        .iter()
        .partition(|symbol| functions.contains(symbol.as_str()));
    for (name, place, symbols) in [
        (
            "REPLACED",
            ".text\\n.type \" #name \", @function\\n",
            replaced,
        ),
        ("UNUSED", ".bss\\n", unused),
    ] {
        if symbols.is_empty() {
            continue;
        }
        let size = if name == "UNUSED" { 4096 } else { 16 };
        let _ = writeln!(
            text,
            "#define {name}(name) \\\n    __asm__(\"{place}.weak \" #name \"\\n.balign 16\\n\" #name \":\\n.zero {size}\\n.text\\n\")"
        );
        for symbol in symbols {
            let _ = writeln!(text, "{name}({symbol});");
        }
    }
    (!text.is_empty()).then_some(text)
}

/// The statements before the call.
pub(super) fn before(recipe: &Recipe) -> String {
    let mut text = String::new();
    for replaced in &recipe.replaced {
        let _ = writeln!(
            text,
            "    replace((void *)({}), (void *){});",
            replaced.function, replaced.stand_in
        );
    }
    text
}

/// The statements behind the call.
pub(super) fn after(recipe: &Recipe) -> &'static str {
    if recipe.replaced.is_empty() {
        ""
    } else {
        "    restore();\n"
    }
}
