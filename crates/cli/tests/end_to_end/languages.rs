//! What the command promises whatever the language is: the same tests for all three.

use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::lab::Lab;

const INTERRUPTED: i32 = 130;

/// The same subject in one of the languages.
struct Subject {
    source: &'static str,
    text: &'static str,
    /// Where its suite goes, and the tests that show bugs.
    tests: &'static str,
    bugs: &'static str,
    options: &'static [&'static str],
    /// How a comment begins.
    comment: &'static str,
}

/// One method breaks the invariant of its class on one outcome of its branch.
const COUNTERS: [Subject; 3] = [
    Subject {
        source: "counter.py",
        text: "class Counter:\n    value: int\n\n    def __init__(self):\n        self.value = 0\n\n    def repok(self) -> bool:\n        return self.value >= 0\n\n    def add(self, x: int):\n        if x == 77:\n            self.value = -1\n        else:\n            self.value = 1\n",
        tests: "out/test_counter.py",
        bugs: "out/test_counter_bugs.py",
        options: &[],
        comment: "# line 11: ",
    },
    Subject {
        source: "Counter.java",
        text: "public class Counter {\n    private int value;\n    public boolean repOK() { return value >= 0; }\n    public void add(int x) {\n        if (x == 77) {\n            value = -1;\n        } else {\n            value = 1;\n        }\n    }\n}\n",
        tests: "out/CounterTest.java",
        bugs: "out/CounterBugsTest.java",
        options: &[],
        comment: "// line 5: ",
    },
    Subject {
        source: "counter.c",
        text: "struct counter { int value; };\nint is_valid(struct counter *c) { return c && c->value >= 0; }\nvoid add(struct counter *c, int x) {\n    if (x == 77) {\n        c->value = -1;\n    } else {\n        c->value = 1;\n    }\n}\n",
        tests: "out/test_counter.c",
        bugs: "out/test_counter_bugs.c",
        options: &["--invariant", "is_valid"],
        comment: "/* line 4: ",
    },
];

/// A unit whose exploration does not end by itself: there is always another path, and
/// nobody knows an input that ends it with the answer 1.
const ENDLESS: [(&str, &str, &str); 3] = [
    (
        "endless.py",
        "def f(x: int) -> int:\n    n = 0\n    while x > 1:\n        if x % 2 == 1:\n            x = 3 * x + 1\n        else:\n            x = x // 2\n        n += 1\n    if n == 9999:\n        return 1\n    return 0\n",
        "out/test_endless.py",
    ),
    (
        "Endless.java",
        "public class Endless {\n    public static int f(long x) {\n        int n = 0;\n        while (x > 1) {\n            if (x % 2 == 1) {\n                x = 3 * x + 1;\n            } else {\n                x = x / 2;\n            }\n            n++;\n        }\n        if (n == 9999) return 1;\n        return 0;\n    }\n}\n",
        "out/EndlessTest.java",
    ),
    (
        "endless.c",
        "int f(unsigned long x) {\n    int n = 0;\n    while (x > 1) {\n        if (x % 2 == 1) {\n            x = 3 * x + 1;\n        } else {\n            x = x / 2;\n        }\n        n++;\n    }\n    if (n == 9999) return 1;\n    return 0;\n}\n",
        "out/test_endless.c",
    ),
];

fn lab() -> Lab {
    Lab::empty().expect("a Python with pytest")
}

fn with(subject: &Subject) -> Lab {
    let mut lab = lab();
    lab.write(subject.source, subject.text);
    lab
}

fn arguments<'a>(subject: &Subject, more: &[&'a str]) -> Vec<&'a str> {
    let own = subject.options.iter().copied();
    std::iter::once(subject.source)
        .chain(own)
        .chain(more.iter().copied())
        .collect()
}

#[test]
fn an_outcome_that_only_a_bug_shows_is_covered() {
    for subject in &COUNTERS {
        let lab = with(subject);
        let ended = lab.generate(&arguments(subject, &["--json"])).exits(0);
        let module = ended.module();
        let goals = module["goals"].as_array().expect("goals");
        let compared: Vec<_> = goals
            .iter()
            .filter(|goal| goal["description"].as_str().unwrap_or("").contains("77"))
            .collect();
        assert_eq!(compared.len(), 2, "{}: {module:#}", subject.source);
        for goal in compared {
            assert_eq!(goal["verdict"], "covered", "{}: {goal:#}", subject.source);
        }
        assert!(!lab.read(subject.bugs).is_empty(), "{}", subject.source);
    }
}

#[test]
fn tests_say_what_they_cover() {
    for subject in &COUNTERS {
        let lab = with(subject);
        lab.generate(&arguments(subject, &["--test-comments"]))
            .exits(0);
        let text = lab.read(subject.tests) + &lab.read(subject.bugs);
        assert!(text.contains(subject.comment), "{text}");
    }
}

#[test]
fn a_command_that_is_cancelled_ends_and_leaves_nothing_half() {
    for (source, text, _) in ENDLESS {
        let mut lab = lab();
        lab.write(source, text);
        let python = lab.python();
        let mut command = lab.command(&["generate", source, "--out", "out", "--python", &python]);
        let more = ["--time=3600", "--unit-time=3600", "--patience=1000000"];
        let child = command
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = child.spawn().expect("the command starts");
        std::thread::sleep(Duration::from_secs(3));
        let pid = rustix::process::Pid::from_raw(child.id() as i32).expect("a process");
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("a signal");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(
            output.status.code(),
            Some(INTERRUPTED),
            "{source}: {output:?}"
        );
        lab.check_nothing_left();
    }
}

/// Moments at which a command is killed, in each language.
const KILLS: usize = 20;
/// How long whatever it started may live on.
const GONE: Duration = Duration::from_secs(2);

