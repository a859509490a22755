//! Pins let go: where a value became concrete, a condition behind it cannot be changed as long as
//! that value stays. What made it concrete may do as well with another one, so a goal that only
//! pins keep from being covered is tried without them. The run says what came of it; nothing is
//! proved by it, and the pinned side stays refuted.

use std::collections::BTreeMap;

use everypath_solve::Query;
use everypath_term::{TermId, Terms};
use everypath_trace::{GoalId, Origin};

use crate::tree::{PathTree, SideId};

/// How often one goal is tried.
const MOST: u32 = 6;

/// The goals that were tried without pins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Releases {
    tried: BTreeMap<GoalId, u32>,
}

impl Releases {
    /// The query for a refuted side without the pins on its way, if its goal is worth it.
    pub(crate) fn query(
        &mut self,
        tree: &PathTree,
        terms: &mut Terms,
        side: SideId,
        pinned: &Query,
    ) -> Option<Query> {
        let goal = tree.goal(side)?;
        if !tree.coverage().is_missing(goal) || tree.origin(side) == Some(Origin::Pin) {
            return None;
        }
        let pins = tree.pins_above(terms, side);
        if pins.is_empty() {
            return None;
        }
        let tried = self.tried.entry(goal).or_default();
        if *tried == MOST {
            return None;
        }
        *tried += 1;
        let mut query = pinned.clone();
        query.prefix.retain(|condition| !pins.contains(condition));
        Some(query)
    }
}

impl PathTree {
    /// The conditions on the way to a side that pin values, as they were decided.
    fn pins_above(&self, terms: &mut Terms, side: SideId) -> Vec<TermId> {
        let node = self.node(self.side(side).node);
        let pins: Vec<SideId> = self
            .above(node.parent)
            .filter(|above| self.origin(*above) == Some(Origin::Pin))
            .collect();
        pins.into_iter()
            .filter_map(|pin| self.condition(terms, pin))
            .collect()
    }
}
