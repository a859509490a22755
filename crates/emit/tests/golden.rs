//! Observed cases and the files written from them, in all languages. `BLESS=1`
//! writes the expected files again.

use std::path::{Path, PathBuf};

use everypath_emit::{Alike, Annotations, Comments, Emitted, FileKind, c, junit, pytest};
use serde::de::DeserializeOwned;

fn cases_of<T: DeserializeOwned>(path: &Path) -> Vec<T> {
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

fn stem(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

/// What the first test of a file covers.
fn annotations() -> Annotations {
    let branch = "line 3: `count > 0 && (*items || is_open)` is true";
    let long = format!("line 12: {}", ["the loop goes on"; 6].join(", "));
    Annotations {
        comments: Comments::from([(0, vec![branch.to_owned(), long])]),
        ..Annotations::default()
    }
}

fn in_pytest(path: &Path) -> Emitted {
    let mut options = pytest::Options::new(stem(path));
    if stem(path) == "on_path" {
        options = pytest::Options::new("shop.core.price");
        options.root_on_path = Some("../src".to_owned());
        options.annotations = annotations();
    }
    if stem(path) == "table" {
        options.annotations.alike = Alike::Table;
    }
    pytest::emit(&cases_of(path), &options)
}

fn in_junit(path: &Path) -> Emitted {
    let mut options = junit::Options::new("shop.Basket");
    if stem(path) == "long" {
        let directory = "a/directory/whose/name/is/long".repeat(2);
        options.command = format!("everypath generate {directory}/Basket.java");
        options.annotations = annotations();
        options.framework = junit::Framework::JUnit4;
    }
    junit::emit(&cases_of(path), &options)
}

fn in_c(path: &Path) -> Emitted {
    let stem = stem(path);
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let options = c::Options {
        stem: format!("test_{stem}"),
        command: format!("everypath generate {stem}.c"),
        include: format!("#define main program_main\n#include \"../{stem}.c\"\n#undef main\n"),
        directory: "tests/".to_owned(),
        framework: match stem {
            "cmocka" => c::Framework::Cmocka,
            "check" => c::Framework::Check,
            _ => c::Framework::Plain,
        },
        missing: match stem {
            "stubs" => words(&["read_sensor", "write_log"]),
            _ => Vec::new(),
        },
        source: c::Source {
            functions: words(&["half", "link"]),
            allocators: words(&["malloc", "strdup"]),
        },
        annotations: annotations(),
        ..c::Options::default()
    };
    c::emit(&cases_of(path), &options)
}

/// Compares a text with the file that holds it.
fn compare(golden: &Path, text: &str) {
    if std::env::var_os("BLESS").is_some() {
        // What is empty needs no file.
        match text {
            "" if !golden.exists() => {}
            "" => std::fs::remove_file(golden).unwrap(),
            text => {
                std::fs::create_dir_all(golden.parent().unwrap()).unwrap();
                std::fs::write(golden, text).unwrap();
            }
        }
    }
    let expected = std::fs::read_to_string(golden).unwrap_or_default();
    assert!(
        text == expected,
        "{} differs; BLESS=1 accepts:\n{text}",
        golden.display()
    );
}

/// Checks the files of a language's cases, and that their tests are where they say.
fn check(language: &str, emit: &dyn Fn(&Path) -> Emitted) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory.join(language))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "jsonl")
        })
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let emitted = emit(&path);
        let mut skipped = String::new();
        let files = FileKind::ALL.into_iter();
        for file in files.filter_map(|kind| emitted.file(kind)) {
            compare(&path.with_extension("").join(&file.name), &file.text);
            for test in &file.tests {
                let source = file.source_of(test.id);
                assert!(
                    source.contains(&format!("{}(", test.function())),
                    "{source}"
                );
                let last = file.test_at(test.lines.end);
                assert_eq!(last.map(|last| &last.lines), Some(&test.lines));
            }
        }
        for case in &emitted.skipped {
            skipped += &format!("{}: {}\n", case.unit, case.reason);
        }
        compare(&path.with_extension("").join("skipped.txt"), &skipped);
    }
}

#[test]
fn cases_become_pytest_files() {
    check("pytest", &in_pytest);
}

#[test]
fn cases_become_junit_files() {
    check("junit", &in_junit);
}

#[test]
fn cases_become_c_files() {
    check("c", &in_c);
}
