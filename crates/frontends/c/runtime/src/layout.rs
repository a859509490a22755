//! The protocol between an instrumented program and the engine's side: what
//! lies where in the shared memory, and what the numbers mean.

/// The first word of the shared memory.
pub const MAGIC: u64 = 0x4550_4331_0000_0004;
/// The environment variable that holds the descriptor of the shared memory.
pub const MEMORY_VARIABLE: &str = "EVERYPATH_MEMORY";
/// The type of the size of a stream: `unsigned int`.
pub const COUNT_TYPE: u32 = 2;
/// The type of a variable of the environment: `char *`.
pub const TEXT_TYPE: u32 = 4;
/// What the slots of variables of the environment begin with.
pub const ENVIRONMENT: &str = "getenv ";
/// The slot that says how often the unit was called before.
pub const EARLIER: &str = "earlier calls";
/// Calls before the one that is looked at.
pub const MOST_EARLIER: u32 = 3;
/// Bytes of an input's text of which the program may see a terminator only.
pub const PAGE: usize = 4096;

/// The head of the shared memory.
#[repr(C)]
#[derive(Debug)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: u64,
    /// Bytes of all of it.
    pub size: u64,
    /// Where the type records begin.
    pub types: u64,
    /// How many there are.
    pub types_count: u64,
    /// Where the field records begin.
    pub fields: u64,
    /// Where the strings of types and fields begin.
    pub strings: u64,
    /// Where the slots of the input begin.
    pub slots: u64,
    /// How many the input fixes.
    pub slots_count: u64,
    /// Where the coverage map begins: a byte for each goal.
    pub coverage: u64,
    /// Bytes of the coverage map.
    pub coverage_size: u64,
    /// Where the names that the run makes begin.
    pub names: u64,
    /// Bytes there.
    pub names_size: u64,
    /// Bytes of it used.
    pub names_used: u64,
    /// Where the events begin.
    pub events: u64,
    /// How many fit.
    pub events_size: u64,
    /// How many there are.
    pub events_used: u64,
    /// The unit to run.
    pub unit: u64,
    /// What to run of it: see [`Part`].
    pub part: u64,
    /// Decisions before the run is pruned.
    pub max_decisions: u64,
    /// Input objects of each type.
    pub max_objects: u64,
    /// Elements of an input buffer.
    pub max_length: u64,
    /// Characters of an input text.
    pub max_text: u64,
    /// Microseconds before the run is stopped.
    pub time: u64,
    /// Bytes of memory the run may use.
    pub memory: u64,
    /// Checks that are on: see [`checks`].
    pub checks: u64,
    /// Where the body of the context is; 0 for none.
    pub context: u64,
    /// Whether stubs give back what the context recorded.
    pub carved_stubs: u64,
    /// Whether the lines of the unit are told.
    pub trace: u64,
    /// How the run ended: an [`Ending`].
    pub ending: u64,
    /// The place, as the instrumented code numbers places.
    pub place: u64,
    /// A number that the ending speaks of.
    pub detail: u64,
    /// A text that the ending speaks of: where in the names, and its length.
    pub text: u64,
    /// See `text`.
    pub text_size: u64,
}

/// Which part of a unit runs.
#[repr(u64)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The call, after its invariant if there is one.
    Call = 0,
    /// The invariant alone.
    Invariant = 1,
}

/// Checks whose failing side is a bug.
pub mod checks {
    /// Signed overflow.
    pub const OVERFLOW: u64 = 1;
    /// Shifts by a negative amount or by the width and more.
    pub const SHIFT: u64 = 2;
}

/// How a run ended.
#[repr(u64)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It did not say: the process died.
    None = 0,
    /// The unit returned.
    Returned = 1,
    /// `exit` was called; the detail is the status.
    Exited = 2,
    /// `abort` was called.
    Aborted = 3,
    /// An assertion failed; the text is its expression.
    Assertion = 4,
    /// A null pointer, or one next to it, was read or written.
    NullPointer = 5,
    /// An access outside of every object.
    OutOfBounds = 6,
    /// An access to memory that was freed.
    UseAfterFree = 7,
    /// A second `free`, or one of what was never allocated.
    BadFree = 8,
    /// Division by zero.
    DivisionByZero = 9,
    /// Signed overflow.
    Overflow = 10,
    /// A shift that C does not define.
    BadShift = 11,
    /// A write to what is constant.
    ConstantWritten = 12,
    /// An access in front of an object of the input.
    InFront = 13,
    /// More decisions than allowed.
    Decisions = 20,
    /// More elements or characters than allowed.
    Length = 21,
    /// The event log is full.
    LogFull = 22,
    /// More memory than allowed.
    Memory = 23,
    /// Calls too deep for the stack.
    CallDepth = 24,
    /// Something that cannot be executed; the text names it.
    Unsupported = 30,
    /// The invariant does not hold of the input.
    Rejected = 31,
    /// The invariant does not hold after the call.
    Violated = 32,
    /// The runtime itself failed.
    Broken = 33,
    /// A signal; the detail is its number.
    Signal = 34,
    /// Control reached a place that the compiler holds for unreachable.
    Unreachable = 35,
}

