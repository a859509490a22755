//! Which goals a run covers. A side of a branch is passed when what follows
//! it has come to a jump or the end of its method; a run that throws before
//! has only touched it. Tools that measure coverage count no more, and a test
//! that ends there shows little of what the side does.

use everypath_trace::GoalId;

use super::Machine;

/// What a run has covered so far.
#[derive(Debug, Default)]
pub(super) struct Covering {
    /// The goals that are covered.
    covered: Vec<bool>,
    /// Sides that were taken and not passed yet, with the number of frames.
    pending: Vec<(usize, u32)>,
    /// Sides that were taken and not passed.
    touched: Vec<GoalId>,
}

impl Covering {
    fn touch_rest(&mut self, frames: usize) {
        while let Some(&(depth, goal)) = self.pending.last() {
            if depth < frames {
                break;
            }
            self.pending.pop();
            self.touched.push(GoalId(goal));
        }
    }
}

impl Machine {
    /// A goal is covered.
    pub(super) fn cover(&mut self, goal: u32) {
        let index = goal as usize;
        let covered = &mut self.covering.covered;
        if covered.len() <= index {
            covered.resize(index + 1, false);
        }
        covered[index] = true;
    }

    /// A side of a branch is taken.
    pub(super) fn take_side(&mut self, goal: u32) {
        let is_covered = self.covering.covered.get(goal as usize);
        if is_covered != Some(&true) {
            let frames = self.frames.len();
            self.covering.pending.push((frames, goal));
        }
    }

    /// The top frame comes to a jump or its end.
    #[inline]
    pub(super) fn pass_sides(&mut self) {
        if !self.covering.pending.is_empty() {
            self.pass_pending();
        }
    }

    fn pass_pending(&mut self) {
        let frames = self.frames.len();
        while let Some(&(depth, goal)) = self.covering.pending.last() {
            if depth < frames {
                break;
            }
            self.covering.pending.pop();
            self.cover(goal);
        }
    }

    /// The top frame is left, or goes on elsewhere, by an exception.
    pub(super) fn leave(&mut self) {
        self.covering.touch_rest(self.frames.len());
    }

    /// The frames above a number of them are never gone on with.
    pub(super) fn give_up_frames(&mut self, frames: usize) {
        self.covering.touch_rest(frames + 1);
        self.frames.truncate(frames);
    }

    /// The goals covered so far, ascending, which are then forgotten.
    pub fn take_covered(&mut self) -> Vec<GoalId> {
        self.covering.touch_rest(0);
        let covered = std::mem::take(&mut self.covering.covered);
        let goals = covered.iter().enumerate().filter(|(_, covered)| **covered);
        goals.map(|(goal, _)| GoalId(goal as u32)).collect()
    }

    /// The sides taken and not passed since this was asked last, in any order.
    pub fn take_touched(&mut self) -> Vec<GoalId> {
        std::mem::take(&mut self.covering.touched)
    }
}
