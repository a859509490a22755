//! Circuits of gates: constants folded, equal gates shared. Because constants
//! fold, a circuit built on constant inputs is an evaluation.

use rustc_hash::FxHashMap;

/// A gate's output or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lit(u32);

impl Lit {
    /// The constant false.
    pub(super) const FALSE: Lit = Lit(0);
    /// The constant true.
    pub(super) const TRUE: Lit = Lit(1);

    /// The constant of a boolean.
    pub(super) fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    /// The boolean, if it is a constant.
    pub(super) fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// The index of its gate.
    pub(super) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the negation of its gate's output.
    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Itself, negated if `negate`.
    pub(super) fn negate_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A gate, over literals of earlier gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Gate {
    /// The constant false; the first gate of every circuit.
    False,
    /// A free bit.
    Input,
    /// Conjunction.
    And(Lit, Lit),
    /// Exclusive or.
    Xor(Lit, Lit),
    /// The second if the first, else the third.
    Mux(Lit, Lit, Lit),
    /// Whether two or more hold: an adder's carry.
    Majority(Lit, Lit, Lit),
    /// Whether an odd number hold: an adder's sum.
    Parity(Lit, Lit, Lit),
}

impl Gate {
    /// The literals it reads.
    pub(super) fn operands(self) -> impl Iterator<Item = Lit> {
        let operands = match self {
            Gate::False | Gate::Input => [None; 3],
            Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) | Gate::Parity(a, b, c) => {
                [Some(a), Some(b), Some(c)]
            }
        };
        operands.into_iter().flatten()
    }
}

/// A growing circuit.
#[derive(Clone, Debug)]
pub(super) struct Circuit {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, Lit>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit {
            gates: vec![Gate::False],
            known: FxHashMap::default(),
        }
    }
}

impl Circuit {
    /// How many gates there are.
    pub(super) fn len(&self) -> usize {
        self.gates.len()
    }

    /// The gate of an index.
    pub(super) fn gate(&self, index: usize) -> Gate {
        self.gates[index]
    }

    /// How many gates some literals depend on.
    pub(super) fn cone(&self, roots: impl Iterator<Item = Lit>) -> usize {
        let mut seen = vec![false; self.gates.len()];
        let mut stack: Vec<usize> = roots.map(Lit::gate).collect();
        let mut count = 0;
        while let Some(gate) = stack.pop() {
            if !std::mem::replace(&mut seen[gate], true) {
                count += 1;
                stack.extend(self.gates[gate].operands().map(Lit::gate));
            }
        }
        count
    }

    /// A new free bit.
    pub(super) fn input(&mut self) -> Lit {
        self.gates.push(Gate::Input);
        Lit((self.gates.len() as u32 - 1) << 1)
    }

    /// New free bits.
    pub(super) fn inputs(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.input()).collect()
    }

    fn intern(&mut self, gate: Gate) -> Lit {
        if let Some(&known) = self.known.get(&gate) {
            return known;
        }
        let lit = Lit((self.gates.len() as u32) << 1);
        self.gates.push(gate);
        self.known.insert(gate, lit);
        lit
    }

    /// Conjunction.
    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match a {
            Lit::FALSE => return Lit::FALSE,
            Lit::TRUE => return b,
            _ if a == b => return a,
            _ if a == !b => return Lit::FALSE,
            _ => {}
        }
        for (a, b) in [(a, b), (b, a)] {
            if let Gate::And(c, d) = self.gates[b.gate()] {
                match (b.is_negated(), c == a || d == a, c == !a || d == !a) {
                    (false, true, _) => return b,
                    (false, _, true) => return Lit::FALSE,
                    (true, _, true) => return a,
                    (true, true, _) => {
                        let other = if c == a { d } else { c };
                        return self.and(a, !other);
                    }
                    _ => {}
                }
            }
        }
        self.intern(Gate::And(a, b))
    }

    /// Disjunction.
    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exclusive or.
    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negated() ^ b.is_negated();
        let (a, b) = (a.negate_if(a.is_negated()), b.negate_if(b.is_negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::constant(negate);
        }
        if a == Lit::FALSE {
            return b.negate_if(negate);
        }
        self.intern(Gate::Xor(a, b)).negate_if(negate)
    }

    /// Equivalence.
    pub(super) fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `then` if `select`, else `otherwise`.
    pub(super) fn mux(&mut self, select: Lit, then: Lit, otherwise: Lit) -> Lit {
        if select.is_negated() {
            return self.mux(!select, otherwise, then);
        }
        if select == Lit::FALSE {
            return otherwise;
        }
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.iff(select, then);
        }
        match then {
            Lit::TRUE => return self.or(select, otherwise),
            Lit::FALSE => return self.and(!select, otherwise),
            _ if then == select => return self.or(select, otherwise),
            _ if then == !select => return self.and(!select, otherwise),
            _ => {}
        }
        match otherwise {
            Lit::TRUE => return self.or(!select, then),
            Lit::FALSE => return self.and(select, then),
            _ if otherwise == select => return self.and(select, then),
            _ if otherwise == !select => return self.or(!select, then),
            _ => {}
        }
        let negate = then.is_negated();
        let gate = Gate::Mux(select, then.negate_if(negate), otherwise.negate_if(negate));
        self.intern(gate).negate_if(negate)
    }

    /// Whether two or more of three hold.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut lits = [a, b, c];
        lits.sort_unstable();
        let [a, b, c] = lits;
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        match a {
            Lit::FALSE => return self.and(b, c),
            Lit::TRUE => return self.or(b, c),
            _ => {}
        }
        let negate = a.is_negated();
        let gate = Gate::Majority(
            a.negate_if(negate),
            b.negate_if(negate),
            c.negate_if(negate),
        );
        self.intern(gate).negate_if(negate)
    }

    /// Whether an odd number of three hold.
    pub(super) fn parity(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let negate = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let mut lits = [a, b, c].map(|lit| lit.negate_if(lit.is_negated()));
        lits.sort_unstable();
        let [a, b, c] = lits;
        if a == b {
            return c.negate_if(negate);
        }
        if b == c {
            return a.negate_if(negate);
        }
        if a == Lit::FALSE {
            return self.xor(b, c).negate_if(negate);
        }
        self.intern(Gate::Parity(a, b, c)).negate_if(negate)
    }

    /// Conjunction of many.
    pub(super) fn all(&mut self, lits: &[Lit]) -> Lit {
        lits.iter().fold(Lit::TRUE, |all, &lit| self.and(all, lit))
    }

    /// Disjunction of many.
    pub(super) fn any(&mut self, lits: &[Lit]) -> Lit {
        lits.iter().fold(Lit::FALSE, |any, &lit| self.or(any, lit))
    }
}
