//! Names of tests: they tell the condition that sets a test apart, in all languages.

use crate::c_lab::CLab;
use crate::java_lab;
use crate::lab::Lab;

/// Whether a suite has a test of each name.
fn check(suite: &str, names: &[&str]) {
    for name in names {
        assert!(suite.contains(&format!(" {name}(")), "{name}: {suite}");
    }
}

#[test]
fn names_of_python_tell_the_condition() {
    let Some(mut lab) = Lab::empty() else {
        return;
    };
    let subject = "def fee(amount: int, premium: bool) -> int:\n    if premium:\n        \
                   return 0\n    if amount > 10000:\n        return 5\n    return 20\n";
    lab.write("fees.py", subject);
    lab.generate(&["fees.py"]).exits(0);
    check(
        &lab.read("out/test_fees.py"),
        &[
            "test_fee_returns_0_when_premium_is_true",
            "test_fee_returns_5_when_amount_is_above_10000",
            "test_fee_returns_20_when_amount_is_at_most_10000",
        ],
    );
}

#[test]
fn names_of_java_tell_the_condition() {
    let subject = "public class Fees {\n    public static int fee(int amount, boolean premium) \
                   {\n        if (premium) return 0;\n        \
                   return amount > 10000 ? 5 : 20;\n    }\n}\n";
    let Some((lab, _)) = java_lab::with(&[("Fees.java", subject)]) else {
        return;
    };
    java_lab::generate(&lab, &["Fees.java"]).exits(0);
    check(
        &lab.read("out/FeesTest.java"),
        &[
            "feeReturns0WhenPremiumIsTrue",
            "feeReturns5WhenAmountIsAbove10000",
            "feeReturns20WhenAmountIsAtMost10000",
        ],
    );
}

#[test]
fn names_of_c_tell_the_condition() {
    let subject = "int fee(int amount, const int *premium) {\n    if (premium)\n        \
                   return 0;\n    return amount > 10000 ? 5 : 20;\n}\n";
    let lab = CLab::new(&[("fees.c", subject)]);
    lab.run(&["generate", "fees.c", "--out", "out", "--no-config"]);
    check(
        &lab.read("out/test_fees.c"),
        &[
            "test_fee_returns_0_when_premium_is_not_null",
            "test_fee_returns_5_when_amount_is_above_10000",
            "test_fee_returns_20_when_amount_is_at_most_10000",
        ],
    );
}
