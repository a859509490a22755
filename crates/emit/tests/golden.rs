//! Observed cases and the files written from them. `BLESS=1` writes the
//! expected files again.

use std::path::{Path, PathBuf};

use everypath_emit::pytest::{Case, Options, emit};

fn cases_of(path: &Path) -> Vec<Case> {
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

fn check(path: &Path) {
    let module = path.file_stem().unwrap().to_str().unwrap();
    let mut options = Options::new(module);
    if module == "on_path" {
        options = Options::new("shop.core.price");
        options.root_on_path = Some("../src".to_owned());
    }
    let emitted = emit(&cases_of(path), &options);
    let mut text = String::new();
    for file in [&emitted.tests, &emitted.bugs].into_iter().flatten() {
        text += &format!("# --- {}\n{}", file.name, file.text);
    }
    for skipped in &emitted.skipped {
        text += &format!("# --- no test of {}: {}\n", skipped.unit, skipped.reason);
    }
    let golden = path.with_extension("expected.py");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&golden, &text).unwrap();
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    assert!(
        text == expected,
        "{} differs; BLESS=1 accepts:\n{text}",
        golden.display()
    );
}

#[test]
fn cases_become_files() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)
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
        check(&path);
    }
}
