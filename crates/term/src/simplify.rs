//! Simplification on construction: a smaller equal term, if one is known.
//! Every rule looks at a bounded depth and makes a term that is smaller or
//! closer to the canonical form, so construction stays cheap and ends.
//!
//! Canonical forms: equal conditions should get equal ids. Comparisons of
//! integers and bit-vectors with a constant use "less or equal"; offsets of
//! sums stand on the left; negations of comparisons are comparisons.

mod arrays;
mod bits;
mod boolean;
mod floats;
mod ints;

use crate::apply::apply;
use crate::op::Op;
use crate::terms::{Node, TermId, Terms};
use crate::value::Value;

/// A simpler term equal to `op` applied to `operands`, or `None`.
pub(crate) fn simplify(terms: &mut Terms, op: Op, operands: &[TermId]) -> Option<TermId> {
    use Op::*;
    if let Some(value) = folded(terms, op, operands) {
        return Some(terms.constant(value));
    }
    match op {
        Not => boolean::not(terms, operands[0]),
        And | Or => boolean::junction(terms, op, operands[0], operands[1]),
        Ite => boolean::ite(terms, operands[0], operands[1], operands[2]),
        Eq => equality(terms, operands[0], operands[1]),
        Select | Store | ConstArray(_) => arrays::simplify(terms, op, operands),
        _ if op.is_bit_vector() => bits::simplify(terms, op, operands),
        _ if op.is_float() => floats::simplify(terms, op, operands),
        _ => ints::simplify(terms, op, operands),
    }
}

/// The value of an operation on constants.
fn folded(terms: &Terms, op: Op, operands: &[TermId]) -> Option<Value> {
    let first = terms.as_constant(operands[0])?;
    let mut values = [first; 3];
    for (value, &operand) in values.iter_mut().zip(operands).skip(1) {
        *value = terms.as_constant(operand)?;
    }
    Some(apply(op, &values[..operands.len()]))
}

/// Rules for identity, shared by all sorts; those of one sort are beside it.
fn equality(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if a == b {
        return Some(terms.bool(true));
    }
    if let Some(simpler) = compare_choice(terms, Op::Eq, a, b) {
        return Some(simpler);
    }
    match terms.sort(a) {
        crate::Sort::BOOL => boolean::equality(terms, a, b),
        crate::Sort::INT => ints::equality(terms, a, b),
        sort if sort.width().is_some() => bits::equality(terms, a, b),
        _ => None,
    }
}

/// A comparison of a choice between constants with a constant decides each
/// side; of a choice with one constant side, only for identity.
fn compare_choice(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let (condition, then, otherwise, flipped) = if terms.as_constant(b).is_some() {
        let [condition, then, otherwise] = applied(terms, a, Op::Ite)?;
        (condition, then, otherwise, false)
    } else {
        terms.as_constant(a)?;
        let [condition, then, otherwise] = applied(terms, b, Op::Ite)?;
        (condition, then, otherwise, true)
    };
    let constant = |side| terms.as_constant(side).is_some();
    let decidable = match op {
        Op::Eq => constant(then) || constant(otherwise),
        _ => constant(then) && constant(otherwise),
    };
    if !decidable {
        return None;
    }
    let mut side = |side| match flipped {
        false => terms.apply(op, &[side, b]),
        true => terms.apply(op, &[a, side]),
    };
    let (then, otherwise) = (side(then), side(otherwise));
    Some(terms.ite(condition, then, otherwise))
}

