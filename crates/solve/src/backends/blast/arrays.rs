//! Circuits on arrays: a read is a chain of comparisons of indices, over the
//! stores down to a constant or a variable; reads of a variable agree where
//! their indices do.

use everypath_term::{Node, Op, Scalar, Sort, TermId, Terms, Value, VarId};

use super::encode::{Encoder, constant, scalar_width};
use super::gates::Lit;
use super::words::Word;
use crate::query::Why;

/// A read of an array variable: the index and the free bits of the element.
#[derive(Clone, Debug)]
pub(super) struct Read {
    /// The bits of the index.
    pub index: Word,
    /// The element, if no earlier read has an equal index.
    pub fresh: Word,
    /// The element.
    pub element: Word,
}

impl Encoder {
    /// The reads of an array variable.
    pub(super) fn reads(&self, variable: VarId) -> &[Read] {
        self.reads.get(&variable).map_or(&[], Vec::as_slice)
    }

    pub(super) fn select(
        &mut self,
        terms: &Terms,
        array: TermId,
        index: TermId,
    ) -> Result<Word, Why> {
        if let Some(known) = self.selects.get(&(array, index)) {
            return Ok(known.clone());
        }
        let Sort::Array {
            index: index_sort,
            element,
        } = terms.sort(array)
        else {
            unreachable!("select takes an array");
        };
        let mut stores = Vec::new();
        let mut base = array;
        while let Node::Apply(Op::Store, [inner, at, value]) = terms.node(base) {
            stores.push((at, value));
            base = inner;
        }
        let wanted = self.words[&index].clone();
        let mut word = match terms.node(base) {
            Node::Apply(Op::ConstArray(_), [value, ..]) => self.words[&value].clone(),
            Node::Apply(Op::Ite, [condition, then, otherwise]) => {
                let select = self.words[&condition][0];
                let then = self.select(terms, then, index)?;
                let otherwise = self.select(terms, otherwise, index)?;
                self.merge(element, select, &then, &otherwise)
            }
            Node::Constant(_) => {
                let Some(Value::Array(array)) = terms.as_constant(base) else {
                    unreachable!("an array constant");
                };
                let mut word = constant(&array.default);
                for (at, value) in &array.entries {
                    let hit = self.same(index_sort, &wanted, &constant(at));
                    word = self.merge(element, hit, &constant(value), &word);
                }
                word
            }
            Node::Variable(variable) => self.read(variable, index_sort, element, &wanted),
            Node::Apply(..) => unreachable!("no other operation makes an array"),
        };
        for (at, value) in stores.into_iter().rev() {
            let (at, value) = (self.words[&at].clone(), self.words[&value].clone());
            let hit = self.same(index_sort, &wanted, &at);
            word = self.merge(element, hit, &value, &word);
        }
        self.selects.insert((array, index), word.clone());
        Ok(word)
    }

    /// Reads an array variable: the element of an earlier read of an equal
    /// index, or a fresh one.
    fn read(&mut self, variable: VarId, index: Scalar, element: Scalar, wanted: &[Lit]) -> Word {
        let fresh = self.circuit.inputs(scalar_width(element, self.width));
        let mut word = self.canonical(element, &fresh);
        let earlier = self.reads.get(&variable).cloned().unwrap_or_default();
        for read in earlier.iter().rev() {
            let hit = self.same(index, wanted, &read.index);
            word = self.merge(element, hit, &read.element, &word);
        }
        self.reads.entry(variable).or_default().push(Read {
            index: wanted.to_vec(),
            fresh,
            element: word.clone(),
        });
        word
    }
}
