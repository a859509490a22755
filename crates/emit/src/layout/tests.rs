//! Statements and the lines they become.

use super::*;

fn check(style: &Style, code: &Code, expected: &[&str]) {
    assert_eq!(code.lines(style, 4), expected);
}

fn long(letter: &str, times: usize) -> Code {
    Code::text(letter.repeat(times))
}

#[test]
fn what_fits_is_one_line() {
    let call = Code::call("f", vec![Code::text("1"), Code::text("2")]);
    for style in [&PYTHON, &JAVA, &C] {
        check(style, &call, &["    f(1, 2)"]);
    }
    check(&PYTHON, &Code::tuple(vec![Code::text("1")]), &["    (1,)"]);
}

#[test]
fn python_closes_brackets_on_a_line_of_their_own() {
    let list = Code::group("[", vec![long("a", 40), long("b", 40)], "]");
    let statement = Code::lead("assert ").then(Code::text("result").compared("==", list));
    let (a, b) = (format!("        {},", "a".repeat(40)), "b".repeat(40));
    check(
        &PYTHON,
        &statement,
        &[
            "    assert result == [",
            &a,
            &format!("        {b},"),
            "    ]",
        ],
    );
}

#[test]
fn python_puts_what_has_no_brackets_in_parentheses() {
    let text = format!("\"{}\"", "a".repeat(75));
    check(
        &PYTHON,
        &Code::lead("value = ").then(Code::text(&text)),
        &["    value = (", &format!("        {text}"), "    )"],
    );
    let comparison = Code::call("str", vec![Code::text("x")]).compared("==", long("a", 80));
    check(
        &PYTHON,
        &Code::lead("assert ").then(comparison),
        &[
            "    assert (",
            "        str(x)",
            &format!("        == {}", "a".repeat(80)),
            "    )",
        ],
    );
}

#[test]
fn java_and_c_break_behind_the_bracket() {
    let call = Code::call("assertEquals", vec![long("x", 60), long("x", 60)]).and(";");
    let first = format!("        {},", "x".repeat(60));
    let second = format!("        {});", "x".repeat(60));
    for style in [&JAVA, &C] {
        check(style, &call, &["    assertEquals(", &first, &second]);
    }
    let call = Code::call("f".repeat(40), vec![long("x", 60)]).and(";");
    check(
        &JAVA,
        &call,
        &[&format!("    {}(", "f".repeat(40)), &second],
    );
}

#[test]
fn short_items_share_lines() {
    let items: Vec<Code> = (0..40).map(|_| Code::text("100")).collect();
    let row = |count: usize| vec!["100"; count].join(", ");
    let array = Code::lead("int[] x = ")
        .then(Code::text("new int[] "))
        .then(Code::group("{", items.clone(), "}"))
        .and(";");
    check(
        &JAVA,
        &array,
        &[
            "    int[] x =",
            "        new int[] {",
            &format!("          {},", row(18)),
            &format!("          {},", row(18)),
            &format!("          {}", row(4)),
            "        };",
        ],
    );
    let array = Code::lead("int x[] = ")
        .then(Code::group("{", items, "}"))
        .and(";");
    check(
        &C,
        &array,
        &[
            "    int x[] = {",
            &format!("        {},", row(18)),
            &format!("        {},", row(18)),
            &format!("        {}}};", row(4)),
        ],
    );
}

#[test]
fn a_chain_that_does_not_fit_has_a_line_for_each_link() {
    let mut chain = Code::lead("T t = ").then(Code::call("A.b", vec![]));
    for _ in 0..2 {
        chain = chain.then(Code::call(".c", vec![long("x", 50)]));
    }
    let link = format!("            .c({})", "x".repeat(50));
    check(
        &JAVA,
        &chain.and(";"),
        &["    T t =", "        A.b()", &link, &format!("{link};")],
    );
}

#[test]
fn operands_have_a_line_each() {
    let check_ = Code::call("CHECK", vec![long("a", 60).compared("==", long("b", 60))]);
    let (a, b) = ("a".repeat(60), "b".repeat(60));
    check(
        &C,
        &check_.and(";"),
        &[
            "    CHECK(",
            &format!("        {a} =="),
            &format!("        {b});"),
        ],
    );
}

#[test]
fn java_joins_the_parts_of_long_texts() {
    let text = format!("\"{} {}\\n \\tz \\\"\"", "a".repeat(50), "b".repeat(60));
    let call = Code::call("f", vec![Code::text(text)]).and(";");
    check(
        &JAVA,
        &call,
        &[
            "    f(",
            &format!("        \"{}\"", "a".repeat(50)),
            &format!("            + \" {}\\n\"", "b".repeat(60)),
            "            + \" \\tz \\\"\");",
        ],
    );
}

#[test]
fn texts_are_wrapped_at_spaces() {
    assert_eq!(wrapped("a bc def ghi", 6), ["a bc", "def", "ghi"]);
    assert_eq!(wrapped("", 6), [""]);
}
