//! What tests are for: the criteria, and the goals they ask for.

use clap::ValueEnum;
use everypath_trace::GoalKind;
use serde::{Deserialize, Deserializer};

/// What tests are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// Both outcomes of every branch.
    Branch,
    /// Every line.
    Line,
    /// Every basic block.
    Block,
    /// Every place marked as a goal.
    Goal,
    /// Every class of receivers that boolean observers distinguish.
    Partition,
    /// Partitions first, then the branches that remain.
    Grey,
    /// Every path within the scope.
    Path,
    /// Every mutant that can be noticed, besides the branches.
    Mutant,
}

/// The criteria of one target, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criteria(Vec<Criterion>);

impl Criteria {
    /// The criteria that were given, or branches.
    pub fn new(given: Option<&[Criterion]>) -> Criteria {
        match given {
            None | Some([]) => Criteria(vec![Criterion::Branch]),
            Some(given) => Criteria(given.to_vec()),
        }
    }

    /// Whether one of the criteria asks for goals of a kind.
    pub fn ask_for(&self, kind: GoalKind) -> bool {
        self.0.iter().any(|criterion| {
            matches!(
                (criterion, kind),
                (
                    Criterion::Branch | Criterion::Grey | Criterion::Path | Criterion::Mutant,
                    GoalKind::Branch
                ) | (Criterion::Line, GoalKind::Line)
                    | (Criterion::Block, GoalKind::Block)
                    | (Criterion::Goal, GoalKind::Marker)
                    | (Criterion::Partition | Criterion::Grey, GoalKind::Partition)
            )
        })
    }

    /// Whether every path is asked for.
    pub fn ask_for_paths(&self) -> bool {
        self.0.contains(&Criterion::Path)
    }

    /// Whether mutants are asked for.
    pub fn ask_for_mutants(&self) -> bool {
        self.0.contains(&Criterion::Mutant)
    }

    /// Whether a test is kept for what else it shows, too: operands of
    /// conditions, ends, effects. Who asks for marked goals or partitions
    /// alone wants one test for each.
    pub fn keep_what_differs(&self) -> bool {
        self.ask_for(GoalKind::Branch) || self.ask_for(GoalKind::Line)
    }

    /// Whether a test is kept for covering goals of a kind.
    pub fn count(&self, kind: GoalKind) -> bool {
        self.keep_what_differs() || self.ask_for(kind)
    }

    /// What the user should know of goals that were asked for and are not there.
    pub fn missing(&self, found: &dyn Fn(&str) -> bool) -> Vec<String> {
        let told = [
            (
                GoalKind::Marker,
                "no goal is marked; a comment `everypath: goal NAME` marks the statement after it",
            ),
            (
                GoalKind::Partition,
                "there are no partitions: no class has a method without arguments that answers a \
                 boolean and changes nothing",
            ),
        ];
        told.into_iter()
            .filter(|(kind, _)| self.ask_for(*kind) && !found(kind.name()))
            .map(|(_, text)| text.to_owned())
            .collect()
    }

    /// The kinds of goals that front ends make only if they are asked for.
    pub fn kinds(&self) -> Vec<GoalKind> {
        [
            GoalKind::Line,
            GoalKind::Block,
            GoalKind::Marker,
            GoalKind::Partition,
        ]
        .into_iter()
        .filter(|&kind| self.ask_for(kind))
        .collect()
    }
}

/// In a configuration file: one criterion, or a list of them.
pub fn one_or_many<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<Criterion>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMany {
        One(Criterion),
        Many(Vec<Criterion>),
    }
    Ok(Some(match OneOrMany::deserialize(deserializer)? {
        OneOrMany::One(criterion) => vec![criterion],
        OneOrMany::Many(criteria) => criteria,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_the_default() {
        for none in [None, Some(&[][..])] {
            assert!(Criteria::new(none).ask_for(GoalKind::Branch));
        }
        assert!(!Criteria::new(Some(&[Criterion::Goal])).ask_for(GoalKind::Branch));
    }

    #[test]
    fn grey_asks_for_partitions_and_branches() {
        let grey = Criteria::new(Some(&[Criterion::Grey]));
        assert!(grey.ask_for(GoalKind::Partition) && grey.ask_for(GoalKind::Branch));
        assert_eq!(grey.kinds(), [GoalKind::Partition]);
    }

    #[test]
    fn goals_that_are_not_there_are_told() {
        let grey = Criteria::new(Some(&[Criterion::Grey]));
        assert_eq!(grey.missing(&|kind| kind == "branch").len(), 1);
        assert_eq!(grey.missing(&|_| true), [""; 0]);
    }

    #[test]
    fn several_criteria_ask_for_all_their_goals() {
        let both = Criteria::new(Some(&[Criterion::Goal, Criterion::Block]));
        assert_eq!(both.kinds(), [GoalKind::Block, GoalKind::Marker]);
        assert!(!both.keep_what_differs());
    }
}
