//! State that was there before a call is part of a Java unit's input: tests set it, and put
//! it back.

use crate::java_lab::{check_suite, compile_into_classes, generate, with};

const STATE: &str = r#"
package demo;

public class State {
  public static int limit = 10;
  private static boolean enabled;

  public int count;
  public State next;

  public static void setEnabled(boolean value) { enabled = value; }

  public static String check(int n) {
    if (n > limit && n < 5) {
      return "low";
    }
    return enabled ? "on" : "off";
  }

  public static int sum(State state) {
    if (state == null) {
      return 0;
    }
    if (state.count == 7 && state.next != null) {
      return state.next.count == 9 ? 2 : 1;
    }
    return 3;
  }

  public boolean isFull() { return count > 100; }

  public static int never(int n) {
    if (limit > 3 && n > limit && n < 3) {
      return 1;
    }
    return 0;
  }
}
"#;

#[test]
fn static_and_public_fields_are_set_and_put_back() {
    let Some((mut lab, jdk)) = with(&[("demo/State.java", STATE)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["demo/State.java"]);
    generate(&lab, &["demo.State", "--classpath", "classes"])
        .exits(0)
        .reports(&["22 of 22 branch outcomes covered, 1 more proved unreachable (1 certified)"]);
    let suite = lab.read("out/demo/StateTest.java");
    let after = "  @AfterEach\n  void putBack() {\n    State.limit = 10;\n    State.setEnabled(false);\n  }\n";
    for part in [
        after,
        "State.setEnabled(true);",
        "state.count = 7;",
        "state.count = 101;",
    ] {
        assert!(suite.contains(part), "{part}\n{suite}");
    }
    // What is so anyway no test says.
    assert!(!suite.contains("count = 0;"), "{suite}");
    let classes = lab.path("classes");
    let covered = check_suite(
        &lab,
        &jdk,
        "out/demo/StateTest.java",
        &classes,
        "demo.State",
    );
    assert_eq!(covered.all_branches - covered.branches, 1);
}
