//! The bounded engine as users run it: what it covers and proves, and what it
//! says of invariants and scopes that cannot work.

use crate::java_lab::{generate, with};

#[test]
fn sixty_branches_are_no_problem() {
    let parameters: Vec<String> = (0..60).map(|at| format!("int x{at}")).collect();
    let mut source = format!(
        "public class Sixty {{ static int f({}) {{ int n = 0;\n",
        parameters.join(", ")
    );
    for at in 0..60 {
        source += &format!("if (x{at} > {}) {{ n += {at}; }}\n", at * 7 - 100);
    }
    source += "return n; } }\n";
    let Some((lab, _)) = with(&[("Sixty.java", &source)]) else {
        return;
    };
    generate(&lab, &["Sixty.java", "--engine", "bounded"])
        .exits(0)
        .reports(&["120 of 120 branch outcomes covered"]);
}

#[test]
fn what_no_input_reaches_is_proved() {
    let source = "public class Proof {\n\
        static int f(int x) {\n\
        if (x > 10 && x * 2L < 5) { return 1; }\n\
        return 2; } }\n";
    let Some((lab, _)) = with(&[("Proof.java", source)]) else {
        return;
    };
    generate(&lab, &["Proof.java", "--engine", "bounded"])
        .exits(0)
        .reports(&["1 more proved unreachable"]);
}

const WORDS: &str = "public class Words {\n\
    private final String prefix; private final int limit;\n\
    public Words(String prefix, int limit) {\n\
      if (limit < 0) { throw new IllegalArgumentException(); }\n\
      this.prefix = prefix; this.limit = limit; }\n\
    public boolean accepts(String word) {\n\
      if (word == null || word.length() > limit) { return false; }\n\
      if (prefix != null && !word.startsWith(prefix)) { return false; }\n\
      if (limit < 0) { return true; }\n\
      if (word.equals(\"abc\")) { return true; }\n\
      return false; }\n\
    public static boolean same(Words a, Words b) {\n\
      if (a == null || b == null) { return a == b; }\n\
      return a.limit == b.limit; } }\n";

#[test]
fn texts_and_objects_that_constructors_make_are_inputs() {
    let Some((lab, _)) = with(&[("Words.java", WORDS)]) else {
        return;
    };
    generate(&lab, &["Words.java", "--engine", "bounded"])
        .exits(0)
        .reports(&[
            "it was only run with objects as constructors and factories make them, each its own",
        ]);
    let suite = lab.read("out/WordsTest.java");
    assert!(suite.contains("\"abc\""), "{suite}");
    assert!(suite.contains("new Words("), "{suite}");
}

const LIST: &str = "public class Stack {\n\
    static class Node { Node next; int value; }\n\
    Node top; int size;\n\
    boolean repOK() {\n\
      int count = 0;\n\
      for (Node at = top; at != null; at = at.next) { count++; if (count > size) return false; }\n\
      return count == size; }\n\
    boolean isEmpty() { return size == 0; }\n\
    boolean isSmall() { return size < 3; }\n\
    int pop() {\n\
      if (top == null) { throw new IllegalStateException(); }\n\
      if (size < 0) { return 0; }\n\
      int value = top.value; top = top.next; size--; return value; } }\n";

#[test]
fn a_proof_within_a_scope_says_so() {
    let Some((lab, _)) = with(&[("Stack.java", LIST)]) else {
        return;
    };
    generate(
        &lab,
        &["Stack.java#pop", "--engine", "bounded", "--max-nodes", "3"],
    )
    .exits(0)
    .reports(&["cannot be reached within the scope", "(3 objects per class"]);
    assert!(lab.path(".everypath/bounds").is_dir());
    // What one engine covers or proves the other drops.
    generate(
        &lab,
        &[
            "Stack.java#pop",
            "--engine",
            "auto",
            "--max-nodes",
            "3",
            "--force",
        ],
    )
    .exits(0)
    .reports(&["cannot be reached within the scope"]);
}

#[test]
fn each_partition_gets_one_test() {
    let Some((lab, _)) = with(&[("Stack.java", LIST)]) else {
        return;
    };
    // Empty stacks are small: three of the four combinations exist.
    generate(
        &lab,
        &[
            "Stack.java#pop",
            "--engine",
            "bounded",
            "--criterion",
            "partition",
        ],
    )
    .exits(0)
    .reports(&[
        "3 of 4",
        "3 tests",
        "cannot be reached within the scope: isEmpty and not isSmall (",
    ]);
}

