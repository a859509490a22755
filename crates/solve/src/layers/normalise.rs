//! Splits conjunctions, drops conditions that repeat or follow from others,
//! and finds contradictions between comparisons of the same terms.

use everypath_term::{Node, Op, Sort, TermId, Terms};
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::query::{Answer, Model, Proof, Query, Solver, Statistics};

/// Normalises queries.
pub(crate) struct Normalise {
    below: Box<dyn Solver>,
}

impl Normalise {
    /// Normalises for `below`.
    pub(crate) fn new(below: Box<dyn Solver>) -> Normalise {
        Normalise { below }
    }
}

/// What a condition says, as far as this layer understands it.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// `term <= number`.
    Most(TermId, i128),
    /// `number <= term`.
    Least(TermId, i128),
    /// `a + number <= b`.
    Before(TermId, TermId, i128),
    /// `term = number`.
    Is(TermId, i128),
    /// `term != number`.
    IsNot(TermId, i128),
    /// Anything else.
    Opaque,
}

fn number(terms: &Terms, term: TermId) -> Option<i128> {
    terms.as_constant(term)?.as_int()?.to_i128()
}

/// A term as another plus a number.
fn offset(terms: &Terms, term: TermId) -> (TermId, i128) {
    if let Node::Apply(Op::IntAdd, [a, b, _]) = terms.node(term) {
        if let Some(value) = number(terms, a) {
            return (b, value);
        }
        if let Some(value) = number(terms, b) {
            return (a, value);
        }
    }
    (term, 0)
}

fn shape(terms: &Terms, condition: TermId) -> Shape {
    let (op, [a, b, _], negated) = match terms.node(condition) {
        Node::Apply(Op::Not, [inner, ..]) => match terms.node(inner) {
            Node::Apply(Op::Eq, operands) => (Op::Eq, operands, true),
            _ => return Shape::Opaque,
        },
        Node::Apply(op, operands) => (op, operands, false),
        _ => return Shape::Opaque,
    };
    let strict = i128::from(op == Op::IntLt);
    match op {
        Op::IntLe | Op::IntLt => match (number(terms, a), number(terms, b)) {
            (Some(low), None) => match low.checked_add(strict) {
                Some(low) => Shape::Least(b, low),
                None => Shape::Opaque,
            },
            (None, Some(high)) => match high.checked_sub(strict) {
                Some(high) => Shape::Most(a, high),
                None => Shape::Opaque,
            },
            _ => {
                let ((a, more), (b, less)) = (offset(terms, a), offset(terms, b));
                match more.checked_sub(less).and_then(|k| k.checked_add(strict)) {
                    Some(distance) => Shape::Before(a, b, distance),
                    None => Shape::Opaque,
                }
            }
        },
        Op::Eq if terms.sort(a) == Sort::INT => {
            let (term, value) = match (number(terms, a), number(terms, b)) {
                (Some(value), None) => (b, value),
                (None, Some(value)) => (a, value),
                _ => return Shape::Opaque,
            };
            if negated {
                Shape::IsNot(term, value)
            } else {
                Shape::Is(term, value)
            }
        }
        _ => Shape::Opaque,
    }
}

/// The tightest bounds of terms, each with the condition that says so.
#[derive(Default)]
struct Bounds {
    least: FxHashMap<TermId, (i128, TermId)>,
    most: FxHashMap<TermId, (i128, TermId)>,
    before: FxHashMap<(TermId, TermId), (i128, TermId)>,
}

impl Bounds {
    /// Takes a condition in, or says with which it contradicts.
    fn learn(&mut self, shape: Shape, condition: TermId) -> Result<(), TermId> {
        match shape {
            Shape::Least(term, low) => self.raise(term, low, condition),
            Shape::Most(term, high) => self.lower(term, high, condition),
            Shape::Is(term, value) => {
                self.raise(term, value, condition)?;
                self.lower(term, value, condition)
            }
            Shape::Before(a, b, distance) => {
                let known = self.before.entry((a, b)).or_insert((distance, condition));
                if distance > known.0 {
                    *known = (distance, condition);
                }
                let distance = known.0;
                match self.before.get(&(b, a)) {
                    Some(&(back, other)) if distance.saturating_add(back) > 0 => Err(other),
                    _ => Ok(()),
                }
            }
            Shape::IsNot(..) | Shape::Opaque => Ok(()),
        }
    }

    fn raise(&mut self, term: TermId, low: i128, condition: TermId) -> Result<(), TermId> {
        let known = self.least.entry(term).or_insert((low, condition));
        if low > known.0 {
            *known = (low, condition);
        }
        match self.most.get(&term) {
            Some(&(high, other)) if low > high => Err(other),
            _ => Ok(()),
        }
    }

