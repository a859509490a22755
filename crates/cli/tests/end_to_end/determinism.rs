//! The same command gives the same files, byte for byte, however many units
//! are explored at a time.

use crate::lab::Lab;

fn check(program: &str, options: &[&str]) {
    let mut suites = Vec::new();
    for jobs in ["--jobs=1", "--jobs=1", "--jobs=3"] {
        let Some(lab) = Lab::with(program) else {
            return;
        };
        let file = program.rsplit('/').next().expect("a program has a name");
        let mut arguments = vec![file, jobs, "--run-tests=false"];
        arguments.extend(options);
        let ended = lab.generate(&arguments).exits(0);
        let name = file.trim_end_matches(".py");
        suites.push((
            lab.read(&format!("out/test_{name}.py")),
            lab.read(&format!("out/test_{name}_bugs.py")),
            ended.stdout.lines().skip(1).collect::<Vec<_>>().join("\n"),
        ));
    }
    assert!(!suites[0].0.is_empty(), "a suite was written");
    for other in &suites[1..] {
        assert_eq!(suites[0].0, other.0);
        assert_eq!(suites[0].1, other.1);
    }
}

#[test]
fn functions() {
    check("programs/strings.py", &[]);
    check("programs/containers.py", &["--seed=7"]);
}

#[test]
fn structures() {
    for strategy in ["exhaustive", "guided"] {
        let strategy = format!("--strategy={strategy}");
        check("structures/bst.py", &["--max-nodes=3", &strategy]);
    }
}

#[test]
fn every_path() {
    check(
        "structures/circular_list.py",
        &["--max-nodes=3", "--all-paths"],
    );
}
