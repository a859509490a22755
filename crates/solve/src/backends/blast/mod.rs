//! The default backend: circuits of the terms, decided by a SAT solver.
//!
//! Circuits are kept from query to query and shared between equal terms. The
//! SAT solver is kept while queries have one hint, that is, along one trace;
//! conditions are assumptions, so nothing has to be taken back. Unbounded
//! integers are tried at growing widths.

mod arrays;
mod bounds;
mod checked;
mod cnf;
mod encode;
mod floats;
mod gates;
pub(crate) mod incremental;
mod integers;
mod linear;
mod proof;
mod ranges;
mod readable;
pub(crate) mod refute;
mod sat;
mod session;
mod words;

use everypath_term::{Interval, Scalar, Sort, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

use crate::allowance::{Allowance, GATE, price};
use crate::query::{Answer, Limit, Proof, Query, Solver, Statistics, Why};
use crate::support::Support;
use bounds::Bounds;
use session::{Asked, Effort, Found, Session};

/// The widths of unbounded integers, smallest first. Past the query's limit
/// of bits they serve only proofs.
const LADDER: [u32; 7] = [8, 16, 32, 64, 128, 256, 512];

/// Circuits with more gates than this are dropped before the next query.
const MOST_GATES: usize = 500_000;

/// Beyond this width a search that cannot end in a proof gets few conflicts.
const CHEAP_WIDTH: u32 = 16;

/// Conditions with as many variables are looked at by their ranges first.
const MANY_VARIABLES: usize = 6;

/// The conflicts of such a search.
const LUCK: u64 = 500;

/// The bit-blasting solver.
pub(crate) struct Blast {
    sessions: FxHashMap<u32, Session>,
    support: Support,
    polish: bool,
    counters: Counters,
}

#[derive(Debug, Default)]
struct Counters {
    asked: u64,
    sessions: u64,
    widened: u64,
    conflicts: u64,
    gates: u64,
    propagations: u64,
}

/// A width at which there is no solution.
struct Refuted {
    bits: u32,
    /// Whether no width would make a proof: what is left is luck.
    hopeless: bool,
}

/// The conflicts to hold back at a width, for the widths to come.
fn spared(width: u32, flexible: bool, refuted: Option<&Refuted>, effort: &Effort) -> u64 {
    let hopeless = refuted.is_some_and(|refuted| refuted.hopeless);
    if hopeless && width > CHEAP_WIDTH {
        effort.conflicts.saturating_sub(LUCK)
    } else if flexible && width <= CHEAP_WIDTH {
        effort.conflicts / 4 * 3
    } else {
        0
    }
}

impl Blast {
    /// A solver with no circuits yet; with `polish` models are made readable.
    pub(crate) fn new(polish: bool) -> Blast {
        Blast {
            sessions: FxHashMap::default(),
            support: Support::default(),
            polish,
            counters: Counters::default(),
        }
    }

    /// The session of a width, made anew if its circuits do not fit the query.
    fn session(&mut self, width: u32, query: &Query, variables: &[VarId], bounds: &Bounds) {
        let usable = self.sessions.get(&width).is_some_and(|session| {
            session.encoder.circuit.len() < MOST_GATES
                && session.fits(variables, &|variable| bounds.interval(variable))
        });
        if !usable {
            self.counters.sessions += 1;
            self.sessions
                .insert(width, Session::new(width, query.hint.clone()));
        }
    }

    fn check_width(
        &mut self,
        terms: &Terms,
        query: &Query,
        width: u32,
        variables: &[VarId],
        bounds: &Bounds,
        effort: &mut Effort,
    ) -> Found {
        if let Some(core) = self.check_ranges(terms, query, width, bounds) {
            return Found::Unsat {
                core,
                restricted: false,
            };
        }
        self.session(width, query, variables, bounds);
        let session = self.sessions.get_mut(&width).expect("just made");
        let gates = session.encoder.circuit.len();
        session.encoder.most_gates = gates + query.limits.gates;
        let mut literals = Vec::new();
        for condition in query.conditions() {
            let interval = |variable| bounds.interval(variable);
            match session.encoder.condition(terms, condition, &interval) {
                Ok(literal) => literals.push((condition, literal)),
                Err(why) => return Found::Unknown(why),
            }
        }
        let gates = (session.encoder.circuit.len() - gates) as u64;
        self.counters.gates += gates;
        effort.allowance.charge(price(gates, GATE));
        let asked = Asked {
            literals,
            restrictions: session.encoder.restrictions_of(terms, query.conditions()),
            variables,
            hint: &query.hint,
            polish: self.polish,
        };
        let found = session.solve(terms, &asked, effort);
        self.counters.propagations += std::mem::take(&mut session.propagations);
        match found {
            // Bits beyond a restriction are not what their terms mean: what they refute
            // is refuted within it only, whatever the core says.
            Found::Unsat { core, restricted } => {
                let encoder = &session.encoder;
                let found = encoder.restrictions_of(terms, core.iter().copied());
                Found::Unsat {
                    restricted: restricted || !found.is_empty(),
                    core,
                }
            }
            found => found,
        }
    }

    /// Conditions that have no solution at a width, if one with many variables
    /// is false for all that the others let them be.
    fn check_ranges(
        &mut self,
        terms: &Terms,
        query: &Query,
        width: u32,
        bounds: &Bounds,
    ) -> Option<Vec<TermId>> {
        let many = |condition: &TermId| {
            self.support.facts(terms, *condition).variables.len() >= MANY_VARIABLES
        };
        let long: Vec<TermId> = query.conditions().filter(many).collect();
        if long.is_empty() {
            return None;
        }
        let conditions: Vec<TermId> = query.conditions().collect();
        let stated = Bounds::of(terms, &conditions);
        let limit = 1i128 << (width.min(120) - 1);
        let range = |variable| {
            let represented = match bounds.interval(variable).bounds() {
                Some((low, high)) => Interval::new(low, high),
                None => Interval::new(-limit, limit - 1),
            };
            represented.meet(stated.interval(variable))
        };
        let false_one = long.into_iter().find(|&condition| {
            let variables = self.support.variables(terms, condition);
            ranges::refutes(terms, condition, &variables, &range)
        })?;
        let mut core = vec![false_one];
        add_facts(&mut self.support, terms, &mut core, &stated);
        // The proof looks at the circuits, so the session must have them.
        let variables = self.support.all(terms, core.iter().copied());
        self.session(width, query, &variables, bounds);
        let session = self.sessions.get_mut(&width).expect("just made");
        for &condition in &core {
            let interval = |variable| bounds.interval(variable);
            session
                .encoder
                .condition(terms, condition, &interval)
                .ok()?;
        }
        Some(core)
    }

    /// The bits that make "none at this width" a proof for a core; `None` if
    /// no width does.
    fn enough(&mut self, terms: &Terms, core: &[TermId], width: u32) -> Option<u32> {
        enough(&self.sessions[&width], &mut self.support, terms, core)
    }
}

impl Solver for Blast {
    fn check(&mut self, terms: &mut Terms, query: &Query) -> Answer {
        self.counters.asked += 1;
        let variables = self.support.all(terms, query.conditions());
        let bounds = Bounds::of(terms, &query.assumptions);
        let allowance = Allowance::new(query.limits.cost, &|| false);
        let mut effort = Effort {
            conflicts: query.limits.conflicts,
            allowance: &allowance,
        };
        let answer = self.climb(terms, query, &variables, &bounds, &mut effort);
        self.counters.conflicts += query.limits.conflicts - effort.conflicts;
        answer
    }

    fn report(&self, statistics: &mut Statistics) {
        let counters = [
            ("blast queries", self.counters.asked),
            ("blast sessions", self.counters.sessions),
            ("blast widenings", self.counters.widened),
            ("blast conflicts", self.counters.conflicts),
            ("blast gates", self.counters.gates),
            ("blast propagations", self.counters.propagations),
        ];
        statistics.counters.extend(counters);
    }
}

impl Blast {
    fn climb(
        &mut self,
        terms: &Terms,
        query: &Query,
        variables: &[VarId],
        bounds: &Bounds,
        effort: &mut Effort,
    ) -> Answer {
        let constants = query
            .conditions()
            .map(|condition| self.support.facts(terms, condition).constant_bits);
        let mut wanted = constants.max().unwrap_or(0).min(query.limits.bits);
        let mut refuted: Option<Refuted> = None;
        let mut limit: Option<Why> = None;
        let flexible = variables
            .iter()
            .any(|&variable| match terms.variable_of(variable).sort {
                Sort::INT => bounds.interval(variable).bounds().is_none(),
                Sort::Array { index, element } => [index, element].contains(&Scalar::Int),
                Sort::Scalar(_) => false,
            });
        for width in LADDER {
            if width < wanted {
                continue;
            }
            self.counters.widened += u64::from(refuted.is_some());
            let spared = spared(width, flexible, refuted.as_ref(), effort);
            effort.conflicts -= spared;
            let found = self.check_width(terms, query, width, variables, bounds, effort);
            effort.conflicts += spared;
            let (core, restricted) = match found {
                Found::Sat(model) => return Answer::Sat(model),
                Found::Unsat { core, restricted } => (core, restricted),
                // A wider search may be luckier.
                Found::Unknown(why @ Why::Limit(Limit::Conflicts))
                    if flexible && width < query.limits.bits && effort.conflicts > 0 =>
                {
                    limit = limit.or(Some(why));
                    continue;
                }
                Found::Unknown(why) => {
                    limit = limit.or(Some(why));
                    break;
                }
            };
            let enough = match restricted {
                true => None,
                false => match self.judge(terms, query, core, width, bounds) {
                    Ok(core) => return Answer::Unsat(Proof { core }),
                    Err(enough) => enough,
                },
            };
            if width >= query.limits.bits {
                match enough {
                    Some(bits) => wanted = bits,
                    None => return Answer::Unknown(Why::NoneWithin { bits: width }),
                }
            }
            refuted = Some(Refuted {
                bits: width,
                hopeless: enough.is_none(),
            });
            if effort.allowance.is_used_up() {
                break;
            }
        }
        Answer::Unknown(match (refuted, limit) {
            (_, Some(why @ Why::Unsupported { .. })) => why,
            (Some(Refuted { bits, .. }), _) => Why::NoneWithin { bits },
            (None, limit) => limit.unwrap_or(Why::Limit(Limit::Cost)),
        })
    }

    /// The conditions that are proved to have no solution, given a core that
    /// has none at a width; or the width that would prove it, if one does.
    fn judge(
        &mut self,
        terms: &Terms,
        query: &Query,
        mut core: Vec<TermId>,
        width: u32,
        bounds: &Bounds,
    ) -> Result<Vec<TermId>, Option<u32>> {
        add_facts(&mut self.support, terms, &mut core, bounds);
        let enough = self.enough(terms, &core, width);
        if enough.is_some_and(|bits| bits <= width) || linear::refutes(terms, &core) {
            return Ok(core);
        }
        // What else the query says may keep the core's variables small.
        let conditions: Vec<TermId> = query.conditions().collect();
        let before = core.len();
        let stated = Bounds::of(terms, &conditions);
        add_facts(&mut self.support, terms, &mut core, &stated);
        if core.len() == before {
            return Err(enough);
        }
        match self.enough(terms, &core, width) {
            Some(bits) if bits <= width => Ok(core),
            with_more => Err(with_more.or(enough)),
        }
    }
}

/// Adds the conditions that bound the variables of a core.
fn add_facts(support: &mut Support, terms: &Terms, core: &mut Vec<TermId>, bounds: &Bounds) {
    for variable in support.all(terms, core.clone().into_iter()) {
        for &fact in bounds.facts.get(&variable).into_iter().flatten() {
            if !core.contains(&fact) {
                core.push(fact);
            }
        }
    }
}

/// The bits that make "none in this session" a proof for a core; `None` if no width does.
fn enough(session: &Session, support: &mut Support, terms: &Terms, core: &[TermId]) -> Option<u32> {
    let mut represented = Representation {
        session,
        support,
        stated: Bounds::of(terms, core),
        width: session.encoder.width,
        complete: FxHashMap::default(),
    };
    proof::enough_bits(terms, core, &mut represented)
}

/// Answers the proof's questions from a session.
struct Representation<'a> {
    session: &'a Session,
    support: &'a mut Support,
    /// What the core itself says of its variables.
    stated: Bounds,
    width: u32,
    complete: FxHashMap<TermId, bool>,
}

impl Representation<'_> {
    /// Whether the core keeps a variable within the bits it has.
    fn is_bounded(&self, variable: VarId) -> bool {
        let stated = self.stated.interval(variable).bounds();
        let limit = 1i128 << (self.width.min(120) - 1);
        stated.is_some_and(|(low, high)| -limit <= low && high < limit)
    }
}

impl proof::Represented for Representation<'_> {
    fn is_complete(&mut self, terms: &Terms, term: TermId) -> bool {
        if let Some(&known) = self.complete.get(&term) {
            return known;
        }
        let variables = self.support.variables(terms, term);
        let complete = variables.iter().all(|&variable| {
            match (
                terms.variable_of(variable).sort,
                self.session.encoder.variable(variable),
            ) {
                (Sort::Array { element, .. }, _) => element != Scalar::Int,
                (Sort::INT, Some(known)) => known.complete || self.is_bounded(variable),
                (Sort::INT, None) => false,
                _ => true,
            }
        });
        self.complete.insert(term, complete);
        complete
    }

    fn bits(&self, term: TermId) -> Option<usize> {
        self.session.encoder.bits(term)
    }
}
