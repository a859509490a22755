//! Arithmetic and casts; what C does not define ends a run.

use everypath_lowered::{Instruction, Register};
use everypath_term::{Op, Scalar, Value};

use super::body::{Body, Lowered, Operand};
use super::instructions::compared;
use crate::instrument::without_flags;
use crate::ir::text::{Class, class_of, split, typed};

impl Body<'_> {
    pub(super) fn arithmetic(&mut self, name: &str, operation: &str, rest: &str) -> Lowered<()> {
        let (rest, no_signed_wrap) = without_flags(rest);
        let parts = split(rest);
        let operands = parts.first().and_then(|part| typed(part)).zip(parts.get(1));
        let Some(((ty, first), second)) = operands else {
            return Err(format!("has the instruction {operation}"));
        };
        let (a, b) = (self.scalar(ty, first)?, self.scalar(ty, second)?);
        let to = self.new_scalar(name, ty)?;
        match class_of(ty) {
            Class::Int(1) => self.boolean(to, operation, a, b),
            Class::Int(width) => {
                if no_signed_wrap && operation == "mul" && width > 32 {
                    self.wide_product(to, width, a, b);
                    return Ok(());
                }
                if no_signed_wrap {
                    self.check_overflow(operation, width, a, b);
                }
                self.integer(to, operation, width, a, b)
            }
            _ => {
                let op = match operation {
                    "fadd" => Op::FpAdd,
                    "fsub" => Op::FpSub,
                    "fmul" => Op::FpMul,
                    "fdiv" => Op::FpDiv,
                    "frem" => Op::FpRem,
                    _ => return Err(format!("has the instruction {operation}")),
                };
                self.apply_to(to, op, &[a, b]);
                Ok(())
            }
        }
    }

    fn boolean(&mut self, to: Register, operation: &str, a: Register, b: Register) -> Lowered<()> {
        match operation {
            "and" => self.apply_to(to, Op::And, &[a, b]),
            "or" => self.apply_to(to, Op::Or, &[a, b]),
            "xor" => {
                let same = self.apply(Op::Eq, &[a, b]);
                self.apply_to(to, Op::Not, &[same]);
            }
            _ => return Err(format!("has the instruction {operation} of booleans")),
        }
        Ok(())
    }

    fn integer(
        &mut self,
        to: Register,
        operation: &str,
        width: u8,
        a: Register,
        b: Register,
    ) -> Lowered<()> {
        let op = match operation {
            "add" => Op::BvAdd,
            "sub" => Op::BvSub,
            "mul" => Op::BvMul,
            "and" => Op::BvAnd,
            "or" => Op::BvOr,
            "xor" => Op::BvXor,
            "udiv" => Op::BvUdiv,
            "urem" => Op::BvUrem,
            "sdiv" => Op::BvSdiv,
            "srem" => Op::BvSrem,
            "shl" => Op::BvShl,
            "lshr" => Op::BvLshr,
            "ashr" => Op::BvAshr,
            _ => return Err(format!("has the instruction {operation}")),
        };
        let number = |value: u64| Value::bit_vec(width, value);
        match op {
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
                let zero = self.constant(number(0));
                let by_zero = self.apply(Op::Eq, &[b, zero]);
                self.crash_if(by_zero);
                if matches!(op, Op::BvSdiv | Op::BvSrem) {
                    let least = self.constant(number(1 << (width - 1)));
                    let minus_one = self.constant(number(u64::MAX));
                    let least = self.apply(Op::Eq, &[a, least]);
                    let minus_one = self.apply(Op::Eq, &[b, minus_one]);
                    let both = self.apply(Op::And, &[least, minus_one]);
                    self.crash_if(both);
                }
            }
            Op::BvShl | Op::BvLshr | Op::BvAshr => {
                let most = self.constant(number(u64::from(width)));
                let fits = self.apply(Op::BvUlt, &[b, most]);
                self.crash_unless(fits);
            }
            _ => {}
        }
        self.apply_to(to, op, &[a, b]);
        Ok(())
    }

    /// Ends runs on which a signed operation leaves its range.
    fn check_overflow(&mut self, operation: &str, width: u8, a: Register, b: Register) {
        let op = match operation {
            "add" => Op::BvAdd,
            "sub" => Op::BvSub,
            "mul" => Op::BvMul,
            // Left shifts of negative numbers are what machines do.
            _ => return,
        };
        if op == Op::BvMul {
            let wide = Op::BvSignExtend(width * 2);
            let (a, b) = (self.apply(wide, &[a]), self.apply(wide, &[b]));
            let exact = self.apply(op, &[a, b]);
            let high = width - 1;
            let low = self.apply(Op::BvExtract { high, low: 0 }, &[exact]);
            let back = self.apply(wide, &[low]);
            let fits = self.apply(Op::Eq, &[exact, back]);
            return self.crash_unless(fits);
        }
        // The result's sign differs from that of both operands, the second
        // of which counts negated in a difference.
        let result = self.apply(op, &[a, b]);
        let turned = self.apply(Op::BvXor, &[a, result]);
        let other = match op {
            Op::BvSub => self.apply(Op::BvXor, &[a, b]),
            _ => self.apply(Op::BvXor, &[b, result]),
        };
        let both = self.apply(Op::BvAnd, &[turned, other]);
        let zero = self.constant(Value::bit_vec(width, 0));
        let overflows = self.apply(Op::BvSlt, &[both, zero]);
        self.crash_if(overflows);
    }

    /// A product whose exact value has no sort, checked in the same way: the
    /// magnitudes are multiplied by halves.
    fn wide_product(&mut self, to: Register, width: u8, a: Register, b: Register) {
        let extend = Op::BvSignExtend(64);
        let (a, b) = match width {
            64 => (a, b),
            _ => (self.apply(extend, &[a]), self.apply(extend, &[b])),
        };
        let zero = self.offset(0);
        let half = self.offset(32);
        let parts = |body: &mut Self, of: Register| {
            let negative = body.apply(Op::BvSlt, &[of, zero]);
            let negated = body.apply(Op::BvNeg, &[of]);
            let magnitude = body.apply(Op::Ite, &[negative, negated, of]);
            let high = body.apply(Op::BvLshr, &[magnitude, half]);
            let low = body.apply(Op::BvExtract { high: 31, low: 0 }, &[magnitude]);
            let low = body.apply(Op::BvZeroExtend(64), &[low]);
            (negative, high, low)
        };
        let (a_negative, a_high, a_low) = parts(self, a);
        let (b_negative, b_high, b_low) = parts(self, b);
        let a_small = self.apply(Op::Eq, &[a_high, zero]);
        let b_small = self.apply(Op::Eq, &[b_high, zero]);
        let one_small = self.apply(Op::Or, &[a_small, b_small]);
        self.crash_unless(one_small);
        let first = self.apply(Op::BvMul, &[a_high, b_low]);
        let second = self.apply(Op::BvMul, &[a_low, b_high]);
        let cross = self.apply(Op::BvAdd, &[first, second]);
        let beyond = self.apply(Op::BvLshr, &[cross, half]);
        let fits = self.apply(Op::Eq, &[beyond, zero]);
        self.crash_unless(fits);
        let low = self.apply(Op::BvMul, &[a_low, b_low]);
        let cross = self.apply(Op::BvShl, &[cross, half]);
        let total = self.apply(Op::BvAdd, &[low, cross]);
        let carried = self.apply(Op::BvUlt, &[total, low]);
        self.crash_if(carried);
        let same_sign = self.apply(Op::Eq, &[a_negative, b_negative]);
        let most = self.offset((1 << (width - 1)) - 1);
        let least = self.offset(1 << (width - 1));
        let limit = self.apply(Op::Ite, &[same_sign, most, least]);
        let fits = self.apply(Op::BvUle, &[total, limit]);
        self.crash_unless(fits);
        let negated = self.apply(Op::BvNeg, &[total]);
        let product = self.apply(Op::Ite, &[same_sign, total, negated]);
        match width {
            64 => self.push(Instruction::Move { to, from: product }),
            width => {
                let high = width - 1;
                self.apply_to(to, Op::BvExtract { high, low: 0 }, &[product]);
            }
        }
    }

    pub(super) fn compare_floats(&mut self, name: &str, rest: &str) -> Lowered<()> {
        let (predicate, ty, [first, second]) = compared(rest)?;
        let (a, b) = (self.scalar(ty, first)?, self.scalar(ty, second)?);
        let to = self.new_scalar(name, "i1")?;
        let (nan_a, nan_b) = (self.apply(Op::FpIsNan, &[a]), self.apply(Op::FpIsNan, &[b]));
        let unordered = self.apply(Op::Or, &[nan_a, nan_b]);
        let plain = |body: &mut Self, predicate: &str| match predicate {
            "eq" => Some(body.apply(Op::FpEq, &[a, b])),
            "gt" => Some(body.apply(Op::FpLt, &[b, a])),
            "ge" => Some(body.apply(Op::FpLe, &[b, a])),
            "lt" => Some(body.apply(Op::FpLt, &[a, b])),
            "le" => Some(body.apply(Op::FpLe, &[a, b])),
            "ne" => {
                let same = body.apply(Op::FpEq, &[a, b]);
                Some(body.apply(Op::Not, &[same]))
            }
            _ => None,
        };
        let ordered = self.apply(Op::Not, &[unordered]);
        match predicate {
            "ord" => self.apply_to(to, Op::Not, &[unordered]),
            "uno" => self.apply_to(to, Op::Or, &[nan_a, nan_b]),
            "true" | "false" => {
                let other = self.apply(Op::Not, &[unordered]);
                let op = if predicate == "true" { Op::Or } else { Op::And };
                self.apply_to(to, op, &[unordered, other]);
            }
            _ => {
                let (kind, rest) = predicate.split_at(1);
                let plain = plain(self, rest).ok_or_else(|| format!("compares by {predicate}"))?;
                match kind {
                    "o" => self.apply_to(to, Op::And, &[plain, ordered]),
                    _ => self.apply_to(to, Op::Or, &[plain, unordered]),
                }
            }
        }
        Ok(())
    }

    pub(super) fn cast(&mut self, name: &str, operation: &str, rest: &str) -> Lowered<()> {
        let unknown = || format!("has the cast {operation}");
        let (rest, _) = without_flags(rest);
        // A constant that is cast may be a cast itself.
        let (from, target) = rest.rsplit_once(" to ").ok_or_else(unknown)?;
        let (ty, value) = typed(from).ok_or_else(unknown)?;
        let target = target.trim();
        let (from, class) = (class_of(ty), class_of(target));
        if from == Class::Pointer && class == Class::Pointer {
            let (object, offset) = self.pointer(ty, value)?;
            if let Some(whole) = self.wholes.get(value).cloned() {
                self.wholes.insert(name.to_owned(), whole);
            }
            return self.name_pointer(name, object, offset);
        }
        if from == Class::Pointer || class == Class::Pointer {
            return Err("makes a pointer a number or a number a pointer".to_owned());
        }
        let value = self.scalar(ty, value)?;
        let Operand::Scalar(to) = self.new_value(name, target)? else {
            return Err(unknown());
        };
        let float = |width: u8| match width {
            32 => Scalar::Float32,
            _ => Scalar::Float64,
        };
        let width = class.width();
        match (operation, from, class) {
            ("trunc", _, Class::Int(1)) => {
                let low = self.apply(Op::BvExtract { high: 0, low: 0 }, &[value]);
                let one = self.constant(Value::bit_vec(1, 1));
                self.apply_to(to, Op::Eq, &[low, one]);
            }
            ("trunc", _, Class::Int(width)) => {
                let high = width - 1;
                self.apply_to(to, Op::BvExtract { high, low: 0 }, &[value]);
            }
            ("zext" | "sext", Class::Int(1), Class::Int(width)) => {
                let yes = if operation == "zext" { 1 } else { u64::MAX };
                let yes = self.constant(Value::bit_vec(width, yes));
                let no = self.constant(Value::bit_vec(width, 0));
                self.apply_to(to, Op::Ite, &[value, yes, no]);
            }
            ("zext", Class::Int(_), Class::Int(width)) => {
                self.apply_to(to, Op::BvZeroExtend(width), &[value]);
            }
            ("sext", Class::Int(_), Class::Int(width)) => {
                self.apply_to(to, Op::BvSignExtend(width), &[value]);
            }
            ("sitofp" | "uitofp", Class::Int(1), _) | (_, Class::Float(80), _) => {
                return Err(unknown());
            }
            ("sitofp", _, Class::Float(32 | 64)) => {
                self.apply_to(to, Op::FpFromSigned(float(width)), &[value]);
            }
            ("uitofp", _, Class::Float(32 | 64)) => {
                self.apply_to(to, Op::FpFromUnsigned(float(width)), &[value]);
            }
            ("fptosi", _, Class::Int(width @ 2..)) => {
                self.apply_to(to, Op::FpToSigned(width), &[value]);
            }
            ("fptoui", _, Class::Int(width @ 2..)) => {
                self.apply_to(to, Op::FpToUnsigned(width), &[value]);
            }
            ("fpext" | "fptrunc", _, Class::Float(32 | 64)) => {
                self.apply_to(to, Op::FpToFp(float(width)), &[value]);
            }
            ("bitcast", Class::Float(_), Class::Int(_)) => {
                self.lowering.reads_bits = true;
                self.apply_to(to, Op::FpToBits, &[value]);
            }
            ("bitcast", Class::Int(_), Class::Float(_)) => {
                self.apply_to(to, Op::FpFromBits, &[value]);
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }
}
