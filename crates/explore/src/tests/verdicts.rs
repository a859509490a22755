//! When a goal is called unreachable.

use everypath_solve::{Allowance, Answer, Proof, Query, Solver, Why, certify};
use everypath_trace::Premise;

use super::*;

#[test]
fn unreachable_only_if_proved() {
    fn check(expected: Verdict, extra: fn(&mut Recorder) -> Run) {
        let program = |r: &mut Recorder| {
            extra(r)?;
            if r.branch("(< x:int 3)", 0)? {
                r.branch("(< x:int 4)", 2)?;
            }
            Ok(())
        };
        let found = explore_toy(&mut *strategy("combined"), &task(5), program);
        assert!(matches!(verdict_of(0, &found), Verdict::Covered { .. }));
        assert_eq!(verdict_of(3, &found), expected);
        // `x < 3` and not `x < 4`.
        assert!(!found.refutations.is_empty());
        let never = match expected {
            Verdict::Missed { cause, .. } => missed(Reach::NotReached, cause),
            // Nothing that the input decides leads to it: that is no proof.
            _ => missed(Reach::NotReached, Cause::NotDecided),
        };
        assert_eq!(verdict_of(4, &found), never);
    }
    check(PROVED, |_| Ok(()));
    let rejected = |r: &mut Recorder| {
        if r.check("(< y:int 0)")? {
            let clause = "y >= 0".to_owned();
            return Err(Outcome::Rejected { clause });
        }
        Ok(())
    };
    check(PROVED, rejected);
    let premise = Premise::State {
        name: "limit".to_owned(),
    };
    let on_a_premise = Verdict::Unreachable {
        premises: vec![premise],
        certificate: None,
    };
    check(on_a_premise, |r| {
        r.suppose("limit");
        Ok(())
    });
    let loss = |r: &mut Recorder| {
        r.lose("float(s)");
        Ok(())
    };
    let mut lossy = empty_trace();
    lossy.losses.push(everypath_trace::Loss {
        construct: "float(s)".to_owned(),
        file: "toy.py".to_owned(),
        line: 1,
    });
    check(
        missed(Reach::Seen, Cause::Loss(lossy.losses.remove(0))),
        loss,
    );
    check(
        missed(
            Reach::Seen,
            Cause::Scope {
                slot: Slot::from("xs#length"),
            },
        ),
        |r| r.choose("xs#length", 2, true).map(|_| ()),
    );
    check(missed(Reach::Seen, Cause::TimedOut), |r| {
        match r.check("(< y:int 5)")? {
            true => Ok(()),
            false => Err(Outcome::TimedOut),
        }
    });
    check(
        missed(Reach::Seen, Cause::Bound(Bound::Decisions)),
        |r| match r.check("(< y:int 5)")? {
            true => Ok(()),
            false => Err(Outcome::Pruned(Bound::Decisions)),
        },
    );
}

/// A solver to which nothing is possible.
struct Pessimist;

impl Solver for Pessimist {
    fn check(&mut self, _: &mut Terms, query: &Query) -> Answer {
        let core = query.conditions().collect();
        Answer::Unsat(Proof { core })
    }
}

#[test]
fn a_proof_by_a_wrong_answer_is_withdrawn() {
    let program = |r: &mut Recorder| {
        r.branch("(< x:int 3)", 0)?;
        Ok(())
    };
    let mut terms = Terms::new();
    let supervision = Supervision {
        clock: &|| Duration::ZERO,
        end: None,
        cancelled: &AtomicBool::new(false),
    };
    let found = explore(
        &mut terms,
        &mut Toy(program),
        &mut Pessimist,
        &mut *strategy("combined"),
        &task(2),
        supervision,
        &mut |_, _, _| Next::Continue,
    );
    let mut verdict = verdict_of(1, &found);
    assert_eq!(verdict, PROVED, "nobody has looked at the proof yet");
    let allowance = Allowance::new(Duration::from_secs(1), &|| false);
    let checked = certify(&terms, &found.refutations, &allowance);
    verdict.certify(&checked);
    let wrong = Cause::GaveUp(GaveUp::Solver(Why::WrongProof));
    assert_eq!(verdict, missed(Reach::Seen, wrong));
}
