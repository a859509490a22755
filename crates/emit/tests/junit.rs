//! Recipes by hand, observed in a real JVM, written as tests, compiled and run
//! by the real JUnit.

#![allow(clippy::print_stdout, reason = "tests say what they found")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use everypath_emit::junit::{Case, Emitted, Framework, Options, emit};
use everypath_jdk::{
    Artifacts, Compilation, Jdk, Kept, ObserveRequest, TestOutcome, compile, observe, validate,
};
use everypath_recipe::{Argument, Expression, LocalId, Method, Recipe, Statement, Type};
use everypath_testlab::Need;

/// A class with a little of everything.
const SUBJECT: &str = r#"
package shop;

import java.io.IOException;
import java.util.*;
import java.util.function.*;

public class Basket<T extends Comparable<T>> {
  public enum Size { SMALL, LARGE }

  private final List<T> items = new ArrayList<>();
  int visits;
  Basket<T> next;

  public Basket() {}

  public Basket(int visits) {
    if (visits < 0) throw new IllegalArgumentException("visits: " + visits);
    this.visits = visits;
  }

  public Basket<T> add(T item) {
    items.add(Objects.requireNonNull(item, "item"));
    return this;
  }

  public int getCount() { return items.size(); }
  public List<T> getItems() { return items; }
  public boolean isEmpty() { return items.isEmpty(); }
  private int secret(int x) { return x * 2 + visits; }
  private static String hidden(Object o) { if (o == null) throw new IllegalStateException("no"); return o.toString(); }

  public static float half(float x) { return x / 2; }
  public static double root(double x) { return Math.sqrt(x); }
  public static String over(Object o) { return "object"; }
  public static String over(String s) { return "string"; }
  public static String over(int i) { return "int"; }
  public static String over(Integer i) { return "integer"; }
  public static int[] sorted(int[] xs) { Arrays.sort(xs); return xs; }
  public static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
  public static void main(String[] args) { System.out.println("hello " + args.length); }
  public static String read(boolean fail) throws IOException { if (fail) throw new IOException("disk"); return null; }
  public static Size size(long n) { return n > 10 ? Size.LARGE : Size.SMALL; }
  public static Map<String, Integer> count(List<String> words) {
    Map<String, Integer> m = new TreeMap<>();
    for (String w : words) m.merge(w, 1, Integer::sum);
    return m;
  }
  public static int apply(Function<String, Integer> f, Supplier<String> s) { return f.apply(s.get()); }
  public static Optional<String> first(Map<Integer, String> m) { return m.values().stream().findFirst(); }
  public static void spin(int x) { while (x > 0) { x = Math.max(x, 1); } }
  public static boolean[][] grid(byte[][] b, char c) { return new boolean[][] {{b.length > 1}, {c == 'x'}}; }
  public class Inner { public int twice() { return visits * 2; } }
  public static Object identity() { return new Object(); }
  public static Byte boxed(byte b) { return b; }
}
"#;

fn method(name: &str, descriptor: &str) -> Method {
    Method::new("shop.Basket", name, descriptor)
}

fn calls(name: &str, descriptor: &str, arguments: Vec<Expression>) -> Recipe {
    let arguments = arguments
        .into_iter()
        .zip(["x", "y", "z"])
        .map(|(value, name)| Argument::new(name, value))
        .collect();
    Recipe::of_static(method(name, descriptor), arguments)
}

fn made(arguments: Vec<Expression>) -> Expression {
    let descriptor = if arguments.is_empty() { "()V" } else { "(I)V" };
    Expression::New {
        constructor: Method::constructor("shop.Basket", descriptor),
        outer: None,
        arguments,
    }
}

fn define(local: u32, value: Expression) -> Statement {
    Statement::Define {
        local: LocalId(local),
        of: Type::class("shop.Basket"),
        name: "basket".to_owned(),
        value,
    }
}

fn boxed(value: i32) -> Expression {
    Expression::Boxed {
        value: Box::new(Expression::int(value)),
    }
}

