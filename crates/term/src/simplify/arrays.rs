//! Simplification of array operations.

use super::applied;
use crate::op::Op;
use crate::terms::{Node, TermId, Terms};
use crate::value::Value;

pub(super) fn simplify(terms: &mut Terms, op: Op, operands: &[TermId]) -> Option<TermId> {
    match op {
        Op::Select => select(terms, operands[0], operands[1]),
        Op::Store => {
            let [array, index, element] = [operands[0], operands[1], operands[2]];
            // A store over a store to the same index.
            match applied(terms, array, Op::Store) {
                Some([inner, same, _]) if same == index => {
                    Some(terms.apply(Op::Store, &[inner, index, element]))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Walks down stores while the indices are known to be equal or different.
fn select(terms: &mut Terms, array: TermId, index: TermId) -> Option<TermId> {
    let mut base = array;
    loop {
        match terms.node(base) {
            Node::Apply(Op::Store, [inner, at, element]) => {
                let same = terms.eq(at, index);
                match terms.as_bool(same) {
                    Some(true) => return Some(element),
                    Some(false) => base = inner,
                    None => break,
                }
            }
            Node::Apply(Op::ConstArray(_), [element, ..]) => return Some(element),
            _ => break,
        }
    }
    // Entries all equal to the default make a constant array.
    if let Some(Value::Array(constant)) = terms.as_constant(base)
        && constant.entries.is_empty()
    {
        let default = (*constant.default).clone();
        return Some(terms.constant(default));
    }
    (base != array).then(|| terms.apply(Op::Select, &[base, index]))
}
