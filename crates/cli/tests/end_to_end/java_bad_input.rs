//! Java targets that are wrong, missing or hostile: a clear message or a
//! suite, and nothing left behind.

use crate::java_lab::{compile_into_classes, generate, with};

const PLAIN: &str = "public class Plain { public static int f(int x) { return x > 0 ? 1 : 0; } }";

#[test]
fn a_class_that_is_not_there() {
    let Some((mut lab, jdk)) = with(&[("Plain.java", PLAIN)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["Plain.java"]);
    generate(&lab, &["shop.Missing", "--classpath", "classes"])
        .exits(3)
        .says(&["shop.Missing"]);
    generate(&lab, &["nowhere/Foo.class"])
        .exits(3)
        .says(&["nowhere/Foo.class"]);
    generate(&lab, &["Plain", "--classpath", "nowhere"])
        .exits(2)
        .says(&["nowhere"]);
}

#[test]
fn a_method_that_is_not_there() {
    let Some((lab, _)) = with(&[("Plain.java", PLAIN)]) else {
        return;
    };
    generate(&lab, &["Plain.java#g"])
        .exits(3)
        .says(&["no method g", "f(int)"]);
    generate(&lab, &["Plain.java#f(long)"])
        .exits(3)
        .says(&["f(long)"]);
}

#[test]
fn a_source_that_does_not_compile() {
    let Some((lab, _)) = with(&[("Broken.java", "class Broken {\n  int f( {\n}\n")]) else {
        return;
    };
    generate(&lab, &["Broken.java"])
        .exits(3)
        .says(&["Broken.java does not compile", "line 2"]);
}

#[test]
fn class_files_that_are_cut_or_are_none() {
    let Some((mut lab, jdk)) = with(&[("Plain.java", PLAIN)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["Plain.java"]);
    let bytes = std::fs::read(lab.path("classes/Plain.class")).expect("a class file");
    for end in [0, 3, 9, 40, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(lab.path("classes/Plain.class"), &bytes[..end]).expect("a file");
        generate(&lab, &["classes/Plain.class"])
            .exits(3)
            .says(&["Plain"]);
    }
}

#[test]
fn a_dependency_that_is_missing() {
    let Some((mut lab, jdk)) = with(&[
        (
            "Helper.java",
            "public class Helper { public static int twice(int x) { return 2 * x; } }",
        ),
        (
            "User.java",
            "public class User { public static int f(int x) { return x > 3 ? Helper.twice(x) : 0; } }",
        ),
    ]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["User.java", "Helper.java"]);
    std::fs::remove_file(lab.path("classes/Helper.class")).expect("it is there");
    lab.accept();
    let ended = generate(&lab, &["User", "--classpath", "classes"]);
    // The side that needs no helper is tested, and what the other one needs is said.
    let said = &ended.exits(0).stdout;
    assert!(said.contains("1 of 2 branch outcomes"), "{said}");
    assert!(
        said.contains("needs Helper, which is not on the class path"),
        "{said}"
    );
    assert!(!lab.read("out/UserTest.java").contains("NoClassDefFound"));
}

#[test]
fn an_abstract_class_without_an_implementer() {
    let source = "public abstract class Shape { abstract int area(); \
                  public boolean isLarge() { return area() > 10; } }";
    let Some((lab, _)) = with(&[("Shape.java", source)]) else {
        return;
    };
    let ended = generate(&lab, &["Shape.java"]);
    assert!(matches!(ended.code, Some(0 | 4)), "{ended:#?}");
}

#[test]
fn a_static_initialiser_that_throws() {
    let source = "public class Sick { static final int X = Integer.parseInt(\"no\"); \
                  public static int f(int x) { return x > 0 ? X : 0; } }";
    let Some((lab, _)) = with(&[("Sick.java", source)]) else {
        return;
    };
    let ended = generate(&lab, &["Sick.java"]);
    assert!(matches!(ended.code, Some(0 | 4)), "{ended:#?}");
    assert!(!ended.stderr.contains("panicked"), "{ended:#?}");
}

#[test]
fn recursion_without_end_is_an_error_of_the_subject() {
    let source = "public class Deep { static int down(int x) { return down(x + 1) + 1; } \
                  public static int f(int x) { return x == 7 ? down(0) : x; } }";
    let Some((lab, _)) = with(&[("Deep.java", source)]) else {
        return;
    };
    generate(&lab, &["Deep.java"]).exits(0);
    let text = lab.read("out/DeepTest.java");
    assert!(text.contains("StackOverflowError"), "{text}");
}

#[test]
fn an_allocation_bomb_and_an_endless_loop_are_outcomes() {
    let source = "public class Bomb {\n\
        public static int grow(int x) { if (x == 3) { return new long[Integer.MAX_VALUE - 8].length; } return x; }\n\
        public static int spin(int x) { int y = 0; while (x == 5) { while (y >= 0) { y = y / 2; } } return x; }\n}";
    let Some((lab, _)) = with(&[("Bomb.java", source)]) else {
        return;
    };
    generate(&lab, &["Bomb.java", "--timeout", "0.5"]).exits(0);
    let (tests, bugs) = (
        lab.read("out/BombTest.java"),
        lab.read("out/BombBugsTest.java"),
    );
    assert!(
        tests.contains("growReturns") && tests.contains("spinReturns"),
        "{tests}"
    );
    assert!(!tests.contains("OutOfMemoryError"), "{tests}");
    assert!(bugs.contains("spinEnds"), "{bugs}");
}
