//! The documentation says what the program does: every option with its
//! default, every exit code, and links that lead somewhere.

use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The help of a command.
fn help(command: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([command, "--help"])
        .output()
        .expect("the program runs");
    String::from_utf8(output.stdout).expect("help is text")
}

/// The options of a command: name and default, from its help.
fn options(command: &str) -> Vec<(String, Option<String>)> {
    let text = help(command);
    let mut found: Vec<(String, Option<String>)> = Vec::new();
    // A default may be broken over two lines.
    let words: Vec<&str> = text.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        if word.starts_with("--") {
            let name = word.split([',', '[']).next().unwrap_or_default();
            found.push((name.to_owned(), None));
        } else if *word == "[default:" {
            let rest: Vec<&str> = words[index + 1..].iter().take(12).copied().collect();
            let default = rest.join(" ");
            let default = default.split(']').next().unwrap_or_default().to_owned();
            if let Some(last) = found.last_mut() {
                last.1 = Some(default);
            }
        }
    }
    found
}

#[test]
fn every_option_is_documented_with_its_default() {
    let usage = read(&repository().join("docs/usage.md"));
    let found = options("generate");
    assert!(found.len() > 20, "{found:?}");
    for (name, default) in found {
        if name == "--help" {
            continue;
        }
        let line = usage
            .lines()
            .find(|line| {
                line.starts_with(&format!("| `{name}`")) || line.starts_with(&format!("| `{name} "))
            })
            .unwrap_or_else(|| panic!("docs/usage.md does not mention {name}"));
        if let Some(default) = default {
            // The methods that may be an invariant are too many for a table.
            let cell = match name.as_str() {
                "--invariant" => "`repok`, …",
                _ => &default,
            };
            assert!(
                line.contains(&format!("| {cell} |")),
                "{name} [default: {default}]: {line}"
            );
        }
    }
}

/// The options under each heading of the help, in its order.
fn headings_of_help() -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in help("generate").lines() {
        if let Some(heading) = line.strip_suffix(" options:") {
            found.push((heading.to_owned(), Vec::new()));
        } else if line.ends_with(':') && !line.starts_with(' ') {
            found.push((String::new(), Vec::new()));
        } else if let Some((_, option)) = line.split_once("--")
            && line.trim_start().starts_with('-')
            && let Some((_, options)) = found.last_mut()
        {
            let name = option.split([' ', '[', '=']).next().unwrap_or_default();
            options.push(format!("--{name}"));
        }
    }
    found.retain(|(heading, _)| !heading.is_empty());
    found
}

/// The options under each heading of the table of options in docs/usage.md.
fn headings_of_documentation() -> Vec<(String, Vec<String>)> {
    let usage = read(&repository().join("docs/usage.md"));
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in usage.lines().skip_while(|line| *line != "## Options") {
        if let Some(heading) = line.strip_prefix("| **") {
            let heading = heading.split("**").next().unwrap_or_default();
            found.push((heading.to_owned(), Vec::new()));
        } else if let Some(option) = line.strip_prefix("| `")
            && let Some((_, options)) = found.last_mut()
        {
            let name = option.split([' ', '`']).next().unwrap_or_default();
            options.push(name.to_owned());
        }
    }
    found
}

#[test]
fn options_stand_under_the_same_headings_in_the_help_and_in_the_documentation() {
    let found = headings_of_help();
    let headings: Vec<&str> = found.iter().map(|(heading, _)| heading.as_str()).collect();
    for language in ["Python", "Java", "C"] {
        assert!(headings.contains(&language), "{headings:?}");
    }
    assert_eq!(found, headings_of_documentation());
}

#[test]
fn the_help_names_targets_of_every_language() {
    let (help, usage) = (help("generate"), read(&repository().join("docs/usage.md")));
    for part in [
        ".py",
        "::",
        ".java",
        ".class",
        ".jar",
        "#add(int,String)",
        "Maven",
        "Gradle",
        ".c::",
    ] {
        assert!(help.contains(part), "{part} in the help");
        assert!(usage.contains(part), "{part} in docs/usage.md");
    }
}

#[test]
fn every_exit_code_is_documented() {
    let documented = read(&repository().join("docs/exit-codes.md"));
    let source: String = ["generate/src/failure.rs", "cli/src/generate.rs"]
        .map(|path| read(&repository().join("crates").join(path)))
        .concat();
    let codes: Vec<&str> = source
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .filter_map(|(_, code)| {
            code.trim_end_matches([',', ';'])
                .parse::<u8>()
                .ok()
                .map(|_| code)
        })
        .map(|code| code.trim_end_matches([',', ';']))
        .collect();
    assert!(codes.len() >= 7, "{codes:?}");
    for code in codes {
        assert!(
            documented.contains(&format!("| {code} |")),
            "exit code {code}"
        );
    }
}

#[test]
fn links_lead_to_files_and_every_page_is_linked() {
    let root = repository();
    let docs = root.join("docs");
    let mut pages: Vec<PathBuf> = std::fs::read_dir(&docs)
        .expect("there are documents")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    let index = read(&docs.join("README.md"));
    for page in &pages {
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        assert!(
            name == "README.md" || index.contains(&format!("({name})")),
            "docs/README.md does not link {name}"
        );
    }
    pages.extend(
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
            .iter()
            .map(|name| root.join(name)),
    );
    for page in pages {
        let text = read(&page);
        let directory = page.parent().unwrap_or(&root);
        for part in text.split("](").skip(1) {
            let link = part.split(')').next().unwrap_or_default();
            let link = link.split('#').next().unwrap_or_default();
            assert!(
                link.is_empty() || directory.join(link).exists(),
                "{} links to {link}, which is not there",
                page.display()
            );
        }
    }
}
