//! Java classes that look around: initialisers that fail and are caught,
//! streams, loggers, files, threads, and who calls.

use crate::java_lab::{check_suite, compile_into_classes, generate, with};

const AROUND: &str = r#"
package shop;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Level;
import java.util.logging.Logger;

public final class Around {
  private static final Logger LOG = Logger.getLogger("shop.Around");
  private static final String KIND;

  static {
    String kind;
    try {
      kind = Broken.NAME.trim();
    } catch (Throwable none) {
      System.err.println("none of " + LOG.getHandlers().length);
      kind = "plain";
    }
    KIND = kind;
  }

  static final class Broken {
    static final String NAME = name();

    static String name() {
      throw new IllegalStateException("not here");
    }
  }

  private Around() {}

  public static int price(int count) {
    System.out.println(KIND);
    if (LOG.isLoggable(Level.WARNING)) {
      return count > 3 ? 1 : 2;
    }
    return 0;
  }

  public static String kind(String path) {
    return new File(path).isDirectory() ? "directory" : "other";
  }

  public static String trace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString().contains("shop") ? text.toString() : text + ".";
  }

  public static int later(int number) throws InterruptedException {
    int[] found = new int[1];
    Thread thread = new Thread(() -> found[0] = number > 7 ? 1 : 2);
    thread.start();
    thread.join();
    return found[0];
  }
}
"#;

#[test]
fn what_a_class_finds_around_it_does_not_stop_it() {
    let Some((mut lab, jdk)) = with(&[("Around.java", AROUND)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["Around.java"]);
    generate(&lab, &["shop.Around", "--classpath", "classes"]).exits(0);
    let suite = "out/shop/AroundTest.java";
    let found = check_suite(&lab, &jdk, suite, &lab.path("classes"), "shop.Around");
    let text = lab.read(suite);
    // That nothing is logged is a matter of configuration, and that nobody of
    // this package is on the stack one of who calls.
    assert!(
        found.branches + 2 >= found.all_branches,
        "{found:?}\n{text}"
    );
    assert!(text.contains("kindReturnsDirectory"), "{text}");
    // Frames are those of who calls, so nothing is said of them.
    assert!(!text.contains("jdk.internal.reflect"), "{text}");
}
