//! The path tree: all runs merged by their decisions. It knows what became of
//! each side of each decision, and gives the flips that lead to open ones.
//! It does not choose between them (strategies do) and never runs or solves.
//!
//! A decision is one node; its sides lie next to each other in one table, so
//! that a side is one number. What follows a side is a list of entries:
//! almost always one, more only if the program is not a function of what its
//! decisions say (lost symbolic information, time, randomness).

use std::ops::Range;

use everypath_term::TermId;
use everypath_trace::{Decision, GoalId, Origin, Outcome, Premise, Slot, Trace};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use crate::cause::{Cause, Obstacles};
use crate::completions::Completions;
use crate::coverage::Coverage;
use crate::flip::Flip;
use crate::status::{GaveUp, Status};

/// An entry of the tree: a decision, or the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

/// One side of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SideId(pub(crate) u32);

/// Before the first decision: a side of no decision.
pub(crate) const ROOT: SideId = SideId(0);
/// The end of a list of variants.
pub(crate) const NO_NODE: NodeId = NodeId(u32::MAX);
/// A node above which no goal is known.
const NO_GOAL: u32 = u32::MAX;

/// Which part of the runs is explored; the decisions of the others are kept
/// as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Segment {
    /// All of it.
    #[default]
    Whole,
    /// The decisions before the unit is entered: its invariant and preconditions.
    Entry,
    /// The decisions of the unit itself.
    Unit,
}

/// How a tree treats what it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// How many alternatives of one pinned value are tried on a path.
    pub max_alternatives: u32,
    /// The part of the runs whose sides are open.
    pub segment: Segment,
    /// Whether somebody else explores what `segment` leaves out, so that it
    /// hides nothing.
    pub rest_is_explored: bool,
    /// Whether another option of a choice keeps only those values that the
    /// conditions above it speak of, because the front end has better ones for
    /// the rest.
    pub forgets_values: bool,
}

impl Default for TreeOptions {
    fn default() -> Self {
        TreeOptions {
            max_alternatives: 8,
            segment: Segment::Whole,
            rest_is_explored: false,
            forgets_values: false,
        }
    }
}

/// What a node asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing: a run ended here.
    Leaf,
    /// A condition, never a negation; side 1 is where it holds.
    Condition(TermId),
    /// A choice of a slot, by its number in the tree.
    Choice { slot: u32, options: u32 },
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub kind: Kind,
    /// Where it is; leaves and choices say `Branch`.
    pub origin: Origin,
    /// Whether a choice's scope cut options off.
    pub bounded: bool,
    /// The side it follows.
    pub parent: SideId,
    /// The next entry after the same side.
    pub variant: NodeId,
    /// The first of its sides.
    pub sides: SideId,
    /// How many decisions are above it.
    pub depth: u32,
    /// The sum of the options taken above it: the size of the structure.
    pub weight: u32,
    /// How many alternatives of a pinned value are above it without a break.
    pub alternatives: u32,
    /// The nearest goal that a decision above it could have gone to.
    near: u32,
    /// The first run that came here.
    pub run: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub node: NodeId,
    pub status: Status,
    pub goal: Option<GoalId>,
}

/// One run of the tree: its trace without the decisions, which the tree shares.
#[derive(Clone, Debug)]
pub struct Run {
    /// The trace; its `decisions` are empty, [`PathTree::trace`] restores them.
    pub trace: Trace,
    pub(crate) leaf: NodeId,
}

/// All runs merged by their decisions.
#[derive(Clone, Debug)]
pub struct PathTree {
    pub(crate) options: TreeOptions,
    pub(crate) nodes: Vec<Node>,
    pub(crate) sides: Vec<Side>,
    pub(crate) runs: Vec<Run>,
    pub(crate) slots: IndexSet<Slot>,
    pub(crate) open: usize,
    pub(crate) paths: usize,
    pub(crate) refuted: usize,
    pub(crate) contradictions: usize,
    pub(crate) coverage: Coverage,
    pub(crate) obstacles: Obstacles,
    pub(crate) premises: IndexSet<Premise>,
    pub(crate) completions: Completions,
    /// What the insertion under way has decided, kept to reuse its memory.
    pub(crate) decided: FxHashMap<TermId, bool>,
    pub(crate) chosen: FxHashMap<u32, u32>,
}

impl PathTree {
    /// An empty tree; `wanted` are the goals to cover.
    pub fn new(options: TreeOptions, wanted: &[GoalId]) -> PathTree {
        let root = Side {
            node: NO_NODE,
            status: Status::Excluded,
            goal: None,
        };
        PathTree {
            options,
            nodes: Vec::new(),
            sides: vec![root],
            runs: Vec::new(),
            slots: IndexSet::new(),
            open: 0,
            paths: 0,
            refuted: 0,
            contradictions: 0,
            coverage: Coverage::new(wanted),
            obstacles: Obstacles::default(),
            premises: IndexSet::new(),
            completions: Completions::default(),
            decided: FxHashMap::default(),
            chosen: FxHashMap::default(),
        }
    }

