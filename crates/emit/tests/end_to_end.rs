//! From kept inputs to files that the real pytest has run.

use std::path::{Path, PathBuf};
use std::time::Duration;

use everypath_emit::pytest::{Case, Emitted, File, Options, emit};
use everypath_python::{Kept, Library, ObserveRequest, TestOutcome, observe, validate};
use everypath_term::Value;
use everypath_trace::Input;

struct Subject {
    directory: tempfile::TempDir,
    module: &'static str,
}

impl Subject {
    fn new(module: &'static str, source: &str) -> Subject {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join(format!("{module}.py")), source).unwrap();
        Subject { directory, module }
    }

    fn python() -> PathBuf {
        std::env::var_os("EVERYPATH_PYTHON").map_or("python3".into(), PathBuf::from)
    }

    /// Observes, emits, runs; the files and the reasons of what has no test.
    fn generate(&self, kept: &[Kept]) -> Emitted {
        let library = Library::unpack().unwrap();
        let file = self.directory.path().join(format!("{}.py", self.module));
        let request = ObserveRequest {
            path: Some(file.display().to_string()),
            scope: serde_json::json!({}),
            observer_arguments: false,
            timeout: 1.0,
            patience: Duration::from_secs(60),
            ..ObserveRequest::default()
        };
        let observed = observe(&Self::python(), library.path(), &request, kept).unwrap();
        let cases: Vec<Case> = observed
            .cases
            .into_iter()
            .map(|case| Case::parse(&case).unwrap())
            .collect();
        let mut options = Options::new(self.module);
        options.patience = 1;
        let directory = self.directory.path();
        let mut emitted = emit(&cases, &options);
        if let Some(file) = &emitted.tests {
            for (test, outcome) in run(library.path(), directory, file) {
                assert_eq!(outcome, Some(TestOutcome::Passed), "{test}\n{}", file.text);
            }
        }
        if let Some(file) = &emitted.bugs {
            for (test, outcome) in run(library.path(), directory, file) {
                let shows = matches!(outcome, Some(TestOutcome::Failed(_)));
                assert!(shows, "{test} {outcome:?}\n{}", file.text);
            }
        }
        for dropped in observed.dropped {
            emitted.skipped.push(everypath_emit::pytest::Skipped {
                id: dropped.id,
                unit: dropped.unit,
                reason: dropped.reason,
            });
        }
        emitted
    }
}

/// What pytest says of each test of a file; `None` if it did not run the test.
fn run(library: &Path, directory: &Path, file: &File) -> Vec<(String, Option<TestOutcome>)> {
    let path = directory.join(&file.name);
    std::fs::write(&path, &file.text).unwrap();
    let limit = Duration::from_secs(20);
    let mut outcomes = validate(&Subject::python(), library, &path, directory, limit).unwrap();
    let written = file.tests.iter();
    written
        .map(|test| (test.name.clone(), outcomes.shift_remove(&test.name)))
        .collect()
}

fn kept(id: u64, unit: &str, values: &[(&str, i64)], choices: &[(&str, u32)]) -> Kept {
    let mut input = Input::open();
    for (slot, value) in values {
        input.values.insert((*slot).into(), Value::int(*value));
    }
    for (slot, option) in choices {
        input.choices.insert((*slot).into(), *option);
    }
    Kept {
        id,
        unit: unit.to_owned(),
        input,
    }
}

#[test]
fn a_function_gets_tests_that_pass() {
    let subject = Subject::new(
        "signs",
        "def sign(x: int) -> str:\n    if x < 0:\n        raise ValueError('below (0)')\n    return 'zero' if x == 0 else 'plus'\n",
    );
    let inputs = [
        kept(0, "sign", &[("x", 0)], &[]),
        kept(1, "sign", &[("x", 7)], &[]),
        kept(2, "sign", &[("x", -1)], &[]),
    ];
    let emitted = subject.generate(&inputs);
    assert_eq!(emitted.skipped, vec![]);
    let file = emitted.tests.unwrap();
    assert_eq!(file.tests.len(), 3, "{}", file.text);
    assert!(
        file.text.contains("assert sign(7) == \"plus\""),
        "{}",
        file.text
    );
    assert!(
        file.text
            .contains("assert str(caught.value) == \"below (0)\""),
        "{}",
        file.text
    );
}

#[test]
fn what_differs_from_process_to_process_is_not_asserted() {
    let subject = Subject::new(
        "unsteady",
        "log: list = []\n\ndef place(xs: list[int]) -> int:\n    xs.append(1)\n    return id(log)\n\ndef either(x: int) -> int:\n    if hash('a') % 2 == hash('b') % 2 == x:\n        return 1\n    return hash('text')\n\ndef listed(x: int) -> list:\n    return [hash('text')]\n",
    );
    let emitted = subject.generate(&[
        kept(0, "place", &[], &[]),
        kept(1, "either", &[("x", 5)], &[]),
        kept(2, "listed", &[("x", 5)], &[]),
    ]);
    let file = emitted.tests.unwrap();
    assert!(file.text.contains("assert xs == [1]"), "{}", file.text);
    let either = file.text.split("def test_either").nth(1).unwrap();
    assert!(either.contains("isinstance(result, int)"), "{either}");
    assert!(!either.contains("=="), "{either}");
    assert_eq!(emitted.skipped.len(), 1);
    assert!(emitted.skipped[0].reason.contains("nothing in common"));
}

