//! The conformance suite: every case of `tests/java/conformance` prints in
//! the machine exactly what it prints in the real JVM.

#![allow(clippy::print_stderr, reason = "tests say what they found")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use everypath_jvm::ClassPath;
use everypath_jvm::machine::{Limits, Machine, Run};
use everypath_testlab::{compile_java, jdks};

fn compile(jdk: &Path, sources: &Path, into: &Path) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(sources)
        .expect("the suite is there")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "java")
        })
        .collect();
    files.sort();
    compile_java(jdk, &files, into);
}

fn class_names(sources: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(sources)
        .expect("the suite is there")
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".java").map(str::to_owned))
        .filter(|name| name != "Runner")
        .collect();
    names.sort();
    names
}

/// What the real JVM prints, by case.
fn real(jdk: &Path, classes: &Path, names: &[String]) -> BTreeMap<String, String> {
    let done = Command::new(jdk.join("bin/java"))
        .args([
            "-ea",
            "-Xmx256m",
            "-Xss1m",
            "-Dstdout.encoding=UTF-8",
            "-Dfile.encoding=UTF-8",
        ])
        .args([
            "-Duser.language=en",
            "-Duser.country=US",
            "-Duser.timezone=UTC",
            "-cp",
        ])
        .arg(classes)
        .arg("Runner")
        .args(names)
        .env("LC_ALL", "C.UTF-8")
        .output()
        .expect("java starts");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let mut cases = BTreeMap::new();
    for part in text.split("== ").skip(1) {
        let (name, output) = part.split_once('\n').unwrap_or((part, ""));
        cases.insert(name.to_owned(), output.to_owned());
    }
    cases
}

/// What the machine prints, by case.
fn ours(jdk: &Path, classes: &Path, names: &[String]) -> BTreeMap<String, String> {
    let class_path = ClassPath::open(jdk, &[classes.to_owned()]).expect("the JDK opens");
    let mut machine = Machine::new(Arc::new(class_path), None);
    machine.boot().expect("the machine boots");
    let mut cases = BTreeMap::new();
    for name in names {
        let class = machine.load(name).expect("the class loads");
        let methods = machine.class(class).methods.clone();
        let mut methods: Vec<_> = methods
            .into_iter()
            .map(|method| (machine.method(method).name.to_string(), method))
            .filter(|(name, method)| {
                let found = machine.method(*method);
                let synthetic = found.access & 0x1000 != 0;
                found.is_static() && &*found.descriptor == "()V" && name != "<clinit>" && !synthetic
            })
            .collect();
        methods.sort();
        for (case, method) in methods {
            machine.forget_output();
            machine.set_limits(Limits {
                memory: machine.heap().allocated + (256 << 20),
                instructions: machine.executed() + 400_000_000,
                ..Limits::default()
            });
            let run = |machine: &mut Machine| -> Run<()> {
                machine.initialise(class)?;
                machine.call(method, &[]).map(|_| ())
            };
            let ended = run(&mut machine);
            let mut output = String::from_utf8_lossy(&machine.output).into_owned();
            if let Err(stop) = ended {
                output.push_str(&format!("ended: {}\n", machine.describe_stop(&stop)));
            }
            cases.insert(format!("{name}.{case}"), output);
        }
    }
    cases
}

fn compare(jdk: &Path, sources: &Path) -> (usize, Vec<String>) {
    let directory = tempfile::tempdir().expect("a directory for the classes");
    compile(jdk, sources, directory.path());
    let names = class_names(sources);
    let expected = real(jdk, directory.path(), &names);
    let found = ours(jdk, directory.path(), &names);
    let mut differences = Vec::new();
    for (case, expected) in &expected {
        match found.get(case) {
            Some(output) if output == expected => {}
            other => {
                let output = other.map_or("(not run)", String::as_str);
                let differing = expected.lines().zip(output.lines()).find(|(a, b)| a != b);
                let (wanted, got) = differing.unwrap_or((expected, output));
                differences.push(format!("{case}\n    JVM:  {wanted}\n    here: {got}"));
            }
        }
    }
    (expected.len(), differences)
}

#[test]
fn every_case_prints_what_the_real_jvm_prints() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/java/conformance");
    let mut all = Vec::new();
    for jdk in jdks() {
        let (count, differences) = compare(&jdk, &sources);
        eprintln!(
            "{}: {count} cases, {} differ",
            jdk.display(),
            differences.len()
        );
        assert!(count >= 300, "only {count} cases ran");
        all.extend(
            differences
                .into_iter()
                .map(|text| format!("{}: {text}", jdk.display())),
        );
        // What the language has since Java 21.
        let class_path = ClassPath::open(&jdk, &[]).expect("the JDK opens");
        if class_path.jdk_version() < 21 {
            continue;
        }
        let newer = sources.with_file_name("conformance-21");
        let (count, differences) = compare(&jdk, &newer);
        assert!(count >= 10, "only {count} cases ran");
        all.extend(
            differences
                .into_iter()
                .map(|text| format!("{}: {text}", jdk.display())),
        );
    }
    assert!(
        all.is_empty(),
        "{} differences:\n{}",
        all.len(),
        all.join("\n")
    );
}
