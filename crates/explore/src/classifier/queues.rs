//! Queues of flips: the more promising are asked more often, and none never.

use std::collections::VecDeque;

use super::Prediction;
use everypath_trace::Chance;

/// The queue of a flip, the most promising being number zero, if so many
/// neighbours voted and there are so many queues.
///
/// Queues at the front are left out if there are more queues than results of
/// a vote, so that the shares of those in use still add up from the end.
pub fn queue_of(prediction: Prediction, voters: usize, queues: usize) -> usize {
    let (first, results) = offset(voters, queues);
    let (votes, feasible) = match prediction {
        Prediction::Unknown => return first,
        Prediction::Feasible { votes } => (votes, true),
        Prediction::Infeasible { votes } => (votes, false),
    };
    let used = queues - first;
    let mine = used / 2 + usize::from(feasible && used % 2 == 1);
    let steps = if mine <= 1 || results == 1 {
        0
    } else {
        // All votes: no step; the fewest that decide: the last of mine.
        let missing = (voters - votes.min(voters)) as f64;
        let range = (results - 1) as f64;
        (missing / range * (mine - 1) as f64).round() as usize
    };
    match feasible {
        true => first + steps,
        false => queues.saturating_sub(1 + steps),
    }
}

/// How many queues at the front are not used, and how many results a vote has.
fn offset(voters: usize, queues: usize) -> (usize, usize) {
    let results = voters - voters / 2;
    let unused_infeasible = queues as i64 / 2 - results as i64;
    let unused_feasible = unused_infeasible + (queues % 2) as i64;
    let unused = (unused_infeasible + unused_feasible).max(0) as usize;
    (unused.min(queues.saturating_sub(1)), results)
}

/// Queues that are asked by their shares.
#[derive(Clone, Debug)]
pub struct Queues<T> {
    queues: Vec<VecDeque<T>>,
    shares: Vec<u32>,
    chance: Chance,
}

impl<T> Queues<T> {
    /// Empty queues with shares in percent, the most promising first.
    pub fn new(shares: &[u32], seed: u64) -> Queues<T> {
        Queues {
            queues: shares.iter().map(|_| VecDeque::new()).collect(),
            shares: shares.to_vec(),
            chance: Chance::new(seed),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.queues.len()
    }

    /// Adds at the end of a queue.
    pub fn push(&mut self, queue: usize, item: T) {
        self.queues[queue].push_back(item);
    }

    /// The next of a queue chosen by chance; of an empty one, the next queue,
    /// round to the first.
    pub fn pop(&mut self) -> Option<T> {
        let mut drawn = self.chance.below(self.shares.iter().sum::<u32>() as usize) as u32;
        let mut start = 0;
        for (queue, share) in self.shares.iter().enumerate() {
            start = queue;
            if drawn < *share {
                break;
            }
            drawn -= share;
        }
        let count = self.queues.len();
        (0..count).find_map(|step| self.queues[(start + step) % count].pop_front())
    }

    /// Takes everything out, queue by queue.
    pub fn drain(&mut self) -> Vec<T> {
        self.queues.iter_mut().flat_map(|q| q.drain(..)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_voter_and_four_queues_use_the_last_two() {
        assert_eq!(queue_of(Prediction::Unknown, 1, 4), 2);
        assert_eq!(queue_of(Prediction::Feasible { votes: 1 }, 1, 4), 2);
        assert_eq!(queue_of(Prediction::Infeasible { votes: 1 }, 1, 4), 3);
    }

    #[test]
    fn three_voters_and_four_queues_use_all() {
        assert_eq!(queue_of(Prediction::Unknown, 3, 4), 0);
        assert_eq!(queue_of(Prediction::Feasible { votes: 3 }, 3, 4), 0);
        assert_eq!(queue_of(Prediction::Feasible { votes: 2 }, 3, 4), 1);
        assert_eq!(queue_of(Prediction::Infeasible { votes: 2 }, 3, 4), 2);
        assert_eq!(queue_of(Prediction::Infeasible { votes: 3 }, 3, 4), 3);
    }

    #[test]
    fn any_number_of_voters_and_queues_has_a_queue() {
        for voters in 1..12 {
            for queues in 1..9 {
                let least = voters / 2 + 1;
                for votes in least..=voters {
                    let good = queue_of(Prediction::Feasible { votes }, voters, queues);
                    let bad = queue_of(Prediction::Infeasible { votes }, voters, queues);
                    assert!(good <= bad && bad < queues, "{voters} {queues} {votes}");
                }
            }
        }
    }

    #[test]
    fn shares_are_kept_and_nothing_is_lost() {
        let mut queues = Queues::new(&[80, 20], 1);
        for number in 0..1000 {
            queues.push(number % 2, number);
        }
        let first: Vec<usize> = (0..500).filter_map(|_| queues.pop()).collect();
        let promising = first.iter().filter(|number| *number % 2 == 0).count();
        assert!((350..450).contains(&promising), "{promising}");
        let rest = std::iter::from_fn(|| queues.pop()).count();
        assert_eq!(first.len() + rest, 1000);
    }
}
