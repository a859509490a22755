//! One width's circuits and the SAT solver over them, kept while queries come.

use std::sync::Arc;

use everypath_term::{ArrayValue, Interval, Scalar, Sort, TermId, Terms, Value, VarId};
use rustc_hash::FxHashMap;

use super::checked::CheckedSat;
use super::cnf::Clauses;
use super::encode::Encoder;
use super::gates::Lit;
use super::integers::read_integer;
use super::readable;
use super::sat::{Batsat, SatLit, SatResult, SatSolver};
use crate::allowance::{Allowance, PROPAGATION, price};
use crate::query::{Limit, Model, Why};

/// Circuits and clauses at one width of the unbounded integers.
pub(super) struct Session {
    /// The circuits.
    pub encoder: Encoder,
    pub(super) sat: Box<dyn SatSolver>,
    pub(super) clauses: Clauses,
    new_sat: fn() -> Box<dyn SatSolver>,
    hint: Arc<Model>,
    /// Propagations that nobody has taken down yet.
    pub(super) propagations: u64,
    /// Clauses that a checker has accepted.
    pub(super) lemmas: u64,
    /// Whether the last refutation needs no faith in the SAT solver: a checker has accepted
    /// it, or the circuit alone says so.
    pub(super) is_certified: bool,
}

/// What a session found.
pub(super) enum Found {
    /// Values for the variables.
    Sat(Model),
    /// Conditions that have no solution at this width, and whether the
    /// session's own restrictions had a part in it.
    Unsat {
        /// The conditions.
        core: Vec<TermId>,
        /// Whether a restriction is part of the core.
        restricted: bool,
    },
    /// Nothing.
    Unknown(Why),
}

/// What a session is asked.
pub(super) struct Asked<'a> {
    /// The conditions and their literals.
    pub literals: Vec<(TermId, Lit)>,
    /// The encoder's restrictions that the conditions depend on.
    pub restrictions: Vec<Lit>,
    /// The variables of the conditions.
    pub variables: &'a [VarId],
    /// The values to stay near to.
    pub hint: &'a Arc<Model>,
    /// Whether to make the model readable.
    pub polish: bool,
}

/// What a search may cost; shared by the widths of one query.
pub(super) struct Effort<'a> {
    /// Conflicts left.
    pub conflicts: u64,
    /// Everything.
    pub allowance: &'a Allowance<'a>,
}

/// Conflicts between two looks at what is left.
const ROUND: u64 = 250;

/// A SAT solver with more gates than this is started anew if they are mostly
/// those of other queries: it has to give each of them a value.
const MANY_GATES: usize = 4_000;

/// How many times the gates of a query its SAT solver may know.
const CLUTTER: usize = 4;

impl Session {
    /// A session for unbounded integers of `width` bits.
    pub(super) fn new(width: u32, hint: Arc<Model>) -> Session {
        Session::with(Encoder::new(width), hint, || Box::new(Batsat::new()))
    }

    /// A session that takes no short cuts and whose refutations are checked.
    pub(super) fn checked(width: u32, hint: Arc<Model>) -> Session {
        Session::with(Encoder::plain(width), hint, || Box::new(CheckedSat::new()))
    }

    fn with(encoder: Encoder, hint: Arc<Model>, new_sat: fn() -> Box<dyn SatSolver>) -> Session {
        Session {
            encoder,
            sat: new_sat(),
            clauses: Clauses::default(),
            new_sat,
            hint,
            propagations: 0,
            lemmas: 0,
            is_certified: false,
        }
    }

    /// Whether the variables' bits represent all that the bounds allow.
    pub(super) fn fits(&self, variables: &[VarId], bounds: &dyn Fn(VarId) -> Interval) -> bool {
        variables.iter().all(|&variable| {
            let known = self.encoder.variable(variable);
            known.is_none_or(|known| known.assumed.contains(bounds(variable)))
        })
    }

    /// Starts the SAT solver anew, with the hint as its guesses. Circuits stay.
    fn restart(&mut self, hint: &Arc<Model>) {
        self.sat = (self.new_sat)();
        self.clauses = Clauses::default();
        self.hint = hint.clone();
    }

    fn is_cluttered(&self, literals: &[(TermId, Lit)]) -> bool {
        if self.clauses.len() < MANY_GATES {
            return false;
        }
        let roots = literals.iter().map(|&(_, lit)| lit);
        let needed = self.encoder.circuit.cone(roots);
        self.clauses.len() > MANY_GATES.max(CLUTTER * needed)
    }

