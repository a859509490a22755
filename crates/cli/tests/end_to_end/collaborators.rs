//! Code that talks to others, and objects that are made and named in unusual ways.

use serde_json::Value;

use crate::lab::Lab;

/// The goals of a program that its tests do not cover.
fn missed(lab: &Lab, file: &str) -> Vec<Value> {
    let ended = lab.generate(&[file, "--json"]);
    let module = ended.exits(0).module();
    let goals = module["goals"].as_array().expect("goals");
    let missed = goals.iter().filter(|goal| goal["verdict"] != "covered");
    missed.cloned().collect()
}

#[test]
fn what_collaborators_answer_is_an_input() {
    let Some(lab) = Lab::with("collaborators/service.py") else {
        return;
    };
    let missed = missed(&lab, "service.py");
    assert!(missed.is_empty(), "{missed:#?}");
    let text = lab.read("out/test_service.py");
    for part in ["SimpleNamespace(", "AsyncMock(return_value=", "Fraction("] {
        assert!(text.contains(part), "{part}: {text}");
    }
    lab.passes("out/test_service.py");
}

#[test]
fn untyped_values_become_what_is_done_with_them() {
    let Some(lab) = Lab::with("collaborators/grown.py") else {
        return;
    };
    let missed = missed(&lab, "grown.py");
    assert!(missed.is_empty(), "{missed:#?}");
    let text = lab.read("out/test_grown.py");
    for part in [
        "left = Node(",
        "find=Mock(side_effect=KeyError)",
        "Mock(side_effect=[6, None])",
        "MagicMock(**{\"__enter__.return_value\":",
        "AsyncMock(return_value=SimpleNamespace(status=",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    lab.passes("out/test_grown.py");
}

#[test]
fn streams_and_patterns_are_inputs() {
    let Some(lab) = Lab::with("collaborators/streams.py") else {
        return;
    };
    let missed = missed(&lab, "streams.py");
    assert!(missed.is_empty(), "{missed:#?}");
    let text = lab.read("out/test_streams.py");
    for part in ["StringIO(\"", "BytesIO(b\"PK", "re.compile(\"[0-9]+\")"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    lab.passes("out/test_streams.py");
}

#[test]
fn what_the_world_answers_is_an_input() {
    let Some(lab) = Lab::with("collaborators/world.py") else {
        return;
    };
    let missed = missed(&lab, "world.py");
    assert!(missed.is_empty(), "{missed:#?}");
    let text = lab.read("out/test_world.py");
    for part in [
        "monkeypatch.setattr(\"time.time\",",
        "monkeypatch.setattr(\"world.monotonic\",",
        "\"world.open\",",
        "StringIO(",
        "wraps=datetime",
        "\"asyncio.sleep\", AsyncMock(",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    lab.passes("out/test_world.py");
}

#[test]
fn what_the_system_answers_is_an_input() {
    let Some(lab) = Lab::with("collaborators/descriptors.py") else {
        return;
    };
    let missed = missed(&lab, "descriptors.py");
    assert!(missed.is_empty(), "{missed:#?}");
    lab.passes("out/test_descriptors.py");
}

#[test]
fn classes_are_the_objects_of_their_metaclass() {
    let Some(lab) = Lab::with("collaborators/metaclasses.py") else {
        return;
    };
    let missed = missed(&lab, "metaclasses.py");
    assert!(missed.is_empty(), "{missed:#?}");
    lab.passes("out/test_metaclasses.py");
}

#[test]
fn what_is_given_by_name_need_not_be_a_name() {
    let Some(lab) = Lab::with("collaborators/named.py") else {
        return;
    };
    let missed = missed(&lab, "named.py");
    assert!(missed.is_empty(), "{missed:#?}");
    lab.passes("out/test_named.py");
}

#[test]
fn objects_are_made_by_who_knows_how() {
    let Some(lab) = Lab::with("collaborators/exported.py") else {
        return;
    };
    let missed = missed(&lab, "exported.py");
    assert!(missed.is_empty(), "{missed:#?}");
    let text = lab.read("out/test_exported.py");
    let parts = ["greet.callback(", "chain([", "pytest.raises(Stop)"];
    for part in parts.into_iter().chain(["prefix=\"x-\"", "limit="]) {
        assert!(text.contains(part), "{part}: {text}");
    }
    lab.passes("out/test_exported.py");
}

#[test]
fn a_sum_of_many_terms_is_walked() {
    let mut lab = Lab::empty().expect("a Python with pytest");
    let sum = vec!["a"; 600].join(" + ");
    lab.write(
        "sums.py",
        &format!("def total(a: int) -> int:\n    return {sum}\n"),
    );
    lab.generate(&["sums.py"]).exits(0);
    lab.passes("out/test_sums.py");
}

const SHOP: &str = r#"
from dataclasses import dataclass
from typing import Optional, Protocol


@dataclass
class Order:
    id: int
    amount: float
    status: str


class Repository(Protocol):
    def find(self, id: int) -> Optional[Order]: ...
    def save(self, order: Order) -> None: ...


class Service:
    def __init__(self, repository: Repository):
        self.repository = repository

    def pay(self, id: int, amount: float) -> str:
        order = self.repository.find(id)
        if order is None:
            raise KeyError(id)
        if order.status == "paid":
            return "already"
        if amount < order.amount:
            return "short"
        order.status = "paid"
        self.repository.save(order)
        return "ok"
"#;

#[test]
fn what_collaborators_are_given_is_asserted() {
    let Some(mut lab) = Lab::empty() else {
        return;
    };
    lab.write("shop.py", SHOP);
    lab.generate(&["shop.py"]).exits(0);
    let text = lab.read("out/test_shop.py");
    for part in [
        "repository.save.assert_called_once_with(order)",
        "repository.save.assert_not_called()",
        "assert order.status == \"paid\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Each test calls what it is about, and nothing before that.
    let tests = text.matches("def test_service_pay_").count();
    assert_eq!(text.matches("service.pay(").count(), tests, "{text}");
    lab.passes("out/test_shop.py");
    lab.write(
        "shop.py",
        &SHOP.replace("self.repository.save(order)", "pass"),
    );
    let (passed, output) = lab.pytest("out/test_shop.py");
    assert!(!passed, "{output}");
}