#[test]
fn a_killed_command_leaves_the_old_suite_or_the_new_one_and_nothing_else() {
    let mut random = everypath_testlab::Random::new(17);
    for subject in &COUNTERS {
        let lab = with(subject);
        let clock = Instant::now();
        lab.generate(&arguments(subject, &[])).exits(0);
        let whole = (lab.read(subject.tests), lab.read(subject.bugs));
        let longest = clock.elapsed().as_millis() as usize;
        let lab = with(subject);
        for _ in 0..KILLS {
            let python = lab.python();
            let mut all = vec!["generate", "--out", "out", "--python", &python];
            all.extend(arguments(subject, &[]));
            let mut command = lab.command(&all);
            let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = quiet.process_group(0).spawn().expect("the command starts");
            let wait = random.below(longest) as u64;
            std::thread::sleep(Duration::from_millis(wait));
            child.kill().expect("it is killed");
            child.wait().expect("it is gone");
            let clock = Instant::now();
            while !lab.processes().is_empty() && clock.elapsed() < GONE {
                std::thread::sleep(Duration::from_millis(20));
            }
            let alive = lab.processes();
            assert!(alive.is_empty(), "after {wait} ms: {alive:#?}");
            for (file, expected) in [(subject.tests, &whole.0), (subject.bugs, &whole.1)] {
                let found = lab.read(file);
                assert!(
                    found.is_empty() || found == *expected,
                    "{file} after {wait} ms: {found}"
                );
            }
        }
        // It also looks that nothing is left of those that were killed.
        lab.generate(&arguments(subject, &[])).exits(0);
        assert_eq!(lab.unfinished(), Vec::<String>::new());
    }
}

#[test]
fn a_command_that_was_cut_off_goes_on_from_there() {
    let with_all = || {
        let mut lab = lab();
        for subject in &COUNTERS {
            lab.write(subject.source, subject.text);
        }
        let (source, text, _) = ENDLESS[0];
        lab.write(source, text);
        lab
    };
    // The endless one comes after two that are done soon, and before Java.
    let (c, python) = (&COUNTERS[2], &COUNTERS[0]);
    let budget = ["--unit-time=3", "--patience=1000000"];
    let arguments = [".", budget[0], budget[1]];
    let whole = with_all();
    whole.generate(&arguments).exits(0);
    let lab = with_all();
    let interpreter = lab.python();
    let mut command = lab.command(&["generate", "--out", "out", "--python", &interpreter]);
    let quiet = command.args(arguments).stdout(Stdio::null());
    let mut child = quiet.stderr(Stdio::null()).spawn().expect("it starts");
    let clock = Instant::now();
    let is_done = |file: &str| !lab.read(file).is_empty();
    while !(is_done(python.tests) && is_done(c.tests)) && clock.elapsed() < Duration::from_secs(120)
    {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    child.kill().expect("it is killed");
    child.wait().expect("it is gone");
    let told = "2 modules unchanged";
    lab.generate(&[&arguments[..], &["--no-cache=false"]].concat())
        .exits(0)
        .reports(&[told]);
    for file in [c.tests, c.bugs, python.tests, python.bugs, ENDLESS[0].2] {
        assert_eq!(lab.read(file), whole.read(file), "{file}");
    }
}

#[test]
fn a_directory_gets_suites_in_all_languages() {
    let mut lab = lab();
    for subject in &COUNTERS {
        lab.write(subject.source, subject.text);
    }
    lab.generate(&["."]).exits(0);
    for subject in &COUNTERS {
        assert!(!lab.read(subject.tests).is_empty(), "{}", subject.tests);
    }
}

#[test]
fn the_same_command_writes_the_same_bytes() {
    for subject in &COUNTERS {
        let suites = ["--jobs=1", "--jobs=1", "--jobs=3"].map(|jobs| {
            let lab = with(subject);
            lab.generate(&arguments(subject, &[jobs])).exits(0);
            (lab.read(subject.tests), lab.read(subject.bugs))
        });
        assert!(!suites[0].0.is_empty(), "{}", subject.source);
        assert_eq!(suites[0], suites[1], "{}", subject.source);
        assert_eq!(suites[0], suites[2], "{}", subject.source);
    }
}

/// Processes that use all of the processors.
struct Busy(Vec<std::process::Child>);

impl Busy {
    fn new(count: usize) -> Busy {
        let start = |_| {
            let mut command = std::process::Command::new("sh");
            let started = command.args(["-c", "while :; do :; done"]).spawn();
            started.expect("a shell starts")
        };
        Busy((0..count).map(start).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        }
    }
}

/// The suite has a test for each path that the budget allows, and there would be more.
#[test]
fn a_budget_ends_at_the_same_place_on_a_busy_machine() {
    for (source, text, tests) in ENDLESS {
        let suite = |jobs: &str| {
            let mut lab = lab();
            lab.write(source, text);
            let budget = ["--unit-time=0.04", "--criterion=path", "--patience=1000000"];
            let mut arguments = vec![source, "--json", jobs];
            arguments.extend(budget);
            let module = lab.generate(&arguments).exits(0).module();
            let mut units = module["units"].as_array().expect("units").iter();
            let is_spent = units.any(|unit| unit["stop"] == "budget spent");
            assert!(is_spent, "{module:#}");
            lab.read(tests)
        };
        let idle = suite("--jobs=1");
        assert_eq!(idle, suite("--jobs=2"), "{source}");
        // Few, because other tests run at the same time; more by hand.
        let count = std::env::var("EVERYPATH_BUSY").map_or(Ok(4), |count| count.parse());
        let busy = Busy::new(count.expect("a number of processes"));
        let loaded = suite("--jobs=8");
        drop(busy);
        assert_eq!(idle, loaded, "{source}");
    }
}