    fn lower(&mut self, term: TermId, high: i128, condition: TermId) -> Result<(), TermId> {
        let known = self.most.entry(term).or_insert((high, condition));
        if high < known.0 {
            *known = (high, condition);
        }
        match self.least.get(&term) {
            Some(&(low, other)) if low > high => Err(other),
            _ => Ok(()),
        }
    }

    /// Whether another condition says the same or more.
    fn implies(&self, shape: Shape, condition: TermId) -> bool {
        let other =
            |known: Option<&(i128, TermId)>| known.copied().filter(|known| known.1 != condition);
        match shape {
            Shape::Least(term, low) => {
                other(self.least.get(&term)).is_some_and(|(known, _)| known >= low)
            }
            Shape::Most(term, high) => {
                other(self.most.get(&term)).is_some_and(|(known, _)| known <= high)
            }
            Shape::Before(a, b, distance) => {
                other(self.before.get(&(a, b))).is_some_and(|(known, _)| known >= distance)
            }
            Shape::IsNot(term, value) => {
                other(self.least.get(&term)).is_some_and(|(known, _)| known > value)
                    || other(self.most.get(&term)).is_some_and(|(known, _)| known < value)
            }
            Shape::Is(..) | Shape::Opaque => false,
        }
    }

    /// The conditions that make a term exactly a number.
    fn fixed(&self, term: TermId, value: i128) -> Option<[TermId; 2]> {
        let (low, high) = (self.least.get(&term)?, self.most.get(&term)?);
        (low.0 == value && high.0 == value).then_some([low.1, high.1])
    }
}

/// Adds a condition's conjuncts to `parts`, those not seen before.
pub(crate) fn split(
    terms: &mut Terms,
    condition: TermId,
    seen: &mut FxHashSet<TermId>,
    parts: &mut Vec<TermId>,
) {
    let mut stack = vec![condition];
    while let Some(condition) = stack.pop() {
        match terms.node(condition) {
            Node::Apply(Op::And, [a, b, _]) => stack.extend([b, a]),
            Node::Apply(Op::Not, [inner, ..])
                if matches!(terms.node(inner), Node::Apply(Op::Or, _)) =>
            {
                let operands = [terms.operands(inner)[1], terms.operands(inner)[0]];
                for operand in operands {
                    let negated = terms.not(operand);
                    stack.push(negated);
                }
            }
            _ if terms.as_bool(condition) == Some(true) => {}
            _ => {
                if seen.insert(condition) {
                    parts.push(condition);
                }
            }
        }
    }
}

fn contradiction(core: impl IntoIterator<Item = TermId>) -> Answer {
    Answer::Unsat(Proof {
        core: core.into_iter().collect(),
    })
}

impl Solver for Normalise {
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer {
        let mut seen = FxHashSet::default();
        let (mut assumptions, mut prefix, mut goals) = (Vec::new(), Vec::new(), Vec::new());
        for &assumption in &query.assumptions {
            split(terms, assumption, &mut seen, &mut assumptions);
        }
        // The goal comes before the prefix, so that it stays where it repeats it.
        split(terms, query.goal, &mut seen, &mut goals);
        for &condition in &query.prefix {
            split(terms, condition, &mut seen, &mut prefix);
        }
        let everything = || assumptions.iter().chain(&prefix).chain(&goals).copied();
        let mut bounds = Bounds::default();
        for condition in everything() {
            if terms.as_bool(condition) == Some(false) {
                return contradiction([condition]);
            }
            let negated = match terms.node(condition) {
                Node::Apply(Op::Not, [inner, ..]) => Some(inner),
                _ => None,
            };
            if let Some(inner) = negated.filter(|inner| seen.contains(inner)) {
                return contradiction([condition, inner]);
            }
            if let Err(other) = bounds.learn(shape(terms, condition), condition) {
                return contradiction([condition, other]);
            }
        }
        for condition in everything() {
            if let Shape::IsNot(term, value) = shape(terms, condition)
                && let Some([low, high]) = bounds.fixed(term, value)
            {
                return contradiction([condition, low, high]);
            }
        }
        prefix.retain(|&condition| !bounds.implies(shape(terms, condition), condition));
        // One part of the goal stays the goal; the last is the last decided.
        let Some(goal) = goals
            .pop()
            .or_else(|| prefix.pop())
            .or_else(|| assumptions.pop())
        else {
            return Answer::Sat(Model::new());
        };
        prefix.extend(goals);
        let normal = Query {
            assumptions,
            prefix,
            goal,
            hint: query.hint.clone(),
            limits: query.limits,
        };
        self.below.check(terms, &normal)
    }

    fn report(&self, statistics: &mut Statistics) {
        self.below.report(statistics);
    }
}
