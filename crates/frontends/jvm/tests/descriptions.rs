//! Branches are described in the words of the source, which only the class
//! file's tables give.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use everypath_jvm::{ClassPath, Options, Program};
use everypath_testlab::{Need, compile_java, jdks};
use everypath_trace::{GoalKind, Language, Scope};

const SOURCE: &str = r#"
import java.util.*;
class Shop {
    private int count;
    private boolean open;
    static boolean strict;
    int sides(int limit, long big, double ratio, String name, Object thing, int[] xs, List<String> all) {
        if (count == 0) return 0;
        if (limit < xs.length) return 1;
        if (name == null) return 2;
        if (thing instanceof String) return 3;
        if (all.isEmpty()) return 4;
        if (big > 7L) return 5;
        if (open) return 6;
        if (strict) return 7;
        if (thing == this) return 8;
        if ((limit & 1) != 0) return 9;
        if (xs[limit + 1] >= Math.abs(limit)) return 10;
        switch (limit) { case 1: case 2: return 11; case 5: return 12; default: }
        if ((limit > 3 ? 1 : 2) == 2) return 13;
        return ratio < 0.5 ? 14 : 15;
    }
}
"#;

const PATTERNS: &str = r#"
class Shop {
    record Pair(int first, String second) {}
    static String name(Object thing) {
        return switch (thing) {
            case Pair(int first, var second) when first > 3 -> second;
            case Pair pair -> "pair";
            default -> "other";
        };
    }
}
"#;

/// The first JDK that there is of a version, or a newer one.
fn jdk(version: u32) -> Option<PathBuf> {
    jdks().into_iter().find(|jdk| {
        let opened = ClassPath::open(jdk, &[]);
        opened.is_ok_and(|opened| opened.jdk_version() >= version)
    })
}

/// The descriptions of the branches of a class.
fn described(jdk: &Path, source: &str) -> Vec<String> {
    let directory = tempfile::tempdir().expect("a directory for the classes");
    let path = directory.path().join("Shop.java");
    std::fs::write(&path, source).expect("the source is written");
    compile_java(jdk, &[path], directory.path());
    let class_path = ClassPath::open(jdk, &[directory.path().to_owned()]).expect("it opens");
    let targets = ["Shop".to_owned()];
    let (scope, options) = (Scope::of(Language::Java), Options::default());
    let loaded = Program::load(Arc::new(class_path), &targets, scope, options).expect("it loads");
    let branches = loaded.goals.0.iter();
    let branches = branches.filter(|goal| goal.kind == GoalKind::Branch);
    branches.map(|goal| goal.description.clone()).collect()
}

#[test]
fn what_the_compiler_has_decided_is_no_branch() {
    let Some(jdk) = Need::Java21.met(jdk(21)) else {
        return;
    };
    let found = described(&jdk, PATTERNS);
    assert!(found.iter().any(|text| text == "first > 3"), "{found:?}");
    assert!(
        !found.iter().any(|text| text.contains("1 == 0")),
        "{found:?}"
    );
}

#[test]
fn branches_are_described_by_what_they_ask() {
    let Some(jdk) = Need::Java.met(jdk(9)) else {
        return;
    };
    let found = described(&jdk, SOURCE);
    let expected = [
        "count == 0",
        "count != 0",
        "limit < xs.length",
        "limit >= xs.length",
        "name == null",
        "name != null",
        "thing instanceof String is true",
        "thing instanceof String is false",
        "all.isEmpty() is true",
        "all.isEmpty() is false",
        "big > 7L",
        "big <= 7L",
        "open is true",
        "open is false",
        "strict is true",
        "strict is false",
        "thing == this",
        "thing != this",
        "(limit & 1) != 0",
        "(limit & 1) == 0",
        "xs[(limit + 1)] >= Math.abs(limit)",
        "xs[(limit + 1)] < Math.abs(limit)",
        "the switch on limit takes case 1, 2",
        "the switch on limit takes case 5",
        "the switch on limit takes its default",
        "limit > 3",
        "limit <= 3",
        "ratio < 0.5",
        "!(ratio < 0.5)",
    ];
    for description in expected {
        let is_there = found.iter().any(|text| text == description);
        assert!(is_there, "{description}: {found:?}");
    }
}
