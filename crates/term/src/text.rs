//! The text form of terms: s-expressions that parse back to the same term.
//!
//! Constants are `true`, `-3`, `5:bv8`, `1.5:f64`, `(array int 0 (3 7))`;
//! variables carry their sort, `x:int`, which may be left out once the pool
//! knows the name; operations are `(name operands...)`, with parameters in the
//! name: `(extract:7:0 x:bv32)`.

mod names;
mod parse;
mod print;

pub use names::op_name;
pub use parse::{ParseError, ParseProblem, parse};
pub use print::print;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Terms;

    fn check(text: &str, expected: &str) {
        let mut terms = Terms::new();
        let term = parse(&mut terms, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let printed = print(&terms, term);
        assert_eq!(printed, expected);
        let mut fresh = Terms::new();
        let again = parse(&mut fresh, &printed).unwrap();
        assert_eq!(print(&fresh, again), expected, "round trip");
    }

    fn check_error(text: &str, expected: &str) {
        let error = parse(&mut Terms::new(), text).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn round_trips() {
        check("true", "true");
        check("-12", "-12");
        check("5:bv8", "5:bv8");
        check("-1:bv8", "255:bv8");
        check("1.5:f64", "1.5:f64");
        check("-0.0:f32", "-0.0:f32");
        check("-inf:f64", "-inf:f64");
        check("x:int", "x:int");
        check("s[2]:int", "s[2]:int");
        check("|a (b)|:bool", "|a (b)|:bool");
        check("|5|:int", "|5|:int");
        check("(+ x:int y:int)", "(+ x:int y:int)");
        check("(<= x:int (+ x y:int))", "(<= x:int (+ x:int y:int))");
        check("(extract:7:0 x:bv32)", "(extract:7:0 x:bv32)");
        check("(select a:[bv8]f32 i:bv8)", "(select a:[bv8]f32 i:bv8)");
        check("(const-array:int x:bool)", "(const-array:int x:bool)");
        check("(fp.round:floor x:f64)", "(fp.round:floor x:f64)");
        check(
            "(select (array int 0 (3 7) (5 9)) i:int)",
            "(select (array int 0 (3 7) (5 9)) i:int)",
        );
    }

    #[test]
    fn errors_say_where() {
        check_error("(+ x:int", "at byte 8: the text ends inside a term");
        check_error(
            "(+ x:int true)",
            "at byte 0: + does not take these operands",
        );
        check_error("(frob 1)", "at byte 1: no operation is named frob");
        check_error("y", "at byte 0: y is new and has no sort");
        check_error("(and x:bool y:boll)", "at byte 12: no sort is named boll");
        check_error("x:int x:int", "at byte 6: text after the term");
    }
}
