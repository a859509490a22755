//! What a subject learns about its surroundings is never asserted, and nothing of this
//! machine is in anything that is written.

use std::path::Path;

use crate::lab::{Ended, Lab};

/// A subject that asks in every way, its suite, and the options that it needs.
struct Zoo {
    source: &'static str,
    tests: &'static str,
    /// What a line looks like that asserts an answer of a call with 4.
    asserts: fn(&str) -> bool,
}

const ZOOS: [Zoo; 3] = [
    Zoo {
        source: "zoo.py",
        tests: "out/test_zoo.py",
        asserts: |line| line.starts_with("assert ") && line.contains("(4)"),
    },
    Zoo {
        source: "Zoo.java",
        tests: "out/ZooTest.java",
        asserts: |line| {
            line.starts_with("assert") && line.contains("(4)") && !line.contains("NotNull")
        },
    },
    Zoo {
        source: "zoo.c",
        tests: "out/test_zoo.c",
        asserts: |line| line.starts_with("CHECK(") && line.contains("(4)"),
    },
];

/// Variables of the environment with names that nothing may tell.
const PLANTED: [(&str, &str); 6] = [
    ("CANARY", "canary-secret-61"),
    ("HOME", "/home/canary-home-62"),
    ("USER", "canary-user-63"),
    ("LOGNAME", "canary-user-63"),
    ("HOSTNAME", "canary-host-64"),
    ("SSH_AUTH_SOCK", "/run/canary-agent-65"),
];

fn zoo(one: &Zoo) -> Option<(Lab, Ended)> {
    let mut lab = Lab::empty()?;
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/surroundings");
    let text = std::fs::read_to_string(text.join(one.source)).expect("the subject is there");
    lab.write(one.source, &text);
    let python = lab.python();
    let arguments = ["generate", one.source, "--out", "out", "--python", &python];
    let more = ["--json", "--html", "out/report.html"];
    let mut command = lab.command(&[&arguments[..], &more[..]].concat());
    let home = std::env::var_os("HOME");
    command.envs(PLANTED);
    // What was downloaded for Java is kept at home.
    if let Some(home) = home.filter(|_| one.source.ends_with(".java")) {
        command.env("HOME", home);
    }
    let ended = crate::lab::ended(&mut command).exits(0);
    lab.check_nothing_left();
    Some((lab, ended))
}

#[test]
fn what_is_asked_about_the_surroundings_is_not_asserted() {
    for one in &ZOOS {
        let Some((lab, ended)) = zoo(one) else { return };
        let suite = lab.read(one.tests);
        let lines = suite
            .lines()
            .map(str::trim)
            .filter(|line| (one.asserts)(line));
        let bad: Vec<&str> = lines.filter(|line| !line.contains("plain")).collect();
        assert!(bad.is_empty(), "{bad:#?}");
        assert!(suite.contains("plain"), "{suite}");
        assert!(suite.matches("(4)").count() >= 15, "{suite}");
        is_told(&ended.module());
    }
}

/// Checks that the report tells which tests leave something out, and why.
fn is_told(module: &serde_json::Value) {
    let tests = module["tests"].as_array().expect("tests");
    let (plain, asking): (Vec<_>, Vec<_>) = tests
        .iter()
        .filter(|test| test["kind"] == "kept")
        .partition(|test| test["unit"].as_str().unwrap_or("").contains("plain"));
    assert!(!plain.is_empty(), "{tests:#?}");
    assert!(plain.iter().all(|test| test["weakened"].is_null()));
    let told = asking.iter().filter(|test| {
        test["weakened"][0]["what"] == "result" && test["weakened"][0]["reason"].is_string()
    });
    assert!(told.count() >= 10, "{tests:#?}");
}