    /// How many sides are open.
    pub fn open(&self) -> usize {
        self.open
    }

    /// Whether no side is open.
    pub fn is_exhausted(&self) -> bool {
        self.open == 0
    }

    /// How many different paths the runs took.
    pub fn paths(&self) -> usize {
        self.paths
    }

    /// How many decisions the tree holds.
    pub fn decisions(&self) -> usize {
        self.nodes.len() - self.paths
    }

    /// The runs, in the order in which they were inserted.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The coverage of the runs.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// What keeps the tree from being all there is, first seen first.
    pub fn obstacles(&self) -> &Obstacles {
        &self.obstacles
    }

    /// What the runs took for granted, first met first.
    pub fn premises(&self) -> impl Iterator<Item = &Premise> {
        self.premises.iter()
    }

    /// How many sides were covered although the solver had proved that they
    /// cannot be: a bug in a front end or in the solver.
    pub fn refuted(&self) -> usize {
        self.refuted
    }

    /// How many decisions went against an earlier one of the same run: a bug
    /// in a front end.
    pub fn contradictions(&self) -> usize {
        self.contradictions
    }

    /// The trace of a run. Decisions that the ones before them imply are not
    /// part of it, and `entry` counts without them.
    pub fn trace(&self, run: usize) -> Trace {
        let Run { trace, leaf } = &self.runs[run];
        let mut trace = trace.clone();
        let leaf = self.node(*leaf);
        trace.decisions = self
            .above(leaf.parent)
            .map(|at| self.decision(at))
            .collect();
        trace.decisions.reverse();
        trace
    }

    /// The bounds of the scope under which a side is decided.
    pub(crate) fn bounds_of(&self, side: SideId) -> &[TermId] {
        let node = self.node(self.side(side).node);
        &self.runs[node.run as usize].trace.bounds
    }

