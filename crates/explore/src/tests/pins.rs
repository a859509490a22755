//! Values that became concrete: what else they may be, and what lies behind them.

use super::*;

#[test]
fn pins_are_tried_up_to_the_limit() {
    let program = |r: &mut Recorder| {
        r.branch("(< y:int 1)", 0)?;
        let x = r.pin("x:int")?;
        if x == 3 {
            r.cover(2);
        }
        Ok(())
    };
    for (name, _) in strategies::ALL {
        let mut task = task(3);
        task.tree.max_alternatives = 4;
        let found = explore_toy(&mut *strategy(name), &task, program);
        assert_eq!(found.stop, StopReason::Exhausted, "{name}");
        assert_eq!(found.tree.paths(), 2 * 5, "{name}");
        assert_eq!(found.statistics.divergences, 0, "{name}");
        let bound = Cause::Bound(Bound::Alternatives);
        assert_eq!(found.incomplete(), Some(bound), "{name}");
        assert!(found.tree.obstacles().iter().count() == 1);
    }
}

#[test]
fn a_goal_behind_a_pin_is_tried_without_it() {
    let program = |r: &mut Recorder| {
        r.pin("x:int")?;
        r.branch("(< 4 x:int)", 0)?;
        Ok(())
    };
    for (name, _) in strategies::ALL {
        let mut task = task(2);
        task.budget.aim = Aim::Goals;
        // No other value of the pin is the right one by luck.
        task.tree.max_alternatives = 0;
        let found = explore_toy(&mut *strategy(name), &task, program);
        assert_eq!(found.tree.coverage().missing(), 0, "{name}");
        assert_eq!(found.statistics.divergences, 0, "{name}");
    }
}

#[test]
fn what_nothing_leads_to_is_no_more_reachable_without_pins() {
    let program = |r: &mut Recorder| {
        r.branch("(< x:int 5)", 0)?;
        r.pin("x:int")?;
        if r.branch("(< 7 x:int)", 2)? {
            r.branch("(< x:int 6)", 4)?;
        }
        Ok(())
    };
    let mut task = task(6);
    task.budget.aim = Aim::Goals;
    let found = explore_toy(&mut DepthFirst::new(), &task, program);
    let missed: Vec<u32> = (0..6)
        .filter(|&goal| found.tree.coverage().is_missing(GoalId(goal)))
        .collect();
    assert_eq!(missed, [4]);
    assert!(found.statistics.runs < 60, "{:?}", found.statistics);
}