#[test]
fn nothing_of_this_machine_is_in_what_is_written() {
    for one in &ZOOS {
        let Some((lab, ended)) = zoo(one) else { return };
        let said = ended.stdout + &ended.stderr;
        let written = [one.tests, "out/report.html"].map(|file| lab.read(file));
        let here = lab.path("").display().to_string();
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let mut secrets: Vec<&str> = PLANTED.iter().map(|(_, value)| *value).collect();
        let (here, host) = (here.trim_end_matches('/'), host.trim());
        secrets.push(here);
        // A short name is in any text.
        if host.len() > 5 {
            secrets.push(host);
        }
        for text in written.iter().chain([&said]) {
            for secret in &secrets {
                let place = text.find(secret);
                let around = place.map(|at| &text[at.saturating_sub(80)..at + secret.len()]);
                assert_eq!(around, None, "{} tells {secret}", one.source);
            }
        }
    }
}

/// An error in what a `raise` says is the interpreter's, worded as its version does.
const REFUSING: &str = r#"
def refuse(amount: int, unit: int) -> int:
    if amount > 3:
        raise ValueError("too much: " + unit)
    if amount < 0:
        raise ValueError("negative")
    return amount
"#;

#[test]
fn words_of_the_interpreter_are_not_asserted() {
    let Some(mut lab) = Lab::empty() else {
        return;
    };
    lab.write("refusing.py", REFUSING);
    lab.generate(&["refusing.py"]).exits(0);
    let text = lab.read("out/test_refusing.py");
    assert!(text.contains("ValueError, match=r\"^negative$\""), "{text}");
    assert!(text.contains("pytest.raises(TypeError):"), "{text}");
    lab.passes("out/test_refusing.py");
}

#[test]
fn variables_of_the_environment_are_inputs_in_python() {
    let Some(mut lab) = Lab::empty() else { return };
    lab.write("settings.py", SETTINGS);
    lab.generate(&["settings.py"])
        .exits(0)
        .reports(&["5 of 5 branch outcomes covered"]);
    let suite = lab.read("out/test_settings.py");
    assert!(
        suite.contains("monkeypatch.setenv(\"LEVEL\", \"high\")"),
        "{suite}"
    );
    assert!(
        suite.contains("monkeypatch.delenv(\"LEVEL\", raising=False)"),
        "{suite}"
    );
    // What the library asks for by itself is nobody's input.
    assert!(!suite.contains("\"HOME\""), "{suite}");
    // What a test changes is changed back, and what differs everywhere is not asserted.
    assert!(
        suite.contains("monkeypatch.setenv(\"REMEMBERED\", \"\")"),
        "{suite}"
    );
    assert!(suite.contains("isinstance(result, int)"), "{suite}");
    lab.write("out/test_then.py", THEN);
    lab.passes("out");
}

/// A test that comes after all others.
const THEN: &str = r#"import os


def test_nothing_is_left():
    assert "REMEMBERED" not in os.environ
"#;

/// A program that asks for variables in the ways there are.
const SETTINGS: &str = r#"import os


def level() -> int:
    value = os.environ.get("LEVEL", "1")
    if value == "high":
        return 10
    return 2 if "LEVEL" in os.environ else 1


def token() -> str:
    try:
        return os.environ["TOKEN"] + os.path.expanduser("~")[:0]
    except KeyError:
        raise RuntimeError("no token") from None


def remember(number: int) -> str:
    os.environ["REMEMBERED"] = str(number)
    return os.environ["REMEMBERED"]


def everything() -> int:
    return len(dict(os.environ))
"#;

/// What a run imports has goals that nobody knew of when the module was loaded.
#[test]
fn a_module_that_a_run_imports_is_nothing_to_cover() {
    let Some(mut lab) = Lab::empty() else {
        return;
    };
    lab.write(
        "pack/late.py",
        "def kind(text):\n    if text.isdigit():\n        return 'number'\n    if text == '':\n        return 'nothing'\n    return 'word'\n",
    );
    lab.write("pack/__init__.py", "");
    lab.write(
        "pack/early.py",
        "def split(text: str) -> str:\n    from pack import late\n\n    if late.kind(text) == 'number':\n        return text + text\n    return text.upper()\n",
    );
    let ended = lab.generate(&["pack/early.py", "--json"]);
    let module = ended.exits(0).module();
    for goal in module["goals"].as_array().expect("goals") {
        assert_eq!(goal["verdict"], "covered", "{goal:#}");
    }
}
