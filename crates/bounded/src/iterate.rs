//! Iterative scopes: small structures and short runs first, in one formula.
//! A smaller scope is a set of assumptions, so everything that is learnt in
//! one is kept for the next.

use everypath_term::{TermId, Terms};

use crate::encode::Encoded;
use crate::scope::Scope;

/// Which numbers of unrollings are tried for a number of objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sweep {
    /// Every one up to the number of objects.
    Complete,
    /// The number of objects.
    Maximum,
    /// Half the number of objects.
    #[default]
    Half,
}

/// One step of the growing scope; `None` is the whole scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Objects of a class.
    pub objects: Option<u32>,
    /// Unrollings of a loop.
    pub unrollings: Option<u32>,
}

/// The steps to the whole scope, which is the last.
pub(crate) fn steps(scope: &Scope, sweep: Sweep, encoded: &Encoded) -> Vec<Step> {
    let largest = encoded.input.pools.values().map(Vec::len).max();
    let largest = largest.unwrap_or(0) as u32;
    let mut steps = Vec::new();
    for objects in 1..largest {
        let unrollings: Vec<u32> = match sweep {
            Sweep::Complete => (1..=objects).collect(),
            Sweep::Maximum => vec![objects],
            Sweep::Half => vec![objects.div_ceil(2)],
        };
        for unrollings in unrollings {
            steps.push(Step {
                objects: Some(objects),
                unrollings: (unrollings < scope.unrollings).then_some(unrollings),
            });
        }
    }
    steps.push(Step {
        objects: None,
        unrollings: None,
    });
    steps
}

impl Step {
    /// What has to hold for a run to stay in this step.
    pub(crate) fn assumptions(&self, terms: &mut Terms, encoded: &Encoded) -> Vec<TermId> {
        let mut all = Vec::new();
        if let Some(objects) = self.objects {
            for used in encoded.input.used.values() {
                if let Some(&beyond) = used.get(objects as usize) {
                    all.push(terms.not(beyond));
                }
            }
        }
        if let Some(unrollings) = self.unrollings {
            let beyond = encoded.unrolled.range(unrollings..).next();
            if let Some((_, &beyond)) = beyond {
                all.push(terms.not(beyond));
            }
        }
        all
    }
}