fn recipes() -> Vec<Recipe> {
    let string = "Ljava/lang/String;";
    let add = "(Ljava/lang/Comparable;)Lshop/Basket;";
    let mut all = vec![
        calls(
            "half",
            "(F)F",
            vec![Expression::Float {
                bits: (-0.0f32).to_bits(),
            }],
        ),
        calls(
            "root",
            "(D)D",
            vec![Expression::Double {
                bits: (-1.0f64).to_bits(),
            }],
        ),
        calls(
            "over",
            &format!("(Ljava/lang/Object;){string}"),
            vec![Expression::Null],
        ),
        calls(
            "over",
            &format!("(Ljava/lang/Object;){string}"),
            vec![boxed(-3)],
        ),
        calls(
            "over",
            &format!("({string}){string}"),
            vec![Expression::Null],
        ),
        calls(
            "over",
            &format!("(Ljava/lang/Integer;){string}"),
            vec![boxed(7)],
        ),
        calls("over", &format!("(I){string}"), vec![Expression::int(7)]),
        calls(
            "sorted",
            "([I)[I",
            vec![Expression::Array {
                element: Type::Int,
                items: vec![Expression::int(2), Expression::int(-1)],
            }],
        ),
        calls("sorted", "([I)[I", vec![Expression::Null]),
        calls(
            "main",
            &format!("([{string})V"),
            vec![Expression::Array {
                element: Type::class("java.lang.String"),
                items: vec![Expression::text("a\u{e9}\n")],
            }],
        ),
        calls(
            "read",
            &format!("(Z){string}"),
            vec![Expression::Boolean { value: true }],
        ),
        calls(
            "read",
            &format!("(Z){string}"),
            vec![Expression::Boolean { value: false }],
        ),
        calls(
            "size",
            "(J)Lshop/Basket$Size;",
            vec![Expression::Long { value: 11 }],
        ),
        calls(
            "count",
            "(Ljava/util/List;)Ljava/util/Map;",
            vec![Expression::Collection {
                class: "java.util.ArrayList".to_owned(),
                items: vec![
                    Expression::text("a"),
                    Expression::text("b"),
                    Expression::text("a"),
                ],
            }],
        ),
        calls(
            "first",
            "(Ljava/util/Map;)Ljava/util/Optional;",
            vec![Expression::Map {
                class: "java.util.HashMap".to_owned(),
                entries: vec![(boxed(1), Expression::text("one"))],
            }],
        ),
        calls("spin", "(I)V", vec![Expression::int(1)]),
        calls(
            "grid",
            "([[BC)[[Z",
            vec![
                Expression::Array {
                    element: Type::Byte.array(),
                    items: vec![Expression::Array {
                        element: Type::Byte,
                        items: vec![Expression::Byte { value: -1 }],
                    }],
                },
                Expression::Char { value: 0x27 },
            ],
        ),
        calls("identity", "()Ljava/lang/Object;", vec![]),
        calls(
            "boxed",
            "(B)Ljava/lang/Byte;",
            vec![Expression::Byte { value: -2 }],
        ),
        calls(
            "hidden",
            &format!("(Ljava/lang/Object;){string}"),
            vec![Expression::Null],
        ),
        calls(
            "hidden",
            &format!("(Ljava/lang/Object;){string}"),
            vec![boxed(1)],
        ),
        Recipe::of_static(
            Method::constructor("shop.Basket", "(I)V"),
            vec![Argument::new("visits", Expression::int(-1))],
        ),
        Recipe::of_static(
            Method::constructor("shop.Basket", "(I)V"),
            vec![Argument::new("visits", Expression::int(4))],
        ),
        Recipe::of_instance(
            method("add", add),
            made(vec![]),
            vec![Argument::new("item", boxed(5))],
        ),
        Recipe::of_instance(
            method("add", add),
            made(vec![]),
            vec![Argument::new("item", Expression::Null)],
        ),
        Recipe::of_instance(
            method("secret", "(I)I"),
            made(vec![Expression::int(3)]),
            vec![Argument::new("x", Expression::int(2))],
        ),
    ];
    let mut sum = calls(
        "sum",
        "([I)I",
        vec![Expression::Array {
            element: Type::Int,
            items: vec![Expression::int(2), Expression::int(3)],
        }],
    );
    sum.method.varargs = true;
    all.push(sum);
    // A cycle, and a private list filled by calls.
    let mut cyclic = Recipe::of_instance(method("isEmpty", "()Z"), Expression::local(0), vec![]);
    cyclic.arrange = vec![
        define(0, made(vec![])),
        Statement::SetField {
            of: Some(Expression::local(0)),
            class: "shop.Basket".to_owned(),
            field: "next".to_owned(),
            value: Expression::local(0),
        },
        Statement::Evaluate {
            call: Expression::Call {
                receiver: Box::new(Expression::local(0)),
                method: method("add", add),
                arguments: vec![boxed(1)],
            },
        },
    ];
    all.push(cyclic);
    let lambda =
        |interface: &str, name: &str, descriptor: &str, answer: Expression| Expression::Lambda {
            interface: Type::class(interface),
            method: Method::new(interface, name, descriptor),
            answer: Some(Box::new(answer)),
        };
    all.push(calls(
        "apply",
        "(Ljava/util/function/Function;Ljava/util/function/Supplier;)I",
        vec![
            lambda(
                "java.util.function.Function",
                "apply",
                "(Ljava/lang/Object;)Ljava/lang/Object;",
                boxed(9),
            ),
            lambda(
                "java.util.function.Supplier",
                "get",
                "()Ljava/lang/Object;",
                Expression::text("s"),
            ),
        ],
    ));
    all.push(Recipe::of_instance(
        Method::new("shop.Basket$Inner", "twice", "()I"),
        Expression::New {
            constructor: Method::constructor("shop.Basket$Inner", "(Lshop/Basket;)V"),
            outer: Some(Box::new(made(vec![Expression::int(4)]))),
            arguments: vec![],
        },
        vec![],
    ));
    all
}

