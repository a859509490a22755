//! How a text matches: the one derivation that a backtracking matcher takes,
//! with the condition that it does. It holds of just the texts that are taken
//! apart in the same way.

use everypath_term::TermId;

use super::conditions::{Answers, Symbols};
use super::matches::{Conditions, Matching, TooMuch};
use super::{Node, Pattern, Question, STEPS};
use crate::recorder::Recorder;
use crate::text::Text;

/// Where a group was found: from the first place to behind the last; `None`
/// if it was not.
pub(crate) type Span = Option<(usize, usize)>;

/// A derivation.
pub(crate) struct Derivation {
    /// All of the match, then the groups by number.
    pub spans: Vec<Span>,
    /// That a text is taken apart like this.
    pub condition: TermId,
}

/// What is still to be matched.
enum Rest<'a> {
    Node(&'a Node),
    /// The end of a group that began at a place.
    GroupEnd(usize, usize),
    /// A repetition that has been done so often, the last time from a place.
    Again(&'a Node, usize, usize),
}

/// Follows the matcher on the concrete text, and writes down what it takes.
struct Following<'a, 'b> {
    answers: Matching<'b, Answers<'a>>,
    symbols: Matching<'b, Symbols<'a>>,
    question: Question,
    place: usize,
    /// Nothing, once the matcher has gone another way than Python's.
    condition: Option<TermId>,
    spans: Vec<Span>,
    /// What follows, the next one last.
    rest: Vec<Rest<'b>>,
}

impl Pattern {
    /// The derivation of a text that matches; `None` if it does not.
    pub(crate) fn derivation(
        &self,
        recorder: &mut Recorder,
        text: &Text,
        groups: usize,
        question: Question,
    ) -> Result<Option<Derivation>, TooMuch> {
        let mut answers = Answers { text: &text.value };
        let mut symbols = Symbols { recorder, text };
        let mut following = Following {
            answers: Matching {
                conditions: &mut answers,
                steps: usize::MAX,
            },
            symbols: Matching {
                conditions: &mut symbols,
                steps: STEPS,
            },
            question,
            place: question.from(),
            condition: None,
            spans: vec![None; groups + 1],
            rest: vec![],
        };
        following.all(&self.node)?;
        let Following {
            spans, condition, ..
        } = following;
        Ok(condition.map(|condition| Derivation { spans, condition }))
    }
}

impl<'b> Following<'_, 'b> {
    fn all(&mut self, node: &'b Node) -> Result<(), TooMuch> {
        self.begin(node)?;
        let start = self.place;
        self.rest.push(Rest::Node(node));
        while self.condition.is_some()
            && let Some(next) = self.rest.pop()
        {
            match next {
                Rest::Node(node) => self.node(node)?,
                Rest::GroupEnd(number, start) => self.spans[number] = Some((start, self.place)),
                Rest::Again(node, done, from) => self.again(node, done, from)?,
            }
        }
        self.spans[0] = Some((start, self.place));
        if matches!(self.question, Question::FullMatch { .. }) {
            let end = self.symbols.conditions.ends(self.place);
            self.demand(end);
        }
        Ok(())
    }

    /// Finds where the match begins, which is not before that.
    fn begin(&mut self, node: &Node) -> Result<(), TooMuch> {
        let (nodes, first) = ([node], self.place);
        self.condition = Some(self.symbols.conditions.always());
        if !matches!(self.question, Question::Search { .. }) {
            return Ok(());
        }
        while self.place < self.answers.conditions.places()
            && self
                .answers
                .completes(&nodes, self.place..self.place + 1, &self.question)?
                .is_none()
        {
            self.place += 1;
        }
        let before = self
            .symbols
            .completes(&nodes, first..self.place, &self.question)?;
        let not_before = self.symbols.conditions.not(before);
        self.demand(not_before);
        Ok(())
    }

    fn demand(&mut self, condition: Option<TermId>) {
        self.condition = self.symbols.both(self.condition, condition);
    }

    fn node(&mut self, node: &'b Node) -> Result<(), TooMuch> {
        if let Some(width) = node.plain_width() {
            let taken = self.symbols.takes(node, self.place, width)?;
            self.demand(taken);
            self.place += width;
            return Ok(());
        }
        match node {
            Node::One(_) | Node::At(_) | Node::Look { .. } => {
                unreachable!("they have a plain width")
            }
            Node::Sequence(nodes) => self.rest.extend(nodes.iter().rev().map(Rest::Node)),
            Node::Group { number, of } => {
                self.rest.push(Rest::GroupEnd(*number, self.place));
                self.rest.push(Rest::Node(of));
            }
            Node::Branch(branches) => {
                let (last, earlier) = branches.split_last().expect("a branch has some");
                for branch in earlier {
                    if self.prefers(&[branch])? {
                        self.rest.push(Rest::Node(branch));
                        return Ok(());
                    }
                }
                self.rest.push(Rest::Node(last));
            }
            Node::Repeat { .. } => self.again(node, 0, self.place)?,
        }
        Ok(())
    }

    /// Another round of a repetition, or not.
    fn again(&mut self, node: &'b Node, done: usize, from: usize) -> Result<(), TooMuch> {
        let Node::Repeat {
            of,
            least,
            most,
            lazy,
        } = node
        else {
            unreachable!("only repetitions are done again")
        };
        // A round that took nothing is the last.
        if *most == Some(done) || (done > *least && self.place == from) {
            return Ok(());
        }
        let goes_on = if done < *least {
            true
        } else if *lazy {
            !self.prefers(&[])?
        } else {
            self.prefers(&[of, &node.less(done + 1)])?
        };
        if goes_on {
            self.rest.push(Rest::Again(node, done + 1, self.place));
            self.rest.push(Rest::Node(of));
        }
        Ok(())
    }

    /// Whether the matcher can go on with some nodes before what follows: it
    /// then does, and if not, that is a condition of this derivation.
    fn prefers(&mut self, first: &[&Node]) -> Result<bool, TooMuch> {
        let unfinished: Vec<Node> = self
            .rest
            .iter()
            .rev()
            .filter_map(Rest::unfinished)
            .collect();
        let nodes: Vec<&Node> = first.iter().copied().chain(&unfinished).collect();
        let places = self.place..self.place + 1;
        if self
            .answers
            .completes(&nodes, places.clone(), &self.question)?
            .is_some()
        {
            return Ok(true);
        }
        let can = self.symbols.completes(&nodes, places, &self.question)?;
        let cannot = self.symbols.conditions.not(can);
        self.demand(cannot);
        Ok(false)
    }
}

impl Rest<'_> {
    /// What it still asks of the text.
    fn unfinished(&self) -> Option<Node> {
        match self {
            Rest::Node(node) => Some((*node).clone()),
            Rest::GroupEnd(..) => None,
            Rest::Again(node, done, _) => Some(node.less(*done)),
        }
    }
}

impl Node {
    /// A repetition of which so many rounds are done.
    fn less(&self, done: usize) -> Node {
        match self {
            Node::Repeat {
                of,
                least,
                most,
                lazy,
            } => Node::Repeat {
                of: of.clone(),
                least: least.saturating_sub(done),
                most: most.map(|most| most.saturating_sub(done)),
                lazy: *lazy,
            },
            other => other.clone(),
        }
    }
}
