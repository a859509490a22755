//! Classes with invariants, by all four strategies.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::lab::Lab;

const STRATEGIES: [&str; 4] = ["exhaustive", "black-box", "white-box", "guided"];

/// Counts the valid structures of a class within scopes of 1, 2, 3… nodes.
fn check_counts(program: &str, class: &str, expected: &[u64]) {
    for (nodes, &count) in (1..).zip(expected) {
        let Some(lab) = Lab::with(&format!("structures/{program}.py")) else {
            return;
        };
        let nodes = format!("--max-nodes={nodes}");
        let target = format!("{program}.py");
        let ended = lab.generate(&[&target, &nodes, "--json", "--run-tests=false"]);
        let module = ended.exits(0).module();
        assert_eq!(module["structures"][class], count, "{program} {nodes}");
    }
}

/// Checks that a class's suite passes and shows no bug, that it covers as
/// much as the exhaustive one, and that its inputs differ in more than names.
fn check_suite(program: &str, target: &str, nodes: usize) {
    let mut covered = BTreeSet::new();
    for strategy in STRATEGIES {
        let Some(lab) = Lab::with(&format!("structures/{program}.py")) else {
            return;
        };
        let nodes = format!("--max-nodes={nodes}");
        let strategy = format!("--strategy={strategy}");
        let all = [target, &nodes, &strategy, "--json", "--all-paths"];
        let module = lab.generate(&all).exits(0).module();
        let suite = format!("out/test_{program}.py");
        assert_eq!(module["bugs_file"], Value::Null, "{strategy}: {module:#}");
        lab.passes(&suite);
        check_all_differ(&module, &strategy);
        let goals = module["goals"].as_array().expect("goals");
        let sides = goals.iter().filter(|goal| goal["verdict"] == "covered");
        covered.insert(sides.count());
    }
    assert_eq!(covered.len(), 1, "sides covered by strategy: {covered:?}");
}

/// Names of fields are the user's: a suite says them, and depends on none of them.
#[test]
fn names_of_fields_change_nothing_but_names() {
    const LIST: &str = "singly_linked_list.py";
    let suite = |name: &str| {
        let mut lab = Lab::with(&format!("structures/{LIST}"))?;
        let program = lab.read(LIST).replace("next", name);
        lab.write(LIST, &program);
        lab.generate(&[LIST]).exits(0);
        let text = lab.read("out/test_singly_linked_list.py");
        // Digests of the tests follow them.
        let (tests, _) = text.split_once("# Everypath").expect("a signature");
        Some(tests.to_owned())
    };
    let Some(known) = suite("next") else {
        return;
    };
    for name in ["callee", "calls", "length", "type", "value0"] {
        let renamed = suite(name).expect("there is a Python");
        assert_eq!(renamed, known.replace("next", name), "{name}");
    }
}

/// Checks that no two tests of a unit have isomorphic inputs.
fn check_all_differ(module: &Value, strategy: &str) {
    let mut seen = BTreeSet::new();
    for test in module["tests"].as_array().expect("tests") {
        if test["kind"] != "kept" {
            continue;
        }
        let form = format!("{} {}", test["unit"], canonical(&test["before"]));
        assert!(seen.insert(form.clone()), "{strategy}: twice: {form}");
    }
    assert!(!seen.is_empty(), "{strategy}: no tests");
}

/// An input in which objects are named by the order in which they are reached.
fn canonical(graph: &Value) -> String {
    let mut walk = Walk {
        graph,
        reached: Vec::new(),
        text: String::new(),
    };
    walk.value(&graph["receiver"]);
    for argument in graph["arguments"].as_array().expect("arguments") {
        walk.value(&argument["value"]);
    }
    walk.text
}

struct Walk<'a> {
    graph: &'a Value,
    reached: Vec<&'a str>,
    text: String,
}

impl<'a> Walk<'a> {
    fn value(&mut self, value: &'a Value) {
        if value["t"] != "ref" {
            self.text.push_str(&value.to_string());
            return;
        }
        let id = value["id"].as_str().expect("a reference names its object");
        if let Some(place) = self.reached.iter().position(|known| *known == id) {
            self.text.push_str(&format!("#{place}"));
            return;
        }
        self.reached.push(id);
        self.text.push('(');
        for field in self.graph["nodes"][id]["fields"]
            .as_array()
            .into_iter()
            .flatten()
        {
            self.text.push_str(&format!(" {}=", field[0]));
            self.value(&field[1]);
        }
        self.text.push(')');
    }
}

#[test]
fn valid_structures_are_counted() {
    check_counts("singly_linked_list", "LinkedList", &[2, 3, 4]);
    check_counts("circular_list", "CDLinkedList", &[2, 3, 4]);
    check_counts("bst", "BST", &[2, 4, 9]);
    check_counts("avl", "AVLTree", &[2, 4, 5]);
}

