//! Exceptions that look like mistakes: what Java throws by itself in the class's own code, and
//! neither a declaration nor a comment speaks of.

use everypath_generate::Suspicion;
use everypath_jvm::{Loaded, Unit};
use everypath_suite::Candidate;
use everypath_trace::Outcome;

/// What a division by zero throws: of a number that is given, that is the caller's business.
const DIVISION: &str = "java.lang.ArithmeticException";
/// What a call throws that calls itself without an end.
const OVERFLOW: &str = "java.lang.StackOverflowError";

/// What looks like a mistake in how a run ended, if something does.
pub(crate) fn suspicion(
    candidate: &Candidate,
    unit: &Unit,
    loaded: &Loaded,
    source: &str,
) -> Option<Suspicion> {
    let Outcome::Threw { kind, .. } = &candidate.outcome else {
        return None;
    };
    let thrown_at = || {
        let mut goals = candidate.goals.iter().copied();
        let goal = goals.find(|goal| loaded.thrown(*goal).as_ref() == Some(kind))?;
        Some(loaded.goals[goal].location.line)
    };
    let line = match kind.as_str() {
        DIVISION => None,
        OVERFLOW => Some(unit.line),
        _ => thrown_at(),
    }?;
    let exception = kind.rsplit(['.', '$']).next().unwrap_or(kind);
    let is_meant = unit.throws.contains(kind) || documents(source, &unit.method, exception);
    (!is_meant).then(|| Suspicion {
        exception: exception.to_owned(),
        line,
    })
}

/// Whether the comment before a method of a name says that it throws an exception.
fn documents(source: &str, method: &str, exception: &str) -> bool {
    let comments = source.split("/**").skip(1);
    comments
        .filter_map(|rest| rest.split_once("*/"))
        .any(|(comment, code)| {
            let head = code.split(['{', ';']).next().unwrap_or_default();
            let name = head.split('(').next().unwrap_or_default();
            let is_own = name.split_whitespace().last() == Some(method) && head.contains('(');
            let tags = comment.split(['@', '\n']);
            let says = |tag: &str| {
                let mut words = tag.split_whitespace();
                matches!(words.next(), Some("throws" | "exception"))
                    && words.next().is_some_and(|name| name.ends_with(exception))
            };
            is_own && tags.into_iter().any(says)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_comment_says_of_a_method_is_meant() {
        let source = "/** First.\n * @throws NullPointerException if null */\nint a(int x) { }\n\
                      /** Second. */\nint b(int x) { }\n";
        assert!(documents(source, "a", "NullPointerException"));
        assert!(!documents(source, "a", "ClassCastException"));
        assert!(!documents(source, "b", "NullPointerException"));
    }
}
