//! The instructions of the interpreter.

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A boolean, as an int of 0 or 1.
    Boolean,
    /// A byte, as an int.
    Byte,
    /// A char, as an int.
    Char,
    /// A short, as an int.
    Short,
    /// An int.
    Int,
    /// A long: two slots on the stack.
    Long,
    /// A float.
    Float,
    /// A double: two slots on the stack.
    Double,
    /// A reference.
    Reference,
}

impl Kind {
    /// The kind of a descriptor.
    pub fn of_descriptor(descriptor: &str) -> Kind {
        match descriptor.as_bytes().first() {
            Some(b'Z') => Kind::Boolean,
            Some(b'B') => Kind::Byte,
            Some(b'C') => Kind::Char,
            Some(b'S') => Kind::Short,
            Some(b'I') => Kind::Int,
            Some(b'J') => Kind::Long,
            Some(b'F') => Kind::Float,
            Some(b'D') => Kind::Double,
            _ => Kind::Reference,
        }
    }

    /// The kind of the operand of `newarray`.
    pub fn of_array_code(code: u8) -> Option<Kind> {
        Some(match code {
            4 => Kind::Boolean,
            5 => Kind::Char,
            6 => Kind::Float,
            7 => Kind::Double,
            8 => Kind::Byte,
            9 => Kind::Short,
            10 => Kind::Int,
            11 => Kind::Long,
            _ => return None,
        })
    }

    /// Slots on the stack and among the locals.
    pub fn slots(self) -> u16 {
        1 + u16::from(self.is_wide())
    }

    /// Whether it takes two slots.
    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }

    /// Bytes of an element of an array.
    pub fn bytes(self) -> u64 {
        match self {
            Kind::Boolean | Kind::Byte => 1,
            Kind::Char | Kind::Short => 2,
            Kind::Int | Kind::Float | Kind::Reference => 4,
            Kind::Long | Kind::Double => 8,
        }
    }

    /// The letter in descriptors; `L` for references.
    pub fn letter(self) -> char {
        match self {
            Kind::Boolean => 'Z',
            Kind::Byte => 'B',
            Kind::Char => 'C',
            Kind::Short => 'S',
            Kind::Int => 'I',
            Kind::Long => 'J',
            Kind::Float => 'F',
            Kind::Double => 'D',
            Kind::Reference => 'L',
        }
    }
}

/// Arithmetic on ints and longs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `>>>`
    ShiftRightUnsigned,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

/// Arithmetic on floats and doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatArithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

/// A comparison of ints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `>=`
    GreaterOrEqual,
    /// `>`
    Greater,
    /// `<=`
    LessOrEqual,
}

/// A conversion between primitive kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// `i2l`
    IntToLong,
    /// `i2f`
    IntToFloat,
    /// `i2d`
    IntToDouble,
    /// `l2i`
    LongToInt,
    /// `l2f`
    LongToFloat,
    /// `l2d`
    LongToDouble,
    /// `f2i`
    FloatToInt,
    /// `f2l`
    FloatToLong,
    /// `f2d`
    FloatToDouble,
    /// `d2i`
    DoubleToInt,
    /// `d2l`
    DoubleToLong,
    /// `d2f`
    DoubleToFloat,
    /// `i2b`
    IntToByte,
    /// `i2c`
    IntToChar,
    /// `i2s`
    IntToShort,
}

impl Conversion {
    /// From and to.
    pub fn kinds(self) -> (Kind, Kind) {
        use Conversion::*;
        match self {
            IntToLong => (Kind::Int, Kind::Long),
            IntToFloat => (Kind::Int, Kind::Float),
            IntToDouble => (Kind::Int, Kind::Double),
            LongToInt => (Kind::Long, Kind::Int),
            LongToFloat => (Kind::Long, Kind::Float),
            LongToDouble => (Kind::Long, Kind::Double),
            FloatToInt => (Kind::Float, Kind::Int),
            FloatToLong => (Kind::Float, Kind::Long),
            FloatToDouble => (Kind::Float, Kind::Double),
            DoubleToInt => (Kind::Double, Kind::Int),
            DoubleToLong => (Kind::Double, Kind::Long),
            DoubleToFloat => (Kind::Double, Kind::Float),
            IntToByte => (Kind::Int, Kind::Byte),
            IntToChar => (Kind::Int, Kind::Char),
            IntToShort => (Kind::Int, Kind::Short),
        }
    }
}

/// How a call that is not resolved yet finds its method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invocation {
    /// By the receiver's class.
    Virtual,
    /// Exactly the named one: constructors, private methods, `super`.
    Special,
    /// A static method.
    Static,
    /// By the receiver's class, through an interface.
    Interface,
}

/// A switch: its keys, ascending, with their targets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switch {
    /// Where it goes if no key fits.
    pub default: u32,
    /// Key, target and the number of the target among the distinct ones;
    /// the default is the last of those unless a key shares it.
    pub cases: Vec<(i32, u32, u32)>,
    /// The number of the default target.
    pub default_ordinal: u32,
    /// How many distinct targets there are.
    pub targets: u32,
}

