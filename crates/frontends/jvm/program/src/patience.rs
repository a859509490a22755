//! Observing with patience: a call that ends in the interpreter and not in
//! time in the JVM is most often one that loads many classes, on a machine
//! that is busy. It is no bug, and gets more time.

use std::collections::BTreeSet;

use everypath_jdk::{Artifacts, Jdk, Kept, ObserveRequest, Observed, Unobserved, observe};
use everypath_suite::Candidate;
use everypath_trace::Outcome;

/// How much longer such a call may take.
const LONGER: u32 = 5;
/// Calls that get more time.
const MOST: usize = 12;

/// Observes recipes, some of them again.
pub(crate) fn patiently(
    jdk: &Jdk,
    request: &ObserveRequest,
    kept: &[Kept],
    candidates: &[&Candidate],
) -> Result<Observed, String> {
    let artifacts = Artifacts::of_user();
    let mut observed = observe(jdk, &artifacts, request, kept)?;
    let ends = |id: &u64| candidates[*id as usize].outcome != Outcome::TimedOut;
    let slow: BTreeSet<u64> = observed.slow().into_iter().filter(ends).collect();
    if slow.is_empty() {
        return Ok(observed);
    }
    let again: Vec<Kept> = kept
        .iter()
        .filter(|one| slow.contains(&one.id))
        .take(MOST)
        .cloned()
        .collect();
    let request = ObserveRequest {
        timeout: request.timeout * LONGER,
        ..request.clone()
    };
    observed.replace(observe(jdk, &artifacts, &request, &again)?);
    // What still does not end is no case: which of both is right is not known.
    let still: Vec<u64> = observed.slow().into_iter().filter(ends).collect();
    let reason = "it ends in the interpreter, and takes too long in the JVM";
    observed.replace(Observed {
        cases: Vec::new(),
        dropped: still
            .into_iter()
            .map(|id| Unobserved {
                id,
                reason: reason.to_owned(),
            })
            .collect(),
    });
    Ok(observed)
}