impl Ending {
    /// The ending of a number.
    pub fn of(number: u64) -> Ending {
        use Ending::*;
        const ALL: [Ending; 24] = [
            Returned,
            Exited,
            Aborted,
            Assertion,
            NullPointer,
            OutOfBounds,
            UseAfterFree,
            BadFree,
            DivisionByZero,
            Overflow,
            BadShift,
            ConstantWritten,
            InFront,
            Decisions,
            Length,
            LogFull,
            Memory,
            CallDepth,
            Unsupported,
            Rejected,
            Violated,
            Broken,
            Signal,
            Unreachable,
        ];
        for ending in ALL {
            if ending as u64 == number {
                return ending;
            }
        }
        None
    }
}

/// What a type is.
pub mod kinds {
    /// A signed integer.
    pub const SIGNED: u32 = 1;
    /// An unsigned integer.
    pub const UNSIGNED: u32 = 2;
    /// A binary32 or binary64.
    pub const FLOAT: u32 = 3;
    /// A pointer to `element`.
    pub const POINTER: u32 = 4;
    /// `count` of `element`.
    pub const ARRAY: u32 = 5;
    /// A structure: its fields.
    pub const STRUCT: u32 = 6;
    /// A union: its fields.
    pub const UNION: u32 = 7;
    /// A function.
    pub const FUNCTION: u32 = 8;
    /// Nothing known: `void`, an incomplete structure, a wide float.
    pub const OPAQUE: u32 = 9;
}

/// What a pointer's record says about the text it may point to.
pub mod flags {
    /// The pointee is a character: texts end with a zero.
    pub const TEXT: u32 = 1;
    /// Nothing may be made for it: it is null or as it was.
    pub const NULL_ONLY: u32 = 2;
    /// It is 0 or 1.
    pub const BOOL: u32 = 4;
    /// The pointee is a stream.
    pub const STREAM: u32 = 8;
}

/// One type.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeRecord {
    /// See [`kinds`].
    pub kind: u32,
    /// See [`flags`].
    pub flags: u32,
    /// Bytes.
    pub size: u64,
    /// Pointee or element.
    pub element: u32,
    /// Elements of an array.
    pub count: u32,
    /// The first field.
    pub fields: u32,
    /// How many fields.
    pub fields_count: u32,
}

/// One field of a structure or union.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldRecord {
    /// Where its bytes begin.
    pub offset: u64,
    /// Bytes it takes: of a bit-field, those of all bit-fields that share them.
    pub size: u64,
    /// Its type; of bit-fields, the unsigned integer that holds them.
    pub type_index: u32,
    /// Where its name is in the strings.
    pub name: u32,
    /// The name's length; 0 for an anonymous member.
    pub name_size: u32,
    /// One more than the member, among those of its structure, that this one is a
    /// pointer behind; 0 for none.
    pub behind: u32,
}

/// In [`FieldRecord::behind`]: another member is behind this one.
pub const BEGINS: u32 = 1 << 31;

/// A slot that the input fixes; sorted by hash.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotRecord {
    /// [`hash`] of the slot's name.
    pub hash: u64,
    /// The value's bits, or the option.
    pub bits: u64,
}

/// One event; what the fields mean depends on the kind.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// See [`events`].
    pub kind: u8,
    /// An operation, a side, a sort.
    pub what: u8,
    /// A width in bits.
    pub width: u8,
    /// See the kind.
    pub flag: u8,
    /// A term, or 0.
    pub a: u32,
    /// A term, or 0.
    pub b: u32,
    /// A term, or 0; a goal; a name's length.
    pub c: u32,
    /// The value of the operand whose term is 0.
    pub value: u64,
}

