//! Values: a concrete slot and, if the value depends on the input, its term.

use everypath_term::TermId;

/// A reference: an index into the heap; 0 is null.
pub type Ref = u32;

/// The reference to nothing.
pub const NULL: Ref = 0;

/// A value of the operand stack, a local, a field or an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The concrete value: a number's bits, or a reference.
    pub bits: u64,
    /// One more than the id of its term; 0 if it does not depend on the input.
    pub term: u32,
}

impl Value {
    /// An int.
    pub fn int(value: i32) -> Value {
        Value {
            bits: u64::from(value as u32),
            term: 0,
        }
    }

    /// A boolean.
    pub fn boolean(value: bool) -> Value {
        Value::int(i32::from(value))
    }

    /// A long.
    pub fn long(value: i64) -> Value {
        Value {
            bits: value as u64,
            term: 0,
        }
    }

    /// A float.
    pub fn float(value: f32) -> Value {
        Value {
            bits: u64::from(value.to_bits()),
            term: 0,
        }
    }

    /// A double.
    pub fn double(value: f64) -> Value {
        Value {
            bits: value.to_bits(),
            term: 0,
        }
    }

    /// A reference.
    pub fn reference(value: Ref) -> Value {
        Value {
            bits: u64::from(value),
            term: 0,
        }
    }

    /// The same concrete value with a term.
    pub fn with(self, term: TermId) -> Value {
        Value {
            bits: self.bits,
            term: term.0 + 1,
        }
    }

    /// The same concrete value without a term.
    pub fn concrete(self) -> Value {
        Value {
            bits: self.bits,
            term: 0,
        }
    }

    /// The term, if it depends on the input.
    pub fn symbol(self) -> Option<TermId> {
        self.term.checked_sub(1).map(TermId)
    }

    /// Whether it depends on the input.
    pub fn is_symbolic(self) -> bool {
        self.term != 0
    }

    /// As an int.
    pub fn as_int(self) -> i32 {
        self.bits as i32
    }

    /// As a long.
    pub fn as_long(self) -> i64 {
        self.bits as i64
    }

    /// As a float.
    pub fn as_float(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    /// As a double.
    pub fn as_double(self) -> f64 {
        f64::from_bits(self.bits)
    }

    /// As a reference.
    pub fn as_ref(self) -> Ref {
        self.bits as u32
    }

    /// As a boolean.
    pub fn as_bool(self) -> bool {
        self.bits as u32 != 0
    }
}