#[test]
fn bugs_are_kept_apart_and_fail() {
    let subject = Subject::new(
        "broken",
        "import os\n\n\ndef spin(x: int) -> int:\n    while x > 0:\n        pass\n    return x\n\n\ndef die(x: int) -> int:\n    if x == 3:\n        os._exit(7)\n    return x\n\n\ndef half(x: int) -> int:\n    \"\"\"post: __return__ * 2 == x\"\"\"\n    return x // 2\n\n\nclass Box:\n    def __init__(self) -> None:\n        self.size = 0\n\n    def grow(self, by: int) -> None:\n        self.size += by\n\n    def repok(self) -> bool:\n        return self.size >= 0\n",
    );
    let emitted = subject.generate(&[
        kept(0, "spin", &[("x", 1)], &[]),
        kept(1, "die", &[("x", 3)], &[]),
        kept(2, "half", &[("x", 5)], &[]),
        kept(3, "Box.grow", &[("by", -1)], &[]),
        kept(4, "spin", &[("x", 0)], &[]),
    ]);
    assert_eq!(emitted.skipped, vec![]);
    assert_eq!(emitted.tests.unwrap().tests.len(), 1);
    let bugs = emitted.bugs.unwrap();
    assert_eq!(bugs.tests.len(), 4, "{}", bugs.text);
    assert!(
        bugs.text.contains("assert __return__ * 2 == x"),
        "{}",
        bugs.text
    );
    assert!(bugs.text.contains("assert box.repok()"), "{}", bugs.text);
    assert!(
        bugs.text.contains("run_apart(lambda: spin(1), seconds=1)"),
        "{}",
        bugs.text
    );
}

#[test]
fn a_module_that_pytest_cannot_find_is_put_on_the_path() {
    let subject = Subject::new("lonely", "def one() -> int:\n    return 1\n");
    let library = Library::unpack().unwrap();
    let tests = subject.directory.path().join("tests");
    std::fs::create_dir(&tests).unwrap();
    let case = r#"{"id": 0, "unit": "one",
        "call": {"kind": "function", "module": "lonely", "class": null, "attribute": "one"},
        "outcome": {"kind": "returned", "value": {"t": "int", "v": "1"}}}"#;
    let cases = [serde_json::from_str::<Case>(case).unwrap()];
    let mut options = Options::new("lonely");
    let attempt = |options: &Options| {
        let file = emit(&cases, options).tests.unwrap();
        let path = tests.join(&file.name);
        std::fs::write(&path, &file.text).unwrap();
        let root = subject.directory.path();
        let limit = Duration::from_secs(5);
        validate(&Subject::python(), library.path(), &path, root, limit)
    };
    let error = attempt(&options).unwrap_err();
    assert!(
        error.to_string().contains("No module named 'lonely'"),
        "{error}"
    );
    options.root_on_path = Some("..".to_owned());
    assert_eq!(attempt(&options).unwrap().len(), 1);
}

#[test]
fn a_test_that_is_no_python_costs_no_other() {
    let subject = Subject::new("whole", "def one() -> int:\n    return 1\n");
    let library = Library::unpack().unwrap();
    let path = subject.directory.path().join("test_whole.py");
    let text = "import pytest\n\nfrom whole import one\n\n\ndef test_first():\n    \
                assert one() == 1\n\n\ndef test_broken():\n    one(0=1)\n\n\n\
                @pytest.mark.parametrize(\"number\", [1])\ndef test_last(number):\n    \
                assert one() == number\n";
    std::fs::write(&path, text).unwrap();
    let root = subject.directory.path();
    let limit = Duration::from_secs(20);
    let outcomes = validate(&Subject::python(), library.path(), &path, root, limit).unwrap();
    assert_eq!(outcomes["test_first"], TestOutcome::Passed);
    assert_eq!(outcomes["test_last[1]"], TestOutcome::Passed);
    let TestOutcome::Failed(why) = &outcomes["test_broken"] else {
        panic!("{outcomes:?}");
    };
    assert!(why.starts_with("SyntaxError: "), "{why}");
}

#[test]
fn structures_are_made_by_their_own_methods_if_they_can_be() {
    let source = include_str!("../../../tests/python/structures/singly_linked_list.py");
    let subject = Subject::new("singly_linked_list", source);
    let two = [("node1.elem", 7), ("node2.elem", 3), ("elem", 3)];
    let chain = [("self.head", 1), ("node1.next", 1), ("node2.next", 0)];
    // A node that leads to itself breaks the invariant.
    let ring = [("self.head", 1), ("node1.next", 2)];
    let emitted = subject.generate(&[
        kept(0, "LinkedList.delete", &two, &chain),
        kept(1, "LinkedList.swap_node", &two, &ring),
    ]);
    assert_eq!(emitted.skipped.len(), 1);
    assert!(emitted.skipped[0].reason.contains("invariant `repok`"));
    let text = emitted.tests.unwrap().text;
    let expected = "\
def test_linked_list_delete_returns_true_when_elem_is_3():
    linked_list = LinkedList()
    linked_list.append(7)
    linked_list.append(3)

    result = linked_list.delete(3)

    assert result is True
    assert linked_list.head.next is None
    assert linked_list.repok()
";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn other_structures_are_made_by_assignments() {
    let subject = Subject::new(
        "ring",
        "from typing import Optional\n\n\nclass Link:\n    value: int\n    after: Optional[\"Link\"]\n\n    def __init__(self, value: int) -> None:\n        self.value = value\n        self.after = None\n\n\ndef is_ring(link: Link) -> bool:\n    return link.after is link\n",
    );
    let emitted = subject.generate(&[kept(
        0,
        "is_ring",
        &[("link1.value", 2)],
        &[("link", 0), ("link1.after", 2)],
    )]);
    assert_eq!(emitted.skipped, vec![]);
    let text = emitted.tests.unwrap().text;
    let expected = "    link = Link(2)\n    link.after = link\n\n    result = is_ring(link)\n";
    assert!(text.contains(expected), "{text}");
}
