//! The observer: a C program that makes each input, calls the unit, and says
//! what became of the places. One start of it runs many cases, each in a process of
//! its own; [`super::observations`] reads its words.

use std::fmt::Write;

use super::Source;
use super::recipe::{Case, Kind, Place, Recipe};
use crate::files::{Draft, File};

const HEADERS: [&str; 9] = [
    "malloc.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "signal.h",
    "sys/mman.h",
    "sys/syscall.h",
    "sys/wait.h",
    "unistd.h",
];

const HEAD: &str = "
static int observer_out;
static const char *observer_objects[64];
static unsigned long observer_sizes[64];
static int observer_count;
static int observer_led[256];

static void observer_number(const char *when, int place, const char *format, long long value) {
    dprintf(observer_out, \"%s %d number \", when, place);
    dprintf(observer_out, format, value);
    dprintf(observer_out, \"\\n\");
}

static void observer_bytes(const char *when, int place, const char *at, int size) {
    int i;
    dprintf(observer_out, \"%s %d text \", when, place);
    for (i = 0; i < size; i++)
        dprintf(observer_out, \"%02x\", (unsigned char)at[i]);
    dprintf(observer_out, \"\\n\");
}

/* The text at a place; -1 if there is none: a pointer that nobody set leads anywhere. The kernel
   says so where we would crash. */
static int observer_text(const char *at, char *into, int most) {
    static int ends[2];
    int i;
    if (ends[1] == 0 && syscall(SYS_pipe2, ends, 0) != 0)
        return -1;
    for (i = 0; i < most; i++) {
        if (syscall(SYS_write, ends[1], at + i, 1) != 1 || syscall(SYS_read, ends[0], into + i, 1) != 1)
            return -1;
        if (into[i] == 0)
            break;
    }
    return i;
}

static void observer_pointer(const char *when, int place, const void *pointer, int text) {
    int i, length, inside = -1, behind = -1;
    const char *at = pointer;
    char read[200];
    if (!at) {
        dprintf(observer_out, \"%s %d null\\n\", when, place);
        return;
    }
    for (i = observer_count - 1; i >= 0; i--) {
        if (at >= observer_objects[i] && at < observer_objects[i] + observer_sizes[i])
            inside = i;
        if (at == observer_objects[i] + observer_sizes[i])
            behind = i;
    }
    /* What is behind one object may be the beginning of another by chance: it is where the
       pointer led before. */
    i = inside >= 0 && (behind < 0 || observer_led[place % 256] != behind) ? inside : behind;
    observer_led[place % 256] = i;
    if (i >= 0) {
        dprintf(observer_out, \"%s %d into %d %ld\\n\", when, place, i, (long)(at - observer_objects[i]));
        return;
    }
    length = text ? observer_text(at, read, 200) : -1;
    if (length >= 0) {
        dprintf(observer_out, \"%s %d text \", when, place);
        for (i = 0; i < length; i++)
            dprintf(observer_out, \"%02x\", (unsigned char)read[i]);
        dprintf(observer_out, \"\\n\");
        return;
    }
    dprintf(observer_out, \"%s %d other\\n\", when, place);
}
";

const RUNNING: &str = r#"
/* The first system call that was refused to a case; 0 if there was none. */
int confinement_refused(void);

/* Runs a case in its own process, with a file of its own for its output. */
static void observer_run(int number, void (*run)(void), int patience) {
    FILE *output = tmpfile();
    char written[4096];
    int i, end = 0;
    size_t size;
    pid_t child;
    if (!output)
        return;
    dprintf(observer_out, "case %d\n", number);
    child = fork();
    if (child == 0) {
        dup2(fileno(output), 1);
        alarm(patience);
        run();
        fflush(stdout);
        dprintf(observer_out, "done\n");
        _exit(0);
    }
    waitpid(child, &end, 0);
    rewind(output);
    size = fread(written, 1, sizeof written, output);
    fclose(output);
    dprintf(observer_out, "\noutput ");
    for (i = 0; i < (int)size; i++)
        dprintf(observer_out, "%02x", (unsigned char)written[i]);
    dprintf(observer_out, "\n");
    if (WIFEXITED(end))
        dprintf(observer_out, "exited %d\n", WEXITSTATUS(end));
    /* Who blocks all signals, as those do who start programs, is killed instead. */
    dprintf(observer_out, "refused %d\nend\n",
            WIFSIGNALED(end) && WTERMSIG(end) == SIGSYS ? SYS_clone : confinement_refused());
}

/* The arguments are the seconds that a case may take, and the cases. */
int main(int count, char **arguments) {
    int i, patience = count > 1 ? atoi(arguments[1]) : 1;
    /* With a number that no subject thinks of. */
    observer_out = dup2(1, 300) < 0 ? dup(1) : 300;
    for (i = 2; i < count; i++)
        switch (atoi(arguments[i])) {
"#;

/// The observer of cases, whose tests are the functions that run them; `include` is the line that includes the source,
/// `missing` are the replaced functions that nobody defines.
pub fn observer(include: &str, source: &Source, cases: &[Case], missing: &[String]) -> File {
    let mut running = RUNNING.to_owned();
    for case in cases {
        let _ = writeln!(
            running,
            "        case {0}: observer_run({0}, observer_case_{0}, patience); break;",
            case.id
        );
    }
    running.push_str("        }\n    return 0;\n}");
    written(include, source, cases, missing, &running)
}

/// A program with a function for each case, and what runs them.
pub(super) fn written(
    include: &str,
    source: &Source,
    cases: &[Case],
    missing: &[String],
    running: &str,
) -> File {
    let all: Vec<&Case> = cases.iter().collect();
    let functions: Vec<String> = cases.iter().map(function).collect();
    let written = functions.concat();
    let mut draft = Draft::default();
    let include = super::allocations::include(include, &written, &source.allocators);
    draft.text(&super::replacements::include(&include, &all));
    draft.text(&super::headers::included(&HEADERS, &source.functions));
    draft.text(HEAD);
    draft.lines(super::replacements::preamble(&all, missing));
    draft.lines(super::streams::preamble(&written));
    for (case, function) in cases.iter().zip(&functions) {
        draft.blank();
        draft.test(case.id, &format!("observer_case_{}", case.id), [function]);
    }
    draft.text(running);
    draft.finish("observer.c")
}

/// What observes one case.
fn function(case: &Case) -> String {
    let mut text = case.recipe.statics.concat();
    let _ = writeln!(text, "static void observer_case_{}(void) {{", case.id);
    body(&mut text, &case.recipe);
    text.push_str("}\n");
    text
}

fn body(text: &mut String, recipe: &Recipe) {
    for line in &recipe.setup {
        let _ = writeln!(text, "    {line}");
    }
    for (index, object) in recipe.objects.iter().enumerate().take(64) {
        let _ = writeln!(
            text,
            "    observer_objects[{index}] = (const char *){};",
            object.pointer
        );
        let _ = writeln!(text, "    observer_sizes[{index}] = {};", object.size);
    }
    let _ = writeln!(
        text,
        "    observer_count = {};",
        recipe.objects.len().min(64)
    );
    text.push_str("    memset(observer_led, -1, sizeof observer_led);\n");
    looks(text, recipe, "before", &|place| place.before);
    text.push_str(&super::replacements::before(recipe));
    match &recipe.result {
        Some(declaration) => {
            let _ = writeln!(text, "    {declaration} = {};", recipe.call());
        }
        None => {
            let _ = writeln!(text, "    {};", recipe.call());
        }
    }
    text.push_str(&super::replacements::after(recipe));
    text.push_str("    fflush(stdout);\n");
    looks(text, recipe, "after", &|_| true);
}

fn looks(text: &mut String, recipe: &Recipe, when: &str, wanted: &dyn Fn(&Place) -> bool) {
    for (index, place) in recipe
        .places
        .iter()
        .enumerate()
        .filter(|(_, place)| wanted(place))
    {
        let expression = &place.expression;
        if let Some(guard) = &place.guard {
            let _ = writeln!(text, "    if ({guard})");
        }
        let _ = match &place.kind {
            Kind::Signed | Kind::Enumeration(_) | Kind::Character | Kind::Boolean => {
                writeln!(
                    text,
                    "    observer_number(\"{when}\", {index}, \"%lld\", (long long)({expression}));"
                )
            }
            Kind::Unsigned => {
                writeln!(
                    text,
                    "    observer_number(\"{when}\", {index}, \"%llu\", (long long)({expression}));"
                )
            }
            Kind::Float => writeln!(
                text,
                "    {{ float value = {expression}; unsigned bits; memcpy(&bits, &value, 4); observer_number(\"{when}\", {index}, \"%llu\", (long long)bits); }}"
            ),
            Kind::Double => writeln!(
                text,
                "    {{ double value = {expression}; unsigned long bits; memcpy(&bits, &value, 8); observer_number(\"{when}\", {index}, \"%llu\", (long long)bits); }}"
            ),
            Kind::LongDouble => writeln!(
                text,
                "    {{ char value[64]; snprintf(value, sizeof value, \"%La\", {expression}); observer_number(\"{when}\", {index}, value, 0LL); }}"
            ),
            Kind::Bytes(size) => {
                writeln!(
                    text,
                    "    observer_bytes(\"{when}\", {index}, (const char *)({expression}), {size});"
                )
            }
            Kind::Pointer { text: is_text, .. } => writeln!(
                text,
                "    observer_pointer(\"{when}\", {index}, (const void *)({expression}), {});",
                u8::from(*is_text)
            ),
        };
    }
}
