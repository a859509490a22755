//! Evaluation of terms under an assignment of their variables.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::apply::{apply, canonical};
use crate::op::Op;
use crate::terms::{Node, TermId, Terms, VarId};
use crate::value::Value;

/// The values of variables; `None` reads as the zero of the variable's sort.
pub type Assignment<'a> = &'a dyn Fn(VarId) -> Option<Value>;

/// The value of a term under an assignment.
pub fn evaluate(terms: &Terms, term: TermId, assignment: Assignment) -> Value {
    Evaluator::new().value(terms, term, assignment)
}

/// Evaluates many terms under one assignment, each shared part once. The
/// assignment must stay the same until [`Evaluator::reset`].
#[derive(Debug, Default)]
pub struct Evaluator {
    cells: Vec<Cell>,
    filled: Vec<TermId>,
    stack: Vec<TermId>,
    computed: u64,
}

/// A memoised value. Booleans and small integers, which are nearly all of
/// them, need no allocation.
#[derive(Clone, Debug, Default)]
enum Cell {
    #[default]
    Empty,
    Bool(bool),
    Small(i64),
    Large(Box<Value>),
}

impl Cell {
    fn of(value: Value) -> Cell {
        match value {
            Value::Bool(value) => Cell::Bool(value),
            Value::Int(ref number) => match number.to_i64() {
                Some(small) => Cell::Small(small),
                None => Cell::Large(Box::new(value)),
            },
            other => Cell::Large(Box::new(other)),
        }
    }

    fn value(&self) -> Value {
        match self {
            Cell::Empty => unreachable!("read before it was computed"),
            Cell::Bool(value) => Value::Bool(*value),
            Cell::Small(value) => Value::Int(BigInt::from(*value)),
            Cell::Large(value) => (**value).clone(),
        }
    }
}

impl Evaluator {
    /// An evaluator that knows nothing yet.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// How many values it has computed so far.
    pub fn computed(&self) -> u64 {
        self.computed + self.filled.len() as u64
    }

    /// Forgets all values: the next call may bring another assignment.
    pub fn reset(&mut self) {
        self.computed += self.filled.len() as u64;
        for term in self.filled.drain(..) {
            self.cells[term.0 as usize] = Cell::Empty;
        }
    }

    /// The value of a term.
    pub fn value(&mut self, terms: &Terms, term: TermId, assignment: Assignment) -> Value {
        self.compute(terms, term, assignment);
        self.cells[term.0 as usize].value()
    }

    /// Whether a boolean term is true.
    pub fn holds(&mut self, terms: &Terms, condition: TermId, assignment: Assignment) -> bool {
        self.compute(terms, condition, assignment);
        matches!(self.cells[condition.0 as usize], Cell::Bool(true))
    }

    fn compute(&mut self, terms: &Terms, root: TermId, assignment: Assignment) {
        if self.cells.len() < terms.len() {
            self.cells.resize(terms.len(), Cell::Empty);
        }
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if !matches!(self.cells[term.0 as usize], Cell::Empty) {
                self.stack.pop();
                continue;
            }
            let cell = match terms.node(term) {
                Node::Constant(_) => {
                    let value = terms.as_constant(term).expect("a constant");
                    Cell::of(value.clone())
                }
                Node::Variable(variable) => Cell::of(match assignment(variable) {
                    Some(value) => {
                        debug_assert_eq!(value.sort(), terms.sort(term));
                        canonical(value)
                    }
                    None => Value::zero(terms.sort(term)),
                }),
                Node::Apply(op, operands) => {
                    let operands = &operands[..op.arity()];
                    let waiting = self.stack.len();
                    for &operand in operands {
                        if matches!(self.cells[operand.0 as usize], Cell::Empty) {
                            self.stack.push(operand);
                        }
                    }
                    if self.stack.len() > waiting {
                        continue;
                    }
                    self.apply(op, operands)
                }
            };
            self.cells[term.0 as usize] = cell;
            self.filled.push(term);
            self.stack.pop();
        }
    }

    fn apply(&self, op: Op, operands: &[TermId]) -> Cell {
        let cell = |position: usize| &self.cells[operands[position].0 as usize];
        if let Op::Ite = op {
            let taken = if matches!(cell(0), Cell::Bool(true)) {
                1
            } else {
                2
            };
            return cell(taken).clone();
        }
        let fast = match (cell(0), operands.get(1).map(|_| cell(1))) {
            (Cell::Small(a), Some(Cell::Small(b))) => small(op, *a, *b),
            (Cell::Bool(a), Some(Cell::Bool(b))) => match op {
                Op::And => Some(Cell::Bool(*a && *b)),
                Op::Or => Some(Cell::Bool(*a || *b)),
                Op::Eq => Some(Cell::Bool(a == b)),
                _ => None,
            },
            (Cell::Bool(a), None) if op == Op::Not => Some(Cell::Bool(!a)),
            _ => None,
        };
        if let Some(cell) = fast {
            return cell;
        }
        let values: Vec<Value> = (0..operands.len()).map(|at| cell(at).value()).collect();
        let references: Vec<&Value> = values.iter().collect();
        Cell::of(apply(op, &references))
    }
}

/// The common operations on machine integers; `None` where they might overflow.
fn small(op: Op, a: i64, b: i64) -> Option<Cell> {
    Some(match op {
        Op::Eq => Cell::Bool(a == b),
        Op::IntLt => Cell::Bool(a < b),
        Op::IntLe => Cell::Bool(a <= b),
        Op::IntAdd => Cell::Small(a.checked_add(b)?),
        Op::IntSub => Cell::Small(a.checked_sub(b)?),
        Op::IntMul => Cell::Small(a.checked_mul(b)?),
        Op::IntFloorDiv if b > 0 => Cell::Small(a.div_euclid(b)),
        Op::IntFloorMod if b > 0 => Cell::Small(a.rem_euclid(b)),
        Op::IntAnd => Cell::Small(a & b),
        Op::IntOr => Cell::Small(a | b),
        Op::IntXor => Cell::Small(a ^ b),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn deep_terms_do_not_overflow_the_stack() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::INT);
        let y = terms.var("y", Sort::INT);
        let mut sum = x;
        for _ in 0..200_000 {
            let next = terms.apply(Op::IntMul, &[sum, y]);
            sum = terms.apply(Op::IntAdd, &[next, x]);
        }
        let one = |_| Some(Value::int(1));
        assert_eq!(evaluate(&terms, sum, &one), Value::int(200_001));
    }

    #[test]
    fn unassigned_variables_are_zero() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::bit_vec(7));
        assert_eq!(evaluate(&terms, x, &|_| None), Value::bit_vec(7, 0));
    }
}
