//! Arithmetic on numbers, with their terms if they have any.

use everypath_term::{Op, TermId, Value as TermValue};

use super::value::Value;
use super::{Machine, Run};
use crate::code::{Arithmetic, Conversion, FloatArithmetic, Implicit, Kind};

/// What an operation on integers of one width gives; a divisor is not zero.
macro_rules! integer_result {
    ($operation:expr, $x:expr, $y:expr, $amount:expr, $unsigned:ty as $signed:ty) => {
        match $operation {
            Arithmetic::Add => $x.wrapping_add($y),
            Arithmetic::Subtract => $x.wrapping_sub($y),
            Arithmetic::Multiply => $x.wrapping_mul($y),
            Arithmetic::Divide => $x.wrapping_div($y),
            Arithmetic::Remainder => $x.wrapping_rem($y),
            Arithmetic::ShiftLeft => $x.wrapping_shl($amount),
            Arithmetic::ShiftRight => $x.wrapping_shr($amount),
            Arithmetic::ShiftRightUnsigned => ($x as $unsigned).wrapping_shr($amount) as $signed,
            Arithmetic::And => $x & $y,
            Arithmetic::Or => $x | $y,
            Arithmetic::Xor => $x ^ $y,
        }
    };
}

/// What an operation on floating-point numbers of one width gives.
macro_rules! float_result {
    ($operation:expr, $x:expr, $y:expr) => {
        match $operation {
            FloatArithmetic::Add => $x + $y,
            FloatArithmetic::Subtract => $x - $y,
            FloatArithmetic::Multiply => $x * $y,
            FloatArithmetic::Divide => $x / $y,
            FloatArithmetic::Remainder => $x % $y,
        }
    };
}

impl Machine {
    fn bits_term(&mut self, operation: Arithmetic, a: TermId, b: TermId, width: u8) -> TermId {
        let op = operation.op();
        let is_shift = operation.is_shift();
        let b = if is_shift {
            let mask = TermValue::bit_vec(width, u64::from(width) - 1);
            let mask = self.terms.constant(mask);
            self.terms.apply(Op::BvAnd, &[b, mask])
        } else {
            b
        };
        self.terms.apply(op, &[a, b])
    }

    fn check_divisor(&mut self, operation: Arithmetic, b: Value, kind: Kind) -> Run<()> {
        if !matches!(operation, Arithmetic::Divide | Arithmetic::Remainder) {
            return Ok(());
        }
        let is_zero = match kind {
            Kind::Long => b.as_long() == 0,
            _ => b.as_int() == 0,
        };
        if b.is_symbolic() {
            let divisor = self.term_of(b, kind);
            let zero = self.term_of(Value::default(), kind);
            let condition = self.terms.eq(divisor, zero);
            self.check_for(condition, is_zero, Implicit::Division)?;
        }
        if is_zero {
            return Err(self.throw(Implicit::Division.class(), Some("/ by zero")));
        }
        Ok(())
    }

    /// The result for ints or longs; the second operand of a shift is always an int.
    #[inline]
    pub(super) fn integer_arithmetic(
        &mut self,
        operation: Arithmetic,
        a: Value,
        b: Value,
        kind: Kind,
    ) -> Run<Value> {
        self.check_divisor(operation, b, kind)?;
        let amount = b.as_int() as u32;
        let result = match kind {
            Kind::Long => {
                let (x, y) = (a.as_long(), b.as_long());
                Value::long(integer_result!(operation, x, y, amount, u64 as i64))
            }
            _ => {
                let (x, y) = (a.as_int(), b.as_int());
                Value::int(integer_result!(operation, x, y, amount, u32 as i32))
            }
        };
        if a.term | b.term == 0 {
            return Ok(result);
        }
        let is_long = kind == Kind::Long;
        let b = if is_long && operation.is_shift() {
            let amount = self.term_of(b, Kind::Int);
            self.terms.apply(Op::BvZeroExtend(64), &[amount])
        } else {
            self.term_of(b, kind)
        };
        let a = self.term_of(a, kind);
        let term = self.bits_term(operation, a, b, if is_long { 64 } else { 32 });
        Ok(self.with_term(result, term))
    }

    /// The result for floats or doubles.
    pub(super) fn float_arithmetic(
        &mut self,
        operation: FloatArithmetic,
        a: Value,
        b: Value,
        kind: Kind,
    ) -> Value {
        let result = match kind {
            Kind::Float => Value::float(float_result!(operation, a.as_float(), b.as_float())),
            _ => Value::double(float_result!(operation, a.as_double(), b.as_double())),
        };
        if a.term | b.term == 0 {
            return result;
        }
        let (a, b) = (self.term_of(a, kind), self.term_of(b, kind));
        let term = self.terms.apply(operation.op(), &[a, b]);
        self.with_term(result, term)
    }

