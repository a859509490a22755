//! Words of a text: names as programs use them.

use std::collections::BTreeSet;

use crate::syntax::is_word;

/// All words of a text.
pub(crate) fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !is_word(c))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Whether a text has a word in it.
pub(crate) fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !is_word(c)).any(|one| one == word)
}

/// A text with another word in the place of one.
pub(crate) fn replaced(text: &str, from: &str, to: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars().chain(std::iter::once('\0')) {
        if is_word(c) {
            word.push(c);
            continue;
        }
        result.push_str(if word == from { to } else { &word });
        word.clear();
        if c != '\0' {
            result.push(c);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        assert!(mentions("f(test_a, 1)", "test_a"));
        assert!(!mentions("f(test_ab)", "test_a"));
        assert_eq!(replaced("{\"a\", a}, ab", "a", "c"), "{\"c\", c}, ab");
    }
}