    /// Decides conditions at this session's width.
    pub(super) fn solve(&mut self, terms: &Terms, asked: &Asked, effort: &mut Effort) -> Found {
        if !Arc::ptr_eq(asked.hint, &self.hint) || self.is_cluttered(&asked.literals) {
            self.restart(asked.hint);
        }
        self.prefer_hint(asked.variables);
        let mut assumptions = Vec::with_capacity(asked.literals.len());
        let mut origin: FxHashMap<SatLit, Option<TermId>> = FxHashMap::default();
        let restrictions = asked.restrictions.iter().map(|&lit| (None, lit));
        let conditions = asked.literals.iter().map(|&(term, lit)| (Some(term), lit));
        for (condition, lit) in restrictions.chain(conditions) {
            match lit {
                Lit::TRUE => {}
                Lit::FALSE => {
                    self.is_certified = true;
                    return Found::Unsat {
                        core: condition.into_iter().collect(),
                        restricted: condition.is_none(),
                    };
                }
                _ => {
                    let circuit = &self.encoder.circuit;
                    let literal = self.clauses.literal(circuit, self.sat.as_mut(), lit);
                    assumptions.push(literal);
                    origin.entry(literal).or_insert(condition);
                }
            }
        }
        match self.search(&assumptions, effort) {
            Err(limit) => Found::Unknown(Why::Limit(limit)),
            Ok(true) => {
                let model = self.model(terms, asked.variables);
                Found::Sat(match asked.polish {
                    true => self.readable(terms, model, assumptions),
                    false => model,
                })
            }
            Ok(false) => {
                let core = self.sat.core();
                let core = core.iter().filter_map(|literal| origin.get(literal));
                let core: Vec<Option<TermId>> = core.copied().collect();
                Found::Unsat {
                    restricted: core.contains(&None),
                    core: core.into_iter().flatten().collect(),
                }
            }
        }
    }

    /// A model near to another, with values that read better.
    fn readable(&mut self, terms: &Terms, model: Model, assumptions: Vec<SatLit>) -> Model {
        let mut best = model;
        let mut fixed = assumptions;
        let mut calls = 0;
        let variables: Vec<VarId> = best.iter().map(|(variable, _)| variable).collect();
        for &variable in &variables {
            let Some(known) = self.encoder.variable(variable) else {
                continue;
            };
            let value = best.get(variable).expect("of the model");
            let hint = self.hint.get(variable);
            for pattern in readable::patterns(terms, variable, value, hint, &known.bits) {
                if calls == readable::MOST_CALLS {
                    return best;
                }
                let Some(literals) = self.fixing(&pattern) else {
                    continue;
                };
                calls += 1;
                let before = fixed.len();
                fixed.extend(literals);
                if self.ask(&fixed, readable::CONFLICTS) == SatResult::Sat {
                    best = self.model(terms, &variables);
                    break;
                }
                fixed.truncate(before);
            }
        }
        best
    }

    /// Assumptions that fix bits; `None` if a bit is another constant.
    fn fixing(&self, pattern: &readable::Pattern) -> Option<Vec<SatLit>> {
        let mut literals = Vec::new();
        for &(lit, value) in pattern {
            match (lit.as_constant(), self.clauses.variable(lit.gate())) {
                (Some(constant), _) if constant != value => return None,
                (None, Some(variable)) => {
                    literals.push(SatLit::new(variable, lit.is_negated() == value));
                }
                _ => {}
            }
        }
        Some(literals)
    }

    pub(super) fn search(
        &mut self,
        assumptions: &[SatLit],
        effort: &mut Effort,
    ) -> Result<bool, Limit> {
        loop {
            let round = ROUND.min(effort.conflicts);
            let before = self.propagations;
            let found = self.ask(assumptions, round);
            let cost = price(self.propagations - before, PROPAGATION);
            effort.allowance.charge(cost);
            match found {
                SatResult::Sat => return Ok(true),
                SatResult::Unsat => return Ok(false),
                SatResult::Exhausted => {
                    effort.conflicts -= round;
                    if effort.conflicts == 0 {
                        return Err(Limit::Conflicts);
                    }
                    if effort.allowance.is_used_up() {
                        return Err(Limit::Cost);
                    }
                }
            }
        }
    }

