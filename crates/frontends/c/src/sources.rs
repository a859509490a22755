//! Conditions as the source writes them.

use indexmap::IndexSet;

/// The lines and columns, from 1, where a word stands.
pub(crate) fn places_of(source: &str, word: &str) -> IndexSet<(u32, u32)> {
    let mut places = IndexSet::new();
    for (line, text) in source.lines().enumerate() {
        for (column, _) in text.match_indices(word) {
            places.insert((line as u32 + 1, column as u32 + 1));
        }
    }
    places
}

/// The condition around a place of the source: the text between the brackets
/// or operators that enclose it.
pub(crate) fn condition(source: &str, line: u32, column: u32) -> Option<String> {
    let start: usize = source
        .split_inclusive('\n')
        .take(line.checked_sub(1)? as usize)
        .map(str::len)
        .sum();
    let bytes = source.as_bytes();
    let at = start + column.checked_sub(1)? as usize;
    if at >= bytes.len() {
        return None;
    }
    if let Some(text) = loop_condition(source.get(at..)?) {
        return Some(text);
    }
    let mut left = leftwards(bytes, at);
    // A condition behind a `!` is decided without it, with its sides exchanged.
    if source
        .get(left..at)?
        .chars()
        .all(|c| c == '!' || c.is_whitespace())
    {
        left = at;
    }
    let right = rightwards(bytes, at);
    one_line(source.get(left..right)?)
}

/// The text with single blanks, if it is short enough to be read.
fn one_line(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    (!text.is_empty() && text.len() <= 120).then_some(text)
}

/// The condition of the `for` loop that the text begins with: a condition
/// without an operator is decided at the loop's first letter.
fn loop_condition(text: &str) -> Option<String> {
    let head = text.strip_prefix("for")?.trim_start().strip_prefix('(')?;
    one_line(head.split(';').nth(1)?)
}

fn leftwards(bytes: &[u8], at: usize) -> usize {
    let mut depth = 0;
    let mut index = at;
    while index > 0 {
        let byte = bytes[index - 1];
        let before = if index > 1 { bytes[index - 2] } else { b' ' };
        match byte {
            b')' | b']' => depth += 1,
            b'(' | b'[' if depth == 0 => return index,
            b'(' | b'[' => depth -= 1,
            b';' | b'{' | b'}' | b'?' | b',' if depth == 0 => return index,
            b':' if depth == 0 => return index,
            b'&' | b'|' if depth == 0 && before == byte => return index,
            b'=' if depth == 0
                && !matches!(before, b'=' | b'!' | b'<' | b'>')
                && bytes.get(index) != Some(&b'=') =>
            {
                return index;
            }
            _ => {}
        }
        if depth == 0 && byte == b'n' && bytes[..index].ends_with(b"return") {
            return index;
        }
        index -= 1;
    }
    0
}

fn rightwards(bytes: &[u8], at: usize) -> usize {
    let mut depth = 0;
    let mut index = at;
    let mut quote = None;
    while index < bytes.len() {
        let byte = bytes[index];
        if let Some(mark) = quote {
            if byte == b'\\' {
                index += 1;
            } else if byte == mark {
                quote = None;
            }
            index += 1;
            continue;
        }
        match byte {
            b'"' | b'\'' => quote = Some(byte),
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth == 0 => return index,
            b')' | b']' => depth -= 1,
            b';' | b'{' | b'}' | b'?' | b',' if depth == 0 => return index,
            b':' if depth == 0 => return index,
            b'&' | b'|' if depth == 0 && bytes.get(index + 1) == Some(&byte) => return index,
            _ => {}
        }
        index += 1;
    }
    bytes.len()
}

/// The lines that hold nothing but brackets and semicolons, from 1.
pub(crate) fn empty_lines(text: &str) -> std::collections::BTreeSet<u32> {
    text.lines()
        .zip(1..)
        .filter(|(line, _)| line.chars().all(|c| c.is_whitespace() || "{};".contains(c)))
        .map(|(_, number)| number)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_found_around_their_operator() {
        let source = "int f(int a) {\n  if (a > 0 && g(a, 2) == 3) return 1;\n  while (*p++)\n  x = a < 3 ? 1 : 2;\n  return a == ')';\n";
        let check = |line, column, expected: &str| {
            assert_eq!(condition(source, line, column).as_deref(), Some(expected));
        };
        check(2, 9, "a > 0");
        check(2, 24, "g(a, 2) == 3");
        check(3, 10, "*p++");
        check(4, 9, "a < 3");
        check(5, 12, "a == ')'");
        let source = "if (!a || !b == c) return 1;";
        let check = |column, expected: &str| {
            assert_eq!(condition(source, 1, column).as_deref(), Some(expected));
        };
        check(6, "a");
        check(14, "!b == c");
        assert_eq!(condition(source, 99, 1), None);
        let source = "/* All. */ for (n = list, i = 0; n; n = n->next) if (n->x) g();";
        assert_eq!(condition(source, 1, 12).as_deref(), Some("n"));
    }
}
