//! The pool of terms. Equal terms have equal ids, and an operand's id is
//! smaller than its user's: a walk in id order meets operands first.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::apply::canonical;
use crate::op::Op;
use crate::simplify::simplify;
use crate::sort::Sort;
use crate::value::Value;

/// A term: an index into one pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TermId(pub u32);

/// A variable: an index into one pool's variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct VarId(pub u32);

/// What a term is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Node {
    /// A constant, an index into the pool's constants.
    Constant(u32),
    /// A variable.
    Variable(VarId),
    /// An operation; operands past the arity repeat the first.
    Apply(Op, [TermId; 3]),
}

/// A variable's name and sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Variable {
    /// Unique in its pool; part of the text form.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
}

/// A pool of hash-consed terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    interned: FxHashMap<Node, TermId>,
    constants: Vec<Value>,
    constant_ids: FxHashMap<Value, u32>,
    variables: Vec<Variable>,
    variable_ids: FxHashMap<String, VarId>,
}

impl Terms {
    /// An empty pool.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a term is made of.
    pub fn node(&self, term: TermId) -> Node {
        self.nodes[term.0 as usize]
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.sorts[term.0 as usize]
    }

    /// The operands of a term; none for constants and variables.
    pub fn operands(&self, term: TermId) -> &[TermId] {
        match &self.nodes[term.0 as usize] {
            Node::Apply(op, operands) => &operands[..op.arity()],
            _ => &[],
        }
    }

    /// The value, if the term is a constant.
    pub fn as_constant(&self, term: TermId) -> Option<&Value> {
        match self.node(term) {
            Node::Constant(index) => Some(&self.constants[index as usize]),
            _ => None,
        }
    }

    /// The boolean, if the term is a boolean constant.
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        self.as_constant(term).and_then(Value::as_bool)
    }

    /// The variables, by their ids.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The variable of an id.
    pub fn variable_of(&self, variable: VarId) -> &Variable {
        &self.variables[variable.0 as usize]
    }

    /// The id of a variable by its name.
    pub fn find_variable(&self, name: &str) -> Option<VarId> {
        self.variable_ids.get(name).copied()
    }

    /// The variable of this name, made if it is new.
    ///
    /// # Panics
    /// If the name is taken by a variable of another sort: a front end's bug.
    pub fn variable(&mut self, name: &str, sort: Sort) -> VarId {
        if let Some(&known) = self.variable_ids.get(name) {
            assert_eq!(
                self.variables[known.0 as usize].sort, sort,
                "variable {name} has two sorts"
            );
            return known;
        }
        let id = VarId(self.variables.len() as u32);
        self.variables.push(Variable {
            name: name.to_owned(),
            sort,
        });
        self.variable_ids.insert(name.to_owned(), id);
        id
    }

    /// The term that is a variable.
    pub fn read(&mut self, variable: VarId) -> TermId {
        let sort = self.variables[variable.0 as usize].sort;
        self.intern(Node::Variable(variable), sort)
    }

    /// The term of a variable by name, made if it is new.
    pub fn var(&mut self, name: &str, sort: Sort) -> TermId {
        let variable = self.variable(name, sort);
        self.read(variable)
    }

    /// The term of a constant.
    pub fn constant(&mut self, value: Value) -> TermId {
        let value = canonical(value);
        let sort = value.sort();
        let index = match self.constant_ids.get(&value) {
            Some(&index) => index,
            None => {
                let index = self.constants.len() as u32;
                self.constants.push(value.clone());
                self.constant_ids.insert(value, index);
                index
            }
        };
        self.intern(Node::Constant(index), sort)
    }

    /// A boolean constant.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.constant(Value::Bool(value))
    }

    /// An integer constant.
    pub fn int(&mut self, value: impl Into<BigInt>) -> TermId {
        self.constant(Value::Int(value.into()))
    }

    /// An operation applied to operands, simplified.
    ///
    /// # Panics
    /// If the operation does not take operands of these sorts: a front end's bug.
    pub fn apply(&mut self, op: Op, operands: &[TermId]) -> TermId {
        let mut sorts = [Sort::BOOL; 3];
        for (slot, &operand) in sorts.iter_mut().zip(operands) {
            *slot = self.sort(operand);
        }
        let sort = op
            .result(&sorts[..operands.len()])
            .unwrap_or_else(|| panic!("{op:?} does not take {:?}", &sorts[..operands.len()]));
        let mut padded = [operands[0]; 3];
        padded[..operands.len()].copy_from_slice(operands);
        if op.commutes() && padded[1] < padded[0] {
            padded.swap(0, 1);
            padded[2] = padded[0];
        }
        match simplify(self, op, &padded[..op.arity()]) {
            Some(simpler) => {
                debug_assert_eq!(self.sort(simpler), sort);
                simpler
            }
            None => self.intern(Node::Apply(op, padded), sort),
        }
    }

    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        self.apply(Op::Not, &[a])
    }

    /// Conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Op::And, &[a, b])
    }

    /// Disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Op::Or, &[a, b])
    }

    /// Conjunction of any number.
    pub fn all(&mut self, terms: &[TermId]) -> TermId {
        let truth = self.bool(true);
        terms.iter().fold(truth, |all, &term| self.and(all, term))
    }

    /// Disjunction of any number.
    pub fn any(&mut self, terms: &[TermId]) -> TermId {
        let falsity = self.bool(false);
        terms.iter().fold(falsity, |any, &term| self.or(any, term))
    }

    /// If-then-else.
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        self.apply(Op::Ite, &[condition, then, otherwise])
    }

    /// Identity.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Op::Eq, &[a, b])
    }

    /// A condition as it was decided: itself if taken, its negation if not.
    pub fn decided(&mut self, condition: TermId, taken: bool) -> TermId {
        if taken {
            condition
        } else {
            self.not(condition)
        }
    }

    fn intern(&mut self, node: Node, sort: Sort) -> TermId {
        if let Some(&known) = self.interned.get(&node) {
            return known;
        }
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.sorts.push(sort);
        self.interned.insert(node, id);
        id
    }
}
