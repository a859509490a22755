//! Exceptions that Java throws by itself, and those that are caught: tests show them, and
//! they count apart from branch outcomes.

use crate::java_lab::{check_suite, compile_into_classes, generate, with};

const PLAIN: &str = r#"
package demo;

public class Plain {
  private final int[] items = new int[4];

  public static int divide(int a, int b) { return a / b; }

  public static int at(int[] a, int i) { return a[i]; }

  public static int length(String s) { return s.length(); }

  public static int[] make(int n) { return new int[n]; }

  public static String cast(Object o) { return (String) o; }

  public static int parse(String s) {
    try {
      return Integer.parseInt(s);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  public int get(int i) { return items[i]; }

  public static int half(int a) { return a / 2; }
}
"#;

#[test]
fn methods_without_branches_show_what_the_language_throws() {
    let Some((mut lab, jdk)) = with(&[("demo/Plain.java", PLAIN)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["demo/Plain.java"]);
    generate(&lab, &["demo.Plain", "--classpath", "classes"])
        .exits(0)
        .reports(&["8 of 8 branch outcomes covered", "they show 8 exceptions"]);
    let suite = lab.read("out/demo/PlainTest.java");
    for (call, exception) in [
        ("Plain.divide(", "ArithmeticException"),
        ("Plain.at(null", "NullPointerException"),
        ("Plain.at(new int", "ArrayIndexOutOfBoundsException"),
        ("Plain.length(null", "NullPointerException"),
        ("Plain.make(-", "NegativeArraySizeException"),
        ("Plain.cast(", "ClassCastException"),
        ("plain.get(", "ArrayIndexOutOfBoundsException"),
    ] {
        let asserted = format!("assertThrows({exception}.class, () -> {call}");
        assert!(suite.contains(&asserted), "{asserted}\n{suite}");
    }
    // What is caught has a test, and so has what is not.
    assert!(suite.contains("assertEquals(-1, Plain.parse("), "{suite}");
    assert!(suite.matches("Plain.parse(").count() > 1, "{suite}");
    assert!(!suite.contains("halfThrows"), "{suite}");
    let classes = lab.path("classes");
    check_suite(
        &lab,
        &jdk,
        "out/demo/PlainTest.java",
        &classes,
        "demo.Plain",
    );
}