    /// The sides taken from the given one up to the first decision.
    pub(crate) fn above(&self, side: SideId) -> impl Iterator<Item = SideId> + '_ {
        std::iter::successors(Some(side), |&side| {
            (side != ROOT).then(|| self.node(self.side(side).node).parent)
        })
        .take_while(|&side| side != ROOT)
    }

    /// The decision that goes to this side.
    pub(crate) fn decision(&self, side: SideId) -> Decision {
        let node = self.node(self.side(side).node);
        let option = side.0 - node.sides.0;
        match node.kind {
            Kind::Condition(term) => Decision::Condition {
                term,
                taken: option == 1,
                origin: node.origin,
                other_side: self.sides[(node.sides.0 + 1 - option) as usize].goal,
            },
            Kind::Choice { slot, options } => Decision::Choice {
                slot: self.slots[slot as usize].clone(),
                taken: option,
                options,
                bounded: node.bounded,
            },
            Kind::Leaf => unreachable!("a leaf has no sides"),
        }
    }

    /// What is known of a side.
    pub fn status(&self, side: SideId) -> Status {
        self.side(side).status
    }

    /// Whether a side is open.
    pub fn is_open(&self, side: SideId) -> bool {
        self.status(side) == Status::Open
    }

    /// The goal that a side leads to at once, if any.
    pub fn goal(&self, side: SideId) -> Option<GoalId> {
        self.side(side).goal
    }

    /// The nearest goal above a side that its decisions could have gone to.
    pub fn near(&self, side: SideId) -> Option<GoalId> {
        let near = self.node(self.side(side).node).near;
        (near != NO_GOAL).then_some(GoalId(near))
    }

    /// Why the decision of a side was asked; `None` for a choice.
    pub fn origin(&self, side: SideId) -> Option<Origin> {
        let node = self.node(self.side(side).node);
        matches!(node.kind, Kind::Condition(_)).then_some(node.origin)
    }

    /// The slot of a side's choice; `None` for a condition.
    pub fn slot(&self, side: SideId) -> Option<&Slot> {
        match self.node(self.side(side).node).kind {
            Kind::Choice { slot, .. } => Some(&self.slots[slot as usize]),
            _ => None,
        }
    }

    /// How many decisions are above a side's own.
    pub fn depth(&self, side: SideId) -> usize {
        self.node(self.side(side).node).depth as usize
    }

    /// The size of the structure that a side starts from: the options taken
    /// on the way to it, summed, its own included.
    pub fn weight(&self, side: SideId) -> usize {
        let node = self.node(self.side(side).node);
        let own = match node.kind {
            Kind::Choice { .. } => side.0 - node.sides.0,
            _ => 0,
        };
        (node.weight + own) as usize
    }

    /// The open sides of a range of nodes, in order: those of one run from
    /// its first decision to its last.
    pub fn open_sides(&self, nodes: Range<NodeId>) -> impl DoubleEndedIterator<Item = SideId> + '_ {
        let first = self.first_side(nodes.start);
        let end = self.first_side(nodes.end);
        (first..end)
            .map(SideId)
            .filter(|&side| side != ROOT && self.is_open(side))
    }

    /// Every node, from the first decision of the first run on.
    pub(crate) fn all_nodes(&self) -> Range<NodeId> {
        NodeId(0)..NodeId(self.nodes.len() as u32)
    }

    /// Why the last decision of a run was asked.
    pub(crate) fn last_origin(&self, run: usize) -> Option<Origin> {
        match self.node(self.runs[run].leaf).parent {
            ROOT => None,
            last => self.origin(last),
        }
    }

    /// Whether the branch of a side was decided before on the way to it, as in a loop.
    pub(crate) fn was_decided_above(&self, side: SideId) -> bool {
        let goal = self.goal(side);
        let goals = |side: SideId| {
            let node = self.node(self.side(side).node);
            let sides = node.sides.0..node.sides.0 + sides_of(node.kind);
            sides.map(|side| self.goal(SideId(side)))
        };
        let above = self.above(self.node(self.side(side).node).parent);
        goal.is_some() && above.flat_map(goals).any(|known| known == goal)
    }

    /// Every side that leads to a goal, with the goal.
    pub fn goal_sides(&self) -> impl Iterator<Item = (SideId, GoalId)> + '_ {
        (1..self.sides.len() as u32)
            .map(SideId)
            .filter_map(|side| Some((side, self.goal(side)?)))
    }

    /// The flip that leads to a side.
    pub fn flip(&self, side: SideId) -> Flip {
        let node = self.node(self.side(side).node);
        Flip {
            trace: node.run as usize,
            index: node.depth as usize,
            option: side.0 - node.sides.0,
        }
    }

    /// The side that a flip leads to.
    ///
    /// # Panics
    /// If the run has no such decision, or the decision no such option.
    pub fn side_of(&self, flip: Flip) -> SideId {
        let leaf = self.node(self.runs[flip.trace].leaf);
        let taken = self
            .above(leaf.parent)
            .find(|&side| self.depth(side) == flip.index)
            .expect("a flip names a decision of its run");
        let node = self.node(self.side(taken).node);
        assert!(flip.option < sides_of(node.kind), "a flip names an option");
        SideId(node.sides.0 + flip.option)
    }

    /// Closes an open side: there was no run to cover it.
    pub fn close(&mut self, side: SideId, status: Status) {
        debug_assert!(!matches!(status, Status::Open | Status::Covered(_)));
        if !self.is_open(side) {
            return;
        }
        self.sides[side.0 as usize].status = status;
        self.open -= 1;
        self.note_obstacle(side, status);
    }

    /// Marks a side that a run did not get to as it was predicted to.
    pub fn diverged(&mut self, side: SideId, outcome: &Outcome) {
        let why = match Cause::of_outcome(outcome) {
            Some(_) => GaveUp::CutShort,
            None => GaveUp::Diverged,
        };
        self.close(side, Status::GaveUp(why));
    }

    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    pub(crate) fn side(&self, side: SideId) -> &Side {
        &self.sides[side.0 as usize]
    }

    /// The goal nearest to what follows a side.
    fn near_after(&self, side: SideId) -> u32 {
        if side == ROOT {
            return NO_GOAL;
        }
        let node = self.node(self.side(side).node);
        let option = side.0 - node.sides.0;
        let own = match node.kind {
            Kind::Condition(_) => {
                let other = SideId(node.sides.0 + 1 - option);
                self.goal(side).or(self.goal(other))
            }
            _ => None,
        };
        own.map_or(node.near, |goal| goal.0)
    }

    /// Nodes get their sides in order, leaves none, so that a range of nodes
    /// has a range of sides.
    fn first_side(&self, node: NodeId) -> u32 {
        self.nodes
            .get(node.0 as usize)
            .map_or(self.sides.len() as u32, |node| node.sides.0)
    }
}

/// How many sides a node of this kind has.
pub(crate) fn sides_of(kind: Kind) -> u32 {
    match kind {
        Kind::Leaf => 0,
        Kind::Condition(_) => 2,
        Kind::Choice { options, .. } => options,
    }
}

impl Node {
    /// A node that follows a side of the tree.
    pub(crate) fn after(tree: &PathTree, parent: SideId, kind: Kind) -> Node {
        let (depth, weight) = if parent == ROOT {
            (0, 0)
        } else {
            let above = tree.node(tree.side(parent).node);
            (above.depth + 1, tree.weight(parent) as u32)
        };
        Node {
            kind,
            origin: Origin::Branch,
            bounded: false,
            parent,
            variant: NO_NODE,
            sides: SideId(tree.sides.len() as u32),
            depth,
            weight,
            alternatives: 0,
            near: tree.near_after(parent),
            run: tree.runs.len() as u32,
        }
    }
}
