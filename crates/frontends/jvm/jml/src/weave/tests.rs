//! Tests of weaving.

use super::*;

const ACCOUNT: &str = "class Account {\n\
    \x20 //@ invariant balance >= 0;\n\
    \x20 int balance;\n\
    \x20 //@ requires amount > 0;\n\
    \x20 //@ ensures balance == \\old(balance) + amount;\n\
    \x20 //@ accessible balance;\n\
    \x20 void deposit(int amount) { balance += amount; }\n\
    \x20 int other() { return 1; }\n\
    }\n";

fn woven(text: &str) -> Woven {
    weave(text, &["repOK"], &BTreeMap::new())
}

#[test]
fn lines_do_not_move() {
    let woven = woven(ACCOUNT);
    assert_eq!(woven.text.lines().count(), ACCOUNT.lines().count());
    for (before, after) in ACCOUNT.lines().zip(woven.text.lines()) {
        assert!(after == before || after.ends_with(before), "{after}");
    }
    let texts: Vec<&str> = woven.clauses.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "invariant balance >= 0",
            "requires amount > 0",
            "ensures balance == \\old(balance) + amount"
        ]
    );
    let promises: Vec<(&str, &[u32])> = woven
        .contracts
        .iter()
        .map(|one| (one.method.as_str(), &one.promises[..]))
        .collect();
    assert_eq!(promises, [("deposit", &[3, 1][..]), ("other", &[1][..])]);
    assert_eq!(woven.left_out.len(), 1);
    assert_eq!(
        (woven.left_out[0].line, woven.left_out[0].why.as_str()),
        (6, "`accessible` is not translated")
    );
}

#[test]
fn places_of_the_copy_belong_to_clauses() {
    let woven = woven(ACCOUNT);
    let line = woven.text.lines().last().unwrap();
    let column = line.find("amount > 0").unwrap() + 1;
    assert_eq!(woven.clause_at(9, column), Some(2));
    assert_eq!(woven.clause_at(1, 1), None);
    let refused = BTreeMap::from([(3, "no".to_owned())]);
    let again = weave(ACCOUNT, &[], &refused);
    assert!(
        again
            .left_out
            .iter()
            .any(|one| one.why == "no" && one.line == 5)
    );
    assert_eq!(again.contracts[0].promises, [1]);
}

#[test]
fn what_says_nothing_is_left_alone() {
    let plain = "class A { // requires x\n  int f(Object o) { return 1; } }\n";
    let woven = woven(plain);
    assert!(!woven.says_something() && woven.text == plain);
    let modified = "class A { /*@ pure @*/ int f(Object o) { return 1; } }\n";
    assert!(!self::woven(modified).says_something());
}

#[test]
fn references_are_not_null_where_something_is_said() {
    let text = "class A {\n //@ requires n > 0;\n Object f(Object a, /*@ nullable @*/ Object b, int n) { return a; } }";
    let woven = woven(text);
    let texts: Vec<&str> = woven.clauses.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "requires a != null",
            "requires n > 0",
            "ensures \\result != null"
        ]
    );
}

#[test]
fn what_cannot_be_translated_is_named() {
    let check = |clause: &str, why: &str| {
        let text = format!("class A {{ int[] a;\n //@ {clause}\n void f(int n) {{}} }}");
        let woven = woven(&text);
        let said = woven.left_out.iter().filter(|one| !one.text.is_empty());
        let said: Vec<(usize, &str)> = said.map(|one| (one.line, one.why.as_str())).collect();
        assert_eq!(said, [(2, why)], "{clause}");
    };
    check(
        "requires (\\forall int i; i > 0; true);",
        "`i` has no bounds",
    );
    check("requires \\fresh(a);", "`\\fresh` is not translated");
    check("requires \\result > 0;", "there is no `\\result`");
    check("requires \\old(n) > 0;", "there is no state before it");
    check(
        "requires (\\forall Object o; o != null);",
        "`o` ranges over all objects; only those of `\\reach` can be tried",
    );
}

#[test]
fn what_is_left_out_makes_no_bug() {
    for about_inputs in ["requires \\fresh(a);", "requires n >;", "determines n;"] {
        let text = format!(
            "class A {{ int[] a;\n //@ pure\n //@ {about_inputs}\n //@ ensures n > 0;\n \
             void f(int n) {{}}\n //@ ensures n > 1;\n void g(int n) {{}} }}"
        );
        let woven = woven(&text);
        let checked: Vec<&str> = woven
            .contracts
            .iter()
            .map(|one| one.method.as_str())
            .collect();
        assert_eq!(checked, ["g"], "{about_inputs}: {:?}", woven.left_out);
    }
    let unknown =
        "class A { int b;\n //@ invariant (* good *);\n //@ ensures b > 0;\n void f() {} }";
    assert!(woven(unknown).contracts.is_empty());
}

#[test]
fn frames_constraints_and_model_fields_are_checked() {
    let text = "class A { private int b; int c;\n //@ public model int size;\n \
                //@ private represents size = b + 1;\n //@ constraint \\old(size) <= size;\n \
                //@ assignable b;\n void f() {} }";
    let woven = woven(text);
    let texts: Vec<&str> = woven.clauses.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["assignable b", "constraint \\old(size) <= size"]);
    assert!(
        woven.text.contains("(this.c == everypath$old0)"),
        "{}",
        woven.text
    );
    assert!(woven.text.contains("<= (b + 1))"), "{}", woven.text);
    let left_out: Vec<&str> = woven.left_out.iter().map(|one| one.why.as_str()).collect();
    assert_eq!(left_out, ["`model` is not translated"]);
}
