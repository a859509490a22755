//! Only tests that did what they should when they were run are kept.

use super::{Case, Emitted, File, Options, Skipped, emit};

/// Rounds of running and leaving out before the rest is given up.
const MOST_ROUNDS: usize = 6;

/// What a run says of one test: `None` if it passed, or why it failed.
pub type Verdicts = Vec<(String, Option<String>)>;

/// Emits the cases, runs each file with `run`, and leaves out the tests that
/// fail, and of those that show bugs the ones that pass, until none is left
/// out any more. Those left out are among the skipped, with the reason.
pub fn emit_passing<E>(
    cases: &[Case],
    options: &Options,
    run: &mut dyn FnMut(&File) -> Result<Verdicts, E>,
) -> Result<Emitted, E> {
    let mut kept: Vec<Case> = cases.to_vec();
    let mut removed: Vec<Skipped> = vec![];
    for round in 0.. {
        let mut emitted = emit(&kept, options);
        let mut wrong: Vec<Skipped> = vec![];
        if let Some(file) = &emitted.tests {
            wrong.extend(failing(file, run(file)?, &kept));
        }
        if let Some(file) = &emitted.bugs {
            wrong.extend(passing(file, run(file)?, &kept));
        }
        if wrong.is_empty() || round == MOST_ROUNDS {
            if !wrong.is_empty() {
                // They fail in ways that leaving others out changes.
                emitted = Emitted::default();
            }
            emitted.skipped.extend(removed);
            emitted.skipped.extend(wrong);
            emitted.skipped.sort_by_key(|skipped| skipped.id);
            return Ok(emitted);
        }
        kept.retain(|case| wrong.iter().all(|skipped| skipped.id != case.id));
        removed.extend(wrong);
    }
    unreachable!("the last round returns")
}

fn failing(file: &File, verdicts: Verdicts, cases: &[Case]) -> Vec<Skipped> {
    file.tests
        .iter()
        .filter_map(|written| {
            let reason = match verdicts.iter().find(|(test, _)| *test == written.name) {
                Some((_, None)) => return None,
                Some((_, Some(why))) => format!("its test failed under pytest: {why}"),
                None => "pytest did not run its test".to_owned(),
            };
            Some(skipped(written.id, reason, cases))
        })
        .collect()
}

fn passing(file: &File, verdicts: Verdicts, cases: &[Case]) -> Vec<Skipped> {
    file.tests
        .iter()
        .filter_map(|written| {
            let reason = match verdicts.iter().find(|(test, _)| *test == written.name) {
                Some((_, Some(_))) => return None,
                Some((_, None)) => "the bug does not show under pytest".to_owned(),
                None => "pytest did not run its test".to_owned(),
            };
            Some(skipped(written.id, reason, cases))
        })
        .collect()
}

fn skipped(id: u64, reason: String, cases: &[Case]) -> Skipped {
    let unit = cases.iter().find(|case| case.id == id);
    Skipped {
        id,
        unit: unit.map(|case| case.unit.clone()).unwrap_or_default(),
        reason,
    }
}
