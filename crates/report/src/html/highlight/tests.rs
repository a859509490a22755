//! Tokens of each language, written as `class‹text›`.

use super::*;

/// Compares the lines, with short marks in place of HTML.
fn check(language: Language, source: &str, expected: &[&str]) {
    let short = |line: String| {
        line.replace("<span class=\"", "")
            .replace("\">", "‹")
            .replace("</span>", "›")
            .replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
    };
    let lines: Vec<String> = lines(source, language).into_iter().map(short).collect();
    assert_eq!(lines, expected);
}

#[test]
fn markup_is_escaped_and_no_line_is_lost() {
    let marked = lines("x < 3\n\n", Language::C);
    assert_eq!(marked, ["x &lt; <span class=\"n\">3</span>", ""]);
    for language in [Language::Python, Language::Java, Language::C] {
        check(language, "", &[""]);
        check(language, "a\r\nb", &["a", "b"]);
        check(language, "'open\nx", &["s‹'open›", "x"]);
        check(language, "'\\", &["s‹'\\›"]);
    }
}

#[test]
fn python() {
    let check = |source, expected: &[&str]| check(Language::Python, source, expected);
    check("if x < 3:  # é is", &["k‹if› x < n‹3›:  c‹# é is›"]);
    check(
        "\"\"\"a \"for\" b\nc\"\"\"\nx",
        &["s‹\"\"\"a \"for\" b›", "s‹c\"\"\"›", "x"],
    );
    check("'''it's'''", &["s‹'''it's'''›"]);
    check(r"rb'\'' Rb''", &[r"s‹rb'\''› s‹Rb''›"]);
    check("1_000 None null", &["n‹1_000› k‹None› null"]);
    // Words and marks of the other languages.
    check("public = new // this", &["public = new // this"]);
}

#[test]
fn formatted_texts_of_python() {
    let check = |source, expected: &[&str]| check(Language::Python, source, expected);
    check(
        "f\"{d[\"a\"]:>{w}} for\" in x",
        &["s‹f\"{d[\"a\"]:>{w}} for\"› k‹in› x"],
    );
    check("f'{{' + x", &["s‹f'{{'› + x"]);
    check("f'{x' + y", &["s‹f'{x'› + y"]);
    check("f'{\"}\"}' + y", &["s‹f'{\"}\"}'› + y"]);
    // Braces of other texts are letters.
    check("'{' + d['a']", &["s‹'{'› + d[s‹'a'›]"]);
}

#[test]
fn java() {
    let check = |source, expected: &[&str]| check(Language::Java, source, expected);
    check(
        "/** as in null\n * if */ public static void f() { // for",
        &[
            "c‹/** as in null›",
            "c‹ * if */› k‹public› k‹static› k‹void› f() { c‹// for›",
        ],
    );
    check(
        "var t = \"\"\"\n  \"if\" \\\"\"\"\n  \"\"\" + null",
        &[
            "k‹var› t = s‹\"\"\"›",
            "s‹  \"if\" \\\"\"\"›",
            "s‹  \"\"\"› + k‹null›",
        ],
    );
    check("'\"' + \"/*\" + '\\''", &["s‹'\"'› + s‹\"/*\"› + s‹'\\''›"]);
    check("/* open\nint", &["c‹/* open›", "c‹int›"]);
    // Words and marks of the other languages.
    check("# lambda, not None", &["# lambda, not None"]);
}

#[test]
fn c() {
    let check = |source, expected: &[&str]| check(Language::C, source, expected);
    check(
        "#include <stdio.h> // as\n# define MOST 0x1fUL",
        &[
            "k‹#include› s‹<stdio.h>› c‹// as›",
            "k‹# define› MOST n‹0x1fUL›",
        ],
    );
    check("  #include \"a.h\"", &["  k‹#include› s‹\"a.h\"›"]);
    check("#if X < 3\n#endif", &["k‹#if› X < n‹3›", "k‹#endif›"]);
    check(
        "x = L'a' + u8\"b\" + v'c'",
        &["x = s‹L'a'› + s‹u8\"b\"› + vs‹'c'›"],
    );
    check("1'000 + '1'", &["n‹1'000› + s‹'1'›"]);
    check(
        "/* if\n */ struct s *p = NULL;",
        &["c‹/* if›", "c‹ */› k‹struct› s *p = k‹NULL›;"],
    );
    // A mark inside a line is an operator; words of the other languages are names.
    check("a # b, class in new", &["a # b, class in new"]);
}
