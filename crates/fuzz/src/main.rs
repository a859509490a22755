//! `everypath-fuzz TARGET CASES [SEED]`: runs a target on changes of its corpus.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use everypath_fuzz::{TARGETS, fuzz, target};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| words.get(index).and_then(|word| word.parse::<u64>().ok());
    let chosen = words.first().and_then(|name| target(name));
    let (Some(target), Some(cases)) = (chosen, number(1)) else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        say(&format!(
            "usage: everypath-fuzz TARGET CASES [SEED]\ntargets: {}",
            names.join(", ")
        ));
        return ExitCode::from(2);
    };
    match fuzz(
        target,
        cases,
        number(2).unwrap_or(1),
        Path::new("fuzz/artifacts"),
    ) {
        Ok(Ok(cases)) => {
            say(&format!("{}: {cases} cases, none failed", target.name));
            ExitCode::SUCCESS
        }
        Ok(Err(found)) => {
            say(&format!(
                "{}: case {}: {}: {}",
                target.name,
                found.case,
                found.why,
                found.file.display()
            ));
            ExitCode::FAILURE
        }
        Err(error) => {
            say(&format!("fuzz/artifacts cannot be written: {error}"));
            ExitCode::from(6)
        }
    }
}

fn say(text: &str) {
    // There is nobody to tell if this cannot be written.
    let _ = writeln!(std::io::stdout(), "{text}");
}
