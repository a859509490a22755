//! Commands over many modules: only what changed is explored again, parts and budgets, and the
//! same files however it is done.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::lab::{Ended, Lab};

/// A package of some modules, which all use one.
fn package(modules: usize) -> Option<Lab> {
    let mut lab = Lab::empty()?;
    lab.write("shop/__init__.py", "");
    let helper = "def limit(x: int) -> int:\n    return 10 if x > 10 else x\n";
    lab.write("shop/helper.py", helper);
    for number in 0..modules {
        let uses = match number % 2 {
            0 => "from shop import helper\n",
            _ => "",
        };
        let limit = match number % 2 {
            0 => "helper.limit(x)",
            _ => "x",
        };
        let text = format!(
            "{uses}\ndef price(x: int) -> int:\n    if {limit} > {number}:\n        return x + {number}\n    return 0\n"
        );
        lab.write(&format!("shop/part{number}.py"), &text);
    }
    Some(lab)
}

/// Runs a command with a cache.
fn remembering(lab: &Lab, arguments: &[&str]) -> Ended {
    let mut all = vec!["shop", "--no-cache=false"];
    all.extend(arguments);
    lab.generate(&all).exits(0)
}

/// The modules that a report says were explored.
fn explored(ended: &Ended) -> Vec<String> {
    let modules = ended.modules();
    let explored = modules.iter().filter(|one| one["origin"] == "explored");
    let mut files: Vec<String> = explored
        .map(|one| one["file"].as_str().unwrap_or_default().to_owned())
        .collect();
    files.sort();
    files
}

/// The files of a directory with their texts and times.
fn files(directory: &Path) -> BTreeMap<String, (String, std::time::SystemTime)> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .map(|entry| {
            let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
            let time = entry.metadata().and_then(|known| known.modified());
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, (text, time.expect("files have times")))
        })
        .collect()
}

fn texts(lab: &Lab) -> BTreeMap<String, String> {
    let files = files(&lab.path("out")).into_iter();
    files.map(|(name, (text, _))| (name, text)).collect()
}

#[test]
fn only_what_changed_is_explored_again() {
    let Some(lab) = package(4) else { return };
    let first = remembering(&lab, &["--json"]);
    assert_eq!(explored(&first).len(), 5);
    let before = files(&lab.path("out"));
    let second = remembering(&lab, &["--json"]);
    assert_eq!(explored(&second), Vec::<String>::new());
    assert_eq!(files(&lab.path("out")), before, "nothing is written");
    assert_eq!(first.modules().len(), second.modules().len());
    remembering(&lab, &[]).reports(&["5 modules unchanged, 0 explored"]);
    remembering(&lab, &["--check"]);

    // A change is seen by the module itself and by those that import it.
    let text = lab.read("shop/helper.py").replace("10", "12");
    std::fs::write(lab.path("shop/helper.py"), text).expect("it is written");
    let third = remembering(&lab, &["--json"]);
    let seen = ["shop/helper.py", "shop/part0.py", "shop/part2.py"];
    assert_eq!(explored(&third), seen);
    for name in ["test_shop_part1.py", "test_shop_part3.py"] {
        assert_eq!(files(&lab.path("out"))[name], before[name], "{name}");
    }
    // What was there before is known, too: branches share a cache.
    let text = lab.read("shop/helper.py").replace("12", "10");
    std::fs::write(lab.path("shop/helper.py"), text).expect("it is written");
    std::fs::remove_file(lab.path("out/test_shop_part0.py")).expect("it is there");
    let fourth = remembering(&lab, &["--json", "shop/part0.py"]);
    assert!(!explored(&fourth).contains(&"shop/part0.py".to_owned()));
    assert_eq!(
        lab.read("out/test_shop_part0.py"),
        before["test_shop_part0.py"].0
    );
}

