//! Java types that are hard to make or to name: sealed, abstract, nested and private ones.

use crate::java_lab::{compile_into_classes, generate, with};

const EXPRESSIONS: &str = r#"
package shop;

public final class Expressions {
  private Expressions() {}

  public sealed interface Expr permits And, Not, Value {}
  public record And(Expr left, Expr right) implements Expr {}
  public record Not(Expr inner) implements Expr {}
  public record Value(boolean value) implements Expr {}

  public sealed interface Tree permits Fork, Leg {}
  public record Fork(Tree left, Tree right) implements Tree {}
  public record Leg(Tree next) implements Tree {}

  public static boolean holds(Expr expr) {
    if (expr instanceof Not not) return !holds(not.inner());
    if (expr instanceof And and) return holds(and.left()) && holds(and.right());
    return ((Value) expr).value();
  }

  public static int depth(Tree tree) {
    if (tree == null) return 0;
    if (tree instanceof Leg leg) return 1 + depth(leg.next());
    Fork fork = (Fork) tree;
    return 1 + Math.max(depth(fork.left()), depth(fork.right()));
  }
}
"#;

#[test]
fn sealed_types_that_hold_themselves_come_to_an_end() {
    let Some((mut lab, jdk)) = with(&[("Expressions.java", EXPRESSIONS)]) else {
        return;
    };
    if jdk.version < 17 {
        return lab.accept();
    }
    compile_into_classes(&mut lab, &jdk, &["Expressions.java"]);
    lab.accept();
    let arguments = ["shop.Expressions", "--classpath", "classes", "--json"];
    let module = generate(&lab, &arguments).exits(0).module();
    let goals = module["goals"].as_array().expect("goals");
    let missed = goals.iter().filter(|goal| goal["verdict"] != "covered");
    assert_eq!(missed.collect::<Vec<_>>(), Vec::<&serde_json::Value>::new());
    let text = lab.read("out/shop/ExpressionsTest.java");
    for made in ["Not", "And", "Leg", "Fork"] {
        let made = format!("new Expressions.{made}(");
        assert!(text.contains(&made), "{made}: {text}");
    }
}

const FIELDS: &str = r#"
package shop;

import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalField;

public final class Fields {
  private Fields() {}

  public static int width(TemporalField field) {
    if (field == ChronoField.YEAR) return 4;
    if (field == IsoFields.QUARTER_OF_YEAR) return 1;
    if (field instanceof ChronoField) return 2;
    return field == null ? 0 : 3;
  }

  public static String sign(double amount) {
    if (Double.isNaN(amount)) return "none";
    return Double.isInfinite(amount) ? "endless" : amount < 0 ? "minus" : "plus";
  }
}
"#;

#[test]
fn what_the_code_names_of_an_abstract_type_is_passed() {
    let Some((mut lab, jdk)) = with(&[("Fields.java", FIELDS)]) else {
        return;
    };
    compile_into_classes(&mut lab, &jdk, &["Fields.java"]);
    generate(
        &lab,
        &["shop.Fields", "--classpath", "classes", "--time", "10"],
    )
    .exits(0);
    let text = lab.read("out/shop/FieldsTest.java");
    for name in [
        "ChronoField.YEAR",
        "IsoFields.QUARTER_OF_YEAR",
        "Double.NaN",
    ] {
        assert!(text.contains(name), "{name}: {text}");
    }
}

const COUNTED: &str = r#"
import java.util.HashMap;

public class Counted {
  private static final class Key {
    private final int number;

    Key(int number) {
      this.number = number;
    }

    @Override public boolean equals(Object other) {
      return other instanceof Key && ((Key) other).number == number;
    }

    @Override public int hashCode() {
      return number > 7 ? 1 : 2;
    }
  }

  public int bucket(int number) {
    HashMap<Key, Integer> found = new HashMap<>();
    found.put(new Key(number), 1);
    return found.size();
  }

  public int fee(int amount) {
    return amount > 10 ? reduced(amount) : 0;
  }

  public int price(int amount) {
    return amount > 20 ? 1 : 2;
  }

  private int reduced(int amount) {
    return amount == 40 ? 3 : 4;
  }

  private int forgotten(int amount) {
    return amount > 30 ? 5 : 6;
  }
}
"#;

/// The verdicts of the goals of a function.
fn verdicts_of(report: &serde_json::Value, function: &str) -> Vec<String> {
    let goals = report["modules"][0]["goals"].as_array().expect("goals");
    let of = goals.iter().filter(|goal| goal["function"] == function);
    of.map(|goal| goal["verdict"].as_str().expect("a verdict").to_owned())
        .collect()
}

#[test]
fn what_no_test_can_name_counts_where_it_is_called() {
    let Some((lab, _)) = with(&[("Counted.java", COUNTED)]) else {
        return;
    };
    let method = generate(&lab, &["Counted.java#fee", "--json"]);
    let report = serde_json::from_str(&method.stdout).expect("a report");
    assert_eq!(verdicts_of(&report, "Counted.fee"), ["covered"; 2]);
    assert_eq!(verdicts_of(&report, "Counted.reduced"), ["covered"; 2]);
    assert!(verdicts_of(&report, "Counted.price").is_empty());
    assert!(verdicts_of(&report, "Counted.forgotten").is_empty());
    let class = generate(&lab, &["Counted.java", "--json"]);
    let report = serde_json::from_str(&class.stdout).expect("a report");
    assert_eq!(verdicts_of(&report, "Counted$Key.hashCode"), ["covered"; 2]);
    assert_eq!(verdicts_of(&report, "Counted.forgotten"), ["no-test"; 2]);
}
