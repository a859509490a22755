//! Specifications in the source of Java classes: what they prune, what they
//! find, and what is said of those that cannot be used.

use crate::java_lab::{generate, with};

const ENGINES: [&str; 2] = ["concolic", "bounded"];

#[test]
fn a_precondition_prunes() {
    let source = "public class Share {\n\
        //@ requires people > 0 && total >= 0;\n\
        //@ ensures \\result >= 0;\n\
        public static int share(int total, int people) {\n\
        if (people <= 0) { return -1; }\n\
        return total / people; } }\n";
    for engine in ENGINES {
        let Some((lab, _)) = with(&[("Share.java", source)]) else {
            return;
        };
        generate(&lab, &["Share.java", "--engine", engine])
            .exits(0)
            .reports(&[
                "1 of 1 branch outcomes covered",
                "1 more proved unreachable",
            ]);
        assert!(!lab.path("out/ShareBugsTest.java").exists());
    }
}

const CHAIN: &str = "public class Chain {\n\
    static class Node { int value; Node next; }\n\
    //@ invariant (\\forall Node n; \\reach(head, Node, next).has(n); !\\reach(n.next, Node, next).has(n));\n\
    //@ invariant size == \\reach(head, Node, next).int_size();\n\
    /*@ nullable @*/ Node head; int size;\n\
    public int last() {\n\
      int steps = 0; Node at = head; Node before = null;\n\
      while (at != null) { if (steps > size) { return -1; } before = at; at = at.next; steps++; }\n\
      return before == null ? 0 : before.value; }\n\
    //@ ensures size == \\old(size) - 1;\n\
    public void removeFirst() { if (head != null) { head = head.next; size--; } } }\n";

#[test]
fn an_invariant_prunes_and_a_postcondition_finds_a_bug() {
    for engine in ENGINES {
        let Some((lab, _)) = with(&[("Chain.java", CHAIN)]) else {
            return;
        };
        generate(
            &lab,
            &["Chain.java", "--engine", engine, "--max-nodes", "3"],
        )
        .exits(0)
        .reports(&[
            "BUG Chain#removeFirst(): ensures size == \\old(size) - 1 does not hold",
            // No list has a cycle, so no walk takes too long.
            "steps > size",
        ]);
        let bugs = lab.read("out/ChainBugsTest.java");
        assert!(bugs.contains("int before = chain.size;"), "{bugs}");
        assert!(
            bugs.contains("assertTrue(chain.size == (before - 1));"),
            "{bugs}"
        );
    }
}

#[test]
fn exceptions_and_exact_results_are_promised() {
    let source = "public class Purse {\n\
        //@ invariant coins >= 0;\n\
        private int coins;\n\
        //@ requires start >= 0;\n\
        public Purse(int start) { coins = start; }\n\
        public /*@ pure @*/ int coins() { return coins; }\n\
        //@ requires amount > 0;\n\
        //@ ensures coins() == \\old(coins()) - amount;\n\
        //@ signals (IllegalStateException e) amount > coins();\n\
        public void take(int amount) {\n\
        if (amount >= coins) { throw new IllegalStateException(); }\n\
        coins -= amount; } }\n";
    let Some((lab, _)) = with(&[("Purse.java", source)]) else {
        return;
    };
    // With as many coins as are asked for it throws.
    generate(&lab, &["Purse.java"])
        .exits(0)
        .reports(&["BUG Purse#take(int): signals (IllegalStateException e) amount > coins()"]);
    generate(&lab, &["Purse.java", "--force", "--fail-on-bugs"]).exits(1);
}

#[test]
fn what_does_not_parse_is_said_with_its_place() {
    let source = "public class Wrong {\n\
        \x20 //@ requires x >;\n\
        \x20 public static int f(int x) { return x; } }\n";
    let Some((lab, _)) = with(&[("Wrong.java", source)]) else {
        return;
    };
    generate(&lab, &["Wrong.java"])
        .exits(0)
        .reports(&["Wrong.java:2: `requires x >` is left out: expected an expression, found `;`"]);
}

#[test]
fn clauses_that_cannot_be_used_are_left_out_and_named() {
    let source = "public class Partial {\n\
        //@ requires missing > 0;\n\
        //@ requires x != 3;\n\
        //@ accessible \\nothing;\n\
        public static int f(int x) { if (x == 3) { return 1; } return 2; } }\n";
    let Some((lab, _)) = with(&[("Partial.java", source)]) else {
        return;
    };
    generate(&lab, &["Partial.java"]).exits(0).reports(&[
        "1 more proved unreachable",
        "Partial.java:2: `requires missing > 0` is left out: it does not compile: cannot find symbol",
        "Partial.java:4: `accessible \\nothing` is left out: `accessible` is not translated",
    ]);
}

#[test]
fn nothing_meets_a_contradiction() {
    let source = "public class Nothing {\n\
        //@ invariant size > 3;\n\
        //@ invariant size < 2;\n\
        int size;\n\
        public int f() { if (size > 0) { return 1; } return 0; } }\n";
    for (engine, words) in [
        ("concolic", "0 of 2 branch outcomes covered"),
        (
            "bounded",
            "no input meets the invariant and the preconditions within",
        ),
    ] {
        let Some((lab, _)) = with(&[("Nothing.java", source)]) else {
            return;
        };
        generate(&lab, &["Nothing.java#f", "--engine", engine])
            .exits(4)
            .reports(&[words]);
    }
}

#[test]
fn frames_and_model_fields_are_checked_and_what_is_left_out_makes_no_bug() {
    let source = "public class Meter {\n\
        private int ticks;\n\
        public int limit = 5;\n\
        //@ public model int count;\n\
        //@ private represents count = ticks;\n\
        //@ public invariant 0 <= count <= 10;\n\
        //@ requires n == 1;\n\
        //@ assignable ticks;\n\
        public void tick(int n) { if (ticks < 10) ticks += n; else limit = 0; }\n\
        //@ requires \\dl_unknown(n);\n\
        //@ ensures \\result > 0;\n\
        public static int half(int n) { return n / 2; } }\n";
    let Some((lab, _)) = with(&[("Meter.java", source)]) else {
        return;
    };
    let ended = generate(&lab, &["Meter.java"]).exits(0);
    let ended = ended.reports(&[
        "BUG Meter#tick(int): assignable ticks",
        "what `half` promises is not checked",
    ]);
    assert!(!ended.stdout.contains("BUG Meter#half"), "{ended:#?}");
    let bugs = lab.read("out/MeterBugsTest.java");
    assert!(bugs.contains("limit"), "{bugs}");
}
