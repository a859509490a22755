//! Subjects that would change something outside: a few of `tests/hostile` in each language,
//! by the same runner as all of them (`./x hostile`), in worlds with canaries.

use std::path::Path;
use std::process::Command;

use crate::lab::Lab;

/// Runs subjects by name; nothing outside may change, and each ends as it says.
fn check(python: &Path, subjects: &[&str]) {
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile/run.py");
    let mut command = Command::new(python);
    command.arg(runner).arg("--python").arg(python);
    command.args(["--everypath", env!("CARGO_BIN_EXE_everypath")]);
    for subject in subjects {
        command.args(["--only", subject]);
    }
    let ended = command.output().expect("the runner starts");
    let said = String::from_utf8_lossy(&ended.stdout);
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{said}{errors}");
    let count = format!("{} subjects", subjects.len());
    assert!(said.contains(&count), "{said}{errors}");
}

#[test]
fn python_changes_nothing_outside() {
    let Some(python) = everypath_testlab::python() else {
        return;
    };
    check(
        &python,
        &[
            "python/atexit_cleanup",
            "python/empties_cache",
            "python/memfd_exec",
            "python/sends_udp",
            "python/signals_others",
        ],
    );
}

#[test]
fn java_changes_nothing_outside() {
    let Some(python) = everypath_testlab::python().filter(|_| everypath_testlab::jdk().is_some())
    else {
        return;
    };
    check(
        &python,
        &[
            "java/EmptiesCache",
            "java/Finalizer",
            "java/ShutdownHook",
            "java/StartsAtLoad",
            "java/UnsafeMemory",
        ],
    );
}

#[test]
fn c_changes_nothing_outside() {
    let Some(python) = everypath_testlab::python() else {
        return;
    };
    check(
        &python,
        &[
            "c/connects_tcp",
            "c/constructor_writes",
            "c/direct_syscall",
            "c/int_0x80",
            "c/renames_over",
        ],
    );
}

#[test]
fn what_does_not_end_before_it_is_called_ends_in_time() {
    let bomb: String = (1..12)
        .map(|n| {
            format!(
                "#define B{n} B{0} B{0} B{0} B{0} B{0} B{0} B{0} B{0}\n",
                n - 1
            )
        })
        .collect();
    let subjects = [
        (
            "endless.py",
            "while True:\n    pass\n\n\ndef f(x: int) -> int:\n    return x\n".to_owned(),
        ),
        (
            "bomb.c",
            format!("#define B0 1 +\n{bomb}int f(int x) {{ return B11 x; }}\n"),
        ),
    ];
    for (source, text) in subjects {
        let mut lab = Lab::empty().expect("a Python with pytest");
        lab.write(source, &text);
        lab.generate(&[source, "--time=5"])
            .exits(3)
            .says(&["longer than 5 s"]);
    }
}
