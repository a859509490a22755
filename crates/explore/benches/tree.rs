//! How many runs of 100 decisions a second the tree takes, and each strategy
//! picks: a program of branches on the bits of its input, no solver.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::time::Instant;

use everypath_explore::{Contribution, PathTree, TreeOptions, strategies};
use everypath_term::{Sort, TermId, Terms};
use everypath_trace::{Decision, GoalId, Goals, Input, Origin, Outcome, Trace};

const DECISIONS: usize = 100;
const RUNS: usize = 50_000;

fn main() {
    let mut terms = Terms::new();
    let conditions: Vec<TermId> = (0..DECISIONS)
        .map(|bit| terms.var(&format!("bit{bit}"), Sort::BOOL))
        .collect();
    for (name, make) in strategies::ALL {
        let mut strategy = make(&Goals::default(), 1);
        let mut tree = PathTree::new(TreeOptions::default(), &[]);
        let mut state = 1u64;
        let start = Instant::now();
        let mut prefix: Vec<bool> = Vec::new();
        let mut expected = None;
        for _ in 0..RUNS {
            let sides = conditions.iter().enumerate().map(|(index, _)| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
                prefix.get(index).copied().unwrap_or(state >> 63 == 1)
            });
            let sides: Vec<bool> = sides.collect();
            let inserted = tree.insert(&mut terms, trace(&conditions, &sides), expected);
            strategy.learn(
                &terms,
                &tree,
                &Contribution {
                    run: inserted.run,
                    is_new: inserted.is_new,
                    created: inserted.created,
                    goals: inserted.goals,
                    flip: None,
                    diverged: false,
                },
            );
            let flip = strategy.pick(&tree).expect("far from exhausted");
            expected = Some(tree.side_of(flip));
            let decisions = tree.trace(flip.trace).decisions;
            prefix = decisions[..flip.index].iter().map(is_taken).collect();
            prefix.push(flip.option == 1);
        }
        let rate = RUNS as f64 / start.elapsed().as_secs_f64();
        println!("{name:14} {rate:9.0} runs/s, {} open sides", tree.open());
    }
}

fn is_taken(decision: &Decision) -> bool {
    matches!(decision, Decision::Condition { taken: true, .. })
}

fn trace(conditions: &[TermId], sides: &[bool]) -> Trace {
    let decision = |(index, (&term, &taken)): (usize, (&TermId, &bool))| Decision::Condition {
        term,
        taken,
        origin: Origin::Branch,
        other_side: Some(GoalId(2 * index as u32 + u32::from(taken))),
    };
    let decisions = conditions.iter().zip(sides).enumerate().map(decision);
    Trace {
        decisions: decisions.collect(),
        ..Trace::ended(Input::open(), Outcome::Returned)
    }
}