/// Kinds of events. Those that make a term take the next number.
pub mod events {
    /// A term: the variable of the slot whose name is at `a`, length `c`; its sort `what`, its value `value`.
    pub const VARIABLE: u8 = 1;
    /// A term: `what` (see [`super::operations`]) of `a` and `b`, one of which may be 0 and is then `value`.
    pub const BINARY: u8 = 2;
    /// A term: cast `what` of `a` from `flag` bits to `width` bits; between
    /// floats of the same width it is `a` itself.
    pub const CAST: u8 = 3;
    /// A term: if `a` then `b` else `c`.
    pub const ITE: u8 = 4;
    /// A term: the constant `value` of sort `what`.
    pub const CONSTANT: u8 = 5;
    /// A term: bits from `flag` on, `width` of them, of `a`.
    pub const EXTRACT: u8 = 6;
    /// A term: `a` above `b`.
    pub const CONCAT: u8 = 7;
    /// A term: function `what` of float `a`.
    pub const FLOAT_UNARY: u8 = 8;
    /// A decision: condition `a`, taken if `what`; `c` is one more than the goal of the other side.
    pub const BRANCH: u8 = 20;
    /// A decision that the language makes: condition `a`, taken if `what`.
    pub const CHECK: u8 = 21;
    /// `a` was made concrete: it is `value`, of `width` bits.
    pub const PIN: u8 = 22;
    /// A choice: the slot's name at `a`, length `c`; `what` of `flag` options; `width` is 1 if the scope cut some off;
    /// `value` is the address it became, `b` one more than how far that is into an object.
    pub const CHOICE: u8 = 23;
    /// Something was lost: the name of what at `a`, length `c`; the place in `value`.
    pub const LOSS: u8 = 24;
    /// The unit is entered.
    pub const ENTRY: u8 = 25;
    /// Condition `a` holds only because the scope is bounded.
    pub const BOUND: u8 = 26;
    /// Condition `a` holds of every input.
    pub const ASSUME: u8 = 27;
    /// An input object: name at `a`, length `c`, type `b`, address `value`.
    pub const OBJECT: u8 = 30;
    /// At the end: the object at address `value` was used up to byte `a`; `what` 1 if it was freed or resized.
    pub const USED: u8 = 31;
    /// A stub was called: name at `a`, length `c`, the call's number `value`.
    pub const STUB: u8 = 32;
    /// The slot whose name is at `a`, length `c`, is a `long double` that no
    /// `double` has: mantissa `value`, sign and exponent `b`.
    pub const LONG: u8 = 35;
    /// A block of the unit begins at line `a`.
    pub const LINE: u8 = 34;
    /// A stream of the input: its slot's name at `a`, length `c`, its address
    /// `value`, the position `b` at which it stands.
    pub const STREAM: u8 = 36;
    /// At the end: the stream at address `value` was closed if `what` has bit 0,
    /// and written to if it has bit 1.
    pub const STREAM_USED: u8 = 37;
    /// The global named at `a`, length `c`, type `b`, is part of the input; if
    /// `what` is 1, a pointer with the address `value` leads `b` bytes into it.
    pub const GLOBAL: u8 = 33;
}

/// Binary operations and comparisons.
pub mod operations {
    /// Integer operations, in LLVM's words.
    pub const ADD: u8 = 1;
    /// See [`ADD`].
    pub const SUB: u8 = 2;
    /// See [`ADD`].
    pub const MUL: u8 = 3;
    /// See [`ADD`].
    pub const UDIV: u8 = 4;
    /// See [`ADD`].
    pub const SDIV: u8 = 5;
    /// See [`ADD`].
    pub const UREM: u8 = 6;
    /// See [`ADD`].
    pub const SREM: u8 = 7;
    /// See [`ADD`].
    pub const SHL: u8 = 8;
    /// See [`ADD`].
    pub const LSHR: u8 = 9;
    /// See [`ADD`].
    pub const ASHR: u8 = 10;
    /// See [`ADD`].
    pub const AND: u8 = 11;
    /// See [`ADD`].
    pub const OR: u8 = 12;
    /// See [`ADD`].
    pub const XOR: u8 = 13;
    /// Comparisons of integers.
    pub const EQ: u8 = 20;
    /// See [`EQ`].
    pub const NE: u8 = 21;
    /// See [`EQ`].
    pub const UGT: u8 = 22;
    /// See [`EQ`].
    pub const UGE: u8 = 23;
    /// See [`EQ`].
    pub const ULT: u8 = 24;
    /// See [`EQ`].
    pub const ULE: u8 = 25;
    /// See [`EQ`].
    pub const SGT: u8 = 26;
    /// See [`EQ`].
    pub const SGE: u8 = 27;
    /// See [`EQ`].
    pub const SLT: u8 = 28;
    /// See [`EQ`].
    pub const SLE: u8 = 29;
    /// Whether a signed operation overflows; the operation is `flag`.
    pub const OVERFLOWS: u8 = 30;
    /// Whether an unsigned sum overflows.
    pub const UADD_OVERFLOWS: u8 = 31;
    /// Float operations.
    pub const FADD: u8 = 40;
    /// See [`FADD`].
    pub const FSUB: u8 = 41;
    /// See [`FADD`].
    pub const FMUL: u8 = 42;
    /// See [`FADD`].
    pub const FDIV: u8 = 43;
    /// See [`FADD`].
    pub const FREM: u8 = 44;
    /// Float comparisons, ordered: the first of sixteen, in the order of
    /// LLVM's predicates: false, oeq, ogt, oge, olt, ole, one, ord, uno, ueq,
    /// ugt, uge, ult, ule, une, true.
    pub const FCMP: u8 = 50;
}

