//! What reports say of a case: how it ended, and what in it is none of the program's own.

use everypath_emit::junit::{Case, Outcome};

/// What the report says of a case.
pub(crate) fn note(case: &Case) -> String {
    format!("{}{}", sentence(&case.outcome), standing(case))
}

/// Which collaborators of a case are none of the program's own, in words.
fn standing(case: &Case) -> String {
    let names = case.recipe.stand_ins();
    match names.is_empty() {
        true => String::new(),
        false => format!(", with a stand-in for {}", names.join(" and ")),
    }
}

/// How a case ended, in words.
fn sentence(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned { .. } => "returns".to_owned(),
        Outcome::Threw { exact, .. } => {
            let name = exact.rsplit(['.', '$']).next().unwrap_or(exact);
            format!("throws {name}")
        }
        Outcome::Violated { clause } => clause.clone(),
        Outcome::TimedOut => "does not end in time".to_owned(),
        Outcome::Crashed => "takes the JVM down".to_owned(),
    }
}
