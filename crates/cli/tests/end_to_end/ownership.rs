//! Nothing that a person wrote is ever lost: the same promises for all three languages, with
//! the real frameworks.

use std::process::{Command, Stdio};

use crate::java_lab;
use crate::lab::{Ended, Lab, ended};

const FOUND: i32 = 1;
const FILES: i32 = 6;

/// The same subject in one of the languages: two functions with a branch each.
struct Subject {
    source: &'static str,
    text: &'static str,
    /// A target that is the second function.
    second: &'static str,
    /// Where its suite goes.
    tests: &'static str,
    /// Where it goes if that is a person's.
    beside: &'static str,
    /// What is in a test of the first function, and what a person makes of it.
    edit: [&'static str; 2],
    /// A comment for the top of the file.
    comment: &'static str,
    /// What a test stands before, and two tests that a person writes: the second fails.
    place: &'static str,
    own: &'static str,
    /// A row of a table, where tests have to be in one.
    row: Option<[&'static str; 2]>,
}

const PAIRS: [Subject; 3] = [
    Subject {
        source: "pair.py",
        text: "def first(x: int) -> int:\n    if x == 77:\n        return 1\n    return 0\n\n\ndef second(x: int) -> int:\n    if x > 5:\n        return 3\n    return 2\n",
        second: "pair.py::second",
        tests: "out/test_pair.py",
        beside: "out/test_pair_everypath.py",
        edit: ["assert first(77) == 1", "assert first(77) == 1, 'edited'"],
        comment: "# Mine.\n",
        place: "def test_second_returns_2",
        own: "import random\n\n\ndef test_mine():\n    assert random.random() < first(77)\n\n\ndef test_broken():\n    assert first(0) == 5\n\n\n",
        row: None,
    },
    Subject {
        source: "Pair.java",
        text: "public class Pair {\n    public static int first(int x) {\n        if (x == 77) return 1;\n        return 0;\n    }\n    public static int second(int x) {\n        if (x > 5) return 3;\n        return 2;\n    }\n}\n",
        second: "Pair.java#second",
        tests: "out/PairTest.java",
        beside: "out/PairEverypathTest.java",
        edit: [
            "assertEquals(1, Pair.first(77));",
            "assertEquals(1, Pair.first(77), \"edited\");",
        ],
        comment: "// Mine.\n",
        place: "  @Test\n  void secondReturns2",
        own: "  @Test\n  void mine() {\n    assertEquals(1, Pair.first(77 + new java.util.Random().nextInt(1)));\n  }\n\n  @Test\n  void broken() {\n    assertEquals(5, Pair.first(0));\n  }\n\n",
        row: None,
    },
    Subject {
        source: "pair.c",
        text: "int first(int x) {\n    if (x == 77) return 1;\n    return 0;\n}\nint second(int x) {\n    if (x > 5) return 3;\n    return 2;\n}\n",
        second: "pair.c::second",
        tests: "out/test_pair.c",
        beside: "out/test_pair_everypath.c",
        edit: [
            "CHECK(first(77) == 1);",
            "CHECK(first(77) == 1 && \"edited\");",
        ],
        comment: "/* Mine. */\n",
        place: "static void test_second_returns_2",
        own: "static void test_mine(void) {\n    CHECK(first(77) == 1);\n}\n\nstatic void test_broken(void) {\n    CHECK(first(0) == 5);\n}\n\n",
        row: Some([
            "} tests[] = {\n",
            "    {\"test_mine\", test_mine},\n    {\"test_broken\", test_broken},\n",
        ]),
    },
];

fn lab() -> Lab {
    Lab::empty().expect("a Python with pytest")
}

fn with(subject: &Subject) -> Lab {
    let mut lab = lab();
    lab.write(subject.source, subject.text);
    lab
}

/// Runs a suite with its own framework, whatever of it passes; what it printed.
fn run(lab: &Lab, source: &str, suite: &str) -> Ended {
    let work = tempfile::tempdir().expect("a directory");
    match source.rsplit_once('.').expect("an ending").1 {
        "py" => {
            let (passed, stdout) = lab.pytest(suite);
            Ended {
                code: Some(i32::from(!passed)),
                stdout,
                stderr: String::new(),
            }
        }
        "java" => {
            let jdk = java_lab::jdk().expect("a JDK");
            let outcomes = java_lab::outcomes(lab, &jdk, suite, work.path(), source);
            let failed = outcomes.values().filter(|passed| !**passed).count();
            let names: Vec<String> = outcomes
                .iter()
                .map(|(name, passed)| format!("{name} {passed}"))
                .collect();
            Ended {
                code: Some(i32::from(failed > 0)),
                stdout: format!("{failed} failed, {}", names.join("\n")),
                stderr: String::new(),
            }
        }
        _ => {
            let program = work.path().join("tests");
            let compiled = ended(
                Command::new("cc")
                    .args(["-w", "-o"])
                    .arg(&program)
                    .arg(lab.path(suite))
                    .arg("-lm"),
            );
            assert_eq!(compiled.code, Some(0), "{compiled:#?}");
            ended(&mut Command::new(program))
        }
    }
}

/// Changes a file of the lab.
fn change(lab: &mut Lab, name: &str, changes: &[(&str, &str)]) {
    let mut text = lab.read(name);
    for (from, to) in changes {
        assert!(text.contains(from), "{from}\n{text}");
        text = text.replacen(from, to, 1);
    }
    lab.write(name, &text);
}

#[test]
fn what_a_person_wrote_in_a_suite_stays() {
    for subject in &PAIRS {
        let mut lab = with(subject);
        lab.generate(&[subject.source]).exits(0);
        let own = format!("{}{}", subject.own, subject.place);
        let mut edits = vec![
            (subject.edit[0], subject.edit[1]),
            (subject.place, own.as_str()),
        ];
        let row = subject
            .row
            .map(|[table, rows]| (table, format!("{table}{rows}")));
        if let Some((table, rows)) = &row {
            edits.push((table, rows));
        }
        change(&mut lab, subject.tests, &edits);
        let edited = format!("{}{}", subject.comment, lab.read(subject.tests));
        lab.write(subject.tests, &edited);
        // As long as the program is the same, nothing is to be done.
        lab.generate(&[subject.source, "--check"])
            .exits(0)
            .reports(&["kept 3 edited\n", "broken"]);
        assert_eq!(lab.read(subject.tests), edited);

        change(
            &mut lab,
            subject.source,
            &[("return 3", "return 4"), ("return 0", "return 9")],
        );
        let ended = lab.generate(&[subject.second, "--check"]).exits(FOUND);
        let mut changed = ended
            .stdout
            .lines()
            .filter(|line| line.starts_with(['+', '-']));
        assert!(ended.stdout.contains("\n+") && ended.stdout.contains("\n-"));
        assert!(!changed.any(|line| line.contains("first(")), "{ended:#?}");
        assert_eq!(lab.read(subject.tests), edited);

        // The tests of the first function are not this command's business.
        lab.generate(&[subject.second])
            .exits(0)
            .reports(&["kept 3 edited · ", "is left as it is, and fails"]);
        let text = lab.read(subject.tests);
        assert!(text.starts_with(subject.comment), "{text}");
        for kept in [subject.own.trim_end(), subject.edit[1]] {
            assert!(text.contains(kept), "{text}");
        }
        let ran = run(&lab, subject.source, subject.tests);
        // The person's own, and the untouched one of the first function, which is wrong now.
        assert!(
            ran.stdout.contains("2 failed"),
            "{}: {ran:#?}",
            subject.source
        );

        lab.generate(&[subject.source])
            .exits(0)
            .reports(&["kept 3 edited · "]);
        let text = lab.read(subject.tests);
        for kept in [subject.own.trim_end(), subject.edit[1]] {
            assert!(text.contains(kept), "{text}");
        }
        let ran = run(&lab, subject.source, subject.tests);
        assert!(
            ran.stdout.contains("1 failed"),
            "{}: {ran:#?}",
            subject.source
        );
    }
}

#[test]
fn a_suite_goes_beside_a_file_that_a_person_wrote() {
    for subject in &PAIRS {
        let mut lab = with(subject);
        lab.write(subject.tests, "mine\n");
        for _ in 0..2 {
            lab.generate(&[subject.source])
                .exits(0)
                .reports(&["left alone", subject.beside]);
        }
        assert_eq!(lab.read(subject.tests), "mine\n");
        let ran = run(&lab, subject.source, subject.beside);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        lab.generate(&[subject.source, "--force", "--run-tests=false"])
            .exits(0)
            .reports(&["was replaced"]);
        assert_eq!(lab.read(&format!("{}.orig", subject.tests)), "mine\n");
        assert!(lab.read(subject.tests).contains("Generated by Everypath"));
    }
}

#[test]
fn a_file_that_the_user_named_is_safe_before_any_work_begins() {
    let never = "def f(x: int) -> int:\n    while x > 1:\n        x = 3 * x + 1 if x % 2 else x // 2\n    return x\n";
    let mut lab = lab();
    lab.write("endless.py", never);
    lab.write("out/test_mine.py", "mine\n");
    let python = lab.python();
    let more = ["--time=3600", "--unit-time=3600", "--patience=1000000"];
    let mut all = vec!["generate", "endless.py", "--out", "out/test_mine.py"];
    all.extend(["--python", &python]);
    all.extend(more);
    lab.run(&all).exits(FILES).says(&["--force", "--out"]);
    assert_eq!(lab.read("out/test_mine.py"), "mine\n");
}

#[test]
fn a_suite_of_an_earlier_version_is_replaced_and_kept_aside() {
    let [subject, ..] = &PAIRS;
    let mut lab = with(subject);
    let old = "# Generated by Everypath; regenerate with `x`.\n\n\ndef test_old():\n    pass\n";
    lab.write(subject.tests, old);
    lab.generate(&[subject.source])
        .exits(0)
        .reports(&["out/test_pair.py.orig"]);
    assert_eq!(lab.read("out/test_pair.py.orig"), old);
    assert!(!lab.read(subject.tests).contains("test_old"));
}

#[test]
fn modules_of_one_name_never_share_a_file() {
    let mut lab = lab();
    for (directory, value) in [("a", 1), ("b", 2), ("c", 3)] {
        let python =
            format!("def only_{directory}(x: int) -> int:\n    return {value} if x == 5 else 0\n");
        lab.write(&format!("{directory}/main.py"), &python);
        let c = format!("int only_{directory}(int x) {{ return x == 5 ? {value} : 0; }}\n");
        lab.write(&format!("{directory}/util.c"), &c);
    }
    let first = ["a/main.py", "b/main.py", "a/util.c", "b/util.c"];
    lab.generate(&first).exits(0);
    // One that comes later finds the names taken, too.
    lab.generate(&["c/main.py"]).exits(0);
    for (file, holds) in [
        ("out/test_main.py", "only_a"),
        ("out/test_b_main.py", "only_b"),
        ("out/test_c_main.py", "only_c"),
        ("out/test_util.c", "only_a"),
        ("out/test_b_util.c", "only_b"),
    ] {
        assert!(lab.read(file).contains(holds), "{file}");
    }
    lab.passes("out");
}

#[test]
fn suites_go_anywhere_and_still_find_what_they_test() {
    for subject in &PAIRS {
        let mut lab = lab();
        lab.write(&format!("project/{}", subject.source), subject.text);
        lab.write("elsewhere/here", "");
        let python = lab.python();
        let source = format!("../project/{}", subject.source);
        let mut command = lab.command(&["generate", &source, "--python", &python]);
        let command = command.args(["--out", "../out/deep"]);
        command
            .current_dir(lab.path("elsewhere"))
            .stdin(Stdio::null());
        ended(command).exits(0);
        lab.check_nothing_left();
        let suite = subject.tests.replace("out/", "out/deep/");
        let ran = run(&lab, &format!("project/{}", subject.source), &suite);
        assert_eq!(ran.code, Some(0), "{suite}: {ran:#?}");
    }
}
