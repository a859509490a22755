//! Tests of the parser.

use super::*;
use crate::lexer::tokens;

fn parse(text: &str) -> Result<Expression, Problem> {
    let tokens = tokens(&format!("//@{text}"), 1, 1, 0)?;
    let mut parser = Parser::new(&tokens);
    let found = parser.expression()?;
    match parser.peek() {
        None => Ok(found),
        Some(_) => Err(parser.expected("the end")),
    }
}

fn name(text: &str) -> Box<Expression> {
    Box::new(Expression::Name(text.to_owned()))
}

#[test]
fn implications_are_grouped_from_the_right() {
    let inner = Expression::Binary("==>", name("b"), name("c"));
    let outer = Expression::Binary("==>", name("a"), Box::new(inner));
    assert_eq!(parse("a ==> b ==> c"), Ok(outer));
    let sum = Expression::Binary("-", name("a"), name("b"));
    let sum = Expression::Binary("-", Box::new(sum), name("c"));
    assert_eq!(parse("a - b - c"), Ok(sum));
}

#[test]
fn a_parenthesis_is_a_cast_only_before_an_operand() {
    assert!(matches!(parse("(long) x"), Ok(Expression::Cast(..))));
    assert!(matches!(parse("(x) - y"), Ok(Expression::Binary("-", ..))));
    assert!(matches!(parse("(int) -y"), Ok(Expression::Cast(..))));
    assert!(matches!(parse("(Node) o.next"), Ok(Expression::Cast(..))));
}

#[test]
fn quantifiers_have_two_or_three_parts() {
    for text in [
        "(\\forall int i; 0 <= i && i < n; a[i] > 0)",
        "(\\exists Node x, y; x != y)",
        "(\\forall Node n; \\reach(head, Node, next + previous).has(n); n.value != null)",
    ] {
        assert!(
            matches!(parse(text), Ok(Expression::Quantified(_))),
            "{text}"
        );
    }
    let other = parse("(\\sum int i; 0 <= i && i < n; a[i]) == 3");
    assert!(matches!(other, Ok(Expression::Binary("==", ..))));
}

#[test]
fn errors_say_what_was_expected_and_where() {
    let check = |text: &str, column: usize, message: &str| {
        let problem = parse(text).unwrap_err();
        assert_eq!(
            (problem.column, problem.message.as_str()),
            (column, message),
            "{text}"
        );
    };
    check(
        "x >",
        7,
        "expected an expression, found the end of the annotation",
    );
    check("x > )", 8, "expected an expression, found `)`");
    check("f(1 2)", 8, "expected `,` or `)`, found `2`");
    check("(\\forall int; true)", 16, "expected a name, found `;`");
    check(
        "\\forall int i; true",
        12,
        "expected parentheses around all of `\\forall`, found `int`",
    );
    let deep = "(".repeat(5000);
    assert!(parse(&deep).unwrap_err().message.contains("less nested"));
}
