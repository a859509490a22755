//! Mutants: suites notice small changes of the program, and the report says which they do not.

use crate::c_lab::CLab;
use crate::java_lab::{generate, with};
use crate::lab::Lab;

const DURATIONS: &str = r#"
UNITS = {"d": 86400, "h": 3600, "m": 60}


def seconds(text: str) -> int:
    total = 0
    number = ""
    for character in text:
        if character.isdigit():
            number += character
        elif character in UNITS and number:
            total += int(number) * UNITS[character]
            number = ""
        else:
            raise ValueError("not a duration")
    return total


def backoff(attempt: int, base: float = 0.5, cap: float = 30.0) -> float:
    if attempt < 1:
        raise ValueError("attempts are counted from one")
    return min(cap, base * 2 ** (attempt - 1))
"#;

/// Plausible mistakes, each of which a test must fail for.
const MISTAKES: [(&str, &str); 5] = [
    ("3600", "360"),
    ("total += int", "total -= int"),
    ("cap: float = 30.0", "cap: float = 3.0"),
    ("(attempt - 1)", "attempt"),
    ("attempt < 1", "attempt < 2"),
];

#[test]
fn mistakes_in_python_are_noticed() {
    let Some(mut lab) = Lab::empty() else {
        return;
    };
    lab.write("durations.py", DURATIONS);
    let module = lab.generate(&["durations.py", "--json"]).exits(0).module();
    lab.passes("out/test_durations.py");
    let mutants = &module["mutants"];
    let survivors = mutants["survivors"].as_array().expect("a list").len() as u64;
    let killed = mutants["killed"].as_u64().expect("a number");
    assert!(killed > 9 * survivors, "{mutants:#}");
    for (right, wrong) in MISTAKES {
        lab.write("durations.py", &DURATIONS.replacen(right, wrong, 1));
        let (passed, output) = lab.pytest("out/test_durations.py");
        assert!(!passed, "{wrong} is not noticed: {output}");
    }
}

#[test]
fn survivors_are_listed() {
    let Some(mut lab) = Lab::empty() else {
        return;
    };
    // Of zero, nobody sees whether it was added or taken away.
    let subject = "def keep(number: int) -> int:\n    return number + 0\n";
    lab.write("keeping.py", subject);
    let ended = lab.generate(&["keeping.py", "--criterion=mutant"]);
    ended.exits(0).reports(&["mutants: ", "keeping.py:2 + → -"]);
}

const FARES: &str = "\
public class Fares {
    public static int cents(int zones, boolean night) {
        if (zones < 1 || zones > 9) {
            throw new IllegalArgumentException(\"no such zone\");
        }
        int cents = 180 + 95 * (zones - 1);
        if (night) {
            cents += 50;
        }
        return cents;
    }
}
";

#[test]
fn mutants_of_java_are_killed() {
    let Some((lab, _)) = with(&[("Fares.java", FARES)]) else {
        return;
    };
    let module = generate(&lab, &["Fares.java", "--json"]).exits(0).module();
    let mutants = &module["mutants"];
    assert!(mutants["killed"].as_u64() > Some(15), "{mutants:#}");
    assert_eq!(
        mutants["survivors"].as_array().map(Vec::len),
        Some(0),
        "{mutants:#}"
    );
}

const NUMBERS: &str = "\
int parse_number(const char *text, int *result)
{
    int sign = 1, value = 0, digits = 0;
    if (*text == '-') {
        sign = -1;
        text++;
    }
    while (*text >= '0' && *text <= '9' && digits < 6) {
        value = value * 10 + (*text - '0');
        digits++;
        text++;
    }
    if (digits == 0 || *text)
        return -1;
    *result = sign * value;
    return digits;
}
";

#[test]
fn mistakes_in_c_are_noticed() {
    let lab = CLab::new(&[("numbers.c", NUMBERS)]);
    let arguments = ["generate", "numbers.c", "--out", "out", "--no-config"];
    let run = lab.run(&arguments);
    assert!(run.out.contains("mutants: "), "{}", run.out);
    let tests = lab.run_tests("out/test_numbers.c");
    assert!(tests.out.contains(", 0 failed"), "{}", tests.out);
    let mistakes = [
        ("value * 10", "value * 8"),
        ("sign * value", "value"),
        ("digits++", "digits += 2"),
        ("'9'", "'8'"),
    ];
    for (right, wrong) in mistakes {
        let changed = NUMBERS.replacen(right, wrong, 1);
        std::fs::write(lab.path("numbers.c"), changed).expect("a file");
        let tests = lab.run_tests("out/test_numbers.c");
        assert!(!tests.out.contains(", 0 failed"), "{wrong} is not noticed");
    }
}
