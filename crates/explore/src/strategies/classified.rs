//! Classified: flips that look like infeasible ones wait longer.

use std::sync::{Arc, Mutex};

use everypath_term::Terms;

use crate::classifier::{
    ClassifierOptions, Neighbours, Prediction, Queues, Record, Signature, Signer, queue_of,
};
use crate::flip::Flip;
use crate::status::Status;
use crate::strategy::{Contribution, Strategy};
use crate::tree::{Kind, PathTree, SideId};

/// A flip that waits or was picked. An option of a choice has no conditions,
/// and so no signature: there is always an input for it.
#[derive(Clone, Debug)]
struct Waiting {
    side: SideId,
    signature: Option<Signature>,
    prediction: Prediction,
}

/// Predicts infeasible flips from the answers so far. Nothing is lost where
/// it is wrong: a flip that is taken for infeasible is tried later.
#[derive(Clone, Debug)]
pub struct Classified {
    options: ClassifierOptions,
    signer: Signer,
    known: Neighbours,
    queues: Queues<Waiting>,
    /// The flip picked last, until its answer is seen.
    tried: Option<Waiting>,
    /// How many answers there were when the queues were last made.
    classified_at: usize,
    record: Arc<Mutex<Record>>,
}

impl Classified {
    /// With nothing learned yet. How predictions turn out is noted in `record`.
    pub fn new(options: ClassifierOptions, seed: u64, record: Arc<Mutex<Record>>) -> Classified {
        Classified {
            queues: Queues::new(&options.shares, seed),
            options,
            signer: Signer::default(),
            known: Neighbours::default(),
            tried: None,
            classified_at: 0,
            record,
        }
    }

    fn wait(&mut self, mut waiting: Waiting) {
        if let Some(signature) = &waiting.signature {
            waiting.prediction = self.known.predict(signature, self.options.neighbours);
        }
        let voters = self.options.neighbours;
        let queue = queue_of(waiting.prediction, voters, self.queues.count());
        self.queues.push(queue, waiting);
    }

    /// Learns from what became of the flip picked last. One without an answer
    /// counts as infeasible: another like it would take as long.
    fn settle(&mut self, tree: &PathTree) {
        let Some(tried) = self.tried.take() else {
            return;
        };
        let Some(signature) = tried.signature else {
            return;
        };
        let feasible = match tree.status(tried.side) {
            Status::Covered(_) => true,
            Status::Infeasible | Status::Bounded(_) | Status::GaveUp(_) => false,
            Status::Open | Status::Settled | Status::Excluded => return,
        };
        self.record
            .lock()
            .expect("nobody panics while it notes")
            .note(tried.prediction, feasible);
        self.known.add(signature, feasible);
        if self.known.len() >= self.classified_at + self.options.reclassify_after {
            self.classified_at = self.known.len();
            for waiting in self.queues.drain() {
                self.wait(waiting);
            }
        }
    }

    fn signature(&mut self, terms: &Terms, tree: &PathTree, side: SideId) -> Option<Signature> {
        let clause = |side: SideId| {
            let node = tree.node(tree.side(side).node);
            match node.kind {
                Kind::Condition(term) => Some((term, side.0 - node.sides.0 == 1)),
                _ => None,
            }
        };
        let last = clause(side)?;
        let above = tree.above(tree.node(tree.side(side).node).parent);
        let mut prefix: Vec<_> = above.filter_map(clause).collect();
        prefix.reverse();
        Some(self.signer.sign(terms, &prefix, last))
    }
}

impl Strategy for Classified {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        self.settle(tree);
        while let Some(waiting) = self.queues.pop() {
            if tree.is_open(waiting.side) {
                let flip = tree.flip(waiting.side);
                self.tried = Some(waiting);
                return Some(flip);
            }
        }
        None
    }

    fn learn(&mut self, terms: &Terms, tree: &PathTree, contribution: &Contribution) {
        self.settle(tree);
        let sides: Vec<SideId> = tree.open_sides(contribution.created.clone()).collect();
        for side in sides {
            let waiting = Waiting {
                side,
                signature: self.signature(terms, tree, side),
                prediction: Prediction::Unknown,
            };
            self.wait(waiting);
        }
    }
}
