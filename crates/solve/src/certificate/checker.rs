//! Checks clausal proofs by reverse unit propagation: a clause follows if its negation runs
//! into a conflict by unit clauses alone. Nothing is decided, learnt or forgotten here, so
//! that it is small enough to be believed; it shares no code with the solver it checks.

use std::ops::Range;

/// A literal: twice its variable, plus one if it is negated.
pub(crate) type Literal = u32;

/// The clauses that hold, and what follows from them without assumptions.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    /// The literals of all clauses; the first two of each are watched.
    literals: Vec<Literal>,
    /// Where each clause is among them.
    clauses: Vec<Range<u32>>,
    /// By literal, the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// By literal, whether it is true.
    is_true: Vec<bool>,
    /// The true literals, first first.
    trail: Vec<Literal>,
    /// Those of them whose clauses have been looked at.
    propagated: usize,
    /// Whether the clauses have been found to contradict each other.
    is_contradiction: bool,
    propagations: u64,
}

/// A clause that watches a literal, and another of its literals: where that is true, there is
/// nothing to do.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    other: Literal,
}

impl Checker {
    /// Takes a clause for granted.
    pub(crate) fn axiom(&mut self, clause: &[Literal]) {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        let is_tautology = clause.windows(2).any(|pair| pair[0] ^ 1 == pair[1]);
        if !is_tautology && !self.is_contradiction {
            self.add(clause);
        }
    }

    /// Whether a clause follows; if it does, it holds from now on.
    pub(crate) fn lemma(&mut self, clause: &[Literal]) -> bool {
        let follows = self.follows(clause);
        if follows {
            self.axiom(clause);
        }
        follows
    }

    /// Whether literals cannot all be true.
    pub(crate) fn refutes(&mut self, assumptions: &[Literal]) -> bool {
        let negated: Vec<Literal> = assumptions.iter().map(|literal| literal ^ 1).collect();
        self.follows(&negated)
    }

    /// Literals that were made true so far: what checking has cost.
    pub(crate) fn propagations(&self) -> u64 {
        self.propagations
    }

    fn follows(&mut self, clause: &[Literal]) -> bool {
        if self.is_contradiction {
            return true;
        }
        let known = self.trail.len();
        let mut conflict = false;
        for &literal in clause {
            self.reserve(literal);
            if self.is_true[literal as usize] {
                conflict = true;
                break;
            }
            self.make_true(literal ^ 1);
        }
        let conflict = conflict || self.propagate();
        for literal in self.trail.drain(known..) {
            self.is_true[literal as usize] = false;
        }
        self.propagated = known;
        conflict
    }

    /// Adds a clause, with nothing assumed.
    fn add(&mut self, mut clause: Vec<Literal>) {
        for &literal in &clause {
            self.reserve(literal);
        }
        // Literals that may still become true come first: they are watched.
        clause.sort_by_key(|&literal| self.is_true[(literal ^ 1) as usize]);
        let open = clause
            .iter()
            .take_while(|&&literal| !self.is_true[(literal ^ 1) as usize])
            .count();
        match (open, clause.as_slice()) {
            (0, _) => self.is_contradiction = true,
            (1, [literal, ..]) => {
                self.make_true(*literal);
                self.is_contradiction = self.propagate();
            }
            (_, [first, second, ..]) => {
                let number = self.clauses.len() as u32;
                for (watched, other) in [(*first, *second), (*second, *first)] {
                    let watch = Watch {
                        clause: number,
                        other,
                    };
                    self.watches[watched as usize].push(watch);
                }
                let start = self.literals.len() as u32;
                self.literals.extend(&clause);
                self.clauses.push(start..self.literals.len() as u32);
            }
            (_, _) => unreachable!("as many literals as are open"),
        }
    }

    fn reserve(&mut self, literal: Literal) {
        let most = (literal | 1) as usize + 1;
        if self.is_true.len() < most {
            self.is_true.resize(most, false);
            self.watches.resize(most, Vec::new());
        }
    }

    fn make_true(&mut self, literal: Literal) {
        if !self.is_true[literal as usize] {
            self.is_true[literal as usize] = true;
            self.trail.push(literal);
            self.propagations += 1;
        }
    }

    /// Follows unit clauses; whether they run into a conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = literal ^ 1;
            let mut watching = std::mem::take(&mut self.watches[falsified as usize]);
            let mut conflict = false;
            watching.retain(|&watch| {
                conflict || {
                    let stays = self.look(watch, falsified);
                    conflict = stays == Look::Conflict;
                    stays != Look::Moved
                }
            });
            // Nobody has begun to watch it meanwhile: it is false.
            self.watches[falsified as usize] = watching;
            if conflict {
                return true;
            }
        }
        false
    }

    /// What a clause does when a literal that it watches becomes false.
    fn look(&mut self, watch: Watch, falsified: Literal) -> Look {
        if self.is_true[watch.other as usize] {
            return Look::Stays;
        }
        let range = self.clauses[watch.clause as usize].clone();
        let clause = &mut self.literals[range.start as usize..range.end as usize];
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let first = clause[0];
        if self.is_true[first as usize] {
            return Look::Stays;
        }
        let next = clause[2..]
            .iter()
            .position(|&literal| !self.is_true[(literal ^ 1) as usize]);
        if let Some(next) = next {
            clause.swap(1, next + 2);
            let watched = clause[1];
            let moved = Watch {
                clause: watch.clause,
                other: first,
            };
            self.watches[watched as usize].push(moved);
            return Look::Moved;
        }
        if self.is_true[(first ^ 1) as usize] {
            return Look::Conflict;
        }
        self.make_true(first);
        Look::Stays
    }
}

