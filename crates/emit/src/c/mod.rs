//! C test files: the source is included, so that its static functions can be
//! called; the harness is a few lines of the file itself. They are laid out as
//! clang-format leaves them alone, with the style that [`crate::layout`] names.

mod allocations;
mod checks;
mod frameworks;
mod headers;
pub mod literal;
mod mutated;
mod names;
mod observations;
mod observer;
mod recipe;
mod replacements;
mod rules;
mod statement;
mod streams;
pub mod testcomp;

use std::fmt::Write;

pub use allocations::FAILING;
pub use frameworks::Framework;
pub use mutated::mutated;
pub use observations::{Observation, observations};
pub use observer::observer;
pub use recipe::{
    Case, Defined, Ending, Invariant, Kind, Object, Passed, Place, Recipe, Replaced, Seen,
};
pub use rules::{AUTOMAKE_LISTS, BuildSystem, INDEX};

use crate::files::{Annotations, Draft, Emitted, File, FileKind, Skipped};
use crate::layout::{C, wrapped};
use crate::likelihood::Likelihood;
use crate::ownership::MARKER;

/// How files are written.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the files are called, without ending.
    pub stem: String,
    /// The command that makes the file again.
    pub command: String,
    /// The lines that include the source.
    pub include: String,
    /// Where the test files are, seen from where the flags are meant for; empty,
    /// or with a slash at its end.
    pub directory: String,
    /// The flags that the tests are compiled with.
    pub flags: Vec<String>,
    /// The sources, objects and libraries that they are linked with.
    pub linked: Vec<String>,
    /// What runs the tests.
    pub framework: Framework,
    /// Replaced functions that nobody defines, by symbol.
    pub missing: Vec<String>,
    /// What the source is about.
    pub source: Source,
    /// What is known of tests beside what was observed.
    pub annotations: Annotations,
}

/// What is known of the source that a test file includes.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The functions that it defines.
    pub functions: Vec<String>,
    /// The functions of the allocator that it calls.
    pub allocators: Vec<String>,
}

const HEADERS: [&str; 5] = ["stdio.h", "stdlib.h", "string.h", "sys/wait.h", "unistd.h"];

