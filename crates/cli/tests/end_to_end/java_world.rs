//! What comes from outside a Java unit is part of its input: collaborators, files, standard
//! input, properties. Tests set it up by plain means and leave nothing behind.

use crate::java_lab::{check_suite, compile_into_classes, generate, with};

const ACCOUNTS: &str = r#"
package demo;

import java.io.IOException;

public class Accounts {
  public interface Store {
    Integer balanceOf(String owner) throws IOException;
    boolean isLocked(String owner);
    void touch(String owner, int times);
  }

  private final Store store;

  public Accounts(Store store) { this.store = store; }

  public int classify(String owner) {
    if (store.isLocked(owner)) {
      store.touch(owner, 2);
      return 1;
    }
    if (store.isLocked(owner)) {
      return 2;
    }
    try {
      Integer balance = store.balanceOf(owner);
      if (balance == null) {
        return 3;
      }
      return balance > 1000 ? 4 : 5;
    } catch (IOException e) {
      return 6;
    }
  }
}
"#;

#[test]
fn collaborators_answer_what_the_goals_need() {
    let Some((mut lab, jdk)) = with(&[("demo/Accounts.java", ACCOUNTS)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["demo/Accounts.java"]);
    generate(&lab, &["demo.Accounts", "--classpath", "classes"])
        .exits(0)
        .reports(&["9 of 9 branch outcomes covered"]);
    let suite = lab.read("out/demo/AccountsTest.java");
    for part in [
        "answer(\"isLocked\", false, true)",
        "new IOException()",
        "assertEquals(Arrays.asList(\"Store.touch[",
        "private <T> T standIn(Class<T> type, Object[]... answers) {",
    ] {
        assert!(suite.contains(part), "{part}\n{suite}");
    }
    let classes = lab.path("classes");
    let file = "out/demo/AccountsTest.java";
    let covered = check_suite(&lab, &jdk, file, &classes, "demo.Accounts");
    assert_eq!(covered.all_branches, covered.branches);
}

const FILES: &str = r#"
package demo;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class Notes {
  public static int read(File file) throws IOException {
    if (!file.exists()) {
      return 0;
    }
    if (file.isDirectory()) {
      return file.list().length == 0 ? 1 : 2;
    }
    try (BufferedReader in = new BufferedReader(new FileReader(file))) {
      String line = in.readLine();
      return "hi".equals(line) ? 3 : 4;
    }
  }

  public static boolean write(File file, String text) throws IOException {
    if (file.length() > 2) {
      return false;
    }
    try (FileWriter out = new FileWriter(file)) {
      out.write(text);
    }
    return true;
  }

  public static int size(Path path) throws IOException {
    return Files.readAllBytes(path).length > 1 ? 1 : 0;
  }
}
"#;

#[test]
fn files_are_made_in_a_directory_of_the_test() {
    let Some((mut lab, jdk)) = with(&[("demo/Notes.java", FILES)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["demo/Notes.java"]);
    generate(&lab, &["demo.Notes", "--classpath", "classes"])
        .exits(0)
        .reports(&["12 of 12 branch outcomes covered"]);
    let suite = lab.read("out/demo/NotesTest.java");
    for part in [
        "  @TempDir Path temporary;\n",
        "Files.write(temporary.resolve(\"file\"), \"hi",
        "new String(Files.readAllBytes(temporary.resolve(\"file\")), StandardCharsets.UTF_8));",
    ] {
        assert!(suite.contains(part), "{part}\n{suite}");
    }
    let classes = lab.path("classes");
    let file = "out/demo/NotesTest.java";
    let covered = check_suite(&lab, &jdk, file, &classes, "demo.Notes");
    assert_eq!(covered.all_branches, covered.branches);
}

const ELSEWHERE: &str = r#"
package demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;

public class Settings {
  private static final boolean IS_LOCAL = new File("/nowhere-at-all/local").exists();

  public static int level(int wanted) {
    if (new File("/nowhere-at-all/settings").exists()) {
      return 0;
    }
    return wanted > 3 ? 3 : wanted;
  }

  public static int size(int most) {
    try {
      return Math.min(most, Files.readAllBytes(Paths.get("/nowhere-at-all/data")).length);
    } catch (IOException e) {
      return most < 0 ? -1 : 1;
    }
  }

  public static boolean isLocal() {
    return IS_LOCAL;
  }
}
"#;

#[test]
fn tests_say_which_files_may_not_be_there() {
    let Some((mut lab, jdk)) = with(&[("demo/Settings.java", ELSEWHERE)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["demo/Settings.java"]);
    generate(&lab, &["demo.Settings", "--classpath", "classes"])
        .exits(0)
        .reports(&["6 of 7 branch outcomes covered"]);
    let suite = lab.read("out/demo/SettingsTest.java");
    let assumed = |name: &str| {
        let line = format!("    assumeFalse(new File(\"/nowhere-at-all/{name}\").exists());\n");
        suite.matches(&line).count()
    };
    let tests = suite.matches("@Test").count();
    assert_eq!(
        assumed("settings"),
        suite.matches("Settings.level(").count()
    );
    assert_eq!(assumed("data"), suite.matches("Settings.size(").count());
    // What an initialiser asked is asked for every test.
    assert_eq!(assumed("local"), tests, "{suite}");
    let classes = lab.path("classes");
    check_suite(
        &lab,
        &jdk,
        "out/demo/SettingsTest.java",
        &classes,
        "demo.Settings",
    );
}

const SURROUNDINGS: &str = r#"
package demo;

import java.io.IOException;

public class Asking {
  public static String mode() {
    String mode = System.getProperty("demo.mode", "plain");
    if (mode.equals("fast")) {
      return "F";
    }
    return Boolean.getBoolean("demo.quiet") ? "Q" : "P";
  }

  public static int first() throws IOException {
    int read = System.in.read();
    if (read == '7') {
      return 7;
    }
    return read < 0 ? -1 : 0;
  }
}
"#;

#[test]
fn properties_and_standard_input_are_put_back() {
    let Some((mut lab, jdk)) = with(&[("demo/Asking.java", SURROUNDINGS)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["demo/Asking.java"]);
    generate(&lab, &["demo.Asking", "--classpath", "classes"])
        .exits(0)
        .reports(&["8 of 8 branch outcomes covered"]);
    let suite = lab.read("out/demo/AskingTest.java");
    for part in [
        "    System.setProperty(\"demo.mode\", \"fast\");",
        "    System.setIn(new ByteArrayInputStream(\"7\".getBytes(StandardCharsets.UTF_8)));",
        "    System.setIn(originalInput);",
        "    System.setProperties(originalProperties);",
    ] {
        assert!(suite.contains(part), "{part}\n{suite}");
    }
    let classes = lab.path("classes");
    let file = "out/demo/AskingTest.java";
    let covered = check_suite(&lab, &jdk, file, &classes, "demo.Asking");
    assert_eq!(covered.all_branches, covered.branches);
}
