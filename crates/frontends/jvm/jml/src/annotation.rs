//! Which comments are annotations.

use crate::clauses::is_keyword;

/// What a comment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comment<'a> {
    /// An annotation.
    Annotation,
    /// Perhaps meant as one: its first word is not known.
    Doubtful(&'a str),
    /// No annotation.
    Other,
}

/// What a comment is, by its mark and first word.
pub(crate) fn kind(comment: &str) -> Comment<'_> {
    let rest = comment
        .strip_prefix("//")
        .or_else(|| comment.strip_prefix("/*"));
    // Keys choose a tool; what all tools read has none.
    let Some(rest) = rest.and_then(|rest| rest.strip_prefix('@')) else {
        return Comment::Other;
    };
    let text = rest.trim_start_matches(|c: char| c == '@' || c.is_whitespace());
    let apart = rest[..rest.len() - text.len()].contains(char::is_whitespace);
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (word, after) = text.split_at(end.unwrap_or(text.len()));
    if is_keyword(word) && !after.starts_with(':') {
        return Comment::Annotation;
    }
    // Annotations of Java that were commented out, and marks of other tools,
    // look different: a capital, or no space.
    let plain = word.starts_with(|c: char| c.is_lowercase());
    match apart && plain && text.contains(';') {
        true => Comment::Doubtful(word),
        false => Comment::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_begin_with_a_word_of_jml() {
        for text in [
            "//@ requires x;",
            "//@requires x;",
            "/*@ nullable @*/",
            "/*@\n  @ invariant x;",
        ] {
            assert_eq!(kind(text), Comment::Annotation, "{text}");
        }
        for text in [
            "// requires x;",
            "//@Override",
            "//@formatter:off",
            "//@ Override",
            "/** @return x; */",
            "//-@ requires x;",
            "//@ see below",
        ] {
            assert_eq!(kind(text), Comment::Other, "{text}");
        }
        assert_eq!(kind("//@ requries x > 0;"), Comment::Doubtful("requries"));
    }
}
