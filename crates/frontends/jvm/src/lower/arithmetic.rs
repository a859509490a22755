//! Arithmetic, conversions and comparisons of numbers.

use everypath_lowered::Register;
use everypath_term::{Op, Value as TermValue};

use super::method::Body;
use crate::code::{Arithmetic, Conversion, FloatArithmetic, Kind};

impl Body {
    /// Arithmetic on ints or longs, of the two top values.
    pub(super) fn arithmetic(&mut self, operation: Arithmetic, kind: Kind) {
        let op = operation.op();
        let is_shift = operation.is_shift();
        let width: u8 = if kind == Kind::Long { 64 } else { 32 };
        let mut right = match is_shift {
            true => self.pop(),
            false => self.pop_kind(kind),
        };
        let left = self.pop_kind(kind);
        if is_shift {
            if width == 64 {
                right = self.computed(Op::BvZeroExtend(64), &[right]);
            }
            let mask = self.temporary();
            self.set(mask, TermValue::bit_vec(width, u64::from(width) - 1));
            right = self.computed(Op::BvAnd, &[right, mask]);
        }
        if matches!(op, Op::BvSdiv | Op::BvSrem) {
            let zero = self.temporary();
            self.set(zero, TermValue::bit_vec(width, 0));
            let is_zero = self.computed(Op::Eq, &[right, zero]);
            let is_fine = self.computed(Op::Not, &[is_zero]);
            self.check(is_fine, "java/lang/ArithmeticException");
        }
        let to = self.push_kind(kind);
        self.apply(to, op, &[left, right]);
    }

    /// Arithmetic on floats or doubles, of the two top values.
    pub(super) fn float_arithmetic(&mut self, operation: FloatArithmetic, kind: Kind) {
        let op = operation.op();
        let right = self.pop_kind(kind);
        let left = self.pop_kind(kind);
        let to = self.push_kind(kind);
        self.apply(to, op, &[left, right]);
    }

    /// The negation of the top value.
    pub(super) fn negate(&mut self, kind: Kind) {
        let op = match kind {
            Kind::Int | Kind::Long => Op::BvNeg,
            _ => Op::FpNeg,
        };
        let value = self.pop_kind(kind);
        let to = self.push_kind(kind);
        self.apply(to, op, &[value]);
    }

    /// The conversion of the top value.
    pub(super) fn convert(&mut self, conversion: Conversion) {
        let (from, into) = conversion.kinds();
        let value = self.pop_kind(from);
        let to = self.push_kind(into);
        if let Some(op) = conversion.op() {
            self.apply(to, op, &[value]);
            return;
        }
        if to != value {
            self.push_instruction(everypath_lowered::Instruction::Move { to, from: value });
        }
        self.narrow(to, into);
    }

    /// Cuts an int to what a narrow kind keeps of it.
    pub(super) fn narrow(&mut self, register: Register, kind: Kind) {
        let (width, signed) = match kind {
            Kind::Boolean => (1, false),
            Kind::Byte => (8, true),
            Kind::Char => (16, false),
            Kind::Short => (16, true),
            _ => return,
        };
        self.push_instruction(everypath_lowered::Instruction::Narrow {
            register,
            width,
            signed,
        });
    }

    /// -1, 0 or 1 for the order of the two top values; `nan` if there is none.
    pub(super) fn compare(&mut self, kind: Kind, nan: i8) {
        let right = self.pop_kind(kind);
        let left = self.pop_kind(kind);
        let is_long = kind == Kind::Long;
        let (less, same) = match is_long {
            true => (Op::BvSlt, Op::Eq),
            false => (Op::FpLt, Op::FpEq),
        };
        let less = self.computed(less, &[left, right]);
        let same = self.computed(same, &[left, right]);
        let constant = |value: i32| TermValue::bit_vec(32, u64::from(value as u32));
        let other = self.int(1);
        let mut rest = other;
        if !is_long {
            // Neither less nor the same nor more: one of them is NaN.
            let more = self.computed(Op::FpLt, &[right, left]);
            let nan = self.int(i32::from(nan));
            rest = self.computed(Op::Ite, &[more, other, nan]);
        }
        let number = self.temporary();
        self.set(number, constant(0));
        self.apply(rest, Op::Ite, &[same, number, rest]);
        self.set(number, constant(-1));
        let to = self.push(1);
        self.apply(to, Op::Ite, &[less, number, rest]);
    }
}
