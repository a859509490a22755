//! The time of a whole run, shared between its modules: by their size at first; what is left
//! goes to those that the clock stopped, by what they can still gain.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What a module takes besides exploring, until it is known.
const GUESSED_OVERHEAD: Duration = Duration::from_secs(2);
/// A module has no less than this, unless there is nothing left at all.
const LEAST: Duration = Duration::from_millis(300);

/// What there is, and who still wants some of it.
#[derive(Debug)]
pub(crate) struct Budget {
    end: Instant,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The weights of the modules that have not begun, and how many these are.
    weight: f64,
    modules: usize,
    /// How many modules are worked on at a time.
    at_a_time: usize,
    /// When those that are worked on should be done.
    ends: Vec<Instant>,
    /// What modules took besides exploring, and how many these were.
    overhead: Duration,
    done: usize,
}

impl Budget {
    /// So much time, from some moment on.
    pub(crate) fn new(start: Instant, time: Duration) -> Budget {
        Budget {
            end: start + time,
            state: Mutex::new(State {
                weight: 0.0,
                modules: 0,
                at_a_time: 1,
                ends: Vec::new(),
                overhead: Duration::ZERO,
                done: 0,
            }),
        }
    }

    /// What is left of it.
    pub(crate) fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// These modules want some of it, so many at a time.
    pub(crate) fn begin(&self, weights: &[f64], at_a_time: usize) {
        let mut state = self.lock();
        state.weight = weights.iter().sum();
        state.modules = weights.len();
        state.at_a_time = at_a_time;
        state.ends.clear();
    }

    /// How long a module of a weight may be explored; `None` if there is nothing left.
    pub(crate) fn share(&self, weight: f64) -> Option<Duration> {
        let left = self.left();
        let mut state = self.lock();
        let now = Instant::now();
        state.ends.retain(|end| *end > now);
        let promised = state.ends.iter().map(|end| *end - now).sum();
        let share = state.share(left, promised, weight);
        let end = now + share + state.overhead();
        state.ends.push(end);
        state.weight -= weight;
        state.modules = state.modules.saturating_sub(1);
        (!left.is_zero()).then_some(share)
    }

    /// A module is done that took so long, so much of it for exploring.
    pub(crate) fn done(&self, all: Duration, exploring: Duration) {
        let mut state = self.lock();
        state.overhead += all.saturating_sub(exploring);
        state.done += 1;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl State {
    /// What a module takes besides exploring.
    fn overhead(&self) -> Duration {
        match self.done {
            0 => GUESSED_OVERHEAD,
            done => self.overhead / done as u32,
        }
    }

    fn share(&self, left: Duration, promised: Duration, weight: f64) -> Duration {
        let overhead = self.overhead();
        // What is left for exploring, on all processors.
        let room = (left * self.at_a_time as u32).saturating_sub(promised);
        let room = room.saturating_sub(overhead * self.modules as u32);
        let share = room.mul_f64((weight / self.weight.max(weight)).clamp(0.0, 1.0));
        // Nobody can use more than one processor, nor more than there is.
        share.min(left.saturating_sub(overhead)).max(LEAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(weight: f64, modules: usize, overhead: u64) -> State {
        State {
            weight,
            modules,
            at_a_time: 2,
            ends: Vec::new(),
            overhead: Duration::from_secs(overhead * 4),
            done: 4,
        }
    }

    #[test]
    fn what_is_left_is_shared_by_weight_after_what_must_be() {
        let second = Duration::from_secs;
        let none = Duration::ZERO;
        // Two processors for 50 s, and 10 modules that take 2 s each anyway.
        let shared = state(100.0, 10, 2).share(second(50), none, 10.0);
        assert_eq!(shared, second(8));
        // Less, if others have not used up what they were promised.
        let shared = state(100.0, 10, 2).share(second(50), second(40), 10.0);
        assert_eq!(shared, second(4));
        // The last one has all, but not more than one processor's.
        assert_eq!(state(10.0, 1, 2).share(second(50), none, 10.0), second(48));
        // Nothing is left: there is a little for each, as long as the clock allows.
        assert_eq!(state(100.0, 50, 2).share(second(10), none, 10.0), LEAST);
    }

    #[test]
    fn after_the_end_nobody_gets_any() {
        let budget = Budget::new(Instant::now(), Duration::ZERO);
        budget.begin(&[1.0], 1);
        assert_eq!(budget.share(1.0), None);
    }
}