fn emitted(jdk: &Jdk, classes: &Path, options: &Options) -> Emitted {
    let kept: Vec<Kept> = recipes()
        .into_iter()
        .enumerate()
        .map(|(id, recipe)| Kept {
            id: id as u64,
            recipe,
        })
        .collect();
    let request = ObserveRequest {
        class_path: vec![classes.to_owned()],
        package: "shop".to_owned(),
        timeout: Duration::from_millis(1000),
        memory: 256,
        options: vec![],
        pictures: false,
    };
    let observed = observe(jdk, &Artifacts::of_user(), &request, &kept).unwrap();
    assert_eq!(observed.dropped, [], "every recipe is observed");
    let cases: Vec<Case> = observed
        .cases
        .into_iter()
        .map(|(id, mut json)| {
            let recipe = &kept[id as usize].recipe;
            json["id"] = id.into();
            json["unit"] = recipe.method.name.clone().into();
            json["recipe"] = serde_json::to_value(recipe).unwrap();
            serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{error}: {json:#}"))
        })
        .collect();
    emit(&cases, options)
}

fn check(framework: Framework) {
    let Some(jdk) = Need::Java.met(Jdk::find(None).ok()) else {
        return;
    };
    let work = tempfile::tempdir().unwrap();
    let classes = work.path().join("classes");
    let write = |name: &str, text: &str| -> PathBuf {
        let path = work.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    };
    let subject = write("shop/Basket.java", SUBJECT);
    std::fs::create_dir(&classes).unwrap();
    let compilation =
        |source: PathBuf, class_path: Vec<PathBuf>, options: Vec<String>| Compilation {
            sources: vec![source],
            class_path,
            out: classes.clone(),
            options,
            ..Compilation::default()
        };
    assert_eq!(
        compile(&jdk, &compilation(subject, vec![], vec![])).unwrap(),
        []
    );
    let mut options = Options::new("shop.Basket");
    options.framework = framework;
    let emitted = emitted(&jdk, &classes, &options);
    let tests = emitted.tests.expect("there are tests");
    let bugs = emitted.bugs.expect("one call does not end");
    if std::env::var_os("SHOW").is_some() {
        println!("{}\n{}\n{:?}", tests.text, bugs.text, emitted.skipped);
    }
    assert_eq!(emitted.skipped, []);
    assert_eq!(bugs.tests.len(), 1);
    let artifacts = Artifacts::of_user();
    let mut jars = artifacts
        .fetch(&[everypath_jdk::LAUNCHER])
        .expect("Maven brings JUnit");
    jars.extend(
        artifacts
            .fetch(&everypath_jdk::JUNIT4)
            .expect("Maven brings JUnit 4"),
    );
    let mut class_path = vec![classes.clone()];
    class_path.extend(jars);
    for file in [&tests, &bugs] {
        let source = write(&format!("tests/shop/{}", file.name), &file.text);
        let lint = vec!["-Xlint:all".to_owned()];
        let said = compile(&jdk, &compilation(source, class_path.clone(), lint)).unwrap();
        let said: Vec<_> = said
            .into_iter()
            // The class of an inner class's instance is generic; the command
            // that writes files has such warnings suppressed.
            .filter(|one| one.message != "[rawtypes] found raw type: Basket.Inner")
            .collect();
        assert_eq!(said, [], "{}", file.text);
    }
    let run = |class: &str, tests: usize| {
        validate(
            &jdk,
            &artifacts,
            std::slice::from_ref(&classes),
            class,
            tests,
            Duration::from_secs(5),
            512,
        )
        .unwrap()
    };
    let outcomes = run("shop.BasketTest", tests.tests.len());
    assert_eq!(outcomes.len(), tests.tests.len());
    for (test, outcome) in outcomes {
        assert_eq!(outcome, TestOutcome::Passed, "{test}\n{}", tests.text);
    }
    let outcomes = run("shop.BasketBugsTest", 1);
    assert!(
        outcomes
            .values()
            .all(|outcome| *outcome != TestOutcome::Passed),
        "{outcomes:?}"
    );
}

#[test]
fn junit_5_tests_compile_and_pass() {
    check(Framework::JUnit5);
}

#[test]
fn junit_4_tests_compile_and_pass() {
    check(Framework::JUnit4);
}
