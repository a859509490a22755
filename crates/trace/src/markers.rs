//! Goals that the user marks in the source, in a comment of any language:
//! `everypath: goal NAME`.

/// A marked goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// The line of the comment, from 1.
    pub line: u32,
    /// The goal's name.
    pub name: String,
}

const WORD: &str = "everypath:";

/// The goals that a source marks, in its order. The statement on the
/// comment's line is meant or, if it stands alone, the next one.
pub fn markers(source: &str) -> Vec<Marker> {
    let mut found = Vec::new();
    for (index, line) in source.lines().enumerate() {
        let Some(name) = name_in(line) else { continue };
        found.push(Marker {
            line: index as u32 + 1,
            name: name.to_owned(),
        });
    }
    found
}

/// The name after `everypath: goal`, if that follows the start of a comment.
fn name_in(line: &str) -> Option<&str> {
    let at = line.find(WORD)?;
    let before = line[..at].trim_end();
    if !["//", "#", "/*", "*"]
        .iter()
        .any(|leader| before.ends_with(leader))
    {
        return None;
    }
    let mut words = line[at + WORD.len()..].split_whitespace();
    if words.next() != Some("goal") {
        return None;
    }
    let name = words.next()?.trim_end_matches("*/");
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_each_language_mark_goals() {
        let source = "\
a = 1  # everypath: goal first
// everypath: goal 2
x(); /* everypath: goal third*/
";
        let found: Vec<(u32, String)> = markers(source)
            .into_iter()
            .map(|marker| (marker.line, marker.name))
            .collect();
        let expected = [(1, "first"), (2, "2"), (3, "third")];
        assert_eq!(found, expected.map(|(line, name)| (line, name.to_owned())));
    }

    #[test]
    fn other_text_marks_nothing() {
        for source in [
            "print(\"everypath: goal 1\")",
            "# everypath: goal",
            "# everypath: goals 3",
            "// the word everypath alone",
        ] {
            assert_eq!(markers(source), [], "{source}");
        }
    }
}
