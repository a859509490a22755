//! The bounded engine on Python as users run it.

use crate::lab::{Ended, Lab};

fn generate(text: &str, more: &[&str]) -> Option<(Lab, Ended)> {
    let mut lab = Lab::empty()?;
    lab.write("unit.py", text);
    let mut arguments = vec!["unit.py", "--engine", "bounded"];
    arguments.extend(more);
    let ended = lab.generate(&arguments).exits(0);
    Some((lab, ended))
}

#[test]
fn sixty_branches_are_no_problem() {
    let parameters: Vec<String> = (0..60).map(|at| format!("x{at}: int")).collect();
    let mut text = format!("def sixty({}):\n    n = 0\n", parameters.join(", "));
    for at in 0..60 {
        text += &format!("    if x{at} > {}:\n        n += {at}\n", at * 7 - 100);
    }
    text += "    return n\n";
    let Some((_, ended)) = generate(&text, &[]) else {
        return;
    };
    ended.reports(&["120 of 120 branch outcomes covered"]);
}

/// What is followed of Python: numbers as Python has them, calls with
/// keywords and defaults, loops, exceptions, classes, lists, texts, sets.
const MANY: &str = r#"
from dataclasses import dataclass, field
from enum import Enum
from typing import List, Optional, Tuple


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass
class Point:
    x: int
    y: int = 3
    seen: List[int] = field(default_factory=list)


class Shape:
    sides = 0

    def __init__(self, size: int) -> None:
        self.size = size

    def area(self) -> int:
        return 0

    @property
    def large(self) -> bool:
        return self.size > 100


class Square(Shape):
    sides = 4

    def __init__(self, size: int) -> None:
        super().__init__(size)

    def area(self) -> int:
        return self.size ** 2


def floors(a: int, b: int) -> int:
    if a // b == -3 and a % b == 2:
        return 1
    if 0 < a < b <= 9:
        return a << b
    return 2 if a & 1 else 3


def scaled(value: int, by: int = 2, *, shift: int = 0) -> int:
    return value * by + shift


def calls(x: int) -> str:
    total = 0
    for step, other in zip(range(3), [5, 7, 9]):
        total += scaled(x, shift=step) - other
    else:
        total -= 1
    if total == 6 * x - 19:
        return "always"
    return "never"


def handled(x: int, values: List[int]) -> int:
    try:
        return values[x] // (x - 1)
    except ZeroDivisionError:
        return -1
    except (IndexError, KeyError) as error:
        if x < -2:
            raise ValueError("too small") from error
        return -2
    finally:
        values.append(x)


def floats(a: float, b: float) -> int:
    if a != a:
        return 0
    if a + b == 0.75 and a > b:
        return 1
    try:
        return 2 if a / b > 1e300 else 3
    except ZeroDivisionError:
        return 4


def records(x: int, colour: Colour) -> int:
    point = Point(x)
    point.seen.append(x)
    if point == Point(7, seen=[7]):
        return 1
    if colour is Colour.BLUE and colour.value == 2:
        return len(point.seen)
    return 3


def kinds(size: int, square: bool) -> int:
    shape = Square(size) if square else Shape(size)
    if isinstance(shape, Square) and shape.area() == 49:
        return shape.sides
    if shape.large:
        return -1
    return Shape.sides


def words(text: str) -> bool:
    if text.startswith("ab") and text[-1] == "z":
        return True
    return "q" in text and len(text) == 3


def pairs(values: List[int]) -> Optional[Tuple[int, int]]:
    for place, value in enumerate(values):
        for other in values[place + 1:]:
            if value + other == 10 and value > other:
                return value, other
    best, worst = max(values, default=0) if False else 0, 1
    return None if not values or best > worst else (best, worst)


def unique(values: List[int]) -> bool:
    seen = set()
    for value in values:
        if value in seen:
            return False
        seen.add(value)
    return all(v > 0 for v in values) and sum(values) == 12
"#;

#[test]
fn what_is_followed() {
    let Some((lab, ended)) = generate(MANY, &[]) else {
        return;
    };
    assert!(!ended.stdout.contains("not supported"), "{ended:#?}");
    // What cannot be reached is said, and nothing else is missing.
    let missing = ended
        .stdout
        .lines()
        .filter(|line| line.contains("not covered"));
    assert_eq!(missing.count(), 0, "{ended:#?}");
    let proved =
        ended.reports(&["cannot be reached within the scope: `total == 6 * x - 19` is false ("]);
    let count = proved
        .stdout
        .lines()
        .filter(|line| line.contains("cannot be"));
    assert_eq!(count.count(), 1, "{proved:#?}");
    lab.generate(&["unit.py", "--engine", "auto"]).exits(0);
}

const LIST: &str = r#"
from typing import Optional


class Node:
    value: int
    next: Optional["Node"]

    def __init__(self, value: int) -> None:
        self.value = value
        self.next = None


class Chain:
    head: Optional[Node]

    def __init__(self) -> None:
        self.head = None

    def repok(self) -> bool:
        node = self.head
        while node is not None:
            if node.next is not None and node.next.value <= node.value:
                return False
            node = node.next
        BODY

    def has_third(self) -> bool:
        node = self.head
        if node is None or node.next is None:
            return False
        if node.next.value == node.value:
            return True
        return node.next.next is not None
"#;

#[test]
fn what_no_structure_of_the_scope_has() {
    let text = LIST.replace("BODY", "return True");
    let Some((_, ended)) = generate(&text, &[]) else {
        return;
    };
    ended.reports(&[
        "3 of 4 branch outcomes covered",
        "cannot be reached within the scope: `node.next.value == node.value` is true (",
    ]);
}

#[test]
fn an_invariant_that_nothing_meets() {
    let text = LIST.replace("BODY", "return False");
    let Some((_, ended)) = generate(&text, &[]) else {
        return;
    };
    ended.reports(&["no input meets the invariant"]);
}

#[test]
fn an_invariant_with_effects() {
    let text = LIST.replace("BODY", "self.head = None\n        return True");
    let Some((_, ended)) = generate(&text, &[]) else {
        return;
    };
    ended.reports(&["repok() changes the object it looks at"]);
}

#[test]
fn recursion_without_a_bound() {
    let text =
        "def down(n: int) -> int:\n    if n == 5:\n        return 1\n    return down(n - 1)\n";
    let Some((_, ended)) = generate(text, &[]) else {
        return;
    };
    ended.reports(&["2 of 2 branch outcomes covered"]);
}

#[test]
fn a_scope_that_is_too_large() {
    let text = LIST.replace("BODY", "return True");
    // What is looked at is still so much that time is all that ends it.
    let large = ["--max-nodes", "500", "--max-unrollings", "5000"];
    let more = [&large[..], &["--unit-time", "2"]].concat();
    let Some((_, ended)) = generate(&text, &more) else {
        return;
    };
    ended.reports(&["--max-nodes 500: the bounded engine looks at 40 at most"]);
}

#[test]
fn what_is_not_followed_is_named() {
    let text = "import math\n\n\ndef f(x: float) -> int:\n    if x < 2.0:\n        return 0\n    if math.sin(x) > 0.9999999:\n        return 1\n    return 2\n";
    let Some((_, ended)) = generate(text, &[]) else {
        return;
    };
    ended.reports(&["not supported: it ", "sin"]);
}
