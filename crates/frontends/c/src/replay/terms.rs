//! The terms of a run, built from its events as the run made them.

use everypath_c_runtime::layout::{Event, casts, operations, sorts};
use everypath_term::{Op, Scalar, Sort, TermId, Value};
use everypath_trace::Premise;

use super::{Replay, value};

impl Replay<'_> {
    /// An operation; what does not fit together cannot come from a sound log.
    pub(super) fn apply(&mut self, op: Op, operands: &[TermId]) -> TermId {
        let sorts: Vec<Sort> = operands
            .iter()
            .map(|operand| self.terms.sort(*operand))
            .collect();
        if op.result(&sorts).is_none() {
            self.broken = true;
            return operands[0];
        }
        self.terms.apply(op, operands)
    }

    pub(super) fn ite(&mut self, condition: TermId, then: TermId, other: TermId) -> TermId {
        self.apply(Op::Ite, &[condition, then, other])
    }

    pub(super) fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Op::Eq, &[a, b])
    }

    pub(super) fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Op::And, &[a, b])
    }

    pub(super) fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Op::Or, &[a, b])
    }

    pub(super) fn not(&mut self, a: TermId) -> TermId {
        self.apply(Op::Not, &[a])
    }

    pub(super) fn term(&self, number: u32) -> Option<TermId> {
        match number {
            0 => None,
            number => self.built.get(number as usize).copied(),
        }
    }

    pub(super) fn binary(&mut self, event: &Event) -> Option<TermId> {
        let float = event.what >= operations::FADD;
        let code = match (float, event.width) {
            (true, 32) => sorts::FLOAT32,
            (true, _) => sorts::FLOAT64,
            (false, width) => width,
        };
        let constant = match event.a == 0 || event.b == 0 {
            true => Some(self.terms.constant(value(code, event.value)?)),
            false => None,
        };
        let a = self.term(event.a).or(constant)?;
        let b = self.term(event.b).or(constant)?;
        if float {
            return self.float(event.what, a, b);
        }
        if event.width == 1 {
            return self.boolean(event.what, a, b);
        }
        let simple = |op: Op| Some((op, false, false));
        // The operation, whether the operands are swapped, whether the result is negated.
        let (op, swapped, negated) = match event.what {
            operations::ADD => simple(Op::BvAdd),
            operations::SUB => simple(Op::BvSub),
            operations::MUL => simple(Op::BvMul),
            operations::UDIV => simple(Op::BvUdiv),
            operations::SDIV => simple(Op::BvSdiv),
            operations::UREM => simple(Op::BvUrem),
            operations::SREM => simple(Op::BvSrem),
            operations::SHL => simple(Op::BvShl),
            operations::LSHR => simple(Op::BvLshr),
            operations::ASHR => simple(Op::BvAshr),
            operations::AND => simple(Op::BvAnd),
            operations::OR => simple(Op::BvOr),
            operations::XOR => simple(Op::BvXor),
            operations::EQ | operations::NE => {
                let same = self.equal(a, b);
                return Some(if event.what == operations::EQ {
                    same
                } else {
                    self.not(same)
                });
            }
            operations::ULT => simple(Op::BvUlt),
            operations::ULE => simple(Op::BvUle),
            operations::SLT => simple(Op::BvSlt),
            operations::SLE => simple(Op::BvSle),
            operations::UGT => Some((Op::BvUlt, true, false)),
            operations::UGE => Some((Op::BvUle, true, false)),
            operations::SGT => Some((Op::BvSlt, true, false)),
            operations::SGE => Some((Op::BvSle, true, false)),
            operations::OVERFLOWS => return self.overflows(event.flag, event.width, a, b),
            operations::UADD_OVERFLOWS => {
                let sum = self.apply(Op::BvAdd, &[a, b]);
                return Some(self.apply(Op::BvUlt, &[sum, a]));
            }
            _ => None,
        }?;
        let operands = if swapped { [b, a] } else { [a, b] };
        let made = self.apply(op, &operands);
        Some(if negated { self.not(made) } else { made })
    }

    /// Equality; a boolean that was made a number is seen through.
    pub(super) fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        for (number, other) in [(a, b), (b, a)] {
            if let (Some(&boolean), Some(Value::BitVec { bits, .. })) =
                (self.booleans.get(&number), self.terms.as_constant(other))
            {
                return match bits {
                    0 => self.not(boolean),
                    1 => boolean,
                    _ => self.terms.bool(false),
                };
            }
        }
        self.eq(a, b)
    }

    pub(super) fn boolean(&mut self, what: u8, a: TermId, b: TermId) -> Option<TermId> {
        let same = self.eq(a, b);
        Some(match what {
            operations::AND | operations::MUL => self.and(a, b),
            operations::OR => self.or(a, b),
            operations::EQ => same,
            operations::NE | operations::XOR | operations::ADD | operations::SUB => self.not(same),
            operations::ULT | operations::SGT => {
                let not = self.not(a);
                self.and(not, b)
            }
            operations::UGT | operations::SLT => {
                let not = self.not(b);
                self.and(a, not)
            }
            _ => return None,
        })
    }

    pub(super) fn float(&mut self, what: u8, a: TermId, b: TermId) -> Option<TermId> {
        let op = match what {
            operations::FADD => Op::FpAdd,
            operations::FSUB => Op::FpSub,
            operations::FMUL => Op::FpMul,
            operations::FDIV => Op::FpDiv,
            operations::FREM => Op::FpRem,
            _ => return self.float_compare(what.checked_sub(operations::FCMP)?, a, b),
        };
        Some(self.apply(op, &[a, b]))
    }

    /// LLVM's sixteen predicates: ordered ones are false with a NaN,
    /// unordered ones true.
    pub(super) fn float_compare(&mut self, predicate: u8, a: TermId, b: TermId) -> Option<TermId> {
        let (nan_a, nan_b) = (self.apply(Op::FpIsNan, &[a]), self.apply(Op::FpIsNan, &[b]));
        let unordered = self.or(nan_a, nan_b);
        let plain = |this: &mut Self, predicate: u8| match predicate {
            1 => this.apply(Op::FpEq, &[a, b]),
            2 => this.apply(Op::FpLt, &[b, a]),
            3 => this.apply(Op::FpLe, &[b, a]),
            4 => this.apply(Op::FpLt, &[a, b]),
            _ => this.apply(Op::FpLe, &[a, b]),
        };
        Some(match predicate {
            0 => self.terms.bool(false),
            15 => self.terms.bool(true),
            1..=5 => plain(self, predicate),
            6 => {
                let equal = plain(self, 1);
                let either = self.or(equal, unordered);
                self.not(either)
            }
            7 => self.not(unordered),
            8 => unordered,
            9..=13 => {
                let ordered = plain(self, predicate - 8);
                self.or(ordered, unordered)
            }
            14 => {
                let equal = plain(self, 1);
                self.not(equal)
            }
            _ => return None,
        })
    }

    /// Whether a signed operation leaves its range.
    fn overflows(&mut self, what: u8, width: u8, a: TermId, b: TermId) -> Option<TermId> {
        let op = match what {
            operations::ADD => Op::BvAdd,
            operations::SUB => Op::BvSub,
            operations::MUL => Op::BvMul,
            _ => return None,
        };
        if width <= 32 {
            let wide = width * 2;
            let (wide_a, wide_b) = (
                self.apply(Op::BvSignExtend(wide), &[a]),
                self.apply(Op::BvSignExtend(wide), &[b]),
            );
            let exact = self.apply(op, &[wide_a, wide_b]);
            let low = self.apply(
                Op::BvExtract {
                    high: width - 1,
                    low: 0,
                },
                &[exact],
            );
            let back = self.apply(Op::BvSignExtend(wide), &[low]);
            let same = self.eq(exact, back);
            return Some(self.not(same));
        }
        let zero = self.terms.constant(Value::bit_vec(width, 0));
        let result = self.apply(op, &[a, b]);
        let negative = |this: &mut Self, term| this.apply(Op::BvSlt, &[term, zero]);
        let (sign_a, sign_b, sign) = (negative(self, a), negative(self, b), negative(self, result));
        let alike = self.eq(sign_a, sign_b);
        let comparable = if what == operations::SUB {
            self.not(alike)
        } else {
            alike
        };
        let kept = self.eq(sign_a, sign);
        let turned = self.not(kept);
        Some(self.and(comparable, turned))
    }

    pub(super) fn cast(&mut self, event: &Event, of: TermId) -> Option<TermId> {
        let from = self.terms.sort(of);
        let float = |width: u8| {
            if width == 32 {
                Scalar::Float32
            } else {
                Scalar::Float64
            }
        };
        let to = event.width;
        let bits = |this: &mut Self| match from {
            Sort::BOOL => this.number(of, to.max(2)),
            _ => of,
        };
        Some(match event.what {
            casts::TRUNC if to == 1 => match self.booleans.get(&of) {
                Some(boolean) => *boolean,
                None => {
                    let low = self.apply(Op::BvExtract { high: 0, low: 0 }, &[of]);
                    let one = self.terms.constant(Value::bit_vec(1, 1));
                    self.eq(low, one)
                }
            },
            casts::TRUNC => {
                let low = self.apply(
                    Op::BvExtract {
                        high: to.checked_sub(1)?,
                        low: 0,
                    },
                    &[of],
                );
                if let Some(&boolean) = self.booleans.get(&of) {
                    self.booleans.insert(low, boolean);
                }
                low
            }
            casts::ZEXT if from == Sort::BOOL => self.number(of, to),
            casts::ZEXT => {
                let wide = self.apply(Op::BvZeroExtend(to), &[of]);
                if let Some(&boolean) = self.booleans.get(&of) {
                    self.booleans.insert(wide, boolean);
                }
                wide
            }
            casts::SEXT if from == Sort::BOOL => {
                let ones = self.terms.constant(Value::bit_vec(to, u64::MAX));
                let zero = self.terms.constant(Value::bit_vec(to, 0));
                self.ite(of, ones, zero)
            }
            casts::SEXT => {
                let wide = self.apply(Op::BvSignExtend(to), &[of]);
                if let Some(&boolean) = self.booleans.get(&of).filter(|_| from.width() > Some(1)) {
                    self.booleans.insert(wide, boolean);
                }
                wide
            }
            casts::FPTOSI => self.apply(Op::FpToSigned(to), &[of]),
            casts::FPTOUI => self.apply(Op::FpToUnsigned(to), &[of]),
            casts::SITOFP => {
                let of = bits(self);
                self.apply(Op::FpFromSigned(float(to)), &[of])
            }
            casts::UITOFP => {
                let of = bits(self);
                self.apply(Op::FpFromUnsigned(float(to)), &[of])
            }
            // A `long double` is the `double` of its value.
            casts::FPTRUNC | casts::FPEXT if to == event.flag => of,
            casts::FPTRUNC | casts::FPEXT => self.apply(Op::FpToFp(float(to)), &[of]),
            casts::BITCAST => match from {
                Sort::FLOAT32 | Sort::FLOAT64 => {
                    self.trace.suppose(Premise::Payload);
                    self.apply(Op::FpToBits, &[of])
                }
                _ => self.apply(Op::FpFromBits, &[of]),
            },
            _ => return None,
        })
    }

    /// A boolean as the number 0 or 1.
    pub(super) fn number(&mut self, boolean: TermId, width: u8) -> TermId {
        let one = self.terms.constant(Value::bit_vec(width, 1));
        let zero = self.terms.constant(Value::bit_vec(width, 0));
        let number = self.ite(boolean, one, zero);
        self.booleans.insert(number, boolean);
        number
    }
}
