//! Goldens in a program's first lines: one comment per unit, `#: name: facts`.

use std::path::Path;

const MARK: &str = "#: ";

/// Compares the golden lines of a file with what was found, or writes them
/// if `BLESS` is set; says what differs. With the right number of lines in
/// place already, blessing moves no line of the program. `with_paths` is
/// false where the numbers of paths are another Python's own.
pub fn check_golden(file: &Path, found: &[String], with_paths: bool) -> Result<(), String> {
    let text = std::fs::read_to_string(file).expect("the program can be read");
    let written: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with(MARK))
        .map(|line| &line[MARK.len()..])
        .collect();
    let same = |(left, right): (&&str, &String)| {
        *left == right || (!with_paths && without_paths(left) == without_paths(right))
    };
    if written.len() == found.len() && written.iter().zip(found).all(same) {
        return Ok(());
    }
    if !is_blessing() {
        return Err(format!(
            "expected {written:#?}\nfound    {found:#?}\n(BLESS=1 writes it down)"
        ));
    }
    write(file, found);
    Ok(())
}

fn without_paths(line: &str) -> String {
    let parts: Vec<&str> = line.split("; ").skip(1).collect();
    parts.join("; ")
}

/// Makes room for the golden lines, so that line numbers are final.
pub(crate) fn make_room(file: &Path, units: usize) {
    let text = std::fs::read_to_string(file).expect("the program can be read");
    let count = text
        .lines()
        .take_while(|line| line.starts_with(MARK))
        .count();
    if is_blessing() && count != units {
        write(file, &vec![String::new(); units]);
    }
}

fn is_blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

fn write(file: &Path, lines: &[String]) {
    let text = std::fs::read_to_string(file).expect("the program can be read");
    let mut result = String::new();
    for line in lines {
        result.push_str(MARK);
        result.push_str(line);
        result.push('\n');
    }
    for line in text.lines().skip_while(|line| line.starts_with(MARK)) {
        result.push_str(line);
        result.push('\n');
    }
    std::fs::write(file, result).expect("the program can be written");
}
