//! A run as a tree has it, for those who compare it with runs of a tree.

use everypath_term::Terms;
use everypath_trace::Trace;

use crate::tree::{PathTree, TreeOptions};

/// The run without the decisions that the ones before them imply.
pub fn without_implied(terms: &mut Terms, trace: Trace) -> Trace {
    let mut tree = PathTree::new(TreeOptions::default(), &[]);
    let inserted = tree.insert(terms, trace, None);
    tree.trace(inserted.run)
}

#[cfg(test)]
mod tests {
    use everypath_trace::text::{parse_trace, print_trace};

    use super::*;

    fn check(trace: &str, expected: &str) {
        let mut terms = Terms::new();
        let trace = parse_trace(&mut terms, trace).unwrap();
        let alone = without_implied(&mut terms, trace);
        assert_eq!(print_trace(&terms, &alone), expected);
    }

    #[test]
    fn what_repeats_is_gone() {
        check(
            "value 5: x\nentry\nbranch true: (<= x:int 8)\nbranch false: (< 8 x:int)\n\
             branch true: (<= x:int 5)\nbranch true: (<= x:int 8)\noutcome: returned\n",
            "value 5: x\nentry\nbranch true: (<= x:int 8)\nbranch true: (<= x:int 5)\n\
             outcome: returned\n",
        );
    }
}
