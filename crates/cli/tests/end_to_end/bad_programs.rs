//! Subjects that misbehave: whatever they do ends one run, never the command,
//! and never reaches the machine.

use std::time::{Duration, Instant};

use crate::lab::{Ended, Lab};

/// Generates for a program of `tests/python/bad`; its suite passes.
fn check(program: &str, options: &[&str], reports: &[&str]) -> Option<Lab> {
    let lab = Lab::with(&format!("bad/{program}.py"))?;
    let file = format!("{program}.py");
    let mut arguments = vec![file.as_str()];
    arguments.extend(options);
    lab.generate(&arguments).exits(0).reports(reports);
    lab.passes(&format!("out/test_{program}.py"));
    Some(lab)
}

#[test]
fn threads() {
    let Some(lab) = check("starts_threads", &[], &["starts a thread"]) else {
        return;
    };
    assert!(
        !lab.read("out/test_starts_threads.py")
            .contains("leaves_one_running(3)")
    );
}

#[test]
fn standard_input() {
    check("reads_stdin", &[], &["reads standard input"]);
}

#[test]
fn exits() {
    let Some(lab) = check("calls_exit", &[], &["takes the process down"]) else {
        return;
    };
    assert!(lab.read("out/test_calls_exit.py").contains("SystemExit"));
    lab.fails("out/test_calls_exit_bugs.py");
}

#[test]
fn deletion() {
    // Nothing is deleted: what deletes is stood in for, in the search and in the test.
    let covered = ["4 of 4 branch outcomes covered"];
    let Some(lab) = check("deletes_file", &[], &covered) else {
        return;
    };
    let suite = lab.read("out/test_deletes_file.py");
    assert!(suite.contains("monkeypatch.setattr(\"os.remove\""));
}

#[test]
fn destruction() {
    let Some(mut lab) = Lab::with("bad/destroys_things.py") else {
        return;
    };
    lab.write("precious.txt", "precious");
    lab.write("folder/inner.txt", "inner");
    lab.generate(&["destroys_things.py"]).exits(0);
    lab.passes("out/test_destroys_things.py");
    lab.check_nothing_left();
    assert_eq!(lab.read("precious.txt"), "precious");
    assert_eq!(lab.read("folder/inner.txt"), "inner");
}

#[test]
fn files() {
    let covered = ["2 of 2 branch outcomes covered"];
    let Some(lab) = check("writes_file", &[], &covered) else {
        return;
    };
    let suite = lab.read("out/test_writes_file.py");
    assert!(suite.contains("monkeypatch.setattr(\"pathlib.Path.mkdir\""));
}

#[test]
fn processes() {
    let Some(lab) = Lab::with("bad/starts_processes.py") else {
        return;
    };
    lab.generate(&["starts_processes.py"]).exits(0);
    lab.passes("out/test_starts_processes.py");
    assert!(!lab.path("started.txt").exists());
    assert!(!is_running("98765"), "a process of the subject is left");
    check("forks", &[], &["forks the process"]);
}

fn is_running(argument: &str) -> bool {
    std::fs::read_dir("/proc")
        .expect("processes are listed")
        .flatten()
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("cmdline")).ok())
        .any(|line| line.starts_with("sleep") && line.split('\0').any(|word| word == argument))
}

#[test]
fn sockets() {
    let Some(lab) = check("opens_socket", &[], &["looks up a host"]) else {
        return;
    };
    assert!(!lab.read("out/test_opens_socket.py").contains("gaierror"));
}

#[test]
fn a_network_that_is_asked_for_on_import() {
    // A library is told that there is none, and goes on.
    check("asks_when_imported", &[], &["branch outcomes covered"]);
}

#[test]
fn finalisers_that_sleep() {
    let started = std::time::Instant::now();
    if check("sleeps_at_the_end", &["--timeout=0.5"], &[]).is_some() {
        // A worker that slept would be given up after a minute.
        assert!(started.elapsed().as_secs() < 50);
    }
}

#[test]
fn endless_loops() {
    let Some(lab) = check(
        "loops_forever",
        &["--timeout=0.5"],
        &["BUG spin: does not end in time"],
    ) else {
        return;
    };
    lab.fails("out/test_loops_forever_bugs.py");
}

#[test]
fn endless_recursion() {
    let Some(lab) = check("recurses_forever", &[], &[]) else {
        return;
    };
    assert!(
        lab.read("out/test_recurses_forever.py")
            .contains("RecursionError")
    );
}

#[test]
fn hunger_for_memory() {
    let Some(lab) = check("eats_memory", &["--memory=512"], &["the bound on memory"]) else {
        return;
    };
    // Where memory is not limited, a test of this would take all there is.
    assert!(!lab.read("out/test_eats_memory.py").contains("MemoryError"));
}

#[test]
fn hard_crashes() {
    let reports = ["BUG read: takes the process down: killed by signal 11"];
    let Some(lab) = check("crashes_hard", &[], &reports) else {
        return;
    };
    assert!(
        lab.read("out/test_crashes_hard.py")
            .contains("assert read(")
    );
    lab.fails("out/test_crashes_hard_bugs.py");
}

#[test]
fn chance_and_time() {
    let Some(lab) = check("nondeterministic", &[], &[]) else {
        return;
    };
    for _ in 0..3 {
        lab.passes("out/test_nondeterministic.py");
    }
}

#[test]
fn state_between_calls() {
    check("mutates_global", &[], &[]);
}

#[test]
fn an_interruption_keeps_what_was_found() {
    let Some(lab) = Lab::with("bad/many_paths.py") else {
        return;
    };
    let python = lab.python();
    let child = lab
        .command(&[
            "generate",
            "many_paths.py",
            "--python",
            &python,
            "--out",
            "out",
        ])
        .args(["--max-length=14", "--patience=100000000"])
        .args(["--unit-time=100", "--time=100"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command can be started");
    std::thread::sleep(Duration::from_secs(3));
    let interrupted = Instant::now();
    let status = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    assert!(interrupted.elapsed() < Duration::from_secs(20));
    let ended = Ended {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    ended.exits(130).reports(&["wrote out/test_many_paths.py"]);
    lab.passes("out/test_many_paths.py");
    lab.check_nothing_left();
}
