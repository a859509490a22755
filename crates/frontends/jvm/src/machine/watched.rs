//! Instructions that are watched: which of them a run comes to.

use std::rc::Rc;

use super::{Machine, MethodId, Run};
use crate::code::{Code, Instr};

/// The instructions that are watched, and which were reached.
#[derive(Debug, Default)]
pub(super) struct Watched {
    instrs: Vec<Instr>,
    reached: Vec<u32>,
}

impl Machine {
    /// The code of a method, if it has some.
    pub(crate) fn code(&mut self, method: MethodId) -> Run<Rc<Code>> {
        self.code_of(method)
    }

    /// Watches instructions of code from now on, until each is reached.
    pub(crate) fn watch(&mut self, places: &[(Rc<Code>, usize)]) {
        self.watched = Watched::default();
        for (number, (code, at)) in (0..).zip(places) {
            self.watched.instrs.push(code.instrs[*at].get());
            code.instrs[*at].set(Instr::Watched(number));
        }
    }

    /// Watches no more; the places that were reached.
    pub(crate) fn unwatch(&mut self, places: &[(Rc<Code>, usize)]) -> Vec<u32> {
        let watched = std::mem::take(&mut self.watched);
        for (instr, (code, at)) in watched.instrs.iter().zip(places) {
            if matches!(code.instrs[*at].get(), Instr::Watched(_)) {
                code.instrs[*at].set(*instr);
            }
        }
        watched.reached
    }

    /// Notes that a watched instruction was reached; what it is.
    pub(super) fn reach(&mut self, place: u32) -> Instr {
        self.watched.reached.push(place);
        let instr = self.watched.instrs.get(place as usize);
        instr.copied().unwrap_or(Instr::Nop)
    }
    /// Leaves of the topmost slots, from one on, so many; where the stack ends then.
    pub(super) fn keep_slots(&mut self, top: usize, slots: u16, from: u16, kept: u16) -> usize {
        let floor = top - usize::from(slots);
        let first = floor + usize::from(from);
        let last = first + usize::from(kept);
        self.stack.copy_within(first..last, floor);
        floor + usize::from(kept)
    }
}
