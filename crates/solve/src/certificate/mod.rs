//! Certificates: what a solver called impossible is refuted once more, from the conditions
//! themselves, without the short cuts that answered it, and each step of the refutation is
//! checked by code that is none of the solver's. A proof that nobody can follow is none.
//!
//! What is taken for granted is the meaning of the terms: that the circuits of the
//! operations are right, and the bound on the numbers of a solution where integers have no
//! bound. Both are attacked by evaluating the terms.

mod attack;
pub(crate) mod checker;
pub(crate) mod cuts;

use std::fmt;

use everypath_term::{Evaluator, TermId, Terms, print};

use crate::allowance::{Allowance, EVALUATION, QUERY, price};
use crate::backends::blast::refute::{Refuted, Refuter};
use crate::layers::{Set, split};
use crate::query::{Limit, Model, Proof, Query, Why};

/// Conditions that a solver says cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Refutation {
    conditions: Vec<TermId>,
}

impl Refutation {
    /// That these conditions cannot hold together.
    pub fn new(conditions: impl IntoIterator<Item = TermId>) -> Refutation {
        Refutation {
            conditions: conditions.into_iter().collect(),
        }
    }

    /// What a proof says of a query: the conditions that it rests on, if all of them are the
    /// query's or parts of these, else all of the query.
    pub fn of(terms: &mut Terms, query: &Query, proof: &Proof) -> Refutation {
        let mut parts: Vec<TermId> = query.conditions().collect();
        let holds = |parts: &[TermId]| proof.core.iter().all(|one| parts.contains(one));
        if !holds(&parts) {
            let mut seen = parts.iter().copied().collect();
            for condition in query.conditions() {
                split(terms, condition, &mut seen, &mut parts);
            }
        }
        match holds(&parts) && !proof.core.is_empty() {
            true => Refutation::new(proof.core.iter().copied()),
            false => Refutation::new(query.conditions()),
        }
    }
}

/// What was checked of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// Different sets of conditions that cannot hold.
    pub refutations: u64,
    /// Clauses that were checked to follow.
    pub lemmas: u64,
    /// Inequalities of integers that were checked to follow.
    pub cuts: u64,
}

impl Certificate {
    /// Both together.
    pub fn and(self, other: Certificate) -> Certificate {
        Certificate {
            refutations: self.refutations + other.refutations,
            lemmas: self.lemmas + other.lemmas,
            cuts: self.cuts + other.cuts,
        }
    }
}

/// What became of an attempt to certify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certification {
    /// Every refutation was checked.
    Certified(Certificate),
    /// One of them was not.
    Missing(Missing),
    /// One of them is wrong: a defect of ours.
    Contradicted(Contradiction),
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Missing {
    /// What certificates may cost was spent first.
    Work,
    /// The plain refutation was not found, or not for integers of any size.
    NotFound,
    /// The checker did not accept it.
    Rejected,
    /// The proof also rests on what was found out earlier, or apart.
    Apart,
}

impl fmt::Display for Missing {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Missing::Work => "checking it would take too much work",
            Missing::NotFound => "no refutation was found that can be checked",
            Missing::Rejected => "the check of the refutation failed",
            Missing::Apart => "it also rests on bounds that were found apart",
        })
    }
}

/// A refutation that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// What was refuted.
    pub conditions: String,
    /// Values under which it holds.
    pub values: String,
}

impl Contradiction {
    fn new(terms: &Terms, conditions: &[TermId], model: &Model) -> Contradiction {
        let conditions = conditions.iter().map(|&condition| print(terms, condition));
        let values = model.iter().map(|(variable, value)| {
            let name = &terms.variable_of(variable).name;
            format!("{name} = {value:?}")
        });
        Contradiction {
            conditions: conditions.collect::<Vec<String>>().join(" "),
            values: values.collect::<Vec<String>>().join(", "),
        }
    }
}

/// Refutes again what was refuted, and has it checked.
pub fn certify(terms: &Terms, refutations: &[Refutation], allowance: &Allowance) -> Certification {
    let mut sets: Vec<Set> = refutations
        .iter()
        .map(|refutation| Set::new(refutation.conditions.iter().copied()))
        .collect();
    sets.sort_by(|one, other| one.order(other));
    let mut refuter = Refuter::new(allowance);
    let mut evaluator = Evaluator::new();
    let mut certificate = Certificate::default();
    let mut known: Vec<Set> = Vec::new();
    for set in sets {
        // More conditions are no easier to meet.
        if known.iter().any(|smaller| smaller.is_subset(&set)) {
            continue;
        }
        allowance.charge(QUERY);
        if allowance.is_used_up() {
            return Certification::Missing(Missing::Work);
        }
        let conditions = set.conditions();
        let before = evaluator.computed();
        let model = attack::attack(terms, conditions, &mut evaluator);
        allowance.charge(price(evaluator.computed() - before, EVALUATION));
        if let Some(model) = model {
            let found = Contradiction::new(terms, conditions, &model);
            return Certification::Contradicted(found);
        }
        match refuter.refute(terms, conditions) {
            Refuted::ByClauses { lemmas } => certificate.lemmas += lemmas,
            Refuted::ByCuts { steps } => certificate.cuts += steps,
            Refuted::Rejected => return Certification::Missing(Missing::Rejected),
            Refuted::Model(model) => return doubted(terms, conditions, &model),
            Refuted::Unknown(Why::Limit(Limit::Cost)) => {
                return Certification::Missing(Missing::Work);
            }
            Refuted::Unknown(_) => return Certification::Missing(Missing::NotFound),
        }
        certificate.refutations += 1;
        known.push(set);
    }
    Certification::Certified(certificate)
}

/// What a model of the circuits says: it counts if it is one of the terms.
fn doubted(terms: &Terms, conditions: &[TermId], model: &Model) -> Certification {
    let mut evaluator = Evaluator::new();
    let value = |variable| model.get(variable).cloned();
    let mut all = conditions.iter();
    match all.all(|&condition| evaluator.holds(terms, condition, &value)) {
        true => Certification::Contradicted(Contradiction::new(terms, conditions, model)),
        false => Certification::Missing(Missing::Rejected),
    }
}

#[cfg(test)]
mod tests;
