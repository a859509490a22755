//! Insertion of a run into the path tree, in time linear in its decisions.

use std::ops::Range;

use everypath_term::{Node as Term, Op, TermId, Terms, Value, evaluate};
use everypath_trace::{Bound, Decision, GoalId, Input, Origin, Outcome, Trace};

use crate::cause::Cause;
use crate::status::Status;
use crate::tree::{
    Kind, NO_NODE, Node, NodeId, PathTree, ROOT, Run, Segment, Side, SideId, sides_of,
};

/// What an insertion did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inserted {
    /// The run that now stands for the path: a new one, or one before it that
    /// took the same path to the same end.
    pub run: usize,
    /// Whether the path is new.
    pub is_new: bool,
    /// The nodes it created, from its first decision to its end.
    pub created: Range<NodeId>,
    /// The wanted goals that it is the first to cover.
    pub goals: Vec<GoalId>,
    /// Whether it went through the expected side.
    pub followed: bool,
}

/// A decision that the ones before it leave open.
struct Step {
    kind: Kind,
    option: u32,
    origin: Origin,
    bounded: bool,
    other_side: Option<GoalId>,
    in_entry: bool,
}

/// Where a step goes on.
enum Found {
    /// This node asks what the step answers.
    Node(NodeId),
    /// No node does yet.
    Nothing,
    /// The node here pins the same value to what an earlier run had: this
    /// step is an alternative, behind the side on which that pin is false.
    After(SideId),
}

impl PathTree {
    /// Inserts a run. Decisions that are constant or repeat an earlier one
    /// are implied: they are no nodes, and never flips. `expected` is the side
    /// that the run was made to go through.
    pub fn insert(
        &mut self,
        terms: &mut Terms,
        mut trace: Trace,
        expected: Option<SideId>,
    ) -> Inserted {
        self.decided.clear();
        self.chosen.clear();
        let first = NodeId(self.nodes.len() as u32);
        let decisions = std::mem::take(&mut trace.decisions);
        let mut entry = 0;
        let mut completion = 0..0;
        let mut exit = None;
        let mut position = ROOT;
        let mut followed = false;
        for (index, decision) in decisions.iter().enumerate() {
            let in_entry = index < trace.entry;
            let completes = trace.completion.contains(&index);
            if completes && exit.is_none() {
                exit = Some(position);
                completion.start = self.after(position);
            }
            let Some(step) = self.step(terms, decision, in_entry) else {
                continue;
            };
            let node = loop {
                match self.find(terms, position, &step, &trace.input) {
                    Found::Node(node) => break node,
                    Found::Nothing => {
                        let exit = exit.filter(|_| completes);
                        break self.add_decision(position, &step, exit, &trace.outcome);
                    }
                    Found::After(side) => {
                        position = side;
                        followed |= expected == Some(position);
                    }
                }
            };
            position = self.take_side(node, &step);
            followed |= expected == Some(position);
            if in_entry {
                entry = self.after(position);
            }
            if completes {
                completion.end = self.after(position);
            }
        }
        trace.entry = entry;
        trace.completion = completion;
        if let Some(exit) = exit
            && is_complete(&trace.outcome)
        {
            self.settle(exit);
        }
        self.finish(first, position, trace, followed)
    }

    /// The decision without what its path implies; `None` if nothing is left.
    fn step(&mut self, terms: &mut Terms, decision: &Decision, in_entry: bool) -> Option<Step> {
        match decision {
            Decision::Condition {
                term,
                taken,
                origin,
                other_side,
            } => {
                if let Some(goal) = other_side {
                    self.coverage.see(*goal);
                }
                let (term, taken) = without_negation(terms, *term, *taken);
                if terms.as_bool(term).is_some() {
                    return None;
                }
                if let Some(&before) = self.decided.get(&term) {
                    self.contradictions += usize::from(before != taken);
                    return None;
                }
                self.decided.insert(term, taken);
                Some(Step {
                    kind: Kind::Condition(term),
                    option: u32::from(taken),
                    origin: *origin,
                    bounded: false,
                    other_side: *other_side,
                    in_entry,
                })
            }
            Decision::Choice {
                slot,
                taken,
                options,
                bounded,
            } => {
                let (slot, _) = self.slots.insert_full(slot.clone());
                let slot = slot as u32;
                if let Some(&before) = self.chosen.get(&slot) {
                    self.contradictions += usize::from(before != *taken);
                    return None;
                }
                self.chosen.insert(slot, *taken);
                Some(Step {
                    kind: Kind::Choice {
                        slot,
                        options: (*options).max(taken + 1),
                    },
                    option: *taken,
                    origin: Origin::Branch,
                    bounded: *bounded,
                    other_side: None,
                    in_entry,
                })
            }
        }
    }