/// What became of a watched clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// It is true, or has one literal left, which is true now.
    Stays,
    /// It watches another literal.
    Moved,
    /// All its literals are false.
    Conflict,
}

#[cfg(test)]
mod tests {
    use everypath_testlab::Random;

    use super::*;

    /// A clause in the notation of DIMACS: variables from 1, negative if negated.
    fn clause(literals: &[i32]) -> Vec<Literal> {
        let literal = |number: &i32| (number.unsigned_abs() - 1) << 1 | u32::from(*number < 0);
        literals.iter().map(literal).collect()
    }

    /// Whether a proof of axioms and lemmas is accepted to its end.
    fn accepts(axioms: &[&[i32]], lemmas: &[&[i32]]) -> bool {
        let mut checker = Checker::default();
        for axiom in axioms {
            checker.axiom(&clause(axiom));
        }
        lemmas.iter().all(|lemma| checker.lemma(&clause(lemma)))
    }

    /// All clauses of three variables: each is needed to leave no model.
    const AXIOMS: &[&[i32]] = &[
        &[1, 2, 3],
        &[1, 2, -3],
        &[1, -2, 3],
        &[1, -2, -3],
        &[-1, 2, 3],
        &[-1, 2, -3],
        &[-1, -2, 3],
        &[-1, -2, -3],
    ];
    const LEMMAS: &[&[i32]] = &[&[1, 2], &[1], &[2], &[]];

    #[test]
    fn refutations_are_accepted() {
        assert!(accepts(AXIOMS, LEMMAS));
        assert!(accepts(&[&[1], &[-1]], &[&[]]));
        assert!(accepts(&[&[]], &[&[]]));
        assert!(accepts(&[&[1, 1], &[-1, 2], &[-2, -1]], &[&[]]));
        assert!(!accepts(&[&[1, -1]], &[&[1]]), "a tautology says nothing");
    }

    #[test]
    fn no_step_may_be_left_out_or_changed() {
        assert!(!accepts(AXIOMS, &[&[]]), "not by unit clauses alone");
        assert!(!accepts(AXIOMS, &[&[1], &[2], &[]]));
        for (place, left_out) in AXIOMS.iter().enumerate() {
            let mut axioms = AXIOMS.to_vec();
            axioms.remove(place);
            assert!(!accepts(&axioms, LEMMAS), "without {left_out:?}");
        }
        assert!(!accepts(AXIOMS, &[&[1, 2], &[3], &[2], &[]]));
        assert!(!accepts(AXIOMS, &[&[1, 2], &[-1], &[2], &[]]));
    }

    #[test]
    fn assumptions_are_taken_back() {
        let mut checker = Checker::default();
        for axiom in [&[-1, -2, 3][..], &[-3, 4], &[-3, -4]] {
            checker.axiom(&clause(axiom));
        }
        assert!(checker.refutes(&clause(&[1, 2])));
        assert!(!checker.refutes(&clause(&[1])));
        assert!(!checker.refutes(&clause(&[2, 4])));
        assert!(checker.refutes(&clause(&[2, 1])));
        assert!(checker.refutes(&clause(&[5, -5])));
    }

    /// A lemma that is accepted holds in every model of the axioms.
    #[test]
    fn only_what_follows_is_accepted() {
        const VARIABLES: u32 = 6;
        let mut chance = Random::new(7);
        let mut accepted = 0;
        for _ in 0..400 {
            let mut random = |most: usize| {
                let size = 1 + chance.below(most);
                let literal = |_| chance.below(2 * VARIABLES as usize) as Literal;
                (0..size).map(literal).collect::<Vec<Literal>>()
            };
            let axioms: Vec<Vec<Literal>> = (0..14).map(|_| random(3)).collect();
            let lemmas: Vec<Vec<Literal>> = (0..20).map(|_| random(2)).collect();
            let mut checker = Checker::default();
            axioms.iter().for_each(|axiom| checker.axiom(axiom));
            let holds = |clause: &[Literal], model: u32| {
                let mut literals = clause.iter();
                literals.any(|literal| model >> (literal >> 1) & 1 != literal & 1)
            };
            let models: Vec<u32> = (0..1 << VARIABLES)
                .filter(|&model| axioms.iter().all(|axiom| holds(axiom, model)))
                .collect();
            for lemma in &lemmas {
                if checker.lemma(lemma) {
                    accepted += 1;
                    assert!(models.iter().all(|&model| holds(lemma, model)));
                }
            }
        }
        assert!(accepted > 100, "{accepted}");
    }
}
