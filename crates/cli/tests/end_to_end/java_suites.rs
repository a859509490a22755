//! Suites for small Java classes: compiled with every lint, run by JUnit, and
//! measured by JaCoCo.

use crate::java_lab::{check_suite, compile_into_classes, generate, with};

const PRICES: &str = r#"
package shop;

public final class Prices {
  private Prices() {}

  public static int parse(String text) {
    if (text == null || text.isEmpty()) {
      throw new IllegalArgumentException("no price");
    }
    int cents = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.') {
        continue;
      }
      if (c < '0' || c > '9') {
        throw new IllegalArgumentException("not a digit: " + c);
      }
      cents = cents * 10 + (c - '0');
    }
    return cents;
  }

  public static String band(long cents) {
    if (cents < 0) return "refund";
    if (cents == 0) return "free";
    return cents > 100_000L ? "dear" : "cheap";
  }

  static double rate(double amount, float share) {
    if (Double.isNaN(amount)) return -1;
    return share > 0.5f ? amount * 2 : amount / 2;
  }
}
"#;

const STACK: &str = r#"
package shop;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

public class Stack<T> {
  private final List<T> items = new ArrayList<>();
  private final int most;

  public Stack(int most) {
    if (most < 1) throw new IllegalArgumentException("most: " + most);
    this.most = most;
  }

  public boolean push(T item) {
    if (items.size() == most) return false;
    items.add(item);
    return true;
  }

  public T pop() {
    if (items.isEmpty()) throw new NoSuchElementException("empty");
    return items.remove(items.size() - 1);
  }

  public int size() { return items.size(); }
}
"#;

const KINDS: &str = r#"
public class Kinds {
  enum Suit { CLUBS, HEARTS }

  static int points(Suit suit, int[] cards) {
    int sum = 0;
    for (int card : cards) {
      switch (card) {
        case 1: sum += 11; break;
        case 10: sum += 10; break;
        default: sum += 1;
      }
    }
    return suit == Suit.HEARTS ? sum * 2 : sum;
  }

  public static void main(String[] args) {
    System.out.println(args.length == 0 ? "nobody" : "hello " + args[0]);
  }

  private static boolean isEven(int x) { return x % 2 == 0; }
  static String parity(int x) { return isEven(x) ? "even" : "odd"; }
}
"#;

