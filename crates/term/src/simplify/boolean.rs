//! Simplification of boolean operations and choices.

use super::applied;
use crate::op::Op;
use crate::terms::{Node, TermId, Terms};

pub(super) fn not(terms: &mut Terms, a: TermId) -> Option<TermId> {
    let Node::Apply(op, [first, second, _]) = terms.node(a) else {
        return None;
    };
    let opposite = match op {
        Op::Not => return Some(first),
        Op::IntLt => Op::IntLe,
        Op::IntLe => Op::IntLt,
        Op::BvUlt => Op::BvUle,
        Op::BvUle => Op::BvUlt,
        Op::BvSlt => Op::BvSle,
        Op::BvSle => Op::BvSlt,
        _ => return None,
    };
    Some(terms.apply(opposite, &[second, first]))
}

/// Whether one term is the negation of the other.
fn opposite(terms: &mut Terms, a: TermId, b: TermId) -> bool {
    let comparison = |term| {
        matches!(
            terms.node(term),
            Node::Apply(
                Op::IntLt | Op::IntLe | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle,
                _
            )
        )
    };
    match (terms.node(a), terms.node(b)) {
        (Node::Apply(Op::Not, [inner, ..]), _) if inner == b => true,
        (_, Node::Apply(Op::Not, [inner, ..])) if inner == a => true,
        _ if comparison(a) && comparison(b) => terms.not(a) == b,
        _ => false,
    }
}

/// And and or: the same rules with true and false exchanged.
pub(super) fn junction(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let neutral = op == Op::And;
    for (one, other) in [(a, b), (b, a)] {
        match terms.as_bool(one) {
            Some(value) if value == neutral => return Some(other),
            Some(_) => return Some(one),
            None => {}
        }
        // An operand that is part of the other adds nothing.
        if let Some([c, d, _]) = applied(terms, one, op)
            && (c == other || d == other)
        {
            return Some(one);
        }
    }
    if a == b {
        return Some(a);
    }
    opposite(terms, a, b).then(|| terms.bool(!neutral))
}

pub(super) fn ite(
    terms: &mut Terms,
    condition: TermId,
    then: TermId,
    otherwise: TermId,
) -> Option<TermId> {
    match terms.as_bool(condition) {
        Some(true) => return Some(then),
        Some(false) => return Some(otherwise),
        None => {}
    }
    if then == otherwise {
        return Some(then);
    }
    if let Some([inner, ..]) = applied(terms, condition, Op::Not) {
        return Some(terms.ite(inner, otherwise, then));
    }
    if let Some([same, first, _]) = applied(terms, then, Op::Ite)
        && same == condition
    {
        return Some(terms.ite(condition, first, otherwise));
    }
    if let Some([same, _, second]) = applied(terms, otherwise, Op::Ite)
        && same == condition
    {
        return Some(terms.ite(condition, then, second));
    }
    if terms.sort(then) != crate::Sort::BOOL {
        return None;
    }
    match (terms.as_bool(then), terms.as_bool(otherwise)) {
        (Some(true), Some(false)) => Some(condition),
        (Some(false), Some(true)) => Some(terms.not(condition)),
        (Some(true), _) => Some(terms.or(condition, otherwise)),
        (Some(false), _) => {
            let negated = terms.not(condition);
            Some(terms.and(negated, otherwise))
        }
        (_, Some(true)) => {
            let negated = terms.not(condition);
            Some(terms.or(negated, then))
        }
        (_, Some(false)) => Some(terms.and(condition, then)),
        (None, None) => None,
    }
}

pub(super) fn equality(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    for (one, other) in [(a, b), (b, a)] {
        match terms.as_bool(one) {
            Some(true) => return Some(other),
            Some(false) => return Some(terms.not(other)),
            None => {}
        }
    }
    opposite(terms, a, b).then(|| terms.bool(false))
}
