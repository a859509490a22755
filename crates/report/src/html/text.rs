//! Small pieces of text: escaping, numbers and plurals.

/// Text as it stands in HTML and XML, and in attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Neither has other control characters; show that one was here.
            '\n' | '\t' => escaped.push(letter),
            letter if letter.is_control() => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Escaped text whose `code` is marked as such.
pub(super) fn escape_with_code(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    parts
        .iter()
        .enumerate()
        .map(|(index, part)| match index % 2 {
            0 => escape(part),
            _ => format!("<code>{}</code>", escape(part)),
        })
        .collect()
}

/// A unit's name without that of its module, which need not be repeated.
pub(super) fn within<'a>(module: &str, unit: &'a str) -> &'a str {
    let rest = unit.strip_prefix(module);
    let rest = rest.and_then(|rest| rest.strip_prefix(['.', '#', '$', ':']));
    rest.filter(|rest| !rest.is_empty()).unwrap_or(unit)
}

/// A number with its noun.
pub(super) fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// Seconds as people read them.
pub(super) fn seconds(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0} s"),
        value if value >= 1.0 => format!("{value:.1} s"),
        value if value >= 0.001 => format!("{:.0} ms", value * 1000.0),
        value if value > 0.0 => "< 1 ms".to_owned(),
        _ => "0".to_owned(),
    }
}

/// The share in percent; everything of nothing is 100.
pub(super) fn percent(part: usize, whole: usize) -> f64 {
    match whole {
        0 => 100.0,
        whole => 100.0 * part as f64 / whole as f64,
    }
}

/// Text cut after some letters.
pub(super) fn shorten(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars()
        .take(longest.saturating_sub(1))
        .chain(['…'])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_text_stays_text() {
        assert_eq!(
            escape("<a b=\"&\">\u{0}"),
            "&lt;a b=&quot;&amp;&quot;&gt;\u{fffd}"
        );
        assert_eq!(
            escape_with_code("`x < 3` is true"),
            "<code>x &lt; 3</code> is true"
        );
        assert_eq!(escape_with_code("one ` alone"), "one ` alone");
    }

    #[test]
    fn units_are_named_within_their_module() {
        assert_eq!(within("a.Foo", "a.Foo#bar(int)"), "bar(int)");
        assert_eq!(within("a.Foo", "a.Foo$Inner#bar()"), "Inner#bar()");
        assert_eq!(within("a.Foo", "a.Food#bar()"), "a.Food#bar()");
        assert_eq!(within("a.Foo", "a.Foo"), "a.Foo");
    }

    #[test]
    fn times_have_a_fitting_unit() {
        let check = |value, expected: &str| assert_eq!(seconds(value), expected);
        check(0.0, "0");
        check(0.0004, "< 1 ms");
        check(0.0123, "12 ms");
        check(1.25, "1.2 s");
        check(321.4, "321 s");
    }
}
