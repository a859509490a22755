//! Refutes long sums by the ranges of their variables. A SAT solver cannot
//! see that fifty numbers above ten do not sum to less than five hundred;
//! interval arithmetic sees it at once.

use everypath_term::{Interval, Intervals, Node, Op, Sort, TermId, Terms, VarId};

/// Whether a condition is false for all values of its variables in range.
pub(super) fn refutes(
    terms: &Terms,
    condition: TermId,
    variables: &[VarId],
    range: &dyn Fn(VarId) -> Interval,
) -> bool {
    let (op, a, b, negated) = match terms.node(condition) {
        Node::Apply(Op::Not, [inner, ..]) => match terms.node(inner) {
            Node::Apply(op, [a, b, _]) => (op, a, b, true),
            _ => return false,
        },
        Node::Apply(op, [a, b, _]) => (op, a, b, false),
        _ => return false,
    };
    if !matches!(op, Op::IntLe | Op::IntLt | Op::Eq) || terms.sort(a) != Sort::INT {
        return false;
    }
    let mut intervals = Intervals::new();
    for &variable in variables {
        if terms.variable_of(variable).sort == Sort::INT {
            intervals.bound(variable, range(variable));
        }
    }
    let (a, b) = (intervals.of(terms, a), intervals.of(terms, b));
    let above = |strict: bool| match (a.low, b.high) {
        (Some(low), Some(high)) => low > high || (strict && low == high),
        _ => false,
    };
    match op {
        Op::IntLe => above(false),
        Op::IntLt => above(true),
        _ if negated => a == b && a.bounds().is_some_and(|(low, high)| low == high),
        _ => a.meet(b).is_empty(),
    }
}