    /// Asks the SAT solver, and counts its propagations.
    fn ask(&mut self, assumptions: &[SatLit], conflicts: u64) -> SatResult {
        let before = (self.sat.propagations(), self.sat.lemmas());
        let found = self.sat.solve(assumptions, conflicts);
        self.propagations += self.sat.propagations() - before.0;
        self.lemmas += self.sat.lemmas() - before.1;
        self.is_certified = self.sat.is_certified();
        found
    }

    /// Tells the SAT solver to guess the hint's bits.
    fn prefer_hint(&mut self, variables: &[VarId]) {
        for &variable in variables {
            let Some(known) = self.encoder.variable(variable) else {
                continue;
            };
            let value = self.hint.get(variable);
            let bits = value.and_then(|value| value_bits(value, known.bits.len()));
            for (position, &lit) in known.bits.iter().enumerate() {
                let preferred = bits.as_ref().is_some_and(|bits| bits[position]);
                self.clauses.prefer(lit, preferred);
            }
        }
        self.clauses.settle(self.sat.as_mut());
    }

    fn bit(&self, lit: Lit) -> bool {
        match (lit.as_constant(), self.clauses.variable(lit.gate())) {
            (Some(constant), _) => constant,
            (None, Some(variable)) => self.sat.value(variable) ^ lit.is_negated(),
            (None, None) => lit.is_negated(),
        }
    }

    pub(super) fn model(&self, terms: &Terms, variables: &[VarId]) -> Model {
        let values = variables.iter().map(|&variable| {
            let value = match terms.variable_of(variable).sort {
                Sort::Scalar(scalar) => {
                    let bits = self.encoder.variable(variable).map(|known| &known.bits);
                    bits.map(|bits| self.scalar(scalar, bits))
                        .or_else(|| self.hint.get(variable).cloned())
                        .unwrap_or_else(|| Value::zero(Sort::Scalar(scalar)))
                }
                Sort::Array { index, element } => self.array(variable, index, element),
            };
            (variable, value)
        });
        values.collect()
    }

    fn scalar(&self, scalar: Scalar, bits: &[Lit]) -> Value {
        let bits = bits.iter().map(|&lit| self.bit(lit));
        if scalar == Scalar::Int {
            return Value::Int(read_integer(bits));
        }
        let number = bits.enumerate().fold(0u64, |number, (position, bit)| {
            number | u64::from(bit) << position
        });
        match scalar {
            Scalar::Bool => Value::Bool(number == 1),
            Scalar::BitVec(width) => Value::bit_vec(width, number),
            Scalar::Float32 => Value::float32(f32::from_bits(number as u32)),
            Scalar::Float64 => Value::float64(f64::from_bits(number)),
            Scalar::Int => unreachable!("read above"),
        }
    }

    fn array(&self, variable: VarId, index: Scalar, element: Scalar) -> Value {
        let mut array = ArrayValue {
            index,
            default: Box::new(Value::zero(Sort::Scalar(element))),
            entries: Default::default(),
        };
        let mut seen = Vec::new();
        for read in self.encoder.reads(variable) {
            let known = |lit: &Lit| self.clauses.variable(lit.gate()).is_some();
            if !read.fresh.iter().any(known) {
                continue;
            }
            let at = self.scalar(index, &read.index);
            if seen.contains(&at) {
                continue;
            }
            let value = self.scalar(element, &read.fresh);
            if value != *array.default {
                array.entries.insert(at.clone(), value);
            }
            seen.push(at);
        }
        Value::Array(array)
    }
}

/// The bits of a value, if it fits.
fn value_bits(value: &Value, width: usize) -> Option<Vec<bool>> {
    let number = match value {
        Value::Bool(value) => u64::from(*value),
        Value::BitVec { bits, .. } => *bits,
        Value::Float32(bits) => u64::from(*bits),
        Value::Float64(bits) => *bits,
        Value::Int(number) => {
            let word = super::integers::integer(number);
            if word.len() > width {
                return None;
            }
            let word = super::words::sign_extend(&word, width);
            return Some(word.iter().map(|&lit| lit == Lit::TRUE).collect());
        }
        Value::Array(_) => return None,
    };
    Some(
        (0..width)
            .map(|bit| bit < 64 && number >> bit & 1 == 1)
            .collect(),
    )
}