    pub(super) fn negate(&mut self, kind: Kind, value: Value) -> Value {
        let (result, op) = match kind {
            Kind::Int => (Value::int(value.as_int().wrapping_neg()), Op::BvNeg),
            Kind::Long => (Value::long(value.as_long().wrapping_neg()), Op::BvNeg),
            Kind::Float => (Value::float(-value.as_float()), Op::FpNeg),
            _ => (Value::double(-value.as_double()), Op::FpNeg),
        };
        match value.symbol() {
            None => result,
            Some(term) => {
                let term = self.terms.apply(op, &[term]);
                self.with_term(result, term)
            }
        }
    }

    pub(super) fn convert(&mut self, conversion: Conversion, value: Value) -> Value {
        use Conversion::*;
        let result = match conversion {
            IntToLong => Value::long(i64::from(value.as_int())),
            IntToFloat => Value::float(value.as_int() as f32),
            IntToDouble => Value::double(f64::from(value.as_int())),
            LongToInt => Value::int(value.as_long() as i32),
            LongToFloat => Value::float(value.as_long() as f32),
            LongToDouble => Value::double(value.as_long() as f64),
            FloatToInt => Value::int(value.as_float() as i32),
            FloatToLong => Value::long(value.as_float() as i64),
            FloatToDouble => Value::double(f64::from(value.as_float())),
            DoubleToInt => Value::int(value.as_double() as i32),
            DoubleToLong => Value::long(value.as_double() as i64),
            DoubleToFloat => Value::float(value.as_double() as f32),
            IntToByte => Value::int(i32::from(value.as_int() as i8)),
            IntToChar => Value::int(i32::from(value.as_int() as u16)),
            IntToShort => Value::int(i32::from(value.as_int() as i16)),
        };
        let Some(term) = value.symbol() else {
            return result;
        };
        let term = match conversion.op() {
            Some(op) => self.terms.apply(op, &[term]),
            None => {
                let (_, to) = conversion.kinds();
                self.narrow(term, to)
            }
        };
        self.with_term(result, term)
    }

    /// The int term of what a narrow kind keeps of an int term.
    pub(super) fn narrow(&mut self, term: TermId, kind: Kind) -> TermId {
        let (high, signed) = match kind {
            Kind::Boolean => (0, false),
            Kind::Byte => (7, true),
            Kind::Char => (15, false),
            Kind::Short => (15, true),
            _ => return term,
        };
        // What is already narrow stays as it is.
        if let everypath_term::Node::Apply(op, [inner, ..]) = self.terms.node(term) {
            let width = self.terms.sort(inner).width().unwrap_or(64);
            let fits = match op {
                Op::BvZeroExtend(32) => width <= high || (!signed && width <= high + 1),
                Op::BvSignExtend(32) => signed && width <= high + 1,
                _ => false,
            };
            if fits {
                return term;
            }
        }
        let low = self.terms.apply(Op::BvExtract { high, low: 0 }, &[term]);
        let extend = if signed {
            Op::BvSignExtend(32)
        } else {
            Op::BvZeroExtend(32)
        };
        self.terms.apply(extend, &[low])
    }

    fn three_way(&mut self, less: TermId, equal: TermId, nan: Option<(TermId, i8)>) -> TermId {
        let [minus, zero, one] = [-1, 0, 1].map(|value| self.int_constant(value));
        let rest = self.terms.ite(equal, zero, one);
        let all = self.terms.ite(less, minus, rest);
        match nan {
            None => all,
            Some((is_nan, value)) => {
                let value = self.int_constant(i32::from(value));
                self.terms.ite(is_nan, value, all)
            }
        }
    }

    pub(super) fn compare_long(&mut self, a: Value, b: Value) -> Value {
        let result = Value::int(a.as_long().cmp(&b.as_long()) as i32);
        if a.term | b.term == 0 {
            return result;
        }
        let (a, b) = (self.term_of(a, Kind::Long), self.term_of(b, Kind::Long));
        let less = self.terms.apply(Op::BvSlt, &[a, b]);
        let equal = self.terms.eq(a, b);
        let term = self.three_way(less, equal, None);
        self.with_term(result, term)
    }

    /// The order of floats or doubles; `nan` if one of them is none.
    pub(super) fn compare_floats(&mut self, a: Value, b: Value, nan: i8, kind: Kind) -> Value {
        let order = match kind {
            Kind::Float => a.as_float().partial_cmp(&b.as_float()),
            _ => a.as_double().partial_cmp(&b.as_double()),
        };
        let result = Value::int(order.map_or(i32::from(nan), |order| order as i32));
        if a.term | b.term == 0 {
            return result;
        }
        let (a, b) = (self.term_of(a, kind), self.term_of(b, kind));
        let less = self.terms.apply(Op::FpLt, &[a, b]);
        let equal = self.terms.apply(Op::FpEq, &[a, b]);
        let a_is_nan = self.terms.apply(Op::FpIsNan, &[a]);
        let b_is_nan = self.terms.apply(Op::FpIsNan, &[b]);
        let is_nan = self.terms.or(a_is_nan, b_is_nan);
        let term = self.three_way(less, equal, Some((is_nan, nan)));
        self.with_term(result, term)
    }
}