#[test]
fn what_a_person_changes_is_looked_at_again_and_other_options_are_another_question() {
    let Some(mut lab) = package(1) else { return };
    remembering(&lab, &[]);
    let path = lab.path("out/test_shop_part0.py");
    let text = lab.read("out/test_shop_part0.py");
    let own = "\n\ndef test_of_mine():\n    assert True\n";
    std::fs::write(&path, text + own).expect("it is written");
    let ended = remembering(&lab, &["--json"]);
    assert_eq!(explored(&ended), ["shop/part0.py"]);
    assert!(lab.read("out/test_shop_part0.py").contains("test_of_mine"));
    // As it is now, it is known, unless it is to be replaced.
    assert!(explored(&remembering(&lab, &["--json"])).is_empty());
    remembering(&lab, &["--force"]);
    assert!(!lab.read("out/test_shop_part0.py").contains("test_of_mine"));
    let ended = remembering(&lab, &["--json", "--seed=3"]);
    assert_eq!(explored(&ended).len(), 2);
    // A module that would be imported instead of another one.
    lab.write("shop.py", "");
    let ended = remembering(&lab, &["--json", "--seed=3"]);
    assert_eq!(explored(&ended).len(), 2);
}

/// The seconds of a processor that a command takes with all that it starts, however busy the
/// machine is.
fn processor_seconds(command: &Command) -> f64 {
    let ended = Command::new("bash")
        .args(["-c", "\"$@\" >/dev/null 2>&1; times", "bash"])
        .arg(command.get_program())
        .args(command.get_args())
        .current_dir(command.get_current_dir().unwrap_or(Path::new(".")))
        .output()
        .expect("bash is there");
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    let children = text
        .lines()
        .nth(1)
        .expect("the shell's own, then its children's");
    let seconds = |word: &str| {
        let (minutes, seconds) = word.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    children.split_whitespace().filter_map(seconds).sum()
}

#[test]
fn modules_that_did_not_change_take_no_work() {
    let Some(lab) = package(19) else { return };
    let quick = ["--run-tests=false", "--patience=20"];
    remembering(&lab, &quick);
    let before = files(&lab.path("out"));
    remembering(&lab, &quick).reports(&["20 modules unchanged, 0 explored"]);
    let python = lab.python();
    let words = ["generate", "--python", &python, "--out", "out", "shop"];
    let taken = processor_seconds(&lab.command(&[&words[..], &quick].concat()));
    // No Python was started: that alone would take longer for so many.
    assert!(taken < 1.0, "it took {taken} seconds of a processor");
    assert_eq!(files(&lab.path("out")), before);
}

#[test]
fn parts_and_jobs_make_no_difference() {
    let all = |runs: &[&[&str]]| {
        let lab = package(5)?;
        for arguments in runs {
            lab.generate(&[&["shop"], *arguments].concat()).exits(0);
        }
        Some(texts(&lab))
    };
    let Some(whole) = all(&[&["--jobs=1"]]) else {
        return;
    };
    assert!(whole.len() >= 6, "{:?}", whole.keys());
    assert_eq!(all(&[&["--jobs=3"]]).as_ref(), Some(&whole));
    let parts: [&[&str]; 3] = [&["--shard=2/3"], &["--shard=3/3"], &["--shard=1/3"]];
    assert_eq!(all(&parts).as_ref(), Some(&whole));
}

#[test]
fn the_reports_of_parts_become_one() {
    let Some(mut lab) = package(3) else { return };
    let whole = lab.generate(&["shop", "--json"]).exits(0);
    let parts = ["1/2", "2/2"].map(|part| {
        let shard = format!("--shard={part}");
        lab.generate(&["shop", "--json", &shard]).exits(0).stdout
    });
    lab.write("one.json", &parts[0]);
    lab.write("two.json", &parts[1]);
    let merged = lab
        .run(&["merge", "one.json", "two.json", "--json"])
        .exits(0);
    let names = |ended: &Ended| -> Vec<String> {
        let modules = ended.modules();
        modules
            .iter()
            .map(|one| one["module"].to_string())
            .collect()
    };
    assert_eq!(names(&merged), names(&whole));
    let html = ["merge", "one.json", "two.json", "--html", "out/all.html"];
    lab.run(&html).exits(0).reports(&["shop/part0.py"]);
    assert!(lab.read("out/all.html").contains("part2"));
    lab.run(&["merge", "shop/helper.py"])
        .exits(6)
        .says(&["no report"]);
}

#[test]
fn a_command_ends_with_its_budget() {
    let Some(mut lab) = Lab::empty() else { return };
    // None of them would end by itself.
    for number in 0..3 {
        let text = format!(
            "def find(a: int, b: int, c: int, text: str) -> int:\n    count = {number}\n    for letter in text:\n        if (a * b * c + ord(letter)) % 1009 == 17:\n            count += 1\n        if a * a * b == c * c * c + 77 + count:\n            return 1\n    return 0\n"
        );
        lab.write(&format!("shop/endless{number}.py"), &text);
    }
    let clock = Instant::now();
    let arguments = [
        "shop",
        "--budget=15",
        "--unit-time=100",
        "--patience=100000000",
    ];
    let ended = lab.generate(&arguments);
    let time = clock.elapsed();
    assert!(time < Duration::from_secs(40), "it took {time:?}");
    // On a machine that is busy with other things, one may have had no turn.
    match ended.code {
        Some(7) => assert!(texts(&lab).len() < 3, "{ended:#?}"),
        _ => {
            ended.exits(0);
            assert_eq!(texts(&lab).len(), 3);
        }
    }
    lab.generate(&["shop", "--budget=0.001"])
        .exits(7)
        .says(&["the budget was over before 3 of 3 modules had their turn"]);
}

#[test]
fn events_are_told_as_they_happen() {
    let Some(lab) = package(1) else { return };
    lab.generate(&["shop", "--events=out/events.ndjson", "-q"])
        .exits(0);
    let text = lab.read("out/events.ndjson");
    let events: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is an object"))
        .collect();
    let kinds: Vec<&str> = events
        .iter()
        .filter_map(|one| one["event"].as_str())
        .collect();
    assert_eq!(
        (kinds.first(), kinds.last()),
        (Some(&"begin"), Some(&"end"))
    );
    let modules = events.iter().filter(|one| one["event"] == "module");
    let files: Vec<&str> = modules.filter_map(|one| one["file"].as_str()).collect();
    assert_eq!(files.len(), 2, "{text}");
    assert!(kinds.contains(&"phase"), "{text}");
    let times = events.iter().map(|one| one["seconds"].as_f64());
    let times: Vec<f64> = times
        .map(|time| time.expect("events have a time"))
        .collect();
    assert!(times.is_sorted(), "{text}");
}

#[test]
fn lines_and_tests_are_explained_from_what_is_known() {
    let Some(lab) = package(1) else { return };
    lab.run(&["explain", "shop/part0.py:5"])
        .exits(3)
        .says(&["run first: everypath generate shop/part0.py"]);
    remembering(&lab, &[]);
    lab.run(&["explain", "shop/part0.py:4"]).exits(0).reports(&[
        "`helper.limit(x) > 0` is true: covered",
        "`helper.limit(x) > 0` is false: covered",
        "nothing that it rests on has changed since",
    ]);
    lab.run(&["explain", "shop/part0.py:1"])
        .exits(3)
        .says(&["the nearest is line 4"]);
    let suite = lab.read("out/test_shop_part0.py");
    let (_, rest) = suite.split_once("def test_").expect("there is a test");
    let name = rest.split('(').next().unwrap_or_default();
    let test = format!("out/test_shop_part0.py::test_{name}");
    lab.run(&["replay", &test]).exits(0).reports(&[
        "calls price of shop/part0.py",
        "4: `helper.limit(x) > 0` is",
        "the test is as it was written",
    ]);
    let text = lab.read("shop/helper.py").replace("10", "12");
    std::fs::write(lab.path("shop/helper.py"), text).expect("it is written");
    lab.run(&["replay", &test])
        .exits(0)
        .reports(&["these have changed:\n    shop/helper.py"]);
}