const HARNESS: &str = r#"
#undef CHECK
#define CHECK(condition) \
    ((condition) ? (void)0 : check_failed(#condition, __LINE__))

static void check_failed(const char *condition, int line) {
    fprintf(stderr, "line %d: CHECK(%s) failed\n", line, condition);
    _exit(1);
}
"#;

const CAPTURE: &str = r#"
/* What the unit writes to the standard output goes to a file, then here. */
static FILE *capture;
static int kept_output;
static char captured[65536];

static void start_capture(void) {
    fflush(stdout);
    capture = tmpfile();
    CHECK(capture != NULL);
    kept_output = dup(1);
    dup2(fileno(capture), 1);
}

static const char *output(void) {
    size_t size;
    fflush(stdout);
    dup2(kept_output, 1);
    rewind(capture);
    size = fread(captured, 1, sizeof captured - 1, capture);
    captured[size] = 0;
    return captured;
}
"#;

const EXIT: &str = r#"
/* Where a test expects the program to be ended: the status is in its last line. */
#define EXITS_WITH(status, call) \
    do { \
        pid_t child = fork(); \
        int end = 0; \
        if (child == 0) { \
            call; \
            _exit(255); \
        } \
        waitpid(child, &end, 0); \
        CHECK(WIFEXITED(end) && WEXITSTATUS(end) == (status)); \
    } while (0)
"#;

/// Writes the tests of cases: those that pass, and those that show bugs.
pub fn emit(cases: &[Case], options: &Options) -> Emitted {
    let names = names::test_names(cases, &options.annotations.conditions);
    let mut emitted = Emitted::default();
    let (mut passing, mut failing, mut possible) = (Vec::new(), Vec::new(), Vec::new());
    for (case, name) in cases.iter().zip(names) {
        match (&case.ending, body(case)) {
            (_, None) => emitted.skipped.push(Skipped {
                id: case.id,
                unit: case.unit.clone(),
                reason: "its result cannot be written in C".to_owned(),
            }),
            (Ending::Fails(_), Some(body)) if case.is_likely() => failing.push((case, name, body)),
            (Ending::Fails(_), Some(body)) => possible.push((case, name, body)),
            (_, Some(body)) => passing.push((case, name, body)),
        }
    }
    emitted.tests = file(FileKind::Tests, &passing, options);
    emitted.bugs = file(FileKind::Bugs, &failing, options);
    emitted.possible = file(FileKind::Possible, &possible, options);
    emitted
}

/// What a file is called, without ending.
fn stem(kind: FileKind, options: &Options) -> String {
    let own = &options.stem;
    match kind {
        FileKind::Tests => own.clone(),
        FileKind::Bugs => format!("{own}_bugs"),
        FileKind::Possible => format!("{own}_possible"),
    }
}

/// What a file says of its tests, and how they are built and run.
fn introduction(kind: FileKind, options: &Options) -> String {
    let stem = stem(kind, options);
    let (flags, directory) = (spaced(&options.flags), &options.directory);
    let linked = spaced(&options.linked);
    match kind {
        FileKind::Tests => format!(
            "Build and run: cc {flags}{directory}{stem}.c {linked}{} -o {stem} && ./{stem}",
            options.framework.libraries()
        ),
        FileKind::Bugs | FileKind::Possible => format!(
            "{} Build and run:\n   cc {flags}-g -fsanitize=address,undefined -fno-sanitize-recover=all {directory}{stem}.c {linked}-lm -o {stem} && ./{stem}",
            kind.introduction().join("\n   ")
        ),
    }
}

/// Words of a command, with a space behind each.
fn spaced(words: &[String]) -> String {
    words
        .iter()
        .map(|word| format!("{} ", rules::shell_word(word)))
        .collect()
}

fn file(kind: FileKind, tests: &[(&Case, String, String)], options: &Options) -> Option<File> {
    if tests.is_empty() {
        return None;
    }
    let cases: Vec<&Case> = tests.iter().map(|(case, ..)| *case).collect();
    let introduction = introduction(kind, options);
    let framework = match kind {
        FileKind::Tests => options.framework,
        FileKind::Bugs | FileKind::Possible => Framework::Plain,
    };
    let bodies: String = tests.iter().map(|(_, _, body)| body.as_str()).collect();
    let mut draft = Draft::default();
    draft.text(&format!(
        "/* {MARKER}: {}\n   {introduction} */",
        options.command
    ));
    draft.lines(replacements::opening(kind, &cases, &bodies));
    let source = &options.source;
    let include = allocations::include(&options.include, &bodies, &source.allocators);
    draft.text(&replacements::include(&include, &cases));
    draft.text(&headers::included(&HEADERS, &source.functions));
    draft.text(HARNESS);
    if tests
        .iter()
        .any(|(_, _, body)| body.contains("start_capture();"))
    {
        draft.text(CAPTURE);
    }
    if tests
        .iter()
        .any(|(case, _, _)| matches!(case.ending, Ending::Exits(_)))
    {
        draft.text(EXIT);
    }
    for text in streams::preamble(&bodies) {
        draft.text(text);
    }
    draft.lines(replacements::preamble(&cases, &options.missing));
    for (case, name, body) in tests {
        let mut lines = Vec::new();
        for one in &case.recipe.statics {
            lines.extend(statement::lay_out(one));
            lines.push(String::new());
        }
        if let Ending::Fails(how) = &case.ending {
            lines.push(failure(how, case));
        }
        lines.push(format!("static void {name}(void) {{"));
        let comments = options
            .annotations
            .comments
            .get(&case.id)
            .into_iter()
            .flatten();
        lines.extend(case.remark.iter().map(|line| comment(line)));
        lines.extend(comments.map(|line| comment(line)));
        lines.extend(statement::lay_out(body));
        lines.push("}".to_owned());
        draft.blank();
        draft.test(case.id, name, lines);
    }
    draft.text(
        "\nstatic const struct {\n    const char *name;\n    void (*run)(void);\n} tests[] = {\n",
    );
    for (_, name, _) in tests {
        draft.text(&row(name));
    }
    draft.text("};");
    let suite = options.stem.strip_prefix("test_");
    draft.text(&framework.main(suite.unwrap_or(&options.stem)));
    Some(draft.finish(format!("{}.c", stem(kind, options))))
}

/// How a test fails, and why perhaps nobody meets that.
fn failure(how: &str, case: &Case) -> String {
    let mut words = format!("{how}.");
    if let Some(doubts) = case.likelihood.as_ref().and_then(Likelihood::sentence) {
        let _ = write!(words, " {doubts}");
    }
    let lines = wrapped(&words.replace("*/", "* /"), C.width - 6);
    format!("/* {} */", lines.join("\n   "))
}

/// A comment in a test.
fn comment(text: &str) -> String {
    let lines = wrapped(&text.replace("*/", "* /"), C.width - 10);
    format!("    /* {} */", lines.join("\n       "))
}

/// A row of the table of tests.
fn row(name: &str) -> String {
    let row = format!("    {{\"{name}\", {name}}},");
    match row.len() <= C.width {
        true => row,
        false => format!("    {{\"{name}\",\n     {name}}},"),
    }
}

/// The statements of a test.
fn body(case: &Case) -> Option<String> {
    let recipe = &case.recipe;
    let mut text = String::new();
    for line in &recipe.setup {
        let _ = writeln!(text, "    {line}");
    }
    if !recipe.setup.is_empty() {
        text.push('\n');
    }
    text.push_str(&replacements::before(recipe));
    match &case.ending {
        Ending::Exits(status) => {
            let _ = writeln!(text, "    EXITS_WITH({status}, {});", recipe.call());
            return Some(text);
        }
        Ending::Fails(_) => {
            let _ = writeln!(text, "    {};", recipe.call());
            if let Some(Invariant {
                function,
                parameter,
            }) = &recipe.invariant
            {
                let argument = recipe.arguments.get(*parameter)?;
                let _ = writeln!(text, "    CHECK({function}({argument}));");
            }
            return Some(text);
        }
        Ending::Returns => {}
    }
    let has_output =
        !case.output.is_empty() && case.output.len() < 4000 && !case.output.contains(&0);
    if has_output {
        text.push_str("    start_capture();\n");
    }
    // What a result leads to is the input's own, and known from there.
    let is_own = case.seen.iter().any(|(place, seen)| {
        recipe.places[*place].expression == "result" && matches!(seen, Seen::Into(..))
    });
    let checks: Vec<(usize, String)> = case
        .seen
        .iter()
        .filter(|(place, _)| !(is_own && recipe.places[*place].expression.starts_with("result->")))
        .filter_map(|(place, seen)| Some((*place, checks::check(recipe, *place, seen)?)))
        .collect();
    let of_result: Vec<&(usize, String)> = checks
        .iter()
        .filter(|(place, _)| checks::uses_result(&recipe.places[*place].expression))
        .collect();
    match (&recipe.result, of_result.as_slice()) {
        // A single check on the value itself needs no variable.
        (Some(_), [(place, check)])
            if !has_output
                && checks.len() == 1
                && recipe.replaced.is_empty()
                && recipe.places[*place].expression == "result"
                && check.matches("result").count() == 1 =>
        {
            let _ = writeln!(text, "    {}", check.replacen("result", &recipe.call(), 1));
            return Some(text);
        }
        (Some(declaration), [_, ..]) => {
            let _ = writeln!(text, "    {declaration} = {};", recipe.call());
        }
        _ => {
            let _ = writeln!(text, "    {};", recipe.call());
        }
    }
    text.push_str(&replacements::after(recipe));
    if has_output {
        let _ = writeln!(
            text,
            "    CHECK(strcmp(output(), {}) == 0);",
            literal::text(&case.output)
        );
    }
    for (_, check) in &checks {
        let _ = writeln!(text, "    {check}");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::likelihood::Doubt;

    fn case(id: u64, value: &str, result: &str) -> Case {
        Case {
            id,
            unit: "half".to_owned(),
            recipe: Recipe {
                function: "half".to_owned(),
                arguments: vec![value.to_owned()],
                result: Some("int result".to_owned()),
                places: vec![Place {
                    expression: "result".to_owned(),
                    kind: Kind::Signed,
                    before: false,
                    guard: None,
                }],
                words: vec![("x".to_owned(), format!("x_is_{value}"))],
                ..Recipe::default()
            },
            ending: Ending::Returns,
            remark: None,
            likelihood: None,
            seen: vec![(0, Seen::Number(result.to_owned()))],
            output: Vec::new(),
            weakened: Vec::new(),
        }
    }

    #[test]
    fn tests_say_the_case() {
        let options = Options {
            stem: "test_numbers".to_owned(),
            include: "#include \"numbers.c\"".to_owned(),
            ..Options::default()
        };
        let emitted = emit(&[case(0, "4", "2"), case(1, "8", "4")], &options);
        let file = emitted.tests.unwrap();
        assert!(
            file.text.contains(
                "static void test_half_returns_2_when_x_is_4(void) {\n    CHECK(half(4) == 2);\n}"
            ),
            "{}",
            file.text
        );
        assert_eq!(file.tests[1].name, "test_half_returns_4_when_x_is_8");
        assert!(emitted.bugs.is_none());
    }

    #[test]
    fn bugs_are_apart() {
        let mut wrong = case(0, "0", "0");
        wrong.ending = Ending::Fails("division by zero at a.c:3".to_owned());
        let mut unlikely = case(1, "1", "0");
        unlikely.ending = wrong.ending.clone();
        unlikely.likelihood = Some(Likelihood::Possible(vec![Doubt::Members {
            of: "struct buffer".to_owned(),
        }]));
        let emitted = emit(
            &[wrong, unlikely],
            &Options {
                stem: "test_a".to_owned(),
                ..Options::default()
            },
        );
        assert!(emitted.tests.is_none());
        let bugs = emitted.bugs.unwrap();
        assert!(bugs.text.contains("/* division by zero at a.c:3. */"));
        assert_eq!(bugs.tests.len(), 1);
        let possible = emitted.possible.unwrap();
        assert_eq!(possible.name, "test_a_possible.c");
        assert!(
            possible
                .text
                .contains("Perhaps nobody meets it: the members")
        );
        assert!(!possible.text.contains("because of a bug"));
    }
}