/// The list of the thesis' figure 3.1, with an observer that throws, too.
const ASKED: &str = "public class Asked {\n\
    static class Node { int value; Node next; }\n\
    Node head;\n\
    boolean repOK() {\n\
      return head == null || head.next == null || head.next.next == null; }\n\
    public boolean isEmpty() throws Exception { return head == null; }\n\
    /*@ requires wanted >= 0; @*/\n\
    public boolean contains(int wanted) {\n\
      for (Node it = head; it != null; it = it.next) {\n\
        if (it.value == wanted) { return true; } }\n\
      return false; }\n\
    public boolean isTopNegative() {\n\
      if (head == null) { throw new IllegalStateException(); }\n\
      return head.value < 0; }\n\
    public void clear() { head = null; } }\n";

#[test]
fn observers_with_arguments_and_preconditions_partition_too() {
    for engine in ["bounded", "concolic"] {
        let Some((lab, _)) = with(&[("Asked.java", ASKED)]) else {
            return;
        };
        // The top cannot be asked about only if there is none, and the list
        // cannot contain anything then; numbers below zero may not be asked for.
        generate(
            &lab,
            &[
                "Asked.java#clear",
                "--engine",
                engine,
                "--criterion",
                "partition",
                "--observer-arguments",
            ],
        )
        .exits(0)
        .reports(&["8 of 18", "8 tests"]);
        let suite = lab.read("out/AskedTest.java");
        for asserted in [
            "assertTrue(asked.contains(",
            "assertFalse(asked.contains(",
            "assertTrue(asked.isTopNegative())",
            "assertTrue(asked.isEmpty())",
        ] {
            assert!(suite.contains(asserted), "{asserted} is not in {suite}");
        }
    }
}

#[test]
fn preconditions_count_without_arguments() {
    let Some((lab, _)) = with(&[("Asked.java", ASKED)]) else {
        return;
    };
    generate(
        &lab,
        &[
            "Asked.java#clear",
            "--engine",
            "bounded",
            "--criterion",
            "partition",
        ],
    )
    .exits(0)
    .reports(&["3 of 6", "3 tests"]);
}

const KINDS: &str = "public class Kinds {\n\
    enum Colour { RED, GREEN, BLUE }\n\
    static int of(Colour colour, String[] names, int[][] grid, Colour[] all) {\n\
      if (colour == null) { return 0; }\n\
      switch (colour) { case RED: return 1; case GREEN: return 2; default: break; }\n\
      if (names != null && names.length == 2 && \"no\".equals(names[1])) { return 3; }\n\
      if (grid != null && grid.length > 1 && grid[1] != null && grid[1].length == 2\n\
          && grid[1][1] == 77) { return 4; }\n\
      if (all != null && all.length == 3 && all[2] == Colour.GREEN) { return 5; }\n\
      return 6; } }\n";

#[test]
fn enums_and_arrays_of_references_are_inputs() {
    let Some((lab, _)) = with(&[("Kinds.java", KINDS)]) else {
        return;
    };
    generate(&lab, &["Kinds.java#of", "--engine", "bounded"])
        .exits(0)
        .reports(&["27 of 27 branch outcomes covered"]);
}

#[test]
fn an_invariant_that_nothing_meets() {
    let source = "public class Never {\n\
        int x;\n\
        boolean repOK() { return x > 0 && x < 0; }\n\
        int get() { return x > 3 ? 1 : 2; } }\n";
    let Some((lab, _)) = with(&[("Never.java", source)]) else {
        return;
    };
    generate(&lab, &["Never.java#get", "--engine", "bounded"])
        .reports(&["no input meets the invariant"]);
}

#[test]
fn an_invariant_with_side_effects() {
    let source = "public class Touchy {\n\
        int x; int asked;\n\
        boolean repOK() { asked++; return x > 0; }\n\
        int get() { return x > 3 ? 1 : 2; } }\n";
    let Some((lab, _)) = with(&[("Touchy.java", source)]) else {
        return;
    };
    generate(&lab, &["Touchy.java#get", "--engine", "bounded"])
        .reports(&["repOK() changes the object it looks at"]);
}

#[test]
fn recursion_without_a_bound() {
    let source = "public class Deep {\n\
        static int f(int n) {\n\
        if (n == 5) { return 1; }\n\
        return 1 + f(n + 1); } }\n";
    let Some((lab, _)) = with(&[("Deep.java", source)]) else {
        return;
    };
    generate(&lab, &["Deep.java", "--engine", "bounded"])
        .exits(0)
        .reports(&["2 of 2 branch outcomes covered"]);
}

#[test]
fn a_scope_that_no_memory_holds() {
    let Some((lab, _)) = with(&[("Stack.java", LIST)]) else {
        return;
    };
    generate(
        &lab,
        &[
            "Stack.java#pop",
            "--engine",
            "bounded",
            "--max-nodes",
            "1000000",
            "--max-unrollings",
            "1000000",
            "--unit-time",
            "3",
        ],
    )
    .reports(&["--max-nodes 1000000: the bounded engine looks at 40 at most"]);
}
