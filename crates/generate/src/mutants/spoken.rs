//! The texts and numbers that a source speaks of: what inputs are varied with.

use everypath_suite::Spoken;
use num_bigint::BigInt;

/// Letters that most texts have, after those of the source.
const COMMON: &str = "a2 B-.é";
/// So many letters and numbers are enough, and so many texts.
const MOST: usize = 24;
const MOST_WORDS: usize = 12;
/// Longer texts are sentences.
const LONGEST: usize = 12;

/// What a source speaks of.
pub(super) fn spoken(source: &str) -> Spoken {
    let mut words: Vec<String> = Vec::new();
    for text in quoted(source) {
        if text.chars().count() > 1 && !words.iter().any(|word| word == text) {
            words.push(text.to_owned());
        }
    }
    words.truncate(MOST_WORDS);
    Spoken {
        words,
        letters: letters(source),
        numbers: numbers(source),
    }
}

/// The letters of the short texts in a source, by how often they are there, then common ones.
fn letters(source: &str) -> Vec<char> {
    let mut counts: Vec<(char, usize)> = Vec::new();
    for text in quoted(source) {
        for letter in text.chars() {
            match counts.iter_mut().find(|(known, _)| *known == letter) {
                Some((_, count)) => *count += 1,
                None => counts.push((letter, 1)),
            }
        }
    }
    // Stable: the first stays first.
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut letters: Vec<char> = counts.into_iter().map(|(letter, _)| letter).collect();
    letters.truncate(MOST);
    let common = COMMON.chars().filter(|letter| !letters.contains(letter));
    let common: Vec<char> = common.collect();
    letters.extend(common);
    letters
}

/// Texts between quotes that are no sentences.
fn quoted(source: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in source.lines() {
        let mut rest = line;
        while let Some(start) = rest.find(['"', '\'']) {
            let quote = &rest[start..=start];
            let after = &rest[start + 1..];
            let Some(end) = after.find(quote) else { break };
            let text = &after[..end];
            if !text.is_empty() && text.chars().count() <= LONGEST {
                found.push(text);
            }
            rest = &after[end + 1..];
        }
    }
    found
}

/// The whole numbers in a source.
fn numbers(source: &str) -> Vec<BigInt> {
    let mut found: Vec<BigInt> = Vec::new();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    for word in source.split(|letter| !is_word(letter)) {
        let digits = word.replace('_', "");
        let digits = digits.trim_end_matches(['L', 'u', 'U', 'l']);
        if !digits.starts_with(|letter: char| letter.is_ascii_digit()) {
            continue;
        }
        let Ok(number) = digits.parse::<BigInt>() else {
            continue;
        };
        if number > BigInt::from(2) && !found.contains(&number) {
            found.push(number);
        }
    }
    found.truncate(MOST);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_source_speaks_of() {
        let source = "if c in \"dh\" or c == 'd':\n    return 3_600 * x1 + 0.5 + 40L\n";
        assert_eq!(spoken(source).words, ["dh"]);
        let letters: String = letters(source).into_iter().take(3).collect();
        assert_eq!(letters, "dha");
        assert_eq!(numbers(source), [3600, 40].map(BigInt::from));
    }
}