fn check(name: &str, source: &str, class: &str, options: &[&str], least_branches: f64) {
    let Some((mut lab, jdk)) = with(&[(name, source)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &[name]);
    let mut arguments = vec![class, "--classpath", "classes", "--unit-time", "10"];
    arguments.extend(options);
    generate(&lab, &arguments).exits(0);
    let suite = format!("out/{}Test.java", class.replace('.', "/"));
    let found = check_suite(&lab, &jdk, &suite, &lab.path("classes"), class);
    let percent = 100.0 * found.branches as f64 / found.all_branches as f64;
    assert!(percent >= least_branches, "{found:?}\n{}", lab.read(&suite));
}

#[test]
fn every_branch_on_strings_and_numbers_is_covered() {
    check("Prices.java", PRICES, "shop.Prices", &[], 100.0);
}

#[test]
fn objects_are_brought_into_states_by_calls() {
    check("Stack.java", STACK, "shop.Stack", &[], 100.0);
}

/// What only a builder sets, a parameter that the receiver holds, the receiver
/// as its own parameter, and a side that first throws.
const ORDERS: &str = r#"
package shop;

import java.util.ArrayList;
import java.util.List;

public class Orders {
  public static final class Order {
    private final boolean urgent;
    private final int count;

    private Order(boolean urgent, int count) {
      this.urgent = urgent;
      this.count = count;
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder {
      private boolean urgent;
      private int count = 1;

      public Builder urgent() {
        urgent = true;
        return this;
      }

      public Builder count(int count) {
        this.count = count;
        return this;
      }

      public Order build() {
        return new Order(urgent, count);
      }
    }
  }

  private final List<Order> orders = new ArrayList<>();

  public void add(Order order) {
    orders.add(order);
  }

  public boolean holds(Order order) {
    for (Order known : orders) {
      if (known == order) return true;
    }
    return false;
  }

  public String handle(Order order) {
    if (order.urgent) return order.count > 9 ? "truck" : "now";
    return "later";
  }

  public String compare(Object other) {
    return this == other ? "same" : "other";
  }

  public static int share(int all, int parts) {
    if (all > 100) return -1;
    return all / parts;
  }
}
"#;

#[test]
fn builders_and_aliases_are_inputs_and_sides_are_passed() {
    check("Orders.java", ORDERS, "shop.Orders", &[], 100.0);
}

#[test]
fn enums_arrays_and_output_are_tested() {
    check("Kinds.java", KINDS, "Kinds", &[], 100.0);
}

const PARKING: &str = r#"
public class Parking {
  private int free;
  private Integer last;

  public Parking(int places) {
    if (places <= 0) throw new IllegalArgumentException("no places");
    free = places;
  }

  public boolean enter(String plate) {
    if (plate == null || plate.isEmpty() || free == 0) return false;
    free--;
    last = plate.length();
    return true;
  }

  public int last() { return last == null ? -1 : last; }

  public int free() { return free; }
}
"#;

#[test]
fn methods_that_change_an_object_are_told_by_what_they_do() {
    check("Parking.java", PARKING, "Parking", &[], 100.0);
}

const TEXTS: &str = r#"
public final class Texts {
  private Texts() {}

  public static String script(String text) {
    if (text.length() != 2) return "long";
    if (text.charAt(0) == '\u03b1' && text.charAt(1) > 0x2000) return "greek";
    return Character.isLetter(text.charAt(1)) ? "letter" : "other";
  }

  public static boolean hasPair(String text) {
    for (int i = 0; i + 1 < text.length(); i++) {
      if (Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) return true;
    }
    return false;
  }

  public static long amount(String text) {
    long value = Long.parseLong(text);
    if (value == -12345678901L) return 1;
    return Integer.parseInt(text.substring(1), 16) == 0x1234 ? 2 : 3;
  }

  public static boolean isAnswer(int number) {
    return ("n" + number).equals("n-42");
  }
}
"#;

#[test]
fn characters_beyond_latin_and_numbers_in_texts_are_solved() {
    check("Texts.java", TEXTS, "Texts", &[], 100.0);
}

const PLAIN: &str = r#"
package shop;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

public class Plain {
  public static String shout(String text) { return text + "!"; }

  public static int sizes(Map<String, List<?>> lists, Iterable<? extends Number> numbers) {
    int sum = 0;
    for (List<?> list : lists.values()) sum += list.size();
    Iterator<? extends Number> all = numbers.iterator();
    return all.hasNext() ? sum + all.next().intValue() : sum;
  }

  public static int sizes(Map<String, List<?>> lists, Number[] numbers) {
    return lists.size() + numbers.length;
  }

  public static final class Reader {
    private final int limit;
    private Reader(int limit) { this.limit = limit; }
    public boolean isOver(int count) { return count > limit; }
  }

  public Reader reader(int limit) { return new Reader(limit); }

  int half(int number) {
    assert number >= 0;
    return number / 2;
  }
}
"#;

/// Methods without branches, wildcards inside of types, objects that only an
/// object around them makes, and assertions about known callers.
#[test]
fn what_is_plain_is_tested_too() {
    let Some((lab, _)) = with(&[("Plain.java", PLAIN)]) else {
        return;
    };
    generate(&lab, &["Plain.java"]).exits(0);
    let text = lab.read("out/shop/PlainTest.java");
    for part in ["Plain.shout(", ".reader(0)", ".isOver(", "half(-"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("rawtypes"), "{text}");
    assert!(!lab.path("out/shop/PlainBugsTest.java").is_file());
}

#[test]
fn junit_4_suites_pass_too() {
    check(
        "Prices.java",
        PRICES,
        "shop.Prices",
        &["--junit", "4"],
        100.0,
    );
}

#[test]
fn a_source_is_compiled_for_the_run_and_written_about_again() {
    let Some((lab, _)) = with(&[("Prices.java", PRICES)]) else {
        return;
    };
    let first = generate(&lab, &["Prices.java#band(long)"]).exits(0);
    first.reports(&["out/shop/PricesTest.java"]);
    let text = lab.read("out/shop/PricesTest.java");
    assert!(text.starts_with(
        "// Generated by Everypath; regenerate with `everypath generate Prices.java#band(long)`."
    ));
    assert!(
        text.contains("bandReturnsRefund") && !text.contains("parse"),
        "{text}"
    );
    // The file is ours, so it may be written again, and is the same.
    generate(&lab, &["Prices.java#band(long)"]).exits(0);
    assert_eq!(lab.read("out/shop/PricesTest.java"), text);
}

#[test]
fn a_jar_is_a_target() {
    let Some((mut lab, jdk)) = with(&[("Prices.java", PRICES), ("Kinds.java", KINDS)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["Prices.java", "Kinds.java"]);
    let made = std::process::Command::new(jdk.tool("jar"))
        .args(["cf", "all.jar", "-C", "classes", "."])
        .current_dir(lab.path(""))
        .status()
        .expect("jar runs");
    assert!(made.success());
    lab.accept();
    generate(&lab, &["all.jar"]).exits(0);
    assert!(lab.path("out/KindsTest.java").is_file());
    assert!(lab.path("out/shop/PricesTest.java").is_file());
}

#[test]
fn tests_of_a_sealed_jar_are_beside_its_package() {
    let Some((mut lab, jdk)) = with(&[("Prices.java", PRICES), ("sealed.txt", "Sealed: true\n")])
    else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["Prices.java"]);
    let made = std::process::Command::new(jdk.tool("jar"))
        .args(["cfm", "all.jar", "sealed.txt", "-C", "classes", "."])
        .current_dir(lab.path(""))
        .status()
        .expect("jar runs");
    assert!(made.success());
    lab.accept();
    generate(&lab, &["shop.Prices", "--classpath", "all.jar"]).exits(0);
    let text = lab.read("out/shop/tests/PricesTest.java");
    assert!(text.contains("import shop.Prices;"), "{text}");
    // What only the package sees is called by reflection.
    assert!(text.contains("\"rate\""), "{text}");
}

const INNER: &str = r#"
package shop;

import java.util.ArrayList;

public class Basket {
  int size;

  class Change {
    final int by;
    final ArrayList<Integer> places;

    Change(int by, ArrayList<Integer> places) {
      this.by = by;
      this.places = places;
      if (by > 3) {
        size += by;
      }
    }

    int undo(int most) {
      return most > by ? size : -1;
    }
  }
}
"#;

#[test]
fn an_inner_object_is_made_by_the_one_around_it() {
    check("Basket.java", INNER, "shop.Basket", &[], 100.0);
}
