//! Words: names, numbers and texts, short enough for the name of a test.

/// The longest word made of a value.
pub(crate) const LONGEST_WORD: usize = 16;

/// `LinkedList` as `linked_list`, `BST` as `bst`.
pub(crate) fn snake(name: &str) -> String {
    let characters: Vec<char> = name.trim_start_matches('_').chars().collect();
    let mut result = String::new();
    for (i, &c) in characters.iter().enumerate() {
        let after_lower =
            i > 0 && (characters[i - 1].is_lowercase() || characters[i - 1].is_numeric());
        let before_lower = characters
            .get(i + 1)
            .is_some_and(|next| next.is_lowercase());
        let after_upper = i > 0 && characters[i - 1].is_uppercase();
        if c.is_uppercase()
            && (after_lower || (after_upper && before_lower))
            && !result.ends_with('_')
        {
            result.push('_');
        }
        result.extend(c.to_lowercase());
    }
    result
}

/// No doubled or trailing underscores.
pub(crate) fn squeeze(name: &str) -> String {
    let mut result = String::new();
    for c in name.chars() {
        if c != '_' || !result.ends_with('_') {
            result.push(c);
        }
    }
    result.trim_end_matches('_').to_owned()
}

/// A count in words.
pub(crate) fn number(count: usize) -> String {
    const WORDS: [&str; 10] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    WORDS
        .get(count)
        .map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// A number, given as its text, in a word.
pub fn number_word(text: &str) -> String {
    let word = |text: &str| {
        let word = text
            .replace('-', "minus_")
            .replace('.', "_point_")
            .replace('+', "");
        word.strip_suffix("_point_0").unwrap_or(&word).to_owned()
    };
    let whole = word(text);
    if whole.len() <= LONGEST_WORD {
        return whole;
    }
    if !text.contains(['.', 'e']) {
        let sign = if text.starts_with('-') { "minus_" } else { "" };
        let digits = text.trim_start_matches('-').len();
        return format!("{sign}a_number_of_{digits}_digits");
    }
    match text.parse::<f64>() {
        Ok(value) if (0.01..1e6).contains(&value.abs()) => {
            format!("about_{}", word(&format!("{value:.2}")))
        }
        Ok(value) => format!("about_{}", word(&format!("{value:.1e}"))),
        Err(_) => "a_number".to_owned(),
    }
}

/// A text in a word.
pub fn text_word(text: &str) -> String {
    if text.is_empty() {
        return "empty".to_owned();
    }
    // A sign is no punctuation.
    let after_sign = text.strip_prefix('-');
    let negative = after_sign.filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if let Some(word) = negative.and_then(slug) {
        return format!("minus_{word}");
    }
    if let Some(word) = slug(text) {
        return word;
    }
    if let Some((_, name)) = SYMBOLS.iter().find(|(symbol, _)| *symbol == text) {
        return (*name).to_owned();
    }
    if text.trim().is_empty() {
        return "blank".to_owned();
    }
    match text.chars().count() {
        1 => "a_symbol".to_owned(),
        n => format!("{}_characters", number(n)),
    }
}

/// What single signs are called.
const SYMBOLS: [(&str, &str); 35] = [
    (" ", "a_space"),
    ("\t", "a_tab"),
    ("\n", "a_newline"),
    ("-", "minus"),
    ("+", "plus"),
    (".", "dot"),
    (",", "comma"),
    (":", "colon"),
    (";", "semicolon"),
    ("/", "slash"),
    ("\\", "backslash"),
    ("*", "star"),
    ("=", "equals_sign"),
    ("_", "underscore"),
    ("%", "percent_sign"),
    ("#", "number_sign"),
    ("@", "at_sign"),
    ("&", "ampersand"),
    ("!", "exclamation_mark"),
    ("?", "question_mark"),
    ("$", "dollar_sign"),
    ("^", "caret"),
    ("~", "tilde"),
    ("`", "backtick"),
    ("|", "bar"),
    ("<", "less_sign"),
    (">", "greater_sign"),
    ("'", "apostrophe"),
    ("\"", "quote"),
    ("(", "open_parenthesis"),
    (")", "close_parenthesis"),
    ("[", "open_bracket"),
    ("]", "close_bracket"),
    ("{", "open_brace"),
    ("}", "close_brace"),
];

/// The letters and digits of a text, if there are enough to know it by.
pub(crate) fn slug(text: &str) -> Option<String> {
    let slug: String = text
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '_'
            }
        })
        .collect();
    let slug = squeeze(slug.trim_matches('_'));
    let letters = slug.chars().filter(|c| *c != '_').count();
    let enough = letters * 2 >= text.chars().count().min(LONGEST_WORD);
    (letters > 0 && enough && slug.len() <= LONGEST_WORD).then_some(slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_differ_have_words_that_do() {
        let words = ["-1th", "1th", " ", "\t", "`", "\u{e9}", ""].map(text_word);
        let expected = [
            "minus_1th",
            "1th",
            "a_space",
            "a_tab",
            "backtick",
            "a_symbol",
            "empty",
        ];
        assert_eq!(words, expected);
    }
}