/// The operands of a term, if it is this operation.
fn applied(terms: &Terms, term: TermId, op: Op) -> Option<[TermId; 3]> {
    match terms.node(term) {
        Node::Apply(applied, operands) if applied == op => Some(operands),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Terms, parse, print};

    fn check(text: &str, expected: &str) {
        let mut terms = Terms::new();
        let term = parse(&mut terms, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let wanted = parse(&mut terms, expected).unwrap();
        assert_eq!(print(&terms, term), print(&terms, wanted), "{text}");
        assert_eq!(term, wanted, "{text}");
    }

    #[test]
    fn booleans() {
        check("(not (not a:bool))", "a:bool");
        check("(and a:bool true)", "a:bool");
        check("(and a:bool (not a))", "false");
        check("(or a:bool (not a))", "true");
        check("(or (< x:int y:int) (<= y x))", "true");
        check("(and a:bool (and a b:bool))", "(and a:bool b:bool)");
        check("(ite c:bool true false)", "c:bool");
        check("(ite c:bool x:int x)", "x:int");
        check("(ite (not c:bool) x:int y:int)", "(ite c:bool y:int x:int)");
        check("(= (ite c:bool 1 0) 1)", "c:bool");
        check("(= (ite c:bool 1 0) 0)", "(not c:bool)");
        check("(= (ite c:bool 1 0) 5)", "false");
        check("(<= (ite c:bool 1 0) 0)", "(not c:bool)");
        check(
            "(= (ite c:bool 1 x:int) 2)",
            "(and (not c:bool) (= x:int 2))",
        );
        check("(= a:bool true)", "a:bool");
    }

    #[test]
    fn integers() {
        check("(+ x:int 0)", "x:int");
        check("(+ (+ x:int 3) 4)", "(+ x:int 7)");
        check("(- (+ x:int 3) (+ y:int 1))", "(+ (- x:int y:int) 2)");
        check("(* x:int 0)", "0");
        check("(* (+ x:int 2) 3)", "(+ (* x:int 3) 6)");
        check("(neg (neg x:int))", "x:int");
        check("(< (+ x:int 3) 5)", "(< x:int 2)");
        check("(< x:int 5)", "(<= x:int 4)");
        check("(not (< x:int 5))", "(<= 5 x:int)");
        check("(not (< x:int y:int))", "(<= y:int x:int)");
        check("(< (+ x:int 1) (+ y:int 1))", "(< x:int y:int)");
        check("(<= (+ x:int 1) y:int)", "(< x:int y:int)");
        check("(<= x:int (+ y:int 3))", "(<= (+ x:int -3) y:int)");
        check("(<= (* 3 x:int) 10)", "(<= x:int 3)");
        check("(<= (* -3 x:int) 10)", "(<= -3 x:int)");
        check("(= (* 3 x:int) 10)", "false");
        check("(= (* 3 x:int) 12)", "(= x:int 4)");
        check("(= (+ x:int 1) (+ y:int 1))", "(= x:int y:int)");
        check("(= (- x:int y:int) 0)", "(= x:int y:int)");
        check("(<= (- x:int y:int) 0)", "(<= x:int y:int)");
        check("(< 0 (- x:int y:int))", "(< y:int x:int)");
        check("(<= 8 (mod x:int 5))", "false");
        check("(= (mod x:int 5) -1)", "false");
        check("(<= 0 (mod x:int 5))", "true");
        check("(+ x:int (* x -4))", "(* x:int -3)");
        check("(- (* 3 x:int) x)", "(* x:int 2)");
        check("(<= (div x:int 10) 3)", "(<= x:int 39)");
        check("(int.shr x:int 3)", "(div x:int 8)");
        check("(int.and x:int 7)", "(mod x:int 8)");
    }

    #[test]
    fn bit_vectors() {
        check(
            "(bvadd (bvadd x:bv8 200:bv8) 100:bv8)",
            "(bvadd x:bv8 44:bv8)",
        );
        check("(bvsub x:bv8 1:bv8)", "(bvadd x:bv8 255:bv8)");
        check("(bvxor x:bv8 x)", "0:bv8");
        check("(not (bvult x:bv8 y:bv8))", "(bvule y:bv8 x:bv8)");
        check("(bvult x:bv8 5:bv8)", "(bvule x:bv8 4:bv8)");
        check("(bvult x:bv8 0:bv8)", "false");
        check("(= (bvadd x:bv8 3:bv8) 5:bv8)", "(= x:bv8 2:bv8)");
        check("(extract:3:0 (extract:7:2 x:bv8))", "(extract:5:2 x:bv8)");
        check("(extract:7:0 (concat x:bv8 y:bv8))", "y:bv8");
        check("(= (zext:32 x:bv8) 300:bv32)", "false");
        check("(= (zext:32 x:bv8) 30:bv32)", "(= x:bv8 30:bv8)");
    }

    #[test]
    fn arrays() {
        check(
            "(select (store (store a:[int]int 1 x:int) 2 y:int) 1)",
            "x:int",
        );
        check(
            "(select (store a:[int]int i:int x:int) (+ i 1))",
            "(select a:[int]int (+ i:int 1))",
        );
        check("(select (const-array:int x:bool) i:int)", "x:bool");
    }
}
