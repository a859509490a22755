//! Functions that stand in for the callees of a unit while a test calls it.
//!
//! What other files define is known to the source by the symbol of a function of the test file,
//! which passes calls on to where the test says, and else to the real one. That cannot be done
//! with what the source defines itself: while the unit runs, it begins with a jump.

use std::fmt::Write;

use indexmap::IndexMap;

use super::allocations::FAILING;
use super::recipe::{Case, Defined, Passed, Recipe, Replaced};
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

/// How a function of any arguments passes them on: C itself has no means for it.
const PASS_ON: &str = r#"
/* Goes on where the pointer leads, with all arguments as they are. */
#if defined(__x86_64__)
#define PASS_ON(to, name) \
    __asm__(".pushsection .text\n.globl " #name "\n" #name ":\n" \
            "jmp *" #to "(%rip)\n.popsection\n")
#elif defined(__aarch64__)
#define PASS_ON(to, name) \
    __asm__(".pushsection .text\n.globl " #name "\n" #name ":\n" \
            "adrp x16, " #to "\nldr x16, [x16, :lo12:" #to "]\nbr x16\n.popsection\n")
#else
#error "variadic functions can be replaced on x86-64 and AArch64"
#endif
"#;

impl Replaced {
    /// The function that the source calls instead.
    fn in_between(&self) -> String {
        format!("stand_in_for_{}", self.function)
    }

    /// The pointer to where calls go.
    fn called(&self) -> String {
        format!("called_{}", self.function)
    }

    /// The function itself.
    fn real(&self) -> String {
        format!("real_{}", self.function)
    }

    /// Whether the source can know it by another symbol: it is not defined there, and no
    /// header has given it one already.
    fn is_renamed(&self) -> bool {
        self.defined == Defined::Elsewhere && self.symbol == self.function
    }
}

/// All functions that cases replace, each once.
fn replaced<'a>(cases: &[&'a Case]) -> Vec<&'a Replaced> {
    let all = cases.iter().flat_map(|case| &case.recipe.replaced);
    let by_symbol: IndexMap<&str, &Replaced> = all.map(|one| (one.symbol.as_str(), one)).collect();
    by_symbol.into_values().collect()
}

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

/// Includes the source so that calls of what cases replace can be directed elsewhere;
/// `include` is what includes it otherwise.
pub(super) fn include(include: &str, cases: &[&Case]) -> String {
    let renamed = replaced(cases).into_iter().filter(|one| one.is_renamed());
    let lines = renamed.map(|one| {
        let (function, in_between) = (&one.function, one.in_between());
        format!("#pragma redefine_extname {function} {in_between}\n")
    });
    lines.collect::<String>() + include
}

/// What tests need before them: stand-ins for callees, and places for what only the rest of
/// the program defines.
pub(super) fn preamble(cases: &[&Case], missing: &[String]) -> Option<String> {
    let mut text = String::new();
    let (renamed, changed): (Vec<&Replaced>, Vec<&Replaced>) = replaced(cases)
        .into_iter()
        .partition(|one| one.is_renamed());
    if !(renamed.is_empty() && changed.is_empty()) {
        text.push_str("\n#include <errno.h>\n");
    }
    if renamed.iter().any(|one| one.passed == Passed::Variadic) {
        text.push_str(PASS_ON);
    }
    for one in &renamed {
        stand_in(&mut text, one, missing.contains(&one.symbol));
    }
    if !changed.is_empty() {
        text.push_str(REPLACE);
    }
    let unused = missing
        .iter()
        .filter(|symbol| renamed.iter().all(|one| one.symbol != **symbol));
    let unused: Vec<&String> = unused.collect();
    if !unused.is_empty() {
        text.push_str(
            "\n/* Defined elsewhere in the program, if it is linked; not used here. */\n\
             #define UNUSED(name) \\\n    \
             __asm__(\".pushsection .bss\\n.weak \" #name \"\\n.balign 16\\n\" #name \":\\n.zero 4096\\n.popsection\\n\")\n",
        );
        for symbol in unused {
            let _ = writeln!(text, "UNUSED({symbol});");
        }
    }
    (!text.is_empty()).then_some(text)
}

/// The function that the source calls instead of another, and where it passes calls on to.
fn stand_in(text: &mut String, one: &Replaced, is_missing: bool) {
    let (real, called, symbol) = (one.real(), one.called(), &one.symbol);
    let in_between = one.in_between();
    // Nobody has to define what tests never call.
    let weak = if is_missing {
        " __attribute__((weak))"
    } else {
        ""
    };
    let _ = writeln!(
        text,
        "\n/* {in_between} calls it: the real function, unless a test says otherwise. */\n\
         {} __asm__(\"{symbol}\"){weak};",
        one.declared(&real)
    );
    // Only assembler reads the pointer of a variadic function, which compilers do not see.
    let used = match one.passed {
        Passed::Variadic => "__attribute__((used)) ",
        Passed::Named(_) => "",
    };
    let pointer = one.declared(&format!("(*{called})"));
    let _ = writeln!(text, "static {used}{pointer} = {real};");
    let declaration = one.declared(&in_between);
    let _ = match &one.passed {
        Passed::Variadic => writeln!(text, "PASS_ON({called}, {in_between});"),
        Passed::Named(names) => {
            let gives = if one.gives { "return " } else { "" };
            writeln!(
                text,
                "{declaration} {{\n    {gives}{called}({});\n}}",
                names.join(", ")
            )
        }
    };
}

/// The statements before the call.
pub(super) fn before(recipe: &Recipe) -> String {
    let line = |one: &Replaced| match one.is_renamed() {
        true => format!("    {} = {};\n", one.called(), one.stand_in),
        false => format!(
            "    replace((void *)({}), (void *){});\n",
            one.function, one.stand_in
        ),
    };
    recipe.replaced.iter().map(line).collect()
}

/// The statements behind the call.
pub(super) fn after(recipe: &Recipe) -> String {
    let (renamed, changed): (Vec<&Replaced>, Vec<&Replaced>) =
        recipe.replaced.iter().partition(|one| one.is_renamed());
    let line = |one: &Replaced| format!("    {} = {};\n", one.called(), one.real());
    let mut text: String = renamed.into_iter().map(line).collect();
    if !changed.is_empty() {
        text.push_str("    restore();\n");
    }
    text
}
