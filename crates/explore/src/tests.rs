//! Tests of the whole loop on toy programs.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use everypath_term::{Terms, Value};
use everypath_trace::{Bound, Executor, GoalId, Input, Outcome, Slot};

use crate::budget::{Aim, StopReason, Supervision};
use crate::cause::Cause;
use crate::explore::{Exploration, Next, explore};
use crate::status::{GaveUp, Status};
use crate::strategies::{self, Combined, DepthFirst};
use crate::strategy::Strategy;
use crate::toy::*;
use crate::tree::{PathTree, Segment, TreeOptions};
use crate::verdict::{Reach, Verdict};

mod pins;
mod verdicts;

fn strategy(name: &str) -> Box<dyn Strategy> {
    let found = strategies::ALL.iter().find(|(known, _)| *known == name);
    let (_, make) = found.expect(name);
    make(&goals(16), 7)
}

fn inputs(exploration: &Exploration) -> Vec<Input> {
    let runs = exploration.tree.runs().iter();
    runs.map(|run| run.trace.input.clone()).collect()
}

/// Every strategy finds all paths, covers these goals, never repeats a path,
/// and takes the same order again.
fn check_all(paths: usize, covered: usize, program: fn(&mut Recorder) -> Run) {
    let windows = |&(name, _): &(&'static str, _)| [1, 5].map(|window| (name, window));
    for (name, window) in strategies::ALL.iter().flat_map(windows) {
        let mut task = task(16);
        task.window = window;
        let found = explore_toy(&mut *strategy(name), &task, program);
        assert_eq!(found.stop, StopReason::Exhausted, "{name}");
        assert_eq!(found.tree.paths(), paths, "{name}");
        assert_eq!(found.tree.coverage().covered(), covered, "{name}");
        assert_eq!(found.statistics.repeated, 0, "{name}");
        assert_eq!(found.statistics.divergences, 0, "{name}");
        let again = explore_toy(&mut *strategy(name), &task, program);
        assert_eq!(
            inputs(&found),
            inputs(&again),
            "{name} is not deterministic"
        );
    }
}

#[test]
fn the_real_solver_finds_them_too() {
    fn check(paths: usize, program: fn(&mut Recorder) -> Run) {
        let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
        let mut strategy = strategy("combined");
        let found = explore_with(&mut *solver, &mut *strategy, &task(0), program);
        assert_eq!(found.stop, StopReason::Exhausted);
        assert_eq!(found.tree.paths(), paths);
        assert_eq!(found.statistics.divergences, 0);
        assert_eq!(found.incomplete(), None);
    }
    check(6, triangle);
    check(4, |r| {
        if r.branch("(= (* 3 x:int) 144)", 0)? && r.branch("(< 7 y:int)", 2)? {
            r.check("(= (+ x:int y:int) 1000)")?;
        }
        Ok(())
    });
}

#[test]
fn every_strategy_finds_all_paths() {
    check_all(1, 0, |_| Ok(()));
    check_all(6, 10, triangle);
    check_all(8, 6, |r| {
        for (condition, goal) in [("(< x:int 3)", 0), ("(< y:int 3)", 2), ("(< z:int 3)", 4)] {
            r.branch(condition, goal)?;
        }
        Ok(())
    });
    // A loop whose count is the input's.
    check_all(12, 4, |r| {
        for i in 0..10 {
            if !r.branch(&format!("(< {i} n:int)"), 0)? {
                return Ok(());
            }
        }
        r.branch("(< 15 n:int)", 2)?;
        Ok(())
    });
    // Acyclic lists of 0 to 3 nodes, and cycles to each node of each.
    check_all(4 + 1 + 2 + 3, 0, list);
    // Conditions on the values of a structure whose shape is chosen.
    check_all(7, 2, |r| {
        let length = r.choose("xs#length", 3, true)?;
        for i in 0..length {
            r.branch(&format!("(< xs[{i}]:int 5)"), 0)?;
        }
        Ok(())
    });
}

#[test]
fn infeasible_and_implied_sides_are_no_paths() {
    check_all(3, 8, |r| {
        if r.branch("(< x:int 3)", 0)? {
            r.branch("(< x:int 3)", 2)?;
            r.branch("(not (< x:int 3))", 4)?;
            r.branch("(< x:int 2)", 6)?;
        } else {
            r.branch("(< x:int 2)", 8)?;
        }
        r.branch("true", 10)?;
        Ok(())
    });
}

#[test]
fn orders_differ_as_the_strategies_say() {
    fn check(name: &str, expected: &[i64]) {
        let program = |r: &mut Recorder| {
            for bit in [1, 2, 4] {
                r.branch(&format!("(= 0 bit{bit}:int)"), 0)?;
            }
            Ok(())
        };
        let found = explore_toy(&mut *strategy(name), &task(0), program);
        let number = |input: &Input| {
            let bits = [("bit1", 1), ("bit2", 2), ("bit4", 4)];
            let set = bits
                .iter()
                .filter(|(slot, _)| input.values[*slot] != Value::int(0));
            set.map(|(_, bit)| bit).sum()
        };
        let order: Vec<i64> = inputs(&found).iter().map(number).collect();
        assert_eq!(order, expected, "{name}");
    }
    check("depth", &[0, 4, 2, 6, 1, 5, 3, 7]);
    check("breadth", &[0, 1, 2, 3, 4, 5, 6, 7]);
    check("generational", &[0, 1, 2, 4, 3, 5, 6, 7]);
}

#[test]
fn a_diverging_flip_is_given_up_and_its_trace_kept() {
    // The condition that is recorded is not the one that decides.
    let program = |r: &mut Recorder| {
        let x = r.peek("x:int");
        if r.branch("(= x:int 5)", 0)? && x == 5 {
            r.trace.decisions.pop();
            r.branch("(= y:int 1)", 2)?;
        }
        Ok(())
    };
    let found = explore_toy(&mut DepthFirst::new(), &task(4), program);
    assert_eq!(found.stop, StopReason::Exhausted);
    assert_eq!(found.statistics.divergences, 1);
    assert_eq!(found.tree.paths(), 3);
    let (side, _) = found.tree.goal_sides().next().unwrap();
    assert_eq!(found.tree.status(side), Status::GaveUp(GaveUp::Diverged));
    // What the diverging run covered counts.
    assert!(found.tree.coverage().covered_by(GoalId(0)).is_some());
    assert!(found.tree.coverage().covered_by(GoalId(2)).is_some());
}

#[test]
fn a_diverging_flip_to_a_known_path_adds_nothing() {
    let program = |r: &mut Recorder| {
        let taken = r.branch("(= x:int 5)", 0)?;
        if taken {
            // A lie: as if the other side had been taken.
            r.trace.decisions.pop();
            r.trace.input.values.insert(Slot::from("x"), Value::int(0));
            r.branch("(= z:int 5)", 0)?;
            r.trace.decisions.pop();
        }
        Ok(())
    };
    let found = explore_toy(&mut DepthFirst::new(), &task(0), program);
    assert_eq!(found.statistics.divergences, 1);
    assert!(found.tree.is_exhausted());
}

fn verdict_of(goal: u32, exploration: &Exploration) -> Verdict {
    let verdicts = exploration.verdicts();
    let found = verdicts.into_iter().find(|(id, _)| *id == GoalId(goal));
    found.expect("a wanted goal").1
}

fn missed(reach: Reach, cause: Cause) -> Verdict {
    Verdict::Missed { reach, cause }
}

#[test]
fn misses_have_the_nearest_reason() {
    let program = |r: &mut Recorder| {
        r.lose("hash(x)");
        r.branch("(< x:int 3)", 0)?;
        if r.check("(< y:int 3)")? {
            return Ok(());
        }
        r.cover(2);
        Err(Outcome::Unsupported {
            construct: "await".to_owned(),
        })
    };
    let helpless = explore_with(&mut Helpless, &mut DepthFirst::new(), &task(4), program);
    let limit = GaveUp::Solver(everypath_solve::Why::Limit(
        everypath_solve::Limit::Conflicts,
    ));
    assert_eq!(
        verdict_of(1, &helpless),
        missed(Reach::Seen, Cause::GaveUp(limit))
    );
    let construct = "await".to_owned();
    let found = explore_toy(&mut DepthFirst::new(), &task(4), program);
    assert_eq!(
        verdict_of(2, &found),
        missed(Reach::Reached, Cause::Unsupported { construct })
    );
    let mut short = task(4);
    short.budget.paths = Some(1);
    let stopped = explore_toy(&mut DepthFirst::new(), &short, program);
    let cause = Cause::Stopped(StopReason::Paths);
    assert_eq!(verdict_of(1, &stopped), missed(Reach::Seen, cause.clone()));
    assert_eq!(verdict_of(3, &stopped), missed(Reach::NotReached, cause));
    assert_eq!(verdict_of(1, &stopped).reason(), "path budget spent");
}

#[test]
fn what_ends_every_run_is_the_reason_however_many_more_there_are() {
    let mut short = task(4);
    short.budget.paths = Some(2);
    let stopped = explore_toy(&mut DepthFirst::new(), &short, |r| {
        r.branch("(< x:int 3)", 0)?;
        Err(Outcome::Unsupported {
            construct: "await".to_owned(),
        })
    });
    let construct = "await".to_owned();
    let expected = missed(Reach::NotReached, Cause::Unsupported { construct });
    assert_eq!(verdict_of(3, &stopped), expected);
}

/// An invariant on a list, then a method on its length.
fn with_invariant(r: &mut Recorder) -> Run {
    if let Err(Outcome::Threw { .. }) = list(r) {
        let clause = "acyclic".to_owned();
        return Err(Outcome::Rejected { clause });
    }
    r.enter();
    r.branch("(< x:int 3)", 0)?;
    Ok(())
}

#[test]
fn invariant_first_then_the_unit_from_each_structure() {
    let mut first = task(2);
    first.tree.segment = Segment::Entry;
    let structures = explore_toy(&mut *strategy("shortest"), &first, with_invariant);
    assert_eq!(structures.stop, StopReason::Exhausted);
    assert_eq!(structures.tree.paths(), 10);
    assert_eq!(
        verdict_of(1, &structures),
        missed(Reach::Seen, Cause::Excluded(Segment::Entry))
    );
    let mut second = task(2);
    second.tree.segment = Segment::Unit;
    second.tree.rest_is_explored = true;
    let valid = structures.tree.runs().iter();
    second.seeds = valid
        .filter(|run| run.trace.outcome == Outcome::Returned)
        .map(|run| run.trace.input.clone())
        .collect();
    let found = explore_toy(&mut *strategy("combined"), &second, with_invariant);
    assert_eq!(found.stop, StopReason::Exhausted);
    assert_eq!(found.tree.paths(), 8);
    assert!(matches!(verdict_of(1, &found), Verdict::Covered { .. }));
    // The tree itself is whole: the only bound left is the scope's.
    assert!(matches!(found.incomplete(), Some(Cause::Scope { .. })));
}

#[test]
fn runs_that_depend_on_more_than_their_decisions_are_unstable() {
    let runs = Cell::new(0);
    let program = |r: &mut Recorder| {
        runs.set(runs.get() + 1);
        r.branch("(< x:int 3)", 0)?;
        r.branch(&format!("(< {} y:int)", runs.get()), 2)?;
        Ok(())
    };
    let mut short = task(8);
    short.budget.paths = Some(20);
    let found = explore_toy(&mut DepthFirst::new(), &short, program);
    assert!(found.statistics.divergences > 0);
    let mut causes = found.tree.obstacles().iter();
    assert!(causes.any(|(cause, _)| *cause == Cause::Unstable));
}

#[test]
fn a_stalled_strategy_is_exchanged() {
    let mut combined = Combined::new(vec![Box::new(DepthFirst::new()), strategy("breadth")], 1);
    let found = explore_toy(&mut combined, &task(16), triangle);
    assert_eq!((found.stop, found.tree.paths()), (StopReason::Exhausted, 6));
}

#[test]
fn traces_come_back_without_what_is_implied() {
    let program = |r: &mut Recorder| {
        r.branch("(< x:int 3)", 0)?;
        r.branch("(not (< x:int 3))", 2)?;
        r.choose("xs#length", 2, false)?;
        r.enter();
        r.branch("(< y:int 3)", 4)?;
        Ok(())
    };
    let found = explore_toy(&mut DepthFirst::new(), &task(8), program);
    let trace = found.tree.trace(0);
    assert_eq!((trace.decisions.len(), trace.entry), (3, 2));
    assert_eq!(found.tree.contradictions(), 0);
    assert_eq!(found.tree.paths(), 8);
}

#[test]
fn solved_inputs_keep_to_the_assumptions() {
    let program = |r: &mut Recorder| {
        r.assume("(<= 7 c:int)");
        r.assume("(<= c:int 9)");
        r.branch("(< c:int 1)", 0)?;
        Ok(())
    };
    let found = explore_toy(&mut DepthFirst::new(), &task(2), program);
    let x = &inputs(&found)[1].values["c"];
    assert_eq!(*x, Value::int(7));
}

#[test]
fn verdicts_of_two_units_combine() {
    fn check(a: Verdict, b: Verdict, expected: &Verdict) {
        assert_eq!(a.clone().or(b.clone()), *expected);
        assert_eq!(b.or(a), *expected);
    }
    let covered = Verdict::Covered { run: 3 };
    let seen = missed(Reach::Seen, Cause::TimedOut);
    let far = missed(Reach::NotReached, Cause::Unstable);
    check(covered.clone(), seen.clone(), &covered);
    check(seen.clone(), far, &seen);
    check(seen.clone(), PROVED, &seen);
    let both = PROVED;
    check(both.clone(), both.clone(), &both);
}

/// A program that is different for each seed: what it asks next depends on
/// what it was answered before.
fn arbitrary(seed: u64, r: &mut Recorder) -> Run {
    r.assume("(and (<= -3 x:int) (<= x:int 3))");
    r.assume("(and (<= -3 y:int) (<= y:int 3))");
    let mut state = seed;
    for depth in 0..5 {
        state = (state ^ depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state ^= state >> 29;
        let number = (state >> 8) as i64 % 4;
        let taken = match state % 7 {
            0 => r.branch(&format!("(< x:int {number})"), 0)?,
            1 => r.branch(&format!("(= y:int {number})"), 2)?,
            2 => r.check(&format!("(<= (+ x:int y:int) {number})"))?,
            3 => r.check(&format!("(= (* x:int y:int) {number})"))?,
            4 => r.choose(&format!("slot{}", state % 3), 2, false)? == 1,
            5 => r.pin("y:int")? > 0,
            _ => return Ok(()),
        };
        state ^= u64::from(taken);
    }
    Ok(())
}

#[test]
fn arbitrary_programs_have_the_paths_that_enumeration_finds() {
    for seed in 0..20 {
        let mut terms = Terms::new();
        let mut tree = PathTree::new(TreeOptions::default(), &[]);
        for number in 0..7 * 7 * 8 {
            let mut input = Input::open();
            let value = |digit: i64| Value::int(digit % 7 - 3);
            input.values.insert(Slot::from("x"), value(number));
            input.values.insert(Slot::from("y"), value(number / 7));
            for slot in 0..3 {
                let option = (number / 49) as u32 >> slot & 1;
                input.choices.insert(format!("slot{slot}").into(), option);
            }
            let mut program = Toy(|r: &mut Recorder| arbitrary(seed, r));
            let trace = program.run(&mut terms, &input, &task(0).run_limits);
            tree.insert(&mut terms, trace, None);
        }
        for (name, _) in strategies::ALL {
            let found = explore_toy(&mut *strategy(name), &task(4), |r| arbitrary(seed, r));
            assert_eq!(found.stop, StopReason::Exhausted, "{name}, seed {seed}");
            assert_eq!(found.tree.paths(), tree.paths(), "{name}, seed {seed}");
            assert_eq!(found.statistics.divergences, 0, "{name}, seed {seed}");
            assert_eq!(found.incomplete(), None, "{name}, seed {seed}");
        }
    }
}

/// Runs a program and notes what it is told.
struct Told {
    announced: std::collections::VecDeque<Input>,
    most: usize,
    matching: usize,
}

impl Executor for Told {
    fn run(
        &mut self,
        terms: &mut Terms,
        input: &Input,
        limits: &everypath_trace::RunLimits,
    ) -> everypath_trace::Trace {
        assert_eq!(self.announced.pop_front().as_ref(), Some(input));
        self.matching += 1;
        Toy(triangle).run(terms, input, limits)
    }

    fn announce(&mut self, input: &Input, _: &everypath_trace::RunLimits) {
        self.announced.push_back(input.clone());
        self.most = self.most.max(self.announced.len());
    }
}

#[test]
fn runs_are_announced_in_their_order() {
    let mut told = Told {
        announced: Default::default(),
        most: 0,
        matching: 0,
    };
    let mut task = task(0);
    task.window = 3;
    let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
    let found = explore(
        &mut Terms::new(),
        &mut told,
        &mut *solver,
        &mut DepthFirst::new(),
        &task,
        Supervision {
            clock: &|| Duration::ZERO,
            end: None,
            cancelled: &AtomicBool::new(false),
        },
        &mut |_, _, _| Next::Continue,
    );
    assert_eq!(found.tree.paths(), 6);
    assert_eq!(told.matching, found.statistics.runs);
    assert!((2..=3).contains(&told.most), "{}", told.most);
}
