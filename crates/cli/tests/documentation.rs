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

/// The options of a command: name and default, from its help.
fn options(command: &str) -> Vec<(String, Option<String>)> {
    let output = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([command, "--help"])
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("help is text");
    let mut found: Vec<(String, Option<String>)> = Vec::new();
    // A default may be broken over two lines.
    let words: Vec<&str> = text.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        if word.starts_with("--") {
            found.push((word.trim_end_matches(',').to_owned(), None));
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
            let default = default.split(", ").next().unwrap_or_default();
            assert!(
                line.contains(default),
                "{name} [default: {default}]: {line}"
            );
        }
    }
}

#[test]
fn every_exit_code_is_documented() {
    let documented = read(&repository().join("docs/exit-codes.md"));
    let source = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/exit.rs"));
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
