//! Boundaries: inputs that come to a comparison of a run with its sides equal, or next to
//! each other. Whether `<` is `<=`, or a limit is one off, is seen nowhere else.

use std::sync::Arc;

use everypath_solve::{Answer, Limits, Query, Solver};
use everypath_term::{Node, Op, Scalar, Sort, TermId, Terms, Value};
use everypath_trace::{Decision, Input, Slot, Trace};

use crate::flip::assignment;

/// Inputs on the boundaries of a run's comparisons, with at most so many questions to the
/// solver. All that it was asked before must be over the same pool of terms.
pub fn boundaries(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    trace: &Trace,
    limits: Limits,
    mut questions: usize,
) -> Vec<Input> {
    let assumptions = [&trace.assumptions[..], &trace.bounds[..]].concat();
    let hint = Arc::new(assignment(terms, &trace.input));
    let mut prefix = Vec::new();
    let mut asked: Vec<TermId> = Vec::new();
    let mut found = Vec::new();
    for decision in &trace.decisions {
        let Decision::Condition { term, taken, .. } = decision else {
            continue;
        };
        for goal in on_the_boundary(terms, *term) {
            if questions == 0 || terms.as_constant(goal).is_some() || asked.contains(&goal) {
                continue;
            }
            asked.push(goal);
            questions -= 1;
            let query = Query {
                assumptions: assumptions.clone(),
                prefix: prefix.clone(),
                goal,
                hint: hint.clone(),
                limits,
            };
            if let Answer::Sat(model) = solver.check(terms, &query) {
                let mut input = trace.input.clone();
                for (variable, value) in model.iter() {
                    let name = terms.variable_of(variable).name.as_str();
                    input.values.insert(Slot::from(name), value.clone());
                }
                if input != trace.input && !found.contains(&input) {
                    found.push(input);
                }
            }
        }
        prefix.push(terms.decided(*term, *taken));
    }
    found
}

/// That the sides of a comparison of whole numbers are equal, or next to each other.
fn on_the_boundary(terms: &mut Terms, term: TermId) -> Vec<TermId> {
    let Node::Apply(op, ..) = terms.node(term) else {
        return Vec::new();
    };
    if op == Op::Not {
        let inner = terms.operands(term)[0];
        return on_the_boundary(terms, inner);
    }
    let is_order = matches!(
        op,
        Op::IntLt | Op::IntLe | Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle
    );
    if !is_order {
        return Vec::new();
    }
    let &[left, right] = terms.operands(term) else {
        return Vec::new();
    };
    let (add, one) = match terms.sort(left) {
        Sort::INT => (Op::IntAdd, Value::int(1)),
        Sort::Scalar(Scalar::BitVec(width)) => (Op::BvAdd, Value::bit_vec(width, 1)),
        _ => return Vec::new(),
    };
    let one = terms.constant(one);
    let next = terms.apply(add, &[right, one]);
    let after = terms.apply(add, &[left, one]);
    vec![
        terms.eq(left, right),
        terms.eq(left, next),
        terms.eq(after, right),
    ]
}

#[cfg(test)]
mod tests {
    use everypath_solve::{Options, default_chain};
    use everypath_trace::text::{parse_trace, print_input};

    use super::*;

    fn check(trace: &str, expected: &[&str]) {
        let mut terms = Terms::new();
        let trace = format!("{trace}\noutcome: returned\n");
        let trace = parse_trace(&mut terms, &trace).unwrap();
        let solver = &mut *default_chain(&Options::default());
        let found = boundaries(&mut terms, solver, &trace, Limits::default(), 10);
        let words = |input: &Input| print_input(input).trim_end().replace('\n', ", ");
        assert_eq!(found.iter().map(words).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn both_sides_of_a_boundary() {
        check(
            "value 70: a\nbranch false: (<= a:int 10)",
            &["value 10: a", "value 11: a", "value 9: a"],
        );
    }

    #[test]
    fn what_was_decided_before_stays() {
        check(
            "value 7: a\nvalue 5: b\nbranch true: (< 6 a:int)\nbranch false: (< a:int b:int)",
            &[
                "value 6: a, value 5: b",
                "value 8: a, value 5: b",
                "value 7: a, value 7: b",
                "value 7: a, value 6: b",
                "value 7: a, value 8: b",
            ],
        );
    }
}