/// An instruction. Targets are indices of instructions. The variants after
/// `Throw` replace their unresolved forms when those are executed first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Instr {
    /// Does nothing.
    Nop,
    /// A place that is a goal of a target: covers it.
    Goal(u32),
    /// Pushes null.
    Null,
    /// Pushes an int.
    Int(i32),
    /// Pushes a long.
    Long(i64),
    /// Pushes a float by its bits.
    Float(u32),
    /// Pushes a double by its bits.
    Double(u64),
    /// Pushes a constant of the pool that is no number.
    Constant(u16),
    /// Pushes a local of one slot.
    Load(u16),
    /// Pushes a local of two slots.
    LoadWide(u16),
    /// Pops to a local of one slot.
    Store(u16),
    /// Pops to a local of two slots.
    StoreWide(u16),
    /// Adds to an int local.
    Increment(u16, i16),
    /// Pops index and array, pushes the element.
    ArrayLoad(Kind),
    /// Pops value, index and array, stores the element.
    ArrayStore(Kind),
    /// Pops a slot.
    Pop,
    /// Pops two slots.
    Pop2,
    /// Copies the top slot.
    Dup,
    /// Copies the top slot below the second.
    DupX1,
    /// Copies the top slot below the third.
    DupX2,
    /// Copies the two top slots.
    Dup2,
    /// Copies the two top slots below the third.
    Dup2X1,
    /// Copies the two top slots below the fourth.
    Dup2X2,
    /// Swaps the two top slots.
    Swap,
    /// Arithmetic on ints.
    IntArithmetic(Arithmetic),
    /// Arithmetic on longs.
    LongArithmetic(Arithmetic),
    /// Arithmetic on floats.
    FloatArithmetic(FloatArithmetic),
    /// Arithmetic on doubles.
    DoubleArithmetic(FloatArithmetic),
    /// Negation.
    Negate(Kind),
    /// Conversion.
    Convert(Conversion),
    /// `lcmp`
    CompareLong,
    /// `fcmpl` and `fcmpg`: what NaN gives.
    CompareFloat(i8),
    /// `dcmpl` and `dcmpg`: what NaN gives.
    CompareDouble(i8),
    /// Jumps if the int compares so with zero.
    IfZero(Comparison, u32),
    /// Jumps if the two ints compare so.
    IfInt(Comparison, u32),
    /// Jumps if the two references are the same, or are not.
    IfSame(bool, u32),
    /// Jumps if the reference is null, or is not.
    IfNull(bool, u32),
    /// Jumps.
    Goto(u32),
    /// Pushes the next instruction and jumps.
    JumpSubroutine(u32),
    /// Returns from a subroutine.
    ReturnSubroutine(u16),
    /// Jumps by a table.
    Switch(u32),
    /// Returns nothing.
    Return,
    /// Returns the top of one slot.
    ReturnValue,
    /// Returns the top of two slots.
    ReturnWide,
    /// Reads a static field.
    GetStatic(u16),
    /// Writes a static field.
    PutStatic(u16),
    /// Reads a field.
    GetField(u16),
    /// Writes a field.
    PutField(u16),
    /// Calls a method.
    Invoke(Invocation, u16),
    /// Calls a method that a bootstrap method finds.
    InvokeDynamic(u16),
    /// Makes an object.
    New(u16),
    /// Makes an array of primitives.
    NewArray(Kind),
    /// Makes an array of references.
    NewReferenceArray(u16),
    /// Makes an array of arrays.
    NewMultiArray(u16, u8),
    /// Pops an array, pushes its length.
    ArrayLength,
    /// Throws.
    Throw,
    /// Casts.
    CheckCast(u16),
    /// Tests the class.
    InstanceOf(u16),
    /// Enters a monitor.
    MonitorEnter,
    /// Leaves a monitor.
    MonitorExit,

    /// Pushes a resolved reference that is never collected or moved.
    Reference(u32),
    /// Reads a static field: class, slot.
    GetStaticOf(u32, u16, Kind),
    /// Reads a static field that may have another value: class, slot.
    GetStateOf(u32, u16, Kind),
    /// Reads `System.in`, `out` or `err`, which is made when a run first asks
    /// for it: class, slot.
    GetStream(u32, u16),
    /// Writes a static field.
    PutStaticOf(u32, u16, Kind),
    /// Reads a field: slot.
    GetFieldAt(u16, Kind),
    /// Writes a field.
    PutFieldAt(u16, Kind),
    /// Calls exactly this method, which has no receiver.
    CallStatic(u32),
    /// Calls exactly this method with a receiver: method, slots of the arguments.
    CallExact(u32, u16),
    /// Calls by the receiver's class: the call site, slots of the arguments.
    CallVirtual(u32, u16),
    /// Calls a signature-polymorphic method: the call site, slots of the arguments.
    CallPolymorphic(u32, u16),
    /// Makes an object of a class.
    NewOf(u32),
    /// Makes an array of this array class.
    NewArrayOf(u32),
    /// Makes an array of arrays of this array class.
    NewMultiArrayOf(u32, u8),
    /// Casts to a class.
    CheckCastTo(u32),
    /// Tests the class.
    InstanceOfClass(u32),
    /// Decides a pattern switch: the site.
    PatternSwitch(u32),

    /// Stands in for an instruction that a mutant changes, and says that it was reached: the
    /// place among those.
    Watched(u32),
    /// Of so many topmost slots keeps, from one on, so many: a call that is not made, or one
    /// operand instead of both.
    Keep(u16, u16, u16),
    /// Pops one slot, and returns this instead.
    ReturnOther(u32),
    /// Pops two slots, and returns zero instead.
    ReturnZeroWide,
}
