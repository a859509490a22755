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

/// What a source speaks of, first what a part of it does.
pub(super) fn spoken(near: &str, source: &str) -> Spoken {
    Spoken {
        words: words(near, source),
        letters: letters(near, source),
        numbers: numbers(near, source),
    }
}

fn words(near: &str, source: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for text in quoted(near).into_iter().chain(quoted(source)) {
        if text.chars().count() > 1 && !words.contains(&text) {
            words.push(text);
        }
    }
    words.truncate(MOST_WORDS);
    words
}

/// The letters of the short texts in a source: those of a part, then the others by how often
/// they are there, then common ones.
fn letters(near: &str, source: &str) -> Vec<char> {
    let mut counts: Vec<(char, usize)> = Vec::new();
    for letter in quoted(source).iter().flat_map(|text| text.chars()) {
        match counts.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, count)) => *count += 1,
            None => counts.push((letter, 1)),
        }
    }
    let near: Vec<char> = quoted(near).iter().flat_map(|text| text.chars()).collect();
    // Stable: the first stays first.
    counts.sort_by_key(|(letter, count)| {
        let is_far = !near.contains(letter);
        (is_far, std::cmp::Reverse(*count))
    });
    let mut letters: Vec<char> = counts.into_iter().map(|(letter, _)| letter).collect();
    letters.truncate(MOST);
    let common = COMMON.chars().filter(|letter| !letters.contains(letter));
    let common: Vec<char> = common.collect();
    letters.extend(common);
    letters
}

/// Texts between quotes that are no sentences.
fn quoted(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in source.lines() {
        let mut rest = line;
        while let Some(start) = rest.find(['"', '\'']) {
            let quote = &rest[start..=start];
            let after = &rest[start + 1..];
            let Some(end) = after.find(quote) else { break };
            let text = &after[..end];
            if !text.is_empty() && text.chars().count() <= LONGEST {
                found.push(plain(text));
            }
            rest = &after[end + 1..];
        }
    }
    found
}

/// A text without the signs that stand for letters which cannot be seen.
fn plain(text: &str) -> String {
    let escapes = [("\\t", "\t"), ("\\n", "\n"), ("\\r", "\r"), ("\\\\", "\\")];
    let mut plain = text.to_owned();
    for (escape, letter) in escapes {
        plain = plain.replace(escape, letter);
    }
    plain
}

/// The whole numbers in a source, those of a part first.
fn numbers(near: &str, source: &str) -> Vec<BigInt> {
    let mut found: Vec<BigInt> = Vec::new();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let words = [near, source].into_iter();
    for word in words.flat_map(|text| text.split(|letter| !is_word(letter))) {
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
        assert_eq!(spoken("", source).words, ["dh"]);
        let first = |near: &str| {
            letters(near, source)
                .into_iter()
                .take(3)
                .collect::<String>()
        };
        assert_eq!(first(""), "dha");
        assert_eq!(first("'h'"), "hda");
        assert_eq!(numbers("", source), [3600, 40].map(BigInt::from));
        assert_eq!(numbers("x + 40L", source), [40, 3600].map(BigInt::from));
    }

    #[test]
    fn letters_that_cannot_be_seen_are_letters() {
        let letters: String = letters("", r"c == '\t' || c == ' '")
            .into_iter()
            .take(2)
            .collect();
        assert_eq!(letters, "\t ");
    }
}
