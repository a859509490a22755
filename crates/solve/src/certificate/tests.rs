//! Which refutations are certified, and which are found to be wrong.

use std::time::Duration;

use everypath_term::parse;

use super::*;

fn certification(conditions: &[&[&str]], most: Duration) -> Certification {
    let mut terms = Terms::new();
    let refutations: Vec<Refutation> = conditions
        .iter()
        .map(|conditions| {
            let parsed = conditions.iter().map(|text| parse(&mut terms, text));
            Refutation::new(parsed.map(|term| term.expect("it parses")))
        })
        .collect();
    let allowance = Allowance::new(most, &|| false);
    certify(&terms, &refutations, &allowance)
}

fn check(conditions: &[&str], expected: fn(&Certification) -> bool) {
    let found = certification(&[conditions], Duration::from_millis(500));
    assert!(expected(&found), "{conditions:?}: {found:?}");
}

fn is_certified(found: &Certification) -> bool {
    matches!(found, Certification::Certified(certificate) if certificate.refutations == 1)
}

fn is_contradicted(found: &Certification) -> bool {
    matches!(found, Certification::Contradicted(_))
}

#[test]
fn what_cannot_hold_is_certified() {
    for conditions in [
        &["(bvult x:bv8 10:bv8)", "(bvult 20:bv8 x)"][..],
        &["(bvult x:bv32 y:bv32)", "(bvult y z:bv32)", "(bvult z x)"],
        &["(= (bvmul x:bv16 x) 3:bv16)"],
        &["(< x:int y:int)", "(< y x)"],
        &["(= (mod x:int 4) 3)", "(= (mod x 2) 0)"],
        &["(or (< x:int 3) (< 9 x))", "(<= 3 x)", "(<= x 9)"],
        &["(<= 0 x:int)", "(<= x 20)", "(= (* x x) 17)"],
        &["(<= 0 c:int)", "(<= c 1114111)", "(= (* c c) -4)"],
        &["b:bool", "(not b)"],
        &[
            "(= (select a:[int]bv8 i:int) 3:bv8)",
            "(= i 5)",
            "(= (select a 5) 4:bv8)",
        ],
        &["(fp.lt x:f64 y:f64)", "(fp.lt y x)"],
        &["false"],
    ] {
        check(conditions, is_certified);
    }
}

#[test]
fn a_wrong_refutation_is_contradicted() {
    check(&["(< x:int 5)", "(< 3 x)"], is_contradicted);
    check(&["(bvult x:bv8 10:bv8)"], is_contradicted);
    check(&["true"], is_contradicted);
    // No short sequence of guesses finds this one; the circuits do.
    let square = ["(= (bvmul x:bv32 x) 1522756:bv32)", "(bvult 1000:bv32 x)"];
    check(&square, is_contradicted);
    check(&["(= (* x:int x) 1522756)", "(< 100 x)"], is_contradicted);
}

#[test]
fn what_is_refuted_by_fewer_conditions_is_refuted() {
    let found = certification(
        &[
            &[
                "(bvult x:bv8 3:bv8)",
                "(bvult y:bv8 3:bv8)",
                "(bvult 9:bv8 x)",
            ],
            &["(bvult x:bv8 3:bv8)", "(bvult 9:bv8 x)"],
            &["(bvult 9:bv8 x:bv8)", "(bvult x 3:bv8)"],
        ],
        Duration::from_secs(1),
    );
    assert!(is_certified(&found), "{found:?}");
}

#[test]
fn one_wrong_refutation_spoils_all() {
    let right = ["(bvult x:bv8 3:bv8)", "(bvult 9:bv8 x)"];
    let wrong = ["(bvult x:bv8 3:bv8)", "(bvult 1:bv8 x)"];
    let found = certification(&[&right, &wrong], Duration::from_secs(1));
    assert!(is_contradicted(&found), "{found:?}");
}

#[test]
fn there_is_no_certificate_for_nothing() {
    let hard = [
        "(= (bvmul x:bv32 y:bv32) 2147483647:bv32)",
        "(bvult 1:bv32 x)",
        "(bvult 1:bv32 y)",
        "(bvult x 65536:bv32)",
        "(bvult y 65536:bv32)",
    ];
    let found = certification(&[&hard], Duration::from_micros(500));
    assert_eq!(found, Certification::Missing(Missing::Work));
    check(
        &[
            "(= (* x:int (* x x)) (+ 2 (* y:int (* 7 y))))",
            "(= (mod x 7) 5)",
        ],
        |found| matches!(found, Certification::Missing(_)),
    );
}

#[test]
fn proofs_are_about_their_queries() {
    let mut terms = Terms::new();
    let mut read = |text: &str| parse(&mut terms, text).expect(text);
    let both = read("(and (< x:int 3) (< y:int 3))");
    let (part, goal, other) = (
        read("(< x:int 3)"),
        read("(< 9 x:int)"),
        read("(< 9 z:int)"),
    );
    let query = Query::new(vec![both], goal);
    let mut of = |core: Vec<TermId>| Refutation::of(&mut terms, &query, &Proof { core });
    assert_eq!(of(vec![both, goal]), Refutation::new([both, goal]));
    assert_eq!(of(vec![part, goal]), Refutation::new([part, goal]));
    let all = Refutation::new([both, goal]);
    assert_eq!(of(vec![other, goal]), all, "not the query's");
}
