//! Classes that nobody implements, collaborators that reach for the world, and objects of
//! classes without a name: tests bring anonymous subclasses along, and call what a unit gives.

use crate::java_lab::{check_suite, compile_into_classes, generate, with};

/// Generates a suite for a class of a file, which must cover all of its branches.
fn covers_all(file: &str, source: &str, parts: &[&str]) {
    let Some((mut lab, jdk)) = with(&[(file, source)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &[file]);
    let class = file.trim_end_matches(".java").replace('/', ".");
    generate(&lab, &[&class, "--classpath", "classes"]).exits(0);
    let written = format!("out/{}Test.java", class.replace('.', "/"));
    let suite = lab.read(&written);
    for part in parts {
        assert!(suite.contains(part), "{part}\n{suite}");
    }
    let classes = lab.path("classes");
    let covered = check_suite(&lab, &jdk, &written, &classes, &class);
    assert_eq!(covered.all_branches, covered.branches, "{suite}");
}

const ABSTRACT: &str = r#"
package demo;

public abstract class Report {
  private final String title;

  protected Report(String title) { this.title = title; }

  protected abstract int rows();
  abstract String row(int index) throws java.io.IOException;

  public String render() {
    if (rows() == 0) {
      return title + ": nothing";
    }
    try {
      String first = row(0);
      return first == null ? "?" : first;
    } catch (java.io.IOException e) {
      return "lost";
    }
  }
}
"#;

#[test]
fn a_class_that_nobody_implements_is_implemented_by_its_test() {
    let parts = ["new Report(", "@Override", "protected int rows() {"];
    covers_all("demo/Report.java", ABSTRACT, &parts);
}

const DEFAULTS: &str = r#"
package demo;

public interface Gauge {
  int value();
  int limit();

  default String state() {
    if (value() > limit()) {
      return "over";
    }
    return value() == limit() ? "full" : "below";
  }
}
"#;

#[test]
fn default_methods_of_an_interface_run_in_a_test() {
    covers_all("demo/Gauge.java", DEFAULTS, &["new Gauge() {"]);
}

const NETWORK: &str = r#"
package demo;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Socket;

public class Client {
  public int status(HttpURLConnection connection) throws IOException {
    int code = connection.getResponseCode();
    if (code >= 500) {
      return -1;
    }
    return code == 200 ? 1 : 0;
  }

  public int first(Socket socket) {
    try (InputStream in = socket.getInputStream()) {
      int first = in.read();
      return first == 'x' ? 1 : 2;
    } catch (IOException e) {
      return 3;
    }
  }
}
"#;

#[test]
fn sockets_and_connections_answer_without_a_network() {
    let parts = [
        "new HttpURLConnection(",
        "new Socket() {",
        "public InputStream getInputStream()",
    ];
    covers_all("demo/Client.java", NETWORK, &parts);
}

const HARD: &str = r#"
package demo;

public class Sync {
  public static class Session {
    private final java.net.InetSocketAddress address;
    public Session(java.net.InetSocketAddress address) { this.address = address; }
    public boolean isOpen() { return new java.net.Socket().isConnected(); }
    public int send(String text) throws java.io.IOException {
      try (java.net.Socket socket = new java.net.Socket(address.getHostName(), 80)) {
        return socket.getPort();
      }
    }
  }

  public String sync(Session session) {
    if (!session.isOpen()) {
      return "closed";
    }
    try {
      return session.send("hello") > 3 ? "sent" : "short";
    } catch (java.io.IOException e) {
      return "failed";
    }
  }
}
"#;

#[test]
fn a_collaborator_that_reaches_for_the_world_is_stood_in_for() {
    let parts = ["new Sync.Session(", "public boolean isOpen() {"];
    let Some((mut lab, jdk)) = with(&[("demo/Sync.java", HARD)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["demo/Sync.java"]);
    generate(&lab, &["demo.Sync#sync", "--classpath", "classes"])
        .exits(0)
        .reports(&["4 of 4 branch outcomes covered"]);
    let suite = lab.read("out/demo/SyncTest.java");
    for part in parts {
        assert!(suite.contains(part), "{part}\n{suite}");
    }
}

const PRODUCTS: &str = r#"
package demo;

import java.util.Comparator;
import java.util.Iterator;
import java.util.function.IntPredicate;

public class Shelf {
  private final int size;

  public Shelf(int size) { this.size = size; }

  public static Comparator<String> byLength() {
    return new Comparator<String>() {
      @Override
      public int compare(String a, String b) {
        if (a.length() == b.length()) {
          return 0;
        }
        return a.length() < b.length() ? -1 : 1;
      }
    };
  }

  public IntPredicate fits() {
    return count -> count > 0 && count <= size;
  }

  public Iterator<Integer> places() {
    return new Places(size);
  }

  private static final class Places implements Iterator<Integer> {
    private int left;
    Places(int left) { this.left = left; }
    @Override public boolean hasNext() { return left > 0; }
    @Override public Integer next() {
      if (left <= 0) {
        throw new java.util.NoSuchElementException();
      }
      return left--;
    }
  }
}
"#;

#[test]
fn what_a_method_gives_is_called() {
    let parts = [".compare(", ".test(", ".next()"];
    covers_all("demo/Shelf.java", PRODUCTS, &parts);
}

const CLASSES: &str = r#"
package demo;

public class Kinds {
  public static String of(Class<?> type) {
    if (type == int.class || type == Integer.class) {
      return "number";
    }
    if (type.equals(java.util.Date.class)) {
      return "day";
    }
    return type.isArray() ? "several" : byte[].class.getName();
  }
}
"#;

#[test]
fn classes_are_those_that_the_code_names() {
    let parts = ["int.class", "Integer.class", "Date.class", "byte[].class"];
    covers_all("demo/Kinds.java", CLASSES, &parts);
}
