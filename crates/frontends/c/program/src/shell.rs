//! Commands as users write them.

/// The words of a command, as a shell would cut them.
pub fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().extend(characters.next()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_cut_as_a_shell_does() {
        assert_eq!(
            words("cc -DX='a b' \"-DY=\\\"z\\\"\"  x.c"),
            ["cc", "-DX=a b", "-DY=\"z\"", "x.c"]
        );
    }
}
