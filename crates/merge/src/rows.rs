//! The table of a C file that names its tests: rows come and go with them.

use crate::words::mentions;

/// A table without the rows of some tests.
pub(crate) fn without_rows(text: &str, tests: &[&str]) -> String {
    let lines = text.split('\n');
    let kept = lines.filter(|line| !tests.iter().any(|test| mentions(line, test)));
    kept.collect::<Vec<&str>>().join("\n")
}

/// The rows of some tests.
pub(crate) fn rows_of<'a>(text: &'a str, tests: &[&str]) -> Vec<&'a str> {
    let lines = text.split('\n');
    lines
        .filter(|line| tests.iter().any(|test| mentions(line, test)))
        .collect()
}

/// A table with more rows, behind those of the tests that it has; before its last line if
/// it has none.
pub(crate) fn with_rows(text: &str, tests: &[&str], rows: &[&str]) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let is_row = |line: &&str| tests.iter().any(|test| mentions(line, test));
    let behind = lines.iter().rposition(is_row).map(|last| last + 1);
    let place = behind.unwrap_or(lines.len().saturating_sub(1));
    lines.splice(place..place, rows.iter().copied());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_and_go() {
        let table = "t[] = {\n    {\"a\", a},\n    {\"b\",\n     b},\n};";
        let without = without_rows(table, &["b"]);
        assert_eq!(without, "t[] = {\n    {\"a\", a},\n};");
        let rows = rows_of(table, &["b"]);
        assert_eq!(with_rows(&without, &["a"], &rows), table);
        assert_eq!(with_rows("t[] = {\n};", &["a"], &["x"]), "t[] = {\nx\n};");
    }
}