    /// Where a step goes on from a position.
    fn find(&self, terms: &Terms, position: SideId, step: &Step, input: &Input) -> Found {
        let mut entry = self.first_entry(position);
        while entry != NO_NODE {
            let node = self.node(entry);
            if node.kind == step.kind {
                return Found::Node(entry);
            }
            if is_other_pin(terms, input, node, step) {
                return Found::After(node.sides);
            }
            entry = node.variant;
        }
        Found::Nothing
    }

    /// Goes to a step's side of a node, and learns the goal of the other.
    fn take_side(&mut self, node: NodeId, step: &Step) -> SideId {
        let first = self.node(node).sides.0;
        if let Some(goal) = step.other_side {
            let other = &mut self.sides[(first + 1 - step.option) as usize];
            other.goal.get_or_insert(goal);
        }
        SideId(first + step.option)
    }

    /// How many decisions are made when a side has been taken.
    fn after(&self, side: SideId) -> usize {
        if side == ROOT {
            0
        } else {
            self.depth(side) + 1
        }
    }

    /// `exit` is where the unit ended, if the decision completes its input.
    fn add_decision(
        &mut self,
        position: SideId,
        step: &Step,
        exit: Option<SideId>,
        outcome: &Outcome,
    ) -> NodeId {
        let mut node = Node::after(self, position, step.kind);
        node.origin = step.origin;
        node.bounded = step.bounded;
        if step.origin == Origin::Pin && position != ROOT {
            let above = self.node(self.side(position).node);
            if above.origin == Origin::Pin && above.sides == position {
                node.alternatives = above.alternatives + 1;
            }
        }
        let id = self.attach(position, node, outcome);
        for option in 0..sides_of(step.kind) {
            let status = if option == step.option {
                // Its own run is on the way there.
                Status::Covered(NO_NODE)
            } else {
                self.first_status(&node, step, exit, option)
            };
            self.open += usize::from(status == Status::Open);
            let side = SideId(self.sides.len() as u32);
            self.sides.push(Side {
                node: id,
                status,
                goal: None,
            });
            self.note_obstacle(side, status);
            if let Some(exit) = exit
                && status == Status::Open
            {
                self.completions.open(exit, side);
            }
        }
        if let Kind::Choice { slot, .. } = step.kind
            && step.bounded
        {
            let slot = self.slots[slot as usize].clone();
            self.obstacles.note(Cause::Scope { slot });
        }
        id
    }

    /// What is known at once of a side that a run did not take.
    fn first_status(&self, node: &Node, step: &Step, exit: Option<SideId>, option: u32) -> Status {
        let excluded = match self.options.segment {
            Segment::Whole => false,
            Segment::Entry => !step.in_entry,
            Segment::Unit => step.in_entry,
        };
        let is_alternative = step.origin == Origin::Pin && option == 0;
        if excluded {
            Status::Excluded
        } else if exit.is_some_and(|exit| self.completions.is_settled(exit)) {
            Status::Settled
        } else if is_alternative && node.alternatives >= self.options.max_alternatives {
            Status::Bounded(Bound::Alternatives)
        } else {
            Status::Open
        }
    }