/// Casts.
pub mod casts {
    /// To fewer bits.
    pub const TRUNC: u8 = 1;
    /// To more bits, with zeros.
    pub const ZEXT: u8 = 2;
    /// To more bits, with the sign.
    pub const SEXT: u8 = 3;
    /// A float to signed.
    pub const FPTOSI: u8 = 4;
    /// A float to unsigned.
    pub const FPTOUI: u8 = 5;
    /// Signed to a float.
    pub const SITOFP: u8 = 6;
    /// Unsigned to a float.
    pub const UITOFP: u8 = 7;
    /// binary64 to binary32.
    pub const FPTRUNC: u8 = 8;
    /// binary32 to binary64.
    pub const FPEXT: u8 = 9;
    /// The bits of a float, or the float of bits.
    pub const BITCAST: u8 = 10;
}

/// Functions of one float.
pub mod functions {
    /// Negation.
    pub const NEG: u8 = 1;
    /// Absolute value.
    pub const ABS: u8 = 2;
    /// Square root.
    pub const SQRT: u8 = 3;
    /// Rounding down.
    pub const FLOOR: u8 = 4;
    /// Rounding up.
    pub const CEIL: u8 = 5;
    /// Rounding to zero.
    pub const TRUNC: u8 = 6;
    /// Rounding to the nearest, ties to even.
    pub const RINT: u8 = 7;
}

/// Sorts of terms: 1 is a boolean, up to 64 a bit-vector of that width.
pub mod sorts {
    /// IEEE binary32.
    pub const FLOAT32: u8 = 101;
    /// IEEE binary64.
    pub const FLOAT64: u8 = 102;
    /// A `long double` that has the value of a `double`; only the runtime knows
    /// it, and the engine is told of the `double`.
    pub const LONG: u8 = 103;

    /// Bits of a sort.
    pub fn bits(sort: u8) -> u8 {
        match sort {
            FLOAT32 => 32,
            FLOAT64 => 64,
            LONG => 80,
            width => width,
        }
    }
}

/// Carved contexts, as the recorder writes them.
pub mod contexts {
    /// The first word of a record.
    pub const MAGIC: u64 = 0x3154_5845_5443_5045;
    /// The first word of its body.
    pub const VERSION: u64 = 1;
    /// The call returned.
    pub const FINISHED: u64 = 1;
    /// The trace or the exits were cut off.
    pub const CUT: u64 = 2;
    /// The memory was too large to be kept.
    pub const TOO_LARGE: u64 = 4;
    /// A region is a parameter.
    pub const PARAMETER: u64 = 0;
    /// A region is an object of the heap.
    pub const HEAP: u64 = 1;
    /// A region is a local variable of a caller.
    pub const LOCAL: u64 = 2;
    /// A region is a global or static variable.
    pub const GLOBAL: u64 = 3;
    /// A region is a function.
    pub const FUNCTION: u64 = 4;
    /// A region is a stream.
    pub const STREAM: u64 = 5;
    /// From here on, regions are what arguments point to.
    pub const OF_ARGUMENT: u64 = 1 << 32;
    /// How many arguments that may be.
    pub const ARGUMENTS: u64 = 16;
}

/// The hash of a slot's name (FNV-1a).
pub fn hash(name: &[u8]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in name {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_have_one_number_each() {
        assert_eq!(Ending::of(Ending::Overflow as u64), Ending::Overflow);
        assert_eq!(Ending::of(Ending::Signal as u64), Ending::Signal);
        assert_eq!(Ending::of(999), Ending::None);
    }

    #[test]
    fn records_have_the_sizes_both_sides_count_with() {
        assert_eq!(size_of::<Event>(), 24);
        assert_eq!(size_of::<TypeRecord>(), 32);
        assert_eq!(size_of::<FieldRecord>(), 32);
        assert_eq!(size_of::<SlotRecord>(), 16);
        assert_ne!(hash(b"a"), hash(b"b"));
    }
}
