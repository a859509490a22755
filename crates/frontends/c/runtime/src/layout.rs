//! The protocol between an instrumented program and the engine's side: what
//! lies where in the shared memory, and what the numbers mean.

pub use crate::codes::{casts, events, functions, operations, sorts};

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
/// What the slots of allocations that may fail begin with; they are counted from 1.
pub const ALLOCATION: &str = "allocation ";
/// The slot that says how often the unit was called before.
pub const EARLIER: &str = "earlier calls";
/// Calls before the one that is looked at.
pub const MOST_EARLIER: u32 = 3;

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
    /// Calls of stubs before the run is pruned.
    pub max_stub_calls: u64,
    /// Input objects of each type.
    pub max_objects: u64,
    /// Elements of an input buffer.
    pub max_length: u64,
    /// Characters of an input text.
    pub max_text: u64,
    /// Microseconds of a processor before the run is stopped.
    pub time: u64,
    /// Bytes of memory the run may use.
    pub memory: u64,
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
    /// Microseconds that the run has had of a processor; 0 if its process is gone.
    pub used: u64,
}

/// How many times its time a run may take by the clock: one that waits uses no processor.
pub const WAITING: u64 = 5;

/// Which part of a unit runs.
#[repr(u64)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The call, after its invariant if there is one.
    Call = 0,
    /// The invariant alone.
    Invariant = 1,
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
    /// No other pointer leads where it leads.
    pub const ALONE: u32 = 16;
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

impl Event {
    /// An event of a kind.
    pub fn new(kind: u8) -> Event {
        Event {
            kind,
            ..Event::default()
        }
    }

    /// An event of a kind with a name, by its place and length.
    pub fn named(kind: u8, (place, length): (u32, u32)) -> Event {
        Event {
            a: place,
            c: length,
            ..Event::new(kind)
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