    /// Puts a node after a side, behind the entries already there.
    fn attach(&mut self, position: SideId, node: Node, outcome: &Outcome) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let mut last = NO_NODE;
        let mut entry = self.first_entry(position);
        // A run that was cut short may end anywhere.
        let mut is_explained = node.kind == Kind::Leaf && Cause::of_outcome(outcome).is_some();
        let mut all_cut = true;
        while entry != NO_NODE {
            all_cut &= self.is_cut(entry);
            last = entry;
            entry = self.node(entry).variant;
        }
        if last == NO_NODE {
            self.cover(position, id);
        } else {
            self.nodes[last.0 as usize].variant = id;
            is_explained |= all_cut;
            if !is_explained {
                self.obstacles.note(Cause::Unstable);
            }
        }
        self.nodes.push(node);
        id
    }

    /// Whether an entry is a run that was cut short: that another run goes
    /// on from there is no surprise.
    fn is_cut(&self, entry: NodeId) -> bool {
        let node = self.node(entry);
        node.kind == Kind::Leaf
            && self
                .runs
                .get(node.run as usize)
                .is_some_and(|run| Cause::of_outcome(&run.trace.outcome).is_some())
    }

    fn cover(&mut self, side: SideId, entry: NodeId) {
        let before = self.side(side).status;
        match before {
            Status::Open => self.open -= 1,
            Status::Infeasible => self.refuted += 1,
            _ => {}
        }
        if side != ROOT
            && let Some(cause) = self.cause_of(before)
        {
            self.obstacles.withdraw(&cause);
        }
        self.sides[side.0 as usize].status = Status::Covered(entry);
    }

    fn first_entry(&self, side: SideId) -> NodeId {
        match self.side(side).status {
            Status::Covered(entry) => entry,
            _ => NO_NODE,
        }
    }

    fn finish(
        &mut self,
        first: NodeId,
        position: SideId,
        trace: Trace,
        followed: bool,
    ) -> Inserted {
        let mut goals = Vec::new();
        self.premises.extend(trace.premises.iter().cloned());
        if let Some(run) = self.same_end(position, &trace) {
            let created = first..first;
            return Inserted {
                run,
                is_new: false,
                created,
                goals,
                followed,
            };
        }
        let run = self.runs.len();
        let leaf = Node::after(self, position, Kind::Leaf);
        let leaf = self.attach(position, leaf, &trace.outcome);
        self.coverage
            .note(run, &trace.covered, &trace.outcome, &mut goals);
        for loss in &trace.losses {
            self.obstacles.note(Cause::Loss(loss.clone()));
        }
        if let Some(cause) = Cause::of_outcome(&trace.outcome) {
            self.obstacles.note(cause);
        }
        self.paths += 1;
        self.runs.push(Run { trace, leaf });
        Inserted {
            run,
            is_new: true,
            created: first..NodeId(self.nodes.len() as u32),
            goals,
            followed,
        }
    }

    /// The run that took the same decisions to the same end, if any.
    fn same_end(&self, position: SideId, trace: &Trace) -> Option<usize> {
        let mut entry = self.first_entry(position);
        while entry != NO_NODE {
            let node = self.node(entry);
            if node.kind == Kind::Leaf {
                let before = &self.runs[node.run as usize].trace;
                if before.outcome.is_like(&trace.outcome) && before.covered == trace.covered {
                    return Some(node.run as usize);
                }
            }
            entry = node.variant;
        }
        None
    }
}

/// Whether a run's end says that its input was completed to a valid one.
fn is_complete(outcome: &Outcome) -> bool {
    !matches!(
        outcome,
        Outcome::Rejected { .. } | Outcome::Pruned(_) | Outcome::Crashed { .. }
    )
}

/// A condition and its side, the same for the condition and its negation: a
/// negation is taken apart, and of two comparisons that are each other's
/// negation the older one stands for both.
fn without_negation(terms: &mut Terms, mut term: TermId, mut taken: bool) -> (TermId, bool) {
    while let Term::Apply(Op::Not, [operand, ..]) = terms.node(term) {
        term = operand;
        taken = !taken;
    }
    let negation = terms.not(term);
    match terms.node(negation) {
        Term::Apply(Op::Not, _) => (term, taken),
        _ if negation < term => (negation, !taken),
        _ => (term, taken),
    }
}

/// Whether the step pins the value that the node pins to another constant, so
/// that it says that the node's condition is false.
fn is_other_pin(terms: &Terms, input: &Input, node: &Node, step: &Step) -> bool {
    let Kind::Condition(pin) = node.kind else {
        return false;
    };
    let are_pins = node.origin == Origin::Pin && step.origin == Origin::Pin;
    if !are_pins || step.option == 0 {
        return false;
    }
    let assignment = |variable| input.value_of(terms, variable).cloned();
    evaluate(terms, pin, &assignment) == Value::Bool(false)
}
