//! Hostile class files: whatever is in them, the front end answers with an
//! error, an outcome or a Java exception, and is ready for the next. That they are read at
//! all is the business of `crates/fuzz`.

use std::sync::Arc;
use std::time::Duration;

use everypath_jvm::classfile::ClassFile;
use everypath_jvm::{ClassPath, JvmExecutor, Options, Program};
use everypath_term::Terms;
use everypath_testlab::{Random, compile_java, jdk, mutate};
use everypath_trace::{Executor, Input, Language, Outcome, RunLimits, Scope};

const SOURCE: &str = "
public class Victim {
    int field = 3;
    static String text = \"abc\";
    public static int run(int a, String s, int[] xs) {
        int sum = a;
        for (int i = 0; i < xs.length; i++) { sum += xs[i] * i; }
        switch (s) { case \"x\": sum++; break; case \"yy\": sum--; break; default: sum *= 2; }
        try { sum /= a; } catch (ArithmeticException e) { sum = -1; } finally { sum ^= 5; }
        long wide = (long) sum << 3; double d = wide * 0.5;
        Runnable r = () -> { text = text + a; };
        r.run();
        Object o = new int[2][3];
        if (o instanceof int[][] && d > 3) { sum += ((int[][]) o)[1].length; }
        return sum + new Victim().field + text.length();
    }
}
";

fn compile(jdk: &std::path::Path, directory: &std::path::Path) -> Vec<u8> {
    let source = directory.join("Victim.java");
    std::fs::write(&source, SOURCE).expect("the source is written");
    compile_java(jdk, &[source], directory);
    std::fs::read(directory.join("Victim.class")).expect("the class is there")
}

#[test]
fn class_files_that_end_early_are_refused() {
    let Some(jdk) = jdk() else {
        return;
    };
    let directory = tempfile::tempdir().expect("a directory");
    let original = compile(&jdk, directory.path());
    for length in 0..original.len() {
        let cut = ClassFile::parse(&original[..length]);
        assert!(cut.is_err(), "cut at {length}");
    }
}

#[test]
fn mutated_class_files_run_to_an_outcome() {
    let Some(jdk) = jdk() else {
        return;
    };
    let directory = tempfile::tempdir().expect("a directory");
    let original = compile(&jdk, directory.path());
    let mut random = Random::new(7);
    let mut failures = 0;
    let mut ran = 0;
    for _ in 0..500 {
        let mutated = mutate(&original, &original, &mut random);
        std::fs::write(directory.path().join("Victim.class"), mutated).expect("it is written");
        let class_path = ClassPath::open(&jdk, &[directory.path().to_owned()]).expect("it opens");
        let targets = ["Victim".to_owned()];
        let loaded = Program::load(
            Arc::new(class_path),
            &targets,
            Scope::of(Language::Java),
            Options::default(),
        );
        let Ok(loaded) = loaded else {
            continue;
        };
        let mut executor = JvmExecutor::new(&loaded).expect("it boots");
        for unit in 0..loaded.units.len() {
            executor.choose(unit).expect("the unit is there");
            let limits = RunLimits {
                decisions: 200,
                time: Duration::from_millis(200),
            };
            let trace = executor.run(&mut Terms::new(), &Input::open(), &limits);
            ran += 1;
            if let Outcome::Unsupported { construct } = &trace.outcome {
                failures += usize::from(construct.contains("interpreter fail"));
            }
        }
    }
    assert!(ran > 50, "only {ran} ran");
    assert_eq!(failures, 0, "the interpreter itself failed");
}
