//! How great a bit vector can be at most, read as a number without a sign, by
//! the looks of its term.

use crate::op::Op;
use crate::terms::{Node, TermId, Terms};
use crate::value::{Value, mask};

/// Terms inside terms that are looked at.
const DEEPEST: u32 = 8;

impl Terms {
    /// An upper bound of a bit vector's unsigned value, cheaply: the greatest
    /// of its width if nothing better can be seen. Other sorts have none.
    pub fn greatest(&self, term: TermId) -> Option<u64> {
        self.greatest_within(term, DEEPEST)
    }

    fn greatest_within(&self, term: TermId, deepest: u32) -> Option<u64> {
        let most = mask(self.sort(term).width()?);
        if let Some(Value::BitVec { bits, .. }) = self.as_constant(term) {
            return Some(*bits);
        }
        if deepest == 0 {
            return Some(most);
        }
        let of = |operand| self.greatest_within(operand, deepest - 1);
        let better = match self.node(term) {
            Node::Apply(Op::BvZeroExtend(_), [inner, ..]) => of(inner),
            Node::Apply(Op::BvAnd, [left, right, _]) => of(left).min(of(right)),
            Node::Apply(Op::Ite, [_, left, right]) => of(left).max(of(right)),
            Node::Apply(Op::BvExtract { low: 0, .. } | Op::BvLshr, [inner, ..]) => of(inner),
            _ => None,
        };
        Some(better.map_or(most, |better| better.min(most)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    #[test]
    fn what_is_widened_masked_or_chosen_is_small() {
        let mut terms = Terms::new();
        let byte = terms.var("byte", Sort::bit_vec(8));
        let wide = terms.apply(Op::BvZeroExtend(32), &[byte]);
        assert_eq!(terms.greatest(wide), Some(255));
        let int = terms.var("int", Sort::bit_vec(32));
        assert_eq!(terms.greatest(int), Some(u64::from(u32::MAX)));
        let fifteen = terms.constant(Value::bit_vec(32, 15));
        let masked = terms.apply(Op::BvAnd, &[int, fifteen]);
        assert_eq!(terms.greatest(masked), Some(15));
        let side = terms.var("side", Sort::BOOL);
        let either = terms.ite(side, wide, masked);
        assert_eq!(terms.greatest(either), Some(255));
        let signed = terms.apply(Op::BvSignExtend(32), &[byte]);
        assert_eq!(terms.greatest(signed), Some(u64::from(u32::MAX)));
        assert_eq!(terms.greatest(side), None);
    }
}
