//! The text form of a path tree, for tests and for the curious. It is not
//! read back: the traces are.
//!
//! ```text
//! (<= x:int 3)
//!   false: open, goal 1
//!   true
//!     run 0: returned
//! ```

use std::fmt::Write;

use everypath_term::{Terms, print};
use everypath_trace::Origin;
use everypath_trace::text::{escape, print_outcome};

use crate::status::Status;
use crate::tree::{Kind, NO_NODE, NodeId, PathTree, ROOT, SideId, sides_of};

/// The text of a tree: a decision, below it its sides, below each what
/// follows it.
pub fn print_tree(terms: &Terms, tree: &PathTree) -> String {
    let mut printer = Printer {
        terms,
        tree,
        text: String::new(),
        todo: Vec::new(),
    };
    if let Status::Covered(first) = tree.status(ROOT) {
        printer.entries(first, 0);
    }
    // A stack of its own: a tree is as deep as a run is long.
    while let Some((todo, depth)) = printer.todo.pop() {
        match todo {
            Todo::Node(node) => printer.node(node, depth),
            Todo::Side(side) => printer.side(side, depth),
        }
    }
    printer.text
}

enum Todo {
    Node(NodeId),
    Side(SideId),
}

struct Printer<'a> {
    terms: &'a Terms,
    tree: &'a PathTree,
    text: String,
    todo: Vec<(Todo, usize)>,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{:width$}{line}", "", width = 2 * depth);
    }

    /// All entries after a side, the first on top.
    fn entries(&mut self, first: NodeId, depth: usize) {
        let next = |&node: &NodeId| {
            let variant = self.tree.node(node).variant;
            (variant != NO_NODE).then_some(variant)
        };
        let all: Vec<NodeId> = std::iter::successors(Some(first), next).collect();
        let all = all.into_iter().rev();
        self.todo.extend(all.map(|node| (Todo::Node(node), depth)));
    }

    fn node(&mut self, id: NodeId, depth: usize) {
        let node = *self.tree.node(id);
        let line = match node.kind {
            Kind::Leaf => {
                let outcome = &self.tree.runs[node.run as usize].trace.outcome;
                format!("run {}: {}", node.run, print_outcome(outcome))
            }
            Kind::Condition(term) => {
                let origin = match node.origin {
                    Origin::Branch => "",
                    Origin::Implicit => "implicit ",
                    Origin::Check(_) => "check ",
                    Origin::Pin => "pin ",
                };
                format!("{origin}{}", print(self.terms, term))
            }
            Kind::Choice { slot, .. } => {
                let bounded = if node.bounded { ", bounded" } else { "" };
                format!(
                    "choice {}{bounded}",
                    escape(self.tree.slots[slot as usize].as_str())
                )
            }
        };
        self.line(depth, &line);
        let sides = node.sides.0..node.sides.0 + sides_of(node.kind);
        let sides = sides
            .rev()
            .map(|side| (Todo::Side(SideId(side)), depth + 1));
        self.todo.extend(sides);
    }

    fn side(&mut self, id: SideId, depth: usize) {
        let side = *self.tree.side(id);
        let node = self.tree.node(side.node);
        let option = id.0 - node.sides.0;
        let name = match node.kind {
            Kind::Condition(_) => (option == 1).to_string(),
            _ => option.to_string(),
        };
        let status = match side.status {
            Status::Open => ": open".to_owned(),
            Status::Covered(_) => String::new(),
            Status::Infeasible => ": infeasible".to_owned(),
            Status::Bounded(bound) => format!(": bounded, {bound:?}").to_lowercase(),
            Status::GaveUp(why) => format!(": given up, {}", why.sentence()),
            Status::Settled => ": settled".to_owned(),
            Status::Excluded => ": excluded".to_owned(),
        };
        let goal = side
            .goal
            .map_or(String::new(), |goal| format!(", goal {}", goal.0));
        self.line(depth, &format!("{name}{status}{goal}"));
        if let Status::Covered(first) = side.status {
            self.entries(first, depth + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::TreeOptions;
    use everypath_trace::text::parse_trace;

    /// Inserts traces, then prints.
    fn check(traces: &[&str], expected: &str) -> PathTree {
        let mut terms = Terms::new();
        let mut tree = PathTree::new(TreeOptions::default(), &[]);
        for text in traces {
            let trace = parse_trace(&mut terms, text).unwrap_or_else(|error| panic!("{error}"));
            tree.insert(&mut terms, trace, None);
        }
        assert_eq!(print_tree(&terms, &tree), expected);
        tree
    }

    #[test]
    fn runs_share_their_prefix() {
        let tree = check(
            &[
                "branch true else 1: (<= x:int 3)\nbranch false: (<= y:int 3)\noutcome: returned",
                "branch true: (<= x:int 3)\nbranch true: (<= y:int 3)\noutcome: timed-out",
                "branch true: (<= x:int 3)\nbranch true: (<= y:int 3)\noutcome: timed-out",
            ],
            "\
(<= x:int 3)
  false: open, goal 1
  true
    (<= y:int 3)
      false
        run 0: returned
      true
        run 1: timed-out
",
        );
        assert_eq!((tree.open(), tree.paths(), tree.decisions()), (1, 2, 2));
    }

    #[test]
    fn choices_have_their_options() {
        check(
            &["choice 1 of 3 bounded: list\nimplicit true: b:bool\noutcome: returned"],
            "\
choice list, bounded
  0: open
  1
    implicit b:bool
      false: open
      true
        run 0: returned
  2: open
",
        );
    }

    #[test]
    fn other_values_of_a_pin_lie_behind_its_false_side() {
        check(
            &[
                "value 3: x\npin true: (= x:int 3)\noutcome: returned",
                "value 4: x\npin true: (= x:int 4)\noutcome: returned",
                "value 3: x\npin true: (= x:int 3)\noutcome: returned",
            ],
            "\
pin (= x:int 3)
  false
    pin (= x:int 4)
      false: open
      true
        run 1: returned
  true
    run 0: returned
",
        );
    }

    #[test]
    fn what_is_implied_is_no_decision() {
        check(
            &[
                "branch true: b:bool\nbranch false: (not b)\nbranch true: true\nbranch true: b\noutcome: returned",
            ],
            "\
b:bool
  false: open
  true
    run 0: returned
",
        );
    }

    #[test]
    fn runs_of_one_path_may_go_different_ways() {
        let tree = check(
            &[
                "branch true: b:bool\noutcome: returned",
                "branch true: b:bool\nbranch true: c:bool\noutcome: returned",
                "branch true: b:bool\noutcome: threw \"E\" \"1\"",
                "branch true: b:bool\noutcome: threw \"E\" \"2\"",
            ],
            "\
b:bool
  false: open
  true
    run 0: returned
    c:bool
      false: open
      true
        run 1: returned
    run 2: threw \"E\" \"1\"
",
        );
        let unstable = (&crate::cause::Cause::Unstable, 2);
        assert_eq!(tree.obstacles().iter().next(), Some(unstable));
    }

    #[test]
    fn a_run_overrules_what_was_known() {
        let mut terms = Terms::new();
        let mut tree = PathTree::new(TreeOptions::default(), &[]);
        let mut insert = |tree: &mut PathTree, taken: bool| {
            let text = format!("branch {taken}: b:bool\noutcome: returned");
            let trace = parse_trace(&mut terms, &text).unwrap();
            tree.insert(&mut terms, trace, None)
        };
        let inserted = insert(&mut tree, true);
        let side = tree.open_sides(inserted.created).next().unwrap();
        tree.close(side, Status::GaveUp(crate::status::GaveUp::Diverged));
        assert!(tree.is_exhausted() && tree.obstacles().first().is_some());
        insert(&mut tree, false);
        assert_eq!(tree.obstacles().first(), None);
        assert_eq!((tree.refuted(), tree.paths()), (0, 2));
    }
}