#[test]
fn lists_by_all_strategies() {
    check_suite("singly_linked_list", "singly_linked_list.py::LinkedList", 3);
}

#[test]
fn rings_by_all_strategies() {
    check_suite("circular_list", "circular_list.py::CDLinkedList", 2);
}

#[test]
fn search_trees_by_all_strategies() {
    check_suite("bst", "bst.py::BST.insert", 2);
}

#[test]
fn balanced_trees_by_all_strategies() {
    check_suite("avl", "avl.py::AVLTree.find", 2);
}

#[test]
fn annotated_attributes_and_slots_by_all_strategies() {
    check_suite("annotated_stack", "annotated_stack.py::Stack", 3);
}

/// Receivers that calls set up meet the invariant too, or are none.
#[test]
fn receivers_set_up_by_calls_meet_the_invariant() {
    let Some(mut lab) = Lab::empty() else { return };
    lab.write(
        "account.py",
        concat!(
            "class Account:\n",
            "    def __init__(self, balance: int) -> None:\n",
            "        self.balance = balance\n\n",
            "    def withdraw(self, amount: int) -> bool:\n",
            "        if 0 < amount <= self.balance:\n",
            "            self.balance -= amount\n",
            "            return True\n",
            "        return False\n\n",
            "    def repok(self) -> bool:\n",
            "        return self.balance >= 0\n",
        ),
    );
    let module = lab.generate(&["account.py", "--json"]).exits(0).module();
    for test in module["tests"].as_array().expect("tests") {
        let shows_bug = test["kind"] == "bug";
        assert!(!shows_bug || test["unit"] == "Account.__init__", "{test:#}");
    }
    lab.passes("out/test_account.py");
}

#[test]
fn guided_structures_are_never_spurious() {
    let Some(lab) = Lab::with("structures/circular_list.py") else {
        return;
    };
    let target = "circular_list.py::CDLinkedList";
    let all = [
        target,
        "--strategy=guided",
        "--max-nodes=4",
        "--json",
        "--run-tests=false",
    ];
    let module = lab.generate(&all).exits(0).module();
    for unit in module["units"].as_array().expect("units") {
        let is_invariant = unit["name"]
            .as_str()
            .is_some_and(|name| name.ends_with("repok"));
        let refused = &unit["outcomes"]["PRUNED"];
        assert!(is_invariant || refused.is_null(), "{unit:#}");
    }
}

/// The default suite of every structure passes and shows no bug.
fn check_default(program: &str) {
    let Some(lab) = Lab::with(&format!("structures/{program}.py")) else {
        return;
    };
    let ended = lab.generate(&[&format!("{program}.py"), "--json"]).exits(0);
    let module = ended.module();
    assert_eq!(module["bugs_file"], Value::Null, "{module:#}");
    lab.passes(&format!("out/test_{program}.py"));
    for goal in module["goals"].as_array().expect("goals") {
        let is_known = goal["verdict"] == "covered" || goal["reason"] != "";
        assert!(is_known, "{goal:#}");
    }
}

#[test]
fn the_default_suites_pass() {
    for program in ["singly_linked_list", "circular_list", "bst"] {
        check_default(program);
    }
}

/// The bug of the tree whose ancestors keep a stale height is shown by a test.
fn check_stale_height(strategy: &str) {
    let Some(lab) = Lab::with("structures/avl_stale_height.py") else {
        return;
    };
    let target = "avl_stale_height.py::AVLTree.delete_value";
    let strategy = format!("--strategy={strategy}");
    let ended = lab.generate(&[target, "--max-nodes=4", &strategy]).exits(0);
    ended
        .reports(&["BUG AVLTree.delete_value: the invariant `repok` does not hold after the call"]);
    lab.fails("out/test_avl_stale_height_bugs.py");
    lab.passes("out/test_avl_stale_height.py");
}

#[test]
fn stale_heights_are_found_exhaustively() {
    check_stale_height("exhaustive");
}

#[test]
fn stale_heights_are_found_in_the_black_box() {
    check_stale_height("black-box");
}

#[test]
fn stale_heights_are_found_by_guidance() {
    check_stale_height("guided");
}

#[test]
fn bugs_fail_the_command_if_asked() {
    let Some(mut lab) = Lab::with("structures/avl_stale_height.py") else {
        return;
    };
    let target = "avl_stale_height.py::AVLTree.delete_value";
    lab.generate(&[target, "--max-nodes=4", "--fail-on-bugs"])
        .exits(1);
    lab.write("everypath.toml", "fail_on_bugs = true\nmax_nodes = 4\n");
    lab.generate(&[target]).exits(1).says(&["bugs were found"]);
}
